"""Finds text left on disk in the raw bytes of all files, in the forms in which it may be stored."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path


def residue(folder: Path, words: Iterable[str]) -> dict[str, list[str]]:
    """Return which of the words are where, by file, ignoring case."""
    forms = {word: list(_forms(word)) for word in words}
    found: dict[str, list[str]] = {}
    for name, content in _contents(folder):
        lowered = content.lower()
        here = [word for word, needles in forms.items() if any(needle in lowered for needle in needles)]
        if here:
            found[name] = here
    return found


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all files and what is packed in them, and all names, because a name may be the secret."""
    for place in sorted(folder.rglob("*")):
        yield f"name of {place.name}", str(place.relative_to(folder)).encode()
        if place.is_file():
            content = place.read_bytes()
            yield str(place.relative_to(folder)), content
            if content.startswith(b"PK"):
                with zipfile.ZipFile(io.BytesIO(content)) as packed:
                    for member in packed.namelist():
                        yield f"{place.name}/{member}", packed.read(member)


def _forms(word: str) -> Iterator[bytes]:
    yield word.lower().encode()
    yield json.dumps(word.lower())[1:-1].encode()
    yield word.lower().encode("utf-16-le")
    yield word.lower().encode("utf-16-be")
    yield word.lower().encode().hex().encode()
    for cased in {word, word.lower()}:
        for shift in range(3):  # base64 encodes the same bytes in three ways, depending on their offset
            coded = base64.b64encode(b"\0" * shift + cased.encode())
            yield coded[4 if shift else 0 : -4].lower()
