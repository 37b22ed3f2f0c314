"""Words for what belongs to the speaker, as parts of patterns: "my", "unsere", "notre"."""

from __future__ import annotations

OURS = r"(?:my|our|meine?|unsere?|mon|ma|notre|mi|nuestr[oa])"
"""Before one thing that a sentence is about."""
OURS_IN_EACH_FORM = r"(?:my|our|mein\w*|unser\w*|mon|ma|mes|notre|nos|mis?|nuestr\w+)"
"""In each gender, number and case."""
