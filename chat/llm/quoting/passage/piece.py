"""A piece of a passage that may be quoted."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of a passage, a row of a table in it, or a few lines of an overlong sentence."""

    text: str
    _: KW_ONLY
    quotable: bool
    """It is not a question, stub, heading or boilerplate."""
    is_sentence: bool
    """It is a sentence rather than a table row."""
    of_document: bool
    item: Literal["bullet", "step"] | None = None
    """The kind of list item it is, if any."""
    announces: bool = False
    """It ends in a colon: what follows belongs to it."""
    cut: bool = False
    """It begins or ends in the middle of a sentence."""
    rephrased: bool = False
    """It is a table row rephrased as text, so not shown as a quotation."""
    inherited: bool = False
    """Its column names are in the preceding passage."""
    question: str = ""
    """The question in the document that it answers."""
    goes_along: bool = False
    """It is too short to be quoted by itself, but adds something to its neighbour: "She is 6.", "No, 140."."""
    code: str = ""
    """Fenced code blocks right below it."""
    comment: bool = False
    """It is a comment in a code block, and `code` the lines that it describes."""
    paragraph: int = 0
    """The number of its paragraph in a message."""

    @property
    def titles_code(self) -> bool:
        """It is a comment or a heading that says what its code does: another deed is done otherwise."""
        return bool(self.code) and (self.comment or not (self.is_sentence or self.announces))
