"""Match German nouns of a question and a table: `Lampen` matches Lampe and Tischlampe, but not Lampenschirm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_ENDINGS = ("en", "nen", "n", "er", "e", "s")
"""Endings of German plurals; umlauts are compared without their dots (see `words.key`)."""
_LEAST = 3
"""Fewest letters of a noun without its ending."""
_LEAST_HEAD, _LEAST_FRONT = 4, 3
"""Fewest letters of the last part of a compound, and of what precedes it."""
_VOWEL = re.compile(r"[aeiouy]")


def is_german_form(one: str, other: str) -> bool:
    """Return whether one of two keys is the other with the ending of a German plural."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _LEAST and long.startswith(short) and long[len(short) :] in _ENDINGS


def ends_in(said: str, name: str) -> bool:
    """Return whether a German noun ends in the one that was said, in singular or plural."""
    return any(_is_compound(name, form) for form in (said, *_without_ending(said)))


def _is_compound(name: str, last: str) -> bool:
    front = name.removesuffix(last)
    return len(last) >= _LEAST_HEAD and front != name and len(front) >= _LEAST_FRONT and bool(_VOWEL.search(front))


def _without_ending(said: str) -> Iterator[str]:
    return (said.removesuffix(ending) for ending in _ENDINGS if said.endswith(ending))


def the_one(said: str, names: Iterable[str]) -> str | None:
    """Return the only one of these German nouns that was said in another number; `None` if there is none or several."""
    found = [name for name in names if is_german_form(said, name)]
    return found[0] if len(found) == 1 else None
