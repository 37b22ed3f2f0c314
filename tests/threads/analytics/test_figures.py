from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import insert
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.database.schema import feedback, inquiries
from chat.domain import Usage
from chat.threads.analytics.figures import Among, FigureRows, Figures, _Period
from chat.threads.analytics.inquiries import Inquiries, Inquiry, Outcome
from chat.threads.conversations.conversations import Conversations
from chat.threads.people.usage import UsageRows
from tests.passages import NOON

MINE = Among(user="alice")


@pytest.fixture
async def rows(engine: AsyncEngine) -> AsyncEngine:
    """Threads `a` and `b` of Alice's and `c` of Bob's."""
    conversations = Conversations(engine)
    for id, user in (("a", "alice"), ("b", "alice"), ("c", "bob")):
        await conversations.create(user, id, None, NOON)
    return engine


def asked(
    thread: str = "a",
    outcome: Outcome = "answered",
    at: datetime = NOON,
    answer_ms: float | None = None,
    passages: int | None = 2,
) -> Inquiry:
    user = "bob" if thread == "c" else "alice"
    return Inquiry(user, thread, "ask", outcome, at, passages=passages, answer_ms=answer_ms)


async def figures(engine: AsyncEngine, among: Among = MINE, days: int = 30) -> Figures:
    return await FigureRows(engine).of(among, NOON, days)


async def test_without_a_question_there_are_days_without_figures(rows: AsyncEngine) -> None:
    found = await figures(rows, days=3)

    assert (found.total.questions, found.total.grounded_share, found.total.mean_results, found.total.cost) == (
        0,
        None,
        None,
        None,
    )
    assert list(found.by_day) == [NOON.date() - timedelta(days=ago) for ago in (2, 1, 0)]
    assert (found.days, found.unanswered, found.documents) == (3, (), ())


async def test_the_grounded_share_is_of_what_was_answered_to_the_end(rows: AsyncEngine) -> None:
    outcomes: tuple[Outcome, ...] = ("answered", "answered", "answered", "not_found", "stopped", "failed")
    await Inquiries(rows).add([asked(outcome=outcome) for outcome in outcomes])

    total = (await figures(rows)).total

    assert (total.answered, total.not_found, total.stopped, total.failed) == (3, 1, 1, 1)
    assert (total.questions, total.grounded_share) == (6, 0.75)


async def test_what_came_to_no_search_is_none(rows: AsyncEngine) -> None:
    await Inquiries(rows).add([asked(passages=5), asked(passages=2), asked(outcome="failed", passages=None)])

    total = (await figures(rows)).total

    assert (total.searches, total.mean_results) == (2, 3.5)


async def test_days_are_those_of_utc_and_older_ones_are_left_out(rows: AsyncEngine) -> None:
    midnight = NOON.replace(hour=0)
    await Inquiries(rows).add([asked(at=at) for at in (midnight, midnight - timedelta(seconds=1), midnight - timedelta(days=2))])

    found = await figures(rows, days=2)

    assert {day: counts.answered for day, counts in found.by_day.items()} == {
        NOON.date() - timedelta(days=1): 1,
        NOON.date(): 1,
    }


async def test_percentiles_are_nearest_ranks_of_all_days_and_of_each(rows: AsyncEngine) -> None:
    yesterday = NOON - timedelta(days=1)
    await Inquiries(rows).add([asked(answer_ms=wait) for wait in range(1, 101)] + [asked(at=yesterday, answer_ms=7.5)])

    found = await figures(rows)

    assert found.by_day[NOON.date()].latency == {"answer": {50: 50, 95: 95, 99: 99}}
    assert found.by_day[yesterday.date()].latency == {"answer": {50: 7.5, 95: 7.5, 99: 7.5}}
    assert found.total.latency == {"answer": {50: 50, 95: 95, 99: 99}}


@pytest.mark.parametrize(
    ("among", "questions"), [(Among(thread="a"), 1), (MINE, 3), (Among(user="bob"), 1), (Among(), 4)], ids=str
)
async def test_figures_are_of_whom_they_are_asked(rows: AsyncEngine, among: Among, questions: int) -> None:
    await Inquiries(rows).add([asked("a"), asked("b"), asked("b"), asked("c")])

    found = await figures(rows, among)

    assert found.total.questions == questions


async def test_figures_of_everybody_count_people_and_threads(rows: AsyncEngine) -> None:
    await Inquiries(rows).add([asked("a", "not_found"), asked("b"), asked("c")])

    found = await figures(rows, Among())

    assert (found.users, found.threads, found.unanswered, found.documents) == (2, 3, (), ())


async def test_thumbs_count_on_their_day(rows: AsyncEngine) -> None:
    thumbs = [("a", 1), ("a", 1), ("b", 0), ("c", 0)]
    async with rows.begin() as connection:
        for at, (thread, value) in enumerate(thumbs):
            row = {"id": str(at), "thread_id": thread, "for_id": f"m{at}", "value": value, "created_at": NOON}
            await connection.execute(insert(feedback).values(row))

    found = await figures(rows)

    assert (found.total.up, found.total.down) == (2, 1)
    assert (found.by_day[NOON.date()].up, found.by_day[NOON.date()].down) == (2, 1)


async def test_tokens_and_cost_are_what_was_paid(rows: AsyncEngine) -> None:
    spent = UsageRows(rows)
    await spent.add("alice", "a", "m", Usage(100, 10, 0.5), NOON)
    await spent.add("alice", "b", "m", Usage(200, 20), NOON - timedelta(days=1))
    await spent.add("bob", "c", "m", Usage(1000, 100), NOON)

    mine, of_a, bobs = [(await figures(rows, among)).total for among in (MINE, Among(thread="a"), Among(user="bob"))]

    assert (mine.prompt_tokens, mine.completion_tokens, mine.cost) == (300, 30, 0.5)
    assert (of_a.prompt_tokens, of_a.cost) == (100, 0.5)
    assert (bobs.prompt_tokens, bobs.cost) == (1000, None)


async def test_on_postgresql_a_day_is_the_same_words_wherever_it_stands(rows: AsyncEngine) -> None:
    """A bound parameter in the expressions would make them differ, and the grouped query would be refused."""
    async with rows.connect() as connection:
        day = _Period(connection, Among(), NOON, sqlite=False)._day(inquiries.c.created_at)
        compiled = day.compile(dialect=postgresql.dialect())  # type: ignore[no-untyped-call] # SQLAlchemy's

    assert str(compiled) == "to_char(timezone('UTC', inquiries.created_at), 'YYYY-MM-DD')"
    assert compiled.params == {}
