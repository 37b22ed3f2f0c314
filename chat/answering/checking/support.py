"""Decide whether a source supports a sentence, from the words alone: deterministic, without a model.

Quotations must occur in the source, as must figures, dates and names; what the sentence denies must be denied there; and enough
of the words must be the same. Sentences in another language than their source are only checked for quotations, figures, names and
polarity. The thresholds were chosen on 290 labelled pairs of a passage and a sentence (`threadwise eval support`; decision 063).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz

from chat.answering.checking import figures as of_figures
from chat.answering.checking import names as of_names
from chat.answering.checking import polarity
from chat.answering.checking.figures import Figures
from chat.answering.checking.words import content, coverage, is_among, language
from chat.text import in_one_line, sentences

Reason = Literal["quote", "number", "date", "name", "negation", "direction", "words"]
"""What in the sentence the source does not support; `direction`: more instead of less, before instead of after."""

_YEARS = range(1500, 2200)
"""Numbers without a unit that may be a year."""
_WORDS = 0.62
"""Share of a sentence's words that its source must hold; a synonym or two may differ."""
_PLAIN = 0.8
"""The same when looking for a source for a sentence that cites none."""
_LEAST_PLAIN = 3
"""Fewest words and figures of such a sentence."""
_ABOUT_THE_SAME = 0.5
"""Share of a clause's words from which part of the source is about the same, so that polarity can be compared."""
_QUOTE = 93.0
"""Similarity, out of 100, of a quotation and the text it was taken from: line ends, dashes and case may differ."""
_VERBATIM = 97.0
_SHORT_QUOTE = 3
"""Words; a shorter quotation is a title or a term."""
_SUBJECT = 2
"""Number of terms at the beginning of a sentence that also apply to its later clauses."""
_FOREIGN_CLAUSE = 0.34
"""Share of a clause's words up to which it says something that the source does not mention at all."""
_WORDS_IN_PAIRS = 0.75
"""`_WORDS` for scripts without spaces, whose terms are overlapping pairs of characters."""
_MOST_CHARACTERS = 20_000
"""Most characters of a source that are checked; the beginning of a whole file."""

_QUOTED = re.compile(r"[“„«\"]([^”“»\"]+)[”“»\"]")
_QUOTED_WITH_QUOTES = re.compile(r"“((?:[^“”]|“[^“”]*”)+)”")
_OPERATOR = re.compile(r"\w \*\*? \w")
"""An operator in quoted code."""
_ALL_QUOTED = re.compile(r"[\s,;，、]*“(.+)”[\s.,;，、。]*", re.DOTALL)
_MARKUP = re.compile(
    r"\*\*|__|(?<!\w)[*_]|[*_](?!\w)|^\s*(?:#{1,6}|[-*+•]|\d{1,2}[.)])\s+|\\(?=[\[\]])|(?<!\\)\s*\[\d{1,3}\]|\|", re.MULTILINE
)
_CLAUSE = re.compile(
    r"[,;:()—–][”\"“]?\s+|\s(?=(?:but|while|whereas|although|unless|because|aber|sondern|mais|pero|sino|но)\b)|(?<=[，；、])|\s(?=(?:and|und|et|y|и)\s)",
    re.IGNORECASE,
)
_DAY_END = re.compile(r"\s\d{1,2}\.$")
_IN_MILLIONS = re.compile(r"\([^()]{0,60}?\b(?P<scale>thousand|million|billion)s?\b[^()]{0,60}\)", re.IGNORECASE)
_PERIOD = re.compile(r"\b\w+[ -](?:day|week|month|quarter|year)s?(?: period)? (?:ended|ending)\b", re.IGNORECASE)
"""A reporting period, as in a column header, which may be far from the rows it applies to."""
_OMITTED = re.compile(r"\s*(?:…|\.\.\.)\s*")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a sentence."""

    supported: bool
    reason: Reason | None = None
    strength: float = 1.0
    """Share of the sentence's words that the source holds."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A sentence or clause of the source."""

    text: str
    words: frozenset[str]
    own: frozenset[str]
    """The words without those carried over from the first clause."""
    many: int
    """Number of these words."""


@dataclass(frozen=True, slots=True)
class CheckableSource:
    """A source prepared for checking."""

    flat: str
    """Its text on one line and in lower case."""
    said: frozenset[str]
    """Its sentences, normalised likewise."""
    beside: str
    words: frozenset[str]
    known: frozenset[str]
    capitals: str
    figures: Figures
    neighbours: tuple[Figures, ...]
    """Figures of each pair of consecutive sentences."""
    sentences: tuple[_Stretch, ...]
    stretches: tuple[_Stretch, ...]
    """The sentences and their clauses."""
    language: str | None


@lru_cache(maxsize=256)
def checkable(text: str, beside: str = "") -> CheckableSource:
    """Prepare a source for checking. `beside` is what is known of it besides its text: file, headings, speaker, date."""
    text = _normal(text[:_MOST_CHARACTERS])
    whole = f"{beside}\n{text}"
    parts = _sentences(text)
    scale = _table_scale(text)
    told = [_in_full(of_figures.figures(part), scale) for part in parts]
    return CheckableSource(
        flat=_flat(text),
        said=frozenset(map(_flat, parts)),
        beside=beside,
        words=frozenset(content(whole)),
        known=of_names.known(whole),
        capitals=of_names.capitals(whole),
        figures=of_figures.together([*told, of_figures.figures(beside)]),
        neighbours=tuple(of_figures.together(pair) for pair in pairwise(told)) or tuple(told),
        sentences=tuple(_stretch(part) for part in parts),
        stretches=tuple(stretch for part in parts for stretch in _stretches(part)),
        language=language(text),
    )


def _table_scale(text: str) -> float:
    """Return the factor by which a table says its figures are scaled: 1e6 for `(in millions)`."""
    said = _IN_MILLIONS.search(text)
    return {"thousand": 1e3, "million": 1e6, "billion": 1e9}[said["scale"].casefold()] if said else 1.0


def _in_full(told: Figures, scale: float) -> Figures:
    """Return the figures both as printed and scaled."""
    if scale == 1:
        return told
    meant = (replace(each, values=tuple(value * scale for value in each.values)) for each in told.numbers)
    return replace(told, numbers=(*told.numbers, *meant))


def check(claim: str, source: CheckableSource) -> Verdict:
    """Check a sentence against its source. A sentence without a claim is supported, and so is one copied from the source."""
    if _OPERATOR.search(claim):
        claim = _without_quotations(claim, source)  # before `*` is taken for emphasis
    said = _without_quotations(_plain(claim), source)
    if _flat(said) in source.said:
        return Verdict(True)
    told = of_figures.figures(said)
    terms = _besides(told, said)
    if not terms and told.empty:
        return Verdict(True)
    share = _share(terms, source.words, told)
    for reason in (
        _misquoted(said, source),
        _miscounted(said, told, source),
        _misnamed(said, terms, source),
        _turned(said, source),
    ):
        if reason is not None:
            return Verdict(False, reason, share)
    if _foreign(said, source) or _stands(said.strip(" ."), source, _VERBATIM):
        return Verdict(True, strength=share)
    least = _WORDS_IN_PAIRS if _script(said) == "CJK" else _WORDS
    return Verdict(True, strength=share) if share >= least and not _adds(said, source) else Verdict(False, "words", share)


def plainly(claim: str, source: CheckableSource) -> bool:
    """Return whether the source certainly supports the claim: the condition for adding a marker that the writer left out."""
    said = _plain(claim)
    told = of_figures.figures(said)
    if len(content(said)) + len(told.numbers) + len(told.days) < _LEAST_PLAIN or _foreign(said, source):
        return False
    verdict = check(claim, source)
    best = max((_share(content(said), stretch.words) for stretch in source.stretches), default=0.0)
    return verdict.supported and best >= _PLAIN


# --- the parts of the check --------------------------------------------------------------------------------------


def _without_quotations(said: str, source: CheckableSource) -> str:
    """Remove verbatim quotations of the source, which may themselves contain quotation marks, even unbalanced ones."""
    if (whole := _ALL_QUOTED.fullmatch(said)) and _parts_stand(whole[1], source):
        return ""
    for pattern in (_QUOTED_WITH_QUOTES, _QUOTED):
        said = pattern.sub(lambda quoted: " " if _parts_stand(quoted[1], source) else quoted[0], said)
    return said


def _parts_stand(quoted: str, source: CheckableSource) -> bool:
    parts = [part for part in _OMITTED.split(_flat(quoted)) if part]
    return bool(parts) and all(part.strip(" .,") in source.flat for part in parts)


def _misquoted(said: str, source: CheckableSource) -> Reason | None:
    """Check quotations, which may differ in dashes and single letters; one of a word or two is a title or a term."""
    for quoted in _QUOTED.findall(said):
        if len(quoted.split()) >= _SHORT_QUOTE and not all(_stands(part, source, _QUOTE) for part in _OMITTED.split(quoted)):
            return "quote"
    return None


def _stands(words: str, source: CheckableSource, likeness: float) -> bool:
    words = _flat(words).strip(" .,")
    return words in source.flat or fuzz.partial_ratio(words, source.flat, score_cutoff=likeness) >= likeness


def _miscounted(said: str, told: Figures, source: CheckableSource) -> Reason | None:
    held = source.figures
    for day in told.days:
        if not any(of_figures.agrees(day, other) for other in held.days) and not _is_year(day, source):
            return "date"
    for time in told.times:
        if not any(of_figures.same_time(time, other) for other in held.times):
            return "number"
    counting = [figure for figure in told.numbers if not figure.counted]
    if not all(_holds(figure, held) for figure in counting):
        return "number"
    return "number" if len(counting) > 1 and any(_scattered(clause, source) for clause in _clauses(said) or [said]) else None


def _scattered(clause: str, source: CheckableSource) -> bool:
    """Return whether two figures of a clause are far apart in the source, so that they belong to different things."""
    numbers = of_figures.figures(_PERIOD.sub(" ", clause)).numbers
    together = [one for one in numbers if not one.counted and not _may_be_year(one)]
    if len(together) != 2 or len(source.neighbours) < 2:
        return False
    return not any(all(_holds(figure, near) for figure in together) for near in source.neighbours)


def _holds(figure: of_figures.Figure, held: Figures) -> bool:
    if any(of_figures.matches(figure, other) for other in held.numbers):
        return True
    return any(figure.values[0] in (day.year, day.day) for day in held.days)


def _may_be_year(figure: of_figures.Figure) -> bool:
    return not figure.unit and figure.values[0] in _YEARS


def _is_year(day: of_figures.Day, source: CheckableSource) -> bool:
    return day.month is None and day.year is not None and any(day.year in figure.values for figure in source.figures.numbers)


def _misnamed(said: str, terms: Sequence[str], source: CheckableSource) -> Reason | None:
    if any(of_names.fold(name) not in source.known for name in of_names.identifiers(said)):
        lowered = f"{source.beside.casefold()} {source.flat}"
        if any(name.casefold() not in lowered for name in of_names.identifiers(said)):
            return "name"
    german = language(said) == "de" or source.language == "de"
    own = of_names.names(said)
    for name in own:
        if of_names.knows(source.known, name, source.capitals):
            continue
        strict = not name.first and (not german or name.titled)
        if strict or _swapped(own, terms, source):
            return "name"
    return None


def _swapped(own: Sequence[of_names.Name], terms: Sequence[str], source: CheckableSource) -> bool:
    """Return whether the sentence of the source closest to the claim has a name that the claim lacks, which the claim's name then
    replaces."""
    stretch = max(source.sentences, key=lambda each: _share(terms, each.words), default=None)
    if stretch is None or _share(terms, stretch.words) < _ABOUT_THE_SAME:
        return False
    return of_names.strangers(stretch.text, [*(name.folded for name in own), *terms])


def _turned(said: str, source: CheckableSource) -> Reason | None:
    spoken = language(f"{said} {source.flat}")
    called = {name.folded for name in of_names.names(said)}
    for clause in _clauses(said) or [said]:
        terms = content(clause)
        if all(term in called for term in terms):
            continue
        near = [stretch for stretch in source.stretches if any(is_among(term, stretch.own) for term in terms)]
        stretch = max(near, key=lambda each: (round(_nearness(terms, each.words), 2), -each.many), default=None)
        if stretch is None or _nearness(terms, stretch.words) < _ABOUT_THE_SAME:
            continue
        denied = (polarity.denials(clause, spoken) + polarity.denials(stretch.text, spoken)) % 2 == 1
        turned = polarity.turned(clause, stretch.text) % 2 == 1
        if denied != turned:
            return "negation" if denied else "direction"
    return None


def _foreign(said: str, source: CheckableSource) -> bool:
    here = language(said)
    if (here or "").isascii() and _script(said) != _script(source.flat):
        return True
    return here is not None and source.language is not None and here != source.language


def _script(text: str) -> str:
    """Return the script of most letters: the first word of their Unicode names."""
    counts: dict[str, int] = {}
    for letter in text[:400]:
        if letter.isalpha():
            script = "LATIN" if letter.isascii() else unicodedata.name(letter, "?").split()[0].split("-")[0]
            script = "CJK" if script in ("HIRAGANA", "KATAKANA") else script
            counts[script] = counts.get(script, 0) + 1
    return max(counts, key=lambda script: counts[script], default="")


# --- stretches of the source -------------------------------------------------------------------------------------


def _share(terms: Sequence[str], held: frozenset[str], told: Figures | None = None) -> float:
    """Return the share of terms held, counting words with the same polarity, and figures already known to be held."""
    alike = [next(iter(same), term) if (same := polarity.alike(term) & held) else term for term in terms]
    share, weight = coverage(alike, held), len(terms)
    many = len(told.numbers) + len(told.days) if told else 0
    return (share * weight + many) / (weight + many) if weight + many else 1.0


def _besides(told: Figures, said: str) -> list[str]:
    """Return a sentence's words without those of its figures, which are checked separately: a number of days may be stated in
    weeks."""
    counted = frozenset(content(told.words))
    return [term for term in content(said) if term not in counted]


def _nearness(terms: Sequence[str], held: frozenset[str]) -> float:
    """Return the share of terms held, counting opposites as well: being about the same thing is not saying the same."""
    return coverage([next(iter(polarity.related(term) & held), term) for term in terms], held)


def _adds(said: str, source: CheckableSource) -> bool:
    """Return whether a clause says something that the source does not mention."""
    clauses = [content(clause) for clause in _clauses(said)]
    return len(clauses) > 1 and any(len(terms) > 1 and _share(terms, source.words) <= _FOREIGN_CLAUSE for terms in clauses)


def _stretches(sentence: str) -> list[_Stretch]:
    """Return a sentence and its clauses; what a later clause leaves out ("but not the hose") is taken from the first one's
    beginning."""
    clauses = _clauses(sentence)
    subject = content(clauses[0])[:_SUBJECT] if clauses else []
    return [_stretch(clause, subject) for clause in clauses if clause != sentence] + [_stretch(sentence)]


def _stretch(text: str, subject: Sequence[str] = ()) -> _Stretch:
    terms = content(text)
    return _Stretch(text, frozenset((*terms, *subject)), frozenset(terms), len(terms))


def _sentences(text: str) -> list[str]:
    """Split a text into sentences; the full stop of a date, as in "am 3. Mai", does not end one."""
    parts: list[str] = []
    for part in (text[span.start : span.end].strip() for span in sentences(text)):
        if parts and _DAY_END.search(parts[-1]):
            parts[-1] = f"{parts[-1]} {part}"
        elif part:
            parts.append(part)
    return parts


def _clauses(sentence: str) -> list[str]:
    """Return the parts between commas and conjunctions that say something by themselves."""
    return [clause for part in _CLAUSE.split(sentence) if part and len(content(clause := part.strip(" ,;:"))) > 1]


def _plain(claim: str) -> str:
    """Return a sentence without markers and Markdown."""
    return _normal(_MARKUP.sub(" ", claim)).strip()


def _flat(text: str) -> str:
    return in_one_line(text.casefold())


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("’", "'").replace("−", "-")
