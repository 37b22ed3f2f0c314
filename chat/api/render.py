"""Render domain objects as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from chat.api.bodies import NO_BUDGET
from chat.api.problems import problem
from chat.api.types import Json
from chat.domain import (
    Answer,
    Candidate,
    Changes,
    Chunk,
    Citation,
    Claim,
    Document,
    Found,
    Health,
    Instruction,
    Job,
    Library,
    Limits,
    Message,
    Page,
    Passage,
    Receipt,
    Section,
    Source,
    Summary,
    Thread,
    Version,
)
from chat.errors import kind_of
from chat.events import Progress


def time(value: datetime | None) -> str | None:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z") if value else None


def thread(value: Thread) -> Json:
    return {
        "id": value.id,
        "name": value.name,
        "created_at": time(value.created_at),
        "updated_at": time(value.updated_at),
        "settings": value.settings,
        "pinned": value.pinned,
        "archived": value.archived,
        "incognito": value.incognito,
        "shared_at": time(value.shared_at),
    }


def library(value: Library) -> Json:
    return {
        "id": value.id,
        "name": value.name,
        "documents": value.documents,
        "shared": value.shared,
        "read_only": value.read_only,
        "created_at": time(value.created_at),
        "updated_at": time(value.updated_at),
    }


def message(value: Message) -> Json:
    return {
        "id": value.id,
        "role": value.role,
        "content": value.content,
        "author": value.author,
        "created_at": time(value.created_at),
        "interrupted": value.interrupted,
    }


def instruction(value: Instruction) -> Json:
    return {"id": value.id, "message": value.message, "text": value.text, "created_at": time(value.created_at)}


def summary(value: Summary) -> Json:
    """Return a summary without its text, which the response has in another place."""
    covered = {"from": time(value.first_at), "to": time(value.last_at), "messages": value.messages}
    return {"id": value.id, **covered, "model": value.model, "created_at": time(value.created_at)}


def document(value: Document) -> Json:
    shape: Json = {
        "id": value.id,
        "name": value.name,
        "status": value.status.value,
        "media_type": value.media_type,
        "bytes": value.bytes,
        "pages": value.pages,
        "chunks": value.chunks,
        "characters": value.characters,
        "coverage": asdict(value.coverage),
        "version": value.version,
        "embedded": value.embedded,
        "reused": value.reused,
        "awaiting_vectors": value.awaiting_vectors,
        "created_at": time(value.created_at),
    }
    if value.error_code is not None:
        shape["error"] = _failure(value.error_code, value.error_detail)
    return shape


def _failure(code: str, detail: str | None) -> Json:
    """Return a file's error within a larger response, with the members of a problem."""
    return dict(problem(kind_of(code), detail or ""))


def version(value: Version, current: int) -> Json:
    names = ("number", "name", "media_type", "bytes", "pages", "characters", "chunks", "sha256")
    shape: Json = {name: getattr(value, name) for name in names}
    return {**shape, "created_at": time(value.created_at), "current": value.number == current}


def changes(value: Changes) -> Json:
    """Return the heading paths of sections by what became of them."""
    return {name: [list(path) for path in paths] for name, paths in asdict(value).items()}


def job(value: Job) -> Json:
    return {
        "id": value.id,
        "name": value.name,
        "document": value.document,
        "state": value.state.value,
        "stage": value.stage.value,
        "done": value.done,
        "of": value.of,
        "percent": value.percent,
        "askable": value.askable,
        "error": {"code": value.error_code, "detail": value.error_detail} if value.error_code else None,
    }


def progress(value: Progress) -> Json:
    names = ("document", "name", "done", "of", "percent", "askable")
    return {**{name: getattr(value, name) for name in names}, "stage": value.stage.value}


def page(value: Page) -> Json:
    return asdict(value)


def section(value: Section) -> Json:
    return {name: getattr(value, name) for name in ("id", "title", "level", "page", "start", "end")}


def tree(sections: Sequence[Section]) -> list[Json]:
    """Return the sections that have no parent, each with its `children`, nested."""
    children: dict[str | None, list[Json]] = {None: []}
    for each in sections:
        children[each.id] = []
    for each in sections:
        shape = {**section(each), "children": children[each.id]}
        children[each.parent if each.parent in children else None].append(shape)
    return children[None]


def chunk(value: Chunk) -> Json:
    return {
        "id": value.id,
        "index": value.index,
        "text": value.text,
        "start": value.start,
        "end": value.end,
        "page": value.page,
        "section": list(value.section),
        "section_id": value.section_id,
        "rows": value.rows,
        "fields": value.fields,
    }


def passage(value: Passage) -> Json:
    """Return a passage; with `library` or `thread` if it is not from the thread of the question."""
    found = value.chunk
    shape: Json = {
        "rank": value.rank,
        "source": found.source.value,
        "score": value.score,
        "chunk_index": found.index,
        "text": found.text,
        "scores": asdict(value.scores),
    }
    if value.elsewhere is not None:
        shape[value.elsewhere.kind] = {"id": value.elsewhere.id, "name": value.elsewhere.name}
    if found.source is Source.MESSAGE:
        who = {"id": found.parent, "role": value.role, "author": value.author, "created_at": time(value.created_at)}
        if value.summary is not None:
            shape["summary"] = summary(value.summary)
        return {**shape, "message": who, "superseded_by": value.superseded_by}
    return {
        **shape,
        "document": {"id": found.parent, "name": value.document_name, "version": value.document_version},
        "chunk": found.id,
        "page": found.page,
        "ocr": found.ocr,
        "section": list(found.section),
        "start": found.start,
        "end": found.end,
    }


def found(value: Found, explain: bool, most: int | None = None) -> Json:
    """Return a search result; to `explain`, with at most `most` candidates, and the counts of all."""
    shape: Json = {
        "query": value.question,
        "rewritten": value.rewritten,
        "passages": [passage(each) for each in value.passages],
        "confidence": value.confidence,
        "timing_ms": value.timing_ms,
        "note": value.note,
        "covered": [asdict(each) for each in value.covered],
    }
    if explain:
        shape["candidates"] = [candidate(each) for each in value.candidates[:most]]
        shape["cuts"] = Counter(each.cut for each in value.candidates if each.cut is not None) + Counter(value.unlisted)
        shape["limits"] = limits(value.limits)
    return shape


def candidate(value: Candidate) -> Json:
    """Return a passage with what each step did to it.

    `strength` is how likely its kind of source has anything about the question, `least_strength` what is required, `ranks` its
    rank before anything was cut or moved and at the end, `diversity` what was subtracted from its score, `budget` the characters
    left when its turn came, `parts` what its fused score is made of, `moved` why its last rank is not the one of its score.
    """
    left = None if value.room is None else _within_reason(value.room)
    return {
        **passage(value.passage),
        "cut": value.cut,
        "strength": value.strength,
        "least_strength": value.least_strength,
        "ranks": {"before": value.place, "after": value.passage.rank or None},
        "diversity": value.lowered,
        "budget": {"characters": len(value.passage.chunk.text), "left": left, "reached": value.room is not None},
        "kept_for_words": value.by_words,
        "parts": [{"name": part.name, "factor" if part.multiplies else "value": part.amount} for part in value.parts],
        "moved": value.moved,
    }


def limits(value: Limits | None) -> Json | None:
    if value is None:
        return None
    budget = _within_reason(value.budget_characters)
    return {
        "threshold": value.threshold,
        "least_score": value.least_score,
        "top_k": value.top_k,
        "budget_characters": budget,
        "diversity": value.diversity,
    }


def _within_reason(characters: int) -> int | None:
    """Return a budget in characters, or `None` if it stands for no limit."""
    return characters if characters <= NO_BUDGET // 2 else None


def citation(value: Citation) -> Json:
    return {
        "marker": value.marker,
        "passage": passage(value.passage),
        "quote": value.quote,
        "supported": value.supported,
    }


def claim(value: Claim) -> Json:
    """Return a sentence of the answer that cites sources, by its offsets in the answer's text."""
    return asdict(value) | {"markers": list(value.markers)}


def outcome(value: Answer, remembered: bool) -> Json:
    """Return what is known once an answer has ended, without its text and passages."""
    ids = {"question": value.question_id, "answer": value.answer_id} if remembered else {"question": None, "answer": None}
    return {
        "grounded": value.grounded,
        "confidence": value.confidence,
        "trust": asdict(value.trust) if value.trust else None,
        "near": [passage(each) for each in value.near],
        "searched": value.searched,
        "message": ids,
        "usage": asdict(value.usage),
        "model": value.model,
        "timing_ms": value.timing_ms,
        "note": value.note,
        "covered": [asdict(each) for each in value.covered],
    }


def answer(value: Answer, remembered: bool) -> Json:
    return {
        "answer": value.text,
        "citations": [citation(each) for each in value.citations],
        "claims": [claim(each) for each in value.claims],
        "passages": [passage(each) for each in value.passages],
        "follow_ups": list(value.follow_ups),
        **outcome(value, remembered),
    }


def receipt(value: Receipt) -> Json:
    deleted = asdict(value)
    verified = deleted.pop("verified")
    return {"deleted": deleted, "verified": verified}


def health(checks: Mapping[str, Health], version: str) -> Json:
    """Return the state of all parts: `down` without the database, `degraded` if another part fails, else `ok`."""
    fine = all(each.ok for each in checks.values())
    down = not checks.get("database", Health(False)).ok
    return {
        "status": "down" if down else "ok" if fine else "degraded",
        "version": version,
        "checks": {name: {"ok": each.ok, **each.detail} for name, each in checks.items()},
    }
