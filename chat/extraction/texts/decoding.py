"""Decode bytes to text by byte-order marks, as UTF-8 or UTF-16, or by guessing among older encodings."""

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

_MARKS = (  # longer marks first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESS_FROM = 200_000
"""Bytes used for guessing the encoding, which takes about a second per megabyte."""
_MOST_CONTROLS = 0.1
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ESCAPE = re.compile(rb"\x1b\$(?:[@B]|\)C)")
_NO_TEXT = frozenset({"Cc", "Cn", "Co", "Cs"})
_BLANKS = " \n\u3000\u3001\u3002\uff0c"
_LEAST_BLANKS = 0.01
_LEAST_BEYOND = 0.25
_ASCII = bytes([0, *b"\t\n\r", *range(0x20, 0x7F)])
_MOST_PAGES = 6
"""Most Unicode blocks of 256 characters that a text may use, not counting East Asian characters."""
_TORN = 0.001
"""Share of undecodable characters up to which a text counts as damaged UTF-8 rather than as another encoding."""
_WHOLE = 4
"""Valid non-ASCII characters needed for each broken one; other encodings yield hardly any by chance."""


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
"""Codec meant by a declared encoding in practice, as browsers read it (the WHATWG Encoding Standard)."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Cleaned text, and the warnings about its decoding."""

    text: str
    coverage: Coverage


def decode(content: bytes, declared: str | None = None) -> Decoded:
    """Return the decoded and cleaned text. Raises DamagedFile when it does not look like text.

    `declared` is the encoding that the file itself names. Byte-order marks and valid UTF-8 take precedence, because pages get
    re-encoded while their declarations are left unchanged.
    """
    raw, warnings = _characters(content, _known(declared))
    cleaned = clean(raw)
    if cleaned.dropped > _MOST_CONTROLS * len(raw):
        raise DamagedFile("This does not look like text.")
    return Decoded(
        cleaned.text, Coverage(warnings=warnings + dropped_warning(cleaned.dropped), characters_dropped=cleaned.dropped)
    )


def dropped_warning(characters: int) -> tuple[str, ...]:
    """Return the warning about characters that were left out, if any were."""
    return (f"{characters:,} invisible or control characters were left out.",) if characters else ()


def wide_encoding(content: bytes) -> str | None:
    """Return the codec for UTF-16 or UTF-32, or `None` for other encodings.

    It is detected by its byte-order mark, by the zero bytes of mostly Latin text, or because the bytes read as text only that
    way.
    """
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
    """Return whether few of the bytes are zero; a run of zero bytes is not text in any encoding."""
    return values.count(0) < 0.1 * len(values)


def _is_writing(sample: bytes, encoding: str) -> bool:
    """Return whether the sample, decoded so, has blanks or full stops between letters of few scripts, and no characters that text
    never has.

    ASCII words between zero bytes would read as rare characters; in other scripts a good part of the bytes is not ASCII.
    """
    if len(sample.translate(None, _ASCII)) < _LEAST_BEYOND * len(sample):
        return False
    text = sample[: len(sample) // 2 * 2 - 2].decode(encoding, "replace")
    if any((unicodedata.category(letter) in _NO_TEXT and letter not in "\t\n\r") or letter == "\ufffd" for letter in text):
        return False
    pages = {ord(letter) >> 8 for letter in text if not "\u4e00" <= letter <= "\ud7a3"}
    return len(pages) <= _MOST_PAGES and sum(map(text.count, _BLANKS)) >= max(1, _LEAST_BLANKS * len(text))


def _shifted(content: bytes) -> str | None:
    """Return the 7-bit encoding (ISO 2022) that announces other alphabets by an escape sequence, or `None`."""
    found = _ESCAPE.search(content, 0, _GUESS_FROM)
    if found is None or not content.isascii():
        return None
    return "iso2022_kr" if found[0].endswith(b"C") else "iso2022_jp"


def _known(declared: str | None) -> str | None:
    """Return the codec for a declared name if it is a text encoding that is safe to use (`punycode` takes quadratic time)."""
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
        return content.decode(shifted, "replace"), ()  # these are valid UTF-8 as well
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
    """Return the likeliest encoding.

    For languages that `guessing` does not know, charset-normalizer decides; Western European wins a tie, where charset-normalizer
    would prefer Central European.
    """
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
