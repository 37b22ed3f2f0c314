"""Tests of joining the lines of a text."""

from __future__ import annotations

import pytest

from chat.text import in_lines, in_one_line, terms
from chat.text.lines import joined

BROKEN = "インストーラはグ\n ラフィカルな画面で動く、\n次に進む。"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The pump\n leaks  again.\n\nSince May.", "The pump leaks again. Since May."),
        (BROKEN, "インストーラはグラフィカルな画面で動く、次に進む。"),
        ("安装程\n序使用 Debian\n镜像", "安装程序使用 Debian 镜像"),
        ("설치 관리자는\n그래픽 화면", "설치 관리자는 그래픽 화면"),
        ("第一段。\n\n第二段。", "第一段。 第二段。"),
    ],
    ids=["blanks between words", "Japanese goes on", "Latin words within Chinese", "Korean has blanks", "paragraphs"],
)
def test_a_line_end_is_a_blank_but_within_chinese_and_japanese(text: str, line: str) -> None:
    assert in_one_line(text) == line


def test_paragraphs_stay_apart() -> None:
    assert joined("第一段。\n\n第二段。") == "第一段。\n\n第二段。"


@pytest.mark.parametrize(
    ("words", "text"), [("グラフィカルな画面で動く、次に進む。", BROKEN), ("The pump leaks.", "It is old. The\n  pump leaks.")]
)
def test_words_are_found_however_their_lines_are_broken(words: str, text: str) -> None:
    found = in_lines(words).search(text)

    assert found is not None
    assert in_one_line(found[0]) == words


def test_what_looks_like_a_pattern_is_words() -> None:
    assert in_lines("a.b (c)").search("aXb (c)") is None


def test_a_word_that_goes_on_in_the_next_line_is_indexed_whole() -> None:
    assert "グラ" in terms(BROKEN)
    assert terms("设备维\n护手册") == terms("设备维护手册")
