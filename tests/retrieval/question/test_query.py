from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.domain import Question
from chat.index.base import Hits, Near
from chat.index.id_map import IdMap
from chat.retrieval.question.query import Query, counted, of_the_matter, read, vector
from chat.settings import RetrievalSettings

_NOW = datetime(2026, 5, 1, tzinfo=UTC)


def _count(text: str) -> int:
    return len(text.split())


def _read(text: str, *history: str) -> Query:
    return read(Question("t", text, _NOW, history), RetrievalSettings(), _count)


def test_a_question_without_history_is_searched_as_it_stands() -> None:
    asked = _read("What does the warranty cover?")

    assert asked.turn == ("What does the warranty cover?",)
    assert asked.earlier == ()
    assert asked.rewritten == "What does the warranty cover?"
    assert asked.terms == {"warranti": 1.0, "cover": 1.0}


def test_of_a_very_long_earlier_turn_only_the_beginning_is_read() -> None:
    counted = list[int]()

    def count(text: str) -> int:
        counted.append(len(text))
        return _count(text)

    asked = read(Question("t", "And its battery?", _NOW, ("The pump is blue. " * 100_000,)), RetrievalSettings(), count)

    assert asked.earlier[0].startswith("The pump is blue.")
    assert max(counted) < 10_000


def test_terms_of_earlier_turns_weigh_less_and_never_lower_the_questions_own() -> None:
    asked = _read("And the battery warranty?", "What does the warranty cover?")

    assert asked.terms == {"batteri": 1.0, "warranti": 1.0, "cover": 0.3}
    assert asked.rewritten == "And the battery warranty? (said before: What does the warranty cover?)"


def test_only_the_latest_turns_count() -> None:
    asked = _read("And now?", "first", "second", "third", "fourth")

    assert asked.earlier == ("second", "third", "fourth")


def test_the_query_vector_leans_on_the_latest_turns_and_has_length_one() -> None:
    asked = _read("And now?", "first")
    embedded = np.eye(2, dtype=np.float32)

    found = vector(asked, embedded, 0.5)

    assert np.linalg.norm(found) == pytest.approx(1)
    assert found[0] > found[1] > 0


def _of_the_matter(text: str, likeness: float) -> tuple[tuple[str, ...], int]:
    """Return which of two earlier turns are kept (the first has this likeness to the question), and the number of rows."""
    settings = RetrievalSettings(history_likeness=0.1)
    question = Question("t", text, _NOW, ("one", "another"))
    rows = np.array([[1, 0], [likeness, np.sqrt(1 - likeness**2)], [-1, 0]], dtype=np.float32)
    narrowed, embedded = of_the_matter(question, read(question, settings, _count), rows, settings)
    return narrowed.history, len(embedded)


def test_what_was_asked_before_about_something_else_does_not_count() -> None:
    whole = "Which languages are dynamically typed?"

    assert _of_the_matter(whole, 0.2) == (("one",), 2)
    assert _of_the_matter(whole, 0.05) == ((), 1)


def test_a_question_that_leans_on_earlier_ones_keeps_them_all() -> None:
    assert _of_the_matter("And what about that one?", 0.05) == (("one", "another"), 3)


def test_of_a_long_question_the_start_and_the_end_are_searched_in_pieces() -> None:
    asked = _read("Please mend this. " + "word " * 5_000 + "where it fails.")

    assert len(asked.turn) == 9
    assert asked.turn[1].startswith("Please mend this.")
    assert asked.turn[0] == asked.turn[-1]
    assert asked.turn[-1].endswith("where it fails.")


def test_of_a_long_question_what_it_asks_counts_as_much_as_all_else() -> None:
    asked = _read("Where is the fault? " + "It did this and that again. " * 100)

    assert asked.turn[0].strip() == "Where is the fault?"
    assert next(iter(asked.terms)) == "fault"
    embedded = np.eye(len(asked.turn), dtype=np.float32)
    found = vector(asked, embedded, 0.5)
    assert found[0] == pytest.approx(found[1:].sum())


@given(st.text(max_size=3_000))
def test_no_piece_is_too_long_for_an_embedder_and_there_is_always_one(text: str) -> None:
    asked = _read(text * 20)

    assert asked.turn
    assert all(_count(piece) <= 200 for piece in asked.turn)
    assert len(asked.terms) <= 64


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        ("Where is the pump?", False),
        ("Wo steht die Pumpe für Öl?", True),
        ("¿Dónde está la bomba de aceite?", True),
        ("Где стоит насос?", True),
        ("水泵在哪里？", True),
        ("42?", False),
    ],
)
def test_questions_in_other_languages_than_english_are_told_apart(text: str, foreign: bool) -> None:
    asked = read(Question("t", text, _NOW), RetrievalSettings(), _count)

    assert asked.foreign is foreign


def test_a_name_with_its_bracket_counts_where_it_stands_somewhere() -> None:
    asked = _read("Where is common() called?")
    held = IdMap(["a"])
    one, none = np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int64)

    def found(places: dict[str, bool]) -> list[Hits]:
        return [
            Hits(held, one if places[term] else none, np.zeros(int(places[term]), np.float32), True, 1) for term in asked.terms
        ]

    assert list(asked.terms) == ["common", "call", "common("]
    assert counted(asked, found({"common": False, "call": True, "common(": True})) == [1, 1, 1]
    assert counted(asked, found({"common": False, "call": True, "common(": False})) == [1, 1, 0]


def test_what_a_word_of_german_is_written_together_with_is_near_it() -> None:
    asked = _read("Wo findet die Versammlung statt?")

    assert asked.terms.keys() == {"wo", "die", "versammlung", "~versamml"}
    assert asked.related["versammlung"]["~~versamml"] == asked.related["~versamml"]["~~versamml"] > 0


def test_a_stem_counts_where_only_a_longer_word_has_it() -> None:
    asked, none = _read("Wann ist die Versammlung?"), np.zeros(0, dtype=np.int64)
    nothing = Hits(IdMap(), none, np.zeros(0, dtype=np.float32), complete=True, total=0)
    near = replace(nothing, near=Near(none, np.zeros(0, dtype=np.float32), np.zeros(0, dtype=np.float32)))
    at = list(asked.terms).index("~versamml")

    assert counted(asked, [nothing] * len(asked.terms))[at] == 0
    assert counted(asked, [near] * len(asked.terms))[at] == 1
