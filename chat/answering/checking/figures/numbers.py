"""Read numbers, in digits or words, with their scale and unit."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.answering.checking.figures.consuming import consume
from chat.answering.checking.figures.units import UNITS
from chat.text import folded
from chat.text.calendar_names import one_of
from chat.text.currencies import CODES, SIGNS
from chat.text.numerals import SCALES, cardinals, readings

_UNSPACED = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff"
"""Scripts that write numbers without a space before them."""
_CURRENCY = rf"[{SIGNS}]|(?:{one_of(CODES)})\b"
_SCALE = rf"(?P<scale>(?:{one_of(word for word in SCALES if len(word) > 1)})\b|[kK](?!\w)|[千万萬亿億])"
_UNIT = rf"(?P<unit>[%{SIGNS}]|°\s?[CF]?|个月|か月|(?:{one_of(unit for unit in UNITS if unit[0].isalpha())})(?!\w))"
_DIGITS = r"(?!0 )\d{1,3}(?:[ '’]\d{3})+(?!\d)(?:[.,]\d+)?|\d[\d.,]*\d|\d"
_NUMBER = re.compile(
    rf"(?P<before>{_CURRENCY})?\s?(?<![^\W{_UNSPACED}])(?<!\d[.,])(?P<minus>(?<!\S)-)?(?P<digits>{_DIGITS})(?:\s?{_SCALE})?"
    rf"(?:\s?(?P<m>m)(?=illion)|\s?-?\s?{_UNIT})?(?![^\W_]*\d)",
    re.IGNORECASE,
)
_WORDS = {
    word: float(value)
    for word, value in (
        cardinals("english", "german", "french", "spanish", "russian", first=2) | {"dozen": 12, "dutzend": 12}
    ).items()
    if word not in ("neuf", "once", "sept")
}
"""Numbers in words: not "one", which is also a pronoun, nor French "new", English "once" and an abbreviation of September."""
_ONES = [word for word, value in _WORDS.items() if value < 10]
_SPELLED = re.compile(
    rf"(?<![\w-])(?P<word>{one_of(_WORDS)})(?:[- ](?P<ones>{one_of(_ONES)}))?\b"
    rf"(?:\s{_SCALE})?(?:[\s-]{_UNIT})?",
    re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"(?:\b(?:about|around|roughly|nearly|almost|approximately|some|circa|ca\.?|rund|etwa|fast|environ|près de|unos"
    r"|casi)|[~≈])\s*$",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")
_MOST_INCIDENTAL = 3
"""Largest number in words that, without a known unit ("two options"), may be the answer's own counting."""
_ROUGH = 0.03
"""Share by which a number may differ that is given "roughly"."""
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written, with its possible meanings."""

    text: str
    values: tuple[float, ...]
    """Possible values: `1.250` is 1.25 or 1,250."""
    unit: str
    """The quantity the unit measures; empty without a known unit."""
    factor: float
    """By which a value is multiplied for the quantity's base unit."""
    slack: float = 0
    """Tolerated difference: figures in millions and decimals are rounded."""
    incidental: bool = False
    """It is a small number in words without a unit, which may be the answer's own counting."""

    def matches(self, other: Number) -> bool:
        """Return whether a claim's number equals a source's, within rounding; if both have a known unit, the units must be
        compatible."""
        convertible = bool(self.unit and other.unit)
        if convertible and self.unit != other.unit:
            return False
        for value in self.values:
            for theirs in other.values:
                apart = abs(value * self.factor - theirs * other.factor) / self.factor if convertible else abs(value - theirs)
                if apart <= max(self.slack, _CLOSE * abs(value)):
                    return True
        return False


def read_numbers(text: str) -> list[Number]:
    """Return the numbers of a text: first those in digits, then those in words."""
    numbers: list[Number] = []
    if any(map(str.isdigit, text)):
        numbers, text = consume(text, _NUMBER, _in_digits)
    if not _WORDS.keys().isdisjoint(_LETTERS.findall(text.casefold())):
        numbers += consume(text, _SPELLED, _in_words)[0]
    return numbers


def _in_digits(match: re.Match[str]) -> Number | None:
    read = readings(match["digits"].rstrip(".,"))
    if not read:
        return None
    decimals = read[-1].decimals
    scale = SCALES[folded(match["scale"])] if match["scale"] else 1.0
    if match["before"] and folded(match["unit"] or "") == "m":
        scale = 1e6
    unit, factor = UNITS.get(folded((match["before"] or match["unit"] or "").strip()).replace(" ", ""), ("", 1.0))
    sign = -1.0 if match["minus"] else 1.0
    slack = 0.5 * 10.0**-decimals * scale * 1.001 if decimals or scale > 1 else 0.0
    if _ROUGHLY.search(match.string[: match.start("digits")].rstrip("$€£ ") + " "):
        slack = max(slack, _ROUGH * read[0].value * scale)
    return Number(match.group().strip(), tuple(sign * each.value * scale for each in read), unit, factor, slack)


def _in_words(match: re.Match[str]) -> Number:
    value = _WORDS[folded(match["word"])] + (_WORDS[folded(match["ones"])] if match["ones"] else 0)
    scale = SCALES[folded(match["scale"])] if match["scale"] else 1.0
    unit, factor = UNITS.get(folded(match["unit"] or ""), ("", 1.0))
    incidental = value <= _MOST_INCIDENTAL and not unit and scale == 1
    return Number(match.group().strip(), (value * scale,), unit, factor, incidental=incidental)
