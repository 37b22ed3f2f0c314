"""Removal of what is stored besides messages and documents when these are deleted: sources shown, ratings, steps, responses."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Table, Text, cast, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import branches, documents, elements, feedback, messages, steps, threads
from chat.domain import Version
from chat.threads.conversations.answers import CORNER
from chat.threads.replies import Replies, concerned, owner_of

Json = Any  # Any: JSON of the web chat's own shape, searched here for lists of `passages`

_A_FILE = "a deleted file"
_NO_WORDS = frozenset({"id", "type", "display", "mime", "language", "parentId", "forId"})
"""Keys whose values control rendering and are not text, so that a file named `run` or `text` does not alter them."""


class Traces:
    """Removes elements, ratings, steps and shown passages that belong to deleted messages and documents."""

    def __init__(self, engine: AsyncEngine, replies: Replies) -> None:
        self._engine = engine
        self._replies = replies

    async def forget(
        self, thread: str, gone: Collection[str], changed: Collection[str] = (), restored: str | None = None
    ) -> None:
        """Remove what belongs to the deleted messages `gone`, and all shown passages of these and of what `changed`.

        Passages of the message `restored` stay in the sources that the thread itself shows, as its text is again what they quote.
        """
        if not gone and not changed:
            return
        async with self._engine.begin() as connection:
            shown = {*gone, *await _runs(connection, thread, gone)}
            for table, column in ((elements, elements.c.for_id), (feedback, feedback.c.for_id), (steps, steps.c.id)):
                await connection.execute(delete(table).where(table.c.thread_id == thread, column.in_(shown)))
            await _take_out(connection, [thread], None, {*gone, *changed} - {restored})
            await _take_out(connection, _others(thread), thread, {*gone, *changed})
        await self._replies.forget(thread, {*gone, *changed})

    async def forget_shown(self, thread: str, to_others: bool = False) -> None:
        """Remove all passages of a thread or library from the sources shown in other threads.

        With `to_others`, only threads of users other than its owner are changed.
        """
        among = _others(thread).where(threads.c.user_id != owner_of(thread)) if to_others else _others(thread)
        async with self._engine.begin() as connection:
            await _take_out(connection, among, thread, None)
            named = select(threads.c.name).where(threads.c.id == thread, threads.c.kind == "library")
            called = (await connection.execute(named)).scalar_one_or_none()
        await self._replies.forget(thread, {thread}, [called] if called else ())

    async def forget_versions(self, thread: str, document: str, now: Version) -> None:
        """Remove a document's passages from answers older than its current version `now`, when an earlier version is deleted."""
        async with self._engine.begin() as connection:
            await _take_out(connection, [thread], None, {document}, now.created_at)
            await _take_out(connection, _others(thread), thread, {document}, now.created_at)
        await self._replies.forget(thread, {document})

    async def forget_names(self, thread: str, names: Collection[str]) -> None:
        """Replace names of deleted files in what the page shows: reading progress, file chips and the thread's name.

        Names of files that still exist are left as they are.
        """
        if not names:
            return
        async with self._engine.begin() as connection:
            held = await connection.execute(select(documents.c.name).where(documents.c.thread_id == thread))
            without = _without({*names}, {*held.scalars()})
            for table in (steps, elements):
                for row in (
                    await connection.execute(select(table.c.id, table.c.display).where(table.c.thread_id == thread))
                ).all():
                    kept = _unnamed(row.display, without)
                    if kept != row.display:
                        await connection.execute(update(table).where(table.c.id == row.id).values(display=kept))
            await _alter_branches(connection, [thread], None, lambda kept: _unnamed_branch(kept, without))
            called = (await connection.execute(select(threads.c.name).where(threads.c.id == thread))).scalar_one_or_none()
            if called is not None and without(called) != called:
                await connection.execute(update(threads).where(threads.c.id == thread).values(name=without(called)))
        await self._replies.forget(thread, (), called=names)


async def _runs(connection: AsyncConnection, thread: str, gone: Collection[str]) -> set[str]:
    """Return the ids of the runs that messages started or were produced by, which hold their text and to which ratings refer."""
    said = select(messages.c.display).where(messages.c.thread_id == thread, messages.c.id.in_(gone))
    out_of = {display.get("parentId") for display in (await connection.execute(said)).scalars()}
    rows = (await connection.execute(select(steps.c.id, steps.c.display).where(steps.c.thread_id == thread))).all()
    return {row.id for row in rows if row.id in out_of or row.display.get("parentId") in gone}


def _without(gone: AbstractSet[str], held: AbstractSet[str]) -> Callable[[str], str]:
    """Return a function that replaces the names of deleted files in a text.

    A name is left where it is part of a word or of the longer name of a file that still exists.
    """
    longest_first = sorted(gone | held, key=len, reverse=True)
    named = re.compile(f"(?<![0-9A-Za-z])(?:{'|'.join(map(re.escape, longest_first))})(?![0-9A-Za-z])")
    return lambda text: named.sub(lambda match: match[0] if match[0] in held else _A_FILE, text)


def _unnamed(shown: Json, without: Callable[[str], str]) -> Json:
    if isinstance(shown, list):
        return [_unnamed(one, without) for one in shown]
    if isinstance(shown, dict):
        return {key: value if key in _NO_WORDS else _unnamed(value, without) for key, value in shown.items()}
    return without(shown) if isinstance(shown, str) else shown


def _others(thread: str) -> Any:  # Any: a statement's type repeats its columns
    """Return the statement for the ids of other threads that may show passages of this one."""
    return select(threads.c.id).where(threads.c.id != thread, concerned(threads.c.user_id, thread))


async def _take_out(
    connection: AsyncConnection,
    among: Any,  # Any: ids of threads, or a statement that gives them
    place: str | None,
    parents: AbstractSet[str] | None,
    before: datetime | None = None,
) -> None:
    """Remove passages from the elements and answer records of these threads; with `before`, only from older ones.

    The answers themselves stay.
    """
    for row in (await connection.execute(_shown(elements, among, place, before))).all():
        kept = _element_without(row.display, parents, place)
        if kept != row.display:
            await connection.execute(update(elements).where(elements.c.id == row.id).values(display=kept))
    for row in (await connection.execute(_shown(messages, among, place, before))).all():
        kept = _answer_without(row.display, parents, place)
        if kept != row.display:
            here = messages.c.thread_id == row.thread_id, messages.c.id == row.id
            await connection.execute(update(messages).where(*here).values(display=kept))
    await _alter_branches(connection, among, place, lambda kept: _branch_without(kept, parents, place, before))


def _element_without(display: Json, parents: AbstractSet[str] | None, place: str | None) -> Json:
    kept = without_passages(display, parents, place)
    if kept == display or "follow_ups" not in (kept.get("props") or {}):
        return kept
    return {**kept, "props": {**kept["props"], "follow_ups": [], "note": None, "covered": None}}


def _answer_without(display: Json, parents: AbstractSet[str] | None, place: str | None) -> Json:
    answer = display.get(CORNER)
    if not answer:
        return display
    shown = {name: answer.get(name, []) for name in ("passages", "suggested_by")}
    left = {name: without_passages(each, parents, place) for name, each in shown.items()}
    if left == shown:
        return display
    return {**display, CORNER: {**answer, **left, "follow_ups": [], "note": None}}  # both were derived from the passages


def _branch_without(kept: Json, parents: AbstractSet[str] | None, place: str | None, before: datetime | None) -> Json:
    """Return an archived branch without these passages, except passages of messages that the branch itself contains."""
    if place is None and parents is not None:
        parents = parents - {said["id"] for said in kept["messages"]} - {kept["question"]["id"]}

    def left(rows: Json, without: Callable[[Json, AbstractSet[str] | None, str | None], Json]) -> Json:
        return [
            {**each, "display": without(each["display"], parents, place)}
            if before is None or datetime.fromisoformat(each["created_at"]) < before
            else each
            for each in rows
        ]

    return {
        **kept,
        "messages": left(kept["messages"], _answer_without),
        "elements": left(kept["elements"], _element_without),
        "branches": [{**each, "kept": _branch_without(each["kept"], parents, place, before)} for each in kept["branches"]],
    }


def _unnamed_branch(kept: Json, without: Callable[[str], str]) -> Json:
    return {
        **kept,
        "steps": _unnamed(kept["steps"], without),
        "elements": _unnamed(kept["elements"], without),
        "branches": [{**each, "kept": _unnamed_branch(each["kept"], without)} for each in kept["branches"]],
    }


async def _alter_branches(
    connection: AsyncConnection, among: Any, place: str | None, alter: Callable[[Json], Json]
) -> None:  # Any: as above
    found = select(branches).where(branches.c.thread_id.in_(among), *_naming(branches.c.kept, place))
    for row in (await connection.execute(found)).all():
        kept = alter(row.kept)
        if kept != row.kept:
            here = branches.c.thread_id == row.thread_id, branches.c.message_id == row.message_id, branches.c.form == row.form
            await connection.execute(update(branches).where(*here).values(kept=kept))


def _shown(table: Table, among: Any, place: str | None, before: datetime | None) -> Any:  # Any: as above
    columns = table.c.thread_id, table.c.id, table.c.display
    found = select(*columns).where(table.c.thread_id.in_(among), *_naming(table.c.display, place))
    return found if before is None else found.where(table.c.created_at < before)


def _naming(column: Column[Any], place: str | None) -> tuple[Any, ...]:  # Any: as above
    """Return a condition that narrows down the rows: JSON that shows passages of another thread or library contains its id."""
    return () if place is None else (cast(column, Text).contains(place, autoescape=True),)


def without_passages(shown: Json, parents: AbstractSet[str] | None, place: str | None = None) -> Json:
    """Return JSON without the passages of these documents and messages, at any depth, and without groups that became empty.

    `place` is the id of the thread or library the passages come from, `None` for the thread that shows them. If `parents` is
    `None`, all passages of `place` are removed.
    """
    if isinstance(shown, list):
        return [kept for kept in (without_passages(one, parents, place) for one in shown) if kept is not None]
    if not isinstance(shown, dict):
        return shown
    if "parent" in shown and shown.get("place") == place and (parents is None or shown["parent"] in parents):
        return None
    kept = {key: without_passages(value, parents, place) for key, value in shown.items()}
    return None if "passages" in kept and not kept["passages"] and shown["passages"] else kept
