"""Reads evaluation sets from folders and turns them into threads to fill and questions to ask."""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from chat.domain import Draft, Role, Upload
from chat.errors import InvalidRequest
from chat.evaluation.places.base import Hit
from chat.evaluation.scores import TextSpan

Row = dict[str, Any]  # Any: a line of JSON

_ALONE = "all"
"""Name of the thread of a set that has only one."""
_TIMES = ("%I:%M %p on %d %B, %Y", "%B-%d-%Y")


@dataclass(frozen=True, slots=True)
class Filling:
    """The content of a thread before questions are asked in it."""

    drafts: tuple[Draft, ...] = ()
    """Messages, with the ids used in the set."""
    files: tuple[tuple[str, Upload], ...] = ()
    """Documents, each with the id used in the set."""


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A question of an evaluation set."""

    id: str
    thread: str
    text: str
    history: tuple[str, ...]
    category: str | None = None
    """Category of the question according to the set."""
    answer: str | None = None
    """The expected answer, in the words of the set."""
    answerable: bool = True
    """Whether the thread contains an answer."""


@dataclass(frozen=True, slots=True)
class EvaluationSet:
    """One part, such as `dev`, of an evaluation set."""

    name: str
    threads: Mapping[str, Filling]
    questions: Sequence[LabelledQuestion]
    judged: Mapping[str, Mapping[str, float]]
    """Relevant units and their gains, by question; empty for a set of spans."""
    references: Mapping[str, Sequence[TextSpan]]
    """Reference spans, by question; empty for a set of units."""
    unit: Literal["message", "document", "page", "span"]

    def unit_of(self, hit: Hit, document: str | None) -> str:
        """Return the unit to which a passage belongs; `document` is the id of its document in the set, `None` for a message."""
        if document is None:
            return hit.parent
        return f"{document}#{(hit.page or 0) - 1}" if self.unit == "page" else document


def load(folder: Path, part: str) -> EvaluationSet:
    """Read the set in `folder/part`. Raises InvalidRequest when there is none."""
    here = folder / part
    if not (here / "queries.jsonl").is_file():
        raise InvalidRequest(f"There is no evaluation set in {here}.")
    queries = _rows(here / "queries.jsonl")
    corpus = _rows(next(path for name in ("corpus.jsonl", "corpus.jsonl.gz") if (path := here / name).is_file()))
    unit, fill = _kind(here, corpus[0])
    judged: dict[str, dict[str, float]] = defaultdict(dict)
    for row in _rows(here / "qrels.jsonl"):
        if row.get("rel", 1) > 0:
            judged[row["query"]][row["doc"]] = row.get("rel", 1)
    references: dict[str, list[TextSpan]] = defaultdict(list)
    for row in _rows(here / "refs.jsonl"):
        references[row["query"]].append(TextSpan(row["doc"], row["start"], row["end"]))
    return EvaluationSet(
        name=folder.name,
        threads=fill(here, corpus),
        questions=[
            LabelledQuestion(
                row["id"],
                row.get("thread") or _ALONE,
                row["text"],
                tuple(row.get("history") or ()),
                row.get("category"),
                None if row.get("answer") is None else str(row["answer"]),
                row.get("answerable", True),
            )
            for row in queries
        ],
        judged=judged,
        references=references,
        unit=unit,
    )


_Fill = Callable[[Path, Sequence[Row]], dict[str, Filling]]


def _kind(here: Path, first: Row) -> tuple[Literal["message", "document", "page", "span"], _Fill]:
    """Determine the unit of a set and how to fill its threads, from its files and the fields of its first row.

    A set holds messages with speakers, pages of PDF files, texts with reference spans, or texts to be found as a whole.
    """
    if "speaker" in first:
        return "message", _conversations
    if "page" in first:
        return "page", _pdfs
    return ("span", _texts) if (here / "refs.jsonl").is_file() else ("document", _texts)


def together(chosen: EvaluationSet) -> EvaluationSet:
    """Return the set with everything in one thread, so that each question is asked over all of it."""
    drafts = tuple(draft for filling in chosen.threads.values() for draft in filling.drafts)
    files = tuple(file for filling in chosen.threads.values() for file in filling.files)
    questions = [replace(asked, thread=_ALONE) for asked in chosen.questions]
    return replace(chosen, threads={_ALONE: Filling(drafts, files)}, questions=questions)


def _conversations(here: Path, corpus: Sequence[Row]) -> dict[str, Filling]:
    drafts: dict[str, list[Draft]] = defaultdict(list)
    for row in corpus:
        speaker = row["speaker"]
        role: Role = "assistant" if speaker == "assistant" else "user"
        author = None if speaker in ("user", "assistant") else speaker
        drafts[row["thread"]].append(Draft(role, row["text"], row["id"], author, _time(row["time"])))
    return {thread: Filling(drafts=tuple(said)) for thread, said in drafts.items()}


def _texts(here: Path, corpus: Sequence[Row]) -> dict[str, Filling]:
    """Make each text a file. File names are unique within a thread, so a repeated name gets a number."""
    files: dict[str, list[tuple[str, Upload]]] = defaultdict(list)
    seen: Counter[tuple[str, str]] = Counter()
    for row in corpus:
        thread, name = row.get("thread") or _ALONE, _file_name(row)
        seen[thread, name] += 1
        unique = name if seen[thread, name] == 1 else _numbered(name, seen[thread, name])
        files[thread].append((row["id"], Upload(unique, row["text"].encode())))
    return {thread: Filling(files=tuple(held)) for thread, held in files.items()}


def _pdfs(here: Path, corpus: Sequence[Row]) -> dict[str, Filling]:
    """Put each PDF file in a thread of its own."""
    paths = sorted((here / "pdfs").glob("*.pdf"))
    return {path.stem: Filling(files=((path.stem, Upload(path.name, path.read_bytes())),)) for path in paths}


def _file_name(row: Row) -> str:
    """Return a file name such as a user would have chosen."""
    if "path" in row:
        return f"{row['path']}.txt"
    if "heading" in row:
        return f"{row['heading']}.md"
    return f"{row.get('title') or PurePosixPath(row['id']).name}.txt"


def _numbered(name: str, number: int) -> str:
    """Add a number to a file name as browsers do: `Examples (2).md`."""
    path = PurePosixPath(name)
    return f"{name.removesuffix(path.suffix)} ({number}){path.suffix}"


def _time(text: str) -> datetime:
    for form in _TIMES:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise InvalidRequest(f"The set has a time that can't be read: {text}")


def _rows(path: Path) -> list[Row]:
    """Read the lines of a JSONL file, possibly gzipped; empty when there is no file."""
    if not path.is_file():
        return []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
