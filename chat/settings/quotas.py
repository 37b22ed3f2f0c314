"""Quotas for each user. THREADWISE_TOKENS_A_DAY, which limits what models cost, is another one."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class QuotaSettings(Group):
    """Quotas for each user. THREADWISE_TOKENS_A_DAY, which limits what models cost, is another one."""

    requests_a_minute: int = Field(
        0,
        ge=0,
        description="Requests that one user may send in a minute: every request with a key, and questions and changes in the "
        "web chat. 0 means no limit.",
    )
    answers_at_once: int = Field(
        0, ge=0, description="Answers that may be written for one user at the same time. 0 means no limit."
    )
    upload_mb_a_day: int = Field(0, ge=0, description="Megabytes that one user may upload in a day (UTC). 0 means no limit.")
