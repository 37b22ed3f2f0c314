"""Render the analytics page as self-contained HTML: its plots need no script, and nothing is loaded from other hosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from chat.api.analytics.plots import spans, stacked, written
from chat.api.analytics.sheet import PARTS, SHEET
from chat.api.pages.sheet import moment
from chat.text import UNNAMED
from chat.threads.analytics.figures import Counts, Figures, Unanswered, Used

_PERIODS = (7, 30, 90)
_OUTCOMES = {"answered": "answered", "not_found": "nothing found", "stopped": "stopped", "failed": "failed"}
"""Label of each outcome. The keys are fields of `Counts` and, as CSS classes, colour the plot."""
_DAILY = "Answered", "Nothing found", "Stopped", "Failed", "Searches", "Up", "Down", "Median", "95 %", "Tokens", "Cost"
_NUMBERS = frozenset({*_DAILY, "Cited", "Reached"})
"""Columns whose cells are aligned to the right."""


def page_of(figures: Figures, everybody: bool, is_admin: bool, days_kept: int) -> str:
    """Return the page as HTML; for `everybody`, with the figures of all users, but without texts and names."""
    parts = [
        _head(figures, everybody, is_admin),
        _tiles(figures, everybody),
        _plots(figures) if figures.total.searches or figures.total.questions else _nothing(days_kept),
        "" if everybody else _unanswered(figures.unanswered),
        "" if everybody else _documents(figures.documents),
        _by_day(figures),
        _foot(days_kept),
    ]
    return SHEET.replace(PARTS, "\n".join(filter(None, parts)))


def _head(figures: Figures, everybody: bool, is_admin: bool) -> str:
    periods = "".join(_choice(f"{days} days", days == figures.days, days, everybody) for days in _PERIODS)
    whose = "".join(_choice(name, all_of_them == everybody, figures.days, all_of_them) for name, all_of_them in _WHOSE)
    return (
        '<header><a class="back" href="/">← Back to the chat</a><h1>Analytics</h1>'
        f"<p>{'All users' if everybody else 'Your conversations'}, {written(figures.first)} to {written(figures.last)} (UTC).</p>"
        f'<nav aria-label="What is shown"><span class="choices">{periods}</span>'
        f"{f'<span class=choices>{whose}</span>' if is_admin else ''}</nav></header>"
    )


_WHOSE = (("Mine", False), ("All users", True))


def _choice(name: str, chosen: bool, days: int, everybody: bool) -> str:
    current = ' aria-current="true"' if chosen else ""
    return f'<a href="/analytics?days={days}{"&amp;all=true" if everybody else ""}"{current}>{name}</a>'


def _tiles(figures: Figures, everybody: bool) -> str:
    total = figures.total
    rated = total.up + total.down
    answer = total.latency.get("answer", {})
    search = total.latency.get("search", {})
    tokens = total.prompt_tokens + total.completion_tokens
    tiles = [
        ("Questions", f"{total.questions:,}", f"{total.not_found:,} without an answer"),
        ("Grounded", _share(total.grounded_share), "of the questions answered to the end"),
        ("Searches", f"{total.searches:,}", f"{_decimal(total.mean_results)} passages each"),
        ("Documents reached", f"{figures.documents_reached:,}", _where(figures, everybody)),
        ("Feedback", _share(total.up / rated if rated else None), f"{total.up:,} up, {total.down:,} down"),
        ("Answer", _waits(answer, 50), f"half within that; 95 of 100 within {_waits(answer, 95)}"),
        ("Search", _waits(search, 50), f"half within that; 95 of 100 within {_waits(search, 95)}"),
        ("Tokens", _short(tokens), f"cost {_money(total.cost)}" if total.cost is not None else "no prices set"),
    ]
    shown = "".join(f"<div><dt>{name}</dt><dd><b>{value}</b><span>{note}</span></dd></div>" for name, value, note in tiles)
    return f'<dl class="tiles">{shown}</dl>'


def _where(figures: Figures, everybody: bool) -> str:
    threads = f"in {figures.threads:,} conversation{'' if figures.threads == 1 else 's'}"
    return f"{threads} of {figures.users:,} user{'' if figures.users == 1 else 's'}" if everybody else threads


def _plots(figures: Figures) -> str:
    days, counts = list(figures.by_day), list(figures.by_day.values())
    total = figures.total
    legend = "".join(f'<li><i class="{name}"></i>{word}</li>' for name, word in _OUTCOMES.items())
    outcomes = {name: [getattr(each, name) for each in counts] for name in _OUTCOMES}
    told = ", ".join(f"{getattr(total, name):,} {word}" for name, word in _OUTCOMES.items())
    plots = [_plot("Questions by day", f"<ul>{legend}</ul>", stacked(days, outcomes, f"Questions by day: {told}", _whole))]
    waits = [_ends(each) for each in counts]
    if any(waits):
        told = f"Waits for answers by day; of all days, half within {_waits(total.latency['answer'], 50)}"
        note = "<p>From the question to the last word: the dot is the median, the line goes up to 95 of 100.</p>"
        plots.append(_plot("Waits for answers by day", note, spans(days, waits, told, _milliseconds)))
    plots.append(_spent(figures))
    return f'<div class="plots">{"".join(plots)}</div>'


def _spent(figures: Figures) -> str:
    """Plot the cost by day if prices are set, otherwise the tokens by day."""
    days, counts, total = list(figures.by_day), list(figures.by_day.values()), figures.total
    if total.cost is not None:
        costs = {"cost": [each.cost or 0.0 for each in counts]}
        note = "<p>In the currency of the prices that are set.</p>"
        return _plot("Cost by day", note, stacked(days, costs, f"Cost by day: {_money(total.cost)} altogether", _money))
    tokens = [each.prompt_tokens + each.completion_tokens for each in counts]
    if not any(tokens):
        return _plot("Cost by day", "", '<p class="none">No language model was asked.</p>')
    told = f"Tokens by day: {sum(tokens):,} altogether"
    return _plot("Tokens by day", "<p>Read and written by models.</p>", stacked(days, {"cost": tokens}, told, _short))


def _plot(name: str, note: str, drawn: str) -> str:
    return f"<section><h2>{name}</h2>{note}{drawn}</section>"


def _ends(counts: Counts) -> tuple[float, float] | None:
    ranks = counts.latency.get("answer")
    return (ranks[50], ranks[95]) if ranks else None


def _nothing(days_kept: int) -> str:
    why = "Nothing was asked in these days." if days_kept else "Figures are switched off: THREADWISE_ANALYTICS_DAYS is 0."
    return f'<p class="none">{why}</p>'


def _unanswered(questions: Sequence[Unanswered]) -> str:
    about = "<p>No file and nothing said answers these: what is missing?</p>"
    if not questions:
        return '<section><h2>Unanswered questions</h2><p class="none">None in these days.</p></section>'
    rows = "".join(
        f'<tr><td class="words">{escape(each.text)}</td><td><a href="/thread/{quote(each.thread, safe="")}">'
        f"{escape(each.thread_name or UNNAMED)}</a></td>"
        f'<td class="when">{moment(each.at)}</td></tr>'
        for each in questions
    )
    return _table("Unanswered questions", about, ("Question", "Conversation", "Asked (UTC)"), rows)


def _documents(used: Sequence[Used]) -> str:
    about = "<p>How many questions and searches came to them, and how many answers cite them.</p>"
    if not used:
        return '<section><h2>Most used documents</h2><p class="none">None in these days.</p></section>'
    rows = "".join(
        f'<tr><td class="words">{escape(each.name)}</td><td>{_holder(each)}</td>'
        f'<td class="number">{each.cited:,}</td><td class="number">{each.reached:,}</td></tr>'
        for each in used
    )
    return _table("Most used documents", about, ("Document", "Where", "Cited", "Reached"), rows)


def _holder(used: Used) -> str:
    name = escape(used.holder_name or UNNAMED)
    return f"Library {name}" if used.kind == "library" else f'<a href="/thread/{quote(used.holder, safe="")}">{name}</a>'


def _by_day(figures: Figures) -> str:
    """Return the plotted figures as a table, newest day first, for readers who cannot see the plots."""
    rows = "".join(
        f'<tr><th scope="row">{day.isoformat()}</th>'
        + "".join(f'<td class="number">{cell}</td>' for cell in _cells(counts))
        + "</tr>"
        for day, counts in sorted(figures.by_day.items(), reverse=True)
    )
    return (
        "<details><summary>The same by day, as a table</summary>"
        f"{_table('By day', '<p>Median and 95 %: waits for answers.</p>', ('Day', *_DAILY), rows)}</details>"
    )


def _cells(counts: Counts) -> list[str]:
    answer = counts.latency.get("answer", {})
    whole = counts.answered, counts.not_found, counts.stopped, counts.failed, counts.searches, counts.up, counts.down
    tokens = counts.prompt_tokens + counts.completion_tokens
    cost = "–" if counts.cost is None else _money(counts.cost)
    return [*(f"{value:,}" for value in whole), _waits(answer, 50), _waits(answer, 95), f"{tokens:,}", cost]


def _table(name: str, about: str, columns: Sequence[str], rows: str) -> str:
    """Return a section with a table, which scrolls on its own, by keyboard as well, if it is too wide."""
    head = "".join(f'<th scope="col"{" class=number" if column in _NUMBERS else ""}>{column}</th>' for column in columns)
    return (
        f'<section><h2>{name}</h2>{about}<div class="wide" tabindex="0" role="region" aria-label="{name}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>"
    )


def _foot(days_kept: int) -> str:
    return (
        f"<footer><p>Kept for {days_kept} days. Figures of a conversation, a message or a document are gone with it; what models "
        "cost is not, for deleting gives no tokens back.</p></footer>"
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"


def _decimal(value: float | None) -> str:
    return "0" if value is None else f"{value:.1f}"


def _whole(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 or not value else f"{value:g}"


def _waits(ranks: Mapping[int, float], percent: int) -> str:
    return _milliseconds(ranks[percent]) if percent in ranks else "–"


def _milliseconds(value: float) -> str:
    """Format milliseconds as `850 ms` or, from a second on, as `2.5 s`."""
    return f"{value:.0f} ms" if value < 1000 else f"{round(value / 1000, 1):g} s"


def _short(value: float) -> str:
    steps: tuple[tuple[float, str], ...] = ((1e6, "M"), (1e3, "k"))
    return next((f"{value / step:.3g} {unit}" for step, unit in steps if value >= step), f"{value:.0f}")


def _money(value: float) -> str:
    """Format an amount with two decimals or, below 0.1, with two significant digits."""
    return f"{value:,.2f}" if value >= 0.1 or not value else f"{value:.2g}"
