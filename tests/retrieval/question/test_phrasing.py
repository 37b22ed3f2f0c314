from __future__ import annotations

import pytest

from chat.retrieval.question.phrasing import asks_for_answers, asks_for_several, subject


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When does my lease end? Answer in one sentence.", "When does my lease end?"),
        ("When does my lease end? Please keep it short.", "When does my lease end?"),
        ("What did I say about Crete throughout our conversations?", "What did I say about Crete?"),
        ("Which deadlines did I name, in order?", "Which deadlines did I name?"),
        (
            "Can you list the order in which I brought up different aspects of my rose garden across our chats? Be brief.",
            "my rose garden?",
        ),
        ("Could you please give me a short summary of how the garden has changed so far?", "the garden has changed?"),
        ("Can you summarize what I learned about pruning roses?", "I learned about pruning roses?"),
    ],
)
def test_the_subject_is_the_question_without_how_to_answer_it(question: str, expected: str) -> None:
    assert subject(question).strip() == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is the order of events in a stream?",
        "Can you summarize it?",
        "How should I list the sources that I used in my paper?",
        "In what order do the events occur, and is it fixed?",
        "Give me the address of the library.",
        f"What is the rent? {'Be kind. ' * 200}Answer only yes.",
        "Use of the stapler? It jams.",
        "Who came to the meeting? List their roles and addresses.",
        "What is the warranty? Give the address of the service center, too.",
        "",
    ],
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert subject(question) == question


@pytest.mark.parametrize(
    "question",
    [
        "What did you recommend for the roof?",
        "You suggested three hotels; which were they?",
        "What was your advice on the lease?",
        "Give me a summary of our work on the garden.",
        "Was hast du mir geraten?",
        "Fass unser Gespräch zusammen.",
        "Qu'avez-vous proposé ?",
        "¿Qué me recomendaste?",
        "Что ты мне посоветовал?",
    ],
)
def test_what_the_assistant_said_may_be_asked_for(question: str) -> None:
    assert asks_for_answers(question)


@pytest.mark.parametrize(
    "question",
    [
        "What would you recommend for the roof?",
        "What did I say about the lease?",
        "How should I write the professional summary in my resume?",
        "Can you resume the download?",
        "Где я работал?",
    ],
)
def test_what_the_person_said_is_asked_for_otherwise(question: str) -> None:
    assert not asks_for_answers(question)


@pytest.mark.parametrize(
    "question",
    [
        "What books has Melanie read?",
        "Which outdoor activities do they do together?",
        "How many dogs has Audrey?",
        "What kind of art does Caroline make?",
        "What do Jon and Gina both have in common?",
    ],
)
def test_several_things_are_told_apart(question: str) -> None:
    assert asks_for_several(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is the rent?",
        "What was his address?",
        "What has Melanie read?",
        "Where does she live?",
        "What does this class teach?",
    ],
)
def test_one_thing_is_asked_for_otherwise(question: str) -> None:
    assert not asks_for_several(question)
