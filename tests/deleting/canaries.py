"""Builds a thread with a unique word in every place that holds text, to look for them after deletes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx

from chat.application import Application
from chat.domain import KeptAnswer, Source, Summary, User
from chat.index.base import Collection
from tests.deleting.residue import residue
from tests.passages import NOON


def canary(place: str, of: str = "") -> str:
    """Return the unique word of a place; no part of it is a word of any language."""
    return f"zq{place[::-1]}{of}7841x"


DOCUMENT = ("file name", "heading", "passage", "cell", "hypothetical question")
MESSAGE = ("said", "author", "rewritten", "comment", "element", "step", "citation", "follow-up", "summary", "noted")
THREAD = ("thread name", "prompt", "standing", "fact", "corrected")


def words(*places: str, of: str = "") -> dict[str, str]:
    return {canary(place, of): place for place in places}


def left(data: Path, *places: str, of: str = "") -> dict[str, list[str]]:
    """Return which of these places' words are in which files."""
    named = words(*places, of=of)
    return {file: [named[word] for word in found] for file, found in residue(data, named).items()}


def held(data: Path, of: str = "") -> set[str]:
    """Return the places whose words are on disk at all, because a test that finds nothing must have had something to find."""
    return {place for places in left(data, *DOCUMENT, *MESSAGE, *THREAD, of=of).values() for place in places}


def guide(of: str = "") -> bytes:
    passage, heading, cell = canary("passage", of), canary("heading", of), canary("cell", of)
    table = f"| part | price |\n| --- | --- |\n| seal | {cell} |"
    more = "\n\n".join(f"## Part {n}\n\nThe valve number {n} is of brass and weighs {n} grams." for n in range(20))
    return f"# {heading}\n\nThe pump {passage} stands in the cellar.\n\n{table}\n\n{more}\n".encode()


async def upload(api: httpx.AsyncClient, holder: str, name: str, content: bytes, document: str = "guide") -> None:
    answer = await api.post(f"/api/{holder}/documents", files=[("files", (name, content))], params={"document_id": document})
    assert answer.status_code == 201, answer.text
    assert answer.json()["documents"][0]["status"] in ("ready", "updated"), answer.text


async def fill(
    application: Application, api: httpx.AsyncClient, user: User, thread: str = "t", of: str = "", incognito: bool = False
) -> None:
    """Fill a thread over HTTP, and directly through the stores with what only the web chat or a model writes."""

    def word(place: str) -> str:
        return canary(place, of)

    new = {"id": thread, "name": f"About {word('thread name')}", "incognito": incognito}
    created = await api.post("/api/threads", json=new)
    assert created.status_code == 201, created.text
    settings = {"system_prompt": f"Speak like {word('prompt')}."}
    assert (await api.patch(f"/api/threads/{thread}", json={"settings": settings})).status_code == 200
    await upload(api, f"threads/{thread}", f"{word('file name')}.md", guide(of))
    said = [
        {"id": "first", "role": "user", "content": "The boat lies in the harbour and has a red sail."},
        {
            "id": f"secret{of}",
            "role": "user",
            "author": f"Ann {word('author')}",
            "content": f"My locker is {word('said')}, on the second floor of the station.",
        },
        {"id": "standing", "role": "user", "content": f"From now on always answer with {word('standing')} at the end."},
        {"id": "answer", "role": "assistant", "content": "It is in the station."},
    ]
    assert (await api.post(f"/api/threads/{thread}/messages", json=said)).status_code == 201
    fact = {"id": "fact", "role": "user", "content": f"My garden is called {word('fact')}."}
    assert (await api.post(f"/api/threads/{thread}/messages", json=[fact])).status_code == 201
    [told] = [each for each in (await api.get(f"/api/threads/{thread}/memory")).json()["facts"] if each["message"] == "fact"]
    correction = {"text": f"My garden is called {word('corrected')}."}
    assert (await api.patch(f"/api/threads/{thread}/memory/{told['id']}", json=correction)).status_code == 200
    parts, display = application.parts, application.display
    await parts.rows.conversations.understand(thread, f"secret{of}", f"Where is the locker {word('rewritten')}?")
    kept = KeptAnswer(f"secret{of}", "m", (), note=word("noted"), follow_ups=(f"Who has {word('follow-up')}?",))
    await parts.rows.answers.keep(thread, f"secret{of}", kept)
    await display.rate(user.id, f"secret{of}", 0, f"This is {word('comment')}.", NOON)
    await display.put_step(thread, f"run-{thread}", NOON, {"name": word("step"), "input": word("step")})
    cited = {"parent": f"secret{of}", "place": None, "text": word("citation")}
    await display.put_element(thread, f"sources-{thread}", "answer", NOON, {"props": {"groups": [{"passages": [cited]}]}})
    await display.put_element(thread, f"chip-{thread}", f"secret{of}", NOON, {"name": word("element"), "type": "file"})
    messages = [await parts.rows.conversations.message(thread, id) for id in ("first", f"secret{of}", "standing", "answer")]
    summary = Summary("s-" + thread, thread, f"They spoke of {word('summary')}.", 1, 4, NOON, NOON, 4, "m", NOON)
    assert await parts.rows.summaries.put(summary, None, messages)
    collection = Collection(thread, Source.DOCUMENT)
    [first, *_] = await parts.rows.chunks.ids(collection)
    await parts.indexer.add_questions(collection, {first: [f"Where is {word('hypothetical question')}?"]})


def in_chroma(data: Path, needles: list[bytes]) -> list[str]:
    """Return the names of the vector store's files that contain any of these."""
    places = [place for place in (data / "chroma").rglob("*") if place.is_file()]
    return [place.name for place in places if any(needle in place.read_bytes() for needle in needles)]


def known_to_chroma(data: Path) -> set[str]:
    with sqlite3.connect(data / "chroma" / "chroma.sqlite3") as connection:
        return {name for (name,) in connection.execute("SELECT name FROM collections")}
