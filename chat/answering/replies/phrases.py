"""Replies that need no source, by language: to courtesies, and for what was noted or not found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chat.text.languages import code_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """The replies in one language."""

    hello: str
    welcome: str
    bye: str
    all_right: str
    about: str
    """What the assistant is and does."""
    nowhere: str
    """Neither the files nor the conversation hold what was asked for."""
    not_in_files: str
    not_said: str
    all_off: str
    """Neither was searched, as both are off."""
    noted: str
    not_kept: str
    """It was noted, but memory is off."""


def phrases(text: str, beside: str = "") -> Phrases:
    """Return the replies in the likely language of a text, given the text `beside` it; English if it is unknown."""
    return PHRASES.get(code_of(text, beside), PHRASES["en"])


PHRASES: Mapping[str, Phrases] = {
    "en": Phrases(
        hello="Hello! Ask me about your files or about this conversation, or tell me something to remember.",
        welcome="You're welcome!",
        bye="Goodbye! What was said here stays in this conversation.",
        all_right="All right. Ask whenever you want to know more.",
        about=(
            "I answer from the files in this conversation and from what was said in it, and show the page, section or message"
            " behind each statement. Drop files here and ask about them, or tell me something to remember and ask for it later."
        ),
        nowhere="I couldn't find this in your files or our conversation.",
        not_in_files="I couldn't find this in your files.",
        not_said="I couldn't find this in our conversation.",
        all_off=(
            "Nothing was searched: documents and memory are both off in this conversation's settings. Turn one of them on there."
        ),
        noted="Noted. I'll remember this in our conversation.",
        not_kept="Noted, but it can't be found while memory is off in this conversation's settings.",
    ),
    "de": Phrases(
        hello="Hallo! Frag mich etwas zu deinen Dateien oder zu diesem Gespräch, oder sag mir, was ich mir merken soll.",
        welcome="Gern geschehen!",
        bye="Tschüss! Was hier gesagt wurde, bleibt in diesem Gespräch.",
        all_right="Alles klar. Frag einfach, wenn du mehr wissen willst.",
        about=(
            "Ich antworte aus den Dateien dieses Gesprächs und aus dem, was darin gesagt wurde, und zeige zu jeder Aussage die"
            " Seite, den Abschnitt oder die Nachricht. Zieh Dateien hierher und frag danach, oder sag mir, was ich mir merken"
            " soll."
        ),
        nowhere="Das habe ich weder in deinen Dateien noch in unserem Gespräch gefunden.",
        not_in_files="Das habe ich in deinen Dateien nicht gefunden.",
        not_said="Das habe ich in unserem Gespräch nicht gefunden.",
        all_off=(
            "Es wurde nichts durchsucht: Dokumente und Gedächtnis sind in den Einstellungen dieses Gesprächs aus."
            " Schalte dort eines ein."
        ),
        noted="Notiert. Das merke ich mir in diesem Gespräch.",
        not_kept="Notiert, aber es wird nicht gefunden, solange das Gedächtnis in den Einstellungen dieses Gesprächs aus ist.",
    ),
    "fr": Phrases(
        hello=(
            "Bonjour ! Posez-moi une question sur vos fichiers ou sur cette conversation, ou dites-moi ce que je dois retenir."
        ),
        welcome="Avec plaisir !",
        bye="Au revoir ! Ce qui a été dit reste dans cette conversation.",
        all_right="Très bien. Posez-moi une question quand vous voudrez en savoir plus.",
        about=(
            "Je réponds à partir des fichiers de cette conversation et de ce qui y a été dit, en montrant la page, la section ou"
            " le message derrière chaque affirmation. Déposez des fichiers ici et posez vos questions, ou dites-moi ce que je"
            " dois retenir."
        ),
        nowhere="Je n'ai trouvé cela ni dans vos fichiers ni dans notre conversation.",
        not_in_files="Je n'ai pas trouvé cela dans vos fichiers.",
        not_said="Je n'ai pas trouvé cela dans notre conversation.",
        all_off=(
            "Rien n'a été cherché : les documents et la mémoire sont désactivés dans les réglages de cette"
            " conversation. Activez-y l'un des deux."
        ),
        noted="C'est noté. Je m'en souviendrai dans cette conversation.",
        not_kept=(
            "C'est noté, mais cela reste introuvable tant que la mémoire est désactivée dans les réglages de cette conversation."
        ),
    ),
    "es": Phrases(
        hello="¡Hola! Pregúntame sobre tus archivos o sobre esta conversación, o dime algo que deba recordar.",
        welcome="¡De nada!",
        bye="¡Adiós! Lo que se dijo queda en esta conversación.",
        all_right="De acuerdo. Pregunta cuando quieras saber más.",
        about=(
            "Respondo a partir de los archivos de esta conversación y de lo que se dijo en ella, y muestro la página, la sección"
            " o el mensaje en que se apoya cada afirmación. Suelta archivos aquí y pregunta, o dime qué debo recordar."
        ),
        nowhere="No lo he encontrado ni en tus archivos ni en nuestra conversación.",
        not_in_files="No lo he encontrado en tus archivos.",
        not_said="No lo he encontrado en nuestra conversación.",
        all_off=(
            "No se ha buscado nada: los documentos y la memoria están desactivados en los ajustes de esta"
            " conversación. Activa allí uno de los dos."
        ),
        noted="Anotado. Lo recordaré en esta conversación.",
        not_kept="Anotado, pero no se encontrará mientras la memoria esté desactivada en los ajustes de esta conversación.",
    ),
    "it": Phrases(
        hello="Ciao! Chiedimi dei tuoi file o di questa conversazione, oppure dimmi qualcosa da ricordare.",
        welcome="Prego!",
        bye="Arrivederci! Quello che è stato detto resta in questa conversazione.",
        all_right="Va bene. Chiedi pure quando vuoi saperne di più.",
        about=(
            "Rispondo a partire dai file di questa conversazione e da ciò che vi è stato detto, e mostro la pagina, la sezione o"
            " il messaggio dietro ogni affermazione. Trascina qui dei file e chiedi, oppure dimmi che cosa devo ricordare."
        ),
        nowhere="Non l'ho trovato né nei tuoi file né nella nostra conversazione.",
        not_in_files="Non l'ho trovato nei tuoi file.",
        not_said="Non l'ho trovato nella nostra conversazione.",
        all_off=(
            "Non è stato cercato nulla: documenti e memoria sono disattivati nelle impostazioni di questa"
            " conversazione. Attivane lì uno dei due."
        ),
        noted="Annotato. Lo ricorderò in questa conversazione.",
        not_kept="Annotato, ma non verrà ritrovato finché la memoria è disattivata nelle impostazioni di questa conversazione.",
    ),
    "pt": Phrases(
        hello="Olá! Pergunte sobre os seus arquivos ou sobre esta conversa, ou diga algo que eu deva lembrar.",
        welcome="De nada!",
        bye="Até logo! O que foi dito fica nesta conversa.",
        all_right="Certo. Pergunte quando quiser saber mais.",
        about=(
            "Respondo a partir dos arquivos desta conversa e do que foi dito nela, e mostro a página, a seção ou a mensagem por"
            " trás de cada afirmação. Solte arquivos aqui e pergunte, ou diga-me o que devo lembrar."
        ),
        nowhere="Não encontrei isso nem nos seus arquivos nem na nossa conversa.",
        not_in_files="Não encontrei isso nos seus arquivos.",
        not_said="Não encontrei isso na nossa conversa.",
        all_off=(
            "Nada foi pesquisado: os documentos e a memória estão desligados nas configurações desta conversa. Ligue"
            " ali um dos dois."
        ),
        noted="Anotado. Vou lembrar disso nesta conversa.",
        not_kept="Anotado, mas não será encontrado enquanto a memória estiver desligada nas configurações desta conversa.",
    ),
    "nl": Phrases(
        hello="Hallo! Vraag me iets over je bestanden of over dit gesprek, of vertel me wat ik moet onthouden.",
        welcome="Graag gedaan!",
        bye="Tot ziens! Wat hier gezegd is, blijft in dit gesprek.",
        all_right="Prima. Vraag gerust als je meer wilt weten.",
        about=(
            "Ik antwoord uit de bestanden in dit gesprek en uit wat er gezegd is, en laat bij elke bewering de pagina, de"
            " paragraaf of het bericht zien. Sleep bestanden hierheen en stel je vraag, of vertel me wat ik moet onthouden."
        ),
        nowhere="Ik heb dit niet gevonden in je bestanden of in ons gesprek.",
        not_in_files="Ik heb dit niet gevonden in je bestanden.",
        not_said="Ik heb dit niet gevonden in ons gesprek.",
        all_off=(
            "Er is niets doorzocht: documenten en geheugen staan uit in de instellingen van dit gesprek. Zet daar een"
            " van beide aan."
        ),
        noted="Genoteerd. Ik onthoud dit in dit gesprek.",
        not_kept="Genoteerd, maar het wordt niet gevonden zolang het geheugen uit staat in de instellingen van dit gesprek.",
    ),
    "ru": Phrases(
        hello="Здравствуйте! Спросите меня о ваших файлах или об этом разговоре или скажите, что мне запомнить.",
        welcome="Пожалуйста!",
        bye="До свидания! Сказанное остаётся в этом разговоре.",
        all_right="Хорошо. Спрашивайте, когда захотите узнать больше.",
        about=(
            "Я отвечаю по файлам этой беседы и по тому, что в ней сказано, и показываю страницу, раздел или сообщение за каждым"
            " утверждением. Перетащите сюда файлы и спрашивайте или скажите, что мне запомнить."
        ),
        nowhere="Я не нашёл этого ни в ваших файлах, ни в нашем разговоре.",
        not_in_files="Я не нашёл этого в ваших файлах.",
        not_said="Я не нашёл этого в нашем разговоре.",
        all_off="Поиска не было: документы и память выключены в настройках этого разговора. Включите там что-то одно.",
        noted="Записано. Я запомню это в этом разговоре.",
        not_kept="Записано, но найти это не получится, пока память выключена в настройках этого разговора.",
    ),
    "zh": Phrases(
        hello="你好！可以问我关于你的文件或这段对话的问题，也可以告诉我需要记住的事。",
        welcome="不客气！",
        bye="再见！说过的话会留在这段对话里。",
        all_right="好的。想了解更多时，随时可以问我。",
        about="我根据这个对话中的文件和说过的内容来回答，并为每个说法标明页码、章节或消息。把文件拖到这里提问，或者告诉我需要记住的事。",
        nowhere="我在你的文件和我们的对话中都没有找到相关内容。",
        not_in_files="我在你的文件中没有找到相关内容。",
        not_said="我在我们的对话中没有找到相关内容。",
        all_off="没有搜索任何内容：这段对话的设置中关闭了文档和记忆。请在那里打开其中一项。",
        noted="已记下。我会在这段对话中记住它。",
        not_kept="已记下，但只要这段对话的设置中关闭了记忆，就找不到它。",
    ),
    "ja": Phrases(
        hello="こんにちは。ファイルやこの会話について質問するか、覚えておいてほしいことを教えてください。",
        welcome="どういたしまして。",
        bye="さようなら。話した内容はこの会話に残ります。",
        all_right="承知しました。ほかに知りたいことがあれば、いつでもどうぞ。",
        about="この会話のファイルと、ここで話した内容をもとに答え、それぞれの根拠となるページ、節、メッセージを示します。ファイルをここにドロップして質問するか、覚えてほしいことを教えてください。",
        nowhere="ファイルにもこの会話にも見つかりませんでした。",
        not_in_files="ファイルには見つかりませんでした。",
        not_said="この会話には見つかりませんでした。",
        all_off="何も検索していません。この会話の設定でドキュメントと記憶の両方がオフになっています。そこでどちらかをオンにしてください。",
        noted="記録しました。この会話の中で覚えておきます。",
        not_kept="記録しましたが、この会話の設定で記憶がオフになっている間は見つけられません。",
    ),
    "ar": Phrases(
        hello="مرحبًا! اسألني عن ملفاتك أو عن هذه المحادثة، أو أخبرني بشيء أتذكره.",
        welcome="على الرحب والسعة!",
        bye="إلى اللقاء! ما قيل هنا يبقى في هذه المحادثة.",
        all_right="حسنًا. اسأل متى أردت معرفة المزيد.",
        about=(
            "أجيب من ملفات هذه المحادثة ومما قيل فيها، وأعرض الصفحة أو القسم أو الرسالة التي يستند إليها كل قول. أسقط الملفات هنا"
            " واسأل، أو قل لي ما يجب أن أتذكره."
        ),
        nowhere="لم أجد هذا في ملفاتك ولا في محادثتنا.",
        not_in_files="لم أجد هذا في ملفاتك.",
        not_said="لم أجد هذا في محادثتنا.",
        all_off="لم يُبحث في شيء: المستندات والذاكرة متوقفتان في إعدادات هذه المحادثة. شغّل إحداهما هناك.",
        noted="سُجِّل. سأتذكر هذا في محادثتنا.",
        not_kept="سُجِّل، لكن لن يُعثر عليه ما دامت الذاكرة متوقفة في إعدادات هذه المحادثة.",
    ),
    "ko": Phrases(
        hello="안녕하세요! 파일이나 이 대화에 대해 물어보시거나, 기억해 둘 내용을 알려 주세요.",
        welcome="천만에요!",
        bye="안녕히 가세요! 여기서 나눈 이야기는 이 대화에 남아 있습니다.",
        all_right="알겠습니다. 더 알고 싶은 것이 있으면 언제든지 물어보세요.",
        about=(
            "이 대화의 파일과 여기서 나눈 말을 바탕으로 답하고, 각 내용의 근거가 되는 페이지, "
            "절, 메시지를 보여 드립니다. 파일을 여기에 끌어다 놓고 질문하거나, 기억할 것을 말해 주세요."
        ),
        nowhere="파일에서도 이 대화에서도 찾지 못했습니다.",
        not_in_files="파일에서 찾지 못했습니다.",
        not_said="이 대화에서 찾지 못했습니다.",
        all_off="아무것도 검색하지 않았습니다. 이 대화의 설정에서 문서와 기억이 모두 꺼져 있습니다. 그곳에서 하나를 켜 주세요.",
        noted="적어 두었습니다. 이 대화에서 기억하겠습니다.",
        not_kept="적어 두었지만, 이 대화의 설정에서 기억이 꺼져 있는 동안은 찾을 수 없습니다.",
    ),
    "pl": Phrases(
        hello="Cześć! Zapytaj o swoje pliki lub o tę rozmowę albo powiedz, co mam zapamiętać.",
        welcome="Nie ma za co!",
        bye="Do zobaczenia! To, co tu powiedziano, zostaje w tej rozmowie.",
        all_right="Dobrze. Pytaj, gdy zechcesz wiedzieć więcej.",
        about=(
            "Odpowiadam na podstawie plików tej rozmowy i tego, co w niej powiedziano, i pokazuję stronę, rozdział lub wiadomość"
            " stojącą za każdym stwierdzeniem. Upuść tu pliki i pytaj albo powiedz, co mam zapamiętać."
        ),
        nowhere="Nie znalazłem tego ani w Twoich plikach, ani w naszej rozmowie.",
        not_in_files="Nie znalazłem tego w Twoich plikach.",
        not_said="Nie znalazłem tego w naszej rozmowie.",
        all_off="Niczego nie przeszukano: dokumenty i pamięć są wyłączone w ustawieniach tej rozmowy. Włącz tam jedno z nich.",
        noted="Zanotowane. Zapamiętam to w tej rozmowie.",
        not_kept="Zanotowane, ale nie da się tego znaleźć, dopóki pamięć jest wyłączona w ustawieniach tej rozmowy.",
    ),
    "tr": Phrases(
        hello="Merhaba! Dosyaların veya bu konuşma hakkında soru sor ya da hatırlamamı istediğin bir şey söyle.",
        welcome="Rica ederim!",
        bye="Görüşürüz! Burada söylenenler bu konuşmada kalır.",
        all_right="Tamam. Daha fazlasını öğrenmek istediğinde sorabilirsin.",
        about=(
            "Bu konuşmadaki dosyalardan ve burada söylenenlerden yanıt veririm; her ifadenin dayandığı sayfayı, bölümü ya da"
            " iletiyi gösteririm. Dosyaları buraya bırakıp sorun ya da aklımda tutmamı istediğiniz şeyi söyleyin."
        ),
        nowhere="Bunu ne dosyalarında ne de konuşmamızda bulabildim.",
        not_in_files="Bunu dosyalarında bulamadım.",
        not_said="Bunu konuşmamızda bulamadım.",
        all_off="Hiçbir yerde arama yapılmadı: bu konuşmanın ayarlarında belgeler de bellek de kapalı. Orada birini aç.",
        noted="Not edildi. Bunu bu konuşmada hatırlayacağım.",
        not_kept="Not edildi, ama bu konuşmanın ayarlarında bellek kapalıyken bulunamaz.",
    ),
    "hi": Phrases(
        hello="नमस्ते! अपनी फ़ाइलों या इस बातचीत के बारे में पूछें, या कुछ बताएँ जो मुझे याद रखना चाहिए।",
        welcome="आपका स्वागत है!",
        bye="फिर मिलेंगे! यहाँ कही गई बातें इस बातचीत में रहती हैं।",
        all_right="ठीक है। और जानना हो तो कभी भी पूछें।",
        about=(
            "मैं इस बातचीत की फ़ाइलों और इसमें कही गई बातों से उत्तर देता हूँ, और हर कथन के पीछे का पृष्ठ, खंड या संदेश दिखाता"
            " हूँ। फ़ाइलें यहाँ डालकर पूछें, या बताएँ कि मुझे क्या याद रखना है।"
        ),
        nowhere="यह मुझे न आपकी फ़ाइलों में मिला, न हमारी बातचीत में।",
        not_in_files="यह मुझे आपकी फ़ाइलों में नहीं मिला।",
        not_said="यह मुझे हमारी बातचीत में नहीं मिला।",
        all_off="कुछ भी नहीं खोजा गया: इस बातचीत की सेटिंग में दस्तावेज़ और याददाश्त दोनों बंद हैं। वहाँ इनमें से एक चालू करें।",
        noted="दर्ज कर लिया। इस बातचीत में मैं इसे याद रखूँगा।",
        not_kept="दर्ज किया, पर जब तक इस बातचीत की सेटिंग में याददाश्त बंद है, यह नहीं मिलेगा।",
    ),
}
"""By ISO 639-1 code."""
