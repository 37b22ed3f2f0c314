from __future__ import annotations

import itertools
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.domain import Covered, Draft, Filters, Question, Upload
from chat.errors import ModelFailed
from chat.events import Answered, ReadingPart, Retrieved
from chat.llm.base import Connected
from chat.settings import AnsweringSettings
from tests import office_files
from tests.assistant.workshop import ALICE, SlowModel, Workshop, workshop
from tests.files import handbook_pdf, text_pdf
from tests.passages import NOON

HANDBOOK = """# Handbook of the station

## Pump

The pump of the station moves forty litres of water a minute. It was made in Bergen many years ago. The pump is cleaned by the
crew twice a year, in spring and in autumn, with fresh water only.

## Warranty

The warranty of the station lasts for two years from the day of purchase. Batteries and seals are excluded from the warranty in
all countries. Claims are sent to the office in Bergen in writing.

## Contents

The contents are listed here for whoever looks for them, with all of their pages and with all of the numbers of these pages.
"""
STAFF = "Name,Team,Joined\nAnna,Sales,2020-03-01\nBen,Support,2018-11-20\nClara,Sales,2024-01-07\n"
CODE = (
    '"""Rankings as one."""\n\n\ndef fuse(one, other):\n    """Both rankings as one list."""\n' + "    one.append(other)\n" * 12
)


async def shop_with(engine: AsyncEngine, folder: Path, *files: tuple[str, str], model: SlowModel | None = None) -> Workshop:
    shop = workshop(engine, folder, model)
    await shop.assistant.create_thread(ALICE, id="t")
    for name, text in files:
        await shop.read("t", name, text)
    return shop


async def test_a_summary_tells_of_every_section_with_sources(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK))

    answer = await shop.answer("t", "Please summarise the handbook")

    assert "**Pump**\n- The pump of the station moves forty litres of water a minute. [1]" in answer.text
    assert "**Warranty**\n- The warranty of the station lasts for two years" in answer.text
    assert "Contents" not in answer.text
    assert all(claim.supported for claim in answer.claims)
    assert {citation.passage.chunk.section[-1] for citation in answer.citations} == {"Pump", "Warranty"}
    assert [(one.name, one.sections, one.of) for one in answer.covered] == [("handbook.md", 2, 2)]
    assert answer.note is not None
    assert answer.note.startswith("Covers all 2 sections of handbook.md.")


@pytest.mark.parametrize("question", ["I want a summary of my files", "My summary please", "Summarise everything"])
async def test_wishes_are_no_statements_to_be_noted(engine: AsyncEngine, tmp_path: Path, question: str) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK))

    answer = await shop.answer("t", question)

    assert "**Pump**" in answer.text


@pytest.mark.parametrize(
    "question",
    ["Summarise what is said about cold weather", "How long does the warranty last?", "Summarise our conversation"],
    ids=["a topic", "another question", "the conversation"],
)
async def test_other_questions_are_searched_for(engine: AsyncEngine, tmp_path: Path, question: str) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK))

    assert (await shop.answer("t", question)).covered == ()


async def test_without_documents_what_was_said_is_searched(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path)
    await shop.parts.rows.conversations.put("t", [Draft("user", "The main points are water, salt and flour, I think.")], NOON)

    answer = await shop.answer("t", "What are the main points?")

    assert answer.covered == ()
    assert "water, salt and flour" in answer.text


async def test_this_file_is_the_newest_and_a_name_means_that_one(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK), ("fusion.py", CODE))

    named = await shop.answer("t", "Summarise handbook.md")
    both = await shop.answer("t", "What are the main points?")

    assert [one.name for one in named.covered] == ["handbook.md"]
    assert {one.name for one in both.covered} == {"handbook.md", "fusion.py"}
    assert "### handbook.md\n**Pump**" in both.text
    assert "### fusion.py\n" in both.text


async def test_a_word_of_a_name_points_to_that_file(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(
        engine, tmp_path, ("Northlight_Employee_Handbook.md", HANDBOOK), ("aurora-minutes.md", "# Minutes\n\nWe met.")
    )

    answer = await shop.answer("t", "Summarise the handbook")

    assert [one.name for one in answer.covered] == ["Northlight_Employee_Handbook.md"]


async def test_a_section_can_be_asked_for(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK))

    answer = await shop.answer("t", "Summarise the warranty section")

    assert [(one.name, one.within) for one in answer.covered] == [("handbook.md", "Warranty")]
    assert "pump" not in answer.text


RULES = """# Rules of the house

## 2 Leave

### 2.1 Annual leave

Everybody has 28 days of annual leave.

### 2.2 Parental leave

Parents take up to 24 months of it.

## 3 Décisions

- Launch moves to 3 June
- Ben writes the announcement

## 4 Empty
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does “Parental leave” say?", "**2.2 Parental leave**\n- Parents take up to 24 months of it. [1]"),
        ("Was steht unter „Parental leave“ in rules.md?", "**2.2 Parental leave**\n- Parents take up to 24 months of it. [1]"),
        (
            "Que dit la section « Décisions » ?",
            "**3 Décisions**\n- Launch moves to 3 June [1]\n- Ben writes the announcement [1]",
        ),
        (
            "¿Qué dice el apartado «décisions»?",
            "**3 Décisions**\n- Launch moves to 3 June [1]\n- Ben writes the announcement [1]",
        ),
        ("What does section 2.1 of the rules say?", "**2.1 Annual leave**\n- Everybody has 28 days of annual leave. [1]"),
        (
            "Summarise section 2",
            "**2.1 Annual leave**\n- Everybody has 28 days of annual leave. [1]\n\n"
            "**2.2 Parental leave**\n- Parents take up to 24 months of it. [2]",
        ),
    ],
    ids=["a name", "of a document", "a list", "another case", "a number", "with what is under it"],
)
async def test_a_section_that_is_named_is_read_out(engine: AsyncEngine, tmp_path: Path, question: str, expected: str) -> None:
    shop = await shop_with(engine, tmp_path, ("rules.md", RULES), ("handbook.md", HANDBOOK))

    answer = await shop.answer("t", question)

    assert answer.text == expected
    assert all(claim.supported for claim in answer.claims)
    assert [one.name for one in answer.covered] == ["rules.md"]


@pytest.mark.parametrize(
    "question",
    [
        "What does “Bananas” say?",
        "Summarise section 9",
        "What does “Empty” say?",
        "What does “Parental leave” say about twins?",
        "What does “Parental leave” in handbook.md say?",
        "What is on page 3?",
    ],
    ids=["no such name", "no such number", "nothing under it", "something in it", "of another document", "no pages"],
)
async def test_what_names_no_section_to_be_read_is_searched_for(engine: AsyncEngine, tmp_path: Path, question: str) -> None:
    shop = await shop_with(engine, tmp_path, ("rules.md", RULES), ("handbook.md", HANDBOOK))

    assert (await shop.answer("t", question)).covered == ()


async def test_a_section_of_several_documents_is_that_of_the_one_whose_file_is_named(engine: AsyncEngine, tmp_path: Path) -> None:
    files = [
        (f"meeting-2024-{at}.md", f"# Meeting {at}\n\n## Decisions\n\nThe board has {at} votes.\n") for at in ("05-14", "06-11")
    ]
    shop = await shop_with(engine, tmp_path, *files)

    one = await shop.answer("t", "What does “Decisions” in meeting-2024-06-11.md say?")
    both = await shop.answer("t", "What does “Decisions” say?")

    assert one.text == "**Decisions**\n- The board has 06-11 votes. [1]"
    assert {covered.name for covered in both.covered} == {name for name, _ in files}


async def test_a_document_in_quotation_marks_is_summarised(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("rules.md", RULES), ("handbook.md", HANDBOOK))

    answer = await shop.answer("t", "Summarise “handbook.md”")

    assert [(one.name, one.within) for one in answer.covered] == [("handbook.md", None)]
    assert "**Pump**" in answer.text


async def test_a_page_is_read_out(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    await shop.assistant.create_thread(ALICE, id="t")
    _ = [event async for event in shop.assistant.add(ALICE, "t", [Upload("station.pdf", handbook_pdf())])]

    answer = await shop.answer("t", "What is on page 3 of the manual?")

    assert "- Its fuel tank holds 40,000 litres and is filled once a year in January. [1]" in answer.text
    assert {citation.passage.chunk.page for citation in answer.citations} == {3}
    assert answer.covered[0].within == "Page 3"


PAPER = """# Trace Trees for Dynamic Languages

Ada Holm, Ben Lund
Institute of Machines, Bergen
{holm,lund}@machines.example

## Abstract

Compilers of dynamic languages know no types before a program runs. Traces of loops tell them which ones occur.
"""


async def test_a_slide_and_a_sheet_are_read_out(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = workshop(engine, tmp_path)
    thread = await shop.assistant.create_thread(ALICE)
    sheets: dict[str, list[list[object]]] = {
        "Costs": [["Item", "Amount"], ["Rent", 980], ["Power", 74]],
        "Devices": [["Device", "Price"], ["Fridge", 649]],
    }
    files = [
        Upload("deck.pptx", office_files.deck_pptx()),
        Upload("home.xlsx", office_files.workbook_xlsx(sheets)),
        Upload("pages.pdf", text_pdf("The harbour has a crane.", "The mill stands on the river.")),
    ]
    _ = [event async for event in shop.assistant.add(ALICE, thread.id, files)]

    slide = await shop.answer(thread.id, "What is on slide 2?")
    sheet = await shop.answer(thread.id, "What is in the sheet Devices?")
    added_up = await shop.answer(thread.id, "What is the total amount in the sheet Costs?")

    assert {citation.passage.document_name for citation in slide.citations} == {"deck.pptx"}
    assert slide.covered[0].within == "Slide 2"
    assert "Fridge" in sheet.text
    assert "Rent" not in sheet.text
    assert "1,054" in added_up.text


async def test_who_wrote_a_text_is_quoted_from_its_front(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("traces.md", PAPER))

    answer = await shop.answer("t", "Who are the authors?")

    assert "Ada Holm, Ben Lund Institute of Machines, Bergen" in answer.text
    assert "Compilers" not in answer.text
    assert [citation.passage.document_name for citation in answer.citations] == ["traces.md"]


async def test_a_model_reads_who_wrote_a_text(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["Ada Holm and Ben Lund wrote it [1]."])
    shop = await shop_with(engine, tmp_path, ("traces.md", PAPER), model=model)

    await shop.answer("t", "Who wrote this paper?")

    assert "Ada Holm, Ben Lund" in model.prompts[0].messages[0].content


async def test_of_a_text_that_names_its_author_the_search_finds_it(engine: AsyncEngine, tmp_path: Path) -> None:
    text = HANDBOOK + "\n## Imprint\n\nWritten by Ada Holm for the crew of the station.\n"
    shop = await shop_with(engine, tmp_path, ("handbook.md", text))

    answer = await shop.answer("t", "Who is the author?")

    assert answer.covered == ()


async def test_of_a_long_section_that_is_named_the_most_telling_sentences_are_quoted(engine: AsyncEngine, tmp_path: Path) -> None:
    long = "".join(f"Room {at} of the house has its windows to the garden and its door to the yard. " for at in range(60))
    shop = await shop_with(engine, tmp_path, ("house.md", f"# House\n\n## Rooms\n\n{long}\n\n## Yard\n\nIt is paved."))

    answer = await shop.answer("t", "What does “Rooms” say?")

    assert 2 <= answer.text.count("\n- ") <= 12
    assert answer.covered[0].within == "Rooms"


async def test_a_section_of_a_very_long_document_is_read_where_it_stands(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.assistant.question.whole.within._MOST_CHUNKS", 1)
    monkeypatch.setattr("chat.assistant.question.whole.within._PLACES", 3)
    rooms = "".join(f"## Room {at}\n\n{f'The room numbered {at} has its windows to the garden. ' * 60}\n\n" for at in range(12))
    shop = await shop_with(engine, tmp_path, ("house.md", f"# House\n\n{rooms}"))

    answer = await shop.answer("t", "What does “Room 7” say?")

    assert "The room numbered 7 has its windows" in answer.text
    assert [one.within for one in answer.covered] == ["Room 7"]


async def test_a_model_reads_all_of_a_section_that_is_named(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["Parents take up to 24 months of it [1]."])
    shop = await shop_with(engine, tmp_path, ("rules.md", RULES), model=model)

    await shop.answer("t", "What does “Parental leave” say?")

    said = model.prompts[0].messages[0].content
    assert "Parents take up to 24 months" in said
    assert "28 days" not in said


async def test_a_table_is_told_by_rows_and_columns(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("staff.csv", STAFF))

    answer = await shop.answer("t", "What is in this file?")

    assert answer.text.startswith("- 3 rows.\n- The columns are Name, Team and Joined [1]\n")
    assert "- Team: Sales (2) and Support (1)." in answer.text
    assert all(claim.supported for claim in answer.claims)


async def test_code_is_told_by_its_definitions(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("fusion.py", CODE))

    answer = await shop.answer("t", "What does this module contain?")

    assert "**def fuse**\n- Both rankings as one list. [1]" in answer.text


async def test_two_documents_are_compared_side_by_side(engine: AsyncEngine, tmp_path: Path) -> None:
    other = HANDBOOK.replace("forty litres", "sixty litres").replace("Handbook", "Manual")
    shop = await shop_with(engine, tmp_path, ("north.md", HANDBOOK), ("south.md", other), ("fusion.py", CODE))

    answer = await shop.answer("t", "Compare north.md and south.md")

    assert [one.name for one in answer.covered] == ["north.md", "south.md"]
    assert "forty litres" in answer.text
    assert "sixty litres" in answer.text


async def test_a_title_without_text_stands_for_the_whole_document(engine: AsyncEngine, tmp_path: Path) -> None:
    titled = HANDBOOK.replace("## ", "# ").replace("Handbook of the station", "Station manual", 1)
    shop = await shop_with(
        engine, tmp_path, ("kestrel.md", titled), ("policy.md", "# Policy\n\nEverybody is reachable from ten to five.")
    )

    answer = await shop.answer("t", "Compare the manual and the policy")

    assert "forty litres" in answer.text
    assert "reachable" in answer.text


async def test_two_sections_are_compared(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK), ("fusion.py", CODE))

    answer = await shop.answer("t", "Compare the pump and the warranty")

    assert [one.within for one in answer.covered] == ["Pump", "Warranty"]


async def test_what_documents_say_about_two_things_is_compared(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK))

    compared = await shop.answer("t", "Compare litres of water with days of purchase")
    asked = await shop.answer("t", "What is the difference between litres of water and days of purchase?")

    assert "**litres of water**\n- The pump of the station moves forty litres" in compared.text
    assert "**days of purchase**" in compared.text
    assert [one.within for one in compared.covered] == ["litres of water and days of purchase"]
    assert asked.covered == ()


async def test_a_list_of_all_about_a_topic_goes_through_the_sections(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK))

    answer = await shop.answer("t", "List everything about batteries and seals")

    assert [one.name for one in answer.covered] == ["handbook.md"]
    assert "Batteries and seals are excluded" in answer.text
    assert "forty litres" not in answer.text


async def test_a_filter_names_the_document(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK), ("fusion.py", CODE))
    documents, _ = await shop.parts.rows.documents.listed("t", 10, None)
    search = Question("t", "Summarise everything", NOON, filters=Filters(document=documents[0].id))

    events = [event async for event in shop.assistant.ask(ALICE, Ask(search))]

    [answer] = [event.answer for event in events if isinstance(event, Answered)]
    assert [one.document for one in answer.covered] == [documents[0].id]


async def test_a_model_reads_a_short_document_whole_in_one_call(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["The pump moves forty litres of water a minute [1]."])
    shop = await shop_with(engine, tmp_path, ("handbook.md", HANDBOOK), model=model)

    answer = await shop.answer("t", "Summarise this document")

    [read, *_] = model.prompts
    assert "forty litres" in read.messages[0].content
    assert "Claims are sent to the office" in read.messages[0].content
    assert answer.text == "The pump moves forty litres of water a minute [1]."
    assert [citation.marker for citation in answer.citations] == [1]


async def test_a_model_reads_a_long_document_part_by_part_and_every_call_is_counted(engine: AsyncEngine, tmp_path: Path) -> None:
    long = "\n\n".join(
        f"## Room {at}\n\n" + f"Room {at} of the house has {at} windows to the garden. " * 40 for at in range(1, 9)
    )
    model = SlowModel(["- Room 1 of the house has 1 windows to the garden [1]"])
    connected = {"slow": Connected(model, context_tokens=2_000, max_answer_tokens=300)}
    answering = AnsweringSettings.model_validate({"follow_ups": "off"})
    shop = workshop(engine, tmp_path, model, models=connected, answering=answering)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.read("t", "house.md", long)

    events = [event async for event in shop.asking("t", "Summarise this document")]

    reading = [event for event in events if isinstance(event, ReadingPart)]
    [answer] = [event.answer for event in events if isinstance(event, Answered)]
    assert isinstance(events[0], Retrieved)
    assert [event.done for event in reading] == list(range(len(model.prompts)))
    assert 3 <= len(model.prompts) <= 9
    assert all("house.md" in prompt.messages[0].content for prompt in model.prompts[:-1])
    assert answer.usage.prompt_tokens > 3_000
    assert await shop.parts.rows.usage.tokens("alice", NOON.replace(hour=0)) == answer.usage.tokens
    assert answer.covered == (Covered(answer.covered[0].document, "house.md", 8, 8),)


async def test_quotes_of_the_sections_stand_in_for_a_model_that_fails(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel([ModelFailed("Away.")])
    shop = workshop(engine, tmp_path, model, answering=AnsweringSettings.model_validate({"when_model_fails": "quote"}))
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.read("t", "handbook.md", HANDBOOK)

    answer = await shop.answer("t", "Summarise this document")

    assert "The pump of the station moves forty litres" in answer.text
    assert answer.note is not None
    assert "Away. These are quotes instead." in answer.note


async def test_reading_can_be_stopped_and_leaves_no_message(engine: AsyncEngine, tmp_path: Path) -> None:
    model = SlowModel(["- A note [1]"])
    connected = {"slow": Connected(model, context_tokens=2_000, max_answer_tokens=300)}
    shop = workshop(engine, tmp_path, model, models=connected)
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.read("t", "house.md", "\n\n".join(f"## Room {at}\n\n" + "The room has windows. " * 80 for at in range(8)))
    asking = shop.asking("t", "Summarise this document")

    async for event in asking:
        if isinstance(event, ReadingPart) and event.done == 1:
            break
    await asking.aclose()

    said, _ = await shop.assistant.messages(ALICE, "t")
    assert [one.role for one in said] == ["user"]
    assert len(model.prompts) == 1
    assert await shop.parts.rows.usage.tokens("alice", NOON.replace(hour=0)) > 0


async def test_a_number_that_no_file_name_has_as_a_number_names_none(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("notes-2021.md", HANDBOOK), ("plan-1999.md", HANDBOOK + "End.\n"))

    assert (await shop.answer("t", "Compare option 2 and option 9")).covered == ()
    assert len((await shop.answer("t", "Compare notes 2021 and plan 1999")).covered) == 2


async def test_of_many_documents_a_section_of_the_one_that_is_named_is_found(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.assistant.question.whole.documents._TITLED", 1)
    shop = await shop_with(engine, tmp_path, ("north.md", HANDBOOK), ("south.md", HANDBOOK.replace("two years", "a decade")))

    answer = await shop.answer("t", "Summarise the Warranty section of north.md")

    assert [(one.name, one.within) for one in answer.covered] == [("north.md", "Warranty")]


async def test_of_more_documents_than_one_answer_covers_the_newest_are(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.assistant.question.whole.documents._MOST_LISTED", 2)
    minutes = itertools.count()
    shop = workshop(engine, tmp_path, clock=lambda: NOON + timedelta(minutes=next(minutes)))
    await shop.assistant.create_thread(ALICE, id="t")
    for name in ("north", "south", "west"):
        await shop.read("t", f"{name}.md", HANDBOOK.replace("Bergen", name))

    assert [one.name for one in (await shop.answer("t", "Summarise west.md")).covered] == ["west.md"]


CONTRACT = """# Rental agreement

## 7. Liability

7.1 Nothing in this agreement limits the liability for injuries.

7.2 The liability of the lender in a year is limited to 25,000 pounds.

## 8. Notices

8.1 Notices are sent by registered mail to the office of the lender.
"""


@pytest.mark.parametrize(
    "question",
    [
        "What does clause 7.2 say?",
        "What is stated in section 7.2 of the agreement?",
        "Was steht in Abschnitt 7.2 des Vertrags?",
        "¿Qué dice la cláusula 7.2?",
    ],
)
async def test_a_clause_that_is_asked_for_by_its_number_is_quoted_alone(
    engine: AsyncEngine, tmp_path: Path, question: str
) -> None:
    shop = await shop_with(engine, tmp_path, ("rental.md", CONTRACT))

    answer = await shop.answer("t", question)

    assert "limited to 25,000 pounds" in answer.text
    assert "injuries" not in answer.text
    assert "registered" not in answer.text


async def test_a_clause_that_is_not_there_is_not_answered_by_another(engine: AsyncEngine, tmp_path: Path) -> None:
    shop = await shop_with(engine, tmp_path, ("rental.md", CONTRACT))

    answer = await shop.answer("t", "What does clause 7.3 say?")

    assert not answer.citations
