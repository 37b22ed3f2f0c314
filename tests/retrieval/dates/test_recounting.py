from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import pytest

from chat.retrieval.dates.recounting import TurnAsked, recounting, turn_asked_for
from tests.retrieval.world import World

NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("question", "start", "end", "whose"),
    [
        ("What did I say last Tuesday?", "2026-11-17", "2026-11-18", "user"),
        ("What did I tell you last week?", "2026-11-16", "2026-11-23", "user"),
        ("What have I told you since Friday?", "2026-11-20", None, "user"),
        ("What did you tell me on 3 November?", "2026-11-03", "2026-11-04", "assistant"),
        ("what did we discuss between 3 and 9 November", "2026-11-03", "2026-11-10", None),
        ("What did I tell you in the first week of October?", "2026-10-01", "2026-10-08", "user"),
        ("Was habe ich dir letzten Dienstag erzählt?", "2026-11-17", "2026-11-18", "user"),
        ("Qu'est-ce que je t'ai dit hier ?", "2026-11-23", "2026-11-24", "user"),
        ("Do you remember what I told you yesterday?", "2026-11-23", "2026-11-24", "user"),
        ("What did you and I talk about yesterday?", "2026-11-23", "2026-11-24", None),
        ("Worüber haben wir gestern geredet?", "2026-11-23", "2026-11-24", None),
        ("Que s'est-il passé hier ?", "2026-11-23", "2026-11-24", None),
        ("¿Qué pasó ayer?", "2026-11-23", "2026-11-24", None),
        ("Что я говорил вчера?", "2026-11-23", "2026-11-24", "user"),
        ("What did we decide last week?", "2026-11-16", "2026-11-23", None),
        ("what was decided last week", "2026-11-16", "2026-11-23", None),
        ("Was haben wir letzte Woche beschlossen?", "2026-11-16", "2026-11-23", None),
        ("O que decidimos na semana passada?", "2026-11-16", "2026-11-23", None),
        ("What did we do in October?", "2026-10-01", "2026-11-01", None),
        ("What have I been up to since Friday?", "2026-11-20", None, "user"),
        ("What was going on last week?", "2026-11-16", "2026-11-23", None),
        ("Was haben wir im Oktober gemacht?", "2026-10-01", "2026-11-01", None),
        ("Qu'avons-nous fait en octobre ?", "2026-10-01", "2026-11-01", None),
        ("¿Qué hicimos en octubre?", "2026-10-01", "2026-11-01", None),
        ("De quoi avons-nous parlé le mois dernier ?", "2026-10-01", "2026-11-01", None),
        ("¿De qué hablamos el mes pasado?", "2026-10-01", "2026-11-01", None),
        ("¿Qué me dijiste ayer?", "2026-11-23", "2026-11-24", "assistant"),
        ("Di cosa abbiamo parlato il mese scorso?", "2026-10-01", "2026-11-01", None),
        ("Che cosa ti ho detto ieri?", "2026-11-23", "2026-11-24", "user"),
        ("Che cosa è successo ieri?", "2026-11-23", "2026-11-24", None),
        ("De que falámos no mês passado?", "2026-10-01", "2026-11-01", None),
        ("O que é que eu te disse ontem?", "2026-11-23", "2026-11-24", "user"),
        ("O que aconteceu ontem?", "2026-11-23", "2026-11-24", None),
        ("Что мы делали в октябре?", "2026-10-01", "2026-11-01", None),
        ("What was I up to a month ago?", "2026-10-01", "2026-11-01", "user"),
        ("What did we do the week of 12 October?", "2026-10-12", "2026-10-19", None),
        ("What did I buy between October 20 and November 12?", "2026-10-20", "2026-11-13", "user"),
        ("How much did I spend in the last 30 days?", "2026-10-25", "2026-11-25", "user"),
        ("What was I doing in October?", "2026-10-01", "2026-11-01", "user"),
        ("What did I get up to in October?", "2026-10-01", "2026-11-01", "user"),
        ("Where was I in October?", "2026-10-01", "2026-11-01", "user"),
        ("What did we do over the last two weeks?", "2026-11-10", "2026-11-25", None),
        ("Où suis-je allé en octobre ?", "2026-10-01", "2026-11-01", "user"),
        ("How was October?", "2026-10-01", "2026-11-01", None),
        ("How did August go for us?", "2026-08-01", "2026-09-01", None),
        ("What did October bring?", "2026-10-01", "2026-11-01", None),
        ("How did October 2025 go?", "2025-10-01", "2025-11-01", None),
        ("Tell me about October", "2026-10-01", "2026-11-01", None),
        ("What happened October", "2026-10-01", "2026-11-01", None),
        ("October: what did I do?", "2026-10-01", "2026-11-01", "user"),
        ("May: what did I do?", "2026-05-01", "2026-06-01", "user"),
        ("In October, what did I buy?", "2026-10-01", "2026-11-01", "user"),
        ("What did I do, October?", "2026-10-01", "2026-11-01", "user"),
        ("Wie war der August?", "2026-08-01", "2026-09-01", None),
        ("Oktober: was habe ich gemacht?", "2026-10-01", "2026-11-01", "user"),
        ("Comment était octobre ?", "2026-10-01", "2026-11-01", None),
        ("¿Cómo fue octubre?", "2026-10-01", "2026-11-01", None),
        ("¿Adónde fui en octubre?", "2026-10-01", "2026-11-01", None),
        ("Who did we meet in October?", "2026-10-01", "2026-11-01", None),
        ("Was war im Oktober?", "2026-10-01", "2026-11-01", None),
        ("Was war vor einem Monat?", "2026-10-01", "2026-11-01", None),
        ("Was ist am 3. November gewesen?", "2026-11-03", "2026-11-04", None),
        ("Was habe ich im Oktober gekauft?", "2026-10-01", "2026-11-01", "user"),
        ("Qu'est-ce qui s'est passé il y a un mois ?", "2026-10-01", "2026-11-01", None),
        ("Qu'est-ce qu'on a fait en octobre ?", "2026-10-01", "2026-11-01", None),
        ("Qu'est-ce que j'ai acheté entre le 20 octobre et le 12 novembre ?", "2026-10-20", "2026-11-13", "user"),
        ("¿Qué hubo en octubre?", "2026-10-01", "2026-11-01", None),
        ("¿Qué compré en octubre?", "2026-10-01", "2026-11-01", None),
        ("¿Qué pasó el martes pasado?", "2026-11-17", "2026-11-18", None),
        ("What happened at the weekend?", "2026-11-21", "2026-11-23", None),
    ],
    ids=str,
)
def test_a_question_for_what_was_said_at_a_time_asks_for_nothing_else(
    question: str, start: str, end: str | None, whose: Literal["user", "assistant"] | None
) -> None:
    asked = recounting(question, NOW)

    assert asked is not None
    [period] = asked.periods
    assert period.start is not None
    assert period.start.date().isoformat() == start
    assert (period.end and period.end.date().isoformat()) == end
    assert (asked.place, asked.whose, asked.names) == (None, whose, frozenset())


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What was the first thing I told you?", "first"),
        ("What did I say last?", "last"),
        ("Was war das Erste, was ich dir erzählt habe?", "first"),
    ],
    ids=str,
)
def test_what_was_said_first_or_last_is_asked_for_by_its_place(question: str, place: str) -> None:
    asked = recounting(question, NOW)

    assert asked is not None
    assert (asked.periods, asked.place, asked.whose) == ((), place, "user")


@pytest.mark.parametrize(
    "question",
    [
        "What did I say?",
        "When did I tell you about the dog?",
        "What is the first launch date?",
        "What happened to the launch?",
        "Which price did we pay last Tuesday?",
        "What was discussed on 12 March 2024?",
        "What is the first topic discussed?",
        "What do we have to discuss on Friday?",
        "What is there to discuss on Friday?",
        "Was passiert am Freitag?",
        "What did I say is on 12 March?",
        "What did you tell me about last Tuesday?",
        "What did we do on 3 November?",
        "What did you do in October?",
        "What did Ann do in October?",
        "What shall we do in December?",
        "What did we do wrong in October?",
        "What did we buy for the kitchen in October?",
        "What did I weigh in October?",
        "What was it in October?",
        "What was the price in October?",
        "Was kostete das Brot im Oktober?",
        "Where was I on 12 October?",
    ],
    ids=str,
)
def test_a_question_for_anything_else_is_none(question: str) -> None:
    assert recounting(question, NOW) is None


async def test_what_i_said_is_not_what_somebody_with_a_name_did() -> None:
    world = World()
    await world.say("ann", "I sold the boat.", at=NOW, author="Ann")
    await world.say("own", "I bought a bike.", at=NOW)
    await world.say("noted", "Noted.", role="assistant", at=NOW)
    turns = await world.rows.turns("t")

    mine, yours = recounting("What did I tell you today?", NOW), recounting("What did you tell me today?", NOW)

    assert mine is not None
    assert yours is not None
    assert (chosen := mine.chosen(turns)) is not None
    assert chosen.tolist() == [False, True, False]
    assert (chosen := yours.chosen(turns)) is not None
    assert chosen.tolist() == [False, False, True]


async def test_who_is_named_has_to_be_a_speaker() -> None:
    world = World()
    await world.say("ann", "We found the boat.", at=NOW, author="Ann")
    await world.say("ben", "It was under the pier.", at=NOW, author="Ben")
    turns = await world.rows.turns("t")

    of_ann, of_oslo = recounting("What did Ann say today?", NOW), recounting("What happened in Oslo today?", NOW)

    assert of_ann is not None
    assert of_oslo is not None
    assert (chosen := of_ann.chosen(turns)) is not None
    assert chosen.tolist() == [True, False]
    assert of_oslo.chosen(turns) is None


@pytest.mark.parametrize(
    ("question", "place", "kind"),
    [
        ("What did I ask first?", "first", "question"),
        ("What did I ask you last?", "last", "question"),
        ("What was my previous question?", "last", "question"),
        ("What was the first thing I asked you?", "first", "question"),
        ("What was your last answer?", "last", "answer"),
        ("What did you answer last?", "last", "answer"),
        ("Repeat your last answer", "last", "answer"),
        ("Was habe ich zuerst gefragt?", "first", "question"),
        ("Was habe ich dich zuletzt gefragt?", "last", "question"),
        ("Was war meine letzte Frage?", "last", "question"),
        ("Was war deine letzte Antwort?", "last", "answer"),
        ("Quelle était ma première question ?", "first", "question"),
        ("¿Qué te pregunté primero?", "first", "question"),
        ("Какой был мой первый вопрос?", "first", "question"),
        ("Quelle a été ma première question ?", "first", "question"),
        ("Qu'est-ce que je viens de te demander ?", "last", "question"),
        ("¿Cuál ha sido mi primera pregunta?", "first", "question"),
        ("¿Cuál fue la última pregunta que te hice?", "last", "question"),
        ("¿Qué te he preguntado antes?", "last", "question"),
        ("Welche Frage habe ich zuletzt gestellt?", "last", "question"),
        ("¿Qué contestaste por último?", "last", "answer"),
        ("Что я только что спросил?", "last", "question"),
    ],
    ids=str,
)
def test_a_turn_is_asked_for_by_its_place(
    question: str, place: Literal["first", "last"], kind: Literal["question", "answer"]
) -> None:
    assert turn_asked_for(question) == TurnAsked(place, kind)


@pytest.mark.parametrize(
    "question",
    [
        "What is the first question of the exam?",
        "What did I ask about the boat first?",
        "What should I ask first?",
        "What is the last answer in the file?",
        "What do I have to ask first?",
        "What did I ask?",
        "What did I say first?",
        "Who asked first?",
    ],
    ids=str,
)
def test_what_names_something_asks_for_no_turn(question: str) -> None:
    assert turn_asked_for(question) is None
