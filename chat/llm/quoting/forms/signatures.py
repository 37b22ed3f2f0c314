"""Answer questions about a documented function or class: what it does, which options it has, how it is called, and what an
option's default is.

The answer is its signature, as `write_table(records, path, *, atomic=False)`, or the text below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.code import defines
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.presentation.wording import Quote

_MOST_SAID = 300
"""Most characters of sentences quoted together."""
_KEYWORD = r"(?:async|export|public|private|static|def|class|function|func|fn|method|struct|interface)"
_DOTTED = r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[\w$]+)*"
_SIGNATURE = re.compile(
    rf"(?:#{{1,6}} )?`?(?P<call>(?:{_KEYWORD} )*(?P<name>{_DOTTED})\((?P<arguments>[^()]*(?:\([^()]*\)[^()]*)*)\))"
    r"(?: ?-> ?[\w\[\], .|]+)?`?:?(?=$| [A-Z])"
)
"""A signature by itself or before a sentence; usually a heading."""
_NAMED = rf"`?(?P<name>{_DOTTED})(?:\(\))?`?"
_OF_KIND = r"(?:function|method|class|constructor|command|macro|type)"
_THE = rf"(?:(?:the|an?) )?(?:{_OF_KIND} )?"
_OPTIONS = r"(?:options?|parameters?|params|arguments?|args|keywords?|keyword arguments|flags|settings|inputs)"
_PARAMETER = r"`?(?P<parameter>[A-Za-z_]\w*)`?"
_ASKS: dict[str, tuple[str, ...]] = {
    "signature": (
        rf"(?:what(?: is|['’]s)|show(?: me)?) the signature of {_THE}{_NAMED}",
        rf"how (?:is|do (?:i|you|we) (?:call|invoke)) {_THE}{_NAMED}(?: (?:called|defined|declared))?",
    ),
    "options": (
        rf"(?:what|which)(?: are| is)?(?: all)?(?: the)? {_OPTIONS} (?:of|for|to|(?:are there|exist) for) {_THE}{_NAMED}",
        rf"(?:what|which) {_OPTIONS} (?:does|do|can|may|has|have) {_THE}{_NAMED}"
        r"(?: (?:take|takes|have|accept|accepts|support|supports|understand|get))?",
        rf"(?:what|which) {_OPTIONS} can (?:i|you|we) (?:pass to|give|give to|use (?:with|in|for)) {_THE}{_NAMED}",
        rf"welche (?:optionen|parameter|argumente) hat {_NAMED}",
        rf"quel(?:le)?s (?:options|paramètres|arguments) a {_NAMED}",
        rf"qué (?:opciones|parámetros|argumentos) tiene {_NAMED}",
    ),
    "default": (
        rf"what(?: is|['’]s) the default(?: value)? (?:of|for) (?:the )?(?:{_OPTIONS} )?{_PARAMETER}(?: {_OPTIONS})?"
        rf"(?: (?:of|in|for) {_THE}{_NAMED})?",
        rf"what(?: is|['’]s) the default {_PARAMETER}(?: (?:of|in|for) {_THE}{_NAMED})?",
    ),
    "use": (
        rf"what (?:does|do) {_THE}{_NAMED}(?: {_OF_KIND})? do",
        rf"what(?: is| are|['’]s) {_THE}{_NAMED}(?: {_OF_KIND})?(?: (?:for|good for|used for))?",
        rf"(?:explain|describe) {_THE}{_NAMED}",
        rf"(?:was macht|was ist|wofür ist|wozu dient) (?:die |der |das |ein |eine )?{_NAMED}(?: gut| da)?",
        rf"(?:que fait|à quoi sert|qu['’]est-ce que) {_NAMED}",
        rf"(?:qué hace|qué es|para qué sirve) {_NAMED}",
    ),
}
_ASKED = [
    (kind, re.compile(rf"[¿\s]*{pattern}[\s?.!]*", re.IGNORECASE)) for kind, patterns in _ASKS.items() for pattern in patterns
]


@dataclass(frozen=True, slots=True)
class _Definition:
    """A signature in one source, with the text below it."""

    name: str
    call: str
    source: int
    head: int | None
    """Index of the piece that holds the signature; `None` if it is the heading above the passage."""
    below: tuple[int, ...]
    """Indexes of the pieces below it, including the signature's own if a sentence follows it there."""


def quote_signature(question: str, evidence: Evidence) -> list[Quote]:
    """Return quotes that answer such a question; empty if it is of another form, or no source defines what it names."""
    pieces, sources = evidence.pieces, evidence.sources
    kind, name, parameter = next(
        (
            (kind, match.groupdict().get("name") or "", match.groupdict().get("parameter") or "")
            for kind, pattern in _ASKED
            if (match := pattern.fullmatch(question.strip())) is not None
        ),
        ("", "", ""),
    )
    if not kind:
        return []
    definitions = [each for at, source in enumerate(sources) for each in _definitions(at, pieces[at], source)]
    asked_for = [each for each in definitions if name and _is_called(each.name, name)]
    if kind == "default":
        return _quote_default(parameter, asked_for or ([] if name else definitions), pieces)
    best = next((each for each in asked_for if each.head is not None), None) or next(iter(asked_for), None)
    if best is None:
        return []
    if kind == "options":
        return _quote_options([each for each in asked_for if each.call == best.call], pieces) or [_quote_call(best)]
    return _quote_use(best, pieces) if kind == "use" else [_quote_call(best)]


def signature_with_text(pieces: Sequence[Piece], at: int) -> str | None:
    """Return the signature that this piece is, with the sentences below it; `None` if it is not a signature."""
    match = _SIGNATURE.match(pieces[at].text)
    if match is None or pieces[at].text[match.end() :].strip("`: "):
        return None
    return f"{pieces[at].text} {_sentences(pieces, _below(pieces, at + 1))}".strip()


def _is_called(name: str, wanted_name: str) -> bool:
    own, wanted = name.casefold(), wanted_name.casefold()
    return own == wanted or any(own.endswith(f"{mark}{wanted}") for mark in (".", "::", "->", "#"))


def _definitions(at: int, pieces: Sequence[Piece], source: Passage) -> Iterator[_Definition]:
    """Yield the signatures of a source in order."""
    if source.chunk.source is not Source.DOCUMENT:
        return
    heads = {
        place: match
        for place, piece in enumerate(pieces)
        if not defines(piece.text) and (match := _SIGNATURE.match(piece.text)) is not None
    }
    above = _SIGNATURE.match(source.chunk.section[-1]) if source.chunk.section else None
    if above is not None and all(match["name"] != above["name"] for match in heads.values()):
        yield _Definition(above["name"], above["call"], at, None, tuple(_below(pieces, 0)))
    for place, match in heads.items():
        begins = [place] if pieces[place].text[match.end() :].strip("`: ") else []
        yield _Definition(match["name"], match["call"], at, place, (*begins, *_below(pieces, place + 1)))


def _below(pieces: Sequence[Piece], start: int) -> Iterator[int]:
    """Yield the indexes of the pieces up to the next signature or title."""
    for place in range(start, len(pieces)):
        piece = pieces[place]
        if _SIGNATURE.match(piece.text) or not (
            piece.quotable or piece.rephrased or piece.announces or piece.text.endswith((".", "!"))
        ):
            return
        yield place


def _quote_call(definition: _Definition) -> Quote:
    return Quote(definition.source + 1, definition.call)


def _quote_use(definition: _Definition, pieces: Sequence[Sequence[Piece]]) -> list[Quote]:
    """Quote the sentences right below a signature."""
    text = _sentences(pieces[definition.source], definition.below)
    return [Quote(definition.source + 1, text)] if text else []


def _sentences(pieces: Sequence[Piece], places: Iterable[int]) -> str:
    """Join as many sentences as are short enough together, up to a list or a table."""
    text = ""
    for piece in (pieces[place] for place in places):
        if piece.rephrased or piece.item or piece.announces or len(text) + len(piece.text) > _MOST_SAID:
            break
        text = f"{text} {piece.text}".strip()
    return text


def _quote_options(definitions: Sequence[_Definition], pieces: Sequence[Sequence[Piece]]) -> list[Quote]:
    """Quote the rows or items below a signature, from each passage that continues it."""
    quotes, known = list[Quote](), set[str]()
    for one in definitions:
        below = [pieces[one.source][place] for place in one.below]
        listed = [piece for piece in below if piece.quotable and (piece.rephrased or piece.item) and piece.text not in known]
        known.update(piece.text for piece in listed)
        if listed:
            quotes.append(
                Quote(one.source + 1, "", items=tuple(piece.text for piece in listed), items_rephrased=listed[0].rephrased)
            )
    return quotes


def _quote_default(parameter: str, among: Sequence[_Definition], pieces: Sequence[Sequence[Piece]]) -> list[Quote]:
    """Quote the signature that sets an option, or the row of the option that gives more than its meaning; nothing if several
    differ."""
    sets = re.compile(rf"(?<!\w){re.escape(parameter)}(?:: [^,=]+)? ?=", re.IGNORECASE)
    setting = [one for one in among if sets.search(one.call)]
    if setting:
        return [_quote_call(setting[0])] if len({one.call for one in setting}) == 1 else []
    own = re.compile(rf"\W*{re.escape(parameter)}\W*: .+; .+", re.IGNORECASE)
    rows = [(one, pieces[one.source][place]) for one in among for place in one.below]
    found = {piece.text: one for one, piece in rows if piece.rephrased and piece.quotable and own.fullmatch(piece.text)}
    return [Quote(one.source + 1, text, rephrased=True) for text, one in found.items()] if len(found) == 1 else []
