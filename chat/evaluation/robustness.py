"""Whether reading holds for whatever a person drops in: each file of a set goes through the upload route of the real server.

The server runs in a process of its own, so that a file which ends it is seen to do so.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import httpx

from chat.errors import FileRefused, InvalidRequest
from chat.evaluation.serving import Row, events, serving

NAME = "robustness"
_MANIFEST = "MANIFEST.jsonl"
_FILE_SECONDS = 60
_REFUSALS = frozenset({FileRefused.code, *(error.code for error in FileRefused.__subclasses__())})
"""Codes by which a file is refused on purpose; any other failure is ours."""
_LEAST_SHARE = 0.6
"""Of the characters that the better of two reference extractors gives."""
_JUDGED_FROM = 50
"""Characters of the reference; with less a share says nothing."""
_MAY_BE_REFUSED = ("pdf-image-only", "pdf-empty-page", "pdf-malformed", "text-empty", "text-binary")
_NO_ROWS = ("empty.csv", "empty_crlf.csv")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file, in the fields that the set's own scorer reads."""

    file: str
    status: str
    """`ok`, `rejected`, `crash` or `timeout`."""
    seconds: float
    message: str = ""
    chars: int = 0
    chunks: int = 0
    text_sample: str = ""
    """The whole stored text."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An outcome, and what is wrong with it; nothing when it is as it should be."""

    kind: str
    outcome: Outcome
    wrong: str


async def run(folder: Path) -> list[Judged]:
    """Upload each file of the set, one at a time. InvalidRequest when there is no set, Unavailable when no server starts."""
    if not (folder / _MANIFEST).is_file():
        raise InvalidRequest(f"There is no set of files in {folder}.")
    rows = [json.loads(line) for line in (folder / _MANIFEST).read_text(encoding="utf-8").splitlines() if line.strip()]
    async with serving(_FILE_SECONDS) as client:
        outcomes = [await _uploaded(client, folder, row["file"]) for row in rows]
    return [Judged(row["kind"], outcome, judge(row, outcome)) for row, outcome in zip(rows, outcomes, strict=True)]


def lines(judged: Sequence[Judged]) -> str:
    """The outcomes as lines of JSON."""
    return "".join(f"{json.dumps(asdict(each.outcome))}\n" for each in judged)


def judge(expected: Row, outcome: Outcome) -> str:
    """What is wrong with an outcome by the rules of the set's own scorer; empty when nothing is."""
    kind = expected["kind"]
    if outcome.status not in ("ok", "rejected"):
        return outcome.status
    if outcome.status == "rejected" and not outcome.message.strip():
        return "rejected without a message"
    if outcome.status == "ok" and not outcome.chunks:
        return "stored nothing, said ok"
    if kind == "pdf-encrypted-needs-password":
        named = outcome.status == "rejected" and re.search("password|encrypt", outcome.message, re.IGNORECASE)
        return "" if named else "must be rejected, naming the password"
    if kind.startswith(_MAY_BE_REFUSED) or expected["file"].endswith(_NO_ROWS):
        return ""
    if kind.startswith("pdf-"):
        return _lacking(expected, outcome)
    if kind == "text-encoding" and expected.get("expect_snippet", "") not in outcome.text_sample:
        return f"not decoded: without {expected['expect_snippet']!r}"
    return "" if outcome.status == "ok" else "must be accepted"


def _lacking(expected: Row, outcome: Outcome) -> str:
    """Text that other extractors get must be there."""
    reference = max(_reference(str(expected.get(extractor, ""))) for extractor in ("pypdf", "pdfium"))
    least = 1 if expected["kind"] == "pdf-recoverable" else _JUDGED_FROM
    if reference < least or (outcome.status == "ok" and outcome.chars >= _LEAST_SHARE * reference):
        return ""
    return f"{outcome.status}, {outcome.chars:,} of {reference:,} characters"


def _reference(told: str) -> int:
    """`OK 3 1234` are three pages with so many characters."""
    words = told.split()
    return int(words[2]) if words[:1] == ["OK"] else 0


# --- one file ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Followed:
    """How far the upload has come."""

    status: int = 0
    searchable: float | None = None
    """Seconds until it could be asked about."""
    document: str = ""
    ended: Row | None = None
    """What the stream says of the document at its end; a problem when there is none."""


async def _uploaded(client: httpx.AsyncClient, folder: Path, file: str) -> Outcome:
    """The file in a thread of its own, which is deleted afterwards: so ends what still reads, too."""
    started = perf_counter()
    try:
        thread = (await client.post("/api/threads", json={})).raise_for_status().json()["id"]
        address = f"/api/threads/{thread}"
        try:
            return await _outcome(client, address, folder, file)
        finally:
            (await client.delete(address)).raise_for_status()
    except (httpx.HTTPError, json.JSONDecodeError) as error:
        return Outcome(file, "crash", _since(started), f"{type(error).__name__}: {error}")


async def _outcome(client: httpx.AsyncClient, thread: str, folder: Path, file: str) -> Outcome:
    """As the web chat takes it: it counts as stored when it can be asked about, vectors or not."""
    followed, started = _Followed(), perf_counter()
    try:
        async with asyncio.timeout(_FILE_SECONDS):
            await _follow(client, f"{thread}/documents", folder / file, followed, started)
    except TimeoutError:
        if followed.searchable is None:
            return Outcome(file, "timeout", _since(started))
    seconds = followed.searchable if followed.ended is None and followed.searchable else _since(started)
    refusal = (followed.ended or {}).get("error") or (followed.ended if followed.status >= 400 else None)
    if refusal:
        refused = followed.status < 500 and refusal.get("code") in _REFUSALS
        return Outcome(file, "rejected" if refused else "crash", seconds, str(refusal.get("detail")))
    document = (await client.get(f"{thread}/documents/{followed.document}")).raise_for_status().json()
    text = (await client.get(f"{thread}/documents/{followed.document}/text")).raise_for_status().json()["text"]
    waiting = [f"{document['awaiting_vectors']:,} vectors are still to be made."] if document["awaiting_vectors"] else []
    said = " ".join([*document["coverage"]["warnings"], *waiting])
    return Outcome(file, "ok", seconds, said, document["characters"], document["chunks"], text)


async def _follow(client: httpx.AsyncClient, address: str, path: Path, followed: _Followed, started: float) -> None:
    files, accept = {"files": (path.name, await asyncio.to_thread(path.read_bytes))}, {"Accept": "text/event-stream"}
    async with client.stream("POST", address, files=files, headers=accept) as answer:
        followed.status = answer.status_code
        if answer.is_error:
            followed.ended = json.loads(await answer.aread())
            return
        async for event, told in events(answer):
            if event == "error":
                followed.status = 500
            if event in ("document", "error"):
                followed.ended = told
            if event == "document":
                followed.document = told["id"]
            elif event == "progress" and told["askable"] and followed.searchable is None:
                followed.document, followed.searchable = told["document"], _since(started)


def _since(started: float) -> float:
    return round(perf_counter() - started, 2)
