"""Remove the thoughts that a model writes between tags before its answer."""

from __future__ import annotations

import re

_NAMES = ("think", "thinking", "thought", "reasoning")
_OPENINGS = tuple(f"<{name}>" for name in _NAMES)
_CLOSING = re.compile(rf"\A.*^[^\S\n]*</(?:{'|'.join(_NAMES)})>[^\S\n]*$\s*", re.DOTALL | re.MULTILINE)
"""A closing tag alone on its line, as models write it; an answer may mention such tags within a line."""


class Answering:
    """Incremental filter: feed it text as it arrives, and it returns what belongs to the answer, without leading white space."""

    def __init__(self, unopened: bool = False) -> None:
        """`unopened`: the model is known to start in the middle of its thoughts, because its template holds the opening tag. If
        it did not think after all, `end` returns the whole text."""
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
        """Return the text held back that turns out not to be a thought."""
        if self._unopened:
            self._closing = None
        return "" if self.passed or self._closing or self._opened() else self._begun()

    def _opened(self) -> str | None:
        """Return the tag that closes the thoughts beginning here, or `None` if none begin."""
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
    """Return a whole text without leading thoughts that lack an opening tag: some models' templates hold it, and only the closing
    tag is sent."""
    return _CLOSING.sub("", text, count=1)
