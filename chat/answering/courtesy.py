"""Greetings, thanks and goodbyes: answered kindly at once, since no source says anything about them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_LONGEST = 80
"""Characters; whoever says more says something."""
_NO_WORD = re.compile(r"[^\w'’]+")


@dataclass(frozen=True, slots=True)
class _Manners:
    """One language's phrases, separated by `|`, in the form that `_plain` gives; and what is said in return."""

    greeting: str
    thanks: str
    goodbye: str
    beside: str
    """Words that may stand beside them and add nothing."""
    hello: str
    welcome: str
    bye: str


_MANNERS = (
    _Manners(
        "hi|hello|hey|hiya|howdy|greetings|good morning|good afternoon|good evening|good day|how are you|how are you doing"
        "|how's it going|what's up|nice to meet you",
        "thanks|thank you|thx|ty|cheers|much appreciated|i appreciate it|thank u",
        "bye|goodbye|good bye|bye bye|see you|see you later|see you soon|good night|take care|talk to you later|have a nice day"
        "|have a good day|have a great day",
        "there|everyone|all|again|so|very|much|a lot|a bunch|for your help|for the help|for that|for everything|friend|dear"
        "|threadwise|assistant|you|today|and|many|ok|okay|great|perfect|awesome|cool|nice|got it|that's all|that helps"
        "|that helped|that was helpful|for now|well|oh|wow",
        "Hello! Ask me about your files or about this conversation, or tell me something to remember.",
        "You're welcome!",
        "Goodbye! What was said here stays in this conversation.",
    ),
    _Manners(
        "hallo|servus|moin|grüß gott|grüezi|guten morgen|guten tag|guten abend|wie geht's|wie geht es dir|wie geht es ihnen",
        "danke|dankeschön|danke schön|danke sehr|vielen dank|besten dank|herzlichen dank",
        "tschüss|tschüs|auf wiedersehen|bis bald|bis später|gute nacht|schönen tag|schönen tag noch",
        "zusammen|du|dir|ihnen|und|sehr|für die hilfe|für deine hilfe|für ihre hilfe|super|perfekt|gut|prima|ok|okay|threadwise",
        "Hallo! Frag mich etwas zu deinen Dateien oder zu diesem Gespräch, oder sag mir, was ich mir merken soll.",
        "Gern geschehen!",
        "Tschüss! Was hier gesagt wurde, bleibt in diesem Gespräch.",
    ),
    _Manners(
        "bonjour|salut|bonsoir|coucou|comment ça va|ça va|comment allez vous|enchanté",
        "merci|merci beaucoup|merci bien|je vous remercie|je te remercie",
        "au revoir|à bientôt|à plus tard|à demain|bonne nuit|bonne journée|bonne soirée",
        "à tous|tout le monde|beaucoup|bien|et|pour votre aide|pour ton aide|pour l'aide|parfait|super|d'accord|ok|threadwise",
        "Bonjour ! Posez-moi une question sur vos fichiers ou sur cette conversation, ou dites-moi ce que je dois retenir.",
        "Avec plaisir !",
        "Au revoir ! Ce qui a été dit reste dans cette conversation.",
    ),
    _Manners(
        "hola|buenos días|buenas tardes|buenas noches|buenas|qué tal|cómo estás|cómo está|mucho gusto",
        "gracias|muchas gracias|mil gracias|te lo agradezco|se lo agradezco",
        "adiós|hasta luego|hasta pronto|hasta mañana|nos vemos|que tengas un buen día",
        "a todos|muy|y|por tu ayuda|por su ayuda|por la ayuda|perfecto|genial|vale|ok|threadwise",
        "¡Hola! Pregúntame sobre tus archivos o sobre esta conversación, o dime algo que deba recordar.",
        "¡De nada!",
        "¡Adiós! Lo que se dijo queda en esta conversación.",
    ),
    _Manners(
        "ciao|salve|buongiorno|buonasera|come stai|come va|piacere",
        "grazie|grazie mille|molte grazie|ti ringrazio|la ringrazio",
        "arrivederci|a presto|a dopo|buonanotte|buona giornata|buona serata",
        "a tutti|e|per l'aiuto|per il tuo aiuto|perfetto|ottimo|ok|threadwise",
        "Ciao! Chiedimi dei tuoi file o di questa conversazione, oppure dimmi qualcosa da ricordare.",
        "Prego!",
        "Arrivederci! Quello che è stato detto resta in questa conversazione.",
    ),
    _Manners(
        "olá|oi|bom dia|boa tarde|boa noite|tudo bem|como vai",
        "obrigado|obrigada|muito obrigado|muito obrigada|valeu",
        "tchau|adeus|até logo|até mais|até amanhã",
        "a todos|e|pela ajuda|pela sua ajuda|perfeito|ótimo|ok|threadwise",
        "Olá! Pergunte sobre os seus arquivos ou sobre esta conversa, ou diga algo que eu deva lembrar.",
        "De nada!",
        "Até logo! O que foi dito fica nesta conversa.",
    ),
    _Manners(
        "hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hoe gaat het",
        "dank je|dank je wel|dank u|dank u wel|dankjewel|bedankt|hartelijk dank",
        "tot ziens|doei|tot straks|tot morgen|welterusten|fijne dag",
        "allemaal|en|voor je hulp|voor uw hulp|prima|perfect|heel erg|ok|oké|threadwise",
        "Hallo! Vraag me iets over je bestanden of over dit gesprek, of vertel me wat ik moet onthouden.",
        "Graag gedaan!",
        "Tot ziens! Wat hier gezegd is, blijft in dit gesprek.",
    ),
    _Manners(
        "привет|здравствуй|здравствуйте|доброе утро|добрый день|добрый вечер|как дела|как ты",
        "спасибо|большое спасибо|спасибо большое|благодарю",
        "пока|до свидания|до встречи|до завтра|спокойной ночи|хорошего дня",
        "всем|тебе|вам|и|за помощь|отлично|хорошо|супер|ок|threadwise",
        "Здравствуйте! Спросите меня о ваших файлах или об этом разговоре или скажите, что мне запомнить.",
        "Пожалуйста!",
        "До свидания! Сказанное остаётся в этом разговоре.",
    ),
    _Manners(
        "你好|您好|嗨|早上好|下午好|晚上好",
        "谢谢|谢谢你|谢谢您|多谢|非常感谢",
        "再见|拜拜|晚安",
        "大家|好的|threadwise",
        "你好！可以问我关于你的文件或这段对话的问题，也可以告诉我需要记住的事。",
        "不客气！",
        "再见！说过的话会留在这段对话里。",
    ),
    _Manners(
        "こんにちは|こんばんは|おはよう|おはようございます|はじめまして",
        "ありがとう|ありがとうございます|どうもありがとうございます|どうも",
        "さようなら|またね|おやすみ|おやすみなさい",
        "皆さん|threadwise",
        "こんにちは。ファイルやこの会話について質問するか、覚えておいてほしいことを教えてください。",
        "どういたしまして。",
        "さようなら。話した内容はこの会話に残ります。",
    ),
)


def _pattern(manners: _Manners) -> re.Pattern[str]:
    """All of a message, phrase by phrase; the group that took part last tells what it was."""
    longest_first = {
        kind: "|".join(sorted(map(re.escape, getattr(manners, kind).split("|")), key=len, reverse=True))
        for kind in ("thanks", "goodbye", "greeting", "beside")
    }
    groups = "|".join(f"(?P<{kind}>{phrases})" for kind, phrases in longest_first.items())
    return re.compile(rf"(?:(?:{groups})(?: |$))+")


_PATTERNS = [(_pattern(manners), manners) for manners in _MANNERS]


def courtesy(text: str) -> str | None:
    """The reply to a message that is nothing but a greeting, thanks or a goodbye, in its language; `None` for any other."""
    plain = _plain(text)
    if not plain or len(text) > _LONGEST:
        return None
    for pattern, manners in _PATTERNS:
        match = pattern.fullmatch(plain)
        if match is None:
            continue
        if match["thanks"]:
            return manners.welcome
        if match["goodbye"]:
            return manners.bye
        if match["greeting"]:
            return manners.hello
    return None


def _plain(text: str) -> str:
    """Its words in small letters, one space apart."""
    return _NO_WORD.sub(" ", text.casefold().replace("’", "'")).strip()
