from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from chat.answering.answer import NO_MODEL, Brief, Quotes, Written, compose, is_noted, is_nothing
from chat.answering.prompt import Conversation
from chat.answering.replies.phrases import PHRASES
from chat.domain import Found, Message, Passage, Question, Source, Usage
from chat.errors import ModelFailed, PromptTooLong
from chat.events import Wrote
from chat.llm.base import Connected, Cut, Prompt, Writer
from tests.fakes import FakeQuotes
from tests.passages import NOON, from_document

WARRANTY = from_document("The battery pack is covered for 12 months.")


@dataclass
class ScriptedWriter:
    """A fake writer that follows a script, including failures."""

    pieces: Sequence[str | Usage | ModelFailed]
    name: str = "scripted"
    prompts: list[Prompt] = field(default_factory=list)

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        self.prompts.append(prompt)
        for piece in self.pieces:
            if isinstance(piece, ModelFailed):
                raise piece
            yield piece

    async def close(self) -> None:
        return


QUOTING = FakeQuotes(["“The battery pack is covered for 12 months.” [1]"])


def asking(question: str) -> Question:
    return Question("t", question, NOON)


def connected(model: Writer | None) -> Connected | None:
    return Connected(model, max_answer_tokens=100) if model is not None else None


async def written(
    question: str, passages: Sequence[Passage], model: Writer | None, quotes_instead: bool = False
) -> tuple[str, Written]:
    found = Found(question, question, tuple(passages), 0.7, {})
    streamed, end = "", None
    async for piece in compose(Brief(asking(question), found), connected(model), Quotes(QUOTING, quotes_instead)):
        if isinstance(piece, Wrote):
            streamed += piece.text
        else:
            end = piece
    assert end is not None
    return streamed, end


async def test_without_a_model_sources_are_quoted_and_the_note_says_how_to_connect_one() -> None:
    streamed, end = await written("How long is the battery covered?", [WARRANTY], None)

    assert streamed == end.text == "“The battery pack is covered for 12 months.” [1]"
    assert (end.grounded, end.quoted, end.note, end.model) == (True, True, NO_MODEL, "extractive")


async def test_a_models_words_are_streamed_and_its_markers_become_citations() -> None:
    model = ScriptedWriter(["For 12", " months [1].", Usage(90, 5)])

    streamed, end = await written("How long is the battery covered?", [WARRANTY], model)

    assert streamed == "For 12 months [1]."
    assert [citation.marker for citation in end.citations] == [1]
    assert (end.usage, end.quoted, end.note) == (Usage(90, 5), False, None)


async def test_a_model_that_fails_at_once_is_replaced_by_quotes_that_say_why_where_that_is_wanted() -> None:
    model = ScriptedWriter([ModelFailed("The endpoint is away.")])

    _, end = await written("How long is the battery covered?", [WARRANTY], model, quotes_instead=True)

    assert end.quoted
    assert end.note == "The endpoint is away. These are quotes instead."


@pytest.mark.parametrize("quotes_instead", [True, False])
async def test_a_model_that_fails_in_the_middle_says_so_behind_what_it_wrote(quotes_instead: bool) -> None:
    model = ScriptedWriter(["For 12 months [1]", ModelFailed("The connection broke.")])
    found = Found("How long?", "How long?", (WARRANTY,), 0.7, {})
    bill: list[Usage] = []
    heard = ""

    with pytest.raises(ModelFailed, match=r"The connection broke\."):  # noqa: PT012
        quotes = Quotes(QUOTING, quotes_instead)
        pieces = compose(Brief(asking("How long?"), found), connected(model), quotes, bill.append)
        async for piece in pieces:
            assert isinstance(piece, Wrote)
            heard += piece.text

    assert heard == "For 12 months [1]"
    [usage] = bill
    assert (usage.completion_tokens, usage.estimated) == (8, True)


async def test_a_model_that_says_nothing_has_failed() -> None:
    with pytest.raises(ModelFailed, match="scripted returned an empty answer"):
        await written("How long is the battery covered?", [WARRANTY], ScriptedWriter([" ", Usage(9, 1)]))


async def test_a_model_that_is_stopped_is_billed_for_what_it_wrote() -> None:
    found = Found("How long?", "How long?", (WARRANTY,), 0.7, {})
    bill: list[Usage] = []
    model = connected(ScriptedWriter(["For 12", " months"]))
    pieces = compose(Brief(asking("How long?"), found), model, Quotes(QUOTING), bill.append)

    await anext(pieces)
    await pieces.aclose()

    assert [usage.completion_tokens for usage in bill] == [3]


async def test_when_nothing_is_found_the_answer_says_so_without_citations() -> None:
    streamed, end = await written("How many days of leave?", [], None)

    assert streamed == end.text == "I couldn't find this in your files or our conversation."
    assert is_nothing(end.text)
    assert (end.grounded, end.citations) == (False, ())


@pytest.mark.parametrize(
    ("question", "sources", "said"),
    [
        ("How many days of leave?", {Source.DOCUMENT}, "I couldn't find this in your files."),
        ("How many days of leave?", {Source.MESSAGE}, "I couldn't find this in our conversation."),
        (
            "Wie lange ist die Kündigungsfrist?",
            set(Source),
            "Das habe ich weder in deinen Dateien noch in unserem Gespräch gefunden.",
        ),
        ("合同什么时候到期？", {Source.DOCUMENT}, "我在你的文件中没有找到相关内容。"),
    ],
)
async def test_what_was_searched_is_named_in_the_language_of_the_question(question: str, sources: set[Source], said: str) -> None:
    nothing = Found("", "", (), 0.0, {})

    searched = replace(asking(question), sources=frozenset(sources))
    *_, end = [piece async for piece in compose(Brief(searched, nothing), None, Quotes(QUOTING))]

    assert end.text == said
    assert is_nothing(end.text)


async def test_a_question_of_a_word_that_finds_nothing_is_answered_in_the_language_of_the_conversation() -> None:
    asked = ("Wer macht die Musik?", "Wie lange spielen die?")
    turns = [Message(f"m{at}", "t", "user", text, NOON) for at, text in enumerate(asked)]
    nothing = Found("", "", (), 0.0, {})

    *_, end = [piece async for piece in compose(Brief(asking("Nummer?"), nothing, Conversation(turns)), None, Quotes(QUOTING))]

    assert end.text == "Das habe ich weder in deinen Dateien noch in unserem Gespräch gefunden."


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("Wie lange ist die Kündigungsfrist?", "What was searched is in English, the question in German: asked in English, "),
        ("How long is the notice period?", ""),
        ("Akku?", ""),
    ],
)
async def test_what_is_asked_in_another_language_and_not_found_has_a_hint(question: str, hint: str) -> None:
    found = Found("", "", (WARRANTY,), 0.0, {})

    *_, end = [piece async for piece in compose(Brief(asking(question), found), None, Quotes(FakeQuotes([])))]

    assert isinstance(end, Written)
    assert is_nothing(end.text)
    assert (end.note or "")[: len(hint)] == hint
    assert bool(end.note) == bool(hint)


async def test_something_told_is_noted_instead_of_searched_for() -> None:
    streamed, _ = await written("My sister's dog is called Biscuit.", [WARRANTY], None)

    assert streamed == PHRASES["en"].noted


@pytest.mark.parametrize(("quotes", "said"), [(QUOTING.pieces[0], QUOTING.pieces[0]), (None, PHRASES["en"].noted)])
async def test_a_trouble_is_answered_where_something_helps_and_noted_otherwise(quotes: str | None, said: str) -> None:
    found = Found("", "", (WARRANTY,), 0.7, {})
    writer = Quotes(FakeQuotes([quotes] if quotes else []))

    *_, end = [piece async for piece in compose(Brief(asking("My battery is broken."), found), None, writer)]

    assert end.text == said


async def test_what_is_told_where_memory_is_off_is_not_said_to_be_remembered() -> None:
    nothing = Found("", "", (), 0.0, {})

    said, forgetful = asking("My dog is called Biscuit."), Conversation(remembered=False)
    told = [piece async for piece in compose(Brief(said, nothing, forgetful), None, Quotes(QUOTING))]

    assert "memory is off" in told[-1].text
    assert all(is_noted(piece.text) for piece in told)


async def test_an_answer_that_is_cut_says_so_and_ends_with_no_half_marker() -> None:
    class Limited(ScriptedWriter):
        async def write(self, prompt: Prompt) -> AsyncIterator[str | Cut | Usage]:  # type: ignore[override] # it says more
            yield "For 12 months [1]. From the day of purchase [1"
            yield Cut("It may write no more.")

    found = Found("How long?", "How long?", (WARRANTY,), 0.7, {})

    pieces = compose(Brief(asking("How long?"), found), Connected(Limited([])), Quotes(QUOTING))
    *_, end = [piece async for piece in pieces]

    assert isinstance(end, Written)
    assert (end.text, end.note, end.cut) == ("For 12 months [1]. From the day of purchase", "It may write no more.", True)


async def test_thoughts_that_only_end_are_no_part_of_the_answer() -> None:
    model = ScriptedWriter(["Source [1] says 3 years?\n", "</think>\n\n", "For 12 months [1]."])
    found = Found("How long?", "How long?", (WARRANTY,), 0.7, {})

    pieces = compose(Brief(asking("How long?"), found), Connected(model), Quotes(QUOTING))
    *_, end = [piece async for piece in pieces]

    assert isinstance(end, Written)
    assert end.text == "For 12 months [1]."


async def test_a_prompt_that_the_model_counts_as_too_long_is_put_again_with_fewer_sources() -> None:
    @dataclass
    class Small(ScriptedWriter):
        async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
            self.prompts.append(prompt)
            if len(self.prompts) == 1:
                raise PromptTooLong("too long")
            yield "For 12 months [1]."

    model = Small([])
    passages = tuple(from_document("The battery pack is covered for 12 months. " * 10, rank=rank) for rank in range(1, 9))
    found = Found("How long?", "How long?", passages, 0.7, {})

    small = Connected(model, context_tokens=1_500, max_answer_tokens=100)
    *_, end = [piece async for piece in compose(Brief(asking("How long?"), found), small, Quotes(QUOTING))]

    assert isinstance(end, Written)
    assert end.text == "For 12 months [1]."
    first, second = (len(prompt.sources) for prompt in model.prompts)
    assert first > second > 0
