"""Routes for libraries. The routes for the documents in them are those of threads, in `documents`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, StrictBool

from chat.api import render
from chat.api.bodies import Body, Text
from chat.api.context import Asker, PathId, TheAssistant
from chat.api.paths import LIBRARY
from chat.api.threads import Cursor, Limit
from chat.api.types import Identifier, Json

router = APIRouter(tags=["libraries"])

LibraryName = Annotated[
    Text, Field(max_length=200, description="Unique among your libraries.", json_schema_extra={"minLength": 1, "pattern": r"\S"})
]


class NewLibrary(Body):
    name: LibraryName
    id: Identifier | None = Field(None, description="An id of your choice. Default: a UUID.")


class LibraryChange(Body):
    name: LibraryName | None = None
    shared: StrictBool | None = Field(None, description="Whether every member may read and attach the library. For admins only.")


@router.post("/libraries", status_code=201)
async def create_library(user: Asker, assistant: TheAssistant, new: NewLibrary) -> Json:
    """Create a library."""
    return render.library(await assistant.create_library(user, new.name, new.id))


@router.get("/libraries")
async def list_libraries(user: Asker, assistant: TheAssistant, limit: Limit = 50, cursor: Cursor = None) -> Json:
    """List your libraries and those that are shared with you.

    They are ordered by name.
    """
    found, following = await assistant.libraries(user, limit, cursor)
    return {"libraries": [render.library(each) for each in found], "next_cursor": following}


@router.get(LIBRARY)
async def get_library(user: Asker, assistant: TheAssistant, library: PathId) -> Json:
    """Get a library."""
    return render.library(await assistant.library(user, library))


@router.patch(LIBRARY)
async def change_library(user: Asker, assistant: TheAssistant, library: PathId, change: LibraryChange) -> Json:
    """Rename a library, or share it with every member."""
    return render.library(await assistant.change_library(user, library, change.name, change.shared))


@router.delete(LIBRARY)
async def delete_library(user: Asker, assistant: TheAssistant, library: PathId) -> Json:
    """Delete a library with all its documents.

    Threads that it is attached to no longer find anything in it.
    """
    return render.receipt(await assistant.delete_library(user, library))
