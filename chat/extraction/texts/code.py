"""Read source code: the text is unchanged; its classes, functions and methods are the headings, so that chunks follow them.

Definitions are recognised by how their line begins, Python's by Python's own parser. Grammars (tree-sitter) take 184 MB for all
languages, or are downloaded when first used.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from chat.domain import Extracted, Heading
from chat.extraction.texts.decoding import decode
from chat.settings import LimitSettings

_LARGEST_PARSED = 1_000_000
"""Most characters of Python that are parsed; the parser takes some hundred times as much memory."""
_LONGEST_LINE = 300
"""Characters of a line that are examined."""
_LONGEST_TITLE = 100
_TAB = 8
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Definition:
    """A class, a function or the like in the text."""

    line: int
    """Index of its first line, from 0, including comments and decorators directly above."""
    title: str
    indent: int
    holds: bool
    """Whether definitions inside it are headings too: those of a class, not those of a function."""


# --- how definitions begin ---------------------------------------------------------------------------------------

_MODIFIER_WORDS = """
    abstract actual annotation async case companion const constexpr data declare def default expect export extern external
    fileprivate final friend implicit inline inner internal lazy local mutating native new noinline non-sealed open operator
    override partial private protected pub public readonly sealed static strictfp suspend synchronized transient tailrec
    unsafe virtual volatile
"""
_ANY_MODIFIER = "|".join(sorted(_MODIFIER_WORDS.split(), key=len, reverse=True))
_MODIFIERS = rf"(?:@\w+\s+){{0,3}}(?:(?:{_ANY_MODIFIER})(?:\([\w ]{{1,20}}\))?\s+){{0,6}}"
_HOLDER = re.compile(
    rf"{_MODIFIERS}(?:(?P<kind>class|@?interface|enum(?:\s+class|\s+struct)?|struct|trait|protocol|extension|module|defmodule|object|"
    r"namespace|union|record|mixin|actor|contract|library|message|service|type(?=\s+\w+\s+(?:struct|interface)\b)|"
    r"resource|variable)\s+"
    r"(?:[A-Z][A-Z0-9]*_[A-Z0-9_]*\s+(?=[A-Za-z]))?(?![=:;,.)(])(?P<name>[\w.:\"$-]+(?:\s\"[\w-]{1,60}\")?)"
    r"|(?P<block>(?:unsafe\s+)?impl\b[^{\n]{1,120}))"
)
_RETURNED = re.compile(r"(?:static\s+|const\s+|inline\s+|extern\s+){0,4}(?:struct|enum|union)\s+\w+[\s*&]+\w")
"""C: a function or variable of such a type, not a definition of the type."""
_FUNCTION = re.compile(
    rf"{_MODIFIERS}(?P<kind>def|defp|defmacro|fn|func|fun|function\*?|sub|proc|macro_rules!|macro|procedure|init)"
    r"(?:\s+|(?=\s*\())(?:\([^)\n]{0,80}\)\s+|<[^>\n]{0,80}>\s+)?(?P<name>[\w.:$?!-]+)",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(
    r"(?:export\s+)?(?:default\s+)?(?P<kind>const|let|var)\s+(?P<name>[\w$]+)(?:\s*:[^=\n]{1,80})?\s*=\s*(?:async\s*)?"
    r"(?:function\b|\([^()\n]{0,120}\)\s*(?::[^=\n]{0,60})?=>|[\w$]+\s*=>)"
)
_MEMBER = re.compile(r"(?P<name>[\w$]+(?:\.[\w$]+){1,6})\s*=\s*(?:async\s*)?(?:function\b|\([^()\n]{0,120}\)\s*=>|[\w$]+\s*=>)")
"""JavaScript functions assigned to a member: `exports.read = async (path) =>`, `Pool.prototype.take = function`."""
_ARROW_R = re.compile(r"(?P<name>[\w.]+)\s*(?:<-|=)\s*function\b")
_SHELL = re.compile(r"(?:function\s+)?(?P<name>[\w:.-]+)\s*\(\)")
_CREATED = re.compile(
    r"create\s+(?:or\s+replace\s+)?(?:\w+\s+){0,2}?(?P<kind>table|view|function|procedure|trigger|index|type)\s+"
    r"(?:if\s+not\s+exists\s+)?(?P<name>[\w.\"`\[\]]+)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\[{1,2}(?P<name>[^\]\n]{1,100})\]")
_STATEMENT = re.compile(
    r"(?:if|else|for|foreach|while|switch|catch|return|throw|do|try|using|lock|delete|await|yield|case|when|goto|typedef|assert|"
    r"package|import|super|this|sizeof|new)\b"
)
_GENERICS = re.compile(r"<[^<>()=;]*>")
_DEEPEST_GENERICS = 3
_TYPED = re.compile(
    rf"{_MODIFIERS}(?:[\w:.]+[\[\]*?&]*\s+[*&]*){{0,4}}(?P<name>~?[\w$#]+(?:::~?\w+){{0,4}}|operator\s?\S{{1,3}})\s?\("
)
"""A function of the C family: types, a name, an opening parenthesis."""

Begins = Callable[[str], "tuple[str, bool] | None"]
"""Returns the title of the definition that the line begins and whether it may hold further definitions; `None` for other
lines."""


def _by_keyword(line: str) -> tuple[str, bool] | None:
    holder = _HOLDER.match(line)
    if holder is not None:
        return (holder["block"] or f"{holder['kind']} {holder['name']}"), True
    function = _FUNCTION.match(line) or _ASSIGNED.match(line)
    return (f"{function['kind']} {function['name']}", False) if function else None


def _by_keyword_or_type(line: str) -> tuple[str, bool] | None:
    holder = _HOLDER.match(line)
    if holder is not None and not line.rstrip().endswith(";") and not _RETURNED.match(line):
        return (holder["block"] or f"{holder['kind']} {holder['name']}"), True
    if line.rstrip().endswith(";") or _STATEMENT.match(line):
        return None
    function = _TYPED.match(_without_generics(line))
    if function is None or not _declares(line, function):
        return None
    return f"{function['name']}()", False


def _declares(line: str, function: re.Match[str]) -> bool:
    """Return whether this is a definition and not a call: something precedes the name, the name includes its class, or a body
    begins."""
    before = function.string[: function.start("name")]
    return "=" not in before and (before.strip() != "" or "::" in function["name"] or line.rstrip().endswith("{"))


def _by_script(line: str) -> tuple[str, bool] | None:
    """Recognise JavaScript and TypeScript: keywords, functions assigned to a member, and methods as `name(...) {`."""
    if (member := _MEMBER.match(line)) is not None:
        return member["name"], False
    found = _by_keyword(line)
    if found is not None or _STATEMENT.match(line) or "=>" in line or not line.rstrip().endswith("{"):
        return found
    method = _TYPED.match(_without_generics(line))
    return (f"{method['name']}()", False) if method and "=" not in method.string[: method.start("name")] else None


def _without_generics(line: str) -> str:
    for _ in range(_DEEPEST_GENERICS):
        line = _GENERICS.sub("", line)
    return line


def _by(pattern: re.Pattern[str]) -> Begins:
    def begins(line: str) -> tuple[str, bool] | None:
        found = pattern.match(line)
        kind = (found.groupdict().get("kind") or "").lower() if found else ""
        return (f"{kind} {found['name']}".strip(), False) if found else None

    return begins


_QUOTED = r'"(?:\\.|[^"\\\n])*"?'
_SLASHES = re.compile(rf"/\*.*?(?:\*/|\Z)|//[^\n]*|{_QUOTED}|'(?:\\.|[^'\\\n]){{1,8}}'", re.DOTALL)
_HASHES = re.compile(rf"#[^\n]*|{_QUOTED}|'(?:\\.|[^'\\\n])*'?")
_DASHES = re.compile(rf"/\*.*?(?:\*/|\Z)|--[^\n]*|{_QUOTED}", re.DOTALL)
_PYTHON = re.compile(rf'"""(?:.*?)(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|#[^\n]*|{_QUOTED}|\'(?:\\.|[^\'\\\n])*\'?', re.DOTALL)
"""Comments and strings, which may contain anything.

An unclosed one extends to the end of the text, so that its end is not searched again.
"""


@dataclass(frozen=True, slots=True)
class Language:
    """A language's name, how its definitions begin, its comments and strings, and its file extensions."""

    name: str
    begins: Begins
    comments: re.Pattern[str]
    extensions: tuple[str, ...]
    interpreters: tuple[str, ...] = ()
    """Interpreters in the first line of a script (`#!/usr/bin/env node`)."""

    @property
    def media_type(self) -> str:
        return f"text/x-{self.name}"


LANGUAGES = (
    Language("python", _by_keyword, _PYTHON, (".py", ".pyw", ".pyi", ".pyx"), ("python", "python3", "python2")),
    Language("java", _by_keyword_or_type, _SLASHES, (".java", ".groovy", ".gradle", ".dart")),
    Language("csharp", _by_keyword_or_type, _SLASHES, (".cs",)),
    Language("c", _by_keyword_or_type, _SLASHES, (".c", ".h", ".m")),
    Language("c++", _by_keyword_or_type, _SLASHES, (".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".ino", ".cu", ".mm")),
    Language("javascript", _by_script, _SLASHES, (".js", ".mjs", ".cjs", ".jsx"), ("node", "deno", "bun")),
    Language("typescript", _by_script, _SLASHES, (".ts", ".tsx", ".mts", ".cts")),
    Language("rust", _by_keyword, _SLASHES, (".rs",)),
    Language("go", _by_keyword, _SLASHES, (".go",)),
    Language("kotlin", _by_keyword, _SLASHES, (".kt", ".kts")),
    Language("scala", _by_keyword, _SLASHES, (".scala", ".sc")),
    Language("swift", _by_keyword, _SLASHES, (".swift",)),
    Language("php", _by_keyword, _SLASHES, (".php",), ("php",)),
    Language("zig", _by_keyword, _SLASHES, (".zig",)),
    Language("solidity", _by_keyword, _SLASHES, (".sol",)),
    Language("protobuf", _by_keyword, _SLASHES, (".proto",)),
    Language("ruby", _by_keyword, _HASHES, (".rb", ".rake"), ("ruby",)),
    Language("elixir", _by_keyword, _HASHES, (".ex", ".exs"), ("elixir",)),
    Language("julia", _by_keyword, _HASHES, (".jl",), ("julia",)),
    Language("perl", _by_keyword, _HASHES, (".pl", ".pm"), ("perl",)),
    Language("powershell", _by_keyword, _HASHES, (".ps1", ".psm1"), ("pwsh",)),
    Language("terraform", _by_keyword, _HASHES, (".tf",)),
    Language("r", _by(_ARROW_R), _HASHES, (".r",), ("rscript",)),
    Language("sh", _by(_SHELL), _HASHES, (".sh", ".bash", ".zsh"), ("sh", "bash", "zsh", "dash", "ksh")),
    Language("lua", _by_keyword, _DASHES, (".lua",), ("lua",)),
    Language("sql", _by(_CREATED), _DASHES, (".sql",)),
    Language("toml", _by(_SECTION), _HASHES, (".toml", ".ini", ".cfg", ".conf")),
)
BY_EXTENSION = {extension: language.media_type for language in LANGUAGES for extension in language.extensions}
_BY_INTERPRETER = {name: language.media_type for language in LANGUAGES for name in language.interpreters}
_SHEBANG = re.compile(rb"#!\s*\S*?(?:/env\s+(?:-\S+\s+)?)?([\w.+-]+)[^\S\n]*(?:\s|\Z)")


def script(content: bytes) -> str | None:
    """Return the media type of a script that begins with `#!`, by its interpreter."""
    found = _SHEBANG.match(content[:200])
    return _BY_INTERPRETER.get(found[1].decode().lower().rstrip(".0123456789")) if found else None


# --- reading -----------------------------------------------------------------------------------------------------


def read_code(content: bytes, limits: LimitSettings, *, language: Language) -> Extracted:
    """Return the text unchanged, with its definitions as headings. Raises DamagedFile when it is not text."""
    decoded = decode(content)
    text = decoded.text
    found = _parsed(text) if language.name == "python" else None
    if found is None:
        found = list(_definitions(text, language))
    return Extracted(text, language.media_type, headings=_headings(text, found), coverage=decoded.coverage)


READERS = {language.media_type: partial(read_code, language=language) for language in LANGUAGES}


def _headings(text: str, definitions: Sequence[Definition]) -> tuple[Heading, ...]:
    """Return the definitions as headings, each below the one that contains it; those inside functions are left out."""
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    headings = []
    around: list[Definition] = []
    for definition in definitions:
        while around and around[-1].indent >= definition.indent:
            around.pop()
        if all(outer.holds for outer in around) and len(around) < _DEEPEST:
            headings.append(Heading(definition.title[:_LONGEST_TITLE], len(around) + 1, starts[definition.line]))
        around.append(definition)
    return tuple(headings)


def _definitions(text: str, language: Language) -> Iterator[Definition]:
    lines = text.split("\n")
    bare = language.comments.sub(_blanked, text).split("\n")
    last = -1
    for number, line in enumerate(bare):
        code = line[:_LONGEST_LINE].expandtabs(_TAB)
        found = language.begins(code.strip()) if code and not code.isspace() else None
        if found is None:
            continue
        title, holds = found
        first = number
        while first - 1 > last and _belongs_below(lines[first - 1], bare[first - 1]):
            first -= 1
        last = number
        yield Definition(first, " ".join(title.split()).rstrip("({:"), len(code) - len(code.lstrip()), holds)


def _blanked(match: re.Match[str]) -> str:
    """Return the replacement of a comment or string; line feeds and quoted text on one line are kept, so that line numbers stay
    valid."""
    whole = match[0]
    if "\n" in whole:
        return "\n" * whole.count("\n")
    return whole if whole[0] in "\"'" else ""


def _belongs_below(line: str, bare: str) -> bool:
    """Return whether a line is a comment or decorator that belongs to the definition below."""
    return bool(line.strip()) and (not bare.strip() or bare.lstrip().startswith(("@", "#[", "[", "template")))


# --- Python ------------------------------------------------------------------------------------------------------


def _parsed(text: str) -> list[Definition] | None:
    """Return the classes, functions and methods found by Python's own parser; `None` for code that this version of Python cannot
    parse."""
    if len(text) > _LARGEST_PARSED:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lines = text.split("\n")
    return list(_defined(module.body, lines, 0))


def _defined(body: Sequence[ast.stmt], lines: Sequence[str], depth: int) -> Iterator[Definition]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield Definition(_first_line(node, lines), f"class {node.name}", depth, holds=True)
            yield from _defined(node.body, lines, depth + 1)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Definition(_first_line(node, lines), f"def {node.name}", depth, holds=False)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            yield from _defined([child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)], lines, depth)


def _first_line(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[str]) -> int:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first
