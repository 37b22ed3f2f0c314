"""A single call to a model: the text as it arrives and the token usage, also when the call is cut short."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from chat.domain import Usage
from chat.errors import PromptTooLong
from chat.llm.base import Cut, Prompt, Writer
from chat.llm.thinking import answer_of
from chat.llm.tokens import estimated, of_messages


class Call:
    """A single-use call: iterate over `run`, or await `finish` for the whole text."""

    def __init__(self, model: Writer, prompt: Prompt, shorter: Callable[[], Prompt] | None = None) -> None:
        """`shorter` builds the prompt to send instead if the model finds the first one too long."""
        self._model = model
        self._shorter = shorter
        self._told: Usage | None = None
        self.prompt = prompt
        """The prompt sent to the model."""
        self.text = ""
        """The text written so far."""
        self.cut: str | None = None
        """Why the text stops before it is complete, as a sentence; `None` if it does not."""

    async def run(self) -> AsyncGenerator[str, None]:
        """Yield the text piece by piece; close the generator to stop the model. Raises what the model's `write` raises."""
        for shorter in (self._shorter, None):
            try:
                async with aclosing(self._put()) as written:
                    async for piece in written:
                        yield piece
                return
            except PromptTooLong:
                if shorter is None or self.text:
                    raise
                self.prompt = shorter()

    async def _put(self) -> AsyncGenerator[str, None]:
        written = self._model.write(self.prompt)
        try:
            async for piece in written:
                if isinstance(piece, Usage):
                    self._told = piece
                elif isinstance(piece, Cut):
                    self.cut = piece.because
                else:
                    self.text += piece
                    yield piece
        finally:
            if isinstance(written, AsyncGenerator):
                await written.aclose()

    @property
    def answer(self) -> str:
        """The text without the model's thoughts in front of it."""
        return answer_of(self.text)

    async def finish(self) -> str:
        """Run the call to its end and return the answer."""
        async with aclosing(self.run()) as written:
            async for _ in written:
                pass
        return self.answer

    @property
    def usage(self) -> Usage:
        """Token usage as the model reports it; estimated if the call was cut short or the model reports none; zero before the
        first word."""
        return self._told or (self.read + Usage(0, estimated(self.text)) if self.text else Usage())

    @property
    def read(self) -> Usage:
        """Estimated usage of the prompt alone."""
        return Usage(of_messages(self.prompt.messages), estimated=True)
