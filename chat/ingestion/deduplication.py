"""Which document of a thread an uploaded file belongs to, whatever else is being read into the thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chat.domain import Document
from chat.ingestion.live import Live


@dataclass(frozen=True, slots=True)
class Held:
    """A document with the name and content that it will have once the files that are being read now have been."""

    document: str
    name: str
    sha256: str


def expected(stored: Sequence[Document], jobs: Iterable[Live]) -> list[Held]:
    """Return the stored documents as these jobs will leave them, and the new ones, in the order in which they were added.

    A job whose file its document has already changes nothing, not even the name. One that was stopped or failed adds nothing,
    and takes back what it published of a new document.
    """
    held = {document.id: Held(document.id, document.name, document.sha256) for document in stored}
    unfinished = {document.id for document in stored if document.awaiting_vectors}
    for live in jobs:
        id = live.job.document
        same = id in held and held[id].sha256 == live.sha256
        if not live.stopped and not same:
            held[id] = Held(id, live.job.name, live.sha256)
        elif live.stopped and same and id in unfinished and not live.job.repeated:
            del held[id]
    return list(held.values())


def match(held: Sequence[Held], name: str, sha256: str) -> Held | None:
    """Return the document that a file belongs to: the newest of its name, preferably one with its content; if none has its name,
    the oldest with its content."""
    named = [each for each in reversed(held) if each.name == name]
    same = [each for each in held if each.sha256 == sha256]
    return next(iter([*(each for each in named if each in same), *named, *same]), None)
