"""What a claim quotes must be in the source."""

from __future__ import annotations

import re

from chat.answering.checking.claim import CheckableClaim
from chat.answering.checking.plain_text import flat
from chat.answering.checking.source import CheckableSource
from chat.answering.checking.verdict import Reason

_LIKENESS = 93.0
"""Similarity, out of 100, of a quotation and the text it was taken from: line ends, dashes and case may differ."""
_FEWEST_WORDS = 3
"""Words of a quotation that is compared; a shorter one is a title or a term."""
_QUOTED = re.compile(r"[“„«\"]([^”“»\"]+)[”“»\"]")
_QUOTED_WITH_QUOTES = re.compile(r"“((?:[^“”]|“[^“”]*”)+)”")
_ALL_QUOTED = re.compile(r"[\s,;，、]*“(.+)”[\s.,;，、。]*", re.DOTALL)
_OMISSION = re.compile(r"\s*(?:…|\.\.\.)\s*")


def without_verbatim(text: str, source: CheckableSource) -> str:
    """Remove verbatim quotations of the source, which may themselves contain quotation marks, even unbalanced ones."""
    if (whole := _ALL_QUOTED.fullmatch(text)) and _is_verbatim(whole[1], source):
        return ""
    for pattern in (_QUOTED_WITH_QUOTES, _QUOTED):
        text = pattern.sub(lambda quoted: " " if _is_verbatim(quoted[1], source) else quoted[0], text)
    return text


def _is_verbatim(quoted: str, source: CheckableSource) -> bool:
    parts = [part for part in _OMISSION.split(flat(quoted)) if part]
    return bool(parts) and all(part.strip(" .,") in source.flat for part in parts)


def misquoted(claim: CheckableClaim, source: CheckableSource) -> Reason | None:
    for quoted in _QUOTED.findall(claim.text):
        parts = _OMISSION.split(quoted)
        if len(quoted.split()) >= _FEWEST_WORDS and not all(source.contains(part, _LIKENESS) for part in parts):
            return "quote"
    return None
