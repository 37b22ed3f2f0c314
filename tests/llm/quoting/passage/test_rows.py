from __future__ import annotations

import pytest

from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.passage.rows import columns_at_end, rows
from chat.text import terms
from tests.llm.quoting.answers import quoted
from tests.passages import from_document

STATEMENT = """Fiscal years ended December 31 (in millions) 2022 2021
Net income $ 8,978 $ 7,679
Cash payments (224) —
Average discount rate 2.34 % 2.30 %
Net income per share $ 6.42 $ 5.49
"""


def told(text: str, *wanted: str) -> list[str]:
    return [row.as_sentence(set(wanted)) for row in rows(text)]


def test_lines_that_end_in_an_amount_of_money_are_rows() -> None:
    lines = ["1 Decken streichen 48 m² 11,00 € 528,00 €", "2 Anfahrt 35,00 €", "19 % MwSt.: 388,17 €"]

    assert told("\n".join(lines)) == lines


def test_figures_are_told_with_the_years_above_them_and_what_they_are_counted_in() -> None:
    assert told(STATEMENT) == [
        "Net income: $8,978 million (2022), $7,679 million (2021)",
        "Cash payments: (224) million (2022)",
        "Average discount rate: 2.34% (2022), 2.30% (2021)",
        "Net income per share: $6.42 (2022), $5.49 (2021)",
    ]


def test_only_the_year_that_is_asked_for_is_told() -> None:
    assert told(STATEMENT, "2021")[0] == "Net income: $7,679 million (2021)"
    assert told(STATEMENT, "1999")[0] == "Net income: $8,978 million (2022), $7,679 million (2021)"


@pytest.mark.parametrize(
    "text",
    [
        "Revenue grew to 12\nand then again.",
        "For the full year of fiscal 2022\nOf all years 2021",
    ],
    ids=["a sentence broken by a line", "years that are no figures"],
)
def test_what_nobody_can_name_is_no_row(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "as_written"),
    [
        ("Region A 1 2 3\nRegion B 4 5 6", ["Region A 1 2 3", "Region B 4 5 6"]),
        (
            "3 Monitor arm 8 €84.50 €676.00\n4 Whiteboard 120 x 90 1 €112.00 €112.00\nVAT 19% €725.80",
            ["3 Monitor arm 8 €84.50 €676.00", "4 Whiteboard 120 x 90 1 €112.00 €112.00", "VAT 19% €725.80"],
        ),
        ("Invoice number: NW-17\nDue date: 12 July 2024\n", ["Invoice number: NW-17", "Due date: 12 July 2024"]),
        ("MAX_CV = 0.15\nBLANKS: list[str] = load()\n", ["MAX_CV = 0.15", "BLANKS: list[str] = load()"]),
        (
            "id: 1; country: Norway; status: open\nid: 2; country: Spain",
            ["id: 1; country: Norway; status: open", "id: 2; country: Spain"],
        ),
    ],
    ids=["columns without names", "numbers in words", "one below another", "assigned", "by the names of columns"],
)
def test_a_row_that_tells_itself_or_nothing_is_quoted_as_it_stands(text: str, as_written: list[str]) -> None:
    found = list(rows(text))

    assert [row.as_sentence() for row in found] == as_written
    assert all(row.as_written for row in found)


def test_running_text_that_ends_in_figures_is_no_row() -> None:
    said = (
        "Inventories totaled $1.6 billion, up from 1,400 1,500\n"
        "million; the increase was due to the opening of 47 new stores since January 29, 2022,\n"
        "and to the inventory cost of all brands, which went from 12 to 14 15\n"
    )

    assert told(said) == ["Inventories totaled $1.6 billion, up from 1,400 1,500"]


@pytest.mark.parametrize("text", ["", "Note: the pump is sealed.", "Ann: Are you there?\nBob: Yes. I am.", "see 4: nothing"])
def test_a_colon_alone_makes_no_row(text: str) -> None:
    assert told(text) == []


WORDS = """Property\tAquaPress 300\tAquaPress 500
Weight\t9.4 kg\t14.2 kg
Use\tcars, furniture\t\u2013
Price €1,149 €1,899
"""


def test_cells_of_words_are_told_with_the_names_of_their_columns() -> None:
    assert [row.names for row in rows(WORDS)] == [True, False, False, False]
    assert told(WORDS)[1:] == [
        "Weight: 9.4 kg (AquaPress 300); 14.2 kg (AquaPress 500)",
        "Use: cars, furniture (AquaPress 300)",
        "Price: €1,149 (AquaPress 300); €1,899 (AquaPress 500)",
    ]
    assert told(WORDS, "weight", "aquapress", "500")[1] == "Weight: 14.2 kg (AquaPress 500)"


def test_the_column_of_what_rows_are_called_needs_no_name() -> None:
    assert told("Adults\tChildren\nLecture\t7.50\t5.50\nEvening visit\t9.50\t4.00\n", "children")[1:] == [
        "Lecture: 5.50 (Children)",
        "Evening visit: 4.00 (Children)",
    ]


def test_columns_may_be_named_in_small_letters() -> None:
    table = "mask\tnew files\tused for\n0022\t-rw-r--r--\towners\n0002\t-rw-rw-r--\tgroups\n"

    assert told(table)[1:] == [
        "0022: -rw-r--r-- (new files); owners (used for)",
        "0002: -rw-rw-r-- (new files); groups (used for)",
    ]
    assert [row.names for row in rows(table)] == [True, False, False]
    assert not any(row.names for row in rows("apple\tred\tsweet\npear\tgreen\tmild\n"))


def test_a_row_is_called_by_its_number_where_that_does_not_count_the_rows() -> None:
    assert told("Code\tMeaning\tSeen\n404\tNot found\tOften\n")[1] == "404: Not found (Meaning); Often (Seen)"
    assert told("No.\tName\tTown\n1\tAda\tBergen\n")[1] == "Ada: Bergen"


def test_two_columns_need_no_names_and_rows_without_any_are_told_too() -> None:
    assert told("Interval\tWork\nEvery 20 hours\tclean the filter\nEvery 100 hours\tcheck the seals")[1:] == [
        "Every 20 hours: clean the filter",
        "Every 100 hours: check the seals",
    ]
    assert told("Pump leaks\tseal worn\treplace it\nE03\tmotor hot\tlet it cool") == [
        "Pump leaks: seal worn; replace it",
        "E03: motor hot; let it cool",
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Meal: Allowance\nBreakfast: 12 GBP\nLunch: 18 GBP\nDinner: 35 GBP\n", [True, False, False, False]),
        ("Customer: Ann Lee\nDue date: 3 May\nTotal: 12 GBP\nPaid: 1 May\n", [False, False, False, False]),
        ("Day: Monday\nStart: 10:00\nEnd: 12:00\n", [False, False, False]),
    ],
)
def test_a_pair_above_values_that_differ_only_in_their_figures_names_the_columns(text: str, names: list[bool]) -> None:
    assert [row.names for row in rows(text)] == names


def test_rows_know_where_they_stand() -> None:
    [first, *_] = rows(STATEMENT)

    assert STATEMENT[first.start : first.end] == "Net income $ 8,978 $ 7,679\n"


def test_a_range_and_an_approximate_figure_are_told_as_they_stand() -> None:
    text = "Net sales $10.95 billion to $11.05 billion\nNew stores, net 25-30\nEffective tax rate approximately 24.6%\n"

    assert told(text) == [
        "Net sales: $10.95 billion to $11.05 billion",
        "New stores, net: 25-30",
        "Effective tax rate: approximately 24.6%",
    ]


DIVISIONS = """(in millions) 12 Weeks Ended 3/25/2023 3/19/2022
Net Revenue
North America $ 5,583 $ 4,839
Total $ 17,846 $ 16,200
Operating Profit
North America $ 1,599 $ 1,296
"""


def test_the_heading_of_a_row_is_told_where_it_is_asked_for() -> None:
    assert told(DIVISIONS, "oper", "profit", "north", "america", "2023")[2] == (
        "Operating Profit, North America: $1,599 million (12 weeks ended 3/25/2023)"
    )
    assert told(DIVISIONS, "net", "revenu", "2023")[1] == "Net Revenue, Total: $17,846 million (12 weeks ended 3/25/2023)"
    assert told(DIVISIONS, "net", "revenu", "2023")[0] == "North America: $5,583 million (12 weeks ended 3/25/2023)"


def test_a_fiscal_year_may_end_in_the_next_one() -> None:
    text = "(In thousands) January 28, January 29, 2023 2022\nTotal assets $ 5,370 $ 4,764\n"

    assert told(text, "fiscal", "2022") == [
        "Total assets: $5,370 thousand (January 28, 2023), $4,764 thousand (January 29, 2022)"
    ]
    assert told(text, "2022") == ["Total assets: $4,764 thousand (January 29, 2022)"]


def test_a_table_goes_on_in_the_next_text() -> None:
    above = columns_at_end("(In thousands) January 28, January 29, 2023 2022\nCash $ 737 $ 431\n")
    [row] = rows("Total assets $ 5,370 $ 4,764\nLiabilities\n", above)

    assert row.inherited
    assert row.columns == ("January 28, 2023", "January 29, 2022")


def test_a_sentence_ends_a_table() -> None:
    assert columns_at_end("Net sales 2022 2021\nThis is all there is to say of it.\n") is None


def test_a_share_beside_amounts_has_no_unit() -> None:
    assert told("(in millions) 2022 2021 % Change\nNet sales 3,226 2,729 18.2%\n") == [
        "Net sales: 3,226 million (2022), 2,729 million (2021), 18.2% (% change)"
    ]


def test_two_columns_of_plain_text_are_rows() -> None:
    found = list(rows("Options:\n  -v, --verbose   print more\n  -q              print nothing\n\nIt ends  here.\n"))

    assert [row.as_sentence() for row in found] == ["-v, --verbose: print more", "-q: print nothing"]


def test_words_that_happen_to_stand_apart_are_no_row() -> None:
    assert list(rows("We  met on Friday\nand went home   again.\n")) == []


def test_a_line_with_a_gap_of_any_length_is_looked_at_at_once() -> None:
    assert list(rows("a  b" + " " * 200_000 + "c\n")) == []


def test_the_rows_of_a_markdown_table_keep_its_column_names_in_the_next_passage() -> None:
    above = "Opening times:\n\n| Day | Main pool | Sauna |\n|---|---|---|\n| Friday | 6:30 – 20:00 | 14:00 – 19:30 |"
    below = "| Saturday | 8:00 – 19:00 | 10:00 – 18:30 |\n\nLast admission is 45 minutes before closing."

    saturday, admission = split_into_pieces(from_document(below).chunk, set(terms("main pool")), columns_at_end(above))

    assert saturday.text == "Saturday: 8:00 – 19:00 (Main pool)"
    assert (saturday.inherited, admission.inherited) == (True, False)
    assert columns_at_end(f"{above}\n\nLast admission is 45 minutes before closing.") is None


async def test_a_row_of_a_table_is_told_as_a_sentence() -> None:
    statement = from_document("(In millions) 2018 2017\nNet sales $ 32,765 $ 31,657\nCost of sales 16,682 16,055\n")

    assert (await quoted("What were net sales in 2018?", statement)).startswith("Net sales: $32,765 million (2018) [1]")


async def test_a_row_of_a_markdown_table_is_told_without_its_lines() -> None:
    table = from_document(
        "| what it does | what happens |\n| --- | --- |\n| hangs up at once | tried again |\n| is slow | waited for |\n"
    )

    assert (await quoted("What happens when it hangs up at once?", table)).startswith("hangs up at once: tried again [1]")


async def test_a_row_is_told_with_the_column_that_is_asked_for() -> None:
    data = from_document("Property\tBase\tPro\nWeight\t9.4 kg\t14.2 kg\nHose length\t6 m\t10 m\nPrice\t€90\t€140")

    assert await quoted("What is the weight of the Pro?", data) == "Weight: 14.2 kg (Pro) [1]"
    assert (await quoted("What does the Pro cost?", data)).startswith("Price: €140 (Pro) [1]")


async def test_the_section_of_a_toml_file_is_not_quoted_with_its_first_setting() -> None:
    passage = from_document('[project]\nname = "tidelog"\n\n[tool.ruff]\nline-length = 110\n', name="pyproject.toml")

    assert await quoted("What is the line length?", passage) == "“line-length = 110” [1]"


async def test_each_line_of_a_log_is_quoted_by_itself() -> None:
    passage = from_document(
        "2026-03-04 02:00:01 INFO  backup started\n"
        "2026-03-04 02:00:04 ERROR disk /dev/sdb1 is full, cannot write snapshot\n"
        "2026-03-04 02:00:05 ERROR backup aborted\n"
        "2026-03-04 08:17:33 INFO  operator mara deleted 58 old snapshots\n",
        name="backup.log",
    )

    assert await quoted("Which disk is full?", passage) == (
        "“2026-03-04 02:00:04 ERROR disk /dev/sdb1 is full, cannot write snapshot” [1]"
    )


def test_a_single_figure_of_a_table_has_the_scale_that_the_table_declares() -> None:
    assert told("(in millions)\nNet sales $ 5,123\nOperating income $ 411\nShares outstanding 98\n") == [
        "Net sales: $5,123 million",
        "Operating income: $411 million",
        "Shares outstanding: 98",
    ]
