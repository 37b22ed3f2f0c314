"""Turn quotes into an answer: with who said them and when, as bullets or steps, and with relative dates such as "yesterday"
resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import indent
from typing import Literal

from chat.domain import Passage, Source
from chat.llm.quoting.presentation.dates import times
from chat.llm.quoting.presentation.frames import Frame, frame
from chat.text import without_markers
from chat.text.languages import ENGLISH

_LISTED = frozenset({"list", "how to"})
"""Kinds of question for which several quotes are set as bullets."""
MOST_ITEMS = 12
"""Most items quoted from a list."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a source, with the number of the source."""

    marker: int
    text: str
    rephrased: bool = False
    """Rephrased (a table row), so not put in quotation marks."""
    items: tuple[str, ...] = ()
    """Items of the list that the words announce."""
    items_rephrased: bool = False
    """The items are table rows."""
    steps: bool = False
    """Whether the items are steps to be done in order."""
    also: int | None = None
    """Number of the source that names the columns of a table row."""
    code: str = ""
    """Fenced code blocks that belong to the words."""
    codes: tuple[str, ...] = ()
    """Code blocks of each item; empty if no item has any."""
    decides: Literal["Yes", "No"] | None = None
    """The answer that it gives to a yes-or-no question."""
    partly: bool = False
    """A later statement replaced something in it that the question is not about."""


def word_answer(quotes: Sequence[Quote], sources: Sequence[Passage], kind: str = "fact", language: str = ENGLISH) -> list[str]:
    """Return the paragraphs of an answer in a language (`chat.text.languages.language_of`).

    The quote that decides the question comes first; what one person said on one day is joined into one sentence, except for
    statements replaced later, which stand alone with that remark.
    """
    framing = frame(language)
    decisive = next((quote for quote in quotes if quote.decides), None)
    ordered = [*(quote for quote in quotes if quote is decisive), *(quote for quote in quotes if quote is not decisive)]
    lead = f"{framing.no if decisive.decides == 'No' else framing.yes}. " if decisive is not None else ""
    if kind in _LISTED and len(ordered) > 1 and not any(quote.items or quote.code for quote in ordered):
        return [
            "\n".join(
                f"- {_attribution(sources[quote.marker - 1], framing)}{_word_quote(quote, sources, kind, framing)}"
                for quote in ordered
            )
        ]
    by_speech: dict[tuple[str, int], list[Quote]] = {}
    for quote in ordered:
        source = sources[quote.marker - 1]
        attribution = _attribution(source, framing)
        alone = quote.marker if not attribution or quote.partly or source.superseded_by is not None else 0
        by_speech.setdefault((attribution, alone), []).append(quote)
    paragraphs = [part for group in by_speech.values() for part in _paragraphs(group, sources, kind, framing)]
    return [f"{lead}{paragraphs[0]}", *paragraphs[1:]] if paragraphs else []


def word_unanswered(unanswered: Sequence[str], language: str) -> str:
    """Return the sentence that names the halves of a question that nothing answers."""
    framing = frame(language)
    return framing.nothing.replace("{asked}", "”, “".join(without_markers(half.strip(" ¿?.!")) for half in unanswered))


def word_disagreement(language: str) -> str:
    """Return the sentence that says that what a person said about something may not agree."""
    return frame(language).disagreeing


def _paragraphs(quotes: Sequence[Quote], sources: Sequence[Passage], kind: str, framing: Frame) -> list[str]:
    """Return paragraphs: quotes joined into one sentence, table rows joined by semicolons; lists and quotes with code stand
    alone."""
    plain = [quote for quote in quotes if not (quote.items or quote.code)]
    quoted = [_word_quote(quote, sources, kind, framing) for quote in plain]
    if any(quote.rephrased for quote in plain):
        quoted = ["; ".join(quoted)]
    elif len(quoted) > 1:
        quoted = [f"{', '.join(quoted[:-1])}{framing.joined}{quoted[-1]}"]
    attribution = _attribution(sources[quotes[0].marker - 1], framing)
    alone = [quote for quote in quotes if quote.items or quote.code]
    by_themselves = [
        _list(quote, sources, framing) if quote.items else f"{_word_quote(quote, sources, kind, framing)}\n\n{quote.code}"
        for quote in alone
    ]
    return [*(f"{attribution}{each}" for each in quoted), *by_themselves]


def _list(quote: Quote, sources: Sequence[Passage], framing: Frame) -> str:
    bullets = [f"{at}." for at in range(1, len(quote.items) + 1)] if quote.steps else ["-"] * len(quote.items)
    items = [_bare(item) if quote.items_rephrased else f"“{_bare(item)}”" for item in quote.items]
    lines = [f"{sign} {item} [{quote.marker}]" for sign, item in zip(bullets, items, strict=True)]
    if quote.codes:
        lines = [f"{line}{_indented_code(code, sign)}" for line, code, sign in zip(lines, quote.codes, bullets, strict=True)]
    attribution = _attribution(sources[quote.marker - 1], framing)
    head = f"{attribution}{_word_quote(quote, sources, '', framing)}" if quote.text else attribution.rstrip()
    return "\n\n".join(filter(None, (head, "\n".join(lines))))


def _indented_code(code: str, sign: str) -> str:
    """Indent an item's code as far as its words."""
    return f"\n\n{indent(code, ' ' * (len(sign) + 1))}\n" if code else ""


def _word_quote(quote: Quote, sources: Sequence[Passage], kind: str, framing: Frame) -> str:
    """Return the quoted words with their marker; where it was said, and that it no longer holds, follow the marker because the
    source does not support that."""
    source = sources[quote.marker - 1]
    words = _bare(quote.text) if quote.rephrased else f"“{_bare(quote.text)}”"
    also = f"[{quote.also}]" if quote.also else ""
    behind = f"{_thread_remark(source, framing)}{_superseded_remark(quote, source, framing)}"
    return f"{words}{_time(quote, source) if kind == 'when' else ''} [{quote.marker}]{also}{behind}"


def _bare(text: str) -> str:
    """Strip quotation marks around the whole text, and half of such a pair; quotations within it keep theirs."""
    opened, closed = text.count("“"), text.count("”")
    if text.startswith("“") and (opened > closed or (opened == closed == 1 and text.endswith("”"))):
        text, opened = text[1:], opened - 1
    if text.endswith("”") and closed > opened:
        text = text[:-1]
    return without_markers(text)


def _time(quote: Quote, source: Passage) -> str:
    named = times(quote.text, source.created_at.date()) if source.created_at is not None else []
    return f" ({'; '.join(named)})" if named else ""


def _attribution(source: Passage, framing: Frame) -> str:
    if source.chunk.source is Source.DOCUMENT or source.created_at is None:
        return ""
    return framing.attribution(source.author, source.role == "user", source.created_at.date())


def _superseded_remark(quote: Quote, source: Passage, framing: Frame) -> str:
    """Return the remark for a statement that a later one replaced, in whole or in part."""
    if quote.partly:
        return f" {framing.partly}"
    return f" {framing.otherwise}" if source.superseded_by is not None else ""


def _thread_remark(source: Passage, framing: Frame) -> str:
    """Return the remark for what was said in another thread."""
    if source.elsewhere is None or source.elsewhere.kind == "library":
        return ""
    name = source.elsewhere.name.replace("[", "(").replace("]", ")")  # brackets in a name must not be read as a marker
    return f" {framing.elsewhere.replace('{name}', name)}"
