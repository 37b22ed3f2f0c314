"""Bytes to text: byte-order marks, UTF-8, UTF-16, and a guess among the older encodings."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

import charset_normalizer

from chat.domain import Coverage
from chat.errors import DamagedFile
from chat.extraction.texts.guessing import guess
from chat.text import clean

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
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ESCAPE = re.compile(rb"\x1b\$(?:[@B]|\)C)")
_NO_TEXT = frozenset({"Cc", "Cn", "Co", "Cs"})
_BLANKS = " \n\u3000\u3001\u3002\uff0c"
_LEAST_BLANKS = 0.01
_LEAST_BEYOND = 0.25
_ASCII = bytes([0, *b"\t\n\r", *range(0x20, 0x7F)])
_MOST_PAGES = 6
"""Of 256 characters each, those of East Asian words not counted."""
_TORN = 0.001
"""Share of broken bytes up to which a text still counts as damaged UTF-8 rather than as another encoding."""
_WHOLE = 4
"""So many characters beyond ASCII must be whole for a broken one; other encodings give hardly any by chance."""


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
    return Decoded(
        cleaned.text, Coverage(warnings=warnings + dropped_warning(cleaned.dropped), characters_dropped=cleaned.dropped)
    )


def dropped_warning(characters: int) -> tuple[str, ...]:
    """The sentence about characters that were left out, if any were."""
    return (f"{characters:,} invisible or control characters were left out.",) if characters else ()


def wide_encoding(content: bytes) -> str | None:
    """UTF-16 or UTF-32 by its mark, by the zero bytes of mostly Latin text, or because it reads as text that way alone."""
    for mark, encoding in _MARKS[1:]:
        if content.startswith(mark):
            return encoding
    sample = content[:4_096]
    if not _CONTROLS.search(sample):
        return None
    if len(sample) >= 8 and not any(sample[3::4]) and max(sample[2::4]) <= 0x10 and _mostly_set(sample[0::4]):
        return "utf-32-le"
    if len(sample) >= 8 and not any(sample[0::4]) and max(sample[1::4]) <= 0x10 and _mostly_set(sample[3::4]):
        return "utf-32-be"
    even, odd = sample[::2], sample[1::2]
    if len(odd) >= 2 and odd.count(0) > 0.6 * len(odd) and even.count(0) < 0.1 * len(even):
        return "utf-16-le"
    if len(odd) >= 2 and even.count(0) > 0.6 * len(even) and odd.count(0) < 0.1 * len(odd):
        return "utf-16-be"
    return next((encoding for encoding in ("utf-16-le", "utf-16-be") if _is_writing(sample, encoding)), None)


def _mostly_set(values: bytes) -> bool:
    """A run of zero bytes is no text in any encoding."""
    return values.count(0) < 0.1 * len(values)


def _is_writing(sample: bytes, encoding: str) -> bool:
    """Whether it then holds blanks or full stops between letters of few scripts, and nothing that no text has.

    Words between zero bytes would read as rare characters: of other scripts a good part of the bytes is no ASCII.
    """
    if len(sample.translate(None, _ASCII)) < _LEAST_BEYOND * len(sample):
        return False
    text = sample[: len(sample) // 2 * 2 - 2].decode(encoding, "replace")
    if any((unicodedata.category(letter) in _NO_TEXT and letter not in "\t\n\r") or letter == "\ufffd" for letter in text):
        return False
    pages = {ord(letter) >> 8 for letter in text if not "\u4e00" <= letter <= "\ud7a3"}
    return len(pages) <= _MOST_PAGES and sum(map(text.count, _BLANKS)) >= max(1, _LEAST_BLANKS * len(text))


def _shifted(content: bytes) -> str | None:
    """Encodings of seven bits that announce other alphabets by an escape."""
    found = _ESCAPE.search(content, 0, _GUESS_FROM)
    if found is None or not content.isascii():
        return None
    return "iso2022_kr" if found[0].endswith(b"C") else "iso2022_jp"


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
    shifted = declared if declared is not None and declared.startswith(("iso2022", "hz")) else _shifted(content)
    if shifted is not None:
        return content.decode(shifted, "replace"), ()  # they are valid UTF-8 too
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
    broken = torn.count("\ufffd")
    whole = len(torn) - broken - len(torn.encode("ascii", "ignore"))
    if broken <= min(_TORN * len(torn), whole / _WHOLE):
        return torn, ("A few bytes could not be decoded.",)
    encoding = _guess(content)
    return content.decode(encoding, "replace"), (f"Read as {encoding} (a guess).",)


def _guess(content: bytes) -> str:
    """The likeliest encoding. For languages that `guessing` does not know, a general detector; Western European where that is as
    likely as others (it prefers Central European then)."""
    known = guess(content)
    if known is not None:
        return known
    matches = charset_normalizer.from_bytes(content[:_GUESS_FROM])
    best = matches.best()
    if best is None:
        return "cp1252"
    equal = [match for match in matches if (match.chaos, match.coherence) == (best.chaos, best.coherence)]
    if any("cp1252" in match.could_be_from_charset for match in equal):
        return "cp1252"
    return best.encoding
