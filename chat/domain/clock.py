"""The wall clock."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the current time in UTC. Decision code never calls this; it takes `now` as an argument."""
    return datetime.now(UTC)
