from __future__ import annotations

from tests.serving import ROOT


def test_what_a_page_loads_before_the_first_click_is_under_three_kilobytes() -> None:
    assert len((ROOT / "public/widget.js").read_bytes()) < 3_000
