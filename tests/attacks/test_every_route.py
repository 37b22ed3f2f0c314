"""Tests of every address of the server with requests from people who may not use it.

The addresses are read from the server's routers, so that a new one fails here until its callers are declared. Addresses with an
id in them are tried with other users' ids automatically; for the others, one of the tables says who may ask.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from tests.accounts import PASSWORD
from tests.attacks.conftest import CANARY, SITE, WORD, Town
from tests.attacks.routes import Route, routes
from tests.ui.client import person

pytestmark = pytest.mark.asyncio(loop_scope="package")

ANYBODYS = frozenset(
    [
        "/",
        "/{full_path:path}",
        "/api",
        "/api/docs",
        "/api/docs/oauth2-redirect",
        "/api/openapi.json",
        "/api/static-offline-docs",
        "/health",
        "/health/live",
        "/widget/frame",
        "/share/{token}",
        "/public/{filename:path}",
        "/assets/{filename:path}",
        "/copilot/{filename:path}",
        "/favicon",
        "/logo",
        "/avatars/{avatar_id:str}",
        "/auth/config",
        "/project/translations",
        "/set-session-cookie",
    ]
)
"""Routes for everyone: they show the application and no user's data; a shared conversation is for everyone who has its link."""
WAYS_IN = frozenset(
    [
        "/login",
        "/logout",
        "/auth/header",
        "/auth/oauth/{provider_id}",
        "/auth/oauth/{provider_id}/callback",
        "/auth/oauth/azure-ad-hybrid/callback",
        "/widget/session",
        "/ws/socket.io",
    ]
)
"""Routes that identify callers: tests/ui/test_ways_in.py, test_guards.py and test_sessions.py, tests/api/test_widget.py."""
CLOSED = frozenset(
    [
        "/auth/jwt",
        "/mcp",
        "/project/element",
        "/project/share/{thread}",
        "/project/thread/share",
        "/docs",
        "/docs/oauth2-redirect",
        "/redoc",
        "/openapi.json",
    ]
)
"""Routes of Chainlit that are not needed here."""
PAGES = frozenset(["/analytics", "/account", "/admin", "/memory", "/find", "/share", "/libraries", "/libraries/documents"])
"""Pages that redirect users who are not signed in to the login page."""
ADMINS = ("/api/users", "/metrics")
PERSONAL = frozenset(
    [
        "/api/threads",
        "/api/threads/import",
        "/api/search",
        "/api/libraries",
        "/api/models",
        "/api/analytics",
        "/api/widget/token",
        "/api/widget/demo",
        "/api/widget/visitor",
        "/api/widget/sites",
        "/api/sessions",
        "/api/password",
        "/api/mcp",
        "/v1/models",
        "/v1/models/{model:path}",
        "/v1/chat/completions",
        "/user",
        "/project/settings",
        "/project/threads",
        "/project/file",
        "/project/action",
        "/project/thread",
        "/feedback",
    ]
)
"""Routes that show only the caller's own data."""
BODIES: Mapping[str, object] = {
    "PATCH /api/threads/{thread}": {"name": "stolen"},
    "POST /api/threads/{thread}/messages": [{"role": "user", "content": "x"}],
    "PATCH /api/threads/{thread}/messages/{message}": {"content": "x"},
    "PATCH /api/threads/{thread}/memory/{memory}": {"text": "x"},
    "PATCH /api/libraries/{library}": {"name": "stolen"},
    "POST /api/threads/{thread}/search": {"query": "Where does Clara live?"},
    "POST /api/threads/{thread}/ask": {"question": "Where does Clara live?"},
    "POST /api/threads/{thread}/ask/stream": {"question": "Where does Clara live?"},
    "POST /api/jobs/{job}/password": {"password": "x"},
    "POST /v1/chat/completions": {"messages": [{"role": "user", "content": "x"}], "metadata": {"thread": "{thread}"}},
    "PUT /project/thread": {"threadId": "{thread_id}", "name": "stolen"},
    "DELETE /project/thread": {"threadId": "{thread_id}"},
    "POST /project/action": {"sessionId": "{page}", "action": {"id": "a", "name": "try_again", "payload": {}}},
    "POST /project/threads": {"pagination": {"first": 50}, "filter": {"userId": "{user}"}},
    "PUT /feedback": {"feedback": {"forId": "{step}", "value": 0, "comment": "stolen"}, "sessionId": "{page}"},
    "DELETE /feedback": {"feedbackId": "{feedback}"},
    "POST /api/widget/token": {"visitor": "vera", "origin": SITE},
    "DELETE /api/widget/visitor": {"visitor": "vera", "origin": SITE},
}
"""Bodies for the routes that need one."""
QUERIES = dict.fromkeys(("/project/file", "/project/file/{file}", "/project/file/{file_id}"), "?session_id={page}")
_FILES = re.compile(r"POST /api/(threads|libraries)/\{\w+\}/documents|POST /project/file")
_NAMES_HERS_ELSEWHERE = frozenset(
    """POST /v1/chat/completions|PUT /project/thread|DELETE /project/thread|POST /project/action|PUT /feedback|DELETE /feedback
    |POST /project/file""".replace("\n    ", "").split("|")
)
"""Routes with an id in the body or the query string."""
_MADE_WHEN_MISSING = "POST /v1/chat/completions"
"""A route that creates a thread with an unknown id on its first question."""
_ALIASES = {"file_id": "file"}
_IN_ITS_OWN_TIME = frozenset({"sessions", "api_keys", "usage", "inquiries", "inquiry_documents", "collections"})
"""Tables that the server continues to write after responding: last use, metrics, states of indexes."""


@dataclass(frozen=True, slots=True)
class Address:
    method: str
    path: str
    """The path, with the bare names of its placeholders."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def ids(self) -> list[str]:
        return re.findall(r"\{(\w+)\}", self.path)

    @property
    def of_somebody(self) -> bool:
        """Return whether the address contains the id of an object that belongs to a user."""
        return bool(set(self.ids) & BELONGINGS) or self.name in _NAMES_HERS_ELSEWHERE

    async def ask(self, client: httpx.AsyncClient, ids: Mapping[str, str]) -> httpx.Response:
        path = _filled(self.path + QUERIES.get(self.path, ""), ids)
        if _FILES.fullmatch(self.name):
            field = "file" if self.path == "/project/file" else "files"
            return await client.post(path, files={field: ("x.txt", b"Words.")})
        body = BODIES.get(self.name)
        sent = None if body is None else json.loads(_filled(json.dumps(body), ids))
        return await client.request(self.method, path, json=sent)


BELONGINGS = frozenset(
    [
        "thread",
        "message",
        "library",
        "document",
        "section",
        "number",
        "form",
        "memory",
        "instruction",
        "job",
        "session",
        "thread_id",
        "element_id",
        "file",
        "file_id",
    ]
)


def _filled(text: str, ids: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: ids[_ALIASES.get(found[1], found[1])] if found[1] in _KNOWN else found[0], text)


_KNOWN = BELONGINGS | {"page", "step", "feedback", "user", "token"}


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def every(tmp_path_factory: pytest.TempPathFactory) -> list[Route]:
    data: Path = tmp_path_factory.mktemp("routes") / "data"
    return await routes(data, THREADWISE_AUTH="password", THREADWISE_SHARING="on")


@pytest.fixture
def addresses(every: list[Route]) -> list[Address]:
    """All addresses, without duplicates that differ only in the types of their placeholders."""
    return sorted({Address(method, _bare(path)) for method, path in every}, key=lambda each: (each.path, each.method))


def _bare(path: str) -> str:
    return re.sub(r"\{(\w+):(?:identifier|int)\}", r"{\1}", path)


def _closed(address: Address) -> bool:
    return _placeless(address.path) in {_placeless(path) for path in CLOSED}


def _placeless(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


async def at_rest(data: Path) -> dict[str, list[str]]:
    """Return all stored rows by table, once all messages are indexed."""
    async with asyncio.timeout(60):
        while any("'pending'" in said for said in rows(data)["messages"]):  # noqa: ASYNC110 - another process writes
            await asyncio.sleep(0.1)
    return rows(data)


def rows(data: Path) -> dict[str, list[str]]:
    """Return all stored rows by table."""
    with sqlite3.connect(f"file:{data / 'threadwise.sqlite3'}?mode=ro", uri=True) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(map(repr, database.execute(f"SELECT * FROM {name}"))) for name in set(tables) - _IN_ITS_OWN_TIME}


def changed(before: Mapping[str, list[str]], after: Mapping[str, list[str]]) -> list[str]:
    return sorted(name for name in before if before[name] != after[name])


def code(answer: httpx.Response) -> tuple[int, str]:
    problem = answer.headers.get("content-type", "") == "application/problem+json"
    return answer.status_code, str(answer.json()["code"]) if problem else ""


@asynccontextmanager
async def by(town: Town, way: str, name: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield the client of a user, by key or in a browser."""
    async with town.program(name) if way == "key" else person(town.server.address, name, PASSWORD) as client:
        yield client


async def test_of_every_address_it_is_said_whom_it_is_for(addresses: list[Address]) -> None:
    known = ANYBODYS | WAYS_IN | CLOSED | PAGES | PERSONAL
    unknown = [
        each.name
        for each in addresses
        if not (each.of_somebody or each.path in known or _closed(each) or each.path.startswith(ADMINS))
    ]

    assert not unknown, "\n".join(unknown)


@pytest.mark.parametrize("way", ["key", "browser"])
async def test_what_is_somebody_elses_is_as_what_does_not_exist_and_nothing_changes(
    town: Town, addresses: list[Address], way: str
) -> None:
    nothing = dict.fromkeys(town.hers, "00000000-0000-4000-8000-000000000000") | {"number": "1", "form": "1"}
    before, wrong = await at_rest(town.server.data), []
    async with by(town, way, "bob") as bob:
        for address in addresses:
            if not address.of_somebody or _closed(address) or (way == "key" and _chainlits(address)):
                continue
            answer = await address.ask(bob, town.hers)
            unknown = answer if address.name == _MADE_WHEN_MISSING else await address.ask(bob, nothing)
            if answer.status_code != 404 or code(answer) != code(unknown) or CANARY in answer.text:
                wrong.append((address.name, code(answer), code(unknown), answer.text[:80]))

    assert not wrong, "\n".join(map(str, wrong))
    assert changed(before, rows(town.server.data)) == []


def _chainlits(address: Address) -> bool:
    """Return whether the address is one of Chainlit's, which accept no keys."""
    return address.path.startswith(("/project", "/feedback", "/user"))


async def test_a_parent_of_ones_own_opens_no_child_of_somebody_else(
    town: Town, addresses: list[Address], bob: httpx.AsyncClient
) -> None:
    await bob.post("/api/threads", json={"id": "bobs"})
    await bob.post("/api/libraries", json={"id": "bobs-library", "name": "Bob's"})
    mixed = town.hers | {"thread": "bobs", "library": "bobs-library"}
    before, wrong = await at_rest(town.server.data), []
    for address in addresses:
        if address.path.startswith(("/api/threads/{thread}/", "/api/libraries/{library}/")) and len(address.ids) > 1:
            answer = await address.ask(bob, mixed)
            if answer.status_code != 404 or CANARY in answer.text:
                wrong.append((address.name, answer.status_code, answer.text[:80]))

    assert not wrong, "\n".join(map(str, wrong))
    assert changed(before, rows(town.server.data)) == []


@pytest.mark.parametrize("who", ["nobody", "a suspended key", "a suspended session"])
async def test_who_is_not_in_is_told_so_and_nothing_else(town: Town, addresses: list[Address], who: str) -> None:
    before, wrong = await at_rest(town.server.data), []
    async with town.program("mallory" if who == "a suspended key" else None) as outside:
        if who == "a suspended session":
            outside.cookies.set("access_token", town.suspended)
            outside.headers["Origin"] = town.server.address
        for address in addresses:
            if address.path in WAYS_IN | {"/"} or address.method == "*":
                continue
            answer = await address.ask(outside, town.hers)
            if address.path not in ANYBODYS and not _refused(address, answer):
                wrong.append((address.name, answer.status_code, answer.text[:80]))
            if address.path != "/share/{token}" and CANARY in answer.text:
                wrong.append((address.name, answer.status_code, "the canary"))

    assert not wrong, "\n".join(map(str, wrong))
    assert changed(before, rows(town.server.data)) == []


def _refused(address: Address, answer: httpx.Response) -> bool:
    if _closed(address):
        return answer.status_code == 404
    if address.path in PAGES:
        return answer.status_code == 401 or answer.headers.get("location", "").startswith("/login")
    return answer.status_code == 401


async def test_what_is_ones_own_shows_nothing_of_somebody_else(town: Town, addresses: list[Address]) -> None:
    wrong = []
    async with by(town, "browser", "bob") as bob:
        for address in addresses:
            if address.path in PERSONAL | PAGES and address.method == "GET":
                for query in ("", f"?thread={town.hers['thread']}&user=alice&query={WORD}&q={WORD}"):
                    wrong += [address.name] if CANARY in (await bob.get(address.path + query)).text else []
            if address.path.startswith(ADMINS):
                status = (await address.ask(bob, town.hers)).status_code
                wrong += [address.name] if status != 403 else []

    assert not wrong, "\n".join(map(str, wrong))


async def test_figures_of_the_server_are_for_an_admin_at_a_browser_too(town: Town) -> None:
    async with by(town, "browser", "root") as root:
        assert (await root.get("/metrics")).status_code == 200


async def test_a_visitor_reaches_nothing_of_whose_site_it_is(
    town: Town, addresses: list[Address], alice: httpx.AsyncClient
) -> None:
    given = (await alice.post("/api/widget/token", json={"visitor": "vera", "origin": SITE})).json()
    bearer = {"Authorization": f"Bearer {given['token']}"}
    wrong = []
    async with httpx.AsyncClient(base_url=f"{town.server.address}{given['base']}", timeout=60, trust_env=False) as vera:
        assert (await vera.post("/auth/jwt", headers=bearer)).status_code == 200
        cookies = {name: value.strip('"') for name, value in vera.cookies.items()}
        vera.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        vera.headers["Origin"] = town.server.address
        before = await at_rest(town.server.data)
        for address in addresses:
            if address.of_somebody and not _closed(address):
                answer = await address.ask(vera, town.hers)
                wrong += [] if answer.status_code == 404 else [(address.name, answer.status_code, answer.text[:80])]
    async with httpx.AsyncClient(base_url=town.server.address, headers=bearer, timeout=60, trust_env=False) as outside:
        for address in addresses:
            if address.of_somebody and not _closed(address):
                answer = await address.ask(outside, town.hers)
                wrong += [] if answer.status_code == 401 else [(address.name, answer.status_code, "outside the door")]

    assert not wrong, "\n".join(map(str, wrong))
    assert changed(before, rows(town.server.data)) == []
