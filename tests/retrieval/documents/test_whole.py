from __future__ import annotations

import pytest

from chat.domain import Section
from chat.retrieval.documents.places import headed
from chat.retrieval.documents.whole import wanted

WHOLE = [
    "Summarise this document",
    "Can you please summarize the PDF for me in 5 bullet points?",
    "What are the main points?",
    "Give me a short overview of the handbook",
    "tl;dr",
    "What is this report about?",
    "What does the document say?",
    "What's in this file?",
    "I need a summary",
    "Key takeaways, please",
    "Fasse das Dokument kurz zusammen",
    "Worum geht es in diesem Vertrag?",
    "Was sind die wichtigsten Punkte?",
    "Résume ce document en trois phrases",
    "De quoi parle ce texte ?",
    "Resume el documento",
    "¿De qué trata este informe?",
    "Riassumi questo file",
    "Resuma o relatório",
    "Vat dit document samen",
    "Кратко изложи этот документ",
    "О чём этот файл?",
    "总结这份文件",
    "这份报告的主要内容是什么?",
    "この文書を要約してください",
]
OTHERS = [
    "How many points did the team score?",
    "What is the summary of significant accounting policies?",
    "When did the company list its shares?",
    "What changed in the main menu?",
    "How should I design my resume?",
    "How long is the warranty?",
    "Compare net income of 2022 and 2021.",
    "Who wrote the report?",
    "Summarise our conversation",
    "What did we talk about so far? Give me the main points.",
    "Fasse unser Gespräch zusammen",
    "总结我们的对话",
    "",
]
FOCUSED = [
    ("Summarise what the warranty says about batteries", "warranty batteries"),
    ("What was the main idea of James Hutton's paper?", "James Hutton s"),
    ("What is the CarbFix project in Reykjavik about?", "CarbFix project Reykjavik"),
    ("Summarise the risk factors section", "risk factors"),
    ("Give me a revenue overview", "revenue"),
]


@pytest.mark.parametrize("question", WHOLE)
def test_a_question_about_all_of_a_document_leaves_no_topic(question: str) -> None:
    found = wanted(question)

    assert found is not None
    assert (found.kind, found.about) == ("summary", "")


@pytest.mark.parametrize("question", OTHERS)
def test_other_questions_and_those_about_the_conversation_are_none_of_these(question: str) -> None:
    assert wanted(question) is None


@pytest.mark.parametrize(("question", "topic"), FOCUSED)
def test_a_topic_is_what_is_left_of_the_question(question: str, topic: str) -> None:
    found = wanted(question)

    assert found is not None
    assert found.about == topic


def test_a_question_may_point_to_one_document() -> None:
    this, every = wanted("Summarise this file"), wanted("Summarise my files")

    assert this is not None
    assert this.this
    assert every is not None
    assert not every.this


def test_a_list_says_of_what_and_whether_of_all() -> None:
    risks, functions = wanted("List all risks mentioned in the contract"), wanted("List the functions in this module")

    assert risks is not None
    assert (risks.kind, risks.about, risks.all) == ("list", "risks", True)
    assert functions is not None
    assert (functions.kind, functions.about, functions.all) == ("list", "functions", False)


@pytest.mark.parametrize(
    ("question", "sides", "plainly"),
    [
        ("Compare A.pdf and B.pdf", ("A.pdf", "B.pdf"), True),
        ("Compare the warranty with the return policy.", ("the warranty", "the return policy"), True),
        ("What is the difference between the 2022 and the 2023 report?", ("the 2022", "the 2023 report"), False),
        ("Vergleiche Vertrag A mit Vertrag B", ("Vertrag A", "Vertrag B"), True),
        ("Сравни договор и приложение", ("договор", "приложение"), True),
        ("Compare the two documents", (), False),
    ],
)
def test_a_comparison_has_its_sides(question: str, sides: tuple[str, ...], plainly: bool) -> None:
    found = wanted(question)

    assert found is not None
    assert (found.kind, found.sides, found.plainly) == ("compare", sides, plainly)


def test_a_section_is_meant_by_the_words_of_its_heading() -> None:
    sections = [
        Section("0", None, "Risk factors of the year", 0, 0, 900),
        Section("1", "0", "ITEM 1A. RISK FACTORS", 1, 0, 500),
        Section("2", "1", "Risk factors of our suppliers and of everybody else who sells", 2, 100, 200),
    ]

    found = headed("risk factors", sections)

    assert found is not None
    assert found.id == "1"
    assert headed("batteries", sections) is None
    assert headed("", sections) is None


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("What is in budget.xlsx?", "budget xlsx"),
        ("What is orders 2026.csv about?", "orders 2026 csv"),
        ("Was steht in vertrag.docx?", "vertrag docx"),
        ("¿De qué trata informe.pdf?", "informe pdf"),
    ],
)
def test_what_a_file_holds_is_a_summary_of_it(question: str, about: str) -> None:
    found = wanted(question)

    assert found is not None
    assert (found.kind, found.about) == ("summary", about)


@pytest.mark.parametrize(
    "question",
    [
        "Summarise all the documents",
        "Summarise the files",
        "What are the main points of the two reports?",
        "Fasse die Dateien zusammen",
    ],
)
def test_more_than_one_document_points_to_no_single_one(question: str) -> None:
    found = wanted(question)

    assert found is not None
    assert not found.this


@pytest.mark.parametrize(
    "question", ["Summarise all of the document", "Fasse die Datei zusammen", "Summarise the key points of the book"]
)
def test_one_document_is_pointed_to(question: str) -> None:
    found = wanted(question)

    assert found is not None
    assert found.this
