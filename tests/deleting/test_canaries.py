"""Tests that after each delete over HTTP, no file of the data folder holds deleted text, while the server keeps running."""

from __future__ import annotations

from pathlib import Path

import httpx

from chat.application import Application
from chat.cli.clients.in_process import speaking
from chat.domain import Source
from chat.index.base import Collection
from tests.deleting.canaries import (
    DOCUMENT,
    MESSAGE,
    THREAD,
    canary,
    fill,
    guide,
    held,
    in_chroma,
    known_to_chroma,
    left,
    upload,
)
from tests.deleting.conftest import Started


async def emptied(application: Application, answer: httpx.Response) -> None:
    """Check that the response is a success, and complete the deferred work."""
    assert answer.status_code == 200, answer.text
    assert answer.json()["verified"]
    await application.parts.leftovers.wait()


async def test_a_thread_leaves_nothing(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)
        await fill(application, api, user, "other", of="b")
        assert held(data) == {*DOCUMENT, *MESSAGE, *THREAD}

        await emptied(application, await api.delete("/api/threads/t"))

        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}
        assert held(data, of="b") == {*DOCUMENT, *MESSAGE, *THREAD}


async def test_a_thread_whose_undo_a_stop_cut_short_leaves_nothing_after_the_next_start(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await fill(application, api, await application.accounts.local_user())
        assert (await api.delete("/api/threads/t?undo_seconds=600")).status_code == 200
        assert held(data) == {*DOCUMENT, *MESSAGE, *THREAD}

    async with started() as application:
        await application.parts.leftovers.wait()

        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}


async def test_an_incognito_thread_leaves_nothing_after_the_next_start(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await fill(application, api, await application.accounts.local_user(), incognito=True)
        assert held(data) == {*DOCUMENT, *MESSAGE, *THREAD} - {"hypothetical question"}

    async with started() as application:
        await application.parts.leftovers.wait()

        assert left(data, *DOCUMENT, *MESSAGE, *THREAD) == {}


async def test_a_document_leaves_nothing_but_what_was_said_of_it(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)

        await emptied(application, await api.delete("/api/threads/t/documents/guide"))

        assert left(data, *DOCUMENT) == {}
        assert held(data) == {*MESSAGE, *THREAD}


async def test_an_answer_keeps_its_words_and_no_passage_of_a_deleted_document(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)
        question = f"Where does the pump {canary('passage')} stand?"
        answer = await api.post("/api/threads/t/ask", json={"question": question})
        assert canary("passage") in answer.json()["answer"]

        await emptied(application, await api.delete("/api/threads/t/documents/guide"))

        assert left(data, *(place for place in DOCUMENT if place != "passage")) == {}
        said = (await api.get("/api/threads/t/messages")).json()["messages"]
        assert [message["role"] for message in said if canary("passage") in message["content"]] == ["user", "assistant"]
        for message in said[-2:]:
            await emptied(application, await api.delete(f"/api/threads/t/messages/{message['id']}"))
        assert left(data, *DOCUMENT) == {}


async def test_a_message_leaves_nothing(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)

        await emptied(application, await api.delete("/api/threads/t/messages/secret"))

        assert left(data, *(place for place in MESSAGE if place != "step")) == {}
        assert held(data) == {"step", *DOCUMENT, *THREAD}


async def test_an_instruction_goes_with_its_message(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)

        await emptied(application, await api.delete("/api/threads/t/messages/standing"))

        assert left(data, "standing") == {}


async def test_what_a_message_was_corrected_to_goes_with_it(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)

        await emptied(application, await api.delete("/api/threads/t/messages/fact"))

        assert left(data, "fact", "corrected") == {}


async def test_a_correction_that_is_forgotten_is_gone(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)
        [told] = [each for each in (await api.get("/api/threads/t/memory")).json()["facts"] if each["message"] == "fact"]

        assert (await api.delete(f"/api/threads/t/memory/{told['id']}")).status_code == 200
        await application.parts.leftovers.wait()

        assert left(data, "corrected") == {}


async def test_the_former_text_of_an_edited_message_is_gone(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)

        edited = await api.patch("/api/threads/t/messages/secret", json={"content": "My locker is on the first floor."})
        await emptied(application, edited)

        gone = ("said", "rewritten", "citation", "summary", "standing")
        assert left(data, *gone) == {}
        assert "author" in held(data)


async def put_away(api: httpx.AsyncClient) -> None:
    """Move everything after the first question into a branch."""
    edited = await api.patch("/api/threads/t/messages/first", json={"content": "The boat has a white sail.", "keep": True})
    assert edited.status_code == 200, edited.text


async def test_a_branch_that_is_put_away_leaves_nothing(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await fill(application, api, await application.accounts.local_user())
        await put_away(api)
        await application.parts.leftovers.wait()
        assert {"said", "step", "citation"} <= held(data)

        await emptied(application, await api.delete("/api/threads/t/messages/first/branches/1"))

        assert left(data, *MESSAGE) == {}


async def test_nothing_of_a_document_or_thread_stays_in_a_branch_that_is_put_away(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await fill(application, api, await application.accounts.local_user())
        await put_away(api)

        await emptied(application, await api.delete("/api/threads/t/documents/guide"))
        assert left(data, *DOCUMENT) == {}
        assert "said" in held(data)

        await emptied(application, await api.delete("/api/threads/t"))
        assert left(data, *MESSAGE, *THREAD) == {}


async def test_an_earlier_version_leaves_nothing(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)
        await upload(api, "threads/t", "pump.md", guide(of="b"))
        assert left(data, "passage", "cell")

        refused = await api.delete("/api/threads/t/documents/guide/versions/2")
        await emptied(application, await api.delete("/api/threads/t/documents/guide/versions/1"))

        assert refused.status_code == 409
        assert left(data, "passage", "heading", "cell", "hypothetical question", "file name") == {}
        assert (await api.post("/api/threads/t/documents/guide/versions/1/restore")).status_code == 404


async def test_a_version_that_is_too_old_to_be_kept_leaves_nothing(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        user = await application.accounts.local_user()
        await fill(application, api, user)

        for of in "bcd":
            await upload(api, "threads/t", "pump.md", guide(of))
        await application.parts.leftovers.wait()

        assert left(data, *DOCUMENT) == {}


async def test_a_library_leaves_nothing_where_it_was_attached_either(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        assert (await api.post("/api/libraries", json={"id": "shelf", "name": canary("thread name")})).status_code == 201
        await upload(api, "libraries/shelf", f"{canary('file name')}.md", guide())
        await api.post("/api/threads", json={"id": "t"})
        assert (await api.patch("/api/threads/t", json={"settings": {"libraries": ["shelf"]}})).status_code == 200
        asked = await api.post("/api/threads/t/ask", json={"question": "How much does valve number 3 weigh?"})
        assert asked.json()["grounded"]

        await emptied(application, await api.delete("/api/libraries/shelf"))

        assert left(data, *DOCUMENT, *THREAD) == {}


async def test_no_vector_and_no_id_of_a_deleted_document_stays_in_the_vector_store(started: Started, data: Path) -> None:
    async with started() as application, speaking(application, None) as api:
        await api.post("/api/threads", json={"id": "t"})
        await upload(api, "threads/t", "guide.md", guide())
        other = "\n\n".join(f"# Chapter {n}\n\nA ship of {n} masts sails to the {n}th island." for n in range(30))
        await upload(api, "threads/t", "ships.md", other.encode(), document="ships")
        collection = Collection("t", Source.DOCUMENT)
        ids = await application.parts.rows.chunks.ids(collection, ["guide"])
        found = dict(zip(*await application.vectors.get(collection), strict=True))
        needles = [needle for id in ids for needle in (id.encode(), found[id].tobytes())]
        assert in_chroma(data, needles)

        await emptied(application, await api.delete("/api/threads/t/documents/guide"))
        after_one = in_chroma(data, needles)
        kept = await application.vectors.ids(collection)
        await emptied(application, await api.delete("/api/threads/t"))

        assert after_one == []
        assert set(kept) == found.keys() - set(ids)
        assert in_chroma(data, [found[id].tobytes() for id in kept]) == []
        assert known_to_chroma(data) == set()
        assert [place for place in (data / "chroma").iterdir() if place.is_dir()] == []
