"""Parse the stream of a chat completion without trusting its sender: bytes become events, and malformed streams become errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import from_json

LONGEST_LINE = 1_000_000
"""Bytes; an event of a real stream has a few hundred."""
_FIELDS = (b"id:", b"retry:", b":")
"""Prefixes of server-sent event lines besides `data:` and `event:`; the last one marks a comment."""
_TEXTS = ("text", "output_text")
"""Types of content parts that hold text; the others hold thoughts, references and the like."""
_HALVES = re.compile(
    rb"\\\\|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(?P<first>\\u[dD][89abAB]..)|(?P<second>\\u[dD][c-fC-F]..)", re.DOTALL
)
"""The halves (surrogates) of a character beyond the first 65,536 code points, as JSON escapes them; an escaped backslash does not
start one."""
_MARKUP, _TRACE = "<", "Traceback (most recent call last)"


class NotACompletion(ValueError):
    """The response is not a chat completion; the message says what it is instead."""


class Reported(Exception):
    """The endpoint reports a failure within the stream; the message is the endpoint's own."""

    def __init__(self, error: object) -> None:
        super().__init__(error_summary(error))
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
    """Sent by servers that do not stream although asked to."""
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
    """Incremental parser: feed it bytes as they arrive, and it yields the answer's text and records whether the stream is
    complete."""

    began: bool = False
    """Text has arrived."""
    reason: str | None = None
    """The finish reason. Token counts and an end mark may follow it; some servers omit the mark."""
    ended: bool = False
    """The end mark, `[DONE]`, has arrived."""
    counted: tuple[int, int] | None = None
    """Tokens of prompt and answer, if the endpoint reports them."""
    _rest: bytearray = field(default_factory=bytearray)
    _name: bytes = b""
    _half: bytes = b""
    """The first surrogate of a character whose second is still to come."""

    @property
    def finished(self) -> bool:
        return self.reason is not None

    def feed(self, data: bytes) -> Iterator[str]:
        """Yield the text completed by these bytes. Raises NotACompletion and Reported."""
        for part in data.splitlines(keepends=True):
            self._rest += part
            if len(self._rest) > LONGEST_LINE:
                raise NotACompletion("a line without an end")
            if part.endswith(b"\n"):
                line = bytes(self._rest).strip()
                self._rest.clear()
                yield from self._line(line)

    def end(self) -> Iterator[str]:
        """Yield the text of the last line, which need not end with a newline."""
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
        """Parse a whole answer, or an error, from a server that does not stream."""
        event = _read(line)
        if event.choices is None and event.error is None and event.object != "error":
            raise NotACompletion("something else")
        yield from self._event(event, line)

    def _event(self, event: _Event, data: bytes) -> Iterator[str]:
        if event.error is not None or event.object == "error" or self._name == b"error":
            raise Reported(event.error if event.error is not None else from_json(data))
        self.counted = _counted(event.usage) or self.counted
        for choice in event.choices or ():
            if choice.index:  # only one answer was requested
                continue
            self.reason = choice.finish_reason or self.reason
            text = "".join(each.text for each in (choice.delta, choice.message) if each is not None)
            if text:
                self.began = True
                yield text

    def _mended(self, match: re.Match[bytes]) -> bytes:
        """Join the surrogates of a character that a server has split over two events."""
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
    """Return the reported token counts; `None` if they are invalid, so that they are estimated."""
    try:
        counted = _Counted.model_validate(usage)
    except ValidationError:
        return None
    return counted.prompt_tokens, counted.completion_tokens


def error_summary(error: object) -> str:
    """Return the endpoint's own message from an error, shortened to one line; empty if it holds nothing meant for people."""
    words = " ".join(worded(error).split())
    return "" if words.startswith(_MARKUP) or _TRACE in words else words[:200].rstrip(". ")


def worded(error: object) -> str:
    """Return the whole message from an endpoint's error, unchanged."""
    words = error
    for name in ("error", "message", "detail"):
        if isinstance(words, dict):
            words = words.get(name, words)
    return words if isinstance(words, str) else ""
