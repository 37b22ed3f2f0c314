"""What the server of readers loads when it starts, and no process that only talks to it: the model of languages."""

from __future__ import annotations

from chat.extraction.texts.language import identifier

identifier()
