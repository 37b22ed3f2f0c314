"""Tests of which request bodies are refused."""

from __future__ import annotations

import httpx
import pytest

from tests.api.conftest import Json, check_problem, thread

A_TIME = "a time is wanted, as 2026-05-08T12:00:00Z"
MISSPELT: dict[str, tuple[str, object, list[str]]] = {
    "a wish of a question": (
        "/api/threads/t/ask",
        {"question": "Why?", "rember": False},
        ["rember: …; did you mean `remember`?"],
    ),
    "of a stream": ("/api/threads/t/ask/stream", {"question": "Why?", "topk": 3}, ["topk: …; did you mean `top_k`?"]),
    "a filter": (
        "/api/threads/t/search",
        {"query": "x", "filters": {"documnet": "x"}},
        ["filters.documnet: …; did you mean `document`?"],
    ),
    "of a message": (
        "/api/threads/t/messages",
        [{"role": "user", "content": "x"}, {"role": "user", "content": "x", "autor": "Dora"}],
        ["1.autor: …; did you mean `author`?"],
    ),
    "two at once": (
        "/api/threads",
        {"nmae": "x", "incognitto": True},
        ["nmae: …; did you mean `name`?", "incognitto: …; did you mean `incognito`?"],
    ),
    "of a library": ("/api/libraries", {"naem": "Manuals"}, ["naem: …; did you mean `name`?"]),
}


def told(problem: Json) -> list[str]:
    return [f"{each['field']}: {each['detail']}".replace("there is no such field", "…") for each in problem["errors"]]


@pytest.mark.parametrize(("path", "body", "sentences"), MISSPELT.values(), ids=MISSPELT)
async def test_a_misspelt_field_is_refused_and_the_one_that_is_meant_named(
    api: httpx.AsyncClient, path: str, body: object, sentences: list[str]
) -> None:
    await thread(api)

    refused = check_problem(await api.post(path, json=body), 422, "invalid_request")

    assert told(refused) == sentences
    assert (await api.get("/api/threads/t/messages")).json()["messages"] == []
    assert [each["id"] for each in (await api.get("/api/threads")).json()["threads"]] == ["t"]


async def test_so_is_a_misspelt_parameter_of_an_address(api: httpx.AsyncClient) -> None:
    await thread(api)
    file = {"files": ("a.md", b"# A note")}

    listed = check_problem(await api.get("/api/threads?lmit=1"), 422, "invalid_request")
    uploaded = check_problem(await api.post("/api/threads/t/documents?documentid=a", files=file), 422, "invalid_request")

    assert listed["detail"] == "lmit: there is no such field; did you mean `limit`?"
    assert uploaded["detail"] == "documentid: there is no such field; did you mean `document_id`?"
    assert (await api.get("/api/threads/t/documents")).json()["documents"] == []


async def test_parameters_of_others_are_ignored(api: httpx.AsyncClient) -> None:
    assert (await api.get("/api/threads?utm_source=mail&limit=1")).status_code == 200


async def test_fields_of_others_are_ignored(api: httpx.AsyncClient) -> None:
    await thread(api)
    said = {"role": "user", "content": "Bring a rope.", "session": 3, "colour": "blue", "created": "today", "created_at": None}

    assert (await api.post("/api/threads", json={"id": "u", "tags": []})).status_code == 201
    assert (await api.post("/api/threads/t/messages", json=[said])).status_code == 201
    assert (
        await api.post("/api/threads/t/search", json={"query": "x", "k": 3, "filters": {"colour": "blue"}})
    ).status_code == 200


async def test_an_odd_name_of_a_field_is_no_slip(api: httpx.AsyncClient) -> None:
    body = b'{"\\ud83d%s": 1}' % (b"x" * 10_000)

    assert (await api.post("/api/threads", content=body, headers={"Content-Type": "application/json"})).status_code == 201


async def test_openais_clients_send_what_they_like(api: httpx.AsyncClient) -> None:
    said = {"role": "user", "content": "Why?", "name": "dora", "colour": "blue"}

    answer = await api.post("/v1/chat/completions", json={"messages": [said], "seed": 7, "colour": "blue"})

    assert answer.status_code == 200


WRONG_TYPES: dict[str, tuple[str, object, str]] = {
    "a word for a truth": ("/api/threads/t/ask", {"question": "Why?", "remember": "yes"}, "remember: true or false is wanted"),
    "a number for a truth": ("/api/threads", {"incognito": 1}, "incognito: true or false is wanted"),
    "a text for a number": ("/api/threads/t/search", {"query": "x", "top_k": "3"}, "top_k: a whole number is wanted"),
    "a truth for a number": ("/api/threads/t/search", {"query": "x", "top_k": True}, "top_k: a whole number is wanted"),
    "a text for a share": ("/api/threads/t/search", {"query": "x", "threshold": "0.5"}, "threshold: a number is wanted"),
    "a text in a filter": (
        "/api/threads/t/search",
        {"query": "x", "filters": {"level": "2"}},
        "filters.level: a whole number is wanted",
    ),
    "seconds for a time": ("/api/threads", {"created_at": 1_715_000_000}, f"created_at: {A_TIME}"),
    "seconds in a text": ("/api/threads", {"created_at": "1715000000.5"}, f"created_at: {A_TIME}"),
    "a year for a time": ("/api/threads/t/search", {"query": "x", "filters": {"after": "2024"}}, f"filters.after: {A_TIME}"),
}


@pytest.mark.parametrize(("path", "body", "sentence"), WRONG_TYPES.values(), ids=WRONG_TYPES)
async def test_nothing_is_taken_for_what_it_is_not(api: httpx.AsyncClient, path: str, body: object, sentence: str) -> None:
    await thread(api)

    refused = check_problem(await api.post(path, json=body), 422, "invalid_request")

    assert refused["detail"] == sentence
    assert (await api.get("/api/threads/t/messages")).json()["messages"] == []


async def test_half_a_letter_is_no_word(api: httpx.AsyncClient) -> None:
    await thread(api)
    body, headers = b'{"query": "x", "mode": "\\ud800"}', {"Content-Type": "application/json"}

    refused = check_problem(await api.post("/api/threads/t/search", content=body, headers=headers), 422, "invalid_request")

    assert refused["detail"] == "mode: a text is wanted"


async def test_a_whole_number_is_a_share_and_a_date_a_time(api: httpx.AsyncClient) -> None:
    await thread(api)

    found = await api.post("/api/threads/t/search", json={"query": "x", "threshold": 1, "filters": {"after": "2024-05-08"}})

    assert found.status_code == 200


async def test_an_address_has_only_texts(api: httpx.AsyncClient) -> None:
    assert (await api.get("/api/threads?limit=3&archived=true")).status_code == 200


IMPOSSIBLE: dict[str, tuple[str, object, str]] = {
    "a level below all": ("/api/threads/t/search", {"query": "x", "filters": {"level": -3}}, "filters.level: at least 0"),
    "a level beyond all": ("/api/threads/t/search", {"query": "x", "filters": {"level": 10**30}}, "filters.level: at most 1,000"),
    "an end before its beginning": (
        "/api/threads/t/search",
        {"query": "x", "filters": {"after": "2026-05-08T12:00:01Z", "before": "2026-05-08T14:00:00+02:00"}},
        "filters: `after` is later than `before`, so nothing could be found",
    ),
    "a blank message": ("/api/threads/t/messages", [{"role": "user", "content": " \n"}], "0.content: a message needs some text"),
    "an empty one": ("/api/threads/t/messages", [{"role": "user", "content": ""}], "0.content: a message needs some text"),
    "said before computers": (
        "/api/threads/t/messages",
        [{"role": "user", "content": "x", "created_at": "0001-01-01T00:00:00Z"}],
        "0.created_at: a time of the years 1970 to 2200 is wanted",
    ),
    "said in a far future": (
        "/api/threads/t/messages",
        [{"role": "user", "content": "x", "created_at": "2999-01-01T00:00:00Z"}],
        "0.created_at: a time of the years 1970 to 2200 is wanted",
    ),
    "a thread of a far future": (
        "/api/threads",
        {"created_at": "2201-01-01T00:00:00Z"},
        "created_at: a time of the years 1970 to 2200 is wanted",
    ),
}


@pytest.mark.parametrize(("path", "body", "sentence"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
async def test_what_cannot_be_meant_is_refused(api: httpx.AsyncClient, path: str, body: object, sentence: str) -> None:
    await thread(api)

    refused = check_problem(await api.post(path, json=body), 422, "invalid_request")

    assert refused["detail"] == sentence


async def test_a_message_is_not_edited_into_nothing(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=[{"id": "m", "role": "user", "content": "x"}])

    for content in ("", " "):
        refused = check_problem(await api.patch("/api/threads/t/messages/m", json={"content": content}), 422, "invalid_request")
        assert refused["detail"] == "A message needs some text; delete it instead."


async def test_the_first_and_the_last_moment_and_a_moment_by_itself_are_taken(api: httpx.AsyncClient) -> None:
    await thread(api)
    times = ("1970-01-01T00:00:00Z", "2200-12-31T23:59:59Z")
    moment = {"level": 0, "after": "2026-05-08T12:00:00Z", "before": "2026-05-08T12:00:00Z"}

    said = await api.post("/api/threads/t/messages", json=[{"role": "user", "content": "x", "created_at": at} for at in times])
    found = await api.post("/api/threads/t/search", json={"query": "x", "filters": moment})

    assert (said.status_code, found.status_code) == (201, 200)


OTHER_KINDS: dict[str, tuple[str, dict[str, str], str]] = {
    "a form": (
        "/api/threads/t/ask",
        {"Content-Type": "application/x-www-form-urlencoded"},
        "this came as `application/x-www-form-urlencoded`",
    ),
    "where none has to be": ("/api/threads", {"Content-Type": "text/plain"}, "this came as `text/plain`"),
    "where a list is wanted": ("/api/threads/t/messages", {}, "this came without one"),
}


@pytest.mark.parametrize(("path", "headers", "came"), OTHER_KINDS.values(), ids=OTHER_KINDS)
async def test_a_body_that_does_not_say_it_is_json_is_told_so(
    api: httpx.AsyncClient, path: str, headers: dict[str, str], came: str
) -> None:
    await thread(api)

    refused = check_problem(await api.post(path, content=b'{"question": "Why?"}', headers=headers), 415, "not_json")

    assert refused["detail"] == f"Send JSON with the header `Content-Type: application/json`; {came}."


async def test_openais_clients_are_told_so_in_their_shape(api: httpx.AsyncClient) -> None:
    answer = await api.post("/v1/chat/completions", data={"messages": "Why?"})

    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not_json")


async def test_json_of_a_kind_of_its_own_is_json(api: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/merge-patch+json; charset=utf-8"}
    await thread(api)

    changed = await api.patch("/api/threads/t", content=b'{"name": "Lisbon"}', headers=headers)

    assert changed.json()["name"] == "Lisbon"
