"""Tests of analytics over HTTP and as a page."""

from __future__ import annotations

import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.api.analytics.page import page_of
from chat.api.analytics.plots import ceiling
from chat.threads.analytics.figures import Counts, Figures, Unanswered, Used
from tests.api.conftest import GUIDE, House, check_problem, house, thread, upload
from tests.passages import NOON

KNOWN, UNKNOWN = "How long is the warranty of the pump?", "Who painted the chapel ceiling?"
MEMBERS = {
    "period",
    "searches",
    "questions",
    "outcomes",
    "grounded_share",
    "feedback",
    "tokens",
    "cost",
    "latency_ms",
    "mean_results",
    "documents_reached",
    "threads",
    "by_day",
}


async def furnish(api: httpx.AsyncClient, id: str = "t") -> None:
    """Create a thread with an answered and an unanswered question, and a search."""
    await thread(api, id)
    await upload(api, id, ("guide.md", GUIDE), document="guide")
    for question in (KNOWN, UNKNOWN):
        assert (await api.post(f"/api/threads/{id}/ask", json={"question": question})).status_code == 200
    await api.post(f"/api/threads/{id}/search", json={"query": KNOWN})


async def test_a_thread_tells_its_figures(api: httpx.AsyncClient) -> None:
    await furnish(api)

    shape = (await api.get("/api/threads/t/analytics")).json()

    assert shape.keys() == MEMBERS | {"unanswered", "documents"}
    assert shape["period"] == {"days": 30, "first": "2026-04-09", "last": "2026-05-08"}
    assert (shape["questions"], shape["searches"], shape["grounded_share"]) == (2, 3, 0.5)
    assert shape["outcomes"] == {"answered": 1, "not_found": 1, "stopped": 0, "failed": 0}
    assert shape["latency_ms"].keys() == {"search", "first_word", "answer"}
    assert shape["latency_ms"]["answer"].keys() == {"p50", "p95", "p99"}
    assert (shape["cost"], shape["tokens"]["total"], shape["feedback"]) == (None, 0, {"up": 0, "down": 0})
    assert len(shape["by_day"]) == 30
    assert shape["by_day"][-1]["day"] == "2026-05-08"
    assert shape["by_day"][-1]["questions"] == 2
    [question] = shape["unanswered"]
    assert (question["question"], question["thread"]["id"], question["created_at"]) == (UNKNOWN, "t", "2026-05-08T12:00:00Z")
    [used] = shape["documents"]
    assert (used["document"], used["thread"]["id"], used["cited"]) == ({"id": "guide", "name": "guide.md"}, "t", 1)


async def test_a_person_s_figures_are_of_all_their_threads(api: httpx.AsyncClient) -> None:
    await furnish(api, "t")
    await furnish(api, "conv-26/D1:1")

    shape = (await api.get("/api/analytics", params={"days": 7})).json()

    assert (shape["questions"], shape["threads"], shape["documents_reached"], len(shape["by_day"])) == (4, 2, 2, 7)
    assert (await api.get("/api/threads/conv-26/D1:1/analytics")).json()["questions"] == 2


@pytest.mark.parametrize("days", ["0", "367", "many"])
async def test_days_have_bounds(api: httpx.AsyncClient, days: str) -> None:
    check_problem(await api.get("/api/analytics", params={"days": days}), 422, "invalid_request")


async def test_a_thread_that_is_none_has_no_figures(api: httpx.AsyncClient) -> None:
    check_problem(await api.get("/api/threads/none/analytics"), 404, "not_found")


async def test_nobody_sees_another_s_figures(alice: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    await furnish(alice)

    shape = (await bob.get("/api/analytics")).json()

    assert (shape["questions"], shape["searches"], shape["unanswered"], shape["documents"]) == (0, 0, [], [])
    assert UNKNOWN not in (await bob.get("/analytics")).text
    check_problem(await bob.get("/api/analytics", params={"all": "true"}), 403, "forbidden")
    check_problem(await bob.get("/analytics", params={"all": "true"}), 403, "forbidden")


async def test_an_admin_sees_counts_of_all_without_a_text_or_a_name(office: House, alice: httpx.AsyncClient) -> None:
    await furnish(alice, "alices-own")
    await office.application.accounts.add_user("root", role="admin")
    async with office.client(await office.key("root")) as root:
        answer = await root.get("/api/analytics", params={"all": "true"})
        page = await root.get("/analytics", params={"all": "true"})

    assert answer.json().keys() == MEMBERS | {"users"}
    assert (answer.json()["questions"], answer.json()["users"], answer.json()["threads"]) == (2, 1, 1)
    for word in ("chapel", "guide", "alices-own", "alice", "warranty"):
        assert word not in answer.text
        assert word not in page.text


async def test_the_page_is_for_whoever_is_signed_in(office: House) -> None:
    async with office.client() as nobody:
        away = await nobody.get("/analytics")
        office.session = await office.application.accounts.named("alice")
        here = await nobody.get("/analytics")

    assert (away.status_code, away.headers["location"]) == (303, "/login")
    assert here.status_code == 200
    assert "All users" not in here.text


async def test_the_page_lists_what_is_missing_with_a_way_there(api: httpx.AsyncClient) -> None:
    await furnish(api, "conv-26/D1:1")

    answer = await api.get("/analytics")

    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-store"
    assert UNKNOWN in answer.text
    assert 'href="/thread/conv-26%2FD1%3A1"' in answer.text
    assert "guide.md" in answer.text
    assert re.search(r'<td class="when">\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d</td>', answer.text)


@pytest.mark.parametrize(("asked", "shown"), [("7", 7), ("x", 30), ("0", 1), ("99999999", 366), ("-3", 30)])
async def test_the_page_shows_some_days_whatever_it_is_asked(api: httpx.AsyncClient, asked: str, shown: int) -> None:
    page = (await api.get("/analytics", params={"days": asked})).text

    assert page.count('<th scope="row">') == shown


async def test_switched_off_the_page_says_so(engine: AsyncEngine, tmp_path: Path) -> None:
    async with house(engine, tmp_path, analytics_days=0) as server, server.client() as client:
        page = (await client.get("/analytics")).text

    assert "THREADWISE_ANALYTICS_DAYS" in page


# --- the page alone

HOSTILE = '<img src=x onerror="alert(1)">'


def figures(**total: object) -> Figures:
    counts = Counts(**{"searches": 3, "answered": 2, "not_found": 1, **total})  # type: ignore[arg-type] # by name
    days = {date(2026, 5, 7): Counts(), date(2026, 5, 8): counts}
    return Figures(
        first=date(2026, 5, 7),
        last=date(2026, 5, 8),
        total=counts,
        by_day=days,
        documents_reached=1,
        users=1,
        threads=1,
        unanswered=(Unanswered("a/../b?", HOSTILE, "m", NOON, HOSTILE),),
        documents=(Used("l", HOSTILE, "library", "d", HOSTILE, 2, 1),),
    )


class _Read(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


LATENCY = {"answer": {50: 840.0, 95: 2100.0, 99: 2500.0}}


@pytest.mark.parametrize(
    "total", [{}, {"cost": 0.0123, "prompt_tokens": 1200, "latency": LATENCY}, {"prompt_tokens": 5}], ids=str
)
def test_the_page_is_whole_and_asks_nobody(total: dict[str, object]) -> None:
    page = page_of(figures(**total), everybody=False, is_admin=True, days_kept=90)

    read = _Read()
    read.feed(page)
    assert read.open == []
    assert HOSTILE not in page
    links = [value for _, attributes in read.tags for name, value in attributes.items() if name in ("href", "src")]
    assert links
    assert all(link and re.match("/[^/]|/$", link) for link in links)


def test_whoever_does_not_see_the_plots_reads_the_same() -> None:
    page = page_of(figures(cost=0.25, latency=LATENCY), everybody=False, is_admin=False, days_kept=90)

    read = _Read()
    read.feed(page)
    plots = [attributes for tag, attributes in read.tags if tag == "svg"]
    assert [plot["role"] for plot in plots] == ["img"] * 3
    assert plots[0]["aria-label"] == "Questions by day: 2 answered, 1 nothing found, 0 stopped, 0 failed"
    assert all(plot["aria-label"] for plot in plots)
    assert page.count('<th scope="row">') == 2
    assert '<td class="number">840 ms</td><td class="number">2.1 s</td>' in page


@pytest.mark.parametrize(("value", "end"), [(0, 1), (1, 1), (3, 5), (7, 10), (11, 20), (0.03, 0.05), (1000, 1000), (1001, 2000)])
def test_an_axis_ends_at_a_round_number(value: float, end: float) -> None:
    assert ceiling(value) == pytest.approx(end)


def test_the_local_user_and_admins_may_look_at_all() -> None:
    mine = page_of(figures(), everybody=False, is_admin=True, days_kept=90)
    everybody = page_of(figures(), everybody=True, is_admin=True, days_kept=90)

    assert '<a href="/analytics?days=2&amp;all=true">All users</a>' in mine
    assert 'all=true" aria-current="true">All users</a>' in everybody
    assert "Unanswered questions" not in everybody
