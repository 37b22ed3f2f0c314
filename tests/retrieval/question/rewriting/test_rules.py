from __future__ import annotations

import pytest

from chat.domain import Message
from chat.retrieval.question.rewriting import Exchange, exchanges, is_question, leans, rewritten
from tests.passages import NOON

LISTED = Exchange(
    "Which topics are there?", "These:\n1. Pretraining [1]\n2. **Temperature**: how random it is [2]\n3. Latency [3]"
)
REVENUE = Exchange("What was the revenue in 2022?", "9 million [1].")


def _after(question: str, *earlier: Exchange | str) -> str | None:
    return rewritten(question, [each if isinstance(each, Exchange) else Exchange(each) for each in earlier])


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        ("What was the revenue in 2022?", "and in 2023?", "What was the revenue in 2023?"),
        ("What was the revenue in fiscal 2022?", "and the year before?", "What was the revenue in fiscal 2021?"),
        ("What was the tax rate in the fourth quarter?", "and for the full year?", "What was the tax rate for the full year?"),
        ("What was EPS in fiscal 2022?", "no, I meant the fourth quarter", "What was EPS in the fourth quarter of fiscal 2022?"),
        ("What was the revenue in Q2 2022?", "what about Q3?", "What was the revenue in Q3 2022?"),
        ("What was announced on May 30th, 2024?", "and on June 20th?", "What was announced on June 20th, 2024?"),
        ("What is temperature?", "and latency?", "What is latency?"),
        ("What is the warranty of the pump?", "what about the motor?", "What is the warranty of the motor?"),
        ("When does the swimming pool open on Sundays?", "And the sauna?", "When does the sauna open on Sundays?"),
        ("When does the pump start?", "and the motor?", "When does the motor start?"),
        ("How much may I spend on lunch?", "and for dinner?", "How much may I spend for dinner?"),
        ("What is the outlook for sales in 2023?", "same for margins", "What is the outlook for margins in 2023?"),
        ("What was net income in 2022?", "I meant operating income", "What was operating income in 2022?"),
        ("What is the warranty of the pump?", "not the pump but the motor", "What is the warranty of the motor?"),
        ("What is the warranty of the pump?", "and of the motor?", "What is the warranty of the motor?"),
        ("What is the warranty of the pump?", "and for the motor?", "What is the warranty of the motor?"),
        ("How many employees work in France?", "in Germany?", "How many employees work in Germany?"),
        ("Which IPv4 addresses does the API use?", "and IPv6?", "Which IPv6 addresses does the API use?"),
        ("What were SG&A expenses in 2022?", "why did they decrease?", "Why did SG&A expenses decrease?"),
        ("When is the conference call?", "where is it webcast?", "Where is the conference call webcast?"),
        ("Who is the chief executive of Ulta?", "what did he say?", "What did the chief executive of Ulta say?"),
        ("How many stores did the company open?", "and how many did it relocate?", "How many stores did the company relocate?"),
        ("What drove the increase in inventories?", "how big was it?", "How big was the increase in inventories?"),
        ("What is TTFT?", "why does it matter?", "Why does TTFT matter?"),
        ("What is the expected tax rate for fiscal 2023?", "and depreciation?", "What is depreciation for fiscal 2023?"),
        ("Who wrote Hamlet?", "when did he write it?", "When did he write Hamlet?"),
        ("What is latency?", "tell me more", "Tell me more about latency?"),
        ("Did the tax rate rise?", "why?", "Why: Did the tax rate rise?"),
        ("Who founded Northlight?", "and when?", "When: Who founded Northlight?"),
        ("Where did I buy my bike?", "how much was it?", "How much was my bike?"),
        ("Who sold us the car?", "what does it run on?", "What does the car run on?"),
        ("What did we pay for the boat?", "where is it now?", "Where is the boat now?"),
        ("Who booked the coach?", "when was that?", "When: Who booked the coach?"),
        ("When does the coach leave?", "and from where", "From where: When does the coach leave?"),
        ("Who do I tell that I am vegetarian?", "by when?", "By when: Who do I tell that I am vegetarian?"),
        ("How often are fire drills held?", "in which months?", "In which months: How often are fire drills held?"),
        ("How do I descale the pump?", "With what?", "With what: How do I descale the pump?"),
        ("Wer leitet das Team?", "Seit wann?", "Seit wann: Wer leitet das Team?"),
        ("What was the highest order total?", "And the lowest?", "What was the lowest order total?"),
        ("Which customer spent the most?", "And the least?", "Which customer spent the least?"),
        ("What is the average order value?", "And the median?", "What is the median order value?"),
        ("How many orders were there in April?", "And returned ones?", "How many returned orders were there in April?"),
        ("How many orders were shipped to Germany?", "What about France?", "How many orders were shipped to France?"),
        ("Who is the chief executive of Ulta?", "and of Best Buy?", "Who is the chief executive of Best Buy?"),
        ("What is the rent in Kiel?", "and the deposit?", "What is the deposit in Kiel?"),
        ("How many were shipped to Germany?", "What about France?", "How many were shipped to France?"),
        ("Wie hoch war der Umsatz 2022?", "und 2023?", "Wie hoch war der Umsatz 2023?"),
        ("Wie hoch war der Umsatz 2022?", "und im Jahr davor?", "Wie hoch war der Umsatz 2021?"),
        ("Quel était le chiffre d'affaires en 2022 ?", "et en 2023 ?", "Quel était le chiffre d'affaires en 2023?"),
        ("¿Cuántas ventas hubo en 2022?", "¿y en 2023?", "¿Cuántas ventas hubo en 2023?"),
    ],
)  # fmt: skip
def test_what_a_question_leaves_out_is_taken_from_the_one_before(before: str, question: str, meant: str) -> None:
    assert leans(question)
    assert _after(question, before) == meant


@pytest.mark.parametrize("question", ["Who signed it?", "When was it published?"])
def test_what_is_done_to_a_document_is_not_done_to_a_figure_in_it(question: str) -> None:
    assert _after(question, "What was net revenue?") is None


def test_a_third_question_leans_on_what_the_second_meant() -> None:
    assert _after("and SG&A?", "What was net sales in fiscal 2022?", "and gross profit?") == "What was SG&A in fiscal 2022?"


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("tell me more about the second one", "Temperature?"),
        ("what about the last one?", "Latency?"),
        ("and the first?", "Pretraining?"),
        ("no, the third one", "Latency?"),
        ("and number 2?", "Temperature?"),
        ("und der zweite?", "Temperature?"),
        ("how is the second one measured?", "How is Temperature measured?"),
        ("the seventh one please", None),
        ("what happened in the second quarter of the war?", None),
        ("What is option 2 in the contract?", None),
    ],
)
def test_a_place_in_the_last_answers_list_stands_for_its_line(question: str, meant: str | None) -> None:
    assert _after(question, LISTED) == meant


@pytest.mark.parametrize(
    ("yes", "answer", "offered", "meant"),
    [
        ("yes, please", "24.6 % [1]. Would you like to know the rate for the full year?", (), "The rate for the full year?"),
        ("yes, do that", "Here [1]. Shall I compare both models?", (), "Compare both models?"),
        ("ja, bitte", "Hier [1]. Soll ich die Fristen auflisten?", (), "Die Fristen auflisten?"),
        ("yes", "24.6 % [1].", ("What does “Outlook” say?", "And else?"), "What does “Outlook” say?"),
        ("the second one", "24.6 % [1].", ("What does “Outlook” say?", "What does “Stores” say?"), "What does “Stores” say?"),
        ("ok", "24.6 % [1].", ("What does “Outlook” say?",), None),
        ("yes", "24.6 % [1].", (), None),
    ],
)  # fmt: skip
def test_a_yes_asks_for_what_was_offered(yes: str, answer: str, offered: tuple[str, ...], meant: str | None) -> None:
    assert _after(yes, Exchange("What was the tax rate?", answer, offered)) == meant


@pytest.mark.parametrize(
    "said",
    [
        "Actually, our budget is 11,500 now.",
        "No, I live in Bonn.",
        "And I like tea.",
        "In 2022 we moved.",
        "Yes, I have two dogs.",
        "e-mail address of HR?",
        "No smoking areas?",
        "With the new pump, what's the warranty?",
        "Please list all products",
        "Is it possible to export a thread?",
        "What is the second law of thermodynamics?",
        "How do I sign in with a key from the settings?",
        "",
    ],
)
def test_what_stands_by_itself_or_tells_something_stays_as_it_is(said: str) -> None:
    assert _after(said, REVENUE) is None


def test_nothing_is_meant_otherwise_at_the_beginning_of_a_conversation() -> None:
    assert rewritten("and in 2023?", []) is None


@pytest.mark.parametrize("question", ["What is a context window?", "When does the gate close?", "I live in Bonn.", "x" * 400])
def test_a_question_that_names_what_it_asks_about_does_not_lean(question: str) -> None:
    assert not leans(question)


def test_a_question_that_also_tells_something_is_more_than_a_question() -> None:
    assert is_question("When does the gate close?")
    assert is_question("and in 2023?")
    assert is_question("أين مفتاح البوابة؟")
    assert not is_question("My dog Rex is five. What does he eat?")


def test_exchanges_are_the_persons_own_questions_with_their_answers() -> None:
    turns = [
        Message("1", "t", "user", "Hi all", NOON, author="Clara"),
        Message("2", "t", "user", "What is it?", NOON),
        Message("3", "t", "assistant", "A pump [1].", NOON),
    ]

    assert exchanges(turns, {"3": ("What does “Care” say?",)}) == [
        Exchange("What is it?", "A pump [1].", ("What does “Care” say?",))
    ]


@pytest.mark.parametrize(
    ("told", "correction"),
    [
        ("My shoe size is 43.", "Sorry, I meant 44."),
        ("The meeting is on Tuesday.", "No, on Wednesday."),
        ("The rent is 850 euros", "Make that 870 euros."),
    ],
)
def test_another_value_for_what_was_just_told_makes_no_question_of_it(told: str, correction: str) -> None:
    assert _after(correction, told) is None


def test_another_value_for_what_was_just_asked_is_put_into_the_question() -> None:
    assert _after("Sorry, I meant 2023.", "What was the revenue in 2022") == "What was the revenue in 2023?"


LODGE = Exchange("Where do we stay?", "“We stay at Calvert Lodge, which has 34 beds.” [1]")
GUIDE = Exchange("Who takes us up the hill on Saturday?", "“Priya guides it.” [1]")


@pytest.mark.parametrize(
    ("question", "before", "meant"),
    [
        ("how much is it?", LODGE, "How much is Calvert Lodge?"),
        ("where does she live?", GUIDE, "Where does Priya live?"),
        ("what is her number?", GUIDE, "What is Priya's number?"),
        ("how much is it?", Exchange("Where do we stay?", "“We stay at Calvert Lodge or at Tarset Hall.” [1]"), None),
        ("how much is it?", Exchange("Where do we stay?", "“The lodge is open on Monday.” [1]"), None),
        ("how much is it?", Exchange("Where do we stay?", "I couldn't find this in your files."), None),
    ],
)
def test_a_pronoun_for_what_only_the_answer_names(question: str, before: Exchange, meant: str | None) -> None:
    assert _after(question, before) == meant


def test_a_bare_question_word_after_another_takes_its_place() -> None:
    assert _after("where?", "Who booked the coach?", "when?") == "Where: Who booked the coach?"
    assert _after("how much was it?", "Who booked the coach?", "when?") == "How much was the coach?"
