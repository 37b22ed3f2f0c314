"""Words of the calendar in English, German, French, Spanish, Italian, Portuguese and Russian, the languages in which questions'
dates are read.

They are folded (lower case) and share one table: the words hardly collide, so a question's language need not be known.
"""

from __future__ import annotations

from collections.abc import Mapping

from chat.text.calendar_names import MONTHS as ALL_MONTHS
from chat.text.calendar_names import numbered
from chat.text.numerals import cardinals


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


MONTHS = {name: number for name, number in ALL_MONTHS.items() if name != "mar"}
"""Month names except the Spanish "mar", which also means the sea."""

SEASONS = numbered("""
    spring frühling frühjahr printemps primavera весной весна весны
    summer sommer été verano l'estate d'estate quest'estate dell'estate nell'estate verão летом
    autumn fall herbst automne otoño autunno outono осенью осень осени
    winter hiver invierno inverno зимой зима зимы
""")
"""Number of the season; 1 begins in March, as on the northern hemisphere. The Italian "estate" is listed only with the words
before it, since it is also an English word."""

UNITS: Mapping[str, str] = {
    word: unit
    for unit, words in {
        "day": "day days tag tage tagen jour jours día días giorno giorni dia dias день дня дней",
        "week": "week weeks woche wochen semaine semaines semana semanas settimana settimane неделю недели недель неделе",
        "fortnight": "fortnight fortnights quinzaine quincena quinzena",
        "weekend": "weekend weekends week-end week-ends wochenende выходные выходных",
        "month": "month months monat monate monaten monats mois mes meses mese mesi mês месяц месяца месяцев месяце",
        "year": "year years jahr jahre jahren jahres an ans année années año años anno anni ano anos год года лет году",
    }.items()
    for word in words.split()
} | dict.fromkeys(("fin de semana", "fine settimana", "fim de semana", "fins de semana"), "weekend")

COUNTS: Mapping[str, int] = {
    **cardinals("english", "german", "french", "spanish", "italian", "portuguese", "russian", first=1, last=19),
    **dict.fromkeys(_words("a an the einem einer ein eine"), 1),
    "couple": 2,
    **dict.fromkeys(
        _words(
            "few several einigen paar quelques algunos algunas unos unas alcuni alcune qualche alguns algumas uns umas несколько"
        ),
        3,
    ),
}

DAYS: Mapping[str, int] = {
    "day after tomorrow": -2, "übermorgen": -2, "après-demain": -2, "pasado mañana": -2, "dopodomani": -2, "depois de amanhã": -2,
    "послезавтра": -2,
    "tomorrow": -1, "demain": -1, "domani": -1, "amanhã": -1, "завтра": -1,
    "day before yesterday": 2, "vorgestern": 2, "avant-hier": 2, "anteayer": 2, "l'altro ieri": 2, "altroieri": 2,
    "anteontem": 2, "позавчера": 2,
    "yesterday": 1, "last night": 1, "gestern": 1, "hier": 1, "ayer": 1, "ieri": 1, "ontem": 1, "вчера": 1,
    "today": 0, "this morning": 0, "tonight": 0, "heute": 0, "aujourd'hui": 0, "hoy": 0, "oggi": 0,
    "stamattina": 0, "stasera": 0, "hoje": 0, "сегодня": 0,
}  # fmt: skip
"""Number of days before today. German and Spanish "tomorrow" is left out where it is the same word as "morning"."""

HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "new year's eve": (12, 31), "silvester": (12, 31), "new year": (1, 1), "new year's day": (1, 1),
    "valentine's day": (2, 14), "halloween": (10, 31), "christmas eve": (12, 24),
    "christmas": (12, 25), "weihnachten": (12, 25), "noël": (12, 25), "navidad": (12, 25), "natale": (12, 25),
    "dia de natal": (12, 25), "capodanno": (1, 1), "dia de ano novo": (1, 1), "ferragosto": (8, 15),
}  # fmt: skip
"""Month and day of holidays with a fixed date."""
EASTER: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("easter", "ostern", "pâques", "pascua", "pasqua", "páscoa", "пасха", "пасху", "пасхи"), (-2, 4)),
    **dict.fromkeys(("holy week", "semana santa", "settimana santa", "karwoche"), (-7, 8)),
    **dict.fromkeys(
        ("good friday", "karfreitag", "vendredi saint", "viernes santo", "venerdì santo", "sexta-feira santa"), (-2, 1)
    ),
    **dict.fromkeys(("easter sunday", "ostersonntag"), (0, 1)),
    **dict.fromkeys(("easter monday", "ostermontag", "lundi de pâques", "pasquetta"), (1, 1)),
    **dict.fromkeys(("ascension day", "christi himmelfahrt", "ascension"), (39, 1)),
    **dict.fromkeys(("pentecost", "whitsun", "pfingsten", "pentecôte", "pentecostés", "pentecoste", "pentecostes"), (49, 2)),
    **dict.fromkeys(("ash wednesday", "aschermittwoch"), (-46, 1)),
}
"""Days from Easter Sunday of the western churches, and length in days."""
ORDINALS = numbered("""
    first 1st ersten erstes erste premier primer primo primeiro
    second 2nd zweiten zweites zweite deuxième segundo secondo
    third 3rd dritten drittes dritte troisième tercer terzo terceiro
    fourth 4th vierten viertes vierte quatrième cuarto quarto
    fifth 5th fünften
""")

LAST = _words("""
    last previous past letzte letzten letzter letztes vorige vorigen vergangene vergangenen dernier dernière derniers dernières
    última últimas último últimos ultima ultime ultimo ultimi scorsa scorse scorso scorsi passada passado
    прошлой прошлом прошлую последние последних последний
""")
NEXT = _words("""
    next coming following nächste nächsten nächster nächstes kommende kommenden kommendes prochain prochaine próximo próxima
    prossimo prossima
""")
THIS = _words("""
    this current diese diesem diesen dieser dieses ce cet cette este esta questo questa neste nesta deste desta
    эта этой этом эту
""")

DAY_NUMBER, ORDINAL_ENDING = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:st|nd|rd|th|er|\.|°|º)?"
YEAR_NUMBER = r"(?:19|20)\d\d"
OF = r"(?:,\s*|\s+(?:of|de|del|di|do)\s+|\s+)"
"""Precedes the year of a date."""
BETWEEN = r"\b(?:between|zwischen|entre|tra|fra|между)\s+"
