"""Tests of session tokens: invalid after a log-out, a new password or expiry, and when forged."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import jwt
import pytest
from socketio.exceptions import ConnectionError as Refused

from chat.cli.accounts import opened
from chat.database.folder import DataFolder
from chat.domain import utc_now
from chat.ui.browsers import browser
from tests.accounts import PASSWORD
from tests.serving import Server
from tests.ui.client import person, tab

pytestmark = pytest.mark.asyncio(loop_scope="package")
COOKIE = "access_token"
PLACES = ("/user", "/api/threads", "/project/settings")


@asynccontextmanager
async def carrying(server: Server, token: str, bearer: bool = False) -> AsyncIterator[httpx.AsyncClient]:
    cookies, headers = ({}, {"Authorization": f"Bearer {token}"}) if bearer else ({COOKIE: token}, {})
    headers |= {"Origin": server.address}
    async with httpx.AsyncClient(base_url=server.address, cookies=cookies, headers=headers, trust_env=False) as http:
        yield http


async def opens(server: Server, token: str) -> set[int]:
    """Return the statuses of protected addresses for a token, as a cookie and, where Chainlit accepts it, as a bearer token."""
    async with carrying(server, token) as http:
        found = {(await http.get(place)).status_code for place in PLACES}
    async with carrying(server, token, bearer=True) as http:
        return found | {(await http.get("/user")).status_code}


def secret(server: Server) -> str:
    return f"{DataFolder(Path(server.data)).secret()}-password"


async def test_a_token_opens_nothing_after_logging_out(server: Server, alice: httpx.AsyncClient) -> None:
    token = alice.cookies[COOKIE]
    before = await opens(server, token)

    assert (await alice.post("/logout")).status_code == 200

    assert COOKIE not in alice.cookies
    assert (before, await opens(server, token)) == ({200}, {401})
    async with carrying(server, token) as http:
        with pytest.raises(Refused):
            async with tab(http):
                pass


async def test_one_session_is_ended_from_another_and_says_which_browser_it_was(server: Server) -> None:
    async with person(server.address, "bob", PASSWORD) as here, person(server.address, "bob", PASSWORD) as there:
        listed = (await here.get("/api/sessions")).json()["sessions"]
        [current] = [each for each in listed if each["current"]]
        await there.delete("/api/sessions", params={"but_this": True})

        assert current["browser"] == "A program"
        assert await opens(server, here.cookies[COOKIE]) == {401}
        assert await opens(server, there.cookies[COOKIE]) == {200}


@pytest.mark.parametrize("change", ["password", "suspended"])
async def test_a_token_from_before_opens_nothing(server: Server, change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREADWISE_DATA", str(server.data))
    async with opened() as accounts:
        user = await accounts.add_user(f"before-{change}", PASSWORD)
        async with person(server.address, user.name, PASSWORD) as http:
            token = http.cookies[COOKIE]
            assert await opens(server, token) == {200}

            if change == "password":
                await accounts.set_password(user.name, "battery staple")
            else:
                await accounts.suspend(user.id)
                await accounts.resume(user.id)

            assert await opens(server, token) == {401}


async def test_tokens_that_are_made_up_or_changed_open_nothing(server: Server, alice: httpx.AsyncClient) -> None:
    token = alice.cookies[COOKIE]
    claims = jwt.decode(token, options={"verify_signature": False})
    bob = (await alice.get("/user")).json()["id"].replace("-", "")
    without = {name: value for name, value in claims.items() if name not in ("exp", "jti")}
    made_up = {
        "of nobody's secret": jwt.encode(claims, "x" * 32, algorithm="HS256"),
        "unsigned": jwt.encode(claims, "", algorithm="none"),
        "without an end": jwt.encode(without | {"jti": claims["jti"]}, secret(server), algorithm="HS256"),
        "without a session": jwt.encode(without | {"exp": claims["exp"]}, secret(server), algorithm="HS256"),
        "of no session": jwt.encode(claims | {"jti": "x"}, secret(server), algorithm="HS256"),
        "another's name on it": jwt.encode(claims | {"identifier": bob}, secret(server), algorithm="HS256"),
        "ended": jwt.encode(claims | {"exp": utc_now() - timedelta(seconds=1)}, secret(server), algorithm="HS256"),
        "for somebody else": jwt.encode(claims | {"aud": "elsewhere"}, secret(server), algorithm="HS256"),
        "no token": "a.b.c",
    }

    opened_by = {name: await opens(server, each) for name, each in made_up.items()}

    assert await opens(server, token) == {200}
    assert opened_by == {name: {401} for name in made_up}


async def test_a_session_cannot_be_renewed(server: Server, alice: httpx.AsyncClient) -> None:
    headers = {"Authorization": f"Bearer {alice.cookies[COOKIE]}"}

    assert (await alice.post("/auth/jwt", headers=headers)).status_code == 404


async def test_a_key_and_a_session_show_the_same_and_only_as_a_bearer_s(server: Server, alice: httpx.AsyncClient) -> None:
    token = alice.cookies[COOKIE]
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as http:
        for headers, query in (({"x-api-key": token}, {}), ({}, {"access_token": token}), ({"Authorization": token}, {})):
            answer = await http.get("/api/threads", headers=headers, params=query)
            assert answer.status_code == 401


AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0": "Firefox on Linux",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko) Chrome/126 Safari/537.36 Edg/126": "Edge on Windows",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126 Mobile Safari/537.36": "Chrome on Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Safari/604.1": "Safari on iPhone",
    "curl/8.5.0": "A program",
    "<script>alert(1)</script>": "A program",
    "": "A program",
}


@pytest.mark.parametrize("agent", AGENTS)
async def test_a_browser_is_called_as_people_call_it(agent: str) -> None:
    assert browser(agent) == AGENTS[agent]


@pytest.mark.parametrize(("told", "secure"), [("https", True), ("https, http", True), ("http", False), (None, False)])
async def test_over_https_a_cookie_is_never_sent_over_anything_else(server: Server, told: str | None, secure: bool) -> None:
    headers = {"Origin": server.address} | ({"X-Forwarded-Proto": told} if told else {})
    async with httpx.AsyncClient(base_url=server.address, headers=headers, trust_env=False) as http:
        answer = await http.post("/login", data={"username": "alice", "password": PASSWORD})

    [cookie] = [each for each in answer.headers.get_list("set-cookie") if each.startswith(COOKIE)]
    assert ("secure" in cookie.lower()) is secure
    assert "httponly" in cookie.lower()
