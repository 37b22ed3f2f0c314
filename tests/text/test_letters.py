from __future__ import annotations

import re

import pytest

from chat.text import CAPITAL


@pytest.mark.parametrize("letter", ["A", "É", "Ö", "Ç", "Œ", "Ж", "東", "ע"])
def test_a_capital_or_a_letter_without_case_may_begin_a_name(letter: str) -> None:
    assert re.fullmatch(CAPITAL, letter)


@pytest.mark.parametrize("letter", ["a", "é", "ß", "ç", "ê", "í", "œ", "ж", "ё", "7", "_", "-"])
def test_a_small_letter_may_not(letter: str) -> None:
    assert not re.fullmatch(CAPITAL, letter)
