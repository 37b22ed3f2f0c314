"""Random kills: `python -m tests.faults.killing --kills 200`.

A process works on one data folder (files, new versions, messages, answers, deletes) and records durably whatever was acknowledged
to it as done. It is killed at a random moment: alone, with its Chroma, or Chroma alone before it. The next process first checks
that everything acknowledged is there, nothing partial is visible, and database and indexes agree; then it continues the work.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from chat.application import Application
from chat.assistant import Ask
from chat.domain import Draft, Question, User, utc_now
from chat.errors import NotFound
from chat.events import Answered
from tests.faults.checking import faults, settled
from tests.faults.victim import Talker, forked, long, running

_THREADS = 6
_START_SECONDS = 120


@dataclass
class Told:
    """What was acknowledged, according to the journal; `doing` lines are for work that may or may not have been done."""

    threads: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    leaving: set[str] = field(default_factory=set)
    messages: dict[str, dict[str, str]] = field(default_factory=dict)
    documents: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, journal: Path) -> Told:
        told = cls()
        for line in journal.read_text().splitlines() if journal.exists() else ():
            what, thread, *more = json.loads(line)
            match what:
                case "thread":
                    told.threads.add(thread)
                case "delete":
                    told.leaving.add(thread)
                case "gone":
                    told.gone.add(thread)
                case "message":
                    told.messages.setdefault(thread, {})[more[0]] = more[1]
                case "document":
                    told.documents.setdefault(thread, set()).add(more[0])
        return told

    @property
    def acknowledged(self) -> int:
        return len(self.threads) + sum(map(len, self.messages.values())) + sum(map(len, self.documents.values())) + len(self.gone)


class Journal:
    """A file of lines that survive when the process writing them is killed."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")

    def note(self, *line: str) -> None:
        print(json.dumps(line), file=self._file, flush=True)


# --- the victim


async def _live(folder: Path, seed: int) -> None:
    """Check the data, report what was found, then work until killed."""
    told, journal = Told.of(folder / "journal"), Journal(folder / "journal")
    began = time.monotonic()
    async with running(folder / "data", Talker()) as application:
        started = time.monotonic() - began
        user = await application.accounts.local_user()
        seen = await _half_done(application, user, told)
        await settled(application)
        mended = time.monotonic() - began
        wrong = seen + await _lost(application, user, told)
        found = {"wrong": wrong, "started": started, "mended": mended, "acknowledged": told.acknowledged}
        (folder / "found.part").write_text(json.dumps(found))
        (folder / "found.part").rename(folder / "found")
        await _work(application, user, journal, random.Random(seed), told)


async def _half_done(application: Application, user: User, told: Told) -> list[str]:
    """Return the partial changes that users could see right after a start."""
    wrong = list[str]()
    for thread in told.leaving & told.gone:
        try:
            await application.assistant.thread(user, thread)
            wrong.append(f"{thread}: a deleted thread is seen")
        except NotFound:
            pass
    for thread in told.threads - told.leaving:
        said, _ = await application.assistant.messages(user, thread, 1_000)
        wrong += [f"{thread}: an answer without a word is seen" for message in said if not message.content]
    return wrong


async def _lost(application: Application, user: User, told: Told) -> list[str]:
    wrong = list[str]()
    for thread in told.threads:
        try:
            await application.assistant.thread(user, thread)
        except NotFound:
            if thread not in told.leaving:
                wrong.append(f"{thread}: lost")
            elif left := await application.parts.indexer.left(thread):
                wrong.append(f"{thread}: {left} things are left of a deleted thread")
            continue
        said = {message.id: message.content for message in (await application.assistant.messages(user, thread, 1_000))[0]}
        for id, content in told.messages.get(thread, {}).items():
            if said.get(id) != content:
                wrong.append(f"{thread}: message {id} is lost or changed")
        documents = {one.name for one in (await application.assistant.documents(user, thread, 200))[0]}
        wrong += [f"{thread}: document {name} is lost" for name in told.documents.get(thread, set()) - documents]
        await application.parts.memory.settle(thread)
        wrong += [f"{thread}: {fault}" for fault in await faults(application, user, thread)]
    return wrong


async def _work(application: Application, user: User, journal: Journal, chance: random.Random, told: Told) -> None:
    """Do several things at a time, as several users do."""
    alive = sorted(told.threads - told.leaving)

    async def one(turn: int) -> None:
        while True:
            if len(alive) < 2:
                await _make(application, user, journal, alive, chance)
                continue
            thread = chance.choice(alive)
            what = chance.choices(("file", "say", "ask", "make", "delete"), (5, 4, 3, 1, 2))[0]
            try:
                if what == "file":
                    name = f"file-{chance.randrange(3)}.md"
                    parts, of = chance.choice((3, 30, 120)), chance.choice(("pump", "valve"))
                    jobs = await application.assistant.start_reading(user, thread, [long(parts, of, name)])
                    journal.note("document", thread, jobs[0].name)
                    async for _ in application.assistant.follow(jobs):
                        pass
                elif what == "say":
                    id = f"m{chance.randrange(10**12)}"
                    text = f"The number {chance.randrange(10**6)} belongs to the locker in the northern hall of the station."
                    await application.assistant.add_messages(user, thread, [Draft("user", text, id)])
                    journal.note("message", thread, id, text)
                elif what == "ask":
                    asked = Ask(Question(thread, "What does the pump need in spring?", utc_now()))
                    async for event in application.assistant.ask(user, asked):
                        if isinstance(event, Answered):
                            assert event.answer.answer_id is not None
                            journal.note("message", thread, event.answer.answer_id, event.answer.text)
                elif what == "make" and len(alive) < _THREADS:
                    await _make(application, user, journal, alive, chance)
                elif turn == 0:
                    alive.remove(thread)
                    journal.note("delete", thread)
                    await application.assistant.delete_thread(user, thread)
                    journal.note("gone", thread)
            except NotFound:
                pass  # deleted by the other task

    await asyncio.gather(one(0), one(1), one(2))


async def _make(application: Application, user: User, journal: Journal, alive: list[str], chance: random.Random) -> None:
    thread = await application.assistant.create_thread(user, id=f"t{chance.randrange(10**12)}")
    journal.note("thread", thread.id)
    alive.append(thread.id)


# --- the killer


def killed(folder: Path, kills: int, seed: int, life: float) -> list[dict[str, Any]]:  # Any: JSON
    """Return what each start after a kill found."""
    chance, found = random.Random(seed), list[dict[str, Any]]()
    for turn in range(kills + 1):
        (folder / "found").unlink(missing_ok=True)
        victim = forked(lambda: _live(folder, seed * 1_000 + turn))  # noqa: B023 - called at once
        until = time.monotonic() + _START_SECONDS
        while not (folder / "found").exists():
            if os.waitpid(victim, os.WNOHANG) != (0, 0) or time.monotonic() > until:
                raise SystemExit(f"After {turn} kills it did not start again.")
            time.sleep(0.02)
        found.append(json.loads((folder / "found").read_text()))
        for line in found[-1]["wrong"]:
            print(f"after kill {turn}: {line}", flush=True)
        if turn % 20 == 0:
            print(f"{turn} kills, started in {found[-1]['started']:.1f} s, mended in {found[-1]['mended']:.1f} s", flush=True)
        time.sleep(chance.uniform(0.05, life))
        _kill(victim, chance)
    return found


def _kill(victim: int, chance: random.Random) -> None:
    how = chance.choice(("alone", "with its store", "its store first"))
    if how == "its store first":
        for child in _children(victim):
            os.kill(child, signal.SIGKILL)
        time.sleep(chance.uniform(0, 0.5))
    if how == "alone":
        os.kill(victim, signal.SIGKILL)
    else:
        os.killpg(victim, signal.SIGKILL)
    os.waitpid(victim, 0)


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def main() -> None:
    """Exit with code 1 if data were lost or partial data were visible."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--life", type=float, default=2.0, help="seconds of work before a kill, at most")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="threadwise-kills-"))
    found = killed(folder, given.kills, given.seed, given.life)
    wrong = sum(len(each["wrong"]) for each in found)
    started, mended = [each["started"] for each in found[1:]], [each["mended"] for each in found[1:]]
    print(
        f"{given.kills} kills (seed {given.seed}), {found[-1]['acknowledged']} things acknowledged, {wrong} lost or half-done; "
        f"started in {median(started):.1f} s (most {max(started):.1f}), mended in {median(mended):.1f} s (most {max(mended):.1f})"
    )
    if wrong:
        sys.exit(f"See {folder}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
