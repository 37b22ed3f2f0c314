"""The stream of a chat completion, read without trust in who sends it: bytes to events, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import from_json

LONGEST_LINE = 1_000_000
"""Bytes; an event of a real stream has some hundred."""
_FIELDS = (b"id:", b"retry:", b":")
"""Lines of server-sent events besides `data:` and `event:`; the last is a comment."""
_TEXTS = ("text", "output_text")
"""Types of the parts of a content that are its text; the others are thoughts, references and the like."""
_HALVES = re.compile(
    rb"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<first>\\u[dD][89abAB]..)|(?P<second>\\u[dD][c-fC-F]..)", re.DOTALL
)
"""Of a character beyond the first 65,536, as JSON escapes it; an escaped backslash is none."""
_MARKUP, _TRACE = "<", "Traceback (most recent call last)"


class NotACompletion(ValueError):
    """What came is no chat completion; the message says what it is instead."""


class Reported(Exception):
    """The endpoint itself says in the stream that it failed; the message is what it says."""

    def __init__(self, error: object) -> None:
        super().__init__(said(error))
        self.error = error


class _Part(BaseModel):
    type: str = "text"
    text: str | None = None


class _Said(BaseModel):
    content: str | list[_Part] | None = None
    refusal: str | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "".join(part.text or "" for part in self.content if part.type in _TEXTS)
        return self.content or self.refusal or ""


class _Choice(BaseModel):
    index: int | None = None
    delta: _Said | None = None
    message: _Said | None = None
    """From servers that don't stream, though asked to."""
    finish_reason: str | None = None


class _Counted(BaseModel):
    prompt_tokens: int
    completion_tokens: int


class _Event(BaseModel):
    choices: list[_Choice] | None = None
    usage: JsonValue = None
    error: JsonValue = None
    object: str | None = None


@dataclass(slots=True)
class Stream:
    """Feed it bytes as they come; it gives the answer's text, and knows at the end whether that was all."""

    began: bool = False
    """There was text."""
    reason: str | None = None
    """Why the model finished. Counts and a last mark may follow; some servers leave the mark out."""
    ended: bool = False
    """The last mark, `[DONE]`, has come."""
    counted: tuple[int, int] | None = None
    """Tokens read and written, when the endpoint tells."""
    _rest: bytearray = field(default_factory=bytearray)
    _name: bytes = b""
    _half: bytes = b""
    """Of a character whose other half is still to come."""

    @property
    def finished(self) -> bool:
        return self.reason is not None

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
        if not line or line.startswith(b"event:"):
            self._name = line.removeprefix(b"event:").strip()
        elif line.startswith(b"data:"):
            yield from self._data(line.removeprefix(b"data:").strip())
        elif line.startswith(b"{"):
            yield from self._unstreamed(line)
        elif not line.startswith(_FIELDS):
            raise NotACompletion("a web page" if line.startswith(b"<") else "something else")

    def _data(self, data: bytes) -> Iterator[str]:
        if data == b"[DONE]":
            self.ended = True
        elif data:
            yield from self._event(_read(_HALVES.sub(self._mended, data)), data)

    def _unstreamed(self, line: bytes) -> Iterator[str]:
        """A whole answer, or an error, from a server that does not stream."""
        event = _read(line)
        if event.choices is None and event.error is None and event.object != "error":
            raise NotACompletion("something else")
        yield from self._event(event, line)

    def _event(self, event: _Event, data: bytes) -> Iterator[str]:
        if event.error is not None or event.object == "error" or self._name == b"error":
            raise Reported(event.error if event.error is not None else from_json(data))
        self.counted = _counted(event.usage) or self.counted
        for choice in event.choices or ():
            if choice.index:  # one answer was asked for
                continue
            self.reason = choice.finish_reason or self.reason
            text = "".join(each.text for each in (choice.delta, choice.message) if each is not None)
            if text:
                self.began = True
                yield text

    def _mended(self, match: re.Match[bytes]) -> bytes:
        """Servers that cut text by the halves of characters send one half, and the other in the next event."""
        if match["first"]:
            self._half = match["first"]
            return b""
        if match["second"]:
            first, self._half = self._half, b""
            return first + match["second"] if first else b"\\ufffd"
        return match.group()


def _read(data: bytes) -> _Event:
    try:
        return _Event.model_validate_json(data.decode("utf-8", "replace"))
    except ValidationError as error:
        raise NotACompletion("a web page" if data.startswith(b"<") else "broken JSON") from error


def _counted(usage: JsonValue) -> tuple[int, int] | None:
    """Some tell counts that are none; then they are estimated."""
    try:
        counted = _Counted.model_validate(usage)
    except ValidationError:
        return None
    return counted.prompt_tokens, counted.completion_tokens


def said(error: object) -> str:
    """The endpoint's own words in its description of an error, on one short line; empty without any that are for people."""
    words = " ".join(worded(error).split())
    return "" if words.startswith(_MARKUP) or _TRACE in words else words[:200].rstrip(". ")


def worded(error: object) -> str:
    """All of them, as they are."""
    words = error
    for name in ("error", "message", "detail"):
        if isinstance(words, dict):
            words = words.get(name, words)
    return words if isinstance(words, str) else ""
