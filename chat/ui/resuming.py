"""Pages of one conversation show the same: what was said on one of them, or elsewhere, is drawn on the others."""

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
from chat.ui.plainly import Say, said_plainly
from chat.ui.side import let_go
from chat.ui.words import say

_WRITING = "An answer is still being written. It appears here when it is whole."
_DRAWN_SECONDS = 1.0
"""In which Chainlit draws what it read before; what is drawn anew has to come behind it."""


class Resuming:
    """Draws the conversation again when it went on elsewhere. Words, files and edits that wait on the page stay there."""

    def __init__(self, sign_in: SignIn, layer: DataLayer, refused: Say, beside: Callable[[ThreadDict], Awaitable[None]]) -> None:
        """Why a conversation can't be drawn is told to `refused`; `beside` shows what belongs to one and is no step of it."""
        self._sign_in = sign_in
        self._layer = layer
        self._refused = refused
        self._beside = beside
        self._waiting: set[asyncio.Task[None]] = set()

    async def come_back(self) -> None:
        """A page has opened its conversation: what is being written on another one comes to it later."""
        if any(_work_of(other) for other in _others(cl.context.session)):
            await cl.context.emitter.send_toast(say(_WRITING), "info")

    def follow(self) -> None:
        """What this page is at is drawn on the others of its conversation when it is over."""
        self._start(self._drawn_elsewhere(cl.context.session))

    def elsewhere(self, show: Callable[[], Awaitable[None]]) -> None:
        """Show something on the other pages of the conversation, too."""
        for other in _others(cl.context.session):
            if sio.manager.is_connected(other.socket_id, "/"):  # a session outlives its page
                self._start(said_plainly(self._on(other, show), self._refused))

    async def look(self, shown: object, unfinished: object) -> None:
        """Somebody has returned to a page that shows these messages; those that are `unfinished` there may be whole now."""
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
        while drawn is None or _work_of(session):  # what the page is at is on that page only, also what it began just now
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
        await self._beside(drawn)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)


def tell_who_is_connected_again() -> None:
    """What came while a page had no connection is lost to it: told that it has one again, it looks whether it shows all."""
    take_up = sio.handlers["/"]["connection_successful"]

    async def taken_up(sid: str) -> None:
        await take_up(sid)
        session = WebsocketSession.require(sid)
        if session.restored and session.client_type == "webapp":
            await session.emit("window_message", {"threadwise": "connected"})

    sio.on("connection_successful", taken_up)


def _others(session: BaseSession) -> list[WebsocketSession]:
    """Other pages of the same conversation."""
    return [other for other in ws_sessions_id.values() if other is not session and other.thread_id == session.thread_id]


def _work_of(session: BaseSession) -> asyncio.Task[None] | None:
    """What a page is at."""
    work = session.current_task
    return None if work is None or work.done() else work


def _ids(sent: object) -> frozenset[str]:
    return frozenset(id for id in sent if isinstance(id, str)) if isinstance(sent, list) else frozenset()
