import type { Lexicon } from '../concepts.ts'

/** Italian, with and without accents. */
export const italian: Lexicon = {
  language: 'it',
  numbers: `zero|uno/un/una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici/una dozzina|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti|ventuno|ventidue|ventitré|ventiquattro`,
  moreNumbers: {
    10: 'decina/una decina di/decina di',
    2: 'due/un paio di/un paio d/paio di',
    30: 'trenta',
    36: 'trentasei',
    45: 'quarantacinque',
    48: 'quarantotto',
    60: 'sessanta',
    72: 'settantadue',
    90: 'novanta',
  },
  phrases: {
    price:
      'viene|vengono|viene a costare|si vende|prezzo|prezzi|costa|costano|costare|costo|vale|valgono|valere|valore|quotazione|quotazioni|quota|quotato|tasso|caro|cara|cambio',
    ask: 'a quanto viaggia|viaggia|quota|quanto quota|quanto|a quanto|quanto sta|a quanto sta|come va|come sta|come sta andando|come vanno|quanto fa|a che punto|a quanto è',
    predict:
      'previsione|previsioni|prevedi|prevedere|previsto|predizione|predizioni|predici|pronostico|pronostici|proiezione|stima|prospettive|prospettiva|stimare|aspetti|probabilità|rialzista|ribassista|obiettivo di prezzo',
    future:
      'potrebbe stare|potrebbe essere|potrebbe valere|potrebbe costare|starebbe|sarà|saranno|varrà|varranno|costerà|costeranno|salirà|scenderà|andrà|andranno|arriverà|raggiungerà|crollerà|crescerà|supererà|starà|finirà|farà|sta per|potrebbe|dovrebbe|chiuderà',
    history:
      'storico|storici|storia|andamento|andato|evoluzione|variazione|variato|cambiato|salito|scesa|sceso|salita|guadagnato|perso|grafico|movimento|mosso|performance|cresciuto|crollato|andata|cronologia',
    past: 'era|erano|valeva|valevano|costava|costavano|stava|stavano|è stato|fu|ha|hanno|aveva|quotava|ha fatto',
    move: 'salire|scendere|sale|scende|crescere|aumentare|calare|crollare|rialzo|ribasso|più alto|più basso|più|meno|su|giù|succede|succederà|meglio|peggio|maggiore|minore|pompare|accadrà',
    level:
      'sopra|sotto|superare|superato|supera|raggiungere|raggiunto|oltre|al di sopra|al di sotto|più di|meno di|toccato|rotto|superiore|inferiore',
    compare:
      'chi scende|chi sale|chi cresce|chi cala|chi perde|chi guadagna|confronta|confrontare|confronto|confrontato|paragona|contro|rispetto|rispetto a|rispetto al|versus|vs|che|differenza|tra|di quanto',
    minute: 'minuto|minuti|min',
    hour: 'oretta|orette|ora|ore|h|oretta',
    day: 'giorno|giorni|giornata|gg|g',
    week: 'settimana|settimane',
    month: 'mese|mesi',
    year: 'anno|anni',
    now: 'ora|adesso|in questo momento|attuale|attuali|attualmente|al momento|proprio ora|ora come ora|corrente|in tempo reale|in diretta|di adesso|subito',
    today: 'oggi|odierno|di oggi',
    tomorrow: 'domani|di domani|domani a quest ora',
    yesterday: 'ieri|di ieri',
    twoDaysAgo: 'l altro ieri|altro ieri|avantieri|ieri l altro',
    twoDaysAhead: 'dopodomani',
    halfDay: 'mezza giornata|mezzo giorno|una mezza giornata',
    clock:
      'a quel tempo|penultima|penultimo|all epoca|a quei tempi|tempo fa|molto tempo fa|recentemente|di recente|l altro giorno|tra poco|fra poco|a breve|tra un po|fra un po|presto|domani sera|domani pomeriggio|domani a mezzogiorno|domani mattina presto|ieri a mezzogiorno|ieri mattina|ieri pomeriggio|stasera|stanotte|notte|mezzanotte|mezzogiorno|mattina|stamattina|pomeriggio|sera|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|fine settimana|weekend|fine giornata|fine della giornata|ieri sera|domani mattina',
    far: 'fine mese|fine anno|fine del mese|fine dell anno|lungo termine|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|secolo|natale|trimestre|inizio mese|inizio anno|quest anno',
    few: 'alcune|alcuni|poche|pochi|qualche|diverse|parecchie|secondi',
    in: 'tra|fra|in|entro|dopo|nel giro di|da qui a',
    next: 'prossima|prossime|prossimo|prossimi|seguenti|successive|che viene|a venire',
    last: 'ultima|ultime|ultimo|ultimi|ultim|scorsa|scorse|scorso|scorsi|passata|passate|passato|passati|precedenti|precedente',
    since: 'da|dal|dalla',
    ago: 'fa|prima|indietro|or sono|addietro',
    ahead: 'dopo|più tardi|da ora|da adesso|a partire da ora',
    and: 'e|ed|o|oppure|poi|più|nonché',
    article: 'il|lo|la|i|gli|le|un|una|uno|l',
    of: 'di|del|dello|della|dell|dei|degli|delle|per|su|sul|sulla|sull|al|allo|alla|all|a|ad|d',
    at: 'a',
    not: 'non voglio|non mi interessa|non|senza|tranne|eccetto',
    to: 'in|a',
    half: 'mezzo|mezza|mezz|mezz un',
    andHalf: 'e mezza|e mezzo',
    quarter: 'quarti di|quarti d|quarto|un quarto|quarto d|un quarto d|un quarto di',
    currency: 'dollaro|dollari|euro|usd|eur',
    coinNoun: 'coin|moneta|token|cripto|criptovaluta|rete|protocollo',
    thousand: 'mila|mille|milione|milioni|miliardi|per cento|percento',
    it: 'esso|questo|quello|questa|quella|ciò',
    both: 'entrambi|entrambe|tutti e due|tutte e due|loro|tutti|tutte|questi|quelli|i due',
    other: 'l altro|l altra|altro|altra|dell altro',
    first: 'il primo|la prima|primo|del primo',
    second: 'il secondo|la seconda|secondo|seconda|del secondo',
    again: 'ancora|di nuovo|ripeti|un altra volta|nuovamente|stessa cosa|la stessa cosa|lo stesso|stesso|stessa|uguale|idem|la stessa',
    thatAfter: 'dopo di ciò|dopo quello',
    thatBefore: 'prima di quello|prima di ciò',
    follow:
      'se fosse|e se fosse|che ne dici di|che mi dici di|e per|e se|anche|piuttosto|invece|no|intendevo|volevo dire|e|ok|va bene|ma|allora|solo|e riguardo a|scusa|bensì|meglio',
    explain:
      'cos è|cosa è|che cos è|che cosa è|spiega|spiegami|spiegare|significa|inventato|creato|fondato|funziona|funzionano|mining|minare|staking|truffa|legale|vietato|parlami|portafoglio',
    metric:
      'prezzo di apertura|prezzo di chiusura|volatile|capitalizzazione|capitalizzazione di mercato|volume|volumi|offerta|dominanza|massimo storico|minimo storico|commissioni|commissione|notizie|quanti|quante|record',
    why: 'perché|chi|quando|come compro|come posso|dove compro|dove posso|come si compra',
    advice: 'dovrei|devo|conviene|consigli|consiglio|consiglieresti|investire|investimento|momento giusto|buon momento|vale la pena',
    alert: 'avviso|avvisami|notificami|ricordami|allarme|notifica|allerta',
    inject:
      'ignora le|ignora tutte|ignora le tue|dimentica le|dimentica tutto|istruzioni|prompt di sistema|fai finta|ora sei|comportati come',
    trade: 'compra|comprare|comprami|vendi|vendere|invia|inviare|trasferisci|voglio comprare|voglio vendere',
    own: 'ho comprato|ho venduto|possiedo|ho|avevo',
    greet: 'ciao|buongiorno|buonasera|buonanotte|salve|arrivederci|come stai|buon giorno|buona sera',
    thanks: 'grazie|grazie mille|perfetto|ottimo|sì|bene|fantastico',
    help: 'aiuto|aiutami|cosa sai fare|cosa puoi fare|chi sei|che cosa sai fare|quali monete|quali criptovalute|come funzioni|puoi aiutarmi|che cosa puoi fare|mi puoi aiutare',
    dozen: `dozzina|dozzina di|dozzina d`,
    threeQuarters: `tre quarti di|tre quarti d`,
    plural: `ore|giorni|settimane|mesi|minuti|anni`,
    filler: `le tue|tue|buona|buone|breve|brevi|intera|intere|piena|piene|piccola|bella|scarsa|scarse|misera|vedi|vede|come lo vedi|idea|hai idea|hai un idea|hai qualche idea|qualche idea|avresti idea|a tuo parere|a spanne|a occhio|grosso modo|più o meno|diciamo|tipo|sapresti|saprebbe|mi sai dire|sai dire|dire|all incirca|intorno|pressappoco|immagini|supponi|stimi|ipotizzi|secondo lei|per caso|boh|beh|insomma|io|mi|me|tu|ti|te|noi|ci|voi|vi|si|se|ne|per favore|per piacere|perfavore|dammi|dimmi|dai|mostra|mostrami|puoi|potresti|può|vorrei|voglio|sapere|conoscere|è|sono|sta|stanno
      |cosa|che cosa|che|qual|quale|quali|dove|come|con|nelle|nella|nell|negli|nei|nel|delle|durante|nel corso di|esattamente|circa|quasi|quest ora|a quest ora|stessa ora|alla stessa ora|momento|pensi|credi|secondo te|opinione|vedere|dare|fare|fai|molto|già|ancora ora|così|mio|tuo|suo|singolo|miei|mie|dati|informazioni|info|periodo|essere|stato|stati|andare|va|vanno|stando|lì|qui|forse|magari|possibile|in euro|pure|andando|servirebbe|arrivare|almeno|rispettivamente|c|s|del giorno
      |tempo reale|secondo me`,
  },
}
