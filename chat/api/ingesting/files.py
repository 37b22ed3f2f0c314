"""Which files of the paths that were given are read, under which name and id. Nothing here opens a file."""

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
"""Inode, size, time of the last change: when one of them differs, the file may have changed."""

_JUNK = GitIgnoreSpec.from_lines(
    ["node_modules/", "__pycache__/", "venv/", "Thumbs.db", "desktop.ini", "~$*", "*~", "*.tmp", "*.part", "*.crdownload"]
)
"""What programs leave behind; `.git`, `.venv` and `.DS_Store` are hidden anyhow."""
_LONGEST_NAME = 255


@dataclass(frozen=True, slots=True)
class Patterns:
    """Which relative paths are wanted; patterns are written as in a `.gitignore`."""

    include: GitIgnoreSpec | None
    """None: all."""
    exclude: GitIgnoreSpec
    hidden: bool = False
    """Take what begins with a dot and the usual junk, too."""

    def take(self, relative: str, *, given: bool = False) -> bool:
        """Whether a file is wanted; one that was `given` by its own name is never junk."""
        if not given and self._is_junk(relative):
            return False
        return not self.exclude.match_file(relative) and (self.include is None or self.include.match_file(relative))

    def enter(self, relative: str) -> bool:
        """Whether a folder is looked into."""
        return not self._is_junk(f"{relative}/") and not self.exclude.match_file(f"{relative}/")

    def _is_junk(self, relative: str) -> bool:
        return not self.hidden and (PurePosixPath(relative).name.startswith(".") or _JUNK.match_file(relative))


def patterns(include: Iterable[str] = (), exclude: Iterable[str] = (), hidden: bool = False) -> Patterns:
    """Raises ValueError for a pattern that is none."""
    wanted = tuple(include)
    return Patterns(GitIgnoreSpec.from_lines(wanted) if wanted else None, GitIgnoreSpec.from_lines(exclude), hidden)


@dataclass(frozen=True)
class Origin:
    """A path as it was given: a folder, or one file of a folder."""

    root: Path
    """The folder, without links."""
    only: str | None
    """The file's name; None: everything in the folder."""
    identity: tuple[int, int]
    """Device and inode of the folder: a volume that was unmounted is not the folder that it hid."""

    @cached_property
    def prefix(self) -> str:
        """What the ids of this folder's documents, and no others, begin with."""
        return f"folder-{hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]}-"

    def document(self, relative: str) -> str:
        """The id of a file's document: the same in every run."""
        return self.prefix + hashlib.sha256(os.fsencode(relative)).hexdigest()[:32]

    def check(self) -> None:
        """NotFound when the folder is no longer the one that was given: nothing must be concluded from what is in it."""
        try:
            same = _identity(self.root) == self.identity
        except OSError:
            same = False
        if not same:
            raise NotFound(f"The folder {shown(str(self.root))} is no longer there; nothing was removed.")


def origin(path: Path) -> Origin:
    """Raises OSError when there is nothing at the path."""
    is_folder = path.is_dir()
    root = path.resolve() if is_folder else Path(os.path.abspath(path)).parent.resolve()
    return Origin(root, None if is_folder else path.name, _identity(root))


def _identity(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_dev, found.st_ino


@dataclass(frozen=True, slots=True)
class File:
    """A file that is to be a document."""

    path: Path
    name: str
    """Its path within the folder that was given, for showing."""
    document: str
    """The document's id."""
    size: int
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Selection:
    """What there is to read."""

    files: tuple[File, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    """Folders that could not be listed, each with the reason."""
    links: int = 0
    """Links that were not followed."""


def select(origins: Sequence[Origin], wanted: Patterns, *, follow: bool = False, avoid: Path | None = None) -> Selection:
    """Every wanted file once, under the first origin that has it; `avoid` is the folder that is never looked into."""
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
    """Of a thread's documents (names by id) those whose file was there once and no longer is.

    A file that is there but not selected keeps its document; where a folder could not be listed, so do all.
    """
    if selection.unread:
        return []
    chosen = {file.document for file in selection.files}
    others = {id: name for id, name in documents.items() if id not in chosen}
    kept = set[str]().union(*(_there(each, others) for each in origins))
    return [id for id in others if id not in kept and any(_covers(each, id) for each in origins)]


def _there(origin: Origin, documents: Mapping[str, str]) -> set[str]:
    """Of these documents those whose file is there. Where a name is not quite the file's (see `shown`), only its id tells."""
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
    """A path as people and terminals may see it, its end when it is long."""
    return "".join(letter for letter in name if letter.isprintable())[-_LONGEST_NAME:].strip() or "file"


def reason(error: OSError) -> str:
    """Why a file or folder can't be read, as a sentence."""
    return f"It can't be read: {error.strerror or type(error).__name__}."


def _alone(origin: Origin, wanted: Patterns) -> list[tuple[bool, str]]:
    assert origin.only is not None
    return [(False, origin.only)] if wanted.take(origin.only, given=True) else []


def _file(origin: Origin, relative: str) -> File | None:
    """None when it was deleted meanwhile."""
    path = origin.root / relative
    try:
        found = path.stat()
    except OSError:
        return None
    stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
    return File(path, shown(relative), origin.document(relative), found.st_size, stamp)


class _Walk:
    """Through one folder. Linked folders come last and each folder once, so that loops end and names do not depend on links."""

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
        """Whether it is reached by a link, and its path below the root."""
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
    """None: neither file nor folder (a pipe, a device, a link to nothing or to itself)."""
    try:
        return "folder" if entry.is_dir() else "file" if entry.is_file() else None
    except OSError:
        return None
