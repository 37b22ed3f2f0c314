from __future__ import annotations

from contextlib import aclosing
from pathlib import Path

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.assistant import Ask
from chat.domain import Question
from chat.errors import EmptyQuestion, ModelFailed
from chat.events import Wrote
from chat.watching.analytics import Analytics
from chat.watching.assistant import WatchedAssistant
from chat.watching.metrics import Metrics
from chat.watching.tracing import Tracing
from tests.assistant.workshop import ALICE, SlowModel, Workshop, workshop
from tests.passages import NOON


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


async def _watched(engine: AsyncEngine, folder: Path, exporter: InMemorySpanExporter, model: SlowModel | None = None) -> Workshop:
    shop = workshop(engine, folder, model)
    shop.assistant = WatchedAssistant(shop.parts, Metrics(), Tracing(exporter), Analytics(engine, 0, lambda: NOON))
    await shop.assistant.create_thread(ALICE, id="t")
    await shop.read("t", "pets.txt", "The cat is called Tom. The dog is called Rex.")
    return shop


def _told(shop: Workshop) -> str:
    assert isinstance(shop.assistant, WatchedAssistant)
    return shop.assistant._metrics.text().decode()


async def test_an_answer_is_counted_and_is_one_trace(engine: AsyncEngine, tmp_path: Path, exporter: InMemorySpanExporter) -> None:
    shop = await _watched(engine, tmp_path, exporter)

    answer = await shop.answer("t", "What is the cat called?")

    assert isinstance(shop.assistant, WatchedAssistant)
    shop.assistant._tracing.close()
    spans = {span.name: span for span in exporter.get_finished_spans()}
    ask = spans.pop("ask")
    assert {"rewrite", "embed", "search", "rank", "first_token", "write", "afterwards"} == set(spans)
    assert all(span.parent is not None and span.parent.span_id == ask.context.span_id for span in spans.values())
    assert dict(ask.attributes or {}) == {"grounded": True, "model": shop.parts.quoting.name, "passages": len(answer.passages)}
    told = _told(shop)
    assert 'threadwise_questions_total{outcome="grounded"} 1.0' in told
    assert "threadwise_first_token_seconds_count 1.0" in told
    assert "threadwise_confidence_count 1.0" in told


async def test_what_nobody_heard_to_its_end_counts_as_stopped(
    engine: AsyncEngine, tmp_path: Path, exporter: InMemorySpanExporter
) -> None:
    shop = await _watched(engine, tmp_path, exporter, SlowModel(["Tom ", "it is [1]."]))

    async with aclosing(shop.asking("t", "What is the cat called?")) as events:
        async for event in events:
            if isinstance(event, Wrote):
                break

    assert 'threadwise_questions_total{outcome="stopped"} 1.0' in _told(shop)


async def test_a_failure_is_counted_by_its_code(engine: AsyncEngine, tmp_path: Path, exporter: InMemorySpanExporter) -> None:
    shop = await _watched(engine, tmp_path, exporter, SlowModel([ModelFailed("The model is away.")]))

    with pytest.raises(ModelFailed):
        await shop.answer("t", "What is the cat called?")
    with pytest.raises(EmptyQuestion):
        await shop.assistant.search(ALICE, Question("t", " ", NOON))

    told = _told(shop)
    assert f'threadwise_errors_total{{code="{ModelFailed.code}"}} 1.0' in told
    assert f'threadwise_errors_total{{code="{EmptyQuestion.code}"}} 1.0' in told
    assert 'threadwise_questions_total{outcome="failed"} 1.0' in told


async def test_no_word_of_a_person_is_in_metrics_or_traces(
    engine: AsyncEngine, tmp_path: Path, exporter: InMemorySpanExporter
) -> None:
    shop = await _watched(engine, tmp_path, exporter)
    await shop.answer("t", "What is the cat called?")

    assert isinstance(shop.assistant, WatchedAssistant)
    shop.assistant._tracing.close()
    everything = _told(shop) + "".join(span.to_json() for span in exporter.get_finished_spans())
    for word in ("cat", "Tom", "pets", ALICE.id, '"t"'):
        assert word not in everything


async def test_thanks_has_no_confidence(engine: AsyncEngine, tmp_path: Path, exporter: InMemorySpanExporter) -> None:
    shop = await _watched(engine, tmp_path, exporter)

    _ = [event async for event in shop.assistant.ask(ALICE, Ask(Question("t", "Thanks!", NOON), remember=False))]

    assert "threadwise_confidence_count 0.0" in _told(shop)
