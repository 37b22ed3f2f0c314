"""Replies about standing instructions that are noted or revoked, and about memories that are forgotten, by language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from chat.text.long_dates import long_date


@dataclass(frozen=True, slots=True)
class Settled:
    """The replies in one language. Names in braces are placeholders."""

    noted: str
    """Introduces all noted instructions."""
    noted_beside: str
    """Used in a note to an answer."""
    no_model: str
    to_remove: str
    to_command: str
    nothing_noted: str
    to_take_one_back: str
    no_such_number: str
    numbered: str
    none_to_number: str
    taken_back: str
    not_taken_back: str
    several: str
    no_such: str
    forgotten: str
    of_what: str
    """What was forgotten, the day it was said, and what is left of it."""
    not_forgotten: str
    say_which: str
    nothing_like_it: str
    not_sure: str
    """Introduces the candidates that may be meant."""
    in_memory: str
    """Where else it can be forgotten; the menu entry has the same name in every language."""


def settled(language: str) -> Settled:
    """Return the replies in a language, given by its ISO 639-1 code; English if there are none."""
    return SETTLED.get(language, SETTLED["en"])


def day_in(language: str, day: date) -> str:
    """Format a date in a language; in English if there are no replies in it."""
    return long_date(day, language if language in SETTLED else "en")


SETTLED: Mapping[str, Settled] = {
    "en": Settled(
        noted="Noted for every answer in this conversation:",
        noted_beside="Noted for every answer:",
        no_model="It changes how a language model answers; none is connected, and quotes stay as they are.",
        to_remove=(
            "Write “/instructions” to see what is noted or to take it back; deleting or editing your message does so, too."
        ),
        to_command=(
            "Write “/instructions” to see what is noted for every answer, and “/instructions remove 1” to take the first one"
            " back."
        ),
        nothing_noted=(
            "Nothing is noted for every answer in this conversation. Say, for example, “From now on answer in French.”"
        ),
        to_take_one_back="Take one back with “/instructions remove 1”.",
        no_such_number="There is no instruction {number};",
        numbered="they are numbered 1 to {many}.",
        none_to_number="none is noted.",
        taken_back="Taken back:",
        not_taken_back="Nothing was taken back:",
        several="more than one instruction may be meant.",
        no_such="no such instruction is noted.",
        forgotten="Forgotten:",
        of_what=(
            "what you said on {day} about “{about}”. It is not recalled any more. Your message and answers that repeat it still"
            " stand in this conversation: delete them there if they shall be gone, too. To have it remembered again, say it"
            " again."
        ),
        not_forgotten="Nothing was forgotten:",
        say_which="say what is meant, as in “forget the door code”.",
        nothing_like_it="I found nothing like that among what I remember of your messages.",
        not_sure="I am not sure what is meant. It may be:",
        in_memory=(
            "*Memory* in this conversation's menu lists what is remembered; forget it there, or delete the message that says it."
        ),
    ),
    "de": Settled(
        noted="Für jede Antwort in diesem Gespräch notiert:",
        noted_beside="Für jede Antwort notiert:",
        no_model="Das ändert, wie ein Sprachmodell antwortet; es ist keines verbunden, und Zitate bleiben, wie sie sind.",
        to_remove=(
            "Mit „/instructions“ siehst du, was notiert ist, und nimmst es zurück; auch wenn du deine Nachricht löschst oder"
            " änderst, gilt es nicht mehr."
        ),
        to_command=(
            "Mit „/instructions“ siehst du, was für jede Antwort notiert ist, mit „/instructions remove 1“ nimmst du das erste"
            " zurück."
        ),
        nothing_noted=(
            "Für die Antworten in diesem Gespräch ist nichts notiert. Sag zum Beispiel: „Antworte ab jetzt auf Französisch.“"
        ),
        to_take_one_back="Mit „/instructions remove 1“ nimmst du eines zurück.",
        no_such_number="Es gibt keine Anweisung {number};",
        numbered="sie sind von 1 bis {many} nummeriert.",
        none_to_number="es ist keine notiert.",
        taken_back="Zurückgenommen:",
        not_taken_back="Nichts wurde zurückgenommen:",
        several="mehr als eine Anweisung kann gemeint sein.",
        no_such="eine solche Anweisung ist nicht notiert.",
        forgotten="Vergessen:",
        of_what=(
            "was du am {day} über „{about}“ gesagt hast. Es wird nicht mehr wiedergefunden. Deine Nachricht und Antworten, die es"
            " wiederholen, stehen noch in diesem Gespräch: Lösch sie dort, wenn auch sie weg sein sollen. Damit ich es mir wieder"
            " merke, sag es noch einmal."
        ),
        not_forgotten="Nichts wurde vergessen:",
        say_which="Sag, was gemeint ist, zum Beispiel „Vergiss den Türcode“.",
        nothing_like_it="So etwas habe ich unter dem, was ich mir von deinen Nachrichten merke, nicht gefunden.",
        not_sure="Ich bin nicht sicher, was gemeint ist. Es kann sein:",
        in_memory=(
            "*Memory* im Menü dieses Gesprächs zeigt alles, was ich mir merke; dort lässt es sich vergessen, oder lösch die"
            " Nachricht, die es sagt."
        ),
    ),
    "fr": Settled(
        noted="C'est noté pour chaque réponse de cette conversation :",
        noted_beside="C'est noté pour chaque réponse :",
        no_model=(
            "Cela change la façon dont répond un modèle de langage ; aucun n'est connecté, et les citations restent telles"
            " quelles."
        ),
        to_remove=(
            "Écrivez « /instructions » pour voir ce qui est noté ou le retirer ; supprimer ou modifier votre message le retire"
            " aussi."
        ),
        to_command=(
            "Écrivez « /instructions » pour voir ce qui est noté pour chaque réponse, et « /instructions remove 1 » pour retirer"
            " la première."
        ),
        nothing_noted=(
            "Rien n'est noté pour les réponses de cette conversation. Dites par exemple « Désormais, réponds en anglais. »"
        ),
        to_take_one_back="« /instructions remove 1 » en retire une.",
        no_such_number="Il n'y a pas d'instruction {number} ;",
        numbered="elles sont numérotées de 1 à {many}.",
        none_to_number="aucune n'est notée.",
        taken_back="Instruction retirée :",
        not_taken_back="Rien n'a été retiré :",
        several="plus d'une instruction peut être visée.",
        no_such="aucune instruction de ce genre n'est notée.",
        forgotten="Oublié :",
        of_what=(
            "ce que vous avez dit le {day} sur « {about} ». Je ne m'en souviens plus. Votre message et les réponses qui le"
            " répètent restent dans cette conversation : supprimez-les s'ils doivent disparaître aussi. Pour que je m'en"
            " souvienne de nouveau, redites-le."
        ),
        not_forgotten="Rien n'a été oublié :",
        say_which="dites ce qui est visé, par exemple « oublie le code de la porte ».",
        nothing_like_it="je n'ai rien trouvé de tel parmi ce que j'ai retenu de vos messages.",
        not_sure="je ne suis pas sûr de ce qui est visé. Cela peut être :",
        in_memory=(
            "*Memory*, dans le menu de cette conversation, montre ce qui est retenu ; oubliez-le là, ou supprimez le message qui"
            " le dit."
        ),
    ),
    "es": Settled(
        noted="Anotado para cada respuesta de esta conversación:",
        noted_beside="Anotado para cada respuesta:",
        no_model="Cambia cómo responde un modelo de lenguaje; no hay ninguno conectado, y las citas quedan como están.",
        to_remove=("Escribe «/instructions» para ver lo anotado o retirarlo; también se retira si borras o cambias tu mensaje."),
        to_command=(
            "Escribe «/instructions» para ver lo anotado para cada respuesta y «/instructions remove 1» para retirar la primera."
        ),
        nothing_noted=(
            "No hay nada anotado para las respuestas de esta conversación. Di, por ejemplo: «A partir de ahora responde en"
            " inglés.»"
        ),
        to_take_one_back="Con «/instructions remove 1» se retira una.",
        no_such_number="No hay ninguna instrucción {number};",
        numbered="están numeradas del 1 al {many}.",
        none_to_number="no hay ninguna anotada.",
        taken_back="Retirado:",
        not_taken_back="No se ha retirado nada:",
        several="puede tratarse de más de una instrucción.",
        no_such="no hay anotada ninguna instrucción así.",
        forgotten="Olvidado:",
        of_what=(
            "lo que dijiste el {day} sobre «{about}». Ya no se volverá a encontrar. Tu mensaje y las respuestas que lo repiten"
            " siguen en esta conversación: bórralos ahí si también deben desaparecer. Para que lo recuerde de nuevo, dilo otra"
            " vez."
        ),
        not_forgotten="No se ha olvidado nada:",
        say_which="di a qué te refieres, por ejemplo «olvida el código de la puerta».",
        nothing_like_it="no he encontrado nada así entre lo que recuerdo de tus mensajes.",
        not_sure="no estoy seguro de a qué te refieres. Puede ser:",
        in_memory=(
            "*Memory*, en el menú de esta conversación, muestra lo que recuerdo; olvídalo ahí o borra el mensaje que lo dice."
        ),
    ),
    "it": Settled(
        noted="Annotato per ogni risposta in questa conversazione:",
        noted_beside="Annotato per ogni risposta:",
        no_model=(
            "Cambia il modo in cui risponde un modello linguistico; non ne è collegato nessuno, e le citazioni restano come sono."
        ),
        to_remove=(
            "Scrivi «/instructions» per vedere che cosa è annotato o per ritirarlo; lo si ritira anche cancellando o modificando"
            " il tuo messaggio."
        ),
        to_command=(
            "Scrivi «/instructions» per vedere che cosa è annotato per ogni risposta e «/instructions remove 1» per ritirare la"
            " prima."
        ),
        nothing_noted=(
            "Per le risposte in questa conversazione non è annotato nulla. Di' per esempio: «D'ora in poi rispondi in inglese.»"
        ),
        to_take_one_back="Con «/instructions remove 1» se ne ritira una.",
        no_such_number="Non c'è nessuna istruzione {number};",
        numbered="sono numerate da 1 a {many}.",
        none_to_number="non ne è annotata nessuna.",
        taken_back="Istruzione ritirata:",
        not_taken_back="Non è stato ritirato nulla:",
        several="può trattarsi di più di un'istruzione.",
        no_such="nessuna istruzione di questo tipo è annotata.",
        forgotten="Dimenticato:",
        of_what=(
            "quello che hai detto il {day} su «{about}». Non verrà più ritrovato. Il tuo messaggio e le risposte che lo ripetono"
            " restano in questa conversazione: cancellali lì se devono sparire anche loro. Perché io lo ricordi di nuovo, dillo"
            " un'altra volta."
        ),
        not_forgotten="Non è stato dimenticato nulla:",
        say_which="di' che cosa intendi, per esempio «dimentica il codice della porta».",
        nothing_like_it="non ho trovato niente di simile tra ciò che ricordo dei tuoi messaggi.",
        not_sure="non so bene che cosa intendi. Può essere:",
        in_memory=(
            "*Memory*, nel menu di questa conversazione, mostra che cosa ricordo; dimenticalo lì o cancella il messaggio che lo"
            " dice."
        ),
    ),
    "pt": Settled(
        noted="Anotado para cada resposta nesta conversa:",
        noted_beside="Anotado para cada resposta:",
        no_model="Muda a forma como um modelo de linguagem responde; nenhum está ligado, e as citações ficam como estão.",
        to_remove=(
            "Escreva «/instructions» para ver o que está anotado ou para o retirar; apagar ou alterar a sua mensagem também o"
            " retira."
        ),
        to_command=(
            "Escreva «/instructions» para ver o que está anotado para cada resposta e «/instructions remove 1» para retirar a"
            " primeira."
        ),
        nothing_noted=(
            "Não há nada anotado para as respostas nesta conversa. Diga, por exemplo: «A partir de agora responde em inglês.»"
        ),
        to_take_one_back="Com «/instructions remove 1» retira-se uma.",
        no_such_number="Não há nenhuma instrução {number};",
        numbered="estão numeradas de 1 a {many}.",
        none_to_number="não há nenhuma anotada.",
        taken_back="Instrução retirada:",
        not_taken_back="Nada foi retirado:",
        several="pode tratar-se de mais de uma instrução.",
        no_such="não está anotada nenhuma instrução assim.",
        forgotten="Esquecido:",
        of_what=(
            "o que disse em {day} sobre «{about}». Não voltará a ser encontrado. A sua mensagem e as respostas que o repetem"
            " continuam nesta conversa: apague-as aí se também devem desaparecer. Para que eu me lembre de novo, diga-o outra"
            " vez."
        ),
        not_forgotten="Nada foi esquecido:",
        say_which="diga o que tem em mente, por exemplo «esquece o código da porta».",
        nothing_like_it="não encontrei nada assim entre o que guardo das suas mensagens.",
        not_sure="não tenho a certeza do que tem em mente. Pode ser:",
        in_memory=("*Memory*, no menu desta conversa, mostra o que guardo; esqueça-o aí ou apague a mensagem que o diz."),
    ),
    "ru": Settled(
        noted="Записано для каждого ответа в этом разговоре:",
        noted_beside="Записано для каждого ответа:",
        no_model="Это меняет ответы языковой модели; сейчас она не подключена, и цитаты остаются как есть.",
        to_remove=(
            "Напишите «/instructions», чтобы увидеть записанное или отменить его; удаление или правка сообщения тоже отменяет"
            " его."
        ),
        to_command=(
            "Напишите «/instructions», чтобы увидеть, что записано для каждого ответа, и «/instructions remove 1», чтобы отменить"
            " первое."
        ),
        nothing_noted=("Для ответов в этом разговоре ничего не записано. Скажите, например: «Всегда отвечай на английском»."),
        to_take_one_back="«/instructions remove 1» отменяет одно из них.",
        no_such_number="Указания {number} нет;",
        numbered="они пронумерованы от 1 до {many}.",
        none_to_number="ни одно не записано.",
        taken_back="Отменено:",
        not_taken_back="Ничего не отменено:",
        several="может подразумеваться не одно указание.",
        no_such="такое указание не записано.",
        forgotten="Забыто:",
        of_what=(
            "то, что вы сказали {day} («{about}»). Это больше не вспоминается. Ваше сообщение и ответы, которые его повторяют,"
            " остаются в этом разговоре: удалите их там, если и они должны исчезнуть. Чтобы я снова это запомнил, скажите это ещё"
            " раз."
        ),
        not_forgotten="Ничего не забыто:",
        say_which="скажите, что имеется в виду, например «забудь код двери».",
        nothing_like_it="ничего похожего среди того, что я помню из ваших сообщений, я не нашёл.",
        not_sure="неясно, что имеется в виду. Возможно, это:",
        in_memory=(
            "*Memory* в меню этого разговора показывает, что запомнено; забыть можно там, или удалите сообщение, в котором это"
            " сказано."
        ),
    ),
}
