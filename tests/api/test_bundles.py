"""Tests of threads as files: export, import, and malformed bundles."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.errors import StorageFailed
from chat.settings import LimitSettings
from chat.threads.conversations.transcripts import Entry
from tests.api.conftest import GUIDE, House, Json, check_problem, thread, upload

QUESTION = "How long is the warranty of the pump?"
Change = Callable[[dict[str, bytes]], object]


async def furnished(api: httpx.AsyncClient) -> bytes:
    """Return the bundle of a thread with settings, two versions of a document, messages and answers."""
    await thread(api, "team/t")
    await api.patch("/api/threads/team%2Ft", json={"name": "Pumps", "settings": {"system_prompt": "Be brief."}})
    await upload(api, "team%2Ft", ("guide.md", GUIDE), document="a/guide")
    await upload(api, "team%2Ft", ("guide.md", GUIDE + b"\nThe hose is replaced every year.\n"), document="a/guide")
    said = [{"id": "D1/1", "role": "user", "content": "Our ferry to Bergen leaves at noon on Sundays.", "author": "Clara"}]
    assert (await api.post("/api/threads/team%2Ft/messages", json=said)).status_code == 201
    assert (await api.post("/api/threads/team%2Ft/ask", json={"question": QUESTION})).status_code == 200
    answer = await api.get("/api/threads/team%2Ft/export")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    return answer.content


def unpacked(bundle: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(bundle)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(files: dict[str, bytes], honest: bool = True) -> bytes:
    """Return a bundle of these files; if `honest`, its manifest is made to match them."""
    if honest:
        manifest = json.loads(files["manifest.json"])
        manifest["files"] = {
            name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
            for name, content in files.items()
            if name != "manifest.json"
        }
        files["manifest.json"] = json.dumps(manifest).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return out.getvalue()


async def sent(api: httpx.AsyncClient, content: bytes, **params: str) -> httpx.Response:
    return await api.post("/api/threads/import", content=content, params=params)


async def test_a_thread_comes_back_with_everything_and_is_recalled(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    bundle = await furnished(alice)
    before = (await alice.get("/api/threads/team%2Ft/messages")).json()["messages"]

    [made] = (await sent(bob, bundle)).json()["threads"]

    at = f"/api/threads/{made['id']}"
    assert made["id"] != "team/t"
    assert (made["name"], made["settings"], made["messages"]) == ("Pumps", {"system_prompt": "Be brief."}, 3)
    assert [(each["id"], each["status"], each["version"]) for each in made["documents"]] == [("a/guide", "updated", 2)]
    assert (await bob.get(f"{at}/messages")).json()["messages"] == before
    versions = (await bob.get(f"{at}/documents/a%2Fguide/versions")).json()["versions"]
    assert [version["number"] for version in versions] == [1, 2]
    assert (await bob.get(f"{at}/documents/a%2Fguide/file")).content.startswith(GUIDE)
    exported = await bob.get(f"{at}/messages/{before[-1]['id']}/export")
    assert "guide.md" in exported.text
    for query, words in (("When does the ferry to Bergen leave?", "noon"), (QUESTION, "24 months")):
        found = (await bob.post(f"{at}/search", json={"query": query})).json()["passages"]
        assert any(words in passage["text"] for passage in found)
    quoted = (await bob.post(f"{at}/search", json={"query": QUESTION, "sources": ["messages"], "threshold": 0})).json()
    assert before[-1]["id"] not in [passage["message"]["id"] for passage in quoted["passages"]]


async def test_a_bundle_names_every_file_with_its_hash_and_nothing_outside(api: httpx.AsyncClient) -> None:
    files = unpacked(await furnished(api))

    manifest = json.loads(files.pop("manifest.json"))

    assert (manifest["format"], manifest["version"]) == ("threadwise-thread", 1)
    assert manifest["files"] == {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)} for name, content in files.items()
    }
    assert sorted(files) == [
        "documents.json", "documents/0001-v1.md", "documents/0001-v2.md", "messages.jsonl", "thread.json",
    ]  # fmt: skip


async def test_it_may_be_sent_as_a_form_and_under_an_id_of_ones_own_once(api: httpx.AsyncClient) -> None:
    bundle = await furnished(api)

    form = await api.post("/api/threads/import?id=back/1", files={"file": ("t.zip", bundle, "application/zip")})
    again = await sent(api, bundle, id="back/1")
    empty = await api.post("/api/threads/import", files={"other": (None, "words")})

    assert (form.status_code, form.json()["threads"][0]["id"]) == (201, "back/1")
    check_problem(again, 409, "conflict")
    check_problem(empty, 422, "invalid_request")


async def test_nobody_exports_or_takes_the_place_of_another_s_thread(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    bundle = await furnished(alice)

    check_problem(await bob.get("/api/threads/team%2Ft/export"), 404, "not_found")
    check_problem(await sent(bob, bundle, id="team/t"), 409, "conflict")

    assert (await bob.get("/api/threads")).json()["threads"] == []
    assert len((await alice.get("/api/threads/team%2Ft/messages")).json()["messages"]) == 3


async def test_what_belongs_to_somebody_else_is_neither_attached_nor_cited(
    office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    files = unpacked(await furnished(alice))
    [library] = [(await alice.post("/api/libraries", json={"name": "Secret"})).json()["id"]]
    [own] = [(await bob.post("/api/libraries", json={"name": "Own"})).json()["id"]]
    files["thread.json"] = json.dumps({"name": "X", "settings": {"libraries": [library, own, "nothing"]}}).encode()
    lines = [json.loads(line) for line in files["messages.jsonl"].splitlines()]
    [source] = lines[-1]["answer"]["passages"][:1]
    lines[-1]["answer"]["passages"] = [{**source, "place": library}, {**source, "place": own}, source]
    files["messages.jsonl"] = b"\n".join(json.dumps(line).encode() for line in lines)

    [made] = (await sent(bob, packed(files))).json()["threads"]

    kept = await office.workshop.parts.rows.answers.find(made["id"], lines[-1]["id"])
    assert made["settings"] == {"libraries": [own]}
    assert kept is not None
    assert [reference.place for reference in kept.references] == [own, None]


def _of_json(name: str, change: Callable[[Any], Any]) -> Change:
    """Any: a file's JSON."""

    def changed(files: dict[str, bytes]) -> None:
        files[name] = json.dumps(change(json.loads(files[name]))).encode()

    return changed


def _message(**fields: object) -> Change:
    def changed(files: dict[str, bytes]) -> None:
        line = json.loads(files["messages.jsonl"].splitlines()[0])
        files["messages.jsonl"] = json.dumps(line | fields).encode()

    return changed


def _twice(files: dict[str, bytes]) -> None:
    files["messages.jsonl"] = files["messages.jsonl"].splitlines()[0] * 1 + b"\n" + files["messages.jsonl"].splitlines()[0]


WRONG: dict[str, tuple[Change, int]] = {
    "a message's id that is none": (_message(id="../../etc/passwd"), 422),
    "a message of a system": (_message(role="system"), 422),
    "a message without an end to its name": (_message(author="A" * 300), 422),
    "a time that is none": (_message(created_at="yesterday"), 422),
    "an answer that is none": (_message(answer={"passages": [{"marker": "one"}]}), 422),
    "an answer without sources": (_message(answer={"model": "x"}), 422),
    "a message twice": (_twice, 409),
    "a setting that there is not": (_of_json("thread.json", lambda it: it | {"settings": {"admin": True}}), 422),
    "settings nested without end": (_of_json("thread.json", lambda it: it | {"settings": {"a": _deep(60)}}), 422),
    "a document's id that is none": (_of_json("documents.json", lambda it: [it[0] | {"id": "a b"}]), 422),
    "a document without versions": (_of_json("documents.json", lambda it: [it[0] | {"versions": []}]), 422),
    "a document's file from elsewhere": (
        _of_json("documents.json", lambda it: [it[0] | {"versions": [{"name": "x", "file": "../../../etc/passwd"}]}]),
        422,
    ),
    "a file that is many documents": (
        _of_json("documents.json", lambda it: [it[0] | {"id": f"d{number}"} for number in range(30)]),
        422,
    ),
    "a file that is many versions": (
        _of_json("documents.json", lambda it: [it[0] | {"versions": 30 * it[0]["versions"][:1]}]),
        422,
    ),
    "documents that are no list": (_of_json("documents.json", lambda it: {}), 422),
    "no messages": (lambda files: files.pop("messages.jsonl"), 422),
    "lines that are no JSON": (lambda files: files.update({"messages.jsonl": b"{{{"}), 422),
    "another kind of bundle": (_of_json("manifest.json", lambda it: it | {"format": "other"}), 422),
    "a bundle of the future": (_of_json("manifest.json", lambda it: it | {"version": 2}), 422),
}


def _deep(levels: int) -> object:
    return {"a": _deep(levels - 1)} if levels else 1


@pytest.mark.parametrize(("change", "status"), WRONG.values(), ids=WRONG)
async def test_a_bundle_that_says_what_can_t_be_leaves_nothing(api: httpx.AsyncClient, change: Change, status: int) -> None:
    files = unpacked(await furnished(api))
    change(files)

    refused = await sent(api, packed(files))

    check_problem(refused, status, "conflict" if status == 409 else "invalid_request")
    assert len((await api.get("/api/threads")).json()["threads"]) == 1


async def test_a_file_that_is_not_what_the_manifest_says_is_refused_before_anything_is_stored(api: httpx.AsyncClient) -> None:
    files = unpacked(await furnished(api))
    files["documents/0001-v1.md"] = b"Something else of" + files["documents/0001-v1.md"][17:]

    problem = check_problem(await sent(api, packed(files, honest=False)), 422, "invalid_request")

    assert "documents/0001-v1.md in the bundle is not what its manifest says" in problem["detail"]
    assert len((await api.get("/api/threads")).json()["threads"]) == 1


async def test_a_document_s_name_is_only_ever_shown(api: httpx.AsyncClient) -> None:
    files = unpacked(await furnished(api))
    named = _of_json(
        "documents.json",
        lambda it: [it[0] | {"versions": [it[0]["versions"][0] | {"name": "../../../tmp/\x1b[31mguide.md"}]}],
    )
    named(files)

    [made] = (await sent(api, packed(files))).json()["threads"]

    assert made["documents"][0]["name"] == "../../../tmp/[31mguide.md"
    assert made["documents"][0]["status"] == "ready"


def _bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("manifest.json", json.dumps({"format": "threadwise-thread", "version": 1, "files": {}}))
        with bomb.open("messages.jsonl", "w", force_zip64=False) as stream:
            for _ in range(80):
                stream.write(bytes(1_000_000))
    return out.getvalue()


def _lying(bundle: bytes) -> bytes:
    """Return the bundle with a directory that states a size of ten bytes for every file."""
    out = bytearray(bundle)
    at = out.find(b"PK\x01\x02")
    while at >= 0:
        out[at + 24 : at + 28] = (10).to_bytes(4, "little")
        at = out.find(b"PK\x01\x02", at + 4)
    return bytes(out)


def _crowd(many: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as crowd:
        for number in range(many):
            crowd.writestr(str(number), b"")
    return out.getvalue()


def _claiming(entries: int) -> bytes:
    """Return a few bytes whose end declares this number of entries."""
    return b"PK\x05\x06" + b"\0" * 4 + entries.to_bytes(2, "little") * 2 + b"\0" * 10


def _of_zip64() -> bytes:
    return b"PK\x03\x04" + b"PK\x06\x07" + b"\0" * 16 + b"PK\x05\x06" + b"\0" * 18


def _huge_manifest() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("manifest.json", b" " * 9_000_000)
    return out.getvalue()


HOSTILE = {
    "what unpacks to far more": _bomb(),
    "sizes that lie": _lying(_bomb()),
    "very many files": _crowd(200),
    "a directory that claims very many": _claiming(60_000),
    "a directory in ZIP64": _of_zip64(),
    "a huge manifest": _huge_manifest(),
    "the beginning of an archive": _bomb()[:200],
    "another archive": packed({"manifest.txt": b""}, honest=False),
    "nothing": b"",
    "no JSON": b"[[[[",
    "JSON nested without end": b"[" * 100_000,
    "other JSON": b'{"a": 1}',
    "a list of other things": b"[1]",
    "an empty list": b"[]",
    "conversations in which nothing was said": b'[{"title": "Nothing", "mapping": {}}]',
    "an empty list in a ZIP file": packed({"conversations.json": b"[]"}, honest=False),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
async def test_hostile_files_are_refused_with_a_sentence(home: House, content: bytes) -> None:
    limits = LimitSettings(max_body_mb=20, max_archive_entries=100)
    home.application.settings = home.application.settings.model_copy(update={"limits": limits})
    async with home.client() as api:
        problem = check_problem(await sent(api, content), 422, "invalid_request")

        assert "Traceback" not in problem["detail"]
        assert (await api.get("/api/threads")).json()["threads"] == []


def _node(id: str, parent: str | None, message: Json, *children: str) -> Json:
    return {"id": id, "parent": parent, "children": list(children), "message": message}


def _words(role: str, *parts: object, **more: object) -> Json:
    return {"author": {"role": role}, "content": {"content_type": "text", "parts": list(parts)}, **more}


CONVERSATION = {
    "title": "Ferries",
    "create_time": 1_700_000_000.5,
    "current_node": "e",
    "mapping": {
        "root": _node("root", None, None, "s"),
        "s": _node("s", "root", _words("system", "You are helpful."), "a"),
        "a": _node("a", "s", _words("user", "When does the ferry to Bergen leave?", create_time=1_700_000_001), "b", "c"),
        "b": _node("b", "a", _words("assistant", "I don't know about the ferry to Bergen.")),
        "c": _node("c", "a", _words("assistant", "search()", recipient="browser"), "h"),
        "h": _node("h", "c", _words("user", "About me.", metadata={"is_visually_hidden_from_conversation": True}), "d"),
        "d": _node("d", "h", _words("tool", "1. Ferries"), "e"),
        "e": _node("e", "d", _words("assistant", "The ferry to Bergen leaves at noon.", {"asset": 1})),
    },
}


async def test_chatgpt_s_conversations_come_in_by_their_live_branch_and_are_recalled(api: httpx.AsyncClient) -> None:
    empty: Json = {"title": "Nothing", "mapping": {}, "current_node": None}
    nodes = {"x": _node("x", "y", _words("user", "Round and round.")), "y": _node("y", "x", None)}
    circle = {"mapping": nodes, "current_node": "x"}
    content = json.dumps([CONVERSATION, empty, circle]).encode()

    made = (await sent(api, content)).json()["threads"]
    zipped = (await sent(api, packed({"export/conversations.json": content}, honest=False))).json()["threads"]

    at = f"/api/threads/{made[0]['id']}"
    said = (await api.get(f"{at}/messages")).json()["messages"]
    found = (await api.post(f"{at}/search", json={"query": "ferry to Bergen"})).json()["passages"]
    assert [(each["name"], each["messages"]) for each in made] == [("Ferries", 2), (None, 1)]
    assert [each["name"] for each in zipped] == ["Ferries", None]
    assert made[0]["created_at"] == "2023-11-14T22:13:20.500000Z"
    assert [(each["role"], each["content"]) for each in said] == [
        ("user", "When does the ferry to Bergen leave?"),
        ("assistant", "The ferry to Bergen leaves at noon."),
    ]
    assert any("at noon" in passage["text"] for passage in found)


@pytest.mark.parametrize("error", [StorageFailed("The disk is full."), RuntimeError("none of ours")], ids=["ours", "not ours"])
async def test_chatgpt_s_conversations_come_in_all_or_none_so_that_they_can_be_sent_again(
    home: House, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcripts, appended = home.workshop.parts.rows.transcripts, list[str]()
    append = transcripts.append

    async def failing(thread: str, entries: Sequence[Entry], now: datetime) -> None:
        appended.append(thread)
        if len(appended) == 3:
            raise error
        await append(thread, entries, now)

    monkeypatch.setattr(transcripts, "append", failing)
    content = json.dumps([CONVERSATION | {"title": title} for title in ("One", "Two", "Three")]).encode()
    async with home.client() as api:
        failed = await sent(api, content)
        left = (await api.get("/api/threads")).json()["threads"]
        again = await sent(api, content)
        there = (await api.get("/api/threads")).json()["threads"]

    assert failed.status_code in (500, 503)
    assert left == []
    assert again.status_code == 201
    assert sorted(thread["name"] for thread in there) == ["One", "Three", "Two"]


async def test_an_id_goes_with_one_conversation(api: httpx.AsyncClient) -> None:
    content = json.dumps([CONVERSATION, CONVERSATION]).encode()

    check_problem(await sent(api, content, id="mine"), 422, "invalid_request")

    assert (await sent(api, json.dumps(CONVERSATION).encode(), id="mine")).json()["threads"][0]["id"] == "mine"


async def test_an_interrupted_export_of_a_deleted_thread_is_not_found(api: httpx.AsyncClient, engine: AsyncEngine) -> None:
    check_problem(await api.get("/api/threads/nothing/export"), 404, "not_found")


async def test_what_was_forgotten_and_corrected_stays_so_in_a_copy(api: httpx.AsyncClient) -> None:
    await thread(api)
    told = [{"role": "user", "content": "My sister lives in Lisbon. My brother keeps bees."}]
    await api.post("/api/threads/t/messages", json=told)
    sister, brother = (each["id"] for each in (await api.get("/api/threads/t/memory")).json()["facts"])
    await api.delete(f"/api/threads/t/memory/{sister}")
    await api.patch(f"/api/threads/t/memory/{brother}", json={"text": "My brother keeps goats."})
    bundle = (await api.get("/api/threads/t/export")).content

    copied = await api.post("/api/threads/import?id=copy", content=bundle, headers={"Content-Type": "application/zip"})

    assert copied.status_code == 201, copied.text
    facts = (await api.get("/api/threads/copy/memory")).json()["facts"]
    assert [each["text"] for each in facts] == ["My brother keeps goats."]
    found = await api.post("/api/threads/copy/search", json={"query": "Where does my sister live, and what about bees?"})
    assert "Lisbon" not in found.text
