"""Tests of the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from chat.__main__ import ALL, main
from chat.cli.clients.client import is_loopback
from chat.database.folder import DataFolder


@dataclass(frozen=True)
class Ended:
    returncode: int
    stdout: str
    stderr: str


class CommandLine:
    """Runs commands in this process, because starting a process for each takes seconds."""

    def __init__(self, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.data = data
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, given: str = "") -> Ended:
        self._monkeypatch.setenv("THREADWISE_DATA", str(self.data))
        self._monkeypatch.setattr(sys, "argv", ["threadwise", *words])
        self._monkeypatch.setattr(sys, "stdin", StringIO(given))
        with pytest.raises(SystemExit) as ended:
            main()
        shown = self._capsys.readouterr()
        return Ended(int(ended.value.code or 0), shown.out, shown.err)

    def done(self, *words: str, given: str = "") -> str:
        """Run a command that must succeed, and return its output."""
        ended = self(*words, given=given)
        assert (ended.returncode, ended.stderr) == (0, "")
        return ended.stdout


@pytest.fixture
def threadwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(tmp_path / "data", monkeypatch, capsys)


def process(data: Path, *words: str) -> Ended:
    """Run a command in a process of its own, as users do."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "EMBEDDING_", "THREADWISE_"))}
    ended = subprocess.run(
        [sys.executable, "-m", "chat", *words],
        capture_output=True,
        text=True,
        env={**kept, "THREADWISE_DATA": str(data)},
        timeout=120,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


@pytest.mark.parametrize(("words", "code"), [(["--help"], 0), (["key", "revoke", "none"], 1), (["nothing"], 2)])
def test_a_process_ends_with_0_done_1_refused_2_wrong_usage(tmp_path: Path, words: list[str], code: int) -> None:
    ended = process(tmp_path / "data", *words)

    assert ended.returncode == code
    assert "Traceback" not in ended.stderr


HELP = [[], *([name] for name in ALL), ["threads", "rename"], ["documents", "list"], ["user", "add"], ["key", "create"]]


@pytest.mark.parametrize("words", HELP, ids=" ".join)
def test_help_is_given(threadwise: CommandLine, words: list[str]) -> None:
    shown = threadwise.done(*words, "--help")

    assert "Usage: " in shown
    assert not threadwise.data.exists()


WRONG = [
    [],
    ["nothing"],
    ["--nothing"],
    ["user"],
    ["user", "add"],
    ["user", "nothing"],
    ["key", "create"],
    ["reindex", "--nothing"],
    ["ingest"],
    ["ingest", "pyproject.toml"],
    ["ingest", "no-such-file", "--thread", "t"],
    ["ingest", "/dev/null", "--thread", "t"],
    ["ingest", "pyproject.toml", "--thread", "not an id"],
    ["ingest", "pyproject.toml", "--thread", "t", "--exclude", "!"],
    ["ingest", "pyproject.toml", "--thread", "t", "--server", "localhost:8000"],
    ["ingest", "pyproject.toml", "--thread", "t", "--server", "http://user:word@localhost"],
    ["ingest", "pyproject.toml", "--thread", "t", "--key", "schlüssel"],
    ["ingest", "pyproject.toml", "--thread", "t", "--library", "Manuals"],
    ["libraries"],
    ["libraries", "create"],
    ["libraries", "delete"],
    ["libraries", "list", "--server", "localhost:8000"],
    ["search", "--thread", "t"],
    ["search", "pump"],
    ["search", "pump", "--thread", "not an id"],
    ["search", "pump", "--thread", "t", "--as-of", "not an id"],
    ["search", "pump", "--thread", "t", "--mode", "magic"],
    ["search", "pump", "--thread", "t", "--top-k", "0"],
    ["search", "pump", "--thread", "t", "--source", "web"],
    ["search", "pump", "--thread", "t", "--server", "localhost:8000"],
    ["ask", "--thread", "t"],
    ["ask", "pump"],
    ["ask", "pump", "--thread", "not an id"],
    ["chat", "--thread", "not an id"],
    ["threads", "rename", "t"],
    ["threads", "show", "not an id"],
    ["documents"],
    ["documents", "--thread", "not an id"],
    ["documents", "restore", "d", "0", "--thread", "t"],
    ["export", "t.zip"],
    ["import", "no-such-file.zip"],
    ["import", "pyproject.toml", "--id", "not an id"],
    ["delete"],
    ["delete", "--thread", "t", "--document", "d", "--message", "m"],
    ["run", "--port", "many"],
    ["run", "--port", "70000"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_usage_ends_with_2(threadwise: CommandLine, words: list[str]) -> None:
    ended = threadwise(*words)

    assert ended.returncode == 2
    assert "Usage: " in ended.stdout + ended.stderr
    assert not threadwise.data.exists()


WRONG_VALUES = {
    "none of the words": (
        ("search", "pump", "--thread", "t", "--mode", "magic"),
        "'--mode': 'magic' is not one of 'hybrid', 'dense'",
    ),
    "too large": (("search", "pump", "--thread", "t", "--top-k", "500"), "'--top-k': at most 200"),
    "no number": (("run", "--port", "many"), "'--port': a whole number is wanted"),
}


@pytest.mark.parametrize(("words", "sentence"), WRONG_VALUES.values(), ids=WRONG_VALUES)
def test_a_wrong_value_is_told_in_plain_words(threadwise: CommandLine, words: tuple[str, ...], sentence: str) -> None:
    assert f"Invalid value for {sentence}" in " ".join(threadwise(*words).stderr.split())


REFUSED = {
    "a short password": (["user", "add", "carol", "--password-stdin"], "short\n", "A password has 8"),
    "a bad name": (["user", "add", "a b", "--password-stdin"], "correct horse\n", "A user name has"),
    "removing nobody": (["user", "remove", "carol"], "", "There is no user named carol."),
    "a password for nobody": (
        ["user", "password", "carol", "--password-stdin"],
        "correct horse\n",
        "There is no user named carol.",
    ),
    "a key for nobody": (["key", "create", "--user", "carol"], "", "There is no user named carol."),
    "revoking no key": (["key", "revoke", "none"], "", "There is no such active key"),
    "reading into no server": (
        ["ingest", "pyproject.toml", "--thread", "t", "--server", "http://127.0.0.1:9"],
        "",
        "The server at http://127.0.0.1:9 can't be reached",
    ),
    "searching no server": (
        ["search", "pump", "--thread", "t", "--server", "http://127.0.0.1:9"],
        "",
        "The server at http://127.0.0.1:9 can't be reached",
    ),
    "deleting no library": (["libraries", "delete", "Manuals", "--yes"], "", "You have no library named Manuals."),
    "a library without a name": (["libraries", "create", " "], "", "The name of a library has 1 to 200 characters."),
    "exporting from no server": (
        ["export", "no-such-file.zip", "--thread", "t", "--server", "http://127.0.0.1:9"],
        "",
        "The server at http://127.0.0.1:9 can't be reached",
    ),
    "exporting into no folder": (
        ["export", "/no/such/folder/t.zip", "--thread", "t", "--server", "http://127.0.0.1:9"],
        "",
        "/no/such/folder/t.zip can't be written: No such file or directory.",
    ),
    "importing what is no bundle": (
        ["import", "pyproject.toml"],
        "",
        "This is neither a bundle that `export` wrote nor ChatGPT's conversations.json, by itself or in its ZIP file.",
    ),
    "a public address without sign-in": (["run", "--host", "0.0.0.0"], "", "THREADWISE_AUTH=password"),
}


@pytest.mark.parametrize(("words", "given", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_ends_with_1_and_a_sentence(threadwise: CommandLine, words: list[str], given: str, sentence: str) -> None:
    ended = threadwise(*words, given=given)

    assert (ended.returncode, ended.stdout) == (1, "")
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_public_address_needs_a_user_who_can_sign_in(threadwise: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREADWISE_AUTH", "password")

    ended = threadwise("run", "--host", "0.0.0.0")

    assert ended.returncode == 1
    assert "threadwise user add" in ended.stderr


def test_libraries_are_made_filled_listed_and_deleted(threadwise: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "pump.md").write_text("# Pump\n\nThe pump has a warranty of 24 months.\n")
    made = threadwise.done("libraries", "create", "Pump manuals")
    read = threadwise.done("ingest", str(tmp_path / "pump.md"), "--library", "Pump manuals", "--json")
    [library] = json.loads(threadwise.done("libraries", "list", "--json"))
    listed = threadwise.done("libraries", "list")
    again = threadwise("libraries", "create", "Pump manuals")
    kept = threadwise("libraries", "delete", "Pump manuals", given="n\n")
    gone = threadwise.done("libraries", "delete", "Pump manuals", "--yes")

    assert made == f"Made Pump manuals: {library['id']}\n"
    assert json.loads(read.splitlines()[-1])["summary"]["ready"] == 1
    assert listed == f"Pump manuals  1 document  {library['id']}\n"
    assert (again.returncode, again.stderr) == (1, "A library with this name or id exists already.\n")
    assert kept.returncode == 1
    assert gone == "Deleted Pump manuals with 1 document.\n"
    assert json.loads(threadwise.done("libraries", "list", "--json")) == []


def test_users_are_added_listed_and_removed(threadwise: CommandLine) -> None:
    assert threadwise.done("user", "add", "carol", "--password-stdin", given="correct horse\n") == "Added carol.\n"
    assert threadwise.done("user", "add", "dora", "--password-stdin", "--admin", given="correct horse\n") == "Added dora.\n"
    taken = threadwise("user", "add", "carol", "--password-stdin", given="correct horse\n")
    threadwise.done("user", "password", "carol", "--password-stdin", given="battery staple\n")

    assert (taken.returncode, taken.stderr) == (1, "There is a user named carol already.\n")
    assert threadwise.done("user", "list") == "carol  member\ndora  admin\n"
    threadwise.done("user", "remove", "carol")
    assert [each["name"] for each in json.loads(threadwise.done("user", "list", "--json"))] == ["dora"]


def test_users_are_suspended_let_in_again_given_a_role_and_deleted(threadwise: CommandLine) -> None:
    threadwise.done("user", "add", "carol", "--password-stdin", given="correct horse\n")

    assert threadwise.done("user", "suspend", "carol") == "carol is suspended.\n"
    assert threadwise.done("user", "list") == "carol  member  suspended\n"
    assert threadwise.done("user", "resume", "carol") == "carol may come in again.\n"
    assert threadwise.done("user", "role", "carol", "admin") == "carol is an admin now.\n"
    [carol] = json.loads(threadwise.done("user", "list", "--json"))
    assert (carol["role"], carol["suspended"]) == ("admin", False)
    assert threadwise("user", "role", "carol", "visitor").returncode == 2
    assert threadwise("user", "suspend", "nobody").stderr == "There is no user named nobody.\n"
    threadwise.done("user", "suspend", "carol")
    assert threadwise.done("user", "delete", "carol").endswith("Nothing of it is left.\n")
    assert threadwise.done("user", "list") == ""


def test_keys_are_created_listed_and_revoked(threadwise: CommandLine) -> None:
    secret = json.loads(threadwise.done("key", "create", "--user", "local", "--name", "laptop", "--json"))["key"]

    [key] = json.loads(threadwise.done("key", "list", "--json"))
    assert secret.startswith("tw_")
    assert (key["user"], key["name"], key["revoked"]) == ("local", "laptop", False)
    assert threadwise.done("key", "list") == f"{key['id']}  local  laptop  all  in use\n"
    assert threadwise.done("key", "revoke", key["id"]) == "Revoked.\n"
    assert threadwise.done("key", "list").endswith("revoked\n")
    assert secret not in threadwise.done("key", "list", "--json")


def test_reindex_makes_the_indexes_of_an_empty_folder(tmp_path: Path) -> None:
    quiet = process(tmp_path / "data", "reindex", "--json")

    assert (quiet.returncode, json.loads(quiet.stdout)) == (0, {"chunks": 0})


@pytest.mark.parametrize("words", [["reindex"], ["run", "--port", "18499"]], ids=" ".join)
def test_a_folder_that_a_server_holds_is_refused_with_its_pid(threadwise: CommandLine, words: list[str]) -> None:
    folder = DataFolder(threadwise.data)
    folder.hold()
    try:
        ended = threadwise(*words)
    finally:
        folder.release()

    assert ended.returncode == 1
    assert f"in use by process {os.getpid()}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_keys_may_be_made_while_a_server_holds_the_folder(threadwise: CommandLine) -> None:
    folder = DataFolder(threadwise.data)
    folder.hold()
    try:
        assert threadwise.done("key", "create", "--user", "local").startswith("tw_")
    finally:
        folder.release()


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("example.org", False),
    ],
)
def test_only_this_machine_reaches_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback
