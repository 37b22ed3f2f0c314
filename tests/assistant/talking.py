"""A fake model that does each of its jobs by script: rewrites, summaries, answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from chat.domain import Usage
from chat.llm.base import Prompt

Reply = str | Exception


@dataclass
class Talking:
    """A model that tells its job from its instructions. An exception in a script is raised; `...` never returns."""

    rewrite: Reply = ""
    summary: Reply | Callable[[Prompt], str] = ""
    answer: Reply = "At nine."
    name: str = "talking"
    rewriting: list[Prompt] = field(default_factory=list)
    summarising: list[Prompt] = field(default_factory=list)
    answering: list[Prompt] = field(default_factory=list)

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        instructions = prompt.messages[0].content
        if instructions.startswith("Rewrite the last message"):
            self.rewriting.append(prompt)
            reply: Reply = self.rewrite
        elif instructions.startswith("You keep the running summary"):
            self.summarising.append(prompt)
            reply = self.summary(prompt) if callable(self.summary) else self.summary
        else:
            self.answering.append(prompt)
            reply = self.answer
        if isinstance(reply, Exception):
            raise reply
        if reply == "...":
            await asyncio.Event().wait()
        yield reply
        yield Usage(10, 2)

    async def close(self) -> None:
        return
