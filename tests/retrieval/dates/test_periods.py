from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.retrieval.dates.periods import Period, factors, periods

NOW = datetime(2023, 10, 22, 10, 30, tzinfo=UTC)  # a Sunday
_DAY = 86_400.0


def named(question: str) -> list[tuple[str | None, str | None]]:
    return [
        (each.start.date().isoformat() if each.start else None, each.end.date().isoformat() if each.end else None)
        for each in periods(question, NOW)
    ]


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("What setback did I face in May 2023?", "2023-05-01", "2023-06-01"),
        ("What did Clara find on 7 June?", "2023-06-07", "2023-06-08"),
        ("What did I say on December 3rd?", "2022-12-03", "2022-12-04"),
        ("Who came on May 3, 2023?", "2023-05-03", "2023-05-04"),
        ("notes of 2023-05-07", "2023-05-07", "2023-05-08"),
        ("Was it signed on 13.06.2022?", "2022-06-13", "2022-06-14"),
        ("When did I go camping in July?", "2023-07-01", "2023-08-01"),
        ("Where did I live in 2021?", "2021-01-01", "2022-01-01"),
        ("What did I visit in summer 2021?", "2021-06-01", "2021-09-01"),
        ("What did we enjoy last summer?", "2023-06-01", "2023-09-01"),
        ("What was planned for the first half of September 2022?", "2022-09-01", "2022-09-16"),
        ("What was planned for the second week of September 2022?", "2022-09-08", "2022-09-15"),
        ("What did I say between 3 and 9 October?", "2023-10-03", "2023-10-10"),
        ("Was war vom 3. bis 9. Oktober?", "2023-10-03", "2023-10-10"),
        ("What did I say yesterday?", "2023-10-21", "2023-10-22"),
        ("What did I do at the weekend?", "2023-10-21", "2023-10-23"),
        ("What happened over the weekend?", "2023-10-21", "2023-10-23"),
        ("Was habe ich am Wochenende gemacht?", "2023-10-21", "2023-10-23"),
        ("Qu'est-ce que j'ai fait le week-end ?", "2023-10-21", "2023-10-23"),
        ("¿Qué hice el fin de semana?", "2023-10-21", "2023-10-23"),
        ("What was I up to a month ago?", "2023-09-01", "2023-10-01"),
        ("Qu'ai-je acheté entre le 20 septembre et le 12 octobre ?", "2023-09-20", "2023-10-13"),
        ("What did we decide last week?", "2023-10-09", "2023-10-16"),
        ("What did I read last Friday?", "2023-10-20", "2023-10-21"),
        ("Where did I work two months ago?", "2023-08-01", "2023-09-01"),
        ("What happened a couple of days ago?", "2023-10-20", "2023-10-21"),
        ("What did I eat over the last three weeks?", "2023-10-01", "2023-10-23"),
        ("What did I eat over the past month?", "2023-09-22", "2023-10-23"),
        ("Which films did we see in the last year?", "2022-10-22", "2023-10-23"),
        ("Which films did we see last year?", "2022-01-01", "2023-01-01"),
        ("What happened between March and May?", "2023-03-01", "2023-06-01"),
        ("What did I read from November to February?", "2022-11-01", "2023-03-01"),
        ("What has changed since Monday?", "2023-10-16", None),
        ("What did I buy before Christmas 2022?", None, "2022-12-25"),
        ("How many had I won by July 10, 2022?", None, "2022-07-11"),
        ("What did I learn after 2021?", "2022-01-01", None),
        ("What did Maria do in the last weekend before April 10, 2023?", "2023-04-03", "2023-04-11"),
        ("Whom did I meet two weeks before August 11, 2023?", "2023-07-28", "2023-08-12"),
        ("What has changed since Easter?", "2023-04-07", None),
        ("What did we eat at Easter 2022?", "2022-04-15", "2022-04-19"),
        ("What did I read over the summer?", "2023-06-01", "2023-09-01"),
        ("Who came mid-June?", "2023-06-10", "2023-06-22"),
        ("What was it the week before last?", "2023-10-02", "2023-10-09"),
        ("What did we earn in Q2?", "2023-04-01", "2023-07-01"),
        ("What did I say on Monday, 2 October 2023?", "2023-10-02", "2023-10-03"),
        ("What did I say on Monday, October 2nd?", "2023-10-02", "2023-10-03"),
        ("Was sagte ich am Montag, dem 2. Oktober?", "2023-10-02", "2023-10-03"),
        ("Qu'ai-je dit le lundi 2 octobre ?", "2023-10-02", "2023-10-03"),
        ("¿Qué dije el lunes 2 de octubre?", "2023-10-02", "2023-10-03"),
        ("What has changed since Friday, 5 May 2023?", "2023-05-05", None),
        ("What has changed since last Monday?", "2023-10-16", None),
        ("What happened from Monday 1 May to Wednesday 3 May 2023?", "2023-05-01", "2023-05-04"),
        ("What happened between March and May 2021?", "2021-03-01", "2021-06-01"),
        ("Who came in mid-August 2021?", "2021-08-10", "2021-08-22"),
        ("Where was I in October last year?", "2022-10-01", "2022-11-01"),
        ("Where was I in October of last year?", "2022-10-01", "2022-11-01"),
        ("Last year in March, where was I?", "2022-03-01", "2022-04-01"),
        ("Where was I in the summer of last year?", "2022-06-01", "2022-09-01"),
        ("Was tat ich im März letzten Jahres?", "2022-03-01", "2022-04-01"),
        ("¿Dónde estuve en marzo del año pasado?", "2022-03-01", "2022-04-01"),
        ("Où étais-je en mars l'année dernière ?", "2022-03-01", "2022-04-01"),
        ("Where was I in Oct '21?", "2021-10-01", "2021-11-01"),
        ("the log of 2023/07/20", "2023-07-20", "2023-07-21"),
        ("What is planned for next March?", "2024-03-01", "2024-04-01"),
        ("2022年3月发生了什么?", "2022-03-01", "2022-04-01"),
        ("我在2022年3月5日说了什么?", "2022-03-05", "2022-03-06"),
        ("Where were we on the weekend of 12 August 2023?", "2023-08-12", "2023-08-14"),
        ("What did we earn in Q4?", "2023-10-01", "2024-01-01"),
        ("What did we earn in the second quarter of 2022?", "2022-04-01", "2022-07-01"),
        ("What did we earn in H1 2022?", "2022-01-01", "2022-07-01"),
        ("What did we say a fortnight ago?", "2023-10-02", "2023-10-09"),
        ("What did we say on the 14th?", "2023-10-14", "2023-10-15"),
        ("What did we say on the 31st?", "2023-08-31", "2023-09-01"),
        ("What did we say in the last 48 hours?", "2023-10-20", "2023-10-23"),
        ("What was from Monday to Wednesday?", "2023-10-16", "2023-10-19"),
        ("What was between Friday and Monday?", "2023-10-13", "2023-10-17"),
        ("What did I buy since the beginning of the year?", "2023-01-01", None),
        ("Where did I work half a year ago?", "2023-04-01", "2023-05-01"),
        ("What did I do one year ago today?", "2022-10-22", "2022-10-23"),
        ("What did they build in the 1990s?", "1990-01-01", "2000-01-01"),
        ("What was on the last Sunday of August?", "2023-08-27", "2023-08-28"),
        ("What was on the first Monday in May 2022?", "2022-05-02", "2022-05-03"),
        ("What was on the fifth Monday of May 2022?", "2022-05-30", "2022-05-31"),
        ("What was on the fifth Monday of February 2023?", "2023-02-01", "2023-03-01"),
        ("What was in the week of 4 May?", "2023-05-01", "2023-05-08"),
        ("What was in calendar week 23?", "2023-06-05", "2023-06-12"),
        ("What is on tomorrow?", "2023-10-23", "2023-10-24"),
        ("What is on next week?", "2023-10-23", "2023-10-30"),
        ("What is on next Friday?", "2023-10-27", "2023-10-28"),
        ("What is on in two weeks' time?", "2023-10-30", "2023-11-06"),
        ("Was habe ich im letzten Monat gekauft?", "2023-09-01", "2023-10-01"),
        ("Was war Anfang Mai?", "2023-05-01", "2023-05-11"),
        ("Was hat sich seit Anfang des Jahres geändert?", "2023-01-01", None),
        ("Was war in KW 23?", "2023-06-05", "2023-06-12"),
        ("Was war vorletzte Woche?", "2023-10-02", "2023-10-09"),
        ("Was war am 14.?", "2023-10-14", "2023-10-15"),
        ("Was steht nächste Woche an?", "2023-10-23", "2023-10-30"),
        ("Qu'est-ce qui est prévu la semaine prochaine ?", "2023-10-23", "2023-10-30"),
        ("¿Qué pasó a principios de mayo?", "2023-05-01", "2023-05-11"),
        ("Was war vor zwei Wochen?", "2023-10-02", "2023-10-09"),
        ("Was war vor zwölf Wochen?", "2023-07-24", "2023-07-31"),
        ("Qu'avons-nous décidé la semaine dernière ?", "2023-10-09", "2023-10-16"),
        ("¿Qué pasó hace tres semanas?", "2023-09-25", "2023-10-02"),
        ("Qu'avons-nous décidé le mois dernier ?", "2023-09-01", "2023-10-01"),
        ("Qu'avons-nous fait l'été dernier ?", "2023-06-01", "2023-09-01"),
        ("Qu'ai-je dit lundi ?", "2023-10-16", "2023-10-17"),
        ("¿Qué reservé el 3 de mayo?", "2023-05-03", "2023-05-04"),
        ("Che cosa ho prenotato il 3 maggio?", "2023-05-03", "2023-05-04"),
        ("Che cosa è successo dal 3 al 9 ottobre?", "2023-10-03", "2023-10-10"),
        ("Che cosa abbiamo deciso la settimana scorsa?", "2023-10-09", "2023-10-16"),
        ("Che cosa ho detto due settimane fa?", "2023-10-02", "2023-10-09"),
        ("Che cosa ho detto lunedì?", "2023-10-16", "2023-10-17"),
        ("Che cosa ho fatto a maggio?", "2023-05-01", "2023-06-01"),
        ("Che cosa ho letto alla fine di maggio?", "2023-05-21", "2023-06-01"),
        ("Che cosa è cambiato quest'anno?", "2023-01-01", "2024-01-01"),
        ("O que reservei no dia 3 de maio?", "2023-05-03", "2023-05-04"),
        ("O que decidimos na semana passada?", "2023-10-09", "2023-10-16"),
        ("O que disse eu na segunda-feira?", "2023-10-16", "2023-10-17"),
        ("O que comprei há duas semanas?", "2023-10-02", "2023-10-09"),
        ("O que fizemos no verão?", "2023-06-01", "2023-09-01"),
        ("O que mudou desde ontem?", "2023-10-21", None),
        ("Что мы решили 7 мая 2023?", "2023-05-07", "2023-05-08"),
    ],
    ids=lambda value: str(value),
)
def test_what_a_question_names_becomes_a_period(question: str, start: str | None, end: str | None) -> None:
    assert named(question) == [(start, end)]


@pytest.mark.parametrize(
    "question",
    [
        "What is the warranty?",
        "Who may help me march on with version 2.3?",
        "What can I do in a day?",
        "How far can I run in two weeks?",
        "Who lives on the 14th floor?",
        "What is the second half of the title?",
        "Who has over 2000 people?",
        "What is week 3 of the plan?",
        "Who said it on 31 June?",
        "Is Jan older than May?",
        "Who lives in the estate?",
        "Chaque lundi, qui vient ?",
        "on monday in may 2023 " * 200,
        "What shall I do at the weekend?",
        "Was machen wir am Wochenende?",
        "Was habe ich am Wochenende vor?",
        "May I bring a friend?",
        "When do we march to the town hall?",
        "How was August?",
        "What did April bring?",
        "Tell me about June",
        "How was Red October?",
        "Who wrote October?",
        "How was October Sky?",
        "What about October?",
    ],
)
def test_no_period_is_read_into_other_words(question: str) -> None:
    assert named(question) == []


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("What did we do in May and June 2021?", ["2021-05-01", "2021-06-01"]),
        ("What did we do in March, April and May 2021?", ["2021-03-01", "2021-04-01", "2021-05-01"]),
        ("What did we do in March-April 2021?", ["2021-03-01", "2021-04-01"]),
        ("What did we do in May or June?", ["2023-05-01", "2023-06-01"]),
        ("What did we do on 3 and 5 May 2021?", ["2021-05-03", "2021-05-05"]),
        ("What did we do on the 3rd, 4th and 5th of May?", ["2023-05-03", "2023-05-04", "2023-05-05"]),
    ],
)
def test_dates_that_are_listed_share_their_month_and_their_year(question: str, starts: list[str]) -> None:
    assert [start for start, _ in named(question)] == starts


@pytest.mark.parametrize(
    ("now", "year"), [((2025, 3, 10), 2024), ((2024, 1, 10), 2020), ((2024, 3, 1), 2024), ((1903, 5, 1), 1896)]
)
def test_a_day_of_leap_years_is_that_of_the_latest_one(now: tuple[int, int, int], year: int) -> None:
    [found] = periods("What happened on 29 February?", datetime(*now, tzinfo=UTC))

    assert found.start == datetime(year, 2, 29, tzinfo=UTC)


def test_a_week_of_a_month_is_seven_days() -> None:
    [week] = periods("What did I plan for the first week of February 2023?", NOW)

    assert (week.start, week.end) == (datetime(2023, 2, 1, tzinfo=UTC), datetime(2023, 2, 8, tzinfo=UTC))


def test_two_days_are_a_stretch_only_where_something_is_between_them() -> None:
    assert named("What did I say on 3 and 9 October?") == [("2023-10-03", "2023-10-04"), ("2023-10-09", "2023-10-10")]
    assert named("What did I say between the 3rd and 9th October?") == [("2023-10-03", "2023-10-10")]


def test_two_dates_of_their_own_stay_two_periods() -> None:
    assert named("How many days between the talk on March 15 and the start on April 5?") == [
        ("2023-03-15", "2023-03-16"),
        ("2023-04-05", "2023-04-06"),
    ]


@given(st.text(max_size=80), st.datetimes(timezones=st.just(UTC)))
def test_any_text_is_read_at_any_time_and_no_period_ends_before_it_starts(text: str, now: datetime) -> None:
    found = periods(f"in may {text} 2023 ago between 30 february and {text}, 900 years before 2 may, last week", now)

    assert all(each.start is None or each.end is None or each.start < each.end for each in found)


def _at(*days: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([datetime(2023, 5, 1, 12, tzinfo=UTC).timestamp() + day * _DAY for day in days])


MAY = Period(datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 6, 1, tzinfo=UTC))


def test_what_was_said_in_the_period_counts_fully_and_what_was_said_before_it_has_the_floor() -> None:
    before, within = factors(_at(-3, 4), [MAY], 7, 0.7)

    assert before == pytest.approx(0.7)
    assert within == 1


def test_what_was_said_soon_after_the_period_counts_for_more_than_what_was_said_long_after() -> None:
    within, soon, long_after = factors(_at(4, 34, 300), [MAY], 7, 0.7)

    assert within > soon > 0.9
    assert long_after == pytest.approx(0.7)


def test_a_period_in_which_nothing_was_said_changes_nothing() -> None:
    assert factors(_at(-300, -200), [MAY], 7, 0.7).tolist() == [1, 1]


def test_an_open_period_has_no_end() -> None:
    assert factors(_at(-1, 4, 400), [Period(MAY.start, None)], 7, 0.7).tolist() == pytest.approx([0.7, 1, 1])


def test_no_messages_have_no_factors() -> None:
    assert len(factors(np.zeros(0), [MAY], 7, 0.7)) == 0
