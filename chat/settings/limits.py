"""Limits of files and requests."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chat.settings.group import Group


class LimitSettings(Group):
    """Limits of files and requests."""

    max_files: int = Field(20, ge=1, description="Maximum number of files in one upload.")
    max_file_mb: int = Field(50, ge=1, description="Maximum size of a file, in megabytes.")
    max_body_mb: int = Field(
        1024, ge=1, description="Maximum size of a request body, in megabytes. A larger request is refused before it is read."
    )
    max_question_characters: int = Field(20_000, ge=1, description="Maximum length of a question, in characters.")
    max_pages: int = Field(5_000, ge=1, description="Maximum number of pages of a document.")
    max_characters: int = Field(
        20_000_000, ge=1, description="Maximum number of characters of text extracted from a document, not counting tables."
    )
    max_table_characters: int = Field(
        150_000_000, ge=1, description="Maximum number of characters in the table rows of a document."
    )
    max_versions: int = Field(
        10, ge=1, description="Number of versions of a document that are kept with their files, including the current one."
    )
    max_unpacked_mb: int = Field(
        512, ge=1, description="Maximum size to which a packed file (ZIP, DOCX, XLSX, PPTX, ODT, EPUB) may unpack, in megabytes."
    )
    max_unpacked_ratio: int = Field(
        250,
        ge=2,
        description="Maximum size to which a packed file may unpack, as a multiple of its own size. Files that unpack to less "
        "than 8 MB are always accepted.",
    )
    max_archive_entries: int = Field(10_000, ge=1, description="Maximum number of files inside a packed file.")
    ocr: Literal["auto", "off"] = Field(
        "auto",
        description="Text recognition (OCR) for scanned pages and pictures. `auto`: Tesseract reads them if it is installed. "
        "`off`: they are not read.",
    )
    ocr_languages: str = Field(
        "", description="Languages that Tesseract reads, as in `deu+eng`. If empty, all installed languages are used."
    )
    extraction_seconds: int = Field(
        50, ge=1, description="Maximum time for reading one file, in seconds. After it, reading is stopped."
    )
    extraction_memory_mb: int = Field(
        1536,
        ge=128,
        description="Maximum memory for reading one file, in megabytes of address space above that of the idle reader.",
    )
    upload_waits_seconds: float = Field(
        50,
        ge=0,
        description="Time for which an upload waits for a service that is unreachable, in seconds. After it, a file is "
        "reported as found by keywords only, or as not read yet. Over MCP, and for the import of a bundle, it also"
        " limits the wait for files that just take long.",
    )
    question_waits_seconds: float = Field(
        20, ge=0, description="Maximum time for which a question waits for a file that is still being read, in seconds."
    )

    @property
    def max_file_bytes(self) -> int:
        return self.max_file_mb * 1_000_000
