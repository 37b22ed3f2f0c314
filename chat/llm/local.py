"""Answers from a GGUF file on this machine: llama.cpp's server runs in a child process and is used like any other endpoint."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing

from chat.domain import Usage
from chat.errors import ModelFailed
from chat.llm.base import Cut, Prompt
from chat.llm.models import Model
from chat.llm.openai import OpenAIWriter
from chat.settings import AnsweringSettings

_log = logging.getLogger(__name__)

_LOAD_SECONDS = 180
"""Time to load the file; gigabytes from a slow disk take a while."""
_END_SECONDS = 5
_NOTICE_SECONDS = 0.5


class LocalWriter:
    """Implements the `Writer` protocol with a model file. If its process has crashed, the next question starts it again."""

    def __init__(self, model: Model, settings: AnsweringSettings) -> None:
        self._model = model
        self._threads = settings.gguf_threads
        # without a graphics card, reading a long prompt takes minutes; if the process dies, the broken connection shows it
        self._settings = settings.model_copy(update={"first_byte_seconds": settings.total_seconds})
        self._lock = asyncio.Lock()
        self._process: Process | None = None
        self._writer: OpenAIWriter | None = None

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def process_id(self) -> int | None:
        """`None` until the process has started."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Load the model unless it is running. Raises ModelFailed."""
        await self._running()

    async def write(self, prompt: Prompt) -> AsyncGenerator[str | Cut | Usage, None]:
        writer = await self._running()
        try:
            async with aclosing(writer.write(prompt)) as pieces:
                async for piece in pieces:
                    yield piece
        except ModelFailed:
            await self._notice()
            raise

    async def close(self) -> None:
        async with self._lock:
            await self._end()

    async def _running(self) -> OpenAIWriter:
        async with self._lock:
            if self._writer is None or self._process is None or self._process.returncode is not None:
                await self._end()
                self._writer = await self._begin()
            return self._writer

    async def _notice(self) -> None:
        """Wait briefly for a dying process to end: it still counts as running for a moment, and the next question must not use
        it."""
        if self._process is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_NOTICE_SECONDS):
                    await self._process.wait()

    async def _begin(self) -> OpenAIWriter:
        key = secrets.token_urlsafe()  # other users of this machine can reach the port as well
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "chat.llm.llama_process", stdin=PIPE, stdout=PIPE
        )
        wanted = {
            "path": str(self._model.gguf),
            "context_tokens": self._model.context_tokens,
            "threads": self._threads,
            "key": key,
        }
        try:
            address = await self._address(self._process, wanted)
        except BaseException:
            await asyncio.shield(self._end())
            raise
        _log.info("The model %s runs on this machine", self.name)
        place = {"base_url": f"{address}/v1", "key": key, "gguf": None}
        return OpenAIWriter(self._model.model_copy(update=place), self._settings)

    async def _address(self, process: Process, wanted: dict[str, object]) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(wanted).encode() + b"\n")
            async with asyncio.timeout(_LOAD_SECONDS):
                reply = json.loads(await process.stdout.readline() or b'{"error": "its process ended"}')
        except (OSError, TimeoutError, ValueError) as error:
            raise ModelFailed(f"The model {self.name} could not be loaded on this machine.") from error
        if "error" in reply:
            raise ModelFailed(f"The model {self.name} could not be loaded on this machine: {reply['error'].rstrip('.')}.")
        return str(reply["address"])

    async def _end(self) -> None:
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_END_SECONDS):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
