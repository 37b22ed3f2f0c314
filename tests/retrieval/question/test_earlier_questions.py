from __future__ import annotations

from dataclasses import replace

import pytest

from chat.dialogue.telling import only_requests
from chat.domain import Passage
from chat.retrieval.question.earlier_questions import lowered
from tests.passages import from_document, from_message


def _first(question: str, best: Passage) -> str:
    told = _scored(from_message("My budget is 500 euros.", rank=2), 0.6)
    own = {best.chunk.id: 0.9, told.chunk.id: 0.9}
    candidates, _ = lowered(question, [best, told], 0.5, own, 5)
    return candidates[0].chunk.text


def _scored(passage: Passage, score: float) -> Passage:
    return replace(passage, score=score, scores=replace(passage.scores, fused=score))


@pytest.mark.parametrize("asked", ["What was my budget at first?", "How high is my budget?", "My budget?"])
def test_a_question_that_was_asked_before_comes_behind_what_was_told(asked: str) -> None:
    assert _first("What was my budget originally, and how high?", from_message(asked)) == "My budget is 500 euros."


@pytest.mark.parametrize(
    "said",
    [
        from_message("I must keep to a budget of 500 euros in Lisbon, can you plan that?"),
        from_document("What was my budget at first?"),
        from_message("My budget was higher at first."),
    ],
)
def test_what_tells_more_or_is_no_question_of_the_thread_stays(said: Passage) -> None:
    assert _first("What was my budget originally?", said) == said.chunk.text


@pytest.mark.parametrize("question", ["What did I ask about my budget?", "Was habe ich zum Budget gefragt, budget?"])
def test_a_question_for_questions_finds_them(question: str) -> None:
    assert _first(question, from_message("What is my budget?")) == "What is my budget?"


def test_a_conversation_that_only_asks_the_same_is_as_weak_as_what_else_is_said_in_it() -> None:
    asked = _scored(from_message("How high is my budget?"), 0.98)
    said = _scored(from_message("The weather is fine today.", rank=2), 0.6)
    in_a_file = _scored(from_document("Expenses: 500 euros."), 0.1)
    own = {asked.chunk.id: 0.98, said.chunk.id: 0.049, in_a_file.chunk.id: 0.1}

    candidates, strengths = lowered("How high is my budget?", [asked, said, in_a_file], 0.5, own, 5)

    assert candidates[0] == in_a_file
    assert [round(passage.score, 4) for passage in candidates[1:]] == [0.03, 0.0245]
    assert strengths == {asked.chunk.id: 0.049, said.chunk.id: 0.049}


@pytest.mark.parametrize(
    "asked",
    [
        "Where does the plumber of the village live?",
        "Wann kommt der Klempner aus Bremen?",
        "¿Dónde vive mi hermana Lucía?",
        "Quanto costa il parcheggio?",
        "Onde mora a minha irmã?",
        "Hoeveel kost de kamer in Gent?",
        "Combien coûte la chambre ?",
    ],
)
def test_a_short_question_about_something_else_comes_behind_what_was_told(asked: str) -> None:
    assert _first("How high is my budget?", from_message(asked)) == "My budget is 500 euros."


@pytest.mark.parametrize(
    "said", ["List all the costs of the budget.", "Good morning! Please give me a summary of the budget", "Zeig mir das Budget."]
)
def test_a_request_comes_behind_what_was_told(said: str) -> None:
    assert only_requests(said)
    assert _first("How high is my budget?", from_message(said)) == "My budget is 500 euros."


@pytest.mark.parametrize(
    "said",
    [
        "Compare the two offers. Which one is cheaper?",
        "Show me my appointments.",
        "Could you list the participants?",
        "Résume le rapport.",
        "Dame un resumen del contrato.",
        "when did i put the garlic in",
        "what garlic did i plant and where",
        "which kitchen studios did we look at",
        "what about harbour point",
        "who is going to pack the server room",
        "did the lime go everywhere",
        "seit wann nehme ich es",
        "which cases were still open after the second day",
        "who fixed them",
        "wann sollte oma eigentlich wieder fahren",
        "wofür waren die 100 euro anzahlung",
        "Wogegen ist Jonas allergisch",
        "combien on paie pour l'appartement",
        "cuánto vamos a pagar de renta",
        "wann ist der marathon",
    ],
)
def test_what_wants_something_told_is_a_request(said: str) -> None:
    assert only_requests(said)


@pytest.mark.parametrize(
    "said",
    [
        "List price is 40 euros.",
        "Find a flat for my sister, she has a dog.",
        "Explain it with my salary of 4,000 euros.",
        "Give Ravi the keys on Friday.",
        "Remind me to call Eve tomorrow.",
        "Write a mail to my landlord Huber that the heating is broken.",
        "Tell Amira that the key is under the mat.",
        "Which meetings were there?",
        "Such a nice day.",
        "Count on me.",
        "Search party found the dog.",
        "Find out whether Leo, my landlord, is insured.",
        "My budget is 500 euros. List what I can buy.",
        "when I was there, the shop was shut",
        "What I did was wrong",
        "What I did was a mistake",
        "What can I say, I love turtles",
        "do it yourself he said",
        "muss ich noch machen: Rezept holen",
        "was das Wetter angeht, kein Problem",
    ],
)
def test_what_tells_something_beside_is_no_request(said: str) -> None:
    assert not only_requests(said)


def test_a_question_of_somebody_with_a_name_stays() -> None:
    asked = from_message("Where does the plumber of the village live?", author="Ann")

    assert _first("How high is my budget?", asked) == asked.chunk.text
