"""Read a ZIP archive as one document made of the readable files in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from chat.domain import Extracted
from chat.errors import FileRefused, FileTooLarge, NoText
from chat.extraction.archive import Archive, open_archive
from chat.extraction.composition import Composition
from chat.extraction.joined import Read, joined, under, warned, why
from chat.settings import LimitSettings

MEDIA_TYPE = "application/zip"
_MOST_LISTED = 200
_MOST_WARNINGS = 50


def read_zip(content: bytes, limits: LimitSettings, read: Read) -> Extracted:
    """Return each file below a heading with its path; files that cannot be read are named in warnings with the reason."""
    archive = open_archive(content, limits)
    names = [name for name in archive.names() if not _is_hidden(name)]
    parts: list[Extracted] = []
    listed: list[str] = []
    warnings: list[str] = []
    characters = 0
    for name in names:
        try:
            extracted = _read(archive, name, limits, read)
        except FileRefused as error:
            warnings.append(f"{name} could not be read: {why(error)}")
            continue
        characters += len(extracted.text)
        if characters > limits.max_characters:
            raise FileTooLarge(f"The files of the archive have more than {limits.max_characters:,} characters.")
        listed.append(name)
        parts.append(under(name, warned(name, extracted)))
    if not parts:
        raise NoText(f"Nothing in the archive can be read. {warnings[0]}" if warnings else "The archive holds no files.")
    whole = joined([_listing(listed, limits), *parts], MEDIA_TYPE, warnings=warnings)
    return _with_fewer_warnings(whole)


def _read(archive: Archive, name: str, limits: LimitSettings, read: Read) -> Extracted:
    if archive.size(name) > limits.max_file_bytes:
        raise FileTooLarge(f"The file is larger than {limits.max_file_mb:,} MB.")
    return read(name, archive.read(name), limits)


def _listing(names: list[str], limits: LimitSettings) -> Extracted:
    text = Composition(limits)
    listed = [f"- {name}" for name in names[:_MOST_LISTED]]
    more = [f"- and {len(names) - _MOST_LISTED:,} more"] if len(names) > _MOST_LISTED else []
    text.verbatim("\n".join([f"Archive of {len(names):,} file{'' if len(names) == 1 else 's'}:", *listed, *more]))
    return text.extracted(MEDIA_TYPE)


def _is_hidden(name: str) -> bool:
    """Return whether the entry is hidden or a system file (`__MACOSX`, `.DS_Store`, `.git`)."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return any(part.startswith(".") and part not in (".", "..") for part in parts) or "__MACOSX" in parts


def _with_fewer_warnings(extracted: Extracted) -> Extracted:
    warnings = extracted.coverage.warnings
    if len(warnings) <= _MOST_WARNINGS:
        return extracted
    more = f"And {len(warnings) - _MOST_WARNINGS:,} more remarks."
    return replace(extracted, coverage=replace(extracted.coverage, warnings=(*warnings[:_MOST_WARNINGS], more)))
