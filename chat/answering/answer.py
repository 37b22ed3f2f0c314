"""From passages to an answer: who writes it, what happens when that fails, and what is said when nothing was found."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from babel import Locale

from chat.answering.citations import Cited, cite
from chat.answering.phrases import PHRASES, Phrases, phrases
from chat.answering.prompt import build
from chat.domain import Citation, Claim, Found, Message, Passage, Source, Usage
from chat.errors import ModelFailed
from chat.events import Wrote
from chat.languages import code_of
from chat.llm.base import Likely, Prompt, Quoting, Writer
from chat.llm.call import Call
from chat.telling import asks, only_tells, without_greeting

_NOTED = frozenset(each for language in PHRASES.values() for each in (language.noted, language.not_kept))
_NOTHING = frozenset(
    each for language in PHRASES.values() for each in (language.nowhere, language.not_in_files, language.not_said)
)
NO_MODEL = "Quoted from your sources: no language model is connected. Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local one."

_NEAREST, _OF_LANGUAGE, _FEWEST_WORDS = 3, 200, 3
"""Passages, characters of each, and words of a question that tell languages."""
_LESS = 0.6
"""Of the context is filled when the model counts more tokens than we did."""
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
    claims: tuple[Claim, ...] = ()
    likely: float | None = None
    """How likely what it cites holds the answer, where the writer can tell."""


async def compose(
    question: str,
    found: Found,
    turns: Sequence[Message],
    model: Writer | None,
    quoting: Quoting,
    max_tokens: int,
    system_prompt: str = "",
    standing: Sequence[str] = (),
    context_tokens: int | None = None,
    quotes_instead: bool = False,
    quoted_because: str | None = NO_MODEL,
    spent: Callable[[Usage], None] = lambda usage: None,
    whole: Prompt | None = None,
    meant: str | None = None,
    remembers: bool = True,
    sources: Collection[Source] = frozenset(Source),
) -> AsyncGenerator[Wrote | Written, None]:
    """The answer piece by piece, `Written` at the end.

    With a model it writes; should it fail, ModelFailed is raised behind what it wrote. With `quotes_instead`, one that fails
    before its first word is replaced by quotes and the note says why. Without a model the sources are quoted, with the note
    `quoted_because`. What a model costs is `spent`, also when it fails or is stopped. `whole` is the prompt of a question that
    wants whole documents, in place of the one that is made from passages. `meant` is the question as it stands by itself, which
    is what quotes answer; a model is asked in the person's own words. `remembers`: what is told will be found again. `sources`
    are those that were searched.
    """

    def fitting(share: float) -> Prompt:
        room = None if context_tokens is None else int(context_tokens * share)
        return whole or build(question, found.passages, turns, max_tokens, system_prompt, standing, room)

    prompt, note = fitting(1), None
    if model is not None:
        call = Call(model, prompt, None if whole or context_tokens is None else lambda: fitting(_LESS))
        try:
            async with aclosing(call.run()) as written:
                async for piece in written:
                    yield Wrote(piece)
            if not call.text.strip():
                raise ModelFailed(f"The model {model.name} gave an empty answer.")
        except ModelFailed as error:
            if call.text.strip() or not quotes_instead:
                raise
            note = f"{error} These are quotes instead."
        finally:
            spent(call.usage)
        if note is None:
            cited = await asyncio.to_thread(cite, call.text, call.prompt.sources, complete=True)
            yield _written(cited, model.name, call.usage)
            return

    beside = " ".join((*(turn.content for turn in turns if turn.role == "user"), *(one.chunk.text for one in found.passages)))
    said = phrases(question, beside)
    if model is None and not found.covered and is_statement(meant or question):
        noted = said.noted if remembers else said.not_kept
        yield Wrote(noted)
        yield Written(noted, (), False, quoting.name, quoted=True)
        return
    text, likely = "", None
    if found.passages:
        async for quoted in quoting.write(
            replace(prompt, question=meant or question, confidence=found.confidence, recounted=found.recounted)
        ):
            if isinstance(quoted, str):
                text += quoted
                yield Wrote(quoted)
            elif isinstance(quoted, Likely):
                likely = quoted.confidence
    if not text:
        nothing = _nothing(said, sources)
        yield Wrote(nothing)
        hint = _asked_in_another_language(meant or question, found.passages)
        note = " ".join(filter(None, (note, hint))) or None
        yield Written(nothing, (), False, quoting.name, note=note, quoted=True, likely=likely)
        return
    cited = await asyncio.to_thread(cite, text, found.passages)
    yield replace(_written(cited, quoting.name, note=note or quoted_because, quoted=True), likely=likely)


def _written(cited: Cited, model: str, usage: Usage = Usage(), note: str | None = None, quoted: bool = False) -> Written:
    return Written(cited.text, cited.citations, bool(cited.citations), model, usage, note, quoted, cited.claims)


def _nothing(said: Phrases, sources: Collection[Source]) -> str:
    if set(sources) == {Source.DOCUMENT}:
        return said.not_in_files
    return said.not_said if set(sources) == {Source.MESSAGE} else said.nowhere


def _asked_in_another_language(question: str, passages: Sequence[Passage]) -> str | None:
    """A hint where what lies nearest is all in one other language: quotes are chosen by the words that they share."""
    texts = [passage.chunk.text[:_OF_LANGUAGE] for passage in passages[:_NEAREST]]
    found, asked = {code_of(text) for text in texts}, code_of(question, " ".join(texts))
    if len(found) != 1 or asked in found or (len(question.split()) < _FEWEST_WORDS and question.isascii()):
        return None
    names = Locale("en").languages
    (code,) = found
    return f"What was searched is in {names[code]}, the question in {names[asked]}: asked in {names[code]}, it may be found."


def is_noted(text: str) -> bool:
    """Whether an answer says only that something was told."""
    return text in _NOTED


def is_nothing(text: str) -> bool:
    """Whether an answer says only that what was asked for is not there."""
    return text in _NOTHING


def is_statement(text: str) -> bool:
    """Whether a message plainly tells something rather than asks; only clear cases count."""
    said = text.strip()
    if any(mark in said for mark in "?？؟") or asks(without_greeting(said)):
        return False
    return bool(_STATEMENT.match(said)) or only_tells(said)
