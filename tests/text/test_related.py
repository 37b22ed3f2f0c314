from __future__ import annotations

from itertools import islice

from benchmarks.related_words import lines
from chat.domain import Question, utc_now
from chat.retrieval.question import query
from chat.settings import RetrievalSettings
from chat.text.related import _lines, related


def test_words_that_are_much_like_another_are_known_with_their_likeness() -> None:
    assert "cook" in related("recip")
    assert all(0 < likeness <= 1 for likeness in related("recip").values())
    assert not related("recip").keys() & {"recip", "plan"}
    assert related("x-42") == {}


def test_the_table_is_made_of_the_models_word_vectors() -> None:
    made = dict(line.split(" ", 1) for line in islice(lines(), 30))

    assert made == dict(islice(_lines().items(), 30))


def test_a_question_brings_related_words_by_the_weight_that_is_set() -> None:
    asked = Question("t", "Which recipes are there?", utc_now())

    assert query.read(asked, RetrievalSettings(), len).related["recip"]["cook"] == 0.8 * related("recip")["cook"]
    assert query.read(asked, RetrievalSettings(related_weight=0), len).related == {}


def test_two_names_of_one_thing_are_much_alike() -> None:
    assert related("lift")["elev"] == related("elev")["lift"] > 0.7
    assert "altitud" in related("elev")
    assert related("back")["backup"] == related("backup")["back"] > 0.7
