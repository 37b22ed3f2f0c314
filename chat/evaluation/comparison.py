"""Tables that compare a report with the figures last landed and with those of other systems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from chat.errors import InvalidRequest
from chat.evaluation.run import Report

Figures = dict[str, dict[str, float]]
"""Metrics in percent, by name of the set."""


def read(path: Path) -> Figures:
    """Read figures from a JSON file; empty when there is no file. Raises InvalidRequest when it does not contain figures."""
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): {str(metric): float(value) for metric, value in figures.items()} for name, figures in found.items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise InvalidRequest(f"{path} holds no figures by set.") from error


def landed(before: Figures, report: Report) -> Figures:
    """Return the figures with those of the report's set replaced by the report's."""
    return dict(sorted({**before, report.name: dict(report.metrics)}.items()))


def table(report: Report, before: Mapping[str, float], references: Mapping[str, float]) -> str:
    """Format a report as a table with a line per metric, then a line per category.

    The columns are the value, its 95 % interval, the figure last landed, the change since then, and the reference.
    """
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
