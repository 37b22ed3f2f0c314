"""Decide which pieces of a passage are quoted together: a run, a list, a paragraph, an answer of several sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.llm.quoting.passage.piece import Piece
from chat.text import QUESTION_MARKS

_RUN = 300
"""Most characters of a turn quoted together: the answer is often next to the sentence that is most similar to the question."""
_WITH_BEFORE = 320
"""Most characters of two sentences quoted together, such as one that begins with a pronoun and its predecessor."""
_FEW_WORDS = 2
_TITLE = 40
"""Most characters of a title between an announcement and what it announces."""
_INSTRUCTS = re.compile(
    r"^(?:please )?(?:always|never|do not|don['’]t|wear|use|avoid|keep|store|wash|rinse|remove|press|check|call|ask|contact|turn"
    r"|open|close|put|take|add|switch|unplug|replace|clean|inform|report|bring|make sure|be sure|ensure|consult|seek|handle"
    r"|read)\b(?!:)",
    re.IGNORECASE,
)
"""The beginning of a sentence that says what to do about the situation in the sentence before it."""
_GOES_ON = re.compile(r"^(?:after that|afterwards|thereafter|then|otherwise|in that case|from then on)\b", re.IGNORECASE)
"""The beginning of a sentence that continues the one before it."""
_LEFT_OUT = re.compile(
    r"\b(?:(?:is|are|was|were|do|does|did|can|may|must|should|will|has|have)\s+not|(?:is|are|was|were|do|does|did|wo|ca|has|have)n['’]t"
    r"|(?:ist|sind|war|waren|darf|dürfen|kann|können|wird|werden|hat|haben)\s+(?:es\s+)?nicht)\W*$",
    re.IGNORECASE,
)
"""The end of a sentence that leaves out what the one before it says: "The lid is not."."""
_PRONOUN = re.compile(r"^(?:it|its|this|that|these|those|they|their|he|she|his|her|such|both)\b", re.IGNORECASE)
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_COUNT = re.compile(r"^\d{1,2}[.)]\s+")
"""The number of a step."""


def whole_answer(pieces: Sequence[Piece], at: int) -> str:
    """Return everything that answers the same question of the document as this piece, or only the piece if that is too long."""
    first = last = at
    while first and pieces[first - 1].question == pieces[at].question:
        first -= 1
    while last + 1 < len(pieces) and pieces[last + 1].question == pieces[at].question:
        last += 1
    text = " ".join(piece.text for piece in pieces[first : last + 1])
    return text if len(text) <= _RUN else pieces[at].text


def with_neighbour(pieces: Sequence[Piece], at: int, *, to_do: bool = False) -> str:
    """Return a document's sentence with a neighbour that belongs to it.

    That is the next sentence if this one announces it, if it continues this one or says that something else is not so, or if it
    gives an instruction and the question asks what is `to_do`; or the previous sentence if this one begins with a pronoun or
    leaves out what that one says.
    """
    piece, following = pieces[at], pieces[at + 1] if at + 1 < len(pieces) else None
    if following is not None and piece.announces and not piece.code and _is_announced(following):
        both = f"{piece.text} {following.text}"
        return piece.text if len(both) > _WITH_BEFORE else both
    if following is not None and following.quotable and following.item is None and piece.is_sentence and not following.comment:
        instructs = to_do and _INSTRUCTS.match(following.text) and not _INSTRUCTS.match(piece.text)
        if instructs or _GOES_ON.match(following.text) or _LEFT_OUT.search(following.text):
            both = f"{piece.text} {following.text}"
            return piece.text if len(both) > _WITH_BEFORE else both
    before = pieces[at - 1] if at else None
    leans = _PRONOUN.match(piece.text) or _LEFT_OUT.search(piece.text)
    if before is None or not leans or not (before.quotable and before.is_sentence) or before.announces:
        return piece.text
    both = f"{before.text} {piece.text}"
    return piece.text if before.item or before.cut or len(both) > _WITH_BEFORE else both


def _is_announced(piece: Piece) -> bool:
    """Return whether a piece may be what a colon announces: a command, opening hours, a sentence; a heading begins something
    else."""
    return piece.item is None and not (piece.rephrased or piece.announces or piece.code or piece.text.startswith("#"))


def whole_paragraph(pieces: Sequence[Piece], at: int) -> str | None:
    """Return the run of sentences around this one if it is short enough to be quoted as one, else `None`."""
    first = last = at
    while first and _is_sentence(pieces[first - 1]):
        first -= 1
    while last + 1 < len(pieces) and _is_sentence(pieces[last + 1]):
        last += 1
    text = " ".join(piece.text for piece in pieces[first : last + 1])
    return text if _is_sentence(pieces[at]) and len(text) <= _WITH_BEFORE else None


def _is_sentence(piece: Piece) -> bool:
    return piece.quotable and piece.is_sentence and piece.item is None and not (piece.announces or piece.cut or piece.comment)


def list_range(pieces: Sequence[Piece], at: int, rows: bool = False) -> tuple[int, int] | None:
    """Return the range `[first, last)` of the list that a piece announces or is an item of, or, with `rows`, of the table rows it
    belongs to."""
    announces = pieces[at].announces and not pieces[at].code  # with code, the code is what it announces
    first = _behind_titles(pieces, at + 1) if announces else at
    if first >= len(pieces):
        return None
    first_item, last = pieces[first], first + 1
    if first_item.item is None and not (first_item.rephrased and (announces or rows)):
        return None
    while first > 0 and _goes_on(pieces[first - 1], first_item) and not announces:
        first -= 1
    while last < len(pieces) and (pieces[last].item, pieces[last].rephrased) == (first_item.item, first_item.rephrased):
        last += 1
    return (first, last) if last - first > 1 else None


def list_of_turn(pieces: Sequence[Piece], at: int) -> tuple[str, list[str], bool] | None:
    """Return the list of a turn that a piece is an item of, or right above: the title or announcement above it, if there is, its
    items, each with the sentences between it and the next one, and whether they are steps; `None` without a list."""
    at = next((place for place in (at, at + 1, at - 1) if _may_be_of(pieces, at, place)), at)
    if (kind := pieces[at].item) is None:
        return None
    first, last = at - _reach(pieces[at::-1], kind), at + _reach(pieces[at:], kind) + 1
    items = list[str]()
    for piece in pieces[first:last]:
        text = _BOLD.sub(r"\1", piece.text)
        if piece.item == kind:
            items.append(_COUNT.sub("", text))
        else:
            items[-1] = f"{items[-1]} {text}"
    title = _BOLD.sub(r"\1", pieces[first - 1].text) if first and _heads(pieces[first - 1]) else ""
    return (title, items, kind == "step") if len(items) > 1 else None


def _heads(piece: Piece) -> bool:
    return piece.announces or _BOLD.fullmatch(piece.text) is not None


def _may_be_of(pieces: Sequence[Piece], at: int, place: int) -> bool:
    """Return whether a piece is the item at `place`, its title, or a sentence between it and the next item."""
    if not 0 <= place < len(pieces) or pieces[place].item is None:
        return False
    kind = pieces[place].item
    between = kind is not None and place < at < place + _reach(pieces[place:], kind)
    return place == at or (place > at and _heads(pieces[at])) or between


def _reach(pieces: Sequence[Piece], kind: str) -> int:
    """Return how far the list goes on from the first piece: the index of its last item in this direction."""
    last = 0
    for at, piece in enumerate(pieces):
        if piece.item == kind:
            last = at
        elif not _continues_item(piece, kind):
            break
    return last


def _continues_item(piece: Piece, kind: str) -> bool:
    """Return whether a piece between two items may belong to the first: a sentence, or a bullet below a step."""
    if piece.item is not None:
        return kind == "step"
    return not (_heads(piece) or piece.text.startswith("#"))


def _goes_on(before: Piece, item: Piece) -> bool:
    """Return whether a piece belongs to the same list; a row of column names does not."""
    return before.item == item.item and (not item.rephrased or (before.rephrased and before.quotable))


def _behind_titles(pieces: Sequence[Piece], at: int) -> int:
    while (
        at < len(pieces)
        and not (pieces[at].is_sentence or pieces[at].rephrased or pieces[at].item)
        and len(pieces[at].text) < _TITLE
    ):
        at += 1
    return at


def beginning(pieces: Sequence[Piece]) -> str:
    """Return the beginning of a turn or passage, as much as is short enough, skipping an initial interjection ("Great!"), heading
    or question unless there is nothing else."""
    first = next((at for at, piece in enumerate(pieces) if _opens(piece)), 0)
    last = first
    while last + 1 < len(pieces) and _continues(pieces[last + 1]) and _length(pieces[first : last + 2]) <= _RUN:
        last += 1
    return " ".join(piece.text for piece in pieces[first : last + 1])


def _opens(piece: Piece) -> bool:
    return piece.quotable if piece.of_document else len(piece.text.split()) > 1 and not _asks(piece)


def _continues(piece: Piece) -> bool:
    return _runs_on(piece) if piece.of_document else not _asks(piece)


def _asks(piece: Piece) -> bool:
    return piece.text.endswith(QUESTION_MARKS)


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(piece.text) for piece in pieces)


def with_context(pieces: Sequence[Piece], at: int) -> str:
    """Return a piece with as many quotable neighbours of its paragraph as fit, including very short remarks of a turn between
    them ("No. Please.")."""
    first = last = at
    while True:
        for beyond in (_next(pieces, last, 1), _next(pieces, first, -1)):
            if beyond is None:
                continue
            wider = min(first, beyond), max(last, beyond)
            if _length(pieces[wider[0] : wider[1] + 1]) <= _RUN:
                first, last = wider
                break
        else:
            return " ".join(piece.text for piece in pieces[first : last + 1])


def _next(pieces: Sequence[Piece], at: int, step: int) -> int | None:
    """Return the index of the next quotable piece of the same paragraph in one direction, skipping very short remarks."""
    paragraph = pieces[at].paragraph
    at += step
    while 0 <= at < len(pieces) and not _runs_on(pieces[at]) and _is_short(pieces[at]):
        at += step
    return at if 0 <= at < len(pieces) and _runs_on(pieces[at]) and pieces[at].paragraph == paragraph else None


def _is_short(piece: Piece) -> bool:
    return not (piece.of_document or piece.announces or _asks(piece)) and len(piece.text.split()) <= _FEW_WORDS


def _runs_on(piece: Piece) -> bool:
    return piece.quotable or piece.goes_along
