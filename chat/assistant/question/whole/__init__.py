"""Questions about whole documents: which documents they mean, and the passages that cover these section by section."""

from __future__ import annotations

from chat.assistant.question.whole.survey import Survey
from chat.assistant.question.whole.whole import Whole

__all__ = ["Survey", "Whole"]
