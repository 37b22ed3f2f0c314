"""Reports as a self-contained HTML page: tables, and plots of recall by rank, recall by category and latencies."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape

import numpy as np

from chat.evaluation.comparison import Figures
from chat.evaluation.plots import curve, histogram, scale, strip
from chat.evaluation.run import Report
from chat.evaluation.style import STYLE

_USUAL = ("R@5", "R@10", "MRR", "recall", "recall@4000c")
"""Metrics shown for a set without references, if it has them."""
_SPANS = 5
"""Number of passages over which a set of spans computes the metric `recall`."""

Named = Mapping[str, float]


def page(reports: Sequence[Report], landed: Figures, references: Figures, now: datetime) -> str:
    """Return the HTML page; `landed` and `references` are metrics in percent by set, as read by `comparison.read`."""
    sections = [_section(each, landed.get(each.name, {}), references.get(each.name, {})) for each in reports]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>Threadwise retrieval</title><style>{STYLE}</style></head><body><main>"
        f"<header><h1>Retrieval</h1><p>{_when(reports, now)}</p>{_LEGEND}</header>"
        f"{_overview(reports, landed, references)}{''.join(sections)}</main></body></html>\n"
    )


_LEGEND = (
    '<p class="legend"><span><i class="key-dot"></i>this run</span><span><i class="key-band"></i>95 % interval</span>'
    '<span><i class="key-tick"></i>landed last</span><span><i class="key-ring"></i>reference</span></p>'
)


def _when(reports: Sequence[Report], now: datetime) -> str:
    count = sum(each.questions for each in reports)
    ways = " and ".join(sorted({"over HTTP" if each.over == "http" else "in process" for each in reports}))
    return f"{now:%-d %B %Y, %H:%M} UTC · {len(reports)} sets, {count:,} questions, {ways} · percent"


def _overview(reports: Sequence[Report], landed: Figures, references: Figures) -> str:
    rows = []
    for each in reports:
        before, beside = landed.get(each.name, {}), references.get(each.name, {})
        name = f'<a href="#{_anchor(each)}">{escape(each.name)}</a>'
        for metric in _shown(each, beside):
            value, interval = each.metrics[metric], each.intervals[metric]
            rows.append(
                f'<div class="row"><span class="label">{name} <small>{escape(metric)}</small></span>'
                f"{strip(value, interval, beside.get(metric), before.get(metric))}"
                f'<span class="figure"><b>{value:.1f}</b> {_change(value, interval, beside.get(metric))}</span></div>'
            )
            name = ""
    rows.append(f'<div class="row scale-row"><span></span>{scale()}<span></span></div>')
    facts = (
        '<p class="facts">Beside each figure its distance from the reference, in grey while that lies within the interval.</p>'
    )
    return f'<section class="card"><h2>All sets</h2>{facts}<div class="rows">{"".join(rows)}</div></section>'


def _section(report: Report, landed: Named, references: Named) -> str:
    parts = [
        _figure("Recall by rank", _of_ranks(report), curve(report.curve, _by_rank(references))) if report.curve else "",
        _waits(report),
        _categories(report, references),
    ]
    return (
        f'<section class="card" id="{_anchor(report)}"><h2>{escape(report.name)}</h2><p class="facts">{_facts(report)}</p>'
        f'{_table(report, landed, references)}<div class="plots">{"".join(parts)}</div></section>'
    )


def _facts(report: Report) -> str:
    facts = [
        f"{report.questions:,} questions",
        f"{report.without_passages:,} without passages",
        f"filled in {report.ingest_seconds:,.0f} s",
        f"search {report.search_ms:.1f} ms",
    ]
    return " · ".join([*facts, "over HTTP" if report.over == "http" else "in process"])


def _table(report: Report, landed: Named, references: Named) -> str:
    """Format the important metrics as a table, with the others in a collapsed section."""
    shown = _shown(report, references)
    others = [metric for metric in report.metrics if metric not in shown]
    head = "<tr><th></th><th>value</th><th>interval</th><th>landed</th><th>change</th><th>reference</th></tr>"
    folded = f"<details><summary>{len(others)} more metrics</summary>{_rows(head, report, others, landed, references)}</details>"
    return _rows(head, report, shown, landed, references) + (folded if others else "")


def _rows(head: str, report: Report, metrics: Sequence[str], landed: Named, references: Named) -> str:
    lines = []
    for metric in metrics:
        value, (low, high) = report.metrics[metric], report.intervals[metric]
        before, beside = landed.get(metric), references.get(metric)
        lines.append(
            f"<tr><th>{escape(metric)}</th><td><b>{value:.1f}</b></td><td>{low:.1f} to {high:.1f}</td><td>{_number(before)}</td>"
            f"<td>{_change(value, (low, high), before)}</td><td>{_number(beside)}</td></tr>"
        )
    return f'<div class="scroll"><table><thead>{head}</thead><tbody>{"".join(lines)}</tbody></table></div>'


def _waits(report: Report) -> str:
    if not report.waited_ms:
        return ""
    median, late = np.percentile(report.waited_ms, (50, 95)).tolist()
    told = ", ".join(f"p{rank} {np.percentile(report.waited_ms, rank):.0f}" for rank in (50, 90, 95, 99))
    plot = histogram(report.waited_ms, {"median": median, "p95": late})
    return _figure(
        "Waiting for a search", f"milliseconds as the caller sees them: {told}, most {max(report.waited_ms):.0f}", plot
    )


def _categories(report: Report, references: Named) -> str:
    if not report.categories:
        return ""
    metric = _of_categories(report, references)
    rows = [
        f'<div class="row"><span class="label">{escape(kind)} <small>{found.questions:,}</small></span>'
        f"{strip(found.metrics[metric], found.intervals[metric], bar=True)}"
        f'<span class="figure"><b>{found.metrics[metric]:.1f}</b></span></div>'
        for kind, found in report.categories.items()
    ]
    return _figure("By category", f"{metric}, with its 95 % interval", f'<div class="rows">{"".join(rows)}</div>')


def _figure(title: str, caption: str, plot: str) -> str:
    return f"<figure><figcaption><b>{title}</b> {escape(caption)}</figcaption>{plot}</figure>"


def _of_ranks(report: Report) -> str:
    return f"share of the references in the first {'passages' if 'recall' in report.metrics else 'units'}"


def _shown(report: Report, references: Named) -> list[str]:
    return [metric for metric in references or _USUAL if metric in report.metrics] or list(report.metrics)[:3]


def _of_categories(report: Report, references: Named) -> str:
    """Return the metric to plot by category: the deepest recall among those shown."""
    shown = _shown(report, references)
    return next((metric for metric in ("R@10", "recall") if metric in shown), shown[-1])


def _by_rank(references: Named) -> dict[int, float]:
    """Return the reference values to plot on the curve of recall, by rank."""
    ranks = {metric: int(found[1]) for metric in references if (found := re.fullmatch(r"R@(\d+)", metric))}
    spans = {_SPANS: references["recall"]} if "recall" in references else {}
    return {rank: references[metric] for metric, rank in ranks.items()} | spans


def _change(value: float, interval: tuple[float, float], before: float | None) -> str:
    """Format a difference; one within the interval is not significant and drawn in grey."""
    if before is None:
        return ""
    kind = "same" if interval[0] <= before <= interval[1] else "up" if value > before else "down"
    return f'<span class="{kind}">{value - before:+.1f}</span>'


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _anchor(report: Report) -> str:
    return re.sub(r"[^a-z0-9]+", "-", report.name.lower())
