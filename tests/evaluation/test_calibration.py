from __future__ import annotations

from xml.etree import ElementTree

import pytest

from chat.evaluation.calibration import Told, bins, error, plot

TOLD = [*(Told(0.9, right) for right in [True] * 8 + [False] * 2), *(Told(0.2, right) for right in [True] * 6 + [False] * 4)]


def test_answers_of_a_tenth_are_held_against_how_many_were_right() -> None:
    low, high = bins(TOLD)

    assert (low.confidence, low.right, low.count) == pytest.approx((0.2, 0.6, 10))
    assert (high.confidence, high.right, high.count) == pytest.approx((0.9, 0.8, 10))


def test_the_error_is_the_mean_distance() -> None:
    assert error(TOLD) == pytest.approx((0.4 + 0.1) / 2)
    assert error([]) is None
    assert error([Told(1.0, True)]) == 0


def test_the_plot_is_an_image_with_a_dot_for_each_tenth() -> None:
    drawn = ElementTree.fromstring(plot({"a & b": TOLD, "few": TOLD[:2]}))

    titles = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["10 answers: 0.20, 0.60", "10 answers: 0.90, 0.80"]
    assert "a & b: 20 answers, off by 0.25" in "".join(drawn.itertext())
