"""The halves of a question that asks two things, the same of two things, or for the time between two events, so that each of them
is answered."""

from __future__ import annotations

import re

from chat.dialogue.pronouns import named
from chat.llm.quoting.question.determiners import OF_PEOPLE
from chat.llm.quoting.question.elapsed import elapsed_question
from chat.text.languages import ENGLISH

_SIDES = re.compile(
    r"\b(?:compare|between|differs?|different)\s+(?:the\s+)?(\S.*?)\s+(?:and|with|to|from|vs\.?|versus)\s+(?:the\s+)?(\S.*)$",
    re.IGNORECASE,
)
_DETERMINER = rf"(?:the|{OF_PEOPLE})\s"
_THING = rf"{_DETERMINER}(?:(?!\b(?:of|in|on|at|for|from|with|to|that|which|who)\b)[^,;?])+?"
_OF_BOTH = re.compile(rf"^(?P<head>.*\b)(?P<one>{_THING})\s+and\s+(?P<other>{_THING})\s*\?*$", re.IGNORECASE)
"""The same is asked of two things: "How much are the pump and the insurance?"."""
_TOGETHER = re.compile(r"\b(?:between|both|difference|compare\w*|relat\w*)\b", re.IGNORECASE)
"""It is asked of the two together."""
_LEAST = 3
"""Words of a half that can be answered by itself."""


def _joined(also: str, asking: str, before: str = "") -> re.Pattern[str]:
    """Match what stands between two questions: a question mark, or a language's "and" before one of its question words, with or
    without a preposition."""
    preposition = rf"(?:(?:{before})\s+)?" if before else ""
    return re.compile(rf",?\s+(?:{also})\s+(?={preposition}(?:{asking})(?!\w))|\?\s+(?=\S)", re.IGNORECASE)


_JOINED = {
    ENGLISH: _joined("and", "what|when|where|who|why|which|how"),
    "german": _joined(
        "und",
        "w(?:er|en|em|essen|ann|as|o|ohin|oher|ie|ieso|arum|eshalb|omit|ofür|oran|orauf|ovon|elche[rsmn]?)",
        "ab|an|auf|aus|bei|bis|durch|für|gegen|in|mit|nach|seit|über|um|unter|von|vor|zu",
    ),
    "french": _joined(
        "et",
        "qui|que|quoi|quand|où|comment|combien|pourquoi|quel(?:le)?s?|qu['’]est-ce",
        "à|avec|chez|de|depuis|en|jusqu['’]à|par|pour|sur",
    ),
    "spanish": _joined(
        "y|e",
        "qu[ée]|qui[ée]n(?:es)?|cu[áa]ndo|d[óo]nde|c[óo]mo|cu[áa]nt[oa]s?|cu[áa]l(?:es)?|por qu[ée]",
        "a|con|de|desde|en|hasta|para|por|sobre",
    ),
    "italian": _joined(
        "ed?", "chi|che(?: cosa)?|cosa|quando|dove|come|quant[oaie]|perché|qual[ei]?", "a|con|da|di|fino a|in|per|su"
    ),
    "portuguese": _joined(
        "e", "quem|quando|onde|como|quant[oa]s?|por ?qu[eê]|qual|quais|o qu[eê]", "a|até|com|de|desde|em|para|por"
    ),
    "dutch": _joined("en", "wie|wat|waar|wanneer|hoe(?:veel)?|waarom|welke?", "aan|bij|in|met|op|sinds|tot|van|vanaf|voor"),
    "russian": _joined(
        "и|а",
        "кто|кого|кому|кем|что|чего|где|когда|куда|откуда|как|сколько|почему|зачем|как(?:ой|ая|ое|ие|ого|ую)",
        "в|для|до|за|на|о|от|по|с|у",
    ),
}


def split_into_halves(question: str, language: str, compares: bool) -> tuple[str, ...]:
    """Return the halves of a question, in order, with what the first one is about in place of an English pronoun; the question
    itself if it asks one thing. `compares`: whether it compares two things, whose names are its halves then."""
    if (elapsed := elapsed_question(question, language)) is not None:
        return elapsed.events
    joined = _JOINED.get(language)
    if joined is None:
        return (question,)
    parts = tuple(part.strip() for part in joined.split(question) if len(part.split()) >= _LEAST)
    if language == ENGLISH:
        parts = _of_english(question, parts, compares)
    return parts if len(parts) > 1 else (question,)


def _of_english(question: str, parts: tuple[str, ...], compares: bool) -> tuple[str, ...]:
    sides = _SIDES.search(question)
    if compares and sides and all(any(map(str.isalpha, side)) for side in sides.groups()):  # two years are none
        return tuple(side.strip(" ?.!") for side in sides.groups())
    if len(parts) == 1 and (both := _OF_BOTH.match(question)) and not _TOGETHER.search(both["head"]):
        return tuple(f"{both['head']}{both[side].strip()}?" for side in ("one", "other"))
    return (*parts[:1], *(named(part, parts[0]) for part in parts[1:]))
