from __future__ import annotations

import pytest

from chat.domain import Page, Section
from chat.retrieval.documents.front import asked_for, is_signed, of


@pytest.mark.parametrize(
    "question",
    [
        "Who are the authors?",
        "Who is the author of this paper?",
        "Who wrote the specification?",
        "When was this report published?",
        "What’s the title of the document?",
        "Wer hat dieses Buch geschrieben?",
        "Qui sont les auteurs ?",
        "¿Quién escribió este informe?",
    ],
)
def test_who_wrote_a_text_is_told_in_front_of_it(question: str) -> None:
    assert asked_for(question)


@pytest.mark.parametrize(
    "question", ["Who wrote the minutes?", "Who wrote the report?", "What is the title of Anna?", "When was the house built?"]
)
def test_other_questions_are_searched_for(question: str) -> None:
    assert not asked_for(question)


ROOT = Section("0", None, "Paper", 0, 0, 5_000)
TITLE = Section("1", "0", "Trace Trees", 1, 0, 5_000)
ABSTRACT = Section("2", "1", "Abstract", 2, 300, 900)
PAGES = [Page(1, 0, 200), Page(2, 200, 5_000)]


@pytest.mark.parametrize(
    ("sections", "pages", "end"),
    [
        pytest.param([ROOT, TITLE, ABSTRACT], [], 300, id="up to the first heading behind the title"),
        pytest.param([ROOT, TITLE, ABSTRACT], PAGES, 200, id="up to the end of the first page"),
        pytest.param([ROOT], [], 1_200, id="no more than so much of a text without headings"),
    ],
)
def test_it_ends_where_the_text_begins(sections: list[Section], pages: list[Page], end: int) -> None:
    [front] = of(sections, pages)

    assert (front.start, front.end) == (0, end)


def test_a_title_alone_is_none() -> None:
    assert of([ROOT, TITLE, Section("2", "1", "Pump", 2, 20, 900)], []) == []


@pytest.mark.parametrize(
    "text", ["# Rules\n\nAuthor: Jo Lund\n", "Rules\nPrepared by the board\n", "Autorin: Eva Holm", 'authors = ["Jo"]']
)
def test_a_text_may_say_who_wrote_it(text: str) -> None:
    assert is_signed(text)


def test_what_others_wrote_does_not_sign_a_text() -> None:
    assert not is_signed("A library that was written by somebody else.\nThe authors agree.\n")
