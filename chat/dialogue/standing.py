"""Recognise standing instructions, that is, wishes for every answer from now on, and tell them from statements of users about
themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.dialogue.standing_forms import FORMS, MARK, SAYINGS, STYLE_ALONE
from chat.text import QUESTION_MARKS, sentences
from chat.text.languages import code_of

_LONGEST = 500
"""Most characters of one instruction."""
_LONGEST_OF_STYLE = 100
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
_REASON = re.compile(r"\s+[-–—]\s+|;\s+|,\s+so\s+")
"""Stands between a reason and an instruction: "I forget things - from now on, always give the date"."""
_MARKS = " " + "".join(QUESTION_MARKS)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing instructions of a message."""

    instructions: tuple[str, ...]
    alone: bool
    """The message says nothing else."""
    question: str = ""
    """A question in the same sentence as an instruction."""


def standing(text: str) -> Standing:
    """Find the sentences of a message that are instructions for every answer.

    Questions are not, except for a wish ("Could you answer in French from now on?") and an instruction joined to one: "Use bullet
    points in all your answers and how long is the warranty?".
    """
    if len(text) <= _LONGEST_OF_STYLE and STYLE_ALONE.fullmatch(whole := " ".join(text.split())):
        return Standing((whole,), alone=True)
    if len(text) > _LONGEST_MESSAGE or not MARK.search(text.casefold()):
        return Standing((), alone=False)
    found, others, question = [], 0, ""
    for span in sentences(text):
        sentence = " ".join(text[span.start : span.end].split())
        if not sentence:
            continue
        polite = _POLITE.match(sentence)
        asked = sentence[polite.end() :].rstrip(_MARKS) if polite is not None else sentence
        if len(sentence) <= _LONGEST and not asked.endswith(QUESTION_MARKS) and _asks(asked):
            found.append(asked)
            continue
        others += 1
        if (wanted := _behind_a_reason(sentence)) is not None:
            found.append(wanted)
        elif len(sentence) <= _LONGEST and (parted := _parted(sentence)) is not None:
            found.append(parted[0])
            question = parted[1]
    return Standing(tuple(dict.fromkeys(found)), bool(found) and not others, question)


def language_of(instruction: str) -> str:
    """Return the ISO 639-1 code of the language in which a sentence gives an instruction; that of English if it does in none."""
    asked_in = [language for language, form in FORMS.items() if form.match(instruction)]
    likely = code_of(instruction)  # "Usa sempre ..." is both Italian and Portuguese
    return likely if likely in asked_in else next(iter(asked_in), "en")


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
    return any(form.match(sentence) for form in FORMS.values()) and not SAYINGS.match(sentence)
