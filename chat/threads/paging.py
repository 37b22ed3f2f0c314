"""Cursors: where a page ended, opaque to the caller."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from chat.errors import InvalidRequest

Item = TypeVar("Item")


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
        """InvalidRequest for anything that we did not write."""
        try:
            key, id = json.loads(base64.urlsafe_b64decode(text.encode()))
        except (ValueError, TypeError, binascii.Error) as error:
            raise InvalidRequest("The cursor is not one of ours; start again without it.") from error
        if not isinstance(key, str | int) or not isinstance(id, str):
            raise InvalidRequest("The cursor is not one of ours; start again without it.")
        return Cursor(key, id)

    def written(self) -> str:
        return base64.urlsafe_b64encode(json.dumps([self.key, self.id]).encode()).decode()

    def time(self) -> datetime:
        try:
            return datetime.fromisoformat(str(self.key))
        except ValueError as error:
            raise InvalidRequest("The cursor belongs to another list.") from error

    def number(self) -> int:
        if not isinstance(self.key, int):
            raise InvalidRequest("The cursor belongs to another list.")
        return self.key


def page(items: Sequence[Item], limit: int, cursor: Callable[[Item], str]) -> tuple[list[Item], str | None]:
    """Cut one item too many into a page and the cursor of the next; no cursor on the last page."""
    shown = list(items[:limit])
    return shown, cursor(shown[-1]) if len(items) > limit and shown else None
