import type { ReplyTexts } from './reply-texts.ts'

/** French replies of the engine. */
export const frenchReplies: ReplyTexts = {
  hours: {
    one: '{n} heure',
    other: '{n} heures',
  },
  leads: {
    price: 'Voici le prix actuel de {coins}.',
    prediction: 'Voici la prévision pour {coins} dans {hours}.',
    history: 'Voici l’historique de {coins} : {hours} en arrière.',
    mixed: 'Voici ce que vous demandez sur {coins}.',
  },
  problems: {
    noPrediction: 'Je n’ai pas de prévision pour {coins}, seulement pour {predicted}. Je peux donner prix et historique.',
    predictionHours: 'Je ne prévois que des heures entières, de 1 à {ahead}.',
    historyHours: 'Je ne remonte que par heures entières, de 1 à {back}.',
    vague:
      'Je compte en heures entières à partir de maintenant, pas par date, jour de la semaine ou heure. Dites-moi combien, par exemple « dans 6 heures » ou « il y a 6 heures ».',
    far: 'C’est plus loin que je ne vois : les prévisions vont à {ahead} heures, l’historique à {back} heures.',
    tooMany: 'C’est plus que je ne cherche en une fois ; j’en ai laissé de côté.',
  },
  refusals: {
    empty: 'Demandez-moi un prix, une prévision ou un prix passé, par exemple « prix du bitcoin ».',
    greet: 'Bonjour ! Demandez-moi le prix d’une crypto, ses prix passés ou une prévision pour {predicted}.',
    thanks: 'Avec plaisir. Demandez quand vous voulez un autre prix.',
    help: 'Je donne les prix actuels, les prix passés et des prévisions pour {predicted} sur 1 à {ahead} heures entières. Nommez une crypto et, si vous voulez, un moment.',
    trade:
      'Je n’achète, ne vends et n’envoie jamais rien. Vous pouvez le faire vous-même dans l’écran Trade. Je donne des prix, des prix passés et des prévisions.',
    dated:
      'Je ne peux pas rédiger d’alerte ni d’ordre pour une date ou une heure. Demandez sans elle, puis vérifiez le brouillon et enregistrez-le ou envoyez-le vous-même.',
    alert:
      'Je ne peux rédiger une alerte que pour une crypto, avec un prix ou une variation journalière en pour cent. Demandez-les une par une.',
    advice: 'Je ne donne pas de conseil d’investissement. Je donne des prix, des prix passés et des prévisions pour {predicted}.',
    metric: 'Je n’ai pas d’outil pour ce chiffre. Je donne des prix, des prix passés et des prévisions pour {predicted}.',
    scope: 'Je ne peux pas vous aider pour cela. Je donne des prix, des prix passés et des prévisions pour {predicted}.',
    unknownCoin: 'Je n’y trouve aucune crypto que je connaisse. Essayez son symbole ou son nom complet.',
    whichCoin: 'De quelle crypto parlez-vous ?',
    whichWay: 'Voulez-vous dire autant d’heures plus tard ou plus tôt ?',
    whatOfIt: 'Que voulez-vous savoir : le prix actuel, un prix passé ou une prévision ?',
  },
  alert: 'Voici un brouillon de cette alerte sur {coin}. Vérifiez-le et enregistrez-le : rien n’est surveillé avant.',
  narrow:
    'Je ne peux pas limiter ni répartir ce chiffre de cette façon. Je peux le limiter à une crypto ou en exclure, aux longs ou aux shorts, et à une période ; je n’ai de moyennes par jour, semaine ou mois que pour le résultat, les frais et le funding.',
  now: 'Je connais votre compte, vos positions et vos ordres ouverts tels qu’ils sont maintenant, pas à un autre moment. Les trades clôturés, je les connais pour toute période.',
  record:
    'Je connais les prévisions à partir de maintenant et leur précision sur tout le bilan, pas pour une période ou un moment passé. Demandez sans la date pour voir tout le bilan.',
  recent:
    'Je connais le taux de funding actuel du marché et ses plus fortes hausses et baisses sur 24 heures, pas pour une autre période. Pour vos propres chiffres, demandez « mon funding d’hier » ou « mes pires trades cette semaine ».',
  order: 'Voici un brouillon de cet ordre sur {coin}. Vérifiez-le dans le ticket et envoyez-le vous-même : je n’envoie jamais d’ordre.',
  period:
    'Je n’ai pas compris cette période. Je connais aujourd’hui, hier, cette semaine et la semaine dernière, ce mois et le mois dernier, cette année et l’année dernière, les derniers jours, semaines ou mois en chiffres, les mois par leur nom, les jours de la semaine, les dates, et d’une date à une autre.',
  command:
    'Je ne fais que lire : je ne peux ni passer, ni modifier, ni annuler d’ordres ou de positions, et personne ne peut fixer un prix de marché. Vous pouvez le faire vous-même dans l’écran Trade, et les alertes dans Trade alerts.',
  others: 'Je ne peux montrer que votre propre compte, jamais celui d’autrui.',
  dropped: 'J’ai laissé de côté la partie de votre question pour laquelle je n’ai pas d’outil.',
  untimed: 'Ce sont les plus récentes, pas seulement celles de la période demandée : chacune indique son moment.',
  unread: 'Je n’ai pas utilisé ces mots de votre question : {names}. Vérifiez que la réponse y correspond.',
  droppedNames: 'J’ai laissé de côté ce que je ne connais pas : {names}.',
  market: 'Je réponds à un seul type de question à la fois : demandez le prix du marché ou la prévision séparément.',
  suggestions: {
    price: 'prix de {coin}',
    prediction: '{coin} dans {hours}',
    history: '{coin} il y a {hours}',
  },
}
