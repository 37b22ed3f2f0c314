"""Tests of postings against a plain count, for chunks that contain few and many of the terms."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from chat.index import rare_terms
from chat.index.among import ALL, Among
from chat.index.postings import K1, B, Postings
from chat.index.rare_terms import RareTerms


def chunks(count: int) -> dict[str, Counter[str]]:
    """Return chunks with terms of their own and terms that several share."""
    draw = random.Random(3)
    return {
        f"chunk {number}": Counter([f"id{number}", f"id{number}", f"amount{draw.randrange(count)}", f"city{draw.randrange(20)}"])
        for number in range(count)
    }


def score(held: dict[str, Counter[str]], term: str) -> dict[str, float]:
    matching = {id: counts[term] for id, counts in held.items() if term in counts}
    idf = float(np.log1p((len(held) - len(matching) + 0.5) / (len(matching) + 0.5)))
    mean = sum(counts.total() for counts in held.values()) / len(held)
    return {id: idf * n * (K1 + 1) / (n + K1 * (1 - B + B * held[id].total() / mean)) for id, n in matching.items()}


@pytest.mark.parametrize("recent", [20_000, 50, 1], ids=["by name", "some sorted in", "nearly all sorted in"])
@pytest.mark.parametrize("at_once", [False, True], ids=["one by one", "at once"])
def test_scores_are_those_of_a_plain_count(recent: int, at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare_terms, "_RECENT", recent)
    held = chunks(400)
    postings = Postings.of(list(held.items())[:300]) if at_once else Postings()
    for id, counts in held.items():
        if id not in postings:
            postings.add(id, counts)
    for id in list(held)[::3]:
        postings.remove(id, held.pop(id))
    held["again"] = Counter(["id0", "id1", "new"])
    postings.add("again", held["again"])

    for term in ["new", *(f"id{n}" for n in range(400)), *(f"amount{n}" for n in range(400)), "city3", "nothing"]:
        [hits] = postings.search({term: 1.0})
        assert dict(zip(hits.ids, hits.scores.tolist(), strict=True)) == pytest.approx(score(held, term), rel=1e-5)


def test_a_term_that_was_taken_out_is_not_there_until_it_is_put_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare_terms, "_RECENT", 3)
    held = RareTerms()
    for number in range(100):
        held.put(f"term{number}", number)

    taken = [held.pop(f"term{number}") for number in range(0, 100, 2)]
    held.put("term4", 7)

    assert taken == list(range(0, 100, 2))
    assert [held.get(f"term{number}") for number in (2, 3, 4, 99, 100)] == [None, 3, 7, 99, None]
    assert held.pop("term2") is None


def test_many_terms_take_a_fraction_of_what_they_take_by_name() -> None:
    held = RareTerms()

    for number in range(300_000):
        held.put(str(number), number)

    assert held.bytes < 170 * 300_000 / 4
    assert all(held.get(str(number)) == number for number in range(0, 300_000, 1_000))


def specific(held: dict[str, Counter[str]]) -> dict[str, float]:
    spread = Counter(term for counts in held.values() for term in counts)
    idf = {term: float(np.log1p((len(held) - number + 0.5) / (number + 0.5))) for term, number in spread.items()}
    return {id: sum(sorted((idf[term] for term in counts), reverse=True)[:5]) for id, counts in held.items()}


def told(postings: Postings, among: Among = ALL) -> dict[str, float]:
    hits = postings.specificity(among)
    return dict(zip(hits.ids, hits.scores.tolist(), strict=True))


@pytest.mark.parametrize("recent", [20_000, 50], ids=["by name", "some sorted in"])
@pytest.mark.parametrize("at_once", [False, True], ids=["one by one", "at once"])
def test_a_chunk_is_as_specific_as_its_rarest_terms_are_rare(recent: int, at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare_terms, "_RECENT", recent)
    held = {
        id: counts + Counter(f"word{len(id) * n % 37}" for n in range(n % 9))
        for n, (id, counts) in enumerate(chunks(400).items())
    }
    postings = Postings.of(held.items()) if at_once else Postings()
    for id, counts in held.items():
        if id not in postings:
            postings.add(id, counts)
    for id in list(held)[::3]:
        postings.remove(id, held.pop(id))

    assert told(postings) == pytest.approx(specific(held), rel=1e-5)
    some = frozenset(list(held)[:7])
    assert told(postings, Among(some)) == pytest.approx({id: specific(held)[id] for id in some}, rel=1e-5)


def test_how_specific_chunks_are_is_worked_out_anew_when_many_came() -> None:
    held = chunks(100)
    postings = Postings.of(held.items())
    before = told(postings)

    held["late"] = Counter(["late", "id0", "city3"])
    postings.add("late", held["late"])
    assert told(postings) == {**before, "late": pytest.approx(specific(held)["late"], rel=1e-5)}

    for number in range(30):
        held[f"later {number}"] = Counter(["id0", f"later{number}"])
        postings.add(f"later {number}", held[f"later {number}"])
    assert told(postings) == pytest.approx(specific(held), rel=1e-5)


def test_nothing_is_specific_where_nothing_is_held() -> None:
    assert told(Postings()) == {}


def pictures() -> Postings:
    """Return postings with `paint` in one of a hundred chunks, `mural` in two including that one, and `art` in twenty."""
    held = {f"chunk {number}": Counter([f"id{number}", *(["art"] if number >= 80 else [])]) for number in range(100)}
    held["chunk 0"].update(["paint"])
    held["chunk 1"].update(["paint", "mural"])
    held["chunk 2"].update(["mural", "mural"])
    return Postings.of(held.items())


def test_a_related_word_scores_its_share_where_that_is_more_than_the_term_scores() -> None:
    postings = pictures()
    [mural] = postings.search({"mural": 1.0})
    [paint] = postings.search({"paint": 1.0}, related={"paint": {"mural": 0.5}})

    assert paint.ids == ("chunk 0", "chunk 1")
    assert paint.near is not None
    assert paint.near.numbers.tolist() == [2]
    assert paint.near.scores == pytest.approx(0.5 * mural.scores[1:])
    assert paint.near.likeness.tolist() == [0.5]


def test_a_related_word_is_no_rarer_than_the_term_and_one_that_is_everywhere_tells_nothing() -> None:
    postings = pictures()
    [alone, _] = postings.search({"art": 1.0, "paint": 1.0})
    [art, paint] = postings.search({"art": 1.0, "paint": 1.0}, related={"art": {"paint": 0.9}, "paint": {"art": 0.9}})

    assert art.near is not None
    assert art.near.numbers.tolist() == [0, 1]
    assert art.near.scores.max() < 1.5 * alone.scores.max()
    assert paint.near is None


def test_in_a_small_collection_a_related_word_of_one_or_two_chunks_leads_to_them() -> None:
    postings = Postings.of((f"chunk {at}", Counter([word, "all"])) for at, word in enumerate(["paint", "mural", "wall"]))
    [paint, wall] = postings.search({"paint": 1.0, "wall": 1.0}, related={"paint": {"mural": 0.5}, "wall": {"all": 0.5}})

    assert paint.near is not None
    assert paint.near.numbers.tolist() == [1]
    assert wall.near is None


def test_related_words_of_a_chunk_that_is_not_looked_at_or_gone_add_nothing() -> None:
    postings = pictures()
    [among] = postings.search({"paint": 1.0}, Among(frozenset({"chunk 0", "chunk 1"})), {"paint": {"mural": 0.5}})
    postings.remove("chunk 2", ["id2", "mural"])
    [left] = postings.search({"paint": 1.0}, related={"paint": {"mural": 0.5}})

    for hits in (among, left):
        assert hits.near is None or not len(hits.near.numbers)
