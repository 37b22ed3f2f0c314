"""Forms with files, as they are sent: one that was cut off is refused, where the framework takes what came of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from chat.errors import BadRequest, TooManyFiles

_MOST_FIELDS = 20
_CUT_OFF = "it ends in the middle. Nothing of it was taken; send it again."


class _Parser(MultiPartParser):
    """Takes a form for whole only when the line that closes it has come."""

    def __init__(self, request: Request, max_files: int) -> None:
        super().__init__(request.headers, self._to_its_end(request), max_files=max_files, max_fields=_MOST_FIELDS)
        self._is_whole = False

    async def _to_its_end(self, request: Request) -> AsyncGenerator[bytes, None]:
        async for piece in request.stream():
            yield piece
        if not self._is_whole:
            raise MultiPartException(_CUT_OFF)

    def on_end(self) -> None:
        self._is_whole = True


@asynccontextmanager
async def form_of(request: Request, max_files: int) -> AsyncIterator[FormData]:
    """Its files are on disk where they are large, and gone with the context. Empty for what is no form; BadRequest for one that
    can't be read, TooManyFiles for one with more."""
    form = await _read(request, max_files)
    try:
        yield form
    finally:
        await form.close()


async def _read(request: Request, max_files: int) -> FormData:
    if not request.headers.get("content-type", "").strip().casefold().startswith("multipart/form-data"):
        try:
            return await request.form(max_files=max_files, max_fields=_MOST_FIELDS)
        except HTTPException as error:
            raise BadRequest(f"The upload can't be read: {error.detail}") from error
    try:
        return await _Parser(request, max_files).parse()
    except MultiPartException as error:
        if "Too many files" in error.message:
            raise TooManyFiles("There are too many files in this upload.") from error
        raise BadRequest(f"The upload can't be read: {error.message}") from error
