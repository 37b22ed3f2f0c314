"""What English questions demand."""

from __future__ import annotations

from chat.llm.quoting.question.analysis import CARDINALS, TO_TWELVE, VERSIONS
from chat.llm.quoting.question.demands.words import FIGURE, YEAR, Words
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_SO = r"^\W*(?:(?:and|so|but|or)\s+)?"
_BE_OR_DO = r"(?:is|are|was|were|am|do|does|did|will|would|can|could|should|shall|must|may|might|has|have|had)"
_DAYS = r"(?:day|night|week|weekend|month|quarter|year|decade)(?:s|ly)?|daily|centur(?:y|ies)|annual\w*"
_AGAIN = r"(?:hour|night|week|month|quarter|year)ly|daily|annual\w*|an? (?:second|minute|hour|day|night|week|month|quarter|year)"
_WHENEVER = r"when(?:ever)?|if|unless|in case|once|as soon as|until|till|upon|before|after(?:wards)?|while|during|since|within"
_TIME = (
    rf"{FIGURE}|\b(?:{_DAYS}|{_WHENEVER}|{one_of(MONTHS)}|{one_of(WEEKDAYS)}|morning|afternoon|evening|noon|midnight|dawn|dusk"
    r"|sunrise|sunset|spring|summer|autumn|fall|winter|season\w*|yesterday|today|tonight|tomorrow|now|then|immediately|at once"
    r"|directly|soon\w*|early|earli\w+|late\w*|ago|always|never|often|every|each|first|last|next|prior|previous\w*|recent\w*|ever"
    r"|already|at (?:about |around |half past |quarter (?:past|to) )?"
    rf"(?:{TO_TWELVE})|anniversary|birthday|christmas|easter|holidays?|age|era|war"
    r"|originally|initially|eventually|finally|formerly|appointment|on (?:request|demand)|any ?time|around the clock|hours?"
    r"|shifts?|lunch\w*|breakfast|dinner|arrival|departure|semester|term)\b"
)
_OFTEN = (
    rf"{FIGURE}|\b(?:{_WHENEVER}|{_AGAIN}|every|each|twice|thrice|times|always|never|rarely|often|usually|sometimes|seldom"
    r"|regular\w*|occasional\w*|frequen\w+|interval\w*|constant\w*|continu\w+|per|schedule\w*)\b"
)
_GRAMS = r"(?:kilo|milli)?gram(?:me)?s?|[km]?g|kilos?|tons?|tonnes?|lbs?|pounds?|oz|ounces?|stones?"
_WEIGHT = rf"\d\s?(?:{_GRAMS}|t)\b|\b(?:{_GRAMS}|weigh\w*|mass|heav\w+|light\w*)\b"
_COLOUR = (
    r"\b(?:black|white|gr[ae]y|red|green|blue|yellow|orange|purple|violet|pink|brown|beige|silver\w*|gold\w*|bronze|turquoise|cyan"
    r"|magenta|teal|navy|maroon|ivory|cream|crimson|scarlet|indigo|olive|khaki|lilac|tan|dark\w*|light|pale|bright\w*|pastel|striped"
    r"|transparent|clear|RAL|colou?r\w*|shades?|hues?|tint\w*)\w*"
)
_UNIT_OF_TIME = r"(?:second|minute|min|hour|hr|day|night|week|month|quarter|year|decade)s?\b|h\b|s\b"
_WORD_OF_NUMBER = rf"(?:an?|half|{CARDINALS}|couple of|few|several|some|dozen)"
_LASTS = (
    rf"{FIGURE}|\b{_WORD_OF_NUMBER}[\s-](?:\w+\s)?(?:{_UNIT_OF_TIME}|met\w+|feet|foot|inch\w*|miles?|pages?|words?|lines?)"
    r"|\b(?:until|till|permanent\w*|indefinite\w*|for ?ever|always|life\w*|overnight|all (?:day|night|year)|whole|long\w*"
    r"|short\w*|brief\w*|length|duration|weeks|months|years|centur\w+|decades|unlimited|while|since|during"
    r"|from .* to)\b"
)
_LENGTHS = r"met(?:re|er)s?|feet|foot|inch\w*|miles?|yards?|storeys?|stories|floors?|fingers?|hands?|times|steps"
_WAY = (
    r"\d[\d.,]*[\s-]?(?:k?m|mi|ft|yds?|kilo\w+|met(?:re|er)s?|feet|foot|miles?|yards?|blocks?|pages?|steps?|stops?|%)(?![\w/]|\sper\b)"
    rf"|\b(?:{_WORD_OF_NUMBER}[\s-](?:\w+\s)?(?:{_LENGTHS}|blocks?|stops?)|distances?|ranges?|reach\w*|far\w*"
    r"|near\w*|close\w*|away)\b"
)
_EXTENT = (
    rf"\d\s?(?:[kcm]?m|ft|[′″'\"]|{_LENGTHS})(?!\w)|\b(?:{_WORD_OF_NUMBER}[\s-](?:\w+\s)?(?:{_LENGTHS})|height|tall\w*|high\w*|low|wide\w*|width|broad\w*|narrow\w*"
    r"|depth|deep\w*|shallow\w*|thick\w*|thin\w*|distance|far\w*|near\w*|close\w*|away|dimensions?|as \w+ as)\b"
)
_OF_NO_SIZE = (
    "fees?|rents?|prices?|costs?|deposit|risks?|rates?|tax(?:es)?|fines?|salar\\w+|wages?|interest|amount|share|chances?|discount"
)
_NEAR = "minutes?|hours?|day|halfway|percent|stage|page|next (?:door|to)|adjacent|corner|opposite|beside|across"
_FAST = (
    r"\d[\d.,]*\s?(?:km/?h|kph|mph|knots?|kn|m/s|rpm|k?hz|fps|[kmg]b(?:it)?(?:/s|ps)|%)|\d[^.]{0,30}(?:\b(?:per|an?|times)\b|/)"
    rf"|\b(?:fast\w*|slow\w*|quick\w*|speed\w*|velocity|pace|rapid\w*|instant\w*|{_UNIT_OF_TIME})"
)
_LOUD = r"\d\s?dB\b|\b(?:db|decibels?|loud\w*|quiet\w*|nois\w+|silen\w+|volume)\b"
_WARM = rf"{FIGURE}|°|\b(?:degrees?|celsius|fahrenheit|kelvin|temperatur\w+|hot\w*|warm\w*|cold\w*|cool\w*|freez\w+|boil\w*)\b"
_DEGREES = rf"\d\s?[CFK]\b|°|\b(?:degrees?|celsius|fahrenheit|kelvin|temperatures?|{_WORD_OF_NUMBER} (?:below|above))\b"
_OLD = (
    rf"\b(?:is|was|are|were|turn(?:s|ed)|aged?|of|about|over|under|only|nearly|almost|just)\s\d{{1,3}}(?![\w%]|[.,:/]\d)"
    rf"|,\s\d{{1,3}},|\(\d{{1,3}}\)|\b1\d{{3}}\b|\b{YEAR}\b|\d[\s-](?:\w+[\s-])?(?:years?|months?|weeks?|days?|centur\w+|yr?s?)\b"
    r"|\d(?:st|nd|rd|th)[\s-]century|\b(?:born\s+(?!in\s+(?-i:[A-Z]))|\w+ties|dat(?:es|ed|ing)|ancient|medieval|roman|modern"
    r"|new|recent\w*|since|age[ds]?|old\w*|young\w*|centur\w+"
    rf"|(?:half|{CARDINALS}|couple of|few|several)[\s-](?:\w+\s)?(?:year|month|week|day)s?)\b"
)
_MADE = (
    r"\b(?:made|(?<!can )(?<!may )(?<!could )make|mak(?:es|ing|ers?)|manufactur\w+"
    r"|produc(?:e[drs]?|ers?|tion)|assembled|buil[dt]\w*|comes?|origin\w*)\b"
)
_CHANGED = (
    r"%|\b(?:ris\w+|rose|rais\w+|increas\w*|gr[eo]w\w*|up|down|higher|lower\w*|more|less|climb\w*|gain\w*|jump\w*|decreas\w*|f[ae]ll\w*"
    r"|declin\w*|drop\w*|reduc\w*|chang\w*|percent|compared|versus|against|than|from\b.*\bto|doubl\w*|tripl\w*|halved)\b|:.*\d.*;.*\d"
)
_BORN = r"\b(?:born|birth\w*|natal|dob)\b|(?:\bb\.|\*)\s?\d|[(–-]\s?(?:born\s)?\d{4}"
_CAME_FROM = (
    rf"{_BORN}|\bnative\b"
    r"|\b(?:comes?|came|hail(?:s|ed)|is|was|are|were|originally)\s+from\b|\bgr[eo]w(?:s|n|ing)? up\b"
)
_LIVES = (
    r"\b(?:liv(?:e[sd]?|ing)|home\w*|resid\w+|\w*houses?|flats?|apartments?|address|street|moved?|settle[sd]?|dwell\w*|inhabit\w*"
    r"|habitats?|native|found|occurs?|nests?|dens?|burrows?|based|stay(?:s|ed|ing)?|lodg\w+|neighbou?rhood|villa|farm|castle|palace)\b"
)
_STUDIED = (
    r"\b(?:stud(?:y|ies|ied|ying)|degrees?|major(?:s|ed)?|graduat\w+|reads?|universit\w+|college|school\w*|thesis|ph\.?d|doctora\w+"
    r"|diploma|bachelor\w*|masters?|b\.?sc|m\.?sc|mba|courses?|class(?:es)?|trained|train(?:s|ing)|train(?:ee|eeship)|apprentice\w*"
    r"|educat\w+|alumn\w+|learn\w*|research\w*|examin\w+|investigat\w+|analy[sz]\w+|survey\w*|explor\w+|look\w* (?:at|into))\b"
)
_PAID = (
    r"[$€£¥]|\b(?:salar\w+|pay\w*|paid|wages?|earn\w*|incomes?|compensat\w+|remunerat\w+|stipend\w*|euros?|eur|usd|gbp|chf"
    r"|dollars?|pounds?|francs?)\b|\d\s?k\b"
)
_ASKS_WHEN = (
    rf"{_SO}(?:(?:since|until|from)\s+)?(?:when\s+{_BE_OR_DO}|(?:(?:at|by|on|from|since|until|in|for)\s+)?(?:what|which)\s+"
    rf"(?:date|day|time|year|month|hour)s?(?:\s+of\s+(?:the\s+)?\w+)?\s+{_BE_OR_DO})\b"
)
_NUMBERED = r"\A(?s:(?!.*\b(?:drop(?:s|ped)?|remov\w+|no longer)\b).*(?<![\w.-])\d)"
"""A figure, in a text that does not say that something has ended."""
_KINDS = (
    (VERSIONS, _NUMBERED),
    (rf"{_SO}how\s+(?:often|frequently|many\s+times)\b", _OFTEN),
    (rf"{_SO}(?:how\s+heavy\b|how\s+much\s+(?:do|does|did)\b.*\bweigh\b|what(?:['’]s|\s+is)\s+the\s+weight\b)", _WEIGHT),
    (rf"{_SO}(?:what|which)\s+colou?rs?\b", _COLOUR),
    (rf"{_SO}how\s+long\b", _LASTS),
    (rf"{_SO}how\s+(?:tall|high|wide|broad|deep|thick)\b(?!.*\b(?:{_OF_NO_SIZE})\b)", _EXTENT),
    (rf"{_SO}how\s+far\b", rf"{_WAY}|\b(?:{_NEAR})\b"),
    (rf"{_SO}how\s+fast\b", _FAST),
    (rf"{_SO}how\s+(?:loud|quiet|noisy)\b", _LOUD),
    (rf"{_SO}how\s+(?:hot|cold|warm|cool)\b", _WARM),
    (rf"{_SO}(?:(?:at\s+)?(?:what|which)\s+temperatures?\b|what(?:['’]s|\s+is)\s+the\s+(?:\w+\s+)?temperature\b)", _DEGREES),
    (rf"{_SO}(?:what|which)\s+voltages?\b", r"\d\s?k?V\b|\bvolt\w*"),
    (rf"{_SO}how\s+old\b", _OLD),
    (
        rf"{_SO}(?:by\s+)?how\s+much\s+(?:more\s+)?(?:do|does|did|has|have|will)\s+.*\b"
        r"(?:increase|decrease|grow|rise|fall|decline|change|drop|go\s+(?:up|down))d?\b",
        _CHANGED,
    ),
    (
        rf"{_SO}(?:(?:when|in\s+(?:what|which)\s+year)\s+(?:is|are|was|were)\b.*\bborn\b"
        r"|(?:when|what)(?:['’]s|\s+(?:is|was))\s+.*\b(?:birth(?:day|date)|(?:date|day|year)\s+of\s+birth)\b)",
        _BORN,
    ),
    (
        rf"{_SO}(?:(?:where|in\s+(?:what|which)\s+(?!year\b)\w+)\s+(?:is|are|was|were)\b.*\bborn\b"
        r"|what(?:['’]s|\s+(?:is|was))\s+.*\b(?:birthplace|place\s+of\s+birth)\b)",
        _CAME_FROM,
    ),
    (rf"{_SO}where\s+(?:do|does|did)\s+.*\blive\W*$", _LIVES),
    (
        rf"{_SO}(?:where\s+(?:is|are|was|were)\s+.*\bmade\W*$|who\s+makes\b(?!.*\b(?:decision|choice|rule|sure|breakfast|lunch"
        r"|dinner|supper|meals?|food|tea|coffee|cakes?|soup|sandwich|beds?|calls?|payment|booking|reservation|appointment|list"
        r"|noise)\b))",
        _MADE,
    ),
    (rf"{_SO}(?:what|where|(?:what|which)\s+\w+)\s+(?:do|does|did|has|have|had)\s+.*\bstud(?:y|ied)\W*$", _STUDIED),
    (rf"{_SO}what(?:['’]s|\s+(?:is|are|was|were))\s+.*\b(?:salar(?:y|ies)|wages?)\b(?!\s+\w+\s+(?:is|are)\b)", _PAID),
    (rf"{_SO}what(?:['’]s|\s+is)\s+the\s+(?:warranty|guarantee)\b", r"\b(?:warrant|guarant|cover)\w*"),
)
_DATED = rf"dated?|{YEAR}"
_DEEDS = (
    (
        "wrote written write writes author writer authors writers",
        rf"writ\w*|wrote|author\w*|edit(?:ed|ors?)|compiled|prepared|draft\w*|signed|{_DATED}",
    ),
    (
        "published publish publishes publisher publishers",
        rf"publish\w*|publication|came out|comes out|appeared|issued|releas\w+|printed|edition|imprint|copyright"
        rf"|version|{_DATED}",
    ),
    ("translated translate translates translator translators", r"translat\w+"),
    (
        "built build builds manufactured constructed produced builder maker manufacturer producer",
        r"buil[dt]\w*|construct\w*|made|mak(?:e|es|ing|ers?)|manufactur\w+|produc(?:e[drs]?|ers?|tion)|assembled|erect\w+|create\w*",
    ),
    ("designed design designs designer designers", r"design\w*|architect\w*|drew|drawn|develop\w+|devised|created"),
    ("invented invent invents inventor inventors", r"invent\w*|patent\w*|devised|develop\w+|discover\w+|created|pioneer\w*"),
    (
        "founded founds founder founders",
        r"found\w*|establish\w*|started|set up|began|created|formed|incorporated|inception|origin(?:s|ate[sd]?)?|roots|since",
    ),
    (
        "bought buy buys purchased purchase",
        r"b(?:ought|uy(?:s|ers?|ing)?)|purchas\w+|acquir\w+|paid|invoice\w*|procured|ordered",
    ),
    ("sold sell sells", r"s(?:old|ell\w*)|sales?|deal\w*|purchas\w+|bought|buy\w*|acquir\w+"),
    (
        "won win wins winner winners",
        r"w[io]n(?:s|ners?|ning)?|victor\w*|champion\w*|(?:came|finished|placed|in|ended) first|first (?:place|prize)|prizes?"
        r"|troph\w+|medal\w*|beat(?:s|en)?|defeat\w*|elected|awarded",
    ),
    ("painted paint paints painter", r"paint\w*|artist\w*"),
    ("composed compose composes composer", r"compos\w+|music|wrote|written"),
    ("repaired repair repairs", r"repair\w*|fix\w*|mend\w*|servic\w+|maint\w+|restor\w+|replac\w+|overhaul\w*|renovat\w+"),
    ("installed install installs", r"install\w*|fit(?:ted|s)?|mount\w*|set up|put (?:in|up)|added|connected|in place"),
    (
        "maintained maintain maintains maintainer maintainers",
        r"maintain\w*|maintenance|develop\w*|author\w*|led|leads|own(?:ed|s|ers?)?|sponsor\w*|backed|servic\w+|repair\w*|inspect\w*"
        r"|responsib\w+|in charge|looks? after|tak(?:es?|en) care|cares? for",
    ),
    ("signed sign signs", rf"sign\w*|conclu\w+|executed|entered into|{_DATED}"),
    (
        "approved approve approves",
        r"approv\w+|authori[sz]\w+|adopted|accept\w*|signed|ratif\w+|pass(?:ed)?|agreed|granted|voted|endors\w+|cleared",
    ),
)
_ASKS_AFTER = (
    rf"{_SO}(?:who\s+(?:(?:has|had|will|would|should|must)\s+)?(VERBS)\s+(?!(?:about|on|that|to|of|in|for)\b)\w"
    r"|who(?:['’]s|\s+(?:is|are|was|were))\s+the\s+(VERBS)\s+of\s+\w"
    r"|(?:when|where)\s+did\s+(?:\w+\s+){1,4}?(VERBS)\b"
    r"|(?:when|where|(?:by|for)\s+whom|in\s+(?:what|which)\s+(?:year|month|city|country))\s+(?:is|are|was|were|has|have)\s+"
    r"(?:[\w-]+\s+){1,5}(?:been\s+)?(VERBS)\W*$)"
)

WORDS = Words((_ASKS_WHEN, _TIME), _KINDS, _DEEDS, _ASKS_AFTER, r"(?:^|[\n.!?]\s*)by\s+(?-i:[A-Z])")
