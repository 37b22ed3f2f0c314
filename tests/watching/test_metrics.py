from __future__ import annotations

from chat.domain import Usage
from chat.watching.metrics import Metrics


def test_several_applications_do_not_mix() -> None:
    one, other = Metrics(), Metrics()

    one.failed("quota_reached")

    assert b'threadwise_errors_total{code="quota_reached"} 1.0' in one.text()
    assert b"quota_reached" not in other.text()


def test_gauges_tell_what_is_so_when_somebody_looks() -> None:
    metrics, jobs = Metrics(), {"reading": 1.0}
    metrics.gauges(lambda: {"jobs": jobs})
    metrics.text()
    jobs["reading"] = 3.0

    assert b'threadwise_jobs{of="reading"} 3.0' in metrics.text()


def test_tokens_and_cost_are_counted_by_model() -> None:
    metrics = Metrics()

    metrics.spent("small", Usage(100, 20, cost=0.25))
    metrics.spent("small", Usage(1, 2))

    text = metrics.text().decode()
    assert 'threadwise_tokens_total{kind="prompt",model="small"} 101.0' in text
    assert 'threadwise_tokens_total{kind="completion",model="small"} 22.0' in text
    assert 'threadwise_cost_total{model="small"} 0.25' in text
