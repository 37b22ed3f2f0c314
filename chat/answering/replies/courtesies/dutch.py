"""Courtesies in Dutch."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined

DUTCH = Courtesies(
    greeting=(
        "hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hoe gaat het|hallo|hey|hai|hoi hoi|dag|goeiemorgen|goeiedag"
        "|goede morgen|goede middag|goede avond|hoe gaat het met je|hoe gaat het met jou|hoe gaat het met u|hoe is het"
        "|hoe is het met je|hoe was je dag|alles goed|is daar iemand|is er iemand|ben je daar|ben je er|aangenaam"
        "|gefeliciteerd|van harte gefeliciteerd|fijne verjaardag|gelukkig nieuwjaar|vrolijk kerstfeest|prettige feestdagen"
        "|fijne feestdagen|prettig kennis te maken"
    ),
    thanks=(
        "dank je|dank je wel|dank u|dank u wel|dankjewel|bedankt|hartelijk dank|dank|dank jullie wel|dank jullie"
        "|heel erg bedankt|hartelijk bedankt|erg bedankt|duizendmaal dank|heel veel dank|veel dank|alvast bedankt"
        "|bedankt alvast|nogmaals bedankt|dankuwel|goed gedaan|goed werk|prima werk|mooi werk|je bent geweldig"
        "|je bent de beste|dat helpt|dat hielp|je hebt me geholpen|je hebt me goed geholpen|lief van je|aardig van je"
        "|heel vriendelijk"
    ),
    goodbye=(
        "tot ziens|doei|tot straks|tot morgen|welterusten|fijne dag|dag|doeg|doei doei|houdoe|later|tot later|tot zo"
        "|tot snel|tot gauw|tot de volgende keer|tot maandag|tot dan|slaap lekker|fijne avond|fijn weekend|prettig weekend"
        "|prettige dag|fijne dag nog|prettige avond|succes|veel succes|veel plezier|ik moet gaan|ik ga|jij ook|u ook"
        "|jullie ook|insgelijks|hetzelfde|dat was het|dat is alles|dat was alles|dat was het voor vandaag|dat is het"
        "|meer hoeft niet"
        + "|"
        + combined("tot ", "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|volgende week|vanavond")
    ),
    beside=(
        "allemaal|en|voor je hulp|voor uw hulp|prima|perfect|heel erg|ok|oké|threadwise|nogmaals|nog een keer|alvast|echt"
        "|zeer|erg|heel|veel|wel|je|u|jullie|jou|vriend|vrienden|ja|dan|nou|ah|oh|ach|maar|ook|voor alles|voor nu"
        "|voor vandaag|geweldig|fantastisch|super|top|mooi|leuk|vandaag|zo|hoor|okay|goed|iedereen|lieve|toch|precies"
        "|evengoed|sowieso"
    ),
    acknowledged=(
        "oké|prima|begrepen|duidelijk|goed|perfect|akkoord|is goed|okay|ok dan|oké dan|goed dan|goed zo|heel goed|prima zo"
        "|ik begrijp het|ik snap het|snap ik|begrijp ik|aha|ach zo|genoteerd|juist|precies|klopt|dat klopt|natuurlijk|zeker"
        "|geen probleem|geeft niet|maakt niet uit|laat maar|geweldig|fantastisch|super|top|mooi|leuk|interessant|grappig"
        "|logisch|klinkt goed|afgesproken|in orde|komt goed|nu niet|misschien later|sorry|helder|fijn|lekker"
    ),
    itself=(
        "hulp|help mij|wie ben je|wie ben jij|wat ben je|wat kun je|wat kan je|wat kun je doen|wat kan je doen|wat is threadwise"
    ),
    thanked_for="voor|dat",
    that_was="dat is|dat was|dit is|dit was|het is|het was|je bent|je was|u bent|precies|klinkt|dat klinkt",
    good=(
        "nuttig|handig|behulpzaam|geweldig|fantastisch|perfect|prima|goed|mooi|leuk|top|super|fijn|aardig|lief|duidelijk"
        "|snel|interessant|wat ik nodig had|wat ik zocht|wat ik wilde weten|precies wat ik nodig had|alles|het|juist"
        "|een grote hulp|een goed antwoord|heel vriendelijk"
    ),
    declined="nee dank je|nee dank u|nee bedankt|nee dank je wel|nee dankjewel|nu niet bedankt|nee hoor dank je",
)
