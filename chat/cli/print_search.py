"""Print search results at a terminal: the passages or, to explain them, every candidate with the parts of its score."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from chat.api.types import Json
from chat.text import clean, unit_of

_WIDTH = 100
"""Characters per line if the output is not a terminal."""
_PASSAGE_CHARACTERS = 400
_EXPLAINED_CHARACTERS = 160
MOST = 60
"""Most candidates that are listed; `--json` lists all."""
_CUT = {
    "search": ("not found", "found by neither search"),
    "period": ("another time", "of another time than asked for"),
    "question": ("only asks", "only asking"),
    "duplicate": ("repeated", "repeated"),
    "threshold": ("threshold", "below the threshold"),
    "section": ("section", "outside the best sections"),
    "diversity": ("diversity", "for another source's turn"),
    "top_k": ("top k", "beyond top k"),
    "budget": ("budget", "over the budget"),
    "exact": ("not asked for", "beside exactly what is asked for"),
}
"""The steps that cut candidates, in their order: the word in a candidate's row, and the words in the summary."""
_PARTS = (
    ("kept, or cut by", 17),
    ("place", 5),
    ("dense", 5),
    ("keyword", 7),
    ("fused", 5),
    ("recency", 7),
    ("diversity", 9),
    ("budget", 7),
)
"""Columns of the explanation with their widths in characters."""
_MOVED = {
    "above_replaced": "Moved above {replaced}, which it replaces.",
    "below_replaced": "Moved below {replaced}, which it replaces: the question asks for the course of events.",
    "above_replacement": "Moved above {later}: the question asks for the course of events.",
    "below_replacement": "Moved below {later}.",
    "brought_in": "Kept because it replaces {replaced}.",
    "gave_way": "Its place went to a message that replaces another.",
    "as_said": "Placed in the order in which it was said.",
}
Shape = Mapping[str, Any]  # Any: JSON of a passage


def show(found: Json) -> None:
    """Print a search result; a note about the search goes to stderr."""
    shape: dict[str, Any] = dict(found)  # Any: JSON
    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False)
    if shape["note"]:
        Console(stderr=True).print(_plain(shape["note"]), soft_wrap=True)
    if shape["rewritten"] != shape["query"]:
        console.print(_plain(f"Searched for: {shape['rewritten']}"))
    lines = _candidates(shape["candidates"][:MOST]) if "candidates" in shape else _passages(shape["passages"])
    for line in lines:
        console.print(line)
    for sentence in _summary(shape):
        console.print(_plain(sentence), soft_wrap=True)


def _passages(passages: Sequence[Shape]) -> Iterator[RenderableType]:
    for passage in passages:
        yield Text.assemble(f"{passage['rank']:>3}  ", (_plain(where(passage)).plain, "bold"), f"  {passage['score']:.2f}")
        yield Padding(_beginning(passage["text"], _PASSAGE_CHARACTERS), (0, 0, 0, 5), expand=False)


def _candidates(candidates: Sequence[Shape]) -> Iterator[RenderableType]:
    """Yield for each candidate the parts of its score in columns, and the passage below: beside them it would need a wide
    terminal."""
    places = _Places.of(candidates)
    if candidates:
        yield _row(*(Text(name, style="bold") for name, _ in _PARTS))
    for candidate in candidates:
        scores = candidate["scores"]
        yield _row(
            _outcome(candidate),
            Text(str(candidate["ranks"]["before"])),
            Text("–" if scores["dense"] is None else f"{scores['dense']:.2f}"),
            Text("–" if scores["keyword"] is None else f"{scores['keyword']:.2f}"),
            Text(f"{scores['fused']:.2f}"),
            Text("–" if scores["recency"] == 1 else f"×{scores['recency']:.2f}"),
            Text(f"−{candidate['diversity']:.2f}" if candidate["diversity"] else "–"),
            Text(f"{candidate['budget']['characters']:,}"),
        )
        yield Padding(
            Text.assemble((_plain(where(candidate)).plain, "bold"), f"  {_over(candidate)}"), (0, 0, 0, 2), expand=False
        )
        yield Padding(_beginning(candidate["text"], _EXPLAINED_CHARACTERS), (0, 0, 0, 2), style="dim", expand=False)
        for sentence in filter(None, (places.sentence(candidate), _sum(candidate["parts"]))):
            yield Padding(Text(sentence), (0, 0, 0, 2), expand=False)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the messages of the candidates stand, to name them in sentences."""

    of_message: Mapping[str, str]
    replaced_by: Mapping[str, str]
    """The place of the message that was replaced, by the id of the message that replaces it."""

    @classmethod
    def of(cls, candidates: Sequence[Shape]) -> _Places:
        kept = [each for each in candidates if each["source"] == "message" and each["ranks"]["after"]]
        return cls(
            {each["message"]["id"]: f"[{each['ranks']['after']}]" for each in kept},
            {each["superseded_by"]: f"[{each['ranks']['after']}]" for each in kept if each["superseded_by"]},
        )

    def sentence(self, candidate: Shape) -> str | None:
        """Say what replaces the candidate, and why it stands where it does."""
        if candidate["source"] != "message":
            return None
        superseded_by = candidate["superseded_by"]
        later = self.of_message.get(superseded_by, "a later message")
        said = f"Said otherwise later in {later}." if superseded_by else None
        replaced = self.replaced_by.get(candidate["message"]["id"], "an earlier message")
        moved = _MOVED[candidate["moved"]].format(replaced=replaced, later=later) if candidate["moved"] else None
        return " ".join(filter(None, (said, moved))) or None


def _sum(parts: Sequence[Shape]) -> str | None:
    """Write out the parts of a fused score that show at two digits: what was added, then what it was multiplied by."""
    parts = [part for part in parts if abs(part["factor"] - 1 if "factor" in part else part["value"]) >= 0.005]
    amounts = (_factor(part["factor"]) if "factor" in part else f"{part['value']:+.2f}" for part in parts)
    named = (f"{part['name'].replace('_', ' ')} {amount}" for part, amount in zip(parts, amounts, strict=True))
    return f"fused: {', '.join(named)}".replace("-", "−") if parts else None


def _factor(factor: float) -> str:
    return f"×{factor:.2f}" if factor >= 0.1 else f"×{factor:.2g}"


def _row(*cells: Text) -> Table:
    row = Table.grid(padding=(0, 2, 0, 0))
    for at, (_, width) in enumerate(_PARTS):
        row.add_column(width=width, justify="right" if at else "left", no_wrap=True)
    row.add_row(*cells)
    return row


def _outcome(candidate: Shape) -> Text:
    if candidate["cut"] is not None:
        return Text(_CUT[candidate["cut"]][0], style="yellow")
    words = ", by words" if candidate["kept_for_words"] else ""
    return Text(f"kept {candidate['ranks']['after']}{words}", style="bold green")


def _over(candidate: Shape) -> str:
    return f"({candidate['budget']['left']:,} characters were left)" if candidate["cut"] == "budget" else ""


def where(passage: Shape) -> str:
    """Return where a passage comes from: document, page and headings, after the library if it is from one; or speaker and day,
    before the thread if it is from another."""
    if passage["source"] == "message":
        said = passage["message"]
        speaker = said["author"] or ("You" if said["role"] == "user" else "Threadwise")
        thread = f"thread {passage['thread']['name']}" if "thread" in passage else None
        return ", ".join(filter(None, (speaker, said["created_at"][:10], thread)))
    library = f"{passage['library']['name']}:" if "library" in passage else None
    page = f"{unit_of(passage['document']['name'])} {passage['page']}" if passage["page"] else None
    name = " ".join(filter(None, (library, passage["document"]["name"])))
    return " › ".join(filter(None, (name, page, *passage["section"])))


def _summary(found: Shape) -> Iterator[str]:
    kept = len(found["passages"])
    timing = ", ".join(f"{step} {milliseconds:.1f}" for step, milliseconds in found["timing_ms"].items())
    if "candidates" in found:
        cuts, limits = found["cuts"], found["limits"]
        considered, budget = kept + sum(cuts.values()), limits["budget_characters"]
        by_step = ", ".join(f"{cuts[step]:,} {words}" for step, (_, words) in _CUT.items() if cuts.get(step))
        if considered > MOST:
            yield f"… and {considered - MOST:,} more; --json gives all of them."
        yield f"{kept:,} of {considered:,} candidates kept{f'; cut: {by_step}' if by_step else ''}."
        room = "no budget" if budget is None else f"budget {budget:,} characters"
        yield f"Threshold {limits['threshold']:g}, top k {limits['top_k']}, {room}."
    elif not kept:
        yield "Nothing was found."
    yield f"Confidence {found['confidence']:.0%}. Milliseconds: {timing}."


def _beginning(text: str, characters: int) -> Text:
    words = " ".join(_plain(text).plain.split())
    return Text(words if len(words) <= characters else words[:characters].rsplit(" ", 1)[0] + " …")


def _plain(words: str) -> Text:
    """Return text from outside without control sequences, and not as markup."""
    return Text(clean(words).text)
