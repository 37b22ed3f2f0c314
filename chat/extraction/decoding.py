"""Bytes to text: byte-order marks, UTF-8, UTF-16, and a guess among the older encodings."""

from __future__ import annotations

import codecs
import re
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


_FOR_TEXT = re.compile(r"ascii|utf-8|iso|cp\d|koi8|mac|gb|big5|shift|euc|tis|hz|johab|ptcp")
_MEANT = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "tis-620": "cp874",
}
"""What a declaration means in practice: the WHATWG's encoding standard, as browsers read them."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Clean text, and what the reader of it should know."""

    text: str
    coverage: Coverage


def decode(content: bytes, declared: str | None = None) -> Decoded:
    """Raises DamagedFile when it does not look like text.

    `declared` is the encoding that the file names itself. Marks and valid UTF-8 count more: pages are saved anew, their
    declarations are not.
    """
    raw, warnings = _characters(content, _known(declared))
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


def _known(declared: str | None) -> str | None:
    """The codec for a declared name, when it is one for text that is safe to use (`punycode` takes quadratic time)."""
    try:
        name = codecs.lookup(declared.strip()).name if declared else ""
    except (LookupError, ValueError):
        return None
    return _MEANT.get(name, name) if _FOR_TEXT.match(name) else None


def _characters(content: bytes, declared: str | None) -> tuple[str, tuple[str, ...]]:
    encoding = "utf-8-sig" if content.startswith(codecs.BOM_UTF8) else wide_encoding(content)
    if encoding is not None:
        return content.decode(encoding, "replace"), ()
    if declared is not None and declared.startswith(("iso2022", "hz")):
        return content.decode(declared, "replace"), ()  # they are valid UTF-8 too
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    if declared is not None and not declared.startswith("utf"):
        text = content.decode(declared, "replace")
        if text.count("\ufffd") <= _TORN * len(text):
            return text, ()
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
