"""How much one user may have; THREADWISE_TOKENS_A_DAY is another."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class QuotaSettings(Group):
    """How much one user may have; THREADWISE_TOKENS_A_DAY is another."""

    requests_a_minute: int = Field(
        0, ge=0, description="Requests of one user in a minute: by key all, in the web chat questions and changes; 0: no limit."
    )
    answers_at_once: int = Field(0, ge=0, description="Answers that are written for one user at the same time; 0: no limit.")
    upload_mb_a_day: int = Field(0, ge=0, description="Megabytes that one user may upload in a day (UTC); 0: no limit.")
