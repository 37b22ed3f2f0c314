"""The page `/libraries`, on which libraries are made, filled with documents and deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from urllib.parse import quote

from starlette.requests import Request
from starlette.routing import Route

from chat.api.context import Context, closing
from chat.api.documents import start
from chat.api.pages.page import Show, Visit, page
from chat.api.pages.sheet import head, hidden, moment, sheet, size, told
from chat.assistant import Assistant
from chat.domain import Document, DocumentStatus, Elsewhere, Job, JobState, Library, Stage
from chat.errors import InvalidRequest, NeedsPassword
from chat.events import Added
from chat.settings import LimitSettings
from chat.text import unit_of

_LIBRARIES = "/libraries"
_UPLOAD = "/libraries/documents"
_SHOWN = 200
_PATIENT_SECONDS = 4.0
"""Seconds that an upload waits for its files to be read before the page is shown; short files are ready by then."""
_MOST_NAME = 200
_SURE = "This can't be undone."
_HOW = "To attach a library to a conversation, open the gear in its message box and choose the library under “Libraries”."
_STYLE = "input[type=file] { width: 100%; padding: 8px; } .acts details:not([open]) { flex: none; margin-right: 10px; }"


def libraries_page(context: Context) -> Route:
    assistant = context.application.assistant

    async def do(visit: Visit) -> str:
        if visit.fields.get("act") == "make":
            made = await assistant.create_library(visit.user, visit.fields.get("name", ""))
            return _said(made.id, "The library is made. Now add its documents.")
        library = await assistant.library(visit.user, visit.field("library"))
        match visit.fields.get("act"):
            case "rename":
                await assistant.change_library(visit.user, library.id, visit.fields.get("name", ""))
                return _address(library.id)
            case "unlock":
                await _followed(assistant, [await assistant.unlock(visit.user, visit.field("job"), visit.field("password"))])
                return _address(library.id)
            case "remove":
                await assistant.delete_document(visit.user, library.id, visit.field("document"))
                return _said(library.id, "The document is deleted.")
            case "delete":
                await assistant.delete_library(visit.user, library.id)
                return f"{_LIBRARIES}?said={quote(f'The library “{library.name}” is deleted.')}"
        raise InvalidRequest("This page cannot do that.")

    return page(context, _LIBRARIES, _show(context), do)


def upload_page(context: Context) -> Route:
    """Return the route that takes files into a library, an address of its own because its requests may be larger."""
    assistant, limits = context.application.assistant, context.application.settings.limits

    async def take(visit: Visit, request: Request) -> str:
        library = await assistant.library(visit.user, visit.field("library"))
        jobs = await start(request, assistant, visit.user, library.id, limits)
        return _said(library.id, _outcome(await _followed(assistant, jobs), len(jobs)))

    return page(context, _UPLOAD, _show(context), take=take)


def _show(context: Context) -> Show:
    assistant, limits = context.application.assistant, context.application.settings.limits

    async def show(visit: Visit) -> str:
        said, cursor = told(visit.said, visit.wrong), visit.fields.get("cursor") or None
        if not visit.fields.get("library"):
            libraries, following = await assistant.libraries(visit.user, _SHOWN, cursor)
            return _all(libraries, said, visit.fields.get("name", ""), following)
        library = await assistant.library(visit.user, visit.field("library"))
        documents, following = await assistant.documents(visit.user, library.id, _SHOWN, cursor)
        unread = [] if library.read_only else await assistant.unread(visit.user, library.id)
        attached = await assistant.attached_to(visit.user, library.id)
        return _one(library, said, limits, unread, documents, following, attached)

    return show


async def _followed(assistant: Assistant, jobs: Sequence[Job]) -> list[Document]:
    """Wait a few seconds for files to be read, and return the documents of those that are, also if they failed."""
    ended: list[Document] = []
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENT_SECONDS), closing(assistant.follow(jobs)) as events:
            async for event in events:
                if isinstance(event, Added):
                    ended.append(event.document)
    return ended


def _outcome(ended: Sequence[Document], sent: int) -> str:
    """Return what became of the files that were sent, in a sentence each for those read, those refused, and the others."""
    failed = sum(each.status is DocumentStatus.FAILED for each in ended)
    read, left = len(ended) - failed, sent - len(ended)
    counts = (
        (read, "1 file is read.", f"{read} files are read."),
        (failed, "1 file could not be read.", f"{failed} files could not be read."),
        (left, "1 file is still being read.", f"{left} files are still being read."),
    )
    return " ".join(one if count == 1 else several for count, one, several in counts if count)


def _address(library: str) -> str:
    return f"{_LIBRARIES}?library={quote(library, safe='')}"


def _said(library: str, sentence: str) -> str:
    return f"{_address(library)}&said={quote(sentence)}"


# --- all libraries


def _all(libraries: Sequence[Library], said: str, name: str, following: str | None) -> str:
    """Return the page of all libraries; `name` is what was typed as the name of a new one that was refused."""
    make = (
        f'<form class="search" method="post" action="{_LIBRARIES}"><input type="text" name="name" required '
        f'value="{escape(name)}" maxlength="{_MOST_NAME}" aria-label="Name of a new library" '
        'placeholder="Name of a new library">'
        '<button class="main" name="act" value="make">Make</button></form>'
    )
    lines = "".join(
        f'<li><a href="{_address(each.id)}">{escape(each.name)}</a><span class="about">{_about(each)}</span></li>'
        for each in libraries
    )
    listed = f'<section><h2>Your libraries</h2><ul class="items">{lines}</ul>{_more("", following)}</section>'
    parts = [
        head("Libraries", f"Documents that several of your conversations share. {_HOW}"),
        said,
        make,
        listed if libraries else '<p class="none">There is no library yet.</p>',
    ]
    return sheet("Libraries", parts)


def _about(library: Library) -> str:
    count = "1 document" if library.documents == 1 else f"{library.documents:,} documents"
    return count + (" · shared with you, to read" if library.read_only else " · shared with everybody" if library.shared else "")


def _more(library: str, following: str | None) -> str:
    field = f"library={quote(library, safe='')}&amp;" if library else ""
    return f'<p><a href="{_LIBRARIES}?{field}cursor={quote(following, safe="")}">More</a></p>' if following else ""


# --- one library


def _one(
    library: Library,
    said: str,
    limits: LimitSettings,
    unread: Sequence[Job],
    documents: Sequence[Document],
    following: str | None,
    attached: Sequence[Elsewhere],
) -> str:
    lines = "".join(_document(library, each) for each in documents)
    listed = f'<section><h2>Documents</h2><ul class="items">{lines}</ul>{_more(library.id, following)}</section>'
    parts = [
        head(library.name, f"A library: {_about(library)}. {_HOW}", links=[("All libraries", _LIBRARIES)]),
        said,
        "" if library.read_only else _upload(library, limits),
        _unread(library, unread),
        listed if documents else '<p class="none">There is no document in it yet.</p>',
        _attached(attached),
        "" if library.read_only else _changes(library),
    ]
    return sheet(library.name, parts, _STYLE)


def _upload(library: Library, limits: LimitSettings) -> str:
    return (
        f"<section><h2>Add documents</h2><p>At most {limits.max_files} files at once, {limits.max_file_mb} MB each.</p>"
        f'<form class="tall" method="post" enctype="multipart/form-data" action="{_UPLOAD}?library={quote(library.id, safe="")}">'
        '<input type="file" name="files" multiple required aria-label="Files">'
        '<label>Password, if a file is locked<input type="password" name="password" autocomplete="off"></label>'
        '<button class="main">Add</button></form></section>'
    )


def _unread(library: Library, unread: Sequence[Job]) -> str:
    """Return the files that are being read, with a link to look again, and those that could not be read."""
    reading = [each for each in unread if each.state is JobState.RUNNING]
    failed = [each for each in unread if each.state is not JobState.RUNNING]
    parts = ""
    if reading:
        lines = "".join(f'<li>{escape(each.name)}<span class="about">{escape(_progress(each))}</span></li>' for each in reading)
        again = f'<p>This goes on when you leave the page. <a href="{_address(library.id)}">Look again</a></p>'
        parts += f'<section><h2>Being read</h2>{again}<ul class="items">{lines}</ul></section>'
    if failed:
        lines = "".join(_failed(library, each) for each in failed)
        parts += f'<section><h2>Not read</h2><p>In the last 24 hours.</p><ul class="items">{lines}</ul></section>'
    return parts


def _progress(job: Job) -> str:
    if job.stage is Stage.WAITING:
        return f"Waiting. {job.error_detail or ''}".strip()
    if job.stage is Stage.RECOGNISING:
        return f"Pages that are pictures are being read, {job.percent} %"
    return f"{job.percent} %"


def _failed(library: Library, job: Job) -> str:
    return f'<li>{escape(job.name)}<span class="about">{escape(job.error_detail or "")}</span>{_unlocking(library, job)}</li>'


def _unlocking(library: Library, job: Job) -> str:
    """Return the forms of a locked file, which waits for its password; nothing for any other."""
    if job.error_code != NeedsPassword.code:
        return ""
    return (
        f'<div class="acts"><form class="tall" method="post" action="{_LIBRARIES}">{hidden(library=library.id, job=job.id)}'
        '<label>Password<input type="password" name="password" required autocomplete="off"></label>'
        f'<button class="main" name="act" value="unlock">Read it</button></form></div>{_removal(library, job.document)}'
    )


def _document(library: Library, document: Document) -> str:
    place = f"/api/libraries/{quote(library.id, safe='')}/documents/{quote(document.id, safe='')}/file"
    about = [size(document.bytes)]
    if document.pages:
        about.append(f"{document.pages:,} {unit_of(document.name)}{'' if document.pages == 1 else 's'}")
    vectors = document.awaiting_vectors
    about += [f"ready, but search by meaning is still being built for {vectors:,} passages" if vectors else "ready"]
    about += [f"{moment(document.created_at)} UTC", *map(escape, document.coverage.warnings)]
    return (
        f'<li><a href="{place}">{escape(document.name)}</a><span class="about">{" · ".join(about)}</span>'
        f"{'' if library.read_only else _removal(library, document.id)}</li>"
    )


def _removal(library: Library, document: str) -> str:
    return (
        f'<div class="acts"><details><summary class="harm">Delete</summary><form method="post" action="{_LIBRARIES}">'
        f"{hidden(library=library.id, document=document)}<p>No answer is given from it any more. {_SURE}</p>"
        '<button class="harm" name="act" value="remove">Delete it</button></form></details></div>'
    )


def _attached(threads: Sequence[Elsewhere]) -> str:
    if not threads:
        return ""
    lines = "".join(f'<li><a href="/thread/{quote(each.id, safe="")}">{escape(each.name)}</a></li>' for each in threads)
    return f'<section><h2>Attached to</h2><ul class="items">{lines}</ul></section>'


def _changes(library: Library) -> str:
    """Return the forms that rename and delete a library."""
    fields = hidden(library=library.id)
    return (
        '<section><h2>This library</h2><div class="acts">'
        f'<details><summary>Rename</summary><form method="post" action="{_LIBRARIES}">{fields}'
        f'<input type="text" name="name" aria-label="New name" required maxlength="{_MOST_NAME}" value="{escape(library.name)}">'
        '<button class="main" name="act" value="rename">Save</button></form></details>'
        f'<details><summary class="harm">Delete the library</summary><form method="post" action="{_LIBRARIES}">{fields}'
        f"<p>All its documents are deleted with it, and no conversation finds anything in them any more. {_SURE}</p>"
        '<button class="harm" name="act" value="delete">Delete it with its documents</button></form></details></div></section>'
    )
