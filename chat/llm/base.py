"""Protocols and value types of everything that writes answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from chat.domain import Passage, Usage


@dataclass(frozen=True, slots=True)
class PromptMessage:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model writes from: the messages for it, and what they were built from."""

    messages: tuple[PromptMessage, ...]
    question: str
    sources: tuple[Passage, ...]
    """`[n]` in the answer refers to `sources[n - 1]`."""
    max_tokens: int
    """Of the answer."""


@dataclass(frozen=True, slots=True)
class QuoteRequest:
    """What a quoting writer answers from."""

    question: str
    sources: tuple[Passage, ...]
    """`[n]` in the answer refers to `sources[n - 1]`."""
    confidence: float = 1.0
    """How likely the sources hold the answer, 0 to 1, as estimated by the search."""
    recounted: bool = False
    """The sources are the messages of the time the question asks about, and are themselves the answer."""
    timely: frozenset[str] = frozenset()
    """Ids of the chunks of messages that are of the time the question asks about."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Marks a text that stops before it is complete."""

    because: str
    """The reason, as a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A quoting writer's estimate that its sources answer the question, 0 to 1."""

    confidence: float
    """How likely the cited sources hold the answer; if none is cited, how likely any source does."""


class Writer(Protocol):
    """Writes an answer to a prompt piece by piece, with `[n]` markers."""

    @property
    def name(self) -> str:
        """The name that the API reports as `model`."""
        ...

    def write(self, prompt: Prompt) -> AsyncIterator[str | Cut | Usage]:
        """Yield pieces of text as they arrive, followed by at most one `Cut` and at most one `Usage`. Raises ModelFailed with a
        sentence for the user."""
        ...

    async def close(self) -> None: ...


class Quoting(Protocol):
    """Writes an answer in the sources' own words."""

    @property
    def name(self) -> str: ...

    def write(self, request: QuoteRequest) -> AsyncIterator[str | Likely]:
        """Yield one `Likely`, if it can be estimated, and the text in pieces, with `[n]` markers: none if nothing answers."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Startable(Protocol):
    """A writer that takes long to start."""

    async def start(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Connected:
    """A model that users may choose, with its token limits."""

    writer: Writer
    context_tokens: int = 8_192
    """Tokens of prompt and answer together."""
    max_answer_tokens: int = 1_024
