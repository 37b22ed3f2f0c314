"""Sentences that say what has not happened yet, and sentences that say that something has.

"I haven't booked the flights yet" holds until "I booked the flights this morning".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chat.dialogue.happening import NOT_YET, has_happened
from chat.dialogue.preamble import stated_in_question
from chat.retrieval.statements.clauses import CLAUSE_END
from chat.retrieval.statements.standing_facts import LONGEST, aims_of, is_certain, people_of, roots
from chat.text import CAPITAL, QUESTION_MARKS
from chat.text.irregular_verbs import verb_terms
from chat.text.languages import ENGLISH

_FEWEST = 2
"""Fewest terms of what has not happened: one alone ("Japan") does not say what that would be."""
_MOST_BETWEEN = {"german": 2}
"""Most other terms between those of what has happened, by language: a German participle comes last."""
_YET = re.compile(
    r"\b(?:yet|still|so far|ever|before|until now|encore|toujours|ne|todavía|aún|noch|bisher|bislang)\b|\bn['’]", re.IGNORECASE
)
_ROOTS = roots(
    "have haven has hasn ve not still don doesn didn isn aren wasn weren won can noch bisher bislang pas toujours jamais todavía"
    " aún nunca no s t"
)
_FOR_A_TIME = re.compile(
    r"\b(?:for|since|in|over)\s(?:an?\s|the\s(?:last|past)\s|\w+\s)?(?:hours?|days?|weeks?|months?|years?|ages|while)\b"
    r"|\b(?:lately|recently|today|tonight|this|anymore|any\smore|enough|really|much|properly|seit|depuis|desde|since)\b",
    re.IGNORECASE,
)
"""Matches what limits a sentence to a time or a degree: "I haven't slept well this week"."""
_DEPENDENT = re.compile(
    r"\W*(?:what|which|who|whom|whose|that|where|when|why|how|if|whether|because|was|wer|wie|wenn|dass|ob|que|qui|ce|si|quand"
    r"|quien|cuando)\b",
    re.IGNORECASE,
)
"""Matches the beginning of a clause that depends on another."""
_VISITED = re.compile(
    r"\b(?:been\sto|(?:went|gone|go)\sto|(?:came|come|got|get)\sback\sfrom|returned\sfrom|travell?ed\sto|fl(?:ew|own)\sto)\s(?=\S)"
    r"|\bwar(?:en)?\b(?=.*\sin\s)",
    re.IGNORECASE,
)
_OBTAINED = re.compile(
    r"\b(?:(?:do|does)(?:n['’]t|\snot)\shave|have(?:n['’]t|\snot)\sgot)\b"
    r"|(?:(?<=\bi\s)|(?<=\bwe\s)|(?<=\bnow\s)|(?<=\bfinally\s))have(?=\s(?:now|finally|an?|the|my|our)\b)"
    r"|\b(?:got|gotten|received|obtained)\b",
    re.IGNORECASE,
)
"""Matches what says whether somebody has something."""
_BESIDE = re.compile(
    r"\b(?:first(?:\stime)?|finally|now|just|already|today|yesterday|new|erste[nrs]?|endlich|jetzt|gestern|heute|première?|enfin|hier"
    rf"|primer[oa]?|ya|ayer)\b|(?<=\w\s)(?-i:{CAPITAL})[\w’'-]*|\b\d[\w.:,]*",
    re.IGNORECASE,
)
"""Matches names, numbers and words that do not make something else of what has happened: "I ran my first marathon"."""
_SPEAKER = {
    ENGLISH: re.compile(r"\b(?:i|we)\b", re.IGNORECASE),
    "german": re.compile(r"\b(?:ich|wir)\b", re.IGNORECASE),
    "french": re.compile(r"\b(?:je|nous|on)\b|\bj['’]", re.IGNORECASE),
    "spanish": re.compile(r"\b(?:he|hemos|tengo|tenemos|estoy|estamos|\w+(?:é|amos|imos))\b", re.IGNORECASE),
}
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|ist|sind|wurden?|est|sont|été|está|están|fue|fueron)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outstanding:
    """Something that a sentence says has not happened yet, or never has."""

    subject: frozenset[str]
    """Terms of what has not happened."""
    own: bool
    """Whether it is the speaker who has not done it."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that a sentence says has happened, or is so."""

    told: tuple[str, ...]
    """Its terms in order."""
    beside: frozenset[str]
    """Terms that do not make it something else."""
    own: bool
    """Whether the speaker did it, or it is not said who did."""
    of_something: frozenset[str]
    """Terms for other people whose things it is about, or for what the thing is for: "the deposit for the car"."""
    most_between: int
    """Most further terms between those of something that had not happened, for it to be the same."""

    @property
    def subject(self) -> frozenset[str]:
        return frozenset(self.told)


def outstanding(sentence: str, language: str) -> Iterator[Outstanding]:
    """Yield what a sentence says has not happened; `language` is that of `chat.text.languages.language_of`."""
    if _ROOTS.isdisjoint(roots(sentence)) or not NOT_YET.search(sentence):
        return
    for clause in _clauses(sentence):
        if NOT_YET.search(clause) and not _FOR_A_TIME.search(clause) and is_certain(clause):
            subject = frozenset(verb_terms(_YET.sub(" ", NOT_YET.sub(" ", _with_plain_verbs(clause))), language))
            if len(subject) >= _FEWEST:
                yield Outstanding(subject, _speaks(clause, language))


def happened(sentence: str, language: str) -> Iterator[Happened]:
    """Yield what a sentence says has happened; `language` is that of `chat.text.languages.language_of`."""
    for clause in _clauses(sentence):
        if has_happened(clause) and is_certain(clause):
            plain = _with_plain_verbs(clause)
            beside = frozenset(verb_terms(" ".join(_BESIDE.findall(plain)), language))
            yield Happened(
                tuple(verb_terms(plain, language)),
                beside,
                _speaks(clause, language) or bool(_PASSIVE.search(clause)),
                people_of(clause, language) | (aims_of(clause, language) - beside),
                _MOST_BETWEEN.get(language, 0),
            )


def takes_the_place(later: Happened, earlier: Outstanding) -> bool:
    """Return whether what has happened is what had not, without words in between that make it something else."""
    if not earlier.subject <= later.subject or (earlier.own and not later.own) or not later.of_something <= earlier.subject:
        return False
    places = [at for at, term in enumerate(later.told) if term in earlier.subject]
    between = frozenset(later.told[places[0] : places[-1]]) - earlier.subject - later.beside
    return len(between) <= later.most_between


def _clauses(sentence: str) -> Iterator[str]:
    said = sentence.strip()
    if said.endswith(QUESTION_MARKS):
        said = stated_in_question(said)
    if len(said) <= LONGEST:
        yield from (clause for clause in CLAUSE_END.split(said) if clause and not _DEPENDENT.match(clause))


def _speaks(clause: str, language: str) -> bool:
    return (pattern := _SPEAKER.get(language)) is not None and bool(pattern.search(clause))


def _with_plain_verbs(clause: str) -> str:
    """Return a clause with one verb for any way to say that one was somewhere, and one for that one has something."""
    return _OBTAINED.sub(" obtained ", _VISITED.sub(" visited ", clause))
