"""What French questions demand."""

from __future__ import annotations

from chat.llm.quoting.question.demands.words import FIGURE, YEAR, Words, in_each_form
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_SO = (
    r"^\W*(?:(?:et|mais|alors|donc)\s+)?"
    r"(?:(?:pendant|pour|depuis|jusqu['’]à|à\s+partir\s+de|en|dans|sous|sur|à|de|avec|après|au\s+bout\s+de)\s+)?"
)
_WHICH = r"quel(?:le)?s?\s+(?:(?:est|sont|était|sera)\s+)?(?:(?:la|le|les|sa|son|ses|ma|mon|leur)\s+|l['’])?"
_ASKS_WHEN = rf"{_SO}(?:quand\b(?!.*,)|quel(?:le)?\s+(?:est\s+(?:la\s+|le\s+|l['’]))?(?:jour|mois|date|heure|année)\b)"
_UNITS_OF_TIME = r"secondes?|minutes?|heures?|jours?|journées?|nuits?|semaines?|mois|trimestres?|semestres?|ans?|années?|siècles?"
_AGAIN = r"quotidien\w*|hebdomadaire\w*|mensuel\w*|trimestriel\w*|annuel\w*|chaque|tou(?:te)?s\s+les|toujours|jamais|souvent"
_WHENEVER = r"quand|lors\w*|si|s['’]ils?|dès|aussitôt|après|avant|pendant|durant|depuis|jusqu\w*|tant\s+qu\w+|au\s+bout"
_TIME = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|{_AGAIN}|{_WHENEVER}|{one_of(MONTHS)}|{one_of(WEEKDAYS)}|matin\w*|midi|après-midi|soir\w*"
    r"|minuit|aube|printemps|(?:en|cet|chaque|l['’]|d['’])\s?été|automne|hiver|hier|aujourd['’]hui|demain|maintenant"
    r"|immédiat\w*|tout\s+de\s+suite|bientôt|tôt|tard\w*|premi[eè]re?|derni[eè]re?|prochaine?|précéde\w*|récemment|déjà"
    r"|ensuite|alors|puis|noël|pâques|toussaint|vacances|rendez-vous|sur\s+demande|à\s+l['’]origine|initialement|enfin|arrivée"
    r"|départ)\b"
)
_OFTEN = rf"{FIGURE}|\b(?:{_AGAIN}|{_WHENEVER}|fois|par|parfois|rarement|réguli\w+|fréque\w+|contin\w+|périodi\w+)\b"
_LASTS = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|jusqu\w*|depuis|pendant|durant|durée|dur(?:e|ent|era|ait)|long\w*|court\w*|bref|brève"
    r"|permanen\w+|(?:il)?limité\w*|(?:in)?déterminé\w*|toujours|vie|enti[eè]re?|tant\s+qu\w+)\b"
)
_EXTENT = (
    rf"{FIGURE}|\b(?:\w*mètres?|étages?|pieds|pouces|pas|haut\w*|larg\w*|long\w*|court\w*|profond\w*|épais\w*|mince\w*|étroit\w*"
    r"|grande?s?|petite?s?|moyen\w*|taille|dimensions?|aussi\s+\w+\s+que)\b"
)
_FAST = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|vite|vitesse|rapid\w+|lent\w*|allure|instantané\w*)\b"
_LOUD = r"\d\s?dB\b|\b(?:db|décibels?|bruit\w*|bruyant\w*|silenc\w+|sono\w+)\b"
_DEGREES = rf"{FIGURE}|°|\b(?:degrés?|celsius|températures?|chaud\w*|froid\w*|frais|tiède\w*|ambiante?)\b"
_OLD = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|née?s?|âgée?s?|âge|vieux|vieil\w*|jeunes?|ancien\w*|dat(?:e|ent)|récent\w*)\b"
_WEIGHT = r"\d\s?(?:[km]?g|t)\b|\b(?:\w*grammes?|kilos?|tonnes?|quintal|p[eè]s\w+|poids|lourd\w*|légère?s?|masse)\b"
_COLOUR = (
    r"\b(?:noir|blanc|gris|roug|vert(?:e?s?\b)|bleu|jaun|orang|violet|rose|brun|marron|beige|argent[ée]|dor[ée]|turquoise|crème"
    r"|ivoire|kaki|lilas|mauve|bordeaux|foncé|clair|pâle|transparent|incolore|RAL|couleur|color|teint)"
)
_KINDS = (
    (rf"{_SO}(?:{_WHICH}fréquence|combien\s+de\s+fois|tou(?:te)?s\s+les\s+combien)\b", _OFTEN),
    (rf"{_SO}(?:combien\b(?!\s+d[e'’]).*\bp[eè]s(?:e|ent|ait|aient)\b|{_WHICH}poids\b)", _WEIGHT),
    (rf"{_SO}{_WHICH}couleurs?\b", _COLOUR),
    (rf"{_SO}(?:combien\s+de\s+temps|combien\b.*\bdur(?:e|ent|era|ait)\b|{_WHICH}durée)\b", _LASTS),
    (
        rf"{_SO}(?:{_WHICH}(?:hauteur|largeur|longueur|profondeur|épaisseur)|combien\b(?!\s+d[e'’]).*\bmesur\w+)\b",
        _EXTENT,
    ),
    (rf"{_SO}{_WHICH}vitesse\b", _FAST),
    (rf"{_SO}{_WHICH}(?:niveau\s+sonore|bruit)\b", _LOUD),
    (rf"{_SO}{_WHICH}température\b", _DEGREES),
    (rf"{_SO}{_WHICH}tension\s+électrique\b", r"\d\s?k?V\b|\bvolt\w*"),
    (rf"{_SO}{_WHICH}âge\b", _OLD),
    (rf"{_SO}{_WHICH}garantie\b", r"\b(?:garanti|couver)\w*"),
)
_ENDINGS = ("", "e", "s", "es")
_DATED = rf"date|{YEAR}"
_DEEDS = (
    (
        f"{in_each_form('écrit rédigé', _ENDINGS)} auteur autrice auteure auteurs",
        rf"écri\w*|rédig\w*|aut(?:eur|rice)\w*|prépar\w*|édit\w*|signé\w*|{_DATED}",
    ),
    (
        f"{in_each_form('publié édité', _ENDINGS)} éditeur éditrice",
        rf"publi\w*|par[au](?:ît|is|it|ue?s?)\w*|sorti\w*|édit\w*|imprim\w*|version|{_DATED}",
    ),
    (f"{in_each_form('traduit', _ENDINGS)} traducteur traductrice", r"tradu\w+"),
    (
        f"{in_each_form('construit bâti fabriqué produit', _ENDINGS)} fabricant constructeur",
        r"constru\w*|bâti\w*|fabri\w*|produi\w*|produc\w*|érig\w*|édifi\w*|mont(?:ée?s?|age)|assembl\w*|réalis\w*|fait\w*|cré\w+",
    ),
    (
        f"{in_each_form('conçu dessiné', _ENDINGS)} concepteur conceptrice",
        r"con[çc]\w*|dessin\w*|architect\w*|imagin\w*|développ\w*|cré\w+|plan",
    ),
    (f"{in_each_form('inventé', _ENDINGS)} inventeur inventrice", r"invent\w*|brevet\w*|imagin\w*|développ\w*|découv\w*|cré\w+"),
    (
        f"{in_each_form('fondé créé', _ENDINGS)} fondateur fondatrice",
        r"fond\w*|cré\w+|établi\w*|depuis|origin\w*|naissance|lanc\w*|ouver\w*",
    ),
    (in_each_form("acheté acquis", _ENDINGS), r"ach[eè]t\w*|achat\w*|acqui\w*|acquér\w*|pay\w*|factur\w*|command\w*"),
    (in_each_form("vendu", _ENDINGS), r"vend\w*|vente\w*|ach[eè]t\w*|cédé\w*"),
    (in_each_form("peint", _ENDINGS), r"pein\w*|artiste\w*|tableau\w*"),
    (in_each_form("réparé", _ENDINGS), r"répar\w*|remplac\w*|rénov\w*|restaur\w*|entret\w*|révis\w*|changé\w*"),
    (
        in_each_form("installé posé monté", _ENDINGS),
        r"install\w*|pos[eé]\w*|mont\w*|plac\w*|raccord\w*|branch\w*|mise?\s+en\s+place",
    ),
    (f"{in_each_form('signé', _ENDINGS)} signataire signataires", rf"sign\w*|conclu\w*|fait\s+à|{_DATED}"),
    (
        in_each_form("approuvé validé adopté", _ENDINGS),
        r"appro\w*|valid\w*|adopt\w*|accept\w*|autoris\w*|vot[eé]\w*|accord\w*|ratifi\w*|signé\w*",
    ),
)
_HAS = r"(?:a|ont|avait|avaient|a-t-(?:il|elle|on)|ont-(?:ils|elles)|avez-vous|été|est|sont|sera|fut|furent)"
_ASKS_AFTER = (
    rf"{_SO}(?:qui\s+(?:(?:a|ont|avait|est|sont|était)\s+)?(?:(?:l['’]|la\s+|le\s+|les\s+))?(VERBS)\b"
    rf"|(?:par\s+qui|quand|où|(?:en\s+)?quelle\s+(?:année|ville)|dans\s+quel\s+(?:pays|mois))\b.*\b{_HAS}\s+(VERBS)\b)"
)

WORDS = Words((_ASKS_WHEN, _TIME), _KINDS, _DEEDS, _ASKS_AFTER, r"(?:^|[\n.!?]\s*)par\s+(?-i:[A-ZÀ-Þ])")
