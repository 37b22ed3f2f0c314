"""Tests of statements that tell of a trouble, as distinct from other news."""

from __future__ import annotations

import pytest

from chat.dialogue.troubles import tells_of_trouble


@pytest.mark.parametrize(
    "text",
    [
        "my coffee runs through too fast",
        "The orange light is blinking.",
        "my machine won't turn on",
        "The washing machine keeps stopping.",
        "The app shows error E14.",
        "Die Heizung geht seit gestern nicht mehr.",
        "Meine Spülmaschine ist undicht.",
        "La machine ne marche plus.",
        "La impresora no funciona.",
    ],
)
def test_something_that_does_not_work_is_a_trouble(text: str) -> None:
    assert tells_of_trouble(text)


@pytest.mark.parametrize(
    "text",
    [
        "My sister can't come on Friday.",
        "We use oat milk now.",
        "I bought the machine in March.",
        "Wir ziehen im Mai um.",
        "The meeting starts at 3.",
    ],
)
def test_other_news_is_none(text: str) -> None:
    assert not tells_of_trouble(text)
