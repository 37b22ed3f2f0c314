"""Tests that a citation names the section and page of its quote instead of those of most of its passage."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Upload
from tests.assistant.workshop import ALICE, workshop
from tests.pdf_files import set_pdf

HANDBOOK = """# Handbook

## 3 Leave

### 3.1 Holidays

Everybody has 27 days of holiday a year.

### 3.2 Illness

Whoever falls ill calls the office before nine.

### 3.3 Moving house

A day off is given for moving house.
"""


async def test_of_several_short_sections_the_one_that_is_quoted(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "handbook.md", HANDBOOK)

    answer = await shop.answer(thread.id, "Is a day off given for moving house?")

    [citation] = answer.citations
    [passage] = answer.passages
    assert citation.quote == "A day off is given for moving house."
    assert passage.chunk.section == ("Handbook",)
    assert citation.passage.chunk.section == ("Handbook", "3 Leave", "3.3 Moving house")
    sections = await shop.assistant.document_sections(ALICE, thread.id, passage.chunk.parent)
    [own] = [section for section in sections if section.id == citation.passage.chunk.section_id]
    assert own.title == "3.3 Moving house"
    kept = await shop.parts.rows.answers.find(thread.id, answer.answer_id)
    assert kept is not None
    assert [reference.section for reference in kept.references] == [("Handbook", "3 Leave", "3.3 Moving house")]


async def test_what_runs_over_to_the_next_page_is_on_the_next_page(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    content = set_pdf(("The gate closes at nine.",), ("Dogs stay on the leash.",))
    async for _ in shop.assistant.add(ALICE, thread.id, [Upload("rules.pdf", content)]):
        pass

    answer = await shop.answer(thread.id, "Do dogs stay on the leash?")

    [citation] = answer.citations
    [passage] = answer.passages
    assert passage.chunk.page == 1
    assert citation.quote == "Dogs stay on the leash."
    assert citation.passage.chunk.page == 2
