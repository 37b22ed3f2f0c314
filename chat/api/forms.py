"""Parse forms with files. A form that was cut off is refused, whereas Starlette would accept the part that arrived."""

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
    """Multipart parser that accepts a form only if its closing boundary has arrived."""

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
    """Yield the form of a request; it is empty if the request has none. Large files are on disk, and removed with the context.
    Raises BadRequest if the form can't be read, TooManyFiles if it has more files than `max_files`."""
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
