"""Hear the courtesies of a text, phrase by phrase, in each language: "great, thank you soooo much for explaining the warranty".

The phrases are looked up by their words: patterns of all of them took a fifth of a second to compile at each start.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from chat.answering.replies.courtesies import few
from chat.answering.replies.courtesies.courtesies import Courtesies
from chat.answering.replies.courtesies.dutch import DUTCH
from chat.answering.replies.courtesies.english import ENGLISH
from chat.answering.replies.courtesies.french import FRENCH
from chat.answering.replies.courtesies.german import GERMAN
from chat.answering.replies.courtesies.italian import ITALIAN
from chat.answering.replies.courtesies.portuguese import PORTUGUESE
from chat.answering.replies.courtesies.russian import RUSSIAN
from chat.answering.replies.courtesies.spanish import SPANISH

COURTESIES: Mapping[str, Courtesies] = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "nl": DUTCH,
    "ru": RUSSIAN,
    "zh": few.CHINESE,
    "ja": few.JAPANESE,
    "ar": few.ARABIC,
    "ko": few.KOREAN,
    "pl": few.POLISH,
    "tr": few.TURKISH,
    "hi": few.HINDI,
}
"""By ISO 639-1 code."""

_MOST_WORDS = 8
"""Most words that say what thanks are for."""
_LONGEST_PHRASE = 6
"""In words."""
_NO_WORD = re.compile(r"[^\w'\u0900-\u097f]+")
"""Includes Hindi's vowel signs, which `re` does not count as letters."""
_MARKS = re.compile("[\u064b-\u0652]")
_ALIKE = str.maketrans("’أإآ", "'ااا")
_REPEATED = re.compile(r"([^\W\d_])\1+")
_ANYWHERE = re.compile(
    r"(?:a*(?:ha){2,}h*|(?:he){2,}|(?:ja){2,}|а*(?:ха){2,}х?|lo+l|wo+w|o+h|a+h|h+m+|m+h*m+|yay|ok|okay|okey|super|perfe[ck]t"
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
_SAID = ("thanks", "goodbye", "greeting", "acknowledged", "beside", "that_was", "good", "thanked_for", "declined")
"""Kinds of phrases that each language has."""
_KINDS = ("praise", "thanks", "goodbye", "greeting", "acknowledged", "anywhere", "beside")
"""Kinds of phrases that courtesies consist of; what may be of several kinds is of the first."""
_ADDED = ("beside", "anywhere")


@dataclass(frozen=True, slots=True)
class _Phrase:
    said: str
    language: str
    kind: str


@dataclass(frozen=True, slots=True)
class Heard:
    """The phrases of one language in a text."""

    said: str
    length: int
    """Number of words."""
    ends: Mapping[tuple[str, int], Sequence[int]]
    """Where phrases end, the longest first, by their kind and the place where they begin."""

    def kinds(self, questions: bool) -> frozenset[str]:
        """Return the kinds of phrases that the text consists of; none if it says anything else. Where a message has `questions`,
        what thanks are for may be one of them."""
        behind: list[frozenset[str] | None] = [None] * self.length + [frozenset()]
        for at in reversed(range(self.length)):
            found = ((kind, behind[end]) for kind in _KINDS for end in self._phrases(kind, at))
            behind[at] = next((rest | {kind} for kind, rest in found if rest is not None), None)
        if behind[0] is not None:
            return behind[0]
        thanks = not questions and self._thanks_for_something() and not _SAYS_MORE.search(self.said)
        return frozenset(("thanks",)) if thanks else frozenset()

    def declines(self) -> bool:
        """Return whether the text refuses something with thanks, and says nothing else."""
        refused = self._then(self._then_any({0}, *_ADDED), "declined")
        return self.length in self._then_any(refused, "beside")

    def _phrases(self, kind: str, at: int) -> Sequence[int]:
        """Return where phrases of a kind end that begin at a place, the longest first."""
        if kind != "praise":
            return self.ends.get((kind, at), ())
        was = self.ends.get(("that_was", at), ())
        return sorted(self._then(self._then_any(was, *_ADDED), "good"), reverse=True) if was else ()

    def _thanks_for_something(self) -> bool:
        thanks = self._then(self._then_any({0}, *_ADDED), "thanks")
        reasons = self._then(self._then_any(thanks, *_ADDED), "thanked_for")
        return any(1 <= self.length - at <= _MOST_WORDS for at in reasons)

    def _then(self, places: Iterable[int], *kinds: str) -> set[int]:
        """Return where phrases of these kinds end that begin at one of the places."""
        return {end for at in places for kind in kinds for end in self.ends.get((kind, at), ())}

    def _then_any(self, places: Iterable[int], *kinds: str) -> set[int]:
        """Return the places, and those that any number of phrases of these kinds lead to."""
        reached, new = set[int](), set(places)
        while new:
            reached |= new
            new = self._then(new, *kinds) - reached
        return reached


def plain(text: str) -> str:
    """Return the words of a text in lower case, separated by single spaces, without optional Arabic marks."""
    return _NO_WORD.sub(" ", _MARKS.sub("", text.casefold()).translate(_ALIKE)).strip()


def each_of(said: str) -> list[str]:
    """Return the phrases that are separated by `|`, each as `plain` returns it."""
    return [plain(phrase) for phrase in said.split("|") if phrase]


def heard(said: str) -> Mapping[str, Heard]:
    """Return what a plain text says, by the code of each language of which it begins with a phrase."""
    words = said.split()
    squeezed = _squeezed(said).split()
    ends: dict[str, dict[tuple[str, int], list[int]]] = defaultdict(lambda: defaultdict(list))
    reached = {0}
    for at, word in enumerate(words):
        if at not in reached:
            continue
        for end in range(min(at + _LONGEST_PHRASE, len(words)), at, -1):
            for phrase in _phrases().get(" ".join(squeezed[at:end]), ()):
                if _is_lengthened(" ".join(words[at:end]), phrase.said):
                    ends[phrase.language][phrase.kind, at].append(end)
                    reached.add(end)
        if _ANYWHERE.fullmatch(word):
            reached.add(at + 1)
            for language in COURTESIES:
                ends[language]["anywhere", at].append(at + 1)
    begun = (language for language in COURTESIES if any(at == 0 for _, at in ends.get(language, ())))
    return {language: Heard(said, len(words), ends[language]) for language in begun}


@cache
def _phrases() -> Mapping[str, Sequence[_Phrase]]:
    """Return all phrases, by what is left of them without repeated letters."""
    found: dict[str, list[_Phrase]] = defaultdict(list)
    for language, courtesies in COURTESIES.items():
        for kind in _SAID:
            for said in each_of(getattr(courtesies, kind)):
                found[_squeezed(said)].append(_Phrase(said, language, kind))
    return found


def _squeezed(text: str) -> str:
    return _REPEATED.sub(r"\1", text)


def _is_lengthened(said: str, phrase: str) -> bool:
    """Return whether each letter of a text is there at least as often as in a phrase that is the same without repeated ones."""
    runs = zip(groupby(said), groupby(phrase), strict=True)
    return said == phrase or all(len([*many]) >= len([*few]) for (_, many), (_, few) in runs)
