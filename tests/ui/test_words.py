from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from chat.text.languages import TRANSLATED
from chat.ui.environment import SOURCES
from chat.ui.words import HOW, LANGUAGE, say, told, ways_to_say


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    token = LANGUAGE.set("de")
    yield
    LANGUAGE.reset(token)


def test_a_sentence_is_said_in_the_pages_language_with_its_values() -> None:
    assert say("Received {0}", "a{b}.txt") == "a{b}.txt ist angekommen"


def test_a_sentence_that_was_put_together_elsewhere_keeps_its_numbers() -> None:
    said = told("Here you may have at most 50 files of together 1,000 MB; this would be more.")

    assert said == "Hier können Sie höchstens 50 Dateien von zusammen 1,000 MB haben; das wären mehr."


@pytest.mark.parametrize(
    "sentence",
    [
        "A file did not come along: the server does not have it any more. Add it and ask again.",
        "3 files did not come along: the server does not have them any more. Add them and ask again.",
        "The upload is gone; add the file again.",
    ],
)
def test_what_is_said_of_a_lost_file_is_said_in_the_pages_language(sentence: str) -> None:
    assert re.search(r"Fügen Sie|fügen Sie", told(sentence))


@pytest.mark.parametrize("sentence", ["The bucket 7 is away.", "Nothing is known of this, {0}."])
def test_what_has_no_translation_stays_as_it_is(sentence: str) -> None:
    assert told(sentence) == sentence


def test_the_page_has_its_words_in_the_languages_of_the_server() -> None:
    script = (SOURCES / "public" / "words.js").read_text(encoding="utf-8")

    order = re.search(r"const ORDER = \[(.*)\];", script)

    assert order is not None
    assert tuple(re.findall(r"'(\w+)'", order[1])) == TRANSLATED


def test_chainlits_texts_are_laid_over_in_each_language() -> None:
    files = {file.stem for file in (SOURCES / ".chainlit" / "texts").iterdir()}

    assert files == {"en-US", *TRANSLATED}


def test_a_page_in_english_is_spoken_to_in_english() -> None:
    LANGUAGE.set(None)

    assert say("Received {0}", "a.txt") == "Received a.txt"


def test_a_question_that_has_an_answer_of_its_own_is_known_in_each_language() -> None:
    assert len(ways_to_say(HOW)) == 4
