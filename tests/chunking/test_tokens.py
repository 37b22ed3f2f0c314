"""Tests of the tokenizer that measures chunks."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.embedding.tokens import WordPiece, word_piece


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("hello world", 2), ("Hello, WORLD!", 4), ("unbelievably", 5), ("港は", 2), ("a" * 101, 1), ("x " * 400, 400)],
    ids=["nothing", "words", "punctuation", "word pieces", "Japanese", "an endless word", "over the model's window"],
)
def test_lengths_in_word_pieces(text: str, tokens: int) -> None:
    assert word_piece().count(text) == tokens


@pytest.mark.parametrize(
    ("text", "counted", "size"),
    [
        ("The harbour of the city is large.", 8, 8),
        ("Über die Brücke", 5, 4),
        ("Москва является столицей России.", 28, 8),
        ("نهر الدانوب طويل", 13, 4),
        ("多瑙河全长约2850公里。", 11, 9),
        ("Der Fluss heißt Дунай.", 12, 10),
        ("Die Vermieterin verlangt eine Mietsicherheit von drei Monatsmieten.", 23, 15),
    ],
)
def test_scripts_that_the_model_spells_count_as_words_would(text: str, counted: int, size: int) -> None:
    assert (word_piece().count(text), word_piece().size(text)) == (counted, size)


@settings(max_examples=300)
@given(st.text(st.characters(max_codepoint=127), max_size=60) | st.text(st.sampled_from("ab1 .,;:_-'\n\té港"), max_size=300))
def test_words_counted_one_by_one_are_as_many_as_the_model_sees(text: str) -> None:
    encoded = word_piece().tokenizer.encode(text, add_special_tokens=False)

    assert word_piece().count(text) == len(encoded)


def test_another_vocabulary_is_refused(tmp_path: Path) -> None:
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_text("[UNK]\nhello\n")

    with pytest.raises(ValueError, match="not the vocabulary"):
        WordPiece(vocabulary)
