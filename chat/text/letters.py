"""Patterns of letters, and of the marks above and below them."""

from __future__ import annotations

import re

CAPITAL = r"[^\W\d_a-zß-öø-ÿœа-яё]"
"""Pattern of a letter that may begin a name, where case counts; letters of scripts without capitals are included."""
MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
EXCESS_MARKS = re.compile(f"(?<=[{MARKS}]{{30}})[{MARKS}]+")
"""Matches excess combining marks. No writing system stacks more than a few; 30 is the limit of Unicode's Stream-Safe Text (UAX
#15). Sorting longer runs takes quadratic time."""

CHINESE_AND_JAPANESE = "\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"


def folded(word: str) -> str:
    """Fold case like a case-insensitive pattern: it matches Turkish İ and ı as i, which Unicode's case folding keeps apart."""
    return word.replace("İ", "i").replace("ı", "i").casefold()
