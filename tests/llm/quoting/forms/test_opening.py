"""Tests of questions for opening hours, whose words texts seldom contain."""

from __future__ import annotations

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.opening import quote_opening_hours
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.passage.rows import columns_at_end
from chat.text import terms
from tests.passages import from_document, from_message

BAKERY = from_document(
    "# Bäckerei Lindner\n\nSeit 1928 backen wir in Altenried.\n\n## Öffnungszeiten\n\nMontag bis Freitag: 6:30 bis 18:00 Uhr\n"
    "Samstag: 6:00 bis 13:00 Uhr\nSonntag: geschlossen\n\n## Kurse\n\nDer Backkurs geht am Samstag von 14:00 bis 17:00 Uhr.\n"
)
HOTEL = from_document(
    "# Hotel Seaview\n\nThe pool is open from 7 am to 9 pm.\n\n"
    "The restaurant is open from 6:00 pm to 11:00 pm, closed on Mondays.\n\nBreakfast is served from 7:00 to 10:00.\n"
)
WEEK, SATURDAY, SUNDAY = (
    "Montag bis Freitag: 6:30 bis 18:00 Uhr",
    "Samstag: 6:00 bis 13:00 Uhr",
    "Sonntag: geschlossen",
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Wann macht die Bäckerei auf?", [WEEK, SATURDAY, SUNDAY]),
        ("Was sind die Öffnungszeiten?", [WEEK, SATURDAY, SUNDAY]),
        ("Bis wann hat die Bäckerei am Samstag geöffnet?", [SATURDAY]),
        ("Wann öffnet die Bäckerei am Dienstag?", [WEEK]),
        ("Wann macht die Bäckerei sonntags zu?", [SUNDAY]),
        ("Ist die Bäckerei sonntags geöffnet?", [SUNDAY]),
        ("Habt ihr am Samstag auf?", [SATURDAY]),
        ("Ist der Kurs am Samstag geschlossen?", []),
        ("Wann öffnet die Apotheke?", []),
        ("Wann findet der Backkurs statt?", []),
    ],
)
def test_the_hours_of_the_day_that_is_asked_for(question: str, answers: list[str]) -> None:
    quotes = quote_opening_hours(question, Evidence([split_into_pieces(BAKERY.chunk, set())], [BAKERY], "german", [None]))

    assert [quote.text for quote in quotes] == answers


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("When does the pool open?", ["The pool is open from 7 am to 9 pm."]),
        ("How late is the restaurant open?", ["The restaurant is open from 6:00 pm to 11:00 pm, closed on Mondays."]),
        ("is the restaurant open on mondays", ["The restaurant is open from 6:00 pm to 11:00 pm, closed on Mondays."]),
        ("Is the pool open?", ["The pool is open from 7 am to 9 pm."]),
        ("Is the sauna open on Mondays?", []),
        ("When does the sauna open?", []),
        ("When is breakfast served?", []),
        ("When did the hotel open?", []),
    ],
)
def test_the_hours_of_what_is_asked_about(question: str, answers: list[str]) -> None:
    quotes = quote_opening_hours(question, Evidence([split_into_pieces(HOTEL.chunk, set())], [HOTEL], "english", [None]))

    assert [quote.text for quote in quotes] == answers


def test_what_a_person_told_is_judged_as_all_that_they_told() -> None:
    told = from_message("The pool is open from 7 am to 9 pm.")

    assert (
        quote_opening_hours(
            "When does the pool open?", Evidence([split_into_pieces(told.chunk, set())], [told], "english", [None])
        )
        == []
    )


def test_a_day_of_a_table_that_began_earlier_names_the_passage_of_its_columns() -> None:
    above = "Opening times:\n\n| Day | Main pool | Sauna |\n|---|---|---|\n| Friday | 6:30 – 20:00 | closed |"
    first = from_document(above, section=("Opening times",))
    second = from_document("| Saturday | 8:00 – 19:00 | closed |\n", section=("Opening times",), rank=2)
    held = [
        split_into_pieces(first.chunk, set()),
        split_into_pieces(second.chunk, set(terms("main pool")), columns_at_end(above)),
    ]

    quotes = quote_opening_hours(
        "When does the main pool close on Saturday?", Evidence(held, [first, second], "english", [None, 0])
    )

    assert [(quote.text, quote.marker, quote.also) for quote in quotes] == [("Saturday: 8:00 – 19:00 (Main pool)", 2, 1)]
