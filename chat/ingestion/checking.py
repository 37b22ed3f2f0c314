"""Whether everything in a data folder is as it should be: what `threadwise doctor` looks at, part by part."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.engine import damages, level, unrelated
from chat.database.room import MEGABYTE
from chat.database.schema import collections, jobs, users
from chat.domain import JobState
from chat.errors import StorageFailed
from chat.ingestion.sweeping import Sweeping
from chat.settings import ServerSettings
from chat.threads.queries.incognito import incognito

_LEAST_FREE_BYTES = 500_000_000
"""Room for a few large files and the indexes made of them."""

_ORPHANS = {
    "segments": "{n} collections of vectors are broken and are made anew by the next start",
    "contents": "{n} stored files are not what was uploaded; their text can still be asked, take the files from a backup",
    "files": "{n} stored files of no document",
    "missing_files": "the files of {n} versions are gone; their text can still be asked, the file can't be had back",
    "collections": "{n} collections of vectors without rows",
    "keyword_rows": "{n} keyword rows without their passage",
    "vectors": "{n} vectors without their passage",
    "incomplete": "{n} collections whose indexes lack passages",
}


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """One part that was looked at."""

    part: str
    ok: bool
    said: str
    """What is there, or what is wrong with it, in a sentence's words."""


class Checking:
    """Looks only; the database may be read while a server runs."""

    def __init__(self, engine: AsyncEngine, folder: Path, embedder: str, server: ServerSettings) -> None:
        self._engine = engine
        self._folder = folder
        self._embedder = embedder
        self._server = server

    async def look(self, sweeping: Sweeping | None, young: float) -> list[CheckedPart]:
        """Check all parts; without `sweeping`, not those that only the holder of the data folder may open."""
        found = [self._disk(), self._privacy(), *await self._database()]
        if all(finding.ok for finding in found if finding.part in ("database", "tables")):
            found += [await self._settings(), await self._identity(), await self._waiting()]
            if sweeping is not None:
                found.append(_counted("segments", await sweeping.broken(), "every collection can be read and written"))
                found += await self._stored(sweeping, young)
        return found

    async def _stored(self, sweeping: Sweeping, young: float) -> list[CheckedPart]:
        try:
            counts = (await sweeping.find(young)).counts
            return [*_told(counts), _counted("contents", await sweeping.unlike(), "every file is what was uploaded")]
        except StorageFailed as error:
            return [CheckedPart("files", False, str(error))]

    def protect(self) -> None:
        """Take everybody's access but the owner's from the data folder and what lies in it."""
        for place in self._open_to_others():
            place.chmod(place.stat().st_mode & ~0o077)

    def _disk(self) -> CheckedPart:
        free = shutil.disk_usage(self._folder).free
        least = max(_LEAST_FREE_BYTES, self._server.reserve_mb * MEGABYTE)
        return CheckedPart("disk", free >= least, f"{free / 1e9:.1f} GB are free")

    def _privacy(self) -> CheckedPart:
        found = [place.name for place in self._open_to_others()]
        said = f"others on this machine may read {', '.join(found)}" if found else "for its owner only"
        return CheckedPart("privacy", not found, said)

    def _open_to_others(self) -> list[Path]:
        """Return what others may get into. Nobody gets into a folder that is closed, whatever lies in it; the secret is worth a
        lock of its own."""
        return [place for place in (self._folder, self._folder / "secret") if place.exists() and place.stat().st_mode & 0o077]

    async def _settings(self) -> CheckedPart:
        """Return what keeps a server of these settings from being of use; that they can be read at all is known by now."""
        if self._server.auth == "password":
            named = select(func.count()).select_from(users).where(users.c.name != "local", users.c.suspended.is_(False))
            async with self._engine.connect() as connection:
                if not (await connection.execute(named)).scalar_one():
                    return CheckedPart("settings", False, "nobody can sign in: make a user with `threadwise user add NAME`")
        return CheckedPart("settings", True, "they can be used")

    async def _waiting(self) -> CheckedPart:
        """Check that no file waits for something that is away; the first one that does says for what."""
        waiting = select(jobs.c.error_detail).where(jobs.c.state == JobState.RUNNING, jobs.c.error_detail.is_not(None))
        async with self._engine.connect() as connection:
            found = list((await connection.execute(waiting)).scalars())
        return CheckedPart("waiting", not found, f"{len(found)} files wait: {found[0]}" if found else "no file waits")

    async def _database(self) -> list[CheckedPart]:
        try:
            broken = await damages(self._engine)
            current, last = await level(self._engine)
            lost = await unrelated(self._engine)
        except StorageFailed as error:
            return [CheckedPart("database", False, str(error))]
        except SQLAlchemyError as error:
            return [CheckedPart("database", False, f"it can't be read ({type(error).__name__}); restore a copy of it")]
        damage = f"it is damaged ({broken[0]}); restore a copy of it" if broken else "whole"
        return [
            CheckedPart("database", not broken, damage),
            CheckedPart("tables", current == last, f"at migration {current or 'none'} of {last}"),
            CheckedPart("references", not lost, f"{len(lost)} rows refer to none" if lost else "every row has its owner"),
        ]

    async def _identity(self) -> CheckedPart:
        """Check for vectors of another model. They are not comparable: such a thread is found by keywords alone."""
        another = collections.c.embedder != self._embedder, ~incognito(collections.c.thread_id)
        statement = select(func.count()).select_from(collections).where(*another)
        async with self._engine.connect() as connection:
            others = int((await connection.execute(statement)).scalar_one())
        said = f"{others} collections are of another model than {self._embedder}" if others else self._embedder
        return CheckedPart("embedding", not others, said)


def _counted(part: str, found: Sequence[object], fine: str) -> CheckedPart:
    return CheckedPart(part, not found, _ORPHANS[part].format(n=len(found)) if found else fine)


def _told(counts: Mapping[str, int]) -> list[CheckedPart]:
    fine = {"files": "each has its document", "collections": "as the rows say", "keyword_rows": "each has its passage"}
    return [
        CheckedPart(kind, not count, _ORPHANS[kind].format(n=count) if count else fine.get(kind, "none"))
        for kind, count in counts.items()
    ]
