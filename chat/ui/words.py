"""Texts of the web chat, in the widget's languages; the texts of its elements are in `public/words.js`.

Texts about an answer are in the language of the question instead (see `answering.phrases`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar

from chat.text.languages import TRANSLATED

LANGUAGE: ContextVar[str | None] = ContextVar("language", default=None)
"""Language of the page whose request is being served, if it is not English."""
_NUMBER = re.compile(r"\d[\d,]*")


def say(english: str, *values: str) -> str:
    """Return a sentence in the page's language with {0}, {1} replaced by `values`; in English if there is no translation."""
    language = LANGUAGE.get()
    said = _WORDS[english][TRANSLATED.index(language)] if language in TRANSLATED and english in _WORDS else english
    return re.sub(r"\{(\d)\}", lambda place: values[int(place[1])], said)


def told(sentence: str) -> str:
    """Translate a sentence with numbers already filled in; it stays English if there is no translation."""
    numbers = _NUMBER.findall(sentence)
    counted = iter(range(len(numbers)))
    pattern = _NUMBER.sub(lambda _: f"{{{next(counted)}}}", sentence)
    return say(pattern, *numbers) if pattern in _WORDS else sentence


def ways_to_say(english: str) -> frozenset[str]:
    """Return a sentence in all languages."""
    return frozenset({english, *_WORDS[english]})


HOW = "How does this work, and which files can you read?"
"""The suggested first message that is answered with the help text instead of a search."""
HELP = {
    "ask": (
        "**Ask** in your own words. Each answer rests on numbered sources: open *Sources* above it and click one to see the "
        "section or the earlier message itself."
    ),
    "add": (
        "**Add files** with the paperclip, up to {0} at a time and {1} MB each, and ask about them: PDF, office files, web "
        "pages, e-mail, books, text, tables, code, pictures of text and ZIP archives of these."
    ),
    "tell": "**Tell me things** too: what is said in this conversation is remembered in it, today and next week.",
    "erase": "Behind the three dots you can save this conversation, or have everything of yours deleted.",
}
"""Parts of the help text for visitors of a site."""
_WORDS: Mapping[str, tuple[str, str, str]] = {
    HELP["ask"]: (
        "**Fragen** Sie mit Ihren eigenen Worten. Jede Antwort beruht auf nummerierten Quellen: Öffnen Sie darüber *Quellen* und "
        "klicken Sie eine an, um den Abschnitt oder die frühere Nachricht selbst zu sehen.",
        "**Posez vos questions** avec vos propres mots. Chaque réponse repose sur des sources numérotées : ouvrez *Sources* "
        "au-dessus et cliquez sur l’une d’elles pour voir la section ou le message lui-même.",
        "**Pregunte** con sus propias palabras. Cada respuesta se basa en fuentes numeradas: abra *Fuentes* encima de ella y "
        "haga clic en una para ver la sección o el mensaje anterior.",
    ),
    HELP["add"]: (
        "**Fügen Sie Dateien hinzu** mit der Büroklammer, bis zu {0} auf einmal und je {1} MB, und fragen Sie danach: PDF, "
        "Office-Dateien, Webseiten, E-Mails, Bücher, Text, Tabellen, Code, Bilder von Text und ZIP-Archive davon.",
        "**Ajoutez des fichiers** avec le trombone, jusqu’à {0} à la fois et {1} Mo chacun, et posez vos questions : PDF, "
        "documents bureautiques, pages web, e-mails, livres, texte, tableaux, code, images de texte et archives ZIP.",
        "**Añada archivos** con el clip, hasta {0} a la vez y de {1} MB cada uno, y pregunte sobre ellos: PDF, documentos de "
        "oficina, páginas web, correos, libros, texto, tablas, código, imágenes de texto y archivos ZIP con ellos.",
    ),
    HELP["tell"]: (
        "**Erzählen Sie mir auch etwas**: Was in dieser Unterhaltung gesagt wird, wird darin behalten, heute und nächste Woche.",
        "**Dites-moi aussi des choses** : ce qui est dit dans cette conversation y est retenu, aujourd’hui comme "
        "la semaine prochaine.",
        "**Cuénteme también cosas**: lo que se dice en esta conversación se recuerda en ella, hoy y la semana que viene.",
    ),
    HELP["erase"]: (
        "Hinter den drei Punkten können Sie diese Unterhaltung speichern oder alles von Ihnen löschen lassen.",
        "Derrière les trois points, vous pouvez enregistrer cette conversation ou tout faire effacer sur vous.",
        "Tras los tres puntos puede guardar esta conversación o hacer que se borre todo lo suyo.",
    ),
    HOW: (
        "Wie funktioniert das, und welche Dateien kannst du lesen?",
        "Comment cela fonctionne-t-il, et quels fichiers peux-tu lire ?",
        "¿Cómo funciona esto y qué archivos puedes leer?",
    ),
    "How does this work?": ("Wie funktioniert das?", "Comment ça marche ?", "¿Cómo funciona?"),
    "Remember something for me": ("Merke dir etwas", "Retiens quelque chose", "Recuerda algo"),
    "Remember: today I asked my first question here.": (
        "Merke dir: Heute habe ich hier meine erste Frage gestellt.",
        "Retiens : aujourd’hui j’ai posé ici ma première question.",
        "Recuerda: hoy he hecho aquí mi primera pregunta.",
    ),
    "Received {0}": ("{0} ist angekommen", "{0} est arrivé", "{0} ha llegado"),
    "Received {0} files": ("{0} Dateien sind angekommen", "{0} fichiers sont arrivés", "Han llegado {0} archivos"),
    "Reading part {0} of {1}: {2}": (
        "Teil {0} von {1} wird gelesen: {2}",
        "Lecture de la partie {0} sur {1} : {2}",
        "Leyendo la parte {0} de {1}: {2}",
    ),
    "Writing the answer": ("Die Antwort wird geschrieben", "Rédaction de la réponse", "Escribiendo la respuesta"),
    "stopped": ("angehalten", "arrêté", "detenido"),
    "still being written": ("wird noch geschrieben", "encore en cours de rédaction", "aún se está escribiendo"),
    "Try again": ("Noch einmal versuchen", "Réessayer", "Intentar de nuevo"),
    "Said earlier": ("Früher gesagt", "Dit plus tôt", "Dicho antes"),
    "Stopped before the answer began.": (
        "Angehalten, bevor die Antwort begann.",
        "Arrêté avant le début de la réponse.",
        "Detenido antes de que empezara la respuesta.",
    ),
    "Something went wrong on our side. Reference: {0}": (
        "Bei uns ist etwas schiefgegangen. Kennung: {0}",
        "Une erreur s’est produite de notre côté. Référence : {0}",
        "Algo ha fallado por nuestra parte. Referencia: {0}",
    ),
    "An answer is still being written. It appears here when it is whole.": (
        "Eine Antwort wird noch geschrieben. Sie erscheint hier, wenn sie fertig ist.",
        "Une réponse est encore en cours de rédaction. Elle apparaîtra ici quand elle sera complète.",
        "Aún se está escribiendo una respuesta. Aparecerá aquí cuando esté completa.",
    ),
    "This message could not be taken.": (
        "Diese Nachricht konnte nicht angenommen werden.",
        "Ce message n’a pas pu être pris.",
        "No se ha podido aceptar este mensaje.",
    ),
    "A message has at most {0} characters; put long text into a file.": (
        "Eine Nachricht hat höchstens {0} Zeichen; langer Text gehört in eine Datei.",
        "Un message compte au plus {0} caractères ; mettez un texte long dans un fichier.",
        "Un mensaje tiene como máximo {0} caracteres; ponga el texto largo en un archivo.",
    ),
    "A message needs some text.": (
        "Eine Nachricht braucht Text.",
        "Un message doit contenir du texte.",
        "Un mensaje necesita texto.",
    ),
    "Too many questions at once; ask again in {0} seconds.": (
        "Zu viele Fragen auf einmal; fragen Sie in {0} Sekunden wieder.",
        "Trop de questions à la fois ; réessayez dans {0} secondes.",
        "Demasiadas preguntas a la vez; pregunte de nuevo en {0} segundos.",
    ),
    "the file is larger than {0} MB.": (
        "die Datei ist größer als {0} MB.",
        "le fichier dépasse {0} Mo.",
        "el archivo ocupa más de {0} MB.",
    ),
    "Files can't be added here.": (
        "Hier können keine Dateien hinzugefügt werden.",
        "On ne peut pas ajouter de fichiers ici.",
        "Aquí no se pueden añadir archivos.",
    ),
    "Here you may have at most {0} files of together {1} MB; this would be more.": (
        "Hier können Sie höchstens {0} Dateien von zusammen {1} MB haben; das wären mehr.",
        "Vous pouvez avoir ici au plus {0} fichiers, de {1} Mo en tout ; ce serait plus.",
        "Aquí puede tener como máximo {0} archivos, de {1} MB en total; serían más.",
    ),
    "At most {0} files can be added at once.": (
        "Höchstens {0} Dateien können auf einmal hinzugefügt werden.",
        "Au plus {0} fichiers peuvent être ajoutés à la fois.",
        "Como máximo se pueden añadir {0} archivos a la vez.",
    ),
    "A file did not come along: the server does not have it any more. Add it and ask again.": (
        "Eine Datei ist nicht mitgekommen: Der Server hat sie nicht mehr. Fügen Sie sie hinzu und fragen Sie noch einmal.",
        "Un fichier n’a pas suivi : le serveur ne l’a plus. Ajoutez-le et reposez votre question.",
        "Un archivo no ha llegado: el servidor ya no lo tiene. Añádalo y pregunte de nuevo.",
    ),
    "{0} files did not come along: the server does not have them any more. Add them and ask again.": (
        "{0} Dateien sind nicht mitgekommen: Der Server hat sie nicht mehr. Fügen Sie sie hinzu und fragen Sie noch einmal.",
        "{0} fichiers n’ont pas suivi : le serveur ne les a plus. Ajoutez-les et reposez votre question.",
        "{0} archivos no han llegado: el servidor ya no los tiene. Añádalos y pregunte de nuevo.",
    ),
    "The upload is gone; add the file again.": (
        "Die hochgeladene Datei ist nicht mehr da; fügen Sie sie noch einmal hinzu.",
        "Le fichier envoyé n’est plus là ; ajoutez-le de nouveau.",
        "El archivo subido ya no está; añádalo de nuevo.",
    ),
    "This question was deleted on another page meanwhile. As you have edited it, it is asked again.": (
        "Diese Frage wurde inzwischen auf einer anderen Seite gelöscht. Da Sie sie geändert haben, wird sie neu gestellt.",
        "Cette question a été supprimée entre-temps sur une autre page. Comme vous l’avez modifiée, elle est posée de nouveau.",
        "Esta pregunta se ha eliminado entretanto en otra página. Como usted la ha modificado, se hace de nuevo.",
    ),
    "This document was deleted from this conversation.": (
        "Dieses Dokument wurde aus dieser Unterhaltung gelöscht.",
        "Ce document a été supprimé de cette conversation.",
        "Este documento se ha eliminado de esta conversación.",
    ),
    "This document was deleted from its library.": (
        "Dieses Dokument wurde aus seiner Bibliothek gelöscht.",
        "Ce document a été supprimé de sa bibliothèque.",
        "Este documento se ha eliminado de su biblioteca.",
    ),
    "This conversation was deleted.": (
        "Diese Unterhaltung wurde gelöscht.",
        "Cette conversation a été supprimée.",
        "Esta conversación se ha eliminado.",
    ),
    "More was said after this question. Edit it to go on from there.": (
        "Nach dieser Frage wurde mehr gesagt. Ändern Sie sie, um von dort weiterzumachen.",
        "On a continué après cette question. Modifiez-la pour reprendre à partir de là.",
        "Después de esta pregunta se dijo más. Modifíquela para seguir desde ahí.",
    ),
}
