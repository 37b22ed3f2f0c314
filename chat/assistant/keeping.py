"""Threads, libraries and messages: made, listed, changed, and deleted without a trace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from chat.assistant.choosing import MODEL, missing
from chat.assistant.parts import AssistantPart
from chat.assistant.scope import LIBRARIES, checked, refused, wrong
from chat.dialogue.speakers import speakers, spoken
from chat.domain import Draft, Elsewhere, Instruction, KeptAnswer, Library, Message, Receipt, Source, Summary, Thread, User
from chat.errors import Conflict, EmbeddingFailed, Forbidden, IndexFailed, InvalidRequest, NotFound, StorageFailed
from chat.index.base import Collection
from chat.ingestion.indexer import Removed
from chat.text import title_of

_MOST_NAME_CHARACTERS = 200
"""Of a library's name: it is a line in a menu."""
_SAID_BEFORE = 20
"""Messages that show, with the new ones, whether people take turns under names."""


class Keeping(AssistantPart):
    """What is said, and where."""

    async def create_thread(
        self,
        user: User,
        name: str | None = None,
        id: str | None = None,
        created_at: datetime | None = None,
        incognito: bool = False,
        settings: dict[str, object] | None = None,
    ) -> Thread:
        """Create a thread. Conflict when the id is taken, InvalidRequest for settings as in `update_thread`."""
        if settings:
            await self._check_settings(user, settings)
        chosen = {key: value for key, value in (settings or {}).items() if value is not None}
        now = created_at or self._parts.clock()
        thread = await self._rows.conversations.create(user.id, id, name, now, incognito, chosen)
        if incognito:
            self._parts.incognito.seen([thread.id])
        return thread

    async def ensure_thread(self, user: User, id: str, name: str | None = None, incognito: bool = False) -> Thread:
        """Return the user's thread of this id, created when there is none. NotFound when it is somebody else's."""
        owner = await self._rows.conversations.owner(id)
        if owner is None:
            with suppress(Conflict):  # another call has made it just now
                return await self.create_thread(user, name, id, incognito=incognito)
        return await self.thread(user, id)

    async def thread(self, user: User, thread: str) -> Thread:
        return await self._rows.conversations.get(user.id, thread)

    async def threads(
        self,
        user: User,
        query: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        archived: bool | None = False,
    ) -> tuple[list[Thread], str | None]:
        """Return a page of threads, pinned ones first, then last used first, with the cursor of the next page; `query` searches
        names, message text and documents. Without those that are put away, only those, or (`None`) all."""
        return await self._rows.conversations.listed(user.id, query, limit, cursor, archived)

    async def update_thread(
        self,
        user: User,
        thread: str,
        name: str | None = None,
        settings: dict[str, object] | None = None,
        pinned: bool | None = None,
        archived: bool | None = None,
    ) -> Thread:
        """Rename, pin, put away, or change the settings that are given; `None` puts one back to its default.

        InvalidRequest for a setting that is unknown or of a wrong type, for a library that the user does not have, and for a
        model that is not there, unless the thread's is sent back.
        """
        own = await self._own(user, thread)
        former = own.name
        if settings is not None:
            await self._check_settings(user, settings, own.settings.get(MODEL))
        now = self._parts.clock()
        changed = await self._rows.conversations.change(user.id, thread, name, settings, pinned and now, archived and now)
        if former and former != changed.name:
            await self._rows.replies.forget(thread, (), called=[former])
        return changed

    async def _check_settings(self, user: User, settings: Mapping[str, object], model: object = None) -> None:
        """Raise what refuses these settings. `model` is the one that the thread has, there or not: it may stay."""
        if (why := await self._unattachable(user, checked(settings).get(LIBRARIES))) is not None:
            raise refused(LIBRARIES, why)
        if settings.get(MODEL) != model and (why := self._no_model(settings)) is not None:
            raise refused(MODEL, why)

    async def wrong_settings(self, user: User, settings: Mapping[str, object]) -> dict[str, str]:
        """Return the settings for which `update_thread` would refuse them all, each with why; also for a thread without a row."""
        found = {name: why for name, value in settings.items() if (why := wrong(name, value)) is not None}
        if MODEL not in found and (why := self._no_model(settings)) is not None:
            found[MODEL] = why
        if LIBRARIES not in found and (why := await self._unattachable(user, settings.get(LIBRARIES))) is not None:
            found[LIBRARIES] = why
        return found

    def _no_model(self, settings: Mapping[str, object]) -> str | None:
        name = settings.get(MODEL)
        why = missing(self._parts.models, name) if isinstance(name, str) else None
        return why and f"there is {why}"

    async def _unattachable(self, user: User, ids: object, own: bool = False) -> str | None:
        """Return why one of these libraries can't be attached, or `None`. One that is not the user's own (`own`), nor shared with
        them, is refused in the words for one that does not exist."""
        wanted = ids if isinstance(ids, list) else []
        known = {library.id for library in await self._rows.libraries.attached(user.id, wanted, own)}
        unknown = next((id for id in wanted if id not in known), None)
        return None if unknown is None else f"there is no library {unknown[:128]}."

    async def delete_thread(self, user: User, thread: str) -> Receipt:
        """Make a thread invisible at once, then remove it from rows, indexes, files and caches; return what there was."""
        await self._rows.conversations.entomb(user.id, thread, self._parts.clock())
        return await self.bury(thread)

    async def delete_thread_later(self, user: User, thread: str, seconds: float) -> datetime:
        """Make a thread invisible at once, and remove it for good after so many seconds, or by the next start; return until when
        it can be taken back."""
        now = self._parts.clock()
        await self._rows.conversations.entomb(user.id, thread, now)
        await self._parts.running_answers.end(thread)
        self._parts.pending_deletes.after(thread, seconds, partial(self.bury, thread))
        return now + timedelta(seconds=seconds)

    async def restore_thread(self, user: User, thread: str) -> Thread:
        """Take a delete back. NotFound when its time is over, or when the thread was not deleted."""
        hidden = await self._rows.conversations.is_hidden(user.id, thread)
        if not hidden or not self._parts.pending_deletes.take_back(thread):
            raise NotFound("There is no deleted conversation that could be brought back.")
        await self._rows.conversations.exhume(user.id, thread)
        return await self.thread(user, thread)

    def keep_open(self, threads: Iterable[str]) -> None:
        """Remember that a page has these threads open, so that incognito ones among them are not closed."""
        self._parts.incognito.seen(threads)

    def clean_after_taking_back(self, thread: str) -> None:
        """Remove in the background what is indexed of messages that were taken back."""
        self._parts.leftovers.taken_back(thread)

    async def close_incognito(self, all_of_them: bool = False) -> int:
        """Delete the incognito threads that nobody has open any more, or all of them; how many."""
        now, closed = self._parts.clock(), list[str]()
        for thread, user, used_at in await self._rows.conversations.incognito():
            if all_of_them or self._parts.incognito.is_closed(thread, used_at, now):
                await self._rows.conversations.entomb(user, thread, now)
                closed.append(thread)
        for thread in closed:  # all are hidden by now: one that fails leaves no other open without its indexes
            await self.bury(thread)
        return len(closed)

    async def bury(self, thread: str) -> Receipt:
        """Remove everything of a thread that is invisible already; also what finishes a delete that a crash cut short."""
        parts = self._parts
        await parts.running_answers.end(thread)
        await parts.summarising.stop(thread)
        await parts.jobs.cancel(thread)
        messages = await parts.rows.conversations.count(thread)
        documents = await parts.rows.documents.count(thread)
        removed = Removed()
        async with parts.memory.quiet(thread):
            for source in Source:
                removed += await parts.indexer.drop(Collection(thread, source))
            files = await parts.files.delete_thread(thread)
            await parts.running_answers.end_resting(thread)
            await parts.rows.traces.forget_shown(thread)
            await parts.rows.conversations.remove(thread)
            parts.rows.chunks.forget(thread)
            parts.tables.forget(thread)
        await parts.leftovers.clean()
        left = [
            await parts.indexer.left(thread),
            await parts.rows.conversations.count(thread),
            await parts.rows.summaries.count(thread),
        ]
        return _receipt(removed, not any(left), messages=messages, documents=documents, files=files)

    async def bury_all(self, user: str) -> Receipt:
        """Bury every thread and library of somebody who was removed; the receipt is of all together."""
        receipt = Receipt(verified=True)
        for thread in await self._rows.conversations.entombed(user):
            receipt += await self.bury(thread)
        return receipt

    async def create_library(self, user: User, name: str, id: str | None = None) -> Library:
        """Create a library. Conflict when the user has one of this name, or when the id is taken."""
        return await self._rows.libraries.create(user.id, _named(name), id, self._parts.clock())

    async def library(self, user: User, library: str) -> Library:
        return await self._rows.libraries.get(user.id, library)

    async def libraries(self, user: User, limit: int = 50, cursor: str | None = None) -> tuple[list[Library], str | None]:
        """Return a page of libraries by name, with the cursor of the next page."""
        return await self._rows.libraries.listed(user.id, limit, cursor)

    async def attached_to(self, user: User, library: str) -> list[Elsewhere]:
        """Return the user's threads to which a library is attached, most recently used first."""
        return await self._rows.libraries.attached_to(user.id, library)

    async def change_library(self, user: User, library: str, name: str | None = None, shared: bool | None = None) -> Library:
        """Rename or share a library. Conflict when another of the user's has this name; Forbidden to share, but for admins, and
        when it is only shared with the user. When it is shared no more, sources of others' answers show nothing of it."""
        if shared and user.role != "admin":
            raise Forbidden("Only an admin can share a library with everybody.")
        known = await self._rows.libraries.own(user.id, library)
        changed = await self._rows.libraries.change(user.id, library, None if name is None else _named(name), shared)
        if shared is False:
            await self._unshown(user.id, library)
        if changed.name != known.name:
            await self._rows.replies.forget(library, (), called=[known.name])
        return changed

    async def unshare_of_members(self) -> None:
        """End the sharing of libraries whose owners are no longer admins, as if the owners had ended it themselves."""
        for owner, library in await self._rows.libraries.shared_by_members():
            await self._unshown(owner, library)
            with suppress(NotFound):  # deleted meanwhile
                await self._rows.libraries.change(owner, library, shared=False)

    async def _unshown(self, owner: str, library: str) -> None:
        await self._parts.running_answers.end_resting(library, but_of=owner)
        await self._rows.traces.forget_shown(library, to_others=True)

    async def delete_library(self, user: User, library: str) -> Receipt:
        """Delete a library as a thread is deleted; wherever it was attached, nothing of it is found from this moment. Forbidden
        when it is only shared with the user."""
        await self._rows.libraries.own(user.id, library)
        await self._rows.libraries.entomb(user.id, library, self._parts.clock())
        return await self.bury(library)

    async def messages(
        self, user: User, thread: str, limit: int = 50, cursor: str | None = None
    ) -> tuple[list[Message], str | None]:
        """Return a page of messages, in the order in which they were said, with the cursor of the next page."""
        await self._own(user, thread)
        return await self._rows.conversations.page_of_messages(thread, limit, cursor)

    async def message(self, user: User, thread: str, message: str) -> Message:
        await self._own(user, thread)
        return await self._rows.conversations.message(thread, message)

    async def kept_answer(self, user: User, thread: str, message: str) -> tuple[str, Message, KeptAnswer]:
        """Return the question, the answer, and what is kept of it. NotFound when the message is no answer to a question."""
        answer = await self.message(user, thread, message)
        kept = await self._rows.answers.find(thread, message)
        if kept is None or answer.role != "assistant":
            raise NotFound("This message is no answer to a question.")
        asked = await self._rows.conversations.find(thread, kept.question)
        return asked.content if asked else "", answer, kept

    async def add_messages(self, user: User, thread: str, drafts: Sequence[Draft]) -> list[Message]:
        """Store messages, and index them for recall unless what indexes is away: then the next question makes up for it.

        A thread without a name is called after the first of them that the user said. One without an author has the name that it
        begins with, where people take turns under names ("Ann: I am in Rome."). Conflict when an id is taken.
        """
        row = await self._own(user, thread)
        self._parts.room.check()
        named = await self._with_speakers(thread, drafts)
        added = await self._rows.conversations.put(thread, named, self._parts.clock())
        for message in added:
            await self._heed(message)
            await self._take_back(message)
        title = next((title_of(message.content) for message in added if message.role == "user"), "")
        if row.name is None and title:
            await self._rows.conversations.name_if_unnamed(thread, title)
        with suppress(EmbeddingFailed, IndexFailed, StorageFailed):
            await self._parts.memory.settle(thread)
        return added

    async def _with_speakers(self, thread: str, drafts: Sequence[Draft]) -> list[Draft]:
        """Give drafts without an author the name that they begin with, where people of this thread take turns under names."""
        nameless = [draft for draft in drafts if draft.author is None]
        if not any(spoken(draft.content) for draft in nameless):
            return list(drafts)
        before = await self._rows.conversations.before(thread, None, _SAID_BEFORE)
        told = [message.content for message in before if message.author in (None, spoken(message.content))]
        names = iter(speakers([*told, *(draft.content for draft in nameless)])[len(told) :])
        return [draft if draft.author is not None else replace(draft, author=next(names)) for draft in drafts]

    async def edit_message(self, user: User, thread: str, message: str, content: str, keep: bool = False) -> Receipt:
        """Replace a message's text and remove what followed it, from the thread and from recall. With `keep`, a question and what
        followed it can be brought back as a branch."""
        if not content.strip():
            raise InvalidRequest("A message needs some text; delete it instead.")
        row = await self._own(user, thread)
        await self._parts.running_answers.end_changed(thread, message)
        superseded = await self._rows.branches.edit(thread, message, content, keep)
        await self._end_taken_back(thread)
        await self._parts.running_answers.end_resting(thread, message)
        await self._heed(await self._rows.conversations.message(thread, message), again=True)
        receipt = await self._settled(thread, superseded)
        await self._parts.leftovers.clean()
        self._parts.summarising.later(user, row)
        return receipt

    async def delete_message(self, user: User, thread: str, message: str) -> Receipt:
        row = await self._own(user, thread)
        if not await self._rows.conversations.mark_gone(thread, message):
            raise NotFound("There is no such message.")
        await self._end_taken_back(thread)
        await self._parts.running_answers.end_resting(thread, message)
        receipt = await self._settled(thread, 1)
        await self._parts.leftovers.clean()
        self._parts.summarising.later(user, row)
        return receipt

    async def summary(self, user: User, thread: str, id: str | None = None) -> Summary | None:
        """Return the thread's latest summary, or the one of this id; `None` when there is none, or when a message in it was
        edited or taken back."""
        await self._own(user, thread)
        summaries = self._rows.summaries
        return await (summaries.latest(thread) if id is None else summaries.find(thread, id))

    async def instructions(self, user: User, thread: str) -> list[Instruction]:
        """Return what the thread's messages ask of every answer, oldest first."""
        await self._own(user, thread)
        return await self._rows.instructions.listed(thread)

    async def remove_instruction(self, user: User, thread: str, instruction: str) -> None:
        """Take an instruction back; the message that says it stays. NotFound when there is none of this id."""
        await self._own(user, thread)
        await self._rows.instructions.remove(thread, instruction)

    async def _end_taken_back(self, thread: str) -> None:
        """End answers that are being made and were just taken back, or whose questions were."""
        messages = self._parts.running_answers.messages(thread)
        if messages:
            gone = await self._rows.conversations.taken_back(thread, messages)
            await self._parts.running_answers.end_deleted(thread, gone)

    async def _settled(self, thread: str, messages: int) -> Receipt:
        removed = await self._parts.memory.settle(thread)
        pending, gone = await self._rows.conversations.unsettled(thread)
        return _receipt(removed, not pending and not gone, messages=messages)


def _named(name: str) -> str:
    words = " ".join(name.split())
    if not words or len(words) > _MOST_NAME_CHARACTERS:
        raise InvalidRequest(f"The name of a library has 1 to {_MOST_NAME_CHARACTERS} characters.")
    return words


def _receipt(removed: Removed, verified: bool, messages: int = 0, documents: int = 0, files: int = 0) -> Receipt:
    return Receipt(
        messages=messages,
        documents=documents,
        chunks=removed.chunks,
        vectors=removed.vectors,
        keyword_rows=removed.keyword_rows,
        files=files,
        cache_entries=removed.cache_entries,
        verified=verified,
    )
