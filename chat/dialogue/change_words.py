"""Words that say that something is different from before, takes the place of something else, stays or is added.

Alternatives for patterns to be matched ignoring case, of all languages together since few mean anything else in another. Each is
written out from its first letters on, so that `standing_facts.roots_of` can tell by which words to look for it.
"""

from __future__ import annotations

NOW = (
    "now|nowadays|these days|from now on|jetzt|nun|inzwischen|mittlerweile|maintenant|désormais|ahora|adesso|ora|agora"
    "|inmiddels|теперь"
)
TURNS_OUT = "turns? out|turned out|after all|doch|finalement|al final|finalmente|resulta que"
"""Something is not as was thought."""
INSTEAD = r"instead(?!\sof\b)|stattdessen|plutôt(?!\sque?\b)|à la place(?!\sd)|en su lugar"
INSTEAD_OF = (
    "instead of|rather than|(?:an)?statt|anstelle(?: von)?|au lieu d[eu]|à la place d[eu]|plutôt que|en lugar de|en vez de"
    "|invece di|invece del|em vez de"
)
STILL = "still|immer noch|noch immer|weiterhin|toujours|encore|todavía|aún|sigue"
ALSO = "also|too|as well|auch|aussi|también"
OTHER = (
    "other|another|second|third|andere[nrsm]?|zweite[nrsm]?|dritte[nrsm]?|autres?|deuxième|seconde?|troisième|otr[oa]s?"
    "|segund[oa]|tercer[oa]?"
)
"""One more of a kind."""
MOVED = (
    "rescheduled|postponed|delayed|pushed back|put off|brought forward|verschoben|verlegt|vorverlegt"
    "|reportée?s?|repoussée?s?|déplacée?s?|décalée?s?|avancée?s?"
    "|aplazad[oa]s?|movid[oa]s?|trasladad[oa]s?|adelantad[oa]s?|retrasad[oa]s?|pospuest[oa]s?|перенес[её]н[оаы]?"
)
"""To another time; "moved" may also mean to another place."""
CHANGED = "changed|updated|switched|geändert|changée?s?|cambiad[oa]s?"
RAISED_OR_LOWERED = (
    "increased|decreased|raised|lowered|reduced|extended|revised|upgraded|migrated|erhöht|gesenkt|gestiegen"
    "|augmentée?s?|baissée?s?|subió|subieron|subido|bajó|bajaron|bajado"
)
CANCELLED = "cancell?ed|called off|scrapped|abgesagt|storniert|annulée?s?|cancelad[oa]s?"
BOOKED_OUT = "fully booked|booked out|ausgebucht|complets?|complètes?|complet[oa]s?"
SOLD_OUT = "sold out|out of stock|unavailable|ausverkauft|vergriffen|épuisée?s?|agotad[oa]s?"
