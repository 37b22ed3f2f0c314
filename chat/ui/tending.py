"""What the web server looks after while it runs: whoever is shut out is off its sockets, and dead sessions leave no uploads."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from chainlit.config import FILES_DIRECTORY
from chainlit.server import sio
from chainlit.session import WebsocketSession, ws_sessions_id

from chat.threads.accounts import Accounts
from chat.ui.uploads import forget_dead

_log = logging.getLogger(__name__)

_LOOKS_SECONDS = 2.0
_SWEPT_SECONDS = 3_600.0


async def tend(accounts: Accounts) -> None:
    """Until it is cancelled."""
    swept = 0.0
    while True:
        try:
            await shut_out(accounts, list(ws_sessions_id.values()))
            if time.monotonic() - swept > _SWEPT_SECONDS or not swept:
                await asyncio.to_thread(forget_dead, Path(FILES_DIRECTORY), frozenset(ws_sessions_id))
                swept = time.monotonic()
        except Exception:  # whatever it is, the next look may do better
            _log.exception("Looking after open pages failed")
        await asyncio.sleep(_LOOKS_SECONDS)


async def shut_out(accounts: Accounts, sessions: list[WebsocketSession]) -> None:
    """End the answers and sockets of those who may not be here any more: removed or suspended."""
    for id in {session.user.identifier for session in sessions if session.user}:
        if await accounts.user(id) is not None:
            continue
        for session in sessions:
            if session.user and session.user.identifier == id:
                if session.current_task:
                    session.current_task.cancel()
                session.to_clear = True
                await sio.disconnect(session.socket_id)
