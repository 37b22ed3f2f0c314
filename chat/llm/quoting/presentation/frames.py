"""The words around quotes in each language: who said something and when, what joins two quotes, where else it was said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from chat.text.languages import ENGLISH
from chat.text.long_dates import long_date


@dataclass(frozen=True, slots=True)
class Frame:
    """The words of one language. `{date}`, `{who}` and `{name}` are placeholders."""

    code: str
    """ISO 639-1 code, used to format dates."""
    you: str
    assistant: str
    other: str
    """Used for a speaker who is named."""
    joined: str
    """Joins the last two quotes."""
    elsewhere: str
    """Names the thread in which it was said."""
    otherwise: str
    """Follows a statement that a later one replaced."""
    partly: str
    """Follows a statement of which a later one replaced something that the question is not about."""
    yes: str = "Yes"
    no: str = "No"
    """Put before a quote that decides a yes-or-no question, in the languages for which that is determined (see `predicating`)."""
    nothing: str = "About “{asked}”, I found nothing."
    """Ends an answer to one half of a question, in the languages in which halves are told apart (see `halves`)."""

    def said(self, who: str | None, by_user: bool, day: date) -> str:
        """Return the words before a quote; `who` is `None` if the asker or the assistant said it."""
        form = self.other if who is not None else self.you if by_user else self.assistant
        return form.replace("{date}", long_date(day, self.code)).replace("{who}", who or "")


def frame(language: str) -> Frame:
    """Return the words of a language (see `chat.text.languages.language_of`); English if it has none."""
    return _FRAMES.get(language, _FRAMES[ENGLISH])


_FRAMES: Mapping[str, Frame] = {
    ENGLISH: Frame(
        "en",
        "You said on {date}: ",
        "The assistant said on {date}: ",
        "{who} said on {date}: ",
        " and ",
        "(from your conversation “{name}”)",
        "(no longer holds, said otherwise later)",
        "(in part said otherwise later)",
    ),
    "german": Frame(
        "de",
        "Du hast am {date} gesagt: ",
        "Der Assistent hat am {date} gesagt: ",
        "{who} hat am {date} gesagt: ",
        " und ",
        "(aus deiner Unterhaltung “{name}”)",
        "(gilt nicht mehr, später anders gesagt)",
        "(zum Teil später anders gesagt)",
        "Ja",
        "Nein",
        "Zu “{asked}” habe ich nichts gefunden.",
    ),
    "french": Frame(
        "fr",
        "Vous avez dit le {date} : ",
        "L'assistant a dit le {date} : ",
        "{who} a dit le {date} : ",
        " et ",
        "(de votre conversation “{name}”)",
        "(ne vaut plus, dit autrement par la suite)",
        "(en partie dit autrement par la suite)",
        "Oui",
        "Non",
        "Sur “{asked}”, je n'ai rien trouvé.",
    ),
    "spanish": Frame(
        "es",
        "Dijiste el {date}: ",
        "El asistente dijo el {date}: ",
        "{who} dijo el {date}: ",
        " y ",
        "(de tu conversación “{name}”)",
        "(ya no vale, dicho de otro modo después)",
        "(en parte dicho de otro modo después)",
        "Sí",
        "No",
        "Sobre “{asked}” no he encontrado nada.",
    ),
    "italian": Frame(
        "it",
        "Il {date} hai detto: ",
        "Il {date} l'assistente ha detto: ",
        "Il {date} {who} ha detto: ",
        " e ",
        "(dalla tua conversazione “{name}”)",
        "(non vale più, detto diversamente in seguito)",
        "(in parte detto diversamente in seguito)",
        nothing="Su “{asked}” non ho trovato nulla.",
    ),
    "portuguese": Frame(
        "pt",
        "Você disse em {date}: ",
        "O assistente disse em {date}: ",
        "{who} disse em {date}: ",
        " e ",
        "(da sua conversa “{name}”)",
        "(já não vale, dito de outro modo depois)",
        "(em parte dito de outro modo depois)",
        nothing="Sobre “{asked}” não encontrei nada.",
    ),
    "dutch": Frame(
        "nl",
        "Je zei op {date}: ",
        "De assistent zei op {date}: ",
        "{who} zei op {date}: ",
        " en ",
        "(uit je gesprek “{name}”)",
        "(geldt niet meer, later anders gezegd)",
        "(deels later anders gezegd)",
        nothing="Over “{asked}” heb ik niets gevonden.",
    ),
    "russian": Frame(
        "ru",
        "Вы сказали {date}: ",
        "Ассистент сказал {date}: ",
        "{who}, {date}: ",
        " и ",
        "(из вашего разговора “{name}”)",
        "(уже не так, позже сказано иначе)",
        "(частично позже сказано иначе)",
        nothing="По вопросу “{asked}” ничего не найдено.",
    ),
    "polish": Frame(
        "pl",
        "Twoje słowa z {date}: ",
        "Asystent, {date}: ",
        "{who}, {date}: ",
        " i ",
        "(z Twojej rozmowy “{name}”)",
        "(już nieaktualne, później powiedziane inaczej)",
        "(częściowo później powiedziane inaczej)",
    ),
    "turkish": Frame(
        "tr",
        "{date} tarihinde şöyle dedin: ",
        "Asistan {date} tarihinde şöyle dedi: ",
        "{who} {date} tarihinde şöyle dedi: ",
        " ve ",
        "(“{name}” konuşmandan)",
        "(artık geçerli değil, sonra başka türlü söylendi)",
        "(bir kısmı sonra başka türlü söylendi)",
    ),
    "chinese": Frame(
        "zh",
        "你在{date}说：",
        "助手在{date}说：",
        "{who}在{date}说：",
        "，",
        "（来自你的对话“{name}”）",
        "（已不再成立，后来另有说法）",
        "（部分内容后来另有说法）",
    ),
    "japanese": Frame(
        "ja",
        "{date}のあなたの発言：",
        "{date}のアシスタントの発言：",
        "{date}の{who}さんの発言：",
        "、",
        "（会話“{name}”より）",
        "（現在は無効、後に別の発言あり）",
        "（一部は後に別の発言あり）",
    ),
    "korean": Frame(
        "ko",
        "{date}에 하신 말씀: ",
        "{date}에 어시스턴트가 한 말: ",
        "{date}에 {who}님이 한 말: ",
        ", ",
        "(대화 “{name}”에서)",
        "(더는 유효하지 않음, 나중에 달리 말함)",
        "(일부는 나중에 달리 말함)",
    ),
    "arabic": Frame(
        "ar",
        "قلت في {date}: ",
        "قال المساعد في {date}: ",
        "{who}، {date}: ",
        " و",
        "(من محادثتك “{name}”)",
        "(لم يعد صحيحًا، قيل غيره لاحقًا)",
        "(قيل غير بعضه لاحقًا)",
    ),
    "hindi": Frame(
        "hi",
        "आपने {date} को कहा: ",
        "सहायक ने {date} को कहा: ",
        "{who} ने {date} को कहा: ",
        " और ",
        "(आपकी बातचीत “{name}” से)",
        "(अब मान्य नहीं, बाद में कुछ और कहा गया)",
        "(बाद में कुछ अंश अलग कहा गया)",
    ),
}

_FILLED_IN = re.compile(r"\{\w+\}")
FRAMING = _FILLED_IN.sub(" ", " ".join(f"{each.you} {each.other}" for language, each in _FRAMES.items() if language != ENGLISH))
"""The attribution words of all languages but English; they make no claim themselves."""
