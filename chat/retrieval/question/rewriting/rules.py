"""Rewrite a question that depends on earlier ones as a self-contained one, by rules and without a model.

A question that no rule is sure about stays as asked, and is searched together with the earlier questions (`query`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.dialogue.focus import Focus, complement, focus, is_many
from chat.dialogue.pronouns import QUESTION_WORD, named, named_as_told, put
from chat.retrieval.question.rewriting import forms
from chat.retrieval.question.rewriting.exchanges import Exchange
from chat.retrieval.question.rewriting.leaning import corrects_what_was_told
from chat.text import QUESTION_MARKS, folded, sentences

_EARLIER = 6
"""Number of exchanges read; a question that refers to an older one says so."""
_LONGEST = 300
"""Most characters of a question that may depend on an earlier one, and of that earlier one."""
_FRAGMENT = 9
"""Most words of a text taken for part of a question."""
_FEW = 5
"""Most words of such a part without a lead-in like "what about"."""
_ITEM = 120
"""Most characters of a list item."""
_LAST_WORDS = 400
"""Number of characters at the end of an answer in which it may offer something."""
_LINE = re.compile(r"^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+(\S.*)$", re.MULTILINE)
_QUOTED = re.compile(r"“([^“”]{2,200})”")
_MARKS = re.compile(r"\s*\[\d{1,3}\]|\*\*|__|`")
_BEFORE_MORE = re.compile(r"(?::\s|\s[–—-]\s|;\s|\.\s).*$", re.DOTALL)
_ENDS = " ?.!,;:"
_PREPOSITION = re.compile(
    r"^(?P<by>in|for|at|on|from|to|with|by|under|without|per|bei|mit|für|von|aus|en|pour|avec|con|para)\s+\S", re.IGNORECASE
)
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_LAST_NAME = re.compile(
    r"(?:what|which|who|how|when|where|is|are|was|were|do|does|did|can)\b.*\s(?:in|for|at|from|to|with|by|of)\s+"
    r"(?P<name>(?-i:[A-Z])[\w'’-]*(?:\s+(?-i:[A-Z])[\w'’-]*)*)$",
    re.IGNORECASE,
)
"""Matches an English question that ends in a name. German writes every noun as English writes names."""
_OF_IT = re.compile(r"^(?P<by>for|with|about)\s+", re.IGNORECASE)
_NEXT_PART = r"(?=\s+(?:in|for|at|on|from|to|with|by|under|during|of)\b|$)"


def rewritten(question: str, earlier: Sequence[Exchange]) -> str | None:
    """Return the question in self-contained form; `None` if it already is, or if no rule applies."""
    latest = [each for each in earlier if each.question.strip()][-_EARLIER:]
    asked: list[str] = []
    for at, exchange in enumerate(latest):
        asked.append(_rewritten(exchange.question, asked, latest[:at]) or exchange.question)
    return _rewritten(question, asked, latest)


def _rewritten(question: str, asked: Sequence[str], earlier: Sequence[Exchange]) -> str | None:
    plain = " ".join(question.split())
    if not earlier or not plain or len(plain) > _LONGEST:
        return None
    if corrects_what_was_told(plain, [each.question for each in earlier]):
        return None
    last = earlier[-1]
    before = _without_bare(" ".join(asked[-1].split()).rstrip(_ENDS))
    if len(before) > _LONGEST:
        return None
    result = _by_rule(plain, before, last)
    return None if result is None or result.casefold().strip(_ENDS) == plain.casefold().strip(_ENDS) else _as_question(result)


def _by_rule(plain: str, before: str, last: Exchange) -> str | None:
    if forms.OF_A_DOCUMENT.search(plain):
        return None
    yes = forms.YES.match(plain)
    if yes and not plain[yes.end() :].strip(_ENDS):
        return _offered(last, plain)
    rest = plain[yes.end() :] if yes else plain
    placed = _of_list(_without_no(rest), last)
    if placed is not None:
        return placed
    if forms.MORE.match(rest):
        about = focus(before).thing
        return f"Tell me more about {about}" if about else before
    if forms.WHY.match(rest):
        return f"Why: {before}"
    bare = forms.BARE.match(rest)
    if bare:
        return f"{bare['word'].capitalize()}: {before}"
    return _corrected(rest, before) or _continued(rest, before) or _as_told(rest, last)


def _without_bare(before: str) -> str:
    """Return the question that a bare question word was put in front of: "When: Who booked the coach?"."""
    word, colon, asked = before.partition(": ")
    return asked if colon and asked and forms.BARE.match(word) else before


# --- what was offered, and lists ---------------------------------------------------------------------------------


def _offered(last: Exchange, yes: str) -> str | None:
    """Return what a yes agrees to: the question at the end of the answer, or else the first suggested question.

    An "ok" does not accept a suggestion, as it may only mean that the answer was read.
    """
    end = _MARKS.sub("", last.answer[-_LAST_WORDS:])
    for span in reversed(sentences(end)):
        sentence = " ".join(end[span.start : span.end].split())
        offer = forms.OFFER.match(sentence)
        if offer or sentence.endswith(QUESTION_MARKS):
            wanted = sentence[offer.end() if offer else 0 :].strip(_ENDS + "¿")
            return wanted or None
    return last.offered[0] if last.offered and not forms.HEARD.fullmatch(yes) else None


def _of_list(plain: str, last: Exchange) -> str | None:
    """Return the text with a reference to a list item ("the second one") replaced by that item."""
    match = forms.PLACE.search(plain)
    if match is None:
        return None
    word = next(found for found in match.groups() if found)
    items, at = _listed(last), forms.NUMBERS[folded(word)]
    if word.casefold() == "latter" or not -len(items) <= at < len(items):
        items = items if word.casefold() == "latter" and len(items) == 2 else []
    if not items:
        return None
    item = items[at]
    around = plain[: match.start()] + plain[match.end() :]
    if forms.TALK.match(around.strip(_ENDS)):
        return item
    if match["number"]:
        return None
    return f"{plain[: match.start()]}{item.rstrip(_ENDS)}{plain[match.end() :]}"


def _listed(last: Exchange) -> list[str]:
    """Return the items the answer lists, by lines or as quotes; the suggested questions if it lists nothing."""
    for form in (_LINE, _QUOTED):
        items = [_item(match[1]) for match in form.finditer(last.answer)]
        if len(items) > 1:
            return items
    return list(last.offered)


def _item(line: str) -> str:
    words = " ".join(_MARKS.sub("", line).split())
    short = _BEFORE_MORE.sub("", words)
    return (short if len(short) > 2 else words)[:_ITEM].strip()


# --- a part of a question in place of another --------------------------------------------------------------------


def _corrected(plain: str, before: str) -> str | None:
    """Rewrite a correction: "No, I meant the fourth quarter"."""
    wanted = _without_no(plain).strip(_ENDS)
    chosen = forms.NOT_BUT.match(wanted)
    if wanted == plain.strip(_ENDS) and not (chosen and chosen["not"]):
        return None
    wanted = (chosen["but"] or chosen["this"]).strip(_ENDS) if chosen else wanted
    if not wanted:
        return None
    return _continued(wanted, before) or (_filled(before, wanted) if _is_part(wanted) else _whole(wanted))


def _continued(plain: str, before: str) -> str | None:
    """Rewrite a continuation: "And in 2023?", "what about the motor?", "why did they decrease?"."""
    lead = forms.LEAD.match(plain)
    rest = plain[lead.end() if lead else 0 :].strip(_ENDS)
    led = bool(lead and lead.group().strip())
    if not rest:
        return None
    if _is_part(rest) and (led or _is_time(rest) or forms.EARLIER.match(rest) or _is_place(plain)):
        return _filled(before, rest)
    return _named(rest, before)


def _without_no(plain: str) -> str:
    match = forms.CORRECTION.match(plain)
    return plain[match.end() :] if match else plain


def _whole(wanted: str) -> str | None:
    """Return the correction if it is itself a question; a corrected fact is not."""
    return wanted if QUESTION_WORD.match(wanted) else None


def _is_part(rest: str) -> bool:
    return (
        len(rest.split()) <= _FRAGMENT
        and not QUESTION_WORD.match(rest)
        and not forms.SUBJECT.match(rest)
        and not forms.VERB.search(rest)
    )


@dataclass(frozen=True, slots=True)
class _Times:
    """The times a text mentions."""

    quarter: re.Match[str] | None
    year: re.Match[str] | None
    date: re.Match[str] | None


def _times(text: str) -> _Times:
    return _Times(forms.QUARTER.search(text), forms.YEAR.search(text), forms.DATE.search(text))


def _is_place(plain: str) -> bool:
    """Return whether the text is a short question that begins with a preposition: "in Germany?"."""
    return plain.endswith(QUESTION_MARKS) and len(plain.split()) <= _FEW and bool(_PREPOSITION.match(plain))


def _is_time(rest: str) -> bool:
    """Return whether the text consists of nothing but a time."""
    left = rest
    for form in (forms.DATE, forms.QUARTER, forms.YEAR):
        left = form.sub("", left)
    return left != rest and not re.sub(
        rf"{forms.BEFORE_TIME}|\b(?:the|fiscal|year|fy|jahr|and|of)\b|\W+", "", f"{left} ", flags=re.IGNORECASE
    )


def _filled(before: str, part: str) -> str:
    """Return the earlier question with the part of the same kind replaced by `part`."""
    year = forms.YEAR.search(before)
    step = -1 if forms.EARLIER.match(part) else 1 if forms.LATER.match(part) else 0
    if step:
        return put(before, year.span(), str(int(year.group()) + step)) if year else f"{before} {part}"
    if _is_time(part):
        return _at_time(before, part)
    degree, known_degree = forms.DEGREE.fullmatch(_ARTICLE.sub("", part)), forms.DEGREE.search(before)
    if degree and known_degree:
        return put(before, known_degree.span(), degree.group())
    preposition = _PREPOSITION.match(part)
    of_it = _OF_IT.match(part)
    if of_it and not re.search(rf"\b{of_it['by']}\b", before, re.IGNORECASE) and complement(focus(before).thing)[0]:
        part = part[of_it.end() :]
    elif preposition:
        return _beside(before, part, preposition["by"])
    return _alike(before, part) or _about(before, part, focus(before))


def _at_time(before: str, part: str) -> str:
    """Return the earlier question with its time replaced; what `part` leaves open, such as the year, is kept."""
    wanted, known = _times(part), _times(before)
    if wanted.date:
        if known.date is None:
            return _added(before, part)
        open_year = known.date["of"] if known.date["of"] and not wanted.date["of"] else ""
        return put(before, known.date.span(), wanted.date.group() + (open_year or ""))
    result = before
    if wanted.quarter:
        if known.quarter:
            result = _put_time(result, known.quarter, part if not wanted.year else wanted.quarter.group())
        elif known.year and not wanted.year:
            return _put_time(result, known.year, f"{part} of {_fiscal(before, known.year)}")
        else:
            return _added(before, part)
    if wanted.year:
        held = forms.YEAR.search(result)
        result = (
            put(result, held.span(), wanted.year.group())
            if held
            else _added(result, part if not wanted.quarter else f"of {wanted.year.group()}")
        )
    return result


def _fiscal(before: str, year: re.Match[str]) -> str:
    match = re.search(r"(?:fiscal(?: year)?|fy)\s+$", before[: year.start()], re.IGNORECASE)
    return f"{match.group() if match else ''}{year.group()}"


def _put_time(before: str, known: re.Match[str], part: str) -> str:
    """Replace a time, with the preposition of `part` or else the one before the earlier time."""
    start = known.start()
    fiscal = re.search(r"(?:fiscal(?: year)?|fy)\s+$", before[:start], re.IGNORECASE)
    start = fiscal.start() if fiscal else start
    stood = re.search(rf"{forms.BEFORE_TIME}$", before[:start], re.IGNORECASE)
    if stood and re.match(forms.BEFORE_TIME, part, re.IGNORECASE):
        start = stood.start()
    return put(before, (start, known.end()), part)


def _beside(before: str, part: str, by: str) -> str:
    """Replace the phrase that begins with the same preposition."""
    stood = _phrases(before, by)
    if by.casefold() == "for" and not stood:  # "and for dinner?" after "... on lunch?"
        stood = _phrases(before, "(?:on|of)")
    places = [match for match in stood if not _is_time(match.group())]
    return put(before, places[-1].span(), part) if places else _added(before, part)


def _phrases(text: str, by: str) -> list[re.Match[str]]:
    """Return the phrases that begin with a preposition, given as a pattern."""
    phrase = rf"\b{by}\s+(?:(?!\b(?:in|for|at|on|from|to|with|by)\b).)+?{_NEXT_PART}"
    return list(re.finditer(phrase, text, re.IGNORECASE))


def _alike(before: str, part: str) -> str | None:
    """Replace a name of the same pattern: IPv4 by IPv6, model A3 by model B7."""
    makes = [word for word in part.split() if re.search(r"\d", word) and re.search(r"[A-Za-z]", word)]
    if len(makes) != 1:
        return None
    make = re.sub(r"\d+", "0", makes[0])
    same = [word for word in re.finditer(r"[\w.-]+", before) if re.sub(r"\d+", "0", word.group()) == make]
    return put(before, same[-1].span(), makes[0]) if same else None


def _about(before: str, part: str, known: Focus) -> str:
    """Replace what the earlier question is about."""
    thing = known.thing or known.doer
    name = _LAST_NAME.match(before) if part[:1].isupper() and (not thing or thing.islower()) else None
    if name:
        return put(before, name.span("name"), part)
    if not thing:
        return f"{part}: {before}"
    head, of = complement(thing)
    if ones := forms.ONES.fullmatch(part):
        return before.replace(head or thing, f"{ones['kind']} {head or thing}", 1)
    if _is_time(of):
        head, of, thing = "", "", head
    if head and re.match(r"of\s", part, re.IGNORECASE):
        return before.replace(of, part[3:].lstrip(), 1)
    other = bool(head) and (part[:1].isupper() or not of[:1].isupper())
    return before.replace(of if other else head or thing, part, 1)


def _added(before: str, part: str) -> str:
    by = "" if re.match(rf"{forms.BEFORE_TIME}|of\b", part, re.IGNORECASE) or _PREPOSITION.match(part) else "in "
    return f"{before} {by}{part}"


# --- words that stand for something ------------------------------------------------------------------------------


def _named(rest: str, before: str) -> str | None:
    """Replace `it`, `they` and similar pronouns by what the earlier question was about."""
    thing = focus(before).thing
    result = named(rest, before)
    if thing and is_many(thing) and (counted := forms.COUNTED.match(result)):
        result = f"{counted['how']} {thing} {result[counted.end() :]}"
    return result if result != rest else None


def _as_told(rest: str, last: Exchange) -> str | None:
    """Replace `it`, `she` and similar pronouns by the name that the answer's first quote gives."""
    quoted = _QUOTED.search(last.answer)
    result = named_as_told(rest, quoted[1], last.question) if quoted else rest
    return result if result != rest else None


def _as_question(text: str) -> str:
    words = text.strip()
    words = words[:1].upper() + words[1:]
    return words if words.endswith((*QUESTION_MARKS, ".", "!")) else f"{words}?"
