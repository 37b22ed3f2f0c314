from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.api.sharing import rendered
from tests.api.conftest import GUIDE, House, check_problem, house, thread, upload


@pytest.fixture
async def open_house(engine: AsyncEngine, tmp_path: Path) -> AsyncIterator[House]:
    """A server with sign-in and sharing switched on."""
    async with house(engine, tmp_path / "files", auth="password", sharing="on") as built:
        yield built


@pytest.fixture
async def owner(open_house: House) -> AsyncIterator[httpx.AsyncClient]:
    async with open_house.client(await open_house.key("alice")) as client:
        yield client


@pytest.fixture
async def stranger(open_house: House) -> AsyncIterator[httpx.AsyncClient]:
    """A client without a key."""
    async with open_house.client() as client:
        yield client


async def _shared(owner: httpx.AsyncClient, thread: str = "t") -> str:
    answer = await owner.post(f"/api/threads/{thread}/share")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["path"])


async def test_anybody_reads_a_shared_thread_without_an_id_in_it(owner: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    await thread(owner)
    [document] = await upload(owner, "t", ("guide.md", GUIDE))
    await owner.post("/api/threads/t/messages", json=[{"role": "user", "content": "A <b>bold</b> word."}])
    asked = (await owner.post("/api/threads/t/ask", json={"question": "How long is the warranty of the pump?"})).json()

    page = await stranger.get(await _shared(owner))

    assert page.status_code == 200
    assert "A &lt;b&gt;bold&lt;/b&gt; word." in page.text
    assert "24 months" in page.text
    assert "guide.md" in page.text
    for id in (*asked["message"].values(), document["id"], asked["passages"][0]["chunk"]):
        assert id not in page.text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", page.text)
    assert "<script" not in page.text
    assert "noindex" in page.headers["x-robots-tag"]
    assert "noindex" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "no-referrer"


async def test_a_long_page_is_drawn_while_others_go_on(
    owner: httpx.AsyncClient, stranger: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await thread(owner)
    await owner.post("/api/threads/t/messages", json=[{"role": "assistant", "content": "**Long.**"}])
    drawn_in: list[threading.Thread] = []

    def watched(text: str) -> str:
        drawn_in.append(threading.current_thread())
        return rendered(text)

    monkeypatch.setattr("chat.api.sharing.rendered", watched)
    page = await stranger.get(await _shared(owner))

    assert "<strong>Long.</strong>" in page.text
    assert drawn_in
    assert threading.main_thread() not in drawn_in


async def test_what_is_said_later_is_not_in_it_and_what_is_taken_back_leaves_it(
    owner: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    await thread(owner)
    said = [{"id": "m1", "role": "user", "content": "Early words."}, {"id": "m2", "role": "user", "content": "Middle words."}]
    await owner.post("/api/threads/t/messages", json=said)
    link = await _shared(owner)
    await owner.post("/api/threads/t/messages", json=[{"role": "user", "content": "Late words."}])
    await owner.delete("/api/threads/t/messages/m2")

    page = (await stranger.get(link)).text

    assert "Early words." in page
    assert "Middle words." not in page
    assert "Late words." not in page


@pytest.mark.parametrize("ending", ["revoked", "anew", "deleted", "undo"])
async def test_a_link_ends_at_once(owner: httpx.AsyncClient, stranger: httpx.AsyncClient, ending: str) -> None:
    await thread(owner)
    link = await _shared(owner)

    if ending == "revoked":
        assert (await owner.delete("/api/threads/t/share")).json() == {"shared": False}
    elif ending == "anew":
        assert (await stranger.get(await _shared(owner))).status_code == 200
    else:
        await owner.delete("/api/threads/t", params={"undo_seconds": 600 if ending == "undo" else 0})

    gone = await stranger.get(link)
    assert gone.status_code == 404
    assert "default-src 'none'" in gone.headers["content-security-policy"]


async def test_nor_is_the_name_that_a_later_question_gave(owner: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    await thread(owner)
    await owner.post("/api/threads/t/messages", json=[{"role": "assistant", "content": "The boat is red."}])
    path = await _shared(owner)
    await owner.post("/api/threads/t/ask", json={"question": "Who ordered the submarine?"})
    named = (await owner.get("/api/threads/t")).json()["name"]

    page = await stranger.get(path)
    anew = await stranger.get(await _shared(owner))

    assert named == "Who ordered the submarine?"
    assert "The boat is red." in page.text
    assert "submarine" not in page.text
    assert "submarine" in anew.text


async def test_only_the_owner_shares_and_stops_it(open_house: House, owner: httpx.AsyncClient) -> None:
    await thread(owner)
    link = await _shared(owner)
    async with open_house.client(await open_house.key("bob")) as bob:
        check_problem(await bob.post("/api/threads/t/share"), 404, "not_found")
        check_problem(await bob.delete("/api/threads/t/share"), 404, "not_found")
        check_problem(await bob.get("/share?thread=t"), 404, "not_found")

    assert (await owner.get(link)).status_code == 200


async def test_nothing_is_shared_where_it_is_not_switched_on(api: httpx.AsyncClient) -> None:
    await thread(api)

    check_problem(await api.post("/api/threads/t/share"), 403, "forbidden")
    assert (await api.get("/share/anything")).status_code == 404
    assert "switched off" in (await api.get("/share?thread=t")).text


async def test_the_page_without_a_thread_says_where_one_is_shared(owner: httpx.AsyncClient) -> None:
    page = await owner.get("/share", headers={"Accept": "text/html"})

    assert page.status_code == 404
    assert "To share one, choose Share in its menu" in page.text


async def test_an_incognito_thread_is_not_shared(owner: httpx.AsyncClient) -> None:
    await owner.post("/api/threads", json={"id": "i", "incognito": True})

    check_problem(await owner.post("/api/threads/i/share"), 422, "invalid_request")


async def test_the_owner_s_page_makes_a_link_and_ends_it(owner: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    await thread(owner)

    made = await owner.post("/share", data={"thread": "t", "act": "share"})
    page = (await owner.get(made.headers["location"])).text
    [link] = set(re.findall(r'href="(/share/[\w-]+)"', page))
    seen = await stranger.get(link)
    ended = await owner.post("/share", data={"thread": "t", "act": "revoke"})

    assert seen.status_code == 200
    assert ended.status_code == 303
    assert (await stranger.get(link)).status_code == 404
    assert "Make a link" in (await owner.get("/share?thread=t")).text


@pytest.mark.parametrize(
    "text",
    [
        "![x](http://evil.example/?q=1)",
        "[click](http://evil.example)",
        "<http://evil.example>",
        "<img src=http://evil.example>",
        "[a]: http://evil.example\n\n[a]",
        "[x](javascript:alert(1))",
    ],
)
def test_nothing_in_an_answer_leads_or_loads_anything(text: str) -> None:
    html = rendered(text)

    assert "<a" not in html
    assert "<img" not in html
