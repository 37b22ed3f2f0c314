"""From passages to an answer: who writes it, what happens if that fails, and what is said if nothing was found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import partial

from babel import Locale

from chat.answering.citing.citations import CitedText, cite
from chat.answering.prompt import Conversation, build
from chat.answering.replies.phrases import PHRASES, Phrases, phrases
from chat.dialogue.stating import asks_for_a_reminder, is_statement
from chat.dialogue.troubles import tells_of_trouble
from chat.domain import Citation, Claim, Found, Passage, Question, Source, Usage
from chat.errors import ModelFailed
from chat.events import Wrote
from chat.llm.base import Connected, Likely, Prompt, QuoteRequest, Quoting
from chat.llm.call import Call
from chat.text.languages import code_of

_NOTED = frozenset(each for language in PHRASES.values() for each in (language.noted, language.not_kept))
_ALL_OFF = frozenset(language.all_off for language in PHRASES.values())
_NOTHING = frozenset(
    each for language in PHRASES.values() for each in (language.nowhere, language.not_in_files, language.not_said)
)
QUOTED = "Quoted from your sources: no language model is connected."
ADVICE = "Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local one."
NO_MODEL = f"{QUOTED} {ADVICE}"
NO_REMINDERS = "There are no reminders here: ask for it, and it is found."

_NEAREST, _OF_LANGUAGE, _FEWEST_WORDS = 3, 200, 3
"""Number of passages and characters of each by which languages are compared, and fewest words of a question whose language is
told reliably."""
_LESS = 0.6
"""Share of the context to fill if the model counts more tokens than estimated."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What an answer is written from."""

    question: Question
    found: Found
    conversation: Conversation = field(default_factory=Conversation)

    def prompt(self, model: Connected, share: float = 1) -> Prompt:
        """Return the prompt for a model; `share` is the share of its context to fill."""
        context_tokens = int(model.context_tokens * share)
        return build(self.question.text, self.found.passages, self.conversation, model.max_answer_tokens, context_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A finished text with its citations."""

    text: str
    model: str
    citations: tuple[Citation, ...] = ()
    usage: Usage = Usage()
    note: str | None = None
    quoted: bool = False
    """The text consists of quotes (or of our own fixed sentences) and adds nothing worth recalling."""
    claims: tuple[Claim, ...] = ()
    likely: float | None = None
    """How likely the cited sources hold the answer, 0 to 1; `None` if the writer cannot tell."""
    cut: bool = False
    """The text stops before it is complete; the note says why."""

    @property
    def grounded(self) -> bool:
        """Whether the text cites a source."""
        return bool(self.citations)


@dataclass(frozen=True, slots=True)
class Quotes:
    """The writer that quotes sources, used without a model."""

    writer: Quoting
    instead: bool = False
    """Quotes also replace a model that fails before its first word; the note then says why."""
    because: str | None = NO_MODEL
    """The note shown with quotes that are used because no model is connected."""


async def compose(
    brief: Brief,
    model: Connected | None,
    quotes: Quotes,
    spent: Callable[[Usage], None] = lambda usage: None,
    whole: Prompt | None = None,
) -> AsyncGenerator[Wrote | Written, None]:
    """Yield the answer piece by piece, then `Written`.

    A model is given the user's own words; quotes answer the question's resolved meaning. If the model fails, ModelFailed is
    raised after what it wrote, unless quotes replace it. The cost of a model is passed to `spent`, also if it fails or is
    stopped. `whole` is the prompt for a question about whole documents, used instead of one built from passages.
    """
    if model is not None:
        begun = False
        try:
            async with aclosing(_by_model(brief, model, spent, whole)) as pieces:
                async for piece in pieces:
                    begun = begun or bool(piece.text.strip())
                    yield piece
            return
        except ModelFailed as error:
            if begun or not quotes.instead:
                raise
            quotes = replace(quotes, because=f"{error} These are quotes instead.")

    sources = brief.prompt(model).sources if model and not whole else brief.found.passages
    async with aclosing(_by_quotes(brief, sources, quotes, model)) as pieces:
        async for piece in pieces:
            yield piece


async def _by_quotes(
    brief: Brief, sources: tuple[Passage, ...], quotes: Quotes, model: Connected | None
) -> AsyncGenerator[Wrote | Written, None]:
    """Answer without a `model`, or instead of one that failed: a statement is acknowledged, unless it tells of a trouble that
    something helps with, and a question that nothing answers gets a reply saying so."""
    question, found, conversation = brief.question, brief.found, brief.conversation
    meant = found.corrected or question.meant
    text, likely = "", None
    states = model is None and not found.covered and is_statement(meant)
    if found.passages and (not states or tells_of_trouble(meant)):
        request = QuoteRequest(meant, sources, found.confidence, found.recounted, found.timely)
        async for quoted in quotes.writer.write(request):
            if isinstance(quoted, str):
                text += quoted
                yield Wrote(quoted)
            elif isinstance(quoted, Likely):
                likely = quoted.confidence
    if text:
        cited = await asyncio.to_thread(cite, text, found.passages)
        yield replace(_written(cited, quotes.writer.name, note=quotes.because, quoted=True), likely=likely)
        return
    said = phrases(_with_language(question.text, conversation), _beside(found, conversation))
    if states:
        reply, likely = said.noted if conversation.remembered else said.not_kept, None
        note = NO_REMINDERS if asks_for_a_reminder(meant) else None
    else:
        reply = _nothing(said, frozenset(Source) if question.sources is None else question.sources)
        failed = quotes.because if model is not None else None
        note = " ".join(filter(None, (failed, _asked_in_another_language(meant, found.passages)))) or None
    yield Wrote(reply)
    yield Written(text=reply, model=quotes.writer.name, note=note, quoted=True, likely=likely)


async def _by_model(
    brief: Brief, model: Connected, spent: Callable[[Usage], None], whole: Prompt | None
) -> AsyncGenerator[Wrote | Written, None]:
    """Answer with a model; a prompt that the model finds too long is replaced by a shorter one."""
    shorter = None if whole else partial(brief.prompt, model, _LESS)
    call = Call(model.writer, whole or brief.prompt(model), shorter)
    try:
        async with aclosing(call.run()) as written:
            async for piece in written:
                yield Wrote(piece)
        answer = call.answer
        if not answer.strip():
            raise ModelFailed(f"The model {model.writer.name} returned an empty answer.")
    finally:
        spent(call.usage)
    cut = call.cut is not None
    cited = await asyncio.to_thread(cite, answer, call.prompt.sources, complete=True, cut=cut)
    yield replace(_written(cited, model.writer.name, call.usage, note=call.cut), cut=cut)


def _with_language(question: str, conversation: Conversation) -> str:
    """Return the question, behind what the user said before if it is too short to tell its language."""
    if _tells_language(question):
        return question
    return " ".join((*_asked(conversation), question))


def _tells_language(question: str) -> bool:
    return len(question.split()) >= _FEWEST_WORDS or not question.isascii()


def _beside(found: Found, conversation: Conversation) -> str:
    """Return text that helps to tell the language of a question with few words."""
    return " ".join((*_asked(conversation), *(one.chunk.text for one in found.passages)))


def _asked(conversation: Conversation) -> list[str]:
    return [turn.content for turn in conversation.turns if turn.role == "user"]


def _written(cited: CitedText, model: str, usage: Usage = Usage(), note: str | None = None, quoted: bool = False) -> Written:
    return Written(
        text=cited.text, model=model, citations=cited.citations, usage=usage, note=note, quoted=quoted, claims=cited.claims
    )


def _nothing(said: Phrases, sources: Collection[Source]) -> str:
    if not sources:
        return said.all_off
    if set(sources) == {Source.DOCUMENT}:
        return said.not_in_files
    return said.not_said if set(sources) == {Source.MESSAGE} else said.nowhere


def _asked_in_another_language(question: str, passages: Sequence[Passage]) -> str | None:
    """Return a hint if the nearest passages are all in one other language than the question: quotes are chosen by shared
    words."""
    texts = [passage.chunk.text[:_OF_LANGUAGE] for passage in passages[:_NEAREST]]
    found, asked = {code_of(text) for text in texts}, code_of(question, " ".join(texts))
    if len(found) != 1 or asked in found or not _tells_language(question):
        return None
    names = Locale("en").languages
    (code,) = found
    return f"What was searched is in {names[code]}, the question in {names[asked]}: asked in {names[code]}, it may be found."


def is_noted(text: str) -> bool:
    """Return whether an answer only says that a statement was noted."""
    return text in _NOTED


def is_nothing(text: str) -> bool:
    """Return whether an answer only says that nothing was found."""
    return text in _NOTHING


def is_all_off(text: str) -> bool:
    """Return whether an answer only says that nothing was searched, as all is off in the settings of the thread."""
    return text in _ALL_OFF
