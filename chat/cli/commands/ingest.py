"""`threadwise ingest`."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from chat.cli.connection import AsJson, Key, Server, address_of, connected, identifier, secret_of
from chat.cli.ingesting.base import Destination
from chat.cli.ingesting.display import Lines, display
from chat.cli.ingesting.files import Origin, Patterns, origin, patterns
from chat.cli.ingesting.sync import Outcome, Sync, SyncRequest
from chat.cli.ingesting.watch import watching
from chat.domain import utc_now
from chat.errors import Unavailable
from chat.settings import Settings

_INTERRUPTED = 128
"""Plus the signal's number: the exit code that shells report for a process ended by a signal."""

Paths = Annotated[list[Path], typer.Argument(help="Files and folders to read.", exists=True, readable=False, show_default=False)]
Thread = Annotated[
    str | None, typer.Option(help="The thread's id. The thread is created if it does not exist.", show_default=False)
]
Library = Annotated[str | None, typer.Option(help="A library's name, instead of a thread. It is created if it does not exist.")]
Name = Annotated[str | None, typer.Option(help="Name of the thread, if it is created.")]
Include = Annotated[list[str], typer.Option(help="Read only files that match this pattern, as in a .gitignore. May be repeated.")]
Exclude = Annotated[list[str], typer.Option(help="Skip files and folders that match this pattern. May be repeated.")]
Hidden = Annotated[bool, typer.Option("--hidden", help="Also read hidden files and folders such as node_modules.")]
Follow = Annotated[bool, typer.Option("--follow", help="Follow links to files and folders.")]
Delete = Annotated[bool, typer.Option("--delete", help="Delete documents of these paths whose file is gone.")]
Watch = Annotated[bool, typer.Option("--watch", help="Keep running and follow changes of the files. Implies --delete.")]


def ingest(
    paths: Paths,
    thread: Thread = None,
    library: Library = None,
    name: Name = None,
    include: Include = [],  # noqa: B006 - typer's way; never changed
    exclude: Exclude = [],  # noqa: B006
    hidden: Hidden = False,
    follow: Follow = False,
    delete: Delete = False,
    watch: Watch = False,
    server: Server = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Read files and folders into a thread or a library. Run it again to read only what has changed."""
    if (thread is None) == (library is None):
        raise typer.BadParameter("Say where the files go: into a thread or a library.", param_hint="--thread or --library")
    settings = Settings()
    plan = SyncRequest(
        thread="" if thread is None else identifier(thread, "--thread"),
        origins=_origins(paths, settings.server.data),
        wanted=_patterns(include, exclude, hidden),
        follow=follow,
        delete=delete or watch,
        avoid=settings.server.data.resolve(),
        max_bytes=settings.limits.max_file_bytes,
    )
    address, secret = address_of(server), secret_of(key)
    goal = _Goal(name, library)
    work = _ingest(plan, settings, goal, watch, address, secret, display(as_json))
    try:
        code = asyncio.run(_until_told(work, stopped=0 if watch else None))
    except KeyboardInterrupt:  # a second Ctrl-C, while the first was being handled
        code = _INTERRUPTED + signal.SIGINT
    raise typer.Exit(code)


@dataclass(frozen=True, slots=True)
class _Goal:
    """Where the documents go, as named on the command line."""

    name: str | None
    """Name of the thread, if one is created."""
    library: str | None
    """Name of the library, if they do not go into a thread."""


async def _ingest(
    plan: SyncRequest, settings: Settings, goal: _Goal, watch: bool, address: str | None, key: str | None, shown: Lines
) -> int:
    async with connected(settings, address, key) as there:
        into: Destination = there
        if goal.library is None:
            await there.ensure(plan.thread, goal.name)
        else:
            into, id = await there.library(goal.library)
            plan = replace(plan, thread=id)
        sync = Sync(plan, into, shown, utc_now)
        if watch:
            await _keep(sync, plan, shown)
        outcome = await sync.bring()
        shown.summary(outcome.figures(plan.thread))
        return 0 if outcome.complete else 1


async def _keep(sync: Sync, plan: SyncRequest, shown: Lines) -> None:
    """Sync again after each change. Watching begins before the first pass, so that no change between the two is missed."""
    async with watching(plan.origins, plan.avoid) as changes:
        first = True
        while True:
            outcome = await _tried(sync, shown)
            if outcome is not None and (first or outcome.statuses):
                shown.summary(outcome.figures(plan.thread))
                first = False
            await changes.wait(retry=outcome is None or outcome.to_retry)


async def _tried(sync: Sync, shown: Lines) -> Outcome | None:
    """Run one pass; return `None` if the destination is unavailable for now."""
    try:
        return await sync.bring()
    except Unavailable as error:
        shown.said(str(error))
        return None


async def _until_told(work: Coroutine[Any, Any, int], stopped: int | None) -> int:  # Any: a coroutine's unused parts
    """Return the exit code of `work`, which is cancelled on Ctrl-C and SIGTERM so that it can close what is open.

    If it was cancelled, the exit code is `stopped`, or, if that is `None`, 128 plus the signal's number.
    """
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    told: list[int] = []

    def stop(number: int) -> None:
        told.append(number)
        loop.remove_signal_handler(number)  # the next signal ends the process at once
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except asyncio.CancelledError:
        if not told:
            raise
        return _INTERRUPTED + told[0] if stopped is None else stopped
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


def _origins(paths: Sequence[Path], data: Path) -> tuple[Origin, ...]:
    for path in paths:
        if not path.is_dir() and not path.is_file():
            raise typer.BadParameter(f"{path} is neither a file nor a folder.", param_hint="PATHS")
        if path.resolve().is_relative_to(data.resolve()):
            raise typer.BadParameter(f"{path} is in the data folder, which holds what was read.", param_hint="PATHS")
    return tuple(origin(path) for path in paths)


def _patterns(include: Sequence[str], exclude: Sequence[str], hidden: bool) -> Patterns:
    try:
        return patterns(include, exclude, hidden)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--include or --exclude") from error
