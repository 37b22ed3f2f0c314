"""Tests of unusual file names: a name is displayed, and never used as a path."""

from __future__ import annotations

import httpx
import pytest

from tests.api.conftest import GUIDE, thread, upload

NAMES = {
    "a way out of the folder": ("../../../etc/passwd.txt", "passwd.txt"),
    "a drive": ("C:\\Users\\ana\\notes.txt", "notes.txt"),
    "text that runs backwards": ("invoice\u202efdp.txt", "invoicefdp.txt"),
    "letters of other scripts": ("отчёт 報告 📄.txt", "отчёт 報告 📄.txt"),
    "quotes and semicolons": ("a\";b='c'.txt", "a%22;b='c'.txt"),  # browsers and httpx encode a quote like this
    "dots only": ("...", "..."),
    "blanks only": ("   ", "file"),
    "no ending": ("README", "README"),
    "wildcards": ("*?<>|%00%2e.txt", "*?<>|%00%2e.txt"),
    "a name of 3,000 letters": ("n" * 3_000 + ".txt", "n" * 251 + ".txt"),
}


@pytest.mark.parametrize(("given", "shown"), NAMES.values(), ids=NAMES)
async def test_a_file_of_any_name_is_taken(api: httpx.AsyncClient, given: str, shown: str) -> None:
    await thread(api)

    [document] = await upload(api, "t", (given, GUIDE))

    assert (document["status"], document["name"]) == ("ready", shown)
    file = await api.get(f"/api/threads/t/documents/{document['id']}/file")
    assert file.content == GUIDE


async def test_a_name_that_is_no_utf_8_is_taken_too(api: httpx.AsyncClient) -> None:
    await thread(api)
    body = b'--b\r\nContent-Disposition: form-data; name="files"; filename="caf\xe9\xff.txt"\r\n\r\n' + GUIDE + b"\r\n--b--\r\n"

    answer = await api.post("/api/threads/t/documents", content=body, headers={"Content-Type": "multipart/form-data; boundary=b"})

    assert answer.status_code == 201
    assert answer.json()["documents"][0]["status"] == "ready"
