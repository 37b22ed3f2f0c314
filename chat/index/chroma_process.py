"""The child process that owns the embedded Chroma: `python -m chat.index.chroma_process FOLDER OPEN_FILES`.

Requests and replies go over standard input and output, pickled, each preceded by its length (`framing`). A request is the name
of a `ChromaStore` method with its arguments; its reply is the result, or a RuntimeError with the name and message of what was
raised. The process ends when its input does, so it never outlives the server. Chroma holds the interpreter's lock while it writes
and can crash on a torn index file; in a process of its own neither affects the server.
"""

from __future__ import annotations

import os
import pickle  # between a process and its own child
import resource
import signal
import sys
from collections.abc import Iterable
from typing import BinaryIO

import chromadb
from chromadb.config import Settings

from chat.index.chroma_store import ChromaStore
from chat.index.framing import LENGTH, framed


def main() -> None:
    """Reply "ready", then serve requests one by one until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all of a terminal's processes; the server ends this one itself
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not stand between replies
    _limit_descriptors(int(sys.argv[2]))
    store = ChromaStore(chromadb.PersistentClient(sys.argv[1], Settings(anonymized_telemetry=False)))
    _reply(replies, "ready")
    for method, arguments in _requests(sys.stdin.buffer):
        try:
            result = getattr(store, method)(*arguments)
        except Exception as error:  # whatever Chroma raises is for the server to judge
            result = RuntimeError(f"{type(error).__name__}: {error}")
        _reply(replies, result)


def _limit_descriptors(open_files: int) -> None:
    """Limit open files, the only limit that Chroma heeds: it keeps about one collection open for every five of them."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(open_files, hard) if hard > 0 else open_files, hard))


def _requests(stream: BinaryIO) -> Iterable[tuple[str, tuple[object, ...]]]:
    while len(head := stream.read(LENGTH.size)) == LENGTH.size:
        yield pickle.loads(stream.read(LENGTH.unpack(head)[0]))  # noqa: S301  # our own parent wrote it


def _reply(stream: BinaryIO, result: object) -> None:
    stream.write(framed(result))
    stream.flush()


if __name__ == "__main__":
    main()
