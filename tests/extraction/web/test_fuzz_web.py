"""Fuzzes readers with damaged files: each gives a text or an error message, and offsets are within the text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chat.errors import FileRefused
from chat.extraction.extract import extract
from chat.settings import LimitSettings
from tests import files, web_files

LIMITS = LimitSettings()
WHOLE = {
    "page.html": (web_files.PAGE + web_files.TURBINES).encode(),
    "book.epub": web_files.book(),
    "message.eml": web_files.handbook_mail().as_bytes(),
    "archive.zip": web_files.archive(),
    "manual.rst": b"A\n=\n\nB\n-\n\ntext *x* `y`_\n\n====\nC D\n====\n",
    "data.json": b'[{"a": 1, "b": {"c": [1, 2, {"d": null}]}}, {"a": "x"}]',
    "lines.jsonl": b'{"a": 1}\n{"a": 2, "b": [1]}\n[1]\n',
    "note.ipynb": b'{"cells": [{"cell_type": "markdown", "source": ["# T"]}, {"cell_type": "code", "source": "x"}]}',
    "code.py": b"@a\nclass B:\n    def c(self):\n        '''d'''\n\nasync def e(): ...\n",
    "code.cpp": b"template <typename T>\nclass A : B {\n  int c(D<E> d) {\n  }\n};\nvoid A::f() {\n}\n",
}
SIGNS = st.sampled_from([b"<", b">", b'"', b"{", b"\n", b"\x00", b"=\n"])
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12) | SIGNS), max_size=6)
"""Changes to bytes: where, how many are removed, and what replaces them."""


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=60, deadline=20_000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_a_damaged_file_gives_a_text_or_a_reason(name: str, changes: list[tuple[float, int, bytes]]) -> None:
    content = WHOLE[name]
    for place, dropped, put in changes:
        at = int(place * len(content))
        content = content[:at] + put + content[at + dropped :]

    try:
        extracted = extract(name, content, LIMITS)
    except FileRefused:
        return

    end = len(extracted.text)
    starts = [heading.start for heading in extracted.headings]
    assert starts == sorted(starts)
    assert all(0 <= start < end for start in starts)
    assert all(0 <= table.start < table.end <= end for table in extracted.tables)
    assert all(first.end <= second.start for first, second in zip(extracted.tables, extracted.tables[1:], strict=False))
    assert all(0 <= page.start <= page.end <= end for page in extracted.pages)


def test_every_whole_file_is_read() -> None:
    for name, content in {**WHOLE, "notes.md": files.notes_markdown()}.items():
        assert extract(name, content, LIMITS).text
