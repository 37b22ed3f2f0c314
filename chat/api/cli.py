"""The command line: a thin table; a command's module is loaded when that command is called, so that `--help` is quick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import typer

from chat.errors import ThreadwiseError


@dataclass(frozen=True, slots=True)
class Command:
    target: str
    """`module:name` of a typer app, or of a function that is one command."""
    help: str


COMMANDS = {
    "run": Command("chat.api.commands.run:run", "Start the server."),
    "user": Command("chat.api.commands.users:app", "Add, list and remove users, set passwords."),
    "key": Command("chat.api.commands.keys:app", "Create, list and revoke keys."),
    "ingest": Command("chat.api.commands.ingest:ingest", "Read files and folders into a thread or a library."),
    "libraries": Command("chat.api.commands.libraries:app", "List, create and delete libraries, which threads attach."),
    "search": Command("chat.api.commands.search:search", "Find the passages for a question, and why these."),
    "mcp": Command("chat.api.commands.mcp:mcp", "Speak the Model Context Protocol on standard input and output."),
    "reindex": Command("chat.api.commands.reindex:reindex", "Make the indexes anew from the rows."),
}
_PASS_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "allow_interspersed_args": False}


def build(commands: Mapping[str, Command]) -> typer.Typer:
    """One typer app whose commands pass their arguments on to the module that is then loaded."""
    app = group("A chat that answers from your documents and remembers the conversation.", "threadwise")
    app.callback()(_nothing_of_its_own)
    for name, command in commands.items():
        app.command(name, help=command.help, context_settings=dict(_PASS_ON), add_help_option=False)(_passing_on(name, command))
    return app


def run(commands: Mapping[str, Command]) -> None:
    """Exit code 0: done, 1: refused with a sentence on stderr, 2: wrong usage."""
    try:
        build(commands)()
    except ThreadwiseError as error:
        typer.echo(str(error), err=True)
        raise SystemExit(1) from error


def group(help: str, name: str | None = None) -> typer.Typer:
    """Commands under one word."""
    return typer.Typer(name=name, help=help, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _nothing_of_its_own() -> None:
    """Without a callback, typer would make a single command stand for the whole group."""


def _passing_on(name: str, command: Command):  # type: ignore[no-untyped-def]  # typer reads the inner signature
    def passed_on(context: typer.Context) -> None:
        module, _, attribute = command.target.partition(":")
        target = getattr(import_module(module), attribute)
        if not isinstance(target, typer.Typer):
            single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            single.command(name, help=target.__doc__)(target)
            target = single
        code = typer.main.get_command(target).main(context.args, prog_name=f"threadwise {name}", standalone_mode=False)
        raise typer.Exit(code if isinstance(code, int) else 0)

    return passed_on
