"""A paragraph of a text document while it is being read: its words so far, and the notes and text boxes attached to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree


@dataclass(slots=True)
class Paragraph:
    pieces: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Notes to be written after the paragraph (or table) that refers to them; at the end they would belong to the last
    section."""
    boxes: list[etree._Element] = field(default_factory=list)
    """Text boxes anchored in the paragraph."""

    @property
    def words(self) -> str:
        return "".join(self.pieces)

    def linked(self, start: int, target: str | None) -> None:
        """Append the link target after the pieces from `start` on, which are the link's words, unless they name it already."""
        words = "".join(self.pieces[start:]).strip()
        if target and words and not tells(words, target):
            self.pieces.append(f" ({target})")

    def noted(self, number: int, words: str) -> None:
        """Append a reference to a note, and keep the note."""
        self.pieces.append(f" (note {number})")
        self.notes.append(f"Note {number}: {words}")


def tells(words: str, target: str) -> bool:
    """Return whether the words of a link already contain its target."""
    return target.removeprefix("mailto:").rstrip("/") in words
