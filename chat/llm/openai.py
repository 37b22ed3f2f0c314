"""Streamed answers from any OpenAI-compatible endpoint.

The client sends requests and maps refusals; the stream itself is parsed here, because it may stall, end early or be something
else altogether, and each of these must end as one sentence for the user. See docs/models.md.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing
from email.utils import parsedate_to_datetime
from math import ceil
from typing import Any, cast

import httpx2
from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAPIResponse,
    AsyncOpenAI,
    AsyncStream,
    OpenAIError,
    Timeout,
)
from openai.types.chat import ChatCompletionChunk

from chat.domain import Usage, utc_now
from chat.errors import ModelFailed, PromptTooLong
from chat.llm.base import Cut, Prompt
from chat.llm.breaker import Breaker
from chat.llm.models import Model
from chat.llm.stream import NotACompletion, Reported, Stream, error_summary, worded
from chat.llm.thinking import Answering, answer_of
from chat.llm.tokens import estimated, of_messages
from chat.settings import AnsweringSettings
from chat.text import clean

OPENAI = "https://api.openai.com/v1"
_PAUSES = (0.5, 2.0)
"""Seconds before the second and the third attempt, unless the endpoint names a delay; once text has arrived, nothing is sent
again."""
_PASSING = frozenset({408, 409, 425, 429}) | frozenset(range(500, 600))
"""HTTP statuses that may go away by themselves a moment later."""
_SENTENCES = {
    401: "The endpoint of the model {name} refused the key; check it in the settings.",
    403: "The endpoint of the model {name} does not let this key use it.",
    404: "The endpoint of the model {name} does not know {model}; check the model's name and the base URL.",
    413: "The question with its sources is too long for the model {name}: it reads fewer tokens than THREADWISE_CONTEXT_TOKENS, "
    "or context_tokens in the list of models, says.",
    429: "The endpoint of the model {name} is over its rate limit or its quota; try again {moment}.",
}
_TOO_LONG = 413
_CONTEXT = re.compile(
    r"""\bcontext\b.{0,40}\b(?:size|length|window|exceed\w*)\b
    | context_length_exceeded | exceed_context_size | ContextWindowExceeded
    | prompt\ is\ too\ long | too\ many\ tokens | \b(?:token\ count|inputs?\W+tokens)\b.{0,40}(?:exceeds|must\ be)
    | longer\ than\ the\ maximum | maximum\ model\ length | reduce\ the\ length\ of\ the""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""Other ways in which endpoints say that the prompt is too long, in words, error code or error type."""
_LENGTH = "length"
_NO_ANSWER = {
    _LENGTH: "The model {name} spent all that it may write, {most:,} tokens, before the first word of its answer.",
    "content_filter": "The filter of the endpoint kept the model {name} from answering.",
    "tool_calls": "The model {name} asked for a tool in place of an answer.",
}
"""Sentences for a stream without an answer, by finish reason."""
_CUT = {
    _LENGTH: "The answer stops here: the model {name} may write {most:,} tokens at once.",
    "content_filter": "The answer stops here: the filter of the endpoint cut it off.",
}
_MOST_CHARACTERS = 16
"""Most characters per token of an answer; an endpoint that writes more does not respect its token limit."""
_MAX_TOKENS, _COUNT, _TEMPERATURE = "max_tokens", "stream_options", "temperature"
_PICKY = (
    ("max_completion_tokens", _MAX_TOKENS),
    ("stream_options", _COUNT),
    ("temperature", _TEMPERATURE),
)
"""What a refusal mentions, and the field to drop because of it: newer models want another name for the length and accept no
temperature; older servers cannot report usage."""

Response = AsyncAPIResponse[AsyncStream[ChatCompletionChunk]]


class _Failure(Exception):
    """A failed request, with the sentence for the user."""

    def __init__(
        self, sentence: str, again: bool = False, ill: bool = True, after: float | None = None, too_long: bool = False
    ) -> None:
        super().__init__(sentence)
        self.too_long = too_long
        """Whether the failure is that the prompt is too long."""
        self.again = again
        """Whether another attempt may succeed."""
        self.ill = ill
        """Whether the endpoint is to blame rather than this request."""
        self.after = after
        """Seconds for which the endpoint asks to be left alone."""


class OpenAIWriter:
    """Implements the `Writer` protocol with a chat completions endpoint."""

    def __init__(
        self,
        model: Model,
        settings: AnsweringSettings,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._model = model
        self._settings = settings
        self._clock = clock
        self._sleep = sleep
        self._without: frozenset[str] = frozenset()
        self._thinks_unopened = False
        self.breaker = Breaker(model.name, settings.breaker_failures, settings.breaker_seconds, clock)
        self._client = AsyncOpenAI(
            api_key=model.key or "none",  # local servers need no key, the client does
            base_url=model.base_url or OPENAI,  # always set: the client would read one from the environment
            default_headers=model.headers,
            max_retries=0,  # `write` retries, only before the first word and within the time left
            timeout=Timeout(settings.total_seconds, connect=settings.connect_seconds),
        )

    @property
    def name(self) -> str:
        return self._model.name

    async def write(self, prompt: Prompt) -> AsyncGenerator[str | Cut | Usage, None]:
        self.breaker.check()
        until = self._clock() + self._settings.total_seconds
        for pause in (*_PAUSES, None):
            text, stream = "", Stream()
            try:
                async with aclosing(self._once(prompt, stream, until)) as pieces:
                    async for piece in pieces:
                        text += piece
                        yield piece
            except _Failure as failure:
                wait = pause if failure.after is None else failure.after
                if text or not failure.again or pause is None or wait is None or not self._can_wait(failure, wait, until):
                    raise self._given_up(failure) from failure
                await self._sleep(wait)
            else:
                self.breaker.succeeded()
                self._thinks_unopened = self._thinks_unopened or answer_of(text) != text
                if stream.reason in _CUT:
                    yield Cut(_CUT[stream.reason].format(name=self.name, most=prompt.max_tokens))
                yield self._usage(prompt, text, stream)
                return

    def _can_wait(self, failure: _Failure, seconds: float, until: float) -> bool:
        """Return whether there is time to wait for another attempt. Users do not see the wait, so a delay that the endpoint names
        is waited for no longer than a first word is."""
        is_long = failure.after is not None and seconds > self._settings.first_byte_seconds
        return not is_long and self._clock() + seconds < until

    def _given_up(self, failure: _Failure) -> ModelFailed:
        if failure.ill:
            self.breaker.failed()
        else:
            self.breaker.succeeded()
        if failure.too_long:
            return PromptTooLong(str(failure))
        return ModelFailed(str(failure), retry_after=None if failure.after is None else ceil(failure.after))

    async def _once(self, prompt: Prompt, stream: Stream, until: float) -> AsyncGenerator[str, None]:
        """Send one request and yield the answer's text; everything else that arrives ends up in `stream`. Raises _Failure."""
        limit = min(self._clock() + self._settings.first_byte_seconds, until)
        answering, left = Answering(self._thinks_unopened), prompt.max_tokens * _MOST_CHARACTERS
        async with AsyncExitStack() as stack:
            response = await self._opened(stack, prompt, limit, until)
            received = response.iter_bytes()
            while not stream.ended and left > 0:
                data = await self._next(received, limit, until, stream)
                for piece in self._texts(stream, data):
                    left -= len(piece)
                    if said := answering.feed(clean(piece).text):
                        yield said
                if data is None:
                    break
                limit = min(self._clock() + self._settings.idle_seconds, until)
        if left <= 0:
            stream.reason = _LENGTH
        if not (stream.ended or stream.finished):
            raise _Failure(f"The connection to the model {self.name} ended {_when(stream.began)}.", again=True)
        if rest := answering.end():
            yield rest
        elif not answering.passed:
            sentence = _NO_ANSWER.get(stream.reason or "", "The model {name} returned an empty answer.")
            raise _Failure(sentence.format(name=self.name, most=prompt.max_tokens))

    async def _opened(self, stack: AsyncExitStack, prompt: Prompt, limit: float, until: float) -> Response:
        try:
            async with asyncio.timeout(limit - self._clock()):
                request = self._client.chat.completions.with_streaming_response.create(**self._body(prompt))
                return cast(Response, await stack.enter_async_context(request))
        except APIStatusError as error:
            raise self._refused(error) from error
        except (APITimeoutError, TimeoutError) as error:
            if isinstance(error.__cause__, httpx2.ConnectTimeout):
                raise _Failure(f"The endpoint of the model {self.name} does not let us connect.", again=True) from error
            raise self._late(limit, until, Stream()) from error
        except APIConnectionError as error:
            sentence = f"The endpoint of the model {self.name} could not be reached; check that it runs and the base URL."
            raise _Failure(sentence, again=True) from error
        except (OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            raise _Failure(f"The endpoint of the model {self.name} can't be asked; check the base URL and the key.") from error

    async def _next(self, received: AsyncIterator[bytes], limit: float, until: float, stream: Stream) -> bytes | None:
        """Return the next bytes, or `None` at the end of the stream."""
        try:
            async with asyncio.timeout(limit - self._clock()):
                return await anext(received, None)
        except TimeoutError as error:
            if stream.finished:  # the answer is complete; the connection is just not closed
                return None
            raise self._late(limit, until, stream) from error
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            raise _Failure(f"The connection to the model {self.name} broke {_when(stream.began)}.", again=True) from error

    def _texts(self, stream: Stream, data: bytes | None) -> Iterator[str]:
        try:
            yield from stream.end() if data is None else stream.feed(data)
        except NotACompletion as error:
            sentence = f"The endpoint of the model {self.name} sent {error} instead of a chat completion; check the base URL."
            raise _Failure(sentence) from error
        except Reported as error:
            if _is_too_long(error.error):
                raise _Failure(_SENTENCES[_TOO_LONG].format(name=self.name), ill=False, too_long=True) from error
            words = f": {error}" if str(error) else ""
            raise _Failure(f"The endpoint of the model {self.name} reports an error{words}.", again=True) from error

    def _late(self, limit: float, until: float, stream: Stream) -> _Failure:
        if limit >= until:
            return _Failure(f"The model {self.name} was not done after {self._settings.total_seconds:g} s.")
        if stream.began:
            silence = self._settings.idle_seconds
            return _Failure(f"The model {self.name} fell silent in the middle of its answer, for {silence:g} s.")
        return _Failure(f"The model {self.name} did not begin to answer within {self._settings.first_byte_seconds:g} s.")

    def _refused(self, error: APIStatusError) -> _Failure:
        status, words = error.status_code, error_summary(error.body)
        if status == _TOO_LONG or (status in (400, 422, 500) and _is_too_long(error.body)):
            return _Failure(_SENTENCES[_TOO_LONG].format(name=self.name), ill=False, too_long=True)
        named = next((ours for theirs, ours in _PICKY if theirs in words), None)
        if status in (400, 422) and named is not None and named not in self._without:
            self._without |= {named}
            return _Failure(f"The endpoint of the model {self.name} refused {named}.", again=True, ill=False, after=0)
        ill = status in _PASSING
        after = _retry_after(error.response.headers) if ill else None
        moment = f"in {ceil(after)} s" if after else "in a moment"
        if status in _SENTENCES:
            sentence = _SENTENCES[status].format(name=self.name, model=self._model.model or self.name, moment=moment)
        elif ill:
            sentence = f"The endpoint of the model {self.name} has trouble of its own ({status}); try again {moment}."
        else:
            sentence = f"The endpoint of the model {self.name} refused the request ({status}{f', {words}' if words else ''})."
        return _Failure(sentence, again=ill, ill=ill, after=after)

    def _body(self, prompt: Prompt) -> dict[str, Any]:  # Any: the client's own arguments
        length = "max_completion_tokens" if _MAX_TOKENS in self._without else _MAX_TOKENS
        body: dict[str, Any] = {
            "model": self._model.model or self._model.name,
            "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
            length: prompt.max_tokens,
            _TEMPERATURE: self._model.temperature,
            "stream": True,
            _COUNT: {"include_usage": True},
        }
        return {name: value for name, value in body.items() if name == length or name not in self._without}

    def _usage(self, prompt: Prompt, text: str, stream: Stream) -> Usage:
        read, written = stream.counted or (of_messages(prompt.messages), estimated(text))
        return Usage(read, written, self._model.cost(read, written), estimated=stream.counted is None)

    async def close(self) -> None:
        await self._client.close()


def _when(began: bool) -> str:
    return "in the middle of its answer" if began else "before its first word"


def _is_too_long(error: object) -> bool:
    """Return whether an endpoint's error says that the prompt is too long."""
    named = [str(error.get(name)) for name in ("code", "type")] if isinstance(error, dict) else []
    return _CONTEXT.search(" ".join((worded(error), *named))) is not None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait; the header may hold a number or a date."""
    value = headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - utc_now()).total_seconds())
    except (ValueError, TypeError):
        return None
