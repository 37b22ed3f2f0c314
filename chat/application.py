"""The running application: what every surface needs, started, kept in order in the background, and stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Assistant, Parts
from chat.database.engine import migrate, ping
from chat.database.folder import DataFolder
from chat.database.hold import DatabaseHold
from chat.database.installation import installation_id
from chat.domain import Health, Receipt, Source, User
from chat.embedding.base import Embedder
from chat.errors import DatabaseHeld, StorageFailed, Unavailable
from chat.extraction.sandbox import Sandbox
from chat.index.base import Collection, VectorStore
from chat.index.keywords import Bm25Index
from chat.ingestion.background import end
from chat.ingestion.rebuilding import Rebuilding
from chat.ingestion.sweeping import YOUNG_SECONDS, Sweeping
from chat.llm.base import Startable, Writer
from chat.settings import Settings
from chat.threads.conversations.display import Display
from chat.threads.files.base import FileStore
from chat.threads.people.accounts import Accounts
from chat.threads.people.directory import People
from chat.threads.people.sessions import Sessions
from chat.threads.replies import Replies
from chat.watching.analytics import Analytics
from chat.watching.metrics import Metrics
from chat.watching.timing import watch_the_loop
from chat.watching.tracing import Tracing

_log = logging.getLogger(__name__)

TENDED_SECONDS = 2.0
"""Between two looks for users whom a command removed or gave another role."""
HELD_SECONDS = 1.0
"""Between two renewals of this process's hold on the database."""
INCOGNITO_SECONDS = 10.0
"""Between two looks for incognito threads that have expired."""
REPLIES_SECONDS = 600.0
"""Between two removals of stored replies that have expired."""
SWEPT_SECONDS = 86_400.0
"""Between two runs of the daily sweeps: of leftovers, of analytics, of visitors who stay away."""
BURIED_SECONDS = 60.0
"""Between two looks for deletes that were interrupted."""
_CUT_SHORT = timedelta(minutes=5)
"""Age from which a delete counts as interrupted: longer than one takes, and than one can be undone."""


@dataclass(frozen=True)
class Application:
    """Everything that a surface needs."""

    settings: Settings
    folder: DataFolder
    assistant: Assistant
    accounts: Accounts
    sessions: Sessions
    people: People
    display: Display
    files: FileStore
    parts: Parts
    engine: AsyncEngine
    hold: DatabaseHold
    embedder: Embedder
    vectors: VectorStore
    keywords: Bm25Index
    sandbox: Sandbox
    rebuilding: Rebuilding
    sweeping: Sweeping
    models: Sequence[Writer]
    metrics: Metrics
    tracing: Tracing
    analytics: Analytics
    _background: set[asyncio.Task[None]] = field(default_factory=set)
    _erasing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def secret(self) -> str:
        """Signs web sessions and visitors' tokens."""
        return self.settings.server.secret or self.folder.secret()

    @property
    def replies(self) -> Replies:
        return self.parts.rows.replies

    async def start(self) -> None:
        """Take data folder and database, migrate the tables, repair what a crash left, resume unfinished files, begin the
        background work. Raises BadSettings, DatabaseHeld or StorageFailed when the app cannot start."""
        self.folder.hold()
        await self.hold.take()
        await migrate(self.engine)
        await self._open_files()
        await _unless_away(self.vectors.start())
        await self._mend()
        await self.sandbox.warm()
        await self.parts.jobs.resume()
        self.rebuilding.start(self.parts.indexer, first=self._catch_up())
        self.parts.questions.start()
        self.parts.leftovers.start()
        self._start_background()

    def _start_background(self) -> None:
        """Start what is done again and again until `close`."""
        for work in (
            watch_the_loop(self.metrics),
            every(SWEPT_SECONDS, self.analytics.sweep, at_once=True),
            every(REPLIES_SECONDS, self._sweep_replies, at_once=True),
            every(SWEPT_SECONDS, self.assistant.erase_long_unseen, at_once=True),
            every(TENDED_SECONDS, self._erase_removed),  # commands remove users behind the server's back
            every(TENDED_SECONDS, self.assistant.unshare_of_members),  # and change their roles
            every(INCOGNITO_SECONDS, self.assistant.close_incognito),
            every(BURIED_SECONDS, self._bury_cut_short),
            every(BURIED_SECONDS, self.files.settle),
            self._sweep_daily(),
            self._keep_hold(),
        ):
            self._background.add(asyncio.create_task(work))

    async def _open_files(self) -> None:
        """Open the file store; a start goes on without one that is away. BadSettings when it belongs to another installation."""
        try:
            await self.files.start(await installation_id(self.engine))
        except StorageFailed as error:
            _log.warning("Left for later: %s", error)

    async def _keep_hold(self) -> None:
        """Renew the hold on the database; ends the process when another one took it, lest it shows what was deleted there."""
        while True:
            await asyncio.sleep(HELD_SECONDS)
            try:
                await self.hold.keep()
            except DatabaseHeld as held:
                leave(held)
            except StorageFailed:  # away; requests meanwhile get an error
                _log.debug("The database is not held for now", exc_info=True)

    async def _catch_up(self) -> None:
        """Load the models and index the messages that a crash left unindexed. No start waits for it: each question indexes its
        own thread first."""
        await _unless_away(self.embedder.embed(["Loaded before the first question."]))
        for model in self.models:
            if isinstance(model, Startable):
                await _unless_away(model.start())
        await _unless_away(self._settle_all())

    async def _settle_all(self) -> None:
        for thread in await self.parts.rows.conversations.unsettled_threads():
            await _unless_away(self.parts.memory.settle(thread))

    async def _mend(self) -> None:
        """Finish or undo what a crash left; incognito threads, whose indexes ended with the process, are deleted."""
        await _unless_away(self.assistant.close_incognito(all_of_them=True))
        for thread in await self.parts.rows.conversations.entombed():
            await _unless_away(self.assistant.bury(thread))
        await _unless_away(self._erase_removed())
        for collection, chunks in (await self.parts.rows.chunks.left_over()).items():
            await _unless_away(self.parts.indexer.remove(collection, chunks))
        await self.parts.rows.conversations.drop_unwritten()

    async def _bury_cut_short(self) -> None:
        """Finish deletes that were interrupted since a store did not answer."""
        for thread in await self.parts.rows.conversations.entombed(before=self.parts.clock() - _CUT_SHORT):
            await _unless_away(self.assistant.bury(thread))

    async def _erase_removed(self) -> None:
        """Erase removed users with everything that was theirs."""
        async with self._erasing:
            for user in await self.accounts.removed():
                await self.assistant.bury_all(user)
                await self.accounts.erase(user)
                await self.parts.leftovers.clean()

    async def erase_user(self, user: User) -> Receipt:
        """Sign a user out at once and erase them with everything that was theirs; returns how much there was."""
        before = await self.accounts.holdings(user.id) + await self._in_memory(user)
        await self.accounts.remove_user(user.id)
        await self._erase_removed()
        return replace(before, verified=(await self.accounts.holdings(user.id)).verified)

    async def _in_memory(self, user: User) -> Receipt:
        """Count what is indexed of a user's incognito threads, which no row counts."""
        own = [thread for thread, owner, _ in await self.parts.rows.conversations.incognito() if owner == user.id]
        collections = [Collection(thread, source) for thread in own for source in Source]
        return Receipt(
            vectors=sum([await self.vectors.count(collection) for collection in collections]),
            keyword_rows=sum([await self.keywords.count(collection) for collection in collections]),
        )

    async def _sweep_replies(self) -> None:
        """Remove stored replies that have expired, and their bytes from disk."""
        if await self.replies.sweep():
            await self.parts.leftovers.clean()

    async def _sweep_daily(self) -> None:
        """Remove leftovers once a day, the first time when a rebuild that the start began is over."""
        young = 0.0  # no upload can be older than this process
        started = time.time()
        await self.rebuilding.wait()  # else it would find, and rebuild once more, what is being rebuilt
        while True:
            await _unless_away(self.sweeping.sweep(max(young, time.time() - started + 1)))
            await asyncio.sleep(SWEPT_SECONDS)
            young = YOUNG_SECONDS

    async def reindex(self, thread: str | None = None, progress: Callable[[int, int], None] | None = None) -> int:
        """Rebuild both indexes of one thread, or of all, from rows with the embedder in use; returns how many chunks they have.

        `progress` is called with the number of collections done and of all.
        """
        collections = await self.parts.rows.collections.held(thread)
        chunks = 0
        for done, collection in enumerate(collections, start=1):
            chunks += await self.parts.indexer.rebuild(collection)
            if progress is not None:
                progress(done, len(collections))
        return chunks

    async def repair_indexes(self) -> None:
        """Rebuild each index that does not hold what the rows say, and wait until no rebuild is going on."""
        for collection in await self.parts.rows.collections.held():
            if not await self.parts.indexer.matches(collection):
                await self.parts.indexer.rebuild(collection)
        await self.rebuilding.wait()

    async def wait_for_cleaning(self) -> None:
        """Wait until everything that was deleted so far is gone from the disk."""
        await self.parts.leftovers.wait()

    async def health(self) -> dict[str, Health]:
        """Return the state of each part, by name; of the file store only where it is outside the data folder."""
        identity = self.embedder.identity
        model, names = self.parts.model, list(self.parts.models)
        apart = {"files": await self.files.check()} if self.settings.files.files_url else {}
        return {
            "database": await ping(self.engine),
            **apart,
            "vectors": await self.vectors.check(),
            "keywords": await self.keywords.check(),
            "embedding": Health(
                True, {"model": identity.model, "dimensions": identity.dimensions, "revision": identity.revision}
            ),
            "llm": Health(
                True, {"model": model.name if model else self.parts.quoting.name, "connected": model is not None, "models": names}
            ),
        }

    async def close(self) -> None:
        """Stop everything, whatever depends on others before these."""
        for task in self._background:
            await end(task)
        await self.parts.pending_deletes.close()
        await self.parts.leftovers.close()
        await self.parts.questions.close()
        await self.rebuilding.close()
        await self.parts.jobs.close()
        await self.parts.summarising.close()
        await self.assistant.settle_later()
        await self.analytics.close()
        await self.sandbox.close()
        await self.vectors.close()
        await self.embedder.close()
        await self.parts.quoting.close()
        for model in self.models:
            await model.close()
        await self.hold.release()
        await self.engine.dispose()
        await asyncio.to_thread(self.tracing.close)
        self.folder.release()


def leave(held: DatabaseHeld) -> None:
    """End the process at once, as by a kill, which loses nothing: an orderly close would write to what another process owns."""
    _log.critical("%s This process ends.", held)
    for handler in logging.getLogger().handlers:
        handler.flush()
    os._exit(1)


async def every(seconds: float, work: Callable[[], Awaitable[object]], at_once: bool = False) -> None:
    """Do some work every so many seconds until cancelled; where it fails, it is tried again the next time."""
    if not at_once:
        await asyncio.sleep(seconds)
    while True:
        await _unless_away(work())
        await asyncio.sleep(seconds)


async def _unless_away(work: Awaitable[object]) -> None:
    """Do some work and log where it fails: a server starts although a store or an endpoint is away."""
    try:
        await work
    except Unavailable as error:
        _log.warning("Left for later: %s", error)
    except Exception:  # one thread's trouble must stop neither the start nor the background work
        _log.exception("Left for later")
