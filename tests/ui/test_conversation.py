"""Tests of sending, stopping, editing and undoing over the socket."""

from __future__ import annotations

import uuid
from pathlib import Path

import httpx
import pytest

from chat.text import UNITS, UNNAMED
from tests.serving import serving
from tests.ui.client import person, tab
from tests.ui.test_guards import NOTE, noted, said, steps

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_resumed_thread_shows_question_answer_and_sources_in_order(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        await page.say("Where does the spare key lie?")
        await page.ended(times=2)
        await page.until("element", name="Sources", type="custom")

    async with tab(alice, thread=thread) as again:
        resumed = await again.until("resume_thread", id=thread)

    lines = [(step["type"], step["output"]) for step in resumed["steps"] if "message" in step["type"]]
    assert [kind for kind, _ in lines] == ["user_message", "assistant_message"] * 2
    assert lines[0][1] == NOTE
    assert "flowerpot" in lines[3][1]
    assert any(element["name"] == "Sources" for element in resumed["elements"])


async def test_a_question_is_shown_again_as_it_was_typed(alice: httpx.AsyncClient) -> None:
    asked = "Does key:value cost $5 or $6 at the <b>gate</b>?"
    async with tab(alice) as page:
        thread, _ = await noted(page)
        await page.say(asked)
        await page.ended(times=2)

        outputs = [step["output"] for step in await steps(alice, thread) if step["type"] == "user_message"]

    assert outputs == [NOTE, asked]


async def test_an_edited_message_takes_back_what_followed_from_the_thread_and_from_recall(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, message = await noted(page)
        await page.say("The gate code is 4711, remember that for the visit next week please.")
        await page.ended(times=2)
        changed = {"message": {"id": message, "output": "Remember that the spare key lies in the mailbox of the neighbour."}}
        await page.socket.emit("edit_message", changed)
        await page.ended(times=3)
        await page.say("Where is the spare key and what is the gate code?")
        await page.ended(times=4)
        outputs = [step["output"] for step in await steps(alice, thread) if "message" in step["type"]]

    assert "mailbox" in outputs[0]
    assert len(outputs) == 4
    assert "mailbox" in outputs[3]
    assert not any("4711" in output or "flowerpot" in output for output in outputs)


async def test_a_question_whose_file_went_with_the_session_that_took_it_says_so_and_is_not_answered_without(
    alice: httpx.AsyncClient,
) -> None:
    lost = str(uuid.uuid4())  # from an earlier server
    async with tab(alice) as page:
        kept = await page.upload("garden.md", b"# Garden\n\nTomatoes stand behind the shed.\n")
        await page.say("How long is the warranty of the pump?", files=[kept, lost])
        await page.ended()
        error = await page.until("new_message", isError=True)
        outputs = [step["output"] for step in await steps(alice, await page.thread()) if "message" in step["type"]]

    sentence = "A file did not come along: the server does not have it any more. Add it and ask again."
    assert error["output"] == sentence
    assert outputs == ["How long is the warranty of the pump?", "Received garden.md", sentence]


async def test_stop_while_files_are_taken_loses_none_and_is_said_with_a_way_to_ask_again(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        names = [f"{number}.txt" for number in range(12)]
        files = [await page.upload(name, f"Pump {name} has a warranty.".encode() * 4_000) for name in names]
        await page.say("How long is the warranty of the pump?", files=files)
        await page.until("new_message", type="user_message")
        await page.socket.emit("stop")
        await page.ended()
        thread = await page.thread()
        outputs = [step["output"] for step in await steps(alice, thread) if "message" in step["type"]]
        taken = (await alice.get(f"/project/thread/{thread}")).json()["elements"]

    assert outputs == ["How long is the warranty of the pump?", "Received 12 files", "Stopped before the answer began."]
    assert sorted(each["name"] for each in taken if each["name"] in names) == sorted(names)


async def test_a_question_that_was_deleted_elsewhere_and_is_edited_is_said_to_be_asked_again(alice: httpx.AsyncClient) -> None:
    asked = "How long is the warranty of the pump, in years?"
    async with tab(alice) as page:
        thread, message = await noted(page)
        await alice.delete(f"/api/threads/{thread}/messages/{message}")
        await page.socket.emit("edit_message", {"message": {"id": message, "output": asked}})
        told = await page.until("toast")
        await page.ended(times=2)
        await page.socket.emit("edit_message", {"message": {"id": message, "output": NOTE}})
        await page.ended(times=3)
        outputs = [step["output"] for step in await steps(alice, thread) if step["type"] == "user_message"]
        toasts = [data for name, data in page.events if name == "toast"]

    assert told["message"].startswith("This question was deleted on another page meanwhile.")
    assert toasts == [told], "the second edit is of a question that is there"
    assert outputs == [NOTE]


async def test_an_answer_cannot_be_edited_by_the_person(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        before = await said(alice, thread)
        answer = before[1][0]
        await page.socket.emit("edit_message", {"message": {"id": answer, "output": "I never said that."}})
        await page.say("Where does the spare key lie?")
        await page.ended(times=2)

    assert (await said(alice, thread))[: len(before)] == before


async def test_a_deleted_thread_does_not_come_back_when_its_tab_closes_or_goes_on(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        deleted = await alice.request("DELETE", "/project/thread", json={"threadId": thread})
        await page.say("Are you still there?")
        await page.ended(times=2)

    assert deleted.status_code == 200
    assert (await alice.get(f"/project/thread/{thread}")).status_code == 404


async def test_threads_are_listed_by_last_use_page_by_page_and_found_by_their_words(bob: httpx.AsyncClient) -> None:
    threads = []
    for text in (
        "Remember the first walrus, which I saw at the coast.",
        "Remember the second walrus.",
        "Remember the third walrus.",
    ):
        async with tab(bob) as page:
            await page.say(text)
            await page.ended()
            threads.append(await page.thread())
    async with tab(bob, thread=threads[0]) as page:
        await page.say("It was a large walrus.")
        await page.ended()

    async def listed(**asked: object) -> dict[str, object]:
        body = {"pagination": {"first": 2, "cursor": asked.get("cursor")}, "filter": {"search": asked.get("search")}}
        return dict((await bob.post("/project/threads", json=body)).json())

    first = await listed(search="walrus")
    info = first["pageInfo"]
    assert isinstance(info, dict)
    second = await listed(search="walrus", cursor=info["endCursor"])
    found = [thread["id"] for page in (first, second) for thread in page["data"]]  # type: ignore[attr-defined] # JSON
    assert found == [threads[0], threads[2], threads[1]]
    renamed = await bob.put("/project/thread", json={"threadId": threads[1], "name": "Tusks"})
    assert renamed.status_code == 200
    assert [thread["id"] for thread in (await listed(search="tusks"))["data"]] == [threads[1]]  # type: ignore[attr-defined] # JSON


async def test_too_many_files_are_refused_with_a_sentence(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        files = [await page.upload(f"{number}.txt", b"text") for number in range(21)]
        await page.say("", files=files)
        error = await page.until("new_message", isError=True)

    assert error["output"] == "At most 20 files can be added at once."


async def test_a_file_that_cannot_be_read_gets_its_sentence_and_the_others_go_on(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        bad = [
            await page.upload("empty.txt", b""),
            await page.upload("film.mp4", b"\x00\x00\x00\x18ftypmp42" + bytes(64), "video/mp4"),
        ]
        good = await page.upload("garden.txt", b"The tomatoes stand by the south wall of the garden.")
        await page.say("Where do the tomatoes stand?", files=[*bad, good])
        jobs = (await page.until("element", name="Progress"))["props"]["jobs"]
        await page.ended()
        answers = [step["output"] for step in await steps(alice, await page.thread()) if step["type"] == "assistant_message"]

    assert [job["name"] for job in jobs] == ["empty.txt", "film.mp4", "garden.txt"]
    assert "south wall" in answers[-1]


async def test_a_question_over_the_limit_gets_its_sentence(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        await page.say("x" * 100_000)
        refused = await page.until("toast", type="error")

    assert refused["message"] == "A message has at most 20,000 characters; put long text into a file."


async def test_a_first_question_that_is_refused_is_told_why_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", THREADWISE_REQUESTS_A_MINUTE="1") as server, person(server.address) as http:
        async with tab(http) as page:
            await noted(page)
        async with tab(http) as page:
            await page.say("Where does the spare key lie?")
            await page.ended()
            told = [said["output"] for name, said in page.events if name == "new_message" and "assistant" in said["type"]]
            toasts = [said for name, said in page.events if name == "toast"]

    assert [sentence.split(";")[0] for sentence in told] == ["Too many requests at once"]
    assert toasts == []


async def test_why_is_told_of_a_question_of_this_thread_and_of_no_other(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    async with tab(alice) as page, tab(bob) as other:
        thread, question = await noted(page)
        await noted(other)
        await page.act("why_sources", question=question, model="quotes", cited=["a#0"])
        shown = await page.opened()
        await page.act("why_sources", question="nobody said this")
        gone = await page.until("toast", type="error")
        await other.act("why_sources", question=question)
        foreign = await other.until("toast", type="error")

    [element] = shown["elements"]
    assert (element["name"], element["display"]) == ("Why", "side")
    told = {"thread": thread, "question": question, "text": NOTE, "computed": False, "covered": None, "cited": ["a#0"]}
    searched = {"documents": True, "messages": True, "libraries": False, "other_threads": False, "half_life": 30.0}
    assert element["props"] == told | searched | {"units": UNITS}
    assert gone["message"] == foreign["message"] == "There is no such message."


async def test_what_a_side_panel_shows_is_not_kept_with_the_thread(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, question = await noted(page)
        await page.act("why_sources", question=question)
        await page.opened()

    async with tab(alice, thread) as page:
        await page.act("why_sources", question=question)
        shown = await page.opened()

    assert shown["elements"][0]["props"]["question"] == question


async def test_two_sources_opened_at_once_leave_the_side_panel_open(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        _, question = await noted(page)
        await page.act("why_sources", question=question)
        await page.act("why_sources", question=question)
        await page.until("element", times=2, name="Opening")
        for opening in [data["props"] for name, data in page.events if name == "element" and data["name"] == "Opening"]:
            await page.act("panel_is_open", **opening)
        await page.act("why_sources", question="nobody said this")
        await page.until("toast", type="error")  # after everything that was drawn
        drawn = [data["elements"] for name, data in page.events if name == "set_sidebar_elements"]

    assert [[element["name"] for element in elements] for elements in drawn] == [["Why"]]


async def test_a_standing_instruction_is_noted_listed_and_gone_when_its_message_is_edited(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        message = await page.say("From now on answer in French.")
        await page.ended()
        thread = await page.thread()
        await page.say("/instructions")
        await page.ended(times=2)
        *_, (_, _, listed) = await said(alice, thread)
        changed = {"message": {"id": message, "output": "Thanks a lot!"}}
        await page.socket.emit("edit_message", changed)
        await page.ended(times=3)
        await page.say("/instructions")
        await page.ended(times=4)
        outputs = [output for _, _, output in await said(alice, thread)]

    assert "1. From now on answer in French." in listed
    assert outputs[1] == "You're welcome!"
    assert "Nothing is noted" in outputs[-1]


async def test_a_thread_without_a_name_is_called_the_same_everywhere(alice: httpx.AsyncClient) -> None:
    thread = (await alice.post("/api/threads", json={})).json()["id"]
    await alice.post(f"/api/threads/{thread}/documents", files={"files": ("reef.md", b"# Reef\n\nThe urchin reef is closed.\n")})
    texts = (await alice.get("/project/translations?language=en-US")).json()["translation"]

    pages = {
        path: (await alice.get(path, headers={"Accept": "text/html"})).text
        for path in ("/find?query=urchin", "/memory", f"/memory?thread={thread}")
    }
    await alice.patch(f"/api/threads/{thread}", json={"pinned": True})
    listed = (await alice.post("/project/threads", json={"pagination": {"first": 50}, "filter": {}})).json()["data"]

    assert texts["threadHistory"]["thread"]["untitled"] == UNNAMED
    assert [path for path, page in pages.items() if UNNAMED not in page] == []
    pinned = next(each for each in listed if each["id"] == thread)
    assert pinned["name"] is None  # the page itself supplies the title and the mark of pinned ones
    assert pinned["metadata"] == {"pinned": True}


async def test_a_page_is_drawn_anew_only_where_it_does_not_show_what_is_there(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
        shown = [id for id, _, _ in await said(alice, thread)]
        for ids in ([*shown], [shown[0]], [*shown, str(uuid.uuid4())]):
            await page.socket.emit("window_message", {"threadwise": "look", "shown": ids, "unfinished": []})
        await page.socket.emit("window_message", {"threadwise": "look", "shown": shown, "unfinished": [shown[1]]})
        await page.socket.emit("window_message", {"threadwise": "look", "shown": 7})
        await page.until("resume_thread", times=4)
        await page.say("Thank you!")
        await page.ended(times=2)

    assert sum(event == "resume_thread" for event, _ in page.events) == 4
