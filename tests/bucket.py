"""An S3 server on a free local port. Its buckets are kept in memory and survive its being stopped and started again."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import obstore
from moto.server import ThreadedMotoServer
from obstore.store import S3Store

from chat.settings import FileSettings
from tests.serving import free_port

_NAMES = (f"bucket-{n}" for n in itertools.count())
"""Unique names, because all servers of a process share the same buckets."""


class Bucket:
    """An empty bucket with its own server, which does not respond until `start` is called."""

    def __init__(self) -> None:
        self._port = free_port()
        self._name = next(_NAMES)
        self._server: ThreadedMotoServer | None = None

    def settings(self, prefix: str = "threadwise", name: str = "") -> FileSettings:
        return FileSettings(
            files_url=f"s3://{name or self._name}/{prefix}",
            files_endpoint=f"http://127.0.0.1:{self._port}",
            files_region="us-east-1",
            files_key_id="key",
            files_secret="secret",
            files_timeout_seconds=5,
        )

    def start(self) -> None:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self._server = ThreadedMotoServer("127.0.0.1", self._port, verbose=False)
        self._server.start()

    def make(self) -> None:
        httpx.put(f"http://127.0.0.1:{self._port}/{self._name}").raise_for_status()

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None

    @contextmanager
    def away(self) -> Iterator[None]:
        self.stop()
        yield
        self.start()

    def put(self, key: str, content: bytes) -> None:
        obstore.put(self._opened(), key, content)

    def contents(self) -> dict[str, bytes]:
        """Return the contents of all objects in the bucket, by key."""
        opened = self._opened()
        keys = [found["path"] for page in obstore.list(opened) for found in page]
        return {key: bytes(obstore.get(opened, key).bytes()) for key in keys}

    def _opened(self) -> S3Store:
        return S3Store(
            self._name,
            endpoint=f"http://127.0.0.1:{self._port}",
            access_key_id="key",
            secret_access_key="secret",
            client_options={"allow_http": True},
        )


@contextmanager
def serving_bucket() -> Iterator[Bucket]:
    bucket = Bucket()
    bucket.start()
    try:
        bucket.make()
        yield bucket
    finally:
        bucket.stop()
