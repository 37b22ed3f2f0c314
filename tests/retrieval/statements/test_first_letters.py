"""The first letters that are looked for before a pattern are in whatever the pattern matches."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.dialogue import happening
from chat.retrieval.statements import changed_values, ended, given_up, negations, one_value, outstanding, value_statements
from chat.retrieval.statements.standing_facts import roots

_LETTERS = st.characters(categories=["Ll"], max_codepoint=0xFF, include_characters=" '’.!-ABCI,")


@pytest.mark.parametrize(
    ("pattern", "looked_for"),
    [
        (changed_values._CHANGES, changed_values._ROOTS_OF_CHANGE),
        (changed_values._SHIFTS, changed_values._ROOTS_OF_CHANGE),
        (value_statements._CHANGE, value_statements._ROOTS),
        (one_value._CHANGED_TO, one_value._ROOTS),
        (negations._CHANGES, negations._ROOTS),
        (ended._CANCELLED, ended._ROOTS),
        (ended._ENDS, ended._ROOTS),
        (given_up._ENGLISH, given_up._ROOTS),
        (given_up._GERMAN, given_up._ROOTS),
        (given_up._FRENCH, given_up._ROOTS),
        (given_up._SPANISH, given_up._ROOTS),
        (given_up._ITSELF, given_up._ROOTS),
        (given_up._FIXED, given_up._ROOTS),
        (given_up._AGAIN, given_up._ROOTS),
        (happening.NOT_YET, outstanding._ROOTS),
    ],
    ids=lambda value: value.pattern[:24] if isinstance(value, re.Pattern) else "",
)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_what_a_pattern_matches_has_one_of_them(
    data: st.DataObject, pattern: re.Pattern[str], looked_for: frozenset[str]
) -> None:
    text = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=_LETTERS))

    assert not looked_for.isdisjoint(roots(text))
