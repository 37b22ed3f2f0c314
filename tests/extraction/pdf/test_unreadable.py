"""Tests of figures in PDFs whose font does not map its glyphs to characters."""

from __future__ import annotations

import pytest

from chat.errors import NoText
from chat.extraction.pdf.reader import read_pdf
from chat.settings import LimitSettings
from tests.pdf_files import prose, set_pdf

LIMITS = LimitSettings()
SIGNS = (
    '!"# $!"# %!"# &!"# (!!"#',
    ")*+,-./#0$1$23#",
    ")*+45678#0$1923#",
    ":,,/==+.>?:6;+<6//=#0!1923#",
    ",5?<65FG5E+6/,-6=>B/#0(1!23#",
    "&'()*+,\"",
)


def test_lines_of_signs_are_left_out_and_said_to_be() -> None:
    extracted = read_pdf(set_pdf([*prose("A"), *SIGNS, "Figure 12. Time by activity."], list(prose("B"))), LIMITS)

    assert extracted.text == "\n".join([*prose("A"), "Figure 12. Time by activity.", *prose("B")])
    assert extracted.coverage.warnings == ("Letters on page 1 were left out: their font does not say which they are.",)


def test_the_lines_around_keep_their_type() -> None:
    title = ("Helvetica-Bold", 14.0, "Results of the year")

    extracted = read_pdf(set_pdf([*prose("A"), *SIGNS, title, *prose("B"), *prose("C")]), LIMITS)

    assert [heading.title for heading in extracted.headings] == ["Results of the year"]


def test_a_file_of_such_letters_alone_has_no_text() -> None:
    with pytest.raises(NoText):
        read_pdf(set_pdf(list(SIGNS)), LIMITS)


@pytest.mark.parametrize(
    "lines",
    [
        SIGNS[:4],
        ("x = y + z", "a<b", "i=1", "(1+x)^n", "f(x)=g(x)*h(x)", "|a|<=1", "n!"),
        ("$4.00", "$3.50", "10%", "#12", "'99", "& 1", "(3.2)", "@ 5"),
        ("x[0]=1;", "x[1]=y[2];", "}", "i++;", "});", "a&&b||c;", "}"),
        ("H2O", "Na+", "Ca(OH)2", "C6H12O6", "Fe3+", "SO4--"),
        ("+49(0)89/123-45", "(030) 12 34", "+1-202-555-0100", "112", "0800/1", "#31#"),
        ("https://a.example/?q=1&b=%20", "www.b.example/#x", "a.b@c.example", "ftp://d", "mailto:x@y.example"),
        ("Ø!", "ß?", "é#", "ö$", "ü&"),
        ("$a=@b;", "@a=$b;", "%a=$c;", "$b=$d;", "@c=@d;"),
        ("6'2\"", "5'11\"", "6'0\"", "5'9\"", "5'8\""),
    ],
    ids=["few", "maths", "figures", "code", "formulas", "telephones", "addresses", "words", "sigils", "feet"],
)
def test_other_short_lines_stay(lines: tuple[str, ...]) -> None:
    extracted = read_pdf(set_pdf([*prose("A"), *lines, *prose("B")]), LIMITS)

    assert extracted.text.split("\n")[3:-3] == [*lines]
