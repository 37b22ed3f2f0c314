"""Tests of columns of prose whose lines a PDF draws across the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.extraction.pdf.gutters import Stretch, by_column, stretches
from chat.extraction.pdf.lines import Gap, Type
from chat.extraction.pdf.reader import read_pdf
from chat.settings import LimitSettings
from tests import pdf_files

LIMITS = LimitSettings()
LEFT = wrap(
    "The harbour of the island was built in two stages. In the first of them a breakwater of granite was laid from the "
    "northern cliff, and stones were brought by barges over three summers. In the second the basin was dug out to a depth "
    "that lets the ferries turn at low tide, and a quay was added for those who fish. A storm took part of the breakwater in "
    "the winter before the works were finished, and engineers who came to look at it found that the swell had gone under its "
    "foot. They laid blocks of concrete on the seaward side, which still stand there and are whitened by the gulls that rest "
    "on them in the evening.",
    44,
)
RIGHT = wrap(
    "Those who live on the upper road remember another landing place, where boats were pulled over rollers by hand. It lay "
    "below the chapel and was given up when the road was widened, since carts could not turn there. Its iron rings are still "
    "in the rock. Some of the older houses have doors that open towards the sea and nowhere else, because all that they "
    "needed came by water, and visitors ask why the windows on the other side are so small. The wind from the hills is the "
    "answer, and the snow that it brings in the months in which no boat comes at all and the stores have to last for as long "
    "as the passage is closed.",
    44,
)
ACROSS = ["A history of the harbour, told by those who keep its records and by those who only remember what they heard"]
FOOT = ["Printed by the island's society for its members, who may copy it for the school and for nobody else at all"]


def text_of(content: bytes) -> list[str]:
    return read_pdf(content, LIMITS).text.split("\n")


def test_each_column_is_read_from_its_top_to_its_bottom() -> None:
    assert text_of(pdf_files.columns_pdf({60: LEFT, 280: RIGHT})) == [*LEFT, *RIGHT]


def test_a_column_whose_lines_hang_below_their_first() -> None:
    first = [line if number % 3 == 0 else "" for number, line in enumerate(RIGHT)]
    others = [line if number % 3 else "" for number, line in enumerate(RIGHT)]

    assert text_of(pdf_files.columns_pdf({60: LEFT, 280: first, 290: others})) == [*LEFT, *RIGHT]


def test_a_heading_in_the_middle_of_a_column_stands_in_it() -> None:
    rest = [*RIGHT[:3], "", *RIGHT[4:]]
    heading = ["" if number != 3 else "Other Landings" for number in range(len(RIGHT))]

    text = text_of(pdf_files.columns_pdf({60: LEFT, 280: rest, 350: heading}))

    assert text == [*LEFT, *RIGHT[:3], "Other Landings", *RIGHT[4:]]


def test_three_columns() -> None:
    columns = [wrap(" ".join(words), 34) for words in (LEFT, RIGHT, LEFT[::-1])]
    drawn = pdf_files.columns_pdf(dict(zip((40, 200, 360), columns, strict=True)), size=9)

    assert text_of(drawn) == [line for column in columns for line in column]


def test_what_stands_across_the_columns_keeps_its_place() -> None:
    drawn = pdf_files.columns_pdf({60: LEFT, 280: RIGHT}, above=ACROSS, below=FOOT)

    assert text_of(drawn) == [*ACROSS, *LEFT, *RIGHT, *FOOT]


@pytest.mark.parametrize("column", [0, 1], ids=["left", "right"])
def test_a_word_that_is_broken_at_the_end_of_a_column_s_line_is_made_whole(column: int) -> None:
    columns = [list(LEFT), list(RIGHT)]
    columns[column][4:6] = ["what came of it was more than any engi-", "neer had thought when the works began and"]

    text = " ".join(text_of(pdf_files.columns_pdf(dict(zip((60, 280), columns, strict=True)))))

    assert "more than any engineer had thought" in text


def test_columns_that_are_drawn_one_after_the_other_stay_as_they_are() -> None:
    assert text_of(pdf_files.columns_pdf({60: LEFT, 280: RIGHT}, beside=False)) == [*LEFT, *RIGHT]


def test_cells_with_room_below_each_row_stay_beside_one_another() -> None:
    beside = [f"{left} {right}" for left, right in zip(LEFT[:12], RIGHT[:12], strict=True)]

    assert text_of(pdf_files.columns_pdf({60: LEFT[:12], 280: RIGHT[:12]}, room=3)) == beside


def test_names_with_what_they_mean_stay_beside_one_another() -> None:
    names = [line.split()[0].capitalize() for line in LEFT]

    beside = [f"{name} {line}" for name, line in zip(names, RIGHT, strict=False)]

    assert text_of(pdf_files.columns_pdf({60: names, 160: RIGHT}))[: len(beside)] == beside


# --- any page ----------------------------------------------------------------------------------------------------


class Typewriter:
    """Writes letters of five points in width on lines that begin where they are told to."""

    def __init__(self, lines: Sequence[Sequence[tuple[int, str]]]) -> None:
        self.text = ""
        self._places: list[tuple[float, float]] = []
        for number, line in enumerate(lines):
            for at, (x, words) in enumerate(line):
                self.text += " " * (at > 0) + words
                self._places += [(0.0, 0.0)] * (at > 0) + [(x + 5.0 * letter, -12.0 * number) for letter in range(len(words))]
            self.text += "\n"
            self._places.append((0.0, 0.0))

    def type_of(self, first: int, last: int) -> Type:
        (x, y), (last_x, _) = self._places[first], self._places[last]
        return Type(size=10.0, x=x, y=y, last_x=last_x)

    def gaps(self, first: int, body: str, size: float) -> tuple[Gap, ...]:
        return tuple(gap for gap in self.spaces(first, body) if gap.stop - gap.x >= size)

    def spaces(self, first: int, body: str) -> tuple[Gap, ...]:
        spaces = [at for at, sign in enumerate(body) if sign == " "]
        return tuple(
            Gap(words, self._places[first + at - 1][0] + 5, self._places[first + at + 1][0])
            for words, at in enumerate(spaces, start=1)
        )


WORDS = st.lists(st.text("abcdeABC1.\ufffe", min_size=1, max_size=9).filter(lambda word: word.strip("\ufffe") != ""), min_size=1)
LINES = st.lists(st.tuples(WORDS, WORDS), max_size=40)


@given(LINES, st.booleans())
def test_no_letter_is_lost_and_none_read_twice(lines: list[tuple[list[str], list[str]]], prose: bool) -> None:
    beside = [((60, line), (310, other)) for line, other in zip_longest(LEFT, RIGHT, fillvalue="and")] if prose else []
    page = Typewriter([*beside, *(((60, " ".join(left)), (310, " ".join(right))) for left, right in lines)])

    found = by_column(stretches(page.text), page)

    assert found or lines or not prose
    assert all(page.text[part.first : part.last + 1] == part.text for part in found)
    if found:
        read = sorted(at for part in found for at in range(part.first, part.last + 1) if not page.text[at].isspace())
        assert read == [at for at, sign in enumerate(page.text) if not sign.isspace()]


def test_a_page_of_few_long_lines_is_not_looked_at() -> None:
    page = Typewriter([((60, LEFT[0]), (310, RIGHT[0]))] * 7)

    assert by_column(stretches(page.text), page) == []
    assert stretches("  a b\n\n") == [Stretch(2, "a b"), Stretch(6, ""), Stretch(7, "")]
