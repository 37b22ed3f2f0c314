"""What is asked of somebody or something ("Where does my sister work?"), and whether a message tells just that of them: where
somebody lives is no answer to where they work, nor is where somebody else works."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.llm.quoting.question.attributes import holders
from chat.llm.quoting.question.attributes.forms import Form, form
from chat.llm.quoting.question.attributes.holders import Called, Holder
from chat.llm.quoting.question.attributes.kinds import is_kind
from chat.llm.quoting.question.attributes.signs import tells
from chat.text.languages import language_of

_OF_SOMEBODY = frozenset(("has", "does", "own", "happened"))
"""Kinds whose words are open: they are looked for where somebody is named."""
_OPEN = _OF_SOMEBODY | {"who", "favourite"}

_OF_ONE = frozenset(("weight", "pay"))
_PAST = re.compile(
    r"\b(?:did|was|were|had|before|first|previous\w*|original\w*|old|used to|war|hatten?|früher|vorher|zuvor|zuerst|damals)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is asked of whom."""

    form: Form
    holder: Holder
    question: str
    language: str

    def told(self, said: str, message: str, known: Called) -> bool:
        """Whether what would be quoted of a message tells it; in whose `message` it may have been said of whom."""
        if not tells(self.form.kind, self.form.what, said, self.question, self.language, self.holder.is_person):
            return False
        return holders.is_of(self.holder, message, known, self.language, foreign=self._is_foreign(message))

    @property
    def is_of_now(self) -> bool:
        """Whether there is one of it at a time, by its kind alone, and that of now is asked for: somebody's weight, their car."""
        one = self.form.kind in _OF_ONE or _asks_of_a_kind(self.form)
        return one and not _PAST.search(self.question)

    def is_plain(self, message: str) -> bool:
        """Whether a message that tells it can hardly mean anything else."""
        is_open = self.form.kind in _OPEN and not _asks_of_a_kind(self.form)
        return not is_open and (self.holder.own or self.holder.is_somebody or not self._is_foreign(message))

    def is_of(self, text: str, known: Called, by_name: bool) -> bool:
        """Whether a text that nobody said, as a document's, speaks of whom is asked; where they have a name, `by_name` alone.
        When something happened stands in documents far behind whose it is."""
        if self.form.kind == "happened":
            return True
        parts = tuple(part for part in self.holder.parts if part.names or not by_name)
        of = Holder(own=False, parts=parts)
        return not parts or holders.is_of(of, f" {text}", known, self.language, foreign=self._is_foreign(text))

    def _is_foreign(self, text: str) -> bool:
        return language_of(text, self.question) != self.language


def attribute(question: str, language: str) -> Attribute | None:
    """What a short question in a language (see `chat.text.languages.language_of`) asks of whom; `None` for most."""
    found = form(question)
    holder = holders.holder(found.of, language) if found is not None else None
    if found is None or holder is None:
        return None
    if found.kind in _OF_SOMEBODY and not holder.is_somebody and not (holder.own and _asks_of_a_kind(found)):
        return None
    return Attribute(found, holder, question.strip(), language)


def _asks_of_a_kind(form: Form) -> bool:
    return form.kind in ("does", "has") and is_kind(form.what[0])
