"""Sentences that give something a value, and those that say that it has another one now: "the launch slipped to 17 May".

Whatever the change is called, both are about the same thing if they share its words, and neither names what tells one such thing
from another: "invoice 1002" has nothing to do with "invoice 1001".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from chat.dialogue.change_words import ALSO, CHANGED, INSTEAD, INSTEAD_OF, MOVED, NOW, OTHER, RAISED_OR_LOWERED, STILL, TURNS_OUT
from chat.retrieval.statements.amounts import NO_UNITS
from chat.retrieval.statements.clauses import FROM_THEN_ON, SINCE
from chat.retrieval.statements.days import NAMED_DAY, in_one_form
from chat.retrieval.statements.progress import Progress, progress
from chat.retrieval.statements.standing_facts import LONGEST, is_certain, is_lasting, people_of, roots, roots_of
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of
from chat.text.currencies import CURRENCIES
from chat.text.days import CLOCK
from chat.text.negation import NOT_THIS
from chat.text.numerals import cardinals
from chat.text.possessives import OURS_IN_EACH_FORM

_SHARED, _SHARE = 2, 0.6
"""Least terms that both have of the thing, and least share of the shorter one's, unless one has all of the other's."""
_LONGER = 4
"""Most terms, for each of the later sentence's, of an earlier one that has all of them: "my monthly savings are $200 now" is not
about each sentence with "save"."""
_LAST_HOUR = 24
_CHANGE = "|".join(
    (
        NOW,
        TURNS_OUT,
        INSTEAD,
        MOVED,
        CHANGED,
        RAISED_OR_LOWERED,
        "bumped|bumps|raises|lowers|cut|doubled|halved|pushed|slipped|rebooked|changes|switches|turned|turns|goes up|goes down"
        "|went up|went down|going up|going down|up to|down to|set to|stays? at|instead|renamed|finally|ended up"
        "|went with|takes over|took over|taking over|joined|joining|corrected|it['’]?s actually|as of",
        "steigt|sinkt|gewechselt|umbenannt|übernimmt|übernommen|nur noch|erst|umgestiegen",
        r"passe|passée?|augment\w+|baisse\w*|rebaptis\w+|reprend",
        r"cambiaron|cambió|cambiamos|cambié|cambia|pasó|pasa|pasamos|sube|suben|baja|aplaz\w+|adelant\w+",
    )
)
_CHANGES = re.compile(
    rf"\b(?:{_CHANGE}|in the end|brought (?:the )?(?:\w+ )?forward|mov(?:ed|es) (?:\S+ ){{0,4}}?to)\b", re.IGNORECASE
)
_ROOTS_OF_CHANGE = roots_of(_CHANGE) | roots(
    "end brought moved moves later earlier from starting since ab seit depuis partir dès desde"
    " new neu neue neuer neues neuen neuem nouveau nouvel nouvelle nuevo nueva"
)
"""First letters of words without which a sentence says nothing of a change."""
_NEW = re.compile(r"\b(?:new|neue?[rnsm]?|nouve(?:au|lle?)|nuev[oa])\s(?P<what>[\w-]+)", re.IGNORECASE)
_RENEWED = re.compile(
    r"(?:price|date|deadline|budget|address|number|phone|time|target|limit|rate|salary|rent|code|password|pin|mail|email"
    r"|\w+-live|preis|termin"
    r"|frist|adresse|nummer|passwort|miete|prix|numéro|loyer|precio|fecha|dirección|número|contraseña|alquiler)",
    re.IGNORECASE,
)
"""Matches what is the same thing when it is new: "the new price", but not "my new bike"."""
_SHIFTS = re.compile(
    r"\b(?:extended|delayed|postponed|pushed back|put off|brought forward|moved up)\b(?! (?:to|until|till)\b)"
    r"|\b(?:\d+|an?|one|two|three|four) (?:hours?|days?|weeks?|months?) (?:later|earlier)\b(?! than)",
    re.IGNORECASE,
)
"""Matches what moves something without saying to when."""
_SHIFTED = {"day": frozenset(("shifted",)), "clock": frozenset(("shifted",))}
_SINCE = re.compile(rf"(?:{FROM_THEN_ON.pattern}|\b{SINCE}\s(?:(?:next|this|the|dem)\s)?\d{{1,2}}\b(?:\son\b)?),?", re.IGNORECASE)
"""Matches since when something holds, be it only the number of a day, which is no value."""
_STAYS = re.compile(rf"\b(?:{STILL}|{ALSO}|{OTHER}|each|unchanged|same|noch ein\w*)\b", re.IGNORECASE)
"""Matches what adds a value, or says that it stays."""
_CLAUSE_END = re.compile(r"[,;:]\s(?:so\s|and\s|but\s)?|\s(?:so|but|and)\s(?=(?:we|i|it|my|our|the)\b)", re.IGNORECASE)
_OWN = re.compile(rf"\b(?:i|we|ich|wir|je|nous|{OURS_IN_EACH_FORM})\b", re.IGNORECASE)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CLOCK = re.compile(rf"{CLOCK}|(?<=\bat )(?:1?\d|2[0-4])(?!\s?[%€$£]|[\w.,:]*\d)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    r"(?P<sign>[$€£¥]\s?)?(?<![\w.,:-])(?P<number>\d+(?:[.,]\d+)*(?:\s\d{3,4})*)(?P<thousands>k\b)?\s?"
    r"(?P<unit>[%€$£¥]|[^\W\d_]+)?(?![\w.,:-]*\d)",
    re.IGNORECASE,
)
_BOUND = re.compile(r"\b(?:under|below|above|over|at (?:least|most)|within|less than|more than|max\w*|min\w*)\s$", re.IGNORECASE)
"""Matches the end of what precedes a limit, which is no value."""
_BESIDE = re.compile(
    r"\b(?:after|before|until|since|during|nach|vor|während|après|avant|pendant|después de|antes de|durante)"
    r"\s(?:(?:the|my|our|der|dem|meinem|unserem|le|la|l['’]|mon|ma|el|mi)\s?)?[\w-]+",
    re.IGNORECASE,
)
"""Matches what only tells when."""
_INSTEAD_OF = re.compile(rf"\b(?:{INSTEAD_OF}|{NOT_THIS})\s(?P<name>{CAPITAL}[\w-]+)")
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d[\d.,:]*")
_CODE = re.compile(r"#\d+|\b(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]+\b")
_MEASURED = re.compile(
    r"\d+(?:k|kg|g|mg|km|m|cm|mm|hrs?|h|min|ms|s|[kmgt]b|[KMGT]B|px|[ap]m|th|st|nd|rd|er|e|x|ml|l|k?[wW]|mbit)"
)
"""Matches a number with a unit, which is no code: "12kg"."""
_NUMBERED = re.compile(
    r"\b(?P<numbered>[^\W\d_]{3,}\s\d{1,6}\w?)(?=:|\s(?:is|are|was|were|costs?|has|starts?|leaves?|meets?|takes?|runs?"
    r"|ist|kostet|hat|est|coûte|es|cuesta|tiene)\b)",
    re.IGNORECASE,
)
"""Matches a number that tells a thing from others of its kind: "room 12 is 80 euros"."""
_OTHER = re.compile(rf"\b(?:{OTHER})\s(?!\d)", re.IGNORECASE)
_FOR_A_PERIOD = re.compile(rf"\b(?:for|für|pour|para)\s((?:{one_of(MONTHS)}|q[1-4]|(?:19|20)\d\d)\b)", re.IGNORECASE)
"""Matches a period, which has a value of its own: "the budget for March"."""
_NOT_DIGITS = re.compile(r"[.,]\d\d?$|\D")
_COUNTS = {word: str(count) for word, count in cardinals("english", first=1, last=12).items()}
_COUNT = re.compile(rf"\b(?:{one_of(_COUNTS)})\b(?! of\b)", re.IGNORECASE)
_ROOTS = roots(" ".join((*MONTHS, *WEEKDAYS, *_COUNTS, "today tomorrow noon midnight heute morgen mittag demain mañana")))
_UNITS = {
    **dict.fromkeys(("s", "sec", "secs"), "second"),
    **dict.fromkeys(("min", "mins"), "minute"),
    **dict.fromkeys(("h", "hrs"), "hour"),
    **CURRENCIES,
    **dict.fromkeys(("percent", "prozent"), "%"),
}
"""Other names of units."""
_NAME = re.compile(rf"(?<=\s)(?!I\b){CAPITAL}[\w’'-]+")
_NAME_AMONG_NOUNS = re.compile(
    rf"\b(?:Herrn?|Frau|Dr\.?|Prof\.?)\s({CAPITAL}[\w-]+)|\b(?:bei|heißt|macht|ist)\s({CAPITAL}[\w-]+)(?=[\s.!]*$)"
)
"""For German, where every noun is capitalised."""
_NAME_FIRST = re.compile(
    rf"(?!(?i:the|this|that|my|our|it|there|we|i|they|he|she|an?|no|all|der|die|das|le|la|el)\b){CAPITAL}[\w-]+"
    r"(?= (?:is|takes|took|does|owns|handles|runs|leads|looks|works|brings|joins|will|drives|makes)\b)"
)
_SAY_LITTLE = frozenset(
    terms(
        "be get got go going fly leave drive depart arrive travel start begin take place plan planned set schedule cost pay"
        " have will new now date day time old make made"
    )
    + terms(
        "put keep kept run up down back moved change changed push bump raise lower cut switch update end decide went know say"
        " told"
    )
    + terms(
        "use using year week month hour minute second euro euros dollar pound percent people good great find sure thing want"
        " need like"
    )
    + terms(
        "just only really actually finally still guess call book rebook extend delay slip turn join instead please note there"
        " here"
    )
    + terms(
        "wurde wird werden ist sind hat haben geht jetzt nun doch neu neue kostet beträgt verschoben steigt findet statt jahr"
        " jahre alt",
        "german",
    )
    + terms("est sont être passe passé maintenant finalement coûte lieu nouveau nouvelle changé", "french")
    + terms("es son está cuesta ahora pasa cambió cambiaron nuevo nueva tiene", "spanish")
)
"""Terms that do not tell what a sentence is about."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A sentence that gives something a value."""

    subject: frozenset[str]
    """Terms of the thing."""
    values: Mapping[str, frozenset[str]]
    """By kind: `day`, `clock`, `name`, `mail`, or `amount` followed by the unit, which may be empty."""
    people: frozenset[str]
    """Terms for the people whose it is, other than the speaker."""
    own: bool
    """Whether it says that something is the speaker's."""
    codes: frozenset[str]
    """What tells the thing from others of its kind."""
    lasting: bool
    """Whether it says how things are or what is planned."""
    former: frozenset[str]
    """Names that it says do not hold."""
    sentence: str
    language: str

    @property
    def progress(self) -> Progress | None:
        """Whether it says what the goal is or what has been reached."""
        return progress(self.sentence)

    @property
    def compounds(self) -> frozenset[frozenset[str]]:
        """Pairs of terms that stand side by side."""
        words = [frozenset(terms(word, self.language)) for word in _WORD.findall(self.sentence)]
        return frozenset(one | other for one, other in itertools.pairwise(words) if one and other)


@dataclass(frozen=True, slots=True)
class Refilled:
    """A sentence that says that a value has changed."""

    now: Slot

    @property
    def subject(self) -> frozenset[str]:
        return self.now.subject


def slot(sentence: str, language: str) -> Slot | None:
    """Return a sentence as something with a value; `None` if it has none. `language` is that of
    `chat.text.languages.language_of`."""
    if len(sentence) > LONGEST or sentence.rstrip().endswith(QUESTION_MARKS):
        return None
    held = _SINCE.sub(" ", sentence)
    values, bare = _values(held, language)
    if _SHIFTS.search(held):
        values = _SHIFTED | values
    unchanged = bare if _ROOTS_OF_CHANGE.isdisjoint(roots(sentence)) else _CHANGES.sub(" ", bare)
    said = terms(_BESIDE.sub(" ", unchanged), language) if values else []
    subject = frozenset(term for term in said if len(term) > 1) - _SAY_LITTLE
    if not subject:
        return None
    people, own = people_of(sentence, language), bool(_OWN.search(sentence))
    former = frozenset(found["name"].casefold() for found in _INSTEAD_OF.finditer(sentence))
    return Slot(subject, values, people, own, codes_of(sentence), is_lasting(sentence), former, sentence, language)


def refilled(sentence: str, language: str) -> Iterator[Refilled]:
    """Yield a sentence, and its clause with the new value, as something with another value than before; none if it does not say
    so."""
    if not _says_so(sentence) or _STAYS.search(sentence) or not is_certain(sentence):
        return
    clauses = _CLAUSE_END.split(sentence)
    valued = [(part, new) for part in clauses if (new := slot(part, language)) is not None]
    if len(clauses) > 1:
        yield from (Refilled(new) for part, new in valued if _says_so(part))
    if len(clauses) > 1 and len(valued) == 1:
        yield Refilled(
            replace(valued[0][1], values={kind: given for kind, given in valued[0][1].values.items() if kind != "name"})
        )
    if (whole := slot(sentence, language)) is not None:
        yield Refilled(whole)


def _says_so(text: str) -> bool:
    if _ROOTS_OF_CHANGE.isdisjoint(roots(text)):
        return False
    return bool(_CHANGES.search(text) or _SHIFTS.search(text) or _SINCE.search(text) or _is_new(text))


def _is_new(text: str) -> bool:
    """Return whether the text gives something a new value, or somebody new a role."""
    new = _NEW.search(text)
    return new is not None and bool(_RENEWED.fullmatch(new["what"]) or _NAME.search(text, new.end()))


def takes_the_place(change: Refilled, earlier: Slot) -> bool:
    """Return whether the later sentence gives the same thing another value."""
    later = change.now
    if later.progress == "reached" and earlier.progress == "goal":
        return False
    if later.former and later.former.isdisjoint(earlier.values.get("name", ())):
        return False
    same = later.people == earlier.people or (later.people <= earlier.people and not later.own)
    return (
        earlier.lasting
        and same
        and later.codes == earlier.codes
        and any(_refills(kind, given, later, earlier) for kind, given in later.values.items())
    )


def codes_of(sentence: str) -> frozenset[str]:
    """Return what tells a thing from others of its kind: "invoice 1002", "LH123", "#17"."""
    others = frozenset(["other"] if _OTHER.search(sentence) else [])
    periods = others | {period.casefold() for period in _FOR_A_PERIOD.findall(sentence)}
    if not any(map(str.isdigit, sentence)):
        return periods
    timeless = _CLOCK.sub(" ", NAMED_DAY.sub(" ", _MAIL.sub(" ", sentence)))
    codes = {found[0] for found in _CODE.finditer(timeless) if not _MEASURED.fullmatch(found[0])}
    numbered = {found["numbered"] for found in _NUMBERED.finditer(timeless)}
    return periods | frozenset(code.casefold() for code in codes | numbered)


def _refills(kind: str, given: frozenset[str], later: Slot, earlier: Slot) -> bool:
    before = _comparable(kind, given, earlier)
    new_values, old_values = given - before, before - given
    several = kind == "name" or min(len(given), len(before)) > 1
    if not new_values or not old_values or (before & given and not several):
        return False
    new, old = later.subject, earlier.subject
    new = new - ({term for name in later.values.get("name", ()) for term in terms(name, later.language)} - old)
    if kind == "name":
        old = old - {term for name in old_values for term in terms(name, earlier.language)}
        if later.people or earlier.people:  # of whom there may be several
            return False
    shared = new & old
    most = len(shared) >= _SHARED and len(shared) >= _SHARE * min(len(new), len(old))
    within = new <= old and len(old) <= _LONGER * len(new)
    return bool(shared) and (most or within or (old <= new and not _is_compounded(new - old, old, later)))


def _is_compounded(more: frozenset[str], old: frozenset[str], later: Slot) -> bool:
    """Return whether a word of the later sentence makes another thing of the earlier one's: "the budget meeting"."""
    compounds = later.compounds
    return any(frozenset((one, other)) in compounds for one in more for other in old)


def _comparable(kind: str, given: frozenset[str], earlier: Slot) -> frozenset[str]:
    """Return the earlier values of the same kind; a number without a unit may be of any, or be a time of day."""
    if not kind.startswith("amount"):
        return earlier.values.get(kind, frozenset())
    amounts = {other: values for other, values in earlier.values.items() if other.startswith("amount")}
    if kind in amounts:
        return amounts[kind]
    if len(amounts) == 1 and (kind == "amount" or "amount" in amounts):
        [before] = amounts.values()
        return before if _is_near(max(given), max(before)) else frozenset()
    is_hour = kind == "amount" and not amounts and all(value.isdigit() and int(value) <= _LAST_HOUR for value in given)
    return earlier.values.get("clock", frozenset()) if is_hour else frozenset()


def _is_near(number: str, other: str) -> bool:
    """Return whether two numbers, of which one has no unit, may count the same."""
    digits = [len(_NOT_DIGITS.sub("", each.replace("k", "000"))) for each in (number, other)]
    return abs(digits[0] - digits[1]) <= 1


def _values(sentence: str, language: str) -> tuple[dict[str, frozenset[str]], str]:
    """Return the values of a sentence by kind, and the sentence without them, except for names."""
    found: dict[str, set[str]] = {}
    rest = sentence
    counts = any(map(str.isdigit, sentence)) or not _ROOTS.isdisjoint(roots(sentence))  # a cheap test before the patterns
    for kind, pattern in (("mail", _MAIL), ("day", NAMED_DAY), ("clock", _CLOCK)) if counts or "@" in sentence else ():
        named = [match[0] for match in pattern.finditer(rest)]
        found[kind] = {in_one_form(each) if kind == "day" else each.casefold().strip() for each in named}
        rest = pattern.sub(" ", rest)
    rest = _COUNT.sub(lambda match: _COUNTS[match[0].casefold()], rest) if counts else rest
    for match in _AMOUNT.finditer(rest) if counts else ():
        if _BOUND.search(rest, 0, match.start()):
            continue
        unit = (match["sign"] or match["unit"] or "").strip().casefold()
        stem = "" if unit in NO_UNITS else next(iter(terms(unit, language)), unit)
        found.setdefault(f"amount{_UNITS.get(unit, stem)}", set()).add(match["number"] + (match["thousands"] or ""))
    bare = _NUMBER.sub(" ", rest)
    names = (_NAME_AMONG_NOUNS if language == "german" else _NAME).finditer(bare)
    found["name"] = {next(filter(None, (*match.groups(), match[0]))).casefold() for match in names}
    if first := _NAME_FIRST.match(bare):
        found["name"].add(first[0].casefold())
    return {kind: frozenset(values) for kind, values in found.items() if values}, bare
