from __future__ import annotations

import pytest

from chat.domain import Page, Section
from chat.retrieval.documents.places import Place, clauses_at, headed, place, sections_at
from chat.retrieval.documents.whole import wanted

SECTIONS = [
    Section("0", None, "Rules", 0, 0, 900),
    Section("1", "0", "Chapter 2: Work", 1, 0, 300),
    Section("2", "1", "2 Leave", 2, 0, 100),
    Section("3", "1", "2.1 Annual leave", 2, 100, 200),
    Section("4", "1", "Remote work", 2, 200, 300),
    Section("5", "0", "Appendix 2. Notes", 1, 300, 600),
    Section("6", "5", "Remote work", 2, 300, 400),
    Section("7", "0", "What’s new", 1, 600, 900),
]
PAGES = [Page(1, 0, 300), Page(2, 300, 600), Page(3, 600, 900)]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What does “Remote work” say?", Place("Remote work")),
        ('"Remote work"', Place("Remote work")),
        ("Tell me what “Remote work” says", Place("Remote work")),
        ("Explain parental leave", Place("parental leave")),
        ("Please tell me more about the annual leave.", Place("annual leave")),
        ("Erkläre mir die Elternzeit", Place("Elternzeit")),
        ("What are the opening hours?", Place("opening hours")),
        ("What are the conclusions of this paper?", Place("conclusions")),
        ("What is future work?", Place("future work")),
        ("What's the abstract?", Place("abstract")),
        ("What is a trace?", Place("trace", exact=True)),
        ("What is on page 3?", Place(pages=(3, 3))),
        ("Was ist eine Spur?", Place("Spur")),
        ("Qu’est-ce qu’une trace ?", Place("trace")),
        ("¿Qué es una traza?", Place("traza")),
        ("Was sind die Öffnungszeiten?", Place("Öffnungszeiten")),
        ("Quelles sont les conclusions du rapport ?", Place("conclusions")),
        ("What does “Decisions” in meeting-2024-05-14.md say?", Place("Decisions")),
        ("Was steht unter „Elternzeit“?", Place("Elternzeit")),
        ("Que dit la section « Congés » ?", Place("Congés")),
        ("¿Qué dice el apartado «Vacaciones»?", Place("Vacaciones")),
        ("Che cosa dice la sezione «Ferie»?", Place("Ferie")),
        ("O que diz a seção «Férias» de regras.md?", Place("Férias")),
        ("Wat staat er onder “Verlof”?", Place("Verlof")),
        ("Что сказано в разделе «Отпуск»?", Place("Отпуск")),
        ("What does section 3.2 of the handbook say?", Place(number="3.2", kind="section")),
        ("Summarise section 6", Place(number="6", kind="section")),
        ("Fasse Abschnitt 6 zusammen", Place(number="6", kind="abschnitt")),
        ("Résume le chapitre 6", Place(number="6", kind="chapitre")),
        ("What is in § 5?", Place(number="5")),
        ("What is Appendix B about?", Place(number="b", kind="appendix")),
        ("Fasse Anhang A.2 zusammen", Place(number="a.2", kind="anhang")),
        ("What does chapter IV say?", Place(number="iv", kind="chapter")),
        ("What does Part I say?", Place(number="i", kind="part")),
        ("What's on page 3 of the manual?", Place(pages=(3, 3))),
        ("Summarise pages 2 to 4", Place(pages=(2, 4))),
        ("Was steht auf Seite 3?", Place(pages=(3, 3))),
        ("Qu’y a-t-il à la page 3 ?", Place(pages=(3, 3))),
        ("¿Qué dice la página 3?", Place(pages=(3, 3))),
        ("What is on slide 4?", Place(pages=(4, 4), kind="slide")),
        ("Was steht auf Folie 3?", Place(pages=(3, 3), kind="slide")),
        ("What is on sheet 2?", Place(pages=(2, 2), kind="sheet")),
        ("What is in the sheet Budget?", Place(sheet="Budget")),
        ("What is on the Budget 2024 tab?", Place(sheet="Budget 2024")),
        ("Was steht im Blatt Kosten?", Place(sheet="Kosten")),
        ("Fasse das Tabellenblatt Kosten zusammen", Place(sheet="Kosten")),
    ],
)
def test_a_question_for_one_place_wants_that_alone(question: str, place: Place) -> None:
    found = wanted(question)

    assert found is not None
    assert found.place == place
    assert not set(found.about.split()) - {"meeting", "2024", "md", "regras"}, "names of documents are known later"


@pytest.mark.parametrize(
    ("question", "left"),
    [("What does section 3 say about taxis?", "taxis"), ("Who may use “Remote work”?", "Who use")],
    ids=["something in it", "another question"],
)
def test_what_else_is_asked_is_left(question: str, left: str) -> None:
    found = wanted(question)

    assert found is not None
    assert found.about == left


@pytest.mark.parametrize(
    "question",
    [
        "Which tab do I press?",
        "Is “Leave” longer than “Parental leave”?",
        "What do sections 2 and section 3 say?",
        "Summarise sections 2 and 3",
        "Summarise this on one page",
        "Leave",
        "What is the deadline?",
        "What is your name?",
        "Which section I should read?",
        "What do appendix A and B say?",
        "Which part a person pays",
    ],
    ids=[
        "a sheet without a name",
        "two names",
        "two sections",
        "two numbers",
        "a length",
        "none",
        "a value",
        "a person",
        "who asks",
        "two letters",
        "an article",
    ],
)
def test_other_questions_name_no_place(question: str) -> None:
    assert place(question) is None


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param(Place("annual leave"), ["3"], id="without its number, in another case"),
        pytest.param(Place("2.1 Annual Leave"), ["3"], id="with its number"),
        pytest.param(Place("Remote working"), ["4", "6"], id="another form, twice"),
        pytest.param(Place("What's new"), ["7"], id="another apostrophe"),
        pytest.param(Place("leave"), ["2"], id="not where it is a word of a heading"),
        pytest.param(Place("annual"), [], id="a word alone"),
        pytest.param(Place(number="2", kind="section"), ["1"], id="the outermost of a number"),
        pytest.param(Place(number="2", kind="appendix"), ["5"], id="of this kind"),
        pytest.param(Place(number="2.1"), ["3"], id="of two levels"),
        pytest.param(Place(number="9"), [], id="no such number"),
        pytest.param(Place(pages=(2, 3)), ["Pages 2 to 3"], id="pages"),
        pytest.param(Place(pages=(9, 9)), [], id="no such page"),
    ],
)
def test_a_place_stands_for_sections(wanted: Place, found: list[str]) -> None:
    assert [each.id for each in sections_at(wanted, SECTIONS, PAGES)] == found


@pytest.mark.parametrize(
    ("number", "kind", "title"),
    [
        ("b", "appendix", "B. Error codes"),
        ("a", "appendix", "Appendix A: Parts"),
        ("a.1", "section", "A.1 Belts"),
        ("4", "chapter", "Chapter IV The storm"),
        ("v", "part", "V. The calm"),
        ("iv", "part", "Chapter IV The storm"),
        ("c", "appendix", None),
        ("i", "section", None),
    ],
)
def test_a_place_may_have_a_letter_or_a_roman_number(number: str, kind: str, title: str | None) -> None:
    titles = [
        "A guide",
        "I am new",
        "Chapter IV The storm",
        "V. The calm",
        "Appendix A: Parts",
        "A.1 Belts",
        "B. Error codes",
        "C",
    ]
    sections = [Section(str(at), None, each, 1, 10 * at, 10 * at + 10) for at, each in enumerate(titles)]

    assert [each.title for each in sections_at(Place(number=number, kind=kind), sections, PAGES)] == [title] * (title is not None)


def test_a_side_of_a_comparison_may_be_a_number() -> None:
    found = headed("section 2.1", SECTIONS)

    assert found is not None
    assert found.id == "3"


_CLAUSES = """7. Liability
7.1 Nothing limits liability for death.
7.2 Subject to clause 7.1 the liability is limited to 25,000 pounds, and under clause
7.4 Further limits are agreed.
7.4.1 Loss of profit is excluded.
Termination

Either party may terminate. See clause
8.1 and the schedule.
"""


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("7.1", ["7.1 Nothing limits liability for death.\n"]),
        ("7.4", ["7.4 Further limits are agreed.\n7.4.1 Loss of profit is excluded."]),
        ("7.3", []),
        ("8.1", []),
        ("7", []),
    ],
)
def test_a_numbered_paragraph_without_a_heading_is_known_by_its_number(number: str, says: list[str]) -> None:
    found = clauses_at(Place(number=number), _CLAUSES)

    assert [_CLAUSES[each.start : each.end] for each in found] == says


def test_a_figure_in_front_of_a_line_is_no_clause() -> None:
    assert clauses_at(Place(number="3.5"), "The tank holds\n3.5 Litres of oil.\n") == []


def test_what_one_thing_is_need_not_be_said_under_a_heading_about_such_things() -> None:
    sections = [Section("0", None, "Buckets", 1, 0, 900)]

    assert sections_at(Place("bucket", exact=True), sections, []) == []
    assert sections_at(Place("bucket"), sections, []) == sections
    assert sections_at(Place("buckets", exact=True), sections, []) == sections
