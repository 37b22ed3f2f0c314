"""`threadwise chat`: a conversation. The event loop runs in a thread beside the prompt, so that work continues meanwhile."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated

import typer
from anyio.from_thread import BlockingPortal, start_blocking_portal

from chat.cli.clients.client import Client, path
from chat.cli.connection import Key, Server, address_of, connected, identifier, secret_of
from chat.cli.print_answer import Said, beneath, remark, show_sources, spoken
from chat.cli.registry import INTERRUPTED
from chat.errors import ThreadwiseError
from chat.settings import Settings

_PROMPT = "> "
_HELP = "/sources: sources of the last answer. /new: a new thread. /quit: leave. Ctrl-C stops an answer, or leaves."
Thread = Annotated[str | None, typer.Option(help="Continue this thread. Default: a new one.", show_default=False)]
Model = Annotated[str | None, typer.Option(help="Model that answers. Default: the model of the thread.")]


def chat(thread: Thread = None, model: Model = None, server: Server = None, key: Key = None) -> None:
    """Chat with a thread, question by question. The conversation is stored, and you can continue it here or in the browser."""
    thread = None if thread is None else identifier(thread, "--thread")
    there = connected(Settings(), address_of(server), secret_of(key))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(there) as client:
        conversation = _Conversation(portal, client, thread, model)
        code = conversation.held()
    raise typer.Exit(code)


@dataclass
class _Conversation:
    portal: BlockingPortal
    client: Client
    thread: str | None
    """`None` until the first question of a new thread."""
    model: str | None
    last: Said | None = None

    def held(self) -> int:
        """Run the conversation until the user leaves; return the exit code."""
        if self.thread is not None:
            self.portal.call(self.client.call, "GET", path("threads", self.thread))
        watched = sys.stdin.isatty()
        if watched:
            with suppress(ImportError):
                import_module("readline")  # arrows and earlier lines at the prompt
            remark(_HELP)
        try:
            while (line := self._line(watched)) is not None and self._follow(line):
                pass
        except KeyboardInterrupt:
            typer.echo()
            return INTERRUPTED
        finally:
            if watched and self.thread is not None:
                remark(f"Go on with: threadwise chat --thread {self.thread}")
        return 0

    def _line(self, watched: bool) -> str | None:
        try:
            return input(_PROMPT if watched else "").strip()
        except EOFError:
            if watched:
                typer.echo()
            return None

    def _follow(self, line: str) -> bool:
        """Handle a line; return whether the conversation goes on."""
        match line:
            case "":
                pass
            case "/quit":
                return False
            case "/new":
                self.thread, self.last = None, None
                remark("The next question begins a new thread.")
            case "/sources":
                if self.last is None or not self.last.citations:
                    remark("There is no answer with sources yet.")
                else:
                    show_sources(self.last)
            case _ if line.startswith("/"):
                remark(_HELP)
            case _:
                self._ask(line)
        return True

    def _ask(self, question: str) -> None:
        """Ask the question and show the answer. Ctrl-C stops it; what was written so far stays in the thread."""
        answering = self.portal.start_task_soon(self._answered, question)
        try:
            self.last = answering.result()
            beneath(self.last, watched=sys.stdout.isatty())
        except ThreadwiseError as error:
            remark(str(error))
        except KeyboardInterrupt:
            answering.cancel()
            typer.echo()
            remark("Stopped; what was written is kept.")

    async def _answered(self, question: str) -> Said:
        if self.thread is None:
            self.thread = str((await self.client.call("POST", path("threads"), json={}))["id"])
        body = {"question": question, "model": self.model}
        return await spoken(self.client.events(path("threads", self.thread, "ask", "stream"), json=body), sys.stdout.isatty())
