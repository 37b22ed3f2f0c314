"""Render users and sessions as JSON."""

from __future__ import annotations

from chat.api import render
from chat.api.types import Json
from chat.threads.people.directory import Person
from chat.threads.people.sessions import Session


def person(value: Person) -> Json:
    user = value.user
    return {
        "id": user.id,
        "name": user.name,
        "role": user.role,
        "suspended": user.suspended,
        "created_at": render.time(user.created_at) if user.created_at else None,
        "seen_at": render.time(value.seen_at) if value.seen_at else None,
        "threads": value.threads,
        "questions": value.questions,
        "bytes": value.bytes,
        "sessions": value.sessions,
        "keys": value.keys,
        "tokens_today": value.tokens_today,
        "uploaded_today": value.uploaded_today,
    }


def session(value: Session, current: str | None = None) -> Json:
    """Return a session without its token. Its id alone gives no access, as tokens are signed."""
    return {
        "id": value.id,
        "way": value.way,
        "browser": value.browser,
        "created_at": render.time(value.created_at),
        "seen_at": render.time(value.seen_at),
        "ends_at": render.time(value.ends_at),
        "current": value.id == current,
    }
