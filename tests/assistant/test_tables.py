"""Tests of questions over tables, which are computed with the rows cited, and of reporting cells that could not be read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.domain import Question, Source, Upload
from tests import pdf_files
from tests.assistant.workshop import ALICE, Workshop, workshop
from tests.passages import NOON
from tests.scans import scanned_pdf

ORDERS = "id,customer,country,amount,status\n" + "".join(
    f"{number},{'Alba' if number % 3 else 'Brook'},{'Germany' if number % 2 else 'France'},{number * 10}.50,"
    f"{'open' if number % 5 == 0 else 'closed'}\n"
    for number in range(1, 61)
)


@pytest.fixture
async def shop(engine: AsyncEngine, tmp_path: Path) -> Workshop:
    return workshop(engine, tmp_path, pictures={})


async def test_a_sum_is_computed_over_all_rows_and_cites_some(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)

    answer = await shop.answer(thread.id, "What is the total amount in Germany?")

    assert answer.text.startswith("Sum of amount with country Germany: 9,015.00")
    assert "30 of the 60 rows of orders.csv" in answer.text
    assert answer.model == "computed"
    assert answer.grounded
    assert [citation.marker for citation in answer.citations] == list(range(1, len(answer.citations) + 1))
    assert all("country: Germany" in citation.quote for citation in answer.citations)
    assert all(citation.quote in citation.passage.chunk.text for citation in answer.citations)


async def test_that_no_row_is_so_is_certain_although_none_is_cited(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)

    answer = await shop.answer(thread.id, "How many open orders are in Germany over 600?")

    assert answer.text.startswith("Number of rows with status open and country Germany and amount over 600: 0.")
    assert answer.citations == ()
    assert answer.trust is not None
    assert (answer.trust.level, answer.trust.why) == ("high", None)


async def test_the_largest_is_named_with_its_row(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)

    answer = await shop.answer(thread.id, "Which order has the highest amount?")

    assert "600.50" in answer.text
    [citation] = answer.citations
    assert citation.quote == "id: 60; customer: Brook; country: France; amount: 600.50; status: open"
    assert citation.passage.chunk.rows is not None
    first, last = citation.passage.chunk.rows
    assert first <= 60 <= last


async def test_a_table_of_figures_in_a_pdf_is_computed_over(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    rows = (("Vessel", "Built", "Cars"), ("Petrel", "2013", "45"), ("Osprey", "2007", "60"), ("Tern", "2019", "0"))
    content = pdf_files.rows_pdf(*(tuple(zip((60, 220, 380), row, strict=True)) for row in rows), below=pdf_files.PROSE)
    [_ async for _ in shop.assistant.add(ALICE, thread.id, [Upload("fleet.pdf", content)])]

    answer = await shop.answer(thread.id, "Which vessel has the most cars?")

    assert "Osprey" in answer.text
    assert [citation.quote for citation in answer.citations] == ["Osprey\t2007\t60"]


async def test_a_table_over_three_pages_of_a_pdf_is_added_up_with_the_page_of_each_row(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    rows = [(f"Lamp {number}", "Oslo" if number % 4 else "Graz", str(number), f"{number}.50") for number in range(1, 13)]
    names = ("Piece", "Store", "Boxes", "Price")
    content = pdf_files.stock_pdf((names, *rows[:4]), rows[4:8], rows[8:], running=["Stock list - page"])
    [_ async for _ in shop.assistant.add(ALICE, thread.id, [Upload("stock.pdf", content)])]

    whole = await shop.answer(thread.id, "What is the total price?")
    part = await shop.answer(thread.id, "What is the total price in Graz?")

    assert whole.text.startswith("Sum of Price: 84")
    assert part.text.startswith("Sum of Price with Store Graz: 25.50")
    assert [(each.passage.chunk.page, each.quote.split("\t")[0]) for each in part.citations] == [
        (1, "Lamp 4"),
        (2, "Lamp 8"),
        (3, "Lamp 12"),
    ]


async def test_a_changed_table_is_computed_anew(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)
    await shop.answer(thread.id, "How many orders are there?")
    await shop.read(thread.id, "orders.csv", ORDERS + "61,Alba,Spain,1.00,open\n")

    answer = await shop.answer(thread.id, "How many orders are there?")

    assert answer.text.startswith("Number of rows: 61")


async def test_a_cell_of_a_timetable_is_told_with_its_row(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "lessons.csv", "Period,Monday,Tuesday\n1,Maths,Art\n2,French,Music\n")

    answer = await shop.answer(thread.id, "Is there Music on Tuesday?")

    assert answer.text == "Yes. Music: Tuesday (Period 2) [1].\n\nLooked up in the 2 rows of lessons.csv."
    [citation] = answer.citations
    assert citation.quote == "Period: 2; Monday: French; Tuesday: Music"


async def test_what_no_table_can_answer_for_certain_is_answered_from_passages(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)
    await shop.read(thread.id, "fleet.md", "# Fleet\n\nThe harbour has three tugs. Each tug has two engines.\n")

    answer = await shop.answer(thread.id, "How many tugs does the harbour have?")

    assert answer.model != "computed"
    assert "three tugs" in answer.text


async def test_a_table_beside_other_files_is_taken_when_a_column_is_named(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)
    await shop.read(thread.id, "report.md", "# Orders\n\nThe total amount of the budget is with the board. " * 40)

    answer = await shop.answer(thread.id, "What is the total amount with status open?")

    assert answer.text.startswith("Sum of amount with status open: 3,906.00")


async def test_pages_that_could_not_be_read_are_named(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    content = scanned_pdf("", "", text_pages=["The harbour master keeps the key of the lighthouse."])
    jobs = await shop.assistant.start_reading(ALICE, thread.id, [Upload("harbour.pdf", content)])
    _ = [event async for event in shop.assistant.follow(jobs)]
    pictures = [job for job, _ in await shop.parts.rows.jobs.running(thread.id)]
    _ = [event async for event in shop.assistant.follow(pictures)]

    answer = await shop.answer(thread.id, "Who keeps the key of the lighthouse?")

    assert answer.note is not None
    assert "Could not be read: pages 2 to 3 of harbour.pdf." in answer.note


async def test_of_a_table_that_was_deleted_nothing_is_kept(engine: AsyncEngine, shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    table = await shop.read(thread.id, "orders.csv", ORDERS)
    await shop.answer(thread.id, "How many orders are there?")
    kept = list(shop.parts.tables._ready)

    await shop.assistant.delete_document(ALICE, thread.id, table.id)

    assert [(place[0], place[1]) for place in kept] == [(thread.id, table.id)]
    assert not shop.parts.tables._ready

    await shop.read(thread.id, "orders.csv", ORDERS)
    await shop.answer(thread.id, "How many orders are there?")
    await shop.assistant.delete_thread(ALICE, thread.id)

    assert not shop.parts.tables._ready


async def test_a_table_that_takes_the_ids_of_another_is_computed_by_itself(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    table = await shop.read(thread.id, "orders.csv", ORDERS)
    await shop.answer(thread.id, "How many orders are there?")
    await shop.assistant.delete_document(ALICE, thread.id, table.id)
    other = await shop.read(thread.id, "orders.csv", ORDERS + "61,Alba,Spain,1.00,open\n")
    place = (thread.id, table.id, other.sha256, other.version, other.tables[0].start)

    assert (await shop.answer(thread.id, "How many orders are there?")).text.startswith("Number of rows: 61")
    assert place[2] != table.sha256
    assert {each[2] for each in shop.parts.tables._ready} == {other.sha256}


async def test_a_table_in_markdown_is_computed_over_with_its_rows_cited(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    rows = "| Task | Status |\n| --- | --- |\n| Write the report | done |\n| Fix the test | open |\n| Add probes | done |\n"
    document = await shop.read(thread.id, "plan.md", f"# Plan\n\nWhat is to be done.\n\n## Tasks\n\n{rows}")

    answer = await shop.answer(thread.id, "How many tasks are done?")

    assert answer.text.startswith("Number of rows with Status done: 2")
    assert answer.citations[0].quote == "| Write the report | done |"
    assert answer.citations[0].quote in answer.citations[0].passage.chunk.text
    await shop.assistant.delete_document(ALICE, thread.id, document.id)
    assert not (await shop.answer(thread.id, "How many tasks are done?")).grounded


async def test_a_text_in_markdown_without_tables_stands_in_front_of_none(shop: Workshop) -> None:
    thread = await shop.assistant.create_thread(ALICE)
    await shop.read(thread.id, "orders.csv", ORDERS)
    search = Question(thread.id, "What is the total amount in Germany?", NOON, sources=frozenset({Source.DOCUMENT}))
    await shop.read(thread.id, "notes.md", "# Orders\n\nThe total amount in Germany is told each month.\n")
    found = await shop.parts.retriever.retrieve(search)
    [near] = [passage for passage in found.passages if passage.document_name == "notes.md"]

    computed = await shop.parts.tables.answer(search, replace(found, passages=(near,)))

    assert computed is not None
    assert computed[1].text.startswith("Sum of amount with country Germany: 9,015.00")
