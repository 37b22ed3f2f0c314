"""Numbers as people write them: in digits with their separators, in words, and with a scale such as "million".

The same digits may be two numbers: `1.250` is 1.25 in English and 1,250 in German. `in_notation` reads them where the decimal
mark is known, `readings` gives all that they may be. The words are in `cardinals`, the scales in `SCALES`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.text.calendar_names import one_of

_UP_TO_TWENTY = {
    "english": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty",
    "german": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn zwanzig",
    "french": "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
    " dix-huit dix-neuf vingt",
    "spanish": "cero uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve veinte",
    "italian": "zero uno/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici"
    " diciassette diciotto diciannove venti",
    "portuguese": "zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze treze catorze quinze"
    " dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove vinte",
    "russian": "ноль один/одну два/две три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать"
    " четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать",
}
_THIRTY_TO_HUNDRED = {
    "english": "thirty forty fifty sixty seventy eighty ninety hundred",
    "german": "dreißig/dreissig vierzig fünfzig sechzig siebzig achtzig neunzig hundert",
    "french": "trente quarante cinquante soixante soixante-dix quatre-vingt/quatre-vingts quatre-vingt-dix",
    "spanish": "treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
    "italian": "trenta quaranta cinquanta sessanta settanta ottanta novanta cento",
    "portuguese": "trinta quarenta cinquenta sessenta setenta oitenta noventa cem",
    "russian": "тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто",
}
"""Without French "cent", which is also a coin."""
_CARDINALS = {
    language: {
        word: number
        for numbers, words in ((range(21), _UP_TO_TWENTY[language]), (range(30, 101, 10), _THIRTY_TO_HUNDRED[language]))
        for number, variants in zip(numbers, words.split(), strict=False)
        for word in variants.split("/")
    }
    for language in _UP_TO_TWENTY
}
SCALES = {
    word: scale
    for scale, words in (
        (1e3, "thousand tausend mille mil тысяч k 千"),
        (1e4, "万 萬"),
        (1e6, "million millions millionen millones mio mln миллион миллиона миллионов"),
        (1e8, "亿 億"),
        (1e9, "billion billions bn milliarde milliarden milliard milliards mrd миллиард миллиардов"),
        (1e12, "trillion trillions"),
    )
    for word in words.split()
}
"""Words and signs behind a number, folded, that multiply it. "m" is not one of them, as it is also the metre."""
ENGLISH_SCALE = one_of(("thousand", "million", "billion", "trillion"))
"""Pattern of the scales that reports in English write behind a figure or declare for a table."""
_DECLARED = re.compile(rf"\([^()]{{0,60}}?\b(?P<scale>{ENGLISH_SCALE})s?\b", re.IGNORECASE)
_NO_DIGIT = re.compile(r"\D")
_INDIAN = re.compile(r"(?!0)\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?")
_NOTATIONS = {
    decimal: re.compile(
        rf"(?P<whole>\d+|(?!0\D)\d{{1,3}}(?P<mark>[{thousands}'’ ])\d{{3}}(?:(?P=mark)\d{{3}})*)"
        rf"(?:[{decimal}](?P<decimals>\d+))?"
    )
    for decimal, thousands in ((".", ","), (",", "."))
}
"""Digits by their decimal mark: between thousands is the other mark, an apostrophe or a blank. The first group is never 0, so
`0.125` is no 125."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number read from digits."""

    value: float
    decimals: int = 0
    """Digits after the decimal mark."""


def cardinals(*languages: str, first: int = 0, last: int = 100) -> dict[str, int]:
    """Return the numbers in words, lower case, of the languages (as `chat.text.languages` names them) from `first` to `last`:
    each up to twenty, then the tens up to hundred."""
    return {word: number for each in languages for word, number in _CARDINALS[each].items() if first <= number <= last}


def in_notation(digits: str, decimal: str) -> Numeral | None:
    """Read digits whose decimal mark is known, `.` or `,`; `None` if they are not written that way."""
    match = _NOTATIONS[decimal].fullmatch(digits)
    if match is None:
        return None
    decimals = match["decimals"] or ""
    return Numeral(float(f"{_NO_DIGIT.sub('', match['whole'])}.{decimals}"), len(decimals))


def readings(digits: str, *, comma_groups: bool = False) -> tuple[Numeral, ...]:
    """Return what digits may be in English, German or Indian notation: `1.250` is two numbers, the one with groups first;
    `1.250,50` and `12,34,567` are one, and a version number or address none.

    With `comma_groups`, for texts that are mostly in English, a comma before three digits is no decimal mark.
    """
    if _INDIAN.fullmatch(digits):
        digits = digits.replace(",", "")
    found = {each for mark in ".," if (each := in_notation(digits, mark)) is not None}
    grouped_first = tuple(sorted(found, key=lambda each: each.decimals))
    return grouped_first[:1] if comma_groups and "," in digits else grouped_first


def declared_scale(text: str) -> str:
    """Return the scale that a text declares in brackets for the figures of a table: `million` for `(in millions)`; empty if there
    is none."""
    found = _DECLARED.search(text)
    return found["scale"].casefold() if found else ""
