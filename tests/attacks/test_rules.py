"""Tests that the table of rules names existing tests, and that locked packages have the fixes of known vulnerabilities."""

from __future__ import annotations

import ast
import re

import pytest

from tests import attacks
from tests.serving import ROOT

RULES = re.findall(r"^\| (T\d+) [^|]+\| ([^|]+)\|$", attacks.__doc__ or "", re.MULTILINE)
FLOORS = {
    "chainlit": (2, 12, 0),
    "pypdf": (7, 1, 0),
    "starlette": (0, 49, 1),
    "mcp": (1, 28, 1),
    "python-multipart": (0, 0, 20),
    "lxml": (6, 0, 0),
    "h11": (0, 16, 0),
    "chromadb": (1, 5, 9),
}
"""First releases with fixes for all vulnerabilities published until 2026-11."""


def test_every_rule_has_its_tests() -> None:
    assert [name for name, _ in RULES] == [f"T{number}" for number in range(1, 32)]


@pytest.mark.parametrize(("rule", "tests"), RULES, ids=[name for name, _ in RULES])
def test_the_tests_of_a_rule_exist(rule: str, tests: str) -> None:
    for test in tests.split():
        place, _, name = test.partition("::")
        tree = ast.parse((ROOT / place).read_text(encoding="utf-8"))
        functions = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert name in functions, f"{rule}: {test}"


@pytest.mark.parametrize("package", FLOORS)
def test_what_is_locked_is_not_older_than_its_last_known_hole(package: str) -> None:
    locked = re.search(rf"^{package}==([\d.]+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)

    assert locked is not None
    assert tuple(int(part) for part in locked[1].split(".")) >= FLOORS[package]
