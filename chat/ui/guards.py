"""Security checks in front of Chainlit's own socket handlers and routes.

* A session id must be a UUID, because it becomes part of a path.
* A page of another origin cannot open the socket, with or without a cookie. Another user's thread is treated as nonexistent.
* A message's id must be new, and its attributes (author, kind, parent) are set by the server, never by the client.
* Users may edit their own messages only.
* Ratings, elements and files belong to the owner of their thread. Unused routes are closed.
"""

from __future__ import annotations

import asyncio
import mimetypes
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from chainlit import server
from chainlit.chat_context import chat_context
from chainlit.config import config
from chainlit.context import init_ws_context
from chainlit.data import get_data_layer
from chainlit.element import Element
from chainlit.emitter import ChainlitEmitter
from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.types import CallActionRequest, DeleteFeedbackRequest, UpdateFeedbackRequest
from fastapi import HTTPException, Request, UploadFile
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response
from fastapi.routing import APIRoute
from socketio.exceptions import ConnectionRefusedError as Refusal

from chat.application import Application
from chat.assistant.choosing import MODEL, SYSTEM_PROMPT
from chat.domain import ThreadSettings, User, utc_now
from chat.errors import NotFound, QuotaReached
from chat.text import UNNAMED, clean, title_of
from chat.ui import uploads
from chat.ui.auth import USER, SignIn
from chat.ui.environment import origins
from chat.ui.periodic_work import came
from chat.ui.settings_panel import INCOGNITO
from chat.ui.words import LANGUAGE, say, told

Handler = Callable[..., Awaitable[Any]]  # Any: Chainlit's socket handlers take and return what they like

_INLINE = ("application/pdf", "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp")
"""Media types that a browser can display without running scripts; files of all others are downloaded."""
_CLOSED = (
    ("/project/element", ["PUT", "DELETE"]),
    ("/project/share/{thread}", ["GET"]),
    ("/project/thread/share", ["PUT"]),
    ("/mcp", ["POST", "DELETE"]),
    ("/auth/jwt", ["POST"]),
    *((path, ["GET", "HEAD"]) for path in ("/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json")),
)
"""Unused routes of Chainlit.

They edit elements, share threads, connect MCP servers, renew sessions indefinitely, and serve its API documentation, whose pages
load scripts from other hosts.
"""

_NOT_THEIRS = "authorization failed"
"""Chainlit's error for another user's thread, after which the page would retry forever. Here it is treated as nonexistent."""
_SETTINGS = frozenset(setting.name for setting in fields(ThreadSettings)) | {MODEL, SYSTEM_PROMPT, INCOGNITO}


def guard_socket(application: Application) -> None:
    """Install the checks in front of Chainlit's socket handlers."""
    handlers: Mapping[str, Handler] = dict(sio.handlers["/"])
    sio.eio.cors_allowed_origins = partial(_same_origin, origins(application.settings.server))
    sio.on("connect", partial(_connect, handlers["connect"]))
    sio.on("client_message", partial(_client_message, application, handlers["client_message"]))
    sio.on("edit_message", partial(_edit_message, application, handlers["edit_message"]))
    sio.on("stop", _stop)
    sio.on("clear_session", partial(_clear_session, handlers["clear_session"]))
    sio.on("chat_settings_change", partial(_settings, handlers["chat_settings_change"]))


def hide_others_threads() -> None:
    """Make Chainlit respond to requests for another user's thread as if it did not exist, instead of refusing access."""

    async def is_thread_author(username: str, thread_id: str) -> bool:
        layer = get_data_layer()  # type: ignore[no-untyped-call] # Chainlit's
        if layer is None or await layer.get_thread_author(thread_id) != username:
            raise HTTPException(404, "There is no such thread.")
        return True

    server.is_thread_author = is_thread_author  # type: ignore[attr-defined] # it offers no hook


def name_threads_by_title() -> None:
    """Name a new thread at once after the start of its question or, without one, after its files."""
    begin = ChainlitEmitter.init_thread

    async def init_thread(self: ChainlitEmitter, interaction: str) -> None:
        files = ", ".join(file["name"] for file in self.session.files.values())
        await begin(self, title_of(interaction) or title_of(files) or UNNAMED)

    ChainlitEmitter.init_thread = init_thread  # type: ignore[method-assign] # it offers no hook


def show_uploads_as_files() -> None:
    """Show an upload as a chip with its name; Chainlit would embed a PDF page, a picture or a player in the question."""
    Element.infer_type_from_mime = staticmethod(lambda mime_type: "file")  # type: ignore[method-assign] # it offers no hook


# --- socket


def _same_origin(allowed: list[str], origin: str | None, environ: Mapping[str, str]) -> bool:
    """Return whether an Origin header is absent (not a browser's page), the server's own, or allowed by the settings."""
    if not origin:
        return True
    return origin in allowed or urlsplit(origin).netloc == environ.get("HTTP_HOST")


async def _connect(connect: Handler, sid: str, environ: Mapping[str, Any], auth: object = None) -> object:
    claims = dict(auth) if isinstance(auth, dict) else {}
    try:
        claims["sessionId"] = str(uuid.UUID(claims["sessionId"]))
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise Refusal("bad session id") from error
    thread = claims.get("threadId")
    if thread is not None and not (isinstance(thread, str) and len(thread) <= 128):
        raise Refusal("bad thread id")
    claims["clientType"] = "webapp" if claims.get("clientType") != "copilot" else "copilot"
    claims.update(userEnv="{}", chatProfile=None)
    try:
        return await _connected(connect, sid, environ, claims)
    except ConnectionRefusedError as refusal:  # Python's exception, not socketio's
        if str(refusal) != _NOT_THEIRS or not thread:
            raise
        return await _connected(connect, sid, environ, {**claims, "threadId": str(uuid.uuid4())})


async def _connected(
    connect: Handler, sid: str, environ: Mapping[str, Any], claims: dict[str, Any]
) -> object:  # Any: both as sent
    done = await connect(sid, environ, claims)
    user: User | None = environ["asgi.scope"].get(USER)
    session = WebsocketSession.get(sid)
    if user is not None and session is not None:
        came(session, user)
    return done


async def _client_message(application: Application, handle: Handler, sid: str, payload: object) -> None:
    session = WebsocketSession.require(sid)
    message = payload.get("message") if isinstance(payload, dict) else None
    references = payload.get("fileReferences") if isinstance(payload, dict) else None
    init_ws_context(session)
    said = await _said(application, session, message)
    longest = application.settings.limits.max_question_characters
    if said is None or len(str(said["output"])) > longest:
        sentence = say("This message could not be taken.") if said is None else too_long(longest)
        await session.emit("toast", {"message": sentence, "type": "error"})
        await session.emit("task_end", {})
        return
    files = [file for file in references or () if isinstance(file, dict) and uploads.come_along(session, str(file.get("id")))]
    said["metadata"] = uploads.missing_files(len(references) - len(files) if isinstance(references, list) else 0)
    for file in files:  # into the order in which they were chosen, not uploaded: the thread may be named after them
        session.files[file["id"]] = session.files.pop(file["id"])
    await handle(sid, {"message": said, "fileReferences": files or None})


async def _said(application: Application, session: WebsocketSession, message: object) -> dict[str, object] | None:
    """Return the message with only the id and text taken from the client; `None` when it is malformed or its id is in use."""
    if not isinstance(message, dict) or not isinstance(message.get("output"), str):
        return None
    try:
        id = str(uuid.UUID(message["id"]))
    except (KeyError, ValueError, AttributeError, TypeError):
        return None
    if uuid.UUID(id).version != 4 or id in {known.id for known in chat_context.get()}:
        return None
    if await application.display.known([id]):
        return None
    author = (session.user.display_name or session.user.identifier) if session.user else "You"
    now = utc_now().isoformat()
    return {
        "id": id,
        "name": author,
        "type": "user_message",
        "output": clean(message["output"]).text,
        "createdAt": now,
        "metadata": {},
    }


def too_long(longest: int) -> str:
    return say("A message has at most {0} characters; put long text into a file.", f"{longest:,}")


async def _edit_message(application: Application, handle: Handler, sid: str, payload: object) -> None:
    session = WebsocketSession.require(sid)
    init_ws_context(session)
    message = payload.get("message") if isinstance(payload, dict) else None
    own = {known.id for known in chat_context.get() if known.type == "user_message"}
    if not isinstance(message, dict) or message.get("id") not in own or not isinstance(message.get("output"), str):
        return
    words = clean(message["output"]).text
    longest = application.settings.limits.max_question_characters
    if not words.strip() or len(words) > longest:
        sentence = too_long(longest) if words.strip() else say("A message needs some text.")
        await session.emit("toast", {"message": sentence, "type": "error"})
        await session.emit("task_end", {})
        return
    await handle(sid, {"message": {"id": message["id"], "output": words}})


async def _settings(handle: Handler, sid: str, payload: object) -> None:
    """Pass on only the settings that the panel offers, because they are stored with the thread."""
    if isinstance(payload, dict):
        await handle(sid, {name: payload[name] for name in _SETTINGS if name in payload})


async def _clear_session(handle: Handler, sid: str) -> None:
    """Clear the session when another conversation is opened, unless uploads wait in the message box.

    Such a session ends later, as that of a closed page does.
    """
    session = WebsocketSession.get(sid)
    if session is None or not uploads.wait(session):
        await handle(sid)


async def _stop(sid: str) -> None:
    """Cancel the answer in progress, which marks itself as stopped, so that no other message is needed."""
    session = WebsocketSession.get(sid)
    if session and session.current_task:
        session.current_task.cancel()


# --- routes


class Routes:
    """Our routes, placed before Chainlit's."""

    def __init__(self, application: Application, sign_in: SignIn) -> None:
        self._application = application
        self._sign_in = sign_in

    def all(self) -> list[APIRoute]:
        return [
            APIRoute("/feedback", self.rate, methods=["PUT"], include_in_schema=False),
            APIRoute("/feedback", self.unrate, methods=["DELETE"], include_in_schema=False),
            APIRoute("/project/action", self.act, methods=["POST"], include_in_schema=False),
            APIRoute("/project/file", self.upload, methods=["POST"], include_in_schema=False),
            APIRoute("/project/file/{file}", self.uploaded, methods=["GET"], include_in_schema=False),
            APIRoute("/project/translations", self.texts, methods=["GET"], include_in_schema=False),
            APIRoute("/set-session-cookie", self.session_cookie, methods=["POST"], include_in_schema=False),
            *(APIRoute(path, closed, methods=methods, include_in_schema=False) for path, methods in _CLOSED),
        ]

    async def rate(self, request: Request, update: UpdateFeedbackRequest) -> Response:
        user, thumbs = await self._user(request), update.feedback
        try:
            id = await self._application.display.rate(user.id, thumbs.forId, thumbs.value, thumbs.comment, utc_now())
        except NotFound as error:
            raise HTTPException(404, str(error)) from error
        return JSONResponse({"success": True, "feedbackId": id})

    async def unrate(self, request: Request, payload: DeleteFeedbackRequest) -> Response:
        user = await self._user(request)
        try:
            await self._application.display.unrate(user.id, payload.feedbackId)
        except NotFound as error:
            raise HTTPException(404, str(error)) from error
        return JSONResponse({"success": True})

    async def act(self, request: Request, pressed: CallActionRequest) -> Response:
        """Run the callback of a button, in a session of the user's own."""
        session = await self._session(request, pressed.sessionId)
        answered: Response = await server.call_action(pressed, session.user)
        return answered

    async def upload(self, request: Request, session_id: str, file: UploadFile, again: uuid.UUID | None = None) -> Response:
        """Store an uploaded file in its session. Empty and unreadable files are accepted too: reading them reports the error.

        `again` is the id of an upload that the server lost, which this is once more.
        """
        session = await self._session(request, session_id)
        limits = self._application.settings.limits
        if file.size is None or file.size > limits.max_file_bytes:
            raise HTTPException(413, say("the file is larger than {0} MB.", str(limits.max_file_mb)))
        if len(session.files) >= 10 * limits.max_files:
            raise HTTPException(429, "too many files in one conversation window; reload the page.")
        await self._check_room(request, session, file.size)
        id = str(again or uuid.uuid4())
        place = session.files_dir / id
        content = await file.read()
        await asyncio.to_thread(_write, place, content)
        kind = file.content_type or "application/octet-stream"
        name = file.filename or "file"
        session.files[id] = {"id": id, "path": place, "name": name, "type": kind, "size": len(content)}
        return JSONResponse({"id": id})

    async def _check_room(self, request: Request, session: WebsocketSession, size: int) -> None:
        """Check the quota for a file, counting the uploads that have not been sent yet."""
        waiting = [found.get("size", 0) for id, found in session.files.items() if uploads.moved_to(session, id) is None]
        try:
            await self._application.assistant.check_room(await self._user(request), [*waiting, size])
        except QuotaReached as error:
            raise HTTPException(429, told(str(error))) from error

    async def uploaded(self, request: Request, file: str, session_id: str) -> Response:
        """Serve an uploaded file, or redirect to its document once there is one."""
        session = await self._session(request, session_id)
        if file not in session.files:
            raise HTTPException(404, "There is no such file.")
        found = session.files[file]
        moved = uploads.moved_to(session, file)
        if moved is not None:
            return RedirectResponse(moved)
        return FileResponse(found["path"], headers=_safely(found["name"], found["type"]))

    async def texts(self) -> Response:
        """Return the texts of Chainlit's page in the page's language, ignoring the browser's."""
        return JSONResponse({"translation": config.load_translation(LANGUAGE.get() or "en-US")})

    async def session_cookie(self) -> Response:
        """Do nothing: the cookie is for load balancing over several processes, and there is only one."""
        return JSONResponse({"message": "No cookie is needed."})

    async def _user(self, request: Request) -> User:
        user = await self._sign_in.session_user(request)
        if user is None:
            raise HTTPException(401, "Sign in first.")
        return user

    async def _session(self, request: Request, id: str) -> WebsocketSession:
        """Return a session of the user's own; another user's is treated as nonexistent."""
        user = await self._user(request)
        session: WebsocketSession | None = WebsocketSession.get_by_id(id)
        if session is None or session.user is None or session.user.identifier != user.id:
            raise HTTPException(404, "There is no such session.")
        return session


async def closed() -> Response:
    raise HTTPException(404, "There is nothing here.")


def _write(place: Any, content: bytes) -> None:  # Any: Chainlit types its folder loosely
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(content)


def _safely(name: str, kind: str) -> dict[str, str]:
    """Return headers that let the browser display a file only if it cannot contain scripts, and forbid guessing its type."""
    plain = "text/plain" if kind.startswith("text/") and kind != "text/html" else kind
    inline = plain in _INLINE
    media = (f"{plain}; charset=utf-8" if plain == "text/plain" else plain) if inline else "application/octet-stream"
    ending = mimetypes.guess_extension(kind) or ""
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in " ._-") else "_" for letter in name)
    return {
        "Content-Type": media,
        "Content-Disposition": f'{"inline" if inline else "attachment"}; filename="{safe or "file" + ending}"',
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
    }
