"""Normalise text for storage: one Unicode normal form, and nothing invisible."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from chat.text.letters import EXCESS_MARKS


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Text that can be stored, searched and displayed."""

    text: str
    dropped: int
    """Number of control, invisible or excess combining characters that were removed."""


_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"  # zero width, direction overrides
    "\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"  # noncharacters, interlinear marks
    "\U000e0000-\U000e007f]+"  # tags: text that no reader sees and a model may obey
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> Cleaned:
    """Return text in normal form C with line feeds only and nothing invisible; lone surrogates become U+FFFD. Tabs are kept."""
    text = _LINE_ENDS.sub("\n", text)
    visible = EXCESS_MARKS.sub("", _INVISIBLE.sub("", text))
    whole = visible if visible.isascii() else unicodedata.normalize("NFC", _SURROGATES.sub("\ufffd", visible))
    return Cleaned(whole, dropped=len(text) - len(visible))


def clean_line(text: str) -> str:
    """Clean a text and put it on one line, replacing every run of whitespace with one space."""
    return " ".join(clean(text).text.split())
