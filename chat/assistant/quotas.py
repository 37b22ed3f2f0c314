"""How much one user may have: requests a minute, answers at once, bytes and tokens a day. All that refuses for it is here.

Days are counted from midnight UTC, in rows: deleting gives nothing back, and a restart forgets nothing. Minutes and what runs now
are counted in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil

from chat.errors import QuotaReached, TooManyAttempts
from chat.settings import QuotaSettings
from chat.threads.people.usage import UsageRows
from chat.threads.people.visitors import Budget

_SOON_SECONDS = 5
"""When to come again for an answer, where others are still being written."""
_MEGA = 1_000_000


class Quotas:
    """Of every user; 0 in a setting: no limit."""

    def __init__(self, rows: UsageRows, settings: QuotaSettings, tokens_a_day: int, clock: Callable[[], datetime]) -> None:
        self.settings = settings
        self.tokens_a_day = tokens_a_day
        self._rows = rows
        self._clock = clock
        self._requests = Budget(settings.requests_a_minute, "requests")
        self._running: Counter[str] = Counter()

    def take_request(self, user: str) -> None:
        """Count a request, or raise TooManyAttempts, with the seconds to wait; what is refused does not count."""
        if self.settings.requests_a_minute:
            now = self._clock()
            self._requests.check(user, now)
            self._requests.take(user, now)

    def check_answers(self, user: str) -> None:
        """Raise TooManyAttempts while as many answers are being written as may be."""
        most = self.settings.answers_at_once
        if most and self._running[user] >= most:
            many = "An answer is" if most == 1 else f"{most} answers are"
            raise TooManyAttempts(
                f"{many} being written for you already; ask again when one has ended.", retry_after=_SOON_SECONDS
            )

    @contextmanager
    def answering(self, user: str) -> Iterator[None]:
        """Count an answer while it is being written. Raises as `check_answers` does."""
        self.check_answers(user)
        self._running[user] += 1
        try:
            yield
        finally:
            self._running[user] -= 1
            if not self._running[user]:
                del self._running[user]

    async def take_bytes(self, user: str, count: int) -> None:
        """Count uploaded bytes; QuotaReached until the next midnight when they go beyond the day's, and then do not count."""
        now, most = self._clock(), self.settings.upload_mb_a_day
        if not await self._rows.upload(user, now.date(), count, most * _MEGA if most else None):
            raise _reached(f"With this, more than today's {most:,} MB would be uploaded; there is room again", now)

    async def check_tokens(self, user: str) -> None:
        """Raise QuotaReached until the next midnight once the day's tokens are spent; the answer that spends them is not cut."""
        now = self._clock()
        if self.tokens_a_day and await self._rows.tokens(user, _midnight(now)) >= self.tokens_a_day:
            raise _reached(f"Today's {self.tokens_a_day:,} tokens are spent; there are new ones", now)


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _reached(sentence: str, now: datetime) -> QuotaReached:
    left = ceil((_midnight(now) + timedelta(days=1) - now).total_seconds())
    return QuotaReached(f"{sentence} at midnight UTC, in {_in_words(left)}.", retry_after=left)


def _in_words(seconds: int) -> str:
    hours, minutes = divmod(ceil(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
