"""Whether a column's text holds some words, without regard to case: the same on every database, and quick on SQLite."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, or_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


def contains(column: Any, word: str) -> Any:  # Any: column expressions
    """Whether a text holds a word, without regard to case. SQLite folds that of ASCII alone: other words are tried in several."""
    forms = dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())) if not word.isascii() else [word]
    return or_(*(_Holds(column, _pattern(form)) for form in forms))


class _Holds(GenericFunction[bool]):
    """`ILIKE`; on SQLite `LIKE`, which folds ASCII by itself: lowering both sides first takes twice as long."""

    type = Boolean()
    inherit_cache = True


@compiles(_Holds)
def _ilike(element: Any, compiler: Any, **options: Any) -> str:  # Any: SQLAlchemy's own
    column, pattern = (compiler.process(each, **options) for each in element.clauses)
    return f"({column} ILIKE {pattern} ESCAPE '\\')"


@compiles(_Holds, "sqlite")
def _like(element: Any, compiler: Any, **options: Any) -> str:  # Any: SQLAlchemy's own
    column, pattern = (compiler.process(each, **options) for each in element.clauses)
    return f"({column} LIKE {pattern} ESCAPE '\\')"


def _pattern(word: str) -> str:
    return "%" + word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
