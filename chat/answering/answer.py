"""From passages to an answer: who writes it, what happens when that fails, and what is said when nothing was found."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from chat.answering.citations import Cited, cite
from chat.answering.prompt import build
from chat.domain import Citation, Claim, Found, Message, Usage
from chat.errors import ModelFailed
from chat.events import Wrote
from chat.llm.base import Writer

NOTHING_FOUND = "I couldn't find this in your files or our conversation."
NOTED = "Noted. I'll remember this in our conversation."
NO_MODEL = "Quoted from your sources: no language model is connected. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local one."

_STATEMENT = re.compile(
    r"^(?:please\s+)?(?:i|i'm|i’m|i've|i’ve|my|we|we're|we’re|our|remember|note|fyi|just so you know|for the record)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Written:
    """A finished text with what it cites."""

    text: str
    citations: tuple[Citation, ...]
    grounded: bool
    model: str
    usage: Usage = Usage()
    note: str | None = None
    quoted: bool = False
    """The text is made of quotes (or of our own fixed sentences) and adds nothing that is worth recalling."""
    interrupted: bool = False
    claims: tuple[Claim, ...] = ()


async def compose(
    question: str,
    found: Found,
    turns: Sequence[Message],
    model: Writer | None,
    quoting: Writer,
    max_tokens: int,
    system_prompt: str = "",
    standing: Sequence[str] = (),
) -> AsyncGenerator[Wrote | Written, None]:
    """The answer piece by piece, `Written` at the end.

    With a model it writes; should it fail before its first word, quotes take its place and the note says why; should it fail
    later, what was written stays and counts as interrupted. Without a model the sources are quoted.
    """
    prompt = build(question, found.passages, turns, max_tokens, system_prompt, standing)
    note: str | None = None
    if model is not None:
        text, usage = "", Usage()
        try:
            async for piece in model.write(prompt):
                if isinstance(piece, Usage):
                    usage = piece
                    continue
                text += piece
                yield Wrote(piece)
        except ModelFailed as error:
            note = str(error)
        if text.strip():
            cited = await asyncio.to_thread(cite, text, found.passages, complete=True)
            yield _written(cited, model.name, usage, note, interrupted=note is not None)
            return
        note = f"{note or 'The model gave an empty answer.'} These are quotes instead."

    if model is None and is_statement(question):
        yield Wrote(NOTED)
        yield Written(NOTED, (), False, quoting.name, quoted=True)
        return
    text = ""
    if found.passages:
        async for piece in quoting.write(prompt):
            if isinstance(piece, str):
                text += piece
                yield Wrote(piece)
    if not text:
        yield Wrote(NOTHING_FOUND)
        yield Written(NOTHING_FOUND, (), False, quoting.name, note=note, quoted=True)
        return
    cited = await asyncio.to_thread(cite, text, found.passages)
    yield _written(cited, quoting.name, note=note or NO_MODEL, quoted=True)


def _written(
    cited: Cited, model: str, usage: Usage = Usage(), note: str | None = None, quoted: bool = False, interrupted: bool = False
) -> Written:
    grounded = bool(cited.citations)
    return Written(cited.text, cited.citations, grounded, model, usage, note, quoted, interrupted, cited.claims)


def is_statement(text: str) -> bool:
    """Whether a message plainly tells something rather than asks; only clear cases count."""
    return "?" not in text and "？" not in text and bool(_STATEMENT.match(text.strip()))
