from __future__ import annotations

import pytest

from chat.answering.trust import Levels, confidence, trust
from chat.domain import Citation, Claim, Found
from tests.passages import from_document

PASSAGE = from_document("The pump has a warranty of 24 months.")
CITED = [Citation(1, PASSAGE, "24 months")]
HELD, DOUBTED = Claim(0, 9, (1,), True), Claim(0, 9, (1,), False, "number")


def found(confidence: float, passages: bool = True) -> Found:
    return Found("q", "q", (PASSAGE,) if passages else (), confidence, {})


@pytest.mark.parametrize(
    ("confidence", "claims", "level", "why"),
    [
        pytest.param(0.9, [HELD], "high", None, id="sure and borne out"),
        pytest.param(0.4, [HELD], "medium", None, id="less sure"),
        pytest.param(0.1, [HELD], "low", "about something else", id="unsure"),
        pytest.param(0.9, [HELD, HELD, DOUBTED], "medium", "1 of its 3", id="one statement in doubt"),
        pytest.param(0.9, [HELD, DOUBTED], "low", "1 of its 2", id="half of it in doubt"),
        pytest.param(0.9, [DOUBTED], "low", "What it says", id="all of it in doubt"),
    ],
)
def test_confidence_comes_from_search_and_check(confidence: float, claims: list[Claim], level: str, why: str | None) -> None:
    told = trust(found(confidence), None, CITED, claims, Levels(0.6, 0.25))

    assert told.level == level
    assert told.why is None if why is None else why in str(told.why)


def test_an_answer_without_sources_is_low_and_says_so() -> None:
    nothing = trust(found(0.0, passages=False), None, [], [], Levels(0.6, 0.25))
    uncited = trust(found(0.9), None, [], [], Levels(0.6, 0.25))

    assert (nothing.level, uncited.level) == ("low", "low")
    assert nothing.why != uncited.why


def test_the_writers_own_likelihood_goes_before_the_searchs() -> None:
    assert confidence(found(0.9), 0.2, []) == 0.2
    assert trust(found(0.9), 0.2, CITED, [], Levels(0.6, 0.25)).level == "low"


def test_doubted_claims_lower_the_confidence_by_their_share() -> None:
    claims = [Claim(0, 5, (1,), True), Claim(6, 9, (1,), False, "number")]

    assert confidence(found(0.8), None, claims) == pytest.approx(0.4)
