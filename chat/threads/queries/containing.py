"""A case-insensitive substring condition that gives the same result on every database and is fast on SQLite."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, or_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction


def contains(column: Any, word: str) -> Any:  # Any: column expressions
    """Return the condition that a column contains `word`, ignoring case.

    SQLite folds the case of ASCII only, so other words are tried in lower, upper and title case as well.
    """
    forms = dict.fromkeys((word, word.lower(), word.upper(), word.capitalize())) if not word.isascii() else [word]
    return or_(*(_Holds(column, _pattern(form)) for form in forms))


class _Holds(GenericFunction[bool]):
    """`ILIKE`, or `LIKE` on SQLite, which ignores ASCII case by itself: lowering both sides first takes twice as long."""

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
