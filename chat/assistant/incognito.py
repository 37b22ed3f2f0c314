"""When an incognito thread counts as closed: nobody has had it open, or used it, for some minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta


class Incognito:
    """Remembers when threads were last seen open. Lost with the process: its start deletes all of them."""

    def __init__(self, minutes: float, clock: Callable[[], datetime]) -> None:
        self._patience = timedelta(minutes=minutes)
        self._clock = clock
        self._seen: dict[str, datetime] = {}

    def seen(self, threads: Iterable[str]) -> None:
        """Note that these threads are open or in use now."""
        self._seen.update(dict.fromkeys(threads, self._clock()))

    def is_closed(self, thread: str, used_at: datetime, now: datetime) -> bool:
        self._seen = {id: at for id, at in self._seen.items() if now - at < self._patience}
        return thread not in self._seen and now - used_at >= self._patience
