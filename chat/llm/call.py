"""One prompt put to a model: its text as it comes, and what that costs, also when it is cut short."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from chat.domain import Usage
from chat.llm.base import Prompt, Writer
from chat.llm.tokens import estimated, of_messages


class Call:
    """Made once: by `run`, or by `finish` for its whole text."""

    def __init__(self, model: Writer, prompt: Prompt) -> None:
        self._model = model
        self._prompt = prompt
        self._told: Usage | None = None
        self.text = ""
        """What was written so far."""

    async def run(self) -> AsyncGenerator[str, None]:
        """Piece by piece; close it to stop the model. Raises what the model's `write` raises."""
        written = self._model.write(self._prompt)
        try:
            async for piece in written:
                if isinstance(piece, Usage):
                    self._told = piece
                else:
                    self.text += piece
                    yield piece
        finally:
            if isinstance(written, AsyncGenerator):
                await written.aclose()

    async def finish(self) -> str:
        async with aclosing(self.run()) as written:
            async for _ in written:
                pass
        return self.text

    @property
    def usage(self) -> Usage:
        """As the model told; estimated when it was cut short or does not tell. Nothing before the first word."""
        return self._told or (self.read + Usage(0, estimated(self.text)) if self.text else Usage())

    @property
    def read(self) -> Usage:
        """What the prompt alone comes to, estimated."""
        return Usage(of_messages(self._prompt.messages), estimated=True)
