"""Numbers and codes that identify something, such as "48213" and "INC-4417"."""

from __future__ import annotations

import re

_ALONE = re.compile(r"[\W_]*(?:[^\W\d_]+[\s:.#]+){0,2}[\W_]*?(?P<code>[A-Za-z]{0,10}[-/]?\d[^\W_]*(?:[-/][^\W_]+)*)[\W_]*")
_LONGEST = 40
_LEAST_DIGITS = 4
_DIGITS = re.compile(r"\d")
_YEARS = re.compile(r"(?:1[5-9]|20)\d\d(?:-(?:1[5-9]|20)?\d\d)?")
_DATE = re.compile(r"\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?")
_PARTS = re.compile(r"\d+|[^\W\d_]+")
_JOINED = r"[\s/_-]?"
"""Stands between the letters and numbers of a code in a text."""


def code_alone(text: str) -> str | None:
    """Return the code that is all of a text, perhaps with what it is of: "48213", "order no. 4711?"; `None` for any other text, a
    date or a short number."""
    match = _ALONE.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None or _DATE.fullmatch(match["code"]) or is_years(match["code"]) or not has_enough_digits(match["code"]):
        return None
    return match["code"]


def has_enough_digits(code: str) -> bool:
    """Return whether a code has enough digits to identify anything."""
    return len(_DIGITS.findall(code)) >= _LEAST_DIGITS


def is_years(code: str) -> bool:
    return bool(_YEARS.fullmatch(code))


def has_code(text: str, code: str) -> bool:
    """Return whether a text has exactly this code; its letters and numbers may be joined in another way."""
    written = rf"(?<!\w)(?<!\d[.,-]){_JOINED.join(_PARTS.findall(code))}(?!\w|-\w|[.,]\d)"
    return re.search(written, text, re.IGNORECASE) is not None


def has_code_like(text: str, code: str) -> bool:
    """Return whether a text has a code of the same form: other digits between the same letters."""
    form = _JOINED.join(re.sub(r"\d", r"\\d", part) for part in _PARTS.findall(code))
    return re.search(rf"(?<![\w.,]){form}(?!\w|[.,]\d)", text, re.IGNORECASE) is not None
