"""Tests of requests that no browser sends, and of what uploaded text may make the server do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.accounts import PASSWORD
from tests.attacks.conftest import CANARY, SITE, Town
from tests.listening import listening
from tests.office_files import handbook_docx, unzipped, with_part
from tests.serving import serving
from tests.ui.client import person, tab

pytestmark = pytest.mark.asyncio(loop_scope="package")


@asynccontextmanager
async def somewhere() -> AsyncIterator[tuple[str, list[bytes]]]:
    """Yield a local address and the requests that were sent to it."""
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")

    async with listening(answer) as port:
        yield f"127.0.0.1:{port}", asked


async def test_no_address_in_a_file_or_a_question_is_fetched(bob: httpx.AsyncClient) -> None:
    async with somewhere() as (host, asked):
        url = f"http://{host}/x"
        page = f"<html><head><link rel=stylesheet href='{url}'><base href='{url}'></head><body><p>The gate is green.</p>"
        page += f"<img src='{url}'><iframe src='{url}'></iframe><object data='{url}'></object></body></html>"
        entity = f"<!DOCTYPE a [<!ENTITY x SYSTEM '{url}'>]><a>&x;</a>"
        files = {
            "page.html": page,
            "notes.md": f"The gate is green. ![a]({url})\n\n<{url}>\n\n[r]: {url}",
            "picture.svg": f"<svg xmlns='http://www.w3.org/2000/svg'><image href='{url}'/><text>Green gate</text></svg>",
            "entity.xml": entity,
            "mail.eml": f"From: a@b.c\r\nContent-Type: text/html\r\n\r\n{page}",
            "book.rst": f".. image:: {url}\n.. include:: {url}\n.. raw:: html\n   :url: {url}\n\nThe gate is green.\n",
        }
        sent = [("files", (name, text.encode())) for name, text in files.items()]
        sent.append(("files", ("letter.docx", _linking(url))))
        await bob.post("/api/threads", json={"id": "fetching"})
        taken = await bob.post("/api/threads/fetching/documents", files=sent)
        said = await bob.post("/api/threads/fetching/ask", json={"question": f"What does {url} say of the gate?"})

        assert (taken.status_code, said.status_code) == (201, 200)
        assert asked == []


def _linking(url: str) -> bytes:
    """Return a letter with a template and a picture at another address."""
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/{}"
    added = "".join(
        f'<Relationship Id="x{kind}" Type="{relation.format(kind)}" Target="{url}" TargetMode="External"/>'
        for kind in ("attachedTemplate", "image")
    )
    letter, place = handbook_docx(), "word/_rels/document.xml.rels"
    relations = unzipped(letter)[place].replace(b"</Relationships>", added.encode() + b"</Relationships>")
    return with_part(letter, place, relations)


async def test_a_file_of_somebody_else_is_sent_with_no_message(town: Town) -> None:
    async with person(town.server.address, "bob", PASSWORD) as page, tab(page) as opened:
        await opened.say("What is in the file?", files=[town.hers["file"]])
        await opened.ended()
        documents = (await page.get(f"/api/threads/{await opened.thread()}/documents")).json()["documents"]

        assert documents == []
        assert CANARY not in str(opened.events)


@pytest.mark.parametrize(
    "chosen",
    [
        {"collection": "alices"},
        {"thread": "alices"},
        {"thread_id": "alices"},
        {"where": {"thread": "alices"}},
        {"filters": {"thread": "alices"}},
        {"filters": {"document": {"$ne": "x"}}},
        {"filters": {"document": ["alices-document"]}},
        {"filters": {"document": "ALICES-DOCUMENT"}},
        {"filters": {"document": "alices-document"}},
        {"filters": {"document": "*"}},
    ],
    ids=str,
)
async def test_no_field_of_a_search_leads_out_of_the_thread(bob: httpx.AsyncClient, chosen: dict[str, object]) -> None:
    await bob.post("/api/threads", json={"id": "searching"})

    answer = await bob.post("/api/threads/searching/search", json={"query": "How long is the warranty of the pump?", **chosen})

    assert answer.status_code in (200, 422)
    assert CANARY not in answer.text


async def test_no_field_of_the_api_names_a_collection_or_holds_a_vector(bob: httpx.AsyncClient) -> None:
    described = (await bob.get("/api/openapi.json")).json()

    fields = {name for schema in described["components"]["schemas"].values() for name in schema.get("properties", {})}
    assert not {name for name in fields if any(word in name for word in ("collection", "vector", "embedding"))} - _COUNTS
    assert "text/csv" not in str(described)  # no export contains cells that a spreadsheet would execute


_COUNTS = {"vectors"}
"""Fields with the number of vectors, on receipts of deletes."""


async def test_a_range_of_ten_thousand_parts_is_answered_like_any_other(alice: httpx.AsyncClient) -> None:
    ranges = "bytes=" + ",".join(f"{start}-{start}" for start in range(10_000))
    for path in ("/public/threadwise.js", "/api/threads/alices/documents/alices-document/file"):
        answer = await alice.get(path, headers={"Range": ranges})
        assert answer.status_code in (200, 206, 400, 416, 431), answer.status_code
        assert len(answer.content) < 1_000_000


_BOUNDARY = "b" * 1_000_000


@pytest.mark.parametrize(
    ("boundary", "body"),
    [
        ("x", b"".join(b'--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\na\r\n' for _ in range(10_000))),
        ("x", b"".join(b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\na\r\n' for _ in range(10_000)) + b"--x--\r\n"),
        ("x", b'--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n' + b"X-A: b\r\n" * 10_000 + b"\r\na"),
        (_BOUNDARY, b"--" + _BOUNDARY.encode() + b"\r\n"),
        ("", b"--\r\n"),
    ],
    ids=["ten thousand files", "ten thousand fields", "ten thousand headers", "a boundary of a million letters", "no boundary"],
)
async def test_a_form_beyond_measure_is_refused_and_the_next_request_answered(
    bob: httpx.AsyncClient, boundary: str, body: bytes
) -> None:
    await bob.post("/api/threads", json={"id": "forms"})
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}

    try:
        status = (await bob.post("/api/threads/forms/documents", content=body, headers=headers)).status_code
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        status = 431  # the connection was closed at the headers
    assert 400 <= status < 500
    assert (await bob.get("/api/threads/forms")).status_code == 200


async def test_a_key_counts_only_where_keys_are_sent(town: Town) -> None:
    key = town.keys["alice"]
    async with town.program(None) as nobody:
        nobody.cookies.set("access_token", key)
        for headers, query in (({}, {}), ({"x-api-key": key}, {}), ({"X-Authorization": key}, {}), ({}, {"key": key})):
            answer = await nobody.get("/api/threads/alices", headers=headers, params={"api_key": key, **query})
            assert answer.status_code == 401


async def test_neither_the_log_nor_the_figures_hold_words_keys_or_tokens(town: Town, alice: httpx.AsyncClient) -> None:
    given = (await alice.post("/api/widget/token", json={"visitor": "vera", "origin": SITE})).json()
    await alice.post("/api/threads/alices/ask", json={"question": f"What of the {CANARY} pump?"})
    async with town.program("root") as root:
        figures = (await root.get("/metrics")).text

    log = "".join(town.server.log)
    secrets = (CANARY, *town.keys.values(), given["token"], town.suspended, PASSWORD, town.hers["token"])
    assert [each for each in secrets if each in log or each in figures] == []
    assert not any(name in figures for name in ("alices", "guide.md"))


async def test_nothing_of_the_server_listens_but_its_own_port(town: Town) -> None:
    """This includes the vector store's process, which has no port that others could reach."""
    listened = [port for process in _processes(town.server.id) for port in _ports(process)]

    assert listened == [int(town.server.address.rpartition(":")[2])]


def _processes(first: int) -> list[Path]:
    """Return a process and all of its descendants."""
    tasks = Path(f"/proc/{first}/task").glob("*/children")
    started = [int(child) for task in tasks for child in task.read_text().split()]
    return [Path(f"/proc/{first}"), *(each for child in started for each in _processes(child))]


def _ports(process: Path) -> list[int]:
    """Return the ports on which a process listens."""
    held = set[str]()
    try:
        for each in (process / "fd").iterdir():
            with suppress(OSError):  # closed in the meantime
                held.add(str(each.readlink()))
        lines = [line.split() for name in ("tcp", "tcp6") for line in (process / "net" / name).read_text().splitlines()[1:]]
    except OSError:
        return []
    return [int(line[1].rpartition(":")[2], 16) for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in held]


@pytest.mark.parametrize("origins", ["*", "null", "https://*.example.org", "https://app.example.org,*"])
async def test_no_server_starts_that_every_page_could_read(tmp_path: Path, origins: str) -> None:
    with pytest.raises(AssertionError, match="THREADWISE_ORIGINS") as ended:
        async with serving(tmp_path / "data", THREADWISE_AUTH="password", THREADWISE_ORIGINS=origins):
            pass

    assert "Traceback" not in str(ended.value)


async def test_an_answer_says_to_no_foreign_page_that_it_may_read_it(alice: httpx.AsyncClient) -> None:
    for path in ("/api/threads", "/project/settings", "/user", "/v1/models"):
        for method in ("GET", "OPTIONS"):
            headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"}
            answer = await alice.request(method, path, headers=headers)
            assert "access-control-allow-origin" not in answer.headers
