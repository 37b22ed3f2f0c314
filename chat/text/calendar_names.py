"""Names of months and weekdays in seven languages, in lower case, with common abbreviations.

The languages are English, German, French, Spanish, Italian, Portuguese and Russian.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping


def one_of(words: Iterable[str]) -> str:
    """Return a pattern that matches any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def numbered(lines: str, first: int = 1) -> dict[str, int]:
    """Map the words of each line to the number of the line."""
    return {word: number for number, line in enumerate(lines.strip().splitlines(), first) for word in line.split()}


MONTHS = numbered("""
    january jan januar janvier enero gennaio janeiro январь января январе
    february feb februar février febrero febbraio fevereiro февраль февраля феврале
    march mar märz mars marzo março март марта марте
    april apr avril abril aprile апрель апреля апреле
    may mai mayo maggio maio май мая мае
    june jun juni juin junio giugno junho июнь июня июне
    july jul juli juillet julio luglio julho июль июля июле
    august aug août agosto август августа августе
    september sep sept septembre septiembre settembre setembro сентябрь сентября сентябре
    october oct oktober okt octobre octubre ottobre outubro октябрь октября октябре
    november nov novembre noviembre ноябрь ноября ноябре
    december dec dezember dez décembre diciembre dicembre dezembro декабрь декабря декабре
""")

WEEKDAYS = numbered(
    """
    monday montag lundi lunes lunedì lunedi segunda-feira понедельник понедельника
    tuesday dienstag mardi martes martedì martedi terça-feira вторник вторника
    wednesday mittwoch mercredi miércoles mercoledì mercoledi quarta-feira среда среду среды
    thursday donnerstag jeudi jueves giovedì giovedi quinta-feira четверг четверга
    friday freitag vendredi viernes venerdì venerdi sexta-feira пятница пятницу пятницы
    saturday samstag sonnabend samedi sábado sabato суббота субботу субботы
    sunday sonntag dimanche domingo domenica воскресенье воскресенья
""",
    first=0,
)
"""Weekday numbers; Monday is 0."""


def _english(names: Mapping[str, int]) -> tuple[str, ...]:
    """Return the English name of each, which is the first on its line."""
    return tuple(next(name for name, other in names.items() if other == number) for number in dict.fromkeys(names.values()))


ENGLISH_MONTHS = _english(MONTHS)
ENGLISH_WEEKDAYS = _english(WEEKDAYS)
ENGLISH_SHORT_MONTH = "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
"""Pattern of the abbreviations, to be matched beside a number: alone, some are other words."""

WEEKDAY_ABBREVIATIONS = numbered(
    """
    mon mo lun lu
    tue tues di mar ma
    wed weds mi mer me mié mie
    thu thur thurs do jeu je jue ju
    fri fr ven ve vie vi
    sat sa sam sáb sab
    sun so dim sonn dom
""",
    first=0,
)
"""Abbreviations used as column headings of timetables; in a sentence most of them are also other words."""
