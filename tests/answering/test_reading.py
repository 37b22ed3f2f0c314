from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

import pytest

from chat.answering.answer import Brief, Quotes, Written
from chat.answering.reading import ReadingPlan, planned, read_through
from chat.domain import Covered, Found, Passage, Question, Usage
from chat.errors import ModelFailed, PromptTooLong
from chat.events import ReadingPart, Wrote
from chat.llm.base import Connected, Prompt
from chat.llm.tokens import of_messages
from tests.fakes import FakeQuotes
from tests.passages import NOON, from_document

QUESTION = "Summarise this document"
ASKED = Question("t", QUESTION, NOON)
CONTEXT = 1_000


@dataclass
class Reader:
    """A fake model that notes each part with its own numbers and answers from notes; exceptions among the answers are raised."""

    answers: Sequence[str | Exception]
    name: str = "reader"
    prompts: list[Prompt] = field(default_factory=list)

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        answer = self.answers[len(self.prompts)]
        self.prompts.append(prompt)
        if isinstance(answer, Exception):
            raise answer
        yield answer
        yield Usage(100, 10)

    async def close(self) -> None:
        return


def connected(reader: Reader, context_tokens: int = CONTEXT) -> Connected:
    return Connected(reader, context_tokens, max_answer_tokens=100)


def pages(many: int) -> tuple[Passage, ...]:
    return tuple(
        from_document(f"Room {at} has {at} windows. " * 20, section=(f"Room {at}",), rank=at) for at in range(1, many + 1)
    )


def found(passages: tuple[Passage, ...]) -> Found:
    return Found(QUESTION, QUESTION, passages, 1.0, {}, covered=(Covered("d", "guide.pdf", 3, 3),))


async def read(
    reader: Reader, quoting: FakeQuotes, many: int = 4, quotes_instead: bool = False
) -> tuple[list[object], list[Usage]]:
    passages, spent = pages(many), list[Usage]()
    plan = planned(passages, QUESTION, connected(reader), most_calls=8)
    quotes = Quotes(quoting, quotes_instead)
    events = read_through(Brief(ASKED, found(passages)), plan, connected(reader), quotes, spent.append)
    return [event async for event in events], spent


def test_neighbouring_sources_are_read_together_as_many_as_fit() -> None:
    plan = planned(pages(6), QUESTION, connected(Reader([]), 1_300), most_calls=8)

    assert [[number for number, _ in part] for part in plan.parts] == [[1, 2, 3], [4, 5, 6]]
    assert plan.notes_tokens > 100


def test_more_parts_than_calls_are_thinned_out_over_all_of_the_text() -> None:
    plan = planned(pages(40), QUESTION, connected(Reader([]), 1_400), most_calls=5)

    numbers = [number for part in plan.parts for number, _ in part]
    assert len(plan.parts) <= 5
    assert numbers == sorted(numbers)
    assert numbers[0] <= 4
    assert numbers[-1] >= 36


async def test_each_part_is_noted_and_the_answer_keeps_the_numbers() -> None:
    reader = Reader(["- Room 1 has 1 windows [1]\n- Nobody knows [9]", "NOTHING", "Room 1 has 1 windows [1]."])
    plan = ReadingPlan((((1, pages(4)[0]), (2, pages(4)[1])), ((3, pages(4)[2]), (4, pages(4)[3]))), 100, ("staff.csv: 3 rows.",))
    spent = list[Usage]()

    events = [
        event
        async for event in read_through(
            Brief(ASKED, found(pages(4))), plan, connected(reader), Quotes(FakeQuotes([])), spent.append
        )
    ]

    first, second, answering = reader.prompts
    assert '<source id="1"' in first.messages[0].content
    assert '<source id="3"' in second.messages[0].content
    assert "- Room 1 has 1 windows [1]\n- Nobody knows\n</notes>" in answering.messages[0].content
    assert "NOTHING" not in answering.messages[0].content
    assert "staff.csv: 3 rows." in answering.messages[0].content
    assert [event for event in events if isinstance(event, ReadingPart)] == [
        ReadingPart(0, 2, "guide.pdf, Room 1"),
        ReadingPart(1, 2, "guide.pdf, Room 3"),
        ReadingPart(2, 2, ""),
    ]
    [written] = [event for event in events if isinstance(event, Written)]
    assert written.text == "Room 1 has 1 windows [1]."
    assert [citation.passage.rank for citation in written.citations] == [1]
    assert written.usage == Usage(300, 30)
    assert spent == [Usage(100, 10)] * 3


async def test_all_calls_fit_into_the_context() -> None:
    reader = Reader(["- A note of this part, which is long enough to be cut. [1]\n" * 200] * 12)

    await read(reader, FakeQuotes([]), many=30)

    assert len(reader.prompts) > 2
    assert all(of_messages(prompt.messages) + prompt.max_tokens <= CONTEXT for prompt in reader.prompts)


async def test_a_model_that_fails_at_a_part_fails_the_answer() -> None:
    with pytest.raises(ModelFailed):
        await read(Reader([ModelFailed("Away.")]), FakeQuotes([]))


async def test_quotes_stand_in_for_a_model_that_fails_at_a_part() -> None:
    quoting = FakeQuotes(["Room 1 has 1 windows. [1]"], name="quotes")

    events, spent = await read(Reader(["- One [1]", ModelFailed("Away.")]), quoting, many=8, quotes_instead=True)

    assert [event.text for event in events if isinstance(event, Wrote)] == ["Room 1 has 1 windows. [1]"]
    [written] = [event for event in events if isinstance(event, Written)]
    assert written.note == "Away. These are quotes instead."
    assert written.model == "quotes"
    assert spent[0] == Usage(100, 10)


async def test_what_was_spent_is_told_when_reading_is_stopped() -> None:
    class Endless(Reader):
        async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
            self.prompts.append(prompt)
            yield "- A note"
            raise ModelFailed("It broke off.")

    spent = list[Usage]()
    model = connected(Endless([]))
    plan = planned(pages(4), QUESTION, model, most_calls=8)
    events = read_through(Brief(ASKED, found(pages(4))), plan, model, Quotes(FakeQuotes([])), spent.append)

    with pytest.raises(ModelFailed):
        [event async for event in events]

    assert [usage.estimated for usage in spent] == [True]


async def test_a_part_that_the_model_counts_as_too_long_is_read_in_two() -> None:
    reader = Reader([PromptTooLong("too long"), "Two windows [1]", "Four windows [2]", "Windows [1][2]."])
    passages = pages(2)
    plan = ReadingPlan((tuple(enumerate(passages, start=1)),), 60)

    reading = read_through(Brief(ASKED, found(passages)), plan, connected(reader), Quotes(FakeQuotes([])))
    events = [event async for event in reading]

    assert [(event.done, event.of) for event in events if isinstance(event, ReadingPart)] == [(0, 1), (0, 2), (1, 2), (2, 2)]
    assert isinstance(events[-1], Written)
    assert events[-1].text == "Windows [1][2]."
