"""Units of numbers, in the five languages whose figures are read."""

from __future__ import annotations

from chat.text.currencies import CURRENCIES

UNITS: dict[str, tuple[str, float]] = {word: (code, 1) for word, code in CURRENCIES.items()} | {
    word: (kind, factor)
    for kind, factor, words in (
        ("%", 1, "% percent prozent pourcent процент процента процентов"),
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
"""By word: the quantity each measures and its factor to that quantity's base unit."""
