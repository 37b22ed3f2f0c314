"""Branches of a thread: earlier forms of an edited question, each archived with all messages that followed it.

An archived form is one row, which is not searched, recalled, shared or exported. It is deleted with its question and its
thread, and what it shows of deleted documents and messages is removed with these (see `Traces`).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from operator import itemgetter
from typing import Any

from sqlalchemy import Column, Row, Table, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chat.database.schema import UtcTime, branches, elements, feedback, instructions, messages, steps
from chat.domain import Branch
from chat.errors import Conflict, NotFound
from chat.text import title_of
from chat.threads.analytics.inquiries import forget_question
from chat.threads.conversations.answers import without_answer
from chat.threads.conversations.conversations import UNCHANGED, retitle, take_back, take_sequence
from chat.threads.conversations.summaries import forget
from chat.threads.queries.storing import BATCH, batches

Json = dict[str, Any]  # Any: rows hold JSON

MOST_FORMS = 20
"""Most archived forms of one question; when there are more, the oldest is deleted."""
_WORDS = ("id", "content", "rewritten", "changed", "recalled")
"""Columns of the question's row that belong to a form; the others stay with the message."""
_BESIDE = (steps, elements, feedback, instructions)
_BELOW = (*_BESIDE, branches)
"""Tables whose rows are archived besides the messages, in an order of insertion that foreign keys allow."""
_NO_FORM = "There is no such form of this question."
_THIS_ONE = "The conversation goes on from this form of the question. Switch to another one first."


class Branches:
    """Stores the forms of questions in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def listed(self, thread: str) -> dict[str, list[Branch]]:
        """Return the forms of each question that has more than one, by message id; forms are in the order they were asked."""
        async with self._engine.connect() as connection:
            edited = select(branches.c.message_id).where(branches.c.thread_id == thread).distinct()
            return {id: await _forms(connection, thread, id) for id in (await connection.execute(edited)).scalars()}

    async def of(self, thread: str, message: str) -> list[Branch]:
        """Return the forms of a message: one, unless it is an edited question. Raises NotFound when there is no such message."""
        async with self._engine.connect() as connection:
            return await _forms(connection, thread, message)

    async def edit(self, thread: str, message: str, content: str, keep: bool) -> int:
        """Call `edit` in a transaction of its own."""
        async with self._engine.begin() as connection:
            return await edit(connection, thread, message, content, keep)

    async def switch(self, thread: str, message: str, form: int) -> bool:
        """Make another form of a question the current one and archive the present one.

        Returns False when the form is already the current one. Raises NotFound when there is no such form.
        """
        async with self._engine.begin() as connection:
            question = await _held(connection, thread, message)
            if question.form == form:
                return False
            here = *_of(thread, message), branches.c.form == form
            wanted = (await connection.execute(select(branches).where(*here))).one_or_none()
            if wanted is None:
                raise NotFound(_NO_FORM)
            await connection.execute(delete(branches).where(*here))
            await _put_away(connection, question)
            await forget(connection, thread, message)
            await forget_question(connection, thread, message)
            await take_back(connection, thread, messages.c.sequence > question.sequence)
            await _put_back(connection, thread, wanted)
            await retitle(connection, thread, title_of(question.content), title_of(wanted.content))
            return True

    async def delete(self, thread: str, message: str, form: int) -> int:
        """Delete an archived form and return how many messages were deleted, including the question.

        Raises Conflict for the current form, NotFound when there is no such form.
        """
        async with self._engine.begin() as connection:
            here = *_of(thread, message), branches.c.form == form
            gone = (await connection.execute(delete(branches).where(*here).returning(branches.c.messages))).scalar_one_or_none()
            if gone is None:
                left = await _forms(connection, thread, message)
                raise Conflict(_THIS_ONE) if any(each.form == form for each in left) else NotFound(_NO_FORM)
            return int(gone) + 1


async def edit(connection: AsyncConnection, thread: str, message: str, content: str, keep: bool) -> int:
    """Change a message's text and retract all later messages; return how many those were.

    With `keep`, the former text of a user's question and the messages after it are archived as a branch. Raises NotFound when
    there is no such message.
    """
    said = await _held(connection, thread, message)
    if keep and said.role == "user":
        await _put_away(connection, said)
    values = {"content": content, "recall": "pending", "interrupted": False, "display": without_answer(said.display), **UNCHANGED}
    here = messages.c.thread_id == thread, messages.c.id == message
    await connection.execute(update(messages).where(*here).values(values))
    await forget(connection, thread, message)
    await forget_question(connection, thread, message)
    taken = await take_back(connection, thread, messages.c.sequence > said.sequence)
    await retitle(connection, thread, title_of(said.content), title_of(content))
    return taken


async def _put_away(connection: AsyncConnection, question: Row[Any]) -> None:  # Any: a row by its statement
    """Archive the current form of a question with all messages after it; what is said there next is another form.

    The caller retracts the later messages, with their other forms, in the same transaction.
    """
    thread, message = question.thread_id, question.id
    said = (await connection.execute(select(messages).where(*_behind(thread, question)))).all()
    beside = steps.c.thread_id == thread, steps.c.sequence > question.sequence
    drawn = (await connection.execute(select(steps).where(*beside))).all()
    behind = {row.id for row in (*said, *drawn)}
    kept = {
        "messages": said,
        "steps": drawn,
        "elements": await _among(connection, elements, thread, elements.c.for_id, behind),
        "feedback": await _among(connection, feedback, thread, feedback.c.for_id, behind),
        "instructions": await _among(connection, instructions, thread, instructions.c.message_id, {*behind, message}),
        "branches": await _among(connection, branches, thread, branches.c.message_id, behind),
    }
    row = {
        "thread_id": thread,
        "message_id": message,
        "form": question.form,
        "content": question.content,
        "messages": len(said),
        "kept": {
            "question": {name: _plain(question)[name] for name in _WORDS},
            **{name: [_plain(each) for each in rows] for name, rows in kept.items()},
        },
    }
    await connection.execute(insert(branches).values(row))
    for table in _BESIDE:
        await _remove(connection, table, thread, [row.id for row in kept[table.name]])
    forms = (await connection.execute(select(branches.c.form).where(*_of(thread, message)).order_by(branches.c.form))).scalars()
    known = list(forms)
    here = messages.c.thread_id == thread, messages.c.id == message
    await connection.execute(update(messages).where(*here).values(form=known[-1] + 1))
    if len(known) >= MOST_FORMS:
        await connection.execute(delete(branches).where(*_of(thread, message), branches.c.form == known[0]))


async def _put_back(connection: AsyncConnection, thread: str, branch: Row[Any]) -> None:  # Any: a row by its statement
    """Restore an archived form with its messages.

    The messages get new positions after everything said since, so that a share link created earlier does not show them.
    """
    kept, question = branch.kept, branch.message_id
    rows = {table.name: [_typed(table, each) for each in kept[table.name]] for table in (messages, *_BELOW)}
    lines = sorted([*rows["messages"], *rows["steps"]], key=itemgetter("sequence"))
    for sequence, line in enumerate(lines, start=await take_sequence(connection, thread, len(lines))):
        line["sequence"] = sequence
    for said in rows["messages"]:
        said["recall"] = "none" if said["recall"] == "none" else "pending"
    here = messages.c.thread_id == thread, messages.c.id == question
    await connection.execute(update(messages).where(*here).values(**kept["question"], form=branch.form, recall="pending"))
    await connection.execute(
        delete(instructions).where(instructions.c.thread_id == thread, instructions.c.message_id == question)
    )
    for table in (messages, *_BELOW):
        await _replace(connection, table, thread, rows[table.name])


async def _replace(connection: AsyncConnection, table: Table, thread: str, rows: Sequence[Json]) -> None:
    """Insert rows, replacing rows of the same ids: retracted messages stay until their chunks are removed."""
    if "id" in table.c:
        await _remove(connection, table, thread, [each["id"] for each in rows])
    for start in range(0, len(rows), BATCH):
        await connection.execute(insert(table), rows[start : start + BATCH])


async def _remove(connection: AsyncConnection, table: Table, thread: str, ids: Sequence[str]) -> None:
    for batch in batches(ids):
        await connection.execute(delete(table).where(table.c.thread_id == thread, table.c.id.in_(batch)))


async def _among(
    connection: AsyncConnection, table: Table, thread: str, column: Column[Any], ids: AbstractSet[str]
) -> list[Row[Any]]:
    """Return the rows of a thread whose `column` is one of `ids`."""
    rows = (await connection.execute(select(table).where(table.c.thread_id == thread))).all()
    return [row for row in rows if row._mapping[column.name] in ids]


async def _forms(connection: AsyncConnection, thread: str, message: str) -> list[Branch]:
    said = await _said(connection, thread, message)
    behind = select(func.count()).select_from(messages).where(*_behind(thread, said))
    count = int((await connection.execute(behind)).scalar_one())
    columns = branches.c.form, branches.c.content, branches.c.messages
    others = (await connection.execute(select(*columns).where(*_of(thread, message)))).all()
    forms = [Branch(*row, current=False) for row in others]
    return sorted([*forms, Branch(said.form, said.content, count, current=True)], key=lambda each: each.form)


async def _said(connection: AsyncConnection, thread: str, message: str) -> Row[Any]:  # Any: as above
    here = messages.c.thread_id == thread, messages.c.id == message, messages.c.recall != "gone"
    said = (await connection.execute(select(messages).where(*here))).one_or_none()
    if said is None:
        raise NotFound("There is no such message.")
    return said


async def _held(connection: AsyncConnection, thread: str, message: str) -> Row[Any]:  # Any: as above
    """Return the message's row as `_said` does, locked: concurrent edits, switches and deletes wait for this transaction."""
    here = messages.c.thread_id == thread, messages.c.id == message
    await connection.execute(update(messages).where(*here).values(form=messages.c.form))  # takes the row's lock
    return await _said(connection, thread, message)


def _behind(thread: str, question: Row[Any]) -> tuple[Any, ...]:  # Any: column expressions
    return messages.c.thread_id == thread, messages.c.recall != "gone", messages.c.sequence > question.sequence


def _of(thread: str, message: str) -> tuple[Any, Any]:  # Any: column expressions
    return branches.c.thread_id == thread, branches.c.message_id == message


def _plain(row: Row[Any]) -> Json:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row._mapping.items()}


def _typed(table: Table, row: Json) -> Json:
    """Convert a stored JSON row into column values, dropping columns that the table does not have."""
    known = {name: value for name, value in row.items() if name in table.c}
    times = {name for name in known if isinstance(table.c[name].type, UtcTime)}
    return {name: datetime.fromisoformat(value) if name in times and value else value for name, value in known.items()}
