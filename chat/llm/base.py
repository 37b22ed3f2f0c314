"""The promise of whatever writes answers."""

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
    """All that a writer may use: the same content as messages for a model, and as values for the quoting one."""

    messages: tuple[PromptMessage, ...]
    question: str
    sources: tuple[Passage, ...]
    """`[n]` in the answer stands for `sources[n - 1]`."""
    max_tokens: int
    confidence: float = 1.0
    """How likely the sources hold the answer, as far as the search tells."""
    recounted: bool = False
    """The sources are what was said at the time that is asked for: they are the answer as they stand."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The text ends before its end."""

    because: str
    """In a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Likely:
    """What a writer that quotes makes of its sources, 0 to 1."""

    confidence: float
    """How likely what it cites holds the answer; where it cites nothing, how likely any source does."""


class Writer(Protocol):
    """Writes an answer to a prompt, piece by piece, with `[n]` markers."""

    @property
    def name(self) -> str:
        """What `model` says in the API."""
        ...

    def write(self, prompt: Prompt) -> AsyncIterator[str | Cut | Usage]:
        """Pieces of text as they come; behind them a `Cut` and a `Usage`, at most one of each. Raises ModelFailed with a sentence
        for the user."""
        ...

    async def close(self) -> None: ...


class Quoting(Protocol):
    """Writes an answer out of the sources' own words."""

    @property
    def name(self) -> str: ...

    def write(self, prompt: Prompt) -> AsyncIterator[str | Usage | Likely]:
        """Like a `Writer`, and what it makes of its sources at most once, first."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Startable(Protocol):
    """A writer that takes long to begin with."""

    async def start(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Connected:
    """A model that may be chosen, and how much it takes."""

    writer: Writer
    context_tokens: int = 8_192
    """Read and written together."""
    max_answer_tokens: int = 1_024
