"""What is said to "forget the door code": which of what is remembered is meant, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from chat.domain import Remembered
from chat.languages import language_of
from chat.text import terms

_FORGOTTEN = "Forgotten:"
_NOT_FORGOTTEN = "Nothing was forgotten:"
REPLIES = (_FORGOTTEN, _NOT_FORGOTTEN)
"""With which each reply begins."""
_HOW_TO = "*Memory* in this conversation's menu lists what is remembered; forget it there, or delete the message that says it."
WHICH = f"{_NOT_FORGOTTEN} say what is meant, as in “forget the door code”. {_HOW_TO}"
_MOST = 5
"""Of what may be meant that are shown."""
_LONGEST = 120
"""Characters of each."""
_OWN = re.compile(
    r"\W*(?:my|our|the|mein\w*|unser\w*|der|die|das|mon|ma|notre|le|la|l['’]|mi|nuestr[oa]|el|мо[йяё]|наш\w*)\b", re.IGNORECASE
)

_LEAD = re.compile(
    r"\W*(?:(?:please|remember|note|keep in mind|fyi|by the way|bitte|merk\w* (?:dir|euch)|übrigens|retiens|au fait|recuerda"
    r"|por cierto|запомни)\b[\s,:–-]*(?:(?:that|dass|que|что)\b\s*)?)+",
    re.IGNORECASE,
)
"""What asks to keep it, before what is told."""


def fitting(about: str, known: Sequence[Remembered]) -> list[Remembered]:
    """Those that hold every word of what is to be forgotten."""
    language = language_of(about, " ".join(each.text for each in known))
    wanted = frozenset(terms(about, language))
    return [each for each in known if wanted and wanted <= frozenset(terms(each.text, language))]


def is_clear(about: str, fit: Sequence[Remembered]) -> bool:
    """Whether it is plain what is meant, since there is no way back: one sentence has all the words and begins with them, so
    that it is about them; with one word alone where it says whose that is ("my address")."""
    if len(fit) != 1:
        return False
    text = fit[0].text[lead.end() :] if (lead := _LEAD.match(fit[0].text)) else fit[0].text
    language = language_of(about, text)
    wanted, told = frozenset(terms(about, language)), terms(text, language)
    return frozenset(told[: len(wanted)]) == wanted and (len(wanted) > 1 or bool(_OWN.match(text)))


def forgotten(about: str, said_on: date) -> str:
    """Without the words that were forgotten, which would stand in the conversation anew."""
    day = f"{said_on.day} {said_on:%B %Y}"
    return (
        f"{_FORGOTTEN} what you said on {day} about “{about}”. It is not recalled any more. Your message and answers that"
        " repeat it still stand in this conversation: delete them there if they shall be gone, too. To have it remembered again,"
        " say it again."
    )


def unclear(fit: Sequence[Remembered]) -> str:
    """The reply where nothing was forgotten, with what may be meant."""
    if not fit:
        return f"{_NOT_FORGOTTEN} I found nothing like that among what I remember of your messages. {_HOW_TO}"
    lines = "\n".join(f"- “{_short(each.text)}”" for each in fit[:_MOST])
    return f"{_NOT_FORGOTTEN} I am not sure what is meant. It may be:\n\n{lines}\n\n{_HOW_TO}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"
