"""Courtesies in languages of which only the most common are known."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies

CHINESE = Courtesies(
    greeting="你好|您好|嗨|早上好|下午好|晚上好",
    thanks="谢谢|谢谢你|谢谢您|多谢|非常感谢",
    goodbye="再见|拜拜|晚安",
    beside="大家|好的|threadwise",
    acknowledged="好|好的|明白|明白了|知道了|收到|了解|可以|没问题",
    itself="帮助|你是谁|你是什么|你能做什么|你会做什么|你可以做什么|threadwise 是什么",
)
JAPANESE = Courtesies(
    greeting="こんにちは|こんばんは|おはよう|おはようございます|はじめまして",
    thanks="ありがとう|ありがとうございます|どうもありがとうございます|どうも",
    goodbye="さようなら|またね|おやすみ|おやすみなさい",
    beside="皆さん|threadwise",
    acknowledged="はい|わかりました|分かりました|了解|了解です|なるほど|承知しました",
    itself="ヘルプ|あなたは誰|あなたは誰ですか|何ができますか|何ができるの|何ができる|threadwise とは",
)
ARABIC = Courtesies(
    greeting="مرحبا|أهلا|أهلا وسهلا|السلام عليكم|صباح الخير|مساء الخير|كيف حالك|هلا",
    thanks="شكرا|شكرا لك|شكرا جزيلا|ألف شكر|مشكور|أشكرك|جزاك الله خيرا",
    goodbye="مع السلامة|وداعا|إلى اللقاء|تصبح على خير|أراك لاحقا",
    beside="جميعا|بك|لكم|لك|جدا|كثيرا|على المساعدة|على مساعدتك|يا صديقي|و|threadwise",
    acknowledged="حسنا|تمام|فهمت|مفهوم|ممتاز|جيد|طيب|موافق",
    itself="مساعدة|ساعدني|من أنت|ما أنت|ماذا يمكنك أن تفعل|ماذا تستطيع أن تفعل|كيف تعمل|ما هو threadwise",
)
KOREAN = Courtesies(
    greeting="안녕|안녕하세요|좋은 아침|좋은 아침이에요|반가워요|반갑습니다",
    thanks="고마워|고마워요|고맙습니다|감사합니다|감사해요|정말 감사합니다|정말 고마워요",
    goodbye="안녕히 계세요|안녕히 가세요|잘 가|다음에 봐요|안녕히 주무세요|잘 자",
    beside="여러분|정말|많이|도와줘서|도와주셔서|threadwise",
    acknowledged="네|예|응|알겠습니다|알겠어요|알았어|좋아요|좋습니다|그래요",
    itself="도움말|도와줘|도와주세요|너는 누구야|당신은 누구인가요|뭐 할 수 있어|무엇을 할 수 있나요|threadwise가 뭐야",
)
POLISH = Courtesies(
    greeting="cześć|dzień dobry|dobry wieczór|witaj|hej|jak się masz|co słychać",
    thanks="dziękuję|dzięki|dziękuję bardzo|wielkie dzięki|bardzo dziękuję",
    goodbye="do widzenia|do zobaczenia|na razie|dobranoc|miłego dnia|pa",
    beside="wszystkim|bardzo|za pomoc|i|super|świetnie|threadwise",
    acknowledged="dobrze|w porządku|rozumiem|jasne|super|świetnie|okej|zgoda",
    itself="pomoc|pomóż mi|kim jesteś|czym jesteś|co potrafisz|co umiesz|co możesz zrobić|czym jest threadwise",
)
TURKISH = Courtesies(
    greeting="merhaba|selam|günaydın|iyi günler|iyi akşamlar|nasılsın|nasılsınız",
    thanks="teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|sağ olun",
    goodbye="hoşça kal|güle güle|görüşürüz|iyi geceler",
    beside="herkese|çok|ve|yardımın için|yardımınız için|harika|threadwise",
    acknowledged="tamam|peki|anladım|harika|olur|süper|güzel",
    itself=(
        "yardım|yardım et|sen kimsin|siz kimsiniz|nesin sen|ne yapabilirsin|neler yapabilirsin"
        "|nasıl çalışıyorsun|threadwise nedir"
    ),
)
HINDI = Courtesies(
    greeting="नमस्ते|नमस्कार|सुप्रभात|आप कैसे हैं|हैलो",
    thanks="धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|बहुत शुक्रिया",
    goodbye="अलविदा|फिर मिलेंगे|शुभ रात्रि",
    beside="सबको|जी|आपका|बहुत|मदद के लिए|threadwise",
    acknowledged="ठीक है|अच्छा|समझ गया|समझ गई|बढ़िया|हाँ",
    itself=("मदद|मेरी मदद करो|तुम कौन हो|आप कौन हैं|आप क्या कर सकते हैं|तुम क्या कर सकते हो|threadwise क्या है"),
)
