"""Recognise citation markers in an answer as models write them, and normalise them to `[n]`, one per source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from chat.domain import Passage, Span
from chat.text import in_one_line
from chat.text.ranges import covering

_NUMBERS = r"\d{1,3}(?:\s*[,;]\s*\d{1,3})*"
_MARKER = re.compile(rf"(?P<space>\s?)(?<!\\)\[(?P<numbers>{_NUMBERS})\](?!\()")
_OTHERWISE = re.compile(
    rf"""(?P<space>\s?)(?:
      【(?P<lenses>{_NUMBERS})(?:†[^】\n]{{0,40}})?】
    | \[sources?:?\s*(?P<named>{_NUMBERS})\](?!\()
    | (?<!\\)\[\^(?P<note>\d{{1,3}})\](?P<begins>:[^\S\n])?
    | (?<![\w\\])\[(?P<first>\d{{1,3}})[^\S\n]?[-–][^\S\n]?(?P<last>\d{{1,3}})\](?!\())""",
    re.IGNORECASE | re.VERBOSE,
)
"""Notations of models trained on other markers; a footnote's own text begins with its marker."""
_MOST_IN_ROW = 10
"""Most sources that `[1-3]` may stand for."""
MARKERS = re.compile(r"(?:\s*(?<!\\)\[\d{1,3}\](?!\())+")
"""A run of markers, with white space before each."""
ONE_MARKER = re.compile(r"\s*(?<!\\)\[\d{1,3}\]")
_HALF = re.compile(rf"[^\S\n]*(?<!\\)\[(?:{_NUMBERS}\s*[,;]?)?\s*\Z")
_LONGEST_HALF = 60
"""Most characters of half a marker."""
_CODE = re.compile(
    r"^(?P<fence>```|~~~).*?(?:^(?P=fence)[^\S\n]*$|\Z)|(?P<ticks>`+)[^`]+?(?P=ticks)(?!`)", re.MULTILINE | re.DOTALL
)
_WORDS_BEFORE = re.compile(r"(?:\S+\s+){1,2}\S+\s*$")
_BEFORE = 200
"""Characters before a marker in which the words before it are looked for."""
_ENTRY = re.compile(r"[^\S\n]*(?:[-*•]\s+|\d{1,2}[.)]\s+)?(?:\W{0,3}\w+\W{0,3}:\W{0,3})?\[(?P<number>\d{1,3})\](?!\()")
_SHORTEST_NAME = 4
"""Fewest characters of a file's name without its extension for it to be recognised in a list of sources."""


def code_of(text: str) -> list[Span]:
    """Return the pieces of code in a Markdown text, in order."""
    return [Span(*match.span()) for match in _CODE.finditer(text)]


def open_fence(text: str) -> int | None:
    """Return where a fenced code block begins that is still open at the end of the text, or `None`."""
    last = None
    for match in _CODE.finditer(text):
        last = match
    is_open = last is not None and last["fence"] and last.end() == len(text) and "\n" in last.group()
    return last.start() if last is not None and is_open else None


def outside_code(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the matches in a Markdown text that are not in code."""
    code = code_of(text)
    return [match for match in pattern.finditer(text) if covering(match.start(), code) is None]


def numbers(text: str) -> list[int]:
    """Return all numbers in a text."""
    return [int(number) for number in re.findall(r"\d+", text)]


def without_half(text: str) -> str:
    """Remove an incomplete marker at the end of a text that may stop anywhere."""
    half = _HALF.search(text, max(0, len(text) - _LONGEST_HALF))
    if half is None or covering(half.start(), code_of(text)) is not None:
        return text
    return text[: half.start()]


def as_asked(text: str, sources: Sequence[Passage]) -> str:
    """Rewrite other notations of markers in a model's text to brackets, if they refer to sources."""
    held = _held(sources)
    parts, at = [], 0
    for match in outside_code(_OTHERWISE, text):
        wanted = _meant(match)
        if not all(1 <= number <= len(sources) for number in wanted) or _taken_over(text, match.end(), match.group(), held):
            continue
        begins_line = match.start() == 0 or match["space"] == "\n"
        space = match["space"] or " " * (match.start() > 0)
        behind = " " if match["begins"] and begins_line else match["begins"] or ""
        parts += [text[at : match.start()], f"{space}[{', '.join(map(str, wanted))}]{behind}"]
        at = match.end()
    return "".join(parts) + text[at:]


def _meant(match: re.Match[str]) -> list[int]:
    if match["first"] is None:
        return numbers(match["lenses"] or match["named"] or match["note"])
    first, last = int(match["first"]), int(match["last"])
    return [*range(first, last + 1)] if 0 < last - first < _MOST_IN_ROW else [0]


def settle(text: str, sources: Sequence[Passage]) -> str:
    """Normalise markers to one number each and remove those without a source. Brackets copied from a source are escaped; those of
    an earlier answer are markers, not copies."""
    held, code = _held(sources), code_of(text)

    def written(match: re.Match[str]) -> str:
        if covering(match.start("numbers"), code) is not None:
            return match.group()
        if _taken_over(text, match.end(), match.group(), held):
            return f"{match['space']}\\[{match['numbers']}\\]"
        wanted = numbers(match["numbers"])
        valid = "".join(f"[{number}]" for number in dict.fromkeys(wanted) if 1 <= number <= len(sources))
        if not valid and not match["space"] and text[: match.start()][-1:].isalnum() and wanted == [0]:
            return match.group()  # an index: `items[0]`
        return match["space"] + valid if valid else ""

    return _MARKER.sub(written, text)


def _held(sources: Sequence[Passage]) -> list[str]:
    return [in_one_line(source.chunk.text) for source in sources if source.role != "assistant"]


def _taken_over(text: str, end: int, marker: str, held: Sequence[str]) -> bool:
    """Return whether a source itself has this bracketed number, ending at `end`, after the same words."""
    at = end - len(marker.lstrip())
    words = _WORDS_BEFORE.search(text, max(0, at - _BEFORE), at)
    if words is None:
        return False
    written = in_one_line(words.group().strip('“”"* ') + marker)
    return any(written in source for source in held)


def apart_from_list(text: str, sources: Sequence[Passage]) -> tuple[str, str]:
    """Split a text with normalised markers into body and the list of sources a model wrote at its end.

    Each line of the list begins with a marker, and at least one names its source's file. A text whose only markers are in such
    lines has no list.
    """
    lines, names = text.splitlines(keepends=True), False
    while lines:
        entry = _ENTRY.match(lines[-1])
        if entry is None and lines[-1].strip():
            break
        names = names or (entry is not None and _names(lines[-1], int(entry["number"]), sources))
        lines.pop()
    body = "".join(lines)
    return (body, text[len(body) :]) if names and MARKERS.search(body) else (text, "")


def _names(line: str, number: int, sources: Sequence[Passage]) -> bool:
    name = (sources[number - 1].document_name or "").casefold() if 1 <= number <= len(sources) else ""
    stem = PurePath(name).stem
    said = line.casefold()
    return bool(name) and (name in said or (len(stem) >= _SHORTEST_NAME and stem in said))
