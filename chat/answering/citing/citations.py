"""Turn markers in an answer into citations: check each sentence that cites against its source, and remove markers without a
source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from chat.answering.checking.source import CheckableSource, checkable_source
from chat.answering.checking.support import check, plainly_supported
from chat.answering.checking.verdict import Verdict
from chat.answering.citing.markers import (
    MARKERS,
    ONE_MARKER,
    apart_from_list,
    as_asked,
    code_of,
    numbers,
    outside_code,
    settle,
    without_half,
)
from chat.domain import Citation, Claim, Passage, Source, Span
from chat.llm.quoting.passage.columns import columns_of
from chat.llm.quoting.presentation.dates import times, written
from chat.llm.quoting.presentation.frames import frame
from chat.text import QUESTION_MARKS, in_lines, sentences, terms
from chat.text.languages import ENGLISH, language_of

_QUOTED = tuple(map(re.compile, ("“(.+)”", '"(.+)"', "“(.+?)”", '"(.+?)"')))
"""Longest match first: a quotation may contain quotation marks."""
_SAID_SHARE = 0.5
"""Share of a sentence from which its quotation is what it says; a shorter quotation is a term that the sentence is about."""
_END = re.compile(r"[.!?…。！？]*[”\"’*_)]*\s*$")
_REMARK = re.compile(r"\s*[(（](?:[^()（）“”]|“[^”]*”)+[)）]")
"""A remark behind a marker, such as the thread that the source is from: not part of the sentence that the next marker ends."""
_NO_CLAIM = re.compile(rf"^\s*(?:#{{1,6}}\s|>|\|)|[:：{''.join(QUESTION_MARKS)}]\s*$|^\s*$")
_MOST_TIMES = 8
"""Most relative dates of one message that are resolved."""
_HELPS = 0.35
"""Share of a claim's words that one of several sources must hold to count as cited for its part."""
_LIKELY = 0.7
"""Share of a sentence's terms that a source must hold to be checked in detail."""


@dataclass(frozen=True, slots=True)
class CitedText:
    """An answer's text with normalised markers, its citations, and the claims of its sentences."""

    text: str
    citations: tuple[Citation, ...]
    """One for each cited source, in order of first use."""
    claims: tuple[Claim, ...]
    """In order of the text."""


def cite(text: str, sources: Sequence[Passage], complete: bool = False, cut: bool = False) -> CitedText:
    """Normalise the markers of a text and check its claims.

    `[n]` refers to `sources[n - 1]`; `[1, 2]` becomes `[1][2]`; a number without a source is removed. Brackets that an answer
    copies from a source ("as shown before [3]") are not markers and are escaped with backslashes, as in Markdown. Nothing in code
    is a marker. `complete`, for text by a model: other notations of markers are understood, sentences without one that a source
    plainly supports get that source's, and a list of sources at the end makes no claims. `cut`: the text may stop anywhere; half
    a marker at its end is removed.
    """
    if cut:
        text = without_half(text)
    settled = settle(as_asked(text, sources) if complete else text, sources)
    ready = cache(lambda marker: _ready(sources[marker - 1]))
    listed = ""
    if complete:
        body, listed = apart_from_list(settled, sources)
        settled = _completed(body, [ready(marker) for marker in range(1, len(sources) + 1)]) + listed
    claims: list[Claim] = []
    verdicts: list[dict[int, Verdict]] = []
    for span, markers in _claims(settled.removesuffix(listed), len(sources)):
        said = settled[span.start : span.end]
        each = {marker: check(said, ready(marker)) for marker in markers}
        claims.append(Claim(span.start, span.end, tuple(each), *_of_all(said, each, sources)))
        verdicts.append(each)
    citations = [
        _citation(
            marker,
            settled,
            [(claim, each[marker]) for claim, each in zip(claims, verdicts, strict=True) if marker in each],
            sources,
        )
        for marker in dict.fromkeys(marker for each in verdicts for marker in each)
    ]
    return CitedText(settled, tuple(citations), tuple(claims))


def _ready(source: Passage) -> CheckableSource:
    """Return a source prepared for checking, which takes longer than checking a sentence."""
    return checkable_source(source.chunk.text, beside(source))


def beside(passage: Passage) -> str:
    """Return what is known of a passage besides its text and may appear in an answer: file, headings and column names; or
    speaker, date, and the dates that its "yesterday" and the like refer to."""
    if passage.chunk.source is Source.DOCUMENT:
        lines = (columns_of(line.strip()) for line in passage.chunk.text.splitlines())
        columns = (name for named in lines if named is not None for name in named.names)
        of_rows = ("The columns",) if passage.chunk.rows else ()  # as in the description of a table
        return ". ".join((passage.document_name or "", *passage.chunk.section, *of_rows, *columns))
    said = passage.created_at
    who = passage.author or ("you user" if passage.role == "user" else "assistant")
    if said is None:
        return f"{who} said"
    told = times(passage.chunk.text, said.date(), _MOST_TIMES)
    language = language_of(passage.chunk.text)
    if language != ENGLISH:  # in the words with which it is quoted
        told = [*told, frame(language).attribution(passage.author, passage.role == "user", said.date())]
    return ". ".join([f"{who} said, {written(said)}, {said:%A}", *told])


def _completed(text: str, ready: Sequence[CheckableSource]) -> str:
    """Add markers to sentences without one that a source plainly supports."""
    code = code_of(text)
    parts, start = [], 0
    for span in sentences(text):
        sentence = text[span.start : span.end]
        inside = any(each.start < span.end and span.start < each.end for each in code)
        behind = MARKERS.match(text, span.start + len(sentence.rstrip()))
        if inside or behind or MARKERS.search(sentence) or _NO_CLAIM.search(sentence):
            continue
        marker = _plainest(sentence, ready)
        if marker is not None:
            at = span.start + _END.search(sentence).start()  # type: ignore[union-attr] # it matches the end of any text
            parts += [text[start:at], f" [{marker}]"]
            start = at
    return "".join(parts) + text[start:]


def _plainest(sentence: str, ready: Sequence[CheckableSource]) -> int | None:
    wanted = set(terms(sentence))
    for marker, source in enumerate(ready, start=1):
        held = sum(term in source.name_forms for term in wanted)
        if held >= _LIKELY * len(wanted) and plainly_supported(sentence, source):
            return marker
    return None


# --- claims ------------------------------------------------------------------------------------------------------


def _claims(text: str, many: int) -> list[tuple[Span, list[int]]]:
    """Return each sentence that cites with the numbers of its markers: the sentence that holds the markers or ends at them."""
    found = []
    start = 0
    for group in outside_code(MARKERS, text):
        stretch = text[start : group.start()]
        spans = [span for span in sentences(stretch) if stretch[span.start : span.end].strip()]
        at = start + spans[-1].start if spans else group.start()
        at += len(text[at : group.start()]) - len(text[at : group.start()].lstrip(" \n.,;:"))
        markers = [number for number in dict.fromkeys(numbers(group.group())) if 1 <= number <= many]
        if markers:
            found.append((Span(at, group.end()), markers))
        start = remark.end() if (remark := _REMARK.match(text, group.end())) else group.end()
    return found


def _of_all(said: str, each: dict[int, Verdict], sources: Sequence[Passage]) -> tuple[bool, str | None]:
    """Return whether a sentence is supported by one of its sources or by all of them together, and if not, why."""
    if any(verdict.supported for verdict in each.values()):
        return True, None
    if len(each) > 1:
        cited = [sources[marker - 1] for marker in each]
        joined = check(said, checkable_source("\n\n".join(one.chunk.text for one in cited), "\n".join(map(beside, cited))))
        return joined.supported, joined.reason
    [verdict] = each.values()
    return False, verdict.reason


def _citation(marker: int, text: str, uses: Sequence[tuple[Claim, Verdict]], sources: Sequence[Passage]) -> Citation:
    said = [ONE_MARKER.sub("", text[claim.start : claim.end]).strip() for claim, _ in uses]
    passage = sources[marker - 1]
    supported = all(
        verdict.supported or (claim.supported and verdict.reason == "words" and verdict.strength >= _HELPS)
        for claim, verdict in uses
    )
    return Citation(marker, passage, quote(next((one for one in said if one), ""), passage.chunk.text), supported)


def quote(claim: str, text: str) -> str:
    """Return the words of `text` closest to the claim: its own quotation if it quotes, else the sentence that shares most
    terms."""
    claim = claim.replace("\\[", "[").replace("\\]", "]")
    quoted = [words for pattern in _QUOTED for words in pattern.findall(claim) if len(words) >= _SAID_SHARE * len(claim)]
    for words in (*quoted, claim):
        found = _find(words, text)
        if found:
            return text[found.start : found.end]
    wanted = set(terms(claim))
    spans = [span for span in sentences(text) if text[span.start : span.end].strip()]
    if not spans:
        return text
    best = max(spans, key=lambda span: len(wanted & set(terms(text[span.start : span.end]))))
    return text[best.start : best.end].strip()


def _find(words: str, text: str) -> Span | None:
    """Find words in a text, ignoring differences in white space."""
    words = words.strip("… ")
    found = in_lines(words).search(text) if words.strip() else None
    return Span(found.start(), found.end()) if found else None
