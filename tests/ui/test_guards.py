"""Tests of the web chat's access rules, each with a real client against a real server."""

from __future__ import annotations

import uuid
from typing import Any

import httpx
import pytest
from socketio.exceptions import ConnectionError as Refused

from tests.serving import Server
from tests.ui.client import Tab, tab

pytestmark = pytest.mark.asyncio(loop_scope="package")

NOTE = "Remember that the spare key lies under the blue flowerpot by the shed."


async def noted(page: Tab) -> tuple[str, str]:
    """Say something, and return the ids of the thread and the message."""
    message = await page.say(NOTE)
    await page.ended()
    return await page.thread(), message


async def said(http: httpx.AsyncClient, thread: str) -> list[tuple[str, str, str]]:
    """Return the id, type and text of each message."""
    return [(step["id"], step["type"], step["output"]) for step in await steps(http, thread) if "message" in step["type"]]


async def steps(http: httpx.AsyncClient, thread: str) -> list[dict[str, Any]]:  # Any: JSON
    answer = await http.get(f"/project/thread/{thread}")
    answer.raise_for_status()
    found: list[dict[str, Any]] = answer.json()["steps"]  # Any: JSON
    return found


@pytest.mark.parametrize("session", ["../../etc", "/", "not-a-uuid", ""])
async def test_a_session_id_that_is_no_uuid_is_refused(alice: httpx.AsyncClient, session: str) -> None:
    with pytest.raises(Refused):
        async with tab(alice, session=session or " "):
            pass


async def test_a_socket_without_a_session_cookie_is_refused(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as nobody:
        with pytest.raises(Refused):
            async with tab(nobody):
                pass


async def test_a_page_of_another_origin_cannot_open_the_socket(alice: httpx.AsyncClient) -> None:
    with pytest.raises(Refused):
        async with tab(alice, origin="https://elsewhere.example"):
            pass


async def test_another_persons_thread_can_be_neither_read_nor_resumed_nor_changed(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)

    assert (await bob.get(f"/project/thread/{thread}")).status_code in (401, 404)
    assert (await bob.put("/project/thread", json={"threadId": thread, "name": "mine"})).status_code in (401, 404)
    assert (await bob.request("DELETE", "/project/thread", json={"threadId": thread})).status_code in (401, 404)
    async with tab(bob, thread=thread, answered_by="resume_thread_error") as stranger:
        assert not any(event in ("resume_thread", "new_message") for event, _ in stranger.events)
    assert [step["output"] for step in await steps(alice, thread) if step["type"] == "user_message"] == [NOTE]


async def test_another_persons_session_cannot_be_taken_over(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        with pytest.raises(Refused):
            async with tab(bob, session=page.session):
                pass
        file = await page.upload("plan.txt", b"secret plan")
        assert (await bob.get(f"/project/file/{file}?session_id={page.session}")).status_code == 404


async def test_a_file_that_waits_comes_along_to_another_conversation_of_the_same_person_alone(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    async with tab(alice) as page:
        file = await page.upload("plan.txt", b"The plan is to paint the gate green.")
        await page.socket.emit("clear_session")

    async with tab(bob) as stranger:
        await stranger.say("What is the plan?", files=[file])
        await stranger.until("new_message", name="Threadwise")
        refused = [data["output"] for name, data in stranger.events if name == "new_message"]
    async with tab(alice) as page:
        await page.say("What colour is the gate to be?", files=[file])
        await page.ended()
        outputs = [step["output"] for step in await steps(alice, await page.thread()) if "message" in step["type"]]

    assert any("A file did not come along" in said for said in refused)
    assert "Received plan.txt" in outputs
    assert "green" in outputs[-1]


async def test_a_file_that_the_server_lost_is_uploaded_again_under_its_id_in_ones_own_session_alone(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    lost = str(uuid.uuid4())
    content = {"file": ("plan.txt", b"The plan is to paint the gate green.", "text/plain")}
    async with tab(alice) as page:
        refused = await bob.post(f"/project/file?session_id={page.session}&again={lost}", files=content)
        no_id = await alice.post(f"/project/file?session_id={page.session}&again=../plan", files=content)
        await alice.post(f"/project/file?session_id={page.session}&again={lost}", files=content)
        await page.say("What colour is the gate to be?", files=[lost])
        await page.ended()
        outputs = [step["output"] for step in await steps(alice, await page.thread()) if "message" in step["type"]]

    assert (refused.status_code, no_id.status_code) == (404, 422)
    assert outputs[1] == "Received plan.txt"
    assert "green" in outputs[-1]


async def test_a_page_is_told_which_of_its_users_uploads_the_server_has(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    async with tab(alice) as page, tab(bob) as stranger:
        sent, waiting, foreign = (
            await page.upload("sent.txt", b"The gate is green."),
            await page.upload("waiting.txt", b"The fence is red."),
            await stranger.upload("foreign.txt", b"The barn is blue."),
        )
        await page.say("", files=[sent])
        await page.ended()
        async with tab(alice) as other:
            told = await other.until("window_message", threadwise="uploads")

    assert waiting in told["held"]
    assert not {sent, foreign} & set(told["held"])


async def test_a_message_with_the_id_of_another_persons_message_leaves_that_one_as_it_is(
    alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    async with tab(alice) as page:
        thread, message = await noted(page)
    before = await said(alice, thread)

    async with tab(bob) as page:
        await page.say("Overwritten?", id=message, threadId=thread)
        await page.ended()

    assert await said(alice, thread) == before


async def test_what_a_message_says_about_itself_is_not_believed(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        message = await page.say(NOTE, type="assistant_message", name="Threadwise", parentId=str(uuid.uuid4()))
        await page.ended()
        [step] = [step for step in await steps(alice, await page.thread()) if step["id"] == message]

    assert (step["type"], step["name"], step["parentId"]) == ("user_message", "alice", None)


async def test_a_message_that_is_no_message_is_answered_and_the_connection_lives_on(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        for malformed in (None, 7, {}, {"message": None}, {"message": {"id": "x", "output": "y"}}, {"message": {"output": 3}}):
            await page.socket.emit("client_message", malformed)
        await page.until("toast", type="error")
        await noted(page)


async def test_nobody_rates_another_persons_answer(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        thread, _ = await noted(page)
    run = next(step["id"] for step in await steps(alice, thread) if step["type"] == "run")
    thumbs = {"feedback": {"forId": run, "value": 1, "comment": "good"}, "sessionId": str(uuid.uuid4())}

    assert (await bob.put("/feedback", json=thumbs)).status_code == 404
    id = (await alice.put("/feedback", json=thumbs)).json()["feedbackId"]
    assert (await bob.request("DELETE", "/feedback", json={"feedbackId": id})).status_code == 404

    [rated] = [step["feedback"] for step in await steps(alice, thread) if step.get("feedback")]
    assert (rated["value"], rated["comment"]) == (1, "good")
    assert (await alice.request("DELETE", "/feedback", json={"feedbackId": id})).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "/project/element"),
        ("DELETE", "/project/element"),
        ("GET", "/project/share/some-thread"),
        ("PUT", "/project/thread/share"),
        ("POST", "/mcp"),
        ("POST", "/auth/jwt"),
    ],
)
async def test_a_route_that_is_not_used_is_closed(alice: httpx.AsyncClient, method: str, path: str) -> None:
    assert (await alice.request(method, path, json={})).status_code == 404


async def test_an_uploaded_page_is_downloaded_never_shown(alice: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        file = await page.upload("../../evil.html", b"<script>alert(1)</script>", "text/html")
        answer = await alice.get(f"/project/file/{file}?session_id={page.session}")

    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_another_persons_document_cannot_be_fetched(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    async with tab(alice) as page:
        file = await page.upload("garden.txt", b"The tomatoes stand by the south wall of the garden.")
        await page.say("Where do the tomatoes stand?", files=[file])
        await page.ended()
        element = await page.until("element", name="Progress")
        [job] = element["props"]["jobs"]
        url = f"/api/threads/{job['thread']}/documents/{job['document']}/file"

    assert (await alice.get(url)).content.startswith(b"The tomatoes")
    assert (await bob.get(url)).status_code == 404


async def test_the_sixth_wrong_password_in_a_minute_is_one_too_many(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.address, headers={"Origin": server.address}, trust_env=False) as stranger:
        wrong = [
            (await stranger.post("/login", data={"username": "mallory", "password": "x" * 12})).status_code for _ in range(6)
        ]

    assert wrong == [401] * 5 + [429]


async def test_nothing_is_written_beside_the_data_folder(server: Server) -> None:
    assert sorted(path.name for path in server.data.parent.iterdir()) == ["data"]
