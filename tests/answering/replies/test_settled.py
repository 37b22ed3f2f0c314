from __future__ import annotations

import re
from dataclasses import astuple
from datetime import date

import pytest

from chat.answering.replies.forgetting import forgotten, unclear, which
from chat.answering.replies.settled import SETTLED, settled

_FILLED_IN = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("language", SETTLED)
def test_every_language_says_all_of_it(language: str) -> None:
    said, english = astuple(SETTLED[language]), astuple(SETTLED["en"])

    assert all(said)
    assert [sorted(_FILLED_IN.findall(each)) for each in said] == [sorted(_FILLED_IN.findall(each)) for each in english]


def test_no_reply_begins_as_one_of_another_kind_does() -> None:
    begun = [begins for each in SETTLED.values() for begins in (each.noted, each.taken_back, each.forgotten, each.not_forgotten)]

    assert len(set(begun)) == len(begun)


def test_what_was_forgotten_is_dated_as_the_language_writes_it() -> None:
    assert forgotten("de", "die PIN", date(2026, 5, 8)).startswith("Vergessen: was du am 8. Mai 2026 über „die PIN“ gesagt hast.")
    assert forgotten("en", "the PIN", date(2026, 5, 8)).startswith("Forgotten: what you said on 8 May 2026 about “the PIN”.")


def test_nothing_forgotten_is_said_in_the_language_too() -> None:
    assert which("fr").startswith("Rien n'a été oublié")
    assert unclear("es", []).startswith("No se ha olvidado nada")
    assert unclear("it", []).startswith("Non è stato dimenticato nulla")
    assert unclear("pt", []).startswith("Nada foi esquecido")


def test_where_a_language_lacks_it_it_is_said_in_english() -> None:
    assert settled("fi") is SETTLED["en"]
