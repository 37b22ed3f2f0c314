"""Files being read in the background: a few at a time, followed by whoever looks, taken up again after a restart."""

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
from chat.ingestion.live import Live, followed
from chat.ingestion.pipeline import Pipeline, Reading
from chat.panics import panics
from chat.reference import reference
from chat.settings import LimitSettings
from chat.threads.chunks import Chunks
from chat.threads.documents import Documents
from chat.threads.files.base import FileStore, stored_as
from chat.threads.jobs import JobRows
from chat.threads.traces import Traces
from chat.threads.versions import Versions

_log = logging.getLogger(__name__)

_AT_ONCE = 3
"""Files read side by side; embedding itself is bounded by the cores."""
_REMEMBERED = 1_000
"""Ended jobs whose events are kept for followers that come late."""
_WAITS = timedelta(hours=24)
"""How long a file waits for something that is away; then it has failed."""
_AWAY = (EmbeddingFailed, IndexFailed, StorageFailed)
"""What is no fault of the file and may be over soon."""
_BEHIND = "An earlier version of this document is still being read or cleared away."
_IN_LINE = "Other documents are being read before this one."
_STOPPED = "Reading was stopped."


class Jobs:
    """Takes files, reads them in the background, tells how far they are; calls `ended` with what came of each."""

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
        self._tell = ended
        self._sleep = sleep
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._running: dict[str, Live] = {}
        self._ended: LRUCache[str, Live] = LRUCache(_REMEMBERED)
        self._closing = False
        self._clearing = Clearing(pipeline, sleep)
        self._put_off: set[asyncio.Task[None]] = set()

    async def start(self, thread: str, upload: Upload, document: str | None = None, password: str = "") -> Job:
        """Take one file. It is on disk when this returns; a file refused at once comes back as a failed job. StorageFailed when
        the disk does not take it."""
        sha256 = (await asyncio.to_thread(hashlib.sha256, upload.content)).hexdigest()
        id = document or await self._document_for(thread, upload.name, sha256)
        job = Job(str(uuid.uuid4()), thread, id, upload.name, JobState.RUNNING, Stage.WAITING, 0, 1, 0)
        live = self._running[job.id] = Live(job, sha256, password, size=len(upload.content))
        try:
            self._accept(upload)
            await self._files.write(thread, stored_as(id, sha256), upload.content)
            await self._rows.add(job, sha256, self._clock())
        except Refused as error:
            self._end(live, _failed(job, error))
            self._tell_failure(live)
            await self._rows.add(live.job, sha256, self._clock())
            return live.job
        except BaseException as error:
            del self._running[job.id]
            await asyncio.shield(self._files.delete(thread, stored_as(id, sha256)))
            if isinstance(error, IntegrityError):
                raise NotFound("There is no such thread.") from error
            raise
        await self._stop(
            other
            for other in self._running.values()
            if (other.job.thread, other.job.document, other.job.stage) == (thread, id, Stage.RECOGNISING)
        )
        self._run(live)
        return job

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
        """Take up what a restart cut short, the clearing away too; each file starts over from where it is stored."""
        running = await self._rows.running()
        read_again = {(job.thread, job.document) for job, _ in running}  # which takes up what is left of it
        for thread, document in await self._chunks.left_documents():
            if (thread, document) not in read_again:
                self._clearing.later(thread, document)
        for job, sha256 in running:
            self._begin_again(job, sha256)

    def _begin_again(self, job: Job, sha256: str, password: str = "", attempts: Iterator[float] | None = None) -> None:
        stage = Stage.RECOGNISING if job.stage is Stage.RECOGNISING else Stage.WAITING
        begun = replace(job, stage=stage, done=0, percent=0, error_code=None, error_detail=None)
        self._ended.pop(job.id, None)
        self._running[job.id] = live = Live(begun, sha256, password, attempts=attempts or pauses())
        self._run(live)

    async def _take_up(self, ended: Live) -> None:
        """As `resume` would, once the database is back: its row says that the file is being read."""
        for pause in ended.attempts:
            await self._sleep(pause)
            with contextlib.suppress(StorageFailed):
                row = next((job for job, _ in await self._rows.running() if job.id == ended.job.id), None)
                if row is not None:
                    self._begin_again(row, ended.sha256, ended.password, ended.attempts)
                return

    async def get(self, user: str, job: str) -> Job:
        """How far a job is. NotFound when it is not the user's."""
        stored = await self._rows.get(user, job)
        live = self._running.get(job)
        return live.job if live else stored

    def follow(self, jobs: Sequence[Job]) -> AsyncIterator[IngestionEvent]:
        """What happens to these jobs, from their start, until all have ended."""
        return followed([live for job in jobs if (live := self._running.get(job.id) or self._ended.get(job.id))])

    async def wait(self, thread: str, seconds: float) -> list[str]:
        """Wait until the thread's files can be asked about, at most so long; names of those that can't yet. One that waits itself
        for something that is away is not waited for."""
        reading = [live for live in self._running.values() if live.job.thread == thread]
        waiting = [asyncio.ensure_future(live.askable.wait()) for live in reading if live.job.error_code is None]
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=seconds)
            for future in late:
                future.cancel()
        return [live.job.name for live in reading if not live.askable.is_set()]

    async def cancel(self, thread: str, document: str | None = None) -> None:
        """Stop reading a thread's files, or one. Nothing of them is found when this returns; `cleared` waits until it is gone."""
        await self._stop(
            live for live in self._running.values() if live.job.thread == thread and document in (None, live.job.document)
        )

    @property
    def counts(self) -> dict[str, int]:
        """Files that are being read or wait for it, and those whose remains are being cleared away."""
        return {"reading": len(self._running), "clearing": self._clearing.count}

    async def cancel_job(self, user: str, job: str) -> Job:
        """Stop one file; how it ended. One that has ended stays as it is, unless it waits for its password: its file goes.
        NotFound for somebody else's."""
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
                await self._stopped(live)

    async def close(self) -> None:
        """Stop all; rows keep them as running, so the next start takes them up again where they are."""
        self._closing = True
        for task in list(self._put_off):
            await end(task)
        await self._stop(self._running.values())
        await self._clearing.close()

    def clear_later(self, thread: str, document: str) -> None:
        """Its row is gone, so that nobody finds it, and the rest could not be taken away now: it is as soon as that can be."""
        self._clearing.later(thread, document)

    async def cleared(self) -> None:
        """Until what stopped files had left behind is gone from rows and indexes."""
        await self._clearing.done()

    async def _document_for(self, thread: str, name: str, sha256: str) -> str:
        """A file of a known name is a new version of that document; one of known content is that document. One that waits for
        its password is known, too: nothing of it stays when the document goes."""
        for live in self._running.values():
            if live.job.thread == thread and live.job.name == name:
                return live.job.document
        known = await self._documents.named(thread, name) or await self._documents.holding(thread, sha256)
        return known.id if known else await self._rows.locked(thread, name, sha256) or str(uuid.uuid4())

    def _accept(self, upload: Upload) -> None:
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
            live.job = replace(job, error_detail=_BEHIND)
            live.tell()
        try:
            async with lock:  # while it waits, too: a later version of the document must not be overtaken by this one
                try:
                    with panics():
                        await self._read_through(live, reading)
                except BaseException:
                    if not self._closing:
                        await asyncio.shield(self._pipeline.withdraw(reading))
                        self._clearing.later(job.thread, job.document)
                    raise
        except asyncio.CancelledError:
            await asyncio.shield(self._stopped(live))
            raise
        except ThreadwiseError as error:
            await self._fail(live, error)
        except Exception:  # whatever it is, the job ends with a sentence
            given = reference()
            _log.exception("Reading a file failed (reference %s)", given)
            await self._fail(live, ThreadwiseError(f"Something went wrong while reading (reference {given})."))

    async def _read_through(self, live: Live, reading: Reading) -> None:
        """To its end, however often something that it needs is away meanwhile: what was done until then is kept."""
        for pause in pauses():
            if self._room.locked() and live.job.stage is Stage.WAITING and live.job.error_code is None:
                live.job = replace(live.job, error_detail=_IN_LINE)
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
            except _AWAY as error:
                if live.waits_since is not None and self._clock() - live.waits_since >= _WAITS:
                    raise
                await self._hold_up(live, error)
            await self._sleep(pause)

    async def _hold_up(self, live: Live, error: ThreadwiseError) -> None:
        """The job says what it waits for; so does the log, once."""
        live.job = replace(live.job, stage=Stage.WAITING, error_code=error.code, error_detail=str(error))
        if live.waits_since is None:
            live.waits_since = self._clock()
            _log.warning("Reading a file waits: %s", error)
            with contextlib.suppress(StorageFailed):  # whoever looks is told by this process
                await self._rows.save(live.job, self._clock())
        live.tell()

    async def _read_pictures(self, live: Live) -> None:
        """A job of its own for the pages that are pictures: the file is ready without them."""
        job = replace(
            live.job, id=str(uuid.uuid4()), state=JobState.RUNNING, stage=Stage.RECOGNISING, done=0, percent=0, askable=True
        )
        await self._rows.add(job, live.sha256, self._clock())
        self._running[job.id] = following = Live(job, live.sha256, live.password)
        self._run(following)

    async def _prune(self, job: Job) -> None:
        """Remove the files of versions that are too old to be kept."""
        gone = await self._versions.prune(job.thread, job.document, self._limits.max_versions)
        for sha256 in gone:
            await self._files.delete(job.thread, stored_as(job.document, sha256))
            await self._rows.remove(job.thread, job.document, sha256)
        if gone:
            now = (await self._versions.listed(job.thread, job.document))[-1]
            await self._traces.forget_versions(job.thread, job.document, now)

    async def _note(self, live: Live, event: IngestionEvent) -> None:
        match event:
            case Progress():  # not into the row: a job that a restart cut short starts over
                live.job = replace(
                    live.job,
                    stage=event.stage,
                    done=event.done,
                    of=event.of,
                    percent=event.percent,
                    askable=event.askable,
                    error_code=None,
                    error_detail=None,
                )
                live.publish(event)
            case Added():
                done = replace(
                    live.job,
                    state=JobState.DONE,
                    stage=Stage.COMPLETE,
                    done=1,
                    of=1,
                    percent=100,
                    error_code=None,
                    error_detail=None,
                )
                await self._rows.save(done, self._clock())
                self._end(live, done)
                live.publish(event)
                self._tell(event.document)

    async def _stopped(self, live: Live) -> None:
        """By a person: that is a failure. By the end of the server: the row still says that it runs, for the next start."""
        error = ReadingStopped(_STOPPED)
        if not self._closing:
            await self._fail(live, error)
            return
        self._end(live, _failed(live.job, error))
        self._tell_failure(live)

    async def _fail(self, live: Live, error: ThreadwiseError) -> None:
        """A failed file leaves its sentence in the job and nothing else."""
        job = _failed(live.job, error)
        try:
            versions = await self._versions.listed(job.thread, job.document)
            locked = isinstance(error, NeedsPassword)  # its file waits for the password
            if not locked and live.sha256 not in {version.sha256 for version in versions}:
                with contextlib.suppress(StorageFailed):  # it goes when the storage is back, or is swept
                    await self._files.delete(job.thread, stored_as(job.document, live.sha256))
            await self._rows.save(job, self._clock())
        except StorageFailed as failed:  # whoever follows it is told; its row still says that it runs
            _log.warning("How a file ended could not be stored, so it is read once more later: %s", failed)
            self._put_off_reading(live)
        except OSError:  # as above, for the next start
            _log.exception("How a file ended could not be stored")
        self._end(live, job)
        self._tell_failure(live)

    def _put_off_reading(self, live: Live) -> None:
        if not self._closing:
            task = asyncio.create_task(self._take_up(live), name=f"take up {live.job.id}")
            self._put_off.add(task)
            task.add_done_callback(self._put_off.discard)

    def _end(self, live: Live, job: Job) -> None:
        live.job = job
        self._ended[job.id] = live
        self._running.pop(job.id, None)

    def _tell_failure(self, live: Live) -> None:
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
        self._tell(failed)


def _failed(job: Job, error: ThreadwiseError) -> Job:
    return replace(job, state=JobState.FAILED, error_code=error.code, error_detail=str(error))
