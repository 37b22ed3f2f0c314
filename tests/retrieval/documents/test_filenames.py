"""Tests of how much of a file's name a question contains, and that passages of a large file so named rank first."""

from __future__ import annotations

import numpy as np
import pytest

from chat.retrieval.documents.filenames import Filenames, KnownFilenames

_NAMES = (
    "PEPSICO_2022_10K.pdf",
    "PEPSICO_2023Q1_EARNINGS.pdf",
    "AMERICANEXPRESS_2022_10K.pdf",
    "AnnualReport2021.docx",
    "3f2a9c1b.pdf",
)
_MANY = np.repeat(np.arange(len(_NAMES)), 64)


def _said(question: str) -> list[float]:
    return [float(share) for share in Filenames(_NAMES).name_coverage(question, _MANY)]


def test_the_name_of_which_a_question_says_most_comes_first() -> None:
    pepsi, quarter, amex, *_ = _said("What is PepsiCo's FY2022 capex?")

    assert pepsi > max(quarter, amex) > 0
    assert _said("How did PepsiCo do in 2023Q1?")[1] == max(_said("How did PepsiCo do in 2023Q1?"))


def test_words_that_a_name_writes_as_one_are_found_apart() -> None:
    assert np.argmax(_said("Where does American Express operate?")) == 2


def test_a_word_that_a_name_writes_in_camel_case_is_found_however_it_is_asked() -> None:
    names, passages = ("PepsiCo_2022.pdf", "other.pdf"), np.repeat([0, 1], 64)

    for question in ("PepsiCo in 2022", "pepsico in 2022", "Pepsi Co. in 2022"):
        assert Filenames(names).name_coverage(question, passages).tolist() == pytest.approx(
            Filenames(names).name_coverage("PepsiCo 2022", passages).tolist()
        )
    assert (
        0
        < Filenames(names).name_coverage("Pepsi in 2022", passages)[0]
        < Filenames(names).name_coverage("PepsiCo in 2022", passages)[0]
    )


def test_a_possessive_is_no_word_of_a_name() -> None:
    names, passages = ("Moody's 2022.pdf", "other.pdf"), np.repeat([0, 1], 64)

    plain = Filenames(("Moody_2022.pdf", "other.pdf")).name_coverage("Moody in 2022", passages)

    for question in ("Moody's in 2022", "Moody in 2022"):
        assert Filenames(names).name_coverage(question, passages).tolist() == pytest.approx(plain.tolist())


def test_a_question_that_says_nothing_of_a_name_and_a_name_that_says_nothing_count_nothing() -> None:
    assert _said("What does the warranty cover?") == [0.0] * len(_NAMES)
    assert _said("3f2a9c1b")[4] == 0.0


def test_the_name_of_a_file_of_few_passages_counts_nothing_and_of_some_less() -> None:
    passages = np.concatenate([np.zeros(16, dtype=np.int64), np.ones(64, dtype=np.int64), np.full(32, 2), [-1]])

    few, many, some = Filenames(("alpha.pdf", "beta.pdf", "gamma.pdf")).name_coverage("alpha, beta and gamma", passages)

    assert few == 0
    assert 0 < some < many < 1


def test_names_are_taken_apart_once_as_long_as_they_are_the_same() -> None:
    known = KnownFilenames()

    assert known.of("t", _NAMES) is known.of("t", _NAMES)
    assert known.of("t", ("other.pdf",)) is not known.of("t", _NAMES)
    assert known.of("empty", ()).name_coverage("anything", np.zeros(0, dtype=np.int64)).tolist() == []
