"""Documents as MCP resources: the text of each under a URI of its own."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import quote, unquote

from mcp.types import Resource, ResourceTemplate

from chat.api.mcp.tools import Desk
from chat.api.paging import all_of
from chat.domain import Document, DocumentStatus
from chat.errors import NotFound

_THREADS = 20
"""Threads whose documents are listed on one page."""
_PAGE = 200
"""Libraries or documents that are read at a time."""
_ADDRESS = re.compile(r"threadwise://(?:threads|libraries)/([^/?#]+)/documents/([^/?#]+)")

TEMPLATES = [
    ResourceTemplate(
        uriTemplate=f"threadwise://{holders}/{{{holder}}}/documents/{{document}}",
        name=f"document of a {holder}",
        description="The text of a document; ids are percent-encoded.",
        mimeType="text/plain",
    )
    for holders, holder in (("threads", "thread"), ("libraries", "library"))
]


async def listed(desk: Desk, cursor: str | None) -> tuple[list[Resource], str | None]:
    """Return a page of resources and the next cursor: the documents of some threads, on the first page after those of all
    libraries. A page may be empty although others follow."""
    assistant, user = desk.application.assistant, desk.user
    found: list[Resource] = []
    if cursor is None:
        found += await _of_libraries(desk)
    threads, following = await assistant.threads(user, None, _THREADS, cursor)
    for thread in threads:
        found += await _documents(desk, "threads", thread.id, thread.name or thread.id)
    return found, following


async def _of_libraries(desk: Desk) -> list[Resource]:
    found: list[Resource] = []
    for library in await all_of(partial(desk.application.assistant.libraries, desk.user, _PAGE)):
        found += await _documents(desk, "libraries", library.id, library.name)
    return found


async def text(desk: Desk, address: str) -> str:
    """Return the text of the document at a URI; raises NotFound if there is none that the user may read."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise NotFound("There is no such document.")
    holder, document = (unquote(part) for part in match.groups())
    return await desk.application.assistant.document_text(desk.user, holder, document)


async def _documents(desk: Desk, holders: str, holder: str, name: str) -> list[Resource]:
    """Return the documents of a thread or library; none if it was deleted in the meantime."""
    try:
        documents = await all_of(partial(desk.application.assistant.documents, desk.user, holder, _PAGE))
    except NotFound:
        return []
    return [_resource(holders, holder, name, each) for each in documents if each.status is not DocumentStatus.FAILED]


def _resource(holders: str, holder: str, name: str, document: Document) -> Resource:
    return Resource.model_validate(
        {
            "uri": f"threadwise://{holders}/{quote(holder, safe='')}/documents/{quote(document.id, safe='')}",
            "name": document.name,
            "description": f"In “{name}”, {document.characters:,} characters of text.",
            "mimeType": "text/plain",
        }
    )
