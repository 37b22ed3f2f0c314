"""Documents as they are covered for one question: what a model reads of them, and what quotes tell of each section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.assistant.question.whole.stretches import Chosen, Stretch
from chat.domain import Covered, Found, Passage, Question, Scores
from chat.llm.quoting.overview import Group
from chat.text import without_markers

_TOLD_INSTEAD = 14
"""Sections of which a sentence stands in for a model that fails."""


@dataclass(frozen=True, slots=True)
class Survey:
    found: Found
    groups: tuple[Group, ...]
    """What is told of each section without a model."""
    known: tuple[str, ...]
    """Notes that need no model: what was counted over tables."""
    listing: bool = False


def survey(question: Question, chosen: Chosen, spent: float, listing: bool) -> Survey:
    """Return what was chosen as passages, numbered through all stretches; `spent` milliseconds were spent on choosing."""
    passages, groups, known = list[Passage](), list[Group](), list[str]()
    for stretch in chosen.stretches:
        first = len(passages) + 1
        passages += _passages(stretch, first)
        numbers = tuple(range(first, len(passages) + 1))
        name = stretch.meant.document.name
        said = tuple(f"{without_markers(line)} [{first}]" if cites else line for line, cites in stretch.said)
        if stretch.most or said:
            groups.append(Group(stretch.unit.title, numbers, stretch.most, name, stretch.about, said))
        else:
            groups += _by_section(stretch, numbers)
        if said and stretch.chunks[0].rows is not None:
            known.append(f"{name} {stretch.unit.title}: {' '.join(said)}")
    found = Found(
        question=question.text,
        rewritten=question.meant,
        passages=tuple(passages),
        confidence=1.0,
        timing_ms={"search": spent, "total": spent},
        note=" ".join(map(_sentence, chosen.covered)) or None,
        covered=chosen.covered,
    )
    return Survey(found, tuple(groups), tuple(known), listing)


def _passages(stretch: Stretch, first: int) -> list[Passage]:
    document, place = stretch.meant.document, stretch.meant.place
    scores = Scores(None, None, 1.0)
    return [
        Passage(number, 1.0, chunk, scores, document.name, document.version, elsewhere=place)
        for number, chunk in enumerate(stretch.chunks, start=first)
    ]


def _by_section(stretch: Stretch, numbers: Sequence[int]) -> list[Group]:
    """Group what a model reads as it is told should the model fail: a sentence of each section, of the longest ones."""
    held: dict[str, list[int]] = {}
    for number, chunk in zip(numbers, stretch.chunks, strict=True):
        held.setdefault(chunk.section[-1] if chunk.section else stretch.unit.title, []).append(number)
    longest = sorted(held, key=lambda title: -len(held[title]))[:_TOLD_INSTEAD]
    name = stretch.meant.document.name
    return [Group(title, tuple(found), 1, name) for title, found in held.items() if title in longest]


def _sentence(covered: Covered) -> str:
    what = f"“{covered.within}” in {covered.name}" if covered.within else covered.name
    if covered.sections == covered.of == 1:
        return f"Covers {what}."
    of = f"{covered.sections} of {covered.of}" if covered.sections < covered.of else f"all {covered.of}"
    return f"Covers {of} sections of {what}."
