"""Forms of an edited question: what stood there before, with everything that was said behind it, put away until it is wanted.

What is put away is one row, which nothing searches, recalls, shares or exports. It goes with its question and its thread, and
what it shows of deleted documents and messages goes with these (`Traces`).
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
from chat.threads.answers import without_answer
from chat.threads.conversations import UNCHANGED, retitle, take_back, take_sequence
from chat.threads.inquiries import forget_question
from chat.threads.storing import BATCH, batches
from chat.threads.summaries import forget

Json = dict[str, Any]  # Any: rows hold JSON

MOST_FORMS = 20
"""Of one question; of more, the oldest goes."""
_WORDS = ("id", "content", "rewritten", "changed", "recalled")
"""Columns of the question that are its form; the others stay with the message."""
_BESIDE = (steps, elements, feedback, instructions)
_BELOW = (*_BESIDE, branches)
"""What is put back as it was, in an order that foreign keys allow."""
_NO_FORM = "There is no such form of this question."
_THIS_ONE = "The conversation goes on from this form of the question. Switch to another one first."


class Branches:
    """Forms of questions over SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def listed(self, thread: str) -> dict[str, list[Branch]]:
        """By question, of those that have more than one form, in the order in which they were asked."""
        async with self._engine.connect() as connection:
            edited = select(branches.c.message_id).where(branches.c.thread_id == thread).distinct()
            return {id: await _forms(connection, thread, id) for id in (await connection.execute(edited)).scalars()}

    async def of(self, thread: str, message: str) -> list[Branch]:
        """Of one message, which has a single form unless it is a question that was edited. NotFound when there is none."""
        async with self._engine.connect() as connection:
            return await _forms(connection, thread, message)

    async def edit(self, thread: str, message: str, content: str, keep: bool) -> int:
        """`edit`, in a transaction of its own."""
        async with self._engine.begin() as connection:
            return await edit(connection, thread, message, content, keep)

    async def switch(self, thread: str, message: str, form: int) -> bool:
        """Go on from another form; the present one is put away. False when it is this one; NotFound when there is none."""
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
        """Forget a form that was put away; how many messages went with it. Conflict for the one the thread goes on from."""
        async with self._engine.begin() as connection:
            here = *_of(thread, message), branches.c.form == form
            gone = (await connection.execute(delete(branches).where(*here).returning(branches.c.messages))).scalar_one_or_none()
            if gone is None:
                left = await _forms(connection, thread, message)
                raise Conflict(_THIS_ONE) if any(each.form == form for each in left) else NotFound(_NO_FORM)
            return int(gone) + 1


async def edit(connection: AsyncConnection, thread: str, message: str, content: str, keep: bool) -> int:
    """A message says something else, and what was said behind it is taken back: how many messages. NotFound when there is none.

    With `keep`, a question and what followed it are put away as a branch.
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
    """Put the present form of a question away with all that was said behind it; what is said there next is another form.

    The caller takes the messages behind it back in the same transaction, with their other forms.
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
    """Everything of a form stands where it stood; its messages are behind all that was said since, so that no link to the thread
    as it was then shows them."""
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
    """Insert, in place of what still stands there: messages that were taken back wait for their chunks to go."""
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
    """Rows of the thread that belong to one of these."""
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
    """`_said`, and whoever else edits the message, switches its form or deletes it waits until this transaction has ended."""
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
    """Of the columns that the table has today."""
    known = {name: value for name, value in row.items() if name in table.c}
    times = {name for name in known if isinstance(table.c[name].type, UtcTime)}
    return {name: datetime.fromisoformat(value) if name in times and value else value for name, value in known.items()}
