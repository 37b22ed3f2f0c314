"""Tests that a sentence without the words that such an answer needs is not quoted."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.demands.demanded import demands_of
from chat.text.languages import ENGLISH
from tests.llm.quoting.answers import quoted
from tests.passages import from_document

MANUAL = (
    "This manual explains how the press is set up, run and cleaned. Take the press out of its crate with two people. "
    "The oil needs ten minutes to warm up. Wait for the green lamp. Lower the ram by hand."
)
PAPER = (
    "The furnace was erected in 1932 by the Huber company. It comes from Linz. The bells weigh 45 kg. "
    "Each bell was painted grey. The test was repeated whenever it rained. Huber came to Graz in spring. "
    "There he designed the oven. The lab opens at nine. The tone fell for three weeks. The cable is as long as the wall. "
    "The tower has four floors. The hammer strikes once a second. The oven gets some nine hundred degrees hot. "
    "The members are in their twenties. The sack race is on Sunday 9 February. The winner of the egg race was Ben Roe."
)


@pytest.mark.parametrize(
    "question",
    [
        "Who wrote the manual?",
        "Who won the press?",
        "Who is the author of the manual?",
        "When was the press built?",
        "Where was the press built?",
        "Who bought the press?",
        "Who maintains the press?",
        "When is the press cleaned?",
        "How much does the press cost?",
        "How heavy is the press?",
        "What colour is the press?",
        "How often should the oil be changed?",
        "What is the warranty of the press?",
        "How tall is the press?",
        "How fast does the press run?",
        "How loud is the press?",
        "How long may the press run?",
        "How old is the press?",
        "What voltage does the press need?",
        "What temperature must the oil have?",
        "What does the blue lamp mean?",
    ],
)
async def test_what_no_sentence_can_tell_is_not_answered(question: str) -> None:
    assert not await quoted(question, from_document(MANUAL, section=("1. Introduction",)))


@pytest.mark.parametrize("question", ["How deep is the pool?", "What is the water temperature in the pool?"])
async def test_opening_hours_are_no_measures(question: str) -> None:
    assert not await quoted(question, from_document("The pool with its warm water is open from 6:30 to 22:00 on Fridays."))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When was the furnace built?", "The furnace was erected in 1932 by the Huber company."),
        ("Who won the egg race?", "The winner of the egg race was Ben Roe."),
        ("Who built the furnace?", "The furnace was erected in 1932 by the Huber company."),
        ("How heavy are the bells?", "The bells weigh 45 kg."),
        ("What colour was each bell?", "Each bell was painted grey."),
        ("How often was the test repeated?", "The test was repeated whenever it rained."),
        ("When did Huber design the oven?", "There he designed the oven."),
        ("When does the lab open?", "The lab opens at nine."),
        ("How long did the tone fall?", "The tone fell for three weeks."),
        ("How long is the cable?", "The cable is as long as the wall."),
        ("How high is the tower?", "The tower has four floors."),
        ("How fast does the hammer strike?", "The hammer strikes once a second."),
        ("How hot does the oven get?", "The oven gets some nine hundred degrees hot."),
        ("How old are the members?", "The members are in their twenties."),
        ("What does the grey bell mean?", "Each bell was painted grey."),
    ],
)
async def test_what_one_tells_in_other_words_is(question: str, sentence: str) -> None:
    assert sentence in await quoted(question, from_document(PAPER))


GUIDE = (
    "Anna Berg runs the Munich office. She is fond of chess, and her team has won 21 games. "
    "The office has four rooms and a kitchen."
)
SPEAKERS = (
    "Mira Tolvanen grew up in Oulu. Mira is 41. Mira holds a degree in chemistry. Mira shares a farmhouse with two friends. "
    "Mira gets 52,000 euros a year. The Oulu office is based on the harbour. The number of the Oulu office is on its card. "
    "Pavel Horak (born 12 June 1969 in Brno) makes violins. Ask for Priya Nair at extension 214."
)


@pytest.mark.parametrize(
    "question",
    [
        "What is Anna Berg's phone number?",
        "What is the e-mail address of Anna Berg?",
        "What is the address of the Munich office?",
        "Where was Anna Berg born?",
        "When is Anna Berg's birthday?",
        "Where does Anna Berg live?",
        "What did Anna Berg study?",
        "What is Anna Berg's salary?",
        "How old is Anna Berg?",
    ],
)
async def test_a_sentence_that_only_names_somebody_tells_nothing_of_their_life(question: str) -> None:
    assert not await quoted(question, from_document(GUIDE))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Where was Mira Tolvanen born?", "Mira Tolvanen grew up in Oulu."),
        ("How old is Mira?", "Mira is 41."),
        ("What did Mira study?", "Mira holds a degree in chemistry."),
        ("Where does Mira live?", "Mira shares a farmhouse with two friends."),
        ("What is Mira's salary?", "Mira gets 52,000 euros a year."),
        ("What is the address of the Oulu office?", "The Oulu office is based on the harbour."),
        ("What is the phone number of the Oulu office?", "The number of the Oulu office is on its card."),
        ("What is Priya Nair's phone number?", "Ask for Priya Nair at extension 214."),
        ("When was Pavel Horak born?", "Pavel Horak (born 12 June 1969 in Brno) makes violins."),
    ],
)
async def test_what_tells_it_in_words_of_its_own_is_quoted(question: str, sentence: str) -> None:
    assert sentence in await quoted(question, from_document(SPEAKERS))


OWNERS_GUIDE = (
    "The bike weighs 24.5 kg. The motor helps up to 25 km/h. There are four levels of support: Eco, Tour, Sport and Turbo. "
    "We guarantee the battery for two years or 500 charge cycles. A full charge takes four and a half hours. "
    "In Eco the range is up to 120 km. The fee is 40 euros a month."
)


@pytest.mark.parametrize(
    "question",
    [
        "How much does the battery weigh?",
        "How heavy is the motor?",
        "How loud is the motor?",
        "Where was the bike made?",
        "How far can I ride in Sport?",
        "How much does the fee go up?",
        "Who makes the motor?",
    ],
)
async def test_the_figure_of_another_thing_or_kind_is_none(question: str) -> None:
    assert not await quoted(question, from_document(OWNERS_GUIDE, section=("Care",)))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How heavy is the bike?", "“The bike weighs 24.5 kg.” [1]"),
        ("How long does it take to charge the battery?", "“A full charge takes four and a half hours.” [1]"),
        ("How fast is the motor?", "“The motor helps up to 25 km/h.” [1]"),
    ],
)
async def test_that_of_the_thing_itself_is_quoted(question: str, answer: str) -> None:
    assert (await quoted(question, from_document(OWNERS_GUIDE, section=("Care",)))).startswith(answer[:-5])


async def test_a_thing_goes_by_another_name_under_its_own_heading() -> None:
    boats = "## The Petrel\n\nThe boat is heavy, at 300 kg.\n\n## The Tern\n\nThe oars are light."

    assert "300 kg" in await quoted("How heavy is the Petrel?", from_document(boats))
    assert not await quoted("How heavy is the rudder?", from_document(boats))


async def test_nothing_is_demanded_in_words_of_another_language() -> None:
    assert "born 12 June 1969" in await quoted("Wo wurde Pavel Horak geboren?", from_document(SPEAKERS))


@pytest.mark.parametrize(
    "question",
    [
        "Wo wurde Anna Berg geboren?",
        "Wo wohnt Anna Berg?",
        "Was hat Anna Berg studiert?",
        "Wie hoch ist das Gehalt von Anna Berg?",
        "Wie lautet die Telefonnummer von Anna Berg?",
    ],
)
async def test_nor_does_a_german_one(question: str) -> None:
    assert not await quoted(question, from_document("Anna Berg leitet das Büro in München. Sie spielt gern Schach."))


@pytest.mark.parametrize(
    "question",
    [
        "Wann wurde die Presse gebaut?",
        "Wer hat die Presse gekauft?",
        "Wie alt ist die Presse?",
        "Welche Farbe hat die Presse?",
        "Wie schnell ist die Presse?",
    ],
)
async def test_what_no_german_sentence_can_tell_is_not_answered(question: str) -> None:
    manual = "Diese Anleitung erklärt, wie die Presse gereinigt wird. Die Presse wird mit zwei Leuten aus der Kiste genommen."

    assert not await quoted(question, from_document(manual))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Wer hat den Ofen gebaut?", "Den Ofen errichtete die Firma Huber im Frühjahr."),
        ("Wann wurde der Ofen gebaut?", "Den Ofen errichtete die Firma Huber im Frühjahr."),
        ("Wie lange sank der Ton?", "Der Ton sank drei Wochen lang."),
        ("Wie schwer ist die Glocke?", "Die Glocke wiegt 45 kg."),
        ("Wie lange dauert eine Einheit?", "Eine Einheit dauert neunzig Minuten."),
    ],
)
async def test_what_a_german_one_tells_in_other_words_is(question: str, sentence: str) -> None:
    report = (
        "Die Glocke wiegt 45 kg. Den Ofen errichtete die Firma Huber im Frühjahr. Der Ton sank drei Wochen lang. "
        "Eine Einheit dauert neunzig Minuten."
    )

    assert sentence in await quoted(question, from_document(report))


_MANUALS = {
    "french": "Ce manuel explique comment nettoyer la presse. La presse est sortie de sa caisse par deux personnes.",
    "spanish": "Este manual explica cómo se limpia la prensa. La prensa la sacan de su caja dos personas.",
    "italian": "Questo manuale spiega come si pulisce la pressa. La pressa va tolta dalla cassa in due persone.",
    "portuguese": "Este manual explica como se limpa a prensa. A prensa é retirada da caixa por duas pessoas.",
}
_REPORTS = {
    "french": "La cloche fait 45 kg. Le four a été bâti par la société Huber. La note a baissé trois semaines. Le mur est gris.",
    "spanish": "La campana es de 45 kg. El horno lo levantó la empresa Huber. El tono bajó tres semanas. La pared es gris.",
    "italian": "La campana arriva a 45 kg. Il forno fu eretto dalla ditta Huber. Il tono scese tre settimane. Il muro è grigio.",
    "portuguese": "O sino tem 45 kg. O forno foi erguido pela empresa Huber. O tom desceu três semanas. O muro é cinzento.",
}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("french", "Quand la presse a-t-elle été construite ?"),
        ("french", "Qui a acheté la presse ?"),
        ("french", "Quel âge a la presse ?"),
        ("french", "De quelle couleur est la presse ?"),
        ("french", "Combien pèse la presse ?"),
        ("spanish", "¿Cuándo se construyó la prensa?"),
        ("spanish", "¿Quién compró la prensa?"),
        ("spanish", "¿Qué edad tiene la prensa?"),
        ("spanish", "¿De qué color es la prensa?"),
        ("spanish", "¿Cuánto pesa la prensa?"),
        ("italian", "Quando è stata costruita la pressa?"),
        ("italian", "Chi ha comprato la pressa?"),
        ("italian", "Quanti anni ha la pressa?"),
        ("italian", "Di che colore è la pressa?"),
        ("italian", "Quanto pesa la pressa?"),
        ("portuguese", "Quando foi construída a prensa?"),
        ("portuguese", "Quem comprou a prensa?"),
        ("portuguese", "Que idade tem a prensa?"),
        ("portuguese", "De que cor é a prensa?"),
        ("portuguese", "Quanto pesa a prensa?"),
    ],
)
async def test_what_no_sentence_of_another_language_can_tell_is_not_answered(language: str, question: str) -> None:
    assert not await quoted(question, from_document(_MANUALS[language]))


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("french", "Combien pèse la cloche ?", "La cloche fait 45 kg."),
        ("french", "Qui a construit le four ?", "Le four a été bâti par la société Huber."),
        ("french", "Combien de temps la note a-t-elle baissé ?", "La note a baissé trois semaines."),
        ("french", "De quelle couleur est le mur ?", "Le mur est gris."),
        ("spanish", "¿Cuánto pesa la campana?", "La campana es de 45 kg."),
        ("spanish", "¿Quién construyó el horno?", "El horno lo levantó la empresa Huber."),
        ("spanish", "¿Cuánto tiempo bajó el tono?", "El tono bajó tres semanas."),
        ("spanish", "¿De qué color es la pared?", "La pared es gris."),
        ("italian", "Quanto pesa la campana?", "La campana arriva a 45 kg."),
        ("italian", "Chi ha costruito il forno?", "Il forno fu eretto dalla ditta Huber."),
        ("italian", "Per quanto tempo scese il tono?", "Il tono scese tre settimane."),
        ("italian", "Di che colore è il muro?", "Il muro è grigio."),
        ("portuguese", "Quanto pesa o sino?", "O sino tem 45 kg."),
        ("portuguese", "Quem construiu o forno?", "O forno foi erguido pela empresa Huber."),
        ("portuguese", "Quanto tempo desceu o tom?", "O tom desceu três semanas."),
        ("portuguese", "De que cor é o muro?", "O muro é cinzento."),
    ],
)
async def test_what_one_of_another_language_tells_in_other_words_is(language: str, question: str, sentence: str) -> None:
    assert sentence in await quoted(question, from_document(_REPORTS[language]))


async def test_neither_a_version_nor_something_original_tells_when_it_was_founded() -> None:
    plugin = from_document("The plugin keeps the original name. The plugin has an installer, with 0.5.0 as its version.")

    assert not await quoted("When was the plugin founded?", plugin)


async def test_a_heading_may_tell_the_time_but_not_by_its_number() -> None:
    dated, numbered = (
        from_document("The press was delivered.", section=(title,)) for title in ("Notes of 3 May 2021", "3. Delivery")
    )

    assert await quoted("When was the press delivered?", dated)
    assert not await quoted("When was the press delivered?", numbered)


@pytest.mark.parametrize(
    ("question", "language", "demands"),
    [
        ("When is it open?", ENGLISH, True),
        ("And what day of the week is it?", ENGLISH, True),
        ("Wie schwer ist die Presse?", "german", True),
        ("Welche Farbe hat die Lampe?", "german", True),
        ("When the lamp is red, what do I do?", ENGLISH, False),
        ("What time zones are there?", ENGLISH, False),
        ("Who cleans the press?", ENGLISH, False),
        ("How high is the fee?", ENGLISH, False),
        ("Who made the decision?", ENGLISH, False),
        ("Who wrote about the sea?", ENGLISH, False),
        ("Welke kleur heeft de lamp?", "dutch", False),
        ("Quelle couleur a la lampe ?", "french", True),
        ("Combien la presse pèse-t-elle ?", "french", True),
        ("Tous les combien faut-il changer l'huile ?", "french", True),
        ("Et depuis quand ?", "french", True),
        ("Quand la lampe est rouge, que faire ?", "french", False),
        ("Combien de personnes pèsent le sac ?", "french", False),
        ("Qui est l'auteur du rapport ?", "french", True),
        ("¿Qué color tiene la lámpara?", "spanish", True),
        ("¿Y cada cuánto se cambia el aceite?", "spanish", True),
        ("¿Cuánto mide la torre?", "spanish", True),
        ("¿En qué año se construyó la torre?", "spanish", True),
        ("Cuando la lámpara está roja, ¿qué hago?", "spanish", False),
        ("¿Quién limpia la prensa?", "spanish", False),
        ("Di che colore è la lampada?", "italian", True),
        ("Quanti anni ha la torre?", "italian", True),
        ("E quanto dura?", "italian", True),
        ("Quando la lampada è rossa, che cosa faccio?", "italian", False),
        ("Chi pulisce la pressa?", "italian", False),
        ("De que cor é a lâmpada?", "portuguese", True),
        ("De quanto em quanto tempo se troca o óleo?", "portuguese", True),
        ("E a que horas abre?", "portuguese", True),
        ("Quando a lâmpada está vermelha, o que faço?", "portuguese", False),
        ("Quem limpa a prensa?", "portuguese", False),
    ],
)
def test_what_a_question_demands(question: str, language: str, demands: bool) -> None:
    assert bool(demands_of(question, language)) is demands


@pytest.mark.parametrize("text", ["By Ann Miller.", "Author: Ann Miller", "Ann Miller wrote it.", "Edited at Graz."])
def test_who_wrote_something_may_be_told_in_many_ways(text: str) -> None:
    [demand] = demands_of("Who wrote the report?", ENGLISH)

    assert demand.pattern.search(f"The report. {text}")
    assert not demand.pattern.search("The report was carried by Huber.")


@pytest.mark.parametrize(
    ("question", "sentence", "answers"),
    [
        ("Wie groß ist die Wohnung?", "Die Wohnfläche beträgt 78 m².", True),
        ("Wie groß ist die Gruppe?", "Höchstens zwölf Teilnehmer.", True),
        ("Wie groß ist die Wohnung?", "Sie liegt im 2. Obergeschoss, Neckarhalde 17, 72070 Tübingen.", False),
        ("Wie groß ist die Wohnung?", "Dazu gehört der Kellerraum Nr. 5.", False),
        ("Wie hoch ist die Kaution?", "Die Kaution beträgt 2.670 Euro.", True),
        ("Wie hoch ist die Kaution?", "Sie beträgt drei Monatsmieten.", True),
        ("Wie hoch ist die Kaution?", "Sie wird spätestens sechs Monate nach Auszug zurückgezahlt.", False),
    ],
)
def test_how_large_or_high_something_is_needs_a_figure_in_german(question: str, sentence: str, answers: bool) -> None:
    assert all(demand.pattern.search(sentence) for demand in demands_of(question, "german")) is answers
