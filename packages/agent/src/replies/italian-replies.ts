import type { ReplyTexts } from './reply-texts.ts'

/** Italian replies of the engine. */
export const italianReplies: ReplyTexts = {
  hours: {
    one: '{n} ora',
    other: '{n} ore',
  },
  leads: {
    price: 'Ecco il prezzo attuale di {coins}.',
    prediction: 'Ecco la previsione per {coins} tra {hours}.',
    history: 'Ecco lo storico di {coins}: {hours} indietro.',
    mixed: 'Ecco quello che chiedi su {coins}.',
  },
  problems: {
    noPrediction: 'Non ho previsioni per {coins}, solo per {predicted}. Posso dire prezzo e storico.',
    predictionHours: 'Prevedo solo ore intere, da 1 a {ahead}.',
    historyHours: 'Guardo indietro solo di ore intere, da 1 a {back}.',
    vague: 'Conto in ore intere da adesso, non per data, giorno della settimana o ora. Dimmi quante, per esempio «tra 6 ore» o «6 ore fa».',
    far: 'È più lontano di quanto veda: le previsioni arrivano a {ahead} ore, lo storico a {back} ore.',
    tooMany: 'È più di quanto cerco in una volta; qualcosa è rimasto fuori.',
  },
  refusals: {
    empty: 'Chiedimi un prezzo, una previsione o un prezzo passato, per esempio «prezzo di bitcoin».',
    greet: 'Ciao! Chiedimi il prezzo di una moneta, i prezzi passati o una previsione per {predicted}.',
    thanks: 'Prego. Chiedi pure quando ti serve un altro prezzo.',
    help: 'Dico i prezzi attuali, i prezzi passati e previsioni per {predicted} da 1 a {ahead} ore intere. Nomina una moneta e, se vuoi, un momento.',
    trade: 'Non compro, non vendo e non invio mai nulla. Puoi farlo tu nella schermata Trade. Dico prezzi, prezzi passati e previsioni.',
    dated: 'Non posso preparare avvisi o ordini per una data o un’ora. Chieda senza, poi controlli la bozza e la salvi o la invii lei.',
    alert: 'Posso preparare un avviso solo per una moneta, con un prezzo o una variazione giornaliera in per cento. Li chieda uno per uno.',
    advice: 'Non do consigli di investimento. Dico prezzi, prezzi passati e previsioni per {predicted}.',
    metric: 'Non ho uno strumento per quella cifra. Dico prezzi, prezzi passati e previsioni per {predicted}.',
    scope: 'Non posso aiutarti in questo. Dico prezzi, prezzi passati e previsioni per {predicted}.',
    unknownCoin: 'Non ci trovo nessuna moneta che conosca. Prova con il simbolo o il nome completo.',
    whichCoin: 'Quale moneta intendi?',
    whichWay: 'Intendi così tante ore avanti o indietro?',
    whatOfIt: 'Che cosa vuoi sapere: il prezzo adesso, un prezzo passato o una previsione?',
  },
  alert: 'Ecco una bozza di questo avviso su {coin}. Controllala e salvala: prima non si sorveglia nulla.',
  narrow:
    'Non posso limitare o suddividere così questa cifra. Posso limitarla a una moneta o escludere monete, ai long o agli short e a un periodo; medie per giorno, settimana o mese le ho solo di risultato, commissioni e funding.',
  now: 'Conosco il suo conto, le posizioni e gli ordini aperti solo come sono ora, non in un altro momento. I trade chiusi, di qualsiasi periodo.',
  record:
    'Conosco le previsioni da adesso in poi e la loro precisione su tutto il registro, non per un periodo o un momento passato. Chieda senza la data per vedere tutto il registro.',
  recent:
    'Conosco il tasso di funding attuale del mercato e i suoi maggiori rialzi e ribassi in 24 ore, non di un altro periodo. Per le tue cifre, chiedi «il mio funding di ieri» o «i miei trade peggiori di questa settimana».',
  order: 'Ecco una bozza di quell’ordine su {coin}. Lo controlli nel ticket e lo invii lei: non invio mai ordini.',
  period:
    'Non ho capito questo periodo. Conosco oggi, ieri, questa settimana e la scorsa, questo mese e lo scorso, quest’anno e l’anno scorso, gli ultimi giorni, settimane o mesi in cifre, i mesi per nome, i giorni della settimana, le date e da una data a un’altra.',
  command:
    'Leggo soltanto: non posso creare, cambiare o annullare ordini o posizioni, e nessuno può fissare un prezzo di mercato. Puoi farlo tu nella schermata Trade, e gli avvisi in Trade alerts.',
  others: 'Posso mostrare solo il tuo conto, mai quello di altri.',
  dropped: 'Ho tralasciato la parte della domanda per cui non ho uno strumento.',
  untimed: 'Sono le più recenti, non solo quelle del periodo chiesto: ognuna mostra il suo momento.',
  unread: 'Non ho usato queste parole della sua domanda: {names}. Controlli che la risposta sia quella giusta.',
  droppedNames: 'Ho tralasciato ciò che non conosco: {names}.',
  market: 'Rispondo a un tipo di domanda alla volta: chiedi a parte il prezzo di mercato o la previsione.',
  suggestions: {
    price: 'prezzo di {coin}',
    prediction: '{coin} tra {hours}',
    history: '{coin} {hours} fa',
  },
}
