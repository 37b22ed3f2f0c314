"""Tests of which files are ingested, and under which name and id."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from chat.cli.ingesting.files import Selection, origin, patterns, select, shown, vanished
from chat.errors import NotFound

TREE = (
    "readme.md",
    "notes.txt",
    "guides/readme.md",
    "guides/deep/pump.pdf",
    "guides/drafts/pump.md",
    ".hidden.md",
    ".git/config",
    ".venv/lib.py",
    "node_modules/left/index.js",
    "guides/__pycache__/x.pyc",
    "~$report.docx",
    "movie.mkv.part",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    for name in TREE:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


def names(selection: Selection) -> list[str]:
    return [file.name for file in selection.files]


def chosen(folder: Path, include: Sequence[str] = (), exclude: Sequence[str] = (), hidden: bool = False) -> list[str]:
    return names(select([origin(folder)], patterns(include, exclude, hidden)))


PLAIN = ["guides/deep/pump.pdf", "guides/drafts/pump.md", "guides/readme.md", "notes.txt", "readme.md"]
WANTED: dict[str, tuple[list[str], list[str], list[str]]] = {
    "everything but hidden files and junk": ([], [], PLAIN),
    "an ending, at any depth": (["*.md"], [], ["guides/drafts/pump.md", "guides/readme.md", "readme.md"]),
    "two endings": (["*.pdf", "*.txt"], [], ["guides/deep/pump.pdf", "notes.txt"]),
    "at the top alone": (["/*.md"], [], ["readme.md"]),
    "below a folder": (["guides/**/*.md"], [], ["guides/drafts/pump.md", "guides/readme.md"]),
    "not a folder": ([], ["drafts/"], ["guides/deep/pump.pdf", "guides/readme.md", "notes.txt", "readme.md"]),
    "all of a kind but one": ([], ["*.md", "!/readme.md"], ["guides/deep/pump.pdf", "notes.txt", "readme.md"]),
    "both, of which exclusion is stronger": (["*.md"], ["readme.md"], ["guides/drafts/pump.md"]),
}


@pytest.mark.parametrize(("include", "exclude", "expected"), WANTED.values(), ids=WANTED)
def test_patterns_choose(folder: Path, include: list[str], exclude: list[str], expected: list[str]) -> None:
    assert chosen(folder, include, exclude) == expected


def test_hidden_files_and_junk_are_taken_when_asked_for(folder: Path) -> None:
    assert chosen(folder, hidden=True) == sorted(TREE)


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError):
        patterns(exclude=["!"])


def test_an_id_stands_for_the_path_within_the_folder_and_for_the_folder(folder: Path) -> None:
    first = {file.name: file.document for file in select([origin(folder)], patterns()).files}
    again = {file.name: file.document for file in select([origin(folder / ".." / "docs")], patterns()).files}
    below = {file.name: file.document for file in select([origin(folder / "guides")], patterns()).files}
    alone = {file.name: file.document for file in select([origin(folder / "readme.md")], patterns()).files}

    assert first == again
    assert len(set(first.values())) == len(PLAIN)
    assert all(len(id) <= 128 and id.startswith(origin(folder).prefix) for id in first.values())
    assert below["readme.md"] not in first.values()
    assert alone == {"readme.md": first["readme.md"]}


def test_a_file_that_is_given_twice_is_read_once(folder: Path) -> None:
    given = [origin(folder), origin(folder / "guides"), origin(folder / "readme.md")]

    assert names(select(given, patterns())) == PLAIN


def test_a_file_that_is_named_is_read_though_it_is_hidden_but_not_if_it_is_excluded(folder: Path) -> None:
    hidden = origin(folder / ".hidden.md")

    assert names(select([hidden], patterns())) == [".hidden.md"]
    assert names(select([hidden], patterns(exclude=["*.md"]))) == []


def test_links_are_counted_and_not_followed(folder: Path) -> None:
    (folder / "loop").symlink_to(folder)
    (folder / "other.md").symlink_to(folder / "readme.md")

    selection = select([origin(folder)], patterns())

    assert (names(selection), selection.links) == (PLAIN, 2)


def test_followed_links_end_and_a_file_keeps_its_own_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/more.md").write_text("more")
    (tmp_path / "elsewhere/back").symlink_to(folder)
    (folder / "a-link").symlink_to(folder / "guides")
    (folder / "a-link.md").symlink_to(folder / "readme.md")
    (folder / "outside").symlink_to(tmp_path / "elsewhere")
    (folder / "itself").symlink_to(folder / "itself")
    (folder / "nothing.md").symlink_to(folder / "no-such-file.md")

    selection = select([origin(folder)], patterns(), follow=True)

    assert sorted(names(selection)) == sorted([*PLAIN, "outside/more.md"])
    assert selection.links == 0


def test_what_is_no_file_is_left_out(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")

    assert chosen(folder) == PLAIN


def test_the_data_folder_is_never_read(folder: Path) -> None:
    found = select([origin(folder)], patterns(), avoid=folder / "guides")

    assert names(found) == ["notes.txt", "readme.md"]


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is readable for root")
def test_a_folder_that_cannot_be_listed_is_told_and_the_rest_goes_on(folder: Path) -> None:
    (folder / "guides").chmod(0)
    try:
        selection = select([origin(folder)], patterns())
    finally:
        (folder / "guides").chmod(0o700)

    assert selection.unread == (("guides", "It can't be read: Permission denied."),)
    assert names(selection) == ["notes.txt", "readme.md"]


def test_a_changed_file_has_another_stamp(folder: Path) -> None:
    before = {file.name: file.stamp for file in select([origin(folder)], patterns()).files}
    (folder / "notes.txt").write_text("longer than it was before")
    after = {file.name: file.stamp for file in select([origin(folder)], patterns()).files}

    assert {name for name in before if before[name] != after[name]} == {"notes.txt"}


def test_vanished_are_the_documents_of_the_folder_whose_file_is_gone(folder: Path) -> None:
    here = origin(folder)
    listed = {file.document: file.name for file in select([here], patterns()).files}
    others = {"a-file-of-the-chat": "notes.txt", origin(folder / "guides").document("readme.md"): "readme.md"}
    (folder / "notes.txt").unlink()
    shutil.rmtree(folder / "guides" / "deep")

    gone = vanished([here], select([here], patterns(include=["*.txt"])), listed | others)

    assert sorted(listed[id] for id in gone) == ["guides/deep/pump.pdf", "notes.txt"]


def test_a_file_given_by_its_name_speaks_for_itself_alone(folder: Path) -> None:
    listed = {file.document: file.name for file in select([origin(folder)], patterns()).files}
    given = [origin(folder / "notes.txt")]
    (folder / "notes.txt").unlink()
    (folder / "readme.md").unlink()

    assert [listed[id] for id in vanished(given, select(given, patterns()), listed)] == ["notes.txt"]


def test_nothing_vanishes_while_a_folder_cannot_be_listed(folder: Path) -> None:
    here = origin(folder)
    listed = {here.document("gone.md"): "gone.md"}

    assert vanished([here], Selection(), listed) == list(listed)
    assert vanished([here], Selection(unread=(("guides", "It can't be read."),)), listed) == []


@pytest.mark.parametrize("made_anew", [False, True], ids=["gone", "made anew"])
def test_a_folder_that_is_no_longer_the_same_is_refused(folder: Path, made_anew: bool) -> None:
    here = origin(folder)
    folder.rename(folder.parent / "away")
    if made_anew:
        folder.mkdir()

    with pytest.raises(NotFound, match="is no longer there"):
        select([here], patterns())


SHOWN = {
    "guides/pump.md": "guides/pump.md",
    "a\x1b[31m\u202e.txt": "a[31m.txt",
    os.fsdecode(b"caf\xe9.txt"): "caf.txt",
    "\n": "file",
    "x" * 200 + "/" + "y" * 200: ("x" * 200 + "/" + "y" * 200)[-255:],
}


@pytest.mark.parametrize(("name", "expected"), SHOWN.items(), ids=["plain", "controls", "not UTF-8", "blank", "long"])
def test_names_are_shown_without_what_a_terminal_would_obey(name: str, expected: str) -> None:
    assert shown(name) == expected


@pytest.mark.parametrize("name", ["bell\x07.md", " lead.md", f"{'x' * 200}/{'y' * 200}.md", "caf\udce9.md"], ids=ascii)
def test_a_file_whose_name_is_shown_otherwise_keeps_its_document_until_it_is_gone(tmp_path: Path, name: str) -> None:
    file, here = tmp_path / name, origin(tmp_path)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"x")
    listed = {each.document: each.name for each in select([here], patterns()).files}

    excluded = vanished([here], select([here], patterns(exclude=["*.md"])), listed)
    file.unlink()
    gone = vanished([here], select([here], patterns()), listed)

    assert excluded == []
    assert gone == list(listed)
