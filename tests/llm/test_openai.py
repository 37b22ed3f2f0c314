from __future__ import annotations

import pytest

from chat.domain import Usage
from chat.errors import ModelFailed
from chat.llm.base import Prompt, PromptMessage
from chat.llm.openai import OpenAIWriter
from chat.settings import AnsweringSettings
from tests.upstream import DONE, HANG, Upstream, event, serving, usage

PROMPT = Prompt((PromptMessage("system", "Be brief."), PromptMessage("user", "How long?")), "How long?", (), 64)


async def write(upstream: Upstream, first_byte_seconds: float = 5) -> list[str | Usage]:
    async with serving(upstream):
        settings = AnsweringSettings(
            openai_base_url=upstream.base_url, openai_model="m", first_byte_seconds=first_byte_seconds, openai_api_key="k"
        )
        writer = OpenAIWriter(settings)
        try:
            return [piece async for piece in writer.write(PROMPT)]
        finally:
            await writer.close()


async def test_pieces_come_as_they_are_written_and_usage_last() -> None:
    upstream = Upstream(script=(event(content="For 12"), event(content=" months."), usage(9, 4), DONE))

    pieces = await write(upstream)

    assert pieces == ["For 12", " months.", Usage(9, 4)]
    assert upstream.requests[0]["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "How long?"},
    ]
    assert upstream.requests[0]["max_tokens"] == 64


@pytest.mark.parametrize(
    ("upstream", "sentence"),
    [
        pytest.param(Upstream(status="401 Unauthorized"), "refused the key", id="wrong key"),
        pytest.param(Upstream(status="404 Not Found"), "does not know m", id="unknown model"),
        pytest.param(Upstream(status="400 Bad Request"), "an error (400)", id="refused request"),
        pytest.param(
            Upstream(content_type="text/html", script=(b"data: <html>Sign in</html>\n\n",)),
            "not a chat completion",
            id="a web page",
        ),
        pytest.param(Upstream(script=(b"data: {broken\n\n",)), "not a chat completion", id="broken JSON"),
    ],
)
async def test_what_goes_wrong_is_one_clear_sentence(upstream: Upstream, sentence: str) -> None:
    with pytest.raises(ModelFailed, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        await write(upstream)


async def test_a_stalled_stream_ends_with_a_sentence_after_what_had_come() -> None:
    upstream = Upstream(script=(event(content="For 12"), HANG))

    with pytest.raises(ModelFailed, match="too long"):
        await write(upstream, first_byte_seconds=0.2)

    assert len(upstream.requests) == 1
