"""Bytes to text: byte-order marks, UTF-8, UTF-16, and a guess among the older encodings."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

import charset_normalizer

from chat.domain import Coverage
from chat.errors import DamagedFile
from chat.text import Cleaned, clean

_MARKS = (  # the longer ones first: UTF-32's mark begins as UTF-16's does
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESS_FROM = 200_000
"""Bytes that the guess looks at; it takes about a second a megabyte."""
_MOST_CONTROLS = 0.1
_TORN = 0.001
"""Share of broken bytes up to which a text still counts as damaged UTF-8 rather than as another encoding."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Clean text, and what the reader of it should know."""

    text: str
    coverage: Coverage


def decode(content: bytes) -> Decoded:
    """Raises DamagedFile when it does not look like text."""
    raw, warnings = _characters(content)
    cleaned = clean(raw)
    if cleaned.dropped > _MOST_CONTROLS * len(raw):
        raise DamagedFile("This does not look like text.")
    return Decoded(cleaned.text, Coverage(warnings=warnings + dropped_warning(cleaned), characters_dropped=cleaned.dropped))


def dropped_warning(cleaned: Cleaned) -> tuple[str, ...]:
    """The sentence about characters that were left out, if any were."""
    if not cleaned.dropped:
        return ()
    return (f"{cleaned.dropped:,} invisible or control characters were left out.",)


def wide_encoding(content: bytes) -> str | None:
    """UTF-16 by its mark, or by the zero bytes that nearly every second place holds in mostly Latin text."""
    for mark, encoding in _MARKS[1:]:
        if content.startswith(mark):
            return encoding
    sample = content[:4_096]
    even, odd = sample[::2], sample[1::2]
    if len(odd) >= 2 and odd.count(0) > 0.6 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16-le"
    if len(odd) >= 2 and even.count(0) > 0.6 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16-be"
    return None


def _characters(content: bytes) -> tuple[str, tuple[str, ...]]:
    encoding = "utf-8-sig" if content.startswith(codecs.BOM_UTF8) else wide_encoding(content)
    if encoding is not None:
        return content.decode(encoding, "replace"), ()
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError:
        return _guessed(content)


def _guessed(content: bytes) -> tuple[str, tuple[str, ...]]:
    torn = content.decode("utf-8", "replace")
    if torn.count("\ufffd") <= _TORN * len(torn) and any("\x80" <= letter != "\ufffd" for letter in torn):
        return torn, ("A few bytes could not be decoded.",)
    encoding = _guess(content[:_GUESS_FROM])
    return content.decode(encoding, "replace"), (f"Read as {encoding} (a guess).",)


def _guess(sample: bytes) -> str:
    """The likeliest encoding; Western European where it is as likely as others (the detector prefers Central European then)."""
    matches = charset_normalizer.from_bytes(sample)
    best = matches.best()
    if best is None:
        return "cp1252"
    equal = [match for match in matches if (match.chaos, match.coherence) == (best.chaos, best.coherence)]
    if any("cp1252" in match.could_be_from_charset for match in equal):
        return "cp1252"
    return best.encoding
