"""Documents as resources: the text of each under an address of its own."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from mcp.types import Resource, ResourceTemplate

from chat.api.mcp.tools import Desk
from chat.domain import Document, DocumentStatus
from chat.errors import NotFound

_PAGE = 20
"""Threads whose documents are on one page."""
_MOST = 200
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
    """A page: the documents of some threads, and first of all those of the libraries. It may be empty with others to follow."""
    assistant, user = desk.application.assistant, desk.user
    found: list[Resource] = []
    if cursor is None:
        found += await _of_libraries(desk)
    threads, following = await assistant.threads(user, None, _PAGE, cursor)
    for thread in threads:
        found += await _documents(desk, "threads", thread.id, thread.name or thread.id)
    return found, following


async def _of_libraries(desk: Desk) -> list[Resource]:
    found: list[Resource] = []
    cursor: str | None = None
    while True:
        libraries, cursor = await desk.application.assistant.libraries(desk.user, _MOST, cursor)
        for library in libraries:
            found += await _documents(desk, "libraries", library.id, library.name)
        if cursor is None:
            return found


async def text(desk: Desk, address: str) -> str:
    """NotFound for what is no document, or somebody else's."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise NotFound("There is no such document.")
    holder, document = (unquote(part) for part in match.groups())
    return await desk.application.assistant.document_text(desk.user, holder, document)


async def _documents(desk: Desk, holders: str, holder: str, name: str) -> list[Resource]:
    """None of a holder that is deleted meanwhile."""
    found: list[Resource] = []
    cursor: str | None = None
    while True:
        try:
            documents, cursor = await desk.application.assistant.documents(desk.user, holder, _MOST, cursor)
        except NotFound:
            return []
        found += [_resource(holders, holder, name, each) for each in documents if each.status is not DocumentStatus.FAILED]
        if cursor is None:
            return found


def _resource(holders: str, holder: str, name: str, document: Document) -> Resource:
    return Resource.model_validate(
        {
            "uri": f"threadwise://{holders}/{quote(holder, safe='')}/documents/{quote(document.id, safe='')}",
            "name": document.name,
            "description": f"In “{name}”, {document.characters:,} characters of text.",
            "mimeType": "text/plain",
        }
    )
