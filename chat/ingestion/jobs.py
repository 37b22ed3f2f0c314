"""The queue of files: a few are read at a time in the background, callers follow their progress, and a restart resumes them."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from weakref import WeakValueDictionary

from cachetools import LRUCache
from sqlalchemy.exc import IntegrityError

from chat.domain import Document, DocumentStatus, Job, JobState, Stage, Upload
from chat.errors import (
    Conflict,
    EmbeddingFailed,
    EmptyFile,
    FileTooLarge,
    IndexFailed,
    NeedsPassword,
    NotFound,
    ReadingStopped,
    Refused,
    StorageFailed,
    ThreadwiseError,
)
from chat.events import Added, IngestionEvent, Progress
from chat.ingestion.background import end, pauses
from chat.ingestion.clearing import Clearing
from chat.ingestion.deduplication import expected, match
from chat.ingestion.live import Live, followed
from chat.ingestion.pipeline import Pipeline, Reading
from chat.panics import panics
from chat.reference import reference
from chat.settings import LimitSettings
from chat.threads.chunks.chunks import Chunks
from chat.threads.documents.documents import Documents
from chat.threads.documents.jobs import JobRows
from chat.threads.documents.versions import Versions
from chat.threads.files.base import FileStore, stored_as
from chat.threads.traces import Traces

_log = logging.getLogger(__name__)

_AT_ONCE = 3
"""Files read side by side; embedding itself is bounded by the cores."""
_REMEMBERED = 1_000
"""Ended jobs whose events are kept for those who start to follow late."""
_MOST_WAITING = timedelta(hours=24)
"""How long a job waits for a service that does not answer before it fails."""
_FAILED_LATELY = timedelta(hours=24)
"""How long `unread` lists a job that failed."""
_TEMPORARY = (EmbeddingFailed, IndexFailed, StorageFailed)
"""Errors that are no fault of the file: reading is tried again after a pause."""
_BEHIND_EARLIER_VERSION = "An earlier version of this document is still being read or cleared away."
_BEHIND_OTHER_FILES = "Other documents are being read before this one."
_STOPPED = "Reading was stopped."


class Jobs:
    """Accepts files, reads them in the background, reports their progress, and calls `ended` with the document of each."""

    def __init__(
        self,
        pipeline: Pipeline,
        chunks: Chunks,
        documents: Documents,
        versions: Versions,
        traces: Traces,
        files: FileStore,
        rows: JobRows,
        limits: LimitSettings,
        clock: Callable[[], datetime],
        ended: Callable[[Document], None] = lambda _: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pipeline = pipeline
        self._chunks = chunks
        self._documents = documents
        self._versions = versions
        self._traces = traces
        self._files = files
        self._rows = rows
        self._limits = limits
        self._clock = clock
        self._on_end = ended
        self._sleep = sleep
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._running: dict[str, Live] = {}
        self._ended: LRUCache[str, Live] = LRUCache(_REMEMBERED)
        self._accepting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._closing = False
        self._clearing = Clearing(pipeline, sleep)
        self._retries: set[asyncio.Task[None]] = set()

    async def start(self, thread: str, upload: Upload, document: str | None = None, password: str = "") -> Job:
        """Accept one file and begin to read it. It is stored when this returns; a refused file comes back as a failed job.

        Raises NotFound when there is no such thread, StorageFailed when the file or the job cannot be stored.
        """
        sha256 = (await asyncio.to_thread(hashlib.sha256, upload.content)).hexdigest()
        async with self.accepting(thread):
            return await self._accept(thread, upload, sha256, document, password)

    def accepting(self, thread: str) -> asyncio.Lock:
        """Return the lock under which uploads into a thread are accepted one after another, so that each knows of those before.

        Whoever deletes a document holds it: an upload that comes meanwhile must not become a version of what is being deleted.
        """
        return self._accepting.setdefault(thread, asyncio.Lock())

    async def _accept(self, thread: str, upload: Upload, sha256: str, document: str | None, password: str) -> Job:
        id, repeated = await self._document_of(thread, upload.name, sha256, document)
        job = Job(str(uuid.uuid4()), thread, id, upload.name, JobState.RUNNING, Stage.WAITING, 0, 1, 0, repeated=repeated)
        live = self._running[job.id] = Live(job, sha256, password, size=len(upload.content))
        try:
            self._check(upload)
            await self._files.write(thread, stored_as(id, sha256), upload.content)
            await self._rows.add(job, sha256, self._clock())
        except Refused as error:
            self._end(live, _failed(job, error))
            self._publish_failure(live)
            await self._rows.add(live.job, sha256, self._clock())
            return live.job
        except BaseException as error:
            del self._running[job.id]
            await asyncio.shield(self._delete_unneeded(live))
            if isinstance(error, IntegrityError):
                raise NotFound("There is no such thread.") from error
            raise
        await self._stop_recognising(thread, id)
        self._run(live)
        return job

    async def _document_of(self, thread: str, name: str, sha256: str, document: str | None) -> tuple[str, bool]:
        """Return the id of the document that a file belongs to (`document` if that is given), and whether its content is there
        already or is being read.

        One of the same name gets a new version, one of the same content is this document already, also while it is locked;
        otherwise the id is new.
        """
        running = [live for live in self._running.values() if live.job.thread == thread]
        ids = {live.job.document for live in running} | {document or ""}
        held = expected(await self._documents.alike(thread, ids, name, sha256), running)
        found = next((each for each in held if each.document == document), None) if document else match(held, name, sha256)
        if found is not None:
            return found.document, found.sha256 == sha256
        return document or await self._rows.locked(thread, name, sha256) or str(uuid.uuid4()), False

    async def _stop_recognising(self, thread: str, document: str) -> None:
        """Stop recognising pages of a document: a new version makes those of the one before superfluous."""
        place = (thread, document, Stage.RECOGNISING)
        await self._stop(live for live in self._running.values() if (live.job.thread, live.job.document, live.job.stage) == place)

    async def unlock(self, user: str, job: str, password: str) -> Job:
        """Read a locked file once more, with its password. Conflict when it is not locked, NotFound for somebody else's."""
        locked = await self._rows.get(user, job)
        if locked.error_code != NeedsPassword.code or job in self._running:
            raise Conflict("This file does not wait for a password.")
        sha256 = await self._rows.sha256(job)
        begun = replace(
            locked, state=JobState.RUNNING, stage=Stage.WAITING, done=0, of=1, percent=0, error_code=None, error_detail=None
        )
        self._ended.pop(job, None)
        self._running[job] = live = Live(begun, sha256, password)
        await self._rows.save(begun, self._clock())
        self._run(live)
        return begun

    async def resume(self) -> None:
        """Go on after a restart: read the files of unfinished jobs from their beginning, and clear what interrupted jobs left."""
        running = await self._rows.running()
        read_again = {(job.thread, job.document) for job, _ in running}  # reading reuses what is left
        for thread, document in await self._chunks.left_documents():
            if (thread, document) not in read_again:
                self._clearing.later(thread, document)
        for job, sha256 in running:
            self._restart(job, sha256)

    def _restart(self, job: Job, sha256: str, password: str = "", attempts: Iterator[float] | None = None) -> None:
        """Read the stored file of a job once more from the beginning; `attempts` gives the seconds before each further retry."""
        stage = Stage.RECOGNISING if job.stage is Stage.RECOGNISING else Stage.WAITING
        begun = replace(job, stage=stage, done=0, percent=0, error_code=None, error_detail=None)
        self._ended.pop(job.id, None)
        self._running[job.id] = live = Live(begun, sha256, password, attempts=attempts or pauses())
        self._run(live)

    async def _retry(self, ended: Live) -> None:
        """Restart a job whose end could not be stored, once the database answers and if its row still says that it runs."""
        for pause in ended.attempts:
            await self._sleep(pause)
            with contextlib.suppress(StorageFailed):
                row = next((job for job, _ in await self._rows.running() if job.id == ended.job.id), None)
                if row is not None:
                    self._restart(row, ended.sha256, ended.password, ended.attempts)
                return

    async def get(self, user: str, job: str) -> Job:
        """Return the job with its progress. NotFound when it is not the user's."""
        stored = await self._rows.get(user, job)
        live = self._running.get(job)
        return live.job if live else stored

    async def unread(self, thread: str) -> list[Job]:
        """Return the jobs of files that are being read, with their progress, and of those that could not be read lately."""
        stored = await self._rows.unread(thread, self._clock() - _FAILED_LATELY)
        return [live.job if (live := self._running.get(job.id)) else job for job in stored]

    def follow(self, jobs: Sequence[Job]) -> AsyncIterator[IngestionEvent]:
        """Return the events of these jobs, from the first on, until all have ended."""
        return followed([live for job in jobs if (live := self._running.get(job.id) or self._ended.get(job.id))])

    async def wait(self, thread: str, seconds: float) -> list[str]:
        """Wait at most `seconds` until the thread's files can be asked about; the names of those that cannot yet.

        A job that itself waits for a service is not waited for.
        """
        reading = [live for live in self._running.values() if live.job.thread == thread]
        waiting = [asyncio.ensure_future(live.askable.wait()) for live in reading if live.job.error_code is None]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=seconds)
            for future in late:
                future.cancel()
        return [live.job.name for live in reading if not live.askable.is_set()]

    async def cancel(self, thread: str, document: str | None = None) -> None:
        """Stop reading a thread's files, or one. No search finds them any more; `cleared` waits until they are removed."""
        await self._stop(
            live for live in self._running.values() if live.job.thread == thread and document in (None, live.job.document)
        )

    @property
    def counts(self) -> dict[str, int]:
        """How many files are being read or are queued, and of how many the leftovers are being removed."""
        return {"reading": len(self._running), "clearing": self._clearing.count}

    async def cancel_job(self, user: str, job: str) -> Job:
        """Stop one job and return it as it ended.

        A job that has ended already stays as it is, except that a locked file that waits for its password is deleted. NotFound
        for somebody else's.
        """
        found = await self._rows.get(user, job)
        await self._stop(live for live in self._running.values() if live.job.id == job)
        if found.error_code == NeedsPassword.code and job not in self._running:
            await self._fail(Live(found, await self._rows.sha256(job)), ReadingStopped(_STOPPED))
        return await self._rows.get(user, job)

    async def _stop(self, jobs: Iterable[Live]) -> None:
        stopping = {live.task: live for live in jobs if live.task}
        for task in stopping:
            if not task.cancelling():  # a second time would cut short what the first lets it clear away
                task.cancel()
        if stopping:
            await asyncio.wait(stopping)  # which, unlike `gather`, does not pass on that whoever waits is cancelled
        for live in stopping.values():
            if not live.ended:  # its task had not begun
                await self._end_stopped(live)

    async def close(self) -> None:
        """Stop all jobs. Their rows still say that they run, so that `resume` restarts them at the next start."""
        self._closing = True
        for task in list(self._retries):
            await end(task)
        await self._stop(self._running.values())
        await self._clearing.close()

    def clear_later(self, thread: str, document: str) -> None:
        """Remove the chunks of a document whose row is deleted already, as soon as the indexes answer."""
        self._clearing.later(thread, document)

    async def cleared(self) -> None:
        """Wait until the leftovers of stopped jobs are removed from rows and indexes."""
        await self._clearing.done()

    def _check(self, upload: Upload) -> None:
        """Raise EmptyFile or FileTooLarge for a file that can't be added."""
        if not upload.content:
            raise EmptyFile("The file is empty.")
        if len(upload.content) > self._limits.max_file_bytes:
            raise FileTooLarge(f"The file is larger than {self._limits.max_file_mb} MB.")

    def _run(self, live: Live) -> None:
        if live.job.stage is Stage.RECOGNISING:
            live.askable.set()
        live.task = asyncio.create_task(self._read(live), name=f"read {live.job.id}")

    async def _read(self, live: Live) -> None:
        job = live.job
        content = partial(self._files.read, job.thread, stored_as(job.document, live.sha256))
        reading = Reading(job.thread, job.document, job.name, live.sha256, live.size, content, live.password)
        lock = self._clearing.lock(job.thread, job.document)
        if lock.locked() and job.stage is Stage.WAITING:
            live.job = replace(job, error_detail=_BEHIND_EARLIER_VERSION)
            live.tell()
        try:
            async with lock:  # held during pauses too: a later version of the document must not be overtaken by this one
                await self._read_or_withdraw(live, reading)
        except asyncio.CancelledError:
            await asyncio.shield(self._end_stopped(live))
            raise
        except ThreadwiseError as error:
            await self._fail(live, error)
        except Exception:  # whatever it is, the job has to end with an error message
            given = reference()
            _log.exception("Reading a file failed (reference %s)", given)
            await self._fail(live, ThreadwiseError(f"Something went wrong while reading (reference {given})."))

    async def _read_or_withdraw(self, live: Live, reading: Reading) -> None:
        """Read the file; where that fails, nothing of it is found any more, except after `close`: then the next start goes on."""
        try:
            with panics():
                await self._read_through(live, reading)
        except BaseException:
            if not self._closing:
                await asyncio.shield(self._pipeline.withdraw(reading))
                self._clearing.later(live.job.thread, live.job.document)
            raise

    async def _read_through(self, live: Live, reading: Reading) -> None:
        """Read the file to its end, with a pause after each temporary error; what is stored until then is kept and reused."""
        for pause in pauses():
            if self._room.locked() and live.job.stage is Stage.WAITING and live.job.error_code is None:
                live.job = replace(live.job, error_detail=_BEHIND_OTHER_FILES)
                live.tell()
            try:
                async with self._room:
                    live.size = await self._files.size(reading.thread, stored_as(reading.document, reading.sha256))
                    async for event in self._pipeline.read(replace(reading, size=live.size)):
                        if isinstance(event, Added):
                            await self._prune(live.job)
                            if event.document.coverage.awaiting_ocr:
                                await self._read_pictures(live)
                        await self._note(live, event)
                return
            except _TEMPORARY as error:
                if live.waits_since is not None and self._clock() - live.waits_since >= _MOST_WAITING:
                    raise
                await self._note_outage(live, error)
            await self._sleep(pause)

    async def _note_outage(self, live: Live, error: ThreadwiseError) -> None:
        """Tell in the job, and once in the log, which error it waits out."""
        live.job = replace(live.job, stage=Stage.WAITING, error_code=error.code, error_detail=str(error))
        if live.waits_since is None:
            live.waits_since = self._clock()
            _log.warning("Reading a file waits: %s", error)
            with contextlib.suppress(StorageFailed):  # whoever looks is told by this process
                await self._rows.save(live.job, self._clock())
        live.tell()

    async def _read_pictures(self, live: Live) -> None:
        """Start a second job for the pages that are pictures, since the document is ready without them."""
        job = replace(
            live.job, id=str(uuid.uuid4()), state=JobState.RUNNING, stage=Stage.RECOGNISING, done=0, percent=0, askable=True
        )
        await self._rows.add(job, live.sha256, self._clock())
        self._running[job.id] = following = Live(job, live.sha256, live.password)
        self._run(following)

    async def _prune(self, job: Job) -> None:
        """Delete versions beyond `max_versions`: their files, their jobs and their traces in messages."""
        gone = await self._versions.prune(job.thread, job.document, self._limits.max_versions)
        for sha256 in gone:
            await self._files.delete(job.thread, stored_as(job.document, sha256))
            await self._rows.remove(job.thread, job.document, sha256)
        if gone:
            now = (await self._versions.listed(job.thread, job.document))[-1]
            await self._traces.forget_versions(job.thread, job.document, now)

    async def _note(self, live: Live, event: IngestionEvent) -> None:
        """Bring the job up to date with an event of the pipeline, and publish the event."""
        match event:
            case Progress():  # not stored in the row: after a restart the job starts over
                live.job = _progressed(live.job, event)
                live.publish(event)
            case Added():
                done = _done(live.job)
                await self._rows.save(done, self._clock())
                self._end(live, done)
                live.publish(event)
                self._on_end(event.document)

    async def _end_stopped(self, live: Live) -> None:
        """End a job that was stopped: failed when a user stopped it; when the server stops, its row says that it runs."""
        error = ReadingStopped(_STOPPED)
        if not self._closing:
            await self._fail(live, error)
            return
        self._end(live, _failed(live.job, error))
        self._publish_failure(live)

    async def _fail(self, live: Live, error: ThreadwiseError) -> None:
        """End a job as failed: the error stays in its row, and its file is deleted unless a version or a password needs it."""
        job = _failed(live.job, error)
        try:
            if not isinstance(error, NeedsPassword):  # its file waits for the password
                live.gives_up = True
                await self._delete_unneeded(live)
            await self._rows.save(job, self._clock())
        except StorageFailed as failed:  # followers are told; the row still says that it runs
            _log.warning("How a file ended could not be stored, so it is read once more later: %s", failed)
            self._retry_later(live)
        except OSError:  # as above, but left to the next start
            _log.exception("How a file ended could not be stored")
        self._end(live, job)
        self._publish_failure(live)

    async def _delete_unneeded(self, live: Live) -> None:
        """Delete the file of a job, unless a version has it, another job reads it, or one waits for its password.

        What cannot be deleted now goes when the storage is back, or is swept.
        """
        job = live.job
        with contextlib.suppress(StorageFailed):
            hashes = {version.sha256 for version in await self._versions.listed(job.thread, job.document)}
            rows = await self._rows.of(job.thread, job.document)
            hashes |= {sha256 for other, sha256 in rows if other.id != job.id and other.error_code == NeedsPassword.code}
            read = any(other is not live and not other.gives_up and other.reads_same(live) for other in self._running.values())
            if live.sha256 not in hashes and not read:
                await self._files.delete(job.thread, stored_as(job.document, live.sha256))

    def _retry_later(self, live: Live) -> None:
        if not self._closing:
            task = asyncio.create_task(self._retry(live), name=f"retry {live.job.id}")
            self._retries.add(task)
            task.add_done_callback(self._retries.discard)

    def _end(self, live: Live, job: Job) -> None:
        live.job = job
        self._ended[job.id] = live
        self._running.pop(job.id, None)

    def _publish_failure(self, live: Live) -> None:
        """Publish the failed document of a failed job, which no row holds."""
        job = live.job
        failed = Document(
            id=job.document,
            thread=job.thread,
            name=job.name,
            media_type="application/octet-stream",
            bytes=live.size,
            sha256=live.sha256,
            status=DocumentStatus.FAILED,
            created_at=self._clock(),
            error_code=job.error_code,
            error_detail=job.error_detail,
        )
        live.publish(Added(failed))
        self._on_end(failed)


def _progressed(job: Job, event: Progress) -> Job:
    return replace(
        job,
        stage=event.stage,
        done=event.done,
        of=event.of,
        percent=event.percent,
        askable=event.askable,
        error_code=None,
        error_detail=None,
    )


def _done(job: Job) -> Job:
    return replace(job, state=JobState.DONE, stage=Stage.COMPLETE, done=1, of=1, percent=100, error_code=None, error_detail=None)


def _failed(job: Job, error: ThreadwiseError) -> Job:
    return replace(job, state=JobState.FAILED, error_code=error.code, error_detail=str(error))
