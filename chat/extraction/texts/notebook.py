"""Read Jupyter notebooks: text cells as Markdown, code cells as code, and the beginning of their output."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from chat.domain import Extracted
from chat.extraction.composition import Composition
from chat.extraction.joined import joined
from chat.extraction.texts.decoding import decode
from chat.extraction.texts.json_file import read_json
from chat.extraction.texts.markdown import read_markdown
from chat.settings import LimitSettings

MEDIA_TYPE = "application/x-ipynb+json"
_LONGEST_OUTPUT = 1_000
"""Most characters of a cell's output that are kept."""
_PRINTED = ("text/plain", "text/markdown", "text/latex")


def read_notebook(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the cells from top to bottom; JSON that is not a notebook is read as JSON. Raises DamagedFile and FileTooLarge."""
    decoded = decode(content)
    try:
        notebook = json.loads(decoded.text, parse_int=str, parse_float=str)
    except (json.JSONDecodeError, RecursionError):
        return read_json(content, limits)
    cells = list(_cells(notebook))
    if not cells:
        return read_json(content, limits)
    metadata = notebook.get("metadata")
    language = _language(metadata if isinstance(metadata, dict) else {})
    parts = [part for cell in cells if (part := _part(cell, language, limits)) is not None]
    whole = joined(parts, MEDIA_TYPE)
    title = next((heading.title for heading in whole.headings if heading.level == 1), None)
    return replace(whole, title=title)


def _cells(notebook: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the cells of version 4, or of the worksheets of version 3, checking the structure at each step."""
    if not isinstance(notebook, dict):
        return
    sheets = notebook.get("worksheets")
    for sheet in [notebook, *(sheets if isinstance(sheets, list) else [])]:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        for cell in cells if isinstance(cells, list) else []:
            if isinstance(cell, dict) and "cell_type" in cell:
                yield cell


def _language(metadata: Mapping[str, Any]) -> str:
    info = metadata.get("language_info") or metadata.get("kernelspec")
    name = (info.get("name") or info.get("language")) if isinstance(info, dict) else None
    return name if isinstance(name, str) and name.isalnum() else ""


def _part(cell: Mapping[str, Any], language: str, limits: LimitSettings) -> Extracted | None:
    source = _text(cell.get("source", cell.get("input")))
    if cell["cell_type"] == "heading":  # version 3
        source = f"{'#' * _level(cell.get('level'))} {source}"
    if cell["cell_type"] in ("markdown", "heading"):
        return read_markdown(source.encode("utf-8", "replace"), limits) if source.strip() else None
    text = Composition(limits)
    if cell["cell_type"] == "code" and source.strip():
        source = f"```{language}\n{source.rstrip()}\n```"
    text.verbatim(source)
    outputs = cell.get("outputs")
    printed = "\n".join(filter(None, (_output(each) for each in (outputs if isinstance(outputs, list) else []))))
    if printed.strip():
        short = printed if len(printed) <= _LONGEST_OUTPUT else f"{printed[:_LONGEST_OUTPUT]}…"
        text.verbatim(f"Output:\n{short.strip()}")
    return None if text.empty else text.extracted(MEDIA_TYPE)


def _output(output: Any) -> str:
    """Return what was printed, the result as text, or the error; pictures are left out."""
    if not isinstance(output, dict):
        return ""
    if "ename" in output:
        return f"{_text(output['ename'])}: {_text(output.get('evalue'))}"
    if "text" in output:
        return _text(output["text"])
    data = output.get("data")
    return next((_text(data[kind]) for kind in _PRINTED if kind in data), "") if isinstance(data, dict) else ""


def _text(value: Any) -> str:
    """Return a text that is stored as one string or as a list of lines."""
    if isinstance(value, list):
        return "".join(each for each in value if isinstance(each, str))
    return value if isinstance(value, str) else ""


def _level(stated: Any) -> int:
    return int(stated) if isinstance(stated, str) and stated in "123456" and stated else 1
