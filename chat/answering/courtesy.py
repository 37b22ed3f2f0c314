"""Reply to greetings, thanks and goodbyes at once, since no source says anything about them.

A message is one if each of its sentences is composed of such phrases, whatever their number and order: "ok great, thank you very
much indeed for explaining the warranty!".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from chat.answering.phrases import PHRASES, Phrases, phrases
from chat.text import QUESTION_MARKS, sentences

_LONGEST = 100
"""Most characters of such a message; a longer one says more."""
_MOST_WORDS = 8
"""Most words that say what thanks are for."""
_NO_WORD = re.compile(r"[^\w'\u0900-\u097f]+")
"""Includes Hindi's vowel signs, which `re` does not count as letters."""
_MARKS = re.compile("[\u064b-\u0652]")
_ALIKE = str.maketrans("’أإآ", "'ااا")
_PARTS = re.compile(r"[.,!?;:…\n–—]+")
"""Stand between the phrases of a message."""
_ANYWHERE = (
    r"(?:a*(?:ha){2,}h*|(?:he){2,}|(?:ja){2,}|(?:хa){2,}|(?:ха){2,}|lo+l|wo+w|o+h|a+h|h+m+|m+h*m+|yay|ok|okay|okey|super|perfe[ck]t"
    r"|cool|bravo|top|threadwise|lmao|rofl|hey)"
)
"""Said in many languages."""
_SAYS_MORE = re.compile(
    r"\d|\b(?:but|however|except|aber|jedoch|mais|pero|però|mas|maar|но"
    r"|and (?:please|now|then|also|tell|show|give|translate|summari[sz]e|make|write|add|explain|list|find|what|how|when|where"
    r"|who|which|why|can|could|is|are|do|does)"
    r"|und (?:bitte|jetzt|was|wie|wann|wo|wer|welche\w*|warum)|et (?:maintenant|que|quand|où|qui|comment|combien)"
    r"|y (?:ahora|qué|cuándo|dónde|quién|cómo|cuánto)|(?:what|when|where|who|which|why|how)(?:'s)?"
    r" (?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|much|many|long|often|old|far)"
    r"|(?:can|could|would|will) you|(?:wer|was|wann|wo|wie|welche\w*|warum|wieso)"
    r" (?:ist|sind|war|waren|lautet|heißt|kostet|hat|kann|muss|soll|viel\w*|lange|oft|gilt)"
    r"|(?:quand|où|qui|comment|combien) (?:est|sont|était|a|de|coûte)|quel\w* (?:est|sont)"
    r"|(?:cuándo|dónde|quién|cómo|cuál|cuánto|qué) (?:es|son|está|fue|era|cuesta|hay)"
    r"|(?:quando|dove|chi|quanto|onde|quem|qual|wanneer|waar|wie|hoeveel|когда|где|кто|сколько)"
    r" (?:è|sono|é|são|está|custa|costa|is|zijn|kost|стоит|будет|был))\b"
)
"""Signs that what follows "thanks for" is more than the reason for thanks."""


def plain(text: str) -> str:
    """Return the words of a text in lower case, separated by single spaces, without optional Arabic marks."""
    return _NO_WORD.sub(" ", _MARKS.sub("", text.casefold()).translate(_ALIKE)).strip()


def _short(text: str) -> str | None:
    """Return `plain(text)` if the text is short enough to be a courtesy, else `None`."""
    return plain(text) if len(text) <= _LONGEST else None


def _each(said: str) -> list[str]:
    return [plain(phrase) for phrase in said.split("|") if phrase]


def _lengthened(phrase: str) -> str:
    """Return a pattern that matches a phrase also with more of any of its letters: "hiii", "soooo"."""
    runs = ((letter, len(list(run))) for letter, run in groupby(phrase))
    return "".join(f"{letter}{{{many},}}" if letter.isalpha() else re.escape(letter * many) for letter, many in runs)


def _any_of(said: str) -> str:
    """Return a pattern that matches each of the phrases, the longest first; nothing if there are none."""
    return "|".join(map(_lengthened, sorted(_each(said), key=len, reverse=True))) or r"(?!)"


@dataclass(frozen=True, slots=True)
class _Forms:
    """What users say in one language."""

    language: Phrases
    part: re.Pattern[str]
    """Matches a part of a message phrase by phrase; its groups tell which kinds of phrases it has."""
    thanked: re.Pattern[str]
    """Matches thanks with what they are for."""
    declined: re.Pattern[str]

    @classmethod
    def of(cls, language: Phrases) -> _Forms:
        said = {kind: _any_of(getattr(language, kind)) for kind in ("thanks", "goodbye", "greeting", "acknowledged")}
        said |= {"anywhere": _ANYWHERE, "beside": _any_of(language.beside)}
        beside = rf"(?:(?:{said['beside']}|{_ANYWHERE}) )*"
        praise = rf"(?:{_any_of(language.that_was)}) {beside}(?:{_any_of(language.good)})"
        groups = "|".join(f"(?P<{kind}>{phrases})" for kind, phrases in {"praise": praise, **said}.items())
        reason = rf"(?:{_any_of(language.thanked_for)})(?: \S+){{1,{_MOST_WORDS}}}"
        return cls(
            language,
            re.compile(rf"(?:(?:{groups})(?: |$))+"),
            re.compile(rf"{beside}(?:{said['thanks']}) {beside}{reason}"),
            re.compile(rf"{beside}(?:{_any_of(language.declined)})(?: (?:{said['beside']}))*"),
        )

    def kinds(self, part: str, questions: bool) -> frozenset[str]:
        """Return the kinds of phrases that a part of a message consists of; none if it says anything else. Where a message has
        `questions`, what thanks are for may be one of them."""
        if (match := self.part.fullmatch(part)) is not None:
            return frozenset(kind for kind, said in match.groupdict().items() if said)
        thanked = not questions and self.thanked.fullmatch(part) and not _SAYS_MORE.search(part)
        return frozenset(("thanks",)) if thanked else frozenset()


_FORMS = [_Forms.of(language) for language in PHRASES.values()]
_RETURNED: Sequence[tuple[frozenset[str], Callable[[Phrases], str]]] = (
    (frozenset(("thanks", "praise")), lambda language: language.welcome),
    (frozenset(("goodbye",)), lambda language: language.bye),
    (frozenset(("greeting",)), lambda language: language.hello),
)
"""Kinds of phrases and the reply to them; the first kind that a message has is replied to."""
_ITSELF = {said: language for language in reversed(list(PHRASES.values())) for said in _each(language.itself)}
_COMMA_BEFORE_REASON = re.compile(
    rf",\s+(?=(?:{'|'.join(re.escape(word) for each in PHRASES.values() for word in _each(each.thanked_for))})\s)", re.IGNORECASE
)


def courtesy(text: str) -> str | None:
    """Return the reply, in its language, to a message that is only a greeting, thanks or a goodbye; `None` for any other."""
    if len(text) > _LONGEST or _declines(text):
        return None
    composed = _composed(text)
    for kinds, reply in _RETURNED:
        if language := next((each.language for part in composed for each, has in part if has & kinds), None):
            return reply(language)
    return None


def acknowledged(text: str, before: str = "") -> str | None:
    """Return the reply to "ok", "haha nice", "no thanks" and to signs such as a thumbs-up; `None` for any other.

    What is said in several languages is replied to in that of what the user said `before`. Only for use without a model, since
    such a message may accept a model's offer.
    """
    if len(text) > _LONGEST:
        return None
    if not plain(text):
        return phrases(before).all_right if _is_sign(text) else None
    if declined := _declines(text):
        return declined.all_right
    composed = _composed(text)
    said = [each.language for part in composed for each, kinds in part if kinds & {"acknowledged", "anywhere"}]
    if not said:
        return None
    return (phrases(before) if phrases(before) in said else said[0]).all_right


def is_courtesy(text: str) -> bool:
    """Return whether `courtesy` or `acknowledged` replies to a message."""
    if len(text) > _LONGEST:
        return False
    if not plain(text):
        return _is_sign(text)
    return _declines(text) is not None or any(kinds - {"beside"} for part in _composed(text) for _, kinds in part)


def about_itself(text: str) -> str | None:
    """Return the reply to "help" and "what can you do?"; `None` for any other. A model may have been told by its operator who it
    is."""
    language = _ITSELF.get(_short(text) or "")
    return language.about if language else None


def without_courtesy(text: str) -> str:
    """Return what a message says after sentences of mere courtesy: "Thanks. And when is the launch?"; the whole message if that
    is all it says."""
    spans = sentences(text)
    for at, span in enumerate(spans):
        sentence = text[span.start : span.end]
        if not is_courtesy(sentence):
            return text[span.start :] if at else text
    return text


def _is_sign(text: str) -> bool:
    """Return whether a text without words has a sign such as a thumbs-up."""
    return any(unicodedata.category(sign) == "So" for sign in text)


def _declines(text: str) -> Phrases | None:
    said = plain(text)
    return next((each.language for each in _FORMS if each.declined.fullmatch(said)), None)


def _composed(text: str) -> list[list[tuple[_Forms, frozenset[str]]]]:
    """Return, for each part of a message, the languages that it is a courtesy in, with the kinds of its phrases; nothing if a
    part says anything else."""
    questions = any(mark in text for mark in QUESTION_MARKS)
    composed = []
    for part in filter(None, map(plain, _PARTS.split(_COMMA_BEFORE_REASON.sub(" ", text)))):
        found = [(each, kinds) for each in _FORMS if (kinds := each.kinds(part, questions))]
        if not found:
            return []
        composed.append(found)
    return composed
