"""Courtesies in German."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined

GERMAN = Courtesies(
    greeting=(
        "hallo|servus|moin|grüß gott|grüezi|guten morgen|guten tag|guten abend|wie geht's|wie geht es dir|wie geht es ihnen"
        "|hi|hey|guten tag zusammen|mahlzeit|grüß dich|grüße|grüß euch|hallöchen|hallihallo|na|wie geht's dir"
        "|wie geht es euch|wie läuft's|wie war dein tag|alles gut bei dir|alles gut|ist da jemand|ist jemand da|jemand da"
        "|bist du da|alles gute|alles gute zum geburtstag|herzlichen glückwunsch|glückwunsch|frohe weihnachten"
        "|frohes neues jahr|frohes neues|frohe ostern|guten rutsch|freut mich|schön dich kennenzulernen|morgen|moin moin"
        "|tach"
    ),
    thanks=(
        "danke|dankeschön|danke schön|danke sehr|vielen dank|besten dank|herzlichen dank|lieben dank|vielen lieben dank"
        "|vielen herzlichen dank|herzlichsten dank|tausend dank|danke dir|danke ihnen|danke euch|ich danke dir"
        "|ich danke ihnen|dank dir|danke vielmals|gut gemacht|gute arbeit|sehr gut gemacht|tolle arbeit|du bist toll"
        "|du bist super|du bist der beste|du bist die beste|du hast mir sehr geholfen|hat geholfen|das hat geholfen"
        "|das hilft mir|das hilft|hat mir geholfen|nett von dir|lieb von dir|sehr nett von dir|sehr freundlich|sehr nett"
    ),
    goodbye=(
        "tschüss|tschüs|auf wiedersehen|bis bald|bis später|bis morgen|gute nacht|schönen tag|schönen tag noch"
        "|schönen abend|schönen feierabend|schönes wochenende|tschau|ade|pfiat di|servus|bis dann|bis nachher"
        "|bis zum nächsten mal|bis gleich|mach's gut|man sieht sich|wir sehen uns|schlaf gut|schlafen sie gut|gute reise"
        "|viel glück|viel erfolg|schönen abend noch|schönes wochenende noch|einen schönen tag|einen schönen tag noch"
        "|einen schönen abend|einen schönen abend noch|ein schönes wochenende|guten abend noch|ich muss los|ich muss weg"
        "|dir auch|ihnen auch|euch auch|gleichfalls|ebenfalls|ebenso|das wär's|das wär's für heute|das war's"
        "|das war's für heute|das war alles|das ist alles|mehr brauche ich nicht|feierabend"
        + "|"
        + combined(
            "bis ",
            "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|übermorgen|nächste woche|heute abend|zum wochenende",
        )
    ),
    beside=(
        "zusammen|du|dir|ihnen|und|sehr|für die hilfe|für deine hilfe|für ihre hilfe|super|perfekt|gut|prima|ok|okay"
        "|threadwise|nochmal|nochmals|noch mal|noch einmal|schon mal|schon|wirklich|ganz|ja|jawohl|echt|vielmals|doch|dann"
        "|na|ach|ach so|aber|auch|bestens|toll|klasse|spitze|wunderbar|hervorragend|alles klar|passt|ihr|leute|alle"
        "|im voraus|für heute|so|erst mal|erstmal|jetzt|mein freund|meine liebe|mein lieber|schön|gerne|gern|bitte"
        "|trotzdem|genau|total|richtig|voll|weiter|so weit"
    ),
    acknowledged=(
        "alles klar|verstanden|in ordnung|gut|super|perfekt|prima|passt|stimmt|einverstanden|kein problem|schon gut|haha"
        "|entschuldigung|na gut|na dann|gut so|so gut|alles gut|ist gut|ist ok|ist okay|ok gut|geht klar|klar|klaro|ach so"
        "|achso|aha|verstehe|ich verstehe|hab's verstanden|habe verstanden|notiert|gemerkt|genau|richtig|sehr gut"
        "|sehr schön|schön|toll|klasse|spitze|wunderbar|hervorragend|cool|nett|interessant|lustig|macht sinn|ergibt sinn"
        "|keine sorge|macht nichts|egal|ist egal|schon okay|von mir aus|meinetwegen|jetzt nicht|später vielleicht|gerne"
        "|gern|ja klar|natürlich|sicher|passt schon|passt so|okay dann|na schön"
    ),
    itself=(
        "hilfe|hilf mir|wer bist du|was bist du|was kannst du|was kannst du alles|was machst du"
        "|was ist threadwise|wie kannst du mir helfen|kannst du mir helfen|was kann ich fragen|was kann ich dich fragen"
        "|wobei kannst du mir helfen|wie funktionierst du|wer sind sie|was können sie"
    ),
    thanked_for="für|fürs|dafür dass|dass",
    that_was=(
        "das ist|das war|das wäre|es ist|es war|du bist|du warst|sie sind|sie waren|die antwort war|das klingt|war|klingt"
        "|hat mir|das hat mir|hat|das hat|mir hat das|genau|genau das|exakt|sieht|das sieht"
    ),
    good=(
        "nützlich|hilfreich|gut|super|toll|klasse|perfekt|prima|spitze|wunderbar|hervorragend|schön|nett|lieb|freundlich"
        "|interessant|lustig|schnell|klar|was ich brauchte|was ich gesucht habe|was ich wissen wollte|was ich brauche"
        "|genau das was ich brauchte|alles|eine große hilfe|eine gute antwort|richtig|korrekt|sehr nett von dir"
        "|lieb von dir|nett von dir|geholfen|weitergeholfen|gefallen|gut aus|super aus"
    ),
    declined=(
        "nein danke|nein vielen dank|nö danke|ne danke|nee danke|danke nein|im moment nicht danke|jetzt nicht danke"
        "|heute nicht danke"
    ),
)
