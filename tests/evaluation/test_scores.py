from __future__ import annotations

import pytest

from chat.evaluation.scores import TextSpan, of_ranking, of_spans


def test_recall_hits_and_reciprocal_rank_are_means_over_the_judged_queries() -> None:
    judged = {"q1": {"a": 1.0, "b": 1.0}, "q2": {"c": 1.0}}

    metrics = of_ranking(judged, {"q1": ["x", "a", "b"], "unjudged": ["a"]}, cutoffs=(2, 3))

    assert metrics["R@2"] == 25
    assert metrics["R@3"] == 50
    assert metrics["all@2"] == 0
    assert metrics["hit@2"] == 50
    assert metrics["MRR"] == 25


def test_a_unit_that_is_listed_twice_counts_where_it_stands_first() -> None:
    metrics = of_ranking({"q": {"b": 1.0}}, {"q": ["a", "a", "b"]}, cutoffs=(2,))

    assert metrics["R@2"] == 100
    assert metrics["MRR"] == 50


def test_gain_is_discounted_by_rank_against_the_best_order() -> None:
    judged = {"q": {"good": 3.0, "fair": 1.0}}

    assert of_ranking(judged, {"q": ["good", "fair"]}, cutoffs=(2,))["nDCG@2"] == 100
    assert of_ranking(judged, {"q": ["fair", "good"]}, cutoffs=(2,))["nDCG@2"] == pytest.approx(79.67, abs=0.01)


def test_spans_are_scored_by_the_characters_that_they_share_with_the_references() -> None:
    reference = {"q": [TextSpan("d", 0, 50), TextSpan("d", 100, 150)]}
    found = {"q": [TextSpan("d", 25, 125), TextSpan("d", 0, 50), TextSpan("e", 0, 50)]}

    metrics = of_spans(reference, found, first=2, budgets=(100, 149, 150))

    assert metrics["recall"] == 75
    assert metrics["precision"] == 50
    assert metrics["IoU"] == pytest.approx(100 * 75 / 175, abs=0.01)
    assert metrics["full"] == 0
    assert metrics["recall@100c"] == 50
    assert metrics["recall@149c"] == 50
    assert metrics["recall@150c"] == 75


def test_a_question_without_results_counts_as_found_nothing() -> None:
    assert of_spans({"q": [TextSpan("d", 0, 10)]}, {})["recall"] == 0
    assert of_ranking({"q": {"a": 1.0}}, {})["R@5"] == 0
    assert of_ranking({}, {}) == {}
