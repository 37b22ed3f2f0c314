"""What Italian questions demand."""

from __future__ import annotations

from chat.llm.quoting.question.demands.words import FIGURE, YEAR, Words, in_each_form
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_SO = r"^\W*(?:(?:e|ed|ma|allora|quindi)\s+)?(?:(?:per|da|fino\s+a|a\s+partire\s+da|entro|in|di|a|con|dopo|su)\s+)?"
_WHICH = r"(?:che|quali?|qual)\s+(?:(?:è|sono|era|sarà)\s+)?(?:(?:il|la|lo|i|gli|le|sua|suo|mio|mia)\s+|l['’])?"
_ASKS_WHEN = (
    rf"{_SO}(?:quando\b(?!.*,)|(?:che|quale)\s+(?:giorno|mese|data|ora|anno)\b|qual\s+è\s+(?:la\s+data|il\s+giorno|l['’]ora)\b)"
)
_UNITS_OF_TIME = (
    r"second[oi]|minut[oi]|or[ae]|giorn[oi]|giornat[ae]|nott[ei]|settiman[ae]|mes[ei]|trimestr[ei]|semestr[ei]|ann[oi]|secol[oi]"
)
_AGAIN = (
    r"giornalier\w+|quotidian\w+|settimanal\w+|mensil\w+|trimestral\w+|annual\w+|ogni|tutt[ei]\s+(?:i|gli|le)|sempre|mai|spesso"
)
_WHENEVER = r"quando|se|appena|dopo|prima|durante|mentre|finché|fino|entro|dal?|al"
_TIME = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|{_AGAIN}|{_WHENEVER}|{one_of(MONTHS)}|{one_of(WEEKDAYS)}|mattin\w+|pomeriggi\w*|ser[ae]\w*"
    r"|mezzogiorno|mezzanotte|alba|primavera|estate|autunno|inverno|ieri|oggi|domani|adesso|ora|immediat\w*|subito|presto|tardi"
    r"|prim[oaie]|ultim\w+|prossim\w+|precedent\w+|recent\w+|già|poi|allora|natale|pasqua|ferragosto|vacanz\w+|ferie"
    r"|appuntamento|su\s+richiesta|inizialmente|originariamente|infine|arrivo|partenza"
    r"|alle\s+(?:due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici))\b"
)
_OFTEN = rf"{FIGURE}|\b(?:{_AGAIN}|{_WHENEVER}|volt[ae]|raramente|regolar\w*|periodic\w+|frequen\w+|continu\w+)\b"
_LASTS = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|fino|finché|durante|mentre|durata|dur(?:a|ano|ò|erà|at[oaie])|lung\w+|brev\w+|cort\w+"
    r"|permanent\w+|(?:il)?limitat\w+|(?:in)?determinat\w+|sempre|vita|inter[oa])\b"
)
_EXTENT = (
    rf"{FIGURE}|\b(?:\w*metr[oi]|pian[oi]|piedi|pollic[ei]|passi|alt\w+|largh?\w+|lungh?\w+|cort\w+|profond\w+|spess\w+|sottil\w+"
    r"|strett\w+|grand[ei]|piccol\w+|misur\w+|dimension\w+|tanto\s+\w+\s+quanto)\b"
)
_FAST = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|veloc\w+|rapid\w+|lent\w+|ritmo|istantane\w+)\b"
_LOUD = r"\d\s?dB\b|\b(?:db|decibel|rumor\w+|silenzi\w+|sonor\w+)\b"
_DEGREES = rf"{FIGURE}|°|\b(?:grad[oi]|celsius|temperatur[ae]|cald[oaie]|fredd[oaie]|fresc\w+|tiepid\w+|ambiente)\b"
_OLD = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|nat[oaie]|nacque|età|vecchi\w*|giovan\w+|antic\w+|risal\w+|nuov\w+|recent\w+)\b"
_WEIGHT = (
    r"\d\s?(?:[km]?g|t)\b|\b(?:\w*gramm[oi]|chil[oi]|tonnellat[ae]|quintal[ei]|pes(?:a|ano|ava|o|i|ant\w+)|legger\w+|massa)\b"
)
_COLOUR = (
    r"\b(?:ner[oaie]\b|bianc|grigi|ross[oaie]\b|verd[ei]\b|blu\b|azzurr|celest|giall|arancion|viola|rosa\b|marron|beige|argent"
    r"|dorat|turchese|crema|avorio|cachi|lilla|bordeaux|scur[oaie]\b|chiar[oaie]\b|pallid|trasparent|incolor|RAL|color|tint)"
)
_KINDS = (
    (rf"{_SO}(?:{_WHICH}frequenza|quante\s+volte|ogni\s+quant\w+)\b", _OFTEN),
    (rf"{_SO}(?:quanto\s+pes(?:a|ano|ava)|{_WHICH}peso)\b", _WEIGHT),
    (rf"{_SO}{_WHICH}color[ei]\b", _COLOUR),
    (
        rf"{_SO}(?:quanto\s+(?:tempo|(?:(?:è|sono|deve|può)\s+)?dur\w+|ci\s+(?:mett\w+|vuole))|{_WHICH}durata)\b",
        _LASTS,
    ),
    (
        rf"{_SO}(?:{_WHICH}(?:altezza|larghezza|lunghezza|profondità|spessore)|quanto\s+misur\w+"
        r"|quanto\s+(?:è|sono|era|sarà)\s+(?:alt|largh?|lungh?|profond|spess)\w+)\b",
        _EXTENT,
    ),
    (rf"{_SO}{_WHICH}velocità\b", _FAST),
    (rf"{_SO}{_WHICH}(?:livello\s+(?:di\s+rumore|sonoro)|rumore)\b", _LOUD),
    (rf"{_SO}{_WHICH}temperatura\b", _DEGREES),
    (rf"{_SO}{_WHICH}(?:voltaggio|tensione\s+elettrica)\b", r"\d\s?k?V\b|\bvolt\w*"),
    (rf"{_SO}(?:quanti\s+anni\s+(?:ha|hanno|aveva)|{_WHICH}età|quanto\s+(?:è|sono)\s+(?:vecchi|antic)\w+)\b", _OLD),
    (rf"{_SO}{_WHICH}garanzia\b", r"\b(?:garan|copert)\w*"),
)
_ENDINGS = ("o", "a", "i", "e")
_DATED = rf"data|{YEAR}"
_DEEDS = (
    (
        f"{in_each_form('scritt redatt', _ENDINGS)} scrisse scrive autore autrice autori",
        rf"scri\w*|reda[tz]\w*|autor\w*|autric\w*|prepar\w*|curat\w*|firmat\w*|{_DATED}",
    ),
    (
        f"{in_each_form('pubblicat', _ENDINGS)} pubblicò editore editrice",
        rf"pubblic\w*|uscit\w*|uscì|apparv\w*|edi[tz]\w*|stampa\w*|versione|{_DATED}",
    ),
    (f"{in_each_form('tradott', _ENDINGS)} tradusse traduttore traduttrice", r"trad\w+"),
    (
        f"{in_each_form('costruit fabbricat prodott', _ENDINGS)} costruì produsse produce costruttore produttore",
        r"costru\w*|fabbric\w*|prod[uo]\w*|eret\w+|edific\w*|mont[aò]\w*|realizz\w*|fatt[oaie]|cre[aò]\w*",
    ),
    (
        f"{in_each_form('progettat disegnat', _ENDINGS)} progettò disegnò progettista",
        r"progett\w*|disegn\w*|archite[tz]\w*|ide[aò]\w*|svilupp\w*|conce[pz]\w*|cre[aò]\w*",
    ),
    (
        f"{in_each_form('inventat', _ENDINGS)} inventò inventore inventrice",
        r"invent\w*|brevett\w*|ide[aò]\w*|svilupp\w*|scop\w*|cre[aò]\w*",
    ),
    (
        f"{in_each_form('fondat', _ENDINGS)} fondò fondatore fondatrice",
        r"fond\w*|cre[aò]\w*|istitui\w*|costitu\w*|dal?|orig\w*|nacque|nat[oaie]|inaugur\w*",
    ),
    (
        f"{in_each_form('comprat acquistat', _ENDINGS)} comprò acquistò",
        r"compr\w*|acquist\w*|pag\w*|fattur\w*|ordin\w*",
    ),
    (f"{in_each_form('vendut', _ENDINGS)} vendette vende", r"vend\w*|acquist\w*|compr\w*|cedut\w*"),
    (f"{in_each_form('dipint', _ENDINGS)} dipinse", r"dipin\w*|pitt\w*|artist\w*|quadr\w*"),
    (
        f"{in_each_form('riparat', _ENDINGS)} riparò",
        r"ripar\w*|aggiust\w*|sostitu\w*|rinnov\w*|restaur\w*|manuten\w*|revision\w*|cambi\w*",
    ),
    (
        f"{in_each_form('installat montat', _ENDINGS)} installò montò",
        r"install\w*|mont\w*|colloc\w*|mess[oaie]|colleg\w*|posa\w*",
    ),
    (f"{in_each_form('firmat', _ENDINGS)} firmò firmatario firmatari", rf"firm\w*|sottoscri\w*|stipul\w*|{_DATED}"),
    (
        f"{in_each_form('approvat', _ENDINGS)} approvò",
        r"approv\w*|accett\w*|autorizz\w*|vot\w*|deliber\w*|ratific\w*|adott\w*|firm\w*",
    ),
)
_HAS = r"(?:si|lo|la|ha|hanno|aveva|avevano|è|sono|era|erano|fu|furono|stat[oaie]|sarà|saranno|viene|vengono)"
_ASKS_AFTER = (
    rf"{_SO}(?:chi\s+(?:{_HAS}\s+)*(?:il\s+|la\s+|l['’]|i\s+|gli\s+)?(VERBS)\b"
    rf"|(?:quando|dove|(?:che|quale)\s+(?:anno|mese|città|paese))\s+(?:{_HAS}\s+)*(VERBS)\b"
    rf"|(?:quando|dove|chi)\b.*\b{_HAS}\s+(VERBS)\W*$)"
)

WORDS = Words((_ASKS_WHEN, _TIME), _KINDS, _DEEDS, _ASKS_AFTER, r"(?:^|[\n.!?]\s*)di\s+(?-i:[A-ZÀ-Þ])")
