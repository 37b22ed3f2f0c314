"""Recognise what is asked of somebody or something ("Where does my sister work?"), and whether a message tells just that.

Where somebody lives does not answer where they work, nor does where somebody else works.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.llm.quoting.question.attributes import holders
from chat.llm.quoting.question.attributes.forms import Form, form
from chat.llm.quoting.question.attributes.holders import Holder, Relations
from chat.llm.quoting.question.attributes.kinds import is_kind
from chat.llm.quoting.question.attributes.signs import tells
from chat.text import CAPITAL
from chat.text.calendar_names import MONTHS, WEEKDAYS
from chat.text.languages import ENGLISH, language_of

_OF_SOMEBODY = frozenset(("has", "does", "own", "happened"))
"""Kinds of attribute with open wording, which are only recognised for a person who is named."""
_OPEN = _OF_SOMEBODY | {"who", "favourite"}

_OF_ONE = frozenset(("weight", "pay"))
_NAME = re.compile(rf"\b{CAPITAL}[^\W\d_]+")
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_PAST = re.compile(
    r"\b(?:did|was|were|had|before|first|previous\w*|original\w*|old|used to|war|hatten?|früher|vorher|zuvor|zuerst|damals)\b",
    re.IGNORECASE,
)
_ONE_OF_SEVERAL = re.compile(r"\b(?:last|latest|first|letzte[rsnm]?|erste[rsnm]?)\b", re.IGNORECASE)
"""When that was is known by the date of the message: "Oil change at 84,000 km."."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a question asks, and of whom or what."""

    form: Form
    holder: Holder
    question: str
    language: str

    def tells_attribute(self, text: str, message: str, relations: Relations) -> bool:
        """Return whether the `text`, which would be quoted from `message`, tells the attribute, and the message is about the
        holder."""
        of_its_date = self.form.kind == "when" and _ONE_OF_SEVERAL.search(self.question)
        if not of_its_date and not tells(
            self.form.kind, self.form.what, text, self.question, self.language, self.holder.is_person
        ):
            return False
        if (
            self.form.kind == "since"
            and self.language == ENGLISH
            and not _names_behind(self.form.of, self.question) <= _words(message)
        ):
            return False
        return holders.is_of(self.holder, message, relations, self.language, foreign=self._is_foreign(message))

    @property
    def is_of_now(self) -> bool:
        """Whether the attribute has one value at a time, judged by its kind, and the question asks for the present one:
        somebody's weight, their car."""
        one = self.form.kind in _OF_ONE or _asks_of_a_kind(self.form)
        return one and not _PAST.search(self.question)

    def is_plain(self, message: str) -> bool:
        """Return whether a message that tells the attribute can hardly mean anything else."""
        is_open = self.form.kind in _OPEN and not _asks_of_a_kind(self.form)
        return not is_open and (self.holder.own or self.holder.is_somebody or not self._is_foreign(message))

    def is_of(self, text: str, relations: Relations, by_name: bool) -> bool:
        """Return whether a text without a speaker, such as a document's, is about the holder; with `by_name`, only parts of the
        holder with a name are checked.

        Dates of events are not checked: documents state them far from whom they concern.
        """
        if self.form.kind == "happened":
            return True
        parts = tuple(part for part in self.holder.parts if part.names or not by_name)
        of = Holder(own=False, parts=parts)
        return not parts or holders.is_of(of, f" {text}", relations, self.language, foreign=self._is_foreign(text))

    def _is_foreign(self, text: str) -> bool:
        return language_of(text, self.question) != self.language


def attribute(question: str, language: str) -> Attribute | None:
    """Return what a short question asks of whom, in a language (see `chat.text.languages.language_of`); `None` for most
    questions."""
    found = form(question)
    holder = holders.holder(found.of, language) if found is not None else None
    if found is None or holder is None:
        return None
    if found.kind in _OF_SOMEBODY and not holder.is_somebody and not (holder.own and _asks_of_a_kind(found)):
        return None
    return Attribute(found, holder, question.strip(), language)


def _names_behind(of: str, question: str) -> frozenset[str]:
    """Return the names in a question besides whom it asks of: "How long have I been working at Meridian?"."""
    rest = question.partition(of)[2]
    return frozenset(name.casefold() for name in _NAME.findall(rest)) - _CALENDAR


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def _asks_of_a_kind(form: Form) -> bool:
    return form.kind in ("does", "has") and is_kind(form.what[0])
