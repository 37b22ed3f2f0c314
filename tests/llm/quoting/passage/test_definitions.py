from __future__ import annotations

import pytest

from chat.llm.quoting.passage.definitions import purpose, signature


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('def fuse(a, b):\n    """Both rankings as one. Ties keep their order."""\n', "Both rankings as one."),
        (
            "/**\n * Opens the `door` for a guest.\n * @param name who\n */\nfunction open(name) {\n",
            "Opens the door for a guest.",
        ),
        ("// Closes the door behind them.\nfunc Close() {\n", "Closes the door behind them."),
        ("# --- search terms ------------------------------\n\ndef terms(text):\n    return text\n", None),
        ("def terms(text):\n    return text.split()\n", None),
    ],
    ids=["docstring", "block", "lines", "a rule", "nothing"],
)
def test_code_says_what_it_is_for_in_its_first_sentence(code: str, said: str | None) -> None:
    assert purpose(code) == said


def test_a_signature_is_one_line() -> None:
    code = "@cached\nasync def search(\n    self,\n    question: str,\n) -> Found:\n    return found\n"

    assert signature(code, "def search") == "async def search(self, question: str) -> Found"
    assert signature("x = 1", "def gone") == "def gone"
