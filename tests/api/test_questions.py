from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.api.conftest import GUIDE, Json, check_problem, events_of, house, thread, upload
from tests.scans import scanned_pdf

QUESTION = "How long is the warranty of the pump?"
AT = "2026-05-08T12:00:00Z"
"""The time of the test server's clock."""
FOUND_FIELDS = {"query", "rewritten", "passages", "confidence", "timing_ms", "note", "covered"}
PASSAGE_FIELDS = {"rank", "source", "score", "chunk_index", "text", "scores"}
DOCUMENT_PASSAGE_FIELDS = PASSAGE_FIELDS | {"document", "chunk", "page", "ocr", "section", "start", "end"}
CANDIDATE_FIELDS = {"cut", "strength", "least_strength", "ranks", "diversity", "budget", "kept_for_words", "parts", "moved"}
EXPLAINED_FIELDS = {"candidates", "cuts", "limits"}
OUTCOME_FIELDS = {
    "grounded",
    "confidence",
    "message",
    "usage",
    "model",
    "timing_ms",
    "note",
    "trust",
    "near",
    "searched",
    "covered",
}
ANSWER_FIELDS = OUTCOME_FIELDS | {"answer", "citations", "claims", "passages", "follow_ups"}


@pytest.fixture
async def told(api: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client whose thread `t` has a document and a message."""
    await thread(api)
    await upload(api, "t", ("guide.md", GUIDE), document="guide")
    said = {"id": "m", "role": "user", "content": "My sister Clara knows the warranty of the pump.", "author": "Dora"}
    await api.post("/api/threads/t/messages", json=[{**said, "created_at": "2026-05-01T00:00:00Z"}])
    return api


async def search(api: httpx.AsyncClient, **options: object) -> Json:
    answer = await api.post("/api/threads/t/search", json={"query": QUESTION, **options})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def ask(api: httpx.AsyncClient, **options: object) -> Json:
    answer = await api.post("/api/threads/t/ask", json={"question": QUESTION, **options})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def streamed(api: httpx.AsyncClient, **options: object) -> list[tuple[str, Json]]:
    answer = await api.post("/api/threads/t/ask/stream", json={"question": QUESTION, **options})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return events_of(answer.text)


async def test_a_search_gives_passages_of_both_kinds_with_every_field(told: httpx.AsyncClient) -> None:
    found = await search(told)

    assert found.keys() == FOUND_FIELDS
    assert found["query"] == QUESTION
    assert 0 < found["confidence"] <= 1
    assert "total" in found["timing_ms"]
    assert [each["rank"] for each in found["passages"]] == list(range(1, len(found["passages"]) + 1))
    by_source = {each["source"]: each for each in found["passages"]}
    document, message = by_source["document"], by_source["message"]
    assert document.keys() == DOCUMENT_PASSAGE_FIELDS
    assert document["document"] == {"id": "guide", "name": "guide.md", "version": 1}
    assert document["section"][0] == "Pump"
    assert document["end"] - document["start"] == len(document["text"])
    assert document["scores"].keys() == {"dense", "keyword", "fused", "recency"}
    assert message.keys() == PASSAGE_FIELDS | {"message", "superseded_by"}
    assert message["message"] == {"id": "m", "role": "user", "author": "Dora", "created_at": "2026-05-01T00:00:00Z"}


async def test_a_passage_says_when_its_page_was_recognised_from_a_picture(engine: AsyncEngine, tmp_path: Path) -> None:
    typed, seen = "The keeper of the lighthouse is called Olav. " * 40, "The lamp burns paraffin oil. " * 40
    async with house(engine, tmp_path / "files", pictures={2: seen}) as home, home.client() as api:
        await thread(api)
        await upload(api, "t", ("harbour.pdf", scanned_pdf(seen, text_pages=[typed])))
        await home.read()

        found = [
            (await api.post("/api/threads/t/search", json={"query": query})).json()["passages"][0]
            for query in ("How is the keeper called?", "What oil does the lamp burn?")
        ]

    assert [(passage["page"], passage["ocr"]) for passage in found] == [(1, False), (2, True)]


async def test_explain_shows_every_candidate_and_why_it_was_cut(told: httpx.AsyncClient) -> None:
    found = await search(told, explain=True, top_k=1)

    assert found.keys() == FOUND_FIELDS | EXPLAINED_FIELDS
    kept, *cut = found["candidates"]
    assert (kept["cut"], kept["ranks"]["after"], kept["text"]) == (None, 1, found["passages"][0]["text"])
    assert cut
    assert {each["ranks"]["after"] for each in cut} == {None}
    assert sum(found["cuts"].values()) == len(cut)
    assert {each["ranks"]["before"] for each in found["candidates"]} == set(range(1, len(cut) + 2))
    for each in found["candidates"]:
        assert each.keys() >= PASSAGE_FIELDS | CANDIDATE_FIELDS
        assert each["scores"].keys() == {"dense", "keyword", "fused", "recency"}
        assert each["budget"]["characters"] == len(each["text"])
    expected = {"threshold": 0.03, "least_score": 0, "top_k": 1, "budget_characters": None, "diversity": True}
    assert found["limits"] == expected


async def test_what_was_replaced_or_deleted_is_not_listed_among_what_no_search_found(told: httpx.AsyncClient) -> None:
    for text in (b"The zebra is striped.", b"The lion is yellow."):
        await upload(told, "t", ("animal.md", text))
    await told.post(
        "/api/threads/t/messages", json=[{"id": "p", "role": "user", "content": "My penguin is blue and likes fish."}]
    )
    await told.delete("/api/threads/t/messages/p")

    found = await search(told, mode="keyword", explain=True)

    texts = " ".join(each["text"] for each in found["candidates"] if each["cut"] == "search")
    assert "lion" in texts
    assert "zebra" not in texts
    assert "penguin" not in texts


async def test_candidates_may_be_listed_in_part_and_are_counted_in_whole(told: httpx.AsyncClient) -> None:
    await upload(told, "t", ("book.md", BOOK.encode()))

    whole = await search(told, explain=True, now=AT)
    part = await search(told, explain=True, now=AT, candidates=3)

    assert part["candidates"] == whole["candidates"][:3]
    assert (part["cuts"], part["limits"]) == (whole["cuts"], whole["limits"])


async def test_a_search_as_of_a_question_is_that_of_its_answer(told: httpx.AsyncClient) -> None:
    answered = await ask(told, now=AT)
    await told.post("/api/threads/t/messages", json=[{"role": "user", "content": f"{QUESTION} Tell me again, please."}])

    again = await search(told, as_of=answered["message"]["question"], top_k=None, explain=True)
    one = await search(told, as_of=answered["message"]["question"], top_k=1, explain=True)

    assert again["passages"] == answered["passages"]
    assert one["limits"]["budget_characters"] == again["limits"]["budget_characters"] == 16_000
    assert len((await told.get("/api/threads/t/messages")).json()["messages"]) == 4


async def test_a_search_as_of_what_was_never_said_is_refused(told: httpx.AsyncClient) -> None:
    refused = await told.post("/api/threads/t/search", json={"query": QUESTION, "as_of": "never"})

    check_problem(refused, 404, "not_found")


async def test_a_search_takes_every_option(told: httpx.AsyncClient) -> None:
    filters = {"document": "guide", "level": None, "leaf": None, "after": None, "before": None, "role": None}
    options = {"history": ["Tell me about the pump."], "now": "2026-05-08T12:00:00Z", "recency": False, "diversity": False}

    found = await search(told, mode="keyword", filters=filters, threshold=None, expand=True, **options)

    assert {each["source"] for each in found["passages"]} == {"document"}


async def test_a_search_as_of_a_question_may_be_made_as_at_another_time_with_another_budget(told: httpx.AsyncClient) -> None:
    asked = (await ask(told, now=AT))["message"]["question"]

    then = await search(told, as_of=asked, explain=True, half_life_days=30)
    later = await search(told, as_of=asked, explain=True, half_life_days=30, now="2027-05-08T12:00:00Z")
    small = await search(told, as_of=asked, explain=True, budget_characters=1)

    recency = [min(each["scores"]["recency"] for each in found["candidates"]) for found in (then, later)]
    assert recency[0] > recency[1]
    assert (small["passages"], small["limits"]["budget_characters"]) == ([], 1)


async def test_an_explained_search_as_at_an_earlier_time_leaves_out_what_was_said_later(told: httpx.AsyncClient) -> None:
    asked = (await ask(told, now=AT))["message"]["question"]
    before, after = "2026-04-30T23:59:59Z", "2026-05-01T23:59:59Z"

    then = await search(told, as_of=asked, explain=True, now=before)
    later = await search(told, as_of=asked, explain=True, now=after)
    plain = await search(told, now=before)

    assert [{each["source"] for each in found["candidates"]} for found in (then, later)] == [
        {"document"},
        {"document", "message"},
    ]
    assert "message" in {each["source"] for each in plain["passages"]}


@pytest.mark.parametrize("option", [{"half_life_days": 0}, {"budget_characters": 0}, {"libraries": "no"}], ids=str)
async def test_an_option_that_can_t_be_followed_is_refused(told: httpx.AsyncClient, option: Json) -> None:
    refused = await told.post("/api/threads/t/search", json={"query": QUESTION, **option})

    assert refused.status_code == 422
    assert next(iter(option)) in refused.text


async def test_null_is_what_is_not_given(told: httpx.AsyncClient) -> None:
    nothing = dict.fromkeys(("sources", "threshold", "history", "filters", "now"))

    found, again = await search(told, **nothing), await search(told)

    assert found["passages"]
    assert [each["text"] for each in found["passages"]] == [each["text"] for each in again["passages"]]


@pytest.mark.parametrize("source", ["document", "message"])
async def test_a_search_may_look_at_one_kind_only(told: httpx.AsyncClient, source: str) -> None:
    found = await search(told, sources=[f"{source}s"])

    assert {each["source"] for each in found["passages"]} == {source}


async def test_nothing_above_the_threshold_is_an_empty_list(told: httpx.AsyncClient) -> None:
    assert (await search(told, threshold=1.0))["passages"] == []


async def test_an_answer_has_every_field_and_its_markers_are_its_citations(told: httpx.AsyncClient) -> None:
    answered = await ask(told)

    assert answered.keys() == ANSWER_FIELDS
    assert answered["grounded"] is True
    assert "24 months" in answered["answer"]
    for citation in answered["citations"]:
        assert citation.keys() == {"marker", "passage", "quote", "supported"}
        assert f"[{citation['marker']}]" in answered["answer"]
        assert citation["quote"] in citation["passage"]["text"]
    assert answered["citations"][0]["passage"]["document"]["id"] == "guide"
    assert answered["usage"].keys() >= {"prompt_tokens", "completion_tokens"}
    stored = (await told.get("/api/threads/t/messages")).json()["messages"]
    assert [each["id"] for each in stored[1:]] == [answered["message"]["question"], answered["message"]["answer"]]
    assert stored[-1]["content"] == answered["answer"]


async def test_an_answer_not_to_be_remembered_leaves_no_message(told: httpx.AsyncClient) -> None:
    answered = await ask(told, remember=False)

    assert answered["message"] == {"question": None, "answer": None}
    assert len((await told.get("/api/threads/t/messages")).json()["messages"]) == 1


async def test_nothing_found_is_said_so_without_citations(api: httpx.AsyncClient) -> None:
    await thread(api)

    answered = await ask(api)

    assert (answered["grounded"], answered["citations"], answered["passages"]) == (False, [], [])
    assert answered["answer"]


async def test_a_stream_has_its_events_in_order(told: httpx.AsyncClient) -> None:
    events = await streamed(told)

    names = [name for name, _ in events]
    data = dict(events)
    assert list(dict.fromkeys(names)) == ["sources", "chunk", "citations", "follow_ups", "done"]
    assert all(names.count(name) == 1 for name in set(names) - {"chunk"})
    assert data["sources"].keys() == FOUND_FIELDS
    assert all(each.keys() == {"text"} for name, each in events if name == "chunk")
    assert "".join(each["text"] for name, each in events if name == "chunk") == data["citations"]["answer"]
    assert data["citations"]["citations"][0]["passage"]["document"]["id"] == "guide"
    assert isinstance(data["follow_ups"]["follow_ups"], list)
    assert data["done"].keys() == OUTCOME_FIELDS
    stored = (await told.get("/api/threads/t/messages")).json()["messages"]
    assert stored[-1]["id"] == data["done"]["message"]["answer"]


async def test_a_stream_explains_too(told: httpx.AsyncClient) -> None:
    events = dict(await streamed(told, explain=True))

    assert events["sources"]["candidates"]


PLACES = {"search": "query", "ask": "question", "ask/stream": "question"}
BAD_QUESTIONS = {
    "empty": ("", "empty_question"),
    "blank": (" \n\t", "empty_question"),
    "only NUL": ("\0", "empty_question"),
    "100,000 characters": ("x" * 100_000, "question_too_long"),
    "a number": (7, "invalid_request"),
    "missing": (None, "invalid_request"),
}


@pytest.mark.parametrize(("place", "field"), PLACES.items())
@pytest.mark.parametrize(("question", "code"), BAD_QUESTIONS.values(), ids=BAD_QUESTIONS)
async def test_a_bad_question_is_refused_and_not_stored(
    api: httpx.AsyncClient, place: str, field: str, question: object, code: str
) -> None:
    await thread(api)

    check_problem(await api.post(f"/api/threads/t/{place}", json={field: question}), 422, code)
    assert (await api.get("/api/threads/t/messages")).json()["messages"] == []


@pytest.mark.parametrize(("place", "field"), PLACES.items())
async def test_a_question_of_odd_characters_is_answered(told: httpx.AsyncClient, place: str, field: str) -> None:
    body = b'{"%s": "pump\\u0000 warranty \\ud83d \\uffff \\u202e"}' % field.encode()

    answer = await told.post(f"/api/threads/t/{place}", content=body, headers={"Content-Type": "application/json"})

    assert answer.status_code == 200


BAD_OPTIONS: dict[str, object] = {
    "top_k 0": {"top_k": 0},
    "top_k 201": {"top_k": 201},
    "top_k of words": {"top_k": "many"},
    "an unknown mode": {"mode": "magic"},
    "no source": {"sources": []},
    "an unknown source": {"sources": ["web"]},
    "a threshold over 1": {"threshold": 1.5},
    "a time that is none": {"now": "yesterday"},
    "a time out of range": {"now": "0001-01-01T00:00:00+14:00"},
    "a filter by a bad id": {"filters": {"document": "a b"}},
    "history of numbers": {"history": [7]},
}


@pytest.mark.parametrize("options", BAD_OPTIONS.values(), ids=BAD_OPTIONS)
async def test_a_bad_option_is_named(api: httpx.AsyncClient, options: dict[str, object]) -> None:
    await thread(api)

    refused = check_problem(await api.post("/api/threads/t/search", json={"query": QUESTION, **options}), 422, "invalid_request")

    assert refused["errors"][0]["field"].startswith(next(iter(options)))


BOOK = "# Pumps\n\nThe pump stands in the cellar. It is oiled in May.\n\n" + "".join(
    f"# Part {n}\n\n" + f"The gauge of part {n} shows the pressure of its valve and is read every week. " * 8 + "\n\n"
    for n in range(20)
)


async def test_a_passage_is_widened_to_its_section_at_exact_offsets(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("book.md", BOOK.encode() * 4), document="book")
    asked = {"query": "When is the pump oiled?", "top_k": 1}

    narrow = (await api.post("/api/threads/t/search", json=asked)).json()["passages"][0]
    wide = (await api.post("/api/threads/t/search", json={**asked, "expand": True})).json()["passages"][0]
    text = (await api.get("/api/threads/t/documents/book/text")).json()["text"]

    assert wide["start"] <= narrow["start"] < narrow["end"] <= wide["end"]
    assert text[wide["start"] : wide["end"]] == wide["text"]
    assert wide["chunk"] == narrow["chunk"]


async def test_two_steps_keep_to_the_sections_about_the_topic(api: httpx.AsyncClient) -> None:
    await thread(api)
    await upload(api, "t", ("book.md", BOOK.encode()), document="book")
    asked = {"query": "Which gauge is read every week?", "top_k": 30, "explain": True}

    found = (await api.post("/api/threads/t/search", json={**asked, "two_step": True})).json()

    assert 1 <= len({tuple(passage["section"][:1]) for passage in found["passages"]}) <= 3
    assert "section" in {candidate["cut"] for candidate in found["candidates"]}


async def test_a_superseded_message_names_the_one_that_takes_its_place(api: httpx.AsyncClient) -> None:
    await thread(api)
    said = [
        {"id": "old", "role": "user", "content": "Our budget for the new kitchen is 9,000 euros."},
        {"id": "new", "role": "user", "content": "We raised the budget for the new kitchen to 11,500 euros."},
    ]
    await api.post("/api/threads/t/messages", json=said)

    found = (await api.post("/api/threads/t/search", json={"query": "What is our budget for the kitchen?"})).json()

    assert {each["message"]["id"]: each["superseded_by"] for each in found["passages"]} == {"old": "new", "new": None}


@pytest.mark.parametrize(
    ("format", "media_type", "begins"), [("markdown", "text/markdown; charset=utf-8", b"# "), ("pdf", "application/pdf", b"%PDF")]
)
async def test_an_answer_is_exported_with_its_sources(
    told: httpx.AsyncClient, format: str, media_type: str, begins: bytes
) -> None:
    asked = (await told.post("/api/threads/t/ask", json={"question": "How long is the warranty?"})).json()

    answer = await told.get(f"/api/threads/t/messages/{asked['message']['answer']}/export", params={"format": format})

    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
    assert answer.headers["content-disposition"].startswith("attachment; filename*=UTF-8''how-long")
    assert answer.content.startswith(begins)


async def test_many_exports_at_once_leave_the_threads_that_others_use_alone(
    told: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (await told.post("/api/threads/t/ask", json={"question": "How long is the warranty?"})).json()
    export = f"/api/threads/t/messages/{asked['message']['answer']}/export?format=pdf"
    loop, begun, go_on, drawing = asyncio.get_running_loop(), asyncio.Event(), threading.Event(), [0, 0]

    def slow(answer: object) -> bytes:
        drawing[0] += 1
        drawing[1] = max(drawing)
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(20)
        drawing[0] -= 1
        return b"%PDF"

    monkeypatch.setattr("chat.api.threads.pdf", slow)
    loop.set_default_executor(ThreadPoolExecutor(1))
    exports = [asyncio.create_task(told.get(export)) for _ in range(8)]
    await begun.wait()
    try:
        others = await asyncio.wait_for(asyncio.gather(*(asyncio.to_thread(len, "ab") for _ in range(8))), 10)
    finally:
        go_on.set()
    answers = await asyncio.gather(*exports)

    assert others == [2] * 8
    assert [answer.content for answer in answers] == [b"%PDF"] * 8
    assert drawing[1] <= 2


async def test_only_answers_are_exported(told: httpx.AsyncClient) -> None:
    asked = (await told.post("/api/threads/t/ask", json={"question": "How long is the warranty?"})).json()

    question = await told.get(f"/api/threads/t/messages/{asked['message']['question']}/export")
    nothing = await told.get("/api/threads/t/messages/no/such/export")
    format = await told.get(f"/api/threads/t/messages/{asked['message']['answer']}/export", params={"format": "docx"})

    assert [question.status_code, nothing.status_code] == [404, 404]
    assert format.status_code in (400, 422)


async def test_an_exported_answer_loses_what_it_quoted_of_a_deleted_document(told: httpx.AsyncClient) -> None:
    asked = (await told.post("/api/threads/t/ask", json={"question": QUESTION})).json()
    assert asked["citations"][0]["passage"]["document"]["id"] == "guide"

    await told.delete("/api/threads/t/documents/guide")

    exported = await told.get(f"/api/threads/t/messages/{asked['message']['answer']}/export")
    assert "guide.md" not in exported.text
