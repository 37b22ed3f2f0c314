"""What happens while a file is read or a question answered; every surface renders the same stream."""

from __future__ import annotations

from dataclasses import dataclass

from chat.domain import Answer, Citation, Claim, Document, Found, Stage


@dataclass(frozen=True, slots=True)
class Progress:
    """A file moved on."""

    document: str
    """Document id."""
    name: str
    stage: Stage
    done: int
    of: int
    percent: int
    askable: bool = False
    """Its text is found by its words already, while vectors are still being made."""
    in_line: bool = False
    """It waits for other files, not for something that is away."""


@dataclass(frozen=True, slots=True)
class Added:
    """A file's way is over: ready, unchanged, or failed with its reason in the document."""

    document: Document


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The passages for a question stand; sent before the first word of the answer."""

    found: Found


@dataclass(frozen=True, slots=True)
class ReadingPart:
    """A model reads large documents part by part before it answers."""

    done: int
    of: int
    part: str
    """What it is reading now: document and headings; empty when it has read all."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """The answer's citations, after its last word. `text` is the final text with its markers settled."""

    text: str
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggested:
    """Follow-up questions that the sources can answer."""

    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """The end of an answer; it is stored by now."""

    answer: Answer


IngestionEvent = Progress | Added
AnswerEvent = Retrieved | ReadingPart | Wrote | Cited | Suggested | Answered
