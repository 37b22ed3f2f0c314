"""Select the files to read below the paths given, with their names and document ids. Nothing here opens a file."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from chat.errors import NotFound

Stamp = tuple[int, int, int]
"""Inode, size and modification time (ns) of a file; if one of them differs, the file may have changed."""

_JUNK = GitIgnoreSpec.from_lines(
    ["node_modules/", "__pycache__/", "venv/", "Thumbs.db", "desktop.ini", "~$*", "*~", "*.tmp", "*.part", "*.crdownload"]
)
"""Files and folders that programs leave behind; `.git`, `.venv` and `.DS_Store` are excluded as hidden."""
_LONGEST_NAME = 255


@dataclass(frozen=True, slots=True)
class Patterns:
    """Which relative paths are wanted. Patterns have the syntax of a `.gitignore`."""

    include: GitIgnoreSpec | None
    """`None`: all files."""
    exclude: GitIgnoreSpec
    hidden: bool = False
    """Also take what begins with a dot, and the usual junk."""

    def take(self, relative: str, *, given: bool = False) -> bool:
        """Return whether a file is wanted; one that was `given` by its own name is never junk."""
        if not given and self._is_junk(relative):
            return False
        return not self.exclude.match_file(relative) and (self.include is None or self.include.match_file(relative))

    def enter(self, relative: str) -> bool:
        """Return whether a folder is searched."""
        return not self._is_junk(f"{relative}/") and not self.exclude.match_file(f"{relative}/")

    def _is_junk(self, relative: str) -> bool:
        return not self.hidden and (PurePosixPath(relative).name.startswith(".") or _JUNK.match_file(relative))


def patterns(include: Iterable[str] = (), exclude: Iterable[str] = (), hidden: bool = False) -> Patterns:
    """Compile patterns; raises ValueError for an invalid one."""
    wanted = tuple(include)
    return Patterns(GitIgnoreSpec.from_lines(wanted) if wanted else None, GitIgnoreSpec.from_lines(exclude), hidden)


@dataclass(frozen=True)
class Origin:
    """A path as given by the user: a folder, or one file of a folder."""

    root: Path
    """The folder, with symbolic links resolved."""
    only: str | None
    """The file's name; `None`: everything in the folder."""
    identity: tuple[int, int]
    """Device and inode of the folder, which differ from those of the mount point left when a volume is unmounted."""

    @cached_property
    def prefix(self) -> str:
        """Prefix of the ids of this folder's documents, and of no others."""
        return f"folder-{hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]}-"

    def document(self, relative: str) -> str:
        """Return the id of a file's document, which is the same in every run."""
        return self.prefix + hashlib.sha256(os.fsencode(relative)).hexdigest()[:32]

    def check(self) -> None:
        """Raise NotFound if the folder is no longer the one that was given: its content then does not tell what was deleted."""
        try:
            same = _identity(self.root) == self.identity
        except OSError:
            same = False
        if not same:
            raise NotFound(f"The folder {shown(str(self.root))} is no longer there; nothing was removed.")


def origin(path: Path) -> Origin:
    """Return the origin for a path; raises OSError if there is nothing at it."""
    is_folder = path.is_dir()
    root = path.resolve() if is_folder else Path(os.path.abspath(path)).parent.resolve()
    return Origin(root, None if is_folder else path.name, _identity(root))


def _identity(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_dev, found.st_ino


@dataclass(frozen=True, slots=True)
class File:
    """A file to be read as a document."""

    path: Path
    name: str
    """Its path within the folder that was given, for display."""
    document: str
    """Id of the document."""
    size: int
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Selection:
    """The files to read."""

    files: tuple[File, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    """Folders that could not be listed, each with the reason."""
    links: int = 0
    """Links that were not followed."""


def select(origins: Sequence[Origin], wanted: Patterns, *, follow: bool = False, avoid: Path | None = None) -> Selection:
    """Select every wanted file once, under the first origin that has it; the folder `avoid` is never searched."""
    files: list[File] = []
    unread: list[tuple[str, str]] = []
    links = 0
    seen: set[str] = set()
    for each in origins:
        each.check()
        walk = _Walk(each.root, wanted, follow, avoid)
        relatives = sorted(walk.files()) if each.only is None else _alone(each, wanted)
        for _, relative in relatives:  # links last, so that a file has its own name rather than that of a link to it
            found = _file(each, relative)
            real = os.path.realpath(each.root / relative)
            if found is not None and real not in seen:
                seen.add(real)
                files.append(found)
        unread += walk.unread
        links += walk.links
    return Selection(tuple(files), tuple(unread), links)


def vanished(origins: Sequence[Origin], selection: Selection, documents: Mapping[str, str]) -> list[str]:
    """Return the ids of those of a thread's documents (names by id) whose file has been deleted.

    A file that exists but is not selected keeps its document. If a folder could not be listed, all documents are kept.
    """
    if selection.unread:
        return []
    chosen = {file.document for file in selection.files}
    others = {id: name for id, name in documents.items() if id not in chosen}
    kept = set[str]().union(*(_there(each, others) for each in origins))
    return [id for id in others if id not in kept and any(_covers(each, id) for each in origins)]


def _there(origin: Origin, documents: Mapping[str, str]) -> set[str]:
    """Return the ids of those documents whose file exists. If a name is not exactly the file's path (see `shown`), the file is
    searched by the document's id."""
    covered = {id: name for id, name in documents.items() if _covers(origin, id)}
    paths = {id: origin.only or name for id, name in covered.items()}
    there = {id for id, path in paths.items() if origin.document(path) == id and os.path.lexists(origin.root / path)}
    unsure = {id for id, path in paths.items() if origin.document(path) != id}
    if unsure:
        walk = _Walk(origin.root, patterns(hidden=True), follow=True, avoid=None)
        found = {origin.document(relative) for _, relative in walk.files()}
        there |= unsure if walk.unread else unsure & found
    return there


def _covers(origin: Origin, document: str) -> bool:
    return document.startswith(origin.prefix) if origin.only is None else document == origin.document(origin.only)


def shown(name: str) -> str:
    """Return a path fit for display, without control characters; of a long one, the end."""
    return "".join(letter for letter in name if letter.isprintable())[-_LONGEST_NAME:].strip() or "file"


def reason(error: OSError) -> str:
    """Return why a file or folder can't be read, as a sentence."""
    return f"It can't be read: {error.strerror or type(error).__name__}."


def _alone(origin: Origin, wanted: Patterns) -> list[tuple[bool, str]]:
    assert origin.only is not None
    return [(False, origin.only)] if wanted.take(origin.only, given=True) else []


def _file(origin: Origin, relative: str) -> File | None:
    """Return the file, or `None` if it was deleted in the meantime."""
    path = origin.root / relative
    try:
        found = path.stat()
    except OSError:
        return None
    stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
    return File(path, shown(relative), origin.document(relative), found.st_size, stamp)


class _Walk:
    """Walks through one folder. Linked folders come last and each folder once, so that cycles end and names do not depend on
    links."""

    def __init__(self, root: Path, wanted: Patterns, follow: bool, avoid: Path | None) -> None:
        self._root = root
        self._wanted = wanted
        self._follow = follow
        self._entered = {os.path.realpath(avoid)} if avoid else set()
        self._linked: deque[str] = deque()
        self._waiting = deque([""])
        self.unread: list[tuple[str, str]] = []
        self.links = 0

    def files(self) -> Iterator[tuple[bool, str]]:
        """Yield for each file whether it is reached by a link, and its path below the root."""
        while self._waiting or self._linked:
            linked = not self._waiting
            folder = (self._linked if linked else self._waiting).popleft()
            real = os.path.realpath(self._root / folder)
            if real not in self._entered:
                self._entered.add(real)
                yield from ((linked or is_link, relative) for is_link, relative in self._folder(folder))

    def _folder(self, folder: str) -> Iterator[tuple[bool, str]]:
        try:
            with os.scandir(self._root / folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self.unread.append((shown(folder or str(self._root)), reason(error)))
            return
        for entry in entries:
            relative = f"{folder}/{entry.name}" if folder else entry.name
            kind = _kind(entry)
            if kind is None or not (self._wanted.enter(relative) if kind == "folder" else self._wanted.take(relative)):
                continue
            is_link = entry.is_symlink()
            if is_link and not self._follow:
                self.links += 1
            elif kind == "file":
                yield is_link, relative
            else:
                (self._linked if is_link else self._waiting).append(relative)


def _kind(entry: os.DirEntry[str]) -> str | None:
    """Return "folder", "file" or, for anything else (a pipe, a device, a link to nothing or to itself), `None`."""
    try:
        return "folder" if entry.is_dir() else "file" if entry.is_file() else None
    except OSError:
        return None
