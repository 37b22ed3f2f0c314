"""Periodic work of the web server: disconnects users who are locked out, and deletes uploads of ended sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from weakref import WeakKeyDictionary

from chainlit.config import FILES_DIRECTORY
from chainlit.server import sio
from chainlit.session import WebsocketSession, ws_sessions_id

from chat.application import Application, every
from chat.domain import User, UserRole
from chat.threads.people.sessions import Admission
from chat.ui import tokens
from chat.ui.uploads import forget_dead

_LOOKS_SECONDS = 2.0
_SWEPT_SECONDS = 3_600.0
_OVER = "You may not be here any more. Reload the page to come in again."

_roles: WeakKeyDictionary[WebsocketSession, UserRole] = WeakKeyDictionary()
"""The role of each session's user when it connected."""


def came(session: WebsocketSession, user: User) -> None:
    """Remember the role with which a user has connected."""
    _roles[session] = user.role


async def tend(application: Application) -> None:
    """Run the periodic work until cancelled."""

    async def look() -> None:
        sessions = list(ws_sessions_id.values())
        await shut_out(application, sessions)
        application.assistant.keep_open(open_threads(sessions))

    async def sweep() -> None:
        await asyncio.to_thread(forget_dead, Path(FILES_DIRECTORY), frozenset(ws_sessions_id))

    await asyncio.gather(every(_LOOKS_SECONDS, look, at_once=True), every(_SWEPT_SECONDS, sweep, at_once=True))


def open_threads(sessions: Iterable[WebsocketSession]) -> list[str]:
    """Return the ids of threads with a connected page; sessions outlive their pages for a while."""
    return [session.thread_id for session in sessions if sio.manager.is_connected(session.socket_id, "/")]


async def shut_out(application: Application, sessions: list[WebsocketSession]) -> None:
    """Cancel the answers and close the sockets of users whose admission is no longer valid.

    They were removed, suspended or signed out, have another role than when they connected, or their key was revoked.
    """
    admitted = {session: found for session in sessions if (found := _admission(application, session)) is not None}
    lapsed = await application.sessions.lapsed(set(admitted.values())) if admitted else set()
    for session, admission in admitted.items():
        if admission in lapsed:
            if session.current_task:
                session.current_task.cancel()
            session.to_clear = True
            await _tell(session)
            await sio.disconnect(session.socket_id)


async def _tell(session: WebsocketSession) -> None:
    """Tell the user: our own page shows it and keeps what was typed; in a widget, a notification is shown."""
    if _roles.get(session) == "visitor":
        await sio.emit("toast", {"message": _OVER, "type": "error"}, to=session.socket_id)
    else:
        await sio.emit("window_message", {"threadwise": "shut-out"}, to=session.socket_id)


def _admission(application: Application, session: WebsocketSession) -> Admission | None:
    if session.user is None:
        return None
    id = session.user.identifier
    token = tokens.read(session.token, ended=True) if session.token else None
    return Admission(id, _roles.get(session, "member"), application.assistant.key_of(id), token.session if token else None)
