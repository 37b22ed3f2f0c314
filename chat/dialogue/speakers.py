"""Find the speakers of imported messages without an author, from text such as "Ann: I am in Rome."."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_SPOKEN = re.compile(r"\s*((?!\d)\w[\w.'’-]*(?: (?!\d)\w[\w.'’-]*){0,2})\s?[:：]\s+(?=\S)")
"""A name of at most three words before a colon."""
_LONGEST = 40
"""Most characters of a name."""
_LABELS = """
    a ai assistant bot human me q system user you
    answer date home idea ideas important link note notes place private question quote reminder subject summary task tasks
    time title todo update warning work
    antwort arbeit aufgabe betreff datum erinnerung frage idee notiz notizen ort privat wichtig zeit
    idée rappel réponse tâche
    nota pregunta respuesta tarea"""
"""Words before a colon that are not speakers."""
_NEVER = frozenset(_LABELS.split())
_FEWEST = 4
"""Fewest messages that begin with a name."""
_HABIT = 0.8
"""Share of messages that must begin with a name."""
_ALONE = 0.25
"""Largest share of names that occur only once: people take turns, whereas labels of notes do not recur."""


def speakers(contents: Sequence[str]) -> list[str | None]:
    """Return the speaker of each message of one conversation; all `None` unless its messages give their speakers.

    They do if four fifths of them begin with a name and a colon, and at least two names occur repeatedly.
    """
    heads = [spoken(content) for content in contents]
    told = Counter(head for head in heads if head is not None)
    often = [name for name, times in told.items() if times > 1]
    if told.total() < max(_FEWEST, _HABIT * len(contents)) or len(often) < 2 or len(told) - len(often) > _ALONE * told.total():
        return [None] * len(contents)
    return heads


def spoken(content: str) -> str | None:
    """Return the name that a message begins with, or `None`."""
    found = _SPOKEN.match(content[: 2 * _LONGEST])
    if found is None:
        return None
    name = found.group(1)
    return name if len(name) <= _LONGEST and not name[0].islower() and name.casefold() not in _NEVER else None
