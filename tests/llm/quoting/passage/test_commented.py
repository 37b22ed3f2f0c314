"""Tests of comments in code blocks that say what the lines beside or below them do."""

from __future__ import annotations

import pytest

from chat.llm.quoting.passage.commented import code_comments


@pytest.mark.parametrize(
    ("language", "code", "said"),
    [
        ("shell", "lint check .      # Lint all files\nlint check a.py # Lint one file", ["Lint all files", "Lint one file"]),
        ("python", "# Upload a file,\n# or replace it\nup(a)\nup(b)\n\n# Alone by itself\n", ["Upload a file, or replace it"]),
        ("js", "// Open the door\nopen()\n// Close the door\nclose()", ["Open the door", "Close the door"]),
        ("ini", "# size = 3\nlimit = 4\n#\n# Sorted\norder = 1", []),
        ("markdown", "# Title of it\nText", []),
    ],
    ids=["behind the line", "above lines", "slashes", "settings that are commented out, single words", "headings"],
)
def test_a_comment_says_what_its_lines_do(language: str, code: str, said: list[str]) -> None:
    found = list(code_comments(f"```{language}\n{code}\n```"))

    assert [each.text for each in found] == said


def test_a_comment_comes_with_its_lines_alone() -> None:
    inline, above = code_comments("```sh\na  # Run the first\n\n  # Run the others\n  b\n  c\n\nd\n```")

    assert inline.code == "```sh\na  # Run the first\n```"
    assert above.code == "```sh\nb\nc\n```"
