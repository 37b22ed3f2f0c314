"""Jobs as rows: the progress of each file being read, so that a restart and other browser tabs know it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, and_, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import jobs, threads
from chat.domain import Job, JobState, Stage
from chat.errors import NeedsPassword, NotFound, ReadingStopped


class JobRows:
    """Stores jobs in SQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, job: Job, sha256: str, now: datetime) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(jobs).values(**_values(job), sha256=sha256, updated_at=now))

    async def save(self, job: Job, now: datetime) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(jobs).where(jobs.c.id == job.id).values(**_values(job), updated_at=now))

    async def get(self, user: str, job: str) -> Job:
        """Return a job of the user's. Raises NotFound for a job of another user or one that does not exist."""
        statement = (
            select(jobs)
            .join(threads, threads.c.id == jobs.c.thread_id)
            .where(jobs.c.id == job, threads.c.user_id == user, threads.c.deleted_at.is_(None))
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(statement)).one_or_none()
        if row is None:
            raise NotFound("There is no such job.")
        return _job(row)

    async def sha256(self, job: str) -> str:
        """Return the hash of a job's stored file. Raises NotFound when there is no such job."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(jobs.c.sha256).where(jobs.c.id == job))).one_or_none()
        if row is None:
            raise NotFound("There is no such job.")
        return str(row.sha256)

    async def running(self, thread: str | None = None) -> list[tuple[Job, str]]:
        """Return the jobs that have not ended, each with the hash of its stored file."""
        statement = select(jobs).where(jobs.c.state == JobState.RUNNING).order_by(jobs.c.updated_at)
        if thread is not None:
            statement = statement.where(jobs.c.thread_id == thread)
        return await self._with_files(statement)

    async def unread(self, thread: str, failed_since: datetime) -> list[Job]:
        """Return the jobs whose files are not read: those that run, those that wait for a password, and those that failed since
        then, latest first. A job is left out once a file of the same name came after it, or if it was stopped."""
        later = jobs.alias("later")
        after = and_(later.c.thread_id == jobs.c.thread_id, later.c.name == jobs.c.name, later.c.updated_at > jobs.c.updated_at)
        failed = and_(
            jobs.c.state == JobState.FAILED,
            or_(jobs.c.error_code == NeedsPassword.code, jobs.c.updated_at > failed_since),
            jobs.c.error_code != ReadingStopped.code,
        )
        statement = select(jobs).where(
            jobs.c.thread_id == thread, or_(jobs.c.state == JobState.RUNNING, failed), ~exists().where(after)
        )
        return [job for job, _ in await self._with_files(statement.order_by(jobs.c.updated_at.desc(), jobs.c.id))]

    async def of(self, thread: str, document: str) -> list[tuple[Job, str]]:
        """Return all jobs of a document, each with the hash of its stored file."""
        return await self._with_files(select(jobs).where(jobs.c.thread_id == thread, jobs.c.document_id == document))

    async def _with_files(self, statement: Select[Any]) -> list[tuple[Job, str]]:  # Any: the columns of a job
        async with self._engine.connect() as connection:
            return [(_job(row), row.sha256) for row in (await connection.execute(statement)).all()]

    async def locked(self, thread: str, name: str, sha256: str) -> str | None:
        """Return the id of the document whose file, with this name or hash, is waiting for its password."""
        statement = (
            select(jobs.c.document_id)
            .where(jobs.c.thread_id == thread, jobs.c.error_code == NeedsPassword.code)
            .where(or_(jobs.c.name == name, jobs.c.sha256 == sha256))
            .order_by(jobs.c.updated_at.desc())
            .limit(1)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(statement)).scalar_one_or_none()

    async def remove(self, thread: str, document: str, sha256: str | None = None) -> None:
        """Delete the jobs of a document; with a hash, only those that have ended and read that file, since they hold its name."""
        of = [jobs.c.thread_id == thread, jobs.c.document_id == document]
        if sha256 is not None:
            of += [jobs.c.sha256 == sha256, jobs.c.state != JobState.RUNNING]
        async with self._engine.begin() as connection:
            await connection.execute(delete(jobs).where(*of))


def _values(job: Job) -> dict[str, Any]:  # Any: column values
    return {
        "id": job.id,
        "thread_id": job.thread,
        "document_id": job.document,
        "name": job.name,
        "state": job.state,
        "stage": job.stage,
        "done": job.done,
        "of": job.of,
        "percent": job.percent,
        "error_code": job.error_code,
        "error_detail": job.error_detail,
    }


def _job(row: Row[Any]) -> Job:  # Any: SQLAlchemy types a row by its statement
    return Job(
        id=row.id,
        thread=row.thread_id,
        document=row.document_id,
        name=row.name,
        state=JobState(row.state),
        stage=Stage(row.stage),
        done=row.done,
        of=row.of,
        percent=row.percent,
        error_code=row.error_code,
        error_detail=row.error_detail,
    )
