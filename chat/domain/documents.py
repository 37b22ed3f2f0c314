"""Documents of a thread, and the chunks they are split into."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from chat.domain.extracted import Coverage, Table
from chat.domain.sources import Source


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as uploaded. The name is only for display and never used in a path."""

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
    """The unit that is embedded, indexed and retrieved: a piece of a document or of a message."""

    id: str
    thread: str
    source: Source
    parent: str
    """Id of the document or message it is a piece of."""
    index: int
    """Position among the chunks of its parent, from 0."""
    text: str
    """Exactly `parent_text[start:end]`."""
    header: str
    """Text indexed in front of `text`: document name and heading path, or speaker and date."""
    start: int
    end: int
    page: int | None = None
    section: tuple[str, ...] = ()
    """Heading path, outermost first; empty for messages."""
    section_id: str | None = None
    rows: tuple[int, int] | None = None
    """First and last row, counted from 1, of the table it is a piece of."""
    fields: dict[str, str] | None = None
    """The cells of a table row by column name, when the row is a chunk by itself."""
    ocr: bool = False
    """The page's text was recognised from an image (OCR). Not stored with the chunk: retrieval sets it from the document's
    coverage."""

    @property
    def indexed(self) -> str:
        """The text that is embedded and keyword-indexed."""
        return indexed(self.header, self.text)


def indexed(header: str, text: str) -> str:
    """Return the text of a chunk that is embedded and keyword-indexed."""
    return f"{header}\n{text}" if header else text


class DocumentStatus(StrEnum):
    READY = "ready"
    UNCHANGED = "unchanged"
    UPDATED = "updated"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Document:
    """A file in a thread, and the state of reading it."""

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
    """Chunks reused unchanged from the previous version."""
    awaiting_vectors: int = 0
    """Chunks that only keyword search finds until their vectors are computed."""
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionDigest:
    """Digest of a section (or page) in one version of a document, for comparison with another version."""

    path: tuple[str, ...]
    """Heading path, outermost first; unique within its version."""
    digest: str
    """Computed over the section's own words, without those of its subsections."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Heading paths of the sections that differ between two versions, in the order of the text."""

    added: tuple[tuple[str, ...], ...] = ()
    removed: tuple[tuple[str, ...], ...] = ()
    changed: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document; its file is kept so that it can be restored."""

    number: int
    """Counted from 1; restoring a version creates a new one with its own number."""
    name: str
    sha256: str
    media_type: str
    bytes: int
    pages: int | None
    characters: int
    chunks: int
    created_at: datetime
    parts: tuple[SectionDigest, ...]
