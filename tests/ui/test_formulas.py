from __future__ import annotations

from itertools import pairwise

import pytest

from chat.domain import KeptAnswer, Reference, Source
from chat.ui import formulas
from chat.ui.changes import Change
from chat.ui.markers import Writing, drawn

GUIDE = KeptAnswer("q", "m", (Reference(1, "", True, Source.DOCUMENT, "d", 0, 9, "guide.pdf"),))
PRICE = "&#36;"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(r"So \(E = mc^2\) holds.", "So $E = mc^2$ holds.", id="round brackets"),
        pytest.param("So $a^2 + b^2$ holds, $x$ and $n_1$ too.", "So $a^2 + b^2$ holds, $x$ and $n_1$ too.", id="dollars"),
        pytest.param("Take $5$ of $2x$.", "Take $5$ of $2x$.", id="numbers between dollars"),
        pytest.param("\\[\nx = 1\n\\]\nthen", "$$\nx = 1\n$$\nthen", id="square brackets on lines of their own"),
        pytest.param(r"\[ x = 1 \]", "$$\nx = 1\n$$", id="a line of its own"),
        pytest.param(r"So \[ x = 1 \] holds.", "So $$x = 1$$ holds.", id="square brackets in a sentence"),
        pytest.param("- a\n  $$x\n  = 1$$", "- a\n  $$\n  x\n  = 1\n  $$", id="in a list"),
        pytest.param(
            "\\begin{align}\na &= 1\n\\end{align}", "$$\n\\begin{align}\na &= 1\n\\end{align}\n$$", id="a bare environment"
        ),
        pytest.param(r"So \(\text{cost} = \$5\) it is.", r"So $$\text{cost} = \$5$$ it is.", id="a price in a formula"),
        pytest.param("| $x_1$ | $5 | $10 |", f"| $x_1$ | {PRICE}5 | {PRICE}10 |", id="in a table"),
    ],
)
def test_formulas_are_delimited_as_the_page_takes_them(text: str, expected: str) -> None:
    assert drawn(text, None) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10.",
        "From $5–$10, US$1,200 or A$3.",
        "It costs $5, not 6$.",
        "$1,000 (about 900 euros) and 10$ more",
        "**$5** to **$10**",
        "$ and $",
        "a single $",
        "$PATH and $HOME are set",
        "($5/month, $50/year)",
    ],
)
def test_prices_stay_prices(text: str) -> None:
    assert drawn(text, None) == text.replace("$", PRICE)


@pytest.mark.parametrize(
    "text",
    [
        r"As shown \[3\] and \[1, 2\].",
        r"They \(see below\) say so.",
        "`$HOME/$USER` and\n```\nprice = $5 + $6\n\\[ x = 1 \\]\n```",
        r"It costs \$5 and \$10.",
        "See https://example.org/?a=$b&c=$d for it.",
    ],
)
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert drawn(text, None) == text


def test_brackets_in_a_formula_are_no_marker() -> None:
    assert drawn("So $a[1] = 2$ [1].", GUIDE).endswith("\n\nSo $a[1] = 2$\u00a0[1].")


def drawn_so_far(text: str, kept: KeptAnswer | None) -> str:
    writing = Writing(kept)
    writing.write(text)
    return writing.drawn()


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        pytest.param("24 months [1", "24 months", id="a marker"),
        pytest.param(r"So \(E = m", "So", id="round brackets"),
        pytest.param("So $E = m", "So", id="dollars"),
        pytest.param("So $$\nE = m", "So", id="a block"),
        pytest.param("So \\", "So", id="a backslash"),
        pytest.param("$a$ and $b", "$a$ and", id="behind a formula"),
        pytest.param("It costs $5 an", f"It costs {PRICE}5 an", id="no price"),
        pytest.param("It costs $ab\nand", f"It costs {PRICE}ab\nand", id="no dollar that stays alone"),
        pytest.param("So \\[ x\n\nand", "So \\[ x\n\nand", id="nothing that was never closed"),
        pytest.param("```\necho $HOM", "```\necho $HOM", id="no code"),
    ],
)
def test_what_is_being_written_waits_for_its_end(text: str, settled: str) -> None:
    assert drawn_so_far(text, None) == settled


def test_what_was_drawn_of_an_answer_so_far_only_grows() -> None:
    text = "The pump costs $5 [1][1], so \\(x = 5\\) and\n\n$$\ny = 2x\n$$\n\nor `$x` [1]. That is **all**."

    steps = [drawn_so_far(text[:end], GUIDE) for end in range(len(text) + 1)]

    changed = [later for earlier, later in pairwise(steps) if not later.startswith(earlier)]
    assert len(changed) <= 3


WRITTEN = {
    "paragraphs": "Oil it [1].\n\nIt costs $5 and $10: see a:b [1].\n  \n- <b>x</b>\n- ![a](http://b/c.png)\n\n\nEnd [1][1].",
    "formulas": "So \\(x = 5\\)\n\n\\[\ny = 2x\n\\]\n\nand $$\na\n$$ [1]\n\n$z$ it is.",
    "code": "As `a\n\nb` [1]:\n\n```python\nx = [1]\n\n\ny = a:b\n\n```\n\nThen [1]:\n~~~\n```\n\n$x$\n~~~\nall [1].",
    "code in a list": "1. Do:\n\n   ```sh\n   a:b $x\n\n   c [1]\n   ```\n\n2. End [1].",
    "a tick alone": "The ` key [1].\n\nIt is $5.\n\nAnd `a:b` [1].\n\nEnd a:b [1].",
    "formulas over lines": "- So \\(x =\n  5\\) and $$a\n= b$$ [1]\n- It is $5\n- and $x$ a:b\n- \\begin{align}\na\n\\end{align}",
    "code that is left open": "See:\n\n```\na:b [1]\n\n$x\n",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
@pytest.mark.parametrize("size", [1, 3, 7])
@pytest.mark.parametrize("kept", [None, GUIDE], ids=["no sources", "sources"])
def test_an_answer_is_drawn_the_same_in_pieces_as_all_at_once(text: str, size: int, kept: KeptAnswer | None) -> None:
    writing = Writing(kept)
    for at in range(0, len(text), size):
        writing.write(text[at : at + size])
        writing.drawn()

    assert writing.drawn() == drawn(text, kept)


@pytest.mark.parametrize("text", ["It is [1].\n", "```\nx = [1]\n"], ids=["lines", "code"])
def test_what_is_whole_is_drawn_once_however_long_the_answer_gets(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths, changes = list[int](), formulas.changes

    def counted(text: str) -> list[Change]:
        lengths.append(len(text))
        return changes(text)

    monkeypatch.setattr(formulas, "changes", counted)
    writing = Writing(GUIDE)

    for number in range(50):
        writing.write(text.removeprefix("```\n") if number else text)
        writing.drawn()

    assert max(lengths) <= 2 * len(text)


@pytest.mark.parametrize("begins", ["", "The ` key.\n\n"], ids=["a line", "a backtick that never closes"])
def test_what_cannot_be_settled_is_drawn_at_a_cost_that_grows_with_its_length_alone(
    begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths, changes = list[int](), formulas.changes

    def counted(text: str) -> list[Change]:
        lengths.append(len(text))
        return changes(text)

    monkeypatch.setattr(formulas, "changes", counted)
    writing = Writing(None)
    writing.write(begins)

    for _ in range(2_000):
        writing.write("so it is ")

    assert sum(lengths) <= 100 * 2_000 * len("so it is ")
    assert len(writing.drawn()) >= 0.98 * 2_000 * len("so it is ")
