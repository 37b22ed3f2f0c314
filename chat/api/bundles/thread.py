"""A thread as a bundle: `thread.json`, `messages.jsonl`, `documents.json`, and the files of all document versions kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from chat.api import render
from chat.api.bodies import Name, Text, ThreadSettings, Time
from chat.api.bundles.zipped import MOST_TEXT, Manifest, Packed
from chat.api.types import Identifier, Json
from chat.domain import Altered, Document, Draft, KeptAnswer, Role, Thread, Version
from chat.errors import InvalidRequest
from chat.faults import faults
from chat.threads.conversations import answers
from chat.threads.conversations.transcripts import Entry

THREAD = "thread.json"
MESSAGES = "messages.jsonl"
DOCUMENTS = "documents.json"
_MOST_MESSAGES = 1_000_000
_ANSWER: TypeAdapter[KeptAnswer] = TypeAdapter(KeptAnswer)


class _Thread(BaseModel):
    name: Name | None = None
    created_at: Time | None = None
    settings: ThreadSettings = {}


class _Altered(BaseModel):
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    text: Text | None = None


class _Message(BaseModel):
    id: Identifier
    role: Role
    content: Text
    author: Annotated[Text, Field(max_length=255)] | None = None
    created_at: Time | None = None
    interrupted: bool = False
    recalled: bool = True
    answer: dict[str, Any] | None = None  # Any: validated in `_answer`
    changed: list[_Altered] = []


class _Version(BaseModel):
    name: Annotated[Text, Field(min_length=1, max_length=255)]
    file: str


class _Document(BaseModel):
    id: Identifier
    versions: Annotated[list[_Version], Field(min_length=1, max_length=1_000)]


_DOCUMENTS = TypeAdapter(list[_Document])


@dataclass(frozen=True, slots=True)
class Filed:
    """A document in a bundle. Its versions, oldest first, are pairs of the version's name and its file's name in the bundle."""

    id: str
    versions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Bundle:
    """The parsed content of a bundle."""

    name: str | None
    created_at: datetime | None
    settings: dict[str, object]
    entries: Sequence[Entry]
    documents: Sequence[Filed]


# --- export


def thread_file(thread: Thread) -> bytes:
    return _pretty(render.thread(thread))


def message_line(entry: Entry) -> bytes:
    said = entry.said
    shape: Json = {
        "id": said.id,
        "role": said.role,
        "content": said.content,
        "author": said.author,
        "created_at": render.time(said.created_at),
        "interrupted": entry.interrupted,
        "recalled": entry.recalled,
    }
    if entry.answer is not None:
        shape["answer"] = answers.row(entry.answer)
    if entry.changed:
        shape["changed"] = [asdict(each) for each in entry.changed]
    return json.dumps(shape, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def documents_file(documents: Iterable[tuple[int, Document, Sequence[Version]]]) -> bytes:
    """Return `documents.json`. Each document comes with its number in the bundle and the versions whose files are in it."""
    shapes = [
        {
            "id": document.id,
            "name": document.name,
            "media_type": document.media_type,
            "versions": [
                {**render.version(version, document.version), "file": file_name(number, version)} for version in versions
            ],
        }
        for number, document, versions in documents
    ]
    return _pretty(shapes)


def file_name(number: int, version: Version) -> str:
    """Return the name of a version's file in the bundle: numbers, and the original extension, by which programs know the type."""
    _, dot, ending = version.name.rpartition(".")
    kind = f".{ending.lower()}" if dot and ending.isascii() and ending.isalnum() and len(ending) <= 8 else ""
    return f"documents/{number:04}-v{version.number}{kind}"


def _pretty(shape: object) -> bytes:
    return json.dumps(shape, ensure_ascii=False, indent=1).encode("utf-8", "replace")


# --- import


def parsed(packed: Packed, manifest: Manifest) -> Bundle:
    """Return the content of a bundle; raises InvalidRequest for anything that an export would not have written."""
    try:
        thread = _Thread.model_validate_json(_of(packed, manifest, THREAD))
        documents = _DOCUMENTS.validate_json(_of(packed, manifest, DOCUMENTS))
        entries = list(_entries(_of(packed, manifest, MESSAGES)))
    except ValidationError as error:
        first = faults(error.errors())[0]
        raise InvalidRequest(f"The bundle says something that can't be: {str(first)[:400]}.") from error
    for document in documents:
        for version in document.versions:
            if version.file not in manifest.files:
                raise InvalidRequest("A document's file is not in the bundle's manifest.")
    named = [version.file for document in documents for version in document.versions]
    if len(named) != len(set(named)):  # a file may be large, so it must not be stored more often than it was sent
        raise InvalidRequest("The bundle says something that can't be: a file of more than one document or version.")
    filed = [Filed(each.id, tuple((version.name, version.file) for version in each.versions)) for each in documents]
    return Bundle(thread.name, thread.created_at, thread.settings, entries, filed)


def _of(packed: Packed, manifest: Manifest, name: str) -> bytes:
    if name not in manifest.files:
        raise InvalidRequest(f"{name} is missing in the bundle's manifest.")
    return packed.read(name, MOST_TEXT)


def _entries(lines: bytes) -> Iterator[Entry]:
    for number, line in enumerate(lines.split(b"\n")):
        if number > _MOST_MESSAGES:
            raise InvalidRequest(f"The bundle holds more than {_MOST_MESSAGES:,} messages.")
        if line.strip():
            message = _Message.model_validate_json(line)
            said = Draft(message.role, message.content, message.id, message.author, message.created_at)
            changed = tuple(Altered(each.start, each.end, each.text) for each in message.changed)
            if any(not each.start <= each.end <= len(message.content) for each in changed):
                raise InvalidRequest("The bundle says something that can't be: a change outside of its message.")
            yield Entry(said, message.interrupted, message.recalled, _answer(message.answer), changed)


def _answer(row: dict[str, Any] | None) -> KeptAnswer | None:  # Any: JSON from outside
    """Return the answer, its values validated by the types of `KeptAnswer`."""
    if row is None:
        return None
    try:
        shape = {key: value for key, value in row.items() if key != "passages"} | {"references": row["passages"]}
    except KeyError as error:
        raise InvalidRequest("The bundle says something that can't be: an answer without its sources.") from error
    return _ANSWER.validate_python(shape)
