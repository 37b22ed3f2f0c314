from __future__ import annotations

import pytest

from chat.dialogue.happening import NOT_YET, has_happened


@pytest.mark.parametrize(
    "clause",
    [
        "I booked the flights",
        "the contract is signed",
        "we've met Ana",
        "Ich war in Japan",
        "J'ai réservé le vol",
        "Reservé el vuelo",
    ],
)
def test_what_is_so_has_happened(clause: str) -> None:
    assert has_happened(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "I never booked the flights",
        "I'll have booked the flights",
        "we want to have it signed",
        "I started the report",
        "we are meeting Ana",
        "Ich werde in Japan sein",
        "Je vais réserver le vol",
        "Quiero reservar el vuelo",
        "the red house",
        "I book a flight",
    ],
)
def test_what_is_denied_wanted_or_begun_has_not(clause: str) -> None:
    assert not has_happened(clause)


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("I've never been there", True),
        ("it isn't signed yet", True),
        ("I still have to call", True),
        ("noch nie gesehen", True),
        ("pas encore fini", True),
        ("todavía no está listo", True),
        ("it isn't red", False),
        ("I have a car", False),
    ],
)
def test_what_has_not_happened_so_far_is_told_from_other_denials(clause: str, expected: bool) -> None:
    assert bool(NOT_YET.search(clause)) is expected
