"""Tests of visitors of other sites: their tokens, their entrance, and erasing a visitor."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import jwt
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.api.middleware.request_guard import policy
from chat.api.widget.door import base_of
from chat.api.widget.tokens import Tokens
from chat.database.schema import users, visitors
from chat.domain import Upload, User, utc_now
from chat.errors import InvalidRequest, QuotaReached, TooManyAttempts, Unauthorized
from chat.threads.people.visitors import Budget, origin_of
from tests.api.conftest import ADDRESS, GUIDE, House, Json, check_problem, house, thread
from tests.passages import NOON

SHOP = "https://shop.example.org"


@pytest.fixture
async def shop(office: House) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a site's server, with a key of Alice's for the site."""
    accounts = office.application.accounts
    key = await accounts.create_key(await accounts.named("alice"), "shop", [SHOP])
    async with office.client(key) as client:
        yield client


async def token(shop: httpx.AsyncClient, visitor: str = "vera", **more: object) -> Json:
    answer = await shop.post("/api/widget/token", json={"visitor": visitor, "origin": SHOP, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


@asynccontextmanager
async def at_the_door(office: House, given: Json) -> AsyncIterator[httpx.AsyncClient]:
    """Yield the browser of a visitor who was admitted; the stand-in for the web chat knows whom the entrance admits."""
    async with office.client() as browser:
        browser.base_url = httpx.URL(f"{ADDRESS}{given['base']}")
        answer = await browser.post("/auth/jwt", headers={"Authorization": f"Bearer {given['token']}"})
        assert answer.status_code == 200, answer.text
        yield browser


@pytest.fixture
async def office(engine: AsyncEngine, tmp_path: Path) -> AsyncIterator[House]:
    """A server with sign-in, and a stand-in for the web chat whose session is a cookie `visitor=ID`, set by the entrance."""
    async with house(engine, tmp_path / "files", session=lambda user: f"visitor={user.id}", auth="password") as built:
        yield built


# --- tokens


async def test_a_token_is_for_one_visitor_of_one_origin_and_fifteen_minutes_at_most(shop: httpx.AsyncClient) -> None:
    given = await token(shop, minutes=3)

    assert given["origin"] == SHOP
    assert given["base"].startswith(base_of(SHOP) + "/")
    check_problem(
        await shop.post("/api/widget/token", json={"visitor": "v", "origin": SHOP, "minutes": 16}), 422, "invalid_request"
    )
    check_problem(await shop.post("/api/widget/token", json={"visitor": "", "origin": SHOP}), 422, "invalid_request")
    check_problem(await shop.post("/api/widget/token", json={"visitor": "v", "origin": "shop"}), 422, "invalid_request")


async def test_a_key_speaks_for_no_other_origin_than_it_names(shop: httpx.AsyncClient, alice: httpx.AsyncClient) -> None:
    for origin in ("https://evil.example", "http://shop.example.org", ADDRESS):
        refused = await shop.post("/api/widget/token", json={"visitor": "v", "origin": origin})
        check_problem(refused, 403, "forbidden")
    check_problem(await alice.post("/api/widget/token", json={"visitor": "v", "origin": SHOP}), 403, "forbidden")


async def test_tokens_are_made_for_keys_alone(office: House, home: House) -> None:
    body = {"visitor": "v", "origin": "http://localhost:8200"}
    async with office.client() as nobody, home.client() as local:
        check_problem(await nobody.post("/api/widget/token", json=body), 401, "unauthorized")
        check_problem(await local.post("/api/widget/token", json=body), 401, "unauthorized")


async def test_what_a_visitor_may_search_is_the_owner_s(shop: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await bob.post("/api/libraries", json={"name": "Secrets", "id": "secrets"})
    await thread(bob, "bobs")

    for wanted, status, why in (
        ({"libraries": ["secrets"]}, 422, "libraries: there is no library secrets."),
        ({"thread": "bobs"}, 404, "There is no such thread."),
    ):
        answer = await shop.post("/api/widget/token", json={"visitor": "v", "origin": SHOP, **wanted})
        assert (answer.status_code, answer.json()["detail"]) == (status, why)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("HTTPS://Shop.example.org:443/", SHOP),
        ("http://localhost:8200", "http://localhost:8200"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_an_origin_is_written_as_browsers_send_it(text: str, origin: str) -> None:
    assert origin_of(text) == origin


@pytest.mark.parametrize(
    "text", ["", "null", "shop.example.org", "https://", "https://a b", "https://a/b", "javascript://a", "https://a@b"]
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        origin_of(text)


def test_a_token_ends_and_can_not_be_forged() -> None:
    now = [NOON]
    tokens = Tokens("secret", lambda: now[0])
    given, ends = tokens.issue("u", SHOP, "k", 15)
    forged, _ = Tokens("other", lambda: now[0]).issue("u", SHOP, "k", 15)

    assert tokens.read(given).user == "u"
    now[0] = ends
    for wrong in (given, forged, "", "a.b.c", given + "x"):
        with pytest.raises(Unauthorized):
            tokens.read(wrong)
    assert ends == NOON + timedelta(minutes=15)


@pytest.mark.parametrize("name", ["sub", "origin", "key"])
@pytest.mark.parametrize("value", ["\ud800", 5, None, ["u"]], ids=["half-a-letter", "number", "null", "list"])
def test_a_token_that_says_something_of_another_kind_is_none(name: str, value: object) -> None:
    tokens = Tokens("secret", lambda: NOON)
    claims = jwt.decode(tokens.issue("u", SHOP, "k", 15)[0], options={"verify_signature": False})
    secret = hmac.new(b"secret", b"threadwise-widget", hashlib.sha256).hexdigest()

    with pytest.raises(Unauthorized):
        tokens.read(jwt.encode({**claims, name: value}, secret, algorithm="HS256"))


# --- the entrance


async def test_the_door_lets_a_visitor_to_their_own_threads_and_nowhere_else(office: House, shop: httpx.AsyncClient) -> None:
    given = await token(shop)
    async with at_the_door(office, given) as vera:
        assert (await vera.get("/api/threads")).json()["threads"] == []
        for method, path in (
            ("GET", "/api/libraries"),
            ("POST", "/api/threads"),
            ("GET", "/api/widget/sites"),
            ("GET", "/metrics"),
            ("POST", "/api/widget/token"),
            ("POST", "/login"),
            ("GET", "/"),
            ("POST", "/v1/chat/completions"),
            ("GET", "/api/threads/../libraries"),
            ("GET", "/public/../api/libraries"),
        ):
            assert (await vera.request(method, path)).status_code == 404, path


async def test_without_a_token_of_this_site_the_door_is_shut(office: House, shop: httpx.AsyncClient) -> None:
    given = await token(shop)
    async with office.client() as nobody:
        for base in (given["base"], base_of(SHOP)):
            check_problem(await nobody.get(f"{base}/api/threads"), 401, "unauthorized")
        elsewhere = base_of("https://evil.example")
        answer = await nobody.post(f"{elsewhere}/auth/jwt", headers={"Authorization": f"Bearer {given['token']}"})
        check_problem(answer, 401, "unauthorized")
        check_problem(
            await nobody.post("/widget/session", headers={"Authorization": f"Bearer {given['token']}"}), 401, "unauthorized"
        )
        check_problem(
            await nobody.get("/api/threads", headers={"Authorization": f"Bearer {given['token']}"}), 401, "unauthorized"
        )


async def test_of_two_visitors_in_one_browser_none_acts_as_the_other(office: House, shop: httpx.AsyncClient) -> None:
    hers, his = await token(shop), await token(shop, "walter")
    for given, thread_of in ((hers, "veras"), (his, "walters")):
        await office.application.assistant.ensure_thread(await welcome(office, given), thread_of)
    async with at_the_door(office, hers) as browser:
        bearer = {"Authorization": f"Bearer {his['token']}"}
        assert (await browser.post(f"{ADDRESS}{base_of(SHOP)}/auth/jwt", headers=bearer)).json()["base"] == his["base"]

        for given, thread_of in ((hers, "veras"), (his, "walters")):
            listed = (await browser.get(f"{ADDRESS}{given['base']}/api/threads")).json()["threads"]
            assert [each["id"] for each in listed] == [thread_of]
        check_problem(await browser.get(f"{ADDRESS}{base_of(SHOP)}/api/threads"), 401, "unauthorized")
        check_problem(await browser.post("/auth/jwt", headers=bearer), 401, "unauthorized")
        assert (await browser.delete("/api/widget/visitor")).json()["verified"] is True

        assert [each["id"] for each in (await browser.get(f"{ADDRESS}{his['base']}/api/threads")).json()["threads"]] == [
            "walters"
        ]


async def test_a_cookie_of_another_visitor_opens_nothing(office: House, shop: httpx.AsyncClient) -> None:
    hers, his = await token(shop), await token(shop, "walter")
    forged = f"threadwise_visitor_{hers['base'].rpartition('/')[2]}={his['token']}"
    async with office.client() as browser:
        answer = await browser.delete(f"{hers['base']}/api/widget/visitor", headers={"Cookie": forged})

    check_problem(answer, 401, "unauthorized")
    assert (await welcome(office, his)).id


async def test_the_main_chat_s_cookie_opens_nothing_behind_the_door(office: House, shop: httpx.AsyncClient) -> None:
    given = await token(shop)
    async with office.client() as browser:
        answer = await browser.get(
            f"{given['base']}/api/threads", headers={"Cookie": "visitor=alice", "Authorization": "Bearer tw_x"}
        )

    check_problem(answer, 401, "unauthorized")


@pytest.mark.parametrize(
    ("page", "where"), [(ADDRESS, "SameSite=Lax"), ("https://127.0.0.1:8000", "SameSite=None; Secure; Partitioned")]
)
async def test_the_cookie_is_the_door_s_alone_and_partitioned_over_https(
    office: House, shop: httpx.AsyncClient, page: str, where: str
) -> None:
    given = await token(shop, minutes=10)
    headers = {"Authorization": f"Bearer {given['token']}", "Origin": page, "Host": page.partition("//")[2]}
    async with office.client() as browser:
        cookie = (await browser.post(f"{given['base']}/auth/jwt", headers=headers)).headers["set-cookie"]

    assert cookie.startswith(f"threadwise_visitor_{given['base'].rpartition('/')[2]}=")
    assert f"Path={given['base']}/; Max-Age=" in cookie
    assert cookie.endswith(f"HttpOnly; {where}")


async def test_a_revoked_key_and_a_removed_owner_shut_their_visitors_out(office: House, shop: httpx.AsyncClient) -> None:
    accounts = office.application.accounts
    given = await token(shop)
    async with at_the_door(office, given) as vera:
        assert (await vera.get("/api/threads")).status_code == 200
        [key] = [key for key in await accounts.keys() if key.origins]
        await accounts.revoke_key(key.id)
        check_problem(await vera.get("/api/threads"), 401, "unauthorized")
    await accounts.remove_user("alice")

    async with office.workshop.engine.connect() as connection:
        left = await connection.execute(select(users.c.id).where(users.c.role == "visitor", users.c.suspended.is_(False)))
        assert left.all() == []


async def test_only_the_site_itself_may_hold_its_frame(office: House, shop: httpx.AsyncClient) -> None:
    async with office.client() as browser:
        page = await browser.get("/widget/frame", params={"origin": SHOP})
        other = await browser.get("/widget/frame", params={"origin": "https://evil.example"})

    assert page.headers["content-security-policy"] == policy("127.0.0.1:8000", SHOP)
    assert f"frame-ancestors {SHOP};" in page.headers["content-security-policy"]
    assert "'self'" not in page.headers["content-security-policy"].split("frame-ancestors")[1].split(";")[0]
    check_problem(other, 403, "forbidden")
    assert "frame-ancestors 'none'" in other.headers["content-security-policy"]


# --- actions of visitors


async def test_a_visitor_is_answered_from_the_libraries_of_the_token_but_gets_no_file(
    office: House, shop: httpx.AsyncClient, alice: httpx.AsyncClient
) -> None:
    await alice.post("/api/libraries", json={"name": "Manuals", "id": "manuals"})
    await alice.post("/api/libraries/manuals/documents", files={"files": ("guide.md", GUIDE)})
    await office.read("manuals")
    visitor = await welcome(office, await token(shop, libraries=["manuals"]))
    assistant = office.application.assistant
    await assistant.ensure_thread(visitor, "theirs")
    [document] = (await alice.get("/api/libraries/manuals/documents")).json()["documents"]
    async with at_the_door(office, await token(shop, libraries=["manuals"])) as vera:
        answer = (await vera.post("/api/threads/theirs/ask", json={"question": "How long is the warranty of the pump?"})).json()
        assert [passage["document"]["name"] for passage in answer["passages"]] == ["guide.md"]
        assert "24 months" in await assistant.document_text(visitor, "manuals", document["id"])
        assert (await vera.get(f"/api/threads/manuals/documents/{document['id']}/file")).status_code == 404
        assert (await vera.delete("/api/threads/manuals")).status_code == 404

    async with at_the_door(office, await token(shop)) as vera:  # the next token names no library
        answer = (await vera.post("/api/threads/theirs/ask", json={"question": "How long is the warranty of the pump?"})).json()
        assert "document" not in {passage["source"] for passage in answer["passages"]}


async def test_figures_of_a_visitor_name_nothing_of_the_sites(
    office: House, shop: httpx.AsyncClient, alice: httpx.AsyncClient
) -> None:
    """Names change, and a grant may have expired."""
    await alice.post("/api/libraries", json={"name": "Manuals", "id": "manuals"})
    await alice.post("/api/libraries/manuals/documents", files={"files": ("guide.md", GUIDE)})
    await office.read("manuals")
    given = await token(shop, libraries=["manuals"])
    await office.application.assistant.ensure_thread(await welcome(office, given), "theirs")
    async with at_the_door(office, given) as vera:
        await vera.post("/api/threads/theirs/ask", json={"question": "How long is the warranty of the pump?"})

        figures = (await vera.get("/api/threads/theirs/analytics")).json()

    assert (figures["questions"], figures["documents_reached"], figures["documents"]) == (1, 1, [])


async def test_questions_over_the_budget_are_refused_with_the_time_to_wait(office: House, shop: httpx.AsyncClient) -> None:
    given = await token(shop)
    visitor = await welcome(office, given)
    await office.application.assistant.ensure_thread(visitor, "theirs")
    async with at_the_door(office, given) as vera:
        for _ in range(10):
            assert (await vera.post("/api/threads/theirs/ask", json={"question": "Is it there?"})).status_code == 200
        for path, field in (("ask", "question"), ("ask/stream", "question"), ("search", "query")):
            refused = await vera.post(f"/api/threads/theirs/{path}", json={field: "Is it there?"})
            check_problem(refused, 429, "too_many_attempts")
            assert int(refused.headers["retry-after"]) >= 1


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setenv("THREADWISE_WIDGET_VISITOR_FILES", str(request.param))
    monkeypatch.setenv("THREADWISE_WIDGET_VISITOR_MB", "1")


@pytest.mark.parametrize("room", [2], indirect=True)
async def test_a_visitor_has_room_for_so_many_files_of_so_many_bytes(room: None, office: House, shop: httpx.AsyncClient) -> None:
    assistant = office.application.assistant
    visitor, other = [await welcome(office, await token(shop, name)) for name in ("vera", "walter")]
    for user, id in ((visitor, "theirs"), (visitor, "also"), (other, "others")):
        await assistant.ensure_thread(user, id)

    for id in ("theirs", "also"):
        async for _ in assistant.follow(await assistant.start_reading(visitor, id, [Upload("a.md", GUIDE)])):
            pass

    with pytest.raises(QuotaReached, match="at most 2 files of together 1 MB"):
        await assistant.start_reading(visitor, "theirs", [Upload("b.md", GUIDE)])
    with pytest.raises(QuotaReached):
        await assistant.check_room(other, [600_000, 600_000])
    await assistant.delete_thread(visitor, "also")
    assert await assistant.start_reading(visitor, "theirs", [Upload("b.md", GUIDE + b"More.")])


@pytest.mark.parametrize("room", [0], indirect=True)
async def test_files_can_be_refused_and_owners_have_no_such_limit(room: None, office: House, shop: httpx.AsyncClient) -> None:
    visitor = await welcome(office, await token(shop))

    with pytest.raises(QuotaReached, match="Files can't be added here"):
        await office.application.assistant.check_room(visitor, [1])
    await office.application.assistant.check_room(User("alice", "alice"), [10**12])


def test_a_budget_is_free_again_after_a_minute() -> None:
    budget = Budget(2)
    for seconds in (0, 10):
        budget.take("v", NOON + timedelta(seconds=seconds))

    with pytest.raises(TooManyAttempts) as refused:
        budget.check("v", NOON + timedelta(seconds=20))

    assert refused.value.about == {"retry_after": 40}
    budget.check("v", NOON + timedelta(seconds=60))


@pytest.mark.parametrize("by", ["key", "token", "door"])
async def test_erasing_a_visitor_leaves_nothing_and_shuts_them_out(office: House, shop: httpx.AsyncClient, by: str) -> None:
    given = await token(shop)
    visitor = await welcome(office, given)
    assistant = office.application.assistant
    await assistant.ensure_thread(visitor, "theirs")
    other = await welcome(office, await token(shop, "walter"))
    await assistant.ensure_thread(other, "other")
    async with at_the_door(office, given) as vera, office.client() as anybody:
        await vera.post("/api/threads/theirs/ask", json={"question": "My dog is called Rex. What is it called?"})
        if by == "key":
            answer = await shop.delete("/api/widget/visitor", params={"visitor": "vera", "origin": SHOP})
        elif by == "token":
            answer = await anybody.delete("/api/widget/visitor", headers={"Authorization": f"Bearer {given['token']}"})
        else:
            answer = await vera.delete("/api/widget/visitor")

        receipt = answer.json()
        assert receipt["verified"] is True
        assert receipt["deleted"]["messages"] == 2
        check_problem(await vera.get("/api/threads"), 401, "unauthorized")
    async with office.workshop.engine.connect() as connection:
        assert [row.user_id for row in await connection.execute(select(visitors))] == [other.id]
        assert (await connection.execute(select(users.c.id).where(users.c.id == visitor.id))).all() == []
    assert (await assistant.thread(other, "other")).id == "other"
    assert (await welcome(office, await token(shop))).id != visitor.id


async def test_an_owner_sees_how_much_their_sites_used_and_visitors_are_no_users(
    office: House, shop: httpx.AsyncClient, alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    visitor = await welcome(office, await token(shop))
    await office.application.assistant.ensure_thread(visitor, "theirs")
    await token(shop, "walter")

    [site] = (await alice.get("/api/widget/sites")).json()["sites"]

    assert {**site, "seen_at": None} == {"origin": SHOP, "visitors": 2, "threads": 1, "questions": 0, "seen_at": None}
    assert (await bob.get("/api/widget/sites")).json()["sites"] == []
    assert [user.name for user in await office.application.accounts.users()] == ["alice", "bob"]


def test_an_open_window_is_shut_when_no_token_came_after_the_last(office: House) -> None:
    assistant, visitor = office.application.assistant, User("v", "v", "visitor")

    assistant.let_in(visitor, NOON - timedelta(minutes=1))
    assert not assistant.is_let_in(visitor)
    assistant.let_in(visitor, NOON + timedelta(minutes=1))
    assert assistant.is_let_in(visitor)
    assert not assistant.is_let_in(User("w", "w", "visitor"))


async def welcome(office: House, given: Json) -> User:
    """Return the user that a token is for."""
    found = await office.application.assistant.visitor(office.tokens.read(given["token"]).user)
    assert found is not None
    return found.user


async def test_the_page_that_shows_it_gets_tokens_for_whoever_is_signed_in(office: House) -> None:
    async with office.client() as browser:
        check_problem(await browser.get("/api/widget/demo"), 401, "unauthorized")
        office.session = User("alice", "alice")
        given = (await browser.get("/api/widget/demo")).json()

    assert given["origin"] == ADDRESS
    assert office.tokens.read(given["token"]).ends > utc_now()
