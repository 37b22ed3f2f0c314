"""Who answers: the model that the question, its thread or the settings choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from chat.domain import Thread
from chat.errors import InvalidRequest
from chat.llm.base import Connected
from chat.llm.models import QUOTING
from chat.settings import AnsweringSettings

MODEL, SYSTEM_PROMPT = "model", "system_prompt"
"""Keys of a thread's settings."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A model, or `None` for quotes."""

    model: Connected | None
    note: str | None = None


def choose(models: Mapping[str, Connected], default: str | None, asked: str | None, thread: Thread) -> Choice:
    """Choose a model by name: the question's own, the thread's, the default. InvalidRequest when the question names one that is
    not there.

    A thread outlives the settings: the one it names may be gone, and then the default answers, with a note.
    """
    usual = models.get(default) if default else None
    if asked is not None:
        why = missing(models, asked)
        if why is not None:
            raise InvalidRequest(f"There is {why}")
        return Choice(models.get(asked))
    kept = thread.settings.get(MODEL)
    if not isinstance(kept, str) or kept == default:
        return Choice(usual)
    if kept in models or kept == QUOTING:
        return Choice(models.get(kept))
    return Choice(usual, f"The model {kept}, chosen for this conversation, is not there any more.")


def missing(models: Iterable[str], name: str) -> str | None:
    """Return what is missing when no model of this name can be chosen, with the names that can be; `None` when it can.

    What an endpoint lists beside them is not asked for: it is no choice before the settings name it.
    """
    names = [*models, QUOTING]
    return None if name in names else f"no model called {name}; there are: {', '.join(names)}."


def with_room(model: Connected, answer_tokens: int | None) -> Connected:
    """Return the model for an answer of at most so many tokens, or of its own most; half of the context is left to read."""
    return replace(model, max_answer_tokens=min(answer_tokens or model.max_answer_tokens, model.context_tokens // 2))


def prompt_of(thread: Thread, settings: AnsweringSettings) -> str:
    """Return what stands in front of our own instructions: the thread's system prompt, or that of the settings."""
    own = thread.settings.get(SYSTEM_PROMPT)
    return own if isinstance(own, str) and own.strip() else settings.system_prompt
