"""Copies of uploads that Chainlit keeps while a page is open: they are deleted as soon as the document is stored.

Otherwise a copy would outlive the deletion of its document, and a killed server would leave it forever.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Collection
from pathlib import Path
from typing import Any, cast

import chainlit as cl
from chainlit.context import context
from chainlit.element import Element
from chainlit.session import BaseSession, WebsocketSession, ws_sessions_id
from chainlit.types import FileReference

from chat.errors import NotFound

_MOVED = "moved"
"""Key, in Chainlit's record of an upload, of the URL of the document made from it."""
_MISSING = "missing_files"


def keep_no_copies() -> None:
    """Keep Chainlit from writing the properties of elements, including passages, to files; the page does not need these files."""

    async def persist_file(self: BaseSession, *_: object, **__: object) -> FileReference:
        return {"id": str(uuid.uuid4())}

    BaseSession.persist_file = persist_file  # type: ignore[method-assign] # it offers no hook


def taken_over(element: Element, url: str) -> None:
    """Delete the copy of an upload that has become a document, and link its chip on the open page to the document."""
    noted = _noted(cl.context.session, element.chainlit_key)
    if noted is not None and element.path is not None:
        noted[_MOVED] = url
        Path(element.path).unlink(missing_ok=True)


def was_taken_over(element: Element) -> bool:
    noted = _noted(context.session, element.chainlit_key)
    return noted is not None and _MOVED in noted


def moved_to(session: WebsocketSession, file: str) -> str | None:
    """Return the URL of the document made from an upload; `None` while there is none."""
    noted = _noted(session, file)
    return noted.get(_MOVED) if noted is not None else None


def wait(session: WebsocketSession) -> bool:
    """Return whether the session has uploads that have not been sent yet."""
    return any(_MOVED not in noted for noted in session.files.values())


def held(session: WebsocketSession) -> list[str]:
    """Return the ids of the uploads of the session's user that have not been sent yet."""
    sessions = (other for other in ws_sessions_id.values() if other is session or is_same_user(session, other))
    return [file for each in sessions for file, noted in each.files.items() if _MOVED not in noted]


def come_along(session: WebsocketSession, file: str) -> bool:
    """Return whether an upload can be sent in this session, moving it here from another session of the same user if necessary.

    The message box keeps unsent uploads when another conversation is opened, which has another session.
    """
    if file in session.files:
        return True
    theirs = (other for other in ws_sessions_id.values() if is_same_user(session, other))
    left = next((other for other in theirs if _MOVED not in other.files.get(file, {_MOVED: ""})), None)
    if left is None:
        return False
    place = session.files_dir / file
    place.parent.mkdir(exist_ok=True)
    session.files[file] = {**left.files[file], "path": Path(left.files[file]["path"]).replace(place)}
    del left.files[file]
    return True


def is_same_user(one: BaseSession, other: BaseSession) -> bool:
    return bool(one.user and other.user and one.user.identifier == other.user.identifier)


def missing_files(many: int) -> dict[str, object]:
    """Return the metadata of a message sent with `many` uploads that the server no longer has."""
    return {_MISSING: many} if many > 0 else {}


def check_all_came(message: cl.Message) -> None:
    """Raise NotFound, once, when files that were sent with the message are missing."""
    many = (message.metadata or {}).pop(_MISSING, 0)
    if many:
        what, them = ("A file", "it") if many == 1 else (f"{many} files", "them")
        raise NotFound(f"{what} did not come along: the server does not have {them} any more. Add {them} and ask again.")


def forget_dead(folder: Path, alive: Collection[str]) -> int:
    """Delete the folders of ended sessions, also of those killed with the server; return how many there were."""
    dead = [place for place in folder.iterdir() if place.name not in alive] if folder.is_dir() else []
    for place in dead:
        shutil.rmtree(place, ignore_errors=True)
    return len(dead)


def _noted(session: Any, file: str | None) -> dict[str, Any] | None:  # Any: Chainlit has two kinds of session and loose dicts
    return cast("dict[str, Any] | None", session.files.get(file)) if file is not None else None
