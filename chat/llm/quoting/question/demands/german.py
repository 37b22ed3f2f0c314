"""What German questions demand."""

from __future__ import annotations

from chat.llm.quoting.question.demands.words import FIGURE, YEAR, Words
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_ASKS_WHEN = (
    r"^\W*(?:(?:(?:seit|ab|bis)\s+)?wann\b|um\s+wie\s?viel\s+uhr\b"
    r"|(?:an\s+|in\s+|ab\s+)?welche[mnrs]?\s+(?:tag|datum|monat|jahr|uhrzeit)\b)"
)
_TIME = (
    rf"{FIGURE}|\b(?:\w*(?:tags?|tage[ns]?|nachts?|wochen?|monate?[ns]?|jahre?[ns]?|quartals?|morgens?|abends?|mittags?)"
    rf"|\w+lich\w*|{one_of(MONTHS)}|(?:{one_of(WEEKDAYS)})s?|mitternacht|uhr|früh\w*|spät\w*|heute|gestern|jetzt|sofort|bald|nach"
    r"|vor|bis|seit|ab|während|wenn|sobald|solange|falls|bevor|nachdem|als|immer|nie|jederzeit|\w*(?:sommer|winter|herbst)s?"
    r"|frühlings?|frühjahr\w*|ostern|weihnacht\w*|pfingsten|\w*ferien|termin\w*|vereinbarung|rund um die uhr|jahrhundert\w*"
    r"|erst\w*|letzt\w*|nächst\w*|zuerst|ursprünglich|ankunft|abreise|dann|stunden?"
    r"|um (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb|viertel))\b"
)
_UNITS_OF_TIME = (
    r"\w*(?:sekunden?|minuten?|stunden?|tage?n?s?|nächte?n?|wochen?|monate?n?s?|jahre?n?s?|jahrzehnte?n?|jahrhunderte?n?)"
)
_LASTS = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|bis|solange|dauer\w*|lang\w*|kurz\w*|un(?:begrenzt|befristet)\w*|immer|ewig|leben\w*|ganze\w*"
    r"|seit|während)\b"
)
_OFTEN = (
    rf"{FIGURE}|\b(?:\w*mals?|je|pro|alle|jede\w*|\w+lich\w*|immer|nie|oft|selten|meist\w*|regelmäßig\w*|stets|wenn|sobald|nach|vor"
    r"|bei|bis|dauernd|durchgehend)\b"
)
_OLD = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|alt\w*|älter\w*|jung\w*|jünger\w*|geboren\w*|stamm\w*|neu\w*|seit)\b"
_FAST = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|schnell\w*|langsam\w*|tempo|geschwindigkeit|sofort|umgehend|rasch\w*)\b"
_EXTENT = (
    rf"{FIGURE}|\b(?:breit\w*|tief\w*|dick\w*|dünn\w*|schmal\w*|lang\w*|kurz\w*|länge|breite|\w*metern?|schritte?n?|so \w+ wie)\b"
)
_WARM = rf"{FIGURE}|°|\b(?:grad|temperatur\w*|warm\w*|kalt\w*|heiß\w*|kühl\w*|\w*temperatur)\b"
_WEIGHT = (
    r"\d\s?(?:[km]?g|t)\b"
    r"|\b(?:\w*gramm|kilos?|pfund|zentner|tonnen?|w[io]e?g(?:en|t|e)?|\w*gewicht\w*|schwer\w*|leicht\w*|masse)\b"
)
_COLOUR = (
    r"(?:schwarz|wei(?:ß|ss)|grau|rot|grün|blau|gelb|orange|lila|violett|rosa|pink|braun|beige|silber|gold|türkis|bunt|farb|färb"
    r"|hell|dunkel|durchsichtig|transparent|RAL)"
)
_HIGH = (
    rf"{FIGURE}|%|\b(?:(?:ein\w*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zig|\w*hundert|\w*tausend)\s?"
    r"(?:euro|cent|franken|dollar|prozent|\w*meter\w*|stock\w*|etagen|geschoss\w*|grad|punkte?|million\w*|milliard\w*|(?:netto|brutto)?\w*mieten?)"
    r"|kostenlos|gratis|frei|entfällt|kein\w*|hoch|höhe\w*|höchst\w*|niedrig\w*|hälfte|halb\w*|drittel\w*|doppelt\w*)\b"
)
_LARGE = (
    r"(?<!nr\.\s)(?<![\w,.-])\d{1,4}(?:[.,]\d+)*\s?(?:[²³%]|[a-zäöü]\w*²?|(?-i:[A-ZÄÖÜ])\w+)"
    r"|\b(?:\w*(?:größ|groß|fläch|klein|meter|hektar|morgen)\w*"
    r"|\w*(?:teilnehmer|person|leute|mitglied|kinder|plätze|gäste)\w*|so \w+ wie)"
    r"\b"
)
"""A figure with its unit, or a word for a size; "2. Obergeschoss" and "Nr. 5" are none."""
_BORN = (
    r"\b(?:geb(?:oren\w*|urt\w*|ürtig\w*)|stamm\w*|kommt aus|kam\b.*\bzur welt|aufgewachsen|wuchs)\b|(?:\bgeb\.|\*)\s?\d|\(\d{4}"
)
_LIVES = (
    r"\b(?:\w*wohn\w*|leb(?:t|en|te|ten)|zu\s?hause|daheim|haus|häuser|hause|zieht|zogen?|umgezogen|gezogen|adresse|anschrift|\w*straße|\w*platz"
    r"|sesshaft|ansässig|heim\w*|hof|nist\w*|vorkomm\w*|kommt vor|kommen\b.*\bvor|lebensr\w+|stamm\w*)\b"
)
_STUDIED = (
    r"\b(?:\w*studi\w+|\w*studen\w+|\w*universität\w*|\w*hochschul\w+|\w*akademie\w*|diplom\w*|bachelor\w*|master\w*|magister|promo[tv]\w+"
    r"|doktor\w*|ausgebildet|ausbildung\w*|lehre|gelernt|lern\w+|erforsch\w+|forsch\w+|unters\w+|analys\w+)\b"
)
_PAID = (
    r"[$€£]|\b(?:\w*gehalt\w*|\w*gehälter\w*|\w*l[oö]hne?s?|lohn\w*|verdien\w*|bezahl\w*|zahl(?:t|en|te)|einkommen\w*|vergüt\w+|bezüge"
    r"|\w*entgelt\w*|euro|eur|franken|dollar)\b"
)
_KINDS = (
    (r"^\W*wie\s+(?:oft|häufig)\b", _OFTEN),
    (r"^\W*wie\s+lange\b", _LASTS),
    (r"^\W*wie\s+(?:breit|tief|dick|lang)\b", _EXTENT),
    (r"^\W*wie\s+hoch\b", _HIGH),
    (r"^\W*wie\s+groß\b", _LARGE),
    (r"^\W*wie\s+schnell\b", _FAST),
    (r"^\W*wie\s+alt\b", _OLD),
    (r"^\W*(?:wie\s+(?:warm|kalt|heiß)|(?:bei\s+)?welche[rn]?\s+temperatur)\b", _WARM),
    (r"^\W*(?:wie\s+schwer\s+(?:ist|sind|war|waren)|wie\s?viel\s+wieg\w+)\b", _WEIGHT),
    (r"^\W*(?:(?:in\s+)?welche[rn]?|was\s+für\s+eine)\s+farben?\b", _COLOUR),
    (
        r"^\W*(?:(?:wann|wo|in\s+welche[mnr]\s+\w+)\s+(?:ist|sind|wurden?|war|waren)\b.*\bgeboren\b"
        r"|(?:wann|wie|was)\s+(?:ist|hat|lautet)\b.*\bgeburts(?:tag|datum|ort)\b)",
        _BORN,
    ),
    (r"^\W*wo\s+(?:(?:wohnt|wohnen|wohnte|lebt|leben|lebte)\b|(?:hat|haben)\b.*\b(?:gewohnt|gelebt)\b)", _LIVES),
    (r"^\W*(?:was|wo)\s+(?:(?:studiert|studieren|studierte)\b|(?:hat|haben)\b.*\bstudiert\b)", _STUDIED),
    (r"^\W*(?:wie\s+hoch|was|wie)\s+(?:ist|war|lautet)\b.*\b(?:gehalt|lohn|einkommen)\b", _PAID),
)
_DATED = rf"datum|{YEAR}"
_DEEDS = (
    ("geschrieben verfasst", rf"\w*schr(?:ie|ei)b\w*|verfass\w*|autor\w*|herausgeb\w*|bearbeitet|{_DATED}"),
    (
        "veröffentlicht herausgegeben",
        rf"veröffentlich\w*|ersch(?:ien|ein)\w*|herausg\w+|verlag\w*|gedruckt|auflage|ausgabe|{_DATED}",
    ),
    ("übersetzt", r"übersetz\w*"),
    (
        "gebaut erbaut errichtet hergestellt",
        r"\w*bau\w*|errichte\w*|\w*herstell\w*|hergestellt|gefertigt|produzi\w+|stamm\w*|werft|entst[ae]nd\w*",
    ),
    ("entworfen gestaltet", r"entw[aou]rf\w*|entwirf\w*|architekt\w*|gestalt\w*|gezeichnet|geplant|plante\w*"),
    ("erfunden entwickelt", r"erf[aiu]nd\w*|entwick\w+|patent\w*"),
    ("gegründet", r"\w*gründ\w*|entst[ae]nd\w*|besteh\w*|seit|anfänge|ins leben"),
    (
        "gekauft erworben angeschafft",
        r"\w*kauf\w*|erw[aio]rb\w*|erworben|beschaff\w*|angeschafft|bezahl\w*|rechnung\w*|bestell\w*",
    ),
    ("verkauft", r"\w*kauf\w*|veräußer\w*|erworben"),
    ("gemalt", r"\w*mal(?:t|te|er|erin|en)|gemalt|gemälde"),
    ("repariert", r"\w*repar\w+|instand\w*|ersetz\w*|erneuer\w*|überhol\w*|gewartet|wartung\w*|saniert|sanierung"),
    ("eingebaut installiert", r"\w*bau\w*|install\w+|montier\w*|montage|angeschlossen|aufgestellt"),
    ("unterschrieben unterzeichnet", rf"unterschr\w+|unterz\w+|abgeschlossen|{_DATED}"),
    ("genehmigt", r"genehmig\w*|bewillig\w*|zugestimmt|beschlossen|verabschiedet|erlaubt"),
)
_ASKS_AFTER = (
    r"^\W*(?:wer\s+(?:hat|haben|hatte)|(?:von|für)\s+wem|wann|wo|in\s+welche[mnr]\s+(?:jahr|monat|stadt|land))\b.*\b(VERBS)\W*$"
)

WORDS = Words((_ASKS_WHEN, _TIME), _KINDS, _DEEDS, _ASKS_AFTER, r"(?:^|[\n.!?]\s*)von\s+(?-i:[A-ZÄÖÜ])")
