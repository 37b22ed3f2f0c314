"""What a model writes between tags before it answers is no part of its answer."""

from __future__ import annotations

import re

_NAMES = ("think", "thinking", "thought", "reasoning")
_OPENINGS = tuple(f"<{name}>" for name in _NAMES)
_CLOSING = re.compile(rf"\A.*^[^\S\n]*</(?:{'|'.join(_NAMES)})>[^\S\n]*$\s*", re.DOTALL | re.MULTILINE)
"""Alone in its line, as models write it: an answer may speak of such tags."""


class Answering:
    """Feed it a text as it comes; it gives what of it is the answer, without white space in front."""

    def __init__(self, unopened: bool = False) -> None:
        """`unopened`: the model is known to begin in the middle of its thoughts, because its template opens them. When it turns
        out that it did not, all is given at the end."""
        self.passed = False
        """The answer has begun."""
        self._unopened = unopened
        self._closing = "</think>" if unopened else None
        self._held = ""

    def feed(self, text: str) -> str:
        if self.passed:
            return text
        self._held += text
        while (closing := self._closing or self._opened()) is not None:
            _, closed, answer = self._held.partition(closing)
            if not closed:
                self._held = self._held if self._unopened else self._held[-len(closing) :]  # thoughts may be long
                return ""
            self._closing, self._unopened, self._held = None, False, answer
        return "" if any(opening.startswith(self._held) for opening in _OPENINGS) else self._begun()

    def end(self) -> str:
        """What was held back and is no thought."""
        if self._unopened:
            self._closing = None
        return "" if self.passed or self._closing or self._opened() else self._begun()

    def _opened(self) -> str | None:
        """What closes the thoughts that begin here."""
        self._held = self._held.lstrip()
        opening = next((each for each in _OPENINGS if self._held.startswith(each)), None)
        if opening is None:
            return None
        self._closing, self._held = f"</{opening[1:]}", self._held.removeprefix(opening)
        return self._closing

    def _begun(self) -> str:
        held, self._held = self._held, ""
        self.passed = bool(held)
        return held


def answer_of(text: str) -> str:
    """A whole text without thoughts that nothing opens: some models' templates do, and only their end is sent."""
    return _CLOSING.sub("", text, count=1)
