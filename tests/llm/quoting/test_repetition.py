from __future__ import annotations

from tests.llm.quoting.answers import quoted, said_on
from tests.passages import from_document


async def test_the_same_sentence_in_two_sources_is_quoted_once() -> None:
    first, second = (from_document("The battery pack is covered for 12 months.", rank=rank) for rank in (1, 2))

    assert await quoted("How long is the battery covered?", first, second) == "“The battery pack is covered for 12 months.” [1]"


async def test_a_sentence_that_the_next_one_took_along_is_not_quoted_by_itself_too() -> None:
    museum = from_document("The museum shows clocks. It shows them in the museum since 1974.")

    assert await quoted("What does the museum show?", museum) == (
        "“The museum shows clocks. It shows them in the museum since 1974.” [1]"
    )


async def test_a_sentence_that_answers_both_halves_is_quoted_once() -> None:
    lena = said_on((("My sister Lena is a nurse in Leeds.", 1),))

    assert (await quoted("Who is Lena and what does she do?", *lena)).count("“My sister Lena is a nurse in Leeds.”") == 1
