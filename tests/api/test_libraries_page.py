"""Tests of the page on which libraries are made, filled and deleted."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import update

from chat.database.schema import jobs
from tests.api.conftest import ADDRESS, GUIDE, House, check_problem, thread
from tests.files import encrypted_pdf
from tests.passages import NOON

QUESTION = "How long is the warranty of the pump?"
PAGE = {"Accept": "text/html"}
HOSTILE = "<b onclick=x>\"'&"
ESCAPED = "&lt;b onclick=x&gt;&quot;&#x27;&amp;"


async def made(api: httpx.AsyncClient, name: str = "Manuals", id: str = "shelf/1") -> str:
    """Create a library over HTTP, and return the address of its page."""
    assert (await api.post("/api/libraries", json={"name": name, "id": id})).status_code == 201
    return f"/libraries?library={id.replace('/', '%2F')}"


async def sent(api: httpx.AsyncClient, place: str, *files: tuple[str, bytes], password: str = "") -> httpx.Response:
    """Send the form with files, as a browser does."""
    parts = [("files", file) for file in files]
    address = place.replace("/libraries?", "/libraries/documents?")
    return await api.post(address, files=parts, data={"password": password}, headers=PAGE)


async def seen(api: httpx.AsyncClient, answer: httpx.Response) -> str:
    """Follow a form's redirect and return the page."""
    assert answer.status_code == 303, answer.text
    return (await api.get(answer.headers["location"])).text


async def test_a_library_is_made_filled_searched_renamed_and_deleted_on_the_page(api: httpx.AsyncClient) -> None:
    empty = (await api.get("/libraries")).text
    new = await api.post("/libraries", data={"act": "make", "name": "Manuals"})
    place = new.headers["location"].partition("&")[0]
    read = await seen(api, await sent(api, place, ("guide.md", GUIDE), ("notes.txt", b"The cellar key hangs by the door.")))
    [library] = (await api.get("/api/libraries")).json()["libraries"]
    fields = {"library": library["id"]}
    await api.post("/api/threads", json={"id": "t", "settings": {"libraries": [library["id"]]}})
    found = (await api.post("/api/threads/t/search", json={"query": QUESTION})).json()["passages"]
    renamed = await seen(api, await api.post("/libraries", data={**fields, "act": "rename", "name": "Guides"}))
    listed = (await api.get("/libraries")).text
    gone = await seen(api, await api.post("/libraries", data={**fields, "act": "delete"}))

    assert "There is no library yet." in empty
    assert place == f"/libraries?library={library['id']}"
    assert "2 files are read." in read
    assert [name in read for name in (">guide.md</a>", ">notes.txt</a>")] == [True, True]
    assert "Being read" not in read
    assert found[0]["library"]["name"] == "Manuals"
    assert "<h1>Guides</h1>" in renamed
    assert f'<a href="{place}">Guides</a><span class="about">2 documents</span>' in listed
    assert "The library “Guides” is deleted." in gone
    assert "There is no library yet." in gone
    check_problem(await api.get(f"/api/libraries/{library['id']}"), 404, "not_found")


async def test_a_document_is_opened_and_deleted_on_the_page(api: httpx.AsyncClient) -> None:
    place = await made(api)
    page = await seen(api, await sent(api, place, ("guide.md", GUIDE)))
    [file] = re.findall(r'href="(/api/libraries/[^"]+/file)"', page)
    [document] = re.findall(r'name="document" value="([^"]+)"', page)

    opened = await api.get(file)
    gone = await seen(api, await api.post("/libraries", data={"library": "shelf/1", "document": document, "act": "remove"}))
    again = await api.post("/libraries", data={"library": "shelf/1", "document": document, "act": "remove"}, headers=PAGE)

    assert opened.content == GUIDE
    assert "The document is deleted." in gone
    assert "There is no document in it yet." in gone
    assert (await api.get("/api/libraries/shelf%2F1")).json()["documents"] == 0
    assert (again.status_code, 'role="alert"' in again.text) == (404, True)


async def test_a_file_that_cannot_be_read_is_listed_with_the_reason_for_a_day_and_until_it_is_read(
    home: House, api: httpx.AsyncClient
) -> None:
    place = await made(api)

    refused = await seen(
        api, await sent(api, place, ("tool.exe", b"MZ\x90\x00\x03" * 50), ("guide.md", GUIDE), ("none.txt", b""))
    )
    await _happened(home, hours_ago=1)
    read = await seen(api, await sent(api, place, ("none.txt", b"Now there is something in it.")))
    await _happened(home, hours_ago=25)
    later = (await api.get(place)).text

    assert "1 file is read. 2 files could not be read." in refused
    assert re.search(r'<li>tool\.exe<span class="about">[A-Z][^<]+\.</span></li>', refused)
    assert '<li>none.txt<span class="about">The file is empty.</span></li>' in refused
    assert "The file is empty." not in read
    assert "tool.exe" in read
    assert "tool.exe" not in later


async def _happened(home: House, hours_ago: int) -> None:
    async with home.workshop.engine.begin() as connection:
        await connection.execute(update(jobs).values(updated_at=NOON - timedelta(hours=hours_ago)))


async def test_a_locked_file_waits_for_its_password(api: httpx.AsyncClient) -> None:
    place = await made(api)
    page = await seen(api, await sent(api, place, ("safe.pdf", encrypted_pdf(user_password="sesame"))))
    [job] = re.findall(r'name="job" value="([^"]+)"', page)
    fields = {"library": "shelf/1", "act": "unlock", "job": job}

    wrong = await seen(api, await api.post("/libraries", data={**fields, "password": "x"}))
    right = await seen(api, await api.post("/libraries", data={**fields, "password": "sesame"}))

    assert ">Read it</button>" in page
    assert ">Read it</button>" in wrong
    assert ">Read it</button>" not in right
    assert ">safe.pdf</a>" in right


async def test_a_file_that_takes_long_is_shown_with_how_far_it_is(
    home: House, api: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.api.pages.libraries._PATIENT_SECONDS", 0)
    place = await made(api)

    page = await seen(api, await sent(api, place, ("guide.md", GUIDE)))
    await home.read("shelf/1")
    later = (await api.get(place)).text

    assert "1 file is still being read." in page
    assert f'<a href="{place}">Look again</a>' in page
    assert "<li>guide.md<span" in page
    assert "Look again" not in later
    assert ">guide.md</a>" in later


async def test_names_are_never_markup(api: httpx.AsyncClient) -> None:
    place = await made(api, HOSTILE)
    await sent(api, place, (f"{HOSTILE}.md", GUIDE), (f"{HOSTILE}.exe", b"MZ\x90"))

    page, listed = (await api.get(place)).text, (await api.get("/libraries")).text
    gone = await seen(api, await api.post("/libraries", data={"library": "shelf/1", "act": "delete"}))
    again = await api.post("/libraries", data={"act": "make", "name": HOSTILE * 50}, headers=PAGE)

    assert all("<b onclick" not in each for each in (page, listed, gone, again.text))
    assert f"<h1>{ESCAPED}</h1>" in page
    assert f">{ESCAPED}</a>" in listed
    assert f"“{ESCAPED}” is deleted" in gone
    assert again.status_code == 422


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"act": "make", "name": "Manuals"}, 409, "A library with this name or id exists already."),
        ({"act": "make", "name": " "}, 422, "The name of a library has 1 to 200 characters."),
        ({"act": "make"}, 422, "The name of a library has 1 to 200 characters."),
        ({"act": "rename", "library": "shelf/1", "name": "x" * 201}, 422, "The name of a library has 1 to 200 characters."),
        ({"act": "burn", "library": "shelf/1"}, 422, "This page cannot do that."),
        ({"act": "delete"}, 404, "There is nothing here."),
        ({"act": "delete", "library": "other"}, 404, "There is no such library."),
        ({"act": "delete", "library": "t"}, 404, "There is no such library."),
        ({"act": "remove", "library": "shelf/1", "document": "d"}, 404, "There is no such document."),
    ],
)
async def test_what_is_refused_is_said_on_the_page(
    api: httpx.AsyncClient, fields: dict[str, str], status: int, sentence: str
) -> None:
    await made(api)
    await thread(api)

    page = await api.post("/libraries", data=fields, headers=PAGE)
    told = await api.post("/libraries", data=fields)

    assert (page.status_code, sentence in page.text) == (status, True)
    assert (told.status_code, told.json()["detail"]) == (status, sentence)
    assert (await api.get("/api/threads/t")).status_code == 200
    assert (await api.get("/api/libraries/shelf%2F1")).json()["name"] == "Manuals"


async def test_too_many_files_and_a_form_without_any_are_refused_on_the_page(api: httpx.AsyncClient) -> None:
    place = await made(api)

    several = await sent(api, place, *[(f"{number}.txt", b"Some words.") for number in range(4)])
    none = await api.post("/libraries/documents?library=shelf%2F1", data={"password": "x"}, headers=PAGE)

    assert (several.status_code, "At most 3 files can be added at once." in several.text) == (422, True)
    assert (none.status_code, 'role="alert"' in none.text) == (422, True)
    assert "There is no document in it yet." in (await api.get(place)).text


async def test_a_library_of_somebody_else_is_as_one_that_does_not_exist(
    office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    place = await made(alice)
    page = await seen(alice, await sent(alice, place, ("guide.md", GUIDE)))
    [document] = re.findall(r'name="document" value="([^"]+)"', page)
    fields = {"library": "shelf/1", "document": document, "name": "Mine"}

    answers = [
        await bob.get(place, headers=PAGE),
        await sent(bob, place, ("mine.md", GUIDE)),
        *[await bob.post("/libraries", data={**fields, "act": act}, headers=PAGE) for act in ("remove", "rename", "delete")],
    ]

    assert [(each.status_code, "There is no such library." in each.text) for each in answers] == [(404, True)] * 5
    assert all("guide" not in each.text and "Manuals" not in each.text for each in answers)
    assert "There is no library yet." in (await bob.get("/libraries")).text
    assert ">guide.md</a>" in (await alice.get(place)).text


async def test_the_page_lists_ones_own_conversations_to_which_the_library_is_attached(
    office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    await office.application.accounts.set_role((await office.application.accounts.named("alice")).id, "admin")
    place = await made(alice)
    await made(alice, "Others", "shelf/10")
    await alice.patch("/api/libraries/shelf%2F1", json={"shared": True})
    for id, library, name in (("a/1", "shelf/1", HOSTILE), ("a2", "shelf/10", "Not this")):
        await alice.post("/api/threads", json={"id": id, "name": name, "settings": {"libraries": [library]}})
    await alice.post("/api/threads", json={"name": "Secret", "incognito": True, "settings": {"libraries": ["shelf/1"]}})
    await bob.post("/api/threads", json={"id": "b1", "name": "Bobs", "settings": {"libraries": ["shelf/1"]}})

    hers, his = (await alice.get(place)).text, (await bob.get(place)).text

    assert f'<h2>Attached to</h2><ul class="items"><li><a href="/thread/a%2F1">{ESCAPED}</a></li></ul>' in hers
    assert '<h2>Attached to</h2><ul class="items"><li><a href="/thread/b1">Bobs</a></li></ul>' in his


async def test_a_library_that_is_shared_is_read_but_not_changed(
    office: House, alice: httpx.AsyncClient, bob: httpx.AsyncClient
) -> None:
    await office.application.accounts.set_role((await office.application.accounts.named("alice")).id, "admin")
    place = await made(alice)
    await sent(alice, place, ("guide.md", GUIDE), ("tool.exe", b"MZ\x90\x00"))
    await alice.patch("/api/libraries/shelf%2F1", json={"shared": True})

    page, listed = (await bob.get(place)).text, (await bob.get("/libraries")).text
    changes = [await bob.post("/libraries", data={"library": "shelf/1", "name": "x", "act": act}) for act in ("rename", "delete")]

    assert "shared with you, to read" in listed
    assert ">guide.md</a>" in page
    assert "tool.exe" not in page
    assert '<form method="post"' not in page
    for answer in [*changes, await bob.post("/libraries/documents?library=shelf%2F1", files={"files": ("a.md", GUIDE)})]:
        check_problem(answer, 403, "forbidden")


async def test_forms_of_other_sites_strangers_visitors_and_suspended_users_do_nothing(
    office: House, alice: httpx.AsyncClient
) -> None:
    place = await made(alice)
    forged = {"Origin": "http://evil.example"}
    upload = place.replace("/libraries?", "/libraries/documents?")

    assert (await alice.post("/libraries", data={"act": "delete", "library": "shelf/1"}, headers=forged)).status_code == 403
    assert (await alice.post(upload, files={"files": ("a.md", GUIDE)}, headers=forged)).status_code == 403
    assert (await alice.post(upload, files={"files": ("a.md", GUIDE)}, headers={"Origin": ADDRESS})).status_code == 303
    alices = await office.application.accounts.named("alice")
    office.session = replace(alices, role="visitor")
    async with office.client() as visitor:
        check_problem(await visitor.get(place), 403, "forbidden")
        check_problem(await visitor.post(upload, files={"files": ("b.md", GUIDE)}), 403, "forbidden")
    office.session = None
    async with office.client() as stranger:
        for answer in (await stranger.get(place), await stranger.post(upload, files={"files": ("b.md", GUIDE)})):
            assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    await office.application.accounts.suspend(alices.id)
    for answer in (await alice.get(place), await alice.post("/libraries", data={"act": "delete", "library": "shelf/1"})):
        assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    await office.application.accounts.resume(alices.id)
    assert (await alice.get("/api/libraries/shelf%2F1")).json()["documents"] == 1
