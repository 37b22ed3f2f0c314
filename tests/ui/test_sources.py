from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from chat.answering.answer import ADVICE, NO_MODEL, QUOTED
from chat.domain import Answer, Chunk, Citation, Elsewhere, Passage, Scores, Source
from chat.ui.sources import searched, sources, summary


def passage(rank: int, source: Source, parent: str, page: int | None = None) -> Passage:
    chunk = Chunk(f"chunk{rank}", "thread", source, parent, 0, f"Text  of\n{rank}", "", 0, 9, page, ("Chapter",))
    said = datetime(2026, 5, 1, tzinfo=UTC) if source is Source.MESSAGE else None
    role = "user" if source is Source.MESSAGE else None
    name = None if source is Source.MESSAGE else f"{parent}.pdf"
    return Passage(rank, 1 - rank / 10, chunk, Scores(None, None, 0.5), name, 1, role, None, said)  # type: ignore[arg-type] # a literal


FOUND = (
    passage(1, Source.DOCUMENT, "terms", 2),
    passage(2, Source.MESSAGE, "said"),
    passage(3, Source.DOCUMENT, "terms", 3),
    passage(4, Source.DOCUMENT, "prices", 1),
)
ANSWER = Answer("…", True, (), FOUND, 1.0, "none", "question", "answer")


@pytest.mark.parametrize(
    ("passages", "line"),
    [
        (FOUND, "Sources: 2 documents, 1 message, 4 passages"),
        (FOUND[:1], "Sources: 1 document, 1 passage"),
        (FOUND[1:2], "Sources: 1 message, 1 passage"),
    ],
)
def test_the_summary_counts_documents_messages_and_passages(passages: tuple[Passage, ...], line: str) -> None:
    assert summary(passages) == line


def test_cited_passages_come_first_by_their_marker() -> None:
    cited = (Citation(1, FOUND[3], "Text"), Citation(2, FOUND[1], "Text"))

    props = sources(replace(ANSWER, citations=cited), "thread")

    assert [group["name"] for group in props["groups"]] == ["prices.pdf", "This conversation", "terms.pdf"]
    assert [[one["marker"] for one in group["passages"]] for group in props["groups"]] == [[1], [2], [None, None]]


def test_a_passage_says_where_it_stands() -> None:
    props = sources(ANSWER, "thread")

    first = props["groups"][0]["passages"][0]
    assert (first["page"], first["heading"], first["preview"], first["score"]) == (2, ["Chapter"], "Text of 1", 90)


def test_what_is_cited_stands_at_the_page_and_section_of_its_quote() -> None:
    quoted = replace(FOUND[0], chunk=replace(FOUND[0].chunk, page=3, section=("Chapter", "Warranty")))

    props = sources(replace(ANSWER, citations=(Citation(1, quoted, "Text"),)), "thread")

    first = props["groups"][0]["passages"][0]
    assert (first["page"], first["heading"]) == (3, ["Chapter", "Warranty"])


def test_an_answer_without_sources_can_be_asked_why() -> None:
    props = sources(replace(ANSWER, passages=(), timing_ms={"search": 3.0}), "thread")

    assert (props["summary"], props["groups"], props["question"]) == (None, [], "question")


def test_a_greeting_was_not_searched_for() -> None:
    assert searched(replace(ANSWER, timing_ms={"search": 3.0, "all": 9.0}))
    assert not searched(replace(ANSWER, passages=(), timing_ms={"all": 1.0}))


def test_what_was_looked_up_has_sources_and_no_search_to_be_explained() -> None:
    looked_up = sources(replace(ANSWER, timing_ms={"all": 1.0}), "t")

    assert (looked_up["question"], looked_up["summary"] is not None, "writing" in looked_up) == (None, True, False)
    assert sources(replace(ANSWER, timing_ms={"search": 3.0}), "t")["question"] == ANSWER.question_id


def test_a_superseded_message_says_when_it_was_said_otherwise() -> None:
    earlier = replace(passage(1, Source.MESSAGE, "old"), superseded_by="new")
    later = passage(2, Source.MESSAGE, "new")

    props = sources(replace(ANSWER, passages=(earlier, later)), "thread")

    assert [one["superseded"] for one in props["groups"][0]["passages"]] == ["2026-05-01T00:00:00+00:00", None]


def test_what_is_of_a_library_or_another_thread_says_so_and_stands_apart() -> None:
    here = passage(1, Source.DOCUMENT, "terms", 2)
    library = replace(_in(passage(2, Source.DOCUMENT, "terms", 2), "shelf"), elsewhere=Elsewhere("shelf", "library", "Manuals"))
    said = passage(3, Source.MESSAGE, "m")
    there = replace(_in(passage(4, Source.MESSAGE, "m"), "other"), elsewhere=Elsewhere("other", "thread", "Kitchen"))

    props = sources(replace(ANSWER, passages=(here, library, said, there)), "thread")

    assert [(group["name"], group["library"]) for group in props["groups"]] == [
        ("terms.pdf", None),
        ("terms.pdf", "Manuals"),
        ("This conversation", None),
        ("From your conversation “Kitchen”", None),
    ]
    assert [group["passages"][0]["place"] for group in props["groups"]] == [None, "shelf", None, "other"]
    assert props["summary"] == "Sources: 2 documents, 2 messages, 4 passages"


def _in(found: Passage, holder: str) -> Passage:
    return replace(found, chunk=replace(found.chunk, thread=holder))


def test_a_note_is_shown_even_without_sources() -> None:
    props = sources(replace(ANSWER, passages=(), note="No model is connected."), "thread")

    assert (props["summary"], props["note"]) == (None, "No model is connected.")


def test_the_advice_to_connect_a_model_stands_apart_from_what_the_answer_is() -> None:
    props = sources(replace(ANSWER, note=f"{NO_MODEL} Searched for “kiln”."), "thread")

    assert (props["note"], props["advice"]) == (f"{QUOTED} Searched for “kiln”.", ADVICE)
