from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.api.documents import read
from chat.domain import DocumentStatus, Job, Upload
from chat.events import IngestionEvent
from tests.api.conftest import GUIDE, House, check_problem, events_of, house, thread, upload
from tests.assistant.workshop import ALICE
from tests.fakes import HeldEmbedder
from tests.files import HANDBOOK_NAME, handbook_pdf, pdf_without_text, png

DOCUMENT_FIELDS = {
    "id",
    "name",
    "status",
    "media_type",
    "bytes",
    "pages",
    "chunks",
    "characters",
    "coverage",
    "version",
    "embedded",
    "reused",
    "awaiting_vectors",
    "created_at",
}


async def test_a_file_comes_in_with_every_field(api: httpx.AsyncClient) -> None:
    await thread(api)

    [document] = await upload(api, "t", (HANDBOOK_NAME, handbook_pdf()), document="handbook")

    assert document.keys() == DOCUMENT_FIELDS
    assert (document["id"], document["name"], document["status"]) == ("handbook", HANDBOOK_NAME, "ready")
    assert (document["media_type"], document["bytes"]) == ("application/pdf", len(handbook_pdf()))
    assert (document["pages"], document["version"]) == (5, 1)
    assert document["chunks"] == document["embedded"] > 1
    assert document["reused"] == 0
    assert document["coverage"] == {
        "pages_without_text": [],
        "warnings": [],
        "ocr_pages": [],
        "awaiting_ocr": [],
        "duplicate_pages": [],
        "tables": 0,
        "language": "en",
        "characters_dropped": 0,
    }
    assert (await api.get("/api/threads/t/documents/handbook")).json() == document
    assert (await api.get("/api/threads/t/documents")).json() == {"documents": [document], "next_cursor": None}


async def test_the_same_file_is_unchanged_and_a_new_one_its_next_version(api: httpx.AsyncClient) -> None:
    await thread(api)

    [first] = await upload(api, "t", ("guide.md", GUIDE))
    [again] = await upload(api, "t", ("guide.md", GUIDE))
    [changed] = await upload(api, "t", ("guide.md", GUIDE.replace(b"24", b"36")))

    assert [each["status"] for each in (first, again, changed)] == ["ready", "unchanged", "updated"]
    assert {each["id"] for each in (first, again, changed)} == {first["id"]}
    assert changed["version"] == 2


BAD_FILES = {
    "empty": (("empty.txt", b""), "empty_file"),
    "over the limit": (("large.txt", b"many words " * 100_000), "file_too_large"),
    "of an unknown type": (("song.mp3", b"ID3\x04\x00" + bytes(50)), "unknown_type"),
    "a picture without letters": (("picture.png", png()), "no_text"),
    "without text": (("scan.pdf", pdf_without_text()), "no_text"),
}


@pytest.mark.parametrize(("file", "code"), BAD_FILES.values(), ids=BAD_FILES)
async def test_a_bad_file_says_why_and_the_others_go_on(api: httpx.AsyncClient, file: tuple[str, bytes], code: str) -> None:
    await thread(api)

    bad, good = await upload(api, "t", file, ("guide.md", GUIDE))

    assert bad.keys() == DOCUMENT_FIELDS | {"error"}
    assert (bad["name"], bad["status"], bad["error"]["code"]) == (file[0], "failed", code)
    assert bad["error"]["detail"].endswith(".")
    assert good["status"] == "ready"
    assert (await api.get("/api/threads/t/documents")).json()["documents"] == [good]
    check_problem(await api.get(f"/api/threads/t/documents/{bad['id']}"), 404, "not_found")


def a_form(*parts: bytes) -> bytes:
    head = b'--X\r\nContent-Disposition: form-data; name="files"; filename="%d.txt"\r\n\r\n'
    return b"\r\n".join(head % number + part for number, part in enumerate(parts))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(a_form(b"The first file is whole.", b"The second one is cut o"), id="in-a-file"),
        pytest.param(a_form(b"The first file is whole.", b"So is the second one.") + b"\r\n--X", id="in-the-line-that-closes-it"),
        pytest.param(a_form(b"The first file is whole.") + b"\r\n--X\r\nContent-Dispo", id="in-a-head"),
    ],
)
async def test_a_form_that_was_cut_off_is_refused_and_nothing_of_it_is_kept(api: httpx.AsyncClient, body: bytes) -> None:
    await thread(api)
    headers = {"Content-Type": "multipart/form-data; boundary=X"}

    refused = await api.post("/api/threads/t/documents", content=body, headers=headers)

    check_problem(refused, 400, "bad_request")
    assert refused.json()["detail"].startswith("The upload can't be read: it ends in the middle.")
    assert (await api.get("/api/threads/t/documents")).json()["documents"] == []
    whole = await api.post("/api/threads/t/documents", content=a_form(b"Some words.") + b"\r\n--X--\r\n", headers=headers)
    assert whole.status_code == 201
    cut_off = await api.post("/api/threads/import", content=a_form(b"[]"), headers=headers)
    assert (cut_off.status_code, cut_off.json()["detail"]) == (400, refused.json()["detail"])


@pytest.mark.parametrize("count", [4, 5, 40])
async def test_too_many_files_are_refused_and_none_is_kept(api: httpx.AsyncClient, count: int) -> None:
    await thread(api)
    files = [("files", (f"{number}.txt", b"Some words.")) for number in range(count)]

    check_problem(await api.post("/api/threads/t/documents", files=files), 422, "too_many_files")
    assert (await api.get("/api/threads/t/documents")).json()["documents"] == []


async def test_an_id_goes_with_a_single_file(api: httpx.AsyncClient) -> None:
    await thread(api)
    files = [("files", ("a.txt", b"Words.")), ("files", ("b.txt", b"Words."))]

    answer = await api.post("/api/threads/t/documents", files=files, params={"document_id": "x"})

    check_problem(answer, 422, "invalid_request")
    assert (await api.get("/api/threads/t/documents")).json()["documents"] == []


async def test_an_upload_without_the_field_is_refused(api: httpx.AsyncClient) -> None:
    await thread(api)

    check_problem(await api.post("/api/threads/t/documents", files={"other": b"x"}), 422, "invalid_request")
    check_problem(await api.post("/api/threads/t/documents", json={"files": []}), 422, "invalid_request")


async def test_a_form_that_is_none_is_refused(api: httpx.AsyncClient) -> None:
    await thread(api)

    answer = await api.post(
        "/api/threads/t/documents", content=b"no form", headers={"Content-Type": "multipart/form-data; boundary=b"}
    )

    check_problem(answer, 400, "bad_request")


NAMES = {
    "../../etc/passwd.txt": "passwd.txt",
    "C:\\temp\\a.txt": "a.txt",
    "C:/temp/a.txt": "a.txt",
    "\\\\server\\share\\a.txt": "a.txt",
    "/home/ana/a.txt": "a.txt",
    "src/../a.txt": "a.txt",
    "src/pump/mod.rs": "src/pump/mod.rs",
    "./src/pump/mod.rs": "src/pump/mod.rs",
    "src\\pump\\mod.rs": "src/pump/mod.rs",
    "https://example.org/en/pumps#start": "https://example.org/en/pumps#start",
    "a\u202e.txt": "a.txt",
    "Überblick – neu.txt": "Überblick – neu.txt",
    "x" * 400: "x" * 255,
    "x" * 400 + ".md": "x" * 252 + ".md",
}


@pytest.mark.parametrize(("given", "shown"), NAMES.items())
async def test_a_file_name_keeps_its_folders_but_no_place_on_a_disk(api: httpx.AsyncClient, given: str, shown: str) -> None:
    await thread(api)

    [document] = await upload(api, "t", (given, b"The ferry leaves at noon."))

    assert document["name"] == shown


async def test_two_files_of_one_name_in_different_folders_are_two_documents(api: httpx.AsyncClient) -> None:
    await thread(api)

    first, second = await upload(api, "t", ("ferry/mod.rs", b"fn ferry() {}"), ("train/mod.rs", b"fn train() {}"))

    assert (first["name"], first["version"], second["name"], second["version"]) == ("ferry/mod.rs", 1, "train/mod.rs", 1)
    assert first["id"] != second["id"]


async def test_two_files_of_one_name_in_one_upload_are_two_versions(api: httpx.AsyncClient) -> None:
    await thread(api)

    first, second = await upload(api, "t", ("a.md", b"# The ferry"), ("a.md", b"# The train"))

    assert (first["id"], first["version"], second["id"], second["version"]) == (second["id"], 1, first["id"], 2)


async def test_a_single_file_may_be_named_with_its_folders(api: httpx.AsyncClient) -> None:
    await thread(api)
    given = {"name": "guides/\u202epump.md", "document_id": "pump"}
    two = [("files", ("a.md", GUIDE)), ("files", ("b.md", GUIDE))]

    answer = await api.post("/api/threads/t/documents", files={"files": ("pump.md", GUIDE)}, params=given)
    refused = await api.post("/api/threads/t/documents", files=two, params={"name": "guides/a.md"})

    [document] = answer.json()["documents"]
    assert (document["id"], document["name"], document["media_type"]) == ("pump", "guides/pump.md", "text/markdown")
    check_problem(refused, 422, "invalid_request")


async def test_the_same_as_events(api: httpx.AsyncClient) -> None:
    await thread(api)
    files = [("files", ("guide.md", GUIDE)), ("files", ("empty.txt", b""))]

    answer = await api.post("/api/threads/t/documents", files=files, headers={"Accept": "text/event-stream"})

    assert answer.headers["content-type"].startswith("text/event-stream")
    events = events_of(answer.text)
    progress = [data for name, data in events if name == "progress"]
    assert all({"document", "stage", "done", "of", "percent"} <= each.keys() for each in progress)
    stages = list(dict.fromkeys(each["stage"] for each in progress))
    assert stages == ["extracting", "chunking", "embedding", "indexing", "complete"]
    documents = {data["name"]: data["status"] for name, data in events if name == "document"}
    assert documents == {"guide.md": "ready", "empty.txt": "failed"}
    assert events[-1] == ("done", {})


async def test_the_text_is_what_all_offsets_refer_to(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", (HANDBOOK_NAME, handbook_pdf()), document="handbook")
    place = "/api/threads/t/documents/handbook"

    whole = (await api.get(f"{place}/text")).json()
    chunks = (await api.get(f"{place}/chunks")).json()["chunks"]

    assert whole.keys() == {"text", "pages"}
    assert [each["number"] for each in whole["pages"]] == [1, 2, 3, 4, 5]
    assert "40,000 litres" in whole["text"][whole["pages"][2]["start"] : whole["pages"][2]["end"]]
    assert [each["index"] for each in chunks] == list(range(len(chunks)))
    for chunk in chunks:
        assert chunk.keys() == {"id", "index", "text", "start", "end", "page", "section", "section_id", "rows", "fields"}
        assert whole["text"][chunk["start"] : chunk["end"]] == chunk["text"]


async def test_the_structure_is_a_tree_whose_sections_can_be_read(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE), document="guide")
    place = "/api/threads/t/documents/guide"

    [root] = (await api.get(f"{place}/structure")).json()["sections"]
    [pump] = root["children"]
    [warranty] = pump["children"]
    section = (await api.get(f"{place}/sections/{warranty['id']}")).json()

    assert warranty.keys() == {"id", "title", "level", "page", "start", "end", "children"}
    assert (pump["title"], warranty["title"], warranty["level"]) == ("Pump", "Warranty", 2)
    assert section["text"].startswith("## Warranty")
    check_problem(await api.get(f"{place}/sections/none"), 404, "not_found")


@pytest.mark.parametrize(
    ("name", "content", "disposition"),
    [
        (HANDBOOK_NAME, handbook_pdf(), "inline"),
        ("überblick.txt", b"The ferry leaves at noon.", "inline"),
        ("guide.md", GUIDE, "attachment"),
        ("prices.csv", b"article,price\nLamp,19.90\n", "attachment"),
    ],
)
async def test_the_original_is_served_without_a_script_having_a_chance(
    api: httpx.AsyncClient, name: str, content: bytes, disposition: str
) -> None:
    await thread(api)
    [document] = await upload(api, "t", (name, content))

    answer = await api.get(f"/api/threads/t/documents/{document['id']}/file")

    assert answer.content == content
    assert answer.headers["content-type"].startswith(document["media_type"])
    assert answer.headers["content-disposition"] == f"{disposition}; filename*=UTF-8''{quote(name)}"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize("written", ["conv-26/D1:1/documents/files/a:1", "conv-26%2FD1:1/documents/files%2Fa%3A1"])
@pytest.mark.parametrize("ending", ["", "/text", "/structure", "/chunks", "/file", "/sections/0", "/versions"])
async def test_a_document_with_slash_and_colon_is_found_however_it_is_written(
    api: httpx.AsyncClient, written: str, ending: str
) -> None:
    await thread(api, "conv-26/D1:1")
    await upload(api, "conv-26/D1:1", ("guide.md", GUIDE), document="files/a:1")

    assert (await api.get(f"/api/threads/{written}{ending}")).status_code == 200


async def test_a_deleted_document_leaves_a_receipt_and_no_passage(api: httpx.AsyncClient) -> None:
    await thread(api)
    [document] = await upload(api, "t", ("guide.md", GUIDE), document="guide")

    receipt = (await api.delete("/api/threads/t/documents/guide")).json()
    found = (await api.post("/api/threads/t/search", json={"query": "How long is the warranty?"})).json()

    assert receipt["verified"] is True
    assert (receipt["deleted"]["documents"], receipt["deleted"]["files"]) == (1, 1)
    assert receipt["deleted"]["chunks"] == receipt["deleted"]["vectors"] == document["chunks"]
    assert found["passages"] == []
    check_problem(await api.delete("/api/threads/t/documents/guide"), 404, "not_found")


async def test_documents_are_listed_page_by_page(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", *[(f"{number}.txt", b"The ferry leaves at %d." % number) for number in range(3)])

    first = (await api.get("/api/threads/t/documents", params={"limit": 2})).json()
    second = (await api.get("/api/threads/t/documents", params={"limit": 2, "cursor": first["next_cursor"]})).json()

    assert {each["name"] for each in first["documents"] + second["documents"]} == {"0.txt", "1.txt", "2.txt"}
    assert second["next_cursor"] is None


async def test_versions_are_listed_compared_and_restored(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE), document="guide")
    await upload(api, "t", ("guide.md", GUIDE.replace(b"24", b"36")), document="guide")
    here = "/api/threads/t/documents/guide/versions"

    listed = (await api.get(here)).json()["versions"]
    changes = (await api.get(f"{here}/2/changes")).json()
    restored = await api.post(f"{here}/1/restore")
    text = (await api.get("/api/threads/t/documents/guide/text")).json()["text"]

    assert [(each["number"], each["current"]) for each in listed] == [(1, False), (2, True)]
    assert len(changes["changed"]) == 1
    assert (changes["added"], changes["removed"]) == ([], [])
    assert restored.status_code == 201
    [document] = restored.json()["documents"]
    assert (document["version"], document["status"]) == (3, "updated")
    assert text == GUIDE.decode()


async def test_a_version_is_compared_with_the_one_that_is_kept_before_it(api: httpx.AsyncClient) -> None:
    await thread(api)
    for months in (b"24", b"36", b"48"):
        await upload(api, "t", ("guide.md", GUIDE.replace(b"24", months)), document="guide")
    here = "/api/threads/t/documents/guide/versions"

    assert (await api.delete(f"{here}/2")).status_code == 200

    assert len((await api.get(f"{here}/3/changes")).json()["changed"]) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/versions/7/changes",
        "/versions/1/changes",
        "/versions/7/restore",
        f"/versions/{10**30}/changes",
        f"/versions/{10**30}/restore",
    ],
)
async def test_a_version_that_is_not_kept_is_not_found(api: httpx.AsyncClient, path: str) -> None:
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE), document="guide")

    answer = await api.request("POST" if path.endswith("restore") else "GET", f"/api/threads/t/documents/guide{path}")

    check_problem(answer, 404, "not_found")


async def test_no_document_has_as_many_versions(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE), document="guide")
    versions = "/api/threads/t/documents/guide/versions"

    check_problem(await api.delete(f"{versions}/{10**30}"), 404, "not_found")
    check_problem(await api.get(f"{versions}/1/changes?against={10**30}"), 422, "invalid_request")


async def test_cancelling_what_has_ended_leaves_it_as_it_is(api: httpx.AsyncClient) -> None:
    await thread(api)
    answer = await api.post(
        "/api/threads/t/documents", files=[("files", ("guide.md", GUIDE))], headers={"Accept": "text/event-stream"}
    )
    [document] = [data for name, data in events_of(answer.text) if name == "document"]

    check_problem(await api.delete("/api/jobs/unknown"), 404, "not_found")
    assert (await api.get(f"/api/threads/t/documents/{document['id']}")).status_code == 200


async def test_whoever_is_not_patient_has_a_file_when_its_text_can_be_found_though_vectors_take_longer(
    home: House, api: httpx.AsyncClient
) -> None:
    await thread(api)
    assistant, user = home.application.assistant, await home.application.accounts.local_user()
    long = b"".join(b"# Part %d\n\n%s\n\n" % (n, b"The pump of this part is oiled in May. " * 20) for n in range(300))

    jobs = await assistant.start_reading(user, "t", [Upload("long.md", long)])
    [document] = await read(assistant, user, jobs, 0)
    found = (await api.post("/api/threads/t/search", json={"query": "When is the pump oiled?"})).json()
    await assistant.delete_thread(user, "t")

    assert document.status is DocumentStatus.READY
    assert document.awaiting_vectors > 0
    assert found["passages"]
    assert "still being built" in found["note"]


async def test_an_upload_waits_in_line_for_an_earlier_version(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    async with house(engine, tmp_path, embedder=embedder) as home, home.client() as api:
        await thread(api)

        first = asyncio.create_task(upload(api, "t", ("guide.md", GUIDE), document="guide"))
        await embedder.held.wait()
        second = asyncio.create_task(upload(api, "t", ("guide.md", GUIDE.replace(b"24", b"36")), document="guide"))
        await in_line(home, "guide", "An earlier version of this document is still being read or cleared away.")
        embedder.let.set()
        [[before], [after]] = await asyncio.gather(first, second)

    assert (before["status"], before["version"]) == ("ready", 1)
    assert (after["status"], after["version"], after["awaiting_vectors"]) == ("updated", 2, 0)


async def test_an_upload_waits_in_line_for_other_documents(engine: AsyncEngine, tmp_path: Path) -> None:
    embedder = HeldEmbedder()
    async with house(engine, tmp_path, embedder=embedder) as home, home.client() as api:
        await thread(api)

        several = [asyncio.create_task(upload(api, "t", (f"{n}.md", GUIDE + b"%d" % n), document=f"{n}")) for n in range(4)]
        await in_line(home, None, "Other documents are being read before this one.")  # whichever comes last
        embedder.let.set()
        answered = await asyncio.gather(*several)

    assert [(document["status"], document["awaiting_vectors"]) for [document] in answered] == [("ready", 0)] * 4


async def in_line(home: House, document: str | None, why: str) -> None:
    """Wait until a file of the document, or of any, waits for this reason."""
    user = await home.application.accounts.local_user()
    while True:
        running = [job.id for job, _ in await home.workshop.parts.rows.jobs.running("t") if document in (None, job.document)]
        for job in [await home.application.assistant.job(user, id) for id in running]:
            if job.error_detail == why:
                return
        await asyncio.sleep(0.01)


async def test_an_upload_whose_vectors_go_on_coming_is_answered_behind_the_last_of_them(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chat.api.stream.QUIET_SECONDS", 0)
    embedder = HeldEmbedder(free=1)
    async with house(engine, tmp_path, embedder=embedder) as home, home.client() as api:
        await thread(api)
        long = b"".join(b"# Part %d\n\n%s\n\n" % (n, b"The pump of this part is oiled in May. " * 20) for n in range(300))

        uploading = asyncio.create_task(upload(api, "t", ("long.md", long)))
        await embedder.held.wait()
        answered = uploading.done()
        embedder.let.set()
        [document] = await uploading

    assert not answered
    assert (document["status"], document["awaiting_vectors"]) == ("ready", 0)
    assert document["chunks"] == 300


async def test_a_time_that_something_else_ran_out_of_is_not_taken_for_the_end_of_waiting(
    engine: AsyncEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def out_of_time(jobs: Sequence[Job]) -> AsyncIterator[IngestionEvent]:
        for event in tuple[IngestionEvent, ...]():
            yield event
        raise TimeoutError

    async with house(engine, tmp_path) as home:
        assistant = home.application.assistant
        monkeypatch.setattr(assistant, "follow", out_of_time)

        with pytest.raises(TimeoutError):
            await read(assistant, ALICE, [], seconds=0)
