from __future__ import annotations

import pytest

from chat.answering.replies.inventory import MOST_LISTED, Files, asks_for_files, listing

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
        ("Show me the list of files", "en"),
        ("Zeig mir bitte die Liste der Dateien", "de"),
        ("Welche Dokumente kannst du lesen?", "de"),
        ("Montre-moi la liste des fichiers", "fr"),
        ("Quels sont mes documents ?", "fr"),
        ("Muéstrame la lista de archivos", "es"),
        ("Quali file hai?", "it"),
        ("Quais arquivos você tem?", "pt"),
        ("Welke bestanden heb je?", "nl"),
        ("Какие файлы у тебя есть?", "ru"),
        ("Покажи список документов", "ru"),
        ("你有哪些文件？", "zh"),
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
        "Welche Dokumente brauche ich?",
        "Quels documents dois-je apporter ?",
        "¿Qué documentos necesito?",
        "Какие документы нужны?",
        "需要哪些文件？",
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


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh"])
def test_each_language_in_which_it_is_asked_has_its_words(language: str) -> None:
    said = listing(language, Files(("rules.pdf",), 1), [("Law", Files(("law.docx",), 60))])

    assert "- rules.pdf" in said
    assert "Law" in said
    assert "59" in said
    assert listing(language, NONE, [])


def test_a_long_list_ends() -> None:
    said = listing("en", Files(("rules.pdf",) * MOST_LISTED, 250), [])

    assert said.count("- rules.pdf") == MOST_LISTED
    assert "(250)" in said
    assert said.endswith("- and 200 more")
