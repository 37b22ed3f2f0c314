"""`python -m chat.settings > docs/settings.md`."""

from __future__ import annotations

import sys

from chat.settings.page import table

sys.stdout.write(table())
