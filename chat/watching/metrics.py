"""Counters and timings for Prometheus. A label takes a few known words, never a user, thread or file."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from chat.domain import Answer, Document, Found, Usage

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Outcome = Literal["grounded", "not_grounded", "stopped", "failed"]
Gauges = Callable[[], Mapping[str, Mapping[str, float]]]
"""Returns current values: by the gauge's name, then by the value of its label."""

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
_SHARES = tuple(step / 10 for step in range(1, 11))


class Metrics:
    """The metrics of one application, in a registry of its own, so that several applications in a process do not mix."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.search_seconds = self._histogram("search_seconds", "From a question to its passages.", _FAST)
        self.embedding_seconds = self._histogram("embedding_seconds", "One call of the embedder.", _FAST)
        self.extraction_seconds = self._histogram("extraction_seconds", "Reading one file's text.", _SLOW)
        self.first_token_seconds = self._histogram("first_token_seconds", "From a question to its first word.", _SLOW)
        self.answer_seconds = self._histogram("answer_seconds", "From a question to its last word.", _SLOW)
        self.confidence = self._histogram("confidence", "How likely the passages of an answer hold it, 0 to 1.", _SHARES)
        self._questions = self._counter("questions", "Questions asked.", "outcome")
        self._passages = self._counter("passages", "Passages given, to answers and to searches.", "source")
        self._documents = self._counter("documents", "Files read.", "status")
        self._chunks = self._counter("chunks", "Chunks indexed from files.", "vectors")
        self._tokens = self._counter("tokens", "Tokens of models.", "kind", "model")
        self._cost = self._counter("cost", "What models cost, in whatever their prices are given in.", "model")
        self._errors = self._counter("errors", "What was refused or failed.", "code")
        self._texts = self._counter("embedded_texts", "Texts asked of the embedder, by whether they were known.", "cache")
        self._ratings = self._counter("feedback", "Ratings of answers.", "value")
        self._requests = self._counter("http_requests", "Requests over HTTP.", "method", "status")
        self.up = Gauge("threadwise_up", "Whether a part answers.", ["part"], registry=self._registry)
        self.loop_lag_seconds = Gauge(
            "threadwise_event_loop_lag_seconds",
            "By how much the server was late for an appointment with itself.",
            registry=self._registry,
        )

    def gauges(self, read: Gauges) -> None:
        """Register further gauges, which are read at each scrape."""
        self._registry.register(_AtThisMoment(read))

    def searched(self, found: Found) -> None:
        """Record a search, with its duration from `timing_ms`, and its passages."""
        self.search_seconds.observe(found.timing_ms.get("total", 0.0) / 1000)
        for source, count in Counted(passage.chunk.source for passage in found.passages).items():
            self._passages.labels(source=source).inc(count)

    def answered(self, answer: Answer, seconds: float, first_token: float | None) -> None:
        self.answer_seconds.observe(seconds)
        if first_token is not None:
            self.first_token_seconds.observe(first_token)
        if answer.passages:
            self.confidence.observe(answer.confidence)
        self.spent(answer.model, answer.usage)

    def asked(self, outcome: Outcome) -> None:
        self._questions.labels(outcome=outcome).inc()

    def spent(self, model: str, usage: Usage) -> None:
        if usage.tokens:
            self._tokens.labels(kind="prompt", model=model).inc(usage.prompt_tokens)
            self._tokens.labels(kind="completion", model=model).inc(usage.completion_tokens)
        if usage.cost:
            self._cost.labels(model=model).inc(usage.cost)

    def read(self, document: Document) -> None:
        """Record a file whose processing has ended."""
        self._documents.labels(status=document.status).inc()
        self._chunks.labels(vectors="made").inc(document.embedded)
        self._chunks.labels(vectors="reused").inc(document.reused)

    def embedded(self, known: int, made: int) -> None:
        """Record how many texts of a call the cache held, and how many were embedded."""
        self._texts.labels(cache="hit").inc(known)
        self._texts.labels(cache="miss").inc(made)

    def failed(self, code: str) -> None:
        self._errors.labels(code=code).inc()

    def rated(self, value: int) -> None:
        self._ratings.labels(value="up" if value > 0 else "down").inc()

    def requested(self, method: str, status: int) -> None:
        self._requests.labels(method=method, status=str(status)).inc()

    def text(self) -> bytes:
        """Return the metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def _histogram(self, name: str, told: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"threadwise_{name}", told, buckets=buckets, registry=self._registry)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"threadwise_{name}", told, labels, registry=self._registry)


class _AtThisMoment(Collector):
    def __init__(self, read: Gauges) -> None:
        self._read = read

    def collect(self) -> Iterable[Metric]:
        for name, values in self._read().items():
            gauge = GaugeMetricFamily(f"threadwise_{name}", name.replace("_", " ").capitalize() + ".", labels=["of"])
            for what, value in values.items():
                gauge.add_metric([what], value)
            yield gauge
