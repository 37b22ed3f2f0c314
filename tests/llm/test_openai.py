from __future__ import annotations

import json
import socket
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Any

import pytest

from chat.domain import Usage
from chat.errors import ModelFailed, ModelPaused, PromptTooLong
from chat.llm.base import Cut, Prompt, PromptMessage
from chat.llm.models import Model
from chat.llm.openai import OPENAI, OpenAIWriter
from chat.settings import AnsweringSettings
from tests.upstream import CUT, DONE, HANG, WHOLE, Upstream, event, refusal, serving

PROMPT = Prompt((PromptMessage("system", "Be brief."), PromptMessage("user", "How long?")), "How long?", (), 64)


@dataclass
class Heard:
    """What a model wrote before it ended or failed."""

    pieces: list[str | Cut | Usage] = field(default_factory=list)
    failure: ModelFailed | None = None
    slept: list[float] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(piece for piece in self.pieces if isinstance(piece, str))


def patience(**seconds: float) -> AnsweringSettings:
    return AnsweringSettings.model_validate({"first_byte_seconds": 5, "idle_seconds": 5, **seconds})


async def listen(upstream: Upstream, settings: AnsweringSettings | None = None, times: int = 1, **model: Any) -> Heard:
    """Ask a number of times, and return what came last. Any: a model's fields."""
    async with serving(upstream):
        heard = Heard()

        async def sleep(seconds: float) -> None:
            heard.slept.append(seconds)

        entry = Model(**{"name": "m", "base_url": upstream.base_url, "key": "k", **model})
        writer = OpenAIWriter(entry, settings or patience(), sleep=sleep)
        try:
            for _ in range(times):
                heard.pieces, heard.failure = [], None
                try:
                    async for piece in writer.write(PROMPT):
                        heard.pieces.append(piece)
                except ModelFailed as failure:
                    heard.failure = failure
        finally:
            await writer.close()
        return heard


async def test_pieces_come_as_they_are_written_and_usage_last() -> None:
    upstream = Upstream(script=WHOLE)

    heard = await listen(upstream, model="the-name-there", headers={"X-Team": "support"}, temperature=0.7)

    assert heard.pieces == ["For 12", " months.", Usage(9, 4)]
    assert upstream.requests == [
        {
            "model": "the-name-there",
            "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "How long?"}],
            "max_tokens": 64,
            "temperature": 0.7,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
    ]
    assert "x-team: support" in upstream.heads[0].casefold()
    assert "authorization: bearer k" in upstream.heads[0].casefold()


async def test_usage_has_a_cost_where_there_are_prices() -> None:
    heard = await listen(Upstream(script=WHOLE), prompt_price=2.5, completion_price=10)

    assert heard.pieces[-1] == Usage(9, 4, cost=(9 * 2.5 + 4 * 10) / 1_000_000)


async def test_usage_that_the_endpoint_does_not_tell_is_estimated_and_says_so() -> None:
    heard = await listen(Upstream(script=(event(content="For 12 months."), DONE)))

    assert heard.pieces[-1] == Usage(14, 6, estimated=True)


def _told(**members: object) -> bytes:
    """Return an event with any members."""
    return b"data: " + json.dumps(members).encode() + b"\n\n"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(WHOLE[:3], id="a reason to finish, and no mark at the end"),
        pytest.param((*WHOLE[:3], HANG), id="a reason to finish, and nobody hangs up"),
        pytest.param((*WHOLE[:2], DONE, HANG), id="a mark at the end, and nobody hangs up"),
        pytest.param((b": busy\n\n", b"event: message\n", *WHOLE[:2], DONE.strip()), id="comments, names, no last line's end"),
        pytest.param((*[bytes([each]) for each in b"".join(WHOLE)],), id="byte by byte"),
        pytest.param((event(content=[{"type": "text", "text": "For 12 months."}]), *WHOLE[2:]), id="a content in parts"),
        pytest.param(
            (event(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}]), *WHOLE),
            id="a thought as a part",
        ),
        pytest.param((event(reasoning_content="Hm."), event(reasoning="So."), *WHOLE), id="thoughts in a field of their own"),
        pytest.param((event(content="<th"), event(content="ink>Hm.</think>\n\n"), *WHOLE), id="thoughts between tags"),
        pytest.param((event(content="\n\n"), *WHOLE), id="white space in front"),
        pytest.param((event(content="For\x00 12\u202e months."), *WHOLE[2:]), id="characters that nobody sees"),
        pytest.param((event("", content="For 12"), event("", content=" months."), DONE), id="no reason to finish yet"),
        pytest.param((*WHOLE[:3], _told(usage={"prompt_tokens": None}), DONE), id="counts that are none"),
        pytest.param((_told(choices=[], prompt_filter_results=[]), _told(id="1"), *WHOLE), id="events without a choice"),
        pytest.param((*WHOLE[:2], _told(choices=[{"index": 1, "delta": {"content": " Or 13."}}]), *WHOLE[2:]), id="two answers"),
        pytest.param((_told(choices=[{"message": {"content": "For 12 months."}, "finish_reason": "stop"}])[6:],), id="no stream"),
        pytest.param((event(refusal="For 12 months."), *WHOLE[2:]), id="in the field for refusals"),
    ],
)
async def test_an_answer_is_whole_when_it_says_that_it_ends(script: Sequence[bytes]) -> None:
    heard = await listen(Upstream(script=tuple(script)), patience(idle_seconds=1))

    assert (heard.text, heard.failure) == ("For 12 months.", None)


@pytest.mark.parametrize(
    ("script", "text"),
    [
        (
            (
                b'data: {"choices":[{"delta":{"content":"A \\ud83d"}}]}\n\n',
                b'data: {"choices":[{"delta":{"content":"\\udd0b"}}]}\n\n',
            ),
            "A 🔋",
        ),
        ((b'data: {"choices":[{"delta":{"content":"A \\udd0b"}}]}\n\n',), "A \ufffd"),
        ((b'data: {"choices":[{"delta":{"content":"A \\ud83d\\udd0b \\\\ud83d"}}]}\n\n',), "A 🔋 \\ud83d"),
        ((b'data: {"choices":[{"delta":{"content":"A \xf0\x9f"}}]}\n\n',), "A \ufffd"),
    ],
    ids=["in two events", "half of it", "whole, and a backslash", "broken bytes"],
)
async def test_a_character_that_is_cut_apart_breaks_no_answer(script: Sequence[bytes], text: str) -> None:
    heard = await listen(Upstream(script=(*script, *WHOLE[2:])))

    assert (heard.text, heard.failure) == (text, None)


async def test_thoughts_whose_beginning_is_not_sent_are_held_back_once_they_are_known() -> None:
    upstream = Upstream(script=(event(content="Hm, 12.\n"), event(content="</think>\n\n"), *WHOLE))

    heard = await listen(upstream, times=2)

    assert heard.text == "For 12 months."


@pytest.mark.parametrize(
    ("reason", "because"),
    [
        ("length", "The answer stops here: the model m may write 64 tokens at once."),
        ("content_filter", "The answer stops here: the filter of the endpoint cut it off."),
    ],
)
async def test_an_answer_that_the_model_could_not_end_says_so(reason: str, because: str) -> None:
    heard = await listen(Upstream(script=(*WHOLE[:2], event(reason), *WHOLE[3:])))

    assert heard.pieces == ["For 12", " months.", Cut(because), Usage(9, 4)]


async def test_an_answer_that_goes_on_beyond_its_limit_is_cut_off() -> None:
    heard = await listen(Upstream(script=(event(content="and on " * 100),) * 9 + (HANG,)))

    assert heard.failure is None
    assert 64 * 16 <= len(heard.text) < 3 * 700
    assert Cut("The answer stops here: the model m may write 64 tokens at once.") in heard.pieces


async def test_so_is_one_that_is_waited_for() -> None:
    endless = Upstream(script=(event(content="and on " * 100),) * 9 + (HANG,))
    upstream = Upstream(script=(event(content="Hm.\n</think>\n\n"), *WHOLE), then=endless)

    heard = await listen(upstream, times=2)

    assert 64 * 16 <= len(heard.text) < 3 * 700


PAGE = b"<!doctype html>\n<title>Sign in</title>\n"
BEGUN = WHOLE[:2]
LONG = b"data: " + b"x" * 10_000_000


@pytest.mark.parametrize(
    ("upstream", "sentence", "text", "requests"),
    [
        pytest.param(refusal("401 Unauthorized"), "refused the key", "", 1, id="wrong key"),
        pytest.param(refusal("403 Forbidden"), "does not let this key", "", 1, id="a key without rights"),
        pytest.param(refusal("404 Not Found"), "does not know m", "", 1, id="unknown model"),
        pytest.param(refusal("400 Bad Request", "too many words"), "refused the request (400, too many words)", "", 1, id="400"),
        pytest.param(refusal("429 Too Many Requests", "", "Retry-After: 1"), "quota; try again in 1 s.", "", 3, id="429"),
        pytest.param(refusal("500 Internal Server Error"), "trouble of its own (500)", "", 3, id="500"),
        pytest.param(refusal("503 Service Unavailable"), "trouble of its own (503)", "", 3, id="503"),
        pytest.param(Upstream(silent=True), "did not begin to answer within 1 s", "", 1, id="silence"),
        pytest.param(Upstream(script=(HANG,)), "did not begin to answer within 1 s", "", 1, id="a status and then silence"),
        pytest.param(Upstream(script=(*BEGUN, HANG)), "fell silent in the middle", "For 12 months.", 1, id="a stall"),
        pytest.param(Upstream(script=BEGUN, headers=CUT), "broke in the middle", "For 12 months.", 1, id="a cut stream"),
        pytest.param(Upstream(script=BEGUN), "ended in the middle", "For 12 months.", 1, id="no [DONE]"),
        pytest.param(Upstream(headers=CUT), "broke before its first word", "", 3, id="cut before the first word"),
        pytest.param(Upstream(), "ended before its first word", "", 3, id="nothing at all"),
        pytest.param(Upstream(script=(DONE,)), "an empty answer", "", 1, id="empty"),
        pytest.param(Upstream(script=(event(content=" \n"), *WHOLE[2:])), "an empty answer", "", 1, id="blank"),
        pytest.param(
            Upstream(script=(event("", content="For"),)), "ended in the middle", "For", 1, id="a blank reason to finish"
        ),
        pytest.param(
            Upstream(script=(event(reasoning_content="Hm"), event("length"), DONE)),
            "64 tokens, before",
            "",
            1,
            id="only thoughts",
        ),
        pytest.param(
            Upstream(script=(event(content="<think>Hm"), event("length"), DONE)),
            "64 tokens, before",
            "",
            1,
            id="thoughts in tags",
        ),
        pytest.param(Upstream(script=(event("tool_calls"), DONE)), "asked for a tool", "", 1, id="a tool"),
        pytest.param(Upstream(script=(event("content_filter"), DONE)), "filter of the endpoint", "", 1, id="a filter"),
        pytest.param(
            Upstream(script=(_told(object="error", message="engine died", code=500), DONE)),
            "error: engine died.",
            "",
            3,
            id="vLLM",
        ),
        pytest.param(
            Upstream(script=(b"event: error\n" + _told(message="overloaded"),)), "error: overloaded.", "", 3, id="an error event"
        ),
        pytest.param(
            Upstream(content_type="application/json", script=(b'{"error": "loading"}',)), "error: loading.", "", 3, id="bare"
        ),
        pytest.param(
            Upstream(script=(_told(error={"message": 'Traceback (most recent call last): File "/x.py"'}),)),
            "reports an error.",
            "",
            3,
            id="a stack trace",
        ),
        pytest.param(
            Upstream("400 Bad Request", "text/html", (PAGE,)), "refused the request (400).", "", 1, id="a refusal as a web page"
        ),
        pytest.param(Upstream(script=(*BEGUN, b"data: {broken\n\n")), "sent broken JSON", "For 12 months.", 1, id="invalid JSON"),
        pytest.param(Upstream(script=(b'data: {"choices": 3}\n\n',)), "sent broken JSON", "", 1, id="another shape"),
        pytest.param(Upstream(content_type="text/html", script=(PAGE,)), "sent a web page", "", 1, id="HTML"),
        pytest.param(Upstream(script=(b"data: <html>\n\n",)), "sent a web page", "", 1, id="HTML as an event"),
        pytest.param(Upstream(script=(b'{"ok": true}\n',)), "sent something else", "", 1, id="JSON that is no stream"),
        pytest.param(Upstream(script=(*BEGUN, LONG)), "a line without an end", "For 12 months.", 1, id="a 10 MB line"),
        pytest.param(
            Upstream(script=(b'data: {"error": {"message": "out of memory"}}\n\n',)), "error: out of memory.", "", 3, id="told"
        ),
    ],
)
async def test_what_goes_wrong_is_one_clear_sentence_after_what_had_come(
    upstream: Upstream, sentence: str, text: str, requests: int
) -> None:
    heard = await listen(upstream, patience(first_byte_seconds=1, idle_seconds=1))

    assert heard.failure is not None
    assert sentence in str(heard.failure)
    assert str(heard.failure).endswith(".")
    assert "\n" not in str(heard.failure)
    assert heard.text == text
    assert len(upstream.requests) == requests


async def test_an_endpoint_that_is_not_there_is_one_clear_sentence() -> None:
    heard = await listen(Upstream(), base_url="http://127.0.0.1:9/v1")

    assert "could not be reached" in str(heard.failure)
    assert heard.slept == [0.5, 2.0]


async def test_an_endpoint_that_takes_no_connection_is_one_clear_sentence() -> None:
    with closing(socket.create_server(("127.0.0.1", 0), backlog=0)) as busy, ExitStack() as waiting:
        for _ in range(4):  # more than the backlog holds; further ones get no reply
            client = waiting.enter_context(closing(socket.socket()))
            client.setblocking(False)
            client.connect_ex(busy.getsockname())
        address = f"http://127.0.0.1:{busy.getsockname()[1]}/v1"

        heard = await listen(Upstream(), patience(connect_seconds=0.2), base_url=address)

    assert str(heard.failure) == "The endpoint of the model m does not let us connect."
    assert heard.slept == [0.5, 2.0]


async def test_an_answer_that_never_ends_is_ended() -> None:
    drops = (event(content="and on "), HANG)

    heard = await listen(Upstream(script=drops), patience(total_seconds=0.3))

    assert str(heard.failure) == "The model m was not done after 0.3 s."


async def test_a_passing_trouble_is_over_after_a_pause() -> None:
    upstream = refusal("503 Service Unavailable", then=Upstream(script=WHOLE))

    heard = await listen(upstream)

    assert (heard.text, heard.failure, heard.slept) == ("For 12 months.", None, [0.5])


async def test_the_pause_is_as_long_as_the_endpoint_asks() -> None:
    upstream = refusal("429 Too Many Requests", "", "Retry-After: 7", then=Upstream(script=WHOLE))

    heard = await listen(upstream, patience(first_byte_seconds=10))

    assert (heard.failure, heard.slept) == (None, [7.0])


async def test_a_models_key_goes_to_its_own_endpoint_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    writer = OpenAIWriter(Model(name="m", key="k"), patience())

    assert str(writer._client.base_url).rstrip("/") == OPENAI

    await writer.close()


@pytest.mark.parametrize(("after", "least"), [("60", 60), ("3600", 3600), ("Fri, 31 Dec 2100 23:59:59 GMT", 3600)])
async def test_a_pause_that_is_long_is_handed_on_instead_of_waited_for(after: str, least: int) -> None:
    upstream = refusal("429 Too Many Requests", "", f"Retry-After: {after}")

    heard = await listen(upstream)

    assert len(upstream.requests) == 1
    assert heard.slept == []
    assert heard.failure is not None
    assert int(str(heard.failure.about["retry_after"])) >= least


@pytest.mark.parametrize(
    ("complaint", "gone", "instead"),
    [
        (
            "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            "max_tokens",
            "max_completion_tokens",
        ),
        ("Unsupported value: 'temperature' does not support 0.2 with this model.", "temperature", "max_tokens"),
        ("body.stream_options: Extra inputs are not permitted", "stream_options", "max_tokens"),
    ],
)
async def test_a_field_that_is_refused_is_done_without_from_then_on(complaint: str, gone: str, instead: str) -> None:
    upstream = refusal("400 Bad Request", complaint, then=Upstream(script=WHOLE))

    heard = await listen(upstream, times=2)

    assert heard.failure is None
    assert [gone in request for request in upstream.requests] == [True, False, False]
    assert instead in upstream.requests[-1]


async def test_a_model_that_fails_in_a_row_is_left_alone_and_says_so() -> None:
    upstream = refusal("500 Internal Server Error")

    heard = await listen(upstream, patience(breaker_failures=2, breaker_seconds=40), times=4)

    assert isinstance(heard.failure, ModelPaused)
    assert str(heard.failure) == "The model m failed 2 times in a row and is left alone; try again in 40 s."
    assert heard.failure.about == {"retry_after": 40}
    assert len(upstream.requests) == 2 * 3


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("413 Content Too Large", "no"),
        ("400 Bad Request", "request (2246 tokens) exceeds the available context size (2048 tokens), try increasing it"),
        (
            "400 Bad Request",
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
        ),
        (
            "400 Bad Request",
            "'max_tokens' or 'max_completion_tokens' is too large: 1024. This model's maximum context length is 2048 tokens.",
        ),
        ("400 Bad Request", "The decoder prompt (length 9000) is longer than the maximum model length of 2048."),
        ("400 Bad Request", f"{'x' * 250} ContextWindowExceededError"),
        ("400 Bad Request", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
        ("400 Bad Request", "Please reduce the length of the messages or completion."),
        ("422 Unprocessable Entity", "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096."),
        ("500 Internal Server Error", "the request exceeds the available context size. try increasing the context size"),
    ],
)
async def test_a_prompt_over_the_context_is_told_apart(status: str, words: str) -> None:
    heard = await listen(refusal(status, words))

    assert isinstance(heard.failure, PromptTooLong)
    assert str(heard.failure) == (
        "The question with its sources is too long for the model m: it reads fewer tokens than THREADWISE_CONTEXT_TOKENS, or "
        "context_tokens in the list of models, says."
    )


@pytest.mark.parametrize(
    "upstream",
    [
        Upstream("400 Bad Request", "application/json", (b'{"error": {"message": "no", "code": "context_length_exceeded"}}',)),
        Upstream(script=(_told(error={"message": "This endpoint's maximum context length is 2048 tokens", "code": 400}),)),
    ],
    ids=["by its code", "in the stream"],
)
async def test_so_is_one_that_is_told_otherwise(upstream: Upstream) -> None:
    heard = await listen(upstream)

    assert isinstance(heard.failure, PromptTooLong)
    assert len(upstream.requests) == 1


async def test_a_request_that_is_refused_does_not_count_against_the_model() -> None:
    upstream = refusal("400 Bad Request", "too long")

    heard = await listen(upstream, patience(breaker_failures=2), times=4)

    assert not isinstance(heard.failure, ModelPaused)
    assert len(upstream.requests) == 4
