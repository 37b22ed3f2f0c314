"""A paragraph of a text document while it is read: its words so far, and what comes behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree


@dataclass(slots=True)
class Paragraph:
    pieces: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """They follow the paragraph (or table) that refers to them: at the end they would belong to the last section."""
    boxes: list[etree._Element] = field(default_factory=list)
    """Text boxes that hang on it."""

    @property
    def words(self) -> str:
        return "".join(self.pieces)

    def linked(self, start: int, target: str | None) -> None:
        """Name the target behind the pieces from `start` on, which lead there."""
        words = "".join(self.pieces[start:]).strip()
        if target and words and not tells(words, target):
            self.pieces.append(f" ({target})")

    def noted(self, number: int, words: str) -> None:
        """A note is referred to here."""
        self.pieces.append(f" (note {number})")
        self.notes.append(f"Note {number}: {words}")


def tells(words: str, target: str) -> bool:
    """Whether the words of a link say already where it leads."""
    return target.removeprefix("mailto:").rstrip("/") in words
