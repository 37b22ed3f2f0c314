from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from chat.domain import Passage, Scores
from chat.llm.base import QuoteRequest
from chat.llm.quoting.extractive import ExtractiveWriter
from tests.fakes import FakeEmbedder
from tests.llm.quoting.answers import answered, quoted, superseding
from tests.passages import NOON, from_document, from_message


async def test_of_turns_what_is_most_likely_to_answer_comes_first() -> None:
    before = _said("My aunt asked how many people we want, and I said 80.", 1, 1.0)
    later = _said("Uncle Brian is coming with his people, so we are at 73.", 2, 0.5)

    told = await _quoted("How many people are coming?", before, later)

    assert 0 <= told.find("73") < told.find("80")


async def test_a_turn_that_the_search_placed_lower_is_quoted_where_it_is_as_likely_to_answer() -> None:
    before = _said("We take the lamp that was in the photographer's hall.", 1, 1.0)
    later = _said("Ravi takes the pictures now.", 2, 0.1)

    assert "Ravi" in (await _quoted("Who takes the pictures?", before, later)).split("[")[0]


async def test_a_turn_that_holds_less_of_the_question_is_not_quoted_beside_the_likeliest() -> None:
    best = _said("Ravi takes the pictures of the wedding.", 1, 1.0)
    other = _said("The pictures hang in the hall.", 2, 0.1)

    assert "hall" not in await _quoted("Who takes the pictures of the wedding?", best, other)


async def test_the_words_of_people_stand_before_those_of_the_assistant_where_both_are_as_likely() -> None:
    told = _said("We look at two species, a moss and a fern.", 2, 0.9)
    advised = replace(_said("Report how we look at two species.", 1, 1.0), role="assistant", author=None)

    answer = await _quoted("Which species do we look at?", told, advised)

    assert answer.find("moss") < answer.find("Report")


async def test_between_people_a_price_is_answered_by_a_sum_of_what_is_asked_for() -> None:
    fitted = _said("The dress is chosen, it needs to be shortened by 4 cm.", 1, 1.0)
    repaired = _said("The repair costs 380 euros.", 2, 0.9)

    assert await _quoted("How much does the dress cost?", fitted) == ""
    assert await _quoted("Was kostet ein Dinkelbrot?", _said("Die Reparatur kostet 380 Euro.", 1, 1.0)) == ""
    assert "380" in await _quoted("How much does the repair cost?", fitted, repaired)


async def test_what_counts_other_things_does_not_answer_how_many() -> None:
    ordered = _said("The school ordered 250 pretzels.", 1, 1.0)

    assert await _quoted("How many cakes did the school order?", ordered) == ""
    assert "250" in await _quoted("How many pretzels did the school order?", ordered)


def _said(text: str, rank: int, fused: float) -> Passage:
    turn = from_message(text, author="Tom", rank=rank)
    scores = Scores(dense=fused, keyword=fused, fused=fused, recency=1.0)
    return replace(turn, score=fused, scores=scores, created_at=NOON + timedelta(days=rank))


async def _quoted(question: str, *sources: Passage) -> str:
    request = QuoteRequest(question, sources)
    return "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])


async def test_a_statement_that_stands_above_what_took_its_place_is_quoted_before_it() -> None:
    answer = await quoted("What was my budget originally?", *superseding())

    assert answer == (
        "You said on 8 May 2026: “My budget is 500 euros.” [1] (no longer holds, said otherwise later)\n\n"
        "You said on 8 May 2026: “My budget is 800 euros now.” [2]"
    )


async def test_what_took_the_place_of_a_statement_in_nearly_the_same_words_is_quoted_beside_it() -> None:
    later = from_message("Farid brings the large blue first aid kit instead.")
    earlier = replace(from_message("Tobias brings the large blue first aid kit.", rank=2), superseded_by="later")

    answer = await quoted("Who brings the kit?", replace(later, chunk=replace(later.chunk, parent="later")), earlier)

    assert answer.index("Farid") < answer.index("Tobias") < answer.index("no longer holds")


async def test_what_took_the_place_of_a_statement_is_quoted_beside_it_where_files_are_searched_too() -> None:
    later = from_message("The ceremony is an hour later.")
    earlier = replace(from_message("Our ceremony starts at 2 pm.", rank=2), superseded_by="later")
    manual = from_document("Fill the tank before you start the machine. It starts in 2 minutes.", rank=3)

    answer = await quoted(
        "When does the ceremony start?", replace(later, chunk=replace(later.chunk, parent="later")), earlier, manual
    )

    assert answer.index("an hour later") < answer.index("2 pm") < answer.index("no longer holds")


async def test_what_took_the_place_of_a_statement_is_quoted_beside_it_although_it_asks_something_too() -> None:
    later = from_message("I've raised our gift budget to $450, can you help me plan it?")
    earlier = replace(from_message("I capped the gift budget at $300.", rank=2), superseded_by="later")

    answer = await quoted("What is our gift budget?", replace(later, chunk=replace(later.chunk, parent="later")), earlier)

    assert answer.index("$450") < answer.index("$300") < answer.index("no longer holds")


async def test_what_took_the_place_of_a_statement_and_stands_above_it_is_quoted_first() -> None:
    answer = await quoted("How much is my budget?", *reversed(superseding()))

    assert answer == (
        "You said on 8 May 2026: “My budget is 800 euros now.” [1]\n\n"
        "You said on 8 May 2026: “My budget is 500 euros.” [2] (no longer holds, said otherwise later)"
    )


async def test_what_took_the_place_of_a_statement_is_quoted_behind_it() -> None:
    earlier, later = superseding()
    changed = replace(later, chunk=replace(later.chunk, text="We raised it to 800."))

    assert (await quoted("Is my budget 500 euros?", earlier, changed)).endswith("“We raised it to 800.” [2]")


async def test_a_row_without_a_reason_does_not_say_why() -> None:
    row = "Claim: Taxi; Amount: 42; Status: rejected"

    assert not await quoted("Why was the taxi claim rejected?", from_document(row))
    assert await quoted("Why was the taxi claim rejected?", from_document(f"{row}; Reason: no receipt"))


async def test_a_label_with_nothing_else_in_it_tells_the_price() -> None:
    text = "- Adults: £5.80\n- Juniors (4 to 15): £3.20\n- Family ticket (2 adults and up to 3 juniors): £15.50\n"
    source = from_document(text, section=("Pool", "Tickets"))

    assert await quoted("How much is a ticket for an adult?", source) == "Tickets, Adults: £5.80 [1]"
    assert await quoted("How much is the family ticket?", source) == (
        "“Family ticket (2 adults and up to 3 juniors): £15.50” [1]"
    )


async def test_of_few_turns_only_those_that_likely_answer_are_quoted_beside_the_best() -> None:
    said = [from_message("Mein Hund heißt Rex."), from_message("Wie mein Rad ist mein Bus rot.", rank=2)]

    assert (await answered("Wie heißt mein Hund?", said, 0.6)).count("“") == 1


async def test_documents_are_quoted_by_how_likely_a_sentence_of_theirs_answers() -> None:
    papers = [from_document(f"The dog licence number {n} is due in May.", rank=n) for n in range(1, 13)]

    assert await answered("When is the dog licence due?", papers, 0.6, confidence=0.1) != ""
    assert await answered("Which harbour has the deepest licence?", papers, 0.6, confidence=0.9) == ""


async def test_a_document_that_only_shares_a_common_word_with_the_question_is_not_quoted() -> None:
    sheet = from_document("Long ladders stand in the yard. Long ropes hang beside them. The gate closes at eight.")

    assert await quoted("How long is the warranty of the turbine in Kaplan's plant?", sheet) == ""


async def test_a_number_of_other_things_is_no_answer() -> None:
    charges = from_document("Charges of $139 million for legal expenses of employee plans were taken in the quarter.")

    assert await quoted("How many employees does the company have?", charges) == ""


INVOICE = """Invoice number: NW-2024-0817
Invoice date: 12 June 2024
Due date: 12 July 2024
Customer number: 40213"""


async def test_a_label_is_quoted_with_its_value_alone() -> None:
    invoice = from_document(INVOICE)

    assert (await quoted("When is the invoice due?", invoice)).startswith("“Due date: 12 July 2024” [1]")
    assert await quoted("What is the customer number?", invoice) == "“Customer number: 40213” [1]"


async def test_a_label_of_a_word_says_what_is_asked_for() -> None:
    text = "## Kindergarten\n\nA third group opens in September. Places: 18.\n"

    assert await quoted("How many places does the new kindergarten group have?", from_document(text)) == "“Places: 18.” [1]"


async def test_of_the_rows_of_a_table_one_that_holds_less_of_the_question_than_another_is_not_quoted() -> None:
    table = from_document(
        "Expense: Hotel, London; Limit: 180 pounds; Approval: Manager\n"
        "Expense: Hotel, elsewhere; Limit: 120 pounds; Approval: Manager\n"
    )

    assert await quoted("Which limit and approval has the expense for a hotel in London?", table) == (
        "“Expense: Hotel, London; Limit: 180 pounds; Approval: Manager” [1]"
    )


async def test_the_row_that_is_called_as_the_thing_asked_for_tells_its_price() -> None:
    page = from_document(
        "Students get 20 % off Basic and Plus.\n\n"
        "Plan: Basic; Per month: 29 euros; Includes: Machines\n"
        "Plan: Plus; Per month: 39 euros; Includes: Basic, courses\n"
        "Plan: Flex; Per month: 49 euros; Includes: Basic, courses, sauna\n"
    )

    assert await quoted("How much is Plus?", page) == "“Plan: Plus; Per month: 39 euros; Includes: Basic, courses” [1]"
    assert await quoted("How much is Basic?", page) == "“Plan: Basic; Per month: 29 euros; Includes: Machines” [1]"
