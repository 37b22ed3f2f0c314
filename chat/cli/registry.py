"""The command line as a table of commands. A command's module is imported only when it is called, so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from chat.errors import ThreadwiseError
from chat.faults import faults, of_settings, sentence

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter
    from typer._click.core import Command as Click
    from typer._click.shell_completion import CompletionItem

INTERRUPTED = 130
"""Exit code that shells report for a process ended by Ctrl-C (128 + SIGINT)."""


@dataclass(frozen=True, slots=True)
class Command:
    target: str
    """`module:name` of a typer app, or of a function that is one command."""
    help: str


COMMANDS = {
    "run": Command("chat.cli.commands.run:run", "Start the server."),
    "ingest": Command("chat.cli.commands.ingest:ingest", "Read files and folders into a thread or a library."),
    "ask": Command("chat.cli.commands.ask:ask", "Answer a question and list its sources."),
    "chat": Command("chat.cli.commands.chat:chat", "Chat in the terminal."),
    "search": Command("chat.cli.commands.search:search", "Find the passages for a question and explain why these were chosen."),
    "threads": Command("chat.cli.commands.threads:app", "List, show, create and rename threads."),
    "documents": Command("chat.cli.commands.documents:app", "List documents, show their text and versions, restore a version."),
    "libraries": Command(
        "chat.cli.commands.libraries:app", "List, create, share and delete libraries, which are attached to threads."
    ),
    "export": Command("chat.cli.commands.bundles:export", "Export a thread to a file, with its messages and documents."),
    "import": Command("chat.cli.commands.bundles:bring_in", "Import an exported thread, or ChatGPT's export, as new threads."),
    "delete": Command("chat.cli.commands.delete:delete", "Delete a thread, a document or a message, and print a receipt."),
    "user": Command("chat.cli.commands.users:app", "List, add, suspend and delete users; set roles and passwords."),
    "key": Command("chat.cli.commands.keys:app", "Create, list and revoke API keys."),
    "mcp": Command("chat.cli.commands.mcp:mcp", "Speak the Model Context Protocol on standard input and output."),
    "analytics": Command("chat.cli.commands.analytics:analytics", "Show what was asked and which questions were not answered."),
    "reindex": Command("chat.cli.commands.reindex:reindex", "Rebuild the indexes from the database."),
    "backup": Command("chat.cli.commands.backup:backup", "Back up the data folder while the server runs."),
    "restore": Command("chat.cli.commands.backup:restore", "Restore the data folder from a backup."),
    "doctor": Command("chat.cli.commands.doctor:doctor", "Check the data folder, and repair it with --mend."),
}


class _Listing(TyperGroup):
    """Group that finds commands in `table`. Help and shell completion list them from the table, without importing any."""

    def __init__(self, **attributes: Any) -> None:  # Any: typer's own
        super().__init__(**attributes)
        self.table: Mapping[str, Command] = {}
        self._listing = False

    def list_commands(self, ctx: Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: Context, cmd_name: str) -> Click | None:
        command = self.table.get(cmd_name)
        if command is None:
            return None
        return TyperCommand(cmd_name, help=command.help) if self._listing else loaded(cmd_name, command)

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        self._listing = True
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Context) -> Any:  # Any: what the command returns
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            given = getattr(error.__cause__, "errors", None)  # pydantic's, which is not imported just for this
            if given is not None:
                error.message = sentence(faults(given()))
            raise

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        self._listing = True
        return super().shell_complete(ctx, incomplete)


class ListedByDefault(TyperGroup):
    """Group that runs its command `list` when the first argument is not the name of a command."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        first = next(iter(args), "--")
        known = first in self.commands or first == "--help" or ctx.resilient_parsing
        return super().parse_args(ctx, args if known else ["list", *args])


def build(commands: Mapping[str, Command]) -> TyperGroup:
    """Return the group of all commands."""
    app = group(
        "A chat that answers from your documents and remembers the conversation.", "threadwise", _Listing, completion=True
    )
    app.callback()(_nothing_of_its_own)
    command = typer.main.get_command(app)
    assert isinstance(command, _Listing)
    command.table = commands
    return command


def run(commands: Mapping[str, Command]) -> None:
    """Run the command line. Exit code 0: done, 1: refused with a message on stderr, 2: wrong usage."""
    try:
        build(commands).main(prog_name="threadwise")
    except ThreadwiseError as error:
        typer.echo(str(error), err=True)
        raise SystemExit(1) from error
    except ValueError as error:
        if not type(error).__module__.startswith("pydantic") or not str(getattr(error, "title", "")).endswith("Settings"):
            raise
        typer.echo(of_settings(error.errors()), err=True)  # type: ignore[attr-defined] # pydantic is imported with the settings only
        raise SystemExit(1) from error
    except KeyboardInterrupt as error:
        raise SystemExit(INTERRUPTED) from error
    finally:
        _flush()


def loaded(name: str, command: Command) -> Click:
    """Import and return a command."""
    module, _, attribute = command.target.partition(":")
    target = getattr(import_module(module), attribute)
    if not isinstance(target, typer.Typer):
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        single.command(name, help=target.__doc__)(target)
        target = single
    found = typer.main.get_command(target)
    found.name = name
    return found


def group(help: str, name: str | None = None, kind: type[TyperGroup] = TyperGroup, completion: bool = False) -> typer.Typer:
    """Return an empty typer app that groups commands under one name."""
    return typer.Typer(
        name=name, help=help, cls=kind, no_args_is_help=True, add_completion=completion, pretty_exceptions_enable=False
    )


def _flush() -> None:
    """Flush standard output. If its reader is gone (`| head`), redirect it to /dev/null, so that exiting does not fail on it."""
    if sys.stdout.closed:  # as the MCP server on standard output leaves it
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nothing_of_its_own() -> None:
    """Do nothing. Without a callback, typer would turn a group with a single command into that command."""
