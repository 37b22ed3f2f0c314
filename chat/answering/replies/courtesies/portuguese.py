"""Courtesies in Portuguese."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined

PORTUGUESE = Courtesies(
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
        + combined("até ", "segunda|terça|quarta|quinta|sexta|sábado|domingo|segunda feira|sexta feira")
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
)
