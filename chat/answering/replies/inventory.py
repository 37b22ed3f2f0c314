"""List the files of a conversation when asked for them, since no passage names them all."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from chat.answering.replies.courtesies.hearing import plain

MOST_LISTED = 50

_HERE = r"(?: (?:here|there|uploaded|available|attached|in (?:this|our|the) (?:thread|conversation|chat)))*"
_ASKED: Mapping[str, str] = {
    "en": (
        r"(?:please )?(?:list|show|name|give)(?: me)?(?: all)?(?: of)?(?: (?:an?|the) list of(?: all)?)?(?: my| the| your)?"
        rf"(?: uploaded)? (?:files|documents)(?: (?:you have|that you have|i uploaded|i have uploaded))?{_HERE}"
        r"|(?:what|which|how many) (?:files|documents) (?:do you have|do i have|did i upload|have i uploaded|are"
        rf"|can you (?:see|read|search)){_HERE}"
        rf"|(?:the )?list of(?: all)?(?: my| the)? (?:files|documents){_HERE}"
    ),
    "de": (
        r"(?:welche|wie viele) (?:dateien|dokumente|unterlagen) (?:hast du|haben sie|habe ich(?: hier)? hochgeladen"
        r"|(?:sind|liegen) (?:hier|da|hochgeladen|vor|in diesem gespräch)|gibt es(?: hier)?|kennst du"
        r"|kannst du (?:sehen|lesen|durchsuchen))"
        r"|(?:bitte )?(?:liste|zeig|zeige|nenn|nenne|gib)(?: mir)?(?: bitte)?(?: (?:die|eine) (?:liste|übersicht))?"
        r"(?: (?:aller|der|meiner)| alle| meine| deine| die)? (?:dateien|dokumente)(?: auf| an| hier)?"
        r"|(?:die )?liste (?:aller|der|meiner) (?:dateien|dokumente)|(?:zeig|zeige)(?: mir)?(?: bitte)? die dateiliste"
        r"|dateiliste"
    ),
    "fr": (
        r"(?:quels|quelles|combien de) (?:sont (?:les|mes) )?(?:fichiers|documents)"
        r"(?: (?:as tu|avez vous|ai je (?:ajoutés|téléversés|envoyés|déposés)|y a t il|sont|peux tu (?:lire|voir)|tu as))?"
        r"(?: ici| disponibles| dans cette conversation)?"
        r"|(?:liste|listez|montre|montrez|donne|donnez|affiche|affichez)(?: moi)?(?: la liste)?(?: de)?(?: tous)?(?: (?:les"
        r"|mes|des))?"
        r" (?:fichiers|documents)"
        r"|(?:la )?liste (?:des|de mes|de tous les) (?:fichiers|documents)"
    ),
    "es": (
        r"(?:qué|cuáles|cuántos) (?:son (?:los|mis) )?(?:archivos|documentos|ficheros)"
        r"(?: (?:tienes|tiene|tengo|hay|he subido|puedes (?:leer|ver)))?(?: aquí| disponibles| en esta conversación)?"
        r"|(?:lista|muestra|muéstrame|enséñame|dame|enumera)(?: (?:la|una) lista)?(?: de)?(?: todos)?(?: (?:los|mis))?"
        r" (?:archivos|documentos|ficheros)"
        r"|(?:la )?lista de(?: todos)?(?: (?:los|mis))? (?:archivos|documentos|ficheros)"
    ),
    "it": (
        r"(?:quali|quanti) (?:file|documenti) (?:hai|ho caricato|ci sono(?: qui)?|puoi (?:leggere|vedere))"
        r"|(?:elenca|mostra|mostrami|elencami)(?: (?:la lista|l'elenco) (?:dei|di))?(?: tutti)?(?: (?:i|miei|i miei))? (?:file"
        r"|documenti)"
    ),
    "pt": (
        r"(?:que|quais|quantos) (?:arquivos|ficheiros|documentos) (?:você tem|tens|eu enviei|há(?: aqui)?|existem(?: aqui)?)"
        r"|(?:liste|lista|mostre|mostra|mostra me)(?: me)?(?: a lista)?(?: de| dos)?(?: todos)?(?: (?:os|meus|os meus))?"
        r" (?:arquivos|ficheiros|documentos)"
    ),
    "nl": (
        r"(?:welke|hoeveel) (?:bestanden|documenten) (?:heb je|hebt u|heb ik geüpload|zijn er(?: hier)?|ken je|kun je (?:lezen"
        r"|zien))"
        r"|(?:toon|geef|laat|noem)(?: me| mij)?(?: (?:de|een) lijst (?:van|met))?(?: alle| mijn| de)? (?:bestanden"
        r"|documenten)(?: zien)?"
    ),
    "ru": (
        r"(?:какие|сколько) (?:(?:есть|тут|здесь|у (?:тебя|вас|меня)|ты|вы|я) )*(?:файлы|файлов|документы|документов)"
        r"(?: (?:у (?:тебя|вас|меня)|есть|здесь|тут|загружены|загружено|я загрузила?|ты (?:видишь|знаешь)))*"
        r"|(?:покажи|покажите|перечисли|перечислите|назови|назовите|дай|выведи)(?: мне)?(?: список)?(?: всех| все| мои| моих)?"
        r" (?:файлы|файлов|документы|документов)|список(?: всех| моих)? (?:файлов|документов)"
    ),
    "zh": (
        r"(?:请)?(?:你|这里|现在|我)?(?:有|上传了)(?:哪些|什么|多少个?|几个)(?:文件|文档)"
        r"|(?:请)?(?:列出|显示)(?:所有|全部)?(?:的)?(?:文件|文档)(?:列表)?|文件列表"
    ),
}
_LONGEST = 300
"""Most characters of such a message."""
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
    "it": (
        "File di questa conversazione ({many}):",
        "Dalla libreria «{name}» ({many}):",
        "e altri {more}",
        "Qui non ci sono ancora file. Trascinane nella conversazione e chiedi.",
    ),
    "pt": (
        "Arquivos desta conversa ({many}):",
        "Da biblioteca “{name}” ({many}):",
        "e mais {more}",
        "Ainda não há arquivos aqui. Solte alguns na conversa e pergunte.",
    ),
    "nl": (
        "Bestanden in dit gesprek ({many}):",
        "Uit de bibliotheek “{name}” ({many}):",
        "en nog {more}",
        "Er zijn hier nog geen bestanden. Sleep er een paar in het gesprek en stel je vraag.",
    ),
    "ru": (
        "Файлы этого разговора ({many}):",
        "Из библиотеки «{name}» ({many}):",
        "и ещё {more}",
        "Здесь ещё нет файлов. Перетащите их в разговор и спрашивайте.",
    ),
    "zh": (
        "本对话中的文件（{many}）：",
        "来自资料库“{name}”（{many}）：",
        "还有 {more} 个",
        "这里还没有文件。把文件拖进对话，然后提问。",
    ),
}
"""Templates: files of the conversation, files of a library, number of files not listed, no files."""


def asks_for_files(text: str) -> str | None:
    """Return the language of a message that only asks which files there are; `None` for any other."""
    if len(text) > _LONGEST:
        return None
    said = plain(text).replace("-", " ")
    return next((language for language, pattern in _PATTERNS.items() if pattern.fullmatch(said)), None)


class Files(NamedTuple):
    """The files of one place: the names of the first ones, and the total number."""

    names: tuple[str, ...]
    total: int


def listing(language: str, own: Files, libraries: Sequence[tuple[str, Files]]) -> str:
    """List the files by name, those of the conversation first, then each library's under its name."""
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
