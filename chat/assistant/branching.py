"""Questions that were edited: their forms, and which of them a thread goes on from."""

from __future__ import annotations

from contextlib import suppress

from chat.assistant.keeping import Keeping
from chat.domain import Branch, Receipt, User
from chat.errors import EmbeddingFailed, IndexFailed


class Branching(Keeping):
    """Forms of questions, by thread."""

    async def branches(self, user: User, thread: str) -> dict[str, list[Branch]]:
        """Return the forms of each question that has several, by the question's id, in the order in which they were asked."""
        await self._own(user, thread)
        return await self._rows.branches.listed(thread)

    async def forms(self, user: User, thread: str, message: str) -> list[Branch]:
        """Return the forms of one message, which has a single form unless it is a question that was edited."""
        await self._own(user, thread)
        return await self._rows.branches.of(thread, message)

    async def switch_branch(self, user: User, thread: str, message: str, form: int) -> list[Branch]:
        """Go on from another form of a question, with what was said behind that one; return all forms of the question.

        What was said behind the present one is put away. NotFound when there is no such form.
        """
        row = await self._own(user, thread)
        if await self._rows.branches.switch(thread, message, form):
            await self._parts.running_answers.end_changed(thread, message)
            await self._end_taken_back(thread)
            with suppress(EmbeddingFailed, IndexFailed):  # then the next question makes up for it
                await self._parts.memory.settle(thread, restored=message)
            await self._parts.leftovers.clean()
            self._parts.summarising.later(user, row)
        return await self._rows.branches.of(thread, message)

    async def delete_branch(self, user: User, thread: str, message: str, form: int) -> Receipt:
        """Delete a form of a question. Conflict for the form that the thread goes on from, NotFound when there is none."""
        await self._own(user, thread)
        messages = await self._rows.branches.delete(thread, message, form)
        await self._parts.leftovers.clean()
        left = await self.forms(user, thread, message)
        return Receipt(messages=messages, verified=all(each.form != form for each in left))
