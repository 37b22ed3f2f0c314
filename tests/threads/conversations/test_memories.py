from __future__ import annotations

from chat.domain import Altered
from chat.threads.conversations.memories import recalled


def test_a_message_is_recalled_without_what_is_forgotten_and_with_what_is_corrected() -> None:
    text = "I am Ann. I live in Bonn. I like tea."

    assert recalled(text, ()) is None
    assert recalled(text, [Altered(10, 25, None)]) == "I am Ann. I like tea."
    assert recalled(text, [Altered(26, 37, "I like coffee."), Altered(0, 9, None)]) == "I live in Bonn. I like coffee."
