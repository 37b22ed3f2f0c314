"""Tests of the commands with and without a server, in pipes, at a terminal and interrupted."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import select
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from chat.__main__ import ALL
from chat.database.folder import DataFolder
from tests.api.conftest import GUIDE
from tests.api.test_bundles import CONVERSATION
from tests.cli.test_commands import CommandLine
from tests.cli.test_commands import threadwise as threadwise  # a fixture
from tests.serving import ROOT, environment, serving

PAGE = ROOT / "docs/cli.md"
_SECONDS = 300
"""The time limit of a test: the page has some thirty commands, each a process of its own."""
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def path_with_threadwise() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


async def shell(script: str, data: Path, **more: str) -> tuple[int, str, str]:
    env = {**environment(data, **more), "PATH": path_with_threadwise(), "PYTHONPATH": str(ROOT)}
    running = await asyncio.create_subprocess_exec(
        "bash", "-euo", "pipefail", "-c", script, cwd=data.parent, env=env, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    try:
        async with asyncio.timeout(_SECONDS):
            out, err = await running.communicate()
    finally:
        if running.returncode is None:
            os.killpg(running.pid, signal.SIGKILL)
            await running.communicate()
    assert running.returncode is not None
    return running.returncode, out.decode(), err.decode()


async def test_every_block_of_the_page_runs_as_written_through_the_server_that_the_lock_names(data: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (data.parent / "guide.md").write_bytes(GUIDE)
    (data.parent / "conversations.json").write_text(json.dumps([CONVERSATION]))

    alone = [block for block in blocks if "doctor" in block]  # needs the folder for itself
    async with serving(data):
        code, out, err = await shell("\n".join(block for block in blocks if block not in alone), data)
        refused, _, sentence = await shell("threadwise threads show manuals", data)
        cut, head, quiet = await shell("threadwise threads --json | head -c 1; exit ${PIPESTATUS[0]}", data)

    healthy, checked, wrong = await shell("\n".join(alone), data)

    assert (code, "Traceback" in err) == (0, False), err
    assert (healthy, checked.count('"ok": false')) == (0, 0), wrong
    assert "24 months" in (data.parent / "answer.txt").read_text()
    assert "[1] guide.md › Pump" in (data.parent / "answer.txt").read_text()
    assert (data.parent / "answers.txt").read_text().count("guide.md") == 2
    assert "\x1b" not in out + err + (data.parent / "answer.txt").read_text()
    assert "Deleted the thread copy with all its messages and documents: " in out
    assert "A search for it afterwards found nothing." in out
    assert "Ferries" in out
    assert "  guide.md  cited " in out
    assert json.loads((data.parent / "figures.json").read_text())["outcomes"]["answered"] > 0
    assert (data.parent / "manuals.zip").stat().st_mode & 0o077 == 0
    assert (refused, sentence) == (1, "There is no such thread.\n")
    assert (head, quiet) == ("[", "")
    assert cut in (0, 1)


def test_the_page_names_every_command() -> None:
    assert set(ALL) <= set(re.findall(r"`([a-z]+)`", PAGE.read_text()))


def test_without_a_server_the_same_commands_work_on_the_folder_itself(threadwise: CommandLine, tmp_path: Path) -> None:
    made = json.loads(threadwise.done("threads", "create", "Pumps", "--id", "a/b", "--json"))
    [listed] = json.loads(threadwise.done("threads", "--json"))
    shown = threadwise("ask", "-", "--thread", "a/b", given="How long is the warranty?\n")
    threadwise.done("export", str(tmp_path / "t.zip"), "--thread", "a/b")
    again = threadwise("export", str(tmp_path / "t.zip"), "--thread", "a/b")
    back = json.loads(threadwise.done("import", str(tmp_path / "t.zip"), "--json"))
    kept = threadwise("delete", "--thread", "a/b", given="n\n")
    gone = json.loads(threadwise.done("delete", "--thread", "a/b", "--json"))

    assert made == {**listed, "updated_at": made["updated_at"]}
    assert shown.returncode == 0
    assert "couldn't find" in shown.stdout
    assert (again.returncode, again.stderr) == (1, f"{tmp_path / 't.zip'} is there already; --force writes over it.\n")
    assert [(each["name"], each["messages"]) for each in back] == [("Pumps", 2)]
    assert kept.returncode == 1
    assert (gone["deleted"]["messages"], gone["verified"]) == (2, True)


def test_figures_say_what_nothing_answers_in_the_words_of_the_api(threadwise: CommandLine) -> None:
    threadwise.done("threads", "create", "--id", "a/b")
    before = threadwise.done("analytics")
    threadwise.done("ask", "How long is the warranty of the boiler?", "--thread", "a/b", "--json")
    told = threadwise.done("analytics", "--thread", "a/b")
    figures = json.loads(threadwise.done("analytics", "--days", "7", "--json"))
    everybody = threadwise.done("analytics", "--all")

    assert before.endswith("Nothing was asked in these days.\n")
    assert "Questions   1: 1 found nothing" in told
    assert "How long is the warranty of the boiler?  (a/b)" in told
    assert (figures["period"]["days"], figures["unanswered"][0]["thread"]["id"]) == (7, "a/b")
    assert "boiler" not in everybody
    assert threadwise("analytics", "--thread", "none").returncode == 1
    assert threadwise("analytics", "--days", "0").returncode == 2
    assert threadwise("analytics", "--all", "--thread", "a/b").returncode == 2


def test_an_empty_list_says_how_something_comes_into_it(threadwise: CommandLine) -> None:
    empty = threadwise("threads")
    threadwise.done("threads", "create", "--id", "t")
    without = threadwise("documents", "--thread", "t")
    nothing = threadwise("threads", "--query", "pump")

    assert (empty.returncode, empty.stdout) == (0, "")
    assert empty.stderr == "There are none yet; `threadwise ingest PATH --thread ID` makes one.\n"
    assert (without.stdout, without.stderr) == ("", "There are none yet; `threadwise ingest PATH --thread t` adds some.\n")
    assert (nothing.stdout, nothing.stderr) == ("", "There are none.\n")
    assert threadwise.done("documents", "--thread", "t", "--json") == "[]\n"


async def test_a_port_that_is_taken_is_told_and_ends_with_1(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, out, err = await shell(f"threadwise run --port {port}", data)

    assert (code, out) == (1, "")
    assert err.startswith(f"Something else listens on 127.0.0.1:{port} already.")
    assert "Traceback" not in err


def test_a_folder_that_another_command_holds_is_refused_and_one_of_a_server_asked_for(threadwise: CommandLine) -> None:
    folder = DataFolder(threadwise.data)
    folder.hold()
    try:
        held = threadwise("threads")
        folder.announce("http://127.0.0.1:9")
        served = threadwise("threads")
        holding = threadwise("reindex")
    finally:
        folder.release()

    assert held.returncode == served.returncode == holding.returncode == 1
    assert held.stderr.endswith("It is another command, or a server that does not listen yet.\n")
    assert f"process {os.getpid()}; stop it first." in held.stderr
    assert "The server at http://127.0.0.1:9 can't be reached" in served.stderr
    assert f"process {os.getpid()}, a server at http://127.0.0.1:9; stop it first." in holding.stderr


COMPLETED = {
    "threadwise in": ["ingest"],
    "threadwise threads re": ["rename"],
    "threadwise search --exp": ["--explain"],
    "threadwise search --mode ": ["hybrid", "dense", "keyword"],
}


@pytest.mark.parametrize(("words", "completions"), COMPLETED.items(), ids=COMPLETED)
def test_the_shell_completes_commands_and_their_options(
    threadwise: CommandLine, monkeypatch: pytest.MonkeyPatch, words: str, completions: list[str]
) -> None:
    monkeypatch.setenv("_THREADWISE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))

    assert threadwise.done().split() == completions


class Terminal:
    """A command running at a pseudo-terminal, with keyboard input."""

    def __init__(self, data: Path, *words: str, **more: str) -> None:
        self.seen = ""
        self._read_to = 0
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            env = {**environment(data, TERM="xterm", COLUMNS="100", **more), "PYTHONPATH": str(ROOT)}
            os.execve(sys.executable, [sys.executable, "-m", "chat", *words], env)

    def until(self, words: str) -> None:
        """Wait until these words appear after those that were waited for before."""
        while words not in self.seen[self._read_to :]:
            assert self._read(), f"It ended; seen: {self.seen}"
        self._read_to = self.seen.index(words, self._read_to) + len(words)

    def answers(self, line: str, *words: str) -> None:
        """Type a line when it is asked for, and press Enter when it is displayed: earlier input may be lost."""
        self.until("> ")
        self.type(line)
        self.until(line)
        self.type("\n")
        for each in words:
            self.until(each)

    def type(self, words: str) -> None:
        os.write(self._terminal, words.encode())

    def interrupted(self) -> int:
        """Press Ctrl-C, repeatedly while nothing happens, and return the exit code.

        Python loses the signal between the end of a prompt and the wait for a key.
        """
        for _ in range(_SECONDS):
            self.type("\x03")
            while self._says(1):
                if not self._read():
                    os.close(self._terminal)
                    return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        raise AssertionError(f"It does not end; seen: {self.seen}")

    def _says(self, seconds: int) -> bool:
        return bool(select.select([self._terminal], [], [], seconds)[0])

    def _read(self) -> bool:
        """Read output; return False at its end."""
        assert self._says(_SECONDS), f"It says nothing any more; seen: {self.seen}"
        try:
            self.seen += os.read(self._terminal, 65_536).decode(errors="replace")
        except OSError:
            return False
        return True


def conversed(terminal: Terminal) -> int:
    """Hold a conversation at a terminal, and return the exit code."""
    terminal.answers("/sources", "There is no answer with sources yet.")
    terminal.answers("When does the ferry leave?", "no language model is connected")
    terminal.answers("/sources", "    The ferry leaves at noon.")
    terminal.answers("/new", "begins a new thread")
    terminal.until("> ")
    return terminal.interrupted()


async def test_a_conversation_at_a_terminal_keeps_its_thread_and_ctrl_c_leaves(data: Path) -> None:
    async with serving(data) as server:
        env = {"THREADWISE_ADDRESS": server.address}
        await shell("threadwise threads create --id t && printf 'The ferry leaves at noon.' > ferry.txt", data, **env)
        await shell("threadwise ingest ferry.txt --thread t", data, **env)
        terminal = Terminal(data.parent / "unused", "chat", "--thread", "t", **env)
        code = await asyncio.to_thread(conversed, terminal)
        _, said, _ = await shell("threadwise threads show t --json", data, **env)

    assert code == 130
    assert "Traceback" not in terminal.seen
    assert "“The ferry leaves at noon.” [1]" in terminal.seen
    assert [message["role"] for message in json.loads(said)] == ["user", "assistant"]
    assert not (data.parent / "unused").exists()


async def test_ctrl_c_ends_the_protocol_on_standard_input_while_nobody_says_anything(data: Path) -> None:
    running = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "chat", "mcp",
        stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment(data, PYTHONPATH=str(ROOT)), start_new_session=True,
    )  # fmt: skip
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
    async with asyncio.timeout(_SECONDS):
        answer = json.loads(await running.stdout.readline())
        os.killpg(running.pid, signal.SIGINT)
        code = await running.wait()
        assert running.stderr is not None
        told = (await running.stderr.read()).decode()

    assert answer["result"]["serverInfo"]["name"]
    assert (code, told) == (130, "")
