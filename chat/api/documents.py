"""Routes for the documents of a thread or a library: upload files, follow how they are read, get what was read."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import JSONResponse, Response

from chat.api import render, stream
from chat.api.bodies import Text, Unlock, storable
from chat.api.context import Asker, PathId, TheAssistant, TheSettings, closing
from chat.api.forms import form_of
from chat.api.paths import LIBRARY, THREAD
from chat.api.threads import Cursor, Limit
from chat.api.types import Identifier, Json
from chat.assistant import Assistant
from chat.domain import Document, DocumentStatus, Job, Stage, Upload, User, utc_now
from chat.errors import InvalidRequest, NotFound, TooManyFiles
from chat.events import Added, IngestionEvent, Progress
from chat.settings import LimitSettings

router = APIRouter()

Route = TypeVar("Route", bound=Callable[..., object])
_DOCUMENT = "/{document:identifier}"
_MOST_VERSIONS = 1_000_000
_MOST_NAME, _LONGEST_ENDING = 255, 10
"""Most characters of a file's name, and of the extension (with its dot) that is kept when a name is cut."""
_SILENT_SECONDS = 600.0
"""Seconds without any progress after which a request stops waiting for files that are being read or are queued."""
_OF_A_DISK = re.compile(r"/|\\|[A-Za-z]:[/\\]")
"""Beginning of an absolute path: from the root, of a Windows drive, or of a network share."""
Number = Annotated[int, Path(ge=1, le=_MOST_VERSIONS, description="Number of the version, from 1.")]
_SHOWN_IN_PLACE = frozenset({"application/pdf", "text/plain", "image/png", "image/jpeg", "image/gif", "image/webp"})
_FORM: dict[str, Any] = {  # Any: a piece of OpenAPI
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {"type": "array", "minItems": 1, "items": {"type": "string", "format": "binary"}},
                        "password": {"type": "string", "description": "Password that opens the locked files among them."},
                    },
                }
            }
        },
    }
}


async def a_thread(user: Asker, assistant: TheAssistant, thread: PathId) -> None:
    await assistant.thread(user, thread)


async def a_library(user: Asker, assistant: TheAssistant, library: PathId) -> None:
    await assistant.library(user, library)


def _holder(request: Request) -> str:
    """Return the id of the thread or library in the path. That the user may access it was checked before."""
    return str(request.path_params.get("thread") or request.path_params["library"])


Holder = Annotated[str, Depends(_holder)]


def documents(method: str, path: str, **options: Any) -> Callable[[Route], Route]:  # Any: FastAPI's own options
    """Register a route for the documents of a thread, and the same for those of a library. Access to the thread or library is
    checked before the body is read."""

    def add(route: Route) -> Route:
        for base, tag, check in ((THREAD, "documents", a_thread), (LIBRARY, "libraries", a_library)):
            name = route.__name__ if tag == "documents" else f"{route.__name__}_of_library"
            router.add_api_route(
                base + "/documents" + path,
                route,
                methods=[method],
                name=name,
                tags=[tag],
                dependencies=[Depends(check)],
                **options,
            )
        return route

    return add


@documents("POST", "", status_code=201, openapi_extra=_FORM, response_class=JSONResponse)
async def add_documents(
    request: Request,
    user: Asker,
    assistant: TheAssistant,
    settings: TheSettings,
    holder: Holder,
    document_id: Annotated[Identifier | None, Query(description="Id of the document. Only with a single file.")] = None,
    name: Annotated[
        Text | None,
        Query(
            max_length=255,
            description="Name to show instead of the file's own name; may contain folders. Only with a single file.",
            examples=["guides/pump.md"],
        ),
    ] = None,
) -> Response:
    """Upload documents to a thread.

    A file that cannot be read does not fail the others. With `Accept: text/event-stream` the answer is a stream of the events
    `progress`, `document` for each file, and `done`.
    """
    jobs = await start(request, assistant, user, holder, settings.limits, Called(document_id, name))
    return await _answered(request, assistant, user, jobs, settings.limits)


async def _answered(request: Request, assistant: Assistant, user: User, jobs: Sequence[Job], limits: LimitSettings) -> Response:
    """Respond with a stream of events if the client asks for one, else with the documents once they are read. Reading that takes
    longer than `QUIET_SECONDS` gets a response that keeps the connection alive meanwhile."""
    if "text/event-stream" in request.headers.get("accept", ""):
        return stream.EventStream(_events(assistant.follow(jobs)), status=201)
    reading = asyncio.create_task(_shapes(assistant, user, jobs, limits))
    try:
        await asyncio.wait([reading], timeout=stream.QUIET_SECONDS)
    except BaseException:
        reading.cancel()
        raise
    return JSONResponse(reading.result(), 201) if reading.done() else stream.LateJson(reading, 201)


async def _shapes(assistant: Assistant, user: User, jobs: Sequence[Job], limits: LimitSettings) -> Json:
    found = await read(assistant, user, jobs, limits.upload_waits_seconds, patient=True)
    return {"documents": [render.document(each) for each in found]}


@dataclass(frozen=True, slots=True)
class Called:
    """Document id and name that a caller chose for its single file; `None`: the default."""

    document_id: str | None = None
    name: str | None = None


_AS_THEY_ARE = Called()


async def start(
    request: Request, assistant: Assistant, user: User, holder: str, limits: LimitSettings, called: Called = _AS_THEY_ARE
) -> list[Job]:
    """Start reading the uploaded files and return their jobs. One file at a time is in memory; the form parser spools files over
    1 MB to disk."""
    async with _form(request, limits) as form:
        jobs: list[Job] = []
        for file in _files(form, called, limits):
            name = _own_name(file.filename) if called.name is None else printable(called.name)
            upload = Upload(name, await file.read(limits.max_file_bytes + 1))
            jobs += await assistant.start_reading(user, holder, [upload], called.document_id, _password(form))
        return jobs


@asynccontextmanager
async def _form(request: Request, limits: LimitSettings) -> AsyncIterator[FormData]:
    try:
        async with form_of(request, limits.max_files + 1) as form:
            yield form
    except TooManyFiles as error:
        raise _too_many(limits) from error


def _password(form: FormData) -> str:
    """Return the password for locked files, a form field beside them, or an empty text."""
    given = form.get("password")
    return given if isinstance(given, str) else ""


def _files(form: FormData, called: Called, limits: LimitSettings) -> list[UploadFile]:
    files = [each for each in form.getlist("files") if isinstance(each, UploadFile)]
    if not files:
        raise InvalidRequest("Send one or more files in the multipart field `files`.")
    if len(files) > limits.max_files:
        raise _too_many(limits)
    if called != _AS_THEY_ARE and len(files) > 1:
        raise InvalidRequest("A document id or name can only be given for a single file.")
    return files


def _too_many(limits: LimitSettings) -> TooManyFiles:
    return TooManyFiles(f"At most {limits.max_files} files can be added at once.")


def _own_name(given: str | None) -> str:
    """Return the name of an uploaded file, with the folders that distinguish it (`src/pump.py`). Of an absolute path, or one with
    `.` or `..` in it, only the last part is used."""
    path = str(storable(given or ""))
    parts = path.replace("\\", "/").removeprefix("./").split("/")
    if _OF_A_DISK.match(path) or not {".", ".."}.isdisjoint(parts[:-1]):
        return printable(parts[-1])
    return printable("/".join(parts))


def printable(name: str) -> str:
    """Return a name fit for display: without control characters, at most 255 characters. A name that is cut keeps its extension,
    which decides how the file is read."""
    shown = "".join(letter for letter in name if letter.isprintable()).strip() or "file"
    ending = PurePosixPath(shown).suffix if len(shown) > _MOST_NAME else ""
    if len(ending) > _LONGEST_ENDING:
        ending = ""
    return shown[: _MOST_NAME - len(ending)].strip() + ending


async def read(
    assistant: Assistant,
    user: User,
    jobs: Sequence[Job],
    seconds: float,
    told: Callable[[Progress], Awaitable[None]] | None = None,
    patient: bool = False,
) -> list[Document]:
    """Wait until the files are read and return their documents, in the order of the jobs. `told` is called with their progress.

    After `seconds`, a file that can already be asked about counts as read (the rest of its vectors follows), and one that waits
    (for a service that is unavailable, for other documents, or for an earlier version of its own) is returned as failed for now.
    A `patient` caller gives up after `seconds` only if all that is left waits for an unavailable service, and otherwise waits as
    long as there is progress.
    """
    ready: dict[str, list[Document]] = {}
    at: dict[str, Progress] = {}
    askable = set[str]()
    clock = asyncio.get_running_loop().time
    late = clock() + seconds

    def until() -> float | None:
        """Return the time of the event loop at which to stop waiting; `None`: not in this state."""
        left = [at.get(document) for document in {job.document for job in jobs} - ready.keys()]
        if patient:
            away = all(one and one.stage is Stage.WAITING and not one.in_line for one in left)
            return clock() + (seconds if away else _SILENT_SECONDS)
        return late if all(one and (one.document in askable or one.stage is Stage.WAITING) for one in left) else None

    try:
        async with closing(assistant.follow(jobs)) as events, asyncio.timeout(None) as patience:
            async for event in events:
                if isinstance(event, Added):
                    ready.setdefault(event.document.id, []).append(event.document)
                else:
                    at[event.document] = event
                    if event.askable:
                        askable.add(event.document)
                    if told is not None:
                        await told(event)
                patience.reschedule(until())
    except TimeoutError:
        if not patience.expired():
            raise
    return [
        ready[job.document].pop(0) if ready.get(job.document) else await _unfinished(assistant, user, job, askable)
        for job in jobs
    ]


async def _unfinished(assistant: Assistant, user: User, job: Job, askable: set[str]) -> Document:
    if job.document in askable:
        return await assistant.document(user, job.thread, job.document)
    return _held_up(await assistant.job(user, job.id))


def _held_up(job: Job) -> Document:
    """Return a document that reports a failure for now to a caller that does not wait; the job goes on."""
    because = job.error_detail or "Something that is needed does not answer."
    return Document(
        id=job.document,
        thread=job.thread,
        name=job.name,
        media_type="application/octet-stream",
        bytes=0,
        sha256="",
        status=DocumentStatus.FAILED,
        created_at=utc_now(),
        error_code=job.error_code or "unavailable",
        error_detail=f"{because} The file is kept and read by itself later.",
    )


async def _events(following: AsyncIterator[IngestionEvent]) -> AsyncIterator[stream.Event]:
    async with closing(following) as events:
        async for event in events:
            if isinstance(event, Added):
                yield "document", render.document(event.document)
            else:
                yield "progress", render.progress(event)
    yield "done", {}


@router.get("/jobs/{job:identifier}", tags=["documents"])
async def get_job(user: Asker, assistant: TheAssistant, job: PathId) -> Json:
    """Get the progress of reading a file."""
    return render.job(await assistant.job(user, job))


@router.delete("/jobs/{job:identifier}", tags=["documents"])
async def cancel_job(user: Asker, assistant: TheAssistant, job: PathId) -> Json:
    """Stop reading a file, or waiting for its password.

    Nothing of the file is left then. A job that has ended stays as it is.
    """
    return render.job(await assistant.cancel(user, job))


@router.post("/jobs/{job:identifier}/password", tags=["documents"])
async def unlock_job(user: Asker, assistant: TheAssistant, job: PathId, body: Unlock) -> Json:
    """Read a locked file with its password.

    The password is not stored.
    """
    return render.job(await assistant.unlock(user, job, body.password))


@documents("GET", "")
async def list_documents(user: Asker, assistant: TheAssistant, holder: Holder, limit: Limit = 50, cursor: Cursor = None) -> Json:
    """List the documents of a thread."""
    found, following = await assistant.documents(user, holder, limit, cursor)
    return {"documents": [render.document(each) for each in found], "next_cursor": following}


@documents("GET", _DOCUMENT)
async def get_document(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Json:
    """Get a document."""
    return render.document(await assistant.document(user, holder, document))


@documents("DELETE", _DOCUMENT + "/versions/{number:int}")
async def delete_version(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId, number: Number) -> Json:
    """Delete an earlier version of a document, with its file.

    The current version, from which answers are given, is refused with 409.
    """
    return render.receipt(await assistant.delete_version(user, holder, document, number))


@documents("DELETE", _DOCUMENT)
async def delete_document(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Json:
    """Delete a document with all its versions."""
    return render.receipt(await assistant.delete_document(user, holder, document))


@documents("GET", _DOCUMENT + "/text")
async def get_text(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Json:
    """Get the extracted text of a document.

    All offsets refer to this text.
    """
    text = await assistant.document_text(user, holder, document)
    pages = await assistant.document_pages(user, holder, document)
    return {"text": text, "pages": [render.page(each) for each in pages]}


@documents("GET", _DOCUMENT + "/structure")
async def get_structure(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Json:
    """Get the section tree of a document."""
    return {"sections": render.tree(await assistant.document_sections(user, holder, document))}


@documents("GET", _DOCUMENT + "/sections/{section:identifier}")
async def get_section(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId, section: PathId) -> Json:
    """Get a section of a document, with its text."""
    sections = await assistant.document_sections(user, holder, document)
    found = next((each for each in sections if each.id == section), None)
    if found is None:
        raise NotFound("There is no such section.")
    text = await assistant.document_text(user, holder, document)
    return {**render.section(found), "text": text[found.start : found.end]}


@documents("GET", _DOCUMENT + "/chunks")
async def get_chunks(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Json:
    """List the chunks of a document."""
    return {"chunks": [render.chunk(each) for each in await assistant.document_chunks(user, holder, document)]}


@documents("GET", _DOCUMENT + "/versions")
async def list_versions(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Json:
    """List the versions of a document.

    Oldest first; those beyond the limit of kept versions are gone.
    """
    current = await assistant.document(user, holder, document)
    versions = await assistant.document_versions(user, holder, document)
    return {"versions": [render.version(each, current.version) for each in versions]}


@documents("GET", _DOCUMENT + "/versions/{number:int}/changes")
async def get_changes(
    user: Asker,
    assistant: TheAssistant,
    holder: Holder,
    document: PathId,
    number: Number,
    against: Annotated[
        int | None, Query(ge=1, le=_MOST_VERSIONS, description="Number of the version to compare with. Default: the one before.")
    ] = None,
) -> Json:
    """Compare two versions of a document.

    The answer says which sections were added, removed and changed.
    """
    return render.changes(await assistant.document_changes(user, holder, document, number, against))


@documents("POST", _DOCUMENT + "/versions/{number:int}/restore", status_code=201, response_class=JSONResponse)
async def restore_version(
    request: Request,
    user: Asker,
    assistant: TheAssistant,
    settings: TheSettings,
    holder: Holder,
    document: PathId,
    number: Number,
) -> Response:
    """Restore an earlier version of a document.

    Its file is read again and becomes the newest version. The answer is that of an upload.
    """
    job = await assistant.restore_version(user, holder, document, number)
    return await _answered(request, assistant, user, [job], settings.limits)


@documents("GET", _DOCUMENT + "/file", response_class=Response)
async def get_file(user: Asker, assistant: TheAssistant, holder: Holder, document: PathId) -> Response:
    """Download the original file of a document.

    Only types that cannot carry a script are shown in the browser; others are downloaded.
    """
    found = await assistant.document(user, holder, document)
    content = await assistant.document_file(user, holder, document)
    shown = found.media_type in _SHOWN_IN_PLACE
    return Response(
        content,
        media_type=found.media_type,
        headers={
            "Content-Disposition": f"{'inline' if shown else 'attachment'}; filename*=UTF-8''{quote(found.name, safe='')}",
            "X-Content-Type-Options": "nosniff",
        },
    )
