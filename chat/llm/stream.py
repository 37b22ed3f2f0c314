"""The stream of a chat completion, read without trust in who sends it: bytes to events, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic import BaseModel, JsonValue, ValidationError

LONGEST_LINE = 1_000_000
"""Bytes; an event of a real stream has some hundred."""
_FIELDS = (b"event:", b"id:", b"retry:", b":")
"""Lines of server-sent events besides `data:`; the last is a comment."""


class NotACompletion(ValueError):
    """What came is no chat completion; the message says what it is instead."""


class Reported(Exception):
    """The endpoint itself says in the stream that it failed."""


class _Delta(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    delta: _Delta | None = None
    finish_reason: str | None = None


class _Counted(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Event(BaseModel):
    choices: list[_Choice] | None = None
    usage: _Counted | None = None
    error: JsonValue = None


@dataclass(slots=True)
class Stream:
    """Feed it bytes as they come; it gives the answer's text, and knows at the end whether that was all."""

    began: bool = False
    """There was text."""
    finished: bool = False
    """The model gave a reason to finish. Counts and a last mark may follow; some servers leave the mark out."""
    ended: bool = False
    """The last mark, `[DONE]`, has come."""
    counted: tuple[int, int] | None = None
    """Tokens read and written, when the endpoint tells."""
    _rest: bytearray = field(default_factory=bytearray)

    def feed(self, data: bytes) -> Iterator[str]:
        """Raises NotACompletion and Reported."""
        for part in data.splitlines(keepends=True):
            self._rest += part
            if len(self._rest) > LONGEST_LINE:
                raise NotACompletion("a line without an end")
            if part.endswith(b"\n"):
                line = bytes(self._rest).strip()
                self._rest.clear()
                yield from self._line(line)

    def end(self) -> Iterator[str]:
        """The last line need not end with a line's end."""
        yield from self._line(bytes(self._rest).strip())

    def _line(self, line: bytes) -> Iterator[str]:
        if not line or line.startswith(_FIELDS):
            return
        if not line.startswith(b"data:"):
            raise NotACompletion("a web page" if line.startswith(b"<") else "something else")
        data = line.removeprefix(b"data:").strip()
        if data == b"[DONE]":
            self.ended = True
        elif data:
            yield from self._event(data)

    def _event(self, data: bytes) -> Iterator[str]:
        try:
            event = _Event.model_validate_json(data)
        except ValidationError as error:
            raise NotACompletion("a web page" if data.startswith(b"<") else "broken JSON") from error
        if event.error is not None:
            raise Reported(said(event.error))
        if event.usage is not None:
            self.counted = (event.usage.prompt_tokens, event.usage.completion_tokens)
        for choice in event.choices or ():
            self.finished = self.finished or choice.finish_reason is not None
            if choice.delta is not None and choice.delta.content:
                self.began = True
                yield choice.delta.content


def said(error: object) -> str:
    """The endpoint's own words in its description of an error, on one short line; empty without any."""
    words = error
    for name in ("error", "message", "detail"):
        if isinstance(words, dict):
            words = words.get(name, words)
    return " ".join(words.split())[:200].rstrip(". ") if isinstance(words, str) else ""
