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
    told: bool = False
    """Rephrased (a table row), so not put in quotation marks."""
    items: tuple[str, ...] = ()
    """Items of the list that the words announce."""
    items_told: bool = False
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


def worded(quotes: Sequence[Quote], sources: Sequence[Passage], kind: str = "fact", language: str = ENGLISH) -> list[str]:
    """Return the paragraphs of an answer in a language (`chat.text.languages.language_of`).

    The quote that decides the question comes first; what one person said on one day is joined into one sentence, except for
    statements replaced later, which stand alone with that remark.
    """
    around = frame(language)
    decisive = next((quote for quote in quotes if quote.decides), None)
    ordered = [*(quote for quote in quotes if quote is decisive), *(quote for quote in quotes if quote is not decisive)]
    lead = f"{around.no if decisive.decides == 'No' else around.yes}. " if decisive is not None else ""
    if kind in _LISTED and len(ordered) > 1 and not any(quote.items or quote.code for quote in ordered):
        return [
            "\n".join(f"- {_said(sources[quote.marker - 1], around)}{_quoted(quote, sources, kind, around)}" for quote in ordered)
        ]
    by_speech: dict[tuple[str, int], list[Quote]] = {}
    for quote in ordered:
        source = sources[quote.marker - 1]
        said = _said(source, around)
        alone = quote.marker if not said or quote.partly or source.superseded_by is not None else 0
        by_speech.setdefault((said, alone), []).append(quote)
    paragraphs = [part for group in by_speech.values() for part in _paragraphs(group, sources, kind, around)]
    return [f"{lead}{paragraphs[0]}", *paragraphs[1:]] if paragraphs else []


def nothing_on(unanswered: Sequence[str], language: str) -> str:
    """Return the sentence that names the halves of a question that nothing answers."""
    around = frame(language)
    return around.nothing.replace("{asked}", "”, “".join(without_markers(half.strip(" ¿?.!")) for half in unanswered))


def _paragraphs(quotes: Sequence[Quote], sources: Sequence[Passage], kind: str, around: Frame) -> list[str]:
    """Return paragraphs: quotes joined into one sentence, table rows joined by semicolons; lists and quotes with code stand
    alone."""
    plain = [quote for quote in quotes if not (quote.items or quote.code)]
    said = [_quoted(quote, sources, kind, around) for quote in plain]
    if any(quote.told for quote in plain):
        said = ["; ".join(said)]
    elif len(said) > 1:
        said = [f"{', '.join(said[:-1])}{around.joined}{said[-1]}"]
    beginning = _said(sources[quotes[0].marker - 1], around)
    alone = [quote for quote in quotes if quote.items or quote.code]
    by_themselves = [
        _list(quote, sources, around) if quote.items else f"{_quoted(quote, sources, kind, around)}\n\n{quote.code}"
        for quote in alone
    ]
    return [*(f"{beginning}{each}" for each in said), *by_themselves]


def _list(quote: Quote, sources: Sequence[Passage], around: Frame) -> str:
    signs = [f"{at}." for at in range(1, len(quote.items) + 1)] if quote.steps else ["-"] * len(quote.items)
    items = [_bare(item) if quote.items_told else f"“{_bare(item)}”" for item in quote.items]
    lines = [f"{sign} {item} [{quote.marker}]" for sign, item in zip(signs, items, strict=True)]
    if quote.codes:
        lines = [f"{line}{_below(code, sign)}" for line, code, sign in zip(lines, quote.codes, signs, strict=True)]
    said = _said(sources[quote.marker - 1], around)
    head = f"{said}{_quoted(quote, sources, '', around)}" if quote.text else said.rstrip()
    return "\n\n".join(filter(None, (head, "\n".join(lines))))


def _below(code: str, sign: str) -> str:
    """Indent an item's code as far as its words."""
    return f"\n\n{indent(code, ' ' * (len(sign) + 1))}\n" if code else ""


def _quoted(quote: Quote, sources: Sequence[Passage], kind: str, around: Frame) -> str:
    """Return the quoted words with their marker; where it was said, and that it no longer holds, follow the marker because the
    source does not support that."""
    source = sources[quote.marker - 1]
    words = _bare(quote.text) if quote.told else f"“{_bare(quote.text)}”"
    also = f"[{quote.also}]" if quote.also else ""
    behind = f"{_origin(source, around)}{_otherwise(quote, source, around)}"
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


def _said(source: Passage, around: Frame) -> str:
    if source.chunk.source is Source.DOCUMENT or source.created_at is None:
        return ""
    return around.said(source.author, source.role == "user", source.created_at.date())


def _otherwise(quote: Quote, source: Passage, around: Frame) -> str:
    """Return the remark for a statement that a later one replaced, in whole or in part."""
    if quote.partly:
        return f" {around.partly}"
    return f" {around.otherwise}" if source.superseded_by is not None else ""


def _origin(source: Passage, around: Frame) -> str:
    """Return the remark for what was said in another thread."""
    if source.elsewhere is None or source.elsewhere.kind == "library":
        return ""
    name = source.elsewhere.name.replace("[", "(").replace("]", ")")  # brackets in a name must not be read as a marker
    return f" {around.elsewhere.replace('{name}', name)}"
