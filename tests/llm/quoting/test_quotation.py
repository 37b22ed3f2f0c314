from __future__ import annotations

from dataclasses import replace

import pytest

from chat.answering.citing.citations import cite
from tests.llm.quoting.answers import quoted, two_manuals
from tests.passages import from_document, from_message


async def test_a_list_in_a_message_is_quoted_as_a_list_with_what_stands_above_it() -> None:
    said = from_message(
        "You have two ways:\n\n**Over Wi-Fi**\n- Put the dock near the router.\n- Switch off 5 GHz.\n\n**With a USB stick**\n"
        "1. Format the stick with FAT32.\n2. Copy the file onto it. It takes a minute.\n3. Put the stick into the port.\n",
        role="assistant",
    )

    assert await quoted("How do I format the USB stick?", said) == (
        "The assistant said on 8 May 2026: “With a USB stick” [1]\n\n1. “Format the stick with FAT32.” [1]\n"
        "2. “Copy the file onto it. It takes a minute.” [1]\n3. “Put the stick into the port.” [1]"
    )


async def test_what_was_said_otherwise_later_decides_nothing() -> None:
    asked, earlier = "Is the kitchen budget 500 euros?", from_message("The kitchen budget is 500 euros.")

    assert (await quoted(asked, earlier)).startswith("Yes.")
    assert not (await quoted(asked, replace(earlier, superseded_by="later"))).startswith("Yes.")


async def test_an_item_is_quoted_under_the_heading_that_denies_it() -> None:
    text = "## 5. What is not covered\n\n- Wear and tear, rot and fungus\n- Storm damage to fences, gates and hedges\n"
    source = from_document(text, section=("Policy", "5. What is not covered"))

    answer = await quoted("Is storm damage to fences covered?", source)

    assert answer == "What is not covered [1]\n\n- “Storm damage to fences, gates and hedges” [1]"

    answer = await quoted("Which things like storm damage to fences are covered?", source)

    assert answer.startswith("What is not covered [1]\n\n- “Wear and tear, rot and fungus” [1]\n- “Storm damage")


async def test_a_sentence_that_says_yes_or_no_is_led_by_it() -> None:
    covered = from_document("The battery pack is covered for water damage. The strap is blue.")
    refused = from_document("The battery pack is not covered for water damage. The strap is blue.")

    asked = "Is the battery pack covered for water damage?"
    assert await quoted(asked, covered) == "Yes. “The battery pack is covered for water damage.” [1]"
    assert await quoted(asked, refused) == "No. “The battery pack is not covered for water damage.” [1]"


async def test_steps_are_numbered_and_each_is_cited() -> None:
    manual = from_document(
        "The pack is black and light.\n\nTo reset the device:\n"
        "1. Hold the button of the device.\n2. Wait for the light.\n3. Let go.\n"
    )

    assert await quoted("How do I reset the device?", manual) == (
        "“To reset the device:” [1]\n\n1. “Hold the button of the device.” [1]\n2. “Wait for the light.” [1]\n3. “Let go.” [1]"
    )


async def test_what_is_listed_is_quoted_as_bullets() -> None:
    plans = from_document(
        "There are three plans:\n\n- Basic, for one person\n- Team, for ten\n- Company, for all\n\nAll are yearly."
    )

    assert await quoted("What are the plans?", plans) == (
        "“There are three plans:” [1]\n\n- “Basic, for one person” [1]\n- “Team, for ten” [1]\n- “Company, for all” [1]"
    )


async def test_a_sentence_that_begins_with_it_comes_with_the_one_before() -> None:
    text = "The Merlin pack has a steel frame. It weighs two kilos when empty. Colours differ by country."

    assert await quoted("What does it weigh when empty, in kilos?", from_document(text)) == (
        "“The Merlin pack has a steel frame. It weighs two kilos when empty.” [1]"
    )


async def test_rows_that_a_sentence_announces_are_told_with_it() -> None:
    outlook = from_document(
        "For fiscal 2023, the company plans to:\nFY23 Outlook\n"
        "Net sales $10.95 billion to $11.05 billion\nNew stores, net 25-30\n"
    )

    assert await quoted("What is the outlook of the company for fiscal 2023?", outlook) == (
        "“For fiscal 2023, the company plans to:” [1]\n\n"
        "- Net sales: $10.95 billion to $11.05 billion [1]\n- New stores, net: 25-30 [1]"
    )


async def test_columns_that_the_passage_before_names_are_cited_from_there() -> None:
    head = from_document("(In thousands) January 28, January 29, 2023 2022\nCash $ 737 $ 431\n", page=7, rank=1)
    rest = from_document("Total assets $ 5,370 $ 4,764\nTotal liabilities 3,410 3,229\n", page=7, rank=2)

    assert await quoted("What were total assets?", head, rest) == (
        "Total assets: $5,370 thousand (January 28, 2023), $4,764 thousand (January 29, 2022) [2][1]"
    )


async def test_what_a_file_asks_itself_is_answered_as_a_whole() -> None:
    faq = from_document(
        "Q: How do I get a badge?\nA: Go to the desk. It is ready next day.\n\nQ: Where do I park?\nA: Behind it."
    )

    assert await quoted("How do I get a badge?", faq) == "“Go to the desk. It is ready next day.” [1]"


async def test_where_it_is_asked_what_to_do_the_instruction_behind_the_sentence_goes_with_it() -> None:
    safety = from_document(
        "The stop solution contains sulphuric acid. Wear goggles and gloves when handling it. Waste is collected."
    )

    assert await quoted("What protective equipment is needed for the stop solution?", safety) == (
        "“The stop solution contains sulphuric acid. Wear goggles and gloves when handling it.” [1]"
    )
    assert await quoted("What does the stop solution contain?", safety) == "“The stop solution contains sulphuric acid.” [1]"


async def test_steps_that_begin_anew_under_each_heading_are_steps() -> None:
    text = (
        "5.1 Coating\n1 Add 100 µl of antibody.\n2 Seal the plate.\n3 Wash it three times.\n"
        "5.2 Blocking\n1 Add 200 µl of diluent.\n2 Incubate for one hour."
    )
    page = from_document(text, "elisa.pdf", 3)

    assert await quoted("How do I do the blocking with the diluent?", page) == (
        "1. “Add 200 µl of diluent.” [1]\n2. “Incubate for one hour.” [1]"
    )


async def test_how_to_do_what_a_heading_says_is_the_whole_of_its_sentences() -> None:
    _, cleaning = two_manuals()

    assert await quoted("How do I clean the toaster?", cleaning) == f"“{cleaning.chunk.text}” [1]"


async def test_the_rows_of_the_table_that_is_asked_for_are_a_list() -> None:
    table = "| Variable | Meaning |\n| --- | --- |\n| `CACHE` | Where things are kept. |\n| `THREADS` | How many are used. |\n"
    source = from_document(table, section=("Guide", "Environment variables"))

    assert await quoted("Which environment variables are there?", source) == (
        "- `CACHE`: Where things are kept. [1]\n- `THREADS`: How many are used. [1]"
    )


_README = """# Tool

## Installation

```bash
pip install tool
```

## Usage

Start the watcher on a folder:

```bash
tool watch ~/Scans
```

The watcher stops by itself at night.

## Tests

1. Create a virtual environment.
2. Run the tests:

   ```bash
   pytest -q
   ```

   ```bash
   pytest --slow
   ```

3. Remove the environment.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How do I start the watcher?", "“Start the watcher on a folder:” [1]\n\n```bash\ntool watch ~/Scans\n```"),
        (
            "How do I run the tests?",
            "1. “Create a virtual environment.” [1]\n2. “Run the tests:” [1]\n\n   ```bash\n   pytest -q\n   ```\n\n"
            "   ```bash\n   pytest --slow\n   ```\n\n3. “Remove the environment.” [1]",
        ),
        ("How does the installation go?", "“Installation” [1]\n\n```bash\npip install tool\n```"),
        ("When does the watcher stop?", "“The watcher stops by itself at night.” [1]"),
    ],
    ids=["a sentence", "a step", "a heading", "another sentence"],
)
async def test_code_is_quoted_with_what_stands_right_above_it(question: str, answer: str) -> None:
    source = from_document(_README)

    written = await quoted(question, source)

    assert written == answer
    assert all(claim.supported for claim in cite(written, [source]).claims)


async def test_a_setting_within_a_block_of_code_is_quoted_by_itself() -> None:
    source = from_document("The rules live in a file:\n\n```toml\n[watcher]\ninterval = 15\nmax_size_mb = 40\n```\n")

    assert "“interval = 15” [1]" in await quoted("What is the interval?", source)


async def test_a_list_behind_code_is_not_what_the_sentence_above_the_code_announces() -> None:
    source = from_document("Clone the tool:\n\n```\ngit clone tool\n```\n\n- Linux is supported.\n- Windows is not.\n")

    assert await quoted("How do I clone the tool?", source) == "“Clone the tool:” [1]\n\n```\ngit clone tool\n```"


async def test_of_a_block_of_code_the_line_whose_comment_answers_is_quoted_alone() -> None:
    usage = from_document(
        "To run lint:\n\n```shell\nlint check .    # Lint all files\nlint check a.py # Lint a single file\n```\n"
    )

    assert await quoted("How do I lint a single file?", usage) == (
        "“Lint a single file” [1]\n\n```shell\nlint check a.py # Lint a single file\n```"
    )


async def test_a_change_is_quoted_with_the_heading_of_its_release_where_that_is_asked_for() -> None:
    changes = from_document("## 2.2.0 - 2025-12-02\n\n- Drop support for Python 3.8.\n\n## 2.1.0 - 2025-10-01\n\n- Faster.\n")

    assert await quoted("Which version dropped Python 3.8?", changes) == (
        "2.2.0 - 2025-12-02 [1]\n\n- “Drop support for Python 3.8.” [1]"
    )
    assert await quoted("What changed in 2.1?", changes) == "2.1.0 - 2025-10-01 [1]\n\n- “Faster.” [1]"
