"""From a question that wants whole documents to what covers these; nothing is asked of a model here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter

from chat.assistant.parts import Parts
from chat.assistant.question.whole.documents import DocumentsHere, Meant, beside_names, one_named, pointed
from chat.assistant.question.whole.stretches import Chosen
from chat.assistant.question.whole.survey import Survey, survey
from chat.assistant.question.whole.within import MOST_DOCUMENTS, Within
from chat.domain import Elsewhere, Filters, Question, Section
from chat.llm.quoting.overview import OverviewWriter
from chat.retrieval.documents import naming, places, whole
from chat.retrieval.documents.places import Place
from chat.retrieval.documents.whole import Wanted


class Whole:
    """Chooses what a question is answered from."""

    def __init__(self, parts: Parts) -> None:
        self._embedder = parts.embedder
        self._here = DocumentsHere(parts)
        self._within = Within(parts)

    async def covering(self, question: Question, holders: Mapping[str, Elsewhere | None], tokens: int | None) -> Survey | None:
        """Return what covers the documents that a question wants as a whole; `None` for any other question.

        `tokens`: how much a model may read of them in all; `None`: sentences are picked from a few chunks of each section.
        """
        started = perf_counter()
        wanted = whole.wanted(question.meant)
        if wanted is None or question.filters != Filters(document=question.filters.document):
            return None
        here = await self._here.all(holders, question.filters.document)
        if not here:
            return None
        chosen = await self._chosen(wanted, question.meant, here, tokens)
        if chosen is None or not chosen.stretches:
            return None
        return survey(question, chosen, round((perf_counter() - started) * 1000, 3), listing=wanted.kind == "list")

    def writer(self, covered: Survey) -> OverviewWriter:
        return OverviewWriter(self._embedder, covered.groups, covered.listing)

    async def _chosen(self, wanted: Wanted, text: str, here: list[Meant], tokens: int | None) -> Chosen | None:
        here = await self._here.titled(here)
        if wanted.place is not None:
            found = await self._at(wanted.place, wanted, here, tokens)
            if found is not None or wanted.otherwise is None:
                return found
            wanted = wanted.otherwise
        if wanted.kind == "compare":
            return await self._compared(wanted, here, tokens)
        named = [here[at] for at in naming.named(text, [each.names for each in here])]
        meant = await self._here.titled(named) if named else pointed(wanted, text, here)
        about = beside_names(wanted.about, named)
        if not about:
            return await self._within.documents(meant, tokens)
        headed = [(each, section) for each in meant if (section := places.headed(about, each.sections)) is not None]
        if headed:
            return await self._within.sections(headed[-MOST_DOCUMENTS:], tokens)
        if wanted.kind == "list" and wanted.all:
            return await self._within.topic(meant, about)
        return None

    async def _at(self, place: Place, wanted: Wanted, here: list[Meant], tokens: int | None) -> Chosen | None:
        """Return the one section, or page, that is asked for, of each document that has it; `None` if none has, or more is
        asked."""
        names = [each.names for each in here]
        named = [here[at] for at in naming.written(wanted.beside, names) or naming.named(wanted.beside, names)]
        if beside_names(wanted.about, named):
            return None
        among = await self._here.titled(named) if named else here
        having = await self._here.having(place, among)
        if not having:
            return None
        if not named:
            meant = pointed(wanted, wanted.beside, [each for each, _ in having])
            having = [(each, section) for each, section in having if each in meant]
        if place.front:
            return await self._within.fronts(having[-MOST_DOCUMENTS:], tokens)
        return await self._within.sections(having[-MOST_DOCUMENTS:], tokens, named=True)

    async def _compared(self, wanted: Wanted, here: list[Meant], tokens: int | None) -> Chosen | None:
        """Compare two documents, two sections, or what stands in the documents about two things."""
        if not wanted.sides:
            return await self._within.documents(here[-MOST_DOCUMENTS:], tokens) if len(here) > 1 else None
        chosen = [one_named(side, here) for side in wanted.sides]
        both = [here[at] for at in chosen if at is not None]
        if len(wanted.sides) == len(both) == len(set(chosen)):
            about = beside_names(wanted.about, both)
            return await self._within.documents(both, tokens) if not about else await self._within.topic(both, about)
        sections = [each for side in wanted.sides if (each := _headed(side, here)) is not None]
        if len(sections) == len(wanted.sides) > 1 and _apart(sections):
            return await self._within.sections(sections, tokens)
        return await self._within.sides(wanted.sides, here) if wanted.plainly else None


def _headed(title: str, here: Sequence[Meant]) -> tuple[Meant, Section] | None:
    """Return the first section of this title, with its document; `None` when there is none."""
    return next(((each, found) for each in here if (found := places.headed(title, each.sections)) is not None), None)


def _apart(sections: Sequence[tuple[Meant, Section]]) -> bool:
    """Return whether none of two sections is, or holds, the other."""
    (one, first), (other, second) = sections[:2]
    return one is not other or first.end <= second.start or second.end <= first.start
