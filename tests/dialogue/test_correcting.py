from __future__ import annotations

import pytest

from chat.dialogue.correcting import Kind, corrected, correction, puts_right


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        ("Sorry, I meant Wednesday 4 March.", {"day"}),
        ("no, the 14th", {"day"}),
        ("Sorry, it leaves at 5:30 pm.", {"clock"}),
        ("No, they arrive on Friday.", {"day"}),
        ("Entschuldigung, er fährt am Freitag.", {"day"}),
        ("Oops, 5:30 pm", {"clock"}),
        ("Make that 120 euros.", {"number"}),
        ("not 3 but 4 people", {"number"}),
        ("It's been moved to the 21st.", {"day"}),
        ("Moved to 5 pm.", {"clock"}),
        ("Verschoben auf den 21. Juli.", {"day"}),
        ("nein, am Freitag", {"day"}),
        ("Sorry, ich meinte Mittwoch.", {"day"}),
        ("Doch nicht 6.000, sondern 7.500 Euro.", {"number"}),
        ("Non, le 14 mai.", {"day"}),
        ("No, el martes.", {"day"}),
    ],
)
def test_a_message_that_gives_another_value_and_says_nothing_else_is_a_correction(said: str, kinds: set[Kind]) -> None:
    assert correction(said) == frozenset(kinds)


@pytest.mark.parametrize(
    "said",
    [
        "No, I live in Paris since 2020.",
        "Sorry, I have 2 dogs now.",
        "Actually, the meeting is at 10.",
        "Sorry, I meant Wednesday?",
        "No, thanks.",
        "Sorry, it rains.",
        "Sorry, it can be Friday.",
        "The 14th.",
        "I meant it.",
        pytest.param("no " * 24 + ";x", id="tried in as many ways as there are words"),
    ],
)
def test_a_message_that_says_more_or_gives_no_value_is_none(said: str) -> None:
    assert correction(said) is None


def test_what_is_put_right_has_a_value_of_the_same_kind() -> None:
    assert puts_right("no, the 14th", "The deadline is 15 October.")
    assert not puts_right("no, the 14th", "I have three dogs.")
    assert not puts_right("no, the 14th", "Is the deadline on 15 October?")


def test_a_question_may_stand_between_if_it_has_no_such_value() -> None:
    told = "My dentist is on Tuesday."

    assert corrected("Sorry, I meant Wednesday.", [told]) == 0
    assert corrected("Sorry, I meant Wednesday.", [told, "Where is she?"]) == 1
    assert corrected("Sorry, I meant Wednesday.", [told, "Where is she?", "How do I get there?"]) == 2
    assert corrected("Sorry, I meant Wednesday.", [told, "Is the train on Friday late?"]) is None
    assert corrected("Sorry, I meant Wednesday.", [told, "She is in Leeds."]) is None
    assert corrected("I like Wednesdays.", [told]) is None


def test_what_is_named_as_wrong_must_have_been_said() -> None:
    assert puts_right("Not 6,000 but 7,500 euros.", "The bath costs 6,000 euros.")
    assert not puts_right("Not 6,000 but 7,500 euros.", "The car costs 9,000 euros.")


def test_a_time_that_something_takes_is_put_right_by_another_alone() -> None:
    assert puts_right("Sorry, 40 minutes.", "It's a 2-hour walk.")
    assert puts_right("Nein, 3 Tage.", "Der Kurs dauert 2 Tage.")
    assert not puts_right("Wait, 5 minutes.", "My rent is 900 euros.")
    assert not puts_right("Moment, 5 Minuten", "Meine Miete ist 900 Euro.")
