"""Which pieces of a passage are quoted together: a run of them, a list, a paragraph, an answer of several sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.llm.quoting.passage.quotable import Piece
from chat.text import QUESTION_MARKS

_RUN = 300
"""Characters of a turn that are quoted together: what answers often stands beside the sentence that is most like the question."""
_WITH_BEFORE = 320
"""Characters up to which a sentence that begins with a pronoun takes the one before it along."""
_FEW_WORDS = 2
_TITLE = 40
"""Characters up to which a line that is no sentence, between an announcement and what it announces, is a title."""
_INSTRUCTS = re.compile(
    r"^(?:please )?(?:always|never|do not|don['’]t|wear|use|avoid|keep|store|wash|rinse|remove|press|check|call|ask|contact|turn"
    r"|open|close|put|take|add|switch|unplug|replace|clean|inform|report|bring|make sure|be sure|ensure|consult|seek|handle"
    r"|read)\b(?!:)",
    re.IGNORECASE,
)
"""The beginning of a sentence that says what to do about what the one before it tells."""
_GOES_ON = re.compile(r"^(?:after that|afterwards|thereafter|then|otherwise|in that case|from then on)\b", re.IGNORECASE)
"""What begins so says how the sentence before it goes on."""
_PRONOUN = re.compile(r"^(?:it|its|this|that|these|those|they|their|he|she|his|her|such|both)\b", re.IGNORECASE)


def answer(held: Sequence[Piece], at: int) -> str:
    """All that answers the question of the document that a piece answers, as far as it is short enough."""
    first = last = at
    while first and held[first - 1].asked == held[at].asked:
        first -= 1
    while last + 1 < len(held) and held[last + 1].asked == held[at].asked:
        last += 1
    said = " ".join(piece.text for piece in held[first : last + 1])
    return said if len(said) <= _RUN else held[at].text


def with_beside(held: Sequence[Piece], at: int, *, to_do: bool = False) -> str:
    """A sentence of a document; with the one behind it that it announces, that says how it goes on, or, where it is asked what is
    `to_do`, that instructs; or with the one before it when it begins with a pronoun that this one may explain."""
    piece, following = held[at], held[at + 1] if at + 1 < len(held) else None
    if following is not None and piece.announces and not piece.code and _is_announced(following):
        both = f"{piece.text} {following.text}"
        return piece.text if len(both) > _WITH_BEFORE else both
    if following is not None and following.quotable and following.item is None and piece.plain:
        instructs = to_do and _INSTRUCTS.match(following.text) and not _INSTRUCTS.match(piece.text)
        if instructs or _GOES_ON.match(following.text):
            both = f"{piece.text} {following.text}"
            return piece.text if len(both) > _WITH_BEFORE else both
    before = held[at - 1] if at else None
    if before is None or not _PRONOUN.match(piece.text) or not (before.quotable and before.plain) or before.announces:
        return piece.text
    both = f"{before.text} {piece.text}"
    return piece.text if before.item or before.cut or len(both) > _WITH_BEFORE else both


def _is_announced(piece: Piece) -> bool:
    """Whether it may be what a colon announces: a command, hours, a sentence; a title begins something else."""
    return piece.item is None and not (piece.told or piece.announces or piece.code or piece.text.startswith("#"))


def paragraph(held: Sequence[Piece], at: int) -> str | None:
    """All sentences that stand together with this one, where they are short enough to be quoted as one."""
    first = last = at
    while first and _is_sentence(held[first - 1]):
        first -= 1
    while last + 1 < len(held) and _is_sentence(held[last + 1]):
        last += 1
    said = " ".join(piece.text for piece in held[first : last + 1])
    return said if _is_sentence(held[at]) and len(said) <= _WITH_BEFORE else None


def _is_sentence(piece: Piece) -> bool:
    return piece.quotable and piece.plain and piece.item is None and not (piece.announces or piece.cut)


def listing(held: Sequence[Piece], at: int, rows: bool = False) -> tuple[int, int] | None:
    """The places `[first, last)` of the list that a piece announces, or is an item of, or a row of where `rows` are asked for."""
    announces = held[at].announces and not held[at].code  # else it announces that
    first = _behind_titles(held, at + 1) if announces else at
    if first >= len(held):
        return None
    one, last = held[first], first + 1
    if one.item is None and not (one.told and (announces or rows)):
        return None
    while first > 0 and _goes_on(held[first - 1], one) and not announces:
        first -= 1
    while last < len(held) and (held[last].item, held[last].told) == (one.item, one.told):
        last += 1
    return (first, last) if last - first > 1 else None


def _goes_on(before: Piece, one: Piece) -> bool:
    """Whether a piece is of the same list; names of columns are no row."""
    return before.item == one.item and (not one.told or (before.told and before.quotable))


def _behind_titles(held: Sequence[Piece], at: int) -> int:
    while at < len(held) and not (held[at].plain or held[at].told or held[at].item) and len(held[at].text) < _TITLE:
        at += 1
    return at


def beginning(held: Sequence[Piece]) -> str:
    """What a turn or passage begins with, as much as is short enough; without a first word by itself ("Great!"), a heading or a
    question in front, unless there is nothing else."""
    first = next((at for at, piece in enumerate(held) if _opens(piece)), 0)
    last = first
    while last + 1 < len(held) and _continues(held[last + 1]) and _length(held[first : last + 2]) <= _RUN:
        last += 1
    return " ".join(piece.text for piece in held[first : last + 1])


def _opens(piece: Piece) -> bool:
    return piece.quotable if piece.of_document else len(piece.text.split()) > 1 and not _asks(piece)


def _continues(piece: Piece) -> bool:
    return _runs_on(piece) if piece.of_document else not _asks(piece)


def _asks(piece: Piece) -> bool:
    return piece.text.endswith(QUESTION_MARKS)


def _length(held: Sequence[Piece]) -> int:
    return sum(len(piece.text) for piece in held)


def run(held: Sequence[Piece], at: int) -> str:
    """The piece with those before and behind it that may be quoted, as many as are short enough together, and what of a turn
    stands between them in a word or two ("No. Please.")."""
    first = last = at
    while True:
        for beyond in (_next(held, last, 1), _next(held, first, -1)):
            if beyond is None:
                continue
            wider = min(first, beyond), max(last, beyond)
            if _length(held[wider[0] : wider[1] + 1]) <= _RUN:
                first, last = wider
                break
        else:
            return " ".join(piece.text for piece in held[first : last + 1])


def _next(held: Sequence[Piece], at: int, step: int) -> int | None:
    """Where the next piece that may be quoted stands on one side, over what is said in a word or two."""
    at += step
    while 0 <= at < len(held) and not _runs_on(held[at]) and _is_short(held[at]):
        at += step
    return at if 0 <= at < len(held) and _runs_on(held[at]) else None


def _is_short(piece: Piece) -> bool:
    return not (piece.of_document or piece.announces or _asks(piece)) and len(piece.text.split()) <= _FEW_WORDS


def _runs_on(piece: Piece) -> bool:
    return piece.quotable or piece.goes_along
