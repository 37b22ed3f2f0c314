from __future__ import annotations

import httpx
import pytest

from chat.threads.finding import Snippet, snippet, words_of
from tests.api.conftest import GUIDE, Json, check_problem, thread, upload


@pytest.fixture
async def furnished(api: httpx.AsyncClient) -> None:
    await api.post("/api/threads", json={"id": "a/b", "name": "Pump of the station"})
    await upload(api, "a%2Fb", ("pump <1>.md", GUIDE), document="guide")
    said = [{"id": "m/1", "role": "user", "content": "The pump leaks. " + "It is wet here. " * 40 + "The Ärger is great."}]
    await api.post("/api/threads/a/b/messages", json=said)
    await thread(api, "other")


async def _find(api: httpx.AsyncClient, query: str) -> list[Json]:
    answer = await api.get("/api/search", params={"query": query})
    assert answer.status_code == 200, answer.text
    hits: list[Json] = answer.json()["hits"]
    return hits


async def test_words_are_found_in_names_messages_and_documents_with_marks(api: httpx.AsyncClient, furnished: None) -> None:
    hits = await _find(api, "PUMP")

    assert [hit["kind"] for hit in hits[:3]] == ["thread", "document", "message"]
    assert "passage" in {hit["kind"] for hit in hits}
    for hit in hits:
        text = hit["snippet"]["text"]
        assert {text[start:end].casefold() for start, end in hit["snippet"]["marks"]} == {"pump"}
    assert hits[2]["place"] == "/thread/a%2Fb#source=message&parent=m%2F1"
    passage = next(hit for hit in hits if hit["kind"] == "passage")
    assert passage["place"].startswith("/thread/a%2Fb#source=document&parent=guide&start=")


async def test_all_words_must_stand_there_and_phrases_as_they_are(api: httpx.AsyncClient, furnished: None) -> None:
    assert [hit["kind"] for hit in await _find(api, "leaks pump")] == ["message"]
    assert await _find(api, '"leaks pump"') == []
    assert [hit["kind"] for hit in await _find(api, "ärger")] == ["message"]
    assert await _find(api, "100%") == []
    assert await _find(api, "  ") == []
    check_problem(await api.get("/api/search"), 422, "invalid_request")


@pytest.mark.parametrize("query", ["Straße", "straße", "ὁδός"])
async def test_letters_that_have_another_form_folded_are_found_as_typed(api: httpx.AsyncClient, query: str) -> None:
    await api.post("/api/threads", json={"id": "t"})
    said = [{"role": "user", "content": "Die Straße ist gesperrt: ὁδός."}]
    await api.post("/api/threads/t/messages", json=said)

    assert "message" in {hit["kind"] for hit in await _find(api, query)}


async def test_what_is_another_s_deleted_or_incognito_is_not_found(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    said = [{"role": "user", "content": "The pump leaks."}]
    for id, incognito in (("t", False), ("i", True)):
        await alice.post("/api/threads", json={"id": id, "incognito": incognito})
        await alice.post(f"/api/threads/{id}/messages", json=said)

    assert await _find(bob, "pump") == []
    assert {hit["thread"]["id"] for hit in await _find(alice, "pump")} == {"t"}
    await alice.delete("/api/threads/t?undo_seconds=600")
    assert await _find(alice, "pump") == []


async def test_what_stands_in_attached_libraries_is_found_once_under_the_library_s_name_and_only_while_it_is_attached(
    api: httpx.AsyncClient,
) -> None:
    await api.post("/api/libraries", json={"name": "Manuals & more", "id": "shelf/1"})
    await api.post("/api/libraries/shelf%2F1/documents", files={"files": ("pump.md", GUIDE)})
    assert await _find(api, "pump") == []
    for id in ("one", "two"):
        await thread(api, id)
        await api.patch(f"/api/threads/{id}", json={"settings": {"libraries": ["shelf/1"]}})

    hits = await _find(api, "pump")
    shown = (await api.get("/find", params={"query": "pump"})).text
    for id in ("one", "two"):
        await api.patch(f"/api/threads/{id}", json={"settings": {"libraries": []}})

    assert [hit["kind"] for hit in hits].count("document") == 1
    assert len({hit["thread"]["id"] for hit in hits}) == 1
    assert {(hit["library"]["id"], hit["library"]["name"]) for hit in hits} == {("shelf/1", "Manuals & more")}
    assert all("&place=shelf%2F1" in hit["place"] for hit in hits)
    assert "Library Manuals &amp; more" in shown
    assert await _find(api, "pump") == []


async def test_a_library_is_found_by_who_may_read_it_alone(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await alice.post("/api/libraries", json={"name": "Manuals", "id": "shelf"})
    await alice.post("/api/libraries/shelf/documents", files={"files": ("pump.md", GUIDE)})
    for api, id in ((alice, "hers"), (bob, "his")):
        await thread(api, id)
        await api.patch(f"/api/threads/{id}", json={"settings": {"libraries": ["shelf"]}})

    assert {hit["thread"]["id"] for hit in await _find(alice, "pump")} == {"hers"}
    assert await _find(bob, "pump") == []


async def test_a_thread_is_listed_by_what_stands_in_its_documents(api: httpx.AsyncClient, furnished: None) -> None:
    listed = (await api.get("/api/threads", params={"query": "warranty of 24"})).json()["threads"]

    assert [each["id"] for each in listed] == ["a/b"]


async def test_the_page_marks_hits_and_lists_what_is_put_away(api: httpx.AsyncClient, furnished: None) -> None:
    found = await api.get("/find", params={"query": "pump"})
    await api.patch("/api/threads/a/b", json={"archived": True})
    away = await api.get("/find")
    back = await api.post("/find", data={"thread": "a/b"})

    assert "<mark>pump</mark> &lt;1&gt;.md" in found.text
    assert 'href="/thread/a%2Fb#source=message&amp;parent=m%2F1"' in found.text
    assert "Archived conversations" in away.text
    assert (back.status_code, back.headers["location"]) == (303, "/find")
    assert not (await api.get("/api/threads/a/b")).json()["archived"]


def test_a_snippet_begins_and_ends_at_words() -> None:
    text = "word " * 60 + "needle\nhere " + "word " * 60

    shown = snippet(text, ["needle"])

    assert shown.text.startswith("… word")
    assert shown.text.endswith("word …")
    [(start, end)] = shown.marks
    assert shown.text[start:end] == "needle"
    assert snippet("a needle", ["needle"]) == Snippet("a needle", ((2, 8),))


def test_words_and_phrases_of_a_query() -> None:
    assert words_of('pump "north station" Pump') == ("pump", "north station")
