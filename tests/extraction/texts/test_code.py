"""Tests of source code: its text is unchanged, and its definitions become headings."""

from __future__ import annotations

import pytest

from chat.domain import Extracted
from chat.extraction.texts.code import BY_EXTENSION, READERS
from chat.settings import LimitSettings

LIMITS = LimitSettings()


def read(extension: str, text: str) -> Extracted:
    return READERS[BY_EXTENSION[extension]](text.encode(), LIMITS)


PYTHON = '''\
"""A module.

class Not: a class
"""
import os

# How fast.
@cache
def speed(a):
    def inner(): ...
    return a


class Turbine(Base):
    """One."""

    def start(self) -> None: ...

    async def stop(self):
        class Local: ...

if os:
    def later(): ...
'''
GO = "package main\n\n// Mast is one.\ntype Mast struct {\n}\n\nfunc (m *Mast) Turn(by int) error {\n\treturn nil\n}\n"
RUST = """\
pub struct Mast;

impl<T> Turn for Mast<T> {
    /// Turns.
    pub fn turn(&self) {
        fn inner() {}
    }
}
"""
JAVA = """\
/* class Not { */
@Entity
public class Mast<T> extends Base {
    private final Map<String, List<T>> parts = new HashMap<>();
    public Mast(int kW) {
        turn(kW);
    }
    @Override
    protected <S> List<S> turn(Map<String, S> by)
            throws WindError {
        if (by.isEmpty()) {
        }
    }
}
"""
CPP = """\
#include <mast>
namespace wind {
template <typename T>
class WIND_EXPORT Mast : public Base {
 public:
  explicit Mast(int kw) : kw_(kw) {
  }
  int kw() const { return kw_; }
};
}
struct part *find(const char *name)
{
  while (next(name)) {
  }
}
void Mast::turn(std::vector<int> const &by) {
}
static int table[] = { 1 };
"""
JAVASCRIPT = """\
;(function () {
  /**
   * How rare a term is.
   */
  pool.idf = function (term) {
    this.seen = function () {}
    return 1
  }
  Pool.prototype.take = async (size) => {
  }
  exports.size = 3
})()
"""
TYPESCRIPT = """\
export interface Part { name: string }
export const turn = async (by: number): Promise<void> => {
  const inner = () => 1;
};
export default class Mast extends React.Component<Props> {
  constructor(props: Props) {
    if (props) {
    }
  }
  async render(): Promise<void> {
  }
}
"""


@pytest.mark.parametrize(
    ("extension", "text", "headings"),
    [
        (
            ".py",
            PYTHON,
            [
                (1, "def speed", "# How fast."),
                (1, "class Turbine", "class Turbine(Base):"),
                (2, "def start", "    def start(self) -> None: ..."),
                (2, "def stop", "    async def stop(self):"),
                (1, "def later", "    def later(): ..."),
            ],
        ),
        (".go", GO, [(1, "type Mast", "// Mast is one."), (1, "func Turn", "func (m *Mast) Turn(by int) error {")]),
        (
            ".rs",
            RUST,
            [
                (1, "struct Mast", "pub struct Mast;"),
                (1, "impl<T> Turn for Mast<T>", "impl<T> Turn for Mast<T> {"),
                (2, "fn turn", "    /// Turns."),
            ],
        ),
        (
            ".java",
            JAVA,
            [
                (1, "class Mast", "/* class Not { */"),
                (2, "Mast()", "    public Mast(int kW) {"),
                (2, "turn()", "    @Override"),
            ],
        ),
        (
            ".cpp",
            CPP,
            [
                (1, "namespace wind", "namespace wind {"),
                (1, "class Mast", "template <typename T>"),
                (2, "Mast()", "  explicit Mast(int kw) : kw_(kw) {"),
                (2, "kw()", "  int kw() const { return kw_; }"),
                (1, "find()", "struct part *find(const char *name)"),
                (1, "Mast::turn()", "void Mast::turn(std::vector<int> const &by) {"),
            ],
        ),
        (
            ".ts",
            TYPESCRIPT,
            [
                (1, "interface Part", "export interface Part { name: string }"),
                (1, "const turn", "export const turn = async (by: number): Promise<void> => {"),
                (1, "class Mast", "export default class Mast extends React.Component<Props> {"),
                (2, "constructor()", "  constructor(props: Props) {"),
                (2, "render()", "  async render(): Promise<void> {"),
            ],
        ),
        (
            ".js",
            JAVASCRIPT,
            [(1, "pool.idf", "  /**"), (1, "Pool.prototype.take", "  Pool.prototype.take = async (size) => {")],
        ),
        (".rb", "module A\n  def go?\n  end\nend\n", [(1, "module A", "module A"), (2, "def go?", "  def go?")]),
        (
            ".kt",
            "data class P(val x: Int)\nfun go() = 1\n",
            [(1, "class P", "data class P(val x: Int)"), (1, "fun go", "fun go() = 1")],
        ),
        (".sh", "set -e\n# says\nhello() {\n  :\n}\n", [(1, "hello", "# says")]),
        (".sql", "CREATE TABLE IF NOT EXISTS crew (\n id int);\n", [(1, "table crew", "CREATE TABLE IF NOT EXISTS crew (")]),
        (".toml", "[tool.ruff]\na = 1\n", [(1, "tool.ruff", "[tool.ruff]")]),
    ],
)
def test_definitions_are_headings_with_level_and_place(extension: str, text: str, headings: list[tuple[int, str, str]]) -> None:
    extracted = read(extension, text)

    found = [(heading.level, heading.title, text[heading.start :].split("\n")[0]) for heading in extracted.headings]
    assert extracted.text == text
    assert found == headings


def test_python_of_another_version_is_read_too() -> None:
    extracted = read(
        ".py", 'print "two"\n\ndef go():\n    """\n    class Not:\n    """\n\nclass Mast:\n    def turn(self):\n        pass\n'
    )

    assert [(heading.level, heading.title) for heading in extracted.headings] == [
        (1, "def go"),
        (1, "class Mast"),
        (2, "def turn"),
    ]


@pytest.mark.parametrize("extension", [".py", ".java", ".ts", ".rs", ".sql", ".lua", ".sh", ".toml"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(("a<b> " * 50 + "{\n") * 300, id="brackets"),
        pytest.param(("a::" * 95 + "\n") * 300, id="colons"),
        pytest.param(("static " * 40 + "\n") * 300, id="modifiers"),
        pytest.param("/*" * 50_000, id="comments without end"),
        pytest.param("'''\"\"\"" * 20_000, id="quotes without end"),
        pytest.param("(" * 50_000, id="nesting"),
        pytest.param("-" * 50_000 + "1", id="signs"),
        pytest.param("x" * 500_000, id="one line"),
        pytest.param("\n".join(" " * depth + "class a:" for depth in range(500)), id="classes in classes"),
    ],
)
def test_hostile_code_stays_as_it_is(extension: str, text: str) -> None:
    assert read(extension, text).text == text
