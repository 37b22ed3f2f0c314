"""Which files a conversation has: asked for in so many words, and told by name, since no passage says it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chat.answering.courtesy import plain

MOST_LISTED = 50

_HERE = r"(?: (?:here|there|uploaded|available|attached|in (?:this|our|the) (?:thread|conversation|chat)))*"
_ASKED: Mapping[str, str] = {
    "en": (
        r"(?:please )?(?:list|show|name)(?: me)?(?: all)?(?: of)?(?: my| the| your)?(?: uploaded)? (?:files|documents)"
        rf"(?: (?:you have|that you have|i uploaded|i have uploaded))?{_HERE}"
        r"|(?:what|which|how many) (?:files|documents) (?:do you have|do i have|did i upload|have i uploaded|are"
        rf"|can you (?:see|read|search)){_HERE}"
    ),
    "de": (
        r"(?:welche|wie viele) (?:dateien|dokumente) (?:hast du|habe ich hochgeladen|sind (?:hier|da|hochgeladen"
        r"|in diesem gespräch)|gibt es(?: hier)?|kennst du)"
        r"|(?:liste|zeig|zeige|nenne)(?: mir)?(?: alle| meine| die)? (?:dateien|dokumente)(?: auf)?"
    ),
    "fr": (
        r"(?:quels|combien de) (?:fichiers|documents) (?:as tu|avez vous|ai je (?:ajoutés|téléversés|envoyés)"
        r"|y a t il(?: ici)?|sont ici)"
        r"|(?:liste|listez|montre moi|montrez moi)(?: tous)? (?:les|mes) (?:fichiers|documents)"
    ),
    "es": (
        r"(?:qué|cuáles|cuántos) (?:archivos|documentos) (?:tienes|tengo|hay(?: aquí)?|he subido)"
        r"|(?:lista|muestra|muéstrame|enumera)(?: todos)? (?:los|mis) (?:archivos|documentos)"
    ),
}
_PATTERNS = {language: re.compile(pattern) for language, pattern in _ASKED.items()}
_SAID: Mapping[str, tuple[str, str, str, str]] = {
    "en": (
        "Files in this conversation ({many}):",
        "From the library “{name}” ({many}):",
        "and {more} more",
        "There are no files here yet. Drop some into the conversation and ask about them.",
    ),
    "de": (
        "Dateien in diesem Gespräch ({many}):",
        "Aus der Bibliothek „{name}“ ({many}):",
        "und {more} weitere",
        "Hier sind noch keine Dateien. Zieh welche in das Gespräch und frag danach.",
    ),
    "fr": (
        "Fichiers de cette conversation ({many}) :",
        "De la bibliothèque « {name} » ({many}) :",
        "et {more} autres",
        "Il n'y a pas encore de fichiers ici. Déposez-en dans la conversation et posez vos questions.",
    ),
    "es": (
        "Archivos de esta conversación ({many}):",
        "De la biblioteca «{name}» ({many}):",
        "y {more} más",
        "Todavía no hay archivos aquí. Suelta algunos en la conversación y pregunta.",
    ),
}
"""The files of the conversation, of a library, those beyond the list, and that there are none."""


def asks_for_files(text: str) -> str | None:
    """The language in which a message asks which files there are, and for nothing else; `None` for any other."""
    said = plain(text).replace("-", " ")
    return next((language for language, pattern in _PATTERNS.items() if pattern.fullmatch(said)), None)


class Files(NamedTuple):
    """What one place holds: the names of the first files, and how many there are."""

    names: tuple[str, ...]
    total: int


def listing(language: str, own: Files, libraries: Sequence[tuple[str, Files]]) -> str:
    """The files by name, those of the conversation first, then each library's, by its name."""
    here, of_library, more, nothing = _SAID[language]
    lists = [(here.format(many=own.total), own)] if own.total else []
    lists += [(of_library.format(name=name, many=held.total), held) for name, held in libraries if held.total]
    if not lists:
        return nothing
    return "\n\n".join(f"{head}\n\n{_names(held, more)}" for head, held in lists)


def _names(held: Files, more: str) -> str:
    shown = held.names[:MOST_LISTED]
    lines = [f"- {name}" for name in shown]
    if held.total > len(shown):
        lines.append(f"- {more.format(more=held.total - len(shown))}")
    return "\n".join(lines)
