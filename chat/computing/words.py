"""The words that ask for something to be counted, added up or compared, in English and some German, French and Spanish."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from chat.text.currencies import CURRENCIES as ALL_CURRENCIES


class Sign(StrEnum):
    """What a phrase of a question does."""

    COUNT = "count"
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    HIGHEST = "highest"
    LOWEST = "lowest"
    MOST = "most"
    """Of rows or of a sum: `the most orders`."""
    LEAST = "least"
    COMMONEST = "commonest"
    RAREST = "rarest"
    LATEST = "latest"
    EARLIEST = "earliest"
    OLDEST = "oldest"
    """Of an age, or of a date."""
    YOUNGEST = "youngest"
    DEAREST = "dearest"
    CHEAPEST = "cheapest"
    DISTINCT = "distinct"
    WHICH = "which"
    PER = "per"
    BY = "by"
    """Before a group, or a sort order."""
    NOT = "not"
    WITHOUT = "without"
    AND = "and"
    OR = "or"
    OVER = "over"
    AT_LEAST = "at least"
    UNDER = "under"
    AT_MOST = "at most"
    EXACTLY = "exactly"
    BETWEEN = "between"
    OR_MORE = "or more"
    OR_LESS = "or less"
    ROWS = "rows"
    WHO = "who"
    BOUGHT = "bought"
    SOLD = "sold"
    PLACED = "placed"
    """Of orders, where the noun already says what was done."""
    SPENT = "spent"
    EARNED = "earned"
    BEST_PAID = "best paid"
    WORST_PAID = "worst paid"
    JOINED = "joined"
    WORKING = "working"
    POPULAR = "popular"
    """Bought or sold most."""
    UNPOPULAR = "unpopular"
    SHARE = "share"
    LAST = "last"
    FIRST = "first"
    MORE = "how much more"
    """By how much one price exceeds another: `how much more do guests pay than members`."""
    LESS = "how much less"
    THAN = "than"
    COST = "cost"


_PHRASES: dict[Sign, str] = {
    Sign.COUNT: "how many|number of|total number of|count of|count|wie viele|wieviele|anzahl|anzahl der|combien de|combien d|"
    "nombre de|cuántos|cuántas|número de|сколько|"
    "количество",
    Sign.SUM: "how much|total|sum|sum of|sum up|in total|altogether|summe|gesamt|somme|suma|how much in total|total sum of|"
    "total sum|wie viel|wieviel|gesamte|gesamter|gesamten|insgesamt|zusammen|au total|en tout|en total|сумма|общая сумма|"
    "суммарная|всего",
    Sign.MEAN: "average|mean|avg|on average|durchschnitt|durchschnittliche|durchschnittlicher|durchschnittlichen"
    "|durchschnittliches|im durchschnitt|"
    "mittlere|mittlerer|moyenne|moyen|moyens|moyennes|en moyenne|promedio|medio|media|medios|medias|de media|средняя|средний|"
    "среднее|средней|в среднем",
    Sign.MEDIAN: "median|médiane|mediana",
    Sign.HIGHEST: "highest|largest|biggest|greatest|maximum|max|top|höchste|höchsten|größte|größten|plus grand|"
    "höchster|größter|längste|längsten|plus long|plus longue|más largo|más larga|plus élevé|plus élevée|plus grande|plus haut"
    "|más alto|más alta|más grande|mayor|máximo|самый большой|"
    "самая большая|самая высокая|самый высокий|наибольший|наибольшая|максимальная|максимальный",
    Sign.LOWEST: "lowest|smallest|minimum|min|bottom|niedrigste|niedrigsten|kleinste|kleinsten|niedrigster|plus petit"
    "|plus petite|"
    "plus bas|plus basse|más bajo|más baja|más pequeño|menor|mínimo|самый маленький|самая маленькая|самая низкая|самый низкий|"
    "наименьший|наименьшая|минимальная|минимальный",
    Sign.MOST: "most|meisten|am meisten|le plus de|más|больше всего|наибольшее количество",
    Sign.LEAST: "least|fewest|wenigsten|am wenigsten|le moins de|menos|меньше всего|наименьшее количество",
    Sign.COMMONEST: "most common|most frequent|most often|commonest|häufigste|häufigsten|am häufigsten|plus fréquent|más común",
    Sign.RAREST: "least common|least frequent|rarest|seltenste|am seltensten",
    Sign.LATEST: "latest|newest|most recent|neueste|neuesten",
    Sign.EARLIEST: "earliest|früheste",
    Sign.OLDEST: "oldest|älteste",
    Sign.YOUNGEST: "youngest|jüngste",
    Sign.DEAREST: "most expensive|dearest|priciest|teuerste|teuersten|teuerster|am teuersten|plus cher|plus chère"
    "|más caro|más cara|"
    "самый дорогой|самая дорогая|самое дорогое|дороже всего",
    Sign.CHEAPEST: "least expensive|cheapest|billigste|billigsten|günstigste|günstigsten|billigster|am billigsten"
    "|am günstigsten|moins cher|moins chère|"
    "más barato|más barata|menos caro|menos cara|самый дешёвый|самая дешёвая|самое дешёвое|самый дешевый|самая дешевая|"
    "дешевле всего",
    Sign.DISTINCT: "different|distinct|unique|various|verschiedene|verschiedenen|unterschiedliche|différents|différentes|"
    "distintos|diferentes",
    Sign.WHICH: "which|what|whats|"
    "list|name|show|enumerate|welche|welcher|welches|was ist|was sind|was war|was hat|was haben|was wurde|"
    "welchem|welchen|wie hoch|wie hoch ist|wie groß|wie groß ist|quel|quelle|quels|quelles|liste|cuál|cuáles|qué|какой|какая"
    "|какое|какие|какова|каков|у какого|у какой",
    Sign.PER: "per|for each|for every|in each|in every|of each|of every|each|every|grouped by|group by|broken down by|pro|je"
    "|par|"
    "por|por cada|pour chaque|für jedes|für jede|für jeden",
    Sign.BY: "by|ordered by|sorted by|nach",
    Sign.NOT: "not|isn't|aren't|wasn't|weren't|didn't|hasn't|haven't|"
    "excluding|except|except for|other than|don't have|doesn't have|nicht|außer|kein",
    Sign.WITHOUT: "without|with no|have no|has no|ohne|sans|sin",
    Sign.AND: "and|but|und|aber|et|y",
    Sign.OR: "or|oder|ou|o",
    Sign.OVER: "over|above|more than|greater than|higher than|larger than|bigger than|exceeding|exceeds|exceed|>|über|mehr als|"
    "größer als|plus de|más de|mayor que",
    Sign.AT_LEAST: "at least|not less than|no less than|minimum of|>=|mindestens|au moins|al menos",
    Sign.UNDER: "under|below|less than|fewer than|lower than|smaller than|<|unter|weniger als|kleiner als|moins de|menos de",
    Sign.AT_MOST: "at most|not more than|no more than|up to|maximum of|<=|höchstens|maximal|au plus|como máximo",
    Sign.EXACTLY: "exactly|equal to|equals|=|genau|exactement|exactamente",
    Sign.BETWEEN: "between|zwischen|entre",
    Sign.OR_MORE: "or more|or above|or higher|or over|and above|and more|and over|oder mehr|ou plus|o más",
    Sign.OR_LESS: "or less|or below|or lower|or under|or fewer|and below|oder weniger|ou moins|o menos",
    Sign.ROWS: "row|rows|record|records|entry|entries|line|lines|zeile|zeilen|einträge|datensätze|lignes|filas",
    Sign.WHO: "who|wer|qui|quién",
    Sign.BOUGHT: "bought|buy|buys|purchase|purchased|ordered|bestellt|bestellte|gekauft|kauft|kaufte|acheté"
    "|achetés|achetées|achetée|commandé|commandés|commandée|commandées|comprado|comprados|comprada|compradas|compró",
    Sign.SOLD: "sold|sell|sells|selling|verkauft|verkaufte|verkaufen|vendu|vendus|vendue|vendues|vendido"
    "|vendidos|vendida|vendidas|vendió",
    Sign.PLACED: "placed|place|places|made|make|makes|submitted|received|bring|bring in|brought|brought in|generate"
    "|generated|aufgegeben|getätigt"
    "|passé|passée|passées|passés",
    Sign.SPENT: "spent|spend|spends|paid|pay|pays|ausgegeben|dépensé|gastado|gastó",
    Sign.EARNED: "earn|earns|earned",
    Sign.BEST_PAID: "best paid|highest paid",
    Sign.WORST_PAID: "worst paid|lowest paid",
    Sign.JOINED: "joined|join|hired|started|employed since",
    Sign.WORKING: "work|works|working|worked|employed",
    Sign.POPULAR: "most popular|best selling|bestselling|best sold|sells best|sold best|selling best",
    Sign.UNPOPULAR: "least popular|worst selling|sells worst|sold worst",
    Sign.LAST: "last|most recently",
    Sign.FIRST: "first",
    Sign.MORE: "how much more|how much more expensive|how much dearer|wie viel mehr|wieviel mehr|wie viel teurer"
    "|wieviel teurer|"
    "um wie viel teurer|um wieviel teurer",
    Sign.LESS: "how much less|how much less expensive|how much cheaper|wie viel weniger|wieviel weniger|wie viel billiger|"
    "wie viel günstiger|wieviel billiger|wieviel günstiger|um wie viel billiger|um wie viel günstiger|um wieviel billiger|"
    "um wieviel günstiger",
    Sign.SHARE: "what percentage of|which percentage of|percentage of|what percent of|percent of|what share of|share of|"
    "what proportion of|proportion of|what fraction of|fraction of",
}
LETTERS: dict[Sign, str] = {
    Sign.COUNT: "c",
    Sign.SUM: "s",
    Sign.MEAN: "a",
    Sign.MEDIAN: "a",
    Sign.HIGHEST: "h",
    Sign.LOWEST: "h",
    Sign.MOST: "m",
    Sign.LEAST: "m",
    Sign.COMMONEST: "f",
    Sign.RAREST: "f",
    Sign.LATEST: "t",
    Sign.EARLIEST: "t",
    Sign.OLDEST: "t",
    Sign.YOUNGEST: "t",
    Sign.DEAREST: "t",
    Sign.CHEAPEST: "t",
    Sign.DISTINCT: "u",
    Sign.WHICH: "w",
    Sign.PER: "p",
    Sign.BY: "b",
    Sign.ROWS: "R",
    Sign.WHO: "o",
    Sign.BOUGHT: "v",
    Sign.SOLD: "z",
    Sign.PLACED: "l",
    Sign.SPENT: "x",
    Sign.EARNED: "e",
    Sign.BEST_PAID: "d",
    Sign.WORST_PAID: "d",
    Sign.JOINED: "j",
    Sign.WORKING: "k",
    Sign.POPULAR: "q",
    Sign.UNPOPULAR: "q",
    Sign.SHARE: "g",
    Sign.LAST: "i",
    Sign.FIRST: "i",
    Sign.MORE: "M",
    Sign.LESS: "M",
    Sign.THAN: "n",
    Sign.COST: "y",
}
"""A sign as one letter of a shape; columns have the letters of `vocabulary.LETTERS`, numbers are `#`, years and months of a date
`Z`, the payer of a price `V`."""
PHRASES: dict[tuple[str, ...], Sign] = {
    tuple(phrase.casefold().split()): sign for sign, phrases in _PHRASES.items() for phrase in phrases.split("|")
}
LONGEST_PHRASE = max(map(len, PHRASES))

LOWEST = frozenset(
    {Sign.LOWEST, Sign.LEAST, Sign.RAREST, Sign.EARLIEST, Sign.CHEAPEST, Sign.UNPOPULAR, Sign.WORST_PAID, Sign.FIRST}
)
"""Signs that ask for the least of something."""
VERBS = frozenset({Sign.BOUGHT, Sign.SOLD, Sign.PLACED, Sign.SPENT, Sign.EARNED, Sign.JOINED, Sign.WORKING, Sign.COST})
ASKING = (
    frozenset(Sign)
    - VERBS
    - {Sign.LAST, Sign.FIRST, Sign.PER, Sign.BY, Sign.NOT, Sign.AND, Sign.OR, Sign.ROWS, Sign.EXACTLY, Sign.WITHOUT, Sign.THAN}
)
"""A question without any of these asks for nothing that can be computed."""

_FILLERS = """
    a an the of in on at to for from with within among amongst s is are was were be been being do does did have has had having
    there here it its this that these i we us our you your me my please can could would tell give get find calculate compute
    determine display see all whose where when as
    still currently so far listed contained recorded exist exists located came come comes
    der die das den dem des ein eine einen gibt es sind ist war waren hat haben im in an am auf aus von vom zu zum zur mit für wir
    unsere unser bitte zeige mir alle wurde wurden worden noch derzeit aktuell
    le la les l un une des du de d y a il est sont dans avec pour en nous notre nos ont
    el los las una unos unas del al hay son está están con para nuestro nuestra tienen tiene
"""
FILLERS = frozenset(_FILLERS.split())
"""Words that add nothing to what is asked. Any other word must occur in the table, or nothing is computed."""
_ARTICLES = "the a this that these our your my uploaded attached whole entire der die das dem den le la les el los las"
ARTICLES = frozenset(_ARTICLES.split())

SINCE = frozenset({"since", "seit", "depuis", "desde", "from", "ab", "starting"})
BEFORE = frozenset({"before", "vor", "avant", "antes"})
AFTER = frozenset({"after", "nach", "après", "después"})
UNTIL = frozenset({"until", "till", "bis", "through", "hasta"})
DURING = frozenset({"in", "during", "im", "en", "of", "for", "on", "am", "le"})
TO = frozenset({"to", "and", "until", "till", "through", "und", "bis", "et", "y", "à", "a", "-"})

CURRENCIES = ALL_CURRENCIES | dict.fromkeys(("%", "percent", "prozent"), "%")
"""With the percent sign, which stands with a number as a currency does."""
UNITS = frozenset(word for word in CURRENCIES if word.isalpha()) | frozenset({"kg", "km", "cm", "mm", "ml", "kwh"})
"""Units that a column's name may end with; without `m`, which is also a size of clothes, and `min`, which is also the minimum."""
PER = frozenset({"per", "pro", "je", "par", "por"})
_KINDS = "category kind type group genre kategorie art gruppe typ catégorie categoría tipo"
KINDS = frozenset(_KINDS.split())
"""Names of columns whose values say what a row is: a row of the category `rental` is a rental."""
YEAR_NAMES = frozenset({"year", "yr", "jahr", "année", "annee", "año", "ano"})
_IDENTIFIERS = "id ids nr nummer no number num code zip plz postcode postal phone telephone isbn sku ean index key uuid"
IDENTIFIERS = frozenset(_IDENTIFIERS.split())
_PRICES = "price cost rate preis kosten prix coût precio coste цена стоимость"
PRICES = frozenset(_PRICES.split())
PAY = frozenset({"pay", "wage", "wages", "earnings"})
SCORES = frozenset({"score", "scores", "result", "results", "mark", "marks", "rating", "ratings", "points"})
"""What a column is called that says how well somebody did, and what is asked for."""
BEST = {"best": Sign.HIGHEST, "worst": Sign.LOWEST}
"""Before a score."""
SUPERLATIVES: dict[str, tuple[Sign, frozenset[str]]] = {
    word: (sign, frozenset(names.split()))
    for sign, words, names in (
        (Sign.HIGHEST, "loudest noisiest", "noise loudness sound db"),
        (Sign.LOWEST, "quietest", "noise loudness sound db"),
        (Sign.HIGHEST, "heaviest", "weight mass"),
        (Sign.LOWEST, "lightest", "weight mass"),
        (Sign.HIGHEST, "tallest", "height"),
        (Sign.HIGHEST, "widest", "width"),
        (Sign.LOWEST, "narrowest", "width"),
        (Sign.HIGHEST, "deepest", "depth"),
        (Sign.HIGHEST, "fastest", "speed"),
        (Sign.LOWEST, "slowest", "speed"),
        (Sign.HIGHEST, "warmest hottest", "temperature"),
        (Sign.LOWEST, "coldest coolest", "temperature"),
    )
    for word in words.split()
}
"""What is compared by a word that the table has no word for."""
YES = frozenset({"yes", "y", "true", "x", "✓", "✔", "☑", "ja", "j", "oui", "sí", "si", "да"})
NO = frozenset({"no", "n", "false", "✗", "✘", "☐", "nein", "non", "нет"})
"""Cells of a column of yes and no."""
AGES = frozenset({"age", "alter", "âge", "edad"})
_SHARES = """
    percent percentage share ratio score rating average mean median temperature latitude longitude lat lon lng height rank size
    bewertung anteil prozent
"""
NOT_ADDED = (PRICES - {"cost", "kosten", "coût", "coste"}) | AGES | frozenset(_SHARES.split())
"""Words in the names of columns that nobody adds up over rows."""

_WORD = re.compile(r"[<>]=?|=|[$€£¥%]|\d+(?:[.,:/'’-]\d+)*|[^\W_\d]+(?:['’][^\W_\d]+)*|\d+")
_NAME_WORD = re.compile(r"\d+|[A-ZÄÖÜÉ]{2,}(?![a-zäöüé])|[^\W_\d][^\W_\dA-Z]*|[^\W_\d]+|[$€£¥%]")
_POSSESSIVE = re.compile(r"['’]s$")
_COMPOUND = re.compile(r"^(durchschnitt|gesamt)s?(?=(?!s?wert\b|liche?|heit)[^\W\d_]{4})", re.IGNORECASE)
"""German writes "average price" and "total stock" as one word each."""
_COMPOUND_END = re.compile(
    r"(?<=[^\W\d_]{3})(?:(?<=ung|rag|ion)s)?(nr|nummer|preis|kosten|betrag|menge|zahl|datum)$", re.IGNORECASE
)
"""Endings of German column names: `Einzelpreis`, `Rechnungsnummer`."""
_ELIDED = re.compile(r"^[dl]['’]", re.IGNORECASE)


def tokens(text: str) -> list[tuple[str, str]]:
    """Return the words, numbers and comparison signs of a question, each folded and as written, without possessive s and elided
    French articles."""
    found = []
    for word in _WORD.findall(text):
        raw = _ELIDED.sub("", _POSSESSIVE.sub("", word.replace("’", "'")))
        found += [(part.casefold(), part) for part in _parts(raw)]
    return found


def _parts(word: str) -> list[str]:
    return _COMPOUND_END.sub(r" \1", _COMPOUND.sub(r"\1 ", word)).split()


def words(text: str) -> list[str]:
    return [plain for plain, _ in tokens(text)]


def phrase(words: Sequence[str], at: int) -> tuple[Sign | None, int]:
    """Return the sign of the longest phrase at a word, and of how many words it is."""
    for width in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
        if (sign := PHRASES.get(tuple(words[at : at + width]))) is not None:
            return sign, width
    return None, 0


_KEEPING_IE = frozenset({"movies", "cookies", "calories", "zombies", "brownies", "selfies", "pies", "ties", "series", "species"})


@lru_cache(maxsize=65_536)
def key(word: str) -> str:
    """Return the form in which a word is compared: without accents and the ending of an English plural.

    It is not stemmed: `operator` and `operations` share a stem, and a condition on the wrong value gives a wrong answer.
    """
    if not word.isascii():
        word = "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and word not in _KEEPING_IE:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "tuses", "nuses", "ruses")) else word[:-1]


def name_words(name: str) -> list[str]:
    """Return the words of a column's or file's name, also split where capitals or digits begin."""
    return [part for word in _NAME_WORD.findall(name) for part in _parts(word.casefold())]
