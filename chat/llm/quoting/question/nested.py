"""Questions that name a person only by what they did: "Who replaced the person who led the migration?".

The answer needs two sentences: one that tells who that was, and one that tells what is asked of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.text import CAPITAL, folded, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS

_LONGEST = 200
_PERSON = (
    r"(?:person|one|man|woman|guy|lady|colleague|coworker|teammate|developer|engineer|designer|architect|manager|lead|doctor|friend"
    r"|consultant|contractor|employee|member|speaker|author|client|customer)"
)
_WORTH_READING = re.compile(r"\b(?:who|that|d(?:ie|er)|qui|que)\b", re.IGNORECASE)
_FORMS = (
    (
        re.compile(
            rf"(?P<outer>(?:what|where|when|how(?: \w+)?|why)\s+(?:did|does|do|will)\s)the\s{_PERSON}\s(?:who|that)\s"
            r"(?P<inner>.+)\s(?P<end>live|work|do|move|go|say|think|decide|earn|study|leave|join|start|prefer|want|recommend)\s*\?*",
            re.IGNORECASE,
        ),
        "Who {inner}?",
    ),
    (re.compile(rf"(?P<outer>.+\s)the\s{_PERSON}\s(?:who|that)\s(?P<inner>[^?]+)\?*", re.IGNORECASE), "Who {inner}?"),
    (
        re.compile(
            r"(?P<outer>.+\s)(?:die\s(?:Person|Frau|Kollegin)|den\s(?:Mann|Kollegen))(?P<end>\s[^,?]+)?,\sd(?:ie|er)\s(?P<inner>[^?]+)\?*",
            re.IGNORECASE,
        ),
        "Wer {inner}?",
    ),
    (re.compile(r"(?P<outer>.+\s)(?:la personne|celui|celle)\squi\s(?P<inner>[^?]+)\?*", re.IGNORECASE), "Qui {inner} ?"),
    (re.compile(r"(?P<outer>.+\s)(?:la persona|la|el)\sque\s(?P<inner>[^?]+)\?*", re.IGNORECASE), "¿Quién {inner}?"),
)
_NAME = re.compile(rf"(?<!\w){CAPITAL}[^\W\d_]+")
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))


@dataclass(frozen=True, slots=True)
class Nested:
    """A question about somebody who is named by another question."""

    inner: str
    """Asks who that is."""
    before: str
    after: str
    """The words of the question on both sides of that person."""

    def of(self, name: str) -> str:
        """Return the question about the person of this name."""
        return f"{self.before}{name}{self.after}?"


def nested_question(question: str) -> Nested | None:
    """Return the two questions in one, in English, German, French and Spanish; `None` for any other question."""
    bare = question.strip()
    if len(bare) > _LONGEST or not _WORTH_READING.search(bare):
        return None
    for pattern, inner in _FORMS:
        if match := pattern.fullmatch(bare):
            end = match.groupdict().get("end")
            return Nested(inner.format(inner=match["inner"].strip()), match["outer"], f" {end.strip()}" if end else "")
    return None


def name_in(text: str, question: str, others: Sequence[str]) -> str | None:
    """Return the name that a text has, the question has not, and one of the `others` has as well; `None` if there is none."""
    known = {folded(word) for word in re.findall(r"\w+", question)} | _CALENDAR
    names = [name for name in _NAME.findall(text) if folded(name) not in known and terms(name)]
    return next((name for name in names if any(re.search(rf"\b{name}\b", other) for other in others)), None)
