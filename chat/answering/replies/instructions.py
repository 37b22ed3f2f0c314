"""Replies about standing instructions, and the command that lists and removes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from chat.answering.replies.settled import SETTLED, settled
from chat.dialogue.retracting import Retraction, by_language, telling
from chat.dialogue.standing import language_of, standing
from chat.domain import Instruction, Message

_BEGUN = re.compile(r"/instructions(?!\w)", re.IGNORECASE)
_LIST = re.compile(r"/instructions(?:\s+remove\s+(?:(?P<number>\d{1,4})|(?P<every>all)))?", re.IGNORECASE)
_IN_WORDS = re.compile(
    r"(?:please\s+)?(?:forget|remove|delete|drop|take\s+back)\s+(?:the\s+)?instruction\s+(?:number\s+|no\.?\s*|#)?(?P<number>\d{1,4})[.!]?"
    r"|(?:bitte\s+)?(?:vergiss|lösche?|entferne?|streiche?)\s+(?:die\s+)?anweisung\s+(?:nummer\s+|nr\.?\s*)?(?P<nummer>\d{1,4})[.!]?",
    re.IGNORECASE,
)
_RULES = r"(?:instructions|rules|guidelines|preferences|orders|wishes)"
_SHOWS = by_language(
    {
        "en": (
            r"(?:list|show|give|tell|what\s+are|which\s+are)(?:\s+me)?\s+(?:all\s+(?:of\s+)?)?(?:my|your)"
            r"\s+(?:(?:\w+\s+)?instructions|(?:standing\s+|answering\s+)?(?:rules|guidelines|orders))",
            rf"(?:what|which)\s+(?:standing\s+)?{_RULES}\s+(?:have|did|had)\s+i\s+(?:given?|gave|told|tell|set|made?|make)"
            r"(?:\s+(?:(?:to|for)\s+)?you)?(?:\s+(?:so\s+far|before|until\s+now|to\s+follow))?",
            rf"(?:what|which)\s+(?:standing\s+)?{_RULES}\s+(?:of\s+mine\s+)?(?:do\s+you\s+(?:follow|have|know|keep|remember)"
            r"|are\s+you\s+following|have\s+you\s+noted|did\s+you\s+note)(?:\s+from\s+me)?",
            r"what\s+(?:have|did)\s+i\s+(?:asked?|told|tell)\s+(?:of\s+|you\s+(?:to\s+do\s+)?(?:in|for|with)\s+)every\s+answer",
        ),
        "de": (
            r"(?:zeige?|liste|nenne?|was\s+sind|welche\s+sind|wie\s+lauten)(?:\s+mir)?\s+(?:alle\s+)?(?:meine|deine)"
            r"\s+(?:\w+\s+)?anweisungen",
            r"welche\s+(?:anweisungen|regeln|vorgaben)\s+(?:habe?\s+ich\s+(?:dir\s+)?(?:schon\s+|bisher\s+)?(?:gegeben|genannt"
            r"|gesetzt)|hast\s+du(?:\s+von\s+mir)?|befolgst\s+du)",
        ),
        "fr": (
            r"(?:montre|liste|donne|quelles\s+sont)[rz]?(?:-moi)?\s+(?:toutes\s+)?(?:mes|tes|vos)\s+(?:instructions|consignes)",
            r"quelles\s+(?:instructions|consignes|règles)\s+(?:t['’]ai-je\s+données|est-ce\s+que\s+je\s+t['’]ai\s+données"
            r"|(?:suis-tu|as-tu\s+notées))",
        ),
        "es": (
            r"¿?(?:muestra|muéstrame|lista|dame|cuáles\s+son)\s+(?:todas\s+)?(?:mis|tus)\s+(?:instrucciones|indicaciones)",
            r"¿?qué\s+(?:instrucciones|indicaciones|reglas|normas)\s+(?:te\s+(?:he\s+dado|di)|sigues|tienes)",
        ),
    }
)
_REMOVES_ALL = by_language(
    {
        "en": (
            r"(?:forget|remove|delete|drop|clear|cancel|take\s+back)\s+all\s+(?:of\s+)?"
            r"(?:my\s+|your\s+|the\s+)?(?:standing\s+)?instructions",
        ),
        "de": (r"(?:vergiss|lösche?|entferne?|streiche?)\s+(?:bitte\s+)?alle\s+(?:meine\s+|deine\s+)?anweisungen",),
        "fr": (r"(?:oublie|supprime|retire|annule)[rz]?\s+toutes\s+(?:mes|tes|les)\s+(?:instructions|consignes)",),
        "es": (r"(?:olvida|borra|elimina|quita)\s+todas\s+(?:mis|tus|las)\s+(?:instrucciones|indicaciones)",),
    }
)


@dataclass(frozen=True, slots=True)
class Command:
    """`/instructions`, or `/instructions remove 2`, also written as “Forget instruction 2.”"""

    remove: int | None
    understood: bool = True
    every: bool = False
    """All are to be removed."""
    language: str | None = None
    """ISO 639-1 code of the language in which the list is asked for in words. Without instructions, something else is meant."""


def command(text: str) -> Command | None:
    """Parse a command to list instructions or remove one; a mistyped command is not taken for a question."""
    typed = text.strip()
    if said := _IN_WORDS.fullmatch(typed):
        return Command(int(said["number"] or said["nummer"]))
    for every, forms in ((False, _SHOWS), (True, _REMOVES_ALL)):
        if language := next((language for language, form in forms.items() if form.fullmatch(typed)), None):
            return Command(None, every=every, language=language)
    match = _LIST.fullmatch(typed)
    if match is None:
        return Command(None, understood=False) if _BEGUN.match(typed) else None
    return Command(int(match["number"]) if match["number"] else None, every=match["every"] is not None)


def how_to(language: str) -> str:
    """Return the reply to a mistyped command."""
    return settled(language).to_command


def noted(instructions: Sequence[str], with_model: bool) -> str:
    """Return the reply to a message that only gives instructions."""
    said = settled(language_of_all(instructions))
    kept = "" if with_model else f" {said.no_model}"
    return f"{said.noted} {_quoted(instructions)}.{kept}\n\n{said.to_remove}"


def noted_beside(instructions: Sequence[str]) -> str:
    """Return the note added to an answer if the message said more."""
    said = settled(language_of_all(instructions))
    return f"{said.noted_beside} {_quoted(instructions)}. {said.to_remove}"


def language_of_all(instructions: Sequence[str]) -> str:
    """Return the ISO 639-1 code of the last instruction's language."""
    return language_of(instructions[-1]) if instructions else "en"


def listing(language: str, instructions: Sequence[str]) -> str:
    """List all instructions, numbered as `remove` takes them."""
    said = settled(language)
    if not instructions:
        return said.nothing_noted
    lines = "\n".join(f"{number}. {text}" for number, text in enumerate(instructions, start=1))
    return f"{said.noted}\n\n{lines}\n\n{said.to_take_one_back}"


def removed(language: str, instructions: Sequence[str], left: Sequence[str]) -> str:
    """Reply that these instructions hold no more, with the list of those that are left."""
    return f"{settled(language).taken_back} {_quoted(instructions)}.\n\n{listing(language, left)}"


def meant(wanted: Retraction, held: Sequence[Instruction]) -> list[Instruction]:
    """Return the instructions revoked in words: all that match what is named; none if nothing is named."""
    terms = telling(wanted.about)
    return [each for each in held if terms and terms <= telling(each.text)]


def alike(instructions: Sequence[Instruction]) -> bool:
    """Return whether all instructions ask for the same, so that it is clear what is revoked."""
    return len({telling(each.text) for each in instructions}) == 1


def unclear(language: str, held: Sequence[str], several: bool) -> str:
    """Return the reply if nothing was revoked."""
    said = settled(language)
    return f"{said.not_taken_back} {said.several if several else said.no_such}\n\n{listing(language, held)}"


def no_such(language: str, number: int, many: int) -> str:
    """Reply that no instruction has this number; `many` is how many there are."""
    said = settled(language)
    numbered = said.numbered.replace("{many}", str(many)) if many else said.none_to_number
    return f"{said.no_such_number.replace('{number}', str(number))} {numbered}"


def _quoted(instructions: Sequence[str]) -> str:
    return ", ".join(f"“{text.rstrip('.!')}”" for text in instructions)


_NOTED = tuple(each.noted for each in SETTLED.values())
_SETTLED = tuple(
    begins for each in SETTLED.values() for begins in (each.taken_back, each.not_taken_back, each.forgotten, each.not_forgotten)
)
"""Beginnings of these replies."""


def without(turns: Sequence[Message]) -> list[Message]:
    """Return turns without those that only give instructions, commands or requests to forget, and without the replies to them:
    active instructions are at the top of the prompt, and revoked ones must not be followed."""
    kept = list[Message]()
    replied = False
    for turn, reply in zip_longest(turns, turns[1:]):
        if turn.role == "user":
            settled = reply is not None and reply.role == "assistant" and reply.content.startswith(_SETTLED)
            replied = command(turn.content) is not None or standing(turn.content).alone or settled
        if not replied and not (turn.role == "assistant" and turn.content.startswith(_NOTED)):
            kept.append(turn)
    return kept
