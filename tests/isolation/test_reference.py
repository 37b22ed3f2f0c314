from __future__ import annotations

import pytest

from tests.isolation.reference import Filed, Holder, Link, Person, Reference, Said, word, words

SAID, FILED, OTHER, SHELF = word(1), word(2), word(3), word(4)


@pytest.fixture
def reference() -> Reference:
    """A reference in which Ann has two threads and a library, and Bob has one thread."""
    made = Reference()
    made.people = {name: Person(name) for name in ("ann", "bob")}
    first = Holder("t", "ann", said={"m": Said("user", {SAID}, {SAID})}, filed={"d": Filed({1: {FILED}})})
    second = Holder("u", "ann", said={"n": Said("user", {OTHER}, {OTHER})})
    shelf = Holder("l", "ann", library=True, filed={"e": Filed({1: {SHELF}})})
    made.holders = {each.id: each for each in (first, second, shelf, Holder("b", "bob"))}
    return made


def test_words_are_found_in_any_case() -> None:
    assert words(f"My pump is {SAID.upper()}, and {FILED}.") == {SAID, FILED}


def test_a_question_sees_its_thread_alone(reference: Reference) -> None:
    assert reference.asking(reference.holders["t"]) == {SAID, FILED}
    assert reference.asking(reference.holders["b"]) == set()


def test_settings_open_what_is_beside_it(reference: Reference) -> None:
    thread = reference.holders["t"]
    thread.libraries, thread.switches = ["l"], {"other_threads": True}

    assert reference.asking(thread) == {SAID, FILED, OTHER, SHELF}


@pytest.mark.parametrize("change", [{"incognito": True}, {"hidden": True}, {"switches": {"memory": False}}, {"owner": "bob"}])
def test_some_threads_are_not_recalled_elsewhere(reference: Reference, change: dict[str, object]) -> None:
    reference.holders["t"].switches = {"other_threads": True}
    for name, value in change.items():
        setattr(reference.holders["u"], name, value)

    assert OTHER not in reference.asking(reference.holders["t"])


def test_a_library_that_is_shared_is_for_members_who_attach_it(reference: Reference) -> None:
    reference.people["visitor"] = Person("visitor", site="ann")
    reference.holders["v"] = Holder("v", "visitor", libraries=["l"])
    shelf, thread = reference.holders["l"], reference.holders["b"]
    shelf.shared = True

    before = reference.asking(thread)
    thread.libraries = ["l"]

    assert before == set()
    assert reference.asking(thread) == {SHELF}
    assert shelf not in reference.others("bob")
    assert reference.asking(reference.holders["v"]) == set()

    shelf.shared = False
    assert reference.asking(thread) == set()
    assert shelf in reference.others("bob")


def test_what_an_answer_keeps_goes_with_where_it_came_from(reference: Reference) -> None:
    thread = reference.holders["t"]
    thread.said["a"] = Said("assistant", set(), set(), kept={FILED})
    before = reference.shown(thread)
    del thread.filed["d"]

    assert FILED in before
    assert FILED not in reference.shown(thread)


def test_a_question_is_read_with_those_that_were_offered_as_long_as_what_they_were_made_of_is_there(reference: Reference) -> None:
    thread = reference.holders["t"]
    thread.said["a"] = Said("assistant", set(), set(), kept={SHELF, OTHER}, offered={SHELF})

    assert reference.asking(thread) == {SAID, FILED, SHELF}
    reference.remove(reference.holders["l"])
    assert reference.asking(thread) == {SAID, FILED}


def test_a_link_shows_what_was_said_when_it_was_made(reference: Reference) -> None:
    link = Link("/share/x", "t", ["m"])
    reference.holders["t"].said["later"] = Said("user", {OTHER}, {OTHER})

    assert reference.linked(link) == {SAID}


def test_of_versions_the_last_ones_are_kept() -> None:
    filed = Filed({1: {word(1)}})

    for number in range(2, 6):
        filed.add({word(number)})

    assert filed.all == {word(3), word(4), word(5)}
    assert filed.current == {word(5)}


def test_versions_of_a_thread_that_is_brought_in_are_counted_anew() -> None:
    filed = Filed({2: {word(1)}, 4: {word(2)}, 5: {word(2)}})

    assert filed.brought_in().versions == {1: {word(1)}, 2: {word(2)}}
