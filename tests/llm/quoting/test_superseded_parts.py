from __future__ import annotations

from dataclasses import replace

from chat.domain import Passage
from tests.llm.quoting.answers import quoted
from tests.passages import from_message


def _pair(later: Passage, told: Passage) -> tuple[Passage, Passage]:
    """Return both, the first of which has taken the place of the second."""
    return replace(later, chunk=replace(later.chunk, parent="later")), replace(told, superseded_by="later")


async def test_what_a_later_statement_leaves_as_it_is_still_holds() -> None:
    later = from_message("We raised the budget to 11500 euros.")
    told = from_message("My budget is 9000 euros and my sister Ann lives in Lisbon.", rank=2)
    pair = _pair(later, told)

    assert await quoted("Where does Ann live?", *pair) == (
        f"You said on 8 May 2026: “{told.chunk.text}” [2] (in part said otherwise later)"
    )
    assert "no longer holds" in await quoted("What is my budget?", *pair)


async def test_what_somebody_who_moved_does_besides_still_holds() -> None:
    later = from_message("Mia moved to Porto last month.")
    told = from_message("My sister Mia lives in Lisbon and works for Siemens.", rank=2)
    pair = _pair(later, told)

    assert await quoted("Where does Mia work?", *pair) == (
        f"You said on 8 May 2026: “{told.chunk.text}” [2] (in part said otherwise later)"
    )
    assert "no longer holds" in await quoted("Where does Mia live?", *pair)


async def test_what_a_later_statement_changed_in_other_words_holds_no_longer() -> None:
    later = from_message("Carsley moved to 18 April because of some bridge works.")
    told = from_message("So, half marathon in spring. There's one in Carsley on 11 April.", rank=2)
    pair = _pair(later, told)

    for question in ("When is the spring half marathon?", "Where is the spring half marathon?"):
        assert "no longer holds" in await quoted(question, *pair)


async def test_however_short_what_holds_now_is_quoted_beside_what_it_replaced() -> None:
    later = from_message("We're 14 now.")
    told = from_message("There are 12 of us in the team.", rank=2)
    pair = _pair(later, told)

    answer = await quoted("How many of us are in the team?", *pair)

    assert answer.index("“We're 14 now.” [1]") < answer.index("no longer holds")
