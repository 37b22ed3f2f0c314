"""The properties of the `Sources` element around an answer: grouped sources, cited ones first; follow-up questions; a note."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chat.answering.answer import ADVICE, NO_MODEL, QUOTED
from chat.answering.citing.references import reference, speaker
from chat.domain import Answer, Citation, Covered, KeptAnswer, Passage, Reference, Source
from chat.text import listed, unit_of

Props = dict[str, Any]  # Any: JSON for an element of the page

_PREVIEW_CHARACTERS = 240
CONVERSATION = "This conversation"


def sources(answer: Answer, thread: str) -> Props:
    """Return the properties of the `Sources` element of an answer.

    An answer without sources has one too, to explain why nothing was found. `question` is set only for answers based on a search,
    which can be explained.
    """
    return {
        "question": answer.question_id if searched(answer) else None,
        "summary": summary(answer.passages) if answer.passages else None,
        "groups": _groups(answer.passages, answer.citations),
        "follow_ups": list(answer.follow_ups),
        "answer": answer.answer_id,
        "thread": thread,
        "trust": {"level": answer.trust.level, "why": answer.trust.why} if answer.trust else None,
        "doubts": sum(not claim.supported for claim in answer.claims),
        "searched": answer.searched,
        "near": [_passage(passage, None, None) | {"name": passage.document_name} for passage in answer.near],
        **_noted(answer.note),
        "model": answer.model,
        "covered": covered(answer.covered),
    }


def covered(documents: Sequence[Covered]) -> str | None:
    """Describe the documents that were read section by section; `None` when the answer is based on a search."""
    if not documents:
        return None
    of = listed([f"{each.name} ({each.sections} of {each.of} sections)" for each in documents])
    return f"The question is about whole documents, which were gone through section by section: {of}."


def found_sources(passages: Sequence[Passage], question: str, answer: str, thread: str) -> Props:
    """Return the properties of the `Sources` element before the answer's first word: the passages it will be based on."""
    return {
        "writing": True,
        "question": question,
        "answer": answer,
        "thread": thread,
        "summary": summary(passages),
        "groups": _groups(passages, ()),
    }


def kept_sources(kept: KeptAnswer, answer: str, thread: str) -> Props:
    """Return the properties of the `Sources` element of an answer given over HTTP or in a terminal: what it cites."""
    groups: dict[str | None, Props] = {}
    for each in sorted(kept.references, key=lambda each: each.marker):
        said = each.source is Source.MESSAGE
        name = (CONVERSATION if each.place is None else "Another conversation") if said else each.name or "Document"
        group = groups.setdefault(name, {"kind": each.source.value, "name": name, "library": None, "passages": []})
        group["passages"].append(_reference(each))
    parents = {(each.source, each.parent) for each in kept.references}
    documents = sum(source is Source.DOCUMENT for source, _ in parents)
    return {
        "question": kept.question,
        "summary": _summary(documents, len(parents) - documents, len(kept.references)) if kept.references else None,
        "groups": list(groups.values()),
        "follow_ups": list(kept.follow_ups),
        "answer": answer,
        "thread": thread,
        "trust": {"level": kept.trust.level, "why": kept.trust.why} if kept.trust else None,
        "doubts": sum(not claim.supported for claim in kept.claims),
        **_noted(kept.note),
        "model": kept.model,
    }


def kept(answer: Answer) -> KeptAnswer:
    """Return the record of an answer used to render its text, the same as when the thread is reopened."""
    return KeptAnswer(answer.question_id, answer.model, tuple(map(reference, answer.citations)), answer.claims, answer.trust)


def _noted(note: str | None) -> Props:
    """Return the note, and apart from it the advice to connect a model, which the page shows once in a conversation."""
    if note is None or NO_MODEL not in note:
        return {"note": note, "advice": None}
    return {"note": note.replace(NO_MODEL, QUOTED), "advice": ADVICE}


def searched(answer: Answer) -> bool:
    """Return whether the answer is based on a search; a greeting, for example, is not."""
    return "search" in answer.timing_ms


def summary(passages: Sequence[Passage]) -> str:
    """Return a summary such as «Sources: 2 documents, 3 messages, 7 passages»."""
    documents = {passage.parent for passage in passages if passage.chunk.source is Source.DOCUMENT}
    messages = {passage.parent for passage in passages if passage.chunk.source is Source.MESSAGE}
    return _summary(len(documents), len(messages), len(passages))


def _summary(documents: int, messages: int, passages: int) -> str:
    counts = (documents, "document"), (messages, "message"), (passages, "passage")
    return "Sources: " + ", ".join(_counted(number, word) for number, word in counts if number)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _groups(passages: Sequence[Passage], citations: Sequence[Citation]) -> list[Props]:
    """Group passages by document or conversation; groups are ordered by their first passage."""
    cited = {citation.passage.chunk.id: citation for citation in reversed(citations)}
    own = [passage for passage in passages if passage.elsewhere is None]
    said_at = {passage.chunk.parent: passage.created_at for passage in own if passage.created_at}
    groups: dict[tuple[str, ...], Props] = {}
    for passage in sorted(passages, key=lambda passage: _place(passage, cited)):
        key = (passage.chunk.thread,) if passage.chunk.source is Source.MESSAGE else passage.parent
        group = groups.setdefault(key, {"kind": passage.chunk.source.value, **_named(passage), "passages": []})
        group["passages"].append(_passage(passage, cited.get(passage.chunk.id), said_at.get(passage.superseded_by or "")))
    return list(groups.values())


def _named(passage: Passage) -> Props:
    place = passage.elsewhere
    if passage.chunk.source is Source.MESSAGE:
        return {"name": CONVERSATION if place is None else f"From your conversation “{place.name}”", "library": None}
    return {"name": passage.document_name or "Document", "library": place.name if place is not None else None}


def _place(passage: Passage, cited: dict[str, Citation]) -> tuple[int, int]:
    """Return the sort key of a passage: cited ones by marker, then the others by rank."""
    citation = cited.get(passage.chunk.id)
    return (0, citation.marker) if citation else (1, passage.rank)


def _passage(passage: Passage, citation: Citation | None, later: datetime | None) -> Props:
    """Return the properties of a passage; `later` is the time of the message that supersedes it.

    A cited passage has the position of its citation, as everywhere else.
    """
    chunk = citation.passage.chunk if citation else passage.chunk
    return {
        "marker": citation.marker if citation else None,
        "number": passage.rank,
        "supported": citation.supported if citation else True,
        "quote": citation.quote if citation else "",
        "score": round(passage.score * 100),
        "source": chunk.source.value,
        "parent": chunk.parent,
        "place": passage.elsewhere.id if passage.elsewhere is not None else None,
        "start": chunk.start,
        "end": chunk.end,
        "version": passage.document_version,
        "page": chunk.page,
        "unit": unit_of(passage.document_name),
        "heading": list(chunk.section),
        "preview": _preview(chunk.text),
        "speaker": speaker(passage) if passage.role else None,
        "date": passage.created_at.isoformat() if passage.created_at else None,
        "superseded": later.isoformat() if later else None,
    }


def _reference(cited: Reference) -> Props:
    """Return the properties of a stored reference: those of a passage, except its score, which is not stored."""
    return {
        "marker": cited.marker,
        "number": cited.marker,
        "supported": cited.supported,
        "quote": cited.quote,
        "score": None,
        "source": cited.source.value,
        "parent": cited.parent,
        "place": cited.place,
        "start": cited.start,
        "end": cited.end,
        "version": None,
        "page": cited.page,
        "unit": unit_of(cited.name),
        "heading": list(cited.section),
        "preview": _preview(cited.quote),
        "speaker": cited.speaker,
        "date": cited.said_at.isoformat() if cited.said_at else None,
        "superseded": None,
    }


def _preview(text: str) -> str:
    words = " ".join(text.split())
    if len(words) <= _PREVIEW_CHARACTERS:
        return words
    return words[:_PREVIEW_CHARACTERS].rsplit(" ", 1)[0] + " …"
