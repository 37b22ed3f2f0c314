"""Recognise what must be mentioned to answer "Is there a sauna?", "Who is the director?" or "Was kostet ein Hammer?": text that
never mentions it does not answer, however similar it is."""

from __future__ import annotations

import re
from collections.abc import Collection

from chat.llm.quoting.question.synonyms import synonyms
from chat.text import terms
from chat.text.languages import COMPOUNDING, ENGLISH
from chat.text.related import related

_END = {
    "english": r"in|at|on|of|near|inside|outside|for|from|to|with|that|which|who|where|available|here|nearby|close|if|when",
    "german": (
        r"in|im|am|an|auf|für|zum|zur|bei|beim|mit|von|vom|der|die|das|des|hier|dort|noch|wenn|zwischen|pro|je|ab"
        r"|erlaubt|verboten|gestattet|zugelassen|untersagt|inbegriffen|kostenlos|gratis|vorhanden|verfügbar|zusammen|insgesamt"
    ),
    "french": r"à|au|aux|dans|en|pour|sur|près|chez|avec|du|de|des|ici|là|qui|que|si|entre|par|sont|est",
    "spanish": r"en|para|por|cerca|con|de|del|al|a|aquí|ahí|que|si|entre",
    "italian": (
        r"in|nel|nell|nella|nei|nelle|al|all|alla|ai|alle|allo|a|per|con|di|del|dell|dello|della|dei|delle|vicino|qui|qua|che|se|tra|fra|da"
        r"|su|sul|sull|sulla"
    ),
    "portuguese": r"em|no|na|nos|nas|perto|com|de|do|da|dos|das|ao|à|para|por|aqui|aí|que|se|entre",
    "dutch": (
        r"in|op|bij|aan|voor|van|met|naar|om|te|hier|daar|dat|die|als|tussen|per|toegestaan|verboden|inbegrepen|gratis"
        r"|beschikbaar|aanwezig"
    ),
    "russian": r"в|во|на|у|для|с|со|из|к|по|при|за|здесь|тут|рядом|где|котор\w+|если|или",
}
_ALLOWED = "erlaubt|verboten|gestattet|zugelassen|untersagt|inbegriffen|kostenlos|gratis|vorhanden|verfügbar"
_GERMAN_ARTICLE = r"(?:(?:der|die|das|den|ein\w*)\s+)?"
_ASKS = {
    "english": (
        r"(?:is|are|was|were|will)\s+there\s+(?:be\s+)?(?:(?:an?|any|some|the)\s+)?",
        r"(?:does|do|did)\s+(?:the|this|that|our|their|its?)(?:\s+\w+){0,3}\s+have\s+(?:an?|any|some)\s+",
        r"who(?:['’]s|\s+(?:is|are|was|were))\s+(?:the|our|their|its)\s+",
        r"what(?:['’]s|\s+(?:is|are))\s+(?:(?:the|my|our|your|their|its)\s+)?(?:[\w'’-]+\s+){0,3}?"
        r"(?=(?:pass(?:word|code|phrase|wd)|pin|api\s+key|token)s?\b)",
    ),
    "german": (
        r"gibt\s+es\s+(?:dort\s+|hier\s+|da\s+|noch\s+)*(?:ein\w*\s+|irgendwelche\s+)?",
        r"ha(?:t|ben)\s+(?:der|die|das)\s+\w+\s+(?:ein\w*|irgendwelche)\s+",
        r"wer\s+(?:ist|sind|war|waren)\s+(?:der|die|das)\s+",
        rf"(?:was\s+kostet|wie\s+(?:viel\s+kostet|teuer\s+ist))\s+{_GERMAN_ARTICLE}",
        rf"(?:ist|sind)\s+(?!es\b){_GERMAN_ARTICLE}(?!{_ALLOWED})(?=[^?,.]*\b(?:{_ALLOWED})\b)",
        r"wie\s+(?:lautet|ist)\s+(?:der|die|das)\s+(?=\S*(?:pin|passwort|kennwort|code)\b)",
    ),
    "french": (
        r"(?:est[- ]ce\s+qu['’]il\s+y\s+a|y\s+a[- ]t[- ]il)\s+(?:une?\s+|des?\s+|du\s+|de\s+la\s+|de\s+l['’]|d['’])?",
        r"(?:(?:le|la|les)\s+|l['’])\w+\s+(?:a[- ]t[- ](?:il|elle)|ont[- ](?:ils|elles))\s+(?:une?|des?|du)\s+",
        r"qui\s+(?:est|sont|était)\s+(?:(?:le|la|les)\s+|l['’])",
        r"combien\s+(?:coûte(?:nt)?|vaut)\s+(?:(?:une?|le|la|les|des)\s+|l['’])",
        r"(?:est[- ]ce\s+que\s+)?(?:(?:les?|la)\s+|l['’])(?=[^?,.]*\b(?:autorisé|interdit|permis|admis|gratuit)(?:e?s?)\b)",
        r"quel(?:le)?\s+est\s+(?:le|la)\s+(?=(?:code|mot\s+de\s+passe|pin)\b)",
    ),
    "spanish": (
        r"hay\s+(?:unos?\s+|unas?\s+|algún\s+|alguna?s?\s+|un\s+|una\s+)?",
        r"tienen?\s+(?:el|la|los|las)\s+\w+\s+(?:una?|algún|alguna)\s+",
        r"quién(?:es)?\s+(?:es|son|era)\s+(?:el|la|los|las)\s+",
        r"cuánto\s+(?:cuestan?|valen?)\s+(?:(?:una?|el|la|los|las)\s+)?",
        r"(?:están?|son)\s+(?:permitid|prohibid|admitid)[oa]s?\s+(?:(?:el|la|los|las)\s+)?",
        r"se\s+(?:admiten?|permiten?)\s+(?:(?:el|la|los|las)\s+)?",
        r"cuál\s+es\s+(?:el|la)\s+(?=(?:clave|contraseña|código|pin)\b)",
    ),
    "italian": (
        r"c['’]è\s+(?:(?:una?|il|lo|la)\s+|(?:un|l)['’])?",
        r"ci\s+sono\s+(?:(?:dei|degli|delle)\s+)?",
        r"chi\s+(?:è|sono|era)\s+(?:(?:il|lo|la|i|gli|le)\s+|l['’])",
        r"quanto\s+costa(?:no)?\s+(?:(?:una?|il|lo|la|i|gli|le)\s+|(?:un|l)['’])?",
        r"(?:è|sono)\s+(?:ammess|permess|vietat)[oaie]\s+(?:(?:il|lo|la|i|gli|le)\s+|l['’])?",
        r"qual\s+è\s+(?:(?:il|la)\s+|l['’])(?=(?:codice|password|pin)\b)",
    ),
    "portuguese": (
        r"(?:há|existem?|tem)\s+(?:(?:algum|alguma|alguns|algumas|uma?|uns|umas)\s+)?",
        r"quem\s+(?:é|são|era)\s+[oa]s?\s+",
        r"quanto\s+custam?\s+(?:(?:[oa]s?|uma?)\s+)?",
        r"(?:é|são)\s+(?:permitid|proibid)[oa]s?\s+(?:[oa]s?\s+)?",
        r"qual\s+é\s+[oa]\s+(?=(?:senha|palavra-passe|código|pin)\b)",
    ),
    "dutch": (
        r"(?:is|zijn)\s+er\s+(?:hier\s+|daar\s+|ook\s+|nog\s+)*(?:een\s+)?",
        r"wie\s+(?:is|zijn|was|waren)\s+(?:de|het)\s+",
        r"(?:wat|hoeveel)\s+kost(?:en)?\s+(?:(?:de|het|een)\s+)?",
        r"(?:is|zijn)\s+(?:(?:de|het)\s+)?(?=[^?,.]*\b(?:toegestaan|verboden|inbegrepen|gratis)\b)",
        r"wat\s+is\s+(?:de|het)\s+(?=\S*(?:pin|wachtwoord|code)\b)",
    ),
    "russian": (
        r"(?:есть|имеется|имеются)\s+ли\s+(?:(?:в|на|у|при)\s+\w+\s+|здесь\s+|тут\s+)?",
        r"кто\s+(?:такой\s+)?(?=\w+\s*\?)",
        r"сколько\s+(?:стоит|стоят)\s+",
        r"(?:разрешен|разрешён|запрещен|запрещён)\w*\s+ли\s+",
    ),
}
"""Patterns of questions up to the thing asked for, which ends at one of the words above."""
_HEAD = {
    "french": r"(?:(?P<head>[\w-]+)\s+(?:de\s+(?!la\b|l['’]|[mst](?:a|on|es)\b|ce|[nv]o)|d['’]|à\s+(?=\w+s\b)))?",
    "spanish": r"(?:(?P<head>\w+)\s+de\s+(?!la\b|las\b|los\b|el\b|l[oa]\b|mis?\b|tus?\b|su|est|es[ae]))?",
}
"""The first noun of a name of two: the second tells what it is, as a "salle de sport" is more than a room."""
_PATTERNS = {
    language: re.compile(
        rf"[¿\s]*(?:{'|'.join(asks)}){_HEAD.get(language, '')}(?P<thing>\S.*?)(?=\s+(?:{_END[language]})\b|\s*[?,.!;]|$)",
        re.IGNORECASE,
    )
    for language, asks in _ASKS.items()
}
_LONGEST = 3
"""Most words of a thing; anything longer is a sentence of its own."""
_OTHERWISE = {
    "english": """
        way anything something thing things difference chance possibility option options reason need problem problems limit
        maximum minimum rule rules requirement requirements deadline penalty fine fee fees charge charges cost costs price
        discount discounts restriction restrictions exception exceptions change changes update risk risks relationship
        connection evidence information anyone someone people much many more other others alternative alternatives right
        guarantee age time date plan plans one first last best main person man woman author writer creator owner winner
        founder leader contact""",
    "german": """
        möglichkeit möglichkeiten unterschied unterschiede grund gründe frist regel regeln ausnahme ausnahmen rabatt
        ermäßigung gebühr gebühren kosten grenze weg etwas änderung änderungen alternative alternativen strafe hinweis
        problem person autor eigentümer eintritt karte ticket teilnahme es das dies alles hier man""",
    "french": """
        moyen façon différence possibilité limite délai réduction règle règles exception exceptions frais chose changement
        raison pénalité amende alternative problème auteur propriétaire personne entrée billet participation tout cela ça""",
    "spanish": """
        forma manera modo diferencia posibilidad límite plazo descuento regla reglas excepción excepciones coste algo cambio
        razón multa alternativa problema autor dueño persona entrada billete participación todo esto eso""",
    "italian": """
        modo differenza possibilità limite termine sconto regola regole eccezione eccezioni costo costi qualcosa cambiamento
        motivo penale multa alternativa problema persona autore proprietario ingresso entrata biglietto partecipazione tutto
        questo quello""",
    "portuguese": """
        forma maneira diferença possibilidade limite prazo desconto regra regras exceção exceções custo algo mudança razão
        motivo multa alternativa problema pessoa autor dono entrada bilhete ingresso participação tudo isto isso""",
    "dutch": """
        manier mogelijkheid verschil verschillen reden termijn limiet regel regels uitzondering uitzonderingen korting kosten
        tarief boete alternatief probleem persoon auteur eigenaar toegang kaartje ticket deelname alles dit dat het iets
        verandering""",
    "russian": """
        способ разница возможность ограничение ограничения правило правила исключение исключения скидка скидки срок штраф
        причина альтернатива проблема проблемы автор владелец человек вход билет участие это всё
        присутствовал отсутствовал""",
}
"""Things that texts tell without the word: that students pay less is a discount."""
SAID_OTHERWISE = {language: frozenset(terms(words, language)) for language, words in _OTHERWISE.items()}
MUCH_LIKE = 0.45
"""Similarity from which one word stands for the other."""
_LEAST_PART = 4
"""Fewest letters of a word that counts as part of another."""
_LEAST_HEAD = 3
"""Letters of a stem asked for that counts as the end of a compound: a "Kurs" ("kur") is a "Nähkurs", but not a "Kurort"."""
_STEM = 5
"""Length of the common beginning of two words of which one is derived from the other: café and cafeteria, Park and Parkplatz."""


def asked_thing(question: str, language: str) -> frozenset[str]:
    """Return the terms, stemmed for `language`, of the thing that must be mentioned; empty if the question asks for anything
    else, or for something with many names.

    The question's own language is recognised by its first words: for a short question `language` may be that of its sources.
    """
    found = ((asked, match) for asked, pattern in _PATTERNS.items() if (match := pattern.match(question.strip())) is not None)
    asked, match = next(found, (ENGLISH, None))
    named = match["thing"] if match is not None else ""
    if match is not None and SAID_OTHERWISE[asked].intersection(terms(match.groupdict().get("head") or "", asked)):
        return frozenset()
    if (
        not 0 < len(named.split()) <= _LONGEST
        or (named.isupper() and named != "PIN")
        or SAID_OTHERWISE[asked].intersection(terms(named, asked))
    ):
        return frozenset()
    return frozenset(terms(named, language))


def speaks_of(wanted: Collection[str], text_terms: Collection[str], language: str, much_like: float = MUCH_LIKE) -> bool:
    """Return whether `text_terms` has one of the wanted terms, a synonym or similar word, or a word with the same beginning."""
    if not set(wanted).isdisjoint(text_terms) or any(not synonyms(term, language).isdisjoint(text_terms) for term in wanted):
        return True
    if language == ENGLISH and any(
        likeness >= much_like and word in text_terms for term in wanted for word, likeness in related(term).items()
    ):
        return True
    return any(_is_made_of(word, term, language) for term in wanted for word in text_terms)


def _is_made_of(word: str, term: str, language: str) -> bool:
    """Return whether two words begin alike, or one is part of the other in a language that forms compounds."""
    if len(term) < _STEM:
        return are_compounded(term, word, language)
    if word.startswith(term[:_STEM]):
        return True
    return language in COMPOUNDING and (term in word or (len(word) >= _STEM and word in term))


def is_named(term: str, text_terms: Collection[str], language: str, much_like: float = MUCH_LIKE) -> bool:
    """Return whether `text_terms` has this term or a similar one, or forms a compound with it (see `are_compounded`)."""
    return speaks_of([term], text_terms, language, much_like) or any(
        are_compounded(term, other, language) for other in text_terms
    )


def are_compounded(term: str, other: str, language: str) -> bool:
    """Return whether one of two words is the beginning or end of the other, in a language that forms compounds; a short `term`
    only if `other` ends with it."""
    if language not in COMPOUNDING:
        return False
    part, word = sorted((term, other), key=len)
    if len(part) >= _LEAST_PART:
        return word.startswith(part) or word.endswith(part)
    return part == term and len(part) >= _LEAST_HEAD and word.endswith(part)
