from __future__ import annotations

import pytest

from tests.llm.quoting.answers import quoted, said_on

_MAY_NOT_AGREE = "What you have said about this may not agree."


@pytest.mark.parametrize(
    ("question", "did", "never", "lead"),
    [
        (
            "Have I ever used Zotero for my essay?",
            "I used Zotero to sort the sources of my essay.",
            "I've never used Zotero, so how do I begin?",
            _MAY_NOT_AGREE,
        ),
        (
            "Have I missed a writing session?",
            "I have a new plan after missing the writing session in May.",
            "I've also never missed any writing session.",
            _MAY_NOT_AGREE,
        ),
        (
            "Habe ich schon mal Zotero für Quellen benutzt?",
            "Ich habe Zotero gestern für die Quellen benutzt.",
            "Ich habe Zotero noch nie benutzt.",
            "Was du dazu gesagt hast, passt womöglich nicht zusammen.",
        ),
        (
            "Est-ce que j'ai déjà utilisé Zotero ?",
            "J'ai utilisé Zotero hier pour mes sources.",
            "Je n'ai jamais utilisé Zotero.",
            "Ce que vous en avez dit ne concorde peut-être pas.",
        ),
        (
            "¿He usado alguna vez Zotero?",
            "He usado Zotero ayer para mis fuentes.",
            "Nunca he usado Zotero.",
            "Lo que has dicho sobre esto quizá no coincida.",
        ),
    ],
)
async def test_what_is_denied_after_it_happened_is_quoted_with_it_and_said_not_to_agree(
    question: str, did: str, never: str, lead: str
) -> None:
    answer = await quoted(question, *said_on([(never, 20), (did, 3)]))

    assert answer.startswith(lead)
    assert 0 < answer.index(did) < answer.index(never.split(",")[0].rstrip("."))


async def test_what_happened_after_it_was_denied_agrees_with_it_and_comes_first() -> None:
    did, never = "I used Zotero to sort the sources of my essay.", "I've never used Zotero for an essay."

    answer = await quoted("Have I ever used Zotero for my essay?", *said_on([(did, 20), (never, 3)]))

    assert _MAY_NOT_AGREE not in answer
    assert answer.index(did) < answer.index(never)


@pytest.mark.parametrize(
    ("question", "other", "never"),
    [
        ("Have I ever used Zotero for my essay?", "I want to use Zotero for my essay.", "I've never used Zotero for an essay."),
        ("Have I ever used Zotero for my essay?", "I read about Zotero for my essay.", "I've never used Zotero for an essay."),
        ("Why have people used Zotero for an essay?", "I used Zotero for my essay.", "I've never used Zotero for an essay."),
    ],
)
async def test_what_is_wanted_something_else_or_not_asked_opposes_nothing(question: str, other: str, never: str) -> None:
    assert _MAY_NOT_AGREE not in await quoted(question, *said_on([(never, 20), (other, 3)]))
