from __future__ import annotations

from dataclasses import replace

import pytest

from chat.domain import Passage
from tests.llm.quoting.answers import quoted
from tests.passages import NOON, from_document, from_message


@pytest.mark.parametrize(
    ("question", "told", "made"),
    [
        ("How many scenes have I filmed?", "I have filmed 12 of 16 scenes.", "Film scenes 13 and 14 on Monday, scenes first."),
        ("When does my lease begin?", "My lease begins on 3 May.", "Before the lease begins on 3 May, photograph the walls."),
        ("Wie viele Szenen habe ich gedreht?", "Ich habe 12 Szenen gedreht.", "Morgen werden 2 Szenen gedreht, dann 3 Szenen."),
    ],
)
async def test_a_figure_of_ones_own_is_quoted_without_what_the_assistant_made_of_it(question: str, told: str, made: str) -> None:
    answer = await quoted(question, _said(told, 1), _said(made, 2, by_assistant=True))

    assert told in answer
    assert "[2]" not in answer


async def test_what_the_assistant_said_is_quoted_if_it_is_asked_for() -> None:
    told, advised = "My lease begins on 3 May.", "You should give notice of the lease by 3 April."

    answer = await quoted("When should I give notice of my lease?", _said(told, 2), _said(advised, 1, by_assistant=True))

    assert advised in answer


async def test_files_are_quoted_beside_ones_own_words() -> None:
    file = from_document("My lease begins on 3 May 2026.", name="lease.txt", rank=2)

    answer = await quoted("When does my lease begin?", _said("My lease begins on 4 May, I think.", 1), file)

    assert "[2]" in answer


def _said(text: str, rank: int, by_assistant: bool = False) -> Passage:
    message = from_message(text, rank=rank)
    chunk = replace(message.chunk, parent=f"m{rank}")
    return replace(message, chunk=chunk, created_at=NOON, role="assistant" if by_assistant else "user")
