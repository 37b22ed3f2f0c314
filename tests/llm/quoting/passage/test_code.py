"""Tests of quoting a line of code together with the definition that it belongs to."""

from __future__ import annotations

from chat.domain import Passage
from chat.llm.base import QuoteRequest
from chat.llm.quoting.extractive import ExtractiveWriter
from tests.fakes import FakeEmbedder
from tests.passages import from_document

TANK = '''class SensorError(Exception):
    """A sensor gave no value."""


def litres(height_cm, radius_cm):
    volume = 3.14159 * radius_cm * height_cm
    return volume / 1000


def needs_alarm(tank):
    return fill_share(tank) < ALARM_SHARE
'''


async def quoted(question: str, *sources: Passage) -> str:
    request = QuoteRequest(question, sources)
    return "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])


async def test_a_function_without_a_docstring_is_quoted_with_its_body() -> None:
    assert await quoted("What is litres?", from_document(TANK, "tank.py")) == (
        "“def litres(height_cm, radius_cm): volume = 3.14159 * radius_cm * height_cm return volume / 1000” [1]"
    )


async def test_a_docstring_is_quoted_with_what_it_is_of() -> None:
    assert await quoted("What is it when a sensor gave no value?", from_document(TANK, "tank.py")) == (
        '“class SensorError(Exception): """A sensor gave no value."""” [1]'
    )
