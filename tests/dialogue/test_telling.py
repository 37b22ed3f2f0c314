from __future__ import annotations

import pytest

from chat.dialogue.telling import only_tells, tells, without_lead


@pytest.mark.parametrize(
    "said",
    [
        "Remember that the code is 8822.",
        "Please keep in mind: the code is 8822.",
        "Oh, sorry: the code is 8822.",
        "Merk dir bitte, dass the code is 8822.",
        "Denk bitte daran, dass the code is 8822.",
        "Vergiss nicht, dass the code is 8822.",
        "Retenez que the code is 8822.",
        "N'oublie pas que the code is 8822.",
        "Por favor, recuerda que the code is 8822.",
        "No olvides que the code is 8822.",
        "Ricordati che the code is 8822.",
        "Non dimenticare che the code is 8822.",
        "Não te esqueças que the code is 8822.",
        "Lembre-se: the code is 8822.",
        "Запомни, что the code is 8822.",
    ],
    ids=str,
)
def test_what_asks_to_keep_it_is_no_part_of_what_is_told(said: str) -> None:
    assert without_lead(said) == "the code is 8822."
    assert tells(said)


@pytest.mark.parametrize("said", ["Noteworthy things come last.", "Merkur ist ein Planet.", "Andrea kommt.", "Notes are here."])
def test_a_word_that_only_begins_so_stays(said: str) -> None:
    assert without_lead(said) == said


@pytest.mark.parametrize(
    "said",
    [
        "Der Termin wurde auf den 10. Juni verschoben.",
        "Me llamo Javier Soler.",
        "La cita se ha movido al 10 de junio.",
        "Le rendez-vous a été reporté au 10 juin.",
        "Встреча перенесена на вторник.",
    ],
    ids=str,
)
def test_what_became_of_something_is_told(said: str) -> None:
    assert only_tells(said)
