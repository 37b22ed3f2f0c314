"""Documents of a thread, and the chunks into which they are cut."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from chat.domain.extracted import Coverage, Table
from chat.domain.sources import Source


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrives. The name is shown to people and never used in a path."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Section:
    """A node of a document's tree: the document itself (level 0), then headings 1..n."""

    id: str
    parent: str | None
    title: str
    level: int
    start: int
    end: int
    page: int | None = None


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Chunk:
    """The unit that is embedded, indexed and found: a piece of a document, or of a message."""

    id: str
    thread: str
    source: Source
    parent: str
    """Id of the document or message that it is a piece of."""
    index: int
    """Position among the chunks of its parent, from 0."""
    text: str
    """`parent_text[start:end]`, to the character."""
    header: str
    """What is indexed in front of the text: document and heading path, or speaker and date."""
    start: int
    end: int
    page: int | None = None
    section: tuple[str, ...] = ()
    """Heading path, outermost first; empty for messages."""
    section_id: str | None = None
    rows: tuple[int, int] | None = None
    """First and last row of the table that it is a piece of, from 1."""
    fields: dict[str, str] | None = None
    """A table's row that is a chunk by itself: its cells by column."""
    ocr: bool = False
    """The page's text was recognised from a picture. Not stored with it: a chunk as found has it of its document's coverage."""

    @property
    def indexed(self) -> str:
        """The text that is embedded and keyword-indexed."""
        return indexed(self.header, self.text)


def indexed(header: str, text: str) -> str:
    """The text that is embedded and keyword-indexed of a chunk."""
    return f"{header}\n{text}" if header else text


class DocumentStatus(StrEnum):
    READY = "ready"
    UNCHANGED = "unchanged"
    UPDATED = "updated"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Document:
    """A file in a thread, and how far it has been read."""

    id: str
    thread: str
    name: str
    media_type: str
    bytes: int
    sha256: str
    status: DocumentStatus
    created_at: datetime
    version: int = 1
    pages: int | None = None
    chunks: int = 0
    characters: int = 0
    coverage: Coverage = Coverage()
    error_code: str | None = None
    error_detail: str | None = None
    embedded: int = 0
    """Chunks embedded for this version."""
    reused: int = 0
    """Chunks taken over unchanged from the version before."""
    awaiting_vectors: int = 0
    """Chunks that are found by their words only until their vectors are made."""
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionDigest:
    """A section (or page) of one version of a document, for comparing it with another."""

    path: tuple[str, ...]
    """Heading path, outermost first; unique within its version."""
    digest: str
    """Of its own words, those of the sections below it left out."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Heading paths of what differs between two versions, in the order of the text."""

    added: tuple[tuple[str, ...], ...] = ()
    removed: tuple[tuple[str, ...], ...] = ()
    changed: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a document; its file is kept, so that it can be brought back."""

    number: int
    """From 1; a version that is brought back gets a number of its own."""
    name: str
    sha256: str
    media_type: str
    bytes: int
    pages: int | None
    characters: int
    chunks: int
    created_at: datetime
    parts: tuple[SectionDigest, ...]
