from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.recency import Intent, asks_for_course, factors, intent

_DAY = 86_400.0


@pytest.mark.parametrize(
    ("question", "asked_for"),
    [
        ("Where do I live now?", Intent.PRESENT),
        ("What is the latest figure?", Intent.PRESENT),
        ("Is she still in Oslo?", Intent.PRESENT),
        ("What did I originally plan?", Intent.BEGINNING),
        ("Which was my first job?", Intent.BEGINNING),
        ("What was my budget before I changed it?", Intent.BEGINNING),
        ("Which was my previous job?", Intent.BEGINNING),
        ("What do I do before I leave?", Intent.NEUTRAL),
        ("What is her first name?", Intent.NEUTRAL),
        ("Who brings the first aid kit?", Intent.NEUTRAL),
        ("What was the first plan, and what is it now?", Intent.NEUTRAL),
        ("Do you know the snowfall in Oslo?", Intent.NEUTRAL),
        ("Wie hoch war das Budget am Anfang?", Intent.BEGINNING),
        ("Wie hoch ist das Budget jetzt?", Intent.PRESENT),
        ("Quel était l'ancien code ?", Intent.BEGINNING),
        ("¿Qué día era la reunión al principio?", Intent.BEGINNING),
        ("Где она живёт сейчас?", Intent.PRESENT),
        ("原来的预算是多少？", Intent.BEGINNING),
        ("周五之前要交什么？", Intent.NEUTRAL),
    ],
)
def test_the_words_of_a_question_tell_which_time_it_asks_for(question: str, asked_for: Intent) -> None:
    assert intent(question) is asked_for


@given(
    st.lists(st.floats(0, 4e9), min_size=1, max_size=30),
    st.floats(0, 4e9),
    st.sampled_from(list(Intent)),
    st.floats(0.1, 1000),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_a_factor_is_never_below_its_floor_and_never_above_one(
    times: list[float], now: float, asked_for: Intent, half_life: float, floor: float, neutral: float
) -> None:
    found = factors(np.array(times), now, asked_for, half_life, floor, neutral)

    assert (found >= (neutral if asked_for is Intent.NEUTRAL else floor) - 1e-12).all()
    assert (found <= 1 + 1e-12).all()


def test_after_one_half_life_a_factor_has_fallen_half_way_to_its_floor() -> None:
    found = factors(np.array([0.0]), 30 * _DAY, Intent.PRESENT, 30, 0.5, 0.95)

    assert found[0] == pytest.approx(0.75)


def test_a_question_about_the_beginning_prefers_the_oldest() -> None:
    oldest, newest = factors(np.array([0.0, 300 * _DAY]), 301 * _DAY, Intent.BEGINNING, 30, 0.5, 0.95)

    assert oldest == 1
    assert newest < 0.51


def test_age_hardly_matters_when_no_time_is_asked_for() -> None:
    oldest, newest = factors(np.array([0.0, 3000 * _DAY]), 3000 * _DAY, Intent.NEUTRAL, 30, 0.5, 0.95)

    assert oldest == pytest.approx(0.95)
    assert newest == 1


def test_a_message_from_the_future_is_as_new_as_can_be() -> None:
    assert factors(np.array([10 * _DAY]), 0.0, Intent.PRESENT, 30, 0.5, 0.95)[0] == 1


def test_no_messages_have_no_factors() -> None:
    assert len(factors(np.zeros(0), 0.0, Intent.BEGINNING, 30, 0.5, 0.95)) == 0


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What was my budget originally?", True),
        ("When did we move to Leeds?", True),
        ("How has the budget changed?", True),
        ("What is the history of the meeting?", True),
        ("Where did I live before?", True),
        ("Where did I live before Leeds?", True),
        ("Wann haben wir das Treffen verschoben?", True),
        ("Wie hat sich das Budget verändert?", True),
        ("Où est-ce que j'habitais avant ?", True),
        ("¿Cómo ha cambiado el presupuesto?", True),
        ("Where do I live?", False),
        ("When is the meeting?", False),
        ("Wann ist das Treffen?", False),
        ("What do I have to do before the trip?", False),
        ("What is the wifi password?", False),
    ],
    ids=str,
)
def test_a_question_for_the_course_of_things_is_told_from_one_for_how_they_are(question: str, asks: bool) -> None:
    assert asks_for_course(question) is asks
