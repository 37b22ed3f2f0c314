"""Pronouns: whether a question names what it asks about, and the same question with the name in place of the pronoun."""

from __future__ import annotations

import re

from chat.dialogue.focus import focus, is_many
from chat.text import folded, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS

QUESTION_WORD = re.compile(
    r"^(?:what|who|whom|whose|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|has|have|had"
    r"|may|may"
    r"|must|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|didn['’]t|tell|show|explain|list|give|describe|compare"
    r"|summari[sz]e|find"
    r"|name|define|was|wer|wen|wem|wessen|wann|wo|warum|wieso|wie|welche[rsnm]?|ist|sind|war|waren|hat|haben|kann|gibt|qui"
    r"|que|quoi"
    r"|quand|où|pourquoi|comment|combien|quels?|quelles?|est-ce|y a-t-il|qué|quién|cuándo|dónde|cómo|cuántos?|cuántas?|cuál)\b",
    re.IGNORECASE,
)
"""Matches the word with which a question or a request begins."""
_ENDS = " ?.!,;:"
_IN_FRONT = 3
"""Terms before a pronoun from which it is assumed to refer to these."""
_ONE = re.compile(r"\b(?P<word>it|this|that|one)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?P<word>he|she|him|her(?!\s+\w))\b", re.IGNORECASE)
_MANY = re.compile(r"\b(?P<word>they|them|these|those)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?P<word>its|his|her|their)\b(?=\s+\w)", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z][\w'’-]*[a-zà-ÿ](?:\s[A-Z][\w'’-]*)*")
"""A name that does not begin a sentence."""
_BEGINS = re.compile(
    r"(?!(?:The|This|That|These|Those|There|It|We|You|They|He|She|My|Our|Your|His|Her|Its|Their|An?|In|On|At|For|By|If|When|All"
    r"|Any|No|Not|But|And|So|Each|Every|After|Before|Since|Please|Yes)\b)"
    r"(?P<name>[A-Z][\w'’-]*[a-zà-ÿ](?:\s[A-Z][\w'’-]*)*)\s(?:is|was|will|has|had|can|does|did|[a-z]+(?:s|ed))\b"
)
"""A name with a verb, at the beginning of a sentence."""
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_WHO_IS = re.compile(r"^who(?:['’]s|\s+(?:is|was|are|were))\b", re.IGNORECASE)
_NOBODY = re.compile(
    r"\b(?:is|was|it['’]s|would|will|be)\s+it\s+(?:be\s+)?(?:possible|true|necessary|ok|okay|allowed|worth|important|better"
    r"|likely|safe"
    r"|legal|raining|snowing)\b|\b(?:does|do|did|will|would) it (?:take|depend|seem)\b|\bit['’]?s? (?:takes|depends"
    r"|seems)\b",
    re.IGNORECASE,
)
"""Matches an `it` that refers to nothing."""
_ELSEWHERE = (
    r"\b(?:er|sie|es|ihn|ihm|ihr|ihnen|dies|davon|dazu|dafür|damit|darüber|dort|il|elle|ils|elles|celui-ci|celle-ci|ça|cela"
    r"|ello|ellos"
    r"|ellas|él|ella|eso|esto)\b"
)
_POINTING = re.compile(
    rf"\b(?:it|its|they|them|their|theirs|he|she|him|his|her|hers|this|that|these|those|there|one|ones|such|former|latter)\b"
    rf"|{_ELSEWHERE}",
    re.IGNORECASE,
)
"""Matches words that refer to something mentioned earlier."""


def points_back(plain: str) -> bool:
    """Return whether the text contains a pronoun for something it does not name itself."""
    match = _POINTING.search(plain)
    return match is not None and len(set(terms(plain[: match.start()]))) < _IN_FRONT and not _NOBODY.search(plain)


def named(question: str, before: str) -> str:
    """Return the question with what `before` is about in place of `it`, `they` and similar pronouns, if it contains any."""
    if not points_back(question):
        return question
    known = focus(before)
    names = [name for name in (known.thing, known.doer) if name]
    one = next((name for name in names if not is_many(name)), "")
    many = next((name for name in names if is_many(name)), "")
    somebody = known.thing if _WHO_IS.match(before) else ""
    return _with_names(question, one, somebody, many)


def named_as_told(question: str, told: str, before: str) -> str:
    """Return the question with a name from `told`, which answers the question `before`, in place of `it`, `she` and the like.

    `he` and `she` stand for the first name, `it` for the only one. English.
    """
    if not points_back(question):
        return question
    names = [match[0] for match in _NAME.finditer(told) if folded(match[0]) not in _CALENDAR and match[0] not in before]
    if not names and (begins := _BEGINS.match(told)) is not None:
        names = [begins["name"]]
    if not names:
        return question
    return _with_names(question, names[0] if len(set(names)) == 1 else "", names[0])


def _with_names(question: str, one: str, somebody: str, many: str = "") -> str:
    """Return the question with a name in place of each kind of pronoun: `it`, `she` and `they`; kinds without a name stay."""
    result = _standing_for(question, _ONE, one)
    result = _standing_for(result, _SOMEBODY, somebody)
    result = _standing_for(result, _MANY, many)
    own = _OWN.search(result)
    name = {"its": one, "their": many}.get(own["word"].casefold(), somebody) if own else ""
    if own and name:
        result = put(result, own.span(), f"{name}'" if name.endswith("s") else f"{name}'s")
    return result


def put(text: str, span: tuple[int, int], part: str) -> str:
    """Return the text with `part` in place of what stands at the span."""
    return f"{text[: span[0]]}{part}{text[span[1] :]}"


def _standing_for(text: str, form: re.Pattern[str], name: str) -> str:
    """Replace the first pronoun that is used by itself: `that` in `that program` is not."""
    if not name:
        return text
    for match in form.finditer(text):
        word, behind = match["word"].casefold(), text[match.end() :].strip(_ENDS)
        if word in ("this", "that", "these", "those", "one") and behind and not QUESTION_WORD.match(behind):
            continue
        return put(text, match.span("word"), name)
    return text
