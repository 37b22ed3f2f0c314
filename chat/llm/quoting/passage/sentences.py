"""Split text into sentences of one line each, without the headings above them and, if it is a table or a list, by its lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from chat.domain import Span
from chat.llm.quoting.passage.shortening import LONGEST
from chat.text import in_one_line, sentences

_LINES = 240
"""Most characters of lines that are grouped together."""
_FEWEST_ROWS = 3
_TITLED = 3
"""Fewest lines of a sentence that may contain titles."""
_FULL = 0.9
"""Share of the longest line's length from which a line counts as full; letters differ in width."""
_MARKED = re.compile(r"^(?:#{1,6}\s.*\n\s*)+")
"""Markdown headings on the lines above a sentence."""
_BARE_NUMBER = re.compile(r"^\(?(?:\d{1,2}|[a-zA-Z])[.)]$")
_ANNOUNCES_STEPS = re.compile(r"(?P<announces>.*[^\s:]:) (?P<number>\(?1[.)])")
"""An announcement with the number of the first of the steps that follow it in the same paragraph."""
_SECOND_STEP = re.compile(r"\s\(?2[.)]\s")
_NEXT_NUMBER = re.compile(r"\s*\(?\d{1,2}[.)]\s")
NUMBERED_TITLE = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,3}\.? [^\W\d_a-z][^\d.!?:;]{0,60}$")
_BEFORE_A_NOUN = re.compile(r"(?:D(?:er|ie|as|em|en|es)|(?:K|M|S)?[Ee]ine?[mnrs]?)\s(?:.*\s)?[a-zäöüß-]+e[mnrs]?$")
"""A German article with an adjective at the end of a line: the noun, with a capital letter, follows on the next."""
_CAPTION = re.compile(r"(?<=\S)\s+(?=\[shared [^\]]*\]?$)")
"""The white space between a sentence and a shared picture after it."""
ENDS = (".", "!", "。", "！", "।", "॥", "۔", "”", "」", "』")
"""How sentences end that state something."""
_LOWER = 0.35
"""Share of lower-case words below which a line is taken for a table row or a title."""
HEADING = re.compile(r"^#{1,6}\s")


def one_line_sentences(text: str) -> list[str]:
    """Split text into sentences of one line each; a step's number is joined to its sentence, a shared picture is split off."""
    width = max(map(len, text.splitlines()), default=0)
    found: list[str] = []
    number = ""
    for piece in (each for span in sentences(text) for each in _headed(text, span, width)):
        line = in_one_line(piece)
        if _BARE_NUMBER.match(line.lstrip("# ")):
            number = f"{line} "
        elif (steps := _ANNOUNCES_STEPS.fullmatch(line)) is not None and _SECOND_STEP.search(text):
            found.append(number + steps["announces"])
            number = f"{steps['number']} "
        elif line:
            above = number if number.startswith("#") else f"# {number}"
            found += _CAPTION.split(above + line[2:] if number and HEADING.match(line) else number + line)
            number = ""
    return found


def _headed(text: str, span: Span, width: int) -> list[str]:
    """Return the lines above a sentence as headings, followed by the sentence.

    A sentence that begins within a line has no headings, unless only a number is before it ("8. Pets", "## 8. Pets") and the next
    number does not follow it, as it would follow a step.
    """
    whole = text[span.start : span.end]
    sentence, start = whole.strip(), span.end - len(whole.lstrip())
    before = text[text.rfind("\n", 0, start) + 1 : start].strip(" \t")
    if before and (not _BARE_NUMBER.match(before.lstrip("# ")) or _NEXT_NUMBER.match(text, span.end)):
        return by_lines(sentence, width)
    body = without_heading(_MARKED.sub("", sentence), width)
    above = sentence.removesuffix(body).splitlines()
    return [*(line if HEADING.match(line) else f"# {line}" for line in above), *by_lines(body, width)]


def without_heading(sentence: str, width: int) -> str:
    """Strip the heading on the line before a sentence, in text whose lines have at most `width` characters.

    A line that ends although the next word would have fitted was ended on purpose, unlike running text.
    """
    first, _, rest = sentence.partition("\n")
    if _BEFORE_A_NOUN.match(first):
        return sentence
    if not rest[:1].isupper() or not rest.endswith((".", "!")) or first.endswith((".", ",", ";", ":")):
        return sentence
    if len(first) + 1 + len(rest.split(maxsplit=1)[0]) >= _FULL * width and not NUMBERED_TITLE.match(first):
        return sentence
    return without_heading(rest, width)


def by_lines(sentence: str, width: int = 0) -> list[str]:
    """Return a sentence unchanged, with titles on the lines above it split off; split what is too long for one (a table, a list)
    into groups of lines."""
    lines = sentence.splitlines()
    announcing = next((at for at, line in enumerate(lines[:-1], start=1) if line.rstrip().endswith(":")), 0)
    if announcing:
        return [part for half in (lines[:announcing], lines[announcing:]) for part in by_lines("\n".join(half), width)]
    if len(sentence) <= LONGEST and len(lines) < _TITLED:
        return [sentence]
    if _are_rows(lines, width):
        return lines
    groups = [""]
    for before, line in pairwise(["", *lines]):
        ended = _ended(before, line, width)
        full = len(groups[-1]) + len(line) > _LINES and (ended or not is_plain(f"{before} {line}"))
        if groups[-1] and (full or (ended and is_plain(before) != is_plain(line))):
            groups.append("")
        groups[-1] = f"{groups[-1]}\n{line}" if groups[-1] else line
    return groups


def _are_rows(lines: Sequence[str], width: int) -> bool:
    """Return whether each of several lines ends on purpose and without punctuation, as the rows of an unmarked table do."""
    if len(lines) < _FEWEST_ROWS or any(line.rstrip().endswith((".", "!", "?", ",", ";", ":", "-")) for line in lines):
        return False
    return all(_ended(line, following, width) for line, following in pairwise(lines))


def _ended(line: str, following: str, width: int) -> bool:
    """Return whether a line was ended on purpose, that is, the next word would have fitted."""
    first = following.split(maxsplit=1)
    return (
        bool(first)
        and not first[0][:1].islower()
        and not line.rstrip().endswith((",", ";", "-", "–", "&"))
        and len(line) + 1 + len(first[0]) < _FULL * width
    )


def is_plain(text: str) -> bool:
    if is_uncased(text):
        return "|" not in text and text.endswith(ENDS) and any(map(str.isalpha, text))
    words = text.split()
    return "|" not in text and sum(word[:1].islower() for word in words) >= _LOWER * len(words)


def is_uncased(text: str) -> bool:
    """Return whether a text is in a script without capital letters, except perhaps for a name or two."""
    letters = [letter for letter in text if letter.isalpha()]
    return 2 * sum(letter.upper() != letter.lower() for letter in letters) < len(letters)
