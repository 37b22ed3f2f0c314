from __future__ import annotations

import pytest

from chat.retrieval.statements.explicit_corrections import Announced, Given, corrections_in, takes_the_place


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("the party is on 12 June", "correction re the party, it's on the 19th instead"),
        ("start on 1 January", "start is not 1 Jan but 15 January"),
        ("ordered a Vranja", "the Vranja is sold out, they send a Champion instead"),
        ("Let's meet at the Blue Cafe.", "Change of plan: we meet at the library."),
        ("Umzug am 11. Dezember", "Korrektur: der Umzug ist am 14. Dezember"),
        ("La réunion est le 5 mai.", "Rectification : la réunion est le 12 mai."),
    ],
)
def test_what_says_that_it_is_a_correction_replaces_another_value(earlier: str, later: str) -> None:
    assert _corrects(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("the rent is due on 12 June", "correction re the party, it's on the 19th instead"),
        ("the party is on 12 June", "correction: the party is on June 12th"),
        ("the party is on 12 June", "the party is on 19 June"),
        ("the party is on 12 June", "correction: is the party on 19 June?"),
        ("Lena told me about the Vranja.", "the Vranja is sold out, they send a Champion instead"),
        ("ordered a Vranja", "the Vranja is sold out"),
        ("my sister's party is on 12 June", "correction: my brother's party is on 19 June"),
        ("Umzug am 11. Dezember", "Korrektur: die Lesung ist am 14. Dezember"),
    ],
)
def test_another_thing_or_a_mere_statement_is_not_replaced(earlier: str, later: str) -> None:
    assert not _corrects(later, earlier)


def _corrects(later: str, earlier: str) -> bool:
    before: list[Given] = list(corrections_in(earlier, "english"))
    new = [each for each in corrections_in(later, "english") if isinstance(each, Announced)]
    return any(takes_the_place(one, other) for one in new for other in before)
