"""A report beside the figures that landed last and beside those of other systems, as a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from chat.errors import InvalidRequest
from chat.evaluation.run import Report

Figures = dict[str, dict[str, float]]
"""Metrics in percent, by set."""


def read(path: Path) -> Figures:
    """None when the file is not there. InvalidRequest when it can't be read as figures."""
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): {str(metric): float(value) for metric, value in figures.items()} for name, figures in found.items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise InvalidRequest(f"{path} holds no figures by set.") from error


def landed(before: Figures, report: Report) -> Figures:
    """The figures with the report's in place of those of the same set."""
    return dict(sorted({**before, report.name: dict(report.metrics)}.items()))


def table(report: Report, before: Mapping[str, float], references: Mapping[str, float]) -> str:
    """A line a metric: the value, its 95 % interval, the change since it landed last, and the reference; then by category."""
    head = (
        f"{report.name}/{report.part} over {report.over}: {report.questions} questions, "
        f"{report.without_passages} without passages, ingested in {report.ingest_seconds} s, search {report.search_ms} ms"
    )
    columns = f"  {'':<14}{'value':>7}  {'95 % interval':<15}{'landed':>7}{'change':>8}{'reference':>11}"
    lines = [_line(report, metric, before.get(metric), references.get(metric)) for metric in report.metrics]
    kinds = [_of_kind(kind, found.metrics, references or report.metrics) for kind, found in report.categories.items()]
    return "\n".join([head, columns, *lines, *kinds])


def _line(report: Report, metric: str, before: float | None, reference: float | None) -> str:
    value, (low, high) = report.metrics[metric], report.intervals[metric]
    landed, change = ("", "") if before is None else (f"{before:.2f}", f"{value - before:+.2f}")
    beside = "" if reference is None else f"{reference:.2f}"
    return f"  {metric:<14}{value:7.2f}  {f'{low:.1f} to {high:.1f}':<15}{landed:>7}{change:>8}{beside:>11}".rstrip()


def _of_kind(kind: str, metrics: Mapping[str, float], shown: Mapping[str, float]) -> str:
    return f"  {kind}: " + ", ".join(f"{metric} {metrics[metric]:.1f}" for metric in shown if metric in metrics)
