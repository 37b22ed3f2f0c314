"""Recognise standing instructions, that is, wishes for every answer from now on, and tell them from statements of users about
themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chat.dialogue.standing_forms import MARK, SAYINGS, STYLE_ALONE, forms
from chat.dialogue.standing_manner import messages
from chat.text import QUESTION_MARKS, sentences
from chat.text.languages import code_of

_LONGEST = 500
"""Most characters of one instruction."""
_LONGEST_OF_MANNER = 160
"""Most characters of a message such as "No tables, please."."""
_LONGEST_MESSAGE = 2_000
"""Most characters of a message with instructions; a longer one is a text whose demands are not addressed to us."""
_JOINED = re.compile(
    r",?\s+(?:and|but|und|aber|et|y|и)\s+(?=(?:(?:also|please|then)\s+)?(?P<word>what|who|whom|whose|which|where|when|why|how"
    r"|is|are|was"
    r"|were|do|does|did|can|could|has|have|tell|was|wer|wie|wo|wann|warum|welche\w*|ist|sind|kannst|hat|quel\w*|qui|où|quand"
    r"|comment"
    r"|combien|est-ce|qué|quién|dónde|cuándo|cómo|cuánto\w*|cuál\w*|что|кто|где|когда|как|сколько|use|answer|reply|write|give"
    r"|always"
    r"|antworte|verwende|schreib)\b)",
    re.IGNORECASE,
)
"""Joins an instruction and a question in one sentence."""
_POLITE = re.compile(
    r"(?:(?:could|would|will) you (?:please )?|can you please |(?:könntest|würdest) du (?:bitte )?|kannst du bitte "
    r"|(?:könnten|würden) sie (?:bitte )?|pourrais-tu |pourriez-vous |¿?podrías )(?=.*[?？]\s*$)",
    re.IGNORECASE,
)
"""The beginning of a wish in the form of a question."""
_REASON = re.compile(
    r"\s+[-–—]\s+|;\s+|,\s+(?:so|and|but)\s+|,?\s+(?:but\s+|and\s+|so\s+)?(?=please (?:call|address)\b)", re.IGNORECASE
)
"""Stands between a reason and an instruction: "I forget things - from now on, always give the date"."""
_AND = re.compile(r",?\s+(?:and|und|et|y|e)\s+(?:also\s+|please\s+|auch\s+|aussi\s+|también\s+)?", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n")
_MARKS = " " + "".join(QUESTION_MARKS)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing instructions of a message."""

    instructions: tuple[str, ...]
    alone: bool
    """The message says nothing else."""
    question: str = ""
    """A question in the same sentence as an instruction."""
    others: tuple[str, ...] = field(default=(), compare=False)
    """The sentences without an instruction."""


def standing(text: str) -> Standing:
    """Find the sentences of a message that are instructions for every answer.

    Questions are not, except for a wish ("Could you answer in French from now on?") and an instruction joined to one: "Use bullet
    points in all your answers and how long is the warranty?".
    """
    if wishes := _of_manner(text):
        return Standing(wishes, alone=True)
    if len(text) > _LONGEST_MESSAGE or not MARK.search(text.casefold()):
        return Standing((), alone=False)
    found, others, question = list[str](), list[str](), ""
    alone = True
    for span in sentences(text):
        sentence = " ".join(text[span.start : span.end].split())
        if not sentence:
            continue
        asked = _without_politeness(sentence)
        if len(sentence) <= _LONGEST and not asked.endswith(QUESTION_MARKS) and _asks(asked):
            found += _each(asked)
            continue
        if (wanted := _behind_a_reason(sentence)) is not None:
            found.append(wanted)
        elif len(sentence) <= _LONGEST and (parted := _parted(sentence)) is not None:
            found.append(parted[0])
            question = parted[1]
        else:
            others.append(sentence)
        alone = False
    return Standing(tuple(dict.fromkeys(found)), bool(found) and alone, question, tuple(others))


def language_of(instruction: str) -> str:
    """Return the ISO 639-1 code of the language in which a sentence gives an instruction; that of English if it does in none."""
    asked_in = [language for language, form in forms().items() if form.match(instruction)]
    asked_in += [language for language, form in messages().items() if form.fullmatch(instruction)]
    likely = code_of(instruction)  # "Usa sempre ..." is both Italian and Portuguese
    return likely if likely in asked_in else next(iter(asked_in), "en")


def _of_manner(text: str) -> tuple[str, ...]:
    """Return the wishes about the manner of answers that a short message consists of; none if it says anything else. Beside
    other sentences they may be about the present answer."""
    if len(text) > _LONGEST_OF_MANNER:
        return ()
    whole = _without_politeness(" ".join(text.split()))
    if _says_how(whole):
        return (whole,)
    first = _SENTENCE_END.split(text.strip(), maxsplit=1)[0]
    if not all(map(_says_how, _each(_without_politeness(first)))):
        return ()
    said = [_without_politeness(" ".join(text[span.start : span.end].split())) for span in sentences(text)]
    wishes = [_each(sentence) for sentence in said if sentence]
    return tuple(wish for each in wishes for wish in each) if all(all(map(_says_how, each)) for each in wishes) else ()


def _each(instruction: str) -> list[str]:
    """Return the instructions that a sentence joins, so that each can be replaced by itself: "answer in French and keep it
    short"."""
    for joint in _AND.finditer(instruction):
        before, behind = instruction[: joint.start()], instruction[joint.end() :]
        if not _says_how(instruction) and (_asks(before) or _says_how(before)) and all(map(_says_how, _each(behind))):
            return [before, *_each(behind)]
    return [instruction]


def _says_how(message: str) -> bool:
    """Return whether a message is nothing but a wish about the manner of answers."""
    if message.endswith(QUESTION_MARKS):
        return False
    return bool(STYLE_ALONE.fullmatch(message)) or any(form.fullmatch(message) for form in messages().values())


def _without_politeness(sentence: str) -> str:
    """Return a wish in the form of a question as a plain one."""
    polite = _POLITE.match(sentence)
    return sentence[polite.end() :].rstrip(_MARKS) if polite is not None else sentence


def _behind_a_reason(sentence: str) -> str | None:
    """Return the instruction that a sentence ends with, after the reason for it; `None` if there is none."""
    if len(sentence) > _LONGEST or sentence.endswith(QUESTION_MARKS):
        return None
    ends = (sentence[reason.end() :] for reason in _REASON.finditer(sentence))
    return next(filter(_asks, ends), None)


def _parted(sentence: str) -> tuple[str, str] | None:
    """Split a question joined to an instruction into instruction and question, whichever comes first; `None` if there is none."""
    if not sentence.endswith(QUESTION_MARKS):
        return None
    for joint in _JOINED.finditer(sentence):
        before, behind = sentence[: joint.start()], sentence[joint.end() :]
        if _asks(before) and not _asks(behind):
            return before, behind
        if _asks(behind.rstrip(_MARKS)) and not _asks(before):
            return behind.rstrip(_MARKS), f"{before}?"
    return None


def _asks(sentence: str) -> bool:
    return any(form.match(sentence) for form in forms().values()) and not SAYINGS.match(sentence)
