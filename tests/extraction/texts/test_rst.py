"""Tests of reStructuredText: its text is unchanged, and its section titles become headings."""

from __future__ import annotations

import pytest

from chat.extraction.texts.rst import read_rst
from chat.settings import LimitSettings

LIMITS = LimitSettings()
MANUAL = """\
==========
The Manual
==========

.. note:: Read this *first*.

.. _install:

Installing ``it``
-----------------

Text::

    Not a title
    -----------

On :ref:`Linux <linux>`
~~~~~~~~~~~~~~~~~~~~~~~

=====  =====
Key    Value
=====  =====
a      1
=====  =====

Using
-----
Sub
~~~
"""


def test_titles_are_found_with_level_and_place() -> None:
    extracted = read_rst(MANUAL.encode(), LIMITS)

    assert extracted.text == MANUAL
    assert extracted.title == "The Manual"
    assert [(heading.title, heading.level) for heading in extracted.headings] == [
        ("The Manual", 1),
        ("Installing it", 2),
        ("On Linux", 3),
        ("Using", 2),
        ("Sub", 3),
    ]
    assert [extracted.text[heading.start :].split("\n")[0] for heading in extracted.headings][1:3] == [
        "Installing ``it``",
        "On :ref:`Linux <linux>`",
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("words\n\n----\n\nwords", id="a transition"),
        pytest.param("one line\nanother\n-------", id="a paragraph"),
        pytest.param("- item\n------", id="a list"),
        pytest.param("longer title\n==", id="a line too short"),
        pytest.param("====\nover\n----", id="lines that differ"),
        pytest.param(":field: x\n---------", id="a field"),
    ],
)
def test_what_only_looks_like_a_title_is_none(text: str) -> None:
    assert read_rst(text.encode(), LIMITS).headings == ()


@pytest.mark.parametrize("text", ["=\n" * 100_000, "=" * 500_000, "".join(f"t\n{sign * 3}\n\n" for sign in "=-~^" * 9_000)])
def test_hostile_texts_stay_as_they_are(text: str) -> None:
    assert read_rst(text.encode(), LIMITS).text == text
