"""Recognise that a sentence tells an attribute of the kind asked for: where somebody lives, what something costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from chat.llm.quoting.question.attributes.holders import PERSON, speaks_of_word
from chat.llm.quoting.question.attributes.kinds import is_kind, is_told_by_names, names_one, tells_to_be
from chat.llm.quoting.question.identifiers import without_identifiers
from chat.llm.quoting.question.presence import speaks_of
from chat.llm.quoting.question.prices import tells_a_price
from chat.text import CAPITAL, folded, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of
from chat.text.days import COUNTED, WHEN
from chat.text.languages import language_of
from chat.text.numerals import cardinals

_BORN = r"\b(?:born|birth(?:place)?|native|geboren|gebürtig\w*|geburtsort|née?|naissance|nació|nacid[oa]|nacimiento|родил\w+)\b"
_STUDIES = (
    r"\b(?:stud(?:y|ies|ied|ying|ent\w*)|universit\w*|college|degree|graduat\w*|school|majors?|majored|majoring|phd|master['’]?s"
    r"|bachelor\w*|course|studier\w*|studium|hochschule|schule|uni|étudi\w*|université|école|estudi\w*|universidad)\b"
)
_BUSINESS = (
    r"\w*(?:shop|store|pub|bar|caf[eé]|restaurant|farm|business|company|salon|bakery|hotel|gym|garage|studio|practice|agency|school"
    r"|firm|start-?up|kitchen|canteen|hospital|clinic|surgery|hospice|nursery|laden|geschäft|kneipe|lokal|hof|betrieb|praxis"
    r"|bäckerei|werkstatt|schule|kita|krankenhaus|klinik|küche|kantine)"
)
_VEHICLE = (
    r"(?:bus(?:es)?|lorr(?:y|ies)|trucks?|tax(?:i|is)|cabs?|trains?|trams?|vans?|ambulances?|bus|lkw|laster|straßenbahn|züge?)"
)
_DOES_FOR_A_LIVING = (
    r"\bfor a living\b|\b(?:teach(?:es|ing)?|taught|unterrichte\w*|lehrt|lectur(?:es|ing))\b"
    r"(?!\s(?:me|us|him|her|them|mich|uns)\b)"
    rf"|\b(?:runs?|running|owns?|manag(?:es?|ing)|leitet|führt|betreibt|leite|betreibe)\s(?:\w+\s){{1,2}}{_BUSINESS}\b"
    rf"|\b(?:driv(?:es?|ing)|fährt|fahre)\s(?:an?\s|the\s|eine?n?\s)?(?:\w+\s)?{_VEHICLE}\b"
    r"|\b(?:sell|repair|fix|build|design|breed|train|groom|install|translate|restore|import)(?:s|ing)?\s(?:\w+\s)?(?!this\b|his\b|its\b)"
    r"\w{2,}s\b|\b(?:verkauft|repariert|baut|züchtet|installiert|übersetzt|restauriert)\s(?!(?:sein|ihr|da|de|di|ein|mein|unser)\w*\b)"
    r"(?-i:[A-ZÄÖÜ])\w+"
    r"|\b(?:nurs|cook|bak|serv|sell|clean|driv|practi[sc])(?:e?s|ing)\s(?:[\w-]+\s){0,2}(?:at|for|in)\s(?:(?:an?|the)\s)?"
    rf"(?:[\w-]+\s)?(?:{_BUSINESS}\b|(?-i:{CAPITAL})\w)"
    r"|\b(?:kocht|backt|bäckt|putzt|verkauft|fährt)\s(?:[\w-]+\s){0,2}(?:bei|im|in|für|am)\s(?:(?:eine[rm]?|der|dem)\s)?"
    rf"[\w-]*{_BUSINESS}\b|\b(?:quit|resign\w*(?: from)?|got (?:sacked|fired)(?: from)?|left)\s"
    rf"(?:(?:my|his|her|the)\s(?:\w+\s)?(?:job|firm|company|post)\b|(?-i:{CAPITAL})\w+,)|\bgekündigt\b"
)
"""Ways in which people describe their work without a word for it."""
_TELLS: Mapping[str, str] = {
    "home": (
        r"\b(?:liv(?:es?|ed|ing)|resid\w+|mov(?:es?|ed|ing)|relocat\w+|address\w*|based|settled|flat|apartment|house|home"
        r"|street|road|avenue|lane|wohn\w*|gewohnt|leb(?:t|e|en|te)|gelebt|zieh\w*|zog\w*|\w*gezogen|umzug|adresse|zuhause"
        r"|\w+stra(?:ß|ss)e|habit\w*|vi[st]|vivent|déménag\w*|viv\w+|mud\w+|dirección|жив[её]\w*|переехал\w*)\b"
    ),
    "work": (
        r"\b(?:(?<!from )(?<!to )(?<!at )(?<!after )(?<!before )work\w*"
        r"|jobs?|employ\w*|professions?|careers?|hired|retired?|retires|company|firm|office|self-employed|freelanc\w*"
        r"|(?:start\w*|began|begin\w*)\b[^.!?]{0,30}\b(?:at|as|with)|goes to work|joined|joins|(?:is|am|are"
        r"|was|were|be|become|became|becoming|['’](?:s|m|re)) (?:now |currently |also )?an? (?:\w+ )?[a-z]\w+"
        r"|arbeite\w*|gearbeitet|job|beruf\w*|stelle|angestellt|firma|büro|selbst(?:st)?ändig|rente|fängt|fange|angefangen|beginnt"
        r"|travaill\w*|métier|trabaj\w*|работа\w*)|\b(?:ist|bin|war|wird|wurde) (?:jetzt )?[A-ZÄÖÜ]\w+(?:in|er|är|or|ent|ist)\b"
        rf"|{_DOES_FOR_A_LIVING}|,? an? (?:\w+ )?\w+(?:er|or|ist|ian|ant|ect|nurse|chef|cook)\b"
    ),
    "allergy": (
        r"\b(?:allerg\w*|intoleran\w*|coeliac|celiac|vegan\w*|vegetari\w+|\w*verträgt|vertrage\w*|unverträglich\w*)\b"
        r"|\b(?:can['’]?t|cannot|doesn['’]?t|don['’]?t|won['’]?t|never|no longer)\s"
        r"(?:\w+\s)?(?:eat|have|drink|tolerate|take|touch|stand)\w*"
        r"|\b(?:isst|esse|essen|trinkt?e?|darf)\b.*\b(?:kein\w*|nicht)\b"
    ),
    "married": rf"(?=.*\b(?:marr(?:y|ied|ies|ying)|wedding|\w*heirate\w*|hochzeit)\b)(?=.*(?:{WHEN}))",
    "born": _BORN,
    "birthday": (
        rf"{_BORN}|\bbirthda(?:y|te)s?\b|\bb-?day\b|\bturn(?:s|ed|ing)?\s\d|\bgeburtstag\w*|\banniversaire\b|\bcumpleaños\b"
        r"|\bwird .*\d"
    ),
    "age": (
        rf"(?:\d|\b(?:{one_of(cardinals('english', 'german', first=1, last=12))}|eine?n?))"
        r"[\s-]*(?:(?:year|month|week|day)s?[\s-]+olds?|jahre?\b|jährig\w*|monate|ans\b|años|лет)|\bage[ds]?\b|\balter\b"
        r"|\b(?:is|am|are|['’](?:s|m|re)|was|were|turn(?:s|ed|ing)?|be|ist|bin|wird|werde|wurde)\s(?:now |already |just |only"
        rf"|about |jetzt |schon )?(?:\w+ \d{{1,2}}\.? )?(?:am \S+ \S+ )?\d{{1,3}}\b(?!\s?[%€£$:.,]?\w*\d)"
        rf"(?!\.?\s?(?:{one_of(MONTHS)}|[ap]\.?m|kilo|kg|k\b|m\b|cm|km|mile|euro|pound|dollar|minute|hour|people|percent|uhr))"
        r"|\b(?:is|am|are|['’](?:s|m|re)|was|were|turn(?:s|ed|ing)?|be|ist|bin|wird|werde|wurde)"
        rf"\s(?:now |already |just |only |about |jetzt |schon )?{COUNTED}"
        rf"|\b(?:{COUNTED}|\d{{1,3}})\s(?:jahre\s)?(?:alt\s)?geworden\b|\bwird (?:im \w+|nächst\w+ \w+|bald) \d{{1,3}}\b(?!\.)"
        rf"|(?:{_BORN})(?=.*\d)|\b\w+(?:teen|ty)(?:-\w+)? (?:years|now)\b|,\s\d{{1,3}},"
    ),
    "study": _STUDIES,
    "school": rf"{_STUDIES}|\b(?:goes to|went to|attend\w*|primary|academy|geht (?:in|auf)|gymnasium|\w+schule)\b",
    "e-mail": r"\S@\S",
    "height": r"\btall\b|\bheight\b|\bgroß\b|\d\s?(?:cm|m|met(?:re|er)s?|feet|foot|ft)\b|\d['’]\d",
    "phone": r"(?<!\w)(?!\d{1,3}[.,]\d{1,3}(?!\d|[ /.-]\d))\+?\(?\d[\d ()/.-]{3,}\d\b",
    "name": "",
    "price": "",
    "weight": r"\bweigh\w*|\bwieg\w*|\bgewicht\b|\b\d[\d.,]{0,12}\s?(?:kg|kilos?|kilograms?|pounds?|lbs?|stone|grams?|g|gramm)\b",
    "favourite": "",
    "who": "",
    "when": WHEN,
    "surname": rf"(?-i:\b{CAPITAL}[\w-]{{1,40}}\s{CAPITAL}[\w-]+)",
    "pay": r"\b(?:earn\w*|salary|wages?|income|paid|pays?|makes? (?=\D?\d)|verdien\w*|gehalt\w*|lohn|einkommen)\b.{0,150}\d"
    r"|\d.{0,150}\b(?:salary|wage)",
    "colour": (
        r"\bcolou?r\w*|\bfarb\w*|\b(?:dark|light)?\s?(?:red|blue|green|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y"
        r"|beige|turquoise|teal|silver|golden|cream|ivory|maroon|navy|sage|(?:hell|dunkel)?(?:rot|blau|grün|gelb|lila|violett|rosa"
        r"|braun|schwarz|weiß|grau|türkis)\w{0,2})\b"
    ),
    "happened": "",
    "since": r"\b(?:since|for \S+ (?:years?|months?|weeks?|days?)|years?|months?|start\w*|joined|began|seit|jahr\w*|monat\w*)\b",
    "become": r"\b(?:went|go|going|gone|became|become|turned|got|gets?|getting|started|since|today|yesterday|now|finally|first"
    r"|geworden|gegangen|wurden?|seit|heute|gestern|jetzt|endlich)\b",
    "has": "",
    "does": "",
    "own": "",
}
_BECOMES: Mapping[str, str] = {
    "live|online|released|launched": r"launch\w*|released|rolled out|in production|gestartet|gelauncht|lancé\w*|lanza\w*",
    "open|geöffnet|offen": r"opened|opening|eröffn\w*",
    "married|verheiratet": r"married|wedding|tied the knot|geheiratet|hochzeit",
    "engaged|verlobt": r"engaged|proposed|said yes|verlobt",
    "sick|ill|krank": r"sick|ill|flu|fever|caught|covid|krank|grippe|fieber",
    "vegan": r"vegan\w*",
    r"vegetarian|vegetarisch|vegetarier\w*": r"vegetari\w*",
    "pregnant|schwanger": r"pregnan\w*|schwanger\w*|positive test",
    "self-employed|freelance|selbstständig|selbständig": r"self-employed|freelanc\w*|own business|selbst(?:st)?ändig\w*",
}
"""Words for a state, and how texts tell that it began."""
_BEGINNINGS = tuple(
    (re.compile(state, re.IGNORECASE), re.compile(rf"\b(?:{told})\b", re.IGNORECASE)) for state, told in _BECOMES.items()
)
_DATED = re.compile(rf"{WHEN}|\d", re.IGNORECASE)
_PLACE = re.compile(
    rf"\b(?:in|at|near|from|aus|bei|à|en|de)\s(?:the\s)?(?!(?:{one_of(MONTHS)})\b)(?-i:{CAPITAL})\w+|\b(?:native|gebürtig\w*)\b",
    re.IGNORECASE,
)
_IS_CALLED = re.compile(
    r"\b(?i:called|names?|named|heißt|heißen|namens|genannt|appell\w+|llama\w*)\b|\b(?:Dr|Mrs?|Ms|Herr|Frau|Prof)\b"
)
_NAMED = re.compile(rf"(?<=[\w,] ){CAPITAL}[\w'’-]+")
_NAMED_AMONG_NOUNS = re.compile(rf"\b(?i:{PERSON})\s[A-ZÄÖÜ][\w'’-]+")
_LIKES = re.compile(
    r"\b(?:fav\w*|loves?|likes?|prefers?|enjoys?|adores?|crazy about|fan of|lieb\w*|mag|mögen?|vorzieh\w*|préf\w*|aime"
    r"|gusta\w*|encanta\w*)\b",
    re.IGNORECASE,
)
_FAVOURITE = re.compile(r"\bfavou?rite\s(?P<what>\w+)|\blieblings(?P<what_de>\w+)", re.IGNORECASE)


_LIGHT = frozenset(terms("do have get take use go make be like want need come give put keep"))
"""Verbs that say little without their object."""


_NUMBERED = re.compile(r"tickets?|incidents?|issues?|cases?|bugs?|vorfall|vorfälle|fall|fälle", re.IGNORECASE)
"""Things that texts tell by their number alone: "INC-4417: no network. Assigned to Sven."."""


def tells(kind: str, what: tuple[str, ...], text: str, question: str, language: str, of_a_person: bool = False) -> bool:
    """Return whether the `text` tells an attribute of a kind, or what the question leaves open, given as `what`."""
    match kind:
        case "price":
            return tells_a_price(text, of_a_person)
        case "born":
            return bool(_pattern(kind).search(text) and _PLACE.search(text))
        case "birthday":
            return bool(_pattern(kind).search(text) and _DATED.search(text))
        case "favourite":
            return bool(_LIKES.search(text)) and _favours(what[0], text, language)
        case "name":
            return bool(_IS_CALLED.search(text)) or _has_new_name(text, question)
        case "happened":
            foreign = language_of(text, question) != language
            return bool(_DATED.search(text)) and (foreign or _speaks_of(what, text, question, language))
        case "has" | "does" | "own":
            return _speaks_of(what, text, question, language)
        case "become":
            return _begins(what[0], text, language)
        case "phone":
            return bool(_pattern(kind).search(without_identifiers(text)))
        case _:
            return bool(_pattern(kind).search(text))


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    """Return the pattern of a kind, compiled when it is first asked for: those of all kinds take 20 ms."""
    return re.compile(_TELLS[kind], re.IGNORECASE)


def _begins(state: str, text: str, language: str) -> bool:
    """Return whether a text tells since when somebody or something is in a state: live, married, vegan."""
    if any(of.fullmatch(state) and beginning.search(text) for of, beginning in _BEGINNINGS):
        return True
    is_mentioned = speaks_of(terms(state, language), frozenset(terms(text, language)), language)
    return is_mentioned and bool(_pattern("become").search(text) or _pattern("since").search(text))


def _favours(what: str, text: str, language: str) -> bool:
    """Return whether a text tells this favourite, that is, not only the favourite of another kind."""
    others = [match["what"] or match["what_de"] for match in _FAVOURITE.finditer(text)]
    wanted = terms(what, language)
    return not others or any(speaks_of(wanted, terms(each, language), language) for each in others)


def _has_new_name(text: str, question: str) -> bool:
    """Return whether a text has a name that the question does not."""
    asked = {folded(word) for word in re.findall(r"\w+", question)}
    names = (_NAMED_AMONG_NOUNS if language_of(text, question) == "german" else _NAMED).findall(text)
    return any(folded(name) not in asked | MONTHS.keys() and folded(name).rstrip("s") not in WEEKDAYS for name in names)


def _speaks_of(what: tuple[str, ...], text: str, question: str, language: str) -> bool:
    if is_kind(what[0]):
        named = names_one(what[0], text)
        return named or (tells_to_be(text) and speaks_of(terms(what[0], language), terms(text, language), language))
    if _NUMBERED.fullmatch(what[0]) and without_identifiers(text) != text:
        return True
    text_terms = frozenset(terms(text, language))
    telling, light = tuple(word for word in what if not is_told_by_names(word)), frozenset[str]()
    if len(telling) == len(what) or not terms(" ".join(telling), language):
        telling, light = what, _LIGHT
    wanted = [term for word in telling for term in terms(word, language) if term not in light]
    return not wanted or speaks_of(wanted, text_terms, language) or any(speaks_of_word(word, text) for word in telling)
