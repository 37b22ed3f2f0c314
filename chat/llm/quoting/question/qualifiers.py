"""What a question narrows its thing to: a month, a number of its kind ("day 5"), the heading that it calls by name. A
sentence of another month, number or heading is no answer, however alike the rest is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from chat.llm.quoting.question.determiners import DETERMINERS
from chat.text import folded, terms
from chat.text.calendar_names import MONTHS, one_of
from chat.text.contacts import wanted
from chat.text.languages import ENGLISH

_MONTH = re.compile(rf"(?<!\w)(?:{one_of(MONTHS)})(?!\w)", re.IGNORECASE)
_OF_KIND = re.compile(r"\b([^\W\d_]{3,})\s*[:#]?\s+(\d{1,4})\b(?![.,:]\d|\s*%)")

_IN_FRONT = re.compile(r"\b(?:of|for|in|at)\s+(?:(?:the|our|a|an)\s+)?$")
_HOW_MUCH = re.compile(
    r"how much (?!(?:more|less|of|did|do|does|was|were|is|are|has|have|had|will|would|can|could|should|may|must|longer|further"
    r"|faster|notice)\b)([^\W\d_]+)",
    re.IGNORECASE,
)
_MEASURED = frozenset(
    terms("money time space room effort weight power energy experience pay salary cash memory storage damage work")
)
"""What a figure with its unit tells without the word."""

_OF_WHOM = {
    ENGLISH: re.compile(
        r"what(?:['’]s|\s+(?:is|are|was|were))\s+(?:the|its|their)\s+(?P<what>[^\W\d_][\w-]*(?:\s[\w-]+)?)\s+of\s+\S",
        re.IGNORECASE,
    ),
    "german": re.compile(r"welche[nrs]?\s+(?P<what>[^\W\d_]+)\s+(?:hat|haben|hatten?)\s+\S", re.IGNORECASE),
}
_IN_A_ROW: Mapping[str, re.Pattern[str]] = {
    place: re.compile(
        rf"\b(?:{words})\s+(?!(?:time|second|minute|hour|day|night|week|month|quarter|year|season)s?\b)([^\W\d_]{{3,}})",
        re.IGNORECASE,
    )
    for place, words in (
        ("first", "first|initial|erste[nrsm]?"),
        ("second", "second|zweite[nrsm]?"),
        ("third", "third|dritte[nrsm]?"),
        ("fourth", "fourth|vierte[nrsm]?"),
        ("last", "last|previous|final|latest|letzte[nrsm]?|vorige[nrsm]?"),
        ("next", "next|upcoming|nächste[nrsm]?|kommende[nrsm]?"),
    )
}
"""What is one of several in a row, by its place."""
_DETERMINER = f"(?:{DETERMINERS}|this|that|each|every)"
_MEASURES = r"heavy|tall|high|wide|broad|deep|thick|long|fast|loud|noisy|old|hot|cold|warm|big|large"
_HOW_IT_MEASURES = re.compile(
    rf"(?:how\s+(?:{_MEASURES})\s+(?:is|are|was|were)\s+{_DETERMINER}\s+(\w[\w -]*?)"
    rf"|how\s+much\s+(?:does|do|did)\s+{_DETERMINER}\s+(\w[\w -]*?)\s+weigh"
    r"|what(?:['’]s|\s+(?:is|was))\s+the\s+(?:weight|height|width|depth|length|speed|age)\s+of\s+"
    rf"{_DETERMINER}\s+(\w[\w -]*?))\W*$",
    re.IGNORECASE,
)
_TELLS_OF = re.compile(
    rf"{_DETERMINER}\s+((?:[\w-]+\s+){{0,2}}?[\w-]+)\s+(?:weigh(?:s|ed)?|is|are|was|were|has|have|had|measures?|stands?|reach(?:es|ed)?)\b",
    re.IGNORECASE,
)
_ANYTHING = frozenset(
    terms(
        "unit device machine product item model system appliance set thing object version whole total weight height width depth"
        " length size speed age volume temperature dimensions top bottom side surface body"
    )
)
_TOLD_CELL = re.compile(r"[^;]*?\d[^;]{0,8} \([^;]+\)")
_WRITTEN_CELL = re.compile(r"[^:;]+: [^;]{0,4}\d[^;]{0,8}")
_COLUMN = re.compile(r"(?:^|; )([^:;]+): ")
_TOO = re.compile(r"\btoo (?!much\b|many\b|far\b|often\b|long\b|late\b|early\b)([a-z]{3,})\b", re.IGNORECASE)
_DONE = re.compile(
    r"how\s+(?:(?:do|does|can|could|should|would|must|may)\s+(?:i|we|you|one|they)|to)\s+(?:\w+ly\s+)?([a-z]+)\b", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"\{[\w.-]*\}|<[\w.-]+>")
_DONE_ANYHOW = frozenset(
    terms("see get use do make find know set tell have go put take turn work try check look let ensure want need give keep start")
)
"""What is done in many ways, each with its own word."""


_DAY_OF_MONTH = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?(?P<month>{one_of(MONTHS)})\b"
    rf"|\b(?P<of>{one_of(MONTHS)})\s(?P<number>\d{{1,2}})(?:st|nd|rd|th)?\b",
    re.IGNORECASE,
)
_ISO_DAY = re.compile(r"\b(?:19|20)\d\d-(0[1-9]|1[0-2])-(\d\d)\b")
_ISO_MONTH = re.compile(r"\b(?:19|20)\d\d-(0[1-9]|1[0-2])(?:-\d\d)?\b")


def months(text: str) -> frozenset[int]:
    """Return the months that a text names, 1 to 12; "may" and "march" with a capital letter alone."""
    named = (match[0] for match in _MONTH.finditer(text))
    return frozenset(MONTHS[folded(name)] for name in named if not (name.islower() and name in ("may", "march", "mars")))


def days(text: str) -> frozenset[tuple[int, int]]:
    """Return the days of a year that a text names, each as month and day: "4 March", "March 4th", "2024-03-04"."""
    named = ((match["month"] or match["of"], match["day"] or match["number"]) for match in _DAY_OF_MONTH.finditer(text))
    written = ((int(month), int(day)) for month, day in _ISO_DAY.findall(text))
    return frozenset((*((MONTHS[folded(month)], int(day)) for month, day in named), *written))


def without_days(text: str) -> str:
    """Return a text without the days of a year that it names, which other texts write in other ways."""
    return _DAY_OF_MONTH.sub(" ", text)


def is_of_another_month(asked: Collection[int], heading: Collection[int], text: str) -> bool:
    """Return whether a sentence stands under a month, and neither that one nor the sentence is of those asked for."""
    return bool(asked) and bool(heading) and set(asked).isdisjoint((*heading, *months(text)))


def is_dated_in_another_month(asked: Collection[int], row: str) -> bool:
    """Return whether the dates of a row, such as 2025-02-05, are all in other months than those asked for."""
    dated = {int(month) for month in _ISO_MONTH.findall(row)} if asked else set[int]()
    return bool(dated) and set(asked).isdisjoint((*dated, *months(row)))


def has_columns_of_other_months(asked: Collection[int], row: str) -> bool:
    """Return whether the columns of a row are months, and none of them is asked for: `Category: Rent; Jan: 900; Feb: 900`."""
    named = [months(name) for name in _COLUMN.findall(row)] if asked else []
    columns = frozenset[int]().union(*named)
    return len(columns) > 1 and columns.isdisjoint(asked)


def numbers_by_word(text: str) -> Mapping[str, frozenset[str]]:
    """Return numbers by the word in front of them: of "Day 2 is a rest day" `day: 2`. Months, whose numbers are days, are
    none."""
    found: dict[str, set[str]] = {}
    for word, number in _OF_KIND.findall(text):
        if folded(word) not in MONTHS:
            found.setdefault(folded(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def has_another_number(asked: Mapping[str, frozenset[str]], text: str) -> bool:
    """Return whether a sentence gives the word that is asked for with a number another number, and never this one."""
    if not asked:
        return False
    stated = numbers_by_word(text)
    figures = set(re.findall(r"\d+", text))
    return any(word in stated and numbers.isdisjoint(figures) for word, numbers in asked.items())


def has_another_ordinal(asked: Mapping[str, set[str]], text: str) -> bool:
    """Return whether a sentence tells of another one in a row than is asked about: of the next meeting and not the last one, of
    the second prize and not the first."""
    stated = ordinals(text) if asked else {}
    return any(what in stated and which.isdisjoint(stated[what]) for what, which in asked.items())


def ordinals(text: str) -> dict[str, set[str]]:
    """Return, for each term behind a place in a row (`last meeting`), the places."""
    found: dict[str, set[str]] = {}
    for place, pattern in _IN_A_ROW.items():
        for term in terms(" ".join(pattern.findall(text))):
            found.setdefault(term, set()).add(place)
    return found


def heading_referred_to(question: str, titles: Sequence[str], language: str) -> frozenset[str]:
    """Return the terms of the longest of these headings in whose name the question ends: "... in the almond cake?"."""
    ends = question.rstrip(" ?.!").casefold()
    ending = (title for each in titles if (title := each.strip(" #").casefold()) and ends.endswith(title))
    named = [title for title in ending if _IN_FRONT.search(ends.removesuffix(title))]
    return frozenset(terms(max(named, key=len, default=""), language))


def asked_amount(question: str) -> frozenset[str]:
    """Return the terms of what "How much butter ...?" asks for, where it is a thing by its name."""
    match = _HOW_MUCH.match(question.strip())
    thing = frozenset(terms(match[1])) if match is not None else frozenset[str]()
    return thing - _MEASURED


def excess(question: str) -> frozenset[str]:
    """Return the terms of what is "too fast", and of "faster": a remedy names one of them."""
    match = _TOO.search(question)
    if match is None:
        return frozenset()
    word = match[1].lower().removesuffix("ly")
    return frozenset(terms(" ".join((match[1], word, f"{word.removesuffix('e')}er", f"{word}{word[-1]}er"))))


def deed(question: str) -> frozenset[str]:
    """Return the terms of the verb of "How do I rename a bucket?", unless anything may be done so."""
    match = _DONE.match(question.strip())
    return frozenset(terms(match[1])) - _DONE_ANYHOW if match is not None else frozenset()


def without_placeholders(code: str) -> str:
    """Return code without the names that stand for values: `DELETE /buckets/{name}`."""
    return _PLACEHOLDER.sub(" ", code)


def contact_names(question: str, language: str) -> Iterator[frozenset[str]]:
    """Yield the terms of each name of whose telephone number or address is asked for."""
    contact = wanted(question)
    for name in re.findall(r"(?<![^\W_])[A-Z][^\W_]+", contact.of if contact is not None else ""):
        if name_terms := frozenset(terms(name, language)):
            yield name_terms


def asked_quantity(question: str, language: str = ENGLISH) -> frozenset[str]:
    """Return the terms of what "What is the draught of the Petrel?" asks of something."""
    pattern = _OF_WHOM.get(language)
    match = pattern.match(question.strip()) if pattern is not None else None
    return frozenset(terms(match["what"], language)) if match is not None else frozenset()


def measured_thing(question: str) -> frozenset[str]:
    """Return the terms of the thing whose weight, height, age or the like an English question asks for."""
    match = _HOW_IT_MEASURES.match(question.strip())
    return frozenset(terms(next(filter(None, match.groups())))) if match is not None else frozenset()


def described_thing(sentence: str) -> frozenset[str]:
    """Return the terms of the thing that an English sentence begins with and tells something of: none of one that may stand for
    any ("The device weighs 2 kg")."""
    match = _TELLS_OF.match(sentence)
    thing = frozenset(terms(match[1])) if match is not None else frozenset[str]()
    return thing if thing.isdisjoint(_ANYTHING) else frozenset()


def is_of_figures(row: str) -> bool:
    """Return whether a row tells two figures or more, each with the name of its column, and nothing else."""
    label, _, values = row.partition(": ")
    cells = values.split("; ")
    if len(cells) > 1 and label and all(map(_TOLD_CELL.fullmatch, cells)):
        return True
    cells = row.split("; ")[1:]
    return len(cells) > 1 and all(map(_WRITTEN_CELL.fullmatch, cells))
