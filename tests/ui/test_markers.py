from __future__ import annotations

import pytest

from chat.domain import Claim, KeptAnswer, Reference, Source
from chat.ui.markers import drawn
from tests.passages import NOON

GUIDE = Reference(1, "24 months", True, Source.DOCUMENT, "d", 0, 9, "guide.pdf", 12, ("Manual", "Warranty"))
SAID = Reference(2, "It leaks.", True, Source.MESSAGE, "m", 0, 9, speaker="You", said_at=NOON)
DEFINED = '[1]: #source-1 "guide.pdf, page 12, Warranty"\n[2]: #source-2 "You, 8 May 2026"\n\n'
HAIR, FIRM = "\u200a", "\u00a0"


def kept(*claims: Claim) -> KeptAnswer:
    return KeptAnswer("q", "extractive", (GUIDE, SAID), claims)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("24 months [1].", f"24 months{FIRM}[1].", id="stays with its sentence"),
        pytest.param("So they say [1][2].", f"So they say{FIRM}[1]{HAIR}[2].", id="neighbours are two links"),
        pytest.param("So [2] (as told)", f"So{FIRM}[2] (as told)", id="brackets behind a blank"),
        pytest.param("So[2](as told)", "So[2](as told)", id="a link of its own"),
        pytest.param("[1]: the guide", f"[1]{HAIR}: the guide", id="no definition"),
        pytest.param("Not [3].", "Not [3].", id="nothing kept of it"),
        pytest.param("Quoted \\[1\\].", "Quoted \\[1\\].", id="a source's own brackets"),
        pytest.param("`a[1]` and\n```\nb [2]\n```", "`a[1]` and\n```\nb [2]\n```", id="code"),
        pytest.param("<div>60 [1]</div>", f"&lt;div>60{FIRM}[1]&lt;/div>", id="within HTML"),
        pytest.param("`<b>` a < b <https://a.org> <me@a.org>", "`<b>` a < b <https://a.org> <me@a.org>", id="what is no HTML"),
        pytest.param("key:value, w:h, 5:30pm, a::b", "key&#58;value, w&#58;h, 5:30pm, a::b", id="words behind a colon"),
        pytest.param("::hr\n:::note\nSo:", "&#58;&#58;hr\n&#58;&#58;&#58;note\nSo:", id="colons in front of a line"),
        pytest.param("<tel:a:b> `k:v` http://a.org/x:y", "<tel:a:b> `k:v` http://a.org/x:y", id="colons of links and code"),
        pytest.param("![A](http://a.org/x.png) ![][i] \\![no]", "[A](http://a.org/x.png) [image][i] \\![no]", id="images"),
        pytest.param("`![A](b)` \\( a<b \\)", "`![A](b)` $a<b$", id="no image or tag in code or formula"),
        pytest.param("So [1] and [2]: \\( a [1] \\)", f"So{FIRM}[1] and{FIRM}[2]{HAIR}: $a [1]$", id="formula behind markers"),
        pytest.param("| 60 [1] |", f"| 60{FIRM}[1] |", id="table"),
    ],
)
def test_markers_of_known_sources_become_links(text: str, expected: str) -> None:
    assert drawn(text, kept()) == DEFINED + expected


def test_what_is_not_borne_out_carries_a_sign() -> None:
    text = "24 months [1]. Frost is covered [1][2]."

    whole = drawn(text, kept(Claim(15, text.rindex("."), (1, 2), False, "negation")))

    assert f"[1]{HAIR}[2]{HAIR}[?][in-doubt]." in whole
    assert whole.count("[?]") == 1
    assert '\n[in-doubt]: #in-doubt "Not found in the cited source"\n\n24' in whole


def test_a_file_name_cannot_break_out_of_its_definition() -> None:
    name = 'x" ) [a](javascript:alert(1))\n# <b>'

    whole = drawn("So [1].", KeptAnswer("q", "m", (Reference(1, "", True, Source.DOCUMENT, "d", 0, 1, name),)))

    assert whole.splitlines()[0] == '[1]: #source-1 "x\\" ) \\[a\\](javascript:alert(1)) # \\<b\\>"'


def test_an_answer_of_which_nothing_is_kept_is_drawn_as_it_is() -> None:
    assert drawn("24 months [1].", None) == "24 months [1]."
