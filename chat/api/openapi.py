"""The API's OpenAPI document, with what the routes do not declare themselves: keys, problems, examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from chat.api import branches, finding, health, memory, render
from chat.api.analytics import render as analytics
from chat.api.completions import problems as openai_problems
from chat.api.completions import render as openai
from chat.api.completions.routes import router as openai_router
from chat.api.middleware.idempotency import WRITES
from chat.api.people import shapes as people
from chat.api.problems import problem
from chat.api.widget import routes as widget
from chat.api.widget.door import base_of
from chat.domain import (
    Answer,
    Branch,
    Changes,
    Chunk,
    Citation,
    Claim,
    Confidence,
    Document,
    DocumentStatus,
    Found,
    Instruction,
    Job,
    JobState,
    Library,
    Memory,
    Message,
    Passage,
    Receipt,
    Remembered,
    Scores,
    Section,
    Source,
    Stage,
    Summary,
    Thread,
    Usage,
    User,
    Version,
)
from chat.errors import (
    BadRequest,
    BodyTooLarge,
    Conflict,
    DamagedFile,
    EmbeddingFailed,
    EmptyQuestion,
    Forbidden,
    InvalidRequest,
    KeyReused,
    ModelFailed,
    ModelPaused,
    NotFound,
    NotJson,
    QuestionTooLong,
    QuotaReached,
    StillRunning,
    StorageFailed,
    ThreadwiseError,
    TooManyAttempts,
    TooManyFiles,
    Unauthorized,
)
from chat.threads.analytics.figures import Counts, Figures, Unanswered, Used
from chat.threads.finding import Hit, Snippet
from chat.threads.people.directory import Person
from chat.threads.people.sessions import Session
from chat.threads.people.visitors import Site

Tree = dict[str, Any]  # Any: OpenAPI's own tree

_METHODS = ("get", "post", "patch", "delete")
_TEXT = "The pump has a warranty of 24 months."
_THEN = datetime(2026, 5, 8, 12, 0, tzinfo=UTC)
_THREAD = Thread("conv-26", "user", "Pump", _THEN, _THEN)
_LIBRARY = Library("manuals", "user", "Manuals", _THEN, _THEN, 3)
_MESSAGE = Message("D1:3", "conv-26", "user", "The pump leaks.", _THEN, author="Clara")
_INSTRUCTION = Instruction("i1", "conv-26", "D1:9", "From now on answer in French.", _THEN)
_FACT = Remembered("5f1c", "conv-26", "D1:3", "fact", "The pump leaks since May.", "The pump leaks since May.", _THEN)
_HIT = Hit("message", "conv-26", "Pump", Snippet("The pump leaks.", ((9, 14),)), _THEN, message="D1:3")
_SUMMARY = Summary(
    "s1", "conv-26", "The pump leaks since May; Clara wants it replaced.", 1, 24, _THEN, _THEN, 24, "gpt-4o-mini", _THEN
)
_DOCUMENT = Document(
    "guide", "conv-26", "guide.pdf", "application/pdf", 48_213, "", DocumentStatus.READY, _THEN, 1, 12, 31, 20_480, embedded=31
)
_CHUNK = Chunk("c3", "conv-26", Source.DOCUMENT, "guide", 3, _TEXT, "", 1034, 1034 + len(_TEXT), 12, ("Warranty",))
_PASSAGE = Passage(1, 0.83, _CHUNK, Scores(0.61, 9.2, 0.71), "guide.pdf", 1)
_FOUND = Found("How long is the warranty?", "How long is the warranty?", (_PASSAGE,), 0.72, {"search": 6, "total": 11})
_ANSWER = Answer(
    text="The warranty lasts 24 months. [1]",
    grounded=True,
    citations=(Citation(1, _PASSAGE, _TEXT),),
    passages=(_PASSAGE,),
    confidence=0.72,
    model="gpt-4o-mini",
    question_id="D1:4",
    answer_id="D1:5",
    follow_ups=("What does “Returns” say?",),
    usage=Usage(420, 12),
    timing_ms={"search": 6, "all": 840},
    claims=(Claim(0, 33, (1,), True),),
    trust=Confidence("high"),
)
_RECEIPT = render.receipt(Receipt(messages=2, documents=1, chunks=33, vectors=33, keyword_rows=33, files=1, verified=True))
_SECTION = Section("1", None, "Warranty", 1, 1000, 2000, 12)
_STOPPED = Job(
    "j", "conv-26", "guide", "guide.pdf", JobState.FAILED, Stage.EMBEDDING, 8, 31, 34, "reading_stopped", "Reading was stopped."
)
_VERSION = Version(1, "guide.pdf", "5e88…", "application/pdf", 48_213, 12, 20_480, 31, _THEN, ())
_COUNTS = Counts(
    searches=3,
    passages=14,
    answered=2,
    not_found=1,
    up=1,
    prompt_tokens=1260,
    completion_tokens=36,
    cost=0.0002,
    latency={name: {50: middle, 95: 2.5 * middle, 99: 3 * middle} for name, middle in (("search", 11), ("answer", 840))},
)
_FIGURES = Figures(
    first=date(2026, 5, 8),
    last=date(2026, 5, 8),
    total=_COUNTS,
    by_day={date(2026, 5, 8): _COUNTS},
    documents_reached=1,
    users=1,
    threads=1,
    unanswered=(Unanswered("conv-26", "Pump", "D1:7", _THEN, "Who sells spare parts?"),),
    documents=(Used("conv-26", "Pump", "thread", "guide", "guide.pdf", 3, 2),),
)
_BRANCHES = (Branch(1, "Who sells pumps?", 3, current=False), Branch(2, "Who sells spare parts?", 1, current=True))
_MORE = {"next_cursor": None}
_PERSON = people.person(
    Person(
        User("8a1f…", "carol", "member", _THEN), 12, 140, 48_213, 2, 1, tokens_today=4_120, uploaded_today=48_213, seen_at=_THEN
    )
)
_SESSION = Session("kX3…", "8a1f…", "password", "Firefox on Linux", _THEN, _THEN, _THEN)

EXAMPLES: dict[str, object] = {
    "create_thread": render.thread(_THREAD),
    "list_threads": {"threads": [render.thread(_THREAD)], **_MORE},
    "get_thread": render.thread(_THREAD),
    "change_thread": render.thread(_THREAD),
    "delete_thread": _RECEIPT,
    "restore_thread": render.thread(_THREAD),
    "create_library": render.library(_LIBRARY),
    "list_libraries": {"libraries": [render.library(_LIBRARY)], **_MORE},
    "get_library": render.library(_LIBRARY),
    "change_library": render.library(_LIBRARY),
    "delete_library": _RECEIPT,
    "list_messages": {"messages": [render.message(_MESSAGE)], **_MORE},
    "add_messages": {"messages": [render.message(_MESSAGE)]},
    "edit_message": _RECEIPT,
    "delete_message": _RECEIPT,
    "list_branches": {"branches": [branches.shape(each) for each in _BRANCHES]},
    "switch_branch": {"branches": [branches.shape(each) for each in _BRANCHES]},
    "delete_branch": _RECEIPT,
    "get_summary": {"summary": render.summary(_SUMMARY) | {"text": _SUMMARY.text}},
    "list_instructions": {"instructions": [render.instruction(_INSTRUCTION)]},
    "delete_instruction": {"id": _INSTRUCTION.id, "deleted": True},
    "find": {"query": "leaks", "hits": [finding.hit(_HIT)]},
    "share_thread": {"path": "/share/8b1c…"},
    "unshare_thread": {"shared": False},
    "get_memory": memory.shape(Memory(True, (), (_FACT,))),
    "correct_memory": memory.item(replace(_FACT, text="The pump leaks since June.")),
    "forget_memory": {"id": _FACT.id, "forgotten": True},
    "add_documents": {"documents": [render.document(_DOCUMENT)]},
    "get_job": render.job(Job("j", "conv-26", "guide", "guide.pdf", JobState.RUNNING, Stage.EMBEDDING, 8, 31, 34)),
    "list_documents": {"documents": [render.document(_DOCUMENT)], **_MORE},
    "get_document": render.document(_DOCUMENT),
    "delete_document": _RECEIPT,
    "delete_version": _RECEIPT,
    "get_text": {"text": _TEXT, "pages": [{"number": 1, "start": 0, "end": len(_TEXT), "label": None}]},
    "get_structure": {"sections": render.tree([_SECTION])},
    "get_section": {**render.section(_SECTION), "text": _TEXT},
    "unlock_job": render.job(Job("j", "conv-26", "guide", "guide.pdf", JobState.RUNNING, Stage.WAITING, 0, 1, 0)),
    "cancel_job": render.job(_STOPPED),
    "list_versions": {"versions": [render.version(_VERSION, 1)]},
    "get_changes": render.changes(Changes(added=(("Returns",),), changed=(("Warranty", "Pumps"),))),
    "restore_version": {"documents": [render.document(replace(_DOCUMENT, version=3, status=DocumentStatus.UPDATED))]},
    "get_chunks": {"chunks": [render.chunk(_CHUNK)]},
    "import_threads": {"threads": [{**render.thread(_THREAD), "messages": 1, "documents": [render.document(_DOCUMENT)]}]},
    "search": render.found(_FOUND, explain=False),
    "models": {
        "models": [{"name": "gpt-4o-mini", "context_tokens": 8192}, {"name": "extractive", "context_tokens": None}],
    },
    "ask": render.answer(_ANSWER, remembered=True),
    "create_widget_token": {
        "token": "eyJhbGciOi…",
        "expires_at": render.time(_THEN),
        "origin": "https://shop.example.org",
        "base": base_of("https://shop.example.org", "vera"),
    },
    "create_demo_token": {
        "token": "eyJhbGciOi…",
        "expires_at": render.time(_THEN),
        "origin": "http://127.0.0.1:8000",
        "base": base_of("http://127.0.0.1:8000", "vera"),
    },
    "erase_visitor": _RECEIPT,
    "list_sites": {"sites": [widget.site(Site("https://shop.example.org", 41, 57, 230, _THEN))]},
    "list_users": {"users": [_PERSON], **_MORE},
    "create_user": _PERSON,
    "get_user": _PERSON,
    "change_user": _PERSON,
    "delete_user": _RECEIPT,
    "list_sessions_of_user": {"sessions": [people.session(_SESSION)]},
    "end_sessions_of_user": {"ended": 1},
    "list_sessions": {"sessions": [people.session(_SESSION, _SESSION.id)]},
    "end_sessions": {"ended": 2},
    "end_session": {"ended": 1},
    "change_password": {"changed": True},
    "analytics": analytics.figures(_FIGURES, everybody=False),
    "thread_analytics": analytics.figures(_FIGURES, everybody=False),
    "list_openai_models": openai.models(["gpt-4o-mini"]),
    "get_openai_model": openai.model("gpt-4o-mini"),
    "create_chat_completion": openai.completion(
        openai.Head("D1:5", int(_THEN.timestamp()), "gpt-4o-mini", "conv-26", True), _ANSWER
    ),
}
"""Example responses by operation, rendered by the code that renders real ones, so that they cannot drift apart."""


def describe(api: FastAPI) -> Tree:
    """Return the OpenAPI document, which is built once."""
    if api.openapi_schema is None:
        compatible = APIRouter()
        compatible.include_router(openai_router, prefix=_V1, generate_unique_id_function=lambda route: route.name)
        schema = get_openapi(
            title=api.title,
            version=api.version,
            description=_ABOUT,
            routes=[*api.routes, *compatible.routes],
            servers=[{"url": "/api"}],
        )
        for path, operations in schema["paths"].items():
            for method in _METHODS:
                if method in operations:
                    _complete(path, method, operations[method])
            if path.startswith(_V1):
                operations["servers"] = [{"url": "/"}]
        components = schema["components"]
        for unused in ("HTTPValidationError", "ValidationError"):
            components["schemas"].pop(unused, None)
        components["schemas"] |= {"Problem": _PROBLEM, "OpenAIError": _OPENAI_ERROR}
        components["securitySchemes"] = {
            "key": {"type": "http", "scheme": "bearer", "description": _KEY},
            "session": {"type": "apiKey", "in": "cookie", "name": "access_token", "description": "The cookie of a web session."},
        }
        schema["security"] = [{"key": []}, {"session": []}, {}]
        schema["paths"].update(health.OPENAPI)
        api.openapi_schema = schema
    return api.openapi_schema


def _complete(path: str, method: str, operation: Tree) -> None:
    """Add to an operation its summary, the example of its response, its errors and, if it takes one, `Idempotency-Key`."""
    responses = operation["responses"]
    responses.pop("422", None)
    _say(operation)
    foreign = path.startswith(_V1)
    for status, kinds in _by_status(_errors(path, method, operation)).items():
        responses[status] = _failure(kinds, foreign, operation["operationId"])
    failure = {**(_OPENAI_FAILURE if foreign else _FAILURE), **(_PROTOCOL if operation["operationId"] == "mcp" else {})}
    responses["default"] = {"description": "Any other error.", "content": failure}
    if method == "post" and _written_once(path):
        operation.setdefault("parameters", []).append(_IDEMPOTENCY_KEY)
    example = EXAMPLES.get(operation["operationId"].removesuffix("_of_library"))
    if example is not None:
        success = next(status for status in responses if status.startswith("2"))
        responses[success]["content"]["application/json"]["example"] = example


def _say(operation: Tree) -> None:
    """Split a route's docstring into its summary, which is the first paragraph, and its description. Routes of documents serve
    threads and libraries with the same text."""
    summary, _, more = operation.pop("description").partition("\n\n")
    name = operation["operationId"]
    operation["summary"] = (summary.replace("thread", "library") if name.endswith("_of_library") else summary).removesuffix(".")
    if more:
        operation["description"] = " ".join(more.split())


def _errors(path: str, method: str, operation: Tree) -> Iterator[type[ThreadwiseError]]:
    """Yield the errors that an operation is known for; any may also fail with a server error."""
    yield from (Unauthorized, Forbidden)
    if "{" in path:
        yield NotFound
    if "requestBody" in operation:
        yield from (BadRequest, BodyTooLarge)
        if "application/json" in operation["requestBody"]["content"]:
            yield NotJson
    if "requestBody" in operation or any(each["in"] == "query" for each in operation.get("parameters", ())):
        yield InvalidRequest
    yield from _KNOWN_ERRORS.get(operation["operationId"].removesuffix("_of_library"), ())
    if method == "post" and _written_once(path):
        yield from (StillRunning, KeyReused)


def _by_status(kinds: Iterator[type[ThreadwiseError]]) -> dict[str, list[type[ThreadwiseError]]]:
    found: dict[str, list[type[ThreadwiseError]]] = {}
    for kind in kinds:
        found.setdefault(str(problem(kind, "")["status"]), []).append(kind)
    return found


def _failure(kinds: Sequence[type[ThreadwiseError]], foreign: bool, operation: str) -> Tree:
    """Return the error response for a status, with an example per code."""
    examples = {}
    for kind in dict.fromkeys(kinds):
        shape = problem(kind, _SENTENCES[kind])
        examples[kind.code] = {"value": openai_problems.shape(shape) if foreign else shape}
    [(media_type, content)] = (_OPENAI_FAILURE if foreign else _FAILURE).items()
    also = _PROTOCOL if operation == "mcp" else {}
    described = ", ".join(f"`{code}`" for code in examples)
    return {"description": described, "content": {media_type: {**content, "examples": examples}, **also}}


def _written_once(path: str) -> bool:
    return WRITES.fullmatch(re.sub(r"\{number\}", "1", path)) is not None


_SENTENCES: dict[type[ThreadwiseError], str] = {
    Unauthorized: "Sign in, or send a key as `Authorization: Bearer KEY`.",
    NotFound: "There is no such thread.",
    BadRequest: "The body is not valid JSON: Expecting value.",
    NotJson: "Send JSON with the header `Content-Type: application/json`; this came as `application/x-www-form-urlencoded`.",
    BodyTooLarge: "The request is larger than 10 MB.",
    InvalidRequest: "limit: at most 200",
    EmptyQuestion: "The question is empty.",
    QuestionTooLong: "The question has 40,000 characters, at most 20,000 are allowed.",
    Forbidden: "This is for admins, switched off here, or not what the key was made for.",
    TooManyAttempts: "Too many wrong passwords; wait a minute and try again.",
    Conflict: "A thread with this id exists already.",
    StillRunning: "The first request with this Idempotency-Key is still being answered.",
    KeyReused: "Another request was sent with this Idempotency-Key; a new request needs a new key.",
    TooManyFiles: "At most 20 files can be added at once.",
    DamagedFile: "The bundle is damaged.",
    QuotaReached: "The tokens of this day are spent.",
    ModelFailed: "The model did not answer.",
    ModelPaused: "The model failed several times and is left alone for a while.",
    EmbeddingFailed: "The embedding endpoint did not answer.",
    StorageFailed: "The bundle could not be written to the disk.",
}
_ASKED = EmptyQuestion, QuestionTooLong, QuotaReached, ModelFailed, EmbeddingFailed, ModelPaused
_KNOWN_ERRORS: dict[str, tuple[type[ThreadwiseError], ...]] = {
    "create_thread": (Conflict,),
    "create_library": (Conflict,),
    "change_library": (Conflict,),
    "add_messages": (Conflict, EmbeddingFailed),
    "add_documents": (TooManyFiles, QuotaReached),
    "import_threads": (Conflict, DamagedFile),
    "export_thread": (StorageFailed,),
    "unlock_job": (Conflict,),
    **dict.fromkeys(("create_user", "change_user", "delete_user"), (Conflict,)),
    "change_password": (TooManyAttempts,),
    "search": (EmptyQuestion, QuestionTooLong, EmbeddingFailed),
    "ask": _ASKED,
    "ask_stream": _ASKED,
    "create_chat_completion": _ASKED,
}
"""Errors by operation, besides those that many have (see `_errors`)."""
_IDEMPOTENCY_KEY: Tree = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[\x21-\x7e]+$"},
    "description": "A value of your choice for this one request, such as a UUID. Send the same request with it again within a "
    "day, and nothing is done twice: the first answer comes back with `Idempotency-Replayed: true`.",
    "example": "b0d4c3a6-7d0b-4f6e-9b1e-0f6f7e2f5f0a",
}
_PROTOCOL: Tree = {"application/json": {"schema": {"type": "object", "description": "An error of JSON-RPC."}}}
_V1 = "/v1"
_FAILURE = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
_OPENAI_FAILURE = {"application/json": {"schema": {"$ref": "#/components/schemas/OpenAIError"}}}
_ABOUT = (
    "Create threads, add messages and documents to them, search them and ask questions. Times are UTC. Lists are paged by "
    "`limit` and `cursor`; `next_cursor` is null on the last page. Answers to GET carry an ETag; `If-None-Match` with it is "
    "answered with 304. Any request may fail with a problem (RFC 9457) whose `code` is one stable word."
)
_KEY = "A key made with `threadwise key create`. The cookie of a web session works, too; in local mode neither is needed."
_PROBLEM: Tree = {
    "type": "object",
    "description": "RFC 9457. `code` is one stable word; `errors` names the fields when there are several.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {"type": "object", "properties": {"field": {"type": "string"}, "detail": {"type": "string"}}},
        },
    },
    "example": problem(NotFound, "There is no such thread."),
}
_OPENAI_ERROR: Tree = {
    "type": "object",
    "description": "An error as OpenAI shapes it. `code` is the code of the problem, and `param` is the field that it is about.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "param", "code"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "param": {"type": ["string", "null"]},
                "code": {"type": "string"},
            },
        }
    },
    "example": openai_problems.shape(problem(NotFound, "There is no such thread.")),
}
