from __future__ import annotations

import pytest

from chat.text.code_fences import fenced, is_inside


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Run it:\n```bash\nmake\n\nmake test\n```\nDone.", ["```bash\nmake\n\nmake test\n```"]),
        ("~~~\na\n~~~\n\n  ```\n  b\n  ```", ["~~~\na\n~~~", "  ```\n  b\n  ```"]),
        ("```\nnever closed\n\nat all", []),
        ("````\n```\na\n```\n````\nb", ["````\n```\na\n```\n````"]),
        ("```a\n```b\nc\n```", ["```a\n```b\nc\n```"]),
        ("Call ```make``` once.", []),
        ("```make``` is called once.\n\nThat is all.", []),
    ],
    ids=[
        "one",
        "tildes, and indented",
        "open",
        "longer around shorter",
        "none opens within",
        "within a line",
        "a line's beginning",
    ],
)
def test_blocks_between_fences_are_found(text: str, held: list[str]) -> None:
    assert [text[block.start : block.end] for block in fenced(text)] == held


def test_a_position_at_the_end_of_a_block_is_not_inside() -> None:
    text = "a\n```\nb\n```\nc"
    (block,) = blocks = fenced(text)

    assert not is_inside(block.start, blocks)
    assert is_inside(block.start + 1, blocks)
    assert not is_inside(block.end, blocks)
    assert not is_inside(0, blocks)
