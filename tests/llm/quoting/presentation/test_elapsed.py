from __future__ import annotations

from datetime import date

import pytest

from chat.llm.quoting.presentation.elapsed import word_elapsed
from chat.llm.quoting.question.elapsed import Unit


@pytest.mark.parametrize(
    ("until", "unit", "language", "wording"),
    [
        (date(2024, 4, 19), "day", "english", "21 days, from 29 March 2024 to 19 April 2024."),
        (date(2024, 4, 19), "week", "english", "3 weeks, from 29 March 2024 to 19 April 2024."),
        (date(2024, 4, 7), "week", "english", "1 week and 2 days, from 29 March 2024 to 7 April 2024."),
        (date(2025, 5, 30), "month", "english", "14 months and 1 day, from 29 March 2024 to 30 May 2025."),
        (date(2025, 5, 30), "year", "english", "1 year, 2 months and 1 day, from 29 March 2024 to 30 May 2025."),
        (date(2024, 4, 19), None, "english", "21 days, from 29 March 2024 to 19 April 2024."),
        (date(2024, 6, 29), None, "english", "3 months, from 29 March 2024 to 29 June 2024."),
        (date(2024, 4, 19), "day", "german", "21 Tage, vom 29. März 2024 bis zum 19. April 2024."),
        (date(2024, 4, 19), "day", "french", "21\N{NO-BREAK SPACE}jours, du 29 mars 2024 au 19 avril 2024."),
        (date(2024, 4, 19), "day", "spanish", "21 días, del 29 de marzo de 2024 al 19 de abril de 2024."),
    ],
)
def test_the_time_between_two_days_is_worded_in_the_unit_asked_for(
    until: date, unit: Unit | None, language: str, wording: str
) -> None:
    assert word_elapsed([until, date(2024, 3, 29)], unit, language) == wording
