from __future__ import annotations

import re
from pathlib import Path

import pytest

from chat import settings

ROOT = Path(__file__).parent.parent


def test_the_settings_page_is_what_the_code_says() -> None:
    assert (ROOT / "docs/settings.md").read_text() == settings.table(), "run: python -m chat.settings > docs/settings.md"


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *[f"docs/decisions/{p.name}" for p in (ROOT / "docs/decisions").glob("*.md")]]
)
def test_links_lead_to_files_that_exist(page: str) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text())

    missing = [target for target in targets if not ((ROOT / page).parent / target).exists()]

    assert missing == []


def test_every_setting_in_the_readme_exists() -> None:
    known = {settings.variable(group, field) for group in settings.GROUPS for field in group.model_fields}

    named = set(re.findall(r"`((?:THREADWISE|OPENAI|EMBEDDING)_[A-Z_]+)`", (ROOT / "README.md").read_text()))

    assert named <= known
    assert named
