"""A file's journey into a thread or library, and the documents that come of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence

from chat.assistant.parts import AssistantPart
from chat.chunking.comparing import compare
from chat.domain import Changes, Chunk, Document, Job, JobState, Page, Receipt, Section, Source, Upload, User, Version
from chat.errors import Conflict, IndexFailed, InvalidRequest, NeedsPassword, StorageFailed, TooManyFiles
from chat.events import IngestionEvent
from chat.index.base import Collection
from chat.ingestion.indexer import Removed
from chat.threads.files.base import stored_as


class Adding(AssistantPart):
    """What is uploaded: into a thread, or in the same way into a library, whose id stands in for the thread's."""

    async def start_reading(
        self, user: User, thread: str, uploads: Sequence[Upload], document_id: str | None = None, password: str = ""
    ) -> list[Job]:
        """Take the files and read them in the background, one job each; a file refused at once is a failed job.

        The password opens those of them that are locked. Raises TooManyFiles and QuotaReached. Bytes are on disk when it returns.
        """
        await self._rows.libraries.holds(user.id, thread)
        sizes = [len(upload.content) for upload in uploads]
        self._parts.room.check(sum(sizes))
        if len(uploads) > self._parts.settings.limits.max_files:
            raise TooManyFiles(f"At most {self._parts.settings.limits.max_files} files can be added at once.")
        if document_id is not None and len(uploads) != 1:
            raise InvalidRequest("A document id can only be given for a single file.")
        await self.check_room(user, sizes)
        await self._parts.quotas.take_bytes(user.id, sum(sizes))
        return [await self._parts.jobs.start(thread, upload, document_id, password) for upload in uploads]

    async def check_room(self, user: User, sizes: Sequence[int]) -> None:
        """Raise QuotaReached when a visitor of somebody's site has no room for files of these sizes, in bytes."""
        if user.role == "visitor":
            files, size = await self._parts.files.held(await self._rows.visitors.threads(user.id))
            self._rows.visitors.check_room(files + len(sizes), size + sum(sizes))

    async def job(self, user: User, job: str) -> Job:
        return await self._parts.jobs.get(user.id, job)

    async def unread(self, user: User, thread: str) -> list[Job]:
        """Return the jobs of files that are being read, that wait for a password, or that failed within the last 24 hours, latest
        first."""
        await self._rows.libraries.holds(user.id, thread)
        return await self._parts.jobs.unread(thread)

    async def cancel(self, user: User, job: str) -> Job:
        """Stop reading a file; nothing of it is found when this returns, and what it left is taken away in the background.

        A job that has ended stays as it is, but for one that waits for its password: that is given up.
        """
        cancelled = await self._parts.jobs.cancel_job(user.id, job)
        await self._rows.replies.forget(cancelled.thread, {cancelled.document})
        return cancelled

    async def unlock(self, user: User, job: str, password: str) -> Job:
        """Read a locked file once more, with its password. Conflict when it does not wait for one."""
        return await self._parts.jobs.unlock(user.id, job, password)

    async def follow(self, jobs: Sequence[Job]) -> AsyncGenerator[IngestionEvent, None]:
        """Yield the progress of these jobs as it happens, and an `Added` for each in the order of finishing, until all have
        ended."""
        async for event in self._parts.jobs.follow(jobs):
            yield event

    async def add(
        self, user: User, thread: str, uploads: Sequence[Upload], document_id: str | None = None
    ) -> AsyncGenerator[IngestionEvent, None]:
        """Start reading files and yield the progress, as `start_reading` and `follow` do one after the other."""
        async for event in self.follow(await self.start_reading(user, thread, uploads, document_id)):
            yield event

    async def documents(
        self, user: User, thread: str, limit: int = 50, cursor: str | None = None
    ) -> tuple[list[Document], str | None]:
        """Return a page of the documents, in the order in which they were added, with the cursor of the next page."""
        await self._rows.libraries.reads(user.id, thread)
        return await self._rows.documents.listed(thread, limit, cursor)

    async def document(self, user: User, thread: str, document: str) -> Document:
        await self._reads(user, thread)
        return await self._rows.documents.get(thread, document)

    async def document_text(self, user: User, thread: str, document: str) -> str:
        """Return the extracted text, to which all offsets refer."""
        await self._reads(user, thread)
        return await self._rows.documents.text(thread, document)

    async def document_pages(self, user: User, thread: str, document: str) -> list[Page]:
        await self.document(user, thread, document)
        return await self._rows.documents.pages(thread, document)

    async def document_sections(self, user: User, thread: str, document: str) -> list[Section]:
        await self.document(user, thread, document)
        return await self._rows.documents.sections(thread, document)

    async def document_chunks(self, user: User, thread: str, document: str) -> list[Chunk]:
        await self._readable(user, thread, document)
        return await self._rows.chunks.of(Collection(thread, Source.DOCUMENT), document)

    async def document_file(self, user: User, thread: str, document: str) -> bytes:
        """Return the file as it was uploaded."""
        found = await self._readable(user, thread, document)
        return await self._parts.files.read(thread, stored_as(document, found.sha256))

    async def document_versions(self, user: User, thread: str, document: str) -> list[Version]:
        """Return the versions that are kept, oldest first; the last is the current one."""
        await self._readable(user, thread, document)
        return await self._rows.versions.listed(thread, document)

    async def document_changes(self, user: User, thread: str, document: str, number: int, against: int | None = None) -> Changes:
        """Return which sections a version changed, compared with the one that is kept before it or with another."""
        await self._readable(user, thread, document)
        versions = self._rows.versions
        version = await versions.get(thread, document, number)
        one = versions.before(thread, document, number) if against is None else versions.get(thread, document, against)
        return compare((await one).parts, version.parts)

    async def restore_version(self, user: User, thread: str, document: str, number: int) -> Job:
        """Read the file of an earlier version again; it becomes the newest version."""
        await self._owned(user, thread, document)
        version = await self._rows.versions.get(thread, document, number)
        content = await self._parts.files.read(thread, stored_as(document, version.sha256))
        return await self._parts.jobs.start(thread, Upload(version.name, content), document)

    async def delete_version(self, user: User, thread: str, document: str, number: int) -> Receipt:
        """Remove an earlier version with its file for good. Conflict for the version that is answered from."""
        parts = self._parts
        if (await self._owned(user, thread, document)).version == number:
            raise Conflict("Answers are given from this version; delete the document, or add a newer version first.")
        sha256 = await parts.rows.versions.remove(thread, document, number)
        files, deleted = 0, True
        if sha256 is not None:
            files, deleted = await self._files_gone(thread, document, [sha256])
            await parts.rows.jobs.remove(thread, document, sha256)
        left = await parts.rows.versions.listed(thread, document)
        await parts.rows.traces.forget_versions(thread, document, left[-1])
        await parts.leftovers.clean()
        return Receipt(files=files, verified=deleted and all(version.number != number for version in left))

    async def delete_document(self, user: User, thread: str, document: str) -> Receipt:
        """Delete a document from rows, indexes, files and caches; the receipt says what there was. A file that is being read, or
        waits for its password, is one already. While vector store or file storage is away nobody finds it, and the receipt is not
        verified."""
        await self._rows.libraries.holds(user.id, thread)
        async with self._parts.jobs.accepting(thread):
            return await self._delete_document(thread, document)

    async def _delete_document(self, thread: str, document: str) -> Receipt:
        parts = self._parts
        jobs = await parts.rows.jobs.of(thread, document)
        if not any(job.state is JobState.RUNNING or job.error_code == NeedsPassword.code for job, _ in jobs):
            await parts.rows.documents.get(thread, document)
        await parts.jobs.cancel(thread, document)
        versions = await parts.rows.versions.listed(thread, document)
        stored = {version.sha256 for version in versions} | {sha256 for _, sha256 in jobs}
        names = {version.name for version in versions} | {job.name for job, _ in jobs}
        collection = Collection(thread, Source.DOCUMENT)
        ids = await parts.rows.chunks.ids(collection, [document])
        documents = await parts.rows.documents.remove(thread, document)
        parts.rows.chunks.withdrawn(thread, document)
        parts.tables.forget(thread, document)
        removed, verified = await self._taken_out(collection, document, ids)
        files, deleted = await self._files_gone(thread, document, stored)
        await parts.rows.jobs.remove(thread, document)
        await parts.running_answers.end_resting(thread, document)
        await parts.rows.traces.forget(thread, gone=(), changed=(document,))
        await parts.rows.traces.forget_names(thread, names)
        await parts.leftovers.clean()
        return Receipt(
            documents=documents,
            chunks=removed.chunks,
            vectors=removed.vectors,
            keyword_rows=removed.keyword_rows,
            files=files,
            cache_entries=removed.cache_entries,
            verified=verified and deleted,
        )

    async def _files_gone(self, thread: str, document: str, hashes: Iterable[str]) -> tuple[int, bool]:
        """Delete stored files; return how many were deleted, and whether none is left. What the store could not be told now it is
        told when it is back."""
        files, deleted = 0, True
        for sha256 in hashes:
            try:
                files += await self._parts.files.delete(thread, stored_as(document, sha256))
            except StorageFailed:
                deleted = False
        return files, deleted

    async def _taken_out(self, collection: Collection, document: str, ids: Sequence[str]) -> tuple[Removed, bool]:
        """Remove chunks; return what was removed, and whether nothing is left. What could not be removed now is cleared in the
        background."""
        indexer = self._parts.indexer
        try:
            return await indexer.remove(collection, ids), await indexer.gone(collection, ids)
        except BaseException as error:
            self._parts.jobs.clear_later(collection.thread, document)
            if not isinstance(error, IndexFailed):
                raise
            return Removed(), False

    async def _reads(self, user: User, thread: str) -> None:
        """Raise NotFound unless the thread is the user's, shared with them, or they are a visitor who was given it to search."""
        if user.role != "visitor" or thread not in {place.id for place in await self._rows.visitors.granted(user.id)}:
            await self._rows.libraries.reads(user.id, thread)

    async def _readable(self, user: User, thread: str, document: str) -> Document:
        """Return a document that the user may read, with its file, chunks and versions: their own, or shared with them."""
        await self._rows.libraries.reads(user.id, thread)
        return await self._rows.documents.get(thread, document)

    async def _owned(self, user: User, thread: str, document: str) -> Document:
        """Return a document that the user may change and delete, not only read."""
        await self._rows.libraries.holds(user.id, thread)
        return await self._rows.documents.get(thread, document)
