"""Uploaded files in a bucket of S3 or of any storage with an S3-compatible API.

Credentials that the settings do not give are taken from where AWS tools look for them (`AWS_*` variables, the machine's role).
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

from chat.domain import Health
from chat.errors import BadSettings, NotFound, StorageFailed
from chat.settings import FileSettings
from chat.threads.files.base import GONE, Stored, key_of, name_of

if TYPE_CHECKING:
    from obstore.store import S3Config

_log = logging.getLogger(__name__)

_OWNER = "owner"
"""Key of the object that holds the id of the database to which the files belong."""
_OURS = re.compile(r"[0-9a-f]{40}/[0-9a-f]{40}")
"""Pattern of the keys written here; other objects in the bucket are ignored."""
_AT_ONCE = 1_000
"""Most keys in one delete request, as limited by S3."""
_CONNECT_SECONDS = 3.0
_CHECK_SECONDS = 3.0
_RETRIES, _RETRY_SECONDS = 2, 10.0
_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.1, 1.0

_AWAY = "The file storage does not answer now. Try again in a moment."


class FilesInBucket:
    """Implements `FileStore` on a bucket. A storage that cannot be reached at the start is used once it can be.

    Nothing is written or deleted before the bucket is known to belong to this installation; otherwise it would delete the files
    of another one as leftovers.
    """

    def __init__(self, settings: FileSettings) -> None:
        """Prepare a client; nothing is requested yet. BadSettings when the URL of the settings is invalid."""
        self._bucket, prefix = _split(settings.files_url)
        self._store = S3Store(
            self._bucket,
            prefix=prefix or None,
            config=_config(settings),
            client_options={
                "allow_http": settings.files_endpoint.startswith("http://"),
                "connect_timeout": timedelta(seconds=_CONNECT_SECONDS),
                "timeout": timedelta(seconds=settings.files_timeout_seconds),
            },
            retry_config={
                "max_retries": _RETRIES,
                "retry_timeout": timedelta(seconds=_RETRY_SECONDS),
                "backoff": {
                    "init_backoff": timedelta(seconds=_PAUSE_SECONDS),
                    "max_backoff": timedelta(seconds=_LONGEST_PAUSE_SECONDS),
                    "base": 2,
                },
            },
        )
        self._owner = ""
        self._claimed = False
        self._owed = set[str]()
        """Keys whose deletion failed while the storage could not be reached."""
        self._settling = asyncio.Lock()

    async def start(self, owner: str) -> None:
        self._owner = owner
        try:
            await self._claim()
        except StorageFailed as error:
            if str(error) == _AWAY:
                raise
            raise BadSettings(str(error)) from error

    async def write(self, thread: str, id: str, content: bytes) -> None:
        await self._claim()
        key = key_of(thread, id)
        async with self._settling:
            self._owed.discard(key)
        with self._told():
            await obstore.put_async(self._store, key, content, use_multipart=False)  # a single request is atomic

    async def read(self, thread: str, id: str) -> bytes:
        with self._told():
            return await self._get(key_of(thread, id))

    async def size(self, thread: str, id: str) -> int:
        with self._told():
            return (await obstore.head_async(self._store, key_of(thread, id)))["size"]

    async def held(self, threads: Sequence[str]) -> tuple[int, int]:
        sizes = [size for thread in threads for _, size, _ in await self._list(name_of(thread))]
        return len(sizes), sum(sizes)

    async def delete(self, thread: str, id: str) -> int:
        key = key_of(thread, id)
        try:
            await self._claim()
            with self._told():
                await obstore.head_async(self._store, key)  # raises NotFound; S3's delete does not report a missing object
                await obstore.delete_async(self._store, key)
        except NotFound:
            return 0
        except StorageFailed:
            self._owed.add(key)
            raise
        return 1

    async def delete_thread(self, thread: str) -> int:
        keys = [key for key, _, _ in await self._list(name_of(thread))]
        await self.remove(keys)
        return len(keys)

    async def listed(self) -> list[Stored]:
        return [Stored(key, changed) for key, _, changed in await self._list()]

    async def remove(self, keys: Sequence[str]) -> None:
        await self._claim()
        with self._told():
            for at in range(0, len(keys), _AT_ONCE):
                await obstore.delete_async(self._store, list(keys[at : at + _AT_ONCE]))

    async def settle(self) -> None:
        async with self._settling:
            if self._owed:
                await self.remove(sorted(self._owed))
                self._owed.clear()

    async def check(self) -> Health:
        detail: dict[str, object] = {"kind": "s3", "bucket": self._bucket}
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                await self._claim()
                with self._told(), suppress(NotFound):
                    await obstore.head_async(self._store, _OWNER)
        except (TimeoutError, StorageFailed, BadSettings) as error:
            return Health(False, {**detail, "error": str(error) or _AWAY})
        return Health(True, detail)

    def copy_new(self, folder: Path) -> None:
        with self._told():
            for page in obstore.list(self._store):
                for key in (found["path"] for found in page if _OURS.fullmatch(found["path"])):
                    copy = folder / key
                    if not copy.exists():
                        copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                        with suppress(FileNotFoundError):
                            copy.write_bytes(obstore.get(self._store, key).bytes())

    def take(self, folder: Path) -> None:
        """Upload the files of a copy made by `copy_new`, where each is at `folder / key`. Blocking."""
        with self._told():
            for place in sorted(folder.glob("*/*")):
                obstore.put(self._store, str(place.relative_to(folder)), place.read_bytes(), use_multipart=False)

    async def _claim(self) -> None:
        """Check, once, that the bucket belongs to this installation, and claim it if it has no owner.

        Raises BadSettings when it belongs to another one.
        """
        if self._claimed:
            return
        with self._told():
            try:
                found = (await self._get(_OWNER)).decode(errors="replace")
            except FileNotFoundError as error:
                if _no_bucket(error):
                    raise
                await obstore.put_async(self._store, _OWNER, self._owner.encode(), use_multipart=False)
                found = self._owner
        if found != self._owner:
            raise BadSettings("THREADWISE_FILES_URL leads to the files of another Threadwise; name another prefix there.")
        self._claimed = True

    async def _get(self, key: str) -> bytes:
        return bytes(await (await obstore.get_async(self._store, key)).bytes_async())

    async def _list(self, prefix: str | None = None) -> list[tuple[str, int, float]]:
        """Return (key, size in bytes, time of last modification in seconds since the epoch) of each file under a prefix."""
        with self._told():
            return [
                (found["path"], found["size"], found["last_modified"].timestamp())
                async for page in obstore.list(self._store, prefix)
                for found in page
                if _OURS.fullmatch(found["path"])
            ]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Convert exceptions of the storage client to `NotFound` and `StorageFailed`."""
        try:
            yield
        except FileNotFoundError as error:
            if _no_bucket(error):
                raise StorageFailed(f"There is no bucket {self._bucket} at the storage of THREADWISE_FILES_URL.") from error
            raise NotFound(GONE) from error
        except (PermissionDeniedError, UnauthenticatedError) as error:
            _log.warning("The file storage refuses: %s", _short(error))
            raise StorageFailed("The file storage refuses what THREADWISE_FILES_KEY_ID may do there.") from error
        except BaseError as error:
            _log.warning("The file storage failed: %s", _short(error))
            raise StorageFailed(_AWAY) from error


def _split(url: str) -> tuple[str, str]:
    """Split an `s3://` URL into bucket and prefix. Raises BadSettings when it is invalid."""
    parts = urlsplit(url)
    if parts.scheme != "s3" or not parts.hostname or parts.query or parts.fragment:
        raise BadSettings("THREADWISE_FILES_URL has to be s3://BUCKET or s3://BUCKET/PREFIX.")
    return parts.hostname, parts.path.strip("/")


def _config(settings: FileSettings) -> S3Config:
    named = {
        "endpoint": settings.files_endpoint,
        "region": settings.files_region,
        "access_key_id": settings.files_key_id,
        "secret_access_key": settings.files_secret,
    }
    return cast("S3Config", {name: value for name, value in named.items() if value})


def _no_bucket(error: Exception) -> bool:
    return "NoSuchBucket" in str(error)


def _short(error: BaseError) -> str:
    """Return the first line of an error message, without the debugging details that obstore appends."""
    return str(error).partition("\n")[0]
