from __future__ import annotations

from dataclasses import replace

from tests.llm.quoting.answers import answered, quoted
from tests.passages import from_document, from_message


async def test_an_earlier_question_is_not_an_answer() -> None:
    asked, told = from_message("What is the dog called?"), from_message("The dog is called Biscuit.", author="Clara", rank=2)

    assert await quoted("What is the dog called?", asked, told) == "Clara said on 8 May 2026: “The dog is called Biscuit.” [2]"


async def test_an_earlier_request_is_not_an_answer() -> None:
    asked, told = from_message("List all the meetings in the minutes."), from_message("The meetings are on Mondays.", rank=2)

    assert await quoted("When are the meetings?", asked, told) == "You said on 8 May 2026: “The meetings are on Mondays.” [2]"
    assert await quoted("When are the meetings in the minutes?", asked) == ""


async def test_an_earlier_request_is_quoted_where_it_is_asked_for() -> None:
    asked = from_message("List all the meetings in the minutes.")

    assert "List all the meetings" in await quoted("What did I ask about the meetings?", asked)


async def test_whose_words_are_asked_for_is_quoted() -> None:
    own = from_message("My passport expires in May, and the passport is at home.")
    other = from_message("Japan takes a passport until its last day.", role="assistant", rank=2)

    assert "Japan" not in await quoted("What did I tell you about my passport?", own, other)
    assert "expires" not in await quoted("What did you tell me about my passport?", own, other)
    assert "expires" in await quoted("What did you tell me about my passport?", own)


async def test_questions_that_were_asked_before_do_not_make_a_long_conversation() -> None:
    asked = [from_message(f"What is number {n} on the list?", rank=n) for n in range(2, 13)]

    assert await answered("Who is my deputy?", [from_message("My deputy is Carla."), *asked], 0.9) != ""


async def test_a_file_that_is_named_is_the_one_that_is_quoted_and_its_name_asks_for_nothing() -> None:
    invoice = replace(
        from_document("The payment is due within 30 days.\n\nInvoice number: NW-17\nCustomer: 40213"), document_name="NW-17.pdf"
    )
    notes = replace(from_document("Priya fixes the payment tests by May.", rank=2), document_name="notes.md")

    assert (
        await quoted("What does NW-17.pdf say about the payment?", invoice, notes) == "“The payment is due within 30 days.” [1]"
    )
