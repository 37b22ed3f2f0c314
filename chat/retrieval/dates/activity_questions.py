"""Questions for what somebody did, or where they were, in whatever verb: "Where was I ...?", "What did I buy ...?".

Beside a date, such a question has hardly a subject of its own: what was bought is told without a word for buying ("Ordered new
glasses"), so that the time says more than the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from chat.text import terms
from chat.text.related import related

_BETWEEN = (
    r"(?:\s+(?:in|on|at|from|for|since|between|during|over|to|by|until|with|there|the|and"
    r"|im|am|an|seit|zwischen|vom|zum|bis|der|dem|den|und|so|alles|denn"
    r"|en|le|la|les|au|aux|entre|et|depuis|du|de|des|pendant|jusqu'?|el|los|las|del|desde|hasta|y))*"
)
"""What a date leaves behind."""
_ALSO = r"(?:\s+(?:all|else|exactly|money|geld|alles|d'argent|dinero))?"
_FORMS = tuple(
    re.compile(rf"^\W*{pattern}{_BETWEEN}\W*$")
    for pattern in (
        rf"(?:what|where|who|whom|how much){_ALSO}\s+(?:did|had|have)\s+(?:i|we)\s+(?:both\s+|all\s+)?(?P<verb>[a-z]+)",
        r"where\s+(?:was\s+i|were\s+we|have\s+i\s+been|have\s+we\s+been)",
        rf"(?:was|wo|wohin|wen|wem|wie\s?viel){_ALSO}\s+(?:habe?|haben|bin|sind|hatten?)\s+(?:ich|wir){_BETWEEN}\s+(?!vor\b|zu\b)(?P<verb>[a-zäöüß]+)",
        r"wo\s+(?:war\s+ich|waren\s+wir)",
        r"(?:qu'est-ce\s+qu(?:e\s+|')|que\s+|qu'|où\s+(?:est-ce\s+que\s+)?|qui\s+|combien\s+(?:d'argent\s+)?(?:est-ce\s+que\s+)?)"
        r"(?:j'ai|ai-je|nous\s+avons|avons-nous)\s+(?P<verb>[a-zà-ÿ]+)",
        r"où\s+(?:est-ce\s+que\s+)?(?:j'étais|étais-je|nous\s+étions|étions-nous)",
        r"où\s+(?:est-ce\s+que\s+)?(?:je\s+suis|suis-je|nous\s+sommes|sommes-nous)\s+(?:allée?s?|partie?s?)",
        rf"(?:qué|dónde|a\s+quién|cuánto){_ALSO}\s+(?:(?P<verb>[a-zá-ú]+(?:é|í|amos|imos))|(?:he|hemos)\s+[a-zá-ú]+[dt]o)",
        r"a?dónde\s+(?:estuve|estuvimos|estaba|estábamos|fui|fuimos)",
    )
)
"""The folded question without its date, in English, German, French and Spanish."""


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_LASTING = _words("""
    weigh weighed earn earned own owned have had know known like liked love want wanted need needed live lived work worked
    use used owe owed keep kept wear worn think believe mean feel plan planned hold rent rented
    gewogen verdient besessen gehabt gewusst gemocht gewollt gewohnt gearbeitet benutzt gemietet geplant gehalten
    pesé gagné possédé eu su aimé voulu habité vécu travaillé utilisé loué prévu
    gané tuve tuvimos supe quise viví vivimos trabajé trabajamos usé usamos alquilé
""")
"""Verbs of what lasts: it may have been told long before."""
_ANYTHING = _words("do done doing gemacht getan unternommen fait hice hicimos")
_ALIKE = 0.6
"""Similarity from which two terms are forms of one verb: "buy" and "bought" are .77 alike."""
_DEEDS = """
    buy bought order ordered purchase purchased kaufen kaufte kauften gekauft bestellt besorgt acheter acheté commandé
    comprar compré compramos comprado encargué;
    eat ate eaten essen aß aßen gegessen manger mangé dîné déjeuné comer comí comimos comido cené cenamos;
    cook cooked baked kochen kochte gekocht gebacken cuisiner cuisiné cocinar cociné cocinamos cocinado;
    meet met treffen traf trafen getroffen rencontrer rencontré conocer conocí encontré quedé quedamos;
    visit visited besuchen besuchte besuchten besucht visiter visité visitar visitamos visitado;
    read lesen gelesen lire lu leer leí leímos leído;
    write wrote written schreiben schrieb geschrieben écrire écrit escribir escribí escribimos escrito;
    watch watched angesehen angeschaut geschaut regarder regardé vimos visto;
    sell sold verkaufen verkaufte verkauft vendre vendu vender vendí vendimos vendido;
    pay paid spend spent bezahlen bezahlt ausgegeben gezahlt payer payé dépensé pagar pagué pagamos gastado gasté gastamos;
    finish finished fertig beendet abgeschlossen finir fini terminé terminar terminamos terminado acabé;
    send sent schicken schickte geschickt gesendet verschickt envoyer envoyé enviar envié enviamos enviado mandé;
    run ran jog jogged running laufen lief gelaufen gejoggt courir couru correr corrí corrimos corrido;
    repair repaired fix fixed reparieren repariert réparer réparé reparar reparé arreglé;
    learn learned learnt lernen lernte gelernt apprendre appris aprender aprendí aprendido;
    book booked reserved buchen buchte gebucht reserviert réserver réservé reservar reservé reservamos reservado
"""
_SAME_DEED = tuple(frozenset(terms(words)) for words in _DEEDS.split(";"))
"""Terms for one deed, in English, German, French and Spanish."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody is asked to have done."""

    verb: str
    """The verb as the question has it; empty if it asks for anything done, or where somebody was."""

    def is_told(self, words: Iterable[str]) -> bool:
        """Return whether one of these terms is a form of the verb."""
        return not self.forms.isdisjoint(words)

    @property
    def forms(self) -> frozenset[str]:
        own = frozenset(terms(self.verb))
        alike = frozenset(word for term in own for word, likeness in related(term).items() if likeness >= _ALIKE)
        return own.union(alike, *(same for same in _SAME_DEED if own & same))


def deed(question: str) -> Deed | None:
    """Return what a folded question without its date asks somebody to have done; `None` for any other question."""
    match = next(filter(None, (form.match(question) for form in _FORMS)), None)
    if match is None:
        return None
    verb = match.groupdict().get("verb") or ""
    return None if verb in _LASTING else Deed("" if verb in _ANYTHING else verb)
