from __future__ import annotations

import logging
import re

import pytest

from chat.errors import EmptyQuestion
from chat.ui.failures import said_plainly
from tests.fakes import PanicException


async def failing(error: BaseException) -> None:
    raise error


async def shown_for(error: BaseException) -> str:
    sentences: list[str] = []

    async def say(sentence: str) -> None:
        sentences.append(sentence)

    await said_plainly(failing(error), say)
    [sentence] = sentences
    return sentence


async def test_our_own_refusal_is_shown_as_it_is() -> None:
    assert await shown_for(EmptyQuestion("The question is empty.")) == "The question is empty."


@pytest.mark.parametrize("unexpected", [RuntimeError, PanicException])
async def test_anything_else_is_shown_with_a_reference_that_stands_in_the_log_too(
    caplog: pytest.LogCaptureFixture, unexpected: type[BaseException]
) -> None:
    with caplog.at_level(logging.ERROR):
        shown = await shown_for(unexpected("secret path /etc/shadow"))

    reference = re.search(r"Reference: (\w+)", shown)
    assert reference is not None
    assert "secret" not in shown
    assert reference.group(1) in caplog.text
    assert "secret path" in caplog.text
