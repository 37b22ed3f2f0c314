"""What is searched for a question: the texts to embed and the weighted terms to match, those of earlier turns included."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from chat.domain import Question
from chat.index.base import Hits
from chat.retrieval.question import unfinished
from chat.retrieval.question.measures import asked_of_statements
from chat.retrieval.question.phrasing import subject
from chat.retrieval.question.rewriting import leans
from chat.settings import RetrievalSettings
from chat.text import asking, compounded, keywords, sentences, stands_beside, without_light_verbs
from chat.text.languages import languages_of
from chat.text.related import related

_MOST_CHARACTERS = 20
"""Most characters per token: a text cut to so many still has all the tokens that are wanted."""
_LAST_LATIN = 0x024F
"""The end of Unicode's Latin Extended-B; Greek begins behind it."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it is searched."""

    turn: tuple[str, ...]
    """The texts of the question to be embedded; nearly always one. Of several, the first is what is asked, and weighs as much as
    all others."""
    earlier: tuple[str, ...]
    """The latest earlier user turns, oldest first, each cut to the length of one piece."""
    terms: dict[str, float]
    """Terms with their weights in keyword search; 1 for the question's own."""
    rewritten: str
    """The query in words, to be shown."""
    foreign: bool = False
    """Whether the question is in another language than English."""
    related: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By term, related words and how much of the term each counts as, 0 to 1."""


def read(question: Question, settings: RetrievalSettings, count_tokens: Callable[[str], int]) -> Query:
    """The query of a question and, unless the question was rewritten to stand by itself, of the latest turns before it.

    Adding the latest user turns to the query, at a lower weight, achieves most of what a model's rewrite does.
    """
    sought = unfinished.words_of_lists(question.meant) or without_light_verbs(subject(question.meant))
    turn = _turn(sought, count_tokens, settings)
    first = settings.question_piece_tokens * _MOST_CHARACTERS
    latest = _latest(question, settings)
    earlier = tuple(_pieces(text[:first], count_tokens, settings.question_piece_tokens)[0] for text in latest)
    named = earlier[-settings.history_keyword_turns :] if settings.history_keyword_turns else ()
    weighted = dict.fromkeys(term for text in named for term in keywords(text))
    own = dict.fromkeys(term for piece in turn for term in keywords(piece))
    weights = {**dict.fromkeys(own, 1.0), **{term: settings.history_keyword_weight for term in weighted if term not in own}}
    rewritten = " … ".join(turn) + (f" (said before: {' / '.join(earlier)})" if earlier else "")
    searched = {**dict(list(weights.items())[: settings.question_terms]), **asked_of_statements(question.meant, settings)}
    within = {term: near for piece in turn for term, near in compounded(piece).items()} if settings.related_weight else {}
    near = {
        term: {word: settings.related_weight * likeness for word, likeness in words.items()}
        for term in (searched if settings.related_weight else ())
        if (words := {**related(term), **within.get(term, {})})
    }
    return Query(turn, earlier, searched, rewritten, _is_foreign(question.meant), near)


def of_the_matter(
    question: Question, asked: Query, embedded: NDArray[np.float32], settings: RetrievalSettings
) -> tuple[Question, NDArray[np.float32]]:
    """The question with only those earlier turns that may be about the same, and their rows of `embedded` (as in `vector`).

    So a question that stands by itself is not drawn towards what was asked before about something else. One that leans on
    earlier turns keeps them all, as its words don't say what it is about.
    """
    if not asked.earlier or leans(question.text):
        return question, embedded
    pieces = len(asked.turn)
    alike = embedded[pieces:] @ _mean(embedded[:pieces]) >= settings.history_likeness
    if alike.all():
        return question, embedded
    kept = tuple(text for text, like in zip(_latest(question, settings), alike, strict=True) if like)
    return replace(question, history=kept), np.vstack([embedded[:pieces], embedded[pieces:][alike]])


def _latest(question: Question, settings: RetrievalSettings) -> list[str]:
    """The earlier turns that count; none where the question was rewritten to stand by itself."""
    if question.rewritten is not None or not settings.history_turns:
        return []
    return [text for text in question.history[-settings.history_turns :] if text.strip()]


def counted(asked: Query, hits: Sequence[Hits]) -> list[float]:
    """The weight of each term in a collection, by its hits there: 0 for a term that only stands beside others (see
    `chat.text.keywords`) and matches nothing, since it asks for nothing that they don't."""
    return [
        weight if len(found.numbers) or found.near is not None or not stands_beside(term) else 0.0
        for (term, weight), found in zip(asked.terms.items(), hits, strict=bool(hits))
    ]


def _is_foreign(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    in_other_script = 2 * sum(ord(letter) > _LAST_LATIN for letter in letters) > len(letters)
    return in_other_script or bool(languages_of(text))


def vector(asked: Query, embedded: NDArray[np.float32], history_weight: float) -> NDArray[np.float32]:
    """The unit query vector, shape (dimensions,): this turn + `history_weight` x the mean of the latest turns, this one included.

    `embedded` has one row for each text of `asked.turn`, then one for each of `asked.earlier`.
    """
    turn = _mean(embedded[: len(asked.turn)])
    if asked.earlier:
        turns = np.vstack([embedded[len(asked.turn) :], turn])
        turn = turn + history_weight * turns.mean(axis=0)
    length = float(np.linalg.norm(turn))
    return np.asarray(turn / length if length else turn, dtype=np.float32)


def _mean(pieces: NDArray[np.float32]) -> NDArray[np.float32]:
    """The vector of a turn from its pieces', the first of which weighs as much as all others."""
    first: NDArray[np.float32] = pieces[0]
    return first if len(pieces) == 1 else (first + pieces[1:].mean(axis=0)) / 2


def _turn(text: str, count_tokens: Callable[[str], int], settings: RetrievalSettings) -> tuple[str, ...]:
    pieces = _pieces(text, count_tokens, settings.question_piece_tokens)
    if len(pieces) == 1:
        return tuple(pieces)
    what = _pieces(asking(text), count_tokens, settings.question_piece_tokens)[-1]
    return (what or pieces[-1], *_ends(pieces, settings.question_pieces))


def _ends(pieces: Sequence[str], most: int) -> tuple[str, ...]:
    """What is asked stands at the beginning or at the end."""
    return tuple(pieces) if len(pieces) <= most else (*pieces[: most // 2], *pieces[-(most // 2) :])


def _pieces(text: str, count_tokens: Callable[[str], int], most: int) -> list[str]:
    """Whole sentences packed into pieces of at most `most` tokens; at least one piece."""
    if count_tokens(text) <= most:
        return [text]
    pieces, room = [""], most
    for part in (part for span in sentences(text) for part in _parts(text[span.start : span.end], count_tokens, most)):
        tokens = count_tokens(part)
        if tokens > room:
            pieces.append("")
            room = most
        pieces[-1] += part
        room -= tokens
    return [piece for piece in pieces if piece.strip()] or [""]


def _parts(sentence: str, count_tokens: Callable[[str], int], most: int) -> list[str]:
    """The sentence, halved until its parts fit: a pasted endless line is one sentence."""
    if count_tokens(sentence) <= most:
        return [sentence]
    middle = len(sentence) // 2
    return _parts(sentence[:middle], count_tokens, most) + _parts(sentence[middle:], count_tokens, most)
