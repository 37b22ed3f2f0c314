"""A user at a browser, without the browser: a client of Chainlit's HTTP routes and its socket."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import socketio

Event = tuple[str, Any]  # Any: whatever the server sends
_SECONDS = 30


class Tab:
    """One open page of the web chat."""

    def __init__(self, http: httpx.AsyncClient, session: str) -> None:
        self.http = http
        self.session = session
        self.socket = socketio.AsyncClient(reconnection=False)
        self.events: list[Event] = []
        self.opening = 0
        """The number of tasks that ended while the page opened."""
        self._came = asyncio.Condition()
        self.socket.on("*", self._on)

    async def _on(self, name: str, data: Any = None) -> None:  # Any: whatever the server sends
        async with self._came:
            self.events.append((name, data))
            self._came.notify_all()

    async def until(self, event: str, /, times: int = 1, **fields: object) -> Any:  # Any: whatever the server sends
        """Return the first event of this name with these fields, once there are `times` such events, including earlier ones."""

        def found() -> list[Any]:  # Any: whatever the server sends
            return [
                data
                for came, data in self.events
                if came == event and all(data.get(key) == value for key, value in fields.items())
            ]

        async with self._came, asyncio.timeout(_SECONDS):
            await self._came.wait_for(lambda: len(found()) >= times)
            return found()[0]

    async def ended(self, times: int = 1) -> None:
        """Wait until this many messages have been processed."""
        async with self._came, asyncio.timeout(_SECONDS):
            await self._came.wait_for(lambda: self.tasks_ended() >= self.opening + times)

    def tasks_ended(self) -> int:
        return sum(name == "task_end" for name, _ in self.events)

    async def say(self, text: str, id: str | None = None, files: list[str] | None = None, **fields: object) -> str:
        id = id or str(uuid.uuid4())
        message = {"id": id, "type": "user_message", "name": "me", "output": text, "createdAt": "2026-01-01T00:00:00Z", **fields}
        await self.socket.emit("client_message", {"message": message, "fileReferences": [{"id": file} for file in files or []]})
        return id

    async def act(self, name: str, **payload: object) -> None:
        """Trigger an action, as a button on the page does."""
        action = {"id": str(uuid.uuid4()), "name": name, "payload": payload}
        answer = await self.http.post("/project/action", json={"action": action, "sessionId": self.session})
        answer.raise_for_status()

    async def opened(self) -> Any:  # Any: whatever the server sends
        """Return what the side panel shows, once the page has opened it."""
        opening = await self.until("element", name="Opening")
        await self.act("panel_is_open", **opening["props"])
        return await self.until("set_sidebar_elements")

    async def upload(self, name: str, content: bytes, kind: str = "text/plain") -> str:
        answer = await self.http.post(f"/project/file?session_id={self.session}", files={"file": (name, content, kind)})
        answer.raise_for_status()
        return str(answer.json()["id"])

    async def thread(self) -> str:
        """Return the id of the thread that the first message began."""
        return str((await self.until("first_interaction"))["thread_id"])


@asynccontextmanager
async def person(address: str, name: str = "", password: str = "") -> AsyncIterator[httpx.AsyncClient]:
    """Yield the client of a user, signed in with a password or as the local user."""
    async with httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=_SECONDS, trust_env=False) as http:
        form = {"username": name, "password": password}
        answer = await (http.post("/login", data=form) if name else http.post("/auth/header"))
        answer.raise_for_status()
        yield http


@asynccontextmanager
async def tab(
    http: httpx.AsyncClient,
    thread: str = "",
    session: str | None = None,
    origin: str | None = None,
    answered_by: str | None = None,
) -> AsyncIterator[Tab]:
    """Open a page on an existing thread or a new one, and wait for the event that ends the opening."""
    page = Tab(http, session or str(uuid.uuid4()))
    address = str(http.base_url).rstrip("/")
    claims = {"sessionId": page.session, "clientType": "webapp", "userEnv": "{}", "chatProfile": "", "threadId": thread}
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
    headers = {"Cookie": cookies, "Origin": origin or address}
    try:
        await page.socket.connect(address, headers=headers, auth=claims, socketio_path="/ws/socket.io", transports=["websocket"])
        await page.socket.emit("connection_successful")
        await page.until(answered_by or ("resume_thread" if thread else "task_end"))
        page.opening = page.tasks_ended()
        yield page
    finally:
        await page.socket.disconnect()
        if page.socket.eio.http is not None:
            await page.socket.eio.http.close()
