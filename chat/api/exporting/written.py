"""The content of an exported answer, and its rendering as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from chat.answering.citing.markers import outside_code
from chat.answering.citing.references import place
from chat.domain import KeptAnswer, Message, Reference

SIGN = "[?]"
LEGEND = "Not found in the cited source."
_IMAGE = re.compile(r"(?<!\\)!(?=\[)")
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class ExportedAnswer:
    """An answer prepared for export."""

    question: str
    text: str
    """Markdown, with `[?]` after each cited claim that its sources do not support."""
    doubts: bool
    references: tuple[Reference, ...]
    confidence: str | None
    note: str | None
    model: str
    answered_at: datetime


def written(question: str, answer: Message, kept: KeptAnswer) -> ExportedAnswer:
    text, doubts = answer.content, False
    for claim in sorted(kept.claims, key=lambda claim: claim.end, reverse=True):
        if not claim.supported and text[claim.end - 1 : claim.end] == "]":
            text, doubts = f"{text[: claim.end]}\\[?\\]{text[claim.end :]}", True
    return ExportedAnswer(
        question=" ".join(question.split()),
        text=_without_images(text),
        doubts=doubts,
        references=tuple(sorted(kept.references, key=lambda reference: reference.marker)),
        confidence=" ".join(part for part in (f"{kept.trust.level}.", kept.trust.why) if part) if kept.trust else None,
        note=kept.note,
        model=kept.model,
        answered_at=answer.created_at,
    )


def markdown(answer: ExportedAnswer) -> str:
    """Return the answer as a Markdown file that is readable as plain text and loads nothing."""
    parts = [f"# {_escaped(answer.question) or 'Answer'}", answer.text]
    if answer.doubts:
        parts.append(f"{_escaped(SIGN)} {LEGEND}")
    if answer.references:
        parts += ["## Sources", "\n".join(map(_source, answer.references))]
    parts.append("---\n\n" + "  \n".join(_escaped(line) for line in about(answer)))
    return "\n\n".join(parts) + "\n"


def about(answer: ExportedAnswer) -> list[str]:
    """Return lines on how the answer came about: its confidence, note, model and time."""
    lines = [f"Confidence: {answer.confidence}"] if answer.confidence else []
    lines += [answer.note] if answer.note else []
    said = answer.answered_at
    return [*lines, f"Answered by Threadwise ({answer.model}) on {said.day} {said:%B %Y, %H:%M} UTC."]


def file_name(answer: ExportedAnswer, ending: str) -> str:
    """Return a file name made of the question's words, safe on any file system."""
    words = re.sub(r"[^\w]+", "-", answer.question)[:_LONGEST_NAME].strip("-_").lower()
    return f"{words or 'answer'}.{ending}"


def _source(reference: Reference) -> str:
    quote = _escaped(" ".join(reference.quote.split()))
    doubt = "" if reference.supported else f" *{LEGEND}*"
    return f"- **\\[{reference.marker}\\]** {_escaped(place(reference))}: “{quote}”{doubt}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _without_images(text: str) -> str:
    """Escape images, since loading one would tell its server that the answer was read."""
    parts, at = [], 0
    for match in outside_code(_IMAGE, text):
        parts += [text[at : match.start()], "\\!"]
        at = match.end()
    return "".join(parts) + text[at:]
