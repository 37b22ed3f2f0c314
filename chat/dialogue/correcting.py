"""Recognise messages that only correct what was just said: "Sorry, I meant Friday", "no, the 14th", "moved to 5 pm"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from chat.dialogue.change_words import CHANGED, MOVED
from chat.text import QUESTION_MARKS
from chat.text.days import CLOCK, DAY
from chat.text.negation import NOT_THIS

LONGEST = 80
"""Most characters of such a message."""
MOST_BETWEEN = 2
"""Most questions between a statement and its correction."""
_MOST_BESIDE = 1
"""Most words besides the new values: "euros", "people"."""
_LITTLE = "on at the by to in um am den der die das le la les l el los a à las de of and und et y"
_SMALL = frozenset(_LITTLE.split())
_SORRY = (
    r"(?:sorry|oops|whoops|oh|ah|no|nope|wait|actually|rather|correction|my (?:bad|mistake)|i was wrong"
    r"|nein|ach|ups|moment|quatsch|doch|entschuldigung|verzeihung|korrektur|tut mir leid|vielmehr"
    r"|non|pardon|oups|désolée?|en fait|plutôt|perdón|perdona|en realidad|mejor dicho|нет|извините?|ой|точнее)"
)
_MEANT = (
    r"(?:i (?:meant|mean|should have said)(?: to say| it(?:['’]s| is))?|(?:let['’]s )?make (?:that|it)|read"
    r"|ich (?:meinte|meine|wollte sagen)|gemeint (?:ist|war)|je voulais dire|quise decir|quería decir|я имела? в виду)"
)
_IS = r"(?:(?:it|that|this)(?:['’]s|\s(?:is|was|will be))|es (?:ist|sind|war)|das (?:ist|war)|c['’]est|son|es|это)"
_DOES = (
    r"(?:(?:it|he|she|they|we)\s(?!(?:not|can|could|would|should|may|might|will|won|do|does|did)\b)[a-z]{3,}"
    r"|(?:er|sie|es|wir)\s[a-zäöüß]{3,}|(?:il|elle|on|ils|elles)\s[a-zéèê]{3,})"
)
"""What has another value, by a pronoun, and its verb: "Sorry, it leaves at 8:15"."""
_GAP = r"[\s,.:;!–—-]+"
_FORM = re.compile(
    rf"(?:{_SORRY}{_GAP})+(?:(?:{_MEANT}|{_IS}|{_DOES})[\s,:]+)?(?P<instead>[^!?;]+?)[\s.!]*"
    rf"|{_MEANT}[\s,:]+(?P<meant>[^!?;]+?)[\s.!]*",
    re.IGNORECASE,
)
_MOVED = re.compile(
    rf"(?:{_SORRY}{_GAP})*(?:(?:it|that|this|they)(?:['’]s)?\s)?(?:(?:now|has|have|had|was|were|is|are|been|got|wurde|wird|ist)\s)*"
    rf"(?:moved|{MOVED}|{CHANGED})\s"
    r"(?:(?:back|forward|again|wieder|jetzt)\s)?(?:to|until|till|auf|à|au|al|para el|на)\s(?P<instead>[^!?;]+?)[\s.!]*"
    r"|(?:wurde|wird|ist)\s(?:jetzt\s)?auf\s(?P<auf>[^!?;]+?)\s(?:verschoben|verlegt|geändert)[\s.!]*",
    re.IGNORECASE,
)
"""Says that something was moved, without naming it."""
_BUT = re.compile(
    rf"(?:{_SORRY}{_GAP})*(?:(?:{_IS}|{_MEANT})\s)?{NOT_THIS}\s(?P<not>[^?;]+?),?\s"
    r"(?:but|sondern|mais|sino)\s(?P<but>[^?;]+?)[\s.!]*",
    re.IGNORECASE,
)
_OF_A_DAY, _OF_A_CLOCK = re.compile(DAY, re.IGNORECASE), re.compile(CLOCK, re.IGNORECASE)
_LASTING = re.compile(
    r"\d[\s-]?(?:sec(?:ond)?|min(?:ute)?|hr|hour|day|week|month|year|sekunde|stunde|tag|woche|monat|jahr|seconde|heure|jour|semaine|mois|an"
    r"|année|segundo|minuto|hora|día|semana|mes|año)(?:s|es|e?n)?\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*(?:\s?[%€£$])?")

Kind = Literal["day", "clock", "number"]


def correction(text: str) -> frozenset[Kind] | None:
    """Return the kinds of values with which a message replaces others; `None` if it is not a correction."""
    said = text.strip()
    if not said or len(said) > LONGEST or "\n" in said or said.endswith(QUESTION_MARKS):
        return None
    if match := _BUT.fullmatch(said):
        return _values_alone(match["but"]) & kinds(match["not"]) or None
    match = _FORM.fullmatch(said) or _MOVED.fullmatch(said)
    instead = next(filter(None, match.groups()), "") if match else ""
    return _values_alone(instead) or None


def puts_right(later: str, earlier: str) -> bool:
    """Return whether a later message is a correction that may apply to the earlier one; it applies to the last message with such
    a value."""
    given = correction(later)
    if given is None or earlier.rstrip().endswith(QUESTION_MARKS) or given.isdisjoint(kinds(earlier)):
        return False
    if _LASTING.search(later) and not _LASTING.search(earlier):
        return False  # such as "wait, 5 minutes"
    replaced = match["not"] if (match := _BUT.fullmatch(later.strip())) else ""
    return all(number in earlier for number in _NUMBER.findall(replaced))


def corrected(later: str, before: Sequence[str]) -> int | None:
    """Return how far back in the messages `before` the one is that `later` corrects: 0 for the last; more if questions without
    such a value are in between. `None` if there is none."""
    given = correction(later)
    if given is None:
        return None
    for back, earlier in enumerate(reversed(before[-1 - MOST_BETWEEN :])):
        if puts_right(later, earlier):
            return back
        if not earlier.rstrip().endswith(QUESTION_MARKS) or not given.isdisjoint(kinds(earlier)):
            return None
    return None


def _values_alone(text: str) -> frozenset[Kind]:
    """Return the kinds of values in a text that has hardly any other words; empty for any other text."""
    rest = _NUMBER.sub(" ", _OF_A_CLOCK.sub(" ", _OF_A_DAY.sub(" ", text))).casefold().split()
    beside = [word for word in rest if word.strip(",.'’") and word not in _SMALL]
    return kinds(text) if len(beside) <= _MOST_BESIDE else frozenset()


def kinds(text: str) -> frozenset[Kind]:
    """Return the kinds of values (days, times, other numbers) that a text contains."""
    found: set[Kind] = set()
    if _OF_A_DAY.search(text):
        found.add("day")
    rest = _OF_A_DAY.sub(" ", text)
    if _OF_A_CLOCK.search(rest):
        found.add("clock")
    if _NUMBER.search(_OF_A_CLOCK.sub(" ", rest)):
        found.add("number")
    return frozenset(found)
