"""Trace each question with OpenTelemetry, its stages as spans; nothing is traced when no endpoint is set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from time import time_ns

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import NoOpTracer, Span, Status, StatusCode, Tracer, set_span_in_context

_NANOSECONDS = 1_000_000
"""Nanoseconds in a millisecond."""


class Tracing:
    """Creates traces with its own provider, so that traces of libraries in this process do not mix with ours."""

    def __init__(self, exporter: SpanExporter | None) -> None:
        self._provider: TracerProvider | None = None
        self._tracer: Tracer = NoOpTracer()
        if exporter is not None:
            self._provider = TracerProvider(
                resource=Resource.create({"service.name": "threadwise", "service.version": version("threadwise")})
            )
            self._provider.add_span_processor(BatchSpanProcessor(exporter))
            self._tracer = self._provider.get_tracer("threadwise")

    @contextmanager
    def question(self, name: str) -> Iterator[QuestionSpan]:
        """Trace a question from beginning to end; an exception inside marks the span as failed, with the type of the error
        only."""
        span = self._tracer.start_span(name)
        try:
            yield QuestionSpan(self._tracer, span)
        except Exception as error:
            span.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise
        finally:
            span.end()

    def close(self) -> None:
        """Send the remaining spans."""
        if self._provider is not None:
            self._provider.shutdown()


class QuestionSpan:
    """A question's span, to which stages are added when they have ended."""

    def __init__(self, tracer: Tracer, span: Span) -> None:
        self._tracer = tracer
        self._span = span
        self._last = time_ns()

    def stages(self, timing_ms: Mapping[str, float]) -> None:
        """Add the stages of the search in order; the last one ends now."""
        stages = {name: round(spent * _NANOSECONDS) for name, spent in timing_ms.items() if name != "total"}
        at = time_ns() - sum(stages.values())
        for name, spent in stages.items():
            self._stage(name, at, at + spent)
            at += spent
        self._last = time_ns()

    def stage(self, name: str) -> None:
        """Add a stage that began at the end of the previous one and ends now."""
        now = time_ns()
        self._stage(name, self._last, now)
        self._last = now

    def tell(self, **what: str | int | float | bool) -> None:
        self._span.set_attributes(what)

    def _stage(self, name: str, start: int, end: int) -> None:
        self._tracer.start_span(name, set_span_in_context(self._span), start_time=start).end(end)
