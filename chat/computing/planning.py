"""Turn a question into plans, using a table's columns and values; into none if that is not certain.

Conditions (`in Germany`, `over 100`, `since 2023`) are extracted from the question first. What remains must match one of the
shapes of `verbs` or `columns` completely.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.computing.columns import by_columns
from chat.computing.conditions import Conditions
from chat.computing.plan import Aggregate, Among, Condition, Plan
from chat.computing.reading import symbols
from chat.computing.shapes import letter, shape
from chat.computing.symbols import ColumnValue, Named, Said, Symbol, Unclear
from chat.computing.values import Kind
from chat.computing.verbs import asked
from chat.computing.vocabulary import Vocabulary
from chat.computing.words import KINDS, Sign, name_words


def plans(question: str, known: Vocabulary) -> tuple[Plan, ...]:
    """Return the plans that the question may mean, usually one. Empty if a word is unknown, a column or value is ambiguous, or
    the question has no shape that can be computed."""
    if known.rows.mixed or not known.rows.count:
        return ()
    try:
        return _Planner(known).plans(symbols(question, known))
    except Unclear:
        return ()


_LEADING_GROUP = re.compile(r"(p[TUYZ])(.+)")
_MOST_TOP = 100


class _Planner:
    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self._columns = known.rows.columns
        self._has_noun = False
        self._conditions: Sequence[Condition] = ()

    def plans(self, found: Sequence[Symbol]) -> tuple[Plan, ...]:
        conditions, rest = Conditions(self._known, found).taken()
        if rest == [Said(Sign.WHICH)] and self._asks_for_kind(found, conditions):
            rest = [*rest, Said(Sign.ROWS)]
        if self._known.roles.people:
            rest = [symbol for symbol in rest if symbol != Said(Sign.WORKING)]
        self._conditions = conditions
        self._has_noun = any(letter(symbol, self._known) in "RU" for symbol in rest)
        shaped = asked(rest, self._known, conditions) or self._shaped(rest)
        planned = tuple(replace(each, conditions=conditions) for each in shaped)
        for each in planned:
            self._check(each)
        return planned

    def _asks_for_kind(self, found: Sequence[Symbol], conditions: Sequence[Condition]) -> bool:
        """Return whether a value names the rows, as in `which rentals cost less than 10?` or `which taxi rides were rejected?`
        for rows of the category rental or taxi."""
        kind = found[1] if len(found) > 1 and found[0] == Said(Sign.WHICH) else None
        if not isinstance(kind, ColumnValue) or len(kind.codes) != 1 or len(conditions) == 1:
            return False
        [column] = kind.codes
        return not KINDS.isdisjoint(name_words(self._columns[column].name)) and not any(
            isinstance(each, Among) and each.negated for each in conditions
        )

    def _shaped(self, rest: list[Symbol]) -> tuple[Plan, ...]:
        """Return the plans of the shape that the symbols have, one for each way to read it.

        If they have none, words within a column's own name, as `total`, are included.
        """
        rest = [Said(Sign.WHICH) if symbol == Said(Sign.WHO) else symbol for symbol in rest]
        for symbols_ in (rest, *self._with_inside(rest)):
            letters = shape(symbols_, self._known)
            leading = _LEADING_GROUP.fullmatch(letters)
            if leading is not None:
                letters, symbols_ = leading[2] + leading[1], [*symbols_[2:], *symbols_[:2]]
            if (planned := by_columns(letters, symbols_, self._known, self._conditions, self._has_noun)) is not None:
                return planned
        raise Unclear

    def _with_inside(self, rest: list[Symbol]) -> list[list[Symbol]]:
        for place, symbol in enumerate(rest):
            if isinstance(symbol, Named) and symbol.inside in (Sign.SUM, Sign.HIGHEST, Sign.LOWEST):
                before, behind, asked_for = rest[:place], rest[place + 1 :], Said(symbol.inside)
                return [[*before, asked_for, symbol, *behind], [*before, asked_for, *behind]]  # or "the total for January"
        return []

    def _check(self, planned: Plan) -> None:
        """Raise Unclear for conditions on the words asked for, for lists of a column that is unique per row without a condition,
        and for the like."""
        asked = {planned.measure, planned.group.column if planned.group else None}
        if planned == Plan(Aggregate.COUNT) and not self._has_noun:
            raise Unclear  # how many of what?
        for condition in planned.conditions:
            if isinstance(condition, Among) and condition.column in asked and not condition.negated:
                raise Unclear
        called = [each for each in planned.conditions if isinstance(each, Among) and self._known.letters[each.column] == "U"]
        if planned.aggregate is Aggregate.DIFFERENCE and not any(len(each.codes) == 1 and not each.negated for each in called):
            raise Unclear  # of which row?
        if planned.aggregate is Aggregate.VALUES and not planned.conditions and self._known.letters[planned.measure or 0] == "U":
            raise Unclear
        if planned.measure is not None and planned.aggregate in (Aggregate.HIGHEST, Aggregate.LOWEST, Aggregate.DISTINCT):
            column = self._columns[planned.measure]
            if column.kind is Kind.TEXT and not column.values:
                raise Unclear
        if planned.group is not None:
            column = self._columns[planned.group.column]
            if column.kind is Kind.TEXT and not column.values:
                raise Unclear
        if not 1 <= planned.top <= _MOST_TOP:
            raise Unclear
