"""Reply to "forget the door code": decide which memory is meant, and report what was done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from chat.answering.replies.settled import day_in, settled
from chat.dialogue.correcting import correction
from chat.dialogue.telling import without_lead
from chat.domain import Remembered
from chat.text import terms
from chat.text.languages import language_of

_MOST = 5
"""Most candidates shown."""
_LONGEST = 120
"""Most characters of each candidate shown."""
_OWN = re.compile(
    r"\W*(?:my|our|the|mein\w*|unser\w*|der|die|das|mon|ma|notre|le|la|l['’]|mi|nuestr[oa]|el|il|lo|gli|mio|mia|nostr[oa]|os?"
    r"|(?:a )?(?:minha|nossa)|meu|nosso|мо[йяё]|наш\w*)\b",
    re.IGNORECASE,
)


def fitting(about: str, known: Sequence[Remembered]) -> list[Remembered]:
    """Return the memories that hold every word of what is to be forgotten."""
    language = language_of(about, " ".join(each.text for each in known))
    wanted = frozenset(terms(about, language))
    return [each for each in known if wanted and wanted <= frozenset(terms(each.text, language))]


def is_clear(about: str, fit: Sequence[Remembered]) -> bool:
    """Return whether it is clear what is meant, which matters because forgetting cannot be undone.

    Only one memory has all the words, and it begins with them, so that it is about them; for a single word it must also say whose
    it is ("my address").
    """
    if len(fit) != 1:
        return False
    text = without_lead(fit[0].text)
    language = language_of(about, text)
    wanted, told = frozenset(terms(about, language)), list(dict.fromkeys(terms(text, language)))
    return frozenset(told[: len(wanted)]) == wanted and (len(wanted) > 1 or bool(_OWN.match(text)))


def with_corrections(fact: Remembered, known: Sequence[Remembered]) -> list[Remembered]:
    """Return a memory with the short messages that correct it ("sorry, I meant 44"), which reveal it too. Corrections come first,
    because what a memory replaces is recomputed each time one is forgotten."""
    by_id = {each.id: each for each in known}
    gone = [fact]
    while (later := by_id.get(gone[0].superseded_by or "")) and later not in gone and correction(later.text) is not None:
        gone.insert(0, later)
    return gone


def forgotten(language: str, about: str, said_on: date) -> str:
    """Return the confirmation. It does not repeat the forgotten words, which would put them back into the conversation."""
    said = settled(language)
    of_what = said.of_what.replace("{day}", day_in(language, said_on)).replace("{about}", about)
    return f"{said.forgotten} {of_what}"


def which(language: str) -> str:
    """Return the reply to "forget it", which does not say what."""
    said = settled(language)
    return f"{said.not_forgotten} {said.say_which} {said.in_memory}"


def unclear(language: str, fit: Sequence[Remembered]) -> str:
    """Return the reply if nothing was forgotten, with the memories that may be meant."""
    said = settled(language)
    if not fit:
        return f"{said.not_forgotten} {said.nothing_like_it} {said.in_memory}"
    lines = "\n".join(f"- “{_short(each.text)}”" for each in fit[:_MOST])
    return f"{said.not_forgotten} {said.not_sure}\n\n{lines}\n\n{said.in_memory}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"
