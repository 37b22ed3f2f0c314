from __future__ import annotations

import pytest

from chat.retrieval.statements.detect import index_terms, replaced_by, statements


@pytest.mark.parametrize("text", ["x = budget(500); return 3", "{ budget: 500 }", "# my budget is 500", "Thanks!"])
def test_code_and_thanks_state_nothing_that_may_change(text: str) -> None:
    assert not [told for told in statements(text) if "budget" in index_terms(told)]


def test_a_change_by_anybody_says_what_is_so_now() -> None:
    [before] = [statements("I take 50 mg of sertraline.")]

    assert list(replaced_by(statements("The doctor raised my sertraline to 75 mg."), [before])) == [0]


@pytest.mark.parametrize(
    ("own", "others"),
    [
        ("Mein Gehalt beträgt 3000 Euro.", "Meine Frau bekommt jetzt ein Gehalt von 4000 Euro."),
        ("Der Termin ist am 3. Mai.", "Meine Tante hat den Termin jetzt am 5. Mai."),
    ],
)
def test_what_holds_for_somebody_else_does_not_replace_what_is_ones_own(own: str, others: str) -> None:
    assert list(replaced_by(statements(others), [statements(own)])) == []


def test_sentences_do_not_end_at_a_day_or_a_title() -> None:
    before = [statements("Der Termin bei Dr. Weber ist am 5. Mai."), statements("Die Miete ist am 5. Mai fällig.")]

    assert list(replaced_by(statements("Der Termin bei Dr. Weber ist jetzt am 12. Mai."), before)) == [0]


def test_a_correction_replaces_the_last_message_and_a_change_each_of_them() -> None:
    before = [statements(text) for text in ("the party is on 5 June", "the party is on 12 June")]

    assert list(replaced_by(statements("correction, party is the 19th"), before)) == [1]
    assert list(replaced_by(statements("The party is now on 26 June."), before)) == [1, 0]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The webinar is on 20 March.", "Since the webinar was rescheduled to 27 March, can you adjust my plan?"),
        ("I'm averaging 5.5 hours of sleep a night.", "My sleep has improved to 6.5 hours a night, do you think that is enough?"),
    ],
)
def test_what_a_question_states_before_it_asks_replaces_what_was_said_before(earlier: str, later: str) -> None:
    assert list(replaced_by(statements(later), [statements(earlier)])) == [0]


def test_what_was_reached_does_not_replace_the_goal() -> None:
    goal = statements("My goal is to have $2,000 in my emergency fund by June 30.")

    assert list(replaced_by(statements("I've reached $1,200 in my emergency fund by June 5."), [goal])) == []
