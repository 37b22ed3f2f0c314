"""Routes for threads and the messages in them."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import quote

from anyio import to_thread
from fastapi import APIRouter, Body, Query
from starlette.responses import Response

from chat.api import render
from chat.api.bodies import MessageChange, NewMessage, NewThread, Text, ThreadChange
from chat.api.context import Asker, PathId, TheAssistant, TheContext
from chat.api.exporting.pdf import pdf
from chat.api.exporting.written import file_name, markdown, written
from chat.api.paths import MESSAGE, THREAD
from chat.api.types import Json

router = APIRouter(tags=["threads"])

Limit = Annotated[int, Query(ge=1, le=200, description="Number of items on a page.")]
Cursor = Annotated[Text | None, Query(max_length=1_000, description="The `next_cursor` of the page before.")]
Undo = Annotated[float, Query(ge=0, le=3_600, description="Seconds during which `restore` can undo the deletion.")]
SearchText = Annotated[
    Text | None, Query(max_length=1_000, description="List only threads with these words in their name, messages or documents.")
]
Archived = Annotated[Literal["false", "true", "all"], Query(description="`true`: list archived threads only; `all`: list both.")]
_ARCHIVED = {"false": False, "true": True, "all": None}
Drafts = Annotated[list[NewMessage], Body(min_length=1, max_length=1_000)]


@router.post("/threads", status_code=201)
async def create_thread(user: Asker, assistant: TheAssistant, new: NewThread | None = None) -> Json:
    """Create a thread."""
    new = new or NewThread()
    made = await assistant.create_thread(user, new.name, new.id, new.created_at, new.incognito, new.settings)
    return render.thread(made)


@router.get("/threads")
async def list_threads(
    user: Asker,
    assistant: TheAssistant,
    query: SearchText = None,
    archived: Archived = "false",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Json:
    """List your threads.

    Pinned threads come first, then the last used first.
    """
    found, following = await assistant.threads(user, query, limit, cursor, _ARCHIVED[archived])
    return {"threads": [render.thread(each) for each in found], "next_cursor": following}


@router.get(THREAD)
async def get_thread(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """Get a thread."""
    return render.thread(await assistant.thread(user, thread))


@router.patch(THREAD)
async def change_thread(user: Asker, assistant: TheAssistant, thread: PathId, change: ThreadChange) -> Json:
    """Change the name or settings of a thread, pin it or archive it."""
    changed = await assistant.update_thread(user, thread, change.name, change.settings, change.pinned, change.archived)
    return render.thread(changed)


@router.delete(THREAD)
async def delete_thread(user: Asker, assistant: TheAssistant, thread: PathId, undo_seconds: Undo = 0) -> Json:
    """Delete a thread.

    The answer is a receipt. With `undo_seconds`, the thread is hidden at once and deleted when they are over.
    """
    if undo_seconds:
        return {"deleted": None, "undo_until": render.time(await assistant.delete_thread_later(user, thread, undo_seconds))}
    return render.receipt(await assistant.delete_thread(user, thread))


@router.post(THREAD + "/restore")
async def restore_thread(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """Undo the deletion of a thread.

    This works while the `undo_seconds` of the deletion last.
    """
    return render.thread(await assistant.restore_thread(user, thread))


@router.get(THREAD + "/messages")
async def list_messages(user: Asker, assistant: TheAssistant, thread: PathId, limit: Limit = 50, cursor: Cursor = None) -> Json:
    """List the messages of a thread."""
    found, following = await assistant.messages(user, thread, limit, cursor)
    return {"messages": [render.message(each) for each in found], "next_cursor": following}


@router.post(THREAD + "/messages", status_code=201)
async def add_messages(user: Asker, assistant: TheAssistant, thread: PathId, new: Drafts) -> Json:
    """Add messages to a thread.

    When the answer arrives, the messages are indexed for recall.
    """
    stored = await assistant.add_messages(user, thread, [each.draft() for each in new])
    return {"messages": [render.message(each) for each in stored]}


@router.patch(MESSAGE)
async def edit_message(user: Asker, assistant: TheAssistant, thread: PathId, message: PathId, change: MessageChange) -> Json:
    """Edit a message.

    The messages that followed it are removed. With `keep`, the old form of a question and what followed it become a branch
    that you can switch back to.
    """
    return render.receipt(await assistant.edit_message(user, thread, message, change.content, change.keep))


@router.delete(MESSAGE)
async def delete_message(user: Asker, assistant: TheAssistant, thread: PathId, message: PathId) -> Json:
    """Delete a message."""
    return render.receipt(await assistant.delete_message(user, thread, message))


@router.get(
    MESSAGE + "/export",
    response_class=Response,
    responses={200: {"content": {"text/markdown": {}, "application/pdf": {}}, "description": "The answer with its sources."}},
)
async def export_answer(
    user: Asker,
    context: TheContext,
    assistant: TheAssistant,
    thread: PathId,
    message: PathId,
    format: Literal["markdown", "pdf"] = "markdown",
) -> Response:
    """Export an answer with its sources as a file."""
    answer = written(*await assistant.kept_answer(user, thread, message))
    if format == "pdf":
        content = await to_thread.run_sync(pdf, answer, limiter=context.exporting)
        return _file(content, "application/pdf", file_name(answer, "pdf"))
    return _file(markdown(answer).encode(), "text/markdown; charset=utf-8", file_name(answer, "md"))


def _file(content: bytes, media_type: str, name: str) -> Response:
    """Return a file to be saved by the browser, never to be shown within our origin."""
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}", "X-Content-Type-Options": "nosniff"}
    return Response(content, media_type=media_type, headers=headers)


@router.get(THREAD + "/summary")
async def get_summary(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """Get the summary of a thread.

    The model writes it when a conversation is longer than its prompts; `null` when there is none.
    """
    kept = await assistant.summary(user, thread)
    return {"summary": render.summary(kept) | {"text": kept.text} if kept else None}


@router.get(THREAD + "/instructions")
async def list_instructions(user: Asker, assistant: TheAssistant, thread: PathId) -> Json:
    """List the standing instructions of a thread.

    These are what messages ask of every answer, oldest first.
    """
    return {"instructions": [render.instruction(each) for each in await assistant.instructions(user, thread)]}


@router.delete(THREAD + "/instructions/{instruction:identifier}")
async def delete_instruction(user: Asker, assistant: TheAssistant, thread: PathId, instruction: PathId) -> Json:
    """Remove a standing instruction.

    It is followed no more; the message that gives it stays.
    """
    await assistant.remove_instruction(user, thread, instruction)
    return {"id": instruction, "deleted": True}
