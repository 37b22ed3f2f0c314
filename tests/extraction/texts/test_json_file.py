"""Tests of JSON, JSON lines and notebooks as readable text."""

from __future__ import annotations

import json

import pytest

from chat.domain import Extracted
from chat.extraction.texts.json_file import read_json, read_json_lines
from chat.extraction.texts.notebook import read_notebook
from chat.settings import LimitSettings

LIMITS = LimitSettings()


def read(text: str) -> Extracted:
    return read_json(text.encode(), LIMITS)


def rows(extracted: Extracted) -> list[str]:
    [table] = extracted.tables
    return extracted.text[table.start : table.end].splitlines()


def test_like_objects_are_rows() -> None:
    extracted = read('[{"id": 1, "of": {"kW": 2.50}}, {"of": {"kW": null}, "note": "two\\nlines", "tags": ["a", "b"], "id": 7}]')

    assert rows(extracted) == ["id: 1; of.kW: 2.50", "id: 7; note: two lines; tags: a, b"]
    assert extracted.tables[0].columns == ("id", "of.kW", "note", "tags")


def test_a_value_that_reads_as_the_next_cell_is_written_otherwise() -> None:
    extracted = read('[{"note": "broken; place: attic", "place": "cellar"}, {"note": "whole; and old", "place": "hall"}]')

    assert rows(extracted) == ["note: broken, place: attic; place: cellar", "note: whole; and old; place: hall"]


def test_an_object_gives_sections_of_lines_and_rows() -> None:
    extracted = read(
        '{"name": "Aurora", "opened": 1987, "crew": [{"who": "Ingrid"}, {"who": "Olav"}],'
        ' "power": {"wind": {"masts": [{"kW": 225, "by": [["x"]]}]}}}'
    )

    assert extracted.title == "Aurora"
    assert extracted.text == (
        "name: Aurora\nopened: 1987\n\ncrew\n\nwho: Ingrid\nwho: Olav\n\npower\n\nwind.masts[0].kW: 225\nwind.masts[0].by[0]: x\n"
    )
    assert [(heading.title, extracted.text[heading.start :].split("\n")[0]) for heading in extracted.headings] == [
        ("crew", "crew"),
        ("power", "power"),
    ]


def test_a_list_of_nested_objects_has_a_section_for_each() -> None:
    extracted = read('[{"title": "Soup", "turns": [[{"say": "hi"}]]}, {"turns": [[1]]}]')

    assert [heading.title for heading in extracted.headings] == ["Soup", "Item 2"]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        pytest.param('{"a": NaN, "b": -Infinity}', "a: NaN\nb: -Infinity", id="no numbers"),
        pytest.param('{"a": 1, "a": 2}', "a: 1\na: 2", id="a name twice"),
        pytest.param('[{"a": 1, "a": 2}, {"a": 3}]', "a: 1 / 2\na: 3\n", id="a name twice in a row"),
        pytest.param('{"a": 1e999, "b": 0.10}', "a: 1e999\nb: 0.10", id="numbers as written"),
        pytest.param('"words"', "words", id="a text"),
        pytest.param('{"": "x", "b": true, "c": [], "d": null}', "x\nb: true", id="names and values of nothing"),
    ],
)
def test_odd_values(text: str, read_as: str) -> None:
    assert read(text).text.strip("\n") == read_as.strip("\n")


def test_json_lines_are_rows_and_broken_ones_stand_at_the_end() -> None:
    extracted = read_json_lines(b'{"a": 1}\n{"a": 2}\n\n{"a": 3\n{"a": 4}\n', LIMITS)

    assert extracted.media_type == "application/jsonl"
    assert extracted.text == 'a: 1\na: 2\na: 4\n\n{"a": 3\n'
    assert rows(extracted) == ["a: 1", "a: 2", "a: 4"]
    assert extracted.coverage.warnings == ("Lines that hold no valid JSON (1) stand at the end.",)


def test_json_lines_named_json_are_read_as_such() -> None:
    assert read('{"a": 1}\n{"a": 2}\n').media_type == "application/jsonl"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(
            '{"a": 1,\n "b" 2}', "This is not valid JSON (line 2, column 6); it was read as plain text.", id="a colon missing"
        ),
        pytest.param("[" * 100_000, "This JSON is nested too deeply; it was read as plain text.", id="a depth bomb"),
    ],
)
def test_what_is_no_json_is_read_as_text_with_a_warning(text: str, sentence: str) -> None:
    extracted = read(text)

    assert extracted.text == text
    assert extracted.coverage.warnings == (sentence,)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": ' * 900 + "1" + "}" * 900, id="nesting"),
        pytest.param("[" + "9" * 1_000_000 + "]", id="a number of a million digits"),
        pytest.param("[" + ",".join(f'{{"column {number}": 1}}' for number in range(20_000)) + "]", id="columns"),
        pytest.param('{"' + "k" * 100_000 + '": {"x": [[1], [2]]}}', id="a name of 100,000 letters"),
        pytest.param("[" + ",".join(['{"m": {"%s": {"n": [[1]]}}}' % ("u" * 36)] * 2_000) + "]", id="long paths"),
    ],
)
def test_text_does_not_outgrow_a_hostile_file(text: str) -> None:
    assert len(read(text).text) < 5 * len(text)


def notebook(*cells: dict[str, object], **more: object) -> bytes:
    return json.dumps({"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": cells, **more}).encode()


def test_a_notebook_reads_as_its_cells() -> None:
    extracted = read_notebook(
        notebook(
            {"cell_type": "markdown", "source": ["# Wind\n", "Measured *daily*."]},
            {
                "cell_type": "code",
                "source": "print(kW)",
                "outputs": [
                    {"output_type": "stream", "text": ["225\n"]},
                    {"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": ["<Figure>"]}},
                    {"output_type": "error", "ename": "NameError", "evalue": "no kW"},
                ],
            },
            {"cell_type": "markdown", "source": "## Storms"},
        ),
        LIMITS,
    )

    assert extracted.text == (
        "# Wind\nMeasured *daily*.\n\n```python\nprint(kW)\n```\n\nOutput:\n225\n\n<Figure>\nNameError: no kW\n\n## Storms"
    )
    assert extracted.title == "Wind"
    assert [extracted.text[heading.start :].split("\n")[0] for heading in extracted.headings] == ["# Wind", "## Storms"]


def test_of_long_outputs_the_beginning_is_kept() -> None:
    content = notebook({"cell_type": "code", "source": "x", "outputs": [{"text": "long " * 10_000}]})

    assert len(read_notebook(content, LIMITS).text) < 1_100


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b'{"a": 1}', id="other JSON"),
        pytest.param(b"[1]", id="a list"),
        pytest.param(b'{"cells": [1, {}, {"cell_type": 5}], "metadata": 7}', id="cells of other shapes"),
        pytest.param(b'{"cells": [{"cell_type": "code", "source": {}, "outputs": 3}]}', id="sources of other shapes"),
        pytest.param(b'{"worksheets": [{"cells": [{"cell_type": "heading", "level": 9, "source": "T"}]}]}', id="version 3"),
        pytest.param(b"{", id="no JSON"),
    ],
)
def test_files_that_are_hardly_notebooks_are_read(content: bytes) -> None:
    assert isinstance(read_notebook(content, LIMITS), Extracted)
