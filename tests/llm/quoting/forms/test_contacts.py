"""Tests of questions for phone numbers and addresses, whose words texts seldom contain."""

from __future__ import annotations

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.contacts import quote_contacts
from chat.llm.quoting.passage.quotable import split_into_pieces
from tests.passages import from_document, from_message

PRACTICE = from_document(
    "Riverside Dental Clinic\n\nWe are open from 8 am to 6 pm.\nIn an emergency call us on 020 7946 0958.\n"
    "Write to us at hello@riverside.example or visit www.riverside.example.\nThe practice is at 12 Mill Lane, Oxford.\n"
)
POLICY = from_document("Der Schutz gilt in Europa.\nUnsere Schadenhotline erreichen Sie unter 0800 222 7788.\n")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the phone number?", "In an emergency call us on 020 7946 0958."),
        ("What is the emergency phone number?", "In an emergency call us on 020 7946 0958."),
        ("What is your e-mail address?", "Write to us at hello@riverside.example or visit www.riverside.example."),
        ("Do you have a website?", "Write to us at hello@riverside.example or visit www.riverside.example."),
        ("What is the address of the practice?", "The practice is at 12 Mill Lane, Oxford."),
        ("What is the phone number of the dental clinic?", "In an emergency call us on 020 7946 0958."),
        ("What is the phone number of the spa?", None),
        ("When do you open?", None),
    ],
)
def test_the_sentence_that_gives_it_of_whom_it_is_asked_answers(question: str, answer: str | None) -> None:
    quotes = quote_contacts(question, Evidence([split_into_pieces(PRACTICE.chunk, set())], [PRACTICE], "english"))

    assert [quote.text for quote in quotes] == ([] if answer is None else [answer])


def test_the_number_of_another_under_a_heading_of_their_own_is_not_given() -> None:
    speakers = from_document(
        "Mira runs a lab.\n\n## Pavel Horak\n\nPavel makes violins. Call him on 020 7946 0958.\n",
        section=("Speakers", "Mira Tolvanen"),
    )
    held = [split_into_pieces(speakers.chunk, set())]

    assert quote_contacts("What is Pavel Horak's phone number?", Evidence(held, [speakers], "english"))
    assert not quote_contacts("What is Mira Tolvanen's phone number?", Evidence(held, [speakers], "english"))


def test_the_number_behind_somebody_is_theirs_and_not_that_of_who_stands_above() -> None:
    people = from_document("Anna runs the Munich office. She likes chess.\n\nBen runs the other. He is at +49 341 555 0182.\n")
    held = [split_into_pieces(people.chunk, set())]

    assert quote_contacts("What is Ben's phone number?", Evidence(held, [people], "english"))
    assert not quote_contacts("What is Anna's phone number?", Evidence(held, [people], "english"))


def test_a_part_of_a_german_compound_is_whose_it_is() -> None:
    held = [split_into_pieces(POLICY.chunk, set())]

    assert quote_contacts("Wie lautet die Nummer der Hotline?", Evidence(held, [POLICY], "german"))
    assert not quote_contacts("Wie lautet die Nummer der Werkstatt?", Evidence(held, [POLICY], "german"))


def test_what_a_person_told_is_judged_as_all_that_they_told() -> None:
    told = from_message("Call me on 020 7946 0958.")

    assert quote_contacts("What is the phone number?", Evidence([split_into_pieces(told.chunk, set())], [told], "english")) == []
