"""Tests of the settings panel over the socket, and what its choices make searchable for whom."""

from __future__ import annotations

import httpx
import pytest

from tests.ui.client import Tab, tab
from tests.ui.test_guards import noted

pytestmark = pytest.mark.asyncio(loop_scope="package")

HALF_LIFE = "Half-life of what was said, days"
BEGUN = {"documents": True, "memory": True, "other_threads": False, "system_prompt": "", "half_life_days": ""}
"""The settings panel of a conversation that has begun, with nothing chosen."""
SAFE = b"# Safe\n\nThe code of the safe is canary-4711.\n"


async def test_the_panel_offers_the_libraries_there_are_and_shows_what_is_chosen(bob: httpx.AsyncClient) -> None:
    async with tab(bob) as page:
        bare = await page.until("chat_settings")
        thread, _ = await noted(page)
    made = [(await bob.post("/api/libraries", json={"name": name})).json()["id"] for name in ("Tales", "Manuals")]
    await bob.patch(f"/api/threads/{thread}", json={"settings": {"memory": False, "libraries": made[:1]}})

    async with tab(bob, thread=thread) as again:
        full = await again.until("chat_settings")

    assert {each["id"]: each["initial"] for each in bare} == {
        "documents": True,
        "memory": True,
        "other_threads": False,
        "system_prompt": "",
        "half_life_days": "",
        "incognito": False,
    }
    assert {each["id"]: each["initial"] for each in full[:3]} == {"documents": True, "memory": False, "other_threads": False}
    assert full[3]["items"] == [{"label": "Manuals", "value": made[1]}, {"label": "Tales", "value": made[0]}]
    assert full[3]["initial"] == made[:1]


async def _choose(page: Tab, **chosen: object) -> None:
    await page.socket.call("chat_settings_change", chosen)


def _shown(page: Tab) -> dict[str, object]:
    """Return the panel that was sent last, without libraries, because these tests leave some behind."""
    panel = [data for name, data in page.events if name == "chat_settings"][-1]
    return {each["id"]: each["initial"] for each in panel if each["id"] != "libraries"}


async def _settings(person: httpx.AsyncClient, thread: str) -> object:
    return (await person.get(f"/api/threads/{thread}")).json()["settings"]


async def test_what_is_chosen_before_the_first_message_is_kept_with_it_and_changed_after(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        await _choose(page, documents=False, memory=True, more={"x": 1})
        thread, _ = await noted(page)
        first = await _settings(alice, thread)
        await _choose(page, documents=True)
        second = await _settings(alice, thread)

    assert first == {"documents": False, "memory": True}
    assert second == {"documents": True, "memory": True}


async def test_what_is_chosen_on_one_page_is_what_the_panel_of_another_shows(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        async with tab(alice, thread=thread) as other:
            await other.until("chat_settings")

            await _choose(page, memory=False)
            await other.until("chat_settings", times=2)

            assert _shown(other) == {**BEGUN, "memory": False}


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        ({"memory": "yes"}, "Remember what is said: true or false."),
        ({"libraries": {"a": 1}}, "Libraries: a list of ids of libraries."),
        ({"half_life_days": 40_000}, f"{HALF_LIFE}: more than 0 and at most 36,500."),
        ({"half_life_days": "-3"}, f"{HALF_LIFE}: more than 0 and at most 36,500."),
        ({"half_life_days": "a week"}, f"{HALF_LIFE}: more than 0 and at most 36,500."),
    ],
    ids=str,
)
async def test_what_can_not_be_stored_is_refused_in_the_panels_words_and_the_panel_shows_what_is(
    alice: httpx.AsyncClient, payload: dict[str, object], sentence: str
) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        await _choose(page, documents=False, **payload)
        toast = await page.until("toast", type="error")
        shown = _shown(page)
        stored = await _settings(alice, thread)

    assert toast["message"] == sentence
    assert stored == {"documents": False}
    assert shown == BEGUN | {"documents": False}


async def test_what_is_refused_is_not_on_the_panel_after_a_reload(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        await _choose(page, memory=False, half_life_days=40_000)

    async with tab(alice, thread=thread) as again:
        resumed = await again.until("resume_thread")

    assert _shown(again) == BEGUN | {"memory": False}
    assert "chat_settings" not in resumed["metadata"]


async def test_what_is_refused_before_the_first_message_leaves_the_rest_and_the_first_answer(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        await page.until("chat_settings")
        await _choose(page, half_life_days="30")
        await _choose(page, memory=False, half_life_days="40000")
        toast = await page.until("toast", type="error")
        waiting = _shown(page)
        thread, _ = await noted(page)
        stored = await _settings(alice, thread)

    assert toast["message"] == f"{HALF_LIFE}: more than 0 and at most 36,500."
    assert waiting == BEGUN | {"memory": False, "half_life_days": "30", "incognito": False}
    assert stored == {"memory": False, "half_life_days": 30}
    assert sum(name == "toast" for name, _ in page.events) == 1


async def test_a_library_that_is_deleted_before_the_first_message_is_said_and_the_rest_holds(alice: httpx.AsyncClient) -> None:
    library = (await alice.post("/api/libraries", json={"name": "Short-lived"})).json()["id"]
    async with tab(alice) as page:
        await _choose(page, memory=False, libraries=[library])
        await alice.delete(f"/api/libraries/{library}")
        thread, _ = await noted(page)
        toast = await page.until("toast", type="error")
        stored = await _settings(alice, thread)

    assert toast["message"] == "Libraries: what is not there any more is left out."
    assert stored == {"memory": False, "libraries": []}


async def test_of_the_libraries_on_the_panel_one_that_was_deleted_meanwhile_is_left_out_and_the_others_are_attached(
    alice: httpx.AsyncClient,
) -> None:
    libraries = [(await alice.post("/api/libraries", json={"name": f"Lent {n}"})).json()["id"] for n in range(2)]
    async with tab(alice) as page:
        thread, _ = await noted(page)
        await alice.delete(f"/api/libraries/{libraries[0]}")
        await _choose(page, libraries=libraries)
        toast = await page.until("toast", type="error")
        stored = await _settings(alice, thread)
    await alice.delete(f"/api/libraries/{libraries[1]}")

    assert toast["message"] == "Libraries: what is not there any more is left out."
    assert stored == {"libraries": libraries[1:]}


@pytest.mark.parametrize("empty", [None, "", " ", "0", 0])
async def test_instructions_and_half_life_are_chosen_and_put_back_by_emptying_them(
    alice: httpx.AsyncClient, empty: object
) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        await _choose(page, system_prompt="Be brief.", half_life_days="12.5")
        chosen = await _settings(alice, thread)
        shown = _shown(page)
        await _choose(page, system_prompt="", half_life_days=empty)
        put_back = await _settings(alice, thread)

    assert chosen == {"system_prompt": "Be brief.", "half_life_days": 12.5}
    assert shown == BEGUN | {"system_prompt": "Be brief.", "half_life_days": "12.5"}
    assert put_back == {}
    assert _shown(page) == BEGUN


async def test_an_incognito_conversation_is_chosen_before_its_first_message(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        await _choose(page, incognito=True)
        told = await page.until("toast", type="info")
        thread, _ = await noted(page)
        row = (await alice.get(f"/api/threads/{thread}")).json()
        listed = await alice.post("/project/threads", json={"pagination": {"first": 50}, "filter": {}})

    assert "deleted for good" in told["message"]
    assert row["incognito"]
    assert thread not in listed.text


async def test_incognito_is_not_on_the_panel_once_the_conversation_has_begun_and_is_refused_if_it_comes(
    alice: httpx.AsyncClient,
) -> None:
    async with tab(alice) as page:
        new = {each["id"] for each in await page.until("chat_settings")}
        thread, _ = await noted(page)
        begun = _shown(page)
        await page.say("And the key is under the mat.")
        await page.ended(times=2)
        panels = sum(name == "chat_settings" for name, _ in page.events)
        await _choose(page, incognito=True, memory=False)
        toast = await page.until("toast", type="error")
        row = (await alice.get(f"/api/threads/{thread}")).json()

    assert "incognito" in new
    assert begun == BEGUN
    assert panels == 2
    assert toast["message"] == "Incognito can be chosen before the first message only."
    assert (row["incognito"], row["settings"]) == (False, {"memory": False})
    assert _shown(page) == BEGUN | {"memory": False}


async def test_a_source_that_was_deleted_meanwhile_says_from_where(alice: httpx.AsyncClient) -> None:
    library = (await alice.post("/api/libraries", json={"name": "Tools"})).json()["id"]
    other = (await alice.post("/api/threads", json={"name": "Cellar"})).json()["id"]
    async with tab(alice) as page:
        thread, message = await noted(page)
        for owner in (f"libraries/{library}", f"threads/{thread}"):
            sent = await alice.post(f"/api/{owner}/documents", files={"files": ("safe.md", SAFE)})
            document = sent.json()["documents"][0]["id"]
            await alice.delete(f"/api/{owner}/documents/{document}")
            place = library if "libraries" in owner else None
            await page.act("open_source", parent=document, place=place, start=0, end=20, source="document")
            await page.act("open_document", parent=document, place=place, section="1")
        await alice.delete(f"/api/threads/{other}")
        await page.act("open_source", parent=message, place=other, start=0, end=20, source="message")
        await page.until("toast", message="The conversation of this source was deleted.")

    assert [said["message"] for name, said in page.events if name == "toast"] == [
        *["This document was deleted from its library."] * 2,
        *["This document was deleted from this conversation."] * 2,
        "The conversation of this source was deleted.",
    ]


async def test_nobody_opens_a_library_or_thread_of_somebody_else_from_his_own(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    library = (await alice.post("/api/libraries", json={"name": "Secrets"})).json()["id"]
    place = f"/api/libraries/{library}/documents"
    document = (await alice.post(place, files={"files": ("safe.md", SAFE)})).json()["documents"][0]["id"]
    async with tab(alice) as hers:
        thread, message = await noted(hers)
        shown = {"parent": document, "place": library, "start": 0, "end": 20, "source": "document"}
        await hers.act("open_source", **shown)
        opened = await hers.opened()

    async with tab(bob) as his:
        await noted(his)
        await his.act("open_source", **shown)
        await his.act("open_document", parent=document, place=library)
        await his.act("open_source", parent=document, place=thread, start=0, end=20, source="document")
        await his.act("open_source", parent=message, place=thread, start=0, end=20, source="message")
        await his.act("open_source", parent=message, place=library, start=0, end=20, source="message")
        await _choose(his, libraries=[library])
        await his.say("What is the code of the safe?")
        await his.ended(times=2)
        events = str(his.events)

    assert "canary-4711" in str(opened)
    assert "canary" not in events
    assert "Opening" not in events
    assert "set_sidebar_elements" not in events
    assert sum(name == "toast" for name, _ in his.events) == 6


async def test_a_library_is_no_conversation_to_come_back_to(alice: httpx.AsyncClient) -> None:
    library = (await alice.post("/api/libraries", json={"name": "Not a thread"})).json()["id"]

    answer = await alice.get(f"/project/thread/{library}")
    listed = await alice.post("/project/threads", json={"pagination": {"first": 50}, "filter": {}})

    assert answer.status_code in (401, 404)
    assert library not in listed.text
