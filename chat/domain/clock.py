"""The wall clock."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The wall clock, in UTC. Deciding code never calls this; it takes `now` as an argument."""
    return datetime.now(UTC)
