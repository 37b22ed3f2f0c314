from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.core import TyperGroup

from chat.__main__ import ALL
from chat.api.bodies import Search, SearchFilters
from chat.api.completions.bodies import HARMLESS, Completion
from chat.cli.commands.backup import backup
from chat.cli.commands.ingest import ingest
from chat.cli.commands.mcp import mcp
from chat.cli.commands.search import search
from chat.cli.registry import loaded
from chat.domain import Cut, Moved, PartName
from chat.evaluation.commands import bench, evaluate
from chat.llm.models import Model, models
from chat.settings import AnsweringSettings
from chat.settings.page import GROUPS, table, variable

ROOT = Path(__file__).parent.parent


def test_the_settings_page_is_what_the_code_says() -> None:
    assert (ROOT / "docs/settings.md").read_text() == table(), "run: python -m chat.settings > docs/settings.md"


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/answers.md",
        "docs/models.md",
        "docs/openai.md",
        "docs/mcp.md",
        "docs/widget.md",
        "docs/cli.md",
        "docs/backup.md",
        "docs/analytics.md",
        "docs/people.md",
        "docs/api.md",
        *[f"docs/decisions/{p.name}" for p in (ROOT / "docs/decisions").glob("*.md")],
    ],
)
def test_links_lead_to_files_that_exist(page: str) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text())

    missing = [target for target in targets if not ((ROOT / page).parent / target).exists()]

    assert missing == []


def test_files_that_pages_and_code_name_exist() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "Makefile", ROOT / "pyproject.toml"]
    ours = re.compile(r"(?<![\w/.-])(?:chat|tests|docs|benchmarks|public)/[\w./-]*\w")

    named = {
        path
        for page in [*pages, *ROOT.glob("docs/**/*.md"), *ROOT.glob("chat/**/*.py")]
        for path in ours.findall(page.read_text())
    }

    assert [path for path in sorted(named) if not any(ROOT.glob(f"{path}*"))] == []  # decisions are named by their number alone


def _packages() -> list[Path]:
    return [file.parent for file in sorted(ROOT.glob("chat/**/__init__.py")) if "migrations" not in file.parts]


@pytest.mark.parametrize("package", _packages(), ids=lambda package: str(package.relative_to(ROOT)))
def test_a_package_says_what_it_is_for_and_names_modules_that_it_has(package: Path) -> None:
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text()))

    assert said
    assert [
        name for name in re.findall(r"`([a-z_]+)`", said) if not {package / name, package / f"{name}.py"} & {*package.iterdir()}
    ] == []


@pytest.mark.parametrize("package", _packages()[1:], ids=lambda package: str(package.relative_to(ROOT)))
def test_a_package_of_several_modules_names_each_or_says_that_there_is_one_for_each(package: Path) -> None:
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""

    modules = {each.stem for each in package.glob("[a-z]*.py")} | {each.parent.name for each in package.glob("*/__init__.py")}

    assert len(modules) <= 4 or "a module for each" in said or modules - set(re.findall(r"`([a-z_0-9]+)`", said)) == set()


def test_the_readme_names_every_package_at_the_top() -> None:
    tree = (ROOT / "README.md").read_text()

    assert [package.name for package in _packages() if package.parent.name == "chat" and f"{package.name}/" not in tree] == []


def _levels() -> list[set[str]]:
    """Return the levels of the import contract, from the top, each with its packages and modules."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["name"] == "Imports point down")
    return [set(re.findall(r"\w+", layer)) for layer in layers if layer != "__main__"]


def test_the_readme_gives_the_levels_of_the_import_contract() -> None:
    given = re.search(r"Imports only point down these levels\s+\((.*?)\);", (ROOT / "README.md").read_text(), re.DOTALL)

    assert given
    assert [set(re.findall(r"\w+", level)) for level in given[1].split(">")] == _levels()


def test_the_page_on_architecture_names_every_level() -> None:
    rows = re.findall(r"^\| [a-z]+ \| (`.*?) \|", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE)

    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]

    assert sorted(named) == sorted(set().union(*_levels()))


def test_the_readme_is_short_and_shows_three_small_pictures() -> None:
    readme = (ROOT / "README.md").read_text()

    pictures = [ROOT / target for target in re.findall(r"!\[[^]]+]\(([^)]+)\)", readme)]

    assert len(readme.splitlines()) < 200
    assert [picture.name for picture in pictures] == ["answer.png", "reading.png", "widget.png"]
    assert max(picture.stat().st_size for picture in pictures) < 200_000


def test_every_setting_in_the_readme_exists() -> None:
    known = {variable(group, field) for group in GROUPS for field in group.model_fields}

    named = set(re.findall(r"`((?:THREADWISE|OPENAI|EMBEDDING)_[A-Z_]+)`", (ROOT / "README.md").read_text()))

    assert named <= known
    assert named


def _commands(page: str) -> list[str]:
    """Return every `threadwise ...` line in the page's code blocks without a language."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    return [line for language, block in blocks if not language for line in block.splitlines() if "threadwise " in line]


COMMANDS: dict[str, Callable[..., None]] = {
    "ingest": ingest,
    "search": search,
    "mcp": mcp,
    "eval": evaluate,
    "bench": bench,
    "backup": backup,
}
"""Commands that have a page of their own, by name."""


def _click(name: str) -> Any:  # Any: typer types its commands by a private module
    command = typer.Typer(add_completion=False)
    command.command()(COMMANDS[name])
    return typer.main.get_command(command)


@pytest.mark.parametrize("line", [line for name in COMMANDS for line in _commands(f"docs/{name}.md")])
def test_examples_are_right_usage(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "notes.md").write_text("Words.")
    (tmp_path / "report.pdf").touch()
    (tmp_path / "sets").mkdir()
    monkeypatch.chdir(tmp_path)
    _, _, called = line.partition("threadwise ")
    name, *words = shlex.split(called)

    if name in COMMANDS:
        _click(name).make_context(name, words)
    else:
        assert name in ALL


@pytest.mark.parametrize("page", [page.name for page in (ROOT / "docs").glob("*.md")])
def test_every_command_on_a_page_is_one_and_takes_these_words(page: str) -> None:
    for line in _commands(f"docs/{page}"):
        _, _, called = line.partition("threadwise ")
        name, *words = shlex.split(called)
        command = loaded(name, ALL[name])
        while isinstance(command, TyperGroup):
            inner = command.get_command(command.make_context(name, ["--help"], resilient_parsing=True), words[0])
            assert inner is not None, line
            command, words = inner, words[1:]

        unknown = [word for word in words if word.startswith("--") and word not in _spelled(command)]

        assert unknown == [], line


def _spelled(command: Any) -> set[str]:  # Any: typer types its commands by a private module
    return {option for each in command.params for option in [*each.opts, *each.secondary_opts]}


@pytest.mark.parametrize("name", ["analytics", "ask", "delete", "export", "import"])
def test_the_page_on_the_command_line_names_the_options_of_those_without_a_page(name: str) -> None:
    spelled = {option for each in loaded(name, ALL[name]).params for option in each.opts if option.startswith("--")}

    assert spelled - set(re.findall(r"--[a-z-]+", (ROOT / "docs/cli.md").read_text())) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_a_command_names_every_option(name: str) -> None:
    spelled = [option for each in _click(name).params for option in [*each.opts, *each.secondary_opts]]
    options = {option for option in spelled if option.startswith("--")}

    assert options - set(re.findall(r"--[a-z-]+", (ROOT / f"docs/{name}.md").read_text())) == set()


def test_the_page_on_models_shows_a_file_that_can_be_read_and_names_every_field(tmp_path: Path) -> None:
    page = (ROOT / "docs/models.md").read_text()
    [example] = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "models.toml").write_text(example)

    shown = models(AnsweringSettings(), tmp_path, {"OPENAI_COMPANY_KEY": "k"})

    assert [model.name for model in shown] == ["Quick", "Thorough", "On this machine"]
    assert set(Model.model_fields) <= set(re.findall(r"`([a-z_]+)`", page))


def test_the_page_on_models_names_settings_that_exist() -> None:
    known = {variable(group, field) for group in GROUPS for field in group.model_fields}
    named = set(re.findall(r"(?:THREADWISE|OPENAI)_[A-Z_]+", (ROOT / "docs/models.md").read_text()))

    assert named - {"OPENAI_COMPANY_KEY"} <= known


def test_the_page_on_openai_s_clients_names_every_parameter_that_is_followed_or_refused() -> None:
    named = set(re.findall(r"`([a-z_]+)[`.]", (ROOT / "docs/openai.md").read_text()))

    assert set(Completion.model_fields) | set(HARMLESS) <= named


def test_the_page_on_search_names_every_field() -> None:
    named = set(re.findall(r"`([a-z_]+)`", (ROOT / "docs/search.md").read_text()))

    assert set(Search.model_fields) | set(SearchFilters.model_fields) <= named
    assert {*get_args(Cut), *get_args(PartName), *get_args(Moved)} <= named


def test_the_page_on_people_names_settings_and_commands_that_exist() -> None:
    page = (ROOT / "docs/people.md").read_text()
    known = {variable(group, field) for group in GROUPS for field in group.model_fields}
    commands: Any = loaded("user", ALL["user"])  # Any: typer types its commands by a private module

    assert set(re.findall(r"THREADWISE_[A-Z_]+", page)) <= known
    assert set(re.findall(r"threadwise user (\w+)", page)) == {
        name for name, command in commands.commands.items() if not command.hidden
    }
