"""Answer which thing of a table is the cheapest or most expensive, and what is out of stock, with the rows that say so.

Every row is about as similar to such a question, and the answer is in the column that the question means.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.presentation.wording import Quote
from chat.text import terms
from chat.text.numerals import readings
from chat.text.table_lines import cells_of, has_cells

_CHEAPEST = (
    r"cheapest|least expensive|lowest[- ]priced|günstigste[nrs]?|billigste[nrs]?|(?:le|la|les) moins chère?s?|más barat[oa]s?"
)
_DEAREST = r"most expensive|priciest|dearest|teuerste[nrs]?|(?:le|la|les) plus chère?s?|más car[oa]s?"
_SOLD = (
    r"out of stock|sold out|not (?:in stock|available)|unavailable|ausverkauft|nicht (?:mehr )?(?:verfügbar|lieferbar|auf lager)"
    r"|en rupture(?: de stock)?|épuisée?s?|agotad[oa]s?"
)
_ASKS = re.compile(
    rf"[¿\s]*(?:what|which|welche[rs]?|was|quel(?:le)?s?|qué|cuál(?:es)?)\b(?P<before>.{{0,50}}?)\b"
    rf"(?:(?P<cheapest>{_CHEAPEST})|(?P<dearest>{_DEAREST})|(?P<sold>{_SOLD}))\b(?P<behind>.{{0,40}}?)[\s?.!]*",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\b(?:what|which|is|are|the|all|items?|products?|articles?|models?|ones?|options?|things?|ist|sind|artikel|produkte?|modelle?|est|sont|produits?"
    r"|modèles?|es|son|está\w*|productos?|artículos?|modelos?|of|in|on|currently|right now)\b|['’]s\b",
    re.IGNORECASE,
)
_PRICE = re.compile(r"\b(?:price|cost|fee|preis|kosten|prix|tarif|precio|coste)\b", re.IGNORECASE)
_STOCK = re.compile(
    r"\b(?:stock|available|availability|verfügbar\w*|lager\w*|bestand|lieferbar|disponib\w+|existencias)\b", re.IGNORECASE
)
_NONE = re.compile(r"no|none|0|nein|non|✗|×|n/a|" + _SOLD, re.IGNORECASE)
_AMOUNT = re.compile(r"[€£$]?\s?(?P<digits>\d(?:[\d., ]*\d)?)\s?(?:[€£$]|EUR|GBP|USD|CHF)?", re.IGNORECASE)
_DIVIDER = re.compile(r"[\s|:-]+")
_FEWEST_ROWS = 2
_FULL = 800
"""Characters of a passage from which a table at its end may go on in the next one."""


@dataclass(frozen=True, slots=True)
class _Row:
    marker: int
    names: Sequence[str]
    cells: Sequence[str]

    def quote(self, column: int) -> Quote:
        return Quote(self.marker, f"{self.cells[0]}: {self.cells[column]} ({self.names[column]})", rephrased=True)


def quote_stocked(question: str, evidence: Evidence) -> list[Quote]:
    """Return the rows of the one table that answers; empty if the question asks otherwise, or the table may go on elsewhere."""
    match = _ASKS.fullmatch(question.strip())
    if match is None:
        return []
    wanted = frozenset(terms(_ASKING.sub(" ", f"{match['before']} {match['behind']}"), evidence.language))
    tables = [
        (rows, column)
        for at, source in enumerate(evidence.sources)
        if source.chunk.source is Source.DOCUMENT
        for rows in [_of_kind(_table(at + 1, source), wanted, source, evidence.language)]
        if rows and (column := _column(rows[0].names, _STOCK if match["sold"] else _PRICE)) is not None
    ]
    if len(tables) != 1:
        return []
    [(rows, column)] = tables
    if match["sold"]:
        return [row.quote(column) for row in rows if _NONE.fullmatch(row.cells[column])]
    amounts = [_amount(row.cells[column]) for row in rows]
    known = [amount for amount in amounts if amount is not None]
    if len(known) < len(rows) or len(rows) < _FEWEST_ROWS:
        return []
    best = min(known) if match["cheapest"] else max(known)
    return [row.quote(column) for row, amount in zip(rows, amounts, strict=True) if amount == best]


def _table(marker: int, source: Passage) -> list[_Row]:
    """Return the rows of the only table of a passage that is certainly whole; none otherwise."""
    lines = source.chunk.text.strip().splitlines()
    places = [at for at, line in enumerate(lines) if has_cells(line)]
    if not places or places[-1] - places[0] + 1 != len(places):
        return []
    if places[-1] == len(lines) - 1 and len(source.chunk.text) >= _FULL:
        return []
    names, *rows = [cells_of(lines[at]) for at in places if not _DIVIDER.fullmatch(lines[at])]
    return [_Row(marker, names, cells) for cells in rows if len(cells) == len(names)]


def _of_kind(rows: Sequence[_Row], wanted: frozenset[str], source: Passage, language: str) -> list[_Row]:
    """Return the rows of the kind that is asked for; none if nothing around them is called so."""
    around = frozenset(terms(" ".join((source.document_name or "", source.chunk.text, *source.chunk.section)), language))
    if not wanted <= around:
        return []
    held = [wanted & frozenset(terms(" ".join(row.cells), language)) for row in rows]
    kinds = frozenset[str]().union(*held)
    return [row for row, own in zip(rows, held, strict=True) if own == kinds]


def _column(names: Sequence[str], called: re.Pattern[str]) -> int | None:
    found = [at for at, name in enumerate(names) if called.search(name)]
    return found[0] if len(found) == 1 and found[0] else None


def _amount(cell: str) -> float | None:
    """Return the amount in a cell, in either notation; `None` if it is anything else."""
    match = _AMOUNT.fullmatch(cell.strip())
    read = readings(match["digits"]) if match is not None else ()
    return read[0].value if read else None
