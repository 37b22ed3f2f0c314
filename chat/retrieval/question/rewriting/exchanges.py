"""The questions and answers before a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from chat.domain import Message


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with its answer."""

    question: str
    answer: str = ""
    offered: tuple[str, ...] = ()
    """Follow-up questions suggested with the answer."""


def exchanges(turns: Sequence[Message], offered: Mapping[str, Sequence[str]] | None = None) -> list[Exchange]:
    """Return the user's own questions with their answers, oldest first.

    Turns of named speakers in an imported conversation are not the user's own. `offered` maps the id of an answer to the
    questions suggested below it.
    """
    asked: list[Exchange] = []
    for turn in turns:
        if turn.role == "user" and turn.author is None:
            asked.append(Exchange(turn.content))
        elif turn.role == "assistant" and asked:
            asked[-1] = replace(asked[-1], answer=turn.content, offered=tuple((offered or {}).get(turn.id, ())))
    return asked
