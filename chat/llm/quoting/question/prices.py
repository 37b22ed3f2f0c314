"""Recognise questions for what something costs or somebody earns, and sentences that tell a price."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chat.llm.quoting.question.analysis import NUMBER, UNITS
from chat.text.calendar_names import MONTHS, one_of

_IS_A_PRICE = (
    r"\bwhat(?: is|['’]s) (?:the|my|our) (?:(?!of\b)[\w-]+ ){0,2}"
    r"(?:price|cost|fee|fare|rent|deposit|premium|salary|fine|surcharge)\b(?!-)"
    r"(?! for\W*$)(?! (?!(?:of|for|per|in|if|when|on|at|and|to|after)\b)\w)"
)
"""Not what a deposit is for, nor the rent period or the fee's due date."""
_ASKS = re.compile(
    r"\bhow much (?:is|are|was)\b[^?]{0,150}\bcosts?\b|\b(?:how much|what) (?:do|does|did|will|would)\b[^?]{0,150}\bcosts?\b"
    r"|\bhow much (?:do|does|did|will|would|have|has|had)\b[^?]{0,150}\b(?:pay|paid|spend|spent|owed?)\b(?! attention\b)"
    rf"|{_IS_A_PRICE}|\bhow expensive\b|\bkostet\b|\bkosten\?|\bwie teuer\b"
    r"|\bcoûte(?:nt)?\b|\bcuestan?\b|\bquanto (?:cost|cust)\w+|\b(?:hoeveel|wat) kost(?:en)?\b|\bсколько стои\w+|\bile kosztuj\w+"
    r"|\bhow much (?:do|does|did|will|would|can)\b[^?]{0,80}\bearns?\b|\bwie ?viel verdien(?:t|en|st|e)\b"
    r"|多少(?:钱|錢|元|块)|几块钱|(?:价格|價格|价钱|票价)是?多少|いくら|値段は",
    re.IGNORECASE,
)
_SPENT = re.compile(
    r"\b(?:spen[dt]|pay|paid|ausgegeben|bezahlt|gezahlt|dépensé\w*|payé|gasté|gastamos|gastado|pagué|pagamos|pagado)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[€£$¥₽]|\b(?:euros?|cents?|pounds?|quid|bucks|dollars?|francs?|franken|pesos?|rubel|yen|kron(?:er|or|a|en)|crowns?|rupees?|zloty|forint|lira|eur|usd|gbp|chf|reais|złot\w+|zł"
    r"|руб\w*)\b|[\d一二三四五六七八九十百千万萬億亿两半]\s*(?:多|余)?(?:元|块|塊|円|ドル|欧元|ユーロ)",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"(?<!['’]m )(?<!\bam )\bfree\b(?!\s(?:time|from|on|at|after|until|this|next|today|tomorrow|again|now))"
    r"|\b(?:included|no charge|waived|for nothing|kostenlos|umsonst|entfällt|gratis|inklusive|inbegriffen|gratuit\w*|inclus\w*"
    r"|incluid\w*|grátis|kosteloos|bezpłatn\w+|бесплатн\w+)\b|免费|免費|無料",
    re.IGNORECASE,
)
_UNITS_ELSEWHERE = r"(?:sekunde|minute|stunde|tag|woche|monat|jahr|seite|meter|kilometer|person)(?:e?n|e|s)?|people"
_UNIT = rf"(?:{UNITS}|{_UNITS_ELSEWHERE}|(?-i:[kcmµ]?[gl]|[kM]?[WVAJ]h?|mAh|[kMG]?(?:Hz|B)|bar|dB|rpm)|°[CF]?|%)"
_FIGURE = re.compile(
    rf"(?<![\w.,])(?<!\d[:/])(?<![^\W\d_]-)(?:\d[\d.,]*|{NUMBER})(?P<measured>[\s-]*{_UNIT}(?!\w))?(?![:/]\d)(?!\w|-[^\W\d_])",
    re.IGNORECASE,
)
"""A number that is not part of a word, unlike in SM-24 or 17-bit."""
_DATES = re.compile(
    rf"\.?\s+(?:d[eo]\s+|d['’])?(?:{one_of(MONTHS)})(?!\w)|[.:/]\d\d?\b"
    r"|\s?(?:uhr|h|heures?|horas?|uur|час\w*|o['’]clock|[ap]\.?m)\b",
    re.IGNORECASE,
)
"""What behind a number makes it a day or a time of day."""
_COUNTS = re.compile(
    r"\s(?:[a-z]{4,} )?"
    r"(?!(?:includes|covers|buys|gets|was|is|as|has|his|its|this|plus|less|unless|always|across|besides)\b)[a-z]{2,}s\b"
)
"""What a number before it counts: "900 rules", "900 lint rules"."""
_VERSION = re.compile(r"\d+\.\d+\.\d{1,2}")
_PAID = re.compile(
    r"\b(?:cost\w*|prices?|paid|pays?|charg\w*|spent|worth|bought|sold|fee|fees|rent|budget\w*|deposit|salary|wants?|asks?"
    r"|bills?|invoices?|quote[sd]?|offer(?:s|ed)?|bonus|loan|rechnung\w*|angebot\w*|factur[ae]s?"
    r"|kost\w*|preis\w*|bezahl\w*|zahl\w*|gekostet|miete|betr[äa]g\w*|coût\w*|prix|payé\w*|cuesta\w*|costó|precio"
    r"|pagu?[éo]\w*|tarif\w*|gebühr\w*|prezzo|preço|prijs|цен[аыуе]"
    r"|стоимост\w+)\b|\b(?:set (?:me|us|him|her|them) back|c[ao]mes? to|went up"
    r"|put\b.{1,40}\bup|raised|kam auf|kommt auf)\b|\d\s(?:a|an|per|each|pro|par|por|le|la|el)\s",
    re.IGNORECASE,
)
_NO_YEAR = r"(?!(?:19|20)\d\d(?!\d|[.,]\d))"
_IN_ALL = (
    r"for|in the end|in total|all in|altogether|new|used|each|from|at|with|because|but|and|so|plus|including|now|insgesamt"
    r"|zusammen|neu|gebraucht|bei|von|mit|und|aber|jetzt"
)
_ALONE = rf"(?=[.,;:!?)]*(?:$|\s+[-–—(])|[.,;:!?)]+\s|\s(?:{_IN_ALL})\b)"
"""What may follow a figure that is a sum rather than a count."""
_WAS_SUM = re.compile(
    r"(?:\b(?:was|were|is|are|war|waren|ist|sind|now|jetzt)|['’]s)\s(?:(?:only|just|about|around|nearly|almost|over|under|nur"
    rf"|etwa|rund|fast|knapp|gut|über|unter)\s)?{_NO_YEAR}\d[\d.,]*{_ALONE}"
    rf"|\b(?:for|für)\s(?:(?:only|just|nur)\s)?{_NO_YEAR}(?:\d{{3,}}|\d+[.,]\d{{2,}})(?![\d:/]|[\s-]*{_UNIT}(?!\w))"
    rf"|(?<![\w.,]){_NO_YEAR}\d[\d.,]*\s(?:all in|all told|in total|altogether|including|insgesamt|inklusive)\b"
    rf"|[:,;–—-]\s{_NO_YEAR}(?:\d{{3,6}}|\d{{1,3}}(?:[.,]\d{{3}})+){_ALONE}",
    re.IGNORECASE,
)
"""A sum without a word for money: "The bike was 400", "a Bosch for 549", "The movers: 1,260 all in"."""
_CELL = re.compile(r"(?:^|;\s)([^:;]{1,40}):\s([^;]+)")
_FEWEST_CELLS = 3
"""Fewest cells with their labels that make a row of a table, in which a number is what its label says: "Hours: 16"."""
_IN_WORDS = re.compile(r"\b(?:hundred|thousand|million|hundert|tausend|nothing)\b", re.IGNORECASE)


def asks_what_was_spent(question: str) -> bool:
    """Return whether a question asks what somebody spent or paid, on whatever."""
    return bool(_SPENT.search(question))


def asks_for_a_price(question: str) -> bool:
    """Return whether a question asks what something costs, or what somebody earns."""
    return bool(_ASKS.search(question))


def may_tell_a_price(sentence: str) -> bool:
    """Return whether a sentence mentions money, has a figure that is not a time, length or the like, or says that something is
    free. In a row of a table, the label of a number decides."""
    if _MONEY.search(sentence) or _FREE.search(sentence):
        return True
    if len(cells := _CELL.findall(sentence)) >= _FEWEST_CELLS:
        return any(_PAID.search(label) and any(map(str.isdigit, cell)) for label, cell in cells)
    if _PAID.search(sentence):  # numbers in words count here, too: elsewhere "two people" is not a price
        return any(_sums(sentence))
    return any(_may_be_a_sum(figure, sentence) for figure in _FIGURE.finditer(sentence))


def tells_a_price(text: str, of_a_person: bool = False) -> bool:
    """Return whether a text tells a sum that is paid, whatever for. A bare number after "is" counts for a thing, but not
    `of_a_person`."""
    if _FREE.search(text) or (_WAS_SUM.search(text) and not of_a_person):
        return True
    if not (_MONEY.search(text) or _PAID.search(text)):
        return False
    return bool(_IN_WORDS.search(text)) or any(map(str.isdigit, "".join(_sums(text))))


def _may_be_a_sum(figure: re.Match[str], sentence: str) -> bool:
    """Return whether a number in a sentence without a word for paying could be a price: it has no unit, counts nothing and is not
    a version."""
    if _DATES.match(sentence, figure.end()):
        return False
    if figure["measured"] or _VERSION.fullmatch(figure[0].rstrip(".,")) or not any(map(str.isdigit, figure[0])):
        return False
    return not _COUNTS.match(sentence, figure.end())


def _sums(sentence: str) -> Iterator[str]:
    """Return the figures of a sentence that have no unit of measurement."""
    return (figure[0] for figure in _FIGURE.finditer(sentence) if not figure["measured"])
