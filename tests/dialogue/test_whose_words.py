"""Tests of whose words a question asks for."""

from __future__ import annotations

import pytest

from chat.dialogue.whose_words import named_speaker, whose_words


@pytest.mark.parametrize(
    "question",
    [
        "What did you tell me about my passport?",
        "Which restaurant did you recommend?",
        "What have you suggested for the kitchen?",
        "What was your first suggestion?",
        "What was it you said about the rail pass?",
        "Was hast du mir zum Bahnpass gesagt?",
        "Was war dein Vorschlag?",
        "Que m'avez-vous dit ? Quel hôtel avez-vous recommandé ?",
        "¿Qué me recomendaste?",
    ],
)
def test_the_assistants(question: str) -> None:
    assert whose_words(question) == "assistant"


@pytest.mark.parametrize(
    "question",
    [
        "What did I say about the flat?",
        "What have we mentioned so far?",
        "Was habe ich über die Wohnung gesagt?",
        "¿Qué te he dicho?",
    ],
)
def test_the_persons(question: str) -> None:
    assert whose_words(question) == "user"


@pytest.mark.parametrize(
    "question",
    [
        "Did you know that the flat is sold?",
        "What did Ann tell me?",
        "Where did you put the file?",
        "What did I say when you told me?",
        "What does the contract say?",
        "did you say " * 40,
    ],
)
def test_of_most_questions_it_does_not_matter(question: str) -> None:
    assert whose_words(question) is None


@pytest.mark.parametrize(
    ("question", "speaker"),
    [
        ("What did Chris say about the money from Nadia's mum?", "Chris"),
        ("what does nadia think of the boiler", "Nadia"),
        ("Was hat Chris zur Heizung gesagt?", "Chris"),
        ("According to Nadia, is it dry?", "Nadia"),
        ("What did Nadia offer to do?", None),
        ("When did Chris move?", None),
    ],
)
def test_whose_words_are_asked_for_by_name(question: str, speaker: str | None) -> None:
    assert named_speaker(question, ["Chris", "Nadia"]) == speaker
