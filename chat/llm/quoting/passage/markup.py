"""Bring the markup of a passage into one form: without what is not worth quoting, code blocks of reStructuredText fenced, titles
with a line below them as `##` headings, and lists of definitions as tables."""

from __future__ import annotations

import re
from textwrap import dedent

from chat.text.code_fences import fenced
from chat.text.markdown import without_html
from chat.text.ranges import changed_outside

_QUOTATION = re.compile(r"^[^\S\n]{0,3}>(?!>)[^\S\n]?", re.MULTILINE)
_WITHIN_THE_PAGE = re.compile(r"^[^\S\n]*(?:[-*+]|\d{1,3}[.)])[^\S\n]+\[[^\]\n]*\]\(#[^)\n]*\)[^\S\n]*$", re.MULTILINE)
"""An item of a table of contents."""
_LITERAL = re.compile(
    r"^(?P<indent>[^\S\n]*)(?:\.\. (?:code|code-block|sourcecode)::[^\S\n]*(?P<language>\w*)|(?P<lead>(?!\.\. )[^\n]*\S)?::)"
    r"[^\S\n]*\n"
    r"(?:[^\S\n]*\n)+(?P<code>(?:(?P=indent)[^\S\n]+[^\n]*(?:\n|\Z)|[^\S\n]*\n)+)",
    re.MULTILINE,
)
"""A "literal block" of the reStructuredText specification: indented text behind a paragraph that ends in two colons, or behind
the directive for code."""

_UNDERLINED = re.compile(
    r"(?:(?<=\n\n)|\A)(?:[=~^*+#\"-]{3,}\n)?[^\S\n]?(?P<title>[^\s|][^|\n]{0,99})\n(?P<line>([=~^*+#\"-])\3{2,})[^\S\n]*(?=\n|\Z)"
)
"""A section title of reStructuredText or plain text, or a "setext heading" of Markdown."""
_REQUEST = (
    r"[^\S\n]*[*`]*(?P<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)[*`]*[^\S\n]+"
    r"[*`]*(?P<path>(?:https?:/)?/[^\s`*]*)[*`]*[^\S\n]*"
)
"""A line that holds nothing but the method and path of an HTTP request."""
_TITLED_REQUEST = re.compile(rf"^(?P<title>#{{1,6}}[^\S\n].*\n\s*){_REQUEST}$", re.MULTILINE)
_SAID_REQUEST = re.compile(rf"^{_REQUEST}\n(?:[^\S\n]*\n)?(?P<said>[^\W_a-z][^|\n]{{3,360}})$", re.MULTILINE)
"""A request above what it does, if nothing but the request is a title of this."""
_SECTION = re.compile(r"^\[{1,2}(?P<name>[\w.\"-]+)\]{1,2}(?=\n+[^\W\d][\w.-]* ?=)", re.MULTILINE)
"""The name of a section of an INI or TOML file."""
_SIMPLE_TABLE = re.compile(
    r"^(?P<border>={2,}(?:[^\S\n]+={2,})+)[^\S\n]*\n(?:(?P<head>(?!=)[^|\n]+)\n(?P=border)[^\S\n]*\n)?"
    r"(?P<rows>(?:(?!=)[^|\n]*\S[^|\n]*\n)+)(?P=border)[^\S\n]*$",
    re.MULTILINE,
)
"""A "simple table" of reStructuredText: columns below lines of equals signs."""
_LIST_TABLE = re.compile(r"^[^\S\n]*\.\. list-table::.*\n(?:[^\S\n]+:[\w-]+:.*\n)*", re.MULTILINE)
_ROWS = re.compile(r"^(?P<indent>[^\S\n]*)\* - [^\n]*\n(?:(?P=indent)(?:  [^\n]*|\* - [^\n]*)(?:\n|\Z))+", re.MULTILINE)
"""The rows of the directive `list-table` of reStructuredText."""
_CELL = re.compile(r"^[^\S\n]*(?P<first>\* )? *- ?", re.MULTILINE)
_MOST_DEFINED = 360
"""Most characters of a definition that is quoted as a row."""
_DEFINED = (
    r"(?!(?:[-*+•]|\.\.|\d+[.)])\s)(?P<term>(?:[-`*:]|[^\W_])[^|\n]{0,78}[^|\n.:;,!?(){}\[\]]|\w)\n"
    r"(?::[^\S\n]+|[^\S\n]{2,}(?=[^\W_a-z]|`))"
    r"(?P<said>(?![-*+•|:>]\s|\.\.)\S[^|\n]*(?:\n[^\S\n]+(?![-*+•]\s)\S[^|\n]*)*)(?:\n|\Z)"
)
"""A term with its definition on the next line, indented or behind a colon, as in man pages and "definition lists"."""
_ONE_DEFINED, _ALL_DEFINED = re.compile(_DEFINED), re.compile(rf"(?:(?<=\n\n)|\A)(?:{_DEFINED})+")


def without_markup(text: str) -> str:
    """Return the text without HTML tags and comments, block quote markers and links to other parts of the same page, except in
    fenced code; literal blocks of reStructuredText are fenced as in Markdown."""
    plain = changed_outside(fenced(text), _plain, text)
    return changed_outside(fenced(plain), _in_one_form, plain)


def _in_one_form(text: str) -> str:
    text = _SECTION.sub(r"## \g<name>", text)
    text = _SIMPLE_TABLE.sub(_in_columns, _UNDERLINED.sub(r"## \g<title>", text))
    text = _ROWS.sub(_as_rows, _LIST_TABLE.sub("", text))
    text = _ALL_DEFINED.sub(lambda defined: _ONE_DEFINED.sub(_as_row, defined[0]), text)
    text = _TITLED_REQUEST.sub(r"\g<title>```http\n\g<method> \g<path>\n```\n", text)
    return _SAID_REQUEST.sub(r"| `\g<method> \g<path>` | \g<said> |", text)


def _as_row(match: re.Match[str]) -> str:
    definition = " ".join(match["said"].split())
    return f"| {match['term'].strip()} | {definition} |\n" if len(definition) <= _MOST_DEFINED else match[0]


def _in_columns(match: re.Match[str]) -> str:
    """Return a simple table as rows of Markdown; a line without a first cell goes on with the row above it."""
    starts = [column.start() for column in re.finditer("=+", match["border"])]
    ends = [*starts[1:], None]

    def cells(line: str) -> list[str]:
        return [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]

    rows = [cells(match["head"]), ["---"] * len(starts)] if match["head"] else []
    for line in match["rows"].splitlines():
        below = cells(line)
        if below[0] or not rows:
            rows.append(below)
        else:
            rows[-1] = [" ".join(filter(None, both)) for both in zip(rows[-1], below, strict=True)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _as_rows(match: re.Match[str]) -> str:
    rows = list[list[str]]()
    for line in match[0].splitlines():
        cell = _CELL.match(line)
        if cell is not None and cell["first"]:
            rows.append([])
        if cell is not None:
            rows[-1].append(line[cell.end() :].strip())
        else:
            rows[-1][-1] = f"{rows[-1][-1]} {line.strip()}".strip()
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) if "|" not in match[0] else match[0]


def _plain(text: str) -> str:
    text = without_html(text)
    if "](#" in text:
        text = _WITHIN_THE_PAGE.sub("", text)
    if ">" in text:
        text = _QUOTATION.sub("", text)
    return _LITERAL.sub(_fenced, text) if "::" in text else text


def _fenced(match: re.Match[str]) -> str:
    lead = f"{match['indent']}{match['lead']}:\n\n" if match["lead"] else ""
    return f"{lead}```{match['language'] or ''}\n{dedent(match['code']).strip()}\n```\n\n"
