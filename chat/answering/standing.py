"""Standing instructions: what somebody wants of every answer from now on, told from what they say about themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.text import sentences

_LONGEST = 500
"""Characters of one instruction."""
_LONGEST_MESSAGE = 2_000
"""Characters; a longer one is a text, and what it demands it does not demand of us."""
_MARK = re.compile(
    r"\b(?:always|never|from|going forward|henceforth|future|for|in (?:all|every|each)|whenever|every time"
    r"|immer|niemals?|nie|künftig|zukunft|ab (?:jetzt|sofort)|von (?:jetzt|nun) an"
    r"|désormais|dorénavant|toujours|jamais|à (?:partir|l['’]avenir)|dans toutes"
    r"|a partir|en adelante|desde ahora|siempre|nunca|всегда|никогда|впредь|отныне|с этого момента)\b",
    re.IGNORECASE,
)
"""Most messages have none of these words; this is all that they cost."""
_ASKED_FOR = (
    r"answer|reply|respond|write|speak|talk|use|give|show|say|state|call|address|include|add|end|start|begin|keep|be|list|format"
    r"|cite|mention|tell|ask|avoid|explain|translate|round|convert|put|quote|refer|provide|return|present|summari[sz]e|highlight"
    r"|confirm|report|maintain|tailor|structure|limit|follow|stick|prefer|spell|express|describe|point|check|remind|make"
    r"|do|don['’]t|do not|never|always|no longer|stop|omit|skip|leave|name|number|mark|compare|specify|consider"
)
_OF_ANSWERS = (
    r"(?:all|every|each|any|future|further) (?:of )?(?:your |the |future |further )*(?:answers?|repl(?:y|ies)|responses?)"
)
_FROM_NOW_ON = (
    r"(?:from (?:now|here|this (?:point|moment)) on(?:wards?)?|from now|going forward|henceforth|in (?:the )?future"
    r"|for the rest of (?:this|the|our) (?:chat|conversation|thread)|for (?:all |every )?(?:your )?(?:future |further )?"
    r"(?:answers?|replies|responses?)|in (?:all|every|each) (?:of )?(?:your )?(?:future )?(?:answers?|repl(?:y|ies)|responses?)"
    r"|whenever (?:you|i)\b[^,]*|every time (?:you|i)\b[^,]*)"
)
_ASK = (
    r"(?:please |kindly |i(?:['’]d| would) like you to |i want you to |you (?:should|must|are to|will|can) |remember to "
    r"|make sure to )"
)
_ASK_DE = (
    r"(?:antwort\w*|schreib\w*|verwend\w*|benutz\w*|nutz\w*|gib\w*|geben|nenn\w*|sag\w*|sprich|sprechen|duz\w*|siez\w*|zeig\w*"
    r"|formulier\w*|fass\w*|zitier\w*|rechne\w*|vermeid\w*|halte\w*|füg\w*|mach\w*|übersetz\w*)"
)
_ASK_FR = (
    r"(?:répond\w*|écri\w*|utilis\w*|donn\w*|parl\w*|appel\w*|indiqu\w*|montr\w*|cit\w*|évit\w*|ajout\w*|tutoi\w*|vouvoi\w*"
    r"|résum\w*|convert\w*|tradui\w*|termin\w*|commenc\w*)"
)
_ASK_ES = (
    r"(?:respond\w*|contest\w*|escrib\w*|us[ae]\w*|utili[cz]\w*|d[ae]me|da|dé|habl\w*|llám\w*|indic\w*|indiqu\w*|muestr\w*|cit\w*"
    r"|evit\w*|añad\w*|resum\w*|convier\w*|traduc\w*|tut[eé]\w*)"
)
_ASK_RU = (
    r"(?:отвеча\w*|ответ\w*|пиши\w*|писать|используй\w*|указыва\w*|говори\w*|называ\w*|давай\w*|показыва\w*|цитиру\w*|избега\w*"
    r"|обраща\w*|перевод\w*|добавля\w*|начина\w*|заканчива\w*)"
)
_FORMS = re.compile(
    "|".join(
        (
            rf"(?:ok(?:ay)?,? |so,? |and )?(?:{_ASK})?{_FROM_NOW_ON},? (?:{_ASK})*(?:only )?(?:{_ASKED_FOR})\b",
            rf"(?:ok(?:ay)?,? |so,? |and )?(?:{_ASK})*(?:always|never) (?:{_ASKED_FOR})\b",
            rf"(?:{_ASK})*(?:{_ASKED_FOR})\b.* (?:{_FROM_NOW_ON}|in {_OF_ANSWERS})[.!]*$",
            rf"(?:{_ASK})*(?:answer|reply|respond|write|speak) (?:to me )?always\b",
            r"(?:bitte )?(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft|immer|nie|niemals)\b,? .*?"
            rf"\b{_ASK_DE}\b",
            rf"(?:bitte )?{_ASK_DE} (?:mir |bitte |mich |alles )*(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft"
            r"|immer|nie|niemals)\b",
            r"(?:à partir de maintenant|désormais|dorénavant|à l['’]avenir|dans toutes (?:tes|vos) réponses)\b"
            rf",? .*?\b{_ASK_FR}\b",
            rf"(?:merci de |veuillez )?(?:n['’]|ne )?{_ASK_FR} (?:-?moi )?(?:toujours|jamais|désormais|dorénavant)\b",
            r"(?:a partir de ahora|de ahora en adelante|en adelante|desde ahora|siempre|nunca)\b,? (?:por favor,? )?(?:me )?"
            rf"\b{_ASK_ES}\b",
            rf"(?:por favor,? )?{_ASK_ES} (?:siempre|a partir de ahora|de ahora en adelante)\b",
            r"(?:с этого момента|отныне|впредь|теперь всегда|всегда|никогда(?: не)?)\b,? (?:пожалуйста,? )?" rf"{_ASK_RU}",
            rf"(?:пожалуйста,? )?{_ASK_RU} (?:мне )?(?:всегда|впредь|отныне|с этого момента)\b",
        )
    ),
    re.IGNORECASE,
)
_SAYINGS = re.compile(r"never (?:mind|say never|give up|do that again)\b|always (?:be yourself|remember me)\b", re.IGNORECASE)
_LIST = re.compile(r"/instructions(?:\s+remove\s+(?P<number>\d{1,4}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a message asks for from now on."""

    instructions: tuple[str, ...]
    alone: bool
    """The message says nothing else."""


@dataclass(frozen=True, slots=True)
class Command:
    """`/instructions`, or `/instructions remove 2`."""

    remove: int | None


def standing(text: str) -> Standing:
    """The sentences of a message that ask for something of every answer; questions never do."""
    if len(text) > _LONGEST_MESSAGE or not _MARK.search(text):
        return Standing((), alone=False)
    found, others = [], 0
    for span in sentences(text):
        sentence = " ".join(text[span.start : span.end].split())
        if not sentence:
            continue
        if len(sentence) <= _LONGEST and not sentence.endswith(("?", "？")) and _asks(sentence):
            found.append(sentence)
        else:
            others += 1
    return Standing(tuple(dict.fromkeys(found)), bool(found) and not others)


def command(text: str) -> Command | None:
    """What is typed to see the instructions or to take one back."""
    match = _LIST.fullmatch(text.strip())
    return Command(int(match["number"]) if match["number"] else None) if match else None


def _asks(sentence: str) -> bool:
    return bool(_FORMS.match(sentence)) and not _SAYINGS.match(sentence)


# --- what is said about them -------------------------------------------------------------------------------------

_HOW_TO_REMOVE = "Write “/instructions” to see what is noted or to take it back; deleting or editing your message does so, too."


def noted(instructions: Sequence[str], with_model: bool) -> str:
    """The reply to a message that says nothing else."""
    kept = " It changes how a language model answers; none is connected, and quotes stay as they are." if not with_model else ""
    return f"Noted for every answer in this conversation: {_quoted(instructions)}.{kept}\n\n{_HOW_TO_REMOVE}"


def noted_beside(instructions: Sequence[str]) -> str:
    """A note to an answer, when the message said more."""
    return f"Noted for every answer: {_quoted(instructions)}. {_HOW_TO_REMOVE}"


def listing(instructions: Sequence[str]) -> str:
    """All of them, numbered as `remove` takes them."""
    if not instructions:
        return "Nothing is noted for every answer in this conversation. Say, for example, “From now on answer in French.”"
    lines = "\n".join(f"{number}. {text}" for number, text in enumerate(instructions, start=1))
    return f"Noted for every answer in this conversation:\n\n{lines}\n\nTake one back with “/instructions remove 1”."


def removed(instruction: str, left: Sequence[str]) -> str:
    return f"Taken back: {_quoted([instruction])}.\n\n{listing(left)}"


def no_such(number: int, many: int) -> str:
    return f"There is no instruction {number}; {f'they are numbered 1 to {many}' if many else 'none is noted'}."


def _quoted(instructions: Sequence[str]) -> str:
    return ", ".join(f"“{text.rstrip('.!')}”" for text in instructions)
