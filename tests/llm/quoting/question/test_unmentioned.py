"""Tests of subjects of short questions that no passage mentions."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.unmentioned import is_unmentioned, mentioning

PROTOCOL = "The detection limit for Salmonella is 10 CFU per gram. Primers are supplied by Oligon. Dr. Ines Falk wrote it."
CABIN = "Dogs are welcome for 9 euros a night. The bus to Tarnau leaves at 8:10. The elevator is in the hall, the couch is new."
KITA = "Das Mittagessen kostet 3,80 Euro. Die Füchse werden von Frau Lenz geleitet. Die Frist beträgt zwei Monate."


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("What is the detection limit for Listeria?", PROTOCOL, "english"),
        ("What is the detection limit for TNF alpha?", PROTOCOL, "english"),
        ("Who supplies the plates?", PROTOCOL, "english"),
        ("Where does Tobias work?", PROTOCOL, "english"),
        ("When does the train leave?", CABIN, "english"),
        ("How much does a cat cost per night?", CABIN, "english"),
        ("How far is the nearest pharmacy?", CABIN, "english"),
        ("When is the wardrobe delivered?", CABIN, "english"),
        ("May I come with a parrot?", CABIN, "english"),
        ("Is the bus free during holidays?", CABIN, "english"),
        ("Who brings the guitar?", CABIN, "english"),
        ("How much did we spend on marketing?", CABIN, "english"),
        ("Was kostet das Frühstück?", KITA, "german"),
        ("Wer leitet die Igel?", KITA, "german"),
        ("What does paint.crop do?", "paint.blend mixes two pictures.", "english"),
        ("What is MAX_SIZE?", "MIN_SIZE is the least size.", "english"),
        ("What is the default proxy?", "DEFAULT_TIMEOUT = 30. The client has no other options.", "english"),
        ("How do I add a relay over HTTP?", "PUT the relay on a shelf.", "english"),
        ("What does --watch do?", "You can watch it. `--strict`: Stop.", "english"),
        ("What does -f do?", "`-v`: Talk. It has four files.", "english"),
        ("Is Content-Length required?", "`Content-Type`: yes. The length of the content is free.", "english"),
        ("What is the default of indent-width?", "`line-width`: 92. Indent it.", "english"),
        ("How do I uninstall the tool?", "Install the tool with pip.", "english"),
        ("Combien coûte le sauna ?", "L'entrée coûte 5 euros.", "french"),
        ("¿Cuánto cuesta la audioguía?", "La entrada general cuesta 8 euros.", "spanish"),
    ],
)
def test_what_nothing_speaks_of(question: str, text: str, language: str) -> None:
    assert is_unmentioned(question, [text], language)


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("What is the detection limit for Salmonella?", PROTOCOL, "english"),
        ("When does the bus leave?", CABIN, "english"),
        ("Where is the lift?", CABIN, "english"),
        ("May I come with my dog?", CABIN, "english"),
        ("Can you help me with this?", CABIN, "english"),
        ("When is the sofa delivered?", CABIN, "english"),
        ("When was the sofa originally planned?", CABIN, "english"),
        ("How much does a dog cost?", CABIN, "english"),
        ("How much is charged for a dog?", CABIN, "english"),
        ("How much is it on average?", CABIN, "english"),
        ("Wie lange ist die Kündigungsfrist?", KITA, "german"),
        ("Wer leitet die Füchse?", KITA, "german"),
        ("What does paint.crop do?", "from paint import crop", "english"),
        ("How do I add a relay over HTTP?", "``PUT /v1/relays/{name}``: Adds a relay.", "english"),
        ("What does --strict do?", "`--strict`: Stop.", "english"),
        ("Is content-type required?", "`Content-Type`: yes.", "english"),
        ("What type is the line width?", "`line-width`: 92.", "english"),
        ("What is Node.js used for?", "Node is used for servers.", "english"),
        ("When was amazon.com founded?", "Amazon was founded in 1994.", "english"),
        ("What is MAX_SIZE?", "MAX_SIZE = 20", "english"),
        ("What is the default timeout?", "DEFAULT_TIMEOUT = 30", "english"),
        ("What is the default value of the timeout?", "timeout: float = 30", "english"),
        ("What is the sound level of the pump?", "The pump makes 40 dB.", "english"),
        ("How do I uninstall the tool?", "Remove the tool with pip.", "english"),
        ("How do I delete a file?", "Put it into the bin.", "english"),
        ("How do I uninstall the tool?", "Install it with pip; uninstalling takes a minute.", "english"),
    ],
)
def test_what_is_spoken_of_by_its_word_one_much_like_it_or_a_part_of_it(question: str, text: str, language: str) -> None:
    assert not is_unmentioned(question, [text], language)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is Bedigo?", "Labor is strong in Bendigo and Geelong."),
        ("What does the UMC oppose?", "The United Methodist Church opposes gambling."),
        ("When does the shop open on Tuesday?", "The shop opens at nine."),
        ("What is the name of the boss?", "Lena Moser runs the house."),
        ("How heavy was our son at birth?", "Jonas weighed 3,180 grams when he was born."),
        ("When is the deadline?", "Send it by 4 May."),
        ("How much is the rent for the room?", "The small room is free. It's 430 a month with bills."),
        ("Who runs it?", "Lena Moser runs the house."),
        ("How long is the notice period?", "Either party may leave with three months' notice."),
        ("When is my dental appointment?", "Dentist on 3 December at 8:15."),
        ("What did the doctor recommend?", "Dr. Hofer said I should cut out coffee."),
    ],
)
def test_what_is_misspelt_an_acronym_or_told_without_the_word_need_not_be(question: str, text: str) -> None:
    assert not is_unmentioned(question, [text], "english")


def test_a_long_question_has_other_words_for_what_it_is_about() -> None:
    assert not is_unmentioned("What are the two ways in which President Biden wants to help with the guitar?", [CABIN], "english")


def test_of_a_language_whose_words_are_not_known_nothing_is_said() -> None:
    assert not is_unmentioned("Milloin juna lähtee?", ["Bussi lähtee kello 8."], "finnish")


def test_where_a_document_is_called_what_is_asked_about_those_that_are_silent_of_it_do_not_speak() -> None:
    texts = ["The toaster has 850 W.", "The noise level is 64 dB.", "It suits the toaster."]
    titles = ["crispline.md CrispLine T2 toaster", "dustpilot.md DustPilot R7", "bread.md Bread"]

    assert mentioning("What is the noise level of the toaster?", texts, titles, "english") == [True, False, True]
    assert mentioning("What is the noise level of the kettle?", texts, titles, "english") == [True, True, True]
    assert mentioning("What is the noise level?", texts, titles, "english") == [True, True, True]
