"""Sentences that give amounts, dates, versions or names: "my budget is 500" ... "my budget is now 700"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chat.dialogue.change_words import CHANGED, INSTEAD, INSTEAD_OF, MOVED, NOW, RAISED_OR_LOWERED, TURNS_OUT
from chat.dialogue.telling import without_lead
from chat.retrieval.dates.calendar_words import MONTHS
from chat.retrieval.statements import ended
from chat.retrieval.statements.amounts import DATE, NO_UNIT_KINDS, VALUE, amounts
from chat.retrieval.statements.changed_values import codes_of
from chat.retrieval.statements.clauses import CLAUSE_END, FROM_THEN_ON
from chat.retrieval.statements.progress import Progress, progress
from chat.retrieval.statements.standing_facts import roots, roots_of
from chat.text import CAPITAL, terms
from chat.text.calendar_names import WEEKDAYS, one_of
from chat.text.possessives import OURS_IN_EACH_FORM

LONGEST = 400
"""Most characters of a sentence that still says one thing."""
_LONGEST_WITHOUT_NUMBER = 80
_DIGIT = re.compile(r"\d")
_CHANGE = re.compile(
    rf"\b(?:{NOW}|{TURNS_OUT}|{INSTEAD}|instead|{MOVED}|{CHANGED}|{RAISED_OR_LOWERED}"
    r"|actually|no longer|any ?more|chang(?:e|ing)|update|moved|mov(?:es|ing)(?= to\b)"
    r"|reached(?! out\b)|hit|adjusted|improved|grew|grown|rose|(?-i:cut)|dropped|replaced|correction|downgraded"
    r"|(?:goes|going|gone|went|comes|came) (?:up|down)(?= to\b)|(?:rises?|drops?|climbs?|climbed)(?= to\b)"
    r"|it is(?=[.!]*$)"
    r"|new(?= (?:\w+ly )?(?:price|date|deadline|budget|address|number|time|target|goal|limit|quota|rate|salary|rent|code"
    r"|password)\b)"
    r"|runter(?= auf\b)|rauf(?= auf\b)|aufgestockt|gekürzt"
    r"|umgezogen|cambió|cambiat[oa]|spostat[oa]|aumentat[oa]|rinviat[oa]|mud(?:ou|ado|ada)|adiad[oa]|aumentou"
    r"|nu|gewijzigd|veranderd|verplaatst|verhoogd|verzet|перенесл[иа])\b",
    re.IGNORECASE,
)
_WHICH_CHANGED = re.compile(
    rf"(?:which|that|qui)\s(?:(?:has|have|had|is|was|are|were|a|est)\s)?(?:(?:\w+ly|now|since)\s)*(?={_CHANGE.pattern})",
    re.IGNORECASE,
)
"""The beginning of a clause that says that what the clause before it names has changed."""
_ROOTS = roots_of(f"{NOW}|{TURNS_OUT}|{INSTEAD}|instead|{MOVED}|{CHANGED}|{RAISED_OR_LOWERED}") | roots(
    "actually longer any anymore change changing update moved moves moving reached hit adjusted improved grew grown rose cut"
    " dropped replaced correction downgraded up down rise rises drop drops climb climbs climbed it new runter rauf aufgestockt"
    " gekürzt umgezogen cambió cambiato spostato aumentato rinviato mudou mudado adiado nu gewijzigd veranderd verplaatst"
    " verhoogd verzet перенесли перенесла"
)
"""First letters of words without which no word says that something has changed."""
_STANDING = re.compile(
    r"\b(?:is|are|costs?|lives?|works?|called|named|ist|heißt|kostet|beträgt|liegt|wohnt?e?|est|coûte|vaut|es|cuesta|vale|è"
    r"|costa|é"
    r"|custa|kost|стоит"
    r"|зовут)\b"
    r"|['’](?:s|m|re)\b",
    re.IGNORECASE,
)
_OWN = re.compile(
    rf"\b(?:{OURS_IN_EACH_FORM}|i|we|ich|wir|je|vivo|vivimos|tengo|tenemos|trabajo|hemos"
    r"|mi[oa]|miei|mie|nostr[oaie]|abito|lavoro|abbiamo|meu|minha|nosso|nossa|moro|tenho|temos|trabalho|mijn|onze?|ik"
    r"|мо[йяиею]\w*|наш\w*|я|мы)\b"
    r"|^(?:the|they|der|die|das|le|la|el|il|o|de|het)\b"
    r"|^[^\W\d_][\w’'-]+(?:\s(?:[\w’'-]+|&)){0,4}\s(?:is|are|will be|costs|charges|starts|begins|moved|raised|goes|went|ist"
    r"|beträgt"
    r"|kostet|est|coûte|es|cuesta)\s|^l['’]"
    r"|^[^\W\d_][\w’'-]+(?:\s[\w’'-]+)?:\s|^[a-z]+ing\s(?:on|at|in)\s",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(rf"\b(?:{one_of(WEEKDAYS)}),?\s+(?:(?:the|den|dem)\s+)?(?={DATE})", re.IGNORECASE)
"""Matches a weekday before a date, which adds nothing to it."""
_VERSION = re.compile(r"\b(?P<of>[A-Z][\w+#-]*)\s(?:version\s|v)?(?P<number>\d+(?:\.\d+)*)\b(?!\s?[%€£$]|[\w:])")
"""Matches the version of what precedes it: "Postgres 16"."""
_UPGRADED = re.compile(
    r"\b(?:upgraded|downgraded|migrated|moved|switched|updated|now (?:on|at|use|using|run|running))\b", re.IGNORECASE
)
_VERSION_OF = "version of "
"""Prefix of the kind of a version."""
_NAME = re.compile(rf"(?<=\s)(?!I\b){CAPITAL}[\w’'-]+")
_NAME_AMONG_NOUNS = re.compile(r"\b(?:in|aus|bei|nach|am|auf|ist|heiß(?:e|t|en)|jetzt|nun)\s([A-ZÄÖÜ][\w’'-]+)")
"""For German, where every noun is capitalised: matches a name directly after a word that introduces a name or a place."""
_SAYS_LITTLE = frozenset(
    terms("try want need help thing time get make use start think know please like just also remember note")
    + terms("today yesterday recently lately finally already currently far")
    + terms("wurde wird werden heute gestern kürzlich endlich bisher", "german")
)
_INSTEAD = re.compile(
    rf"\b(?:{INSTEAD_OF})\b\s*"
    rf"(?:(?:on|at|from|the|am|dem|des|vom|um|le|el|il|em|a)\s+)*"
    rf"(?P<before>(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)(?!\s?(?:{one_of(MONTHS)}|\d))|{VALUE.pattern})",
    re.IGNORECASE,
)
_SETTLES = re.compile(
    r"(?:\b(?:make (?:it|that)|settled on|decided on|cut (?:it|that|them)? ?(?:back|down) to"
    r"|(?:now|we['’]re) (?:at|down to|up to))\s+(?P<number>\d+)\s(?P<unit>[^\W\d_]{3,})"
    r"|\b(?P<number_>\d+)\s(?P<unit_>[^\W\d_]{3,})\s(?:it is|then))(?=[\s.!,]|$)",
    re.IGNORECASE,
)
"""Matches a count that is decided, whatever it is of: "92 guests it is"."""
_SHIFTED = re.compile(
    r"\b(?:an?|half an|one|two|three|four|five|six|\d+)\s(?:hours?|minutes?|days?|weeks?|months?)\s(?:later|earlier)\b(?! than)"
    r"|\b(?:eine?n?|zwei|drei|vier|\d+)\s(?:stunden?|minuten?|tage?|wochen?|monate?)\s(?:später|früher)\b(?! als)",
    re.IGNORECASE,
)
_TIMED = frozenset(
    terms("start starts begin begins take takes place open opens leave leaves depart departs due plan planned scheduled set")
    + terms("beginnt fängt an startet findet statt ist geplant", "german")
)
"""Terms that say that something has a time, rather than what."""
_TIMES = frozenset(("date", "clock", "am", "pm", "uhr", "h", "oclock"))
"""Kinds of values that are a time."""
_WHOSE = {
    "i": re.compile(r"\b(?:i|my|me|ich|mein\w*|je|mon|ma|mes|mi|mis|yo|io|mio|mia|eu|meu|minha)\b|\bj['’]", re.IGNORECASE),
    "we": re.compile(r"\b(?:we|our|us|wir|unser\w*|nous|notre|nos|nuestr\w+|noi|nostr\w|nós|noss\w)\b", re.IGNORECASE),
}
_FEW = 4
"""Most terms of a sentence that says little but the change: "We moved the launch to 12 March because of the sensor". With longer
ones, half of the resulting pairs were about two different things (beam100k)."""
_SHARED, _SHARE = 2, 0.5
"""Least number of terms two clauses share, and least share of the shorter one's terms, to be about the same thing."""
_SHARE_OF_LONGER = (0.35, 0.6)
"""Least share of the longer one's terms; more for dates, which many things have."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that gives something a value."""

    subject: frozenset[str]
    """Its terms, without values and words of change."""
    values: Mapping[str, Mapping[str, frozenset[str]]]
    """By kind (a currency, a unit, `date`, `name`), the values with the terms of each one's clause."""
    changed: frozenset[tuple[str, str]]
    """Kind and value of those whose clause says that something has changed."""
    changing: bool
    """Whether the sentence says that something has changed."""
    standing: bool
    """Whether the sentence says how things are, rather than what happened."""
    whose: frozenset[str]
    """Whether it speaks of `i` or `we`."""
    codes: frozenset[str]
    """What tells the thing from others of its kind."""
    progress: Progress | None
    """Whether it says what the goal is or what has been reached."""
    language: str


@dataclass(frozen=True, slots=True)
class Swapped:
    """A sentence that names both the value that holds and the one before: "we start on 2 August instead of 26 July"."""

    subject: frozenset[str]
    """Its terms, without values and words of change."""
    kind: str
    value: str
    former: str
    whose: frozenset[str]
    """Whether it speaks of `i` or `we`."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A sentence that decides a count: "92 guests it is"."""

    subject: frozenset[str]
    """The unit."""
    value: str
    whose: frozenset[str]
    """Whether it speaks of `i` or `we`."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """A sentence that moves something by a while: "the ceremony is an hour later"."""

    subject: frozenset[str]


Stating = Statement | Swapped | Settled | Shifted


def stated(sentence: str, language: str) -> Iterator[Stating]:
    """Yield what a sentence gives a value; `language` is that of `chat.text.languages.language_of`."""
    if _may_state(sentence) and (statement := _statement(sentence, language)) is not None:
        yield statement
        if (swapped := _swapped(sentence, statement)) is not None:
            yield swapped
    yield from filter(None, (_settled(sentence), _shifted(sentence, language)))


def index_terms(statement: Statement) -> frozenset[str]:
    """Return terms of which a statement that replaces this one shares at least one."""
    values = {value for values in statement.values.values() for value in values}
    return statement.subject | values | (statement.values.keys() - NO_UNIT_KINDS)


def takes_the_place(later: Stating, earlier: Statement) -> bool:
    """Return whether the later sentence gives the same thing another value of the same kind."""
    match later:
        case Statement():
            return _gives_another(later, earlier)
        case Swapped():
            return _is_of_the_former(later, earlier)
        case Settled():
            return _counts_anew(later, earlier)
        case Shifted():
            return _has_the_time_of(later, earlier)


def _may_state(sentence: str) -> bool:
    """Return whether a sentence may give a value, by a cheap test, since most give none: without a number, only short ones
    may."""
    longest = LONGEST if _DIGIT.search(sentence) else _LONGEST_WITHOUT_NUMBER
    return len(sentence) <= longest and bool(_OWN.search(without_lead(sentence)))


def _gives_another(later: Statement, earlier: Statement) -> bool:
    if later.codes != earlier.codes or (later.progress == "reached" and earlier.progress == "goal"):
        return False
    return any(
        _differs(kind, later, earlier, value, before)
        for kind in later.values.keys() & earlier.values.keys()
        for before in earlier.values[kind]
        for value in later.values[kind]
    ) or _without_its_unit(later, earlier)


def _without_its_unit(later: Statement, earlier: Statement) -> bool:
    """Return whether a changed number without a unit ("raised the budget to 11,500") replaces the earlier one's only amount."""
    changed = [(value, about) for value, about in later.values.get("number", {}).items() if ("number", value) in later.changed]
    if len(changed) != 1:
        return False
    [(value, new)] = changed
    amounts = {
        kind: given for kind, given in earlier.values.items() if kind not in NO_UNIT_KINDS and not kind.startswith(_VERSION_OF)
    }
    same = [before for given in amounts.values() for before, old in given.items() if new and new <= old]
    return len(same) == 1 and same != [value]


def _counts_anew(later: Settled, earlier: Statement) -> bool:
    """Return whether the earlier statement gives another count, its only one, of the same unit and of the same people."""
    [unit] = later.subject
    counts = earlier.values.get(unit) or (earlier.values.get("number", {}) if unit in earlier.subject else {})
    return len(counts) == 1 and later.value not in counts and bool(later.whose & earlier.whose)


def _has_the_time_of(later: Shifted, earlier: Statement) -> bool:
    names = frozenset(term for name in earlier.values.get("name", ()) for term in terms(name, earlier.language))
    return any(
        about - _TIMED - names == later.subject - names
        for kind in earlier.values.keys() & _TIMES
        for about in earlier.values[kind].values()
    )


def _differs(kind: str, later: Statement, earlier: Statement, value: str, before: str) -> bool:
    """Return whether `value` replaces `before`.

    Either the sentences agree but for the value, or a change is stated next to the value.
    """
    if value in earlier.values[kind] or later.values[kind].get(before, later.values[kind][value]) != later.values[kind][value]:
        return False  # the earlier value still holds, except in "from 500 to 700"
    only = len(earlier.values[kind]) == 1 and later.values[kind].keys() <= {value, before}
    given = frozenset([*terms(value, later.language), *terms(before, earlier.language)]) if kind == "name" else frozenset[str]()
    new, old = later.subject - given, earlier.subject - given
    if only and new and new == old:
        return later.changing or (later.standing and earlier.standing and kind != "name")
    if (kind, value) not in later.changed or kind in ("name", "number"):
        return False
    if kind.startswith(_VERSION_OF):
        return True
    if only and new and new < old:
        return True
    new, old = later.values[kind][value], earlier.values[kind][before]
    if only and new and (new == old or (new < old and len(later.subject) <= _FEW)):
        return True
    least = _SHARE_OF_LONGER[kind == "date"] * max(len(new), len(old))
    return len(new & old) >= max(_SHARED, _SHARE * min(len(new), len(old)), least)


def _is_of_the_former(later: Swapped, earlier: Statement) -> bool:
    """Return whether the earlier statement gives the value that no longer holds, and may be about the same thing: a date of the
    same people, whatever they call it, otherwise something with a word in common."""
    given = earlier.values.get(later.kind, {})
    if later.former not in given or later.value in given:
        return False
    return bool(later.subject & earlier.subject) or (later.kind == "date" and bool(later.whose & earlier.whose))


def _swapped(sentence: str, statement: Statement) -> Swapped | None:
    """Return the two values of a sentence of the form "2 August instead of 26 July"."""
    instead = _INSTEAD.search(sentence)
    if instead is None:
        return None
    now = [*amounts(sentence[: instead.start()])]
    if now and now[-1][0] == "date" and instead["day"]:  # "27 February instead of the 12th"
        former = " ".join((instead["day"], *now[-1][1].split()[1:]))
        return Swapped(statement.subject, "date", now[-1][1], former, statement.whose) if former != now[-1][1] else None
    before = [*amounts(sentence[instead.end() - len(instead["before"]) :])]
    if not now or not before or now[-1][0] != before[0][0] or now[-1] == before[0] or now[-1][0] in ("number", "name"):
        return None
    return Swapped(statement.subject, now[-1][0], now[-1][1], before[0][1], statement.whose)


def _settled(sentence: str) -> Settled | None:
    found = _SETTLES.search(sentence)
    unit = next(iter(terms(found["unit"] or found["unit_"])), "") if found is not None else ""
    if found is None or not unit or unit in _TIMES:
        return None
    return Settled(frozenset({unit}), found["number"] or found["number_"], _whose(sentence))


def _shifted(sentence: str, language: str) -> Shifted | None:
    for clause in CLAUSE_END.split(sentence) if _SHIFTED.search(sentence) else ():
        moved = _SHIFTED.sub(" ", clause)
        if moved != clause and (subject := frozenset(terms(_CHANGE.sub(" ", moved), language)) - _TIMED):
            return Shifted(subject)
    return None


def _whose(sentence: str) -> frozenset[str]:
    return frozenset(who for who, words in _WHOSE.items() if words.search(sentence))


def _statement(sentence: str, language: str) -> Statement | None:
    values: dict[str, dict[str, frozenset[str]]] = {}
    changed, subject, names = set[tuple[str, str]](), set[str](), set[str]()
    said = frozenset[str]()
    changing, may_change = False, not _ROOTS.isdisjoint(roots(sentence))
    dated = _WEEKDAY.sub("", sentence.strip())
    lasting = FROM_THEN_ON.sub(" ", dated)
    since = lasting != dated
    for clause in CLAUSE_END.split(lasting):
        bare = VALUE.sub(" ", clause)
        unchanged = _CHANGE.sub(" ", bare) if may_change else bare
        about = said if _WHICH_CHANGED.match(clause) else frozenset[str]()
        said = about | frozenset(terms(unchanged, language)) - _SAYS_LITTLE
        subject |= said
        changed_here = unchanged != bare
        changing = changing or since or changed_here
        if ended.is_over(clause):  # "I no longer work at Acme" gives no other value
            continue
        names.update((_NAME_AMONG_NOUNS if language == "german" else _NAME).findall(bare))
        for of, version in _VERSION.findall(clause):
            if of.casefold() not in MONTHS and of.casefold() not in WEEKDAYS:
                values.setdefault(kind := f"{_VERSION_OF}{of.casefold()}", {})[version] = said
                if _UPGRADED.search(clause):
                    changed.add((kind, version))
        for kind, value in amounts(clause):
            values.setdefault(kind, {})[value] = said - {kind}
            if changed_here:
                changed.add((kind, value))
    if names:
        values["name"] = dict.fromkeys(names, frozenset())
    subject = subject - values.keys() or {kind for kind in values.keys() - NO_UNIT_KINDS if len(kind) > 2 and kind.isalpha()}
    if not values or not subject:
        return None
    codes = codes_of(sentence)
    standing = bool(_STANDING.search(sentence))
    return Statement(
        frozenset(subject),
        values,
        frozenset(changed),
        changing,
        standing,
        _whose(sentence),
        codes,
        progress(sentence),
        language,
    )
