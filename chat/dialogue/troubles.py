"""Recognise statements of something that does not work, which a document may have a remedy for."""

from __future__ import annotations

import re

_TROUBLES = (
    r"too (?:fast|slow(?:ly)?|hot|cold|loud|noisy|weak|strong|dark|bright|short|thin|thick|dry|wet|low|high|bitter|sour)",
    r"(?:leak|drip|blink|flash|smok|stink|smell|rattl|squeak|overheat|crash|freez|jam|flicker|beep)(?:s|es|e|ing|ed|ping|ped|ming|med)?",
    r"(?:keeps?|kept) \w+ing|error (?:code |message )?\w*\d",
    r"stuck|blocked|clogged|broken|cracked|frozen|torn|damaged|stolen|faulty|defective|locked out",
    r"(?:won['’]?t|will not|doesn['’]?t|does not|can(?:['’]t|not)|isn['’]?t|is not|no longer|stopped) (?:turn(?:ing)? (?:on|off)"
    r"|(?:start|open|clos|work|heat|charg|connect|respond|print|load|switch|cool|drain|spin|pair|sync|flush|light)\w*)",
    r"no (?:steam|power|water|signal|sound|heat|hot water|picture|connection|light)",
    r"zu (?:schnell|langsam|heiß|kalt|laut|schwach|stark|dunkel|hell|dünn|dick|bitter|sauer)",
    r"kaputt|defekt|undicht|verstopft|gestohlen",
    r"(?:blinkt|tropft|leckt|klemmt|stinkt|riecht|raucht|quietscht|piept|überhitzt|spinnt|streikt|flackert)",
    r"(?:geht|startet|lässt sich|funktioniert|heizt|lädt|öffnet|schließt|verbindet|druckt|reagiert|spült|zieht)\b.{0,40}\bnicht",
    r"kein(?:e|en)? (?:dampf|strom|wasser|warmwasser|signal|ton|bild|licht|verbindung)",
    r"trop (?:vite|lent(?:ement)?|chaude?|froide?|bruyante?|forte?)|en panne|cassée?|bouchée?|bloquée?|fuit|clignote",
    r"ne (?:marche|fonctionne) (?:pas|plus)",
    r"demasiado (?:rápido|lento|caliente|frío|ruido)|rot[oa]|estropead[oa]|atascad[oa]|gotea|parpadea",
    r"no (?:funciona|enciende|arranca)",
)
_TROUBLE = re.compile(rf"\b(?:{'|'.join(_TROUBLES)})\b", re.IGNORECASE)


def tells_of_trouble(text: str) -> bool:
    """Return whether a text says of something that it does not work as it should: "the orange lamp blinks"."""
    return bool(_TROUBLE.search(text))
