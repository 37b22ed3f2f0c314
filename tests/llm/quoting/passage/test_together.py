from __future__ import annotations

import pytest

from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.passage.together import list_of_turn, with_context, with_neighbour
from tests.passages import from_document, from_message


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        (
            "I've heard the Rusty Nails. No. Please. Let's have a DJ.",
            "I've heard the Rusty Nails. No. Please. Let's have a DJ.",
        ),
        ("I've heard the Rusty Nails. No. Please.", "I've heard the Rusty Nails."),
        ("I've heard the Rusty Nails. Have you? They play on Friday.", "I've heard the Rusty Nails."),
        (
            "I've heard the Rusty Nails. Not for us, I fear.",
            "I've heard the Rusty Nails. Not for us, I fear.",
        ),
    ],
    ids=["words-between", "words-at-the-end", "a-question-between", "nothing-between"],
)
def test_a_word_or_two_between_sentences_of_a_turn_is_quoted_with_them(said: str, quoted: str) -> None:
    held = split_into_pieces(from_message(said).chunk, set())

    assert with_context(held, 0) == quoted


def test_of_notes_in_paragraphs_the_one_that_answers_is_quoted() -> None:
    cellar = "The cellar has a new lock since Monday, and the old keys will not open it any more. Every tenant gets two new keys."
    stairs = "He also complained about the stairs, which are to be cleaned every week, in turns. Our turn is in the even weeks."
    held = split_into_pieces(from_message(f"{cellar}\n{stairs}").chunk, set())

    assert [with_context(held, at) for at in range(4)] == [cellar, cellar, stairs, stairs]


def test_short_lines_of_a_message_are_quoted_together() -> None:
    held = split_into_pieces(from_message("The flat is in Ghent.\nThe rent is 900 euros.").chunk, set())

    assert with_context(held, 1) == "The flat is in Ghent. The rent is 900 euros."


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (
            "Packages are held back with:\n\n    apt-mark hold NAME\n\nThey stay as they are.\n",
            "Packages are held back with: apt-mark hold NAME",
        ),
        ("Packages are held back with:\n\n# Next chapter\n\nThey stay as they are.\n", "Packages are held back with:"),
    ],
    ids=["command", "heading"],
)
def test_what_a_sentence_of_a_document_announces_is_quoted_with_it(text: str, quoted: str) -> None:
    held = split_into_pieces(from_document(text).chunk, set())

    assert with_neighbour(held, 0) == quoted


@pytest.mark.parametrize("at", [0, 1], ids=["what is so", "what is not"])
def test_a_sentence_that_leaves_out_what_the_one_before_says_is_quoted_with_it(at: int) -> None:
    text = "The jug and the drip tray are dishwasher-safe. The water tank and the hopper lid are not."

    assert with_neighbour(split_into_pieces(from_document(text).chunk, set()), at) == text


@pytest.mark.parametrize(
    ("said", "at", "found"),
    [
        ("Please bring:\n- a pen\n- some paper\n\nWe start at nine.", 1, ("Please bring:", ["a pen", "some paper"], False)),
        ("Please bring:\n- a pen\n- some paper\n\nWe start at nine.", 3, None),
        ("Please bring:\n- a pen", 1, None),
        ("- a pen\n- some paper", 0, ("", ["a pen", "some paper"], False)),
        ("1. Mix it. Stir well.\n   - with a spoon\n2. Bake it.", 1, ("", ["Mix it. Stir well. with a spoon", "Bake it."], True)),
        ("1. Mix it.\n2. Bake it.\n\n### Tips\n- Use butter.\n- Wait.", 0, ("", ["Mix it.", "Bake it."], True)),
    ],
)
def test_a_list_of_a_turn_is_found_by_its_items(said: str, at: int, found: tuple[str, list[str], bool] | None) -> None:
    assert list_of_turn(split_into_pieces(from_message(said, role="assistant").chunk, set()), at) == found
