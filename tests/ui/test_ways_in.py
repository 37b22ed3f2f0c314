"""Tests of signing in through a provider and through a proxy, each with a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from chat.cli.accounts import opened
from chat.domain import utc_now
from chat.ui.trusted import SIGNATURE, signature
from tests.serving import Server, serving
from tests.ui.client import tab
from tests.ui.oidc import Provider, providing

pytestmark = pytest.mark.asyncio(loop_scope="package")
COOKIE = "access_token"


@asynccontextmanager
async def browser(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=server.address, headers={"Origin": server.address}, timeout=30, trust_env=False
    ) as http:
        yield http


# --- a provider


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Server, Provider]]:
    data: Path = tmp_path_factory.mktemp("club") / "data"
    async with providing() as provider:
        settings = {"THREADWISE_ALLOWED_USERS": "@example.org, guest@elsewhere.net", "THREADWISE_ADMINS": "root@example.org"}
        more = {"THREADWISE_AUTH": "oauth", **settings, **provider.environment()}
        async with serving(data, None, (), **more) as running:
            yield running, provider


async def enter(http: httpx.AsyncClient, provider: Provider, **claims: object) -> str:
    """Return where the browser ends up after all redirects."""
    provider.claims = claims
    answer = await http.get("/auth/oauth/generic", follow_redirects=True)
    return str(answer.url)


async def test_a_provider_s_user_comes_in_and_is_the_same_next_time(club: tuple[Server, Provider]) -> None:
    server, provider = club
    async with browser(server) as first, browser(server) as again:
        there = await enter(first, provider, sub="1", email="carol@example.org", email_verified=True)
        await enter(again, provider, sub="1", email="carol.married@example.org", email_verified=True)
        users = [(await http.get("/user")).json() for http in (first, again)]
        async with tab(first):
            pass

    assert "error" not in there
    assert provider.asked[:3] == ["/authorize", "/token", "/userinfo"]
    assert [user["display_name"] for user in users] == ["carol@example.org"] * 2
    assert users[0]["id"] == users[1]["id"]


async def test_whoever_has_the_name_keeps_it(club: tuple[Server, Provider]) -> None:
    server, provider = club
    async with browser(server) as one, browser(server) as other:
        await enter(one, provider, sub="10", email="twin@example.org")
        await enter(other, provider, sub="11", email="twin@example.org")
        users = [(await http.get("/user")).json() for http in (one, other)]

    assert [user["display_name"] for user in users] == ["twin@example.org", "twin@example.org-2"]


REFUSED = {
    "of another domain": {"sub": "2", "email": "eve@evil.example"},
    "whose domain only ends alike": {"sub": "3", "email": "eve@notexample.org"},
    "whose address is not verified": {"sub": "4", "email": "eve@example.org", "email_verified": False},
    "without a name": {"sub": "5"},
}


@pytest.mark.parametrize("claims", REFUSED.values(), ids=REFUSED)
async def test_nobody_comes_in_who_was_not_asked(club: tuple[Server, Provider], claims: dict[str, object]) -> None:
    server, provider = club
    async with browser(server) as http:
        there = await enter(http, provider, **claims)

        assert "error=" in there
        assert COOKIE not in http.cookies
        assert (await http.get("/user")).status_code == 401


async def test_a_named_guest_comes_in_and_named_admins_are_admins(club: tuple[Server, Provider]) -> None:
    server, provider = club
    async with browser(server) as guest, browser(server) as root:
        await enter(guest, provider, sub="6", email="guest@elsewhere.net")
        await enter(root, provider, sub="7", email="root@example.org")

        assert (await guest.get("/api/users")).status_code == 403
        assert (await root.get("/api/users")).status_code == 200


async def test_a_suspended_one_does_not_come_in_again(club: tuple[Server, Provider], monkeypatch: pytest.MonkeyPatch) -> None:
    server, provider = club
    monkeypatch.setenv("THREADWISE_DATA", str(server.data))
    async with browser(server) as http:
        await enter(http, provider, sub="8", email="leaver@example.org")
        async with opened() as accounts:
            await accounts.suspend((await accounts.known("leaver@example.org")).id)
        there = await enter(http, provider, sub="8", email="leaver@example.org")

        assert "error=" in there
        assert (await http.get("/user")).status_code == 401


async def test_an_answer_of_the_provider_that_nobody_asked_for_is_refused(club: tuple[Server, Provider]) -> None:
    server, _ = club
    async with browser(server) as http:
        answer = await http.get("/auth/oauth/generic/callback", params={"code": "once", "state": "made-up"})

        assert "error=" in answer.headers["location"]
        assert COOKIE not in http.cookies


# --- a proxy


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def behind(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    data: Path = tmp_path_factory.mktemp("behind") / "data"
    settings = {"THREADWISE_TRUSTED_SECRET": "shared", "THREADWISE_ADMINS": "root"}
    async with serving(data, None, (), THREADWISE_AUTH="header", **settings) as running:
        yield running


def by(name: str, secret: str = "shared") -> dict[str, str]:
    """Return the headers that the proxy adds to each request."""
    return {"X-Forwarded-User": name, SIGNATURE: signature(secret, int(utc_now().timestamp()), name)}


async def test_whom_the_proxy_names_is_in_for_as_long_as_it_does(behind: Server) -> None:
    async with browser(behind) as http:
        entered = await http.post("/auth/header", headers=by("carol"))
        named = await http.get("/user", headers=by("carol"))
        by_nobody = await http.get("/user")
        by_another = await http.get("/user", headers=by("dora"))
        users = [(await http.get("/api/users", headers=by(name))).status_code for name in ("carol", "root")]

    assert entered.status_code == 200
    assert named.json()["display_name"] == "carol"
    assert (by_nobody.status_code, by_another.status_code) == (401, 401)
    assert users == [403, 401]


@pytest.mark.parametrize(
    "headers", [{}, {"X-Forwarded-User": "carol"}, by("carol", "guessed")], ids=["none", "unsigned", "wrong"]
)
async def test_a_name_that_is_not_the_proxy_s_lets_nobody_in(behind: Server, headers: dict[str, str]) -> None:
    async with browser(behind) as http:
        refused = await http.post("/auth/header", headers=headers)

        assert refused.status_code == 401
        assert COOKIE not in http.cookies


# --- settings that would admit anyone


WRONG = {
    "a header without a proof": {"THREADWISE_AUTH": "header"},
    "a provider without its settings": {"THREADWISE_AUTH": "oauth", "THREADWISE_ALLOWED_USERS": "*"},
    "a provider whose users may all come in": {
        "THREADWISE_AUTH": "oauth",
        **Provider(base="http://127.0.0.1:9").environment(),
    },
}


@pytest.mark.parametrize("settings", WRONG.values(), ids=WRONG)
async def test_nothing_starts_with_settings_that_let_anybody_in(tmp_path: Path, settings: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="ended before it was ready") as ended:
        async with serving(tmp_path / "data", None, (), **settings):
            pass

    last = str(ended.value).strip().splitlines()[-1]
    assert "THREADWISE_AUTH" in last
    assert "Traceback" not in str(ended.value)
