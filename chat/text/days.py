"""Patterns for days and times of day as named in sentences, in English, German, French and Spanish."""

from __future__ import annotations

from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of
from chat.text.numerals import cardinals

_MONTH = rf"(?:{one_of(MONTHS)})\b"
DAY = (
    rf"\b(?:{one_of(WEEKDAYS)})s?\b|\b\d{{1,2}}(?:st|nd|rd|th|er|[.])?\s(?:of\s|de\s)?{_MONTH}|\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:am|den|vom|zum)\s\d{1,2}\.(?!\d{3})|\ble\s\d{1,2}\b(?!\s?h)|\bel\s\d{1,2}\b|\b\d{1,2}\.\d{1,2}\."
    r"|\b(?:tomorrow|today|yesterday|morgen|heute|gestern|demain|hier|mañana|ayer)\b"
)
"""Pattern of one day, to be matched ignoring case."""
CLOCK = (
    r"\b\d{1,2}(?::\d\d|[.]\d\d(?=\s?(?:uhr|[ap]m))|\s?[ap]\.?m\b|\s?(?:uhr|o['’]clock|heures?|h\b))[\s.]*(?:uhr|[ap]\.?m\b)?"
    r"|\b(?:at|um|à|a las?)\s\d{1,2}(?:\.[0-5]\d)?\b(?![.,]?\d)(?!\s?(?:[€£$%]|euros?\b|pounds?\b|dollars?\b))"
    r"|\b(?:noon|midnight|mittags?)\b"
)
"""Pattern of one time of day, to be matched ignoring case."""
NUMBER = (
    rf"(?:{one_of(cardinals('english', 'german', first=2, last=19))}"
    rf"|(?:\w+und)?(?:{one_of(cardinals('english', 'german', first=20, last=90))})(?:-\w+)?)"
)
"""Pattern of a number written in words, in English or German."""
COUNTED = rf"(?:{NUMBER}(?=\W*$|[.,;!]|\s(?:in|on|and|now|this|today|und|im|am|jetzt|geworden)\b))"
"""Pattern of a number in words that does not count what follows it: "Tom is nine", "at ten", but not "nine metres"."""
_IN_WORDS = (
    rf"\b(?:at|um|gegen|till|until|bis)\s{COUNTED}"
    rf"|\b(?:half past|quarter (?:past|to)|halb|viertel (?:vor|nach))\s(?:one|eins|{NUMBER})\b"
)
WHEN = (
    rf"{DAY}|{CLOCK}|{_IN_WORDS}|\b(?!(?-i:may|mar|march|mars)\b){_MONTH}"
    r"|\b(?:morning|afternoon|evening|(?:vor|nach)mittags?|abends?)\b|\b(?:tonight"
    r"|(?:next|this|last|every|each|in (?:a|an|the|one|two|three|four|five|\d+))"
    r"\s\w+|daily|weekly|monthly|yearly|(?:19|20)\d\d|\d{1,2}[./]\d{1,2}"
    r"|(?:nächste|diese|letzte|jede)\w*\s\w+|in \w+ (?:tagen|wochen|monaten)|täglich|wöchentlich|monatlich|jährlich"
    r"|aujourd['’]hui)\b"
)
"""Pattern of anything that tells when, to be matched ignoring case: a day, a time of day, a month, "every week"."""
