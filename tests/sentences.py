"""Real sentences of many languages, and the encodings that were used for them before UTF-8."""

from __future__ import annotations

SENTENCES = {
    "English": "The café’s owner paid £30 – or “about €35” – for a naïve painting of the harbour, and hung it over the bar.",
    "French": "Le garçon a mangé à l'hôtel où sa mère fêtait Noël, près de la forêt. Ça lui a coûté cher, mais c'était très bon.",
    "German": "Die Prüfung der Geräte erfolgt jährlich. Schäden müssen über das Büro gemeldet werden, größere möglichst sofort.",
    "Spanish": "El niño comió en la montaña con su compañera. ¿Cuándo volverá mañana? ¡Qué lástima que esté lloviendo aquí!",
    "Portuguese": "A informação não está disponível. As crianças comeram pão e maçãs à tarde, porque não havia avós em casa.",
    "Swedish": "Ålen går i ån på våren. Människor från hela världen åker till fjällen för att åka skidor när snön är som bäst.",
    "Polish": "Zażółć gęślą jaźń. Książka leży na stole, a źródło światła znajduje się obok łóżka mojej siostry w małym pokoju.",
    "Czech": "Příliš žluťoučký kůň úpěl ďábelské ódy. Město leží na řece a každý týden se tu konají trhy s čerstvým ovocem.",
    "Hungarian": "Az őszi erdőben sétálva gyönyörű fákat láttunk. A vízipumpa működését évente kell ellenőrizni, tél előtt.",
    "Russian": "Насос стоит в подвале дома. Гарантия на насос составляет двадцать четыре месяца со дня поставки покупателю.",
    "Ukrainian": "Київ є столицею України. Її площі та вулиці відомі своєю красою, а весною тут цвітуть каштани й бузок.",
    "Bulgarian": "София е столицата на България. Помпата се намира в мазето и трябва да се проверява всяка година преди зимата.",
    "Greek": "Η αντλία βρίσκεται στο υπόγειο του σπιτιού. Η εγγύηση ισχύει για είκοσι τέσσερις μήνες από την παράδοση.",
    "Turkish": "İstanbul'da yağmur yağıyordu. Şirketin müşterileri için yeni bir ödeme sistemi geliştirildi, ışıklar söndü.",
    "Hebrew": "המשאבה נמצאת במרתף של הבית. האחריות על המשאבה היא עשרים וארבעה חודשים מיום האספקה ללקוח.",
    "Arabic": "توجد المضخة في قبو المنزل. يسري ضمان المضخة لمدة أربعة وعشرين شهرا من تاريخ التسليم إلى العميل.",
    "Latvian": "Sūknis atrodas mājas pagrabā. Garantija ir spēkā divdesmit četrus mēnešus no piegādes dienas, ja tas pārbaudīts.",
    "Vietnamese": "Máy bơm đặt ở tầng hầm của ngôi nhà. Thời hạn bảo hành là hai mươi bốn tháng kể từ ngày giao hàng.",
    "Thai": "เครื่องสูบน้ำอยู่ในห้องใต้ดินของบ้าน การรับประกันมีอายุยี่สิบสี่เดือนนับจากวันที่ส่งมอบให้ลูกค้า",
    "Japanese": "ポンプは家の地下室にあります。保証期間は納品日から二十四か月です。毎年冬の前に点検してください。",
    "Chinese": "水泵位于房屋的地下室。保修期为自交货之日起二十四个月。请在每年冬季之前进行检查，以确保正常运行。",
    "Taiwanese": "水泵位於房屋的地下室。保固期為自交貨之日起二十四個月。請在每年冬季之前進行檢查，以確保正常運行。",
    "Korean": "펌프는 집의 지하실에 있습니다. 보증 기간은 납품일로부터 이십사 개월입니다. 매년 겨울 전에 점검하십시오.",
}
"""Sentences by language."""

OLD_ENCODINGS = {
    "English": ("cp1252", "mac-roman"),
    "French": ("cp1252", "iso8859-15", "mac-roman", "cp850"),
    "German": ("cp1252", "mac-roman", "cp850"),
    "Spanish": ("cp1252", "mac-roman"),
    "Portuguese": ("cp1252", "mac-roman"),
    "Swedish": ("cp1252", "mac-roman"),
    "Polish": ("cp1250", "iso8859-2"),
    "Czech": ("cp1250", "iso8859-2"),
    "Hungarian": ("cp1250", "iso8859-2"),
    "Russian": ("cp1251", "koi8-r", "iso8859-5", "cp866"),
    "Ukrainian": ("cp1251", "koi8-u"),
    "Bulgarian": ("cp1251",),
    "Greek": ("cp1253", "iso8859-7"),
    "Turkish": ("cp1254", "iso8859-9"),
    "Hebrew": ("cp1255", "iso8859-8"),
    "Arabic": ("cp1256", "iso8859-6"),
    "Latvian": ("cp1257",),
    "Vietnamese": ("cp1258",),
    "Thai": ("cp874",),
    "Japanese": ("shift_jis", "euc-jp", "iso2022-jp"),
    "Chinese": ("gb18030", "gbk"),
    "Taiwanese": ("big5",),
    "Korean": ("euc-kr", "cp949"),
}
"""The encodings in use for each language, the most common first."""
