"""What Portuguese questions demand."""

from __future__ import annotations

from chat.llm.quoting.question.demands.words import FIGURE, YEAR, Words, in_each_form
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_SO = (
    r"^\W*(?:(?:e|mas|então)\s+)?"
    r"(?:(?:durante|desde|até|a\s+partir\s+de|há|em|no|na|de|a|à|com|por|para|após)\s+)?"
)
_WHICH = r"(?:que|quais|qual)\s+(?:(?:é|são|era|será|tem|têm)\s+)?(?:(?:o|a|os|as|sua|seu|meu|minha)\s+)?"
_ASKS_WHEN = (
    rf"{_SO}(?:quando\b(?!.*,)|(?:o\s+)?que\s+(?:dia|mês|data|horas?|ano)\b|qual\s+(?:é\s+)?(?:a\s+data|o\s+dia|a\s+hora)\b)"
)
_UNITS_OF_TIME = r"segundos?|minutos?|horas?|dias?|noites?|semanas?|m[eê]s(?:es)?|trimestres?|semestres?|anos?|séculos?"
_AGAIN = (
    r"diári\w+|diariamente|semana(?:l|is)\w*|mensa(?:l|is)\w*|trimestra\w+|anua(?:l|is)\w*|cada|tod[oa]s\s+[oa]s|sempre|nunca"
)
_WHENEVER = r"quando|se|assim\s+que|logo|após|depois|antes|durante|enquanto|desde|até|ao"
_TIME = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|{_AGAIN}|{_WHENEVER}|{one_of(MONTHS)}|{one_of(WEEKDAYS)}|manhãs?|tardes?|meio-dia"
    r"|meia-noite|madrugada|primavera|verão|outono|inverno|ontem|hoje|amanhã|agora|imediat\w*|já|em\s+breve|cedo|primeir\w+"
    r"|últim\w+|próxim\w+|anterior\w*|recente\w*|então|natal|páscoa|férias|feriados?|marcação|a\s+pedido|originalmente"
    r"|inicialmente|finalmente|chegada|partida|à\s+uma"
    r"|às\s+(?:duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze))\b"
)
_OFTEN = (
    rf"{FIGURE}|\b(?:{_AGAIN}|{_WHENEVER}|ve(?:z|zes)|por|raramente|regular\w*|periódic\w+|periodic\w+|frequ\w+|contínu\w+)\b"
)
_LASTS = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|até|desde|durante|enquanto|duração|dur(?:a|am|ou|aram|ará)|long\w+|curt\w+|breve\w*"
    r"|permanente\w*|(?:i)?limitad\w+|(?:in)?determinad\w+|sempre|vida|inteir[oa])\b"
)
_EXTENT = (
    rf"{FIGURE}|\b(?:\w*metros?|andar(?:es)?|pisos?|pés|polegadas|passos|alt\w+|larg\w+|compriment\w*|comprid\w+|curt\w+"
    r"|profund\w+|fund[oa]s?|espess\w+|gross\w+|fin[oa]s?|estreit\w+|grandes?|pequen\w+|tamanho|dimens\w+|tão\s+\w+\s+(?:como|quanto))\b"
)
_FAST = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|velo\w+|rápid\w+|rapid\w+|lent\w+|ritmo|instantâne\w+)\b"
_LOUD = r"\d\s?dB\b|\b(?:db|decib[eé]is|decibel|ruíd\w+|ruidos\w+|barulh\w+|silenc\w+|silênc\w+|sonor\w+)\b"
_DEGREES = rf"{FIGURE}|°|\b(?:graus?|celsius|temperaturas?|quentes?|calor|fri[oa]s?|fresc\w+|morn\w+|ambiente)\b"
_OLD = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|nasc\w+|idade|velh\w+|joven\w*|jovem|antig\w+|data\w*|nov[oa]s?|recente\w*)\b"
_WEIGHT = r"\d\s?(?:[km]?g|t)\b|\b(?:\w*gramas?|quilos?|toneladas?|pes(?:a|am|ava|o|os|ad\w+)|leves?|massa)\b"
_COLOUR = (
    r"\b(?:pret[oa]|negr[oa]|branc[oa]|cinz|vermelh|encarnad|verde|azu(?:l|is)|amarel|laranja|alaranj|rox[oa]|violeta|rosa\b|cor-de-rosa"
    r"|castanh|marrom|bege|pratead|dourad|turquesa|creme|marfim|caqui|lilás|escur|clar[oa]s?\b|pálid|transparente|incolor|RAL"
    r"|cor(?:es)?\b|color|tom\b|tint)"
)
_KINDS = (
    (rf"{_SO}(?:{_WHICH}frequência|quantas\s+vezes|quanto\s+em\s+quanto\s+tempo|cada\s+quant\w+)\b", _OFTEN),
    (rf"{_SO}(?:quanto\s+(?:é\s+que\s+)?pes(?:a|am|ava)|{_WHICH}peso)\b", _WEIGHT),
    (rf"{_SO}{_WHICH}cor(?:es)?\b", _COLOUR),
    (rf"{_SO}(?:quanto\s+(?:tempo|demor\w+|dur\w+)|{_WHICH}duração)\b", _LASTS),
    (
        rf"{_SO}(?:{_WHICH}(?:altura|largura|comprimento|profundidade|espessura)|quanto\s+med\w+)\b",
        _EXTENT,
    ),
    (rf"{_SO}{_WHICH}velocidade\b", _FAST),
    (rf"{_SO}{_WHICH}(?:nível\s+de\s+ruído|ruído|barulho)\b", _LOUD),
    (rf"{_SO}{_WHICH}temperatura\b", _DEGREES),
    (rf"{_SO}{_WHICH}(?:voltagem|tensão\s+elétrica)\b", r"\d\s?k?V\b|\bvolt\w*"),
    (rf"{_SO}(?:{_WHICH}idade|quantos\s+anos\s+t[eê]m)\b", _OLD),
    (rf"{_SO}{_WHICH}garantia\b", r"\b(?:garant|cobert|cobre)\w*"),
)
_ENDINGS = ("o", "a", "os", "as")
_DATED = rf"data|{YEAR}"
_DEEDS = (
    (
        f"{in_each_form('escrit redigid', _ENDINGS)} escreveu escreveram redigiu autor autora autores",
        rf"escr[ei]\w*|redig\w*|reda[cç]\w*|autor\w*|prepar\w*|edit\w*|assinad\w*|{_DATED}",
    ),
    (
        f"{in_each_form('publicad editad', _ENDINGS)} publicou publicaram editou editor editora",
        rf"public\w*|sa(?:iu|íd\w+)|edi[tç]\w*|impr[ei]\w*|versão|{_DATED}",
    ),
    (f"{in_each_form('traduzid', _ENDINGS)} traduziu traduziram tradutor tradutora", r"tradu\w+"),
    (
        f"{in_each_form('construíd fabricad produzid feit', _ENDINGS)} construiu construíram fabricou fabricaram produziu fez"
        " fizeram fabricante construtor construtora",
        r"constru\w*|fabric\w*|produ[zçt]\w*|feit\w+|fez|faz|ergu\w*|edific\w*|mont(?:ad|ou)\w*|realiz\w*|cri(?:ad|ou)\w*",
    ),
    (
        f"{in_each_form('desenhad projetad concebid', _ENDINGS)} desenhou desenharam projetou concebeu projetista",
        r"desenh\w*|proje[tc]\w*|arquite[tc]\w*|ideali\w*|desenvolv\w*|conce[bç]\w*|cri(?:ad|ou)\w*|plan[oe]\w*",
    ),
    (
        f"{in_each_form('inventad', _ENDINGS)} inventou inventaram inventor inventora",
        r"invent\w*|patent\w*|ideali\w*|desenvolv\w*|descob\w*|cri(?:ad|ou)\w*",
    ),
    (
        f"{in_each_form('fundad criad', _ENDINGS)} fundou fundaram criou criaram fundador fundadora",
        r"fund\w*|cri(?:ad|ou|aç)\w*|estabele\w*|desde|orig\w*|nasc\w*|constitu\w*|inaugur\w*",
    ),
    (
        f"{in_each_form('comprad adquirid', _ENDINGS)} comprou compraram adquiriu",
        r"compr\w*|adqui\w*|aqui\w*|pag\w*|fatur\w*|encomend\w*",
    ),
    (f"{in_each_form('vendid', _ENDINGS)} vendeu venderam", r"vend\w*|compr\w*|ced\w*"),
    (f"{in_each_form('pintad', _ENDINGS)} pintou pintaram", r"pint\w*|artist\w*|quadro\w*"),
    (
        f"{in_each_form('reparad consertad', _ENDINGS)} reparou repararam consertou",
        r"repar\w*|consert\w*|arranj\w*|substitu\w*|renov\w*|restaur\w*|manuten\w*|revis\w*|troc\w*",
    ),
    (
        f"{in_each_form('instalad montad', _ENDINGS)} instalou instalaram montou montaram",
        r"instal\w*|mont\w*|coloc\w*|post[oa]s?|lig(?:ad|ou)\w*",
    ),
    (
        f"{in_each_form('assinad', _ENDINGS)} assinou assinaram signatário signatários",
        rf"assin\w*|subscr\w*|celebr\w*|{_DATED}",
    ),
    (
        f"{in_each_form('aprovad', _ENDINGS)} aprovou aprovaram",
        r"aprov\w*|aceit\w*|autoriz\w*|vot\w*|deliber\w*|ratific\w*|adot\w*|assin\w*",
    ),
)
_HAS = r"(?:se|o|a|tem|têm|tinha|é|são|era|foi|foram|sido|está|estão|será|serão|que)"
_ASKS_AFTER = (
    rf"{_SO}(?:quem\s+(?:{_HAS}\s+)*(?:os\s+|as\s+)?(VERBS)\b"
    rf"|(?:quando|onde|que\s+(?:ano|mês|cidade|país))\s+(?:{_HAS}\s+)*(VERBS)\b"
    rf"|(?:quando|onde|quem)\b.*\b{_HAS}\s+(VERBS)\W*$)"
)

WORDS = Words((_ASKS_WHEN, _TIME), _KINDS, _DEEDS, _ASKS_AFTER, r"(?:^|[\n.!?]\s*)por\s+(?-i:[A-ZÀ-Þ])")
