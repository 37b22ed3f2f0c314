from __future__ import annotations

import httpx


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
