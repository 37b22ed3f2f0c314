"""Courtesies in Spanish."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined

SPANISH = Courtesies(
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
        + combined("hasta el |nos vemos el ", "lunes|martes|miércoles|jueves|viernes|sábado|domingo")
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
    thanked_for="por|de",
    that_was=(
        "eso es|eso fue|eso ha sido|es|fue|ha sido|esto es|eres|has sido|eso era|era|justo|exactamente|suena|me ha sido|me fue"
    ),
    good=(
        "útil|genial|perfecto|estupendo|excelente|fantástico|maravilloso|bueno|bien|amable|claro|rápido|interesante|guay"
        "|justo lo que necesitaba|lo que necesitaba|lo que buscaba|lo que quería|lo que quería saber|todo|correcto|exacto"
        "|de gran ayuda|de mucha ayuda|una gran ayuda|una buena respuesta|todo lo que necesitaba|me sirve|me ayuda"
    ),
    declined="no gracias|no muchas gracias|ahora no gracias|gracias pero no|estoy bien gracias|todo bien gracias",
)
