"""Tests of the documentation as a site: it builds without warnings, loads nothing from other hosts, and its code blocks parse."""

from __future__ import annotations

import ast
import asyncio
import functools
import http.server
import json
import logging
import re
import subprocess
import threading
import tomllib
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.async_api import Page, expect

from chat.settings.page import GROUPS, variable
from tests.browser.chromium import launched

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
ISSUE = {"start", "use", "settings", "api", "mcp", "widget", "deploy", "security", "eval", "architecture", "decisions/index"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site. The build is strict: it fails on links and anchors that lead nowhere."""
    place: Path = tmp_path_factory.mktemp("site")
    warned: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            warned.append(record.getMessage())

    listener = Listener(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(listener)
    build(load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(place)))
    logging.getLogger("mkdocs").removeHandler(listener)
    assert warned == []
    return place


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


def test_every_page_is_in_the_navigation_and_the_promised_ones_are_there(site: Path) -> None:
    listed = set(re.findall(r"[\w/]+\.md", (ROOT / "mkdocs.yml").read_text()))

    assert {page.name for page in PAGES} <= listed
    assert {f"{page}.md" for page in ISSUE} <= listed
    assert (site / "architecture/index.html").is_file()


def test_the_page_on_decisions_lists_each_record_once_by_its_title() -> None:
    records = ROOT / "docs" / "decisions"
    titles = {record.name: record.read_text().partition("\n")[0].removeprefix("# ") for record in records.glob("[0-9]*.md")}

    listed = re.findall(r"^- \[(.+)]\((.+)\)$", (records / "index.md").read_text(), re.MULTILINE)

    assert sorted((name, title) for title, name in listed) == sorted(titles.items())


def test_no_page_names_another_machine_to_load_from(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|iframe|source)[^>]*\ssrc="?(https?:|//)|<link[^>]*\shref="?(https?:|//)')

    assert [str(page.relative_to(site)) for page in site.rglob("*.html") if loads.search(page.read_text())] == []


def test_mkdocs_names_no_host() -> None:
    assert re.findall(r"\w+://\S+", (ROOT / "mkdocs.yml").read_text()) == []


async def test_the_journeys_are_drawn_and_nobody_else_is_asked(address: str) -> None:
    asked: set[str] = set()
    errors: list[str] = []
    async with launched() as browser:
        page = await browser.new_page()
        page.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
        page.on("pageerror", lambda error: errors.append(str(error)))

        await page.goto(f"{address}/architecture/")
        await expect(page.locator("div.mermaid")).to_have_count(3, timeout=40_000)
        heights = await page.locator("div.mermaid").evaluate_all("all => all.map(each => each.offsetHeight)")
        await _searched(page, "warranty")
        await browser.close()

    assert min(heights) > 200
    assert asked == {urlsplit(address).netloc}
    assert errors == []


async def test_scripts_on_pages_are_valid() -> None:
    blocks = _blocks("js")
    async with launched() as browser:
        page = await browser.new_page()

        for _, block in blocks:
            await page.evaluate("script => { new Function(script) }", block)  # raises SyntaxError
        await browser.close()

    assert blocks


async def _searched(page: Page, words: str) -> None:
    """Search for words, typing them until there are results: typing before the index is loaded has no effect."""
    field, found = page.get_by_role("textbox", name="Search"), page.locator(".md-search-result__item").first
    async with asyncio.timeout(60):
        while not await found.is_visible():
            await field.fill("")
            await field.press_sequentially(words)
            await page.wait_for_timeout(2_000)


def _blocks(language: str) -> list[tuple[str, str]]:
    """Return the page and the text of each code block of a language."""
    fence = re.compile(rf"^( *)```{language}\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
    return [(page.name, block) for page in [*PAGES, ROOT / "README.md"] for _, block in fence.findall(page.read_text())]


def _python(text: str) -> None:
    ast.parse(text)


def _shell(text: str) -> None:
    subprocess.run(["bash", "-n"], input=text, text=True, check=True)


def _ini(text: str) -> None:
    parser = RawConfigParser(strict=False, allow_no_value=False)
    parser.read_string("[settings]\n" + text)
    assert any(parser.items(section) for section in parser.sections())


def _nginx(text: str) -> None:
    statements = [line.strip() for line in text.splitlines() if line.strip()]
    assert [line for line in statements if not line.endswith((";", "{", "}")) and not line.startswith("#")] == []
    assert text.count("{") == text.count("}")


def _html(text: str) -> None:
    opened = re.findall(r"<(\w+)[ >]", text)
    assert opened
    assert sorted(opened) == sorted(re.findall(r"</(\w+)>", text))


def _in_the_browser(text: str) -> None:
    assert text.strip()


READ = {
    "json": json.loads,
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
    "python": _python,
    "sh": _shell,
    "bash": _shell,
    "html": _html,
    "nginx": _nginx,
    "ini": _ini,
    "js": _in_the_browser,
    "mermaid": _in_the_browser,
}
"""Parsers of code blocks, by language. Scripts are parsed, and diagrams drawn, by the browser in tests of their own."""


@pytest.mark.parametrize("language", READ)
def test_each_block_can_be_read_by_what_it_is_written_for(language: str) -> None:
    blocks = _blocks(language)

    assert blocks
    for _, block in blocks:
        READ[language](block)


def test_there_is_no_block_of_a_language_that_nobody_reads() -> None:
    named = {language for page in PAGES for language in re.findall(r"^ *```(\w+)$", page.read_text(), re.MULTILINE)}

    assert named <= set(READ)


@pytest.mark.parametrize("page", [page.name for page in PAGES if page.name != "settings.md"])
def test_every_setting_that_a_page_names_exists(page: str) -> None:
    known = {variable(group, field) for group in GROUPS for field in group.model_fields}
    of_commands = {"THREADWISE_ADDRESS", "THREADWISE_KEY"}

    named = set(re.findall(r"\b(?:THREADWISE|EMBEDDING)_[A-Z_]*[A-Z]\b", (ROOT / "docs" / page).read_text()))

    assert named - known - of_commands == set()
