"""What is said about standing instructions, and the command to see them and to take one back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from chat.answering import forgetting
from chat.domain import Instruction, Message
from chat.retracting import Retraction, telling
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


_TAKEN_BACK = "Taken back:"
_NOT_TAKEN_BACK = "Nothing was taken back:"


def removed(instructions: Sequence[str], left: Sequence[str]) -> str:
    return f"{_TAKEN_BACK} {_quoted(instructions)}.\n\n{listing(left)}"


def meant(wanted: Retraction, held: Sequence[Instruction]) -> list[Instruction]:
    """Those that are taken back in words: all that say the same of what is named, none where nothing is named."""
    terms = telling(wanted.about)
    return [each for each in held if terms and terms <= telling(each.text)]


def alike(instructions: Sequence[Instruction]) -> bool:
    """Whether all of them ask for the same, so that it is clear what is taken back."""
    return len({telling(each.text) for each in instructions}) == 1


def unclear(held: Sequence[str], several: bool) -> str:
    """The reply to words that take back nothing."""
    why = "more than one instruction may be meant." if several else "no such instruction is noted."
    return f"{_NOT_TAKEN_BACK} {why}\n\n{listing(held)}"


def no_such(number: int, many: int) -> str:
    return f"There is no instruction {number}; {f'they are numbered 1 to {many}' if many else 'none is noted'}."


def _quoted(instructions: Sequence[str]) -> str:
    return ", ".join(f"“{text.rstrip('.!')}”" for text in instructions)


_SETTLED = (_TAKEN_BACK, _NOT_TAKEN_BACK, *forgetting.REPLIES)


def without(turns: Sequence[Message]) -> list[Message]:
    """Turns without those that say nothing but instructions, commands, requests to forget, and what was replied to them: what is
    in force stands in front of a prompt, and what was taken back is not to be followed."""
    kept = list[Message]()
    replied = False
    for turn, reply in zip_longest(turns, turns[1:]):
        if turn.role == "user":
            settled = reply is not None and reply.role == "assistant" and reply.content.startswith(_SETTLED)
            replied = command(turn.content) is not None or standing(turn.content).alone or settled
        if not replied and not (turn.role == "assistant" and turn.content.startswith(_NOTED)):
            kept.append(turn)
    return kept
