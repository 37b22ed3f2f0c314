"""Estimate the number of tokens in a text.

Every model counts differently, and their vocabularies would have to be downloaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil

from chat.llm.base import PromptMessage

_BYTES = 4
"""UTF-8 bytes per token. On nine kinds of English text (chat, filings, code, tables) this gives .92 to 1.28 times the count of
OpenAI's two vocabularies; in six other languages 1.05 to 2.2 times the newer one's and .66 to 1.0 times the older one's."""
_FIGURES = 0.75
"""Extra tokens per ASCII digit or sign, because the vocabularies of small models hold one token for each. With SmolLM2's
vocabulary, two filings need 1.4 times as many tokens as estimated from bytes alone (pages of figures up to 3.3 times), and .93
(1.15) times with this. The estimate exceeds OpenAI's count, which only costs room."""
_FIGURE = re.compile(r"[0-9$%(),.;:—–/|*+=<>#&@\[\]{}\-]")
_PER_MESSAGE = 4
"""Tokens for a message's role and delimiters."""


def estimated(text: str) -> int:
    return ceil(len(text.encode("utf-8", "replace")) / _BYTES + _FIGURES * len(_FIGURE.findall(text)))


def of_messages(messages: Iterable[PromptMessage]) -> int:
    return sum(_PER_MESSAGE + estimated(message.content) for message in messages)
