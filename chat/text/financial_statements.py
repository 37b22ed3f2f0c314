"""Statements of financial reports: recognise their titles, mentions of them in questions, and chunks that belong to one."""

from __future__ import annotations

import re
from enum import StrEnum


class Statement(StrEnum):
    """The kinds of financial statement, by content."""

    INCOME = "income"
    FINANCIAL_POSITION = "position"
    CASH_FLOWS = "cash"
    EQUITY = "equity"

    @property
    def mark(self) -> str:
        """The keyword that represents this statement in chunks belonging to it."""
        return f"{MARK}{self.value}{MARK}"


MARK = "="
"""Marks keywords of statements; no word begins with it."""

_OF = r"(?: the)?(?: consolidated| combined| net)*"
_INCOME = rf"statements? of{_OF} (?:\w+ and )?(?:income|operations|earnings|loss|profit(?: (?:and|or) loss)?)"
_NAMES = {
    Statement.INCOME: rf"{_INCOME}|income statements?|earnings statements?|profit[- ]and[- ]loss(?: statements?| accounts?)?"
    r"|gewinn- und verlustrechnung|compte de résultat|cuenta de resultados|estado de resultados",
    Statement.FINANCIAL_POSITION: rf"(?<!off[ -])balance sheets?|statements? of{_OF} financial (?:position|condition)"
    r"|konzernbilanz|bilanz|bilan|balance general|estado de situación financiera",
    Statement.CASH_FLOWS: rf"statements? of{_OF} cash[- ]?flows?|cash[- ]?flows? statements?"
    r"|kapitalflussrechnung|tableau des flux de trésorerie|estado de flujos de efectivo",
    Statement.EQUITY: rf"statements? of(?: changes in)?{_OF}(?: (?:share|stock)(?:holders|owners)[’']?| total| members[’']?)?"
    r" (?:equity|deficit)|statements? of retained earnings",
}
_ALL = "|".join(_NAMES.values())
_HINT = re.compile(r"statement|balance|profit|bilan|rechnung|résultat|resultados|trésorerie|situación|efectivo", re.IGNORECASE)
_NAMED = {kind: re.compile(rf"\b(?:{names})\b", re.IGNORECASE) for kind, names in _NAMES.items()}
_SHORT = re.compile(r"(?<!\w)p ?& ?l(?!\w)", re.IGNORECASE)
_TITLE = re.compile(
    r"(?P<before>(?:[\w.,&’'-]+ ){0,12}?)"  # a company's name; condensed, consolidated, unaudited
    rf"(?:{_ALL})(?:(?:,? and|,) [\w ]{{3,40}}?)?"
    r"(?:\s*(?:\(.*|[-–—:] .*|for the .*|(?:fiscal )?years? ended.*|as (?:of|at) .*|[A-Z][a-z]+ \d.*|\d.*|continued))?",
    re.IGNORECASE,
)
_ABOUT_ONE = re.compile(
    r"\b(?:analysis|notes?|discussion|review|summary|selected|effects?|see|item|impact|report|part)\b", re.IGNORECASE
)
_SMALL = frozenset({"and", "of", "the", "&", "a", "et", "de", "der", "und"})
_LONGEST_TITLE = 140
_TOP_LINES = 8
"""Number of first lines of a chunk in which its title is searched."""
_FIGURE = re.compile(r"\d[\d,.]+")
_FEWEST_FIGURES = 6


def titled(line: str) -> frozenset[Statement]:
    """Return the statements that a line titles if it stands alone: `Acme Inc. CONSOLIDATED BALANCE SHEETS (in millions)`.

    Empty if it is a sentence, or the title of a text about a statement. Comprehensive income does not count as a statement.
    """
    line = line.strip()
    if not 0 < len(line) <= _LONGEST_TITLE or not _HINT.search(line) or line.endswith((".", ";")):
        return frozenset()
    found = _TITLE.fullmatch(line)
    if found is None or line[0].islower() or not _is_name(found["before"]):
        return frozenset()
    return frozenset(kind for kind, names in _NAMED.items() if names.search(line))


def named(text: str) -> frozenset[Statement]:
    """Return the statements that running text mentions by name: "according to the P&L statement"."""
    found = {kind for kind, names in _NAMED.items() if names.search(text)} if _HINT.search(text) else set()
    if _SHORT.search(text):
        found.add(Statement.INCOME)
    return frozenset(found)


def piece_of(indexed: str) -> frozenset[Statement]:
    """Return the statements a chunk contains figures of, by the titles in front of it and in its first lines."""
    if not _HINT.search(indexed) or len(_FIGURE.findall(indexed)) < _FEWEST_FIGURES:
        return frozenset()
    kinds: set[Statement] = set()
    for line in indexed.split("\n", _TOP_LINES)[:_TOP_LINES]:
        for part in line.split(" > "):
            kinds |= titled(part)
    return frozenset(kinds)


def _is_name(words: str) -> bool:
    return not _ABOUT_ONE.search(words) and all(
        word[0].isupper() or word in _SMALL or not word[0].isalpha() for word in words.split()
    )
