"""Events emitted while a file is read or a question answered; every interface renders the same stream."""

from __future__ import annotations

from dataclasses import dataclass

from chat.domain import Answer, Citation, Claim, Document, Found, Stage


@dataclass(frozen=True, slots=True)
class Progress:
    """Reading a file has advanced."""

    document: str
    """Document id."""
    name: str
    stage: Stage
    done: int
    of: int
    percent: int
    askable: bool = False
    """Keyword search finds its text already, while vectors are still being computed."""
    in_line: bool = False
    """It waits for other files, not for a service that is unavailable."""


@dataclass(frozen=True, slots=True)
class Added:
    """Reading a file has ended: ready, unchanged, or failed with the reason in the document."""

    document: Document


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The passages for a question have been selected; sent before the first word of the answer."""

    found: Found


@dataclass(frozen=True, slots=True)
class ReadingPart:
    """A model is reading large documents part by part before it answers."""

    done: int
    of: int
    part: str
    """The part being read, as document and headings; empty once all are read."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """The answer's citations, sent after its last word. `text` is the final text with its markers resolved."""

    text: str
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggested:
    """Follow-up questions that can be answered from the sources."""

    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer is complete and stored."""

    answer: Answer


IngestionEvent = Progress | Added
AnswerEvent = Retrieved | ReadingPart | Wrote | Cited | Suggested | Answered
