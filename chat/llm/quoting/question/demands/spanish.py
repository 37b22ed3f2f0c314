"""What Spanish questions demand."""

from __future__ import annotations

from chat.llm.quoting.question.demands.words import FIGURE, YEAR, Words, in_each_form
from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of

_SO = (
    r"^\W*(?:(?:y|e|pero|entonces)\s+)?"
    r"(?:(?:durante|desde(?:\s+hace)?|hasta|a\s+partir\s+de|hace|en|de|a|con|por|para|tras)\s+)?"
)
_WHICH = r"(?:qué|cuál(?:es)?)\s+(?:(?:es|son|era|será|tiene|tienen)\s+)?(?:(?:el|la|los|las|su|sus|mi|de)\s+)?"
_ASKS_WHEN = rf"{_SO}(?:cu[aá]ndo\b(?!.*,)|qué\s+(?:día|mes|fecha|hora|año)\b|cuál\s+es\s+(?:la|el)\s+(?:fecha|día|hora)\b)"
_UNITS_OF_TIME = r"segundos?|minutos?|horas?|días?|jornadas?|noches?|semanas?|mes(?:es)?|trimestres?|semestres?|años?|siglos?"
_AGAIN = r"diari\w+|semanal\w*|mensual\w*|trimestral\w*|anual\w*|cada|tod[oa]s\s+l[oa]s|siempre|nunca|a\s+menudo"
_WHENEVER = r"cuando|si|en\s+cuanto|tras|después|antes|durante|mientras|desde|hasta|al"
_TIME = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|{_AGAIN}|{_WHENEVER}|{one_of(MONTHS)}|{one_of(WEEKDAYS)}|mañanas?|tardes?|mediodía"
    r"|medianoche|madrugada|primavera|verano|otoño|invierno|ayer|hoy|ahora|inmediat\w*|enseguida|pronto|temprano|primer\w*"
    r"|últim\w*|próxim\w*|anterior\w*|reciente\w*|ya|luego|entonces|navidad\w*|pascua|semana\s+santa|vacaciones|festivos?|cita"
    r"|a\s+petición|originalmente|inicialmente|finalmente|llegada|salida"
    r"|a\s+las?\s+(?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce))\b"
)
_OFTEN = rf"{FIGURE}|\b(?:{_AGAIN}|{_WHENEVER}|ve(?:z|ces)|por|raramente|regular\w*|periódic\w+|frecuen\w+|contin\w+)\b"
_LASTS = (
    rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|hasta|desde|durante|mientras|duración|dur(?:a|an|ó|aron|ará)|larg\w+|cort\w+|breve\w*"
    r"|permanente\w*|(?:i)?limitad\w+|indefinid\w+|siempre|vida|enter[oa]|prórroga)\b"
)
_EXTENT = (
    rf"{FIGURE}|\b(?:\w*metros?|pisos?|plantas?|pies|pulgadas|pasos|alt\w+|anch\w+|larg\w+|longitud|cort\w+|profund\w+|hond\w+"
    r"|grues\w+|grosor|espes\w+|fin[oa]s?|estrech\w+|grandes?|pequeñ\w+|tamaño|dimension\w*|tan\s+\w+\s+como)\b"
)
_FAST = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|velo\w+|rápid\w+|rapidez|lent\w+|ritmo|instantáne\w+)\b"
_LOUD = r"\d\s?dB\b|\b(?:db|decibelios?|ruid\w+|silenc\w+|sonor\w+)\b"
_DEGREES = rf"{FIGURE}|°|\b(?:grados?|celsius|temperaturas?|calient\w+|calor|frí[oa]s?|fresc\w+|templad\w+|tibi\w+|ambiente)\b"
_OLD = rf"{FIGURE}|\b(?:{_UNITS_OF_TIME}|naci\w+|edad|viej\w+|joven|jóvenes|antigu\w+|data\w*|nuev\w+|reciente\w*)\b"
_WEIGHT = r"\d\s?(?:[km]?g|t)\b|\b(?:\w*gramos?|kilos?|toneladas?|quintal|pes(?:a|an|aba|o|os|ad\w+)|liger\w+|livian\w+|masa)\b"
_COLOUR = (
    r"\b(?:negr[oa]|blanc[oa]|gris|roj[oa]|verde|azul|amarill|naranja|anaranj|morad|violeta|rosa(?:s|d\w+)?\b|marr[oó]n|beis|beige"
    r"|plate?ad|dorad|turquesa|crema|marfil|caqui|lila|granate|oscur|clar[oa]s?\b|pálid|transparente|incolor|RAL|color|tono|tint)"
)
_KINDS = (
    (rf"{_SO}(?:{_WHICH}frecuencia|cuántas\s+veces|cada\s+cuánt\w+)\b", _OFTEN),
    (rf"{_SO}(?:cuánto\s+pes(?:a|an|aba)|{_WHICH}peso)\b", _WEIGHT),
    (rf"{_SO}{_WHICH}color(?:es)?\b", _COLOUR),
    (rf"{_SO}(?:cuánto\s+(?:tiempo|tard\w+|dur\w+)|{_WHICH}duración)\b", _LASTS),
    (
        rf"{_SO}(?:{_WHICH}(?:altura|anchura|ancho|alto|largo|longitud|profundidad|grosor|espesor)|cuánto\s+mid\w+)\b",
        _EXTENT,
    ),
    (rf"{_SO}{_WHICH}velocidad\b", _FAST),
    (rf"{_SO}{_WHICH}(?:nivel\s+de\s+ruido|ruido)\b", _LOUD),
    (rf"{_SO}{_WHICH}temperatura\b", _DEGREES),
    (rf"{_SO}{_WHICH}(?:voltaje|tensión\s+eléctrica)\b", r"\d\s?k?V\b|\bvolt\w*"),
    (rf"{_SO}(?:{_WHICH}edad|cuántos\s+años\s+tienen?)\b", _OLD),
    (rf"{_SO}{_WHICH}garantía\b", r"\b(?:garant|cubier|cubr)\w*"),
)
_ENDINGS = ("o", "a", "os", "as")
_DATED = rf"fecha|{YEAR}"
_DEEDS = (
    (
        f"{in_each_form('escrit redactad', _ENDINGS)} escribió escribieron redactó redactaron autor autora autores",
        rf"escri\w*|redact\w*|autor\w*|prepar\w*|edit\w*|firmad\w*|{_DATED}",
    ),
    (
        f"{in_each_form('publicad editad', _ENDINGS)} publicó publicaron editó editor editora editorial",
        rf"public\w*|apareci\w*|salió|edi(?:t|c)\w*|imp(?:rim|res)\w*|versión|{_DATED}",
    ),
    (f"{in_each_form('traducid', _ENDINGS)} tradujo tradujeron traductor traductora", r"tradu\w+"),
    (
        f"{in_each_form('construid fabricad producid hech', _ENDINGS)} construyó construyeron fabricó fabricaron produjo hizo"
        " hicieron fabricante constructor constructora",
        r"constru\w*|fabric\w*|produ[cj]\w*|hech\w+|hizo|hacen?|levant\w*|erig\w*|edific\w*|mont[aóé]\w*|realiz\w*|cre[aó]\w*",
    ),
    (
        f"{in_each_form('diseñad proyectad', _ENDINGS)} diseñó diseñaron proyectó diseñador diseñadora",
        r"diseñ\w*|dibuj\w*|arquitect\w*|proyect\w*|ide[aó]\w*|desarroll\w*|conc[ei]b\w*|cre[aó]\w*|plan[oe]\w*",
    ),
    (
        f"{in_each_form('inventad', _ENDINGS)} inventó inventaron inventor inventora",
        r"invent\w*|patent\w*|ide[aó]\w*|desarroll\w*|descubr\w*|cre[aó]\w*",
    ),
    (
        f"{in_each_form('fundad cread', _ENDINGS)} fundó fundaron creó crearon fundador fundadora",
        r"fund\w*|cre[aó]\w*|establec\w*|desde|orig\w*|nac[eió]\w*|constitu\w*|inaugur\w*",
    ),
    (
        f"{in_each_form('comprad adquirid', _ENDINGS)} compró compraron adquirió adquirieron",
        r"compr\w*|adq\w*|pag\w*|factur\w*|ped\w+|encarg\w*",
    ),
    (f"{in_each_form('vendid', _ENDINGS)} vendió vendieron", r"vend\w*|venta\w*|compr\w*|ced\w*"),
    (f"{in_each_form('pintad', _ENDINGS)} pintó pintaron", r"pint\w*|artist\w*|cuadro\w*"),
    (
        f"{in_each_form('reparad', _ENDINGS)} reparó repararon",
        r"repar\w*|arregl\w*|sustitu\w*|renov\w*|restaur\w*|manten\w*|revis\w*|cambi\w*",
    ),
    (
        f"{in_each_form('instalad montad', _ENDINGS)} instaló instalaron montó montaron",
        r"instal\w*|mont\w*|coloc\w*|pus\w*|conect\w*",
    ),
    (
        f"{in_each_form('firmad', _ENDINGS)} firmó firmaron firmante firmantes",
        rf"firm\w*|suscri\w*|celebr\w*|{_DATED}",
    ),
    (
        f"{in_each_form('aprobad', _ENDINGS)} aprobó aprobaron",
        r"apr[ou]\w*|acept\w*|autoriz\w*|vot\w*|acord\w*|ratific\w*|adopt\w*|firm\w*",
    ),
)
_HAS = r"(?:se|lo|la|ha|han|había|habían|es|son|fue|fueron|era|sido|está|están|será|serán)"
_ASKS_AFTER = (
    rf"{_SO}(?:qui[ée]n(?:es)?\s+(?:{_HAS}\s+)*(?:el\s+|la\s+|los\s+|las\s+)?(VERBS)\b"
    rf"|(?:cuándo|dónde|qué\s+(?:año|mes|ciudad|país))\s+(?:{_HAS}\s+)*(VERBS)\b"
    rf"|(?:cuándo|dónde|quién)\b.*\b{_HAS}\s+(VERBS)\W*$)"
)

WORDS = Words((_ASKS_WHEN, _TIME), _KINDS, _DEEDS, _ASKS_AFTER, r"(?:^|[\n.!?]\s*)por\s+(?-i:[A-ZÁÉÍÓÚÑ])")
