"""Currencies by the signs, codes and words that name them, in lower case."""

from __future__ import annotations

CURRENCIES = {
    word: code
    for code, words in {
        "EUR": "€ eur euro euros евро",
        "USD": "$ usd dollar dollars",
        "GBP": "£ gbp pound pounds",
        "JPY": "¥ jpy yen",
        "CHF": "chf franken francs franc",
        "INR": "₹ inr rupees",
        "RUB": "₽ rub рублей рубля",
    }.items()
    for word in words.split()
}
"""Codes of ISO 4217. Only those whose lower-case code is no other word: "sek" is also a German second."""
SIGNS = "".join(word for word in CURRENCIES if not word.isalpha())
CODES = tuple(dict.fromkeys(CURRENCIES.values()))
