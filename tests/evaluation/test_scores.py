from __future__ import annotations

import pytest

from chat.evaluation.scores import TextSpan, intervals, means, of_ranking, of_spans


def test_recall_hits_and_reciprocal_rank_are_means_over_the_judged_queries() -> None:
    judged = {"q1": {"a": 1.0, "b": 1.0}, "q2": {"c": 1.0}}

    metrics = means(of_ranking(judged, {"q1": ["x", "a", "b"], "unjudged": ["a"]}, cutoffs=(2, 3)))

    assert metrics["R@2"] == 25
    assert metrics["R@3"] == 50
    assert metrics["all@2"] == 0
    assert metrics["hit@2"] == 50
    assert metrics["MRR"] == 25


def test_a_unit_that_is_listed_twice_counts_where_it_stands_first() -> None:
    metrics = means(of_ranking({"q": {"b": 1.0}}, {"q": ["a", "a", "b"]}, cutoffs=(2,)))

    assert metrics["R@2"] == 100
    assert metrics["MRR"] == 50


def test_gain_is_discounted_by_rank_against_the_best_order() -> None:
    judged = {"q": {"good": 3.0, "fair": 1.0}}

    assert means(of_ranking(judged, {"q": ["good", "fair"]}, cutoffs=(2,)))["nDCG@2"] == 100
    assert means(of_ranking(judged, {"q": ["fair", "good"]}, cutoffs=(2,)))["nDCG@2"] == pytest.approx(79.67, abs=0.01)


def test_spans_are_scored_by_the_characters_that_they_share_with_the_references() -> None:
    reference = {"q": [TextSpan("d", 0, 50), TextSpan("d", 100, 150)]}
    found = {"q": [TextSpan("d", 25, 125), TextSpan("d", 0, 50), TextSpan("e", 0, 50)]}

    metrics = means(of_spans(reference, found, first=2, budgets=(100, 149, 150)))

    assert metrics["recall"] == 75
    assert metrics["precision"] == 50
    assert metrics["IoU"] == pytest.approx(100 * 75 / 175, abs=0.01)
    assert metrics["full"] == 0
    assert metrics["recall@100c"] == 50
    assert metrics["recall@149c"] == 50
    assert metrics["recall@150c"] == 75


def test_a_question_without_results_counts_as_found_nothing() -> None:
    assert of_spans({"q": [TextSpan("d", 0, 10)]}, {})["q"]["recall"] == 0
    assert of_ranking({"q": {"a": 1.0}}, {})["q"]["R@5"] == 0
    assert means(of_ranking({}, {})) == {}
    assert intervals({}) == {}


def test_an_interval_holds_the_mean_and_narrows_with_more_questions() -> None:
    few = {str(at): {"R@5": float(at % 2)} for at in range(10)}
    many = {str(at): {"R@5": float(at % 2)} for at in range(1_000)}

    low, high = intervals(few)["R@5"]
    narrow_low, narrow_high = intervals(many)["R@5"]

    assert low < 50 < high
    assert low < narrow_low < 50 < narrow_high < high


def test_questions_that_all_go_alike_leave_no_doubt() -> None:
    assert intervals({"a": {"R@5": 1.0}, "b": {"R@5": 1.0}})["R@5"] == (100, 100)
