"""Tests of questions over weekly timetables: what is on when, and the many questions that get no answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.computing.answer import may_be_computed, prepared
from chat.computing.rows import TableText
from chat.computing.timetable_answer import looked_up
from tests.computing.tables import ORDERS, TEACHERS, computed, table

LESSONS = table(
    "lessons.csv",
    """Period,Time,Monday,Tuesday,Wednesday,Thursday,Friday
1,08:00-08:45,Maths,English,Biology,Maths,History
2,08:50-09:35,Maths,Music,English,French,Geography
3,09:55-10:40,French,PE,Physics,Art,English
4,10:45-11:30,History,PE,Maths,Art,Biology
""",
)
STUNDEN = table(
    "stundenplan.csv",
    """Stunde;Mo;Di;Mi;Do;Fr
1.;Deutsch;Mathe;Englisch;Sport;Mathe
2.;Deutsch;Mathe;Bio;Sport;Deutsch
3.;Mathe;Kunst;Deutsch;Englisch;Bio
4.;Sport;;Kunst;Mathe;
""",
)
SHIFTS = table(
    "roster.csv",
    """Shift,Time,Mon,Tue,Wed
Early,06:00-14:00,Ana,Ben,Ana
Late,14:00-22:00,Ben,Cleo,Dev
Night,22:00-06:00,Dev,Dev,Ben
""",
)
GYM = table("gym.csv", "Time,Monday,Tuesday\n8:00,Yoga,Pilates\n9:00,Yoga,Boxing\n18:30,Boxing,Yoga\n")
BREAKS = table(
    "plan.csv", "Period,Time,Mon,Tue\n1,8:00-8:45,Maths,Art\n,8:45-9:00,Break,Break\n2,9:00-9:45,Art,Maths\n3,10:00-10:45,PE,\n"
)

LOOKED_UP: list[tuple[TableText, str, str, tuple[int, ...]]] = [
    # a cell
    (LESSONS, "What is on Tuesday in the second period?", "Tuesday, Period 2, 08:50-09:35: Music.", (2,)),
    (LESSONS, "What do we have in period 2 on Tuesdays?", "Tuesday, Period 2, 08:50-09:35: Music.", (2,)),
    (LESSONS, "Which subject is on Tuesday in the 2nd period?", "Tuesday, Period 2, 08:50-09:35: Music.", (2,)),
    (LESSONS, "What is on Friday at 08:50?", "Friday, Period 2, 08:50-09:35: Geography.", (2,)),
    (LESSONS, "What is on Friday at 9:10?", "Friday, Period 2, 08:50-09:35: Geography.", (2,)),
    (LESSONS, "What is the first lesson on Wednesday?", "Wednesday, Period 1, 08:00-08:45: Biology.", (1,)),
    (LESSONS, "last lesson on Friday?", "Friday, Period 4, 10:45-11:30: Biology.", (4,)),
    (STUNDEN, "Was ist am Dienstag in der 3. Stunde?", "Di, 3.: Kunst.", (3,)),
    (STUNDEN, "Welches Fach haben wir am Mittwoch in der vierten Stunde?", "Mi, 4.: Kunst.", (4,)),
    (STUNDEN, "Was ist die letzte Stunde am Freitag?", "Fr, 3.: Bio.", (3,)),
    (SHIFTS, "Who works on Tuesday in the late shift?", "Tue, Late, 14:00-22:00: Cleo.", (2,)),
    (SHIFTS, "Who is on Monday at 23:00?", "Mon, Night, 22:00-06:00: Dev.", (3,)),
    (GYM, "What is on Tuesday at 9:00?", "Tuesday, 9:00: Boxing.", (2,)),
    (BREAKS, "What is in the second period on Tuesday?", "Tue, Period 2, 9:00-9:45: Maths.", (3,)),
    # a day
    (
        LESSONS,
        "Which lessons are on Tuesday?",
        "Tuesday: English (Period 1, 08:00-08:45), Music (Period 2, 08:50-09:35), PE (Period 3, 09:55-10:40), "
        "PE (Period 4, 10:45-11:30).",
        (1, 2, 3, 4),
    ),
    (
        SHIFTS,
        "Who works on Tuesday?",
        "Tue: Ben (Early, 06:00-14:00), Cleo (Late, 14:00-22:00), Dev (Night, 22:00-06:00).",
        (1, 2, 3),
    ),
    # on which days, and when
    (LESSONS, "On which days is there PE?", "PE: Tuesday (Period 3, 09:55-10:40; Period 4, 10:45-11:30).", (3, 4)),
    (STUNDEN, "An welchen Tagen ist Englisch?", "Englisch: Mi (1.), Do (3.).", (1, 3)),
    (
        SHIFTS,
        "On which days does Dev work?",
        "Dev: Mon (Night, 22:00-06:00), Tue (Night, 22:00-06:00), Wed (Late, 14:00-22:00).",
        (2, 3),
    ),
    (LESSONS, "When is French?", "French: Monday (Period 3, 09:55-10:40), Thursday (Period 2, 08:50-09:35).", (2, 3)),
    (LESSONS, "When is English on Friday?", "English: Friday (Period 3, 09:55-10:40).", (3,)),
    # whether
    (LESSONS, "Is there PE on Tuesday?", "Yes. PE: Tuesday (Period 3, 09:55-10:40; Period 4, 10:45-11:30).", (3, 4)),
    (LESSONS, "Is the first lesson on Monday Maths?", "Yes. Maths: Monday (Period 1, 08:00-08:45).", (1,)),
    (LESSONS, "Is there Art on Friday in the third period?", "No. Friday: English (Period 3, 09:55-10:40).", (3,)),
    (
        LESSONS,
        "Is there PE on Friday?",
        "No. Friday: History (Period 1, 08:00-08:45), Geography (Period 2, 08:50-09:35), English (Period 3, 09:55-10:40), "
        "Biology (Period 4, 10:45-11:30).",
        (1, 2, 3, 4),
    ),
    (STUNDEN, "Gibt es am Freitag Englisch?", "No. Fr: Mathe (1.), Deutsch (2.), Bio (3.).", (1, 2, 3)),
    (SHIFTS, "Does Ana work on Wednesday?", "Yes. Ana: Wed (Early, 06:00-14:00).", (1,)),
    # how often
    (
        LESSONS,
        "How many Maths lessons a week?",
        "Number of entries Maths: 4, Monday (Period 1, 08:00-08:45; Period 2, 08:50-09:35), Wednesday (Period 4, 10:45-11:30), "
        "Thursday (Period 1, 08:00-08:45).",
        (1, 2, 4),
    ),
    (STUNDEN, "Wie viele Stunden Englisch gibt es pro Woche?", "Number of entries Englisch: 2, Mi (1.), Do (3.).", (1, 3)),
    (
        SHIFTS,
        "How many shifts does Ana have?",
        "Number of entries Ana: 2, Mon (Early, 06:00-14:00), Wed (Early, 06:00-14:00).",
        (1,),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "question", "sentence", "rows"), LOOKED_UP, ids=[case[1] for case in LOOKED_UP])
def test_what_is_looked_up(asked: TableText, question: str, sentence: str, rows: tuple[int, ...]) -> None:
    found = computed(question, [asked, ORDERS])

    assert found is not None
    assert found.sentence == sentence
    assert found.rows == rows
    assert found.table is asked


@settings(max_examples=300)
@given(
    st.sampled_from(LOOKED_UP),
    st.sampled_from("only not after before and or next other half no Chemistry later usually today 7c".split()),  # noqa: SIM905
    st.data(),
)
def test_one_word_that_is_not_understood_stops_everything(
    case: tuple[TableText, str, str, tuple[int, ...]], word: str, data: st.DataObject
) -> None:
    asked, question, _, _ = case
    split = question.split()
    place = data.draw(st.integers(0, len(split)))

    week = prepared(asked).week
    assert week is not None
    assert looked_up(" ".join([*split[:place], word, *split[place:]]), week) is None


MERGED = table("lessons.csv", "Period,Monday,Tuesday,Wednesday\n1,Maths,Art,Music\n2,,Music,\n3,French,PE,Maths\n")
"""In the original file, Maths spans two periods."""
BOTH = table("lessons.csv", "Period,Monday,Tuesday\n1,Maths,PE / Art\n2,PE,Maths\n3,Bio,P.E.\n4,Biology,IT\n")
CLASSES = table("lessons.csv", "Class,Period,Monday,Tuesday\n7a,1,Maths,Art\n7b,1,Art,Maths\n")
AFTERNOON = table("lessons.csv", "Time,Monday,Tuesday\n11:00-11:45,Maths,Art\n1:00-1:45,Art,Maths\n")
DATED = table("lessons.csv", "Period,Monday 4 May,Tuesday 5 May\n1,Maths,Art\n2,Art,Maths\n")
VISITORS = table("visitors.csv", "Shift,Monday,Tuesday\nEarly,20,30\nLate,40,50\n")
PEOPLE = table("rota.csv", "Name,Mon,Tue,Wed\nAna,Early,Late,Late\nBen,Late,Early,Early\n")


def test_what_goes_on_in_the_row_below_is_on_no_other_day() -> None:
    found = computed("Is there Maths on Tuesday?", [MERGED])

    assert found is not None
    assert found.sentence == "No. Tuesday: Art (Period 1), Music (Period 2), PE (Period 3)."


LEFT_ALONE: list[tuple[TableText, str]] = [
    # no such day, row, time or cell
    (LESSONS, "What is on Saturday in the second period?"),
    (LESSONS, "What is on Tuesday in the seventh period?"),
    (LESSONS, "What is on Friday at 09:40?"),
    (LESSONS, "What is on Friday at 09:35?"),
    (LESSONS, "What is on Friday at 08:50 pm?"),
    (LESSONS, "What is on Friday 08.05.?"),
    (LESSONS, "What is on Friday at 8?"),
    (GYM, "What is on Tuesday at 9:10?"),
    (STUNDEN, "Was ist am Dienstag in der vierten Stunde?"),
    (LESSONS, "Is there Chemistry on Friday?"),
    (LESSONS, "How many Chemistry lessons a week?"),
    (SHIFTS, "Does Anna work on Monday?"),
    (SHIFTS, "Who works on Wednesday at 02:00?"),
    # another question
    (LESSONS, "What is the first lesson?"),
    (LESSONS, "What is the second to last lesson on Monday?"),
    (LESSONS, "What is the first lesson on Monday and Tuesday?"),
    (LESSONS, "What are the first lessons on Monday?"),
    (LESSONS, "What is the first Maths lesson on Monday?"),
    (LESSONS, "What is on Tuesday in the second week?"),
    (LESSONS, "What is on the second Tuesday?"),
    (LESSONS, "Who teaches on Tuesday in the second period?"),
    (LESSONS, "Who is on Tuesday in the second period?"),
    (LESSONS, "Are there 2 Maths lessons on Monday?"),
    (LESSONS, "How many hours of Maths a week?"),
    (LESSONS, "How many Maths lessons a month?"),
    (LESSONS, "How many lessons a week?"),
    (LESSONS, "On which days is there PE and Art?"),
    (LESSONS, "On which days is there no PE?"),
    (LESSONS, "Is there only PE on Tuesday?"),
    (LESSONS, "Is there PE on Friday this week?"),
    (LESSONS, "Is there PE on Friday or Tuesday?"),
    (LESSONS, "Is PE?"),
    (LESSONS, "When does Maths end on Monday?"),
    (LESSONS, "Where is Maths on Monday?"),
    (SHIFTS, "Who works with Ana on Monday?"),
    (SHIFTS, "How many hours does Ana work?"),
    # more than one cell may be meant, or a cell more than one thing
    (MERGED, "How many Maths lessons a week?"),
    (MERGED, "On which days is there Music?"),
    (MERGED, "What is on Monday in the second period?"),
    (MERGED, "Is there Music on Monday?"),
    (MERGED, "On which days is there Maths in the second period?"),
    (MERGED, "When is Maths?"),
    (MERGED, "What is the second lesson on Monday?"),
    (BOTH, "Is there PE on Tuesday?"),
    (BOTH, "How many PE lessons a week?"),
    (BOTH, "Is there Biology on Tuesday?"),
    (BOTH, "Is there it on Tuesday?"),
    (CLASSES, "What is on Monday in the first period?"),
    (CLASSES, "How many Maths lessons a week?"),
    (AFTERNOON, "What is on Monday at 1:00?"),
    (AFTERNOON, "What is the first lesson on Monday?"),
    (DATED, "What is on Monday in the first period?"),
    (VISITORS, "Who works on Monday in the early shift?"),
    (GYM, "How many Yoga lessons a week?"),
    (BREAKS, "What is the third lesson on Tuesday?"),
    (PEOPLE, "What is the first shift on Monday?"),
    (PEOPLE, "Does Ana work on Monday?"),
    (PEOPLE, "Who works on Monday?"),
    (ORDERS, "What is on Tuesday in the second period?"),
    (TEACHERS, "Is there Maths on Tuesday?"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "question"), LEFT_ALONE, ids=[case[1] for case in LEFT_ALONE])
def test_what_is_left_to_the_language_model(asked: TableText, question: str) -> None:
    assert computed(question, [asked]) is None


def test_of_two_classes_the_one_that_is_named() -> None:
    other = replace(LESSONS, title="Class 7a", text=LESSONS.text.replace("Music", "Drama"))
    sheets = [other, replace(LESSONS, title="Class 7b")]

    found = computed("What is on Tuesday in the second period in class 7b?", sheets)

    assert found is not None
    assert found.sentence == "Tuesday, Period 2, 08:50-09:35: Music."
    assert found.how == "Looked up in the 4 rows of lessons.csv (Class 7b)."
    assert computed("What is on Tuesday in the second period in class 7c?", sheets) is None
    assert computed("What is on Tuesday in the second period?", sheets) is None


def test_lessons_a_week_are_none_of_a_sheet_week_a() -> None:
    sheets = [replace(LESSONS, title="Week A"), replace(LESSONS, title="Week B")]

    assert computed("How many Maths lessons a week?", sheets) is None


@pytest.mark.parametrize("question", ["Is there PE on Friday?", "When is Art?", "Gibt es am Freitag Englisch?"])
def test_a_day_or_a_when_is_worth_reading_tables_for(question: str) -> None:
    assert may_be_computed(question)
