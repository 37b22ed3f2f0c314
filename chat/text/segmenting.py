"""Split text into paragraphs and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise

import sentencex

from chat.domain import Span
from chat.panics import Panicked, panics
from chat.text.calendar_names import MONTHS, one_of
from chat.text.languages import code_of

_ITEM = rf"(?!\d{{1,2}}\.[^\S\n]+(?i:{one_of(MONTHS)})\b)(?:\(?\w{{1,3}}\)|\(?(?:\d{{1,3}}|[^\W\d_]|[ivxIVX]{{1,4}})\.)"
"""The number or letter of a list item: neither a day ("31. December") nor a short word that ends a sentence ("it.")."""
STAMPED = re.compile(r"\[?(?:\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2} [ \d]\d )\d\d:\d\d:\d\d")
"""The time at the beginning of a line of a log."""
_SALUTATION = (
    r"(?:Dear|Hello|Hi|Sehr geehrte[rs]?|Liebe[rs]?|Hallo|Guten Tag|Madame|Monsieur|Mesdames|Messieurs"
    r"|Chère?s?|Estimad[oa]s?|Querid[oa]s?"
    r"|Muy señor(?:es)?)\b[^\n.;:]{0,60}[,:][^\S\n]*(?=\n)"
)
_REGARDING = r"(?:Subject|Re|Betreff|Betrifft|Objet|Concerne|Asunto)[^\S\n]?:[^\S\n]"
_BLOCK_END = re.compile(
    r"\n[^\S\n]*\n\s*"  # a blank line
    rf"|\n(?=[^\S\n]*(?:[-*+•‣◦▪●■–—]\s|{_ITEM}\s|#{{1,6}}\s|[|>]"  # a list item, heading, table row or quotation follows
    r"|\d{1,2}(?:\.\d{1,2}){1,3}\.?[^\S\n]+[A-ZÀ-ÖØ-ÞА-Я]))"  # or a clause (`7.2.1 Failure to pay`)
    rf"|\n(?={STAMPED.pattern})"  # or a line of a log
    rf"|\n(?={_SALUTATION}|{_REGARDING})"  # or the salutation of a letter, or what it is about
    rf"|(?<=\n){_SALUTATION}\n"  # or the salutation is above
    r"|(?<=[.!?;:])\n(?=[^\S\n]*§[^\S\n]?\d)"  # or, below the end of a sentence, a paragraph of a law or contract
)
_WINDOW = 2_000
"""Number of characters passed to the segmenter at once: on text with several bytes per character it takes quadratic time (80,000
characters of Japanese in one paragraph: 0.7 s; in windows of 2,000: 0.02 s)."""
QUESTION_MARKS = ("?", "？", "؟")
WRITTEN_QUESTION_MARKS = (*QUESTION_MARKS, "՞", "፧", ";")
"""Question marks including those that are other signs elsewhere, like the Greek one: for lines a model was told to write as
questions."""
_ORDINAL = re.compile(r"[^\s\d][^\S\n]+\d{1,2}\.[^\S\n]+$")
"""A number with a full stop, an ordinal in a dozen languages; at the beginning of a line it numbers a list item instead."""
_NO_ORDINALS = frozenset(("en", "fr", "es", "it", "pt", "nl", "ca", "ro", "ru", "ar", "hi", "ja", "ko", "zh"))
_ABBREVIATED = re.compile(
    r"\b(?:mwst|ust|zzgl|abzgl|inkl|exkl|evtl|ggf|gem|sog|bzgl|abs|art|nr|std|mio|mrd|tel|\w*str|env|aprox|av|sig|tzw)\.[^\S\n]+$"
    r"|(?<!\w\.)(?<!\d )\b(?-i:MM?|Mme|Mlle|Mgr|Me|Pr|Dre?|Hrn?|Frl?|Sra?|Srta|Dña|Lic|Dott|Dra)\.[^\S\n]+$",
    re.IGNORECASE,
)
"""Abbreviations that sentencex does not know."""
_ENGLISH_ABBREVIATED = re.compile(r"\b(?:Ms|Mx|Ft|vs|[Aa]pprox|\w+str)\.[^\S\n]+$")
"""Abbreviations in English text that sentencex takes for the end of a sentence, some only after other words ("is Ms. Lee")."""
_ENGLISH_END = re.compile(r"(?:(?<=\bMay\.)|(?<=\bart\.)|(?<=\bill\.)|(?<=\bno\.))\s+(?=[A-Z])")
"""The end of an English sentence after a word that sentencex takes for an abbreviation."""
_BACKTICK = re.compile(r"(?<!`)`(?!`)")
_WIDE_SPACE = re.compile(r"[^\S\x00-\x7f](?=[^\w\s])")
"""Whitespace of several bytes before a mark, as in "vitamin A\u00a0.": sentencex takes it for one byte and panics."""
_CLOSING = re.compile(r"(?:\*{1,3}|_{1,3}|[)\]”’»\"'])+(?=\s)\s+")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_FALLBACK_END = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])")


def sentences(text: str) -> list[Span]:
    """Return contiguous spans that cover the text exactly; the space after a sentence belongs to it. No span for an empty text.

    A blank line always ends a sentence, a single line feed only before a list item, clause, heading, table row or quotation,
    since text from PDFs has line breaks anywhere.
    """
    spans = []
    for block in paragraphs(text):
        start = block.start
        for length in _sentence_lengths(text[block.start : block.end]):
            spans.append(Span(start, start + length))
            start += length
    return spans


def asking(text: str) -> str:
    """Return the sentences that end in a question mark, unchanged; empty if there are none."""
    return "".join(part for span in sentences(text) if (part := text[span.start : span.end]).rstrip().endswith(QUESTION_MARKS))


def asks_only(text: str) -> bool:
    """Return whether a text consists of nothing but questions, that is, every sentence ends in a question mark.

    Requests without one ("List all meetings") are recognised by `dialogue.telling.only_requests`.
    """
    return text.rstrip().endswith(QUESTION_MARKS) and asking(text).strip() == text.strip()


def paragraphs(text: str) -> list[Span]:
    """Return contiguous spans that cover the text: paragraphs between blank lines, and each list item or heading by itself."""
    ends = [match.end() for match in _BLOCK_END.finditer(text)]
    return [Span(start, end) for start, end in pairwise([0, *ends, len(text)]) if start < end]


def _sentence_lengths(block: str) -> Iterator[int]:
    """Yield lengths that add up to the block's. The last sentence of a window is cut off by it, and starts the next window."""
    start = 0
    while start < len(block):
        window = block[start : start + _WINDOW]
        lengths = _segmented(window)
        if start + len(window) < len(block):
            lengths = lengths[:-1] or [_last_space(window)]
        yield from lengths
        start += sum(lengths)


def _segmented(window: str) -> list[int]:
    body = window.rstrip()
    if not body:
        return [len(window)]
    code = code_of(body)
    lengths: list[int] = []
    with suppress(Panicked), panics():
        parts: Iterable[str] = sentencex.segment(code, _WIDE_SPACE.sub(" ", body))
        parts = _divided(parts) if code == "en" else parts
        lengths = [len(sentence) for sentence in _whole(_closed(parts), code) if sentence]
    if sum(lengths) != len(body):  # sentencex loses characters of some odd texts, and panics at others
        ends = [match.end() for match in _FALLBACK_END.finditer(body)]
        lengths = [end - start for start, end in pairwise([0, *ends, len(body)]) if start < end]
    lengths[-1] += len(window) - len(body)
    return lengths


def _divided(parts: Iterable[str]) -> Iterator[str]:
    """Yield English sentences, divided after words such as "May." that sentencex takes for abbreviations."""
    for part in parts:
        ends = [match.end() for match in _ENGLISH_END.finditer(part)]
        yield from (part[start:end] for start, end in pairwise([0, *ends, len(part)]))


def _closed(parts: Iterable[str]) -> Iterator[str]:
    """Yield sentences together with the marks that close them ("**Note.** Keep it dry.")."""
    before = ""
    for part in parts:
        closing = _CLOSING.match(part) if before else None
        if closing:
            before, part = before + closing[0], part[closing.end() :]
        if before and part:
            yield before
        before = part or before
    yield before


def _whole(parts: Iterable[str], code: str) -> Iterator[str]:
    """Yield sentences, joining those that were split after "am 31." or "zzgl.", or within a Markdown code span ("`./data`")."""
    begun = ""
    for part in parts:
        if begun and not _goes_on(begun, part, code):
            yield begun
            begun = ""
        begun += part
    yield begun


def _goes_on(begun: str, part: str, code: str) -> bool:
    if part.startswith((":", ";", ",")):
        return True
    if _ORDINAL.search(begun):
        word = _FIRST_WORD.match(part)
        return code not in _NO_ORDINALS or (word is not None and (word[0].islower() or word[0].casefold() in MONTHS))
    return bool((_ENGLISH_ABBREVIATED if code == "en" else _ABBREVIATED).search(begun)) or _is_in_code(begun, part)


def _is_in_code(begun: str, part: str) -> bool:
    """Return whether a code span is open at the end of a text's last line that the next part closes on its first line."""
    line = begun[begun.rfind("\n") + 1 :]
    return len(_BACKTICK.findall(line)) % 2 == 1 and bool(_BACKTICK.search(part.partition("\n")[0]))


def _last_space(window: str) -> int:
    return max(window.rfind(" "), window.rfind("\n")) + 1 or len(window)
