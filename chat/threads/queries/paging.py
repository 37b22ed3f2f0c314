"""Pagination cursors, opaque to the caller: each encodes the position at which a page ended."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from chat.errors import InvalidRequest

_LARGEST = 2**31 - 1
"""Largest value of an integer column on every database."""

Item = TypeVar("Item")

_FOREIGN = "The cursor is not one of ours; start again without it."
_ANOTHERS = "The cursor belongs to another list."


@dataclass(frozen=True, slots=True)
class Cursor:
    """The sort key of the last item of a page."""

    key: str | int
    id: str = ""

    @staticmethod
    def at(time: datetime, id: str) -> str:
        return Cursor(time.isoformat(), id).written()

    @staticmethod
    def after(number: int) -> str:
        return Cursor(number).written()

    @staticmethod
    def read(text: str) -> Cursor:
        """Decode a cursor. Raises InvalidRequest for a text that `written` cannot have produced."""
        try:
            key, id = json.loads(base64.urlsafe_b64decode(text.encode()))
        except (ValueError, TypeError, binascii.Error, RecursionError) as error:
            raise InvalidRequest(_FOREIGN) from error
        if not (_storable(key) if isinstance(key, str) else type(key) is int) or not (isinstance(id, str) and _storable(id)):
            raise InvalidRequest(_FOREIGN)
        return Cursor(key, id)

    def written(self) -> str:
        return base64.urlsafe_b64encode(json.dumps([self.key, self.id]).encode()).decode()

    def time(self) -> datetime:
        try:
            return datetime.fromisoformat(str(self.key)).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise InvalidRequest(_ANOTHERS) from error

    def number(self) -> int:
        if not isinstance(self.key, int) or not 0 <= self.key <= _LARGEST:
            raise InvalidRequest(_ANOTHERS)
        return self.key


def _storable(text: str) -> bool:
    """Return whether a database can store the text: it rejects NUL and lone surrogates."""
    return "\0" not in text and text.encode("utf-8", "replace").decode() == text


def page(items: Sequence[Item], limit: int, cursor: Callable[[Item], str]) -> tuple[list[Item], str | None]:
    """Split off the first `limit` items as a page, with the cursor of the next page if there are more items."""
    shown = list(items[:limit])
    return shown, cursor(shown[-1]) if len(items) > limit and shown else None
