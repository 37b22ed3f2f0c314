"""Questions about whole documents: which documents they mean, and the passages that cover these section by section.

`whole` combines the steps: `documents` are those that the question means, `within` is the part of them that it asks about,
`stretches` cut that into pieces that fit, and the `survey` is what a model reads or quotes tell of each.
"""

from __future__ import annotations

from chat.assistant.question.whole.survey import Survey
from chat.assistant.question.whole.whole import Whole

__all__ = ["Survey", "Whole"]
