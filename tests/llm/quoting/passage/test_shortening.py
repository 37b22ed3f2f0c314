from __future__ import annotations

from chat.llm.quoting.passage.shortening import shorten
from chat.text import terms


def test_a_long_line_is_cut_at_words_around_what_was_asked_for() -> None:
    words = " ".join(f"word{n}" for n in range(500)).replace("word300", "warranty")

    shown = shorten(words, set(terms("warranty")))

    assert "warranty" in shown
    assert shown.startswith("… word")
    assert len(shown) <= 404
