from __future__ import annotations

import pytest

from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.passage.together import list_range, whole_answer, with_context, with_neighbour
from chat.text import terms
from tests.llm.quoting.answers import quoted
from tests.passages import from_document, from_message


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("Hey Mel! I went to the pottery class on Friday. What about you?", "I went to the pottery class on Friday."),
        (
            "Thanks! The pottery class was calm. I made a big blue bowl. [shared photo: a bowl]",
            "The pottery class was calm. I made a big blue bowl.",
        ),
        ("I'm stuck with the pottery class schedule, here's my current plan:", "I'm stuck with the pottery class schedule"),
        ("Let's plan the week:\n- The pottery class is on Friday.", "The pottery class is on Friday."),
        ("My pottery class has two parts. ### Parts", "My pottery class has two parts."),
        ("The pottery class costs 120 a month. No, 140.", "The pottery class costs 120 a month. No, 140."),
        ("The pottery class begins in May. Three weeks.", "The pottery class begins in May. Three weeks."),
        ("Thanks, Mel! The pottery class was calm. Wow, Ann!", "The pottery class was calm."),
        ("I joined the pottery class on Friday, can you help me pack for it?", "I joined the pottery class on Friday …"),
    ],
    ids=[
        "greeting and question",
        "thanks and a picture",
        "announcement of what is not quoted",
        "item of a list",
        "heading",
        "a short sentence with a number",
        "a number in words",
        "names in thanks",
        "statement before a question",
    ],
)
def test_of_a_turn_that_is_quoted_which_tells_something(said: str, quoted: str) -> None:
    held = split_into_pieces(from_message(said).chunk, set(terms("pottery class")))
    at = next(at for at, piece in enumerate(held) if "pottery" in piece.text)

    assert with_context(held, at) == quoted


def test_a_correction_is_quoted_however_short_it_is() -> None:
    assert [piece.quotable for piece in split_into_pieces(from_message("no, the 14th").chunk, {"deadlin"})] == [True]


def test_a_run_of_sentences_ends_where_it_gets_long() -> None:
    long = " ".join(["word"] * 55) + "."
    held = split_into_pieces(from_message(f"It rained. {long} {long}").chunk, set())

    assert len(with_context(held, 1)) <= 310


def test_what_is_said_of_a_table_s_columns_when_it_is_read_is_no_quote() -> None:
    text = "Each row begins with its crossing. Numbers are in passengers, cars, revenue. The numbers are in my drawer."

    assert [piece.quotable for piece in split_into_pieces(from_document(text).chunk, {"number"})] == [False, False, True]


def test_rows_of_tables_are_told_from_sentences() -> None:
    text = "Amex Oman LLC Oman Oman\n\nThe effective rate was 21.6 percent in that year.\n\n| Net income | 7,514 |"

    assert [piece.is_sentence for piece in split_into_pieces(from_document(text).chunk, set())] == [False, True, False]


def test_a_bullet_is_quoted_without_its_dot() -> None:
    held = split_into_pieces(from_document("• The company guides growth of four percent____").chunk, set())

    assert held[0].text == "The company guides growth of four percent"


def test_a_passage_of_nothing_but_its_heading_has_no_pieces() -> None:
    assert split_into_pieces(from_document("Warranty\n", section=("Warranty",)).chunk, set()) == []


def test_a_label_before_a_comma_is_not_quoted() -> None:
    held = split_into_pieces(from_document("TraceMonkey,\n\nIt is the fastest on nine of the benchmarks.").chunk, {"tracemonkey"})

    assert [piece.text for piece in held if piece.quotable] == ["It is the fastest on nine of the benchmarks."]


def test_a_title_in_capitals_is_not_quoted() -> None:
    [title, said] = split_into_pieces(
        from_document("TABLE 2: TOTAL REVENUES SUMMARY\n\nRevenues rose by a tenth.").chunk, {"revenu"}
    )

    assert (title.quotable, said.quotable) == (False, True)


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("办公室", "办公室位于上海市浦东新区。"),
        ("本社", "本社は東京都港区にあります。"),
        ("कार्यालय", "कार्यालय दिल्ली में है।"),
        ("المكتب", "المكتب في مدينة الرياض."),
        ("办公室", "公司将搬到科技园B座。"),
    ],
)
def test_a_sentence_of_a_script_without_capitals_is_quoted_and_its_title_is_not(title: str, said: str) -> None:
    [heading, sentence] = split_into_pieces(from_document(f"{title}\n\n{said}").chunk, set(terms(title)))

    assert (heading.quotable, sentence.quotable, sentence.is_sentence) == (False, True, True)


def test_the_title_of_a_statement_with_its_periods_is_not_quoted() -> None:
    text = "Statement of Cash Flows (continued)\n(in millions)\n12 Weeks Ended 3/25/2023\n\nCash rose by a tenth in the quarter."
    title, *_, said = split_into_pieces(from_document(text).chunk, {"cash", "flow"})

    assert title.text.startswith("Statement of Cash Flows")
    assert (title.quotable, said.quotable) == (False, True)


def test_a_heading_of_markdown_on_the_line_above_leaves_its_sentence_to_be_quoted() -> None:
    [heading, said] = split_into_pieces(from_document("## Price\n80 euros a month, heating included.").chunk, set())

    assert (heading.quotable, said.quotable, said.text) == (False, True, "80 euros a month, heating included.")


def test_a_short_sentence_of_chinese_is_no_stub() -> None:
    assert [piece.quotable for piece in split_into_pieces(from_document("会议在三号楼。\n\nSee it.").chunk, set())] == [
        True,
        False,
    ]


STEPS = """3.1 Connecting the water
Proceed as follows:
1 Screw the adapter onto the inlet.
2 Connect a hose of 1/2 inch.
3 Open the tap.
"""


def test_steps_without_a_dot_behind_their_numbers_are_steps() -> None:
    held = split_into_pieces(from_document(STEPS).chunk, set())
    at = next(at for at, piece in enumerate(held) if piece.announces)

    assert list_range(held, at) == (at + 1, at + 4)
    assert [piece.text for piece in held[at + 1 :]] == [
        "Screw the adapter onto the inlet.",
        "Connect a hose of 1/2 inch.",
        "Open the tap.",
    ]
    assert {piece.item for piece in held[at + 1 :]} == {"step"}


def test_numbered_headings_are_neither_steps_nor_quoted() -> None:
    held = split_into_pieces(from_document("1.2 Overtime\nOvertime is paid.\n1.3 Remote work\nThree days a week.").chunk, set())

    assert [piece.text for piece in held if piece.quotable] == ["Overtime is paid.", "Three days a week."]


FAQ = """Q: Who is the first-aider?
A: Lena Voss (ext. 4412).

Q: How long may I park?
A: Two hours. Then a fee is due.

THE END
Nothing else is said in this file."""


def test_what_stands_below_a_question_answers_it() -> None:
    held = split_into_pieces(from_document(FAQ).chunk, set())
    said = {piece.text: piece.question for piece in held if piece.quotable}

    assert said == {
        "Lena Voss (ext. 4412).": "Q: Who is the first-aider?",
        "Two hours.": "Q: How long may I park?",
        "Then a fee is due.": "Q: How long may I park?",
        "Nothing else is said in this file.": "",
    }
    assert (
        whole_answer(held, next(at for at, piece in enumerate(held) if piece.text == "Then a fee is due."))
        == "Two hours. Then a fee is due."
    )


def test_lines_that_end_early_are_rows_of_their_own_and_running_text_is_not() -> None:
    prose = "Whoever works with the pump takes care of it and writes down in the book what was done."
    rows = "After each use drain the pump\nEvery 20 hours clean the filter\nEvery 100 hours check the seals"
    text = "The pump is drained after each use and the\nfilter is cleaned every 20 hours while the\nseals are checked at the end."

    held = split_into_pieces(from_document(f"{prose}\n\n{rows}").chunk, set())

    assert [piece.text for piece in held] == [prose, *rows.splitlines()]
    assert len(split_into_pieces(from_document(text).chunk, set())) == 1


def test_what_says_how_it_goes_on_is_quoted_with_the_sentence_before() -> None:
    held = split_into_pieces(
        from_document("During probation it is one week. After that it is one month. Laptops are returned.").chunk, set()
    )

    assert with_neighbour(held, 0) == "During probation it is one week. After that it is one month."
    assert with_neighbour(held, 2) == "Laptops are returned."


def test_a_stop_inside_a_cell_of_a_table_ends_no_row() -> None:
    held = split_into_pieces(from_document("| a | The first one. |\n| b | The second one. |\nBoth are letters.").chunk, set())

    assert [piece.text for piece in held] == ["a: The first one.", "b: The second one.", "Both are letters."]


def test_japanese_that_goes_on_in_the_next_line_is_quoted_without_a_blank() -> None:
    held = split_into_pieces(from_document("インストーラはグ\nラフィカルな画面で動く。").chunk, set(terms("インストーラ")))

    assert [piece.text for piece in held] == ["インストーラはグラフィカルな画面で動く。"]


def test_the_first_words_of_a_sentence_that_begins_within_a_line_are_no_heading() -> None:
    page = from_document(
        "Press the light button to turn on the lights. Error\nE21 means that the magnet of the speed sensor has moved.\n\n"
        "Guarantee\nWe guarantee the frame for five years."
    )

    assert [piece.text for piece in split_into_pieces(page.chunk, set())] == [
        "Press the light button to turn on the lights.",
        "Error E21 means that the magnet of the speed sensor has moved.",
        "# Guarantee",
        "We guarantee the frame for five years.",
    ]


def test_a_numbered_heading_is_not_quoted_with_the_sentence_below_it_but_a_step_is() -> None:
    contract = from_document(
        "8. Pets\nSmall animals may be kept without consent. Dogs and cats require the consent of the landlord, in\nwriting.\n"
        "9. Repairs and maintenance\nThe landlord maintains the roof. The tenants report defects."
    )
    manual = from_document("1. Press the green button\nThe light goes on.\n2. Turn the wheel to the left until it stops.")

    assert [piece.text for piece in split_into_pieces(contract.chunk, set())] == [
        "# 8. Pets",
        "Small animals may be kept without consent.",
        "Dogs and cats require the consent of the landlord, in writing.",
        "# 9. Repairs and maintenance",
        "The landlord maintains the roof.",
        "The tenants report defects.",
    ]
    assert split_into_pieces(manual.chunk, set())[0].text == "Press the green button The light goes on."


def test_a_number_and_a_word_are_a_heading_above_a_table_but_not_in_a_list() -> None:
    minutes = from_document("It costs 900 euros.\n\n3. Actions\n\n| Action | Who |\n|---|---|\n| Sign the lease | Anna |\n")
    recipe = from_document("You need three things.\n\n1. Flour\n\n2. Eggs\n\n3. Butter\n\nMix them well.")

    assert [piece.text for piece in split_into_pieces(minutes.chunk, {"action"}) if piece.quotable][:2] == [
        "It costs 900 euros.",
        "Sign the lease: Anna",
    ]
    assert {"Flour", "Eggs", "Butter"} <= {piece.text for piece in split_into_pieces(recipe.chunk, set()) if piece.quotable}


def _texts(text: str, *wanted: str) -> list[str]:
    return [piece.text for piece in split_into_pieces(from_document(text).chunk, set(wanted)) if piece.quotable]


def test_markup_that_says_nothing_is_not_quoted() -> None:
    text = "<!-- Begin section: Rules -->\n\n- [License](#license)\n- [Docs](https://example.org)\n\nAll rules are on."

    assert _texts(text, "rule", "licens") == ["[Docs](https://example.org)", "All rules are on."]


def test_tags_of_html_are_not_quoted_but_names_in_angle_brackets_and_code_are() -> None:
    text = (
        '<h1>Limiter</h1>\n\n<p align="center">\n  <img src="logo.png">\n  <em>A fast limiter for all of us.</em>\n'
        "</p>\n\nReplace <name> by the name of yours.\n\nUse a paragraph:\n```html\n<p>Text</p>\n```\n"
    )
    found = split_into_pieces(from_document(text).chunk, {"limit"})

    assert [piece.text for piece in found] == [
        "Limiter",
        "A fast limiter for all of us.",
        "Replace <name> by the name of yours.",
        "Use a paragraph:",
    ]
    assert found[-1].code == "```html\n<p>Text</p>\n```"


def test_a_quotation_goes_on_over_its_lines() -> None:
    text = "> It is so fast that I add a bug just to confirm it's actually\n> running and checking the code.\n"

    assert _texts(text) == ["It is so fast that I add a bug just to confirm it's actually running and checking the code."]
    assert _texts(">>> timeout(60)\n") == [">>> timeout(60)"]


@pytest.mark.parametrize(
    ("text", "said", "code"),
    [
        ("Install it with::\n\n   pip install it\n\nThen run it.", "Install it with:", "```\npip install it\n```"),
        (
            "A decorator sets it for one test:\n\n.. code:: python\n\n   @timeout(60)\n   def test_foo():\n       pass\n\nDone.",
            "A decorator sets it for one test:",
            "```python\n@timeout(60)\ndef test_foo():\n    pass\n```",
        ),
    ],
    ids=["literal block", "directive"],
)
def test_code_in_restructuredtext_is_quoted_with_what_announces_it(text: str, said: str, code: str) -> None:
    announcing, following = split_into_pieces(from_document(text, "guide.rst").chunk, set())

    assert (announcing.text, announcing.code) == (said, code)
    assert not following.code


def test_the_fence_of_a_block_that_is_cut_off_is_not_quoted() -> None:
    text = "It can be installed with a script:\n```shell\n# On Linux\ncurl -sSf https://example.org"
    found = split_into_pieces(from_document(text).chunk, set())

    assert found[0].text == "It can be installed with a script:"
    assert not any("`" in piece.text for piece in found)


def test_a_line_in_bold_announces_what_follows() -> None:
    topic, item = split_into_pieces(
        from_document("**Session errors with generators**\n- Create sessions inside generators.").chunk, set()
    )
    told = split_into_pieces(from_document("**Never open the lid.** It is hot.").chunk, set())

    assert topic.announces
    assert not item.announces
    assert not told[0].announces
    assert split_into_pieces(from_document("**Stored files.** They are in a bucket.").chunk, {"file"})[0].announces


def test_a_comment_in_a_code_block_is_quoted_with_its_line() -> None:
    text = "To run it:\n\n```shell\nlint check .    # Lint all files\nlint check a.py # Lint one file\n```\n"
    whole, _, one = split_into_pieces(from_document(text).chunk, set())

    assert (whole.text, whole.quotable) == ("To run it:", True)
    assert (one.text, one.code) == ("Lint one file", "```shell\nlint check a.py # Lint one file\n```")


def test_lines_of_a_long_code_block_are_no_sentences() -> None:
    text = "Configure it like this:\n\n```yaml\n" + "key: a value of some length\n" * 60 + "```\n"
    [piece] = split_into_pieces(from_document(text).chunk, set())

    assert piece.text == "Configure it like this:"
    assert len(piece.code) < 850


def test_a_heading_in_small_letters_is_a_heading() -> None:
    heading, said = split_into_pieces(from_document("### Delete a bucket\n\nThe bucket must be empty.").chunk, set())

    assert not heading.is_sentence
    assert said.is_sentence


@pytest.mark.parametrize("line", ["`DELETE /buckets/{name}`", "**DELETE** `/buckets/{name}`"])
def test_an_http_request_on_a_line_of_its_own_is_code_of_the_heading_above_it(line: str) -> None:
    _, heading, _ = split_into_pieces(from_document(f"### Delete a bucket\n\n{line}\n\nThe bucket must be empty.").chunk, set())

    assert (heading.text, heading.quotable, heading.code) == ("Delete a bucket", True, "```http\nDELETE /buckets/{name}\n```")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "``-f``, ``--foreground``\n    Do not detach from\n    the terminal.\n",
            "``-f``, ``--foreground``: Do not detach from the terminal.",
        ),
        ("`NO_COLOR`\n: If set, no colours are printed.\n", "`NO_COLOR`: If set, no colours are printed."),
        ("spool\n    The directory in which messages wait.\n", "spool: The directory in which messages wait."),
        (
            ".. list-table::\n\n   * - ``size``\n     - 25M\n     - The largest\n       message.\n",
            "``size``: 25M; The largest message.",
        ),
        (
            "====  =======\nCode  Meaning\n====  =======\n64    Options that\n      are wrong\n74    No space\n====  =======\n",
            "64: Options that are wrong",
        ),
    ],
    ids=["man page", "behind a colon", "indented", "list-table", "simple table"],
)
def test_a_definition_is_quoted_as_a_row(text: str, said: str) -> None:
    assert said in _texts(text)


@pytest.mark.parametrize("text", ["def paint():\n    return Red\n", "class Door\n    def open\n", "- one\n  Two more words.\n"])
def test_indented_lines_of_code_and_lists_define_nothing(text: str) -> None:
    assert not any(piece.rephrased for piece in split_into_pieces(from_document(text).chunk, set()))


def test_titles_with_a_line_below_them_are_headings() -> None:
    heading, said = split_into_pieces(from_document("5.1 (2025-11-05)\n================\n\n- Relays can be added.").chunk, set())

    assert (heading.text, heading.quotable) == ("## 5.1 (2025-11-05)", False)
    assert said.text == "Relays can be added."


TABLE = """
| Parameter | Type | Required | Description |
|---|---|---|---|
| `region` | string | no | Where it is. |
| `name` | string | yes | |
"""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Is region required?", ["`region`: no (Required)", "`name`: yes (Required)"]),
        ("What does region do?", ["`region`: string; no; Where it is.", "`name`: string; yes"]),
    ],
)
def test_of_a_row_the_column_that_is_asked_for_is_quoted(asked: str, said: list[str]) -> None:
    assert _texts(TABLE, *terms(asked)) == said


def test_a_column_that_has_more_of_the_name_asked_for_is_quoted_alone() -> None:
    table = "| Day | Main pool | Toddler pool | Sauna |\n|---|---|---|---|\n| Sunday | 8 to 18 | 9 to 17 | closed |"

    assert _texts(table, *terms("main pool")) == ["Sunday: 8 to 18 (Main pool)"]
    assert _texts(table, *terms("pool")) == ["Sunday: 8 to 18 (Main pool); 9 to 17 (Toddler pool)"]


@pytest.mark.parametrize(
    "text",
    [
        "``GET /queue``\n    Lists it.\n\n``DELETE /queue``\n    Empties it.\n",
        "`GET /queue`\n\nLists it.\n\n`DELETE /queue`\n\nEmpties it.\n",
    ],
    ids=["definition list", "paragraphs"],
)
def test_a_request_without_a_title_goes_with_the_sentence_below_it_and_not_with_the_one_above(text: str) -> None:
    listed, emptied = split_into_pieces(from_document(text).chunk, set())

    assert (listed.text.replace("``", "`"), listed.code) == ("`GET /queue`: Lists it.", "")
    assert (emptied.text.replace("``", "`"), emptied.code) == ("`DELETE /queue`: Empties it.", "")


async def test_a_paragraph_that_heads_another_is_not_quoted() -> None:
    text = "Meeting of 12 March 2026\n\nThe old bicycle room in the yard will be cleared by the end of the month.\n"

    assert await quoted("What happens to the bicycle room in March?", from_document(text)) == (
        "“The old bicycle room in the yard will be cleared by the end of the month.” [1]"
    )


async def test_a_word_behind_a_sentence_is_quoted_where_it_is_asked_for() -> None:
    text = "## Lentil soup\n\nServes 6. Takes 40 minutes. Vegan.\n"

    assert "“Vegan.” [1]" in await quoted("Is the lentil soup vegan?", from_document(text))
