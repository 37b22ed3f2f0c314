"""Tests of what reference documentation says about a function that a question names."""

from __future__ import annotations

import pytest

from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.signatures import quote_signature, signature_with_text
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.presentation.wording import Quote
from tests.passages import from_document, from_message

MARKDOWN = from_document(
    """Reads and writes lists.

### `load(path, strict=True)`

Reads a file into a list. The file is held in memory.

| Option | Default | Meaning |
| --- | --- | --- |
| `strict` | `True` | Whether a broken line ends it. |
| `path` | | Where the file is. |

### `store.dump(items, path, *, atomic=False)`

Writes a list to a file.

- `atomic`: write to another file first and rename it.
- `path`: where to.

Returns the number of items.

## Errors

Loading may fail.
""",
    section=("Lists", "load(path, strict=True)"),
)
PLAIN = from_document(
    """paint.blend(one, other, ratio=0.5)
    Mixes two pictures.

    one, other  pictures of the same size
    ratio       how much of the first one

paint.crop(picture, box)
    Cuts a part out of a picture.
""",
    rank=2,
)
GOES_ON = from_document(
    "- `indent`: how far lines are set in.\n- `sort`: order the keys.\n", section=("save(data, indent=2)",), rank=3
)
SOURCES = (MARKDOWN, PLAIN, GOES_ON)


def told(question: str) -> list[Quote]:
    return quote_signature(question, Evidence([split_into_pieces(source.chunk, set()) for source in SOURCES], SOURCES, "english"))


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("What does load do?", "Reads a file into a list. The file is held in memory."),
        ("What does the `store.dump()` function do?", "Writes a list to a file."),
        ("What is dump for?", "Writes a list to a file."),
        ("What does blend do?", "paint.blend(one, other, ratio=0.5) Mixes two pictures."),
        ("Was macht crop?", "paint.crop(picture, box) Cuts a part out of a picture."),
        ("What is the signature of load?", "load(path, strict=True)"),
        ("What are the options of paint.crop?", "paint.crop(picture, box)"),
        ("What is the default of ratio?", "paint.blend(one, other, ratio=0.5)"),
        ("What is the default value of strict in load?", "load(path, strict=True)"),
        ("What is the default indent of save?", "save(data, indent=2)"),
    ],
)
def test_what_stands_under_a_signature_answers_what_is_asked_of_it(question: str, quoted: str) -> None:
    [quote] = told(question)

    assert quote.text == quoted


@pytest.mark.parametrize(
    ("question", "marker", "items"),
    [
        (
            "What are the options of load?",
            1,
            ("`strict`: `True`; Whether a broken line ends it.", "`path`: Where the file is."),
        ),
        (
            "Which parameters does store.dump take?",
            1,
            ("`atomic`: write to another file first and rename it.", "`path`: where to."),
        ),
        (
            "What arguments can I pass to blend?",
            2,
            ("one, other: pictures of the same size", "ratio: how much of the first one"),
        ),
        ("Which options has save?", 3, ("`indent`: how far lines are set in.", "`sort`: order the keys.")),
    ],
)
def test_options_are_the_rows_or_items_under_it(question: str, marker: int, items: tuple[str, ...]) -> None:
    [quote] = told(question)

    assert (quote.marker, quote.items) == (marker, items)


def test_the_default_of_an_option_that_no_signature_sets_is_its_row() -> None:
    rows = "| Option | Default | Meaning |\n| --- | --- | --- |\n| `mode` | `r` | What for. |\n"
    source = from_document(f"### `open(path, **options)`\n\nOpens it.\n\n{rows}")

    [quote] = quote_signature(
        "What is the default mode of open?", Evidence([split_into_pieces(source.chunk, set())], [source], "english")
    )

    assert (quote.text, quote.rephrased) == ("`mode`: `r`; What for.", True)


@pytest.mark.parametrize(
    "question",
    [
        "What does merge do?",
        "What is the default of path?",
        "What does load raise?",
        "How long does load take?",
        "What are the options for a refund?",
        "What is the plan?",
    ],
)
def test_any_other_question_is_none_about_a_signature(question: str) -> None:
    assert told(question) == []


def test_what_was_said_defines_nothing() -> None:
    said = from_message("load(path) Reads a file.")

    assert quote_signature("What does load do?", Evidence([split_into_pieces(said.chunk, set())], [said], "english")) == []


def test_a_signature_is_quoted_with_the_sentences_under_it() -> None:
    held = split_into_pieces(from_document('geo.near(a, b, unit="km")\n\nFinds what is near.\n\n- `a`: a point\n').chunk, set())

    assert signature_with_text(held, 0) == 'geo.near(a, b, unit="km") Finds what is near.'
    assert signature_with_text(held, 1) is None
