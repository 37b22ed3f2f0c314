from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.types import Message, Scope

from tests.api.conftest import House, check_problem, house, thread, upload

MEGABYTE = b"x" * 1_000_000


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:80:80", "localhost/x", "[::1"])
@pytest.mark.parametrize("path", ["/", "/api/threads", "/health", "/project/file"])
async def test_a_foreign_host_name_is_refused_everywhere(api: httpx.AsyncClient, host: str, path: str) -> None:
    check_problem(await api.get(path, headers={"Host": host}), 400, "bad_request")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "127.0.0.1", "localhost:9000", "LOCALHOST"])
async def test_our_own_host_names_pass(api: httpx.AsyncClient, host: str) -> None:
    assert (await api.get("/health/live", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("path", ["/api/threads", "/api/mcp", "/api/threads/t/documents"])
async def test_a_compressed_body_is_said_to_be_that(api: httpx.AsyncClient, path: str) -> None:
    body, headers = gzip.compress(b'{"name": "Pumps"}'), {"Content-Encoding": "gzip", "Content-Type": "application/json"}

    refused = check_problem(await api.post(path, content=body, headers=headers), 400, "bad_request")

    assert "Content-Encoding" in refused["detail"]


FOREIGN = ["http://evil.example", "http://127.0.0.1:8001", "null", "http://127.0.0.1:8000.evil.example", "file://", "http://["]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("path", ["/api/threads", "/project/file", "/login"])
async def test_a_foreign_page_may_not_write(api: httpx.AsyncClient, origin: str, path: str) -> None:
    check_problem(await api.post(path, headers={"Origin": origin}), 403, "forbidden")


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_foreign_page_may_not_poll_the_socket(api: httpx.AsyncClient, origin: str) -> None:
    check_problem(await api.get("/ws/socket.io/?transport=polling", headers={"Origin": origin}), 403, "forbidden")


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:8000", "https://app.example", "HTTPS://APP.EXAMPLE"])
async def test_our_own_pages_those_of_the_settings_and_programs_may_write(
    engine: AsyncEngine, tmp_path: Path, origin: str | None
) -> None:
    async with house(engine, tmp_path, origins="https://app.example/, https://other.example") as built, built.client() as api:
        answer = await api.post("/api/threads", headers={"Origin": origin} if origin else {})

    assert answer.status_code == 201


async def handshake(built: House, **headers: str) -> list[Message]:
    """Return what the server sends to a socket that asks to open."""
    given = {"host": "127.0.0.1:8000", **headers}
    scope: Scope = {
        "type": "websocket",
        "path": "/ws/socket.io",
        "raw_path": b"/ws/socket.io",
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "subprotocols": [],
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        said.append(message)

    await built.server(scope, receive, send)
    return said


async def test_a_foreign_page_may_not_open_the_socket(home: House) -> None:
    [refused] = await handshake(home, origin="http://evil.example")

    assert (refused["type"], refused["code"]) == ("websocket.close", 1008)


async def test_a_foreign_host_may_not_open_the_socket(home: House) -> None:
    [refused] = await handshake(home, host="evil.example", origin="http://evil.example")

    assert refused["type"] == "websocket.close"


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8000", None])
async def test_our_own_page_and_programs_open_the_socket(home: House, origin: str | None) -> None:
    said = await handshake(home, **({"origin": origin} if origin else {}))

    assert said[0]["type"] == "websocket.accept"


class Body:
    """A request body of megabytes that counts how many of them were read."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.taken = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self.taken < self.megabytes:
            self.taken += 1
            yield MEGABYTE


LARGE = {
    "json": ("/api/threads", 40, 10),
    "files of an upload": ("/api/threads/t/documents", 40, 4),
    "files of a thread with slashes": ("/api/threads/a/b/documents", 40, 4),
    "files of a library": ("/api/libraries/l/documents", 40, 4),
    "files that the page of libraries sends": ("/libraries/documents", 40, 4),
    "a file of the web chat": ("/project/file", 40, 2),
    "another address of the web chat": ("/login", 40, 10),
}


@pytest.mark.parametrize(("path", "megabytes", "allowed"), LARGE.values(), ids=LARGE)
async def test_a_body_that_says_that_it_is_too_large_is_refused_unread(
    api: httpx.AsyncClient, path: str, megabytes: int, allowed: int
) -> None:
    body = Body(megabytes)

    answer = await api.post(path, content=body, headers={"Content-Length": str(megabytes * len(MEGABYTE))})

    assert f"{allowed} MB" in check_problem(answer, 413, "body_too_large")["detail"]
    assert body.taken == 0


@pytest.mark.parametrize(
    ("path", "megabytes", "allowed"), [LARGE["json"], LARGE["files of an upload"], LARGE["a file of the web chat"]]
)
async def test_a_body_that_does_not_say_its_size_is_cut_off_at_the_limit(
    api: httpx.AsyncClient, path: str, megabytes: int, allowed: int
) -> None:
    await thread(api)
    body = Body(megabytes)
    headers = {"Content-Type": "multipart/form-data; boundary=b" if "documents" in path else "application/json"}
    start = b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n' if "documents" in path else b""

    async def content() -> AsyncIterator[bytes]:
        yield start
        async for each in body:
            yield each

    answer = await api.post(path, content=content(), headers=headers)

    check_problem(answer, 413, "body_too_large")
    assert body.taken <= allowed + 1


@pytest.mark.parametrize("length", [b"-1", b"1e9", b"x", "²".encode()])
async def test_a_length_that_is_no_number_is_refused(api: httpx.AsyncClient, length: bytes) -> None:
    answer = await api.post("/api/threads", content=b"{}", headers=[(b"Content-Length", length)])

    check_problem(answer, 400, "bad_request")


async def test_what_fits_passes_to_the_web_chat(api: httpx.AsyncClient) -> None:
    assert (await api.post("/project/file", content=MEGABYTE)).text == "took 1000000 bytes"
    assert (await api.get("/thread/anything")).text == "the web chat"


@pytest.mark.parametrize("path", ["/", "/health", "/api/threads", "/api/nothing", "/api/docs"])
async def test_every_answer_carries_the_security_headers(api: httpx.AsyncClient, path: str) -> None:
    headers = (await api.get(path)).headers

    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


async def test_a_refusal_carries_the_security_headers_and_ends_the_connection(api: httpx.AsyncClient) -> None:
    headers = (await api.get("/", headers={"Host": "evil.example"})).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["connection"] == "close"


async def test_what_is_personal_is_not_cached(api: httpx.AsyncClient) -> None:
    await thread(api)
    [document] = await upload(api, "t", ("a.txt", b"The ferry leaves at noon."))

    for path in ("/api/threads", f"/api/threads/t/documents/{document['id']}/file"):
        assert (await api.get(path)).headers["cache-control"] == "private, no-store"
