"""Widget on other sites."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class WidgetSettings(Group):
    """Widget on other sites."""

    widget_origins: str = Field(
        "",
        description="Origins of pages that may show the widget, comma-separated, as in `https://shop.example.org`. They apply "
        "to keys that name no origin of their own. Origins in THREADWISE_ORIGINS may show the widget, too.",
    )
    widget_visitor_questions: int = Field(10, ge=1, description="Questions that one visitor may ask in a minute.")
    widget_site_questions: int = Field(
        120, ge=1, description="Questions that all visitors of one origin together may ask in a minute."
    )
    widget_visitor_files: int = Field(
        50, ge=0, description="Files that one visitor may have stored at a time. With 0 visitors cannot add files."
    )
    widget_visitor_mb: int = Field(
        100,
        ge=0,
        description="Total size of the files that one visitor may have stored, in megabytes. With 0 visitors cannot add files.",
    )
    widget_visitor_days: int = Field(
        0,
        ge=0,
        description="Days after their last visit after which a visitor's data is deleted. 0 keeps it until the visitor or the "
        "site deletes it.",
    )
