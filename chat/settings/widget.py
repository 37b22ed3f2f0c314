"""The chat on other people's pages."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class WidgetSettings(Group):
    """The chat on other people's pages."""

    widget_origins: str = Field(
        "",
        description="Origins of pages that may show the widget, comma-separated, as `https://shop.example.org`, for keys that"
        " name none of their own; those of THREADWISE_ORIGINS may, too.",
    )
    widget_visitor_questions: int = Field(10, ge=1, description="Questions that one visitor may ask in a minute.")
    widget_site_questions: int = Field(120, ge=1, description="Questions that all visitors of one origin may ask in a minute.")
    widget_visitor_files: int = Field(50, ge=0, description="Files of one visitor that are kept at a time; 0: they add none.")
    widget_visitor_mb: int = Field(100, ge=0, description="What these may have together, megabytes.")
    widget_visitor_days: int = Field(
        0, ge=0, description="Days after their last visit after which a visitor is erased; 0: kept until they or the site say so."
    )
