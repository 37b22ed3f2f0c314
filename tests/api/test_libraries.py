"""Tests of libraries and other threads over HTTP: found where their owner has attached them, and by nobody else."""

from __future__ import annotations

import httpx
import pytest
from sqlalchemy import update

from chat.database.schema import threads
from tests.api.conftest import GUIDE, House, Json, check_problem, thread, upload

QUESTION = "How long is the warranty of the pump?"
SECRET = b"# Safe\n\nThe code of the safe is canary-4711 and nobody else may know it.\n"
SAFE = "What is the code of the safe?"


async def library(api: httpx.AsyncClient, name: str = "Manuals", id: str = "shelf/1") -> str:
    made = await api.post("/api/libraries", json={"name": name, "id": id})
    assert made.status_code == 201, made.text
    return id


async def shelve(api: httpx.AsyncClient, library: str, *files: tuple[str, bytes]) -> None:
    parts = [("files", file) for file in files]
    answer = await api.post(f"/api/libraries/{library}/documents", files=parts)
    assert [each["status"] for each in answer.json()["documents"]] == ["ready"] * len(files), answer.text


async def attach(api: httpx.AsyncClient, thread: str, *libraries: str) -> None:
    answer = await api.patch(f"/api/threads/{thread}", json={"settings": {"libraries": list(libraries)}})
    assert answer.status_code == 200, answer.text


async def found(api: httpx.AsyncClient, thread: str, query: str = QUESTION, **options: object) -> Json:
    answer = await api.post(f"/api/threads/{thread}/search", json={"query": query, **options})
    assert answer.status_code == 200, answer.text
    return answer.json()["passages"]


# --- libraries


async def test_a_library_is_made_renamed_listed_by_name_and_deleted_with_a_receipt(api: httpx.AsyncClient) -> None:
    await library(api, "Zoo", "z")
    made = (await api.post("/api/libraries", json={"name": "  Garden\n books "})).json()
    await shelve(api, "z", ("guide.md", GUIDE))

    renamed = await api.patch("/api/libraries/z", json={"name": "Animals"})
    first = (await api.get("/api/libraries", params={"limit": 1})).json()
    second = (await api.get("/api/libraries", params={"limit": 1, "cursor": first["next_cursor"]})).json()
    gone = await api.delete("/api/libraries/z")

    assert made.keys() == {"id", "name", "documents", "shared", "read_only", "created_at", "updated_at"}
    assert made["name"] == "Garden books"
    assert (renamed.json()["name"], renamed.json()["documents"]) == ("Animals", 1)
    assert [each["name"] for page in (first, second) for each in page["libraries"]] == ["Animals", "Garden books"]
    assert second["next_cursor"] is None
    assert gone.json()["verified"] is True
    assert (gone.json()["deleted"]["documents"], gone.json()["deleted"]["files"]) == (1, 1)
    check_problem(await api.get("/api/libraries/z"), 404, "not_found")


async def test_a_name_is_taken_once_by_each_user_and_free_again_after_a_delete(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    await library(alice, "Manuals", "a")

    check_problem(await alice.post("/api/libraries", json={"name": "Manuals"}), 409, "conflict")
    await library(bob, "Manuals", "b")
    await alice.delete("/api/libraries/a")
    await library(alice, "Manuals", "c")
    await library(alice, "Others", "d")

    check_problem(await alice.patch("/api/libraries/d", json={"name": "Manuals"}), 409, "conflict")


@pytest.mark.parametrize(
    "body", [{}, {"name": ""}, {"name": " \n"}, {"name": 7}, {"name": "x" * 201}, {"name": "a", "id": "../x"}]
)
async def test_a_library_needs_a_name(api: httpx.AsyncClient, body: object) -> None:
    check_problem(await api.post("/api/libraries", json=body), 422, "invalid_request")


async def test_a_library_is_no_thread_and_a_thread_no_library(api: httpx.AsyncClient) -> None:
    await library(api, "Manuals", "shelf")
    await shelve(api, "shelf", ("guide.md", GUIDE))
    await thread(api)

    for path in (
        "/api/threads/shelf",
        "/api/threads/shelf/messages",
        "/api/threads/shelf/documents",
        "/api/libraries/t/documents",
    ):
        check_problem(await api.get(path), 404, "not_found")
    said = [{"role": "user", "content": "Hello there."}]
    check_problem(await api.post("/api/threads/shelf/messages", json=said), 404, "not_found")
    check_problem(await api.post("/api/threads/shelf/search", json={"query": QUESTION}), 404, "not_found")
    check_problem(await api.delete("/api/threads/shelf"), 404, "not_found")
    check_problem(await api.delete("/api/libraries/t"), 404, "not_found")
    assert [each["id"] for each in (await api.get("/api/threads")).json()["threads"]] == ["t"]
    check_problem(await api.post("/api/threads", json={"id": "shelf"}), 409, "conflict")


async def test_documents_of_a_library_have_the_routes_of_a_threads(api: httpx.AsyncClient) -> None:
    shelf = await library(api)
    await api.post(f"/api/libraries/{shelf}/documents", files={"files": ("guide.md", GUIDE)}, params={"document_id": "d/1"})
    place = f"/api/libraries/{shelf}/documents/d/1"

    assert [each["id"] for each in (await api.get(f"/api/libraries/{shelf}/documents")).json()["documents"]] == ["d/1"]
    assert (await api.get(place)).json()["name"] == "guide.md"
    assert "24 months" in (await api.get(f"{place}/text")).json()["text"]
    assert (await api.get(f"{place}/structure")).json()["sections"]
    assert (await api.get(f"{place}/chunks")).json()["chunks"]
    assert (await api.get(f"{place}/file")).content == GUIDE
    assert len((await api.get(f"{place}/versions")).json()["versions"]) == 1
    assert (await api.delete(place)).json()["verified"] is True


# --- attached


async def test_an_attached_library_is_searched_and_named_and_detaching_takes_effect_at_once(api: httpx.AsyncClient) -> None:
    shelf = await library(api)
    await shelve(api, shelf, ("guide.md", GUIDE))
    await thread(api)

    before = await found(api, "t")
    await attach(api, "t", shelf)
    [attached, *_] = await found(api, "t")
    asked = (await api.post("/api/threads/t/ask", json={"question": QUESTION, "remember": False})).json()
    await attach(api, "t")
    after = await found(api, "t")

    assert (before, after) == ([], [])
    assert attached["library"] == {"id": shelf, "name": "Manuals"}
    assert attached["document"]["name"] == "guide.md"
    assert "24 months" in asked["answer"]
    assert asked["citations"][0]["passage"]["library"]["id"] == shelf


async def test_a_threads_own_passages_name_no_library_even_beside_a_twin_of_the_same_id(api: httpx.AsyncClient) -> None:
    shelf = await library(api)
    await thread(api)
    other = GUIDE.replace(b"24 months", b"36 months")
    await api.post(f"/api/libraries/{shelf}/documents", files={"files": ("guide.md", other)}, params={"document_id": "d"})
    await upload(api, "t", ("guide.md", GUIDE), document="d")
    await attach(api, "t", shelf)

    passages = await found(api, "t", expand=True)

    told = {"24 months" in each["text"]: each.get("library", {}).get("id") for each in passages if "months" in each["text"]}
    assert told == {True: None, False: shelf}
    assert all("thread" not in each for each in passages)


async def test_a_deleted_library_is_found_nowhere_and_comes_back_by_no_new_one_of_its_id(api: httpx.AsyncClient) -> None:
    shelf = await library(api)
    await shelve(api, shelf, ("guide.md", GUIDE))
    await thread(api)
    await attach(api, "t", shelf)

    await api.delete(f"/api/libraries/{shelf}")
    after = await found(api, "t")
    settings = (await api.get("/api/threads/t")).json()["settings"]
    await library(api)
    await shelve(api, shelf, ("guide.md", GUIDE))

    assert after == []
    assert settings == {"libraries": []}
    assert await found(api, "t") == []


async def test_sources_choose_among_kinds_and_open_nothing_that_the_settings_do_not(api: httpx.AsyncClient) -> None:
    shelf = await library(api)
    await shelve(api, shelf, ("guide.md", GUIDE))
    await thread(api)
    await upload(api, "t", ("pump.md", GUIDE.replace(b"delivery", b"sale")))
    await api.patch("/api/threads/t", json={"settings": {"documents": False, "libraries": [shelf]}})

    assert await found(api, "t") == []
    named = await found(api, "t", sources=["documents"])
    await api.patch("/api/threads/t", json={"settings": {"documents": True}})

    assert named
    assert all("library" not in each for each in named)
    assert any("library" in each for each in await found(api, "t"))
    assert await found(api, "t", sources=["messages"]) == []


async def test_with_everything_switched_off_nothing_is_searched_and_that_is_said(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("pump.md", GUIDE))
    await api.patch("/api/threads/t", json={"settings": {"documents": False, "memory": False}})

    answer = (await api.post("/api/threads/t/search", json={"query": QUESTION, "explain": True})).json()

    assert (answer["passages"], answer["candidates"]) == ([], [])
    assert answer["note"].startswith("Nothing was searched")


# --- other threads

BUDGET = "Our budget for the kitchen is 9,000 euros."
ASKED = "What is our budget for the kitchen?"


async def say(api: httpx.AsyncClient, thread: str, *said: str) -> None:
    answer = await api.post(f"/api/threads/{thread}/messages", json=[{"role": "user", "content": text} for text in said])
    assert answer.status_code == 201, answer.text


async def test_other_threads_are_recalled_when_switched_on_and_each_passage_names_its_own(api: httpx.AsyncClient) -> None:
    await api.post("/api/threads", json={"id": "kitchen", "name": "Kitchen plans"})
    await thread(api)
    await say(api, "kitchen", BUDGET)

    before = await found(api, "t", ASKED)
    await api.patch("/api/threads/t", json={"settings": {"other_threads": True}})
    [passage] = await found(api, "t", ASKED)
    asked = (await api.post("/api/threads/t/ask", json={"question": ASKED})).json()

    assert before == []
    assert passage["thread"] == {"id": "kitchen", "name": "Kitchen plans"}
    assert passage["text"] == BUDGET
    assert "from your conversation “Kitchen plans”" in asked["answer"]
    assert all("thread" not in each for each in await found(api, "kitchen", ASKED))


async def test_a_thread_whose_memory_is_off_is_recalled_neither_there_nor_from_elsewhere(api: httpx.AsyncClient) -> None:
    await thread(api, "kitchen")
    await thread(api)
    await say(api, "kitchen", BUDGET)
    await api.patch("/api/threads/t", json={"settings": {"other_threads": True}})

    await api.patch("/api/threads/kitchen", json={"settings": {"memory": False}})

    assert await found(api, "kitchen", ASKED) == []
    assert await found(api, "t", ASKED) == []
    assert await found(api, "t", ASKED, sources=["messages"]) == []
    assert [each["text"] for each in await found(api, "kitchen", ASKED, sources=["messages"])] == [BUDGET]


async def test_what_is_deleted_elsewhere_is_not_recalled(api: httpx.AsyncClient) -> None:
    for id in ("a", "b", "t"):
        await thread(api, id)
    await api.post("/api/threads/a/messages", json=[{"role": "user", "content": BUDGET, "id": "m"}])
    await say(api, "b", "Our budget for the garden is 700 euros.")
    await api.patch("/api/threads/t", json={"settings": {"other_threads": True}})

    await api.delete("/api/threads/a/messages/m")
    await api.delete("/api/threads/b")

    assert await found(api, "t", ASKED) == []


# --- other users


@pytest.fixture
async def shelf(alice: httpx.AsyncClient) -> str:
    """Create a library of Alice's with a secret in it, attached to a thread of hers, and return its id."""
    id = await library(alice, "Secrets", "hers/1")
    await alice.post("/api/libraries/hers/1/documents", files={"files": ("safe.md", SECRET)}, params={"document_id": "d"})
    await thread(alice, "a")
    await attach(alice, "a", id)
    assert "canary" in (await found(alice, "a", SAFE))[0]["text"]
    return id


ROUTES: list[tuple[str, str, object]] = [
    ("GET", "", None),
    ("PATCH", "", {"name": "stolen"}),
    ("DELETE", "", None),
    ("POST", "/documents", None),
    ("GET", "/documents", None),
    *(
        ("GET", f"/documents/d{ending}", None)
        for ending in ("", "/text", "/structure", "/sections/0", "/chunks", "/file", "/versions")
    ),
    ("GET", "/documents/d/versions/1/changes", None),
    ("POST", "/documents/d/versions/1/restore", None),
    ("DELETE", "/documents/d", None),
]


async def seen(api: httpx.AsyncClient) -> Json:
    return [(await api.get(f"/api/libraries/hers/1{place}")).json() for place in ("", "/documents", "/documents/d/text")]


@pytest.mark.parametrize(("method", "place", "body"), ROUTES)
async def test_another_users_library_does_not_exist_and_nothing_changes(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient, shelf: str, method: str, place: str, body: object
) -> None:
    before = await seen(alice)
    files = {"files": ("x.txt", b"Words.")} if (method, place) == ("POST", "/documents") else None

    answer = await bob.request(method, f"/api/libraries/{shelf}{place}", json=body, files=files)

    check_problem(answer, 404, "not_found")
    assert await seen(alice) == before


async def test_another_users_library_is_attached_by_nobody_and_refused_as_an_unknown_one_is(
    bob: httpx.AsyncClient, shelf: str
) -> None:
    await thread(bob, "b")

    hers = await bob.patch("/api/threads/b", json={"settings": {"libraries": [shelf]}})
    unknown = await bob.patch("/api/threads/b", json={"settings": {"libraries": ["none/1"]}})

    refused = check_problem(hers, 422, "invalid_request")
    assert refused["detail"] == check_problem(unknown, 422, "invalid_request")["detail"].replace("none/1", shelf)
    assert (await bob.get("/api/libraries")).json()["libraries"] == []
    assert await found(bob, "b", SAFE) == []


@pytest.mark.parametrize("stolen", ["hers/1", "a"], ids=["library", "thread"])
async def test_an_id_that_stands_in_the_settings_by_whatever_way_opens_nothing(
    office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient, shelf: str, stolen: str
) -> None:
    await upload(alice, "a", ("safe.md", SECRET))
    await say(alice, "a", "The code of the safe is canary-4712, do not tell anybody.")
    await thread(bob, "b")
    settings = {"libraries": [stolen], "other_threads": True, "threads": [stolen], "elsewhere": [stolen]}
    async with office.workshop.engine.begin() as connection:
        await connection.execute(update(threads).where(threads.c.id == "b").values(settings=settings))

    searched = await bob.post("/api/threads/b/search", json={"query": SAFE, "explain": True})
    asked = await bob.post("/api/threads/b/ask", json={"question": SAFE})
    filtered = await bob.post("/api/threads/b/search", json={"query": SAFE, "filters": {"document": "d"}})

    assert all("canary" not in answer.text for answer in (searched, asked, filtered))


@pytest.mark.parametrize(
    "more",
    [{"elsewhere": ["hers/1"]}, {"libraries": ["hers/1"]}, {"thread": "a"}, {"threads": ["a"]}, {"filters": {"thread": "a"}}],
    ids=str,
)
async def test_no_field_of_a_search_opens_anything(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient, shelf: str, more: Json
) -> None:
    await thread(bob, "b")

    answer = await bob.post("/api/threads/b/search", json={"query": SAFE, **more})

    assert "canary" not in answer.text


async def test_other_threads_are_those_of_the_person_who_asks(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await thread(alice, "a")
    await say(alice, "a", "The code of the safe is canary-4711 and stays between us.")
    for id in ("b", "b2"):
        await thread(bob, id)
    await say(bob, "b2", "The code of the safe is only known to Alice.")

    await bob.patch("/api/threads/b", json={"settings": {"other_threads": True}})
    passages = await found(bob, "b", SAFE)

    assert {each["thread"]["id"] for each in passages} == {"b2"}
    assert "canary" not in str(passages)
