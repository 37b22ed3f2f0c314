"""Modules and models that the fork server of the readers loads at start: the language model.

Processes that only talk to the server do not import this.
"""

from __future__ import annotations

from chat.extraction.texts.language import identifier

identifier()
