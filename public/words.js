/* Threadwise: what elements of the chat say, and names for screen readers, in the languages of the widget. A sentence is asked for in
   English; {0}, {1} are put in. What is missing here, as all that the server writes, stays English. */
(() => {
  const ORDER = ['de', 'fr', 'es'];
  const WORDS = {
    /* sources */
    'Sources': ['Quellen', 'Sources', 'Fuentes'],
    'Sources: {0}': ['Quellen: {0}', 'Sources : {0}', 'Fuentes: {0}'],
    '1 document': ['1 Dokument', '1 document', '1 documento'],
    '{0} documents': ['{0} Dokumente', '{0} documents', '{0} documentos'],
    '1 message': ['1 Nachricht', '1 message', '1 mensaje'],
    '{0} messages': ['{0} Nachrichten', '{0} messages', '{0} mensajes'],
    '1 passage': ['1 Textstelle', '1 passage', '1 pasaje'],
    '{0} passages': ['{0} Textstellen', '{0} passages', '{0} pasajes'],
    '{0} cited': ['{0} zitiert', 'Cités : {0}', 'Citados: {0}'],
    '{0} gone': ['{0} nicht mehr da', 'Manque : {0}', 'Falta: {0}'],
    'Something else that stood here was deleted, or is not shared with you any more.': [
      'Anderes, das hier stand, wurde gelöscht oder wird nicht mehr mit Ihnen geteilt.',
      'D’autres éléments qui figuraient ici ont été supprimés ou ne sont plus partagés avec vous.',
      'Otra cosa que figuraba aquí se ha eliminado o ya no se comparte con usted.'
    ],
    'What stood here was deleted, or is not shared with you any more.': [
      'Was hier stand, wurde gelöscht oder wird nicht mehr mit Ihnen geteilt.',
      'Ce qui figurait ici a été supprimé ou n’est plus partagé avec vous.',
      'Lo que figuraba aquí se ha eliminado o ya no se comparte con usted.'
    ],
    'Page {0}': ['Seite {0}', 'Page {0}', 'Página {0}'],
    'Sheet {0}': ['Blatt {0}', 'Feuille {0}', 'Hoja {0}'],
    'Slide {0}': ['Folie {0}', 'Diapositive {0}', 'Diapositiva {0}'],
    'In the text': ['Im Text', 'Dans le texte', 'En el texto'],
    'Library {0}': ['Bibliothek {0}', 'Bibliothèque {0}', 'Biblioteca {0}'],
    'This conversation': ['Diese Unterhaltung', 'Cette conversation', 'Esta conversación'],
    'Another conversation': ['Eine andere Unterhaltung', 'Une autre conversation', 'Otra conversación'],
    'You': ['Sie', 'Vous', 'Usted'],
    'Confidence: high': ['Verlässlichkeit: hoch', 'Fiabilité : élevée', 'Fiabilidad: alta'],
    'Confidence: medium': ['Verlässlichkeit: mittel', 'Fiabilité : moyenne', 'Fiabilidad: media'],
    'Confidence: low': ['Verlässlichkeit: gering', 'Fiabilité : faible', 'Fiabilidad: baja'],
    'Relevance {0} of 100': ['Relevanz {0} von 100', 'Pertinence : {0} sur 100', 'Relevancia: {0} de 100'],
    'Said otherwise later, on {0}': ['Später anders gesagt, am {0}', 'Dit autrement plus tard, le {0}', 'Dicho de otro modo más tarde, el {0}'],
    'Not found in this passage': ['In dieser Textstelle nicht gefunden', 'Introuvable dans ce passage', 'No se encuentra en este pasaje'],
    'Not found in the cited source. Look there before you rely on it.': [
      'In der zitierten Quelle nicht gefunden. Sehen Sie dort nach, bevor Sie sich darauf verlassen.',
      'Introuvable dans la source citée. Vérifiez-la avant de vous y fier.',
      'No se encuentra en la fuente citada. Compruébelo allí antes de fiarse.'
    ],
    'Closest passages': ['Ähnlichste Textstellen', 'Passages les plus proches', 'Pasajes más cercanos'],
    'Closest, but probably not an answer': [
      'Am ähnlichsten, aber wohl keine Antwort', 'Le plus proche, mais sans doute pas une réponse', 'Lo más cercano, pero probablemente no una respuesta'
    ],
    'Why these sources': ['Warum diese Quellen', 'Pourquoi ces sources', 'Por qué estas fuentes'],
    'Why nothing was found': ['Warum nichts gefunden wurde', 'Pourquoi rien n’a été trouvé', 'Por qué no se encontró nada'],
    'What was searched': ['Was durchsucht wurde', 'Ce qui a été cherché', 'Qué se buscó'],
    'Answer again': ['Noch einmal antworten', 'Répondre à nouveau', 'Responder de nuevo'],
    'Save this answer with its sources as {0}': [
      'Diese Antwort mit ihren Quellen als {0} speichern', 'Enregistrer cette réponse et ses sources en {0}', 'Guardar esta respuesta con sus fuentes como {0}'
    ],
    'Follow-up questions': ['Weitere Fragen', 'Questions suivantes', 'Más preguntas'],
    /* a source that is open */
    'Contents': ['Inhalt', 'Sommaire', 'Contenido'],
    'As text': ['Als Text', 'En texte', 'Como texto'],
    'The picture {0}': ['Das Bild {0}', 'L’image {0}', 'La imagen {0}'],
    'Read from a picture: letters may be wrong.': [
      'Aus einem Bild gelesen: Buchstaben können falsch sein.', 'Lu dans une image : des lettres peuvent être fausses.', 'Leído de una imagen: puede haber letras erróneas.'
    ],
    /* files */
    'Files': ['Dateien', 'Fichiers', 'Archivos'],
    'Waiting': ['Wartet', 'En attente', 'En espera'],
    'Extracting text': ['Text wird gelesen', 'Lecture du texte', 'Leyendo el texto'],
    'Cutting into passages': ['Wird in Textstellen geteilt', 'Découpage en passages', 'Dividiendo en pasajes'],
    'Embedding passages': ['Textstellen werden erfasst', 'Traitement des passages', 'Procesando los pasajes'],
    'Indexing': ['Wird durchsuchbar gemacht', 'Indexation', 'Indexando'],
    'Reading pictures': ['Bilder werden gelesen', 'Lecture des images', 'Leyendo las imágenes'],
    'Ready': ['Fertig', 'Prêt', 'Listo'],
    'Not added': ['Nicht hinzugefügt', 'Non ajouté', 'No añadido'],
    '{0} of {1}': ['{0} von {1}', '{0} sur {1}', '{0} de {1}'],
    '1 page': ['1 Seite', '1 page', '1 página'],
    '{0} pages': ['{0} Seiten', '{0} pages', '{0} páginas'],
    '1 sheet': ['1 Blatt', '1 feuille', '1 hoja'],
    '{0} sheets': ['{0} Blätter', '{0} feuilles', '{0} hojas'],
    '1 slide': ['1 Folie', '1 diapositive', '1 diapositiva'],
    '{0} slides': ['{0} Folien', '{0} diapositives', '{0} diapositivas'],
    'This file is not here any more.': ['Diese Datei ist nicht mehr da.', 'Ce fichier n’est plus là.', 'Este archivo ya no está.'],
    'This file could not be read.': ['Diese Datei konnte nicht gelesen werden.', 'Ce fichier n’a pas pu être lu.', 'No se ha podido leer este archivo.'],
    'This could not be done.': ['Das ging nicht.', 'Cela n’a pas fonctionné.', 'No ha funcionado.'],
    'The server could not be reached.': ['Der Server ist nicht erreichbar.', 'Le serveur est inaccessible.', 'No se puede acceder al servidor.'],
    'It is tried again by itself.': ['Es wird von selbst noch einmal versucht.', 'Un nouvel essai est fait automatiquement.', 'Se intentará de nuevo automáticamente.'],
    'You can ask already; meanings are still being learned.': [
      'Sie können schon fragen; Bedeutungen werden noch erfasst.', 'Vous pouvez déjà poser des questions ; le sens est encore en cours de traitement.',
      'Ya puede preguntar; los significados aún se están procesando.'
    ],
    'Still being read from pictures: page {0}': [
      'Wird noch aus Bildern gelesen: Seite {0}', 'Encore en lecture dans les images : page {0}', 'Aún leyéndose de las imágenes: página {0}'
    ],
    'What was read': ['Was gelesen wurde', 'Ce qui a été lu', 'Qué se ha leído'],
    'Hide details': ['Einzelheiten verbergen', 'Masquer les détails', 'Ocultar los detalles'],
    'Add it as a document of its own': ['Als eigenes Dokument hinzufügen', 'L’ajouter comme document distinct', 'Añadirlo como documento aparte'],
    'Password of {0}': ['Passwort von {0}', 'Mot de passe de {0}', 'Contraseña de {0}'],
    'Password of the file': ['Passwort der Datei', 'Mot de passe du fichier', 'Contraseña del archivo'],
    'Open': ['Öffnen', 'Ouvrir', 'Abrir'],
    'Cancel': ['Abbrechen', 'Annuler', 'Cancelar'],
    'Cancel reading {0}': ['Lesen von {0} abbrechen', 'Annuler la lecture de {0}', 'Cancelar la lectura de {0}'],
    'Reading {0}': ['{0} wird gelesen', 'Lecture de {0}', 'Leyendo {0}'],
    'Text': ['Text', 'Texte', 'Texto'],
    '{0} characters in {1}': ['{0} Zeichen in {1}', '{0} caractères en {1}', '{0} caracteres en {1}'],
    'Pages': ['Seiten', 'Pages', 'Páginas'],
    'Sheets': ['Blätter', 'Feuilles', 'Hojas'],
    'Slides': ['Folien', 'Diapositives', 'Diapositivas'],
    'Pages without text': ['Seiten ohne Text', 'Pages sans texte', 'Páginas sin texto'],
    'Sheets without text': ['Blätter ohne Text', 'Feuilles sans texte', 'Hojas sin texto'],
    'Slides without text': ['Folien ohne Text', 'Diapositives sans texte', 'Diapositivas sin texto'],
    'Tables': ['Tabellen', 'Tableaux', 'Tablas'],
    'Language': ['Sprache', 'Langue', 'Idioma'],
    'Read from pictures': ['Aus Bildern gelesen', 'Lues dans des images', 'Leídas de imágenes'],
    'Repeated pages': ['Wiederholte Seiten', 'Pages répétées', 'Páginas repetidas'],
    'Characters left out': ['Ausgelassene Zeichen', 'Caractères omis', 'Caracteres omitidos'],
    'Version': ['Fassung', 'Version', 'Versión'],
    '{0} to {1}': ['{0} bis {1}', '{0} à {1}', '{0} a {1}'],
    /* names for screen readers */
    'New conversation': ['Neue Unterhaltung', 'Nouvelle conversation', 'Nueva conversación'],
    'Add files': ['Dateien hinzufügen', 'Ajouter des fichiers', 'Añadir archivos'],
    'Files to add': ['Dateien zum Hinzufügen', 'Fichiers à ajouter', 'Archivos para añadir'],
    'Cancel this upload': ['Dieses Hochladen abbrechen', 'Annuler cet envoi', 'Cancelar esta subida'],
    'Remove this file': ['Diese Datei entfernen', 'Retirer ce fichier', 'Quitar este archivo'],
    'Settings of this conversation': ['Einstellungen dieser Unterhaltung', 'Réglages de cette conversation', 'Ajustes de esta conversación'],
    'Message': ['Nachricht', 'Message', 'Mensaje'],
    'Send': ['Senden', 'Envoyer', 'Enviar'],
    'Stop': ['Anhalten', 'Arrêter', 'Detener'],
    'Edit this question': ['Diese Frage ändern', 'Modifier cette question', 'Modificar esta pregunta'],
    'Question': ['Frage', 'Question', 'Pregunta'],
    'Good answer': ['Gute Antwort', 'Bonne réponse', 'Buena respuesta'],
    'Bad answer': ['Schlechte Antwort', 'Mauvaise réponse', 'Mala respuesta'],
    'Copy this code': ['Diesen Code kopieren', 'Copier ce code', 'Copiar este código'],
    'Copy this answer': ['Diese Antwort kopieren', 'Copier cette réponse', 'Copiar esta respuesta'],
    'Copied': ['Kopiert', 'Copié', 'Copiado'],
    'Go to the end': ['Zum Ende', 'Aller à la fin', 'Ir al final'],
    'Close the panel': ['Bereich schließen', 'Fermer le panneau', 'Cerrar el panel'],
    'Picture': ['Bild', 'Image', 'Imagen'],
    'Source {0}': ['Quelle {0}', 'Source {0}', 'Fuente {0}'],
    'Remove {0}': ['{0} entfernen', 'Retirer {0}', 'Quitar {0}']
  };

  function say(english, ...values) {
    const at = ORDER.indexOf(document.documentElement.lang.slice(0, 2));
    const said = at >= 0 && WORDS[english] ? WORDS[english][at] : english;
    return said.replace(/{(\d)}/g, (_, number) => values[number]);
  }

  /* As "1 page", "3 pages". */
  const counted = (number, word) => (number === 1 ? say('1 ' + word) : say('{0} ' + word + 's', number));

  window.threadwise = { ...window.threadwise, say, counted };
})();
