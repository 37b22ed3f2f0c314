"""What was asked and answered before a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from chat.domain import Message


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question with what came back for it."""

    question: str
    answer: str = ""
    offered: tuple[str, ...] = ()
    """Questions that were offered as the next ones."""


def exchanges(turns: Sequence[Message], offered: Mapping[str, Sequence[str]] | None = None) -> list[Exchange]:
    """The person's own questions, oldest first; what others say in a conversation that was brought in is no question of theirs.

    `offered` are the questions that stood under an answer, by its id.
    """
    asked: list[Exchange] = []
    for turn in turns:
        if turn.role == "user" and turn.author is None:
            asked.append(Exchange(turn.content))
        elif turn.role == "assistant" and asked:
            asked[-1] = replace(asked[-1], answer=turn.content, offered=tuple((offered or {}).get(turn.id, ())))
    return asked
