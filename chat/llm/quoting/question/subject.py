"""Recognise the quantity a question asks for ("net sales", "employees") and its period, and how directly a sentence tells just
that."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from chat.llm.quoting.question.analysis import CARDINALS
from chat.llm.quoting.question.qualifiers import without_days
from chat.text import terms
from chat.text.calendar_names import ENGLISH_MONTHS, ENGLISH_SHORT_MONTH, one_of

_END = (
    r"(?=\s+(?:(?:per|an?)\s+(?:hour|day|night|week|month|year)|in|for|of|at|on|during|by|as|from|since|compared|last|this|that|which|did|do|does|was|were|is|are|has|have|had"
    r"|will|would|can|could|should)\b|\s*[?,.;]|$)"
)
_SUBJECT = re.compile(
    r"^(?:(?:and|so|but|now|then)\s+)?(?:"
    r"what(?:['’]s|\s+(?:is|are|was|were|will be|would be))\s+(?:(?:the|its|their|our|his|her|your|a|an)\s+)?(?P<value>\S.*?)"
    r"|how\s+much\s+(?:did|does|will)\s+(?:(?:the|its|their|our)\s+)?(?P<grew>\S.*?)\s+(?:increase|decrease|grow|rise|fall|decline|change|drop)\w*"
    r"|how\s+(?:much|many)\s+(?!(?:did|do|does|was|were|is|are|has|have|had|will|would|can|could|should)\b)(?P<amount>\S.*?)"
    r"|compare\s+(?:(?:the|its|their|our)\s+)?(?P<both>\S.*?)"
    r"|who(?:['’]s|\s+(?:is|are|was|were))\s+(?:(?:the|its|their|our)\s+)?(?P<role>\S.*?)"
    rf"){_END}",
    re.IGNORECASE,
)
_LONGEST = 5
"""Most words of a subject; anything longer is a sentence of its own."""
_SLACK = 2
"""Most other words between those of the subject."""
_NEAR_START = 4
"""Number of words at the start of a sentence within which it names its topic."""
_PART_OF = re.compile(r"(?:\bof|\bto|\bin|\bper|%)\s+(?:(?:the|its|our|total)\s+)*$", re.IGNORECASE)
"""Words before the subject that make it the base of another figure, such as a share of it."""
_OTHER_MEASURE = re.compile(r"\W{0,2}\s*(?:growth|rates?|margins?|guidance|ratio|targets?|mix|costs?)\b", re.IGNORECASE)
"""Words after the subject that make it another quantity."""
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_QUARTER = re.compile(
    r"\bquarters?\b|\bQ[1-4]\b|\b(?:three|six|nine)[- ]months?\b|\b(?:12|13|24|26|36|39)[- ]weeks?\b", re.IGNORECASE
)
_WHOLE_YEAR = re.compile(r"\b(?:full[- ]year|fiscal|annual\w*|years?|(?:19|20)\d\d)\b", re.IGNORECASE)
_COUNTED = re.compile(r"(?:and |so |but )?how (many|much)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[^\W_,] )[A-Z][^\W\d]+(?:[-’'&]\w+)*(?!\w)")
_FIGURE = re.compile(
    rf"\d|\b(?:{CARDINALS}|dozen|billion|no|none|zero|twice|once|half|several|couple)\b",
    re.IGNORECASE,
)
_MONTH = rf"(?:{one_of(ENGLISH_MONTHS)}|{ENGLISH_SHORT_MONTH})"
_NO_FIGURE = re.compile(
    rf"\b{_MONTH}\.? \d{{1,2}}\b(?:, (?:19|20)\d\d)?|\b(?:19|20)\d\d\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)? {_MONTH}\b|\b\d{{1,2}}:\d\d\b"
    r"|\b(?:note|item|part|page|section|form|exhibit|proposal|covid|q)[ -]?\d+\w*",
    re.IGNORECASE,
)
"""Numbers that are not counts: dates, times, years, parts of a document."""


_MEASURES = {
    r"\bcosts?\b|(?<!most )(?<!least )\bexpensive\b|\bpay for\b": "price cost fee",
    r"\bweighs?\b|\bheavy\b": "weight",
    r"\bloud\b|\bnoisy\b": "noise sound volume",
    r"\bfast\b|\bquick\b": "speed",
    r"\btall\b|\bhow high\b": "height",
    r"\bwide\b": "width",
    r"\bdeep\b": "depth",
    r"\bhow long\b": "length duration time",
    r"\bhow far\b": "distance range",
    r"\bhow (?:big|large)\b": "size dimensions area",
    r"\bhow old\b": "age",
    r"\bhow (?:hot|cold|warm)\b": "temperature",
}
"""Words of a question, and what a table calls the quantity they ask for."""
_ASKING_FOR = [(re.compile(words, re.IGNORECASE), frozenset(terms(called))) for words, called in _MEASURES.items()]

_ASKS_WHAT_IT_TAKES = re.compile(
    r"(?:and\s+|so\s+|but\s+)?how\s+(?:long|much\s+time|many\s+\w+)\b.*\b(?:take|took)\b", re.IGNORECASE
)
_TAKES = re.compile(
    r"\b(?:tak(?:es?|ing|en)|took)\b.*\b(?:seconds?|min(?:ute)?s?|h(?:ou)?rs?|h|days?|nights?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
"""A statement of how long something takes."""

_CALLED = re.compile(r"\((?:[^()“”„«»\"]{0,60}\s)?[“„«\"]([^“”„«»\"()]{1,40})[”“»\"][^()“”„«»\"]{0,40}\)")
"""A contract's name for a party, after the full name: `Northgate Ltd. (“Landlord”)`, (nachfolgend „Vermieter“ genannt)."""


def introduces_name(wanted: Collection[str], text: str, language: str) -> bool:
    """Return whether a sentence introduces these terms as the name of somebody or something."""
    return bool(wanted) and any(set(wanted) == set(terms(called, language)) for called in _CALLED.findall(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The quantity that a question asks for."""

    words: tuple[str, ...]
    """Its terms, in order; empty if the question does not ask for a quantity."""
    asks_for_number: bool
    """The question asks how many or how much."""
    how_many: bool
    """The question asks how many."""
    names: tuple[str, ...]
    """Names in the question."""
    quarter: bool | None
    """True if the question asks for part of a year, False for a whole one, `None` if it does not say."""
    measure: frozenset[str] = frozenset()
    """Terms by which a table may call the quantity: weight, for how heavy something is."""
    measuring: frozenset[str] = frozenset()
    """Terms by which the question asks for the quantity: heavy."""
    takes: bool = False
    """The question asks how long something takes."""

    def quantity_match(self, text: str) -> float:
        """Return 1 if a sentence begins with the quantity asked for, .5 if it comes later, 0 if it is missing or only the base of
        another figure ("16 % of net sales")."""
        if self.takes:
            return float(_TAKES.search(text) is not None)
        if not self.words:
            return 0.0
        found = list(_WORD.finditer(text))
        stems = [tuple(terms(word[0])) for word in found]
        for at in range(len(stems)):
            if self.words[0] in stems[at] and self._follows(stems[at:]):
                if _PART_OF.search(text[: found[at].start()]):
                    continue
                end = found[min(at + len(self.words), len(found)) - 1].end()
                return 1.0 if at < _NEAR_START and not _OTHER_MEASURE.match(text[end:]) else 0.5
        return 0.0

    def row_match(self, text: str) -> float:
        """Return the same for a table row, which begins with its label: 1 if the label is the quantity and nothing else."""
        label = text.partition(":")[0]
        if not self.measure.isdisjoint(terms(label)):
            return 1.0
        for name in (label, label.rpartition(", ")[2]):
            if self.words and [word for word in terms(name) if word != "total"] == [
                word for word in self.words if word != "total"
            ]:
                return 1.0
        return min(0.5, self.quantity_match(text))

    def is_measured(self, text: str) -> bool:
        """Return whether a row gives a number under a table's name for the quantity: `55 (Length (m))` for how long something
        is."""
        return not self.measure.isdisjoint(terms(text)) and bool(_FIGURE.search(text))

    def may_hold_number(self, text: str, around: str) -> bool:
        """Return whether a sentence may hold the number asked for, and its passage mentions a name of the question; always True
        if no number is asked for."""
        if not self.asks_for_number:
            return True
        known = around.casefold().replace(" ", "")
        if self.names and not any(name.casefold() in known for name in self.names):
            return False
        of_these = not self.words or not self.how_many or self.words[-1] in terms(text)
        unnamed = re.sub(rf"\b(?:{'|'.join(map(re.escape, self.names))})\b", " ", text) if self.names else text
        return of_these and bool(_FIGURE.search(_NO_FIGURE.sub(" ", unnamed)))

    def _follows(self, stems: Sequence[tuple[str, ...]]) -> bool:
        """Return whether the words of the subject follow one another from here on."""
        wanted, most = list(self.words), len(self.words) + _SLACK
        for stems_of_word in stems[:most]:
            if wanted and wanted[0] in stems_of_word:
                wanted.pop(0)
        return not wanted

    def period_match(self, text: str) -> float:
        """Return 1 if a sentence with its heading matches the kind of period asked for, -1 if it is of another kind, 0
        otherwise."""
        if self.quarter is None:
            return 0.0
        of_quarter = bool(_QUARTER.search(text))
        if self.quarter:
            return float(of_quarter)
        return -1.0 if of_quarter else 0.0


def subject_of(question: str) -> Subject:
    found = _SUBJECT.match(question.strip())
    phrase = next((value for value in found.groupdict().values() if value), "") if found else ""
    words = tuple(terms(phrase)) if 0 < len(phrase.split()) <= _LONGEST else ()
    quarter = True if _QUARTER.search(question) else False if _WHOLE_YEAR.search(question) else None
    counted = _COUNTED.match(question.strip())
    names = tuple(_NAME.findall(without_days(question.strip())))
    asks = ((asking_words, called) for asking, called in _ASKING_FOR if (asking_words := asking.search(question)) is not None)
    measured = next(asks, None)
    how_many = counted is not None and counted[1].casefold() == "many"
    takes = _ASKS_WHAT_IT_TAKES.match(question.strip()) is not None
    return Subject(
        words=words,
        asks_for_number=counted is not None,
        how_many=how_many,
        names=names,
        quarter=quarter,
        measure=measured[1] if measured is not None else frozenset(),
        measuring=frozenset(terms(measured[0][0])) if measured is not None else frozenset(),
        takes=takes,
    )
