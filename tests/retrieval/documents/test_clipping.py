from __future__ import annotations

from chat.domain import Chunk, Source
from chat.retrieval.documents.clipping import inside, joined
from chat.retrieval.documents.division import Unit
from tests.retrieval.documents.chunks import chunk


def test_a_chunk_is_of_the_part_that_most_of_it_lies_in() -> None:
    chunks = [chunk(at) for at in range(4)]

    assert [one.id for one in inside(Unit("", 0, 240), chunks)] == ["c0", "c1"]


def test_neighbouring_chunks_of_a_section_are_read_as_one_without_what_they_repeat() -> None:
    text = "abcdefghij" * 300
    first = Chunk("a", "t", Source.DOCUMENT, "d", 0, text[:500], "", 0, 500, section=("S",))
    second = Chunk("b", "t", Source.DOCUMENT, "d", 1, text[450:900], "", 450, 900, section=("S",))
    third = Chunk("c", "t", Source.DOCUMENT, "d", 2, text[850:1_600], "", 850, 1_600, section=("T",))

    found = joined([first, second, third], text)

    assert [(one.start, one.end) for one in found] == [(0, 900), (900, 1_600)]
    assert all(one.text == text[one.start : one.end] for one in found)
