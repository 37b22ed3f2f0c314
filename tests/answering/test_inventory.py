from __future__ import annotations

import pytest

from chat.answering.inventory import MOST_LISTED, Files, asks_for_files, listing

NONE = Files((), 0)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("list my files", "en"),
        ("What files do you have?", "en"),
        ("Which documents are in this thread?", "en"),
        ("Please show me all uploaded documents.", "en"),
        ("How many files are here?", "en"),
        ("Welche Dateien hast du?", "de"),
        ("Zeig mir alle Dokumente", "de"),
        ("Quels fichiers as-tu ?", "fr"),
        ("¿Qué documentos hay aquí?", "es"),
    ],
)
def test_what_asks_for_the_files_and_for_nothing_else(said: str, language: str) -> None:
    assert asks_for_files(said) == language


@pytest.mark.parametrize(
    "said",
    [
        "Which files does the backup skip?",
        "List the documents that an applicant needs.",
        "What documents do I have to bring?",
        "Which files are deleted?",
        "files",
        "",
    ],
)
def test_what_asks_about_other_files_is_searched_for(said: str) -> None:
    assert asks_for_files(said) is None


def test_files_are_told_by_name_with_those_of_libraries_two_of_one_name_included() -> None:
    own, law, other = Files(("rules.pdf",), 1), Files(("law.docx",), 1), Files(("act.pdf",), 1)

    assert listing("en", own, [("Law", law), ("Empty", NONE), ("Law", other)]) == (
        "Files in this conversation (1):\n\n- rules.pdf\n\nFrom the library “Law” (1):\n\n- law.docx"
        "\n\nFrom the library “Law” (1):\n\n- act.pdf"
    )
    assert listing("de", NONE, []).startswith("Hier sind noch keine Dateien.")


def test_a_long_list_ends() -> None:
    said = listing("en", Files(("rules.pdf",) * MOST_LISTED, 250), [])

    assert said.count("- rules.pdf") == MOST_LISTED
    assert "(250)" in said
    assert said.endswith("- and 200 more")
