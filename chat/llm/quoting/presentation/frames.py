"""The words around quotes in each language: who said something and when, what joins two quotes, where else it was said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from chat.text.languages import ENGLISH
from chat.text.long_dates import long_date


@dataclass(frozen=True, slots=True, kw_only=True)
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

    elapsed: str = "{span}, from {first} to {second}."
    """Says how much time lies between two days, in the languages in which it is asked for (see `elapsed`)."""

    disagreeing: str = "What you have said about this may not agree."
    """Comes before two statements of which one denies the other, in the languages in which these are told (see `opposed`)."""

    def attribution(self, who: str | None, by_user: bool, day: date) -> str:
        """Return the words before a quote; `who` is `None` if the asker or the assistant said it."""
        form = self.other if who is not None else self.you if by_user else self.assistant
        return form.replace("{date}", long_date(day, self.code)).replace("{who}", who or "")


def frame(language: str) -> Frame:
    """Return the words of a language (see `chat.text.languages.language_of`); English if it has none."""
    return _FRAMES.get(language, _FRAMES[ENGLISH])


_FRAMES: Mapping[str, Frame] = {
    ENGLISH: Frame(
        code="en",
        you="You said on {date}: ",
        assistant="The assistant said on {date}: ",
        other="{who} said on {date}: ",
        joined=" and ",
        elsewhere="(from your conversation “{name}”)",
        otherwise="(no longer holds, said otherwise later)",
        partly="(in part said otherwise later)",
    ),
    "german": Frame(
        code="de",
        you="Du hast am {date} gesagt: ",
        assistant="Der Assistent hat am {date} gesagt: ",
        other="{who} hat am {date} gesagt: ",
        joined=" und ",
        elsewhere="(aus deiner Unterhaltung “{name}”)",
        otherwise="(gilt nicht mehr, später anders gesagt)",
        partly="(zum Teil später anders gesagt)",
        yes="Ja",
        no="Nein",
        nothing="Zu “{asked}” habe ich nichts gefunden.",
        disagreeing="Was du dazu gesagt hast, passt womöglich nicht zusammen.",
        elapsed="{span}, vom {first} bis zum {second}.",
    ),
    "french": Frame(
        code="fr",
        you="Vous avez dit le {date} : ",
        assistant="L'assistant a dit le {date} : ",
        other="{who} a dit le {date} : ",
        joined=" et ",
        elsewhere="(de votre conversation “{name}”)",
        otherwise="(ne vaut plus, dit autrement par la suite)",
        partly="(en partie dit autrement par la suite)",
        yes="Oui",
        no="Non",
        nothing="Sur “{asked}”, je n'ai rien trouvé.",
        disagreeing="Ce que vous en avez dit ne concorde peut-être pas.",
        elapsed="{span}, du {first} au {second}.",
    ),
    "spanish": Frame(
        code="es",
        you="Dijiste el {date}: ",
        assistant="El asistente dijo el {date}: ",
        other="{who} dijo el {date}: ",
        joined=" y ",
        elsewhere="(de tu conversación “{name}”)",
        otherwise="(ya no vale, dicho de otro modo después)",
        partly="(en parte dicho de otro modo después)",
        yes="Sí",
        no="No",
        nothing="Sobre “{asked}” no he encontrado nada.",
        disagreeing="Lo que has dicho sobre esto quizá no coincida.",
        elapsed="{span}, del {first} al {second}.",
    ),
    "italian": Frame(
        code="it",
        you="Il {date} hai detto: ",
        assistant="Il {date} l'assistente ha detto: ",
        other="Il {date} {who} ha detto: ",
        joined=" e ",
        elsewhere="(dalla tua conversazione “{name}”)",
        otherwise="(non vale più, detto diversamente in seguito)",
        partly="(in parte detto diversamente in seguito)",
        nothing="Su “{asked}” non ho trovato nulla.",
    ),
    "portuguese": Frame(
        code="pt",
        you="Você disse em {date}: ",
        assistant="O assistente disse em {date}: ",
        other="{who} disse em {date}: ",
        joined=" e ",
        elsewhere="(da sua conversa “{name}”)",
        otherwise="(já não vale, dito de outro modo depois)",
        partly="(em parte dito de outro modo depois)",
        nothing="Sobre “{asked}” não encontrei nada.",
    ),
    "dutch": Frame(
        code="nl",
        you="Je zei op {date}: ",
        assistant="De assistent zei op {date}: ",
        other="{who} zei op {date}: ",
        joined=" en ",
        elsewhere="(uit je gesprek “{name}”)",
        otherwise="(geldt niet meer, later anders gezegd)",
        partly="(deels later anders gezegd)",
        nothing="Over “{asked}” heb ik niets gevonden.",
    ),
    "russian": Frame(
        code="ru",
        you="Вы сказали {date}: ",
        assistant="Ассистент сказал {date}: ",
        other="{who}, {date}: ",
        joined=" и ",
        elsewhere="(из вашего разговора “{name}”)",
        otherwise="(уже не так, позже сказано иначе)",
        partly="(частично позже сказано иначе)",
        nothing="По вопросу “{asked}” ничего не найдено.",
    ),
    "polish": Frame(
        code="pl",
        you="Twoje słowa z {date}: ",
        assistant="Asystent, {date}: ",
        other="{who}, {date}: ",
        joined=" i ",
        elsewhere="(z Twojej rozmowy “{name}”)",
        otherwise="(już nieaktualne, później powiedziane inaczej)",
        partly="(częściowo później powiedziane inaczej)",
    ),
    "turkish": Frame(
        code="tr",
        you="{date} tarihinde şöyle dedin: ",
        assistant="Asistan {date} tarihinde şöyle dedi: ",
        other="{who} {date} tarihinde şöyle dedi: ",
        joined=" ve ",
        elsewhere="(“{name}” konuşmandan)",
        otherwise="(artık geçerli değil, sonra başka türlü söylendi)",
        partly="(bir kısmı sonra başka türlü söylendi)",
    ),
    "chinese": Frame(
        code="zh",
        you="你在{date}说：",
        assistant="助手在{date}说：",
        other="{who}在{date}说：",
        joined="，",
        elsewhere="（来自你的对话“{name}”）",
        otherwise="（已不再成立，后来另有说法）",
        partly="（部分内容后来另有说法）",
    ),
    "japanese": Frame(
        code="ja",
        you="{date}のあなたの発言：",
        assistant="{date}のアシスタントの発言：",
        other="{date}の{who}さんの発言：",
        joined="、",
        elsewhere="（会話“{name}”より）",
        otherwise="（現在は無効、後に別の発言あり）",
        partly="（一部は後に別の発言あり）",
    ),
    "korean": Frame(
        code="ko",
        you="{date}에 하신 말씀: ",
        assistant="{date}에 어시스턴트가 한 말: ",
        other="{date}에 {who}님이 한 말: ",
        joined=", ",
        elsewhere="(대화 “{name}”에서)",
        otherwise="(더는 유효하지 않음, 나중에 달리 말함)",
        partly="(일부는 나중에 달리 말함)",
    ),
    "arabic": Frame(
        code="ar",
        you="قلت في {date}: ",
        assistant="قال المساعد في {date}: ",
        other="{who}، {date}: ",
        joined=" و",
        elsewhere="(من محادثتك “{name}”)",
        otherwise="(لم يعد صحيحًا، قيل غيره لاحقًا)",
        partly="(قيل غير بعضه لاحقًا)",
    ),
    "hindi": Frame(
        code="hi",
        you="आपने {date} को कहा: ",
        assistant="सहायक ने {date} को कहा: ",
        other="{who} ने {date} को कहा: ",
        joined=" और ",
        elsewhere="(आपकी बातचीत “{name}” से)",
        otherwise="(अब मान्य नहीं, बाद में कुछ और कहा गया)",
        partly="(बाद में कुछ अंश अलग कहा गया)",
    ),
}

_FILLED_IN = re.compile(r"\{\w+\}")
FRAMING = _FILLED_IN.sub(" ", " ".join(f"{each.you} {each.other}" for language, each in _FRAMES.items() if language != ENGLISH))
"""The attribution words of all languages but English; they make no claim themselves."""
