from __future__ import annotations

from pathlib import Path

import pytest

from chat.answering.checking.source import checkable_source
from chat.answering.checking.support import check, plainly_supported
from chat.evaluation.support import judged, pairs

PAIRS = pairs(Path(__file__).parent.parent)
LEASE = "The lease runs until 30 June 2027. The tenant must not keep dogs. Rent is 1,250 euros a month, heating excluded."


@pytest.mark.parametrize(("half", "precision", "recall"), [("tune", 0.96, 0.98), ("test", 0.95, 0.91)])
def test_the_check_stays_as_good_as_it_was_measured(half: str, precision: float, recall: float) -> None:
    judgement = judged(PAIRS, half)

    assert judgement.precision >= precision
    assert judgement.recall >= recall


def test_there_are_enough_pairs_of_every_kind_and_no_passage_is_in_both_halves() -> None:
    assert len(PAIRS) >= 150
    assert {pair.passage for pair in PAIRS if pair.half == "tune"}.isdisjoint(
        pair.passage for pair in PAIRS if pair.half == "test"
    )


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        pytest.param("The lease ends on June 30, 2027.", None, id="a date in another form"),
        pytest.param("The lease runs until 2027-06-30.", None, id="an ISO date"),
        pytest.param("The lease runs until 30 July 2027.", "date", id="another date"),
        pytest.param("Rent is €1250 a month.", None, id="an amount in another form"),
        pytest.param("Rent is 1,250 dollars a month.", "number", id="another currency"),
        pytest.param("Rent is 1,520 euros a month.", "number", id="digits exchanged"),
        pytest.param("The tenant must keep dogs.", "negation", id="not denied"),
        pytest.param("Rent is 1,250 euros a month, heating included.", "direction", id="the opposite"),
        pytest.param("“The tenant may keep one small dog”", "quote", id="never said so"),
        pytest.param("“the tenant must not\nkeep dogs”", None, id="quoted over lines"),
        pytest.param("The garden belongs to the neighbours.", "words", id="another matter"),
        pytest.param("Rent is 1,250 euros a month, as Jonas Weber confirmed.", "name", id="a name from nowhere"),
        pytest.param("", None, id="nothing claimed"),
    ],
)
def test_what_a_passage_does_not_bear_out_is_told_with_its_reason(claim: str, reason: str | None) -> None:
    verdict = check(claim, checkable_source(LEASE))

    assert verdict.reason == reason
    assert verdict.supported is (reason is None)


@pytest.mark.parametrize(
    ("claim", "source", "supported"),
    [
        pytest.param("Sales were 2.3 million euros.", "Sales came to 2,312,400 euros.", True, id="rounded"),
        pytest.param("Sales were 2.4 million euros.", "Sales came to 2,312,400 euros.", False, id="rounded wrongly"),
        pytest.param("The cable is 1.5 m long.", "The cable is 150 cm long.", True, id="units"),
        pytest.param("Storage takes two weeks.", "Storage takes 14 days.", True, id="spelled, in another unit"),
        pytest.param("Nach zwei oder dreißig Tagen.", "Nach zwei oder nach 30 Tagen.", True, id="a German thirty"),
        pytest.param("Die Frist beträgt dreissig Tage.", "Die Frist beträgt 14 Tage.", False, id="a Swiss thirty"),
        pytest.param("Der Preis beträgt 1.999,50 Euro.", "The price is 1,999.50 euros.", True, id="German marks, English source"),
        pytest.param(
            "Der Preis beträgt 1.899,50 Euro.", "The price is 1,999.50 euros.", False, id="another price, other language"
        ),
        pytest.param("The meeting starts at 14:30.", "The meeting starts at 2:30 pm.", True, id="time of day"),
        pytest.param("About 340 people came.", "343 people came.", True, id="roughly"),
        pytest.param("`--no-mouse`: off; Ignores the mouse", "| `--no-mouse` | off | Ignores the mouse |", True, id="an option"),
        pytest.param("The WHO warns of the fever.", "The World Health Organization warns of the fever.", True, id="capitals"),
    ],
)
def test_figures_and_names_are_the_same_in_other_forms(claim: str, source: str, supported: bool) -> None:
    assert check(claim, checkable_source(source)).supported is supported


@pytest.mark.parametrize(
    "quoted",
    [
        pytest.param("“梭罗也写到过公民不服从能够实现“和平革命”。”", id="quotation marks within"),
        pytest.param("，“有人说：“公民不服从是义务。他还说：服从是错误，不是美德。”", id="half a pair within"),
        pytest.param("Thoreau wrote: “梭罗也写到过公民不服从能够实现“和平革命”。”", id="words before it"),
    ],
)
def test_words_quoted_as_they_stand_are_borne_out_whatever_they_deny(quoted: str) -> None:
    source = checkable_source(
        "甘地不服从法律。梭罗也写到过公民不服从能够实现“和平革命”。有人说：“公民不服从是义务。他还说：服从是错误，不是美德。”"
    )

    assert check(quoted, source).supported


def test_a_passage_plainly_says_only_what_it_says_in_one_place() -> None:
    source = checkable_source("The red pump delivers 40 litres an hour. The green hose is three metres long.")

    assert plainly_supported("The red pump delivers 40 litres an hour.", source)
    assert not plainly_supported("The red hose delivers litres.", source)


def test_the_period_that_names_a_column_may_stand_far_above_the_row() -> None:
    """What the row says is still checked, and so is how other numbers of one clause relate to each other."""
    source = checkable_source(
        "Cash flows (in millions)\n12 Weeks Ended 3/25/2023 3/19/2022\n\nDividends paid (39) (38)\n\n"
        "Short-term borrowings, by original maturity:\nThree months or less, net 491 —\n\nNet cash provided 777 (1,780)"
    )

    assert check("Net cash provided: 777 million (12 weeks ended 3/25/2023)", source).supported
    assert not check("Net cash provided: 778 million (12 weeks ended 3/25/2023)", source).supported
    assert not check("Net cash provided: 777 million (13 weeks ended 3/25/2023)", source).supported
    assert not check("Net cash provided: 777 million beside 39 million", source).supported


ERRORS = "Code\tMeaning\tWhat to do\nE1\tDoor not closed\tClose it\nE2\tNo water supply\tOpen the tap"


@pytest.mark.parametrize(
    ("claim", "source", "supported"),
    [
        pytest.param("E2: No water supply (Meaning)", ERRORS, True, id="a cell"),
        pytest.param("E2: No water supply (Meaning); Open the tap (What to do)", ERRORS, True, id="several cells"),
        pytest.param("E1: No water supply (Meaning)", ERRORS, False, id="a cell of another row"),
        pytest.param("E2: No water supply (What to do)", ERRORS, False, id="the name of another column"),
        pytest.param(
            "Birch: €2,499 (Price)", "| Model | Price | In stock |\n|---|---|---|\n| Birch | €2,499 | no |", True, id="Markdown"
        ),
    ],
)
def test_a_row_put_into_words_is_supported_by_its_table(claim: str, source: str, supported: bool) -> None:
    assert check(claim, checkable_source(source)).supported is supported
