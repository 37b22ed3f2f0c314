from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from chat.llm.base import QuoteRequest
from chat.llm.quoting.extractive import ExtractiveWriter
from tests.fakes import FakeEmbedder
from tests.llm.quoting.answers import quoted, said_on
from tests.passages import NOON, from_message


async def test_whether_something_is_still_so_is_answered_with_what_was_said_later_of_the_same() -> None:
    first = from_message("My best friend Amy got engaged to Marco.")
    later = replace(from_message("Amy broke up with Marco.", rank=2), created_at=NOON + timedelta(days=30))
    other = replace(from_message("The flight to Porto is booked.", rank=3), created_at=NOON + timedelta(days=30))

    told = await quoted("Is Amy still engaged to Marco?", first, later, other)

    assert 0 <= told.find("broke up") < told.find("engaged")
    assert "Porto" not in told


async def test_messages_of_the_time_asked_for_are_quoted_alone() -> None:
    before, now = from_message("My manager is called Ines."), from_message("My new manager is called Rutger.", rank=2)
    before = replace(before, chunk=replace(before.chunk, parent="before"), superseded_by=now.chunk.parent)

    async def said(timely: frozenset[str]) -> str:
        request = QuoteRequest("What was my manager's name?", (now, before), timely=timely)
        return "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])

    assert "Rutger" in await said(frozenset())
    assert "Rutger" not in await said(frozenset((before.chunk.id,)))


_RUNS = (
    ("Going for a run before breakfast, 8 km.", 3),
    ("I have a cold, no running this week.", 9),
    ("Ran 18 km today.", 7),
    ("Ordered glasses, 389 euros.", 5),
    ("Ordered firewood.", 8),
    ("Went through the files.", 10),
    ("We ran out of milk.", 11),
    ("Please run the script before the release.", 12),
)


@pytest.mark.parametrize(
    ("question", "first", "nowhere"),
    [
        ("When did I last run?", "Ran 18 km today.", "no running"),
        ("When was my last run?", "Ran 18 km today.", "no running"),
        ("When did I last go for a run?", "Ran 18 km today.", "files"),
        ("What's the latest thing I ordered?", "Ordered firewood.", "Ran"),
    ],
)
async def test_the_last_of_several_comes_first_whatever_its_words(question: str, first: str, nowhere: str) -> None:
    text = await quoted(question, *said_on(_RUNS))

    assert text.index("“") == text.index(f"“{first}")
    assert nowhere not in text


async def test_whether_something_is_still_so_is_not_answered_by_what_is_still_so_of_something_else() -> None:
    sources = said_on((("The cat has a new vet, Dr Lang.", 3), ("Still coughing, what a week.", 9), ("Ordered wood.", 10)))

    assert (await quoted("Is the cat still at Dr Lang's?", *sources)).startswith("You said on 3 May 2026: “The cat")


async def test_when_something_was_last_is_told_by_the_date_of_the_message() -> None:
    sources = said_on((("Ölwechsel bei 84.000 km.", 14), ("Ölwechsel gemacht bei 78.000 km.", 3), ("Winterreifen bestellt.", 20)))

    assert (await quoted("Wann war der letzte Ölwechsel?", *sources)).startswith(
        "Du hast am 14. Mai 2026 gesagt: “Ölwechsel bei 84.000 km.” [1]"
    )


@pytest.mark.parametrize(
    ("question", "told", "first"),
    [
        (
            "Qui était mon premier professeur de piano ?",
            (
                ("Mon nouveau professeur de piano s'appelle Madame Petit.", 9),
                ("Mon professeur de piano s'appelle Monsieur Leroy.", 2),
            ),
            "Leroy",
        ),
        (
            "Was kostete Strom am Anfang?",
            (("Strom kostet jetzt 36 Cent pro Kilowattstunde.", 9), ("Strom kostet 31 Cent pro Kilowattstunde.", 2)),
            "31 Cent",
        ),
    ],
    ids=str,
)
async def test_how_something_was_at_first_is_told_by_what_was_said_first(
    question: str, told: tuple[tuple[str, int], ...], first: str
) -> None:
    assert first in (await quoted(question, *said_on(told))).split("”")[0]


async def test_how_something_was_at_first_is_answered_with_what_was_said_earlier_of_the_same() -> None:
    first = from_message("We booked the flights from Zurich for 28 March.", rank=2)
    later = replace(from_message("We rebooked the flights from Zurich for 30 March."), created_at=NOON + timedelta(days=30))
    other = from_message("The cat sleeps.", rank=3)

    told = await quoted("When were the flights originally?", later, first, other)

    assert 0 <= told.find("28 March") < told.find("30 March")
    assert "cat" not in told
    assert (await quoted("When were the flights rebooked?", later, first, other)).startswith("You said on 7 June 2026")


async def test_of_turns_those_of_the_month_that_is_asked_for_are_quoted_alone() -> None:
    other = from_message("We decided on the shift plan for November.")
    said = replace(from_message("We decided on the flat in Riehen.", rank=2), created_at=NOON + timedelta(days=30))
    named = from_message("We decided on the trip for June 25.", rank=3)

    assert "shift plan" in await quoted("What did we decide?", other, said, named)
    told = await quoted("What did we decide in June?", other, said, named)

    assert "Riehen" in told
    assert "trip" in told
    assert "shift plan" not in told


@pytest.mark.parametrize(
    ("question", "before", "after"),
    [
        ("What car does my dad drive?", "My dad drives a Volvo.", "Dad sold the Volvo and bought a Toyota."),
        ("How much do I weigh?", "I weigh 82 kilos.", "I'm down to 80 kilos."),
    ],
)
async def test_of_what_there_is_one_of_at_a_time_what_was_said_last_comes_first(question: str, before: str, after: str) -> None:
    first = from_message(before)
    later = replace(from_message(after, rank=2), created_at=NOON + timedelta(days=30))

    told = await quoted(question, first, later)

    assert 0 <= told.find(after) < told.find(before)


async def test_what_there_was_before_is_not_put_behind_what_was_said_last() -> None:
    first = from_message("I weigh 82 kilos.")
    later = replace(from_message("I'm down to 80 kilos.", rank=2), created_at=NOON + timedelta(days=30))

    assert "82" in (await quoted("How much did I weigh at first?", first, later)).split("[1]")[0]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is my current blood pressure?", "126"),
        ("What was my blood pressure last time?", "126"),
        ("Wie war mein Blutdruck zuletzt?", "126"),
        ("Was my blood pressure ever 142 over 91?", "142"),
    ],
)
async def test_how_something_is_now_is_told_by_what_was_said_last(question: str, first: str) -> None:
    named = "Blutdruck" if question.startswith("Wie") else "My blood pressure was"
    before = from_message(f"{named} 142 over 91, far too high.")
    after = replace(from_message(f"{named} 126 over 80.", rank=2), created_at=NOON + timedelta(days=30))

    answer = await quoted(question, before, after)

    assert first in answer.split("[")[0]
