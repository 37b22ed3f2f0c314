"""`threadwise analytics`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from chat.cli.clients.client import path
from chat.cli.connection import AsJson, Key, Server, at, identifier, shown
from chat.text import clean_line

Thread = Annotated[str | None, typer.Option(help="Of this thread alone; default: of all of yours.", show_default=False)]
Days = Annotated[int, typer.Option(min=1, max=366, help="Number of days (UTC), including today.")]
Everybody = Annotated[bool, typer.Option("--all", help="Count over all users, without texts and names. For admins only.")]
Shape = Mapping[str, Any]  # Any: JSON

_OUTCOMES = {"answered": "answered", "not_found": "found nothing", "stopped": "stopped", "failed": "failed"}
_WAITS = {"search": "Search", "first_word": "First word", "answer": "Last word"}


def analytics(
    thread: Thread = None,
    days: Days = 30,
    all: Everybody = False,
    server: Server = None,
    key: Key = None,
    as_json: AsJson = False,
) -> None:
    """Show what was asked, what was not answered, which documents were used and how long answers took."""
    if thread is not None and all:
        raise typer.BadParameter("A thread is one user's.", param_hint="--all")
    where = path("analytics") if thread is None else path("threads", identifier(thread, "--thread"), "analytics")
    wanted = {"days": days} | ({"all": "true"} if all else {})
    figures = at(server, key, lambda there: there.call("GET", where, params=wanted))
    if as_json:
        shown(figures)
        return
    for line in _told(figures):
        typer.echo(line)


def _told(figures: Shape) -> Iterator[str]:
    period, rated, tokens = figures["period"], figures["feedback"], figures["tokens"]
    yield f"{period['first']} to {period['last']} (UTC)"
    if not figures["questions"] and not figures["searches"]:
        yield "Nothing was asked in these days."
        return
    told = [f"{figures['outcomes'][name]:,} {words}" for name, words in _OUTCOMES.items() if figures["outcomes"][name]]
    yield f"Questions   {figures['questions']:,}" + (f": {', '.join(told)}" if told else "")
    if figures["grounded_share"] is not None:
        yield f"Grounded    {figures['grounded_share']:.0%}"
    if figures["searches"]:
        yield f"Searches    {figures['searches']:,}, {figures['mean_results']:.1f} passages each"
    yield f"Documents   {figures['documents_reached']:,} reached, in {figures['threads']:,} threads"
    if rated["up"] or rated["down"]:
        yield f"Feedback    {rated['up']:,} up, {rated['down']:,} down"
    if tokens["total"]:
        cost = "" if figures["cost"] is None else f", cost {figures['cost']:.2f}"
        yield f"Tokens      {tokens['prompt']:,} read, {tokens['completion']:,} written{cost}"
    for name, words in _WAITS.items():
        if (waits := figures["latency_ms"][name]) is not None:
            yield f"{words:<12}{waits['p50']:,.0f} ms for half of them, {waits['p95']:,.0f} ms for 95 of 100"
    if "users" in figures:
        yield f"Users       {figures['users']:,}"
    yield from _listed("Most used documents", [_used(each) for each in figures.get("documents", ())])
    yield from _listed("Not answered: is a document missing?", [_unanswered(each) for each in figures.get("unanswered", ())])


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from ("", title, *(f"  {line}" for line in lines))


def _used(used: Shape) -> str:
    return f"{clean_line(used['document']['name'])}  cited {used['cited']:,}, reached {used['reached']:,}"


def _unanswered(question: Shape) -> str:
    return f"{question['created_at'][:10]}  {clean_line(question['question'])}  ({question['thread']['id']})"
