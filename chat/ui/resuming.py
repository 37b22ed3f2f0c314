"""Keeps all open pages of a conversation in sync: what is said on one page, or elsewhere, is shown on the others.

A page that is loaded anew takes over the answer that its predecessor was receiving.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

import chainlit as cl
from chainlit.chat_context import chat_context
from chainlit.context import init_ws_context
from chainlit.server import sio
from chainlit.session import BaseSession, WebsocketSession, ws_sessions_id
from chainlit.types import ThreadDict

from chat.ui.auth import SignIn
from chat.ui.data_layer import DataLayer
from chat.ui.failures import Say, said_plainly
from chat.ui.side_panel import let_go
from chat.ui.uploads import held, is_same_user
from chat.ui.words import say

_WRITING = "An answer is still being written. It appears here when it is whole."
_DRAWN_SECONDS = 1.0
"""Time that Chainlit takes to render what it has read before; a redraw has to come after it."""


class Resuming:
    """Redraws a conversation that has continued elsewhere. Unsent text, files and edits on the page are kept."""

    def __init__(self, sign_in: SignIn, layer: DataLayer, refused: Say, beside: Callable[[ThreadDict], Awaitable[None]]) -> None:
        """`refused` is called with errors; `beside` shows what belongs to a conversation but is not one of its steps."""
        self._sign_in = sign_in
        self._layer = layer
        self._refused = refused
        self._beside = beside
        self._waiting: set[asyncio.Task[None]] = set()

    async def come_back(self) -> None:
        """Tell a page that has opened a conversation if an answer is being written on another page; it is shown when complete."""
        if any(_work_of(other) and _is_connected(other) for other in _others(cl.context.session)):
            await cl.context.emitter.send_toast(say(_WRITING), "info")

    def follow(self) -> None:
        """Redraw the other pages of this conversation when this page's current task has ended."""
        self._start(self._drawn_elsewhere(cl.context.session))

    def elsewhere(self, show: Callable[[], Awaitable[None]]) -> None:
        """Call `show` for each of the other connected pages of this conversation."""
        for other in _others(cl.context.session):
            if _is_connected(other):  # sessions outlive their pages
                self._start(said_plainly(self._on(other, show), self._refused))

    async def look(self, shown: object, unfinished: object) -> None:
        """Redraw a page to which the user has returned if the messages it shows, or shows as unfinished, are out of date."""
        session = cl.context.session
        if _work_of(session) or not await self._layer.went_on(session.thread_id, _ids(shown), _ids(unfinished)):
            return
        await self._draw()
        await self.come_back()

    async def _drawn_elsewhere(self, session: BaseSession) -> None:
        if work := _work_of(session):
            await asyncio.wait({work})
        await asyncio.sleep(_DRAWN_SECONDS)
        self.elsewhere(self._draw)

    async def _on(self, session: WebsocketSession, show: Callable[[], Awaitable[None]]) -> None:
        init_ws_context(session)
        await show()

    async def _draw(self) -> None:
        session = cl.context.session
        await self._sign_in.present()
        drawn = None
        while drawn is None or _work_of(session):  # wait for the page's task: only this page has it, even if just begun
            if work := _work_of(session):
                await asyncio.wait({work})
            drawn = await self._layer.get_thread(session.thread_id)
            if drawn is None:
                return
        chat_context.clear()
        for step in drawn["steps"]:
            if "message" in step["type"]:
                chat_context.add(cl.Message.from_dict(step))
        let_go()
        await cl.context.emitter.resume_thread(drawn)
        if session.current_task and any(other.current_task is session.current_task for other in _others(session)):
            await cl.context.emitter.task_end()  # type: ignore[no-untyped-call] # the page from which it was taken over came back
        await self._beside(drawn)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)


def follow_connections() -> None:
    """Let a page take over the answer of one that is gone, and a page that has reconnected check for what it missed.

    Each page is told which of its uploads the server has: a restart loses those that were not sent.
    """
    take_up = sio.handlers["/"]["connection_successful"]

    async def taken_up(sid: str) -> None:
        await take_up(sid)
        session = WebsocketSession.require(sid)
        if _take_over(session):
            await session.emit("task_start", {})
        await session.emit("window_message", {"threadwise": "uploads", "held": held(session)})
        if session.restored and session.client_type == "webapp":
            await session.emit("window_message", {"threadwise": "connected"})

    sio.on("connection_successful", taken_up)


def _take_over(session: WebsocketSession) -> bool:
    """Send this page what pages that are gone would receive, and let it stop their work; return whether there was any."""
    others = [other for other in _others(session) if _work_of(other) and is_same_user(session, other)]
    if not others or any(map(_is_connected, others)):
        return False
    for other in others:
        other.emit, other.emit_call = session.emit, session.emit_call
        session.current_task = other.current_task
    return True


def _others(session: BaseSession) -> list[WebsocketSession]:
    """Return the sessions of other pages of the same conversation."""
    return [other for other in ws_sessions_id.values() if other is not session and other.thread_id == session.thread_id]


def _is_connected(session: WebsocketSession) -> bool:
    return bool(sio.manager.is_connected(session.socket_id, "/"))


def _work_of(session: BaseSession) -> asyncio.Task[None] | None:
    """Return the task that a page is running, if any."""
    work = session.current_task
    return None if work is None or work.done() else work


def _ids(sent: object) -> frozenset[str]:
    return frozenset(id for id in sent if isinstance(id, str)) if isinstance(sent, list) else frozenset()
