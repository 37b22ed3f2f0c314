"""Robustness of reading files: each file of a set is uploaded to a real server.

The server runs in a separate process, so that a file that crashes it is detected.
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
"""Error codes of deliberate refusals; any other failure is a defect."""
_LEAST_SHARE = 0.6
"""Least share of the characters extracted by the better of two reference extractors."""
_JUDGED_FROM = 50
"""Fewest characters of the reference for which the share is judged."""
_MAY_BE_REFUSED = ("pdf-image-only", "pdf-empty-page", "pdf-malformed", "text-empty", "text-binary")
_NO_ROWS = ("empty.csv", "empty_crlf.csv")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of uploading one file, with the fields that the set's own scorer reads."""

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
    """An outcome and a description of what is wrong with it, empty when nothing is."""

    kind: str
    outcome: Outcome
    wrong: str


async def run(folder: Path) -> list[Judged]:
    """Upload each file of the set, one at a time, and judge the outcomes.

    Raises InvalidRequest when there is no set, and Unavailable when the server does not start.
    """
    if not (folder / _MANIFEST).is_file():
        raise InvalidRequest(f"There is no set of files in {folder}.")
    rows = [json.loads(line) for line in (folder / _MANIFEST).read_text(encoding="utf-8").splitlines() if line.strip()]
    async with serving(_FILE_SECONDS) as client:
        outcomes = [await _uploaded(client, folder, row["file"]) for row in rows]
    return [Judged(row["kind"], outcome, judge(row, outcome)) for row, outcome in zip(rows, outcomes, strict=True)]


def lines(judged: Sequence[Judged]) -> str:
    """Format the outcomes as lines of JSON."""
    return "".join(f"{json.dumps(asdict(each.outcome))}\n" for each in judged)


def judge(expected: Row, outcome: Outcome) -> str:
    """Return what is wrong with an outcome by the rules of the set's own scorer; empty when nothing is."""
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
    """Return what is wrong when much less text was extracted than by the reference extractors; empty otherwise."""
    reference = max(_reference(str(expected.get(extractor, ""))) for extractor in ("pypdf", "pdfium"))
    least = 1 if expected["kind"] == "pdf-recoverable" else _JUDGED_FROM
    if reference < least or (outcome.status == "ok" and outcome.chars >= _LEAST_SHARE * reference):
        return ""
    return f"{outcome.status}, {outcome.chars:,} of {reference:,} characters"


def _reference(told: str) -> int:
    """Return the number of characters a reference extractor found; `OK 3 1234` stands for three pages with 1234 characters."""
    words = told.split()
    return int(words[2]) if words[:1] == ["OK"] else 0


# --- one file ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Followed:
    """The progress of one upload."""

    status: int = 0
    searchable: float | None = None
    """Seconds until the document could be searched."""
    document: str = ""
    ended: Row | None = None
    """The document as reported at the end of the stream, or the problem details when there is none."""


async def _uploaded(client: httpx.AsyncClient, folder: Path, file: str) -> Outcome:
    """Upload a file to a new thread and delete the thread afterwards, which also ends reading that is still in progress."""
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
    """Upload a file and return the outcome. As in the web chat, it counts as stored once it is searchable, vectors or not."""
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
