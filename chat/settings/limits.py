"""How much one request may bring."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chat.settings.group import Group


class LimitSettings(Group):
    """How much one request may bring."""

    max_files: int = Field(20, ge=1, description="Files in one upload.")
    max_file_mb: int = Field(50, ge=1, description="Size of one file, megabytes.")
    max_body_mb: int = Field(1024, ge=1, description="Size of any request body, megabytes; refused before it is read.")
    max_question_characters: int = Field(20_000, ge=1, description="Length of a question.")
    max_pages: int = Field(5_000, ge=1, description="Pages of one document.")
    max_characters: int = Field(20_000_000, ge=1, description="Characters of one document's extracted text, tables apart.")
    max_table_characters: int = Field(150_000_000, ge=1, description="Characters of the rows of one document's tables.")
    max_versions: int = Field(
        10, ge=1, description="Versions of a document that are kept with their files, the current one included."
    )
    max_unpacked_mb: int = Field(
        512, ge=1, description="What a packed file (ZIP, DOCX, XLSX, PPTX, ODT, EPUB) may unpack to, megabytes."
    )
    max_unpacked_ratio: int = Field(250, ge=2, description="The same as a multiple of the file's size; under 8 MB any is taken.")
    max_archive_entries: int = Field(10_000, ge=1, description="Files inside a packed file.")
    ocr: Literal["auto", "off"] = Field(
        "auto", description="`auto`: pages that are pictures are read by Tesseract where it is installed."
    )
    ocr_languages: str = Field("", description="Tesseract's languages, as `deu+eng`; empty: all that are installed.")
    extraction_seconds: int = Field(50, ge=1, description="Wall time for reading one file, seconds; then it is stopped.")
    extraction_memory_mb: int = Field(
        1536, ge=128, description="Memory for reading one file, megabytes of address space above the idle reader."
    )
    upload_waits_seconds: float = Field(
        50,
        ge=0,
        description="How long an upload waits for what is away before it answers with files found by words or not at all, "
        "seconds; over MCP, and an import of a bundle, also for what only takes long.",
    )
    question_waits_seconds: float = Field(
        20, ge=0, description="How long a question waits for a file that is still being read, seconds."
    )

    @property
    def max_file_bytes(self) -> int:
        return self.max_file_mb * 1_000_000
