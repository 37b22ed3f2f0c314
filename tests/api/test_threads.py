from __future__ import annotations

from uuid import UUID

import httpx
import pytest

from tests.api.conftest import Json, check_problem, thread

THREAD_FIELDS = {"id", "name", "created_at", "updated_at", "settings", "pinned", "archived", "incognito", "shared_at"}
MESSAGE_FIELDS = {"id", "role", "content", "author", "created_at", "interrupted"}
RECEIPT_FIELDS = {"messages", "documents", "chunks", "vectors", "keyword_rows", "files", "cache_entries"}
CLARA = {"id": "D1/3", "role": "user", "content": "My sister Clara lives in Lisbon.", "author": "Dora"}


async def test_a_thread_is_made_with_a_uuid_when_nothing_is_given(api: httpx.AsyncClient) -> None:
    answer = await api.post("/api/threads")

    assert answer.status_code == 201
    shape = answer.json()
    assert shape.keys() == THREAD_FIELDS
    assert str(UUID(shape["id"])) == shape["id"]
    assert (shape["name"], shape["settings"]) == (None, {})
    assert shape["created_at"].endswith("Z")


async def test_a_thread_takes_the_callers_id_name_and_time(api: httpx.AsyncClient) -> None:
    new = {"id": "conv-26/D1:1", "name": "Lisbon", "created_at": "2024-05-08T14:00:00+02:00"}

    made = (await api.post("/api/threads", json=new)).json()

    assert (made["id"], made["name"], made["created_at"]) == ("conv-26/D1:1", "Lisbon", "2024-05-08T12:00:00Z")
    assert (await api.get("/api/threads/conv-26/D1:1")).json() == made


async def test_a_thread_id_is_taken_once(api: httpx.AsyncClient) -> None:
    await thread(api, "t")

    check_problem(await api.post("/api/threads", json={"id": "t"}), 409, "conflict")


async def test_a_thread_is_renamed_and_its_settings_kept(api: httpx.AsyncClient) -> None:
    await thread(api)

    changed = await api.patch("/api/threads/t", json={"name": "Lisbon", "settings": {"memory": False, "documents": True}})

    assert changed.status_code == 200
    assert changed.json().keys() == THREAD_FIELDS
    found = (await api.get("/api/threads/t")).json()
    assert (found["name"], found["settings"]) == ("Lisbon", {"memory": False, "documents": True})


async def test_a_setting_is_changed_by_itself_and_null_puts_it_back(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.patch("/api/threads/t", json={"settings": {"memory": False, "other_threads": True}})

    changed = await api.patch("/api/threads/t", json={"settings": {"memory": None, "documents": False}})

    assert changed.json()["settings"] == {"other_threads": True, "documents": False}


WRONG_SETTINGS: list[Json] = [
    {"depth": 3},
    {"documents": "yes"},
    {"documents": 1},
    {"memory": [True]},
    {"other_threads": {"id": "t"}},
    {"libraries": "manuals"},
    {"libraries": [1]},
    {"libraries": ["unknown"]},
    {"libraries": ["t"]},
    {"libraries": ["x"] * 21},
    {"model": "nobody"},
    {"memory": False, "elsewhere": ["t"]},
]


@pytest.mark.parametrize("settings", WRONG_SETTINGS, ids=str)
async def test_an_unknown_setting_or_a_wrong_type_is_refused_and_nothing_changes(api: httpx.AsyncClient, settings: Json) -> None:
    await thread(api)

    check_problem(await api.patch("/api/threads/t", json={"name": "new", "settings": settings}), 422, "invalid_request")

    found = (await api.get("/api/threads/t")).json()
    assert (found["name"], found["settings"]) == (None, {})


async def test_a_thread_is_made_with_settings(api: httpx.AsyncClient) -> None:
    made = await api.post("/api/threads", json={"id": "t", "settings": {"memory": False, "half_life_days": 3, "documents": None}})

    assert made.status_code == 201
    assert made.json()["settings"] == {"memory": False, "half_life_days": 3}
    assert (await api.get("/api/threads/t")).json() == made.json()


@pytest.mark.parametrize("settings", WRONG_SETTINGS, ids=str)
async def test_with_wrong_settings_no_thread_is_made_and_the_words_are_those_of_a_change(
    api: httpx.AsyncClient, settings: Json
) -> None:
    await thread(api, "other")
    change = await api.patch("/api/threads/other", json={"settings": settings})

    refused = await api.post("/api/threads", json={"id": "t", "settings": settings})

    check_problem(refused, 422, "invalid_request")
    assert refused.json() == change.json()
    check_problem(await api.get("/api/threads/t"), 404, "not_found")


async def test_threads_are_listed_page_by_page_each_once(api: httpx.AsyncClient) -> None:
    for number in range(5):
        await thread(api, f"t{number}")

    seen, cursor, pages = [], None, 0
    while pages == 0 or cursor:
        page = (await api.get("/api/threads", params={"limit": 2, **({"cursor": cursor} if cursor else {})})).json()
        assert page.keys() == {"threads", "next_cursor"}
        seen += [each["id"] for each in page["threads"]]
        cursor, pages = page["next_cursor"], pages + 1

    assert sorted(seen) == ["t0", "t1", "t2", "t3", "t4"]
    assert pages == 3


NAMES: dict[str, tuple[str | None, list[tuple[str, str]], str | None]] = {
    "after the first of the user": (
        None,
        [("assistant", "Hello."), ("user", "My sister  lives in Lisbon."), ("user", "Bye.")],
        "My sister lives in Lisbon.",
    ),
    "after nothing of ours": (None, [("assistant", "Hello.")], None),
    "as the caller says": ("Lisbon", [("user", "My sister lives in Lisbon.")], "Lisbon"),
}


@pytest.mark.parametrize(("given", "said", "name"), NAMES.values(), ids=NAMES)
async def test_a_thread_without_a_name_is_called_after_the_first_message_of_the_user(
    api: httpx.AsyncClient, given: str | None, said: list[tuple[str, str]], name: str | None
) -> None:
    await api.post("/api/threads", json={"id": "t", "name": given})

    await api.post("/api/threads/t/messages", json=[{"role": role, "content": content} for role, content in said])
    named = (await api.get("/api/threads/t")).json()["name"]
    await api.post("/api/threads/t/messages", json=[{"role": "user", "content": "Where is it?"}])

    assert named == name
    assert (await api.get("/api/threads/t")).json()["name"] == (name or "Where is it?")


async def test_and_so_no_more_when_that_message_is_deleted(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=[CLARA])

    await api.delete("/api/threads/t/messages/D1%2F3")

    assert (await api.get("/api/threads/t")).json()["name"] is None


async def test_threads_are_searched_by_name_and_by_what_was_said(api: httpx.AsyncClient) -> None:
    await api.post("/api/threads", json={"id": "named", "name": "Lisbon"})
    await thread(api, "said")
    await api.post("/api/threads/said/messages", json=[CLARA])
    await thread(api, "other")

    found = (await api.get("/api/threads", params={"query": "lisbon"})).json()["threads"]

    assert sorted(each["id"] for each in found) == ["named", "said"]


async def test_messages_are_stored_and_listed_in_their_order(api: httpx.AsyncClient) -> None:
    await thread(api)
    more = {"role": "assistant", "content": "Noted.", "created_at": "2024-05-08T12:00:00Z"}

    stored = await api.post("/api/threads/t/messages", json=[CLARA, more])

    assert stored.status_code == 201
    first, second = stored.json()["messages"]
    assert first.keys() == MESSAGE_FIELDS
    assert {name: first[name] for name in CLARA} == CLARA
    assert str(UUID(second["id"])) == second["id"]
    assert second["created_at"] == "2024-05-08T12:00:00Z"
    assert (await api.get("/api/threads/t/messages")).json() == {"messages": [first, second], "next_cursor": None}


async def test_messages_are_listed_page_by_page(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=[{"role": "user", "content": f"Turn {n}."} for n in range(3)])

    first = (await api.get("/api/threads/t/messages", params={"limit": 2})).json()
    second = (await api.get("/api/threads/t/messages", params={"limit": 2, "cursor": first["next_cursor"]})).json()

    assert [each["content"] for each in first["messages"] + second["messages"]] == ["Turn 0.", "Turn 1.", "Turn 2."]
    assert second["next_cursor"] is None


async def test_a_thousand_messages_are_taken_at_once_and_no_more(api: httpx.AsyncClient) -> None:
    await thread(api)
    turn = {"role": "user", "content": "Again."}

    check_problem(await api.post("/api/threads/t/messages", json=[turn] * 1_001), 422, "invalid_request")
    assert (await api.post("/api/threads/t/messages", json=[turn] * 1_000)).status_code == 201


async def test_one_bad_message_keeps_all_of_them_out(api: httpx.AsyncClient) -> None:
    await thread(api)

    refused = await api.post("/api/threads/t/messages", json=[CLARA, {"role": "system", "content": "x"}])

    assert check_problem(refused, 422, "invalid_request")["errors"][0]["field"] == "1.role"
    assert (await api.get("/api/threads/t/messages")).json()["messages"] == []


async def test_a_message_id_is_taken_once_in_its_thread(api: httpx.AsyncClient) -> None:
    await thread(api, "t")
    await thread(api, "u")
    await api.post("/api/threads/t/messages", json=[CLARA])

    refused = check_problem(await api.post("/api/threads/t/messages", json=[CLARA]), 409, "conflict")

    assert refused["detail"] == f"None was added, because these ids are taken already or given twice: {CLARA['id']}."
    assert (await api.post("/api/threads/u/messages", json=[CLARA])).status_code == 201


async def test_an_edited_message_takes_what_followed_with_it(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=[CLARA, {"role": "assistant", "content": "Noted."}])

    edited = await api.patch("/api/threads/t/messages/D1/3", json={"content": "My sister Clara lives in Porto."})

    assert edited.status_code == 200
    assert edited.json()["deleted"].keys() == RECEIPT_FIELDS
    assert (edited.json()["deleted"]["messages"], edited.json()["verified"]) == (1, True)
    [left] = (await api.get("/api/threads/t/messages")).json()["messages"]
    assert left["content"] == "My sister Clara lives in Porto."


async def test_a_deleted_message_is_not_found_any_more(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=[CLARA])

    deleted = await api.delete("/api/threads/t/messages/D1%2F3")
    found = await api.post("/api/threads/t/search", json={"query": "Where does Clara live?"})

    assert deleted.status_code == 200
    assert deleted.json().keys() == {"deleted", "verified"}
    assert deleted.json()["deleted"].keys() == RECEIPT_FIELDS
    assert (deleted.json()["deleted"]["messages"], deleted.json()["verified"]) == (1, True)
    assert found.json()["passages"] == []
    check_problem(await api.delete("/api/threads/t/messages/D1%2F3"), 404, "not_found")


async def test_a_deleted_thread_leaves_a_receipt_and_nothing_else(api: httpx.AsyncClient) -> None:
    await thread(api)
    await api.post("/api/threads/t/messages", json=[CLARA])

    deleted = await api.delete("/api/threads/t")

    assert deleted.status_code == 200
    assert deleted.json()["deleted"].keys() == RECEIPT_FIELDS
    assert (deleted.json()["deleted"]["messages"], deleted.json()["verified"]) == (1, True)
    check_problem(await api.get("/api/threads/t"), 404, "not_found")
    assert (await api.get("/api/threads")).json()["threads"] == []


@pytest.mark.parametrize("written", ["conv-26/D1:1", "conv-26%2FD1:1", "conv-26%2fD1%3A1"])
async def test_an_id_with_slash_and_colon_is_found_however_it_is_written(api: httpx.AsyncClient, written: str) -> None:
    await thread(api, "conv-26/D1:1")
    await api.post(f"/api/threads/{written}/messages", json=[CLARA])

    assert (await api.get(f"/api/threads/{written}")).json()["id"] == "conv-26/D1:1"
    assert len((await api.get(f"/api/threads/{written}/messages")).json()["messages"]) == 1
    for message in ("D1/3", "D1%2F3"):
        edited = await api.patch(f"/api/threads/{written}/messages/{message}", json={"content": "Clara lives in Porto."})
        assert edited.status_code == 200


@pytest.mark.parametrize("id", ["", "a b", "ü", "a" * 129, "../x", "a/./b", "a\0b", "a%2Fb", 7])
async def test_an_odd_id_is_refused(api: httpx.AsyncClient, id: object) -> None:
    check_problem(await api.post("/api/threads", json={"id": id}), 422, "invalid_request")


async def test_nul_is_dropped_and_lone_surrogates_are_replaced(api: httpx.AsyncClient) -> None:
    body = b'{"id": "t", "name": "a\\u0000b\\ud800c"}'
    made = await api.post("/api/threads", content=body, headers={"Content-Type": "application/json"})
    renamed = body.replace(b'"id": "t", ', b"")
    changed = await api.patch("/api/threads/t", content=renamed, headers={"Content-Type": "application/json"})

    assert made.json()["name"] == "ab\ufffdc"
    assert changed.json()["name"] == "ab\ufffdc"


async def test_standing_instructions_are_listed_and_taken_back(api: httpx.AsyncClient) -> None:
    await thread(api)
    said = {"id": "m/1", "role": "user", "content": "From now on answer in French."}
    await api.post("/api/threads/t/messages", json=[said, {"role": "user", "content": "The gate is green."}])

    [held] = (await api.get("/api/threads/t/instructions")).json()["instructions"]
    gone = await api.delete(f"/api/threads/t/instructions/{held['id']}")

    assert held.keys() == {"id", "message", "text", "created_at"}
    assert (held["message"], held["text"]) == ("m/1", "From now on answer in French.")
    assert (gone.status_code, gone.json()) == (200, {"id": held["id"], "deleted": True})
    assert (await api.get("/api/threads/t/instructions")).json() == {"instructions": []}
    check_problem(await api.delete(f"/api/threads/t/instructions/{held['id']}"), 404, "not_found")


async def test_a_delete_with_undo_seconds_hides_the_thread_and_is_taken_back(api: httpx.AsyncClient) -> None:
    await thread(api, "a/b")

    deleted = await api.delete("/api/threads/a/b?undo_seconds=600")
    hidden = await api.get("/api/threads/a/b")
    restored = await api.post("/api/threads/a/b/restore")

    assert deleted.status_code == 200
    assert deleted.json()["undo_until"].endswith("Z")
    check_problem(hidden, 404, "not_found")
    assert restored.json()["id"] == "a/b"
    assert (await api.get("/api/threads/a/b")).status_code == 200
    check_problem(await api.post("/api/threads/a/b/restore"), 404, "not_found")


async def test_a_delete_without_undo_seconds_is_final(api: httpx.AsyncClient) -> None:
    await thread(api)

    receipt = await api.delete("/api/threads/t")

    assert receipt.json()["verified"]
    check_problem(await api.post("/api/threads/t/restore"), 404, "not_found")


async def test_an_incognito_thread_is_made_and_not_listed(api: httpx.AsyncClient) -> None:
    made = await api.post("/api/threads", json={"id": "i", "incognito": True})

    assert made.json()["incognito"]
    assert (await api.get("/api/threads")).json()["threads"] == []
    assert (await api.get("/api/threads/i")).json() == made.json()


async def test_pinned_threads_come_first_on_every_page(api: httpx.AsyncClient) -> None:
    for at in range(5):
        time = f"2026-01-0{at + 1}T00:00:00Z"
        await api.post("/api/threads", json={"id": f"t{at}", "created_at": time})
    for id in ("t1", "t0"):
        assert (await api.patch(f"/api/threads/{id}", json={"pinned": True})).json()["pinned"]

    listed: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        answer = (await api.get("/api/threads", params={"limit": 1} | ({"cursor": cursor} if cursor else {}))).json()
        listed += [each["id"] for each in answer["threads"]]
        cursor = answer["next_cursor"]
    unpinned = await api.patch("/api/threads/t1", json={"pinned": False})

    assert listed == ["t1", "t0", "t4", "t3", "t2"]
    assert not unpinned.json()["pinned"]


async def test_what_is_put_away_is_listed_by_itself(api: httpx.AsyncClient) -> None:
    await thread(api, "kept")
    await thread(api, "away")
    assert (await api.patch("/api/threads/away", json={"archived": True})).json()["archived"]

    listed = {}
    for archived in ("false", "true", "all"):
        found = (await api.get("/api/threads", params={"archived": archived})).json()["threads"]
        listed[archived] = sorted(each["id"] for each in found)

    assert listed == {"false": ["kept"], "true": ["away"], "all": ["away", "kept"]}
    assert (await api.get("/api/threads/away")).status_code == 200
    await api.patch("/api/threads/away", json={"archived": False})
    assert len((await api.get("/api/threads")).json()["threads"]) == 2
    check_problem(await api.get("/api/threads?archived=maybe"), 422, "invalid_request")
