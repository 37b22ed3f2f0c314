r"""Formulas in an answer, converted to the delimiters that the page's Markdown supports; all other dollar signs are escaped.

Models write `\( \)`, `\[ \]`, `$ $` and `$$ $$`. The page supports only the last two, and would take the words between two
prices for a formula.
"""

from __future__ import annotations

import re

from chat.answering.citing.markers import outside_code
from chat.ui.changes import Change

_ANY = r"(?:(?!\n[^\S\n]*\n).)+?"
"""Matches up to the end of the paragraph, so that an unclosed delimiter does not affect the rest of the text."""
_FORMULA = re.compile(
    rf"""https?://\S+
    | (?<!\\)\\\[(?P<brackets>{_ANY})(?<!\\)\\\]
    | (?<!\\)\\\((?P<round>{_ANY})(?<!\\)\\\)
    | (?P<environment>\\begin\{{(?P<name>(?:equation|align|gather)\*?)\}}{_ANY}\\end\{{(?P=name)\}})
    | (?<!\\)\$\$(?P<dollars>{_ANY})\$\$
    | (?<![\w$\\])\$(?P<dollar>(?!\s)[^$\n`]+?(?<![\s\\]))\$(?![\w$])
    | (?<!\\)\$+""",
    re.VERBOSE | re.DOTALL,
)
_OPENING = re.compile(r"(?<!\\)(?:\\\[|\\\(|\\begin\{|\$\$)|(?<![\w$\\])\$(?![\s\d$`])|\\\Z")
_LONGEST = 1_200
_TEXT = re.compile(r"\\(?:text|textrm|textbf|mathrm|operatorname)\*?\{[^{}]*\}|\\[a-zA-Z]+")
_SIGN = re.compile(r"[\\^_=<>+*/|{}]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PRICE = re.compile(r"\s*\d.*?[^\W\d_]{2,}", re.DOTALL)
_DOLLAR = "&#36;"
"""A dollar sign as an entity, which is never taken for a delimiter and, unlike a backslash, is not ambiguous in copied text."""


def changes(text: str) -> list[Change]:
    """Return the replacements for a Markdown text outside of its code, in order, including formulas that stay unchanged."""
    return [Change(*match.span(), _drawn(match, text)) for match in outside_code(_FORMULA, text)]


def unfinished(text: str) -> int:
    """Return the start of a formula that is not complete yet, or the length of the text if there is none."""
    behind = max((match.end() for match in outside_code(_FORMULA, text) if match.lastgroup), default=0)
    for opening in outside_code(_OPENING, text):
        if opening.start() < max(behind, len(text) - _LONGEST):
            continue
        if not re.search(r"\n[^\S\n]*\n" if opening.group() != "$" else r"[\n`]", text[opening.start() :]):
            return opening.start()
    return len(text)


def _drawn(match: re.Match[str], text: str) -> str:
    whole, found = match.group(), match.groupdict()
    if found["environment"] is not None:
        return _alone(match, text, whole) or f"$${_line(whole)}$$"
    for kind in ("brackets", "dollars"):
        if (formula := found[kind]) is not None:
            return _plain(whole) if _is_prose(formula) else _alone(match, text, formula) or f"$${_line(formula)}$$"
    if (formula := found["round"]) is not None:
        return whole if _is_prose(formula) else _inline(formula)
    if (formula := found["dollar"]) is not None:
        return _plain(whole) if _is_wordy(formula) or _is_price(formula) else _inline(formula)
    return whole if whole.startswith("http") else _plain(whole)


def _is_prose(text: str) -> bool:
    """Return whether text in escaped brackets is not a formula: a reference of the source, as `\\[3\\]`, or a remark."""
    return re.fullmatch(r"[\s\d,;]*", text) is not None or _is_wordy(text)


def _is_wordy(text: str) -> bool:
    return _WORD.search(text) is not None and _SIGN.search(text) is None


def _is_price(text: str) -> bool:
    """Return whether the text between two dollar signs is an amount followed by words, as in “$5 and 10$”."""
    return _PRICE.match(_TEXT.sub("", text)) is not None


def _alone(match: re.Match[str], text: str, formula: str) -> str | None:
    """Return the formula as a block if nothing else is on its lines, else `None`; its indentation, as in a list, is kept."""
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    after = text[match.end() :].partition("\n")[0]
    if before.strip() or after.strip():
        return None
    lines = [line.strip() for line in formula.strip().split("\n")]
    return f"\n{before}".join(["$$", *lines, "$$"])


def _inline(formula: str) -> str:
    fence = "$$" if "$" in formula else "$"
    return f"{fence}{_line(formula)}{fence}"


def _line(formula: str) -> str:
    return " ".join(formula.split())


def _plain(text: str) -> str:
    return text.replace("$", _DOLLAR)
