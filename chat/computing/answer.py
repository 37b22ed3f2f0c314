"""Compute the answer to a question about tables; anything that cannot be computed is left to the language model.

No language model is involved, so that a count is exact. If a word of the question is not understood, two readings are possible,
or several tables could be meant, there is no result: a wrong one is worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.computing.compute import Computed, compute
from chat.computing.plan import Plan
from chat.computing.planning import plans
from chat.computing.reading import MOST_WORDS
from chat.computing.rows import Rows, TableText, typed
from chat.computing.timetable import Timetable, timetable
from chat.computing.timetable_answer import looked_up
from chat.computing.timetable_question import may_ask_a_timetable
from chat.computing.vocabulary import Vocabulary, vocabulary
from chat.computing.words import ASKING, BEST, LONGEST_PHRASE, PHRASES, SUPERLATIVES, name_words, words

_ALSO_ASKING = frozenset({"per", "by", "pro", "par", "por", "each", *BEST, *SUPERLATIVES})


def may_be_computed(question: str) -> bool:
    """Return whether it is worth reading tables for the question; takes microseconds."""
    split = words(question)
    if len(split) > MOST_WORDS:
        return False
    signs = (
        PHRASES.get(tuple(split[start : start + length]))
        for start in range(len(split))
        for length in range(1, LONGEST_PHRASE + 1)
    )
    return any(sign in ASKING for sign in signs) or any(word in _ALSO_ASKING for word in split) or may_ask_a_timetable(split)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table that has been read once, for any number of questions."""

    known: Vocabulary
    week: Timetable | None
    """The same table as a timetable, if it is one."""

    @property
    def rows(self) -> Rows:
        return self.known.rows


def prepared(table: TableText) -> Prepared:
    """Read a table. Takes about 7 s and 120 MB for a million rows of six columns."""
    rows = typed(table)
    return Prepared(vocabulary(rows), timetable(rows))


def computed_over(question: str, tables: Sequence[Prepared]) -> Computed | None:
    """Return the result with the rows it is based on, or `None`. Only for questions that `may_be_computed`."""
    fitting = [(table.rows, found) for table in tables if (found := _read(question, table))]
    if len(fitting) > 1:
        said = words(question)
        fitting = [(rows, found) for rows, found in fitting if _called(rows, said, in_order=isinstance(found, Computed))]
    if len(fitting) != 1:
        return None
    [(rows, found)] = fitting
    return found if isinstance(found, Computed) else compute(found, rows)


def _read(question: str, table: Prepared) -> Computed | tuple[Plan, ...]:
    """Return what the question asks of this table; empty if that is not certain."""
    if table.week is not None and (found := looked_up(question, table.week)) is not None:
        return found
    return plans(question, table.known)


def _called(rows: Rows, said: Sequence[str], in_order: bool) -> bool:
    """Return whether the question mentions the table's name. With `in_order` the words must be consecutive, because lessons "a
    week" do not mention a sheet named Week A."""
    own = name_words(rows.table.title or rows.table.name.rpartition(".")[0])
    if in_order:
        return bool(own) and any(list(said[start : start + len(own)]) == own for start in range(len(said)))
    return bool(own) and set(said).issuperset(own)
