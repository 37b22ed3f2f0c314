"""What a question wants: its kind, its terms, its halves, and whether a sentence has what a question of its kind asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.llm.quoting.question.attributes.kinds import is_told_by_names
from chat.llm.quoting.question.halves import split_into_halves
from chat.llm.quoting.question.question_words import WORDS
from chat.text import terms, without_light_verbs
from chat.text.calendar_names import ENGLISH_MONTHS, ENGLISH_SHORT_MONTH, ENGLISH_WEEKDAYS, MONTHS, WEEKDAYS, one_of
from chat.text.languages import ENGLISH
from chat.text.numerals import cardinals


@dataclass(frozen=True, slots=True)
class Question:
    """What a question wants."""

    terms: frozenset[str]
    """Of its language (see `chat.text.terms`)."""
    kind: str
    parts: tuple[str, ...]
    """Its halves, when it asks two things or compares them, with what the first one is about in place of a pronoun; itself
    otherwise."""
    language: str = ENGLISH


VERSIONS = (
    r"^(?:which|what) (?:[\w.+#-]+ )?versions?\b.*\b(?:support(?:s|ed)?|need(?:s|ed)?|require[sd]?|runs?|works?|compatible)\b"
    r"|^(?:on|with) (?:which|what) (?:[\w.+#-]+ )?versions?\b.*\b(?:run|work)"
)
"""Pattern of questions for the versions of something else that are supported."""
_MANY_OF = "kinds?|types?|sorts?|things|activities|events|hobbies|books|items|places"
_KINDS = (
    ("phone", r"\b(?:(?:tele)?phone|mobile|fax) numbers?\b"),
    ("e-mail", r"\be-?mail address(?:es)?\b"),
    ("version", VERSIONS),
    ("list", rf"\b(?:list|which (?:\w+ )?\w+s|what (?:(?:are|were) (?:the|all|some)|(?:\w+ )?(?:{_MANY_OF})))\b"),
    ("compare", r"\b(?:compare|difference|differ|versus|vs)\b"),
    ("how to", r"^how (?:do|can|should|to)\b"),
    ("about", r"^what(?:['’]s| (?:is|are|was|were)) .*\babout\W*$"),
    ("when", r"\b(?:when|what (?:date|day|time|year|month)|how long ago)\b"),
    ("how often", r"\bhow (?:often|frequently|many times)\b"),
    ("how long", r"\bhow long\b"),
    ("how many", r"\bhow (?:many|much|old|far|big|large|high|deep|heavy|tall|wide)\b"),
    ("who", r"\bwho(?:m|se)?\b"),
    ("why", r"^why\b|^what (?:caused|drove|led to)\b"),
    (
        "yes or no",
        r"^(?:(?:and|so|but|or)\s+)?(?:is|are|was|were|do|does|did|has|have|had|can|could|may|should|will|must"
        r"|isn['’]t|aren['’]t|doesn['’]t|don['’]t)\b",
    ),
)
_OF_KIND = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _KINDS)
_ASKING = frozenset(terms("many much long often frequently need must happen mean tell kind sort"))
"""Terms that ask, and that no answer has to hold."""
_HOW_BIG = re.compile(r"^how (big|large)\b", re.IGNORECASE)
"""An area, a volume or a number of pages has none of these words."""
_GERMAN = "german"
_HOW_MUCH_IN_GERMAN = re.compile(r"\bwie ?(?:viele?|hoch|groß|teuer|lange?|oft|häufig)\b", re.IGNORECASE)
"""What asks for a figure, which is given without these words: of "Wie hoch ist die Miete?" "höchstens" has no part."""
_OF_SUPPORT = frozenset(terms("version support need require run work compatible"))
"""What a question for supported versions asks with: "Python 3.9 or newer" has none of it."""
_OF_WHO_ASKS = re.compile(
    r"\b(?:do|can|could|must|should|(may)|shall|will|would)\s+(?:i|we|you|one)(?:\s+(get|give|put|take|go|do))?\b", re.IGNORECASE
)
"""What whoever asks does: "When do I get the deposit back?" is answered by when it is returned."""
_OF_KIND_ASKED = re.compile(r"^(?:what|which)\s+(?:\w+\s+)?(\w+)\s+(?:do|does|did)\b", re.IGNORECASE)
"""The kind of thing that is asked for: "What technologies do they use?"."""


def analyse(question: str, language: str = ENGLISH) -> Question:
    """Return what a question in a language (see `chat.text.languages.language_of`) asks for."""
    if language != ENGLISH:
        own_terms, kind = frozenset(terms(without_light_verbs(question), language)), _kind(question, language)
        if language == _GERMAN:
            asking = _HOW_MUCH_IN_GERMAN.sub(" ", without_light_verbs(question))
            own_terms = frozenset(terms(asking, language)) or own_terms
        return Question(own_terms, kind, split_into_halves(question, language, compares=False), language)
    kind = next((kind for kind, pattern in _OF_KIND if pattern.search(question)), "fact")
    own_terms = frozenset(terms(question))
    asked_kind = _OF_KIND_ASKED.match(question)
    asking_terms = _ASKING.union(terms(" ".join(word for match in _OF_WHO_ASKS.findall(question) for word in match)))
    if how_big := _HOW_BIG.match(question):
        asking_terms = asking_terms.union(terms(how_big[1]))
    if kind == "version":
        asking_terms = asking_terms.union(_OF_SUPPORT)
    if asked_kind and is_told_by_names(asked_kind[1]):
        asking_terms = asking_terms.union(terms(asked_kind[1]))
    return Question(
        own_terms - asking_terms or own_terms, kind, split_into_halves(question, language, compares=kind == "compare")
    )


_TIME = (
    rf"\b(?:yesterday|today|tonight|tomorrow|(?:last|next|this) (?:\w+)|ago|{one_of(ENGLISH_WEEKDAYS)}|{one_of(ENGLISH_MONTHS)}"
    r"|(?<!-)(?:19|20)\d\d)\b"
)
_CLOCK = (
    r"\b(?:week|quarter|Q) ?\d\d?\b|\b\d\d?(?::\d\d\b| ?(?:[ap]\.?m\b|o['’]clock))|\b(?:noon|midnight)\b"
    r"|\b(?:morning|afternoon|evening|bedtime|breakfast|lunch(?:time)?|dinner|supper|dawn|dusk|sunrise|sunset)s?\b"
    rf"|\b(?:{ENGLISH_SHORT_MONTH})\.? \d|\d\.? (?:{ENGLISH_SHORT_MONTH})\b"
)
_IN_PERIOD = (
    r"\bon the \d{1,2}(?:st|nd|rd|th)\b"
    r"|\b(?:first|second|third|fourth|last|\d{1,2}(?:st|nd|rd|th)) (?:(?:working|business|calendar|banking) )?day (?:of|in)\b"
    r"|\b(?:start|beginning|middle|end) of (?:the|each|every|a) (?:week|month|quarter|year)\b"
)
"""A day that comes again."""
TO_TWELVE = one_of(cardinals(ENGLISH, first=1, last=12))
CARDINALS = one_of((*cardinals(ENGLISH, first=1), "thousand", "million"))
"""Numbers in words."""
NUMBER = rf"\d|\b(?:{CARDINALS}|twice|once|couple|dozen)\b"
UNITS = (
    r"(?:second|minute|min|hour|hr|day|night|week|month|quarter|year|decade|met(?:re|er)|kilomet(?:re|er)|mile|page|word|character)s?"
    r"|centur(?:y|ies)|feet|inches|[ckm]?m|[hs]"
)
_AFTER = rf"\b(?:within|after|in)\s+(?:about\s+|some\s+)?(?:{NUMBER})\w*[\s-]+(?:working\s+|business\s+)?(?:{UNITS})\b"
_ANSWERS = {
    "phone": re.compile(r"(?<!\w)\+?\(?\d[\d ()/.-]{4,}\d\b"),
    "e-mail": re.compile(r"\S@\S"),
    "when": re.compile(f"{_TIME}|{_CLOCK}|{_IN_PERIOD}|{_AFTER}", re.IGNORECASE),
    "how many": re.compile(f"{NUMBER}|{_TIME}", re.IGNORECASE),
    "how long": re.compile(
        rf"(?:{NUMBER})(?: and a half)?[\s-]*(?:(?:working|business|calendar)[\s-])?(?:{UNITS})\b"
        rf"|\b(?:an?|half an?|several|few|some|whole) (?:{UNITS})\b|\buntil\b",
        re.IGNORECASE,
    ),
    "how often": re.compile(
        r"\b(?:every|each|once|twice|times|daily|weekly|monthly|quarterly|yearly|annual\w*|always|never|rarely|often|usually"
        r"|sometimes|regularly|after (?:about )?\d\S*)\b",
        re.IGNORECASE,
    ),
    "about": re.compile(
        r"\b(?:about|covers?|concern(?:s|ed|ing)|deals? with|describes?|explains?|topic|subject)\b", re.IGNORECASE
    ),
    "why": re.compile(
        r"\b(?:because|due to|driven|caused|owing to|thanks to|as a result|result(?:ed|s|ing) (?:of|from|in)"
        r"|reflect(?:s|ed|ing))\b",
        re.IGNORECASE,
    ),
    "version": re.compile(
        r"\b(?:runs?|works?|requires?|needs?|supports?|supported|compatible|tested)\b.*\d"
        r"|\d.*\b(?:or (?:newer|later|higher|above)|supported|required|needed)\b|\d\+",
        re.IGNORECASE,
    ),
    "who": re.compile(r"(?<=[a-z,] )[A-Z]\w+|^[A-Z]\w+(?= (?:will|is|was|has|had|can)\b|:)"),
}
_OF_CALENDAR = frozenset(terms(" ".join((*MONTHS, *WEEKDAYS))))
"""Words with a capital letter that are nobody's name."""
_NEED_ANSWER_TYPE = frozenset(("when", "how long", "how often", "why", "phone", "e-mail", "version"))
"""Kinds of question that a sentence without what they ask for hardly answers."""


def _kind(question: str, language: str) -> str:
    words = WORDS.get(language)
    return next((kind for kind, pattern in words.asks.items() if pattern.search(question)), "fact") if words else "fact"


def has_answer_type(question: Question, sentence: str) -> bool:
    """Return whether a sentence has what the question asks for, a name, a time or a number, besides the question's own terms."""
    words = WORDS.get(question.language)
    pattern = (words.answers if words else _ANSWERS).get(question.kind)
    if pattern is None:
        return False
    found = (set(terms(match[0], question.language)) for match in pattern.finditer(sentence))
    known = question.terms | (_OF_CALENDAR if question.kind == "who" else frozenset())
    return any(not answer_terms or not answer_terms <= known for answer_terms in found)


def needs_answer_type(kind: str) -> bool:
    """Return whether sentences of documents that lack what is asked for give way to those that have it."""
    return kind in _NEED_ANSWER_TYPE
