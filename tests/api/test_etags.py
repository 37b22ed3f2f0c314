from __future__ import annotations

import httpx
import pytest


async def test_a_document_that_did_not_change_is_not_sent_again(api: httpx.AsyncClient) -> None:
    await api.post("/api/threads", json={"id": "t"})
    await api.post("/api/threads/t/documents?document_id=d", files={"files": ("pets.txt", b"The cat is called Tom.")})

    first = await api.get("/api/threads/t/documents/d/text")
    again = await api.get("/api/threads/t/documents/d/text", headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    await api.post("/api/threads/t/documents?document_id=d", files={"files": ("pets.txt", b"The cat is called Tim.")})
    changed = await api.get("/api/threads/t/documents/d/text", headers={"If-None-Match": first.headers["etag"]})

    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


async def test_failures_and_writes_carry_no_tag(api: httpx.AsyncClient) -> None:
    made = await api.post("/api/threads", json={"id": "t"})
    missing = await api.get("/api/threads/none")

    assert "etag" not in made.headers
    assert (missing.status_code, "etag" in missing.headers) == (404, False)


@pytest.mark.parametrize("path", ["/api/threads", "/api/threads/t", "/api/threads/t/documents/d/file", "/v1/models", "/api/docs"])
async def test_head_tells_what_get_would_without_its_body(api: httpx.AsyncClient, path: str) -> None:
    await api.post("/api/threads", json={"id": "t"})
    await api.post("/api/threads/t/documents?document_id=d", files={"files": ("pets.txt", b"The cat is called Tom.")})
    told = ("content-type", "content-length", "content-disposition", "etag")

    got, headed = await api.get(path), await api.head(path)

    assert (headed.status_code, headed.content) == (200, b"")
    assert [headed.headers.get(name) for name in told] == [got.headers.get(name) for name in told]


async def test_head_of_what_is_not_there_is_not_found(api: httpx.AsyncClient) -> None:
    assert (await api.head("/api/threads/none")).status_code == 404
