"""Who speaks in messages that were brought without an author, as "Ann: I am in Rome." says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_SPOKEN = re.compile(r"\s*((?!\d)\w[\w.'’-]*(?: (?!\d)\w[\w.'’-]*){0,2})\s?[:：]\s+(?=\S)")
"""At most three words in front of a colon."""
_LONGEST = 40
"""Characters of a name."""
_LABELS = """
    a ai assistant bot human me q system user you
    answer date home idea ideas important link note notes place private question quote reminder subject summary task tasks
    time title todo update warning work
    antwort arbeit aufgabe betreff datum erinnerung frage idee notiz notizen ort privat wichtig zeit
    idée rappel réponse tâche
    nota pregunta respuesta tarea"""
"""What stands in front of a colon without speaking."""
_NEVER = frozenset(_LABELS.split())
_FEWEST = 4
"""Messages that make it a habit."""
_HABIT = 0.8
"""Share of the messages that begin with a name."""
_ALONE = 0.25
"""Share of the names that say one thing only: people take turns, labels of notes do not come again."""


def speakers(contents: Sequence[str]) -> list[str | None]:
    """The speaker of each message of one conversation; all `None` unless people take turns in it under their names.

    That is so where four fifths begin with a name and a colon, and two names or more come again and again.
    """
    heads = [spoken(content) for content in contents]
    told = Counter(head for head in heads if head is not None)
    often = [name for name, times in told.items() if times > 1]
    if told.total() < max(_FEWEST, _HABIT * len(contents)) or len(often) < 2 or len(told) - len(often) > _ALONE * told.total():
        return [None] * len(contents)
    return heads


def spoken(content: str) -> str | None:
    """The name that a message begins with, if any."""
    found = _SPOKEN.match(content[: 2 * _LONGEST])
    if found is None:
        return None
    name = found.group(1)
    return name if len(name) <= _LONGEST and not name[0].islower() and name.casefold() not in _NEVER else None
