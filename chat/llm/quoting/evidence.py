"""What an answer is quoted from: the sources of a question, with the pieces of each that may be quoted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from chat.dialogue.preamble import states_nothing
from chat.dialogue.telling import asks_for_questions, only_requests
from chat.dialogue.whose_words import whose_words
from chat.domain import Passage, Role, Source
from chat.llm.base import QuoteRequest
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.passage.rows import columns_at_end
from chat.llm.quoting.question.identifiers import identifiers, without_other_identifiers
from chat.llm.quoting.question.subject import subject_of
from chat.text import terms

MOST_SOURCES = 12
"""Number of best sources whose sentences are considered."""
_MOST_DOCUMENTS = 6
"""Number of best sources among which documents are considered; fewer, because documents are longer."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The sources of an answer, best first, with what may be quoted of each."""

    pieces: Sequence[Sequence[Piece]]
    """By source: its pieces; none of one that is not to be quoted."""
    sources: Sequence[Passage]
    language: str
    """Of the question."""
    preceding: Sequence[int | None] = ()
    """By source: the index of the one that precedes it in its document, if found."""
    turns: int = 0
    """Number of turns found that state something, beyond the best sources as well."""
    timely: frozenset[str] = frozenset()
    """Ids of the chunks of turns that are of the time asked for."""


def gather_evidence(
    request: QuoteRequest, text: str, language: str, named: Collection[str] = (), already_quoted: int | None = None
) -> Evidence:
    """Return what may be quoted for a question's `text`: of the files that it names, if any, and of the speaker that it asks
    about. `already_quoted` is the number of a source that is quoted already."""
    sources = request.sources[:MOST_SOURCES]
    preceding = [_preceding_chunk(source, sources) for source in sources]
    wanted = set(terms(text)) | subject_of(text).measure
    of_named = any(source.document_name in named for source in sources)
    speaker, known_by, asked_before = _speaker(text, sources), identifiers(text), asks_for_questions(text)

    def may_be_quoted(at: int, source: Passage) -> bool:
        return (
            at + 1 != already_quoted
            and (not of_named or source.document_name in (None, *named))
            and (asked_before or not _only_requests(source))
            and (speaker is None or source.role in (None, speaker))
        )

    pieces = [
        without_other_identifiers(_pieces_of_source(at, sources, preceding[at], wanted), source, known_by)
        if may_be_quoted(at, source)
        else ()
        for at, source in enumerate(sources)
    ]
    return Evidence(pieces, sources, language, preceding, sum(map(states_something, request.sources)), request.timely)


def states_something(source: Passage) -> bool:
    """Return whether a source is a turn that may state something, rather than a question or one of the user's own requests.

    Ranking demotes fewer turns (`retrieval.question.earlier_questions`), since the turn after a question may answer it; here such
    a turn is a source of its own.
    """
    return source.chunk.source is Source.MESSAGE and not states_nothing(source.chunk.text) and not _only_requests(source)


def _only_requests(source: Passage) -> bool:
    return source.own and only_requests(source.chunk.text)


def _speaker(question: str, sources: Sequence[Passage]) -> Role | None:
    """Return whose words the question asks for, if anything of theirs was found."""
    wanted = whose_words(question)
    return wanted if any(source.role == wanted for source in sources) else None


def _preceding_chunk(source: Passage, sources: Sequence[Passage]) -> int | None:
    """Return the position in `sources` of the preceding chunk of the same page, if it was found as well."""
    wanted = (source.parent, source.chunk.index - 1, source.chunk.page)
    return next((at for at, one in enumerate(sources) if (one.parent, one.chunk.index, one.chunk.page) == wanted), None)


def _pieces_of_source(at: int, sources: Sequence[Passage], before: int | None, wanted: set[str]) -> Sequence[Piece]:
    """Return the pieces of a source; none of a document that ranks too low."""
    chunk = sources[at].chunk
    if chunk.source is Source.MESSAGE:
        return split_into_pieces(chunk, wanted)
    if at >= _MOST_DOCUMENTS:
        return []
    return split_into_pieces(chunk, wanted, columns_at_end(sources[before].chunk.text) if before is not None else None)
