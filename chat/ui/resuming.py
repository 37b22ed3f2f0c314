"""A page that is opened while an answer of its conversation is being written on another one, as after a reload."""

from __future__ import annotations

import asyncio

import chainlit as cl
from chainlit.chat_context import chat_context
from chainlit.session import BaseSession, ws_sessions_id

from chat.ui.auth import SignIn
from chat.ui.data_layer import DataLayer
from chat.ui.plainly import Say, said_plainly

_WRITING = "An answer is still being written. It appears here when it is whole."
_DRAWN_SECONDS = 1.0
"""In which Chainlit draws what it read before; what is drawn anew has to come behind it."""


class Resuming:
    """Draws the conversation again when nothing is being written in it any more."""

    def __init__(self, sign_in: SignIn, layer: DataLayer) -> None:
        self._sign_in = sign_in
        self._layer = layer
        self._waiting: set[asyncio.Task[None]] = set()

    async def come_back(self, refused: Say) -> None:
        """To be called when a page has opened its conversation; why it can't be drawn is told to `refused`."""
        running = _elsewhere(cl.context.session)
        if running:
            await cl.context.emitter.send_toast(_WRITING, "info")
            task = asyncio.create_task(said_plainly(self._drawn_whole(running), refused))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _drawn_whole(self, running: set[asyncio.Task[None]]) -> None:
        session = cl.context.session
        thread = session.thread_id
        await asyncio.wait(running)
        await asyncio.sleep(_DRAWN_SECONDS)
        await self._sign_in.present()
        drawn = await self._layer.get_thread(thread)
        if drawn is None or session.thread_id != thread:
            return
        known = {message.id for message in chat_context.get()}
        for step in drawn["steps"]:
            if "message" in step["type"] and step["id"] not in known:
                chat_context.add(cl.Message.from_dict(step))
        await cl.context.emitter.resume_thread(drawn)


def _elsewhere(session: BaseSession) -> set[asyncio.Task[None]]:
    """What is being done in this conversation for other pages; a session outlives its page."""
    return {
        other.current_task
        for other in ws_sessions_id.values()
        if other is not session
        and other.thread_id == session.thread_id
        and other.current_task is not None
        and not other.current_task.done()
    }
