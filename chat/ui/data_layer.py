"""Chainlit's data layer on top of the product's own tables.

Chainlit does not await its writes, so they are serialised per thread in the order in which they were started, and a failure is
logged and shown to the user. Messages have their own rows: the user's are written here on arrival, answers by the assistant; for
answers, only their rendering is stored here.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Any, Literal, TypeVar, cast
from urllib.parse import quote
from weakref import WeakValueDictionary

import chainlit as cl
from chainlit.context import context
from chainlit.data import queue_until_user_message
from chainlit.data.base import BaseDataLayer
from chainlit.element import Element, ElementDict
from chainlit.session import WebsocketSession
from chainlit.step import StepDict
from chainlit.types import Feedback, PageInfo, PaginatedResponse, Pagination, ThreadDict, ThreadFilter
from chainlit.user import PersistedUser

from chat.answering.citing.markers import without_half
from chat.application import Application
from chat.assistant.pending_deletes import UNDO_SECONDS
from chat.domain import KeptAnswer, User, utc_now
from chat.errors import NotFound, StorageFailed, ThreadwiseError
from chat.text import UNNAMED, title_of
from chat.threads.conversations.answers import CORNER, read
from chat.threads.conversations.display import Drawn, Json, Line, Listed, Thumb
from chat.ui.auth import SignIn
from chat.ui.markers import drawn
from chat.ui.ordering import parents_first
from chat.ui.settings_panel import is_incognito
from chat.ui.sources import kept_sources
from chat.ui.words import say

_log = logging.getLogger(__name__)

Method = TypeVar("Method", bound=Callable[..., Awaitable[None]])

SOURCES = "Sources"
"""Name of the element that shows the sources of an answer."""
_ASKED_ANEW = "This question was deleted on another page meanwhile. As you have edited it, it is asked again."
_STOPPED = "stopped"
"""Shown after an interrupted answer, but not part of its text."""
_WRITING = "still being written"


def queued(method: Method) -> Method:
    """Delay a write until the first message, so that just opening a page does not create a thread."""
    return cast(Method, queue_until_user_message()(method))  # type: ignore[no-untyped-call] # Chainlit's


class DataLayer(BaseDataLayer):
    """Chainlit's data layer, implemented with `Display`."""

    def __init__(self, application: Application, sign_in: SignIn) -> None:
        self._application = application
        self._display = application.display
        self._sign_in = sign_in
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._begun: set[str] = set()

    # --- users

    async def get_user(self, identifier: str) -> PersistedUser | None:
        return await self._sign_in.persisted(identifier)

    async def create_user(self, user: cl.User) -> PersistedUser | None:
        """Return the existing user; users are created with `threadwise user add` or by `SignIn`, never here."""
        return await self._sign_in.persisted(user.identifier)

    # --- threads

    async def get_thread_author(self, thread_id: str) -> str:
        owner = await self._display.owner(thread_id)
        return owner.user if owner else ""

    async def get_thread(self, thread_id: str) -> ThreadDict | None:
        async with self._ordered(thread_id):  # waits for writes that were started before
            drawn = await self._display.drawn(thread_id)
        if drawn is None:
            return None
        self._begun.add(thread_id)
        return _thread(drawn, self._application.assistant.is_writing)

    async def list_threads(self, pagination: Pagination, filters: ThreadFilter) -> PaginatedResponse[ThreadDict]:
        user, limit = filters.userId or "", max(1, min(pagination.first, 200))
        found, cursor = await self._display.listed(user, filters.search, limit, pagination.cursor)
        info = PageInfo(hasNextPage=cursor is not None, startCursor=None, endCursor=cursor)
        return PaginatedResponse(pageInfo=info, data=[_listed(thread) for thread in found])

    async def update_thread(
        self,
        thread_id: str,
        name: str | None = None,
        user_id: str | None = None,
        metadata: dict[str, Any] | None = None,  # Any: Chainlit's own
        tags: list[str] | None = None,
    ) -> None:
        """Create and name a thread on its first message (with a user), rename it, or store the metadata of an ending session."""
        async with self._ordered(thread_id):
            if user_id is not None:
                await self._begin(thread_id)
                await self._display.name(thread_id, title_of(name or ""), only_first=True)
            elif name is not None:
                await self._display.name(thread_id, title_of(name))
            if metadata is not None:
                await self._display.keep(thread_id, metadata)

    async def delete_thread(self, thread_id: str) -> None:
        owner = await self._display.owner(thread_id)
        if owner is None:
            return
        self._begun.add(thread_id)  # so that work running in another tab does not create it again
        await self._application.assistant.delete_thread_later(User(owner.user, owner.user_name), thread_id, UNDO_SECONDS)

    async def settled(self, thread_id: str) -> None:
        """Wait until the thread exists and all writes started for it are done. Raises NotFound when it was deleted."""
        async with self._ordered(thread_id):
            await self._begin(thread_id)

    # --- messages and steps

    @queued
    async def create_step(self, step_dict: StepDict) -> None:
        await self._write(step_dict["threadId"], partial(self._create_step, step_dict))

    async def _create_step(self, step: StepDict) -> None:
        thread, id, content, now = context.session.thread_id, step["id"], step.get("output") or "", utc_now()
        display = _display(step)
        if step["type"] == "user_message" and content.strip():
            await self._display.say(thread, id, content, now, display)
        elif step["type"] != "assistant_message" or not await self._display.draw(thread, id, display):
            await self._display.put_step(thread, id, now, {**display, "output": content})

    @queued
    async def update_step(self, step_dict: StepDict) -> None:
        await self._write(step_dict["threadId"], partial(self._update_step, step_dict))

    async def _update_step(self, step: StepDict) -> None:
        thread, id, content = context.session.thread_id, step["id"], step.get("output") or ""
        display = _display(step)
        if step["type"] == "user_message":
            user = await self._sign_in.present()
            keep = user.role != "visitor"  # the widget cannot switch back to an earlier form
            if await self._display.edit(thread, id, content, keep):
                self._application.assistant.clean_after_taking_back(thread)
                await self._tell_name(user, thread)
                return
        if step["type"] == "assistant_message" and await self._display.draw(thread, id, display):
            return
        is_new = await self._display.put_step(thread, id, utc_now(), {**display, "output": content})
        if is_new and step["type"] == "user_message":
            await context.emitter.send_toast(say(_ASKED_ANEW), "info")

    async def _tell_name(self, user: User, thread: str) -> None:
        """Make the page reload its list of threads, as a thread named after its first question may have a new name."""
        name = (await self._application.assistant.thread(user, thread)).name
        await context.emitter.emit("first_interaction", {"interaction": name or UNNAMED, "thread_id": thread})

    @queued
    async def delete_step(self, step_id: str) -> None:
        thread = context.session.thread_id
        await self._write(thread, partial(self._display.remove, thread, step_id))
        self._application.assistant.clean_after_taking_back(thread)

    async def went_on(self, thread: str, shown: frozenset[str], unfinished: frozenset[str]) -> bool:
        """Return whether a page is out of date: it lacks messages, shows removed ones, or shows part of a finished answer."""
        said, beside = await self._display.ids(thread)
        is_writing = self._application.assistant.is_writing
        return bool(said - shown or shown - said - beside) or not all(map(is_writing, unfinished))

    async def is_followed(self, thread: str, id: str) -> bool:
        """Return whether the user said something after a message."""
        return await self._display.is_followed(thread, id)

    # --- elements

    @queued
    async def create_element(self, element: Element) -> None:
        await self._write(element.thread_id, partial(self._create_element, element))

    async def _create_element(self, element: Element) -> None:
        thread = context.session.thread_id
        known = await self._display.element(thread, element.id) or {}
        display = _element(element)
        if known.get("url"):
            display["url"] = known["url"]
        await self._display.put_element(thread, element.id, element.for_id, utc_now(), display)

    async def get_element(self, thread_id: str, element_id: str) -> ElementDict | None:
        return cast(ElementDict | None, await self._display.element(thread_id, element_id))

    @queued
    async def delete_element(self, element_id: str, thread_id: str | None = None) -> None:
        thread = context.session.thread_id
        await self._write(thread_id or thread, partial(self._display.remove_element, thread, element_id))

    async def attach(self, element_id: str, document: str) -> None:
        """Link the chip of an uploaded file to its document, whichever of the two is stored first."""
        await self._write(context.session.thread_id, partial(self._attach, element_id, document))

    async def _attach(self, element_id: str, document: str) -> None:
        thread = context.session.thread_id
        known = await self._display.element(thread, element_id) or {}
        display = {**known, "url": document_url(thread, document)}
        await self._display.put_element(thread, element_id, known.get("forId"), utc_now(), display)

    # --- ratings: handled by our own routes, which check ownership

    async def upsert_feedback(self, feedback: Feedback) -> str:
        raise NotImplementedError("Thumbs come through our own route.")

    async def delete_feedback(self, feedback_id: str) -> bool:
        raise NotImplementedError("Thumbs come through our own route.")

    # --- not supported

    async def build_debug_url(self) -> str:
        return ""

    async def get_favorite_steps(self, user_id: str) -> list[StepDict]:
        return []

    async def close(self) -> None:
        """Do nothing; the application closes what it opened."""

    # --- order and ownership

    @asynccontextmanager
    async def _ordered(self, thread: str) -> AsyncIterator[None]:
        """Hold the thread's lock, which serialises its writes in the order of arrival."""
        lock = self._locks.setdefault(thread, asyncio.Lock())
        async with lock:
            yield

    async def _write(self, thread: str | None, write: Callable[[], Awaitable[None]]) -> None:
        """Run a write to the thread of the session being served, and to no other; failures are logged and shown."""
        session = context.session
        try:
            if thread != session.thread_id:
                raise NotFound("There is no such thread.")
            async with self._ordered(session.thread_id):
                await self._begin(session.thread_id)
                await write()
        except NotFound as error:
            _log.info("A write to a thread that is gone was dropped: %s", error)
        except Exception as error:
            _log.exception("The web chat could not store something")
            await _warn(session, error)

    async def _begin(self, thread: str) -> None:
        """Create the thread on its first write. Raises NotFound when it was deleted, so that it is not created again."""
        user = await self._sign_in.present()
        if thread not in self._begun:
            await self._application.assistant.ensure_thread(user, thread, incognito=is_incognito())
            self._begun.add(thread)
        owner = await self._display.owner(thread)
        if owner is None or owner.user != user.id:
            raise NotFound("This conversation was deleted.")


def document_url(holder: str, document: str, holders: Literal["threads", "libraries"] = "threads") -> str:
    """Return the URL at which our own route serves an uploaded file."""
    return f"/api/{holders}/{quote(holder, safe='')}/documents/{quote(document, safe='')}/file"


def shown(content: str, interrupted: bool, kept: KeptAnswer | None = None, writing: bool = False) -> str:
    """Return an answer's text in the page's Markdown, with a note if it was interrupted or is still being written."""
    ending = f"\n\n*({say(_WRITING if writing else _STOPPED)})*" if interrupted or writing else ""
    return drawn(without_half(content) + ending if ending else content, kept)


async def _warn(session: object, error: Exception) -> None:
    sentence = str(error) if isinstance(error, ThreadwiseError) else str(StorageFailed("This could not be stored."))
    if isinstance(session, WebsocketSession):
        await context.emitter.send_toast(sentence, "error")


def _display(step: StepDict) -> Json:
    """Return what is stored to render a step, without its text, which is stored separately."""
    return {key: value for key, value in step.items() if key not in ("output", "threadId", "feedback")}


def _element(element: Element) -> Json:
    """Return what is stored to render an element, without its content; uploads are stored once, as documents."""
    return {key: value for key, value in element.to_dict().items() if key not in ("chainlitKey", "objectKey")}


def _iso(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def _listed(thread: Listed) -> ThreadDict:
    """Return a thread's sidebar entry. `createdAt`, by which the sidebar sorts, is the last use, or now for a pinned thread."""
    return ThreadDict(
        id=thread.id,
        createdAt=_iso(utc_now() if thread.pinned else thread.updated_at),
        name=thread.name or None,
        userId=thread.user,
        userIdentifier=thread.user,
        tags=None,
        metadata={"pinned": True} if thread.pinned else {},
        steps=[],
        elements=[],
    )


def _thread(drawn: Drawn, is_writing: Callable[[str], bool]) -> ThreadDict:
    thread = _listed(drawn.listed)
    thumbs = {thumb.for_id: thumb for thumb in drawn.thumbs}
    thread["metadata"] = {name: value for name, value in drawn.display.items() if name != "chat_settings"}  # see `Chosen.show`
    sourced = {element.get("forId") for element in drawn.elements if element.get("name") == SOURCES}
    made = [_sources(line, drawn.listed.id) for line in drawn.lines if line.id not in sourced]
    steps = [_line(line, drawn.listed.id, thumbs.get(line.id), is_writing(line.id)) for line in drawn.lines]
    thread["steps"] = parents_first(steps, lambda step: (step["id"], step.get("parentId")))
    thread["elements"] = [cast(ElementDict, element) for element in (*drawn.elements, *made) if element]
    return thread


def _sources(line: Line, thread: str) -> Json | None:
    """Build the sources element of an answer given over another interface, which did not store one; citation chips need it."""
    answer = read(line.display) if line.message is not None and line.message.role == "assistant" else None
    if answer is None or not answer.references:
        return None
    return {
        "id": str(uuid.uuid5(uuid.NAMESPACE_OID, line.id)),
        "threadId": thread,
        "forId": line.id,
        "type": "custom",
        "name": SOURCES,
        "display": "inline",
        "mime": "application/json",
        "props": kept_sources(answer, line.id, thread),
    }


def _line(line: Line, thread: str, thumb: Thumb | None, writing: bool) -> StepDict:
    step: Json = {**line.display, "id": line.id, "threadId": thread, "createdAt": _iso(line.created_at), "streaming": False}
    if line.message is not None:
        said = line.message
        step["type"] = "user_message" if said.role == "user" else "assistant_message"
        is_asked = said.role == "user"  # the page renders questions as typed
        step["output"] = said.content if is_asked else shown(said.content, said.interrupted, read(line.display), writing)
        step.pop(CORNER, None)
        step.setdefault("name", said.author or ("You" if said.role == "user" else "Threadwise"))
        step.setdefault("parentId", None)
    if thumb is not None:
        step["feedback"] = {"id": thumb.id, "forId": thumb.for_id, "value": thumb.value, "comment": thumb.comment}
    return cast(StepDict, step)
