from __future__ import annotations

from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Claim, Confidence, Draft, KeptAnswer, Reference, Source
from chat.threads.conversations.answers import Answers
from chat.threads.conversations.display import Display
from chat.threads.replies import Replies
from chat.threads.traces import Traces
from tests.assistant.workshop import ALICE, workshop
from tests.passages import NOON

KEPT = KeptAnswer(
    "q",
    "extractive",
    (
        Reference(1, "24 months", True, Source.DOCUMENT, "guide", 3, 9, "guide.pdf", 12, ("Warranty",)),
        Reference(2, "It leaks.", False, Source.MESSAGE, "m", 0, 9, speaker="You", said_at=NOON),
    ),
    (Claim(0, 4, (1,), False, "number"),),
    Confidence("low", "why"),
    "note",
)


async def _answer(engine: AsyncEngine, folder: Path) -> str:
    shop = workshop(engine, folder)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.parts.rows.conversations.put(thread.id, [Draft("assistant", "24 months [1].", "a")], NOON)
    await shop.parts.rows.answers.keep(thread.id, "a", KEPT)
    return thread.id


async def test_what_is_kept_comes_back_the_same(engine: AsyncEngine, tmp_path: Path) -> None:
    thread = await _answer(engine, tmp_path)

    assert await Answers(engine).find(thread, "a") == KEPT
    assert await Answers(engine).find(thread, "b") is None


async def test_drawing_the_message_leaves_it(engine: AsyncEngine, tmp_path: Path) -> None:
    thread = await _answer(engine, tmp_path)

    await Display(engine).draw(thread, "a", {"type": "assistant_message"})

    assert await Answers(engine).find(thread, "a") == KEPT


async def test_what_it_says_of_a_document_goes_with_the_document(engine: AsyncEngine, tmp_path: Path) -> None:
    thread = await _answer(engine, tmp_path)

    await Traces(engine, Replies(engine, lambda: NOON)).forget(thread, gone=(), changed=("guide",))

    kept = await Answers(engine).find(thread, "a")
    assert kept is not None
    assert [each.marker for each in kept.references] == [2]
