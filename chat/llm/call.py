"""One prompt put to a model: its text as it comes, and what that costs, also when it is cut short."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from chat.domain import Usage
from chat.errors import PromptTooLong
from chat.llm.base import Cut, Prompt, Writer
from chat.llm.thinking import answer_of
from chat.llm.tokens import estimated, of_messages


class Call:
    """Made once: by `run`, or by `finish` for its whole text."""

    def __init__(self, model: Writer, prompt: Prompt, shorter: Callable[[], Prompt] | None = None) -> None:
        """`shorter` makes the prompt that is put instead when the model finds the first one too long."""
        self._model = model
        self._shorter = shorter
        self._told: Usage | None = None
        self.prompt = prompt
        """What was put to the model."""
        self.text = ""
        """What was written so far."""
        self.cut: str | None = None
        """Why the text ends before its end, in a sentence."""

    async def run(self) -> AsyncGenerator[str, None]:
        """Piece by piece; close it to stop the model. Raises what the model's `write` raises."""
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
        """The text without what the model thought before it."""
        return answer_of(self.text)

    async def finish(self) -> str:
        """The answer."""
        async with aclosing(self.run()) as written:
            async for _ in written:
                pass
        return self.answer

    @property
    def usage(self) -> Usage:
        """As the model told; estimated when it was cut short or does not tell. Nothing before the first word."""
        return self._told or (self.read + Usage(0, estimated(self.text)) if self.text else Usage())

    @property
    def read(self) -> Usage:
        """What the prompt alone comes to, estimated."""
        return Usage(of_messages(self.prompt.messages), estimated=True)
