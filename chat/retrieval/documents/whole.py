"""Questions about whole documents rather than passages: what they want, of which documents, and of what part of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from chat.retrieval.documents import places
from chat.retrieval.documents.places import Place
from chat.retrieval.documents.whole_words import COMPILED, SEVERAL, Compiled

Kind = Literal["summary", "list", "compare"]

_LONGEST = 300
"""Most characters of a question read this way; a longer one says in detail what it wants."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question about a whole document, parsed."""

    kind: Kind
    about: str
    """What remains of the question: a topic, or the name of a document or section; empty if everything is meant."""
    sides: tuple[str, ...] = ()
    """The things to compare."""
    this: bool = False
    """The question refers to one document without naming it."""
    all: bool = False
    """The question says that nothing is to be left out."""
    plainly: bool = False
    """The question is a request to compare, rather than one for a difference."""
    place: Place | None = None
    """The single place of a document asked for."""
    beside: str = ""
    """The question without the place; it may name documents."""
    otherwise: Wanted | None = None
    """What is wanted if no section has the quoted name."""


_ALONE = frozenset(
    ("list", "enumerate", "itemize", "itemise", "liste", "listez", "elenca", "列出", "enumera", "перечисли", "перечислите")
)
"""Words that ask for a list by themselves, at the start of a question."""
_POINTS = re.compile(r"(?<!\w)(?:it|this|that|es|dies|ça|esto|questo|isto|dit|это|его|它|これ)(?!\w)", re.IGNORECASE)
_EDGES = re.compile(r"^[^\w]+|[^\w)]+$")
_FILE = r"(?P<file>[^?!“”\"]{1,100}\.[a-z][a-z0-9]{1,4})"
_CONTENTS = [
    re.compile(words.replace("FILE", _FILE), re.IGNORECASE)
    for words in (
        r"what(?:'s| is) (?:in|inside|in the file) FILE",
        r"what(?:'s| is) FILE about",
        r"what does FILE (?:contain|say|hold)",
        r"was (?:steht|ist) in FILE",
        r"worum geht es in FILE",
        r"(?:que contient|de quoi parle|qu'y a-t-il dans) FILE",
        r"(?:qué hay en|qué contiene|de qué trata) FILE",
    )
]
"""Match questions for everything one file contains."""
_PERIOD = re.compile(r"^(?:(?:in|for|of|fiscal|fy|q[1-4]|[12][hq])\W*)*(?:19|20)\d\d$", re.IGNORECASE)
"""Matches a side that is a year: two figures are to be compared, not two documents."""
_BETWEEN = re.compile(r"[\s,;:.!?¿¡…\"'“”„«»()\[\]。？！、，：-]+")


def wanted(question: str) -> Wanted | None:
    """Return what a question wants of whole documents; `None` if it wants something else, or is about the conversation."""
    plain = " ".join(question.replace("’", "'").split()).strip(" ?.!？。！")
    if not plain or len(plain) > _LONGEST:
        return None
    for contents in _CONTENTS:
        if (match := contents.fullmatch(plain.strip("¿ "))) is not None:
            return Wanted("summary", " ".join(_BETWEEN.sub(" ", match["file"]).split()))
    at_place = _at_place(plain)
    if at_place is not None and at_place.place is not None and not at_place.place.heading:
        return at_place
    if any(spoken.search(plain) for *_, spoken in COMPILED):
        return at_place
    found = [one for compiled in COMPILED if (one := _read(plain, compiled)) is not None]
    otherwise = min(found, key=lambda one: len(one.about), default=None)  # its language is the one in which least is left
    return otherwise if at_place is None else replace(at_place, otherwise=otherwise)


def _at_place(plain: str) -> Wanted | None:
    """Parse a question that asks for nothing but the content of one place in a document."""
    found = places.place(plain)
    if found is None:
        return None
    place, beside = found
    if any(spoken.search(beside) for *_, spoken in COMPILED) or any(_compared(plain, compiled[3])[0] for compiled in COMPILED):
        return None
    about, this = min((_left(beside, compiled) for compiled in COMPILED), key=lambda left: len(left[0]))
    return Wanted("summary", about, this=this, place=place, beside=beside)


def _left(beside: str, compiled: Compiled) -> tuple[str, bool]:
    """Return what else is asked besides the content of the place, and whether the question refers to one document."""
    summary, *_, this, filler, _ = compiled
    plain = summary.sub(lambda match: " ".join(("", *filter(None, match.groups()), "")), beside)
    said = places.without_saying(plain)
    about = filler.sub(" ", said)
    return " ".join(_BETWEEN.sub(" ", about).split()), bool(this.search(said) or _POINTS.search(said))


def _read(plain: str, compiled: Compiled) -> Wanted | None:
    summary, every, complete, compare, this, filler, _ = compiled
    sides, plainly = _compared(plain, compare)
    kind: Kind
    if sides is not None:
        kind, rest = "compare", " ".join(sides)
    elif summary.search(plain):
        kind, rest = "summary", summary.sub(lambda match: " ".join(("", *filter(None, match.groups()), "")), plain)
    elif (match := every.search(plain)) and (complete.search(plain) or _is_list(match)):
        kind, rest = "list", f"{plain[: match.start()]} {plain[match.end() :]}"
    else:
        return None
    about = " ".join(_BETWEEN.sub(" ", filler.sub(" ", rest)).split())
    points = bool(this.search(plain) or _POINTS.search(plain)) and not (not about and SEVERAL.search(plain))
    return Wanted(kind, about, sides or (), points, bool(complete.search(plain)), plainly)


def _is_list(match: re.Match[str]) -> bool:
    return match.start() == 0 and match[0].casefold() in _ALONE


def _compared(plain: str, patterns: Sequence[re.Pattern[str]]) -> tuple[tuple[str, ...] | None, bool]:
    for at, pattern in enumerate(patterns):
        match = pattern.search(plain)
        if match is not None:
            sides = tuple(_EDGES.sub("", side) for side in match.groupdict().values() if side)
            return (None, False) if any(map(_PERIOD.search, sides)) else (sides, at == 0)
    return None, False
