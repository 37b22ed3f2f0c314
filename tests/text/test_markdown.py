"""Tests of what is left out of Markdown: HTML and the targets of links."""

from __future__ import annotations

import pytest

from chat.text.markdown import without_html, without_targets


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("See [the guide](https://quill.example/guide).", "See the guide."),
        ("![Logo](logo.png) Quill", "Logo Quill"),
        ("See [the guide][1].", "See the guide."),
        ("items[0] and (this)", "items[0] and (this)"),
        ("no link", "no link"),
    ],
)
def test_a_link_is_its_text(markdown: str, text: str) -> None:
    assert without_targets(markdown) == text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("<p>One</p><p>Two</p>", "One\n\nTwo\n\n"),
        ("a<!-- not\nshown -->b", "ab"),
        ("use <file> here", "use <file> here"),
        ("1 < 2", "1 < 2"),
    ],
)
def test_tags_and_comments_are_left_out_and_values_are_not(markdown: str, text: str) -> None:
    assert without_html(markdown) == text
