from __future__ import annotations

import pytest

from chat.llm.quoting.passage.log_lines import is_logged_on_another_day, reports_trouble
from tests.llm.quoting.answers import quoted
from tests.passages import from_document

LOG = """2024-03-04 02:00:01 INFO  backup: started run 1183
2024-03-04 02:17:40 ERROR disk: no space left on /mnt/backup
2024-03-04 02:17:41 ERROR backup: run 1183 failed and was aborted
2024-03-04 02:17:42 INFO  mail: alert sent
2024-03-05 02:00:09 WARN  backup: nas01 did not answer, backup may fail
"""


async def test_why_something_failed_is_told_with_the_errors_around_it() -> None:
    assert await quoted("Why did the backup fail on 4 March?", from_document(LOG, name="backup.log")) == (
        "“2024-03-04 02:17:40 ERROR disk: no space left on /mnt/backup"
        " 2024-03-04 02:17:41 ERROR backup: run 1183 failed and was aborted” [1]"
    )


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("2024-03-04 02:17:40 ERROR disk: full", False),
        ("2024-03-05 02:17:40 ERROR disk: full", True),
        ("Mar  4 02:17:40 nas kernel: full", False),
        ("Mar 14 02:17:40 nas kernel: full", True),
        ("The disk was full on 2024-03-05.", False),
    ],
)
def test_a_line_of_a_log_is_from_one_day(line: str, other: bool) -> None:
    assert is_logged_on_another_day(frozenset({(3, 4)}), line) is other
    assert not is_logged_on_another_day(frozenset(), line)


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("2024-03-04 02:17:40 ERROR disk: full", True),
        ("Mar  4 02:17:40 nas kernel: error: read failed", True),
        ("2024-03-04 02:17:40 INFO disk: no errors", False),
        ("ERROR is written in front of what failed.", False),
    ],
)
def test_errors_and_warnings_of_a_log_are_troubles(line: str, trouble: bool) -> None:
    assert reports_trouble(line) is trouble
