"""Dates in words, by language."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date


def long_date(day: date, code: str) -> str:
    """Format a date in a language, given by its ISO 639-1 code; British in English, with the day first as in most others."""
    written = format_date(day, "long", locale="en_GB" if code == "en" else code)
    return f"1er{written.removeprefix('1')}" if code == "fr" and day.day == 1 else written  # CLDR has no ordinals
