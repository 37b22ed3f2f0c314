"""Front matter, HTML and the targets of links in a Markdown text."""

from __future__ import annotations

import re

FRONT_MATTER = re.compile(r"\A---\n(.*?\n)(?:---|\.\.\.)[^\S\n]*\n", re.DOTALL)
"""Properties in YAML before the text, as static site generators and note-taking apps write them."""
_LINK = re.compile(r"!?\[([^\]\[]*)\](?:\([^()]*\)|\[[^\]\[]*\])")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_BREAK = re.compile(r"<(?:/(?:p|div|h[1-6]|summary|li|tr|blockquote)|[bh]r)\b[^<>]*>", re.IGNORECASE)
"""A tag behind which another paragraph begins."""
_TAG = re.compile(
    r"</?(?:p|div|h[1-6]|a|img|picture|source|span|em|strong|[biu]|su[bp]|small|kbd|code|center|details|summary|table|t[rdh]|thead|tbody"
    r"|[uo]l|li|blockquote|br|hr|font|video|svg|path)\b[^<>]*>",
    re.IGNORECASE,
)
"""Tags of HTML that occur in Markdown; a name in angle brackets that stands for a value ("<file>") is none of them."""


def without_html(text: str) -> str:
    """Return a Markdown text outside of code without HTML tags and comments, with paragraphs where the tags began them."""
    return _TAG.sub("", _BREAK.sub("\n\n", _COMMENT.sub("", text))) if "<" in text else text


def without_targets(text: str) -> str:
    """Return a Markdown text with the text of each link, and the description of each image, in its place."""
    return _LINK.sub(r"\1", text) if "[" in text else text
