"""What is said to "forget the door code": which of what is remembered is meant, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from chat.answering.settled import day_in, settled
from chat.dialogue.correcting import correction
from chat.dialogue.telling import without_lead
from chat.domain import Remembered
from chat.text import terms
from chat.text.languages import language_of

_MOST = 5
"""Of what may be meant that are shown."""
_LONGEST = 120
"""Characters of each."""
_OWN = re.compile(
    r"\W*(?:my|our|the|mein\w*|unser\w*|der|die|das|mon|ma|notre|le|la|l['’]|mi|nuestr[oa]|el|il|lo|gli|mio|mia|nostr[oa]|os?"
    r"|(?:a )?(?:minha|nossa)|meu|nosso|мо[йяё]|наш\w*)\b",
    re.IGNORECASE,
)


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
    text = without_lead(fit[0].text)
    language = language_of(about, text)
    wanted, told = frozenset(terms(about, language)), list(dict.fromkeys(terms(text, language)))
    return frozenset(told[: len(wanted)]) == wanted and (len(wanted) > 1 or bool(_OWN.match(text)))


def with_corrections(fact: Remembered, known: Sequence[Remembered]) -> list[Remembered]:
    """What is to be forgotten with it: the few words that put it right ("sorry, I meant 44") say it, too. They come first, since
    what takes the place of what is told anew each time something was forgotten."""
    by_id = {each.id: each for each in known}
    gone = [fact]
    while (later := by_id.get(gone[0].superseded_by or "")) and later not in gone and correction(later.text) is not None:
        gone.insert(0, later)
    return gone


def forgotten(language: str, about: str, said_on: date) -> str:
    """Without the words that were forgotten, which would stand in the conversation anew."""
    said = settled(language)
    of_what = said.of_what.replace("{day}", day_in(language, said_on)).replace("{about}", about)
    return f"{said.forgotten} {of_what}"


def which(language: str) -> str:
    """The reply to "forget it"."""
    said = settled(language)
    return f"{said.not_forgotten} {said.say_which} {said.in_memory}"


def unclear(language: str, fit: Sequence[Remembered]) -> str:
    """The reply where nothing was forgotten, with what may be meant."""
    said = settled(language)
    if not fit:
        return f"{said.not_forgotten} {said.nothing_like_it} {said.in_memory}"
    lines = "\n".join(f"- “{_short(each.text)}”" for each in fit[:_MOST])
    return f"{said.not_forgotten} {said.not_sure}\n\n{lines}\n\n{said.in_memory}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"
