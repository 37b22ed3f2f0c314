"""Whether everything in a data folder is as it should be: what `threadwise doctor` looks at, part by part."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.engine import damages, level, unrelated
from chat.database.schema import collections
from chat.ingestion.sweeping import Sweeping

_LEAST_FREE_BYTES = 500_000_000
"""Room for a few large files and the indexes made of them."""

_ORPHANS = {
    "files": "{n} stored files of no document",
    "missing_files": "the files of {n} versions are gone; their text can still be asked, the file can't be had back",
    "collections": "{n} collections of vectors without rows",
    "keyword_rows": "{n} keyword rows without their passage",
    "vectors": "{n} vectors without their passage",
    "incomplete": "{n} collections whose indexes lack passages",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One part that was looked at."""

    part: str
    ok: bool
    said: str
    """What is there, or what is wrong with it, in a sentence's words."""


class Checking:
    """Looks only; the database may be read while a server runs."""

    def __init__(self, engine: AsyncEngine, folder: Path, embedder: str) -> None:
        self._engine = engine
        self._folder = folder
        self._embedder = embedder

    async def look(self, sweeping: Sweeping | None, young: float) -> list[Finding]:
        """All parts; without `sweeping`, not those that only the holder of the data folder may open."""
        found = [self._disk(), *await self._database()]
        if all(finding.ok for finding in found if finding.part in ("database", "tables")):
            found.append(await self._identity())
            if sweeping is not None:
                found += _told((await sweeping.find(young)).counts)
        return found

    def _disk(self) -> Finding:
        free = shutil.disk_usage(self._folder).free
        return Finding("disk", free >= _LEAST_FREE_BYTES, f"{free / 1e9:.1f} GB are free")

    async def _database(self) -> list[Finding]:
        try:
            broken = await damages(self._engine)
            current, last = await level(self._engine)
            lost = await unrelated(self._engine)
        except SQLAlchemyError as error:
            return [Finding("database", False, f"it can't be read ({type(error).__name__}); restore a copy of it")]
        damage = f"it is damaged ({broken[0]}); restore a copy of it" if broken else "whole"
        return [
            Finding("database", not broken, damage),
            Finding("tables", current == last, f"at migration {current or 'none'} of {last}"),
            Finding("references", not lost, f"{len(lost)} rows refer to none" if lost else "every row has its owner"),
        ]

    async def _identity(self) -> Finding:
        """Vectors of another model are not comparable: such a thread is found by keywords alone."""
        statement = select(func.count()).select_from(collections).where(collections.c.embedder != self._embedder)
        async with self._engine.connect() as connection:
            others = int((await connection.execute(statement)).scalar_one())
        said = f"{others} collections are of another model than {self._embedder}" if others else self._embedder
        return Finding("embedding", not others, said)


def _told(counts: Mapping[str, int]) -> list[Finding]:
    fine = {"files": "each has its document", "collections": "as the rows say", "keyword_rows": "each has its passage"}
    return [
        Finding(kind, not count, _ORPHANS[kind].format(n=count) if count else fine.get(kind, "none"))
        for kind, count in counts.items()
    ]
