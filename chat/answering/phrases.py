"""Phrases understood and said without any source, by language: courtesies, and replies for what was noted or not found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from chat.text.languages import code_of


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of one language. The first six and the last four hold what users say, separated by `|`, in lower case and
    without punctuation; the others are replies."""

    greeting: str
    thanks: str
    goodbye: str
    beside: str
    """Words that may accompany courtesies and add nothing."""
    acknowledged: str
    itself: str
    """Questions about the assistant and what it can do."""
    hello: str
    welcome: str
    bye: str
    all_right: str
    about: str
    """What it is and does."""
    nowhere: str
    """Neither the files nor the conversation hold what was asked for."""
    not_in_files: str
    not_said: str
    noted: str
    not_kept: str
    """It was noted, but memory is off."""
    thanked_for: str = ""
    """Words between thanks and what they are for."""
    that_was: str = ""
    good: str = ""
    """What `that_was` something that pleases."""
    declined: str = ""
    """Thanks that refuse something; they are acknowledged, not returned."""


def phrases(text: str, beside: str = "") -> Phrases:
    """Return the phrases in the likely language of a text, given the text `beside` it; English if it is unknown."""
    return PHRASES.get(code_of(text, beside), PHRASES["en"])


def _each_of(*parts: str) -> str:
    """Return all combinations of the parts, each given as alternatives, in the same notation."""
    return "|".join(map("".join, product(*(part.split("|") for part in parts))))


PHRASES: Mapping[str, Phrases] = {
    "en": Phrases(
        greeting=(
            "hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|how are you|how are you doing"
            "|how's it going|what's up|nice to meet you|are you there|happy new year|merry christmas|yo|sup|heya|hello again"
            "|good to see you|nice to see you|anyone there|anybody there|anyone here|you there|hello there|ping|hi there"
            "|are you here|welcome back|how are things|how are you today|how's your day|how is your day|how was your day"
            "|how was your weekend|how have you been|how do you do|hope you are well|hope you're well|happy birthday"
            "|happy easter|happy holidays|happy friday|happy monday|congratulations|congrats|season's greetings"
            "|pleased to meet you|what's new|wassup|morning|evening|afternoon"
        ),
        thanks=(
            "thanks|thank you|thx|ty|cheers|much appreciated|i appreciate it|thank u|well done|good job|great job|nice work"
            "|good work|you're great|you're awesome|you're the best|ta|tysm|thnx|tnx|thankyou|many thanks|kind regards"
            "|best regards|much obliged|bless you|thanks in advance|i am grateful|i'm grateful|grateful|appreciated"
            "|appreciate it|appreciate that|i appreciate that|i really appreciate it|really appreciate it|you rock"
            "|you are great|you are awesome|you are the best|you're a star|you're a legend|you're a lifesaver|you are amazing"
            "|you're amazing|good bot|good one|nice one|good stuff|great work|great stuff|excellent work|brilliant work|bravo"
            "|kudos|awesome work|love it|i love it|that did it|that does it|that did the trick|that solved it|that works"
            "|that worked|just what i needed|exactly what i needed|what i needed|exactly what i was looking for"
            "|just what i was looking for|problem solved|you helped me a lot|you helped a lot|you've been very helpful"
            "|you've been a great help|you have been very helpful"
        ),
        goodbye=(
            "bye|goodbye|good bye|bye bye|see you|see you later|see you soon|good night|take care|talk to you later"
            "|have a nice day|have a good day|have a great day|see you tomorrow|see you next week|that's all for today"
            "|that's all for now|cya|see ya|later|laters|ttyl|talk soon|so long|farewell|until next time|until tomorrow"
            "|till tomorrow|catch you later|speak soon|have a good one|have a nice weekend|have a great weekend"
            "|have a good weekend|have a good evening|have a nice evening|enjoy your day|enjoy your evening|enjoy your weekend"
            "|sleep well|sweet dreams|i'm off|i have to go|i've got to go|gotta go|i must go now|signing off|good luck"
            "|same to you|you too|likewise|that's it for today|that's it for now|that's all|that's it|that will be all"
            "|that would be all|we're done|i'm done|i'm done for today"
            + "|"
            + _each_of(
                "see you |see you on |talk to you |talk to you on |see you next ",
                "monday|tuesday|wednesday|thursday|friday|saturday|sunday|tonight|then|around|there|week",
            )
            + "|"
            + _each_of(
                "have a |enjoy your |enjoy the ",
                "good |great |nice |lovely |wonderful |pleasant |",
                "day|evening|afternoon|morning|night|weekend|week|trip|holiday",
            )
        ),
        beside=(
            "there|everyone|all|again|so|very|much|a lot|a bunch|for your help|for the help|for that|for everything|friend|dear"
            "|threadwise|assistant|you|today|and|many|ok|okay|great|perfect|awesome|cool|nice|got it|that's all|that helps"
            "|that helped|that was helpful|for now|well|oh|wow|mate|indeed|really|truly|kindly|just|ever so|a million|a ton"
            "|tons|loads|heaps|a bundle|in advance|once again|once more|buddy|pal|man|folks|guys|team|bot|my friend"
            "|kind|sir|madam|this morning|this evening|tonight|yet again|right|yeah|yep|yes|but|a lot then|lovely|brilliant"
            "|amazing|excellent|fantastic|wonderful|exactly|anyway|anyways|anyhow|though|actually|pretty|quite|totally|absolutely"
        ),
        acknowledged=(
            "ok|okay|k|all right|alright|got it|i see|understood|perfect|great|cool|nice|good|awesome|sounds good|makes sense"
            "|fine|sure|lol|haha|hehe|no worries|no problem|np|never mind|hmm|hm|sorry|alright then|ok then|okay then|fine then"
            "|well then|fair enough|noted|roger|roger that|will do|gotcha|cheers then|that's fine|that's ok|that's okay"
            "|that's good|that's right|that makes sense|that's clear|all clear|all good|it's fine|it's ok|i understand|i get it"
            "|ah i see|oh i see|okey dokey|okie dokie|right|very well|very good|excellent|brilliant|fantastic|amazing|wonderful"
            "|lovely|great stuff|good to know|good to hear|nice to know|interesting|how interesting|funny|that's funny|wow|whoa"
            "|woah|yay|yep|yup|oops|my bad|no matter|no need|not now|not right now|maybe later|i'm good|we're good|cool beans"
            "|neat|sweet|bingo|deal|agreed|of course|absolutely|definitely|indeed"
        ),
        itself=(
            "help|help me|i need help|who are you|what are you|what can you do|what can you do for me"
            "|what do you do|what can i do here|what can i ask|what can i ask you|how do you work"
            "|how can you help me|how can you help|what is threadwise|what's threadwise|how do i use threadwise"
            "|are you human|are you a human|are you a bot|are you a robot|are you an ai|are you real"
            "|are you a real person|test|testing"
        ),
        hello="Hello! Ask me about your files or about this conversation, or tell me something to remember.",
        welcome="You're welcome!",
        bye="Goodbye! What was said here stays in this conversation.",
        all_right="All right. Ask whenever you want to know more.",
        about=(
            "I answer from the files in this conversation and from what was said in it, and show the page, section or "
            "message behind each statement. Drop files here and ask about them, or tell me something to remember and ask "
            "for it later."
        ),
        nowhere="I couldn't find this in your files or our conversation.",
        not_in_files="I couldn't find this in your files.",
        not_said="I couldn't find this in our conversation.",
        noted="Noted. I'll remember this in our conversation.",
        not_kept="Noted, but it can't be found while memory is off in this conversation's settings.",
        thanked_for="for|about",
        that_was=(
            "that's|that is|that was|this is|this was|it's|it was|these are|those were|you're|you are|you were|you've been"
            "|your answer was|the answer was|your answer is|answer was|sounds|looks|that sounds|that looks|sound|exactly|just"
            "|precisely|that's exactly"
        ),
        good=(
            "useful|helpful|great|good|perfect|nice|lovely|brilliant|amazing|awesome|excellent|fantastic|wonderful|super|cool"
            "|kind|quick|fast|clear|a great help|a big help|a huge help|great help|a good answer|a great answer|good to know"
            "|nice to know|what i needed|what i wanted|what i was looking for|what i meant|what i was after|what i hoped for"
            "|all|all i need|all i needed|all i wanted to know|all i wanted|it|right|correct|impressive|neat|of great help"
            "|kind of you|nice of you|good of you|sweet of you|very kind of you"
        ),
        declined=(
            "no thanks|no thank you|no thx|no ta|not now thanks|not now thank you|i'm good thanks|i'm fine thanks|i'm ok thanks"
        ),
    ),
    "de": Phrases(
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
            + _each_of(
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
        hello="Hallo! Frag mich etwas zu deinen Dateien oder zu diesem Gespräch, oder sag mir, was ich mir merken soll.",
        welcome="Gern geschehen!",
        bye="Tschüss! Was hier gesagt wurde, bleibt in diesem Gespräch.",
        all_right="Alles klar. Frag einfach, wenn du mehr wissen willst.",
        about=(
            "Ich antworte aus den Dateien dieses Gesprächs und aus dem, was darin gesagt wurde, und zeige zu jeder "
            "Aussage die Seite, den Abschnitt oder die Nachricht. Zieh Dateien hierher und frag danach, oder sag mir, "
            "was ich mir merken soll."
        ),
        nowhere="Das habe ich weder in deinen Dateien noch in unserem Gespräch gefunden.",
        not_in_files="Das habe ich in deinen Dateien nicht gefunden.",
        not_said="Das habe ich in unserem Gespräch nicht gefunden.",
        noted="Notiert. Das merke ich mir in diesem Gespräch.",
        not_kept="Notiert, aber es wird nicht gefunden, solange das Gedächtnis in den Einstellungen dieses Gesprächs aus ist.",
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
    ),
    "fr": Phrases(
        greeting=(
            "bonjour|salut|bonsoir|coucou|comment ça va|ça va|comment allez vous|enchanté|hello|hey|rebonjour|bonjour à toi"
            "|comment vas tu|comment tu vas|tu vas bien|vous allez bien|comment allez vous aujourd'hui"
            "|comment s'est passée ta journée|il y a quelqu'un|y a quelqu'un|quelqu'un|tu es là|vous êtes là"
            "|ravi de vous rencontrer|ravie|bon anniversaire|joyeux anniversaire|bonne année|joyeux noël|joyeuses pâques"
            "|félicitations|quoi de neuf|yo"
        ),
        thanks=(
            "merci|merci beaucoup|merci bien|je vous remercie|je te remercie|un grand merci|mille mercis|mille merci"
            "|merci infiniment|merci d'avance|merci mille fois|grand merci|remerciements|je vous remercie beaucoup"
            "|je te remercie beaucoup|bravo|bien joué|beau travail|bon travail|excellent travail|tu es génial|tu es le meilleur"
            "|vous êtes génial|ça m'aide|ça m'a aidé|ça m'a beaucoup aidé|ça aide|c'est gentil|c'est très gentil|très gentil"
            "|trop gentil|j'apprécie"
        ),
        goodbye=(
            "au revoir|à bientôt|à plus tard|à demain|bonne nuit|bonne journée|bonne soirée|salut à plus|à plus"
            "|à la prochaine|à tout à l'heure|à tout de suite|à lundi|bon week end|bon weekend|bonne fin de journée"
            "|bonne continuation|bonne chance|bonne route|dors bien|je dois y aller|je m'en vais|à toi aussi|à vous aussi"
            "|toi aussi|vous aussi|pareillement|de même|c'est tout|ce sera tout|c'est tout pour aujourd'hui"
            "|ce sera tout pour aujourd'hui|c'est tout pour le moment|c'est bon"
            + "|"
            + _each_of("à ", "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|la semaine prochaine|ce soir|après demain")
        ),
        beside=(
            "à tous|tout le monde|beaucoup|bien|et|pour votre aide|pour ton aide|pour l'aide|parfait|super|d'accord|ok"
            "|threadwise|encore|encore une fois|vraiment|infiniment|mille fois|d'avance|très|trop|à toi|à vous|à toutes|mon ami"
            "|mon amie|tous|oui|alors|ah|oh|eh bien|bon|merveilleux|génial|excellent|formidable|pour tout|c'est noté|donc"
            "|et bien|là|mes amis|les amis|madame|monsieur|cher ami|voilà|aussi|non plus|aujourd'hui|quand même|exactement"
            "|tellement|vraiment bien"
        ),
        acknowledged=(
            "d'accord|entendu|compris|parfait|très bien|super|ça marche|c'est noté|ok d'accord|okay|bien|bien reçu|reçu|je vois"
            "|je comprends|j'ai compris|noté|bon|bon d'accord|pas de problème|pas de souci|aucun problème|aucun souci"
            "|ce n'est pas grave|c'est pas grave|pas grave|génial|excellent|formidable|cool|chouette|intéressant|exact"
            "|exactement|c'est ça|c'est clair|tout est clair|c'est parfait|c'est super|c'est bien|c'est cool|bonne idée"
            "|bien sûr|évidemment|entendu alors|pas maintenant|peut être plus tard|tant mieux|tant pis|ça va|ah bon|désolé"
            "|désolée|pardon|marrant|drôle"
        ),
        itself=(
            "aide|aidez moi|aide moi|qui es tu|qui êtes vous|que peux tu faire|que pouvez vous faire|qu'est ce que threadwise"
            "|tu es qui|qu'est ce que tu peux faire|qu'est ce que tu sais faire|que sais tu faire|tu peux m'aider|peux tu m'aider"
            "|pouvez vous m'aider|comment peux tu m'aider|comment ça marche|comment fonctionnes tu|j'ai besoin d'aide"
        ),
        hello=(
            "Bonjour ! Posez-moi une question sur vos fichiers ou sur cette conversation, ou dites-moi ce que je dois retenir."
        ),
        welcome="Avec plaisir !",
        bye="Au revoir ! Ce qui a été dit reste dans cette conversation.",
        all_right="Très bien. Posez-moi une question quand vous voudrez en savoir plus.",
        about=(
            "Je réponds à partir des fichiers de cette conversation et de ce qui y a été dit, en montrant la page, la "
            "section ou le message derrière chaque affirmation. Déposez des fichiers ici et posez vos questions, ou "
            "dites-moi ce que je dois retenir."
        ),
        nowhere="Je n'ai trouvé cela ni dans vos fichiers ni dans notre conversation.",
        not_in_files="Je n'ai pas trouvé cela dans vos fichiers.",
        not_said="Je n'ai pas trouvé cela dans notre conversation.",
        noted="C'est noté. Je m'en souviendrai dans cette conversation.",
        not_kept=(
            "C'est noté, mais cela reste introuvable tant que la mémoire est désactivée dans les réglages de cette conversation."
        ),
        thanked_for="pour|de|d'|du|des",
        that_was="c'est|c'était|ce fut|tu es|vous êtes|tu as été|vous avez été|exactement|juste|ça a l'air|ça",
        good=(
            "utile|super|parfait|génial|excellent|formidable|bien|bon|gentil|très gentil|clair|rapide|intéressant|cool|chouette"
            "|top|ce qu'il me fallait|ce que je cherchais|ce que je voulais|ce que je voulais savoir|tout|exact|exactement ça"
            "|d'une grande aide|une bonne réponse|très aimable|gentil de ta part|m'a aidé|m'aide|aide"
        ),
        declined="non merci|non merci beaucoup|pas maintenant merci|ça ira merci|merci non|ça va merci",
    ),
    "es": Phrases(
        greeting=(
            "hola|buenos días|buenas tardes|buenas noches|buenas|qué tal|cómo estás|cómo está|mucho gusto|hey|muy buenas"
            "|muy buenos días|hola de nuevo|qué hay|qué pasa|qué onda|cómo te va|cómo va todo|cómo va|cómo estás hoy"
            "|cómo estuvo tu día|qué tal tu día|hay alguien|hay alguien ahí|estás ahí|encantado|encantada"
            "|encantado de conocerte|feliz cumpleaños|feliz navidad|feliz año|feliz año nuevo|felices fiestas|felicidades"
            "|felicitaciones|enhorabuena"
        ),
        thanks=(
            "gracias|muchas gracias|mil gracias|te lo agradezco|se lo agradezco|muchísimas gracias|un millón de gracias"
            "|gracias mil|gracias de nuevo|gracias de antemano|gracias de verdad|te agradezco|le agradezco|os lo agradezco"
            "|lo agradezco|muy agradecido|muy agradecida|agradecido|agradecida|buen trabajo|bien hecho|gran trabajo"
            "|excelente trabajo|eres genial|eres el mejor|eres la mejor|eso ayuda|me ayuda mucho|me has ayudado mucho"
            "|me ayudaste mucho|muy amable|qué amable|bravo"
        ),
        goodbye=(
            "adiós|hasta luego|hasta pronto|hasta mañana|nos vemos|que tengas un buen día|chao|chau|bye|hasta la vista"
            "|hasta la próxima|hasta otra|hasta el lunes|hasta ahora|nos vemos luego|nos vemos mañana|nos vemos pronto"
            "|que te vaya bien|que tengas buen día|que tengas buena tarde|que tengas buena noche|que descanses|buen día"
            "|buen fin de semana|feliz día|cuídate|buena suerte|suerte|me voy|tengo que irme|igualmente|tú también|a ti también"
            "|usted también|eso es todo|eso es todo por hoy|eso sería todo|es todo|nada más|es todo por ahora"
            + "|"
            + _each_of("hasta el |nos vemos el ", "lunes|martes|miércoles|jueves|viernes|sábado|domingo")
        ),
        beside=(
            "a todos|muy|y|por tu ayuda|por su ayuda|por la ayuda|perfecto|genial|vale|ok|threadwise|de nuevo|otra vez"
            "|de verdad|de antemano|realmente|mucho|muchas|muchísimo|a ti|a usted|a vosotros|a ustedes|amigo|amiga|sí|pues"
            "|bueno|ah|oh|entonces|ya|todo|todos|por todo|por hoy|por ahora|estupendo|excelente|fantástico|maravilloso|señor"
            "|señora|querido|también|hoy|super|súper|tan|claro|okay|igualmente|de todos modos|justo|exactamente"
        ),
        acknowledged=(
            "vale|de acuerdo|entendido|perfecto|genial|muy bien|claro|está bien|bien|bueno|pues vale|vale pues|vale entonces"
            "|ya veo|ya entiendo|entiendo|lo entiendo|comprendo|comprendido|anotado|recibido|correcto|exacto|exactamente|eso es"
            "|así es|sin problema|no hay problema|no pasa nada|no importa|da igual|tranquilo|tranquila|estupendo|excelente"
            "|fantástico|maravilloso|guay|mola|qué bien|qué bueno|qué interesante|interesante|qué gracioso|jaja|jajaja"
            "|tiene sentido|por supuesto|desde luego|ahora no|quizás luego|más tarde|todo claro|todo bien|me parece bien"
            "|suena bien|ok entonces|perdón|lo siento|perdona|hecho"
        ),
        itself=(
            "ayuda|ayúdame|quién eres|qué eres|qué puedes hacer|qué sabes hacer|cómo funcionas|qué es threadwise"
            "|puedes ayudarme|me puedes ayudar|cómo me puedes ayudar|en qué me puedes ayudar|en qué puedes ayudarme"
            "|qué puedo preguntar|necesito ayuda|cómo funciona esto"
        ),
        hello="¡Hola! Pregúntame sobre tus archivos o sobre esta conversación, o dime algo que deba recordar.",
        welcome="¡De nada!",
        bye="¡Adiós! Lo que se dijo queda en esta conversación.",
        all_right="De acuerdo. Pregunta cuando quieras saber más.",
        about=(
            "Respondo a partir de los archivos de esta conversación y de lo que se dijo en ella, y muestro la página, la "
            "sección o el mensaje en que se apoya cada afirmación. Suelta archivos aquí y pregunta, o dime qué debo "
            "recordar."
        ),
        nowhere="No lo he encontrado ni en tus archivos ni en nuestra conversación.",
        not_in_files="No lo he encontrado en tus archivos.",
        not_said="No lo he encontrado en nuestra conversación.",
        noted="Anotado. Lo recordaré en esta conversación.",
        not_kept="Anotado, pero no se encontrará mientras la memoria esté desactivada en los ajustes de esta conversación.",
        thanked_for="por|de",
        that_was=(
            "eso es|eso fue|eso ha sido|es|fue|ha sido|esto es|eres|has sido|eso era|era|justo|exactamente|suena|me ha sido"
            "|me fue"
        ),
        good=(
            "útil|genial|perfecto|estupendo|excelente|fantástico|maravilloso|bueno|bien|amable|claro|rápido|interesante|guay"
            "|justo lo que necesitaba|lo que necesitaba|lo que buscaba|lo que quería|lo que quería saber|todo|correcto|exacto"
            "|de gran ayuda|de mucha ayuda|una gran ayuda|una buena respuesta|todo lo que necesitaba|me sirve|me ayuda"
        ),
        declined="no gracias|no muchas gracias|ahora no gracias|gracias pero no|estoy bien gracias|todo bien gracias",
    ),
    "it": Phrases(
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
            + _each_of("a |ci vediamo ", "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica")
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
        hello="Ciao! Chiedimi dei tuoi file o di questa conversazione, oppure dimmi qualcosa da ricordare.",
        welcome="Prego!",
        bye="Arrivederci! Quello che è stato detto resta in questa conversazione.",
        all_right="Va bene. Chiedi pure quando vuoi saperne di più.",
        about=(
            "Rispondo a partire dai file di questa conversazione e da ciò che vi è stato detto, e mostro la pagina, la "
            "sezione o il messaggio dietro ogni affermazione. Trascina qui dei file e chiedi, oppure dimmi che cosa devo "
            "ricordare."
        ),
        nowhere="Non l'ho trovato né nei tuoi file né nella nostra conversazione.",
        not_in_files="Non l'ho trovato nei tuoi file.",
        not_said="Non l'ho trovato nella nostra conversazione.",
        noted="Annotato. Lo ricorderò in questa conversazione.",
        not_kept="Annotato, ma non verrà ritrovato finché la memoria è disattivata nelle impostazioni di questa conversazione.",
        thanked_for="per|di|dell'aiuto|dell|della|del|delle|dei|per l'|per la",
        that_was="è|era|è stato|è stata|questo è|sei|sei stato|sei stata|proprio|esattamente|suona|mi è stato",
        good=(
            "utile|perfetto|ottimo|fantastico|splendido|eccellente|bello|buono|gentile|chiaro|veloce|interessante"
            "|quello che mi serviva|quello che cercavo|quello che volevo|quello che volevo sapere|proprio quello che mi serviva"
            "|tutto|giusto|corretto|di grande aiuto|molto utile|una buona risposta|utilissimo"
        ),
        declined=(
            "no grazie|no grazie mille|per ora no grazie|grazie no|sto bene grazie|a posto così grazie|va bene così grazie"
        ),
    ),
    "pt": Phrases(
        greeting=(
            "olá|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|hey|ei|oie|alô|e aí|opa|oi tudo bem|olá tudo bem|tudo bom"
            "|tudo certo|como você está|como estás|como está|como está hoje|como foi o seu dia|como foi o teu dia|tem alguém aí"
            "|alguém aí|está aí|estás aí|prazer|prazer em conhecê lo|muito prazer|feliz aniversário|parabéns|feliz natal"
            "|feliz ano novo|boas festas|feliz páscoa"
        ),
        thanks=(
            "obrigado|obrigada|muito obrigado|muito obrigada|valeu|obrigadão|obrigadinha|obrigadinho|brigado|brigada"
            "|muitíssimo obrigado|muitíssimo obrigada|agradeço|agradecido|agradecida|eu agradeço|te agradeço|lhe agradeço|grato"
            "|grata|muito grato|muito grata|bom trabalho|ótimo trabalho|excelente trabalho|bem feito|mandou bem|você é demais"
            "|você é ótimo|você é o melhor|és o melhor|ajudou muito|isso ajuda|isso ajudou|me ajudou muito|ajudou me muito"
            "|muito gentil|valeu mesmo|bravo"
        ),
        goodbye=(
            "tchau|adeus|até logo|até mais|até amanhã|até|até breve|até já|até à próxima|até a próxima|até depois|até segunda"
            "|nos vemos|a gente se vê|a gente se fala|boa sorte|bom fim de semana|bom final de semana|tenha um bom dia"
            "|tenha um ótimo dia|bom descanso|durma bem|fica bem|fique bem|preciso ir|tenho de ir|tenho que ir|você também"
            "|tu também|igualmente|para você também|para ti também|é tudo|é só isso|é isso|só isso|era só isso|por hoje é só"
            "|é tudo por hoje|isso é tudo"
            + "|"
            + _each_of("até ", "segunda|terça|quarta|quinta|sexta|sábado|domingo|segunda feira|sexta feira")
        ),
        beside=(
            "a todos|e|pela ajuda|pela sua ajuda|perfeito|ótimo|ok|threadwise|de novo|novamente|mais uma vez|mesmo|realmente"
            "|muito|muitas|a você|a ti|a vocês|amigo|amiga|sim|então|ah|oh|pois|bom|bem|legal|por tudo|pela atenção"
            "|por enquanto|hoje|também|excelente|maravilhoso|fantástico|senhor|senhora|gente|pessoal|antecipadamente|desde já"
            "|okay|super|tão|cara|mesmo assim|exatamente|de qualquer forma"
        ),
        acknowledged=(
            "está bem|tá bom|certo|entendi|perfeito|ótimo|combinado|beleza|ok então|está bom|tá bem|tá|tá certo|tudo certo"
            "|tudo bem então|bem|bom|legal|massa|bacana|show|excelente|maravilhoso|fantástico|percebi|percebo|entendido"
            "|compreendo|compreendi|anotado|recebido|exato|exatamente|isso mesmo|correto|claro|com certeza|sem problema"
            "|sem problemas|não tem problema|não faz mal|não importa|tranquilo|de boa|interessante|engraçado|kkk|kkkk|rs|rsrs"
            "|faz sentido|fixe|agora não|talvez depois|mais tarde|desculpa|desculpe|foi mal|que bom|que legal|fechado|de acordo"
        ),
        itself=(
            "ajuda|ajude me|me ajude|quem é você|quem és tu|o que você é|o que você pode fazer|o que você faz"
            "|o que podes fazer|o que é threadwise"
        ),
        hello="Olá! Pergunte sobre os seus arquivos ou sobre esta conversa, ou diga algo que eu deva lembrar.",
        welcome="De nada!",
        bye="Até logo! O que foi dito fica nesta conversa.",
        all_right="Certo. Pergunte quando quiser saber mais.",
        about=(
            "Respondo a partir dos arquivos desta conversa e do que foi dito nela, e mostro a página, a seção ou a "
            "mensagem por trás de cada afirmação. Solte arquivos aqui e pergunte, ou diga-me o que devo lembrar."
        ),
        nowhere="Não encontrei isso nem nos seus arquivos nem na nossa conversa.",
        not_in_files="Não encontrei isso nos seus arquivos.",
        not_said="Não encontrei isso na nossa conversa.",
        noted="Anotado. Vou lembrar disso nesta conversa.",
        not_kept="Anotado, mas não será encontrado enquanto a memória estiver desligada nas configurações desta conversa.",
        thanked_for="por|pela|pelo|pelas|pelos|de",
        that_was="é|foi|era|isso é|isso foi|está|você é|você foi|foste|és|exatamente|justamente|parece|me foi",
        good=(
            "útil|ótimo|perfeito|excelente|fantástico|maravilhoso|bom|boa|legal|gentil|claro|rápido|interessante"
            "|o que eu precisava|o que eu procurava|o que eu queria|o que eu queria saber|exatamente o que eu precisava|tudo"
            "|certo|correto|de grande ajuda|uma grande ajuda|uma boa resposta|muito útil"
        ),
        declined=(
            "não obrigado|não obrigada|não muito obrigado|não muito obrigada|agora não obrigado|agora não obrigada"
            "|estou bem obrigado|estou bem obrigada"
        ),
    ),
    "nl": Phrases(
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
            + _each_of("tot ", "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|volgende week|vanavond")
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
            "hulp|help mij|wie ben je|wie ben jij|wat ben je|wat kun je|wat kan je|wat kun je doen"
            "|wat kan je doen|wat is threadwise"
        ),
        hello="Hallo! Vraag me iets over je bestanden of over dit gesprek, of vertel me wat ik moet onthouden.",
        welcome="Graag gedaan!",
        bye="Tot ziens! Wat hier gezegd is, blijft in dit gesprek.",
        all_right="Prima. Vraag gerust als je meer wilt weten.",
        about=(
            "Ik antwoord uit de bestanden in dit gesprek en uit wat er gezegd is, en laat bij elke bewering de pagina, "
            "de paragraaf of het bericht zien. Sleep bestanden hierheen en stel je vraag, of vertel me wat ik moet "
            "onthouden."
        ),
        nowhere="Ik heb dit niet gevonden in je bestanden of in ons gesprek.",
        not_in_files="Ik heb dit niet gevonden in je bestanden.",
        not_said="Ik heb dit niet gevonden in ons gesprek.",
        noted="Genoteerd. Ik onthoud dit in dit gesprek.",
        not_kept="Genoteerd, maar het wordt niet gevonden zolang het geheugen uit staat in de instellingen van dit gesprek.",
        thanked_for="voor|dat",
        that_was="dat is|dat was|dit is|dit was|het is|het was|je bent|je was|u bent|precies|klinkt|dat klinkt",
        good=(
            "nuttig|handig|behulpzaam|geweldig|fantastisch|perfect|prima|goed|mooi|leuk|top|super|fijn|aardig|lief|duidelijk"
            "|snel|interessant|wat ik nodig had|wat ik zocht|wat ik wilde weten|precies wat ik nodig had|alles|het|juist"
            "|een grote hulp|een goed antwoord|heel vriendelijk"
        ),
        declined="nee dank je|nee dank u|nee bedankt|nee dank je wel|nee dankjewel|nu niet bedankt|nee hoor dank je",
    ),
    "ru": Phrases(
        greeting=(
            "привет|здравствуй|здравствуйте|доброе утро|добрый день|добрый вечер|как дела|как ты|приветик|приветствую|хай|хелло"
            "|здорово|здрасте|здрасьте|доброго дня|доброго времени суток|добрый|доброй ночи всем|как вы|как поживаешь"
            "|как поживаете|как твои дела|как ваши дела|как прошёл день|как прошел день|как жизнь|что нового|есть кто"
            "|есть кто нибудь|кто нибудь здесь|ты тут|ты здесь|вы здесь|рад знакомству|рада знакомству|приятно познакомиться"
            "|с днём рождения|с днем рождения|с новым годом|с рождеством|с праздником|поздравляю|ку|алло"
        ),
        thanks=(
            "спасибо|большое спасибо|спасибо большое|благодарю|спасибки|спс|пасиб|пасибо|огромное спасибо|спасибо огромное"
            "|спасибо вам|спасибо тебе|вам спасибо|тебе спасибо|благодарю вас|благодарю тебя|очень благодарен|очень благодарна"
            "|благодарен|благодарна|признателен|признательна|заранее спасибо|спасибо заранее|молодец|отличная работа"
            "|хорошая работа|ты лучший|ты лучшая|ты молодец|ты супер|это помогло|помогло|очень помогло|ты мне очень помог"
            "|вы мне очень помогли|очень мило|браво"
        ),
        goodbye=(
            "пока|до свидания|до встречи|до завтра|спокойной ночи|хорошего дня|пока пока|прощай|прощайте|бывай|увидимся"
            "|до скорого|до скорой встречи|до понедельника|до связи|до вечера|доброй ночи|сладких снов|всего доброго"
            "|всего хорошего|всего наилучшего|хорошего вечера|хороших выходных|удачного дня|удачи|счастливо|мне пора|я пошёл"
            "|я пошел|я пошла|и тебе|и вам|тебе тоже|вам тоже|взаимно|это всё|это все|на этом всё|на этом все|на сегодня всё"
            "|на сегодня все|больше ничего"
        ),
        beside=(
            "всем|тебе|вам|и|за помощь|отлично|хорошо|супер|ок|threadwise|ну|ещё раз|еще раз|очень|большое|огромное|заранее"
            "|правда|друг|друзья|дружище|да|тогда|а|ах|ой|ох|вот|же|тоже|всё|все|за всё|за все|на сегодня|пока что|прекрасно"
            "|замечательно|классно|круто|сегодня|так|народ|ребята|дорогой|дорогая|окей|сейчас|всё равно|все равно|именно"
            "|правда|реально"
        ),
        acknowledged=(
            "ок|окей|хорошо|понятно|понял|поняла|ясно|отлично|ладно|договорились|ок хорошо|ну хорошо|ну ладно|ладно тогда"
            "|понял тебя|понял вас|я понял|я поняла|всё понятно|все понятно|всё ясно|все ясно|ага|угу|принято|записал|записала"
            "|точно|именно|верно|правильно|конечно|разумеется|без проблем|нет проблем|ничего страшного|неважно|не важно"
            "|прекрасно|замечательно|здорово|классно|круто|класс|супер|интересно|смешно|забавно|хаха|ахаха|логично"
            "|звучит хорошо|идёт|идет|годится|согласен|согласна|не сейчас|может позже|потом|извини|извините|прости|ого|вау"
            "|хорошо тогда|добро"
        ),
        itself=(
            "помощь|помоги|помогите|кто ты|кто вы|что ты такое|что ты умеешь|что вы умеете|что ты можешь|что такое threadwise"
            "|кто ты такой|ты кто|чем ты можешь помочь|как ты работаешь|что можно спросить|мне нужна помощь"
        ),
        hello="Здравствуйте! Спросите меня о ваших файлах или об этом разговоре или скажите, что мне запомнить.",
        welcome="Пожалуйста!",
        bye="До свидания! Сказанное остаётся в этом разговоре.",
        all_right="Хорошо. Спрашивайте, когда захотите узнать больше.",
        about=(
            "Я отвечаю по файлам этой беседы и по тому, что в ней сказано, и показываю страницу, раздел или сообщение за "
            "каждым утверждением. Перетащите сюда файлы и спрашивайте или скажите, что мне запомнить."
        ),
        nowhere="Я не нашёл этого ни в ваших файлах, ни в нашем разговоре.",
        not_in_files="Я не нашёл этого в ваших файлах.",
        not_said="Я не нашёл этого в нашем разговоре.",
        noted="Записано. Я запомню это в этом разговоре.",
        not_kept="Записано, но найти это не получится, пока память выключена в настройках этого разговора.",
        thanked_for="за|что",
        that_was="это|это было|ты|вы|ответ|именно|звучит",
        good=(
            "полезно|очень полезно|отлично|прекрасно|замечательно|здорово|классно|круто|хорошо|мило|понятно|быстро|интересно"
            "|то что нужно|то что надо|именно то что нужно|то что я искал|то что я искала|всё|все|верно|правильно|хороший ответ"
            "|супер|лучший|лучшая"
        ),
        declined="нет спасибо|не надо спасибо|спасибо не надо|спасибо не нужно|не сейчас спасибо|нет благодарю",
    ),
    "zh": Phrases(
        greeting="你好|您好|嗨|早上好|下午好|晚上好",
        thanks="谢谢|谢谢你|谢谢您|多谢|非常感谢",
        goodbye="再见|拜拜|晚安",
        beside="大家|好的|threadwise",
        acknowledged="好|好的|明白|明白了|知道了|收到|了解|可以|没问题",
        itself="帮助|你是谁|你是什么|你能做什么|你会做什么|你可以做什么|threadwise 是什么",
        hello="你好！可以问我关于你的文件或这段对话的问题，也可以告诉我需要记住的事。",
        welcome="不客气！",
        bye="再见！说过的话会留在这段对话里。",
        all_right="好的。想了解更多时，随时可以问我。",
        about="我根据这个对话中的文件和说过的内容来回答，并为每个说法标明页码、章节或消息。把文件拖到这里提问，或者告诉我需要记住的事。",
        nowhere="我在你的文件和我们的对话中都没有找到相关内容。",
        not_in_files="我在你的文件中没有找到相关内容。",
        not_said="我在我们的对话中没有找到相关内容。",
        noted="已记下。我会在这段对话中记住它。",
        not_kept="已记下，但只要这段对话的设置中关闭了记忆，就找不到它。",
    ),
    "ja": Phrases(
        greeting="こんにちは|こんばんは|おはよう|おはようございます|はじめまして",
        thanks="ありがとう|ありがとうございます|どうもありがとうございます|どうも",
        goodbye="さようなら|またね|おやすみ|おやすみなさい",
        beside="皆さん|threadwise",
        acknowledged="はい|わかりました|分かりました|了解|了解です|なるほど|承知しました",
        itself="ヘルプ|あなたは誰|あなたは誰ですか|何ができますか|何ができるの|何ができる|threadwise とは",
        hello="こんにちは。ファイルやこの会話について質問するか、覚えておいてほしいことを教えてください。",
        welcome="どういたしまして。",
        bye="さようなら。話した内容はこの会話に残ります。",
        all_right="承知しました。ほかに知りたいことがあれば、いつでもどうぞ。",
        about="この会話のファイルと、ここで話した内容をもとに答え、それぞれの根拠となるページ、節、メッセージを示します。ファイルをここにドロップして質問するか、覚えてほしいことを教えてください。",
        nowhere="ファイルにもこの会話にも見つかりませんでした。",
        not_in_files="ファイルには見つかりませんでした。",
        not_said="この会話には見つかりませんでした。",
        noted="記録しました。この会話の中で覚えておきます。",
        not_kept="記録しましたが、この会話の設定で記憶がオフになっている間は見つけられません。",
    ),
    "ar": Phrases(
        greeting="مرحبا|أهلا|أهلا وسهلا|السلام عليكم|صباح الخير|مساء الخير|كيف حالك|هلا",
        thanks="شكرا|شكرا لك|شكرا جزيلا|ألف شكر|مشكور|أشكرك|جزاك الله خيرا",
        goodbye="مع السلامة|وداعا|إلى اللقاء|تصبح على خير|أراك لاحقا",
        beside="جميعا|بك|لكم|لك|جدا|كثيرا|على المساعدة|على مساعدتك|يا صديقي|و|threadwise",
        acknowledged="حسنا|تمام|فهمت|مفهوم|ممتاز|جيد|طيب|موافق",
        itself="مساعدة|ساعدني|من أنت|ما أنت|ماذا يمكنك أن تفعل|ماذا تستطيع أن تفعل|كيف تعمل|ما هو threadwise",
        hello="مرحبًا! اسألني عن ملفاتك أو عن هذه المحادثة، أو أخبرني بشيء أتذكره.",
        welcome="على الرحب والسعة!",
        bye="إلى اللقاء! ما قيل هنا يبقى في هذه المحادثة.",
        all_right="حسنًا. اسأل متى أردت معرفة المزيد.",
        about=(
            "أجيب من ملفات هذه المحادثة ومما قيل فيها، وأعرض الصفحة أو القسم أو الرسالة التي يستند إليها كل قول. أسقط "
            "الملفات هنا واسأل، أو قل لي ما يجب أن أتذكره."
        ),
        nowhere="لم أجد هذا في ملفاتك ولا في محادثتنا.",
        not_in_files="لم أجد هذا في ملفاتك.",
        not_said="لم أجد هذا في محادثتنا.",
        noted="سُجِّل. سأتذكر هذا في محادثتنا.",
        not_kept="سُجِّل، لكن لن يُعثر عليه ما دامت الذاكرة متوقفة في إعدادات هذه المحادثة.",
    ),
    "ko": Phrases(
        greeting="안녕|안녕하세요|좋은 아침|좋은 아침이에요|반가워요|반갑습니다",
        thanks="고마워|고마워요|고맙습니다|감사합니다|감사해요|정말 감사합니다|정말 고마워요",
        goodbye="안녕히 계세요|안녕히 가세요|잘 가|다음에 봐요|안녕히 주무세요|잘 자",
        beside="여러분|정말|많이|도와줘서|도와주셔서|threadwise",
        acknowledged="네|예|응|알겠습니다|알겠어요|알았어|좋아요|좋습니다|그래요",
        itself="도움말|도와줘|도와주세요|너는 누구야|당신은 누구인가요|뭐 할 수 있어|무엇을 할 수 있나요|threadwise가 뭐야",
        hello="안녕하세요! 파일이나 이 대화에 대해 물어보시거나, 기억해 둘 내용을 알려 주세요.",
        welcome="천만에요!",
        bye="안녕히 가세요! 여기서 나눈 이야기는 이 대화에 남아 있습니다.",
        all_right="알겠습니다. 더 알고 싶은 것이 있으면 언제든지 물어보세요.",
        about=(
            "이 대화의 파일과 여기서 나눈 말을 바탕으로 답하고, 각 내용의 근거가 되는 페이지, 절, "
            "메시지를 보여 드립니다. 파일을 여기에 끌어다 놓고 질문하거나, 기억할 것을 말해 주세요."
        ),
        nowhere="파일에서도 이 대화에서도 찾지 못했습니다.",
        not_in_files="파일에서 찾지 못했습니다.",
        not_said="이 대화에서 찾지 못했습니다.",
        noted="적어 두었습니다. 이 대화에서 기억하겠습니다.",
        not_kept="적어 두었지만, 이 대화의 설정에서 기억이 꺼져 있는 동안은 찾을 수 없습니다.",
    ),
    "pl": Phrases(
        greeting="cześć|dzień dobry|dobry wieczór|witaj|hej|jak się masz|co słychać",
        thanks="dziękuję|dzięki|dziękuję bardzo|wielkie dzięki|bardzo dziękuję",
        goodbye="do widzenia|do zobaczenia|na razie|dobranoc|miłego dnia|pa",
        beside="wszystkim|bardzo|za pomoc|i|super|świetnie|threadwise",
        acknowledged="dobrze|w porządku|rozumiem|jasne|super|świetnie|okej|zgoda",
        itself="pomoc|pomóż mi|kim jesteś|czym jesteś|co potrafisz|co umiesz|co możesz zrobić|czym jest threadwise",
        hello="Cześć! Zapytaj o swoje pliki lub o tę rozmowę albo powiedz, co mam zapamiętać.",
        welcome="Nie ma za co!",
        bye="Do zobaczenia! To, co tu powiedziano, zostaje w tej rozmowie.",
        all_right="Dobrze. Pytaj, gdy zechcesz wiedzieć więcej.",
        about=(
            "Odpowiadam na podstawie plików tej rozmowy i tego, co w niej powiedziano, i pokazuję stronę, rozdział lub "
            "wiadomość stojącą za każdym stwierdzeniem. Upuść tu pliki i pytaj albo powiedz, co mam zapamiętać."
        ),
        nowhere="Nie znalazłem tego ani w Twoich plikach, ani w naszej rozmowie.",
        not_in_files="Nie znalazłem tego w Twoich plikach.",
        not_said="Nie znalazłem tego w naszej rozmowie.",
        noted="Zanotowane. Zapamiętam to w tej rozmowie.",
        not_kept="Zanotowane, ale nie da się tego znaleźć, dopóki pamięć jest wyłączona w ustawieniach tej rozmowy.",
    ),
    "tr": Phrases(
        greeting="merhaba|selam|günaydın|iyi günler|iyi akşamlar|nasılsın|nasılsınız",
        thanks="teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|sağ olun",
        goodbye="hoşça kal|güle güle|görüşürüz|iyi geceler",
        beside="herkese|çok|ve|yardımın için|yardımınız için|harika|threadwise",
        acknowledged="tamam|peki|anladım|harika|olur|süper|güzel",
        itself=(
            "yardım|yardım et|sen kimsin|siz kimsiniz|nesin sen|ne yapabilirsin|neler yapabilirsin"
            "|nasıl çalışıyorsun|threadwise nedir"
        ),
        hello="Merhaba! Dosyaların veya bu konuşma hakkında soru sor ya da hatırlamamı istediğin bir şey söyle.",
        welcome="Rica ederim!",
        bye="Görüşürüz! Burada söylenenler bu konuşmada kalır.",
        all_right="Tamam. Daha fazlasını öğrenmek istediğinde sorabilirsin.",
        about=(
            "Bu konuşmadaki dosyalardan ve burada söylenenlerden yanıt veririm; her ifadenin dayandığı sayfayı, bölümü "
            "ya da iletiyi gösteririm. Dosyaları buraya bırakıp sorun ya da aklımda tutmamı istediğiniz şeyi söyleyin."
        ),
        nowhere="Bunu ne dosyalarında ne de konuşmamızda bulabildim.",
        not_in_files="Bunu dosyalarında bulamadım.",
        not_said="Bunu konuşmamızda bulamadım.",
        noted="Not edildi. Bunu bu konuşmada hatırlayacağım.",
        not_kept="Not edildi, ama bu konuşmanın ayarlarında bellek kapalıyken bulunamaz.",
    ),
    "hi": Phrases(
        greeting="नमस्ते|नमस्कार|सुप्रभात|आप कैसे हैं|हैलो",
        thanks="धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|बहुत शुक्रिया",
        goodbye="अलविदा|फिर मिलेंगे|शुभ रात्रि",
        beside="सबको|जी|आपका|बहुत|मदद के लिए|threadwise",
        acknowledged="ठीक है|अच्छा|समझ गया|समझ गई|बढ़िया|हाँ",
        itself=("मदद|मेरी मदद करो|तुम कौन हो|आप कौन हैं|आप क्या कर सकते हैं|तुम क्या कर सकते हो|threadwise क्या है"),
        hello="नमस्ते! अपनी फ़ाइलों या इस बातचीत के बारे में पूछें, या कुछ बताएँ जो मुझे याद रखना चाहिए।",
        welcome="आपका स्वागत है!",
        bye="फिर मिलेंगे! यहाँ कही गई बातें इस बातचीत में रहती हैं।",
        all_right="ठीक है। और जानना हो तो कभी भी पूछें।",
        about=(
            ""
            "मैं इस बातचीत की फ़ाइलों और इसमें कही गई बातों से उत्तर देता हूँ, और हर कथन के पीछे का पृष्ठ, खंड या संदेश दिखाता हूँ। "
            "फ़ाइलें यहाँ डालकर पूछें, या बताएँ कि मुझे क्या याद रखना है।"
        ),
        nowhere="यह मुझे न आपकी फ़ाइलों में मिला, न हमारी बातचीत में।",
        not_in_files="यह मुझे आपकी फ़ाइलों में नहीं मिला।",
        not_said="यह मुझे हमारी बातचीत में नहीं मिला।",
        noted="दर्ज कर लिया। इस बातचीत में मैं इसे याद रखूँगा।",
        not_kept="दर्ज किया, पर जब तक इस बातचीत की सेटिंग में याददाश्त बंद है, यह नहीं मिलेगा।",
    ),
}
"""By ISO 639-1 code."""
