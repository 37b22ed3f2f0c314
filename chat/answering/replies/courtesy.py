"""Reply to greetings, thanks and goodbyes at once, since no source says anything about them.

A message is one if each of its sentences is composed of such phrases, whatever their number and order: "ok great, thank you very
much indeed for explaining the warranty!".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from chat.answering.replies.courtesies.hearing import COURTESIES, each_of, heard, plain
from chat.answering.replies.phrases import PHRASES, Phrases, phrases
from chat.text import QUESTION_MARKS, sentences

_LONGEST = 100
"""Most characters of such a message; a longer one says more."""
_PARTS = re.compile(r"[.,!?;:…\n–—]+")
"""Stand between the phrases of a message."""
_RETURNED: Sequence[tuple[frozenset[str], Callable[[Phrases], str]]] = (
    (frozenset(("thanks", "praise")), lambda language: language.welcome),
    (frozenset(("goodbye",)), lambda language: language.bye),
    (frozenset(("greeting",)), lambda language: language.hello),
)
"""Kinds of phrases and the reply to them; the first kind that a message has is replied to."""
_ITSELF = {said: PHRASES[code] for code, language in reversed(list(COURTESIES.items())) for said in each_of(language.itself)}
_REASONS = sorted({word for language in COURTESIES.values() for word in each_of(language.thanked_for)})
_COMMA_BEFORE_REASON = re.compile(rf",\s+(?=(?:{'|'.join(map(re.escape, _REASONS))})\s)", re.IGNORECASE)


def courtesy(text: str) -> str | None:
    """Return the reply, in its language, to a message that is only a greeting, thanks or a goodbye; `None` for any other."""
    if len(text) > _LONGEST or _declines(text):
        return None
    composed = _composed(text)
    for kinds, reply in _RETURNED:
        if language := next((each for part in composed for each, has in part if has & kinds), None):
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
    said = [each for part in composed for each, kinds in part if kinds & {"acknowledged", "anywhere"}]
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
    language = _ITSELF.get(plain(text)) if len(text) <= _LONGEST else None
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
    return next((PHRASES[language] for language, said in heard(plain(text)).items() if said.declines()), None)


def _composed(text: str) -> list[list[tuple[Phrases, frozenset[str]]]]:
    """Return, for each part of a message, the languages that it is a courtesy in, with the kinds of its phrases; nothing if a
    part says anything else."""
    questions = any(mark in text for mark in QUESTION_MARKS)
    composed = []
    for part in filter(None, map(plain, _PARTS.split(_COMMA_BEFORE_REASON.sub(" ", text)))):
        found = [(PHRASES[language], kinds) for language, said in heard(part).items() if (kinds := said.kinds(questions))]
        if not found:
            return []
        composed.append(found)
    return composed
