"""Courtesies in Italian."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined

ITALIAN = Courtesies(
    greeting=(
        "ciao|salve|buongiorno|buonasera|come stai|come va|piacere|hey|ehi|buon pomeriggio|ciao ciao|ciao di nuovo"
        "|come stai oggi|come sta|come va oggi|come è andata la giornata|com'è andata la giornata|tutto bene|c'è qualcuno"
        "|ci sei|piacere di conoscerti|buon compleanno|tanti auguri|auguri|buon natale|buon anno|buona pasqua"
        "|congratulazioni|complimenti|che si dice"
    ),
    thanks=(
        "grazie|grazie mille|molte grazie|ti ringrazio|la ringrazio|mille grazie|grazie tante|tante grazie|grazie infinite"
        "|grazie ancora|grazie di cuore|grazie in anticipo|vi ringrazio|ringrazio|ben fatto|bel lavoro|ottimo lavoro"
        "|buon lavoro|sei grande|sei fantastico|sei il migliore|mi hai aiutato molto|mi è stato utile|mi aiuta"
        "|molto gentile|gentilissimo|gentilissima|bravo|brava|bravissimo"
    ),
    goodbye=(
        "arrivederci|a presto|a dopo|buonanotte|buona giornata|buona serata|addio|a domani|a più tardi|ci vediamo"
        "|ci vediamo domani|ci sentiamo|alla prossima|a lunedì|buona notte|buon fine settimana|buon weekend|buona fortuna"
        "|buon viaggio|stammi bene|devo andare|vado|anche a te|anche a lei|altrettanto|è tutto|è tutto per oggi"
        "|questo è tutto|basta così|per oggi è tutto"
        + "|"
        + combined("a |ci vediamo ", "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica")
    ),
    beside=(
        "a tutti|e|per l'aiuto|per il tuo aiuto|perfetto|ottimo|ok|threadwise|ancora|di nuovo|davvero|proprio|molto|tanto"
        "|tante|infinite|di cuore|in anticipo|a te|a lei|a voi|amico|amica|amici|mio amico|sì|allora|ah|oh|dunque|beh|bene"
        "|benissimo|fantastico|splendido|eccellente|per tutto|di tutto|anche|oggi|così|okay|super|cara|caro|comunque"
        "|lo stesso|esattamente"
    ),
    acknowledged=(
        "va bene|d'accordo|capito|perfetto|ottimo|bene|certo|okay|ok va bene|bene così|benissimo|molto bene|capisco"
        "|ho capito|chiaro|tutto chiaro|ricevuto|annotato|esatto|esattamente|giusto|certamente|certo che sì|nessun problema"
        "|non c'è problema|non importa|fa niente|tranquillo|tranquilla|fantastico|splendido|eccellente|bello|carino"
        "|interessante|divertente|ha senso|sembra buono|perfetto allora|va bene allora|ok allora|per ora no|magari dopo"
        "|più tardi|scusa|scusami|mi dispiace|ah ecco|ecco|figurati|tutto bene|tutto a posto|a posto"
    ),
    itself=("aiuto|aiutami|chi sei|cosa sei|cosa puoi fare|che cosa puoi fare|cosa sai fare|come funzioni|cos'è threadwise"),
    thanked_for="per|di|dell'aiuto|dell|della|del|delle|dei|per l'|per la",
    that_was="è|era|è stato|è stata|questo è|sei|sei stato|sei stata|proprio|esattamente|suona|mi è stato",
    good=(
        "utile|perfetto|ottimo|fantastico|splendido|eccellente|bello|buono|gentile|chiaro|veloce|interessante"
        "|quello che mi serviva|quello che cercavo|quello che volevo|quello che volevo sapere|proprio quello che mi serviva"
        "|tutto|giusto|corretto|di grande aiuto|molto utile|una buona risposta|utilissimo"
    ),
    declined=("no grazie|no grazie mille|per ora no grazie|grazie no|sto bene grazie|a posto così grazie|va bene così grazie"),
)
