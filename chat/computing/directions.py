"""Direction of travel: verbs of motion, and columns of origins and destinations.

"How many passengers went to Eyrie?" asks for passengers with Eyrie; in a table of trips with an origin and a destination, for
those with Eyrie as the destination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chat.computing.words import ARTICLES, key, name_words

_MOVING = """
    went gone go travelled traveled flew sailed rode drove
    gereist gefahren geflogen fuhren reisten flogen
    allés allées voyagé
    viajaron volaron
"""
MOVING = frozenset(_MOVING.split())
"""Verbs that add nothing to a question about a table with destinations. "Shipped" and "carried" are not included, since they are
states that other rows may not be in; nor are "ride" and "travel", which may be what rows are called."""
_WORDS = {
    "to": "to into towards nach zu zum zur vers hacia a à",
    "from": "from von vom aus ab depuis desde",
}
_COLUMNS = {
    "to": "to destination arrival target ziel zielort nach ankunft destino llegada",
    "from": "from origin departure source start startort von abfahrt herkunft départ origen salida",
}
_SAID = {word: way for way, words in _WORDS.items() for word in words.split()}
_NAMED = {key(word): way for way, words in _COLUMNS.items() for word in words.split()}


def along(codes: Mapping[int, tuple[int, ...]], before: Sequence[str], names: Sequence[str]) -> dict[int, tuple[int, ...]]:
    """Keep only the columns of the direction given by the preceding words, in a table with origin and destination: after "from",
    the destination is dropped."""
    said = next((word for word in reversed(before) if word not in ARTICLES), "")
    ways = [_way(name) for name in names]
    if said not in _SAID or not {"to", "from"} <= set(ways):
        return dict(codes)
    return {column: there for column, there in codes.items() if ways[column] in (None, _SAID[said])}


def _way(name: str) -> str | None:
    found = {_NAMED[word] for word in map(key, name_words(name)) if word in _NAMED}
    return found.pop() if len(found) == 1 else None
