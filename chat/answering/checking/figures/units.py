"""Words for numbers, scales such as `million`, and units, in the five languages whose figures are read."""

from __future__ import annotations

NUMBER_WORDS = {
    word: float(value)
    for value, words in (
        (2, "two zwei deux dos два две"),
        (3, "three drei trois tres три"),
        (4, "four vier quatre cuatro четыре"),
        (5, "five fünf cinq cinco пять"),
        (6, "six sechs seis шесть"),
        (7, "seven sieben sept siete семь"),
        (8, "eight acht huit ocho восемь"),
        (9, "nine neun nueve девять"),
        (10, "ten zehn dix diez десять"),
        (11, "eleven elf onze once одиннадцать"),
        (12, "twelve zwölf douze doce dozen dutzend двенадцать"),
        (13, "thirteen dreizehn treize trece"),
        (14, "fourteen vierzehn quatorze catorce"),
        (15, "fifteen fünfzehn quinze quince"),
        (16, "sixteen sechzehn seize"),
        (17, "seventeen siebzehn"),
        (18, "eighteen achtzehn"),
        (19, "nineteen neunzehn"),
        (20, "twenty zwanzig vingt veinte двадцать"),
        (30, "thirty dreißig dreissig trente treinta тридцать"),
        (40, "forty vierzig quarante cuarenta"),
        (50, "fifty fünfzig cinquante cincuenta"),
        (60, "sixty sechzig soixante sesenta"),
        (70, "seventy siebzig setenta"),
        (80, "eighty achtzig ochenta"),
        (90, "ninety neunzig noventa"),
        (100, "hundred hundert сто"),
    )
    for word in words.split()
    if word not in ("once", "sept")  # English for a single time; abbreviation of September
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
UNITS: dict[str, tuple[str, float]] = {
    word: (kind, factor)
    for kind, factor, words in (
        ("%", 1, "% percent prozent pourcent процент процента процентов"),
        ("EUR", 1, "€ eur euro euros евро"),
        ("USD", 1, "$ usd dollar dollars"),
        ("GBP", 1, "£ gbp pound pounds"),
        ("JPY", 1, "¥ jpy yen"),
        ("CHF", 1, "chf franken"),
        ("INR", 1, "₹ inr rupees"),
        ("RUB", 1, "₽ rub рублей рубля"),
        ("g", 0.001, "mg"),
        ("g", 1, "g gram grams gramm grammes gramos"),
        ("g", 1e3, "kg kilogram kilograms kilo kilos"),
        ("g", 1e6, "t tonne tonnes"),
        ("m", 0.001, "mm"),
        ("m", 0.01, "cm"),
        ("m", 1, "m metre metres meter meters mètres metros"),
        ("m", 1e3, "km kilometre kilometres kilometer kilometers"),
        ("m", 1609.344, "mile miles"),
        ("l", 0.001, "ml"),
        ("l", 1, "l litre litres liter liters litros"),
        ("s", 0.001, "ms milliseconds"),
        ("s", 1, "s sec seconds sekunden secondes segundos"),
        ("s", 60, "min minute minutes minuten minutos"),
        ("s", 3600, "h hour hours stunde stunden heure heures hora horas"),
        ("s", 86400, "day days tag tage tagen jour jours día días день дней"),
        ("s", 604800, "week weeks woche wochen semaine semaines semana semanas"),
        ("month", 1, "month months monat monate monaten mois mes meses месяц месяцев 个月 か月"),
        ("month", 12, "year years jahr jahre jahren an ans années año años год года лет"),
        ("°", 1, "°c °f °"),
        ("B", 1e3, "kb"),
        ("B", 1e6, "mb"),
        ("B", 1e9, "gb"),
        ("B", 1e12, "tb"),
    )
    for word in words.split()
}
"""Units by word: the quantity each measures and its factor to that quantity's base unit."""
