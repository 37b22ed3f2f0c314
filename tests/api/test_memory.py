from __future__ import annotations

from datetime import datetime

import httpx
import pytest

from tests.api.conftest import Json, check_problem, thread

SAID = [
    {"id": "m/1", "role": "user", "content": "My sister lives in <b>Lisbon</b>. I keep bees in Oslo."},
    {"id": "m2", "role": "user", "content": "From now on answer in French."},
]


@pytest.fixture
async def memory(api: httpx.AsyncClient) -> Json:
    await api.post("/api/threads", json={"id": "a/b", "name": "Family"})
    await api.post("/api/threads/a/b/messages", json=SAID)
    return (await api.get("/api/threads/a/b/memory")).json()


async def test_a_thread_s_memory_is_listed(memory: Json) -> None:
    assert memory.keys() == {"recalled", "instructions", "facts", "other_threads"}
    assert [each["text"] for each in memory["instructions"]] == ["From now on answer in French."]
    sister = memory["facts"][0]
    assert sister.keys() == {"id", "kind", "text", "original", "message", "said_at", "superseded_by"}
    assert (sister["kind"], sister["message"], sister["original"]) == ("fact", "m/1", None)


async def test_a_memory_is_corrected_and_forgotten(api: httpx.AsyncClient, memory: Json) -> None:
    sister, bees = (each["id"] for each in memory["facts"])

    corrected = await api.patch(f"/api/threads/a/b/memory/{sister}", json={"text": "My sister lives in Porto."})
    forgotten = await api.delete(f"/api/threads/a/b/memory/{bees}")

    assert (corrected.json()["text"], corrected.json()["original"]) == ("My sister lives in Porto.", memory["facts"][0]["text"])
    assert forgotten.json() == {"id": bees, "forgotten": True}
    left = (await api.get("/api/threads/a/b/memory")).json()
    assert [each["text"] for each in left["facts"]] == ["My sister lives in Porto."]
    check_problem(await api.delete(f"/api/threads/a/b/memory/{bees}"), 404, "not_found")
    check_problem(await api.patch(f"/api/threads/a/b/memory/{sister}", json={"text": "  "}), 422, "invalid_request")


async def test_another_s_memory_is_not_there(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await thread(alice)
    await alice.post("/api/threads/t/messages", json=SAID)
    [sister, _] = (await alice.get("/api/threads/t/memory")).json()["facts"]

    check_problem(await bob.get("/api/threads/t/memory"), 404, "not_found")
    check_problem(await bob.patch(f"/api/threads/t/memory/{sister['id']}", json={"text": "x"}), 404, "not_found")
    check_problem(await bob.delete(f"/api/threads/t/memory/{sister['id']}"), 404, "not_found")
    check_problem(await bob.get("/memory?thread=t"), 404, "not_found")


async def test_the_page_shows_what_is_remembered_and_nothing_in_it_is_markup(api: httpx.AsyncClient, memory: Json) -> None:
    page = await api.get("/memory?thread=a/b")

    assert "My sister lives in &lt;b&gt;Lisbon&lt;/b&gt;." in page.text
    assert 'href="/thread/a%2Fb#source=message&amp;parent=m%2F1"' in page.text
    assert "From now on answer in French." in page.text


async def test_the_page_corrects_and_forgets(api: httpx.AsyncClient, memory: Json) -> None:
    sister, bees = (each["id"] for each in memory["facts"])
    fields = {"thread": "a/b", "of": "a/b"}

    corrected = await api.post("/memory", data={**fields, "item": sister, "act": "correct", "text": "My sister lives in Porto."})
    forgotten = await api.post("/memory", data={**fields, "item": bees, "act": "forget"})

    assert (corrected.status_code, corrected.headers["location"]) == (303, "/memory?thread=a%2Fb")
    assert forgotten.status_code == 303
    page = (await api.get("/memory?thread=a/b")).text
    assert "My sister lives in Porto." in page
    assert "said was: “My sister lives in &lt;b&gt;Lisbon&lt;/b&gt;.”" in page
    assert "bees" not in page
    check_problem(await api.post("/memory", data={**fields, "item": sister, "act": "x"}), 422, "invalid_request")
    assert (await api.post("/memory", data=fields, headers={"Origin": "http://evil.example"})).status_code == 403


async def test_the_page_without_a_thread_lists_them_with_when_each_was_last_used(api: httpx.AsyncClient, memory: Json) -> None:
    page = await api.get("/memory")
    used = datetime.fromisoformat((await api.get("/api/threads/a/b")).json()["updated_at"])

    line = f'<a href="/memory?thread=a%2Fb">Family</a><span class="about">{used.day} {used:%B %Y, %H:%M} UTC</span>'
    assert line in page.text


async def test_whoever_is_not_signed_in_is_sent_to_do_so(office: object, alice: httpx.AsyncClient) -> None:
    alice.headers.pop("Authorization")

    page = await alice.get("/memory")

    assert (page.status_code, page.headers["location"]) == (303, "/login")
