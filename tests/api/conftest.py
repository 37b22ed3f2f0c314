"""Fixtures with the real routes and HTTP edge over an assistant made of fakes, in front of a stand-in for the web chat."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, WebSocket
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.responses import PlainTextResponse, Response

from chat.api.http import install
from chat.api.widget.door import Session
from chat.api.widget.tokens import Tokens
from chat.assistant import Assistant
from chat.domain import Health, Receipt, User
from chat.llm.base import Writer
from chat.settings import AnsweringSettings, LimitSettings, ServerSettings, Settings
from chat.threads.people.accounts import Accounts
from chat.threads.people.directory import People
from chat.threads.people.sessions import Sessions
from chat.threads.replies import Replies
from chat.watching.analytics import Analytics
from chat.watching.assistant import WatchedAssistant
from chat.watching.metrics import Metrics
from chat.watching.tracing import Tracing
from tests.assistant.workshop import Workshop, workshop
from tests.fakes import FakeEmbedder
from tests.passages import NOON

ADDRESS = "http://127.0.0.1:8000"
Json = Any  # the tests check the contents of responses


@dataclass
class Application:
    """A stand-in for `application.Application` with what the routes need of it."""

    assistant: Assistant
    accounts: Accounts
    settings: Settings
    metrics: Metrics
    analytics: Analytics
    replies: Replies
    sessions: Sessions
    people: People
    checks: dict[str, Health] = field(default_factory=lambda: {"database": Health(True, {"kind": "sqlite"}), "llm": Health(True)})

    async def health(self) -> Mapping[str, Health]:
        return self.checks

    async def erase_user(self, user: User) -> Receipt:
        before = await self.accounts.holdings(user.id)
        await self.accounts.remove_user(user.id)
        await self.assistant.bury_all(user.id)
        await self.accounts.erase(user.id)
        return replace(before, verified=(await self.accounts.holdings(user.id)).verified)


@dataclass
class House:
    """A running server as clients see it, with access to its parts."""

    server: FastAPI
    application: Application
    workshop: Workshop
    session: User | None = None
    """The user who is signed in at the browser."""
    tokens: Tokens = field(default_factory=lambda: Tokens("secret"))

    def client(self, key: str | None = None) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        transport = httpx.ASGITransport(self.server, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=ADDRESS, headers=headers)

    async def read(self, thread: str = "t") -> None:
        """Wait until no file of the thread is being read."""
        running = [job for job, _ in await self.workshop.parts.rows.jobs.running(thread)]
        _ = [event async for event in self.workshop.assistant.follow(running)]

    async def key(self, name: str) -> str:
        accounts = self.application.accounts
        return await accounts.create_key(await accounts.named(name), "test")


@asynccontextmanager
async def house(
    engine: AsyncEngine,
    folder: Path,
    model: Writer | None = None,
    pictures: Mapping[int, str] | None = None,
    answering: AnsweringSettings | None = None,
    session: Session = lambda _: "",
    embedder: FakeEmbedder | None = None,
    **server: Any,
) -> AsyncIterator[House]:  # Any: settings of any type
    made = workshop(engine, folder, model, embedder, pictures=pictures, answering=answering, server=ServerSettings(**server))
    settings = Settings(server=ServerSettings(**server), limits=LimitSettings(max_files=3, max_file_mb=1))
    metrics = Metrics()
    analytics = Analytics(engine, settings.server.analytics_days, lambda: NOON)
    made.assistant = WatchedAssistant(made.parts, metrics, Tracing(None), analytics)
    accounts, sessions = Accounts(engine, 3, lambda: NOON), Sessions(engine, lambda: NOON, 30, 7)
    people = People(engine, lambda: NOON)
    application = Application(made.assistant, accounts, settings, metrics, analytics, made.parts.rows.replies, sessions, people)
    built = House(_web_chat(), application, made)

    async def identify(request: Request) -> User | None:
        visitor = request.cookies.get("visitor")  # set by the visitors' entrance
        return await application.accounts.user(visitor) if visitor else built.session

    install(built.server, application, identify, session, built.tokens)
    yield built
    await analytics.close()


def _web_chat() -> FastAPI:
    """Return a stand-in for the web chat that answers every address that reaches it."""
    server = FastAPI(openapi_url=None)

    @server.post("/project/file")
    async def upload(request: Request) -> Response:
        return PlainTextResponse(f"took {len(await request.body())} bytes")

    @server.api_route("/{rest:path}", methods=["GET", "POST"])
    async def page(rest: str) -> Response:
        return PlainTextResponse("the web chat", media_type="text/html")

    @server.websocket("/ws/socket.io")
    async def socket(connection: WebSocket) -> None:
        await connection.accept()
        await connection.close()

    return server


@pytest.fixture
async def home(engine: AsyncEngine, tmp_path: Path) -> AsyncIterator[House]:
    """A server in local mode."""
    async with house(engine, tmp_path / "files") as built:
        yield built


@pytest.fixture
async def api(home: House) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the server in local mode, as the local user."""
    async with home.client() as client:
        yield client


@pytest.fixture
async def office(engine: AsyncEngine, tmp_path: Path) -> AsyncIterator[House]:
    """A server with sign-in."""
    async with house(engine, tmp_path / "files", auth="password") as built:
        yield built


@pytest.fixture
async def alice(office: House) -> AsyncIterator[httpx.AsyncClient]:
    async with office.client(await office.key("alice")) as client:
        yield client


@pytest.fixture
async def bob(office: House) -> AsyncIterator[httpx.AsyncClient]:
    async with office.client(await office.key("bob")) as client:
        yield client


async def thread(api: httpx.AsyncClient, id: str = "t") -> str:
    answer = await api.post("/api/threads", json={"id": id})
    assert answer.status_code == 201
    return id


async def upload(api: httpx.AsyncClient, thread: str, *files: tuple[str, bytes], document: str | None = None) -> Json:
    """Upload files and return the documents that the response lists."""
    parts = [("files", file) for file in files]
    answer = await api.post(f"/api/threads/{thread}/documents", files=parts, params={"document_id": document} if document else {})
    assert answer.status_code == 201, answer.text
    return answer.json()["documents"]


GUIDE = b"# Pump\n\nThe pump stands in the cellar.\n\n## Warranty\n\nThe pump has a warranty of 24 months from delivery.\n"


def check_problem(answer: httpx.Response, status: int, code: str) -> Json:
    """Check that the response is a complete problem of that kind, and return its members."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    shape = answer.json()
    assert {"type", "title", "status", "detail", "code"} <= shape.keys()
    assert (shape["status"], shape["code"]) == (status, code)
    assert shape["type"] == f"urn:threadwise:problem:{code}"
    assert shape["detail"].strip()
    return shape


def events_of(text: str) -> list[tuple[str, Json]]:
    """Return the name and data of each server-sent event, without comments."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found
