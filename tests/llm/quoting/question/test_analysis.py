from __future__ import annotations

import pytest

from chat.llm.quoting.question.analysis import analyse, has_answer_type
from chat.text import terms


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Nora move?", "when"),
        ("How many children does she have?", "how many"),
        ("Who painted it?", "who"),
        ("Which cities did they visit?", "list"),
        ("What activities does Ben like?", "list"),
        ("How do I reset it?", "how to"),
        ("What is the difference between A and B?", "compare"),
        ("Is it raining?", "yes or no"),
        ("May I come in?", "yes or no"),
        ("Why is it raining?", "why"),
        ("What is the phone number of the office?", "phone"),
        ("Which e-mail address do I write to?", "e-mail"),
        ("What does the e-mail say?", "fact"),
        ("What was the talk about?", "about"),
        ("What is it about the talk that you like?", "fact"),
    ],
)
def test_a_question_is_of_a_kind(question: str, kind: str) -> None:
    assert analyse(question).kind == kind


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("How much notice must I give?", {"notic"}),
        ("May I take photographs?", {"photograph"}),
        ("Where do I put my bike?", {"bike"}),
        ("What did Tom give Ann?", {"tom", "give", "ann"}),
        ("Where did I put the key?", {"put", "key"}),
        ("How big is the flat?", {"flat"}),
        ("Which flat is big?", {"flat", "big"}),
    ],
)
def test_what_whoever_asks_does_need_not_be_told(question: str, terms: set[str]) -> None:
    assert analyse(question).terms == terms


@pytest.mark.parametrize(
    ("question", "halves"),
    [
        ("What did he buy and where did he put it?", ("What did he buy", "where did he put it?")),
        ("What is the deposit and when do I get it back?", ("What is the deposit", "when do I get the deposit back?")),
        ("Who came? How long did they stay?", ("Who came? How long did they stay?",)),
        ("What do salt and pepper cost?", ("What do salt and pepper cost?",)),
        (
            "What did he pay for the pump and his insurance?",
            ("What did he pay for the pump?", "What did he pay for his insurance?"),
        ),
        ("When was the roof repaired and who paid for it?", ("When was the roof repaired", "who paid for the roof?")),
        ("What links the pump and the insurance of Ben?", ("What links the pump and the insurance of Ben?",)),
        ("Are both the pump and the sail new?", ("Are both the pump and the sail new?",)),
    ],
    ids=[
        "two",
        "with a pronoun",
        "too short a half",
        "one",
        "of two things",
        "with a participle",
        "belonging to something",
        "of the two together",
    ],
)
def test_a_question_for_two_things_is_two_questions(question: str, halves: tuple[str, ...]) -> None:
    assert analyse(question).parts == halves


@pytest.mark.parametrize(
    ("question", "language", "halves"),
    [
        ("Wann beginnt das Fest und bis wann dauert es?", "german", ("Wann beginnt das Fest", "bis wann dauert es?")),
        (
            "Quand part le car et combien coûte-t-il par personne ?",
            "french",
            ("Quand part le car", "combien coûte-t-il par personne ?"),
        ),
        ("¿Cuándo empieza el curso y quién lo da?", "spanish", ("¿Cuándo empieza el curso", "quién lo da?")),
        ("Quando inizia il corso e chi lo tiene?", "italian", ("Quando inizia il corso", "chi lo tiene?")),
        ("Quando começa o curso e quem o dá?", "portuguese", ("Quando começa o curso", "quem o dá?")),
        ("Wanneer begint de cursus en wie geeft hem?", "dutch", ("Wanneer begint de cursus", "wie geeft hem?")),
        ("Когда начинается курс и кто его ведёт?", "russian", ("Когда начинается курс", "кто его ведёт?")),
        ("Was kosten Salz und Pfeffer?", "german", ("Was kosten Salz und Pfeffer?",)),
    ],
)
def test_two_questions_are_told_apart_in_other_languages(question: str, language: str, halves: tuple[str, ...]) -> None:
    assert analyse(question, language).parts == halves


@pytest.mark.parametrize(
    ("question", "kind", "sentence", "has"),
    [
        ("When did they move?", "when", "We moved last Friday.", True),
        ("When does it start?", "when", "It starts in week 9.", True),
        ("When does it start?", "when", "It starts at 22:00.", True),
        ("When is it due?", "when", "It is due on the third working day of each month.", True),
        ("When is it paid?", "when", "It is paid on the 25th.", True),
        ("When should I take it?", "when", "Take it before breakfast.", True),
        ("When do I get it back?", "when", "It is returned within six weeks.", True),
        ("When did they move?", "when", "We moved to a flat.", False),
        ("When did they move in May?", "when", "In May it rained.", False),
        ("How many has she?", "how many", "She has nineteen of them.", True),
        ("How many has she?", "how many", "She has some of them.", False),
        ("How long does it take?", "how long", "It takes half an hour.", True),
        ("How long do repairs take?", "how long", "They take two working days.", True),
        ("How long does it take?", "how long", "It needs the filter DX-2.", False),
        ("How often must it be cleaned?", "how often", "Clean it after about 250 cups.", True),
        ("How often must it be cleaned?", "how often", "Clean it with a brush.", False),
        ("What was the talk about?", "about", "Ben gives a talk about bees.", True),
        ("What was the talk about?", "about", "Ben gave the talk on Monday.", False),
        ("Who is on call?", "who", "Marek will be on call.", True),
        ("Who is on call?", "who", "the phone rings at night.", False),
        ("Who is on call?", "who", "the phone rings on Sunday 9 February.", False),
        ("What is the phone number?", "phone", "Phone +353 21 555 0144, from 9:00.", True),
        ("What is the phone number?", "phone", "Mill Road 4, Cork, Ireland.", False),
        ("What is the e-mail address?", "e-mail", "Write to help@kestrel.example.", True),
    ],
)
def test_a_sentence_has_what_is_asked_for_beside_the_words_of_the_question(
    question: str, kind: str, sentence: str, has: bool
) -> None:
    assert analyse(question).kind == kind
    assert has_answer_type(analyse(question), sentence) is has


@pytest.mark.parametrize(
    ("language", "question", "kind", "answer", "other"),
    [
        ("german", "Wann beginnt der Kurs?", "when", "Er beginnt am 3. März.", "Er beginnt bald."),
        ("german", "Wie lange dauert der Kurs?", "how long", "Er dauert drei Monate.", "Er kostet 80 Euro."),
        ("german", "Wie oft trifft sich die Gruppe?", "how often", "Sie trifft sich wöchentlich.", "Sie trifft sich im Saal."),
        ("french", "Combien de farine faut-il ?", "how many", "250 g de farine", "de la farine"),
        ("french", "Qui est le syndic ?", "who", "Le syndic est Anne Moreau.", "le syndic répond."),
        ("spanish", "¿Cuándo es la reunión?", "when", "El lunes a las nueve.", "En el portal."),
        ("italian", "Quanto tempo dura?", "how long", "Dura due settimane.", "Dura molto."),
        ("portuguese", "Com que frequência limpo o filtro?", "how often", "Uma vez por mês.", "Com água."),
        ("dutch", "Wanneer komt de schommel?", "when", "In maart.", "Op het plein."),
        ("russian", "Сколько стоит курс?", "how many", "Он стоит 36 000 рублей.", "Он стоит дорого."),
        ("chinese", "什么时候开会？", "when", "下午三点开会。", "在三号会议室。"),
        ("japanese", "何分かかりますか？", "how long", "五分かかります。", "水を入れます。"),
    ],
)
def test_questions_of_other_languages_are_of_a_kind_too(language: str, question: str, kind: str, answer: str, other: str) -> None:
    of_kind = analyse(question, language)

    assert of_kind.kind == kind
    assert has_answer_type(of_kind, answer)
    assert not has_answer_type(of_kind, other)


def test_of_another_language_its_own_stop_words_are_no_terms() -> None:
    assert analyse("Wie hoch ist die Miete der Garage?", "german").terms == {"miet", "garag"}


@pytest.mark.parametrize("asking", ["Wie hoch ist die", "Wie hoch sind die", "Wie viel beträgt die", "Wie lange gilt die"])
def test_the_word_that_asks_for_a_german_figure_need_not_be_in_its_answer(asking: str) -> None:
    asked = analyse(f"{asking} Kaltmiete?", "german").terms

    assert "kaltmiet" in asked
    assert asked.isdisjoint(terms("hoch viel lange", "german"))
