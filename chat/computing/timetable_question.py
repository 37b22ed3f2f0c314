"""Read a question about a weekly timetable: the days, times, rows and cells it mentions, and what it asks.

Each word must be one of these or known to add nothing. A cell counts only if no other cell may hold the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from chat.computing.timetable import Slot, Timetable, minutes
from chat.computing.words import FILLERS, key, name_words, tokens
from chat.text.calendar_names import WEEKDAYS

Keys = tuple[str, ...]
Asked = Literal["what", "who", "days", "when", "whether", "count"]

_ASKED: dict[Asked, str] = {
    "days": "on which days|on which day|which days|on what days|what days|which day|an welchen tagen|an welchem tag|welche tage",
    "count": "how many|wie viele|wieviele",
    "when": "when|at what time|what time|wann|um wie viel uhr",
    "who": "who|wer",
    "what": "what|which|was|welche|welcher|welches|welchen",
    "whether": "is|are|does|do|ist|sind|gibt|hat|haben|arbeitet",
}
_OPENINGS: dict[Keys, Asked] = {
    tuple(phrase.split()): asked for asked, phrases in _ASKED.items() for phrase in phrases.split("|")
}
_LONGEST_OPENING = max(map(len, _OPENINGS))
_WEEK = ("a week", "per week", "each week", "every week", "in a week", "in the week", "pro woche", "in der woche", "die woche")
_WEEKS = frozenset(tuple(phrase.split()) for phrase in _WEEK)

_NOTHING = """
    a an the of in on at is are there do does we i they you have has get us me our my please tell takes place
    der die das den dem ein eine einen am an im um in zur zum es gibt ist sind hat haben wir ich bitte uhr
"""
_FILLERS = frozenset(_NOTHING.split())
_LESSONS = frozenset({"lesson", "period", "class", "stunde", "unterrichtsstunde", "schulstunde"})
SHIFTS = frozenset({"shift", "duty", "schicht", "dienst"})
"""Names of rows whose cells say who is there."""
_SUBJECTS = frozenset({"subject", "fach", "facher"})
_WORKING = frozenset({"work", "works", "working", "arbeitet", "arbeiten"})
_SHORT_DAYS = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4}
"""Abbreviations that are not other words."""
_DAYS = {key(word): day for word, day in WEEKDAYS.items()} | _SHORT_DAYS
_COUNTED = "first second third fourth fifth sixth seventh eighth ninth tenth"
_GEZAEHLT = "erst zweit dritt viert fünft sechst siebt acht neunt zehnt"
LAST = -1
_ORDINALS: dict[str, int] = {
    **{word: number for number, word in enumerate(_COUNTED.split(), start=1)},
    **{f"{word}{end}": number for number, word in enumerate(_GEZAEHLT.split(), start=1) for end in ("e", "en", "er", "es")},
    **dict.fromkeys(("last", "letzte", "letzten", "letzter"), LAST),
}
_WRITTEN_ORDINAL = re.compile(r"\b(10|[1-9])(?:st|nd|rd|th|\.(?=\s+[^\W\d_]))", re.IGNORECASE)
_CLOCK = re.compile(r"(\d{1,2})([:.])(\d{2})")
_SIGNS = re.compile(r"[/+&]")


class NotClearError(Exception):
    """The question cannot be answered with certainty from this timetable."""


@dataclass(slots=True)
class Question:
    asked: Asked
    days: list[int] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    """Cells, as they are written."""
    slots: list[Slot | tuple[int, bool]] = field(default_factory=list)
    """Rows; or a position in the order of the day, and whether the label column's own name was used."""
    is_named: bool = False
    """It mentions lessons, periods or shifts."""
    works: bool = False
    of_week: bool = False

    @property
    def day(self) -> int | None:
        return self.days[0] if self.days else None

    @property
    def value(self) -> str | None:
        return self.values[0] if self.values else None


def may_ask_a_timetable(split: Sequence[str]) -> bool:
    """Return whether the words of a question name a day or ask when something is."""
    return any(word in ("when", "wann", "days", "tagen") or key(word) in _DAYS for word in split)


def read(question: str, week: Timetable) -> Question:
    """Read a question. Raises NotClearError if a word is unknown, or if more than one day, row or cell is mentioned."""
    return _Reading(question, week).question()


class _Reading:
    def __init__(self, question: str, week: Timetable) -> None:
        written = _WRITTEN_ORDINAL.sub(lambda match: _COUNTED.split()[int(match[1]) - 1], question)
        split = tokens(written)
        self._week = week
        self._words = [plain for plain, _ in split]
        self._raw = [raw for _, raw in split]
        self._keys = [key(word) for word in self._words]
        self._leave_out_title()
        self._cells = _cells(week)
        self._names = {slot.words: slot for slot in week.slots if slot.words}
        self._place = 0
        own = key(week.slot_name)
        self._own = own
        self._is_shifts = own in SHIFTS
        self._nouns = {own} - {""} | (SHIFTS if own in SHIFTS else _LESSONS if own in _LESSONS or not own else set())

    def _leave_out_title(self) -> None:
        """Remove the title of the sheet from the question: `in class 7b`."""
        title = [key(word) for word in name_words(self._week.rows.table.title or "")]
        for start in range(len(self._keys) - len(title) + 1):
            if len(title) > 1 and self._keys[start : start + len(title)] == title:
                for kept in (self._words, self._raw, self._keys):
                    del kept[start : start + len(title)]
                return

    def question(self) -> Question:
        found = Question(self._opening())
        steps: list[Callable[[Question], bool]] = [
            self._take_week,
            self._take_day,
            self._take_time,
            self._take_ordinal,
            self._take_mention,
            self._take_noun,
            self._take_filler,
        ]
        while self._place < len(self._words):
            if not any(step(found) for step in steps):
                raise NotClearError
        if max(len(found.days), len(found.values), len(found.slots)) > 1:
            raise NotClearError
        return found

    def _opening(self) -> Asked:
        """Return what the first words ask; `first lesson on Monday` asks without any."""
        for width in range(_LONGEST_OPENING, 0, -1):
            asked = _OPENINGS.get(tuple(self._words[:width]))
            if asked is not None:
                self._place = width
                return asked
        return "what"

    def _take_week(self, found: Question) -> bool:
        for width in (3, 2):
            if tuple(self._words[self._place : self._place + width]) in _WEEKS:
                self._place += width
                found.of_week = True
                return True
        return False

    def _take_day(self, found: Question) -> bool:
        day = _DAYS.get(self._keys[self._place])
        if day is None:
            return False
        if day not in self._week.days:
            raise NotClearError
        found.days.append(day)
        self._place += 1
        return True

    def _take_time(self, found: Question) -> bool:
        """Take a time, `at 08:50`, which means the row it is within."""
        match = _CLOCK.fullmatch(self._words[self._place])
        if match is None:
            return False
        minute = minutes(match[1], match[3])
        behind = self._words[self._place + 1] if self._place + 1 < len(self._words) else ""
        if minute is None or behind in ("am", "pm", "a", "p") or (match[2] == "." and behind != "uhr"):
            raise NotClearError  # 08.05 is a date
        within = [slot for slot in self._week.slots if _is_within(minute, slot)]
        if len(within) != 1:
            raise NotClearError
        found.slots.append(within[0])
        self._place += 1
        return True

    def _take_ordinal(self, found: Question) -> bool:
        """Take a numbered row: `second period`, `period 2`."""
        number, noun = _ORDINALS.get(self._words[self._place]), self._place + 1
        if number is None:
            behind = self._words[self._place + 1] if self._place + 1 < len(self._words) else ""
            if self._keys[self._place] not in self._nouns or not behind.isdecimal():
                return False
            number, noun = int(behind), self._place
        if noun >= len(self._keys) or self._keys[noun] not in self._nouns or self._words[noun] in self._plurals():
            raise NotClearError
        found.slots.append((number, self._keys[noun] == self._own))
        found.is_named = True
        self._place += 2
        return True

    def _plurals(self) -> set[str]:
        """Return the plurals of what rows are called; `the first lessons` are several."""
        return {f"{noun}s" for noun in self._nouns} | {f"{noun}es" for noun in self._nouns} | {f"{noun}n" for noun in self._nouns}

    def _take_mention(self, found: Question) -> bool:
        """Take a cell or the name of a row, with as many words as possible."""
        for width in range(len(self._keys) - self._place, 0, -1):
            said = tuple(self._keys[self._place : self._place + width])
            cells, slot = self._cells.get(said, []), self._names.get(said)
            if not cells and slot is None:
                continue
            if cells and slot is not None:
                raise NotClearError
            if width == 1 and self._adds_nothing(self._place) and not self._is_spelled(cells):
                return False
            if slot is not None:
                found.slots.append(slot)
                found.is_named = True
            else:
                found.values.append(self._certain(cells, said))
            self._place += width
            return True
        return False

    def _adds_nothing(self, place: int) -> bool:
        return self._words[place] in _FILLERS | FILLERS or self._keys[place] in self._nouns | _SUBJECTS

    def _is_spelled(self, cells: Sequence[str]) -> bool:
        """Return whether a word is capitalised as in a cell: `IT` is a subject, `it` is not."""
        raw = self._raw[self._place]
        if raw not in cells:
            return False
        if raw.islower() or self._place == 0:
            raise NotClearError
        return True

    def _certain(self, cells: Sequence[str], said: Keys) -> str:
        """Return the cell with these words. Raises NotClearError if another cell may hold the same: `PE / Music` or `P.E.` for
        PE, `Bio` for Biology."""
        if len({cell.casefold() for cell in cells}) > 1 or any(_SIGNS.search(cell) for cell in cells):
            raise NotClearError
        whole = "".join(said)
        for other in self._cells.keys() - {said}:
            joined = "".join(other)
            if set(said) <= set(other) or joined.startswith(whole) or whole.startswith(joined):
                raise NotClearError
        return cells[0]

    def _take_noun(self, found: Question) -> bool:
        """Take a word for what is on the timetable: `Maths lessons`, `the late shift`, `which subject`."""
        word = self._keys[self._place]
        is_noun = word in self._nouns or self._words[self._place] in self._plurals()
        if is_noun or (word in _SUBJECTS and not self._is_shifts):
            found.is_named = True
        elif self._is_shifts and self._words[self._place] in _WORKING:
            found.works = True
        else:
            return False
        self._place += 1
        return True

    def _take_filler(self, _: Question) -> bool:
        if self._words[self._place] not in _FILLERS:
            return False
        self._place += 1
        return True


def _cells(week: Timetable) -> dict[Keys, list[str]]:
    found: dict[Keys, list[str]] = {}
    for column in week.days.values():
        for value in column.values:
            split = tuple(key(plain) for plain, _ in tokens(value))
            if not split:
                continue
            same = found.setdefault(split, [])
            if value not in same:
                same.append(value)
    return found


def _is_within(minute: int, slot: Slot) -> bool:
    """Return whether a time is within a row. After midnight it is not, since the day would be ambiguous."""
    if slot.start is None:
        return False
    if slot.end is None:
        return minute == slot.start
    return slot.start <= minute < slot.end if slot.start < slot.end else slot.start <= minute
