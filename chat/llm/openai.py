"""Answers from any OpenAI-compatible endpoint, streamed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import httpx2
from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncOpenAI,
    AsyncStream,
    AuthenticationError,
    NotFoundError,
    OpenAIError,
    RateLimitError,
    Timeout,
)
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

from chat.domain import Usage
from chat.errors import ModelFailed
from chat.llm.base import Prompt
from chat.settings import AnsweringSettings

_CONNECT_SECONDS = 5.0
_RETRIES = 2
"""Before the first token; once text has come, nothing is sent again."""


class OpenAIWriter:
    """Keeps the promise `Writer` with a chat completions endpoint."""

    def __init__(self, settings: AnsweringSettings) -> None:
        self._settings = settings
        self._client = AsyncOpenAI(
            api_key=settings.openai_api_key or "none",  # local servers want none, the client wants some
            base_url=settings.openai_base_url or None,
            max_retries=_RETRIES,
            timeout=Timeout(settings.first_byte_seconds, connect=_CONNECT_SECONDS),
        )

    @property
    def name(self) -> str:
        return self._settings.openai_model

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        try:
            async with asyncio.timeout(self._settings.total_seconds):
                stream = await self._open(prompt)
                async with stream:
                    async for chunk in stream:
                        for choice in chunk.choices:
                            if choice.delta.content:
                                yield choice.delta.content
                        if chunk.usage:
                            yield Usage(chunk.usage.prompt_tokens, chunk.usage.completion_tokens)
        except (OpenAIError, httpx2.HTTPError, TimeoutError, ValueError) as error:
            raise ModelFailed(self._sentence(error)) from error

    async def _open(self, prompt: Prompt) -> AsyncStream[ChatCompletionChunk]:
        return await self._client.chat.completions.create(
            model=self._settings.openai_model,
            # the client's type is a union of dicts by role, which a dict made from values cannot show
            messages=cast(
                "list[ChatCompletionMessageParam]",
                [{"role": message.role, "content": message.content} for message in prompt.messages],
            ),
            temperature=self._settings.temperature,
            max_tokens=prompt.max_tokens,
            stream=True,
            stream_options={"include_usage": True},
        )

    def _sentence(self, error: Exception) -> str:
        model = self._settings.openai_model
        match error:
            case AuthenticationError():
                return "The model's endpoint refused the key; check OPENAI_API_KEY."
            case NotFoundError():
                return f"The model's endpoint does not know {model}; check OPENAI_MODEL and OPENAI_BASE_URL."
            case RateLimitError():
                return "The model's endpoint is over its rate limit; try again in a moment."
            case APITimeoutError() | TimeoutError() | httpx2.TimeoutException():
                return "The model's endpoint took too long to answer."
            case APIStatusError():
                return f"The model's endpoint answered with an error ({error.status_code})."
            case APIConnectionError() | httpx2.TransportError():
                return "The model's endpoint could not be reached, or the connection broke; check OPENAI_BASE_URL."
            case _:
                return "The model's endpoint sent something that is not a chat completion; check OPENAI_BASE_URL."

    async def close(self) -> None:
        await self._client.close()
