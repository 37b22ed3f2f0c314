from __future__ import annotations

import pytest

from tests.llm.quoting.answers import answered, quoted, talk, two_manuals
from tests.passages import from_document, from_message


async def test_an_order_is_answered_only_by_what_has_its_number() -> None:
    porto = from_message("Order 48231 was shipped to Porto.", rank=1)
    lyon = from_message("Order 48213 was shipped to Lyon.", rank=2)

    answer = await quoted("Where was order 48231 shipped?", porto, lyon)

    assert ("Porto" in answer, "Lyon" in answer) == (True, False)
    assert await quoted("Where was order 48132 shipped?", porto, lyon) == ""


async def test_where_somebody_lives_is_no_answer_to_where_they_work() -> None:
    said = [from_message("My sister Lena lives in Leeds."), from_message("My brother Tom works in York.", rank=2)]

    assert await answered("Where does my sister work?", said, 0.3) == ""
    assert "Leeds" in await answered("Where does my sister live?", said, 0.3)


async def test_between_people_what_is_asked_of_whom_is_not_looked_for_in_one_turn() -> None:
    said = talk(("Nora", "Our one-year-old is doing fine, Kyle sleeps a lot."), ("Ben", "Good to hear!"))

    assert "Kyle" in await answered("What is the name of Nora's child?", said, 0.0)


@pytest.mark.parametrize("question", ["Is there a sauna in the park?", "Who is the director of the park?"])
async def test_what_is_spoken_of_nowhere_is_not_answered_by_what_is_near(question: str) -> None:
    assert (
        await quoted(question, from_document("The park is open from Tuesday to Sunday. Dogs stay on the leash in the park."))
        == ""
    )


async def test_what_stands_under_another_month_or_name_is_not_quoted() -> None:
    text = (
        "## Meeting of 3 March\n\n### Trailer\n\nThe council decided to buy a trailer for the boats.\n\n"
        "## Meeting of 14 April\n\n### Bridge\n\nThe council decided to close the bridge until the summer.\n"
    )

    assert await quoted("What was decided in March?", from_document(text)) == (
        "“The council decided to buy a trailer for the boats.” [1]"
    )
    assert "bridge" in await quoted("What was decided in April?", from_document(text))


RECIPES = (
    "## Plum dumplings\n\nServes 4.\n\n### Ingredients\n\n- 150 g flour\n- 80 g butter\n\n"
    "## Almond cake\n\nServes 8.\n\n### Ingredients\n\n- 250 g ground almonds\n- 5 eggs\n"
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much butter is in the plum dumplings?", "“80 g butter” [1]"),
        ("How much butter is in the almond cake?", ""),
        ("How many eggs are in the almond cake?", "“5 eggs” [1]"),
    ],
)
async def test_what_is_asked_of_one_heading_is_not_answered_under_another(question: str, answer: str) -> None:
    assert await quoted(question, from_document(RECIPES, section=("Recipes",))) == answer


async def test_what_another_document_says_is_no_answer_about_what_this_one_is_called() -> None:
    first, second = two_manuals()

    assert "64 dB" not in await quoted("What is the noise level of the toaster?", first, second)
    assert "64 dB" in await quoted("What is the noise level of the DustPilot?", first, second)


FLEET = "The fleet of 2024.\n\nVessel\tBuilt\tTop speed (kn)\nPetrel\t2013\t24\nTern\t2019\t31\n"


async def test_of_a_row_of_figures_that_one_is_told_whose_column_is_asked_for() -> None:
    fleet = from_document(FLEET)

    assert await quoted("What is the top speed of the Petrel?", fleet) == "Petrel: 24 (Top speed (kn)) [1]"
    assert await quoted("How fast is the Tern?", fleet) == "Tern: 31 (Top speed (kn)) [1]"
    assert await quoted("What is the draught of the Petrel?", fleet) == ""


async def test_of_rows_that_hold_few_words_of_a_language_that_is_the_one_of_the_question() -> None:
    devices = from_document(
        "Gerät: Kühlschrank; Gekauft: 2021; Garantie bis: 2026\nGerät: Backofen; Gekauft: 2019; Garantie bis: 2024\n"
    )

    assert "2021" in await quoted("Wann wurde der Kühlschrank gekauft?", devices)
    assert await quoted("Wann wurde der Fernseher gekauft?", devices) == ""


@pytest.mark.parametrize(
    ("question", "rows", "answered"),
    [
        ("Who did the fitting?", "Service\tHours\tPrice\nFitting\t16\t68.50\nTravel\t2\t45.00", False),
        ("Who did the fitting?", "Service\tWorker\tPrice\nFitting\tAda Berg\t68.50\nTravel\tBo Lund\t45.00", True),
        ("Wer hat die Montage durchgeführt?", "Leistung\tMenge\tPreis\nMontage\t16\t68,50\nAnfahrt\t2\t45,00", False),
    ],
)
async def test_a_row_of_figures_tells_nobody(question: str, rows: str, answered: bool) -> None:
    assert bool(await quoted(question, from_document(rows))) is answered


async def test_code_tells_how_to_do_something_and_not_who_does_it() -> None:
    guide = from_document("## Getting started\n\n```shell\npip install limiter\n```\n\nIt counts calls.", "guide.md")

    assert await quoted("How do I install the limiter?", guide)
    assert not await quoted("Who is behind the limiter?", guide)


BUCKETS = "### Delete a bucket\n\n`DELETE /buckets/{name}`\n\nThe bucket must be empty."


async def test_the_request_under_a_heading_answers_how_to_do_what_it_says_and_nothing_else() -> None:
    source = from_document(BUCKETS)

    assert "DELETE /buckets" in await quoted("How do I delete a bucket?", source)
    assert "DELETE /buckets" not in await quoted("How do I rename a bucket?", source)
    assert "DELETE /buckets" not in await quoted("What is a bucket?", source)


async def test_supported_versions_are_told_by_figures_that_are_not_of_the_past() -> None:
    source = from_document("Drop support for Python 3.8.\n\nIt is written in Python.\n\nPython 3.9 or newer is needed.")

    assert await quoted("Which versions of Python are supported?", source) == "“Python 3.9 or newer is needed.” [1]"


async def test_another_code_than_the_one_asked_about_is_not_quoted() -> None:
    source = from_document("| `409` | The error means that it exists. |\n| `404` | The error means that it is missing. |")

    assert await quoted("What does error 404 mean?", source) == "`404`: The error means that it is missing. [1]"
    assert await quoted("What does error 503 mean?", source) == ""
