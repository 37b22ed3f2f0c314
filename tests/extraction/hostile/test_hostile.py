"""Tests that any file, in the reader process and within the limits of uploads, ends as a text or as a sentence on why it could
not be read, and that the next file is read."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chat.chunking.chunk import cut
from chat.chunking.structure import sections
from chat.domain import Extracted
from chat.errors import FileRefused
from chat.extraction.extract import extract
from chat.extraction.sandbox import Sandbox
from chat.settings import ChunkingSettings, LimitSettings
from tests import files, office_files, web_files
from tests.extraction.hostile.others import ARCHIVES, TABLES, TEXTS, Build
from tests.extraction.hostile.pdfs import PDFS

CHUNKING = ChunkingSettings()
LIMITS = LimitSettings(max_characters=300_000, max_table_characters=3_000_000, max_unpacked_mb=50, max_archive_entries=2_000)
"""At most a tenth of the defaults, because decompressing gigabytes and chunking millions of characters would take too long."""
CASES = {
    **{f"{kind}|file.pdf": build for kind, build in PDFS.items()},
    **TEXTS,
    **TABLES,
    **ARCHIVES,
}
SENTENCE = re.compile(r"[A-Z0-9].{5,}\.", re.DOTALL)


def tokens(text: str) -> int:
    return len(text) // 4 + 1


def read(name: str, content: bytes) -> Extracted | str:
    """Return the extracted text, or the message on why there is none."""
    try:
        return extract(name, content, LIMITS)
    except FileRefused as error:
        return str(error)


def check(extracted: Extracted | str, name: str) -> None:
    """Check that a refusal is a sentence, that all offsets are within the text, and that its chunks cover it except for noise."""
    if isinstance(extracted, str):
        assert SENTENCE.fullmatch(extracted), extracted
        return
    end = len(extracted.text)
    starts = [heading.start for heading in extracted.headings]
    assert starts == sorted(starts)
    assert all(0 <= start <= end for start in starts)  # an outline may lead to an empty last page
    assert all(0 <= table.start < table.end <= end for table in extracted.tables)
    assert all(one.end <= other.start for one, other in zip(extracted.tables, extracted.tables[1:], strict=False))
    assert all(0 <= page.start <= page.end <= end for page in extracted.pages)
    pieces = cut(extracted, sections(extracted, name), CHUNKING, tokens)
    behind = 0
    noise = "".join(extracted.text[span.start : span.end] for span in extracted.noise)
    left = []
    for piece in pieces:
        assert 0 <= piece.start < piece.end <= end
        left.append(extracted.text[behind : max(behind, piece.start)])
        behind = max(behind, piece.end)
    left.append(extracted.text[behind:])
    assert len("".join("".join(left).split())) <= len("".join(noise.split()))


@pytest.mark.parametrize("kind", CASES)
async def test_a_hostile_file_ends_as_a_text_or_a_sentence(kind: str) -> None:
    name, content = kind.rpartition("|")[2], CASES[kind]()
    reading = Sandbox(LIMITS)

    try:
        ended: Extracted | str = await reading.extract(name, content)
    except FileRefused as error:
        ended = str(error)

    check(ended, name)
    assert (await reading.extract(files.NOTES_NAME, files.notes_markdown())).text == files.NOTES_MARKDOWN
    await reading.close()


WHOLE: dict[str, Build] = {
    "file.pdf": files.handbook_pdf,
    "file.docx": office_files.handbook_docx,
    "file.pptx": office_files.deck_pptx,
    "file.xlsx": office_files.prices_xlsx,
    "file.ods": office_files.prices_ods,
    "file.odt": lambda: office_files.odt_of("<text:h>Pump</text:h><text:p>It stands in the cellar.</text:p>"),
    "file.epub": web_files.book,
    "file.zip": web_files.archive,
    "file.eml": lambda: web_files.handbook_mail().as_bytes(),
    "file.html": lambda: (web_files.PAGE + web_files.TURBINES).encode(),
    "file.md": files.notes_markdown,
    "file.csv": files.prices_csv,
    "file.json": lambda: b'[{"a": 1, "b": {"c": [1, 2]}}, {"a": "x"}]',
    "file.jsonl": lambda: b'{"a": 1}\n{"a": 2}\n',
    "file.ipynb": lambda: b'{"cells": [{"cell_type": "markdown", "source": ["# T"]}, {"cell_type": "code", "source": "x"}]}',
    "file.rst": lambda: b"A\n=\n\nB\n-\n\ntext\n",
    "file.py": lambda: b"class B:\n    def c(self):\n        '''d'''\n",
    "file.tsv": lambda: b"a\tb\n1\t2\n",
    "file.xls": lambda: office_files.compound("Workbook"),
    "file.txt": lambda: files.ENGLISH_TEXT.encode(),
    "file": files.png,
}


@cache
def whole(name: str) -> bytes:
    return WHOLE[name]()


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_under_the_name_of_another_kind_is_read_or_refused(name: str) -> None:
    for other in WHOLE:
        check(read(name, whole(other)), name)


CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 60), st.binary(max_size=16)), min_size=1, max_size=5)
"""Changes to bytes: where, how many are removed, and what replaces them."""


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(changes=CHANGES, kept=st.floats(0.3, 1))
def test_a_damaged_file_gives_a_text_that_can_be_cut_or_a_sentence(
    name: str, changes: list[tuple[float, int, bytes]], kept: float
) -> None:
    content = whole(name)
    content = content[: int(kept * len(content)) + 1] if kept < 0.6 else content
    for place, dropped, put in changes:
        at = int(place * len(content))
        content = content[:at] + put + content[at + dropped :]

    check(read(name, content), name)
