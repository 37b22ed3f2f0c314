"""What is said about standing instructions, and the command to see them and to take one back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Message
from chat.standing import standing

_BEGUN = re.compile(r"/instructions(?!\w)", re.IGNORECASE)
_LIST = re.compile(r"/instructions(?:\s+remove\s+(?P<number>\d{1,4}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """`/instructions`, or `/instructions remove 2`."""

    remove: int | None
    understood: bool = True


def command(text: str) -> Command | None:
    """What is typed to see the instructions or to take one back; a slip in it is no question."""
    typed = text.strip()
    match = _LIST.fullmatch(typed)
    if match is None:
        return Command(None, understood=False) if _BEGUN.match(typed) else None
    return Command(int(match["number"]) if match["number"] else None)


_NOTED = "Noted for every answer in this conversation:"
_HOW_TO_REMOVE = "Write “/instructions” to see what is noted or to take it back; deleting or editing your message does so, too."


HOW_TO = "Write “/instructions” to see what is noted for every answer, and “/instructions remove 1” to take the first one back."


def noted(instructions: Sequence[str], with_model: bool) -> str:
    """The reply to a message that says nothing else."""
    kept = " It changes how a language model answers; none is connected, and quotes stay as they are." if not with_model else ""
    return f"{_NOTED} {_quoted(instructions)}.{kept}\n\n{_HOW_TO_REMOVE}"


def noted_beside(instructions: Sequence[str]) -> str:
    """A note to an answer, when the message said more."""
    return f"Noted for every answer: {_quoted(instructions)}. {_HOW_TO_REMOVE}"


def listing(instructions: Sequence[str]) -> str:
    """All of them, numbered as `remove` takes them."""
    if not instructions:
        return "Nothing is noted for every answer in this conversation. Say, for example, “From now on answer in French.”"
    lines = "\n".join(f"{number}. {text}" for number, text in enumerate(instructions, start=1))
    return f"{_NOTED}\n\n{lines}\n\nTake one back with “/instructions remove 1”."


def removed(instruction: str, left: Sequence[str]) -> str:
    return f"Taken back: {_quoted([instruction])}.\n\n{listing(left)}"


def no_such(number: int, many: int) -> str:
    return f"There is no instruction {number}; {f'they are numbered 1 to {many}' if many else 'none is noted'}."


def _quoted(instructions: Sequence[str]) -> str:
    return ", ".join(f"“{text.rstrip('.!')}”" for text in instructions)


def without(turns: Sequence[Message]) -> list[Message]:
    """Turns without those that say nothing but instructions, commands, and what was replied to them: what is in force stands in
    front of a prompt, and what was taken back is not to be followed."""
    kept = list[Message]()
    replied = False
    for turn in turns:
        if turn.role == "user":
            replied = command(turn.content) is not None or standing(turn.content).alone
        if not replied and not (turn.role == "assistant" and turn.content.startswith(_NOTED)):
            kept.append(turn)
    return kept
