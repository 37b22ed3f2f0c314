"""Questions that name another conversation of the user by its title: "What did we decide in my Holiday thread?"."""

from __future__ import annotations

import re
from dataclasses import replace

from chat.domain import Elsewhere, Question
from chat.text import terms

_LONGEST = 300
_WORTH_READING = re.compile(r"thread|conversation|chat|unterhaltung|conversación|gespräch", re.IGNORECASE)
_OPEN, _CLOSE = '[“"‘„«]?', '[”"’“»]?'
_FORMS = tuple(
    re.compile(rf",?\s*\b{form}", re.IGNORECASE)
    for form in (
        rf"(?:in|from)\s+(?:my|our|the)\s+{_OPEN}(?P<name>[^?,]{{1,80}}?){_CLOSE}\s+(?:thread|conversation|chat)\b",
        r"(?:in|from)\s+(?:my|our|the)\s+(?:thread|conversation|chat)\s+(?:(?:called|named|titled|about|on)\s+)?"
        rf"{_OPEN}(?P<name>[^?,]{{1,80}}?){_CLOSE}(?=\W*$)",
        rf"(?:im|in\s+(?:meinem|unserem|dem))\s+{_OPEN}(?P<name>[^?,]{{1,80}}?){_CLOSE}[-\s](?:thread|chat)\b",
        r"(?:in|aus)\s+(?:meine[rm]|unsere[rm]|der|dem)\s+(?:unterhaltung|gespräch|chat|thread)\s+(?:(?:über|namens|zum?|zur)\s+)?"
        rf"{_OPEN}(?P<name>[\w -]{{1,80}}?){_CLOSE}(?=\W*$|\s+(?:\w*ge\w+(?:t|en)|beschlossen|entschieden|vereinbart)\W*$)",
        r"dans\s+(?:ma|notre|la)\s+(?:conversation|discussion)\s+(?:(?:sur|intitulée)\s+)?"
        rf"{_OPEN}\s?(?P<name>[^?,]{{1,80}}?)\s?{_CLOSE}(?=\W*$)",
        rf"en\s+(?:mi|nuestra|la)\s+conversación\s+(?:(?:sobre|llamada)\s+)?{_OPEN}(?P<name>[^?,]{{1,80}}?){_CLOSE}(?=\W*$)",
    )
)


def in_named_thread(question: Question) -> Question | None:
    """Return the search of the messages of the thread that a question names, without its name; `None` if it names none of those
    that it may search."""
    text = question.meant
    threads = [place for place in question.elsewhere if place.kind == "thread"]
    if not threads or len(text) > _LONGEST or not _WORTH_READING.search(text):
        return None
    for form in _FORMS:
        if (match := form.search(text)) and (named := _called(match["name"], threads)):
            rest = f"{text[: match.start()]}{text[match.end() :]}".strip()
            return replace(question, rewritten=rest, sources=frozenset(), elsewhere=named)
    return None


def _called(name: str, threads: list[Elsewhere]) -> tuple[Elsewhere, ...]:
    """Return the threads of this title; if there are none, those whose title has all its words."""
    wanted = frozenset(terms(name))
    titles = [(frozenset(terms(place.name)), place) for place in threads]
    exact = tuple(place for title, place in titles if wanted and title == wanted)
    return exact or tuple(place for title, place in titles if wanted and wanted < title)
