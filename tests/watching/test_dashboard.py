"""Tests that the dashboard queries only metrics that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard
from prometheus_client.parser import text_string_to_metric_families

from chat.watching.metrics import Metrics

DASHBOARD = Path(__file__).parents[2] / "docs" / "dashboards" / "threadwise.json"


def test_every_panel_shows_metrics_that_there_are() -> None:
    metrics = Metrics()
    metrics.gauges(lambda: {"jobs": {"reading": 0.0}, "open_collections": {"vectors": 0.0}})
    families = list(text_string_to_metric_families(metrics.text().decode()))
    known = {family.name for family in families} | {f"{family.name}_total" for family in families if family.type == "counter"}
    known |= {f"{family.name}_bucket" for family in families if family.type == "histogram"}

    panels = json.loads(DASHBOARD.read_text())["panels"]

    asked = {name for panel in panels for target in panel["targets"] for name in re.findall(r"threadwise_\w+", target["expr"])}
    assert asked <= known
    assert len({panel["id"] for panel in panels}) == len(panels) == 19


def test_grafana_s_own_model_reads_all_of_it() -> None:
    written = json.loads(DASHBOARD.read_text())

    read = json.loads(JSONEncoder().encode(Dashboard.from_json(written)))

    assert _holds(read, written)


def _holds(whole: object, part: object) -> bool:
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(name in whole and _holds(whole[name], value) for name, value in part.items())
    if isinstance(part, list):
        return isinstance(whole, list) and len(whole) == len(part) and all(map(_holds, whole, part))
    return whole == part
