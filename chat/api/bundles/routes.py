"""Routes to export a thread as a file, and to import one or many threads from a file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, aclosing, asynccontextmanager, suppress
from functools import partial
from importlib.metadata import version
from tempfile import TemporaryFile
from typing import IO, Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response, StreamingResponse

from chat.api import render
from chat.api.bundles import chatgpt, thread
from chat.api.bundles.zipped import DAMAGED, MANIFEST, MOST_TEXT, Packed, Writer
from chat.api.context import Asker, PathId, TheAssistant, TheSettings
from chat.api.documents import printable, read
from chat.api.forms import form_of
from chat.api.paging import all_of
from chat.api.paths import THREAD
from chat.api.types import Identifier, Json
from chat.assistant import Assistant
from chat.assistant.moving import INDEXED_AT_ONCE
from chat.domain import Job, Thread, Upload, User
from chat.errors import InvalidRequest, NotFound, StorageFailed, ThreadwiseError
from chat.settings import LimitSettings

router = APIRouter(tags=["threads"])

_PIECE = 256 * 1024
_PAGE = 200
"""Documents that are read at a time."""
_LINES = 1_000
_ZIP = b"PK"
_BODY: dict[str, Any] = {  # Any: a piece of OpenAPI
    "requestBody": {
        "required": True,
        "description": "An exported thread, or ChatGPT's `conversations.json`, by itself or in the ZIP file that contains it.",
        "content": {
            "application/zip": {"schema": {"type": "string", "format": "binary"}},
            "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            },
        },
    }
}
Id = Annotated[
    Identifier | None, Query(description="An id of your choice for the new thread. Only when there is one. Default: a UUID.")
]


@router.get(
    THREAD + "/export",
    response_class=Response,
    responses={
        200: {
            "content": {"application/zip": {}},
            "description": "A ZIP file of messages, documents and settings, with a manifest.",
        }
    },
)
async def export_thread(user: Asker, assistant: TheAssistant, thread: PathId) -> StreamingResponse:
    """Export a thread as a ZIP file.

    `POST /api/threads/import` reads this file.
    """
    name = (await assistant.thread(user, thread)).name
    with ExitStack() as until_sent:
        file = until_sent.enter_context(TemporaryFile())
        try:
            await _write(assistant, user, thread, file)
        except OSError as error:
            raise StorageFailed("The bundle could not be written to the disk.") from error
        until_sent.pop_all()
    size = file.seek(0, 2)
    disposition = f"attachment; filename*=UTF-8''{quote(printable(name or thread), safe='')}.zip"
    headers = {"Content-Disposition": disposition, "Content-Length": str(size), "X-Content-Type-Options": "nosniff"}
    return StreamingResponse(_pieces(file), media_type="application/zip", headers=headers)


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        file.seek(0)
        while piece := await asyncio.to_thread(file.read, _PIECE):
            yield piece


async def _write(assistant: Assistant, user: User, id: str, file: IO[bytes]) -> None:
    """Write a thread as a bundle, holding at most one document's file or 1,000 messages in memory at a time."""
    bundle = Writer(file)
    bundle.add(thread.THREAD, thread.thread_file(await assistant.thread(user, id)))
    with bundle.part(thread.MESSAGES) as write:
        lines: list[bytes] = []
        async with aclosing(assistant.transcript(user, id)) as entries:
            async for entry in entries:
                lines.append(thread.message_line(entry))
                if len(lines) >= _LINES:
                    await asyncio.to_thread(write, b"".join(lines))
                    lines.clear()
        await asyncio.to_thread(write, b"".join(lines))
    listed = []
    for number, document in enumerate(await all_of(partial(assistant.documents, user, id, _PAGE)), start=1):
        kept = []
        for each in await assistant.document_versions(user, id, document.id):
            try:
                content = await assistant.version_file(user, id, document.id, each.sha256)
            except NotFound:  # deleted in the meantime
                continue
            await asyncio.to_thread(bundle.add, thread.file_name(number, each), content)
            kept.append(each)
        if kept:
            listed.append((number, document, kept))
    bundle.add(thread.DOCUMENTS, thread.documents_file(listed))
    await asyncio.to_thread(bundle.close, {"threadwise": version("threadwise")})


@router.post("/threads/import", status_code=201, openapi_extra=_BODY, response_class=JSONResponse)
async def import_threads(
    request: Request, user: Asker, assistant: TheAssistant, settings: TheSettings, id: Id = None
) -> JSONResponse:
    """Import an exported thread or ChatGPT's conversations.

    Each becomes a new thread, and messages and documents keep their ids; nothing that exists is changed.
    """
    async with _sent(request) as file:
        made = await _brought_in(assistant, user, file, id, settings.limits)
    return JSONResponse({"threads": made}, 201)


@asynccontextmanager
async def _sent(request: Request) -> AsyncIterator[IO[bytes]]:
    """Yield what was sent as a file on disk: the file of a multipart form, or the body itself."""
    if request.headers.get("content-type", "").startswith("multipart/"):
        async with form_of(request, 1) as form:
            file = next((value for value in form.values() if isinstance(value, UploadFile)), None)
            if file is None:
                raise InvalidRequest("Send the bundle in a multipart field `file`, or as the body itself.")
            yield file.file
        return
    with TemporaryFile() as body:
        async for piece in request.stream():
            await asyncio.to_thread(body.write, piece)
        body.seek(0)
        yield body


async def _brought_in(assistant: Assistant, user: User, file: IO[bytes], id: str | None, limits: LimitSettings) -> list[Json]:
    beginning = file.read(len(_ZIP))
    file.seek(0)
    if beginning != _ZIP:
        content = await asyncio.to_thread(file.read, MOST_TEXT + 1)
        return await _conversations(assistant, user, content, id)
    packed = await asyncio.to_thread(Packed, file, limits)
    if MANIFEST in packed.names():
        return [await _bundle(assistant, user, packed, id, limits)]
    inside = next((name for name in packed.names() if name.rpartition("/")[2] == chatgpt.NAME), None)
    if inside is None:
        raise InvalidRequest(DAMAGED)
    return await _conversations(assistant, user, await asyncio.to_thread(packed.read, inside, MOST_TEXT), id)


async def _conversations(assistant: Assistant, user: User, content: bytes, id: str | None) -> list[Json]:
    if len(content) > MOST_TEXT:
        raise InvalidRequest(f"The file is larger than {MOST_TEXT // 1_000_000:,} MB.")
    found = await asyncio.to_thread(chatgpt.parsed, content)
    if id is not None and len(found) != 1:
        raise InvalidRequest("An id can only be given for a single thread.")
    index = sum(len(each.entries) for each in found) <= INDEXED_AT_ONCE
    made: list[Thread] = []
    try:
        for each in found:
            made.append(await assistant.bring_in(user, each.name, each.entries, id, each.created_at, index=index))
    except BaseException:
        await asyncio.shield(_taken_back(assistant, user, made))
        raise
    counted = zip(made, found, strict=True)
    return [{**render.thread(brought), "messages": len(each.entries), "documents": []} for brought, each in counted]


async def _taken_back(assistant: Assistant, user: User, threads: Sequence[Thread]) -> None:
    """Delete threads that a failed import created. Errors are ignored, so that the caller reports the original one."""
    for each in threads:
        with suppress(ThreadwiseError):
            await assistant.delete_thread(user, each.id)


async def _bundle(assistant: Assistant, user: User, packed: Packed, id: str | None, limits: LimitSettings) -> Json:
    manifest = await asyncio.to_thread(packed.manifest)
    bundle = await asyncio.to_thread(thread.parsed, packed, manifest)
    index = len(bundle.entries) <= INDEXED_AT_ONCE
    made = await assistant.bring_in(user, bundle.name, bundle.entries, id, bundle.created_at, bundle.settings, index)
    try:
        jobs = [await _read(assistant, user, made.id, packed, filed, limits) for filed in bundle.documents]
        documents = await read(assistant, user, jobs, limits.upload_waits_seconds)
    except BaseException:
        await asyncio.shield(_taken_back(assistant, user, [made]))
        raise
    shapes = [render.document(each) for each in documents]
    return {**render.thread(made), "messages": len(bundle.entries), "documents": shapes}


async def _read(assistant: Assistant, user: User, id: str, packed: Packed, filed: thread.Filed, limits: LimitSettings) -> Job:
    """Read all versions of a document, one after the other, and return the job of the newest, which may still be running."""

    async def started(name: str, file: str) -> Job:
        content = await asyncio.to_thread(packed.read, file, limits.max_file_bytes)
        [job] = await assistant.start_reading(user, id, [Upload(printable(name), content)], filed.id)
        return job

    *earlier, newest = filed.versions
    for each in earlier:
        job = await started(*each)
        async with aclosing(assistant.follow([job])) as events:
            async for _ in events:
                pass
    return await started(*newest)
