"""Find what a question is about: the words that "it" and "they" in the next question refer to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.dialogue.telling import NO_PAST

_LONGEST = 8
"""In words; a longer phrase is not the name of a thing."""
_HELPS = r"(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|had|may|must)"
_WE = r"(?:i|we|you|they|he|she)"
_THE = r"(?:the|my|our|your|his|her|their)"
_DONE = rf"(?!(?:{NO_PAST}|shed|sled)$)(?:\w{{2,}}ed|made|built|sold|bought|sent|paid|held|written|found|born)"
_ABOUT = (
    r"^(?:what|who)(?:['’]s|\s+(?:is|are|was|were))\s+(?:the (?:meaning|definition) of\s+|meant by\s+)?(?P<it>.+)$",
    r"^what\s+(?:does|do|did)\s+(?P<it>.+?)\s+(?:mean|means|stand for|do|look like|say|cover|cost|include|contain)\b.*$",
    rf"^(?:how (?:many|much)|which|what)\s+(?P<it>(?!\b{_HELPS}\b)\S.*?)\s+{_HELPS}\b\s*(?P<who>.*)$",
    r"^what\s+(?:drove|drives|caused|causes|happened to|happens to|determines|led to|makes|made|explains)\s+(?P<it>.+)$",
    r"^who\s+(?:\w+ed|wrote|made|built|won|leads?|led|founded|runs?|ran|owns?)\s+(?P<it>.+)$",
    r"^(?:please\s+)?(?:tell me|explain|describe|show me|give me|list|summari[sz]e|define"
    r"|find)\s+(?:more\s+)?(?:about\s+)?(?P<it>.+)$",
    rf"^(?:when|where|why|how)\s+(?:is|are|was|were)\s+(?P<it>{_THE}\s+.*?\S)\s+{_DONE}$",  # when was the roof repaired
    r"^(?:when|where|why|how)\s+(?:is|are|was|were)\s+(?P<it>.+)$",
    r"^(?:is|are|was|were)\s+there\s+(?:(?:also|still)\s+)?(?:(?P<one>an?)\s+|(?:any|some)\s+)?(?P<it>.+)$",
    r"^(?:when|where)\s+(?:does|do|did|will|can|should|must)\s+(?P<whole>(?:the|my|our|your|this|that)\s+[\w’'-]+\s+[\w’'-]+)"
    r"\s+[\w’'-]+(?:\s+(?:on|in|at|during|before|after|by|from)\b.*)?$",
    rf"^(?:when|where|why|how)\s+{_HELPS}\s+{_WE}\s+(?:\w+\s+){{1,2}}?(?P<it>{_THE}\s+.+)$",  # where did I buy my bike
    rf"^what\s+{_HELPS}\s+{_WE}\s+\w+\s+(?:for|on|about|with)\s+(?P<it>{_THE}\s+.+)$",  # what did we pay for the boat
    rf"^who\s+\w+\s+(?:(?:us|me|him|her|them)\s+)?(?P<it>{_THE}\s+.+)$",  # who sold us the car
    rf"^(?:when|where|why|how|what)\s+{_HELPS}\s+(?P<who>.+)$",
    rf"^{_HELPS}\s+(?P<who>.+)$",
)
_FORMS = tuple(re.compile(form, re.IGNORECASE) for form in _ABOUT)
_OF_CHANGE = "".join(f"(?<!{word} )" for word in ("crease", "change", "growth", "decline", "drop", "rise", "fall"))
_AROUND = re.compile(
    rf"\s+(?:as|{_OF_CHANGE}in|during|at|on|by|since|between|from|after|before|under|with|when|if|that|which|who|per)\b.*$",
    re.IGNORECASE,
)
"""Phrases around the name of a thing, which are not part of it; `the increase in prices` is one name."""
_ADDED = re.compile(
    r"(?:^|\s+)(?:expected|planned|recommended|used|called|located|made|given|done|needed|required|allowed)"
    r"(?=\s+(?:in|for|by|to|at|on|from|with|here|there)\b|$).*$",
    re.IGNORECASE,
)
_DETERMINED = re.compile(r"^(?:the|a|an|my|our|your|this|that|its|their|his|her)\s+(?:\w+['’]s\s+)?[\w’'-]+", re.IGNORECASE)
_NAME = re.compile(r"^[A-Z][\w&.’'-]*(?:\s+(?:of\s+|the\s+)?[A-Z][\w&.’'-]*)*")
_POINTS = re.compile(r"^(?:i|you|we|it|they|he|she|there|this|that|these|those|anyone|somebody|people|one)\b", re.IGNORECASE)
_COMPLEMENT = re.compile(r"^(?P<head>.+?)\s+(?P<by>for|of|about)\s+(?P<of>.+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Focus:
    """What a question asks about and who acts in it, in the question's words; empty if that cannot be determined."""

    thing: str = ""
    doer: str = ""


def focus(question: str) -> Focus:
    """Determine the focus from the form of the question; English only."""
    plain = " ".join(question.split()).rstrip(" ?.!")
    for form in _FORMS:
        match = form.match(plain)
        if match is None:
            continue
        parts = match.groupdict()
        thing = _thing(parts.get("it") or "")
        doer = parts.get("whole") or _doer(parts.get("who") or "")
        return Focus(f"the {thing}" if thing and parts.get("one") else thing, doer)
    return Focus()


def is_many(name: str) -> bool:
    """Return whether the name is plural, so that `they` refers to it."""
    head = re.split(r"\s+(?:for|of|about|in)\s+", name, maxsplit=1)[0].split()
    last = head[-1].casefold() if head else ""
    several = " and " in f" {name} " and "&" not in name
    return several or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


def complement(name: str) -> tuple[str, str]:
    """Split `the outlook for net sales` into `the outlook` and `net sales`; empty strings if there is no complement."""
    match = _COMPLEMENT.match(name)
    return (match["head"], match["of"]) if match else ("", "")


def _thing(words: str) -> str:
    cut = _ADDED.sub("", _AROUND.sub("", words)).strip(" ,")
    return "" if _POINTS.match(cut) or len(cut.split()) > _LONGEST else cut


def _doer(words: str) -> str:
    if _POINTS.match(words):
        return ""
    match = _DETERMINED.match(words) or _NAME.match(words)
    return match.group() if match else ""
