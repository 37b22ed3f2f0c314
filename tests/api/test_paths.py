from __future__ import annotations

import pytest

from chat.api.paths import resolved


@pytest.mark.parametrize(
    ("sent", "routed"),
    [
        ("/threads", "/threads"),
        ("/threads/t", "/threads/t"),
        ("/threads/conv-26%2FD1:1", "/threads/conv-26%2FD1%3A1"),
        ("/threads/conv-26/D1:1", "/threads/conv-26%2FD1%3A1"),
        ("/threads/conv-26/D1:1/messages", "/threads/conv-26%2FD1%3A1/messages"),
        ("/threads/conv-26/D1:1/export", "/threads/conv-26%2FD1%3A1/export"),
        ("/threads/t/messages/m/export", "/threads/t/messages/m/export"),
        ("/threads/conv-26/D1:1/messages/D1/3", "/threads/conv-26%2FD1%3A1/messages/D1%2F3"),
        ("/threads/a/search/b", "/threads/a%2Fsearch%2Fb"),
        ("/threads/a/search/b/search", "/threads/a%2Fsearch%2Fb/search"),
        ("/threads/a/b/ask/stream", "/threads/a%2Fb/ask/stream"),
        ("/threads/a/b/analytics", "/threads/a%2Fb/analytics"),
        ("/threads/a%2Fmessages/messages/m", "/threads/a%2Fmessages/messages/m"),
        ("/threads/a/documents/x/y/text", "/threads/a/documents/x%2Fy/text"),
        ("/threads/a/documents/x%2Ftext", "/threads/a/documents/x%2Ftext"),
        ("/threads/a/documents/x/sections/s/1", "/threads/a/documents/x/sections/s%2F1"),
        ("/threads/a/b/instructions/c/d", "/threads/a%2Fb/instructions/c%2Fd"),
        ("/libraries/a/b", "/libraries/a%2Fb"),
        ("/libraries/a/b/documents", "/libraries/a%2Fb/documents"),
        ("/libraries/a/b/documents/x/y/sections/s/1", "/libraries/a%2Fb/documents/x%2Fy/sections/s%2F1"),
        ("/jobs/a/b", "/jobs/a%2Fb"),
        ("/docs", "/docs"),
    ],
)
def test_a_path_is_routed_by_its_words_and_identifiers_keep_their_slashes(sent: str, routed: str) -> None:
    assert resolved(sent) == routed
