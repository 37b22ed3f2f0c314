from __future__ import annotations

import base64
import json

import httpx
import pytest

from chat import errors
from chat.api.problems import STATUS, problem
from chat.domain import Health
from chat.errors import ThreadwiseError, kind_of
from tests.api.conftest import House, Json, check_problem, thread
from tests.fakes import PanicException

UNKNOWN = [
    ("GET", "/api/nothing"),
    ("GET", "/api/"),
    ("POST", "/api/threads/"),
    ("GET", "/api/threads/none"),
    ("PATCH", "/api/threads/none"),
    ("DELETE", "/api/threads/none"),
    ("GET", "/api/threads/none/messages"),
    ("POST", "/api/threads/none/messages"),
    ("PATCH", "/api/threads/none/messages/m"),
    ("DELETE", "/api/threads/none/messages/m"),
    ("POST", "/api/threads/none/documents"),
    ("GET", "/api/threads/none/documents"),
    ("GET", "/api/threads/none/documents/d"),
    ("DELETE", "/api/threads/none/documents/d"),
    ("GET", "/api/threads/none/documents/d/text"),
    ("GET", "/api/threads/none/documents/d/structure"),
    ("GET", "/api/threads/none/documents/d/chunks"),
    ("GET", "/api/threads/none/documents/d/file"),
    ("GET", "/api/threads/none/documents/d/sections/s"),
    ("POST", "/api/threads/none/search"),
    ("POST", "/api/threads/none/ask"),
    ("POST", "/api/threads/none/ask/stream"),
    ("GET", "/api/jobs/none"),
    ("GET", "/api/threads/a%20b"),
    ("GET", "/api/threads/%00"),
    ("GET", "/api/threads/%ff%fe"),
    ("GET", "/api/threads/" + "a" * 200),
]
BODIES: dict[tuple[str, str], object] = {
    ("PATCH", ""): {"name": "x"},
    ("POST", "/messages"): [{"role": "user", "content": "x"}],
    ("PATCH", "/messages/m"): {"content": "x"},
    ("POST", "/search"): {"query": "x"},
    ("POST", "/ask"): {"question": "x"},
    ("POST", "/ask/stream"): {"question": "x"},
}


def body_for(method: str, path: str) -> object:
    """Return a valid body for a route, about the thread `none`."""
    return BODIES.get((method, path.removeprefix("/api/threads/none")))


@pytest.mark.parametrize(("method", "path"), UNKNOWN)
async def test_what_does_not_exist_is_a_problem_and_never_the_web_page(api: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await api.request(method, path, json=body_for(method, path))

    check_problem(answer, 404, "not_found")


@pytest.mark.parametrize("path", ["/api/threads/t/messages/none", "/api/threads/t/documents/none"])
async def test_what_a_thread_does_not_hold_is_not_found(api: httpx.AsyncClient, path: str) -> None:
    await thread(api)

    check_problem(await api.delete(path), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/api/threads"), ("POST", "/api/threads/t"), ("GET", "/api/threads/t/ask"), ("POST", "/api/jobs/j")],
)
async def test_a_method_that_an_address_does_not_take_is_named(api: httpx.AsyncClient, method: str, path: str) -> None:
    answer = await api.request(method, path)

    check_problem(answer, 405, "method_not_allowed")
    assert answer.headers["allow"]


ALLOWED = {
    "several": ("PUT", "/api/threads", "GET, POST, HEAD"),
    "a thread": ("POST", "/api/threads/a/b", "GET, PATCH, DELETE, HEAD"),
    "none to read": ("HEAD", "/api/threads/t/ask", "POST"),
    "of OpenAI's": ("DELETE", "/v1/models", "GET, HEAD"),
}


@pytest.mark.parametrize(("method", "path", "methods"), ALLOWED.values(), ids=ALLOWED)
async def test_all_methods_that_an_address_takes_are_named(api: httpx.AsyncClient, method: str, path: str, methods: str) -> None:
    answer = await api.request(method, path)

    assert (answer.status_code, answer.headers["allow"]) == (405, methods)


NO_JSON = {
    "broken": b'{"name": ',
    "not UTF-8": b'{"name": "\xff"}',
    "nested without end": b"[" * 200_000,
    "a number without end": b'{"id": ' + b"9" * 5_000 + b"}",
}


@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
async def test_json_that_is_none_is_a_bad_request_that_says_why(api: httpx.AsyncClient, body: bytes) -> None:
    answer = await api.post("/api/threads", content=body, headers={"Content-Type": "application/json"})

    check_problem(answer, 400, "bad_request")
    assert answer.json()["detail"].startswith("The body is not valid JSON: ")


WRONG_TYPES: dict[str, tuple[str, object]] = {
    "a list for a thread": ("/api/threads", []),
    "a text for a thread": ("/api/threads", "t"),
    "a number for a name": ("/api/threads", {"name": 7}),
    "a name without end": ("/api/threads", {"name": "x" * 1_001}),
    "a time that is none": ("/api/threads", {"created_at": "noon"}),
    "one message instead of a list": ("/api/threads/t/messages", {"role": "user", "content": "x"}),
    "no message": ("/api/threads/t/messages", []),
    "a message without words": ("/api/threads/t/messages", [{"role": "user", "content": ""}]),
    "a message of NUL": ("/api/threads/t/messages", [{"role": "user", "content": "\0"}]),
}


@pytest.mark.parametrize(("path", "body"), WRONG_TYPES.values(), ids=WRONG_TYPES)
async def test_a_wrong_type_is_an_invalid_request(api: httpx.AsyncClient, path: str, body: object) -> None:
    await thread(api)

    check_problem(await api.post(path, json=body), 422, "invalid_request")


SAID = {
    "a name without end": ("/api/threads", {"name": "x" * 1_001}, "name: at most 1,000 characters"),
    "an id that is none": (
        "/api/threads",
        {"id": "a b"},
        "id: an id has 1 to 128 letters, digits or the characters . _ - / : and no dot segments",
    ),
    "no object": ("/api/threads", [], "body: an object with fields is wanted"),
    "nothing to look for": ("/api/threads/t/search", {}, "query: it is missing"),
    "two at once": (
        "/api/threads/t/search",
        {"query": "x", "top_k": 0, "mode": "magic"},
        "top_k: at least 1; mode: 'hybrid', 'dense' or 'keyword' is wanted",
    ),
}


@pytest.mark.parametrize(("path", "body", "detail"), SAID.values(), ids=SAID)
async def test_what_is_wrong_with_a_body_is_said_in_plain_words(
    api: httpx.AsyncClient, path: str, body: object, detail: str
) -> None:
    await thread(api)

    assert check_problem(await api.post(path, json=body), 422, "invalid_request")["detail"] == detail


async def test_and_what_is_wrong_in_an_address(api: httpx.AsyncClient) -> None:
    found = check_problem(await api.get("/api/threads?limit=201"), 422, "invalid_request")

    assert (found["detail"], found["errors"]) == ("limit: at most 200", [{"field": "limit", "detail": "at most 200"}])


async def test_settings_too_deep_or_beyond_json_are_refused(api: httpx.AsyncClient) -> None:
    await thread(api)
    deep: dict[str, object] = {}
    for _ in range(30):
        deep = {"d": deep}
    infinite = b'{"settings": {"n": Infinity}}'

    check_problem(await api.patch("/api/threads/t", json={"settings": deep}), 422, "invalid_request")
    answer = await api.patch("/api/threads/t", content=infinite, headers={"Content-Type": "application/json"})
    check_problem(answer, 422, "invalid_request")


def cursor(json: str) -> str:
    return f"cursor={base64.urlsafe_b64encode(json.encode()).decode()}"


BAD_PAGES = {
    "none on it": "limit=0",
    "too many": "limit=201",
    "no number": "limit=x",
    "no base64": "cursor=zz",
    "no UTF-8": "cursor=%ff",
    "numbers": cursor("[1, 2]"),
    "a truth": cursor('[true, ""]'),
    "a list in it": cursor('[[], ""]'),
    "no list": cursor('{"key": 1}'),
    "NUL": cursor('["\\u0000", ""]'),
    "half a letter": cursor('["\\ud800", "\\udfff"]'),
    "deep": cursor("[" * 740),
    "too long": "cursor=" + "x" * 1_001,
}


@pytest.mark.parametrize("path", ["threads", "libraries", "threads/t/messages", "threads/t/documents", "libraries/l/documents"])
@pytest.mark.parametrize("query", BAD_PAGES.values(), ids=BAD_PAGES)
async def test_a_bad_page_is_an_invalid_request(api: httpx.AsyncClient, path: str, query: str) -> None:
    await thread(api)
    await api.post("/api/libraries", json={"id": "l", "name": "Manuals"})

    check_problem(await api.get(f"/api/{path}?{query}"), 422, "invalid_request")


@pytest.mark.parametrize("path", ["threads", "threads/t/messages", "threads/t/documents", "libraries/l/documents"])
@pytest.mark.parametrize("key", ['"noon"', '"0001-01-01T00:00:00+14:00"', "-1", "1e3", str(10**40)])
async def test_a_cursor_of_another_list_is_an_invalid_request(api: httpx.AsyncClient, path: str, key: str) -> None:
    await thread(api)
    await api.post("/api/libraries", json={"id": "l", "name": "Manuals"})

    written = cursor(f'[{key}, "x"]')

    check_problem(await api.get(f"/api/{path}?{written}"), 422, "invalid_request")


@pytest.mark.parametrize(
    ("path", "name"), [("threads", "threads"), ("libraries", "libraries"), ("threads/t/messages", "messages")]
)
async def test_pages_of_one_are_the_whole_list(api: httpx.AsyncClient, path: str, name: str) -> None:
    for at in range(3):
        await thread(api, "t" if at == 0 else f"t{at}")
        await api.post("/api/libraries", json={"name": f"Manuals {at}"})
        await api.post("/api/threads/t/messages", json=[{"role": "user", "content": str(at)}])
    whole = (await api.get(f"/api/{path}?limit=200")).json()

    shown: list[Json] = []
    following: Json = ""
    while following is not None:
        page = (await api.get(f"/api/{path}", params={"limit": 1, **({"cursor": following} if following else {})})).json()
        shown += page[name]
        following = page["next_cursor"]

    assert (len(shown), whole["next_cursor"]) == (3, None)
    assert shown == whole[name]


@pytest.mark.parametrize("unexpected", [RuntimeError, PanicException])
async def test_what_nobody_expected_is_told_by_a_reference_only(
    home: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, unexpected: type[BaseException]
) -> None:
    async def broken(*_: object) -> None:
        raise unexpected("secret inner detail")

    monkeypatch.setattr(home.application.assistant, "thread", broken)
    async with home.client() as client:
        shape = check_problem(await client.get("/api/threads/t"), 500, "internal")

    reference = shape["detail"].partition("reference ")[2].rstrip(").")
    assert "secret" not in json.dumps(shape)
    assert reference in caplog.text


async def test_a_part_that_is_away_is_503_with_a_time_to_try_again(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise errors.StorageFailed("The disk is full.")

    monkeypatch.setattr(home.application.assistant, "thread", away)
    async with home.client() as client:
        answer = await client.get("/api/threads/t")

    assert check_problem(answer, 503, "storage_failed")["detail"] == "The disk is full."
    assert answer.headers["retry-after"]


def kinds(kind: type[ThreadwiseError] = ThreadwiseError) -> list[type[ThreadwiseError]]:
    return [kind] + [below for each in kind.__subclasses__() for below in kinds(each)]


@pytest.mark.parametrize("kind", kinds())
def test_every_error_has_a_code_of_its_own_a_status_and_a_line_in_the_tree(kind: type[ThreadwiseError]) -> None:
    assert kind_of(kind.code) is kind
    assert problem(kind, "x")["status"] in STATUS.values()
    assert kind.__name__ in (errors.__doc__ or "")


HEALTH = {
    "all well": ({"database": True, "vectors": True}, 200, "ok"),
    "one part ill": ({"database": True, "vectors": False}, 200, "degraded"),
    "no database": ({"database": False, "vectors": True}, 503, "down"),
}


@pytest.mark.parametrize(("parts", "status", "word"), HEALTH.values(), ids=HEALTH)
async def test_health_is_503_only_without_the_database(home: House, parts: dict[str, bool], status: int, word: str) -> None:
    home.application.checks = {name: Health(ok, {"kind": name}) for name, ok in parts.items()}
    async with home.client() as client:
        answer = await client.get("/health")
        metrics = (await client.get("/metrics")).text

    assert answer.status_code == status
    assert answer.json().keys() == {"status", "version", "checks"}
    assert answer.json()["status"] == word
    assert answer.json()["checks"]["database"] == {"ok": parts["database"], "kind": "database"}
    assert f'threadwise_up{{part="vectors"}} {int(parts["vectors"])}' in metrics


async def test_liveness_needs_no_part_and_no_key(office: House) -> None:
    office.application.checks = {}
    async with office.client() as client:
        assert (await client.get("/health/live")).json() == {"status": "ok"}
        assert (await client.get("/health")).status_code == 503
