"""Questions answered by quoting, and the conversations and documents that they are asked of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chat.domain import Passage, Scores
from chat.llm.base import QuoteRequest
from chat.llm.quoting.extractive import ExtractiveWriter
from tests.fakes import FakeEmbedder
from tests.passages import NOON, from_document, from_message


async def quoted(question: str, *sources: Passage, embedder: FakeEmbedder | None = None) -> str:
    writer = ExtractiveWriter(embedder or FakeEmbedder())
    return "".join([piece async for piece in writer.write(QuoteRequest(question, sources)) if isinstance(piece, str)])


async def answered(question: str, sources: list[Passage], least: float, confidence: float = 0.3) -> str:
    request = QuoteRequest(question, tuple(sources), confidence=confidence)
    writer = ExtractiveWriter(FakeEmbedder(), least)
    return "".join([piece async for piece in writer.write(request) if isinstance(piece, str)])


def superseding() -> tuple[Passage, Passage]:
    """Return a statement, and the later one that superseded it."""
    later = from_message("My budget is 800 euros now.", rank=2)
    return (
        replace(from_message("My budget is 500 euros."), superseded_by="later"),
        replace(later, chunk=replace(later.chunk, parent="later")),
    )


def talk(*said: tuple[str, str]) -> list[Passage]:
    """Return what the speakers said, and enough other messages for a conversation of some length."""
    filler = [("Nora", f"Number {n} on the board was wet again.") for n in range(12 - len(said))]
    return [
        replace(from_message(text, author=author, rank=rank), scores=Scores(0.5, 1.0, 1 / rank))
        for rank, (author, text) in enumerate((*said, *filler), start=1)
    ]


def said_on(told: Sequence[tuple[str, int]]) -> list[Passage]:
    """Return messages of one person, each said on a day of May, in the order of their ranks."""
    return [
        replace(
            from_message(text, rank=rank),
            created_at=NOON.replace(day=day),
            chunk=replace(from_message(text, rank=rank).chunk, parent=f"m{rank}"),
        )
        for rank, (text, day) in enumerate(told, start=1)
    ]


MANUALS = (
    from_document("Noise level: 64 dB\nRunning time: 180 minutes\n", name="dustpilot.md", section=("DustPilot R7",)),
    from_document(
        "Pull the plug and let it cool down. Empty the crumb tray once a week. Never put the toaster into water.",
        name="crispline.md",
        section=("CrispLine T2 toaster", "Cleaning"),
        rank=2,
    ),
)


def two_manuals() -> tuple[Passage, Passage]:
    first, second = MANUALS
    return first, replace(second, chunk=replace(second.chunk, parent="e"))
