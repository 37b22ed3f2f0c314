"""Identifiers that a question names (an order's number, a ticket, a part number): only what has exactly the same one answers.

To embeddings and to a speller, order 48213 is nearly order 48231.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from chat.domain import Passage, Source
from chat.llm.quoting.passage.headings import is_heading
from chat.llm.quoting.passage.piece import Piece
from chat.text.codes import code_alone, has_code, has_code_like, has_enough_digits, is_years

_KINDS = (
    r"orders?|invoices?|tickets?|cases?|incidents?|parts?|items?|articles?|products?|bookings?|reservations?|accounts?|customers?|clients?"
    r"|contracts?|polic(?:y|ies)|claims?|shipments?|parcels?|packages?|deliver(?:y|ies)|transactions?|payments?|receipts?|patients?"
    r"|students?|employees?|members?|files?|requests?|projects?|batch(?:es)?|lots?|serials?|codes?|ids?|pins?|references?|refs?|flights?"
    r"|trains?|rooms?|lockers?|licen[cs]es?|permits?|applications?|issues?|bugs?|errors?|issue|job|po|sku|iban"
    r"|numbers?|\w*nummern?|bestellung(?:en)?|auftrags?|aufträge|rechnung(?:en)?|vorgangs?|artikels?|teil(?:e|s)?|kunden?|vertrags?|verträge|buchung(?:en)?"
    r"|lieferung(?:en)?|pakets?|fall|fälle|akte|zimmer|konto|raum"
    r"|commandes?|factures?|dossiers?|articles?|pièces?|clients?|contrats?|réservations?|colis|compte"
    r"|pedidos?|facturas?|casos?|artículos?|piezas?|clientes?|contratos?|reservas?|cuenta"
)
_NUMBER = r"(?P<numbered>(?:[\s-]*(?:numbers?|no\.?|nr\.?|num\.?|nummer|numéro|número|n[°º]|ids?|codes?))?[\s:#]*)"
_CODE = r"[A-Za-z]{0,6}[-/]?\d[\w]*(?:[-/][A-Za-z0-9]+)*"
_BEHIND_A_KIND = re.compile(rf"\b(?:{_KINDS}){_NUMBER}(?<![\w])(?P<code>{_CODE})(?![\w,]*[,.]\d)", re.IGNORECASE)
"""Such as "order 48231" and "part number 7731-B"."""
_BY_ITSELF = re.compile(
    r"(?<![\w.,/-])(?:#\d{3,}|[A-Z]{2,10}-\d{3,}(?:-[A-Z0-9]+)*|\d{3,}-[A-Z]{1,4}\d*|[A-Z]{1,4}\d{1,4}-\d{2,}[\w-]*|[A-Z]{2,4}\d{4,}[A-Z]?)(?![\w-])"
)
"""Such as "INC-4417" and "7731-B"."""
_PERIOD = re.compile(r"(?:FY|CY|AY|GJ|WJ)-?(?:19|20)\d\d[A-Z]?")
"""Such as "FY2023", a business or academic year, which a report writes in many ways."""
_OF_A_YEAR = re.compile(r"(?<![\w.,/-])(?P<of>\d{4,})-(?P<number>\d{3,})(?![\w-]|[.,]\d)")
"""Such as "2024-117"; a range ascends."""
_MARKED = re.compile(r"^(#{1,6})\s")
_UNMARKED = 7
"""Level of headings that show none."""


def identifiers(question: str) -> tuple[str, ...]:
    """Return the identifiers that a question names."""
    if alone := code_alone(question):
        return (alone,)
    behind = (match["code"] for match in _BEHIND_A_KIND.finditer(question) if _is_identifier(match))
    of_year = (match.group() for match in _OF_A_YEAR.finditer(question) if int(match["number"]) < int(match["of"]))
    by_itself = (code.lstrip("#") for code in _BY_ITSELF.findall(question) if not _PERIOD.fullmatch(code))
    return tuple(dict.fromkeys(chain(behind, of_year, by_itself)))


def _is_identifier(match: re.Match[str]) -> bool:
    """Return whether what stands behind a kind of thing identifies one: "order 48231", not "projects 2019"."""
    is_year = is_years(match["code"]) and not match["numbered"].strip()
    return has_enough_digits(match["code"]) and not is_year


def without_other_identifiers(pieces: Sequence[Piece], source: Passage, wanted: Sequence[str]) -> Sequence[Piece]:
    """Return the pieces of a source that may tell of one of the `wanted` identifiers: none if the source has none of them, and
    none that are about another of the same form, by themselves, by the heading above them or by the sentences before them in a
    message."""
    if not wanted:
        return pieces
    chunk = source.chunk
    if not _has(" ".join((source.document_name or "", *chunk.section, chunk.indexed, chunk.text)), wanted):
        return ()
    if chunk.source is Source.DOCUMENT:
        return _of_sections(pieces, source, wanted)
    kept, of_another, paragraph = list[Piece](), False, -1
    for piece in pieces:
        of_another = _is_of_another(piece.text, wanted, of_another and piece.paragraph == paragraph)
        paragraph = piece.paragraph
        if not of_another:
            kept.append(piece)
    return kept


def _of_sections(pieces: Sequence[Piece], source: Passage, wanted: Sequence[str]) -> list[Piece]:
    """Return the pieces of a document that are not about another identifier, with all headings that show their level."""
    section = False
    for title in source.chunk.section:
        section = _is_of_another(title, wanted, section)
    kept, above = list[Piece](), [(0, section)]
    for piece in pieces:
        marked = _MARKED.match(piece.text)
        if marked is not None:
            above = [each for each in above if each[0] < len(marked[1])] or [(0, False)]
        _, before = above[-1]
        of_another = _is_of_another(piece.text, wanted, before)
        if is_heading(piece):
            above.append((len(marked[1]) if marked else _UNMARKED, of_another))
        if marked is not None or not of_another:
            kept.append(piece)
    return kept


def _is_of_another(text: str, wanted: Sequence[str], before: bool) -> bool:
    """Return whether a text is about another identifier; one without any is about the same as what stands `before` it."""
    return not _has(text, wanted) and (before or _has_another(text, wanted))


def without_identifiers(text: str) -> str:
    """Return a text without identifiers, whose digits are no telephone number."""
    return _BY_ITSELF.sub(" ", _BEHIND_A_KIND.sub(" ", text))


def _has(text: str, wanted: Sequence[str]) -> bool:
    return any(has_code(text, each) for each in wanted)


def _has_another(text: str, wanted: Sequence[str]) -> bool:
    return any(has_code_like(text, each) for each in wanted)
