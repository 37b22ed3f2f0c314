"""Build the search query of a question: the texts to embed and the weighted keyword terms, including those of earlier turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from chat.domain import Question
from chat.index.base import Hits
from chat.retrieval.question import open_tasks
from chat.retrieval.question.measures import asked_of_statements
from chat.retrieval.question.phrasing import subject
from chat.retrieval.question.rewriting import leans
from chat.settings import RetrievalSettings
from chat.text import asking, compounded, keywords, sentences, stands_beside, without_light_verbs
from chat.text.languages import languages_of
from chat.text.related import related

_MOST_CHARACTERS = 20
"""Most characters per token: a text cut to this many per token still contains all the tokens wanted."""
_LAST_LATIN = 0x024F
"""The end of Unicode's Latin Extended-B block; Greek follows it."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question in the form in which it is searched."""

    turn: tuple[str, ...]
    """The texts of the question to embed, nearly always one. If there are several, the first is what is asked, and weighs as much
    as all others together."""
    earlier: tuple[str, ...]
    """The latest earlier user turns, oldest first, each cut to the length of one piece."""
    terms: dict[str, float]
    """Keyword search terms with their weights; the question's own terms have weight 1."""
    rewritten: str
    """The query in words, for display."""
    foreign: bool = False
    """Whether the question is in a language other than English."""
    related: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Related words of each term, with the fraction of the term each counts as, 0 to 1."""


def read(question: Question, settings: RetrievalSettings, count_tokens: Callable[[str], int]) -> Query:
    """Return the query of a question, with the latest turns before it unless the question was rewritten to be self-contained.

    Adding the latest user turns to the query at a lower weight achieves most of what a model's rewrite does.
    """
    sought = open_tasks.words_of_lists(question.meant) or without_light_verbs(subject(question.meant))
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
    """Return the question with only those earlier turns that may be about the same matter, and their rows of `embedded`.

    A self-contained question is thus not drawn towards earlier questions about something else. A question that depends on earlier
    turns keeps them all, as its own words do not say what it is about. `embedded` has the rows described in `vector`.
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
    """Return the earlier turns to include; none if the question was rewritten to be self-contained."""
    if question.rewritten is not None or not settings.history_turns:
        return []
    return [text for text in question.history[-settings.history_turns :] if text.strip()]


def counted(asked: Query, hits: Sequence[Hits]) -> list[float]:
    """Return the weight of each term in a collection, given its hits there.

    A term that only accompanies others (see `chat.text.keywords`) and matches nothing weighs 0, as it adds nothing to them.
    """
    return [
        weight if len(found.numbers) or found.near is not None or not stands_beside(term) else 0.0
        for (term, weight), found in zip(asked.terms.items(), hits, strict=bool(hits))
    ]


def _is_foreign(text: str) -> bool:
    letters = [letter for letter in text if letter.isalpha()]
    in_other_script = 2 * sum(ord(letter) > _LAST_LATIN for letter in letters) > len(letters)
    return in_other_script or bool(languages_of(text))


def vector(asked: Query, embedded: NDArray[np.float32], history_weight: float) -> NDArray[np.float32]:
    """Return the unit query vector, shape (dimensions,): this turn + `history_weight` x the mean of the latest turns and this
    one.

    `embedded` has one row for each text of `asked.turn`, then one for each of `asked.earlier`.
    """
    turn = _mean(embedded[: len(asked.turn)])
    if asked.earlier:
        turns = np.vstack([embedded[len(asked.turn) :], turn])
        turn = turn + history_weight * turns.mean(axis=0)
    length = float(np.linalg.norm(turn))
    return np.asarray(turn / length if length else turn, dtype=np.float32)


def _mean(pieces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the vector of a turn from the vectors of its pieces; the first weighs as much as all others together."""
    first: NDArray[np.float32] = pieces[0]
    return first if len(pieces) == 1 else (first + pieces[1:].mean(axis=0)) / 2


def _turn(text: str, count_tokens: Callable[[str], int], settings: RetrievalSettings) -> tuple[str, ...]:
    pieces = _pieces(text, count_tokens, settings.question_piece_tokens)
    if len(pieces) == 1:
        return tuple(pieces)
    what = _pieces(asking(text), count_tokens, settings.question_piece_tokens)[-1]
    return (what or pieces[-1], *_ends(pieces, settings.question_pieces))


def _ends(pieces: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the pieces at both ends, since what is asked is at the beginning or at the end."""
    return tuple(pieces) if len(pieces) <= most else (*pieces[: most // 2], *pieces[-(most // 2) :])


def _pieces(text: str, count_tokens: Callable[[str], int], most: int) -> list[str]:
    """Pack whole sentences into pieces of at most `most` tokens; at least one piece is returned."""
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
    """Halve the sentence until its parts fit: a pasted text without punctuation is a single sentence."""
    if count_tokens(sentence) <= most:
        return [sentence]
    middle = len(sentence) // 2
    return _parts(sentence[:middle], count_tokens, most) + _parts(sentence[middle:], count_tokens, most)
