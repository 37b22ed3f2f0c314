"""Read e-mail: sender, recipients and date, the text, and the attachments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import Message
from typing import Any

from chat.domain import Extracted
from chat.errors import DamagedFile, FileRefused, FileTooLarge, NeedsPassword
from chat.extraction.composition import Composition
from chat.extraction.joined import Read, joined, under, warned, why
from chat.extraction.texts.decoding import decode
from chat.extraction.texts.plain import read_plain
from chat.extraction.web.html import read_html
from chat.settings import LimitSettings

MEDIA_TYPE = "message/rfc822"
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_HEADER = 2_000
"""Characters; parsing addresses takes quadratic time (50,000 quotes: 22 s)."""
_STUB, _MORE = 25, 4
"""A plain text of at most this many words is a placeholder for an HTML alternative with more than this many times as many
words."""
_LOOKED_AT = 200_000
_TAG = re.compile(rb"<[^<>]*>")
_LAYOUT_BYTES = 20_000
_QUOTED = re.compile(r"(?:>[^\S\n]?)+")
_DEEPEST = 4
"""Levels of messages within messages."""
_SIGNATURES = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"})
_ENCRYPTED = frozenset({"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_ENDINGS = {"text/html": ".html", "text/plain": ".txt", "application/json": ".json", "text/markdown": ".md", "text/csv": ".csv"}


class _Policy(policy.EmailPolicy):
    """The standard library's policy, except that headers are truncated, and raw bytes in headers are decoded as in texts."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, Any]:
        name, value = super().header_source_parse(sourcelines)
        if len(value) > _LONGEST_HEADER:
            value = f"{value[:_LONGEST_HEADER].rpartition(' ')[0] or value[:_LONGEST_HEADER]} …"
        if not value.isascii():  # raw bytes come as lone surrogates
            raw = value.encode("utf-8", "surrogateescape")
            try:
                value = raw.decode()
            except UnicodeDecodeError:
                value = raw.decode("cp1252", "replace")
        return name, value

    def header_fetch_parse(self, name: str, value: str) -> Any:
        try:
            return super().header_fetch_parse(name, value)
        except Exception:  # it raises anything on malformed headers: IndexError, RecursionError, AttributeError
            return " ".join(str(value).split())


def read_mail(content: bytes, limits: LimitSettings, read: Read) -> Extracted:
    """Return the message with its attachments, which `read` reads, each below a heading with its name.

    Raises DamagedFile, NeedsPassword for an encrypted message, and FileTooLarge.
    """
    try:
        message = message_from_bytes(content, policy=_Policy())
    except RecursionError as error:
        raise DamagedFile("The parts of this e-mail are nested too deeply.") from error
    if not any(name in message for name in ("From", "To", "Subject", "Date", "Received")):
        return read_plain(content, limits)
    return _Mail(limits, read).extracted(message, 0)


class _Mail:
    """Reads a message and the messages within it, counting their characters together."""

    def __init__(self, limits: LimitSettings, read: Read) -> None:
        self._limits = limits
        self._read = read
        self._characters = 0

    def extracted(self, message: Message, depth: int) -> Extracted:
        warnings: list[str] = []
        texts: list[Extracted] = []
        attached: list[Extracted] = []
        encrypted = False
        for part in _parts(message):
            kind = part.get_content_type()
            if kind in _ENCRYPTED:
                encrypted = True
            elif kind == "message/rfc822":
                inner = part.get_payload()
                attached += self._forwarded(inner, depth, warnings)
            elif _is_attachment(part):
                attached += self._attachment(part, len(attached) + 1, warnings)
            else:
                texts += self._text(part, warnings)
        if encrypted and not texts and not attached:
            raise NeedsPassword("This e-mail is encrypted.")
        subject = _header(message, "Subject")
        return joined([self._head(message), *texts, *attached], MEDIA_TYPE, title=subject or None, warnings=warnings)

    def _head(self, message: Message) -> Extracted:
        text = Composition(self._limits)
        text.verbatim("\n".join(f"{name}: {value}" for name in _SHOWN if (value := _header(message, name))))
        return text.extracted(MEDIA_TYPE)

    def _text(self, part: Message, warnings: list[str]) -> Iterator[Extracted]:
        try:
            decoded = decode(_content(part), _stated(part))
            if part.get_content_type() == "text/html":
                yield self._counted(read_html(decoded.text.encode(), self._limits))
                return
        except DamagedFile as error:
            warnings.append(f"A part of the message could not be read: {why(error)}")
            return
        text = Composition(self._limits)
        text.verbatim(_unmarked(decoded.text))
        if not text.empty:
            yield self._counted(text.extracted(MEDIA_TYPE, coverage=decoded.coverage))

    def _forwarded(self, inner: object, depth: int, warnings: list[str]) -> Iterator[Extracted]:
        for message in inner if isinstance(inner, list) else []:
            name = _header(message, "Subject") or "Forwarded message"
            if depth == _DEEPEST:
                warnings.append(f"{name}: messages within messages are read down to {_DEEPEST}.")
            else:
                yield under(name, warned(name, self.extracted(message, depth + 1)))

    def _attachment(self, part: Message, number: int, warnings: list[str]) -> Iterator[Extracted]:
        name = _name(part, number)
        content = _content(part)
        if not content or _is_layout(part, content):
            return
        try:
            yield under(name, warned(name, self._counted(self._read(name, content, self._limits))))
        except FileRefused as error:
            if self._characters > self._limits.max_characters:
                raise
            warnings.append(f"The attachment {name} could not be read: {why(error)}")

    def _counted(self, extracted: Extracted) -> Extracted:
        self._characters += len(extracted.text)
        if self._characters > self._limits.max_characters:
            raise FileTooLarge(f"The e-mail has more than {self._limits.max_characters:,} characters.")
        return extracted


# --- the parts of a message --------------------------------------------------------------------------------------


def _parts(message: Message) -> Iterator[Message]:
    """Yield texts and attachments in order, and only one of several alternatives.

    The parser has refused messages that are nested too deeply.
    """
    children = message.get_payload()
    if not message.is_multipart() or not isinstance(children, list) or message.get_content_type() == "message/rfc822":
        if message.get_content_type() not in _SIGNATURES:
            yield message
        return
    parts = [part for part in children if isinstance(part, Message)]
    if message.get_content_type() == "multipart/alternative":
        parts = _preferred(parts)
    for part in parts:
        yield from _parts(part)


def _unmarked(text: str) -> str:
    """Return the text without the marks of quotations (`>> `) that follow a line ending in a colon, which says who wrote them.

    A blank line separates what different people wrote.
    """
    lines: list[str] = []
    before = told = 0
    for line in text.split("\n"):
        marks, was_told = _QUOTED.match(line), told
        depth = marks[0].count(">") if marks else 0
        if depth > before and next((one for one in reversed(lines) if one.strip()), "").rstrip().endswith(":"):
            told = depth
        told = min(told, depth)
        if depth != before and (told or was_told) and lines[-1].strip():
            lines.append("")
        lines.append(re.sub(rf"(?:>[^\S\n]?){{{told}}}", "", line, count=1) if told else line)
        before = depth
    return "\n".join(lines)


def _preferred(alternatives: Sequence[Message]) -> list[Message]:
    """Return the plain text if it has words and is not just a pointer to the HTML ("See HTML."), else the richest alternative,
    which comes last."""
    shown = [part for part in alternatives if part.get_content_type() == "text/html" or part.is_multipart()]
    for part in alternatives:
        words = len(_content(part).split()) if part.get_content_type() == "text/plain" else 0
        if words > _STUB or (words and not any(_words(other) > _MORE * words for other in shown)):
            return [part]
    return (shown or list(alternatives))[-1:]


def _words(shown: Message) -> int:
    """Return roughly how many words an HTML part has; 0 for a multipart alternative, whose words are not counted."""
    return 0 if shown.is_multipart() else len(_TAG.sub(b" ", _content(shown)[:_LOOKED_AT]).split())


def _is_attachment(part: Message) -> bool:
    kind = part.get_content_type()
    disposition = _header(part, "Content-Disposition").lower()
    if kind.startswith("multipart/"):  # a multipart without its boundary
        return False
    return kind not in ("text/plain", "text/html") or disposition.startswith("attachment") or bool(_file_name(part))


def _is_layout(part: Message, content: bytes) -> bool:
    """Return whether a part is a small picture shown in the message, such as a logo or a line.

    A large one may be a screenshot.
    """
    if part.get_content_maintype() != "image" or "Content-ID" not in part:
        return False
    attached = _header(part, "Content-Disposition").lower().startswith("attachment")
    return not attached and len(content) < _LAYOUT_BYTES


def _content(part: Message) -> bytes:
    """Return the part's bytes with the transfer encoding removed; of a broken encoding, what can be decoded."""
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        payload = None
    if payload:
        return payload if isinstance(payload, bytes) else b""
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def _stated(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except (ValueError, LookupError, RecursionError):
        return None


def _name(part: Message, number: int) -> str:
    kind = part.get_content_type()
    ending = _ENDINGS.get(kind) or f".{re.sub('[^a-z0-9]', '', part.get_content_subtype())[:10]}"
    return _file_name(part) or f"attachment {number}{ending}"


def _file_name(part: Message) -> str:
    try:
        return " ".join((part.get_filename() or "").split())[:200]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""


def _header(message: Message, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())
