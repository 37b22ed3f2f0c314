"""Look up answers in a weekly timetable: what is on when, on which days something is, whether it is, and how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chat.computing.compute import Computed, Value
from chat.computing.timetable import Slot, Timetable
from chat.computing.timetable_question import LAST, SHIFTS, Asked, NotClearError, Question, read
from chat.computing.words import key

_Cell = tuple[int, Slot, str]
"""A day, a row, and what is on then."""


def looked_up(question: str, week: Timetable) -> Computed | None:
    """Return what is in the cells asked for, or `None` if the question is not clear."""
    try:
        return _answer(read(question, week), week)
    except NotClearError:
        return None


def _answer(question: Question, week: Timetable) -> Computed:
    if question.of_week and question.asked != "count":
        raise NotClearError
    if question.works and question.asked == "what":
        raise NotClearError
    answers: dict[Asked, Callable[[Question, Timetable], Computed]] = {
        "what": _what,
        "who": _who,
        "days": _days,
        "when": _when,
        "whether": _whether,
        "count": _count,
    }
    return answers[question.asked](question, week)


def _what(question: Question, week: Timetable) -> Computed:
    if question.day is None or question.values or not (question.slots or question.is_named):
        raise NotClearError
    found = [cell for cell in _chosen(question, week) if cell[2]]
    if not found:
        raise NotClearError
    if question.slots:
        [(day, slot, value)] = found
        return _computed(f"{_named(day, week)}, {_told(slot)}: {value}.", [value], found, question, week)
    listed = ", ".join(f"{value} ({_told(slot)})" for _, slot, value in found)
    return _computed(f"{_named(question.day, week)}: {listed}.", [value for _, _, value in found], found, question, week)


def _who(question: Question, week: Timetable) -> Computed:
    """Answer who is on duty. Only for shifts: the cell of a lesson does not say who is in it."""
    if key(week.slot_name) not in SHIFTS:
        raise NotClearError
    question.is_named |= question.works
    return _what(question, week)


def _days(question: Question, week: Timetable) -> Computed:
    if question.value is None or question.days:
        raise NotClearError
    found = _with_value(question, week)
    _need_whole(question, week, down=bool(question.slots))
    if not found:
        raise NotClearError
    return _computed(f"{question.value}: {_listed(found, week)}.", _day_names(found, week), found, question, week)


def _when(question: Question, week: Timetable) -> Computed:
    if question.value is None or question.slots:
        raise NotClearError
    found = _with_value(question, week)
    _need_whole(question, week, down=True)
    if not found:
        raise NotClearError
    return _computed(f"{question.value}: {_listed(found, week)}.", _day_names(found, week), found, question, week)


def _whether(question: Question, week: Timetable) -> Computed:
    """Answer yes or no; a no adds what is on instead."""
    if question.value is None or not (question.days or question.slots):
        raise NotClearError
    if found := _with_value(question, week):
        return _computed(f"Yes. {question.value}: {_listed(found, week)}.", ["yes"], found, question, week)
    if not question.slots:
        _need_whole(question, week)
    instead = [cell for cell in _chosen(question, week) if cell[2]]
    if not instead or question.day is None:
        raise NotClearError
    listed = ", ".join(f"{value} ({_told(slot)})" for _, slot, value in instead)
    return _computed(f"No. {_named(question.day, week)}: {listed}.", ["no"], instead, question, week)


def _count(question: Question, week: Timetable) -> Computed:
    if question.value is None or question.slots or not question.is_named or key(week.slot_name) == "hour":
        raise NotClearError
    found = _with_value(question, week)
    _need_whole(question, week, down=True)
    if not found or (not week.slot_name and _is_one_above_another(found)):
        raise NotClearError
    sentence = f"Number of entries {question.value}: {len(found)}, {_listed(found, week)}."
    return _computed(sentence, [str(len(found))], found, question, week)


def _is_one_above_another(found: Sequence[_Cell]) -> bool:
    """Return whether two cells are in consecutive rows of one day; if rows are only times, that may be one lesson."""
    taken = {(day, slot.row) for day, slot, _ in found}
    return any((day, row + 1) in taken for day, row in taken)


# --- cells -------------------------------------------------------------------------------------------------------


def _chosen(question: Question, week: Timetable) -> list[_Cell]:
    """Return the cells of the day, of the row, or of both. Raises NotClearError if that is a single empty cell."""
    days = question.days or list(week.days)
    chosen = question.slots[0] if question.slots else None
    slots = week.slots if chosen is None else [chosen if isinstance(chosen, Slot) else _counted(chosen, question.day, week)]
    found = [(day, slot, week.cell(slot, day)) for day in days for slot in slots]
    if len(found) == 1 and not found[0][2]:
        raise NotClearError
    return found


def _counted(which: tuple[int, bool], day: int | None, week: Timetable) -> Slot:
    """Return the row that is, for example, the second. Raises NotClearError if the row numbered 2 does not hold the day's second
    lesson, unless the question uses the numbered column's own name."""
    number, by_name = which
    if not week.ordered or day is None:
        raise NotClearError
    taken = [slot for slot in week.slots if week.cell(slot, day)]
    if number == LAST:
        if not taken or _is_same_each_day(taken[-1], week):
            raise NotClearError
        return taken[-1]
    is_numbered = any(slot.number is not None for slot in week.slots)
    if not is_numbered and any(_is_same_each_day(slot, week) for slot in week.slots):
        raise NotClearError  # a break may not be a lesson
    by_order = taken[number - 1] if number <= len(taken) else None
    by_number = next((slot for slot in week.slots if slot.number == number), None) if is_numbered else _nth(week.slots, number)
    if by_number is None or (by_number != by_order and not (by_name and is_numbered)):
        raise NotClearError
    return by_number


def _nth(slots: Sequence[Slot], number: int) -> Slot | None:
    return slots[number - 1] if number <= len(slots) else None


def _is_same_each_day(slot: Slot, week: Timetable) -> bool:
    return len({week.cell(slot, day) for day in week.days}) == 1


def _with_value(question: Question, week: Timetable) -> list[_Cell]:
    wanted = (question.value or "").casefold()
    return [cell for cell in _chosen(question, week) if cell[2].casefold() == wanted]


def _need_whole(question: Question, week: Timetable, down: bool = False) -> None:
    """Raise NotClearError if a cell with the value may be merged with empty ones across days, or with `down` across rows."""
    wanted = (question.value or "").casefold()
    for place, slot in enumerate(week.slots):
        for day in week.days:
            if week.cell(slot, day).casefold() != wanted:
                continue
            if week.may_go_right(place, day) or (down and week.may_go_down(place, day)):
                raise NotClearError


# --- wording -----------------------------------------------------------------------------------------------------


def _named(day: int, week: Timetable) -> str:
    return week.days[day].name


def _told(slot: Slot) -> str:
    return ", ".join(filter(None, (slot.label, slot.time)))


def _listed(found: Sequence[_Cell], week: Timetable) -> str:
    days = dict.fromkeys(day for day, _, _ in found)
    rows = {day: "; ".join(_told(slot) for on, slot, _ in found if on == day) for day in days}
    return ", ".join(f"{_named(day, week)} ({rows[day]})" for day in days)


def _day_names(found: Sequence[_Cell], week: Timetable) -> list[str]:
    return [_named(day, week) for day in dict.fromkeys(day for day, _, _ in found)]


def _computed(sentence: str, values: Sequence[str], found: Sequence[_Cell], question: Question, week: Timetable) -> Computed:
    table = week.rows.table
    name = f"{table.name} ({table.title})" if table.title else table.name
    rows = tuple(sorted({slot.row + 1 for _, slot, _ in found}))
    how = f"Looked up in the {week.rows.count:,} rows of {name}."
    names_it = bool(question.values) or question.is_named
    return Computed(
        sentence=sentence,
        values=tuple(Value("", value) for value in values),
        rows=rows,
        of=len(rows),
        how=how,
        table=table,
        names_it=names_it,
    )
