import type { OwnLexicon } from '../own-lexicon.ts'

/** Italian. */
export const ownItalian: OwnLexicon = {
  language: 'it',
  self: 'io|vado|faccio|mio|mia|miei|mie|mi|me|ho|sono|sto|guadagno|perdo|pago|opero|nostro|nostra|avevo|tengo|vengo|sarei|avrei|posso|compro|rischio|messo',
  bare: 'verrei liquidat*|sarei liquidat*|verrò liquidat*|pnl non realizzato|profitto non realizzato|perdita non realizzata|margine usato|margine utilizzato|ultime esecuzioni|pnl|non realizzat*|margine|stop loss|take profit|prezzo di entrata|prezzo di ingresso|prezzo d ingresso|prezzo di liquidazione|trade in perdita|trade in guadagno|trade perdenti|trade vincenti|ultimo trade|ultima operazione|peggior trade|miglior trade|trade peggiore|trade migliore|commissioni pagate|funding pagato|operazioni in perdita|ordini * aperti|ordini * * aperti|posizioni * aperte|profitti e perdite|guadagni e perdite|numero di trade|numero di operazioni|ordini attivi|perdita più grande|guadagno più grande|maggior perdita|quale trade|quali trade|quale operazione|quanti trade|quante operazioni|guadagno o perdita|profitto o perdita',
  listed:
    'soldi ho|in cassa|contanti|soldi mi restano|margine mi resta|margine resta|margine rimane|margine residuo|valore del conto|aperti|aperte|aperta|ordini|margine disponibile|margine libero|ordini aperti|posizioni aperte|ordini in sospeso|ordini pendenti|saldo|patrimonio|portafoglio|posizioni',
  paid: 'total*|pagat*|ricevut*|finora|costat*|spes*|in tutto|tutte',
  detail: 'percentuale|per cento|%|da quando|in totale|esattamente',
  bareResult: 'netto|rendimento|risultato|risultati|pnl|profitto|guadagno|operazioni|guadagni|perdite|in positivo|in negativo',
  amount: 'quanto ne ho|quanti ne ho|ne ho|quanto ho|quanto * ho|quanti * ho|quanto ho in|quanto ho di',
  neutral:
    'cui|scatta|libero|rispetto|confronto|reso|rendono|hanno reso|inizio|quante commissioni|quanti costi|acquisto|vendita|d acquisto|fatto|fatte|fatti|sugli|sulle|sui|sulla|sul|sullo|stata|stato|state|stati|dov|livello|impegnato|messo|messi|ho|sto|sta|stanno|incassato|speso|avuto|piazzato|piazzati|finora|vanno|va',
  aside:
    '(?:senza|prima di|prima delle|dopo|tolte|togliendo|meno|escludendo|escluse|incluse|comprese|con)(?: contare)?(?: (?:le|il))? (?:commissioni|funding)(?: (?:e|né)(?: (?:il|le))? (?:funding|commissioni))?|con commissioni|con le commissioni|commissioni incluse|commissioni comprese|incluse le commissioni|comprese le commissioni|con il funding|funding incluso|funding compreso|senza commissioni|al netto delle commissioni|al lordo delle commissioni|prima delle commissioni|dopo le commissioni|senza funding|senza il funding|senza contare il funding|escluso il funding|funding escluso|senza le commissioni|senza contare le commissioni|escluse le commissioni|commissioni escluse|senza commissioni né funding',
  holding: 'sono * long|sono * short|sono long|sono short|sono in long|sono in short|sono lungo|sono corto',
  distance: 'lontano|lontana|quanto dista|distanza|quanto manca|quanto è lontan*|vicino|quanto è vicino|è lontano',
  others:
    'di mia moglie|di mio marito|di mio fratello|del mio amico|del mio capo|di mio padre|tuoi|tue|tuo|tua|suo|sua|suoi|sue|loro|altri utenti|qualcuno|utente*|gli altri|tutti gli altri|cliente*',
  act: 'chiudi*|chiudere*|annulla|annulli|annullami|cancella|cancelli|cancellami|vendi|vendere|vendimi|elimina*|modifica*|piazza*|riduci*|aumenta*|raddoppia*|come posso|esporta*|importa*|imposta*|azzera*',
  command:
    'imposta*|metti il|metti la|cambia il|cambia la|porta il|come posso|dove posso|sposta*|chiudi*|chiudere*|annulla|annulli|annullami|cancella|cancelli|cancellami|vendi|vendere|vendimi|elimina*|modifica*|piazza*|riduci*|aumenta*|raddoppia*|metti il*|metti lo*|cambia il*|cambia lo*',
  reason: 'cosa succede|che succede|cosa succederebbe|perché|dovrei|devo|motivo|ragione|se avessi|se chiudo|se vendo|perderei|guadagnerei',
  topics: {
    positions:
      'isolat[ao]|cross|short aperto|short di * aperto|short su * aperto|long aperto|long su * aperto|trade aperto|che prezzo ho comprato|quanto è grande|dimensione della mia|ho pagato i miei|ho pagato il mio|ho comprato i miei|ho comprato il mio|sono entrato|posizione|posizioni|portafoglio|esposizione|trade aperti|operazioni aperte|sono long|sono short|non realizzat*|latente|prezzo di entrata|prezzo d ingresso|entrata|ingresso|liquidazione|vengo liquidato|sarò liquidato|leva|prezzo medio|liquidato|liquidata|esposto|esposta|dimensione|entrato|non realizzato|indebitato|liquidano|prezzo di acquisto|prezzo d acquisto|prezzo medio di acquisto|dimensione posizione|ho aperto|ho di aperto',
    orders:
      'ordine|ordini|stop|stop loss|take profit|limite|prezzo limite|in sospeso|pendenti|ordine limite|ordini limite|target|stoppato|stoppata',
    account:
      'soldi ho|in cassa|contanti|soldi mi restano|margine mi resta|margine resta|margine rimane|margine residuo|valore del conto|margine disponibile|margine libero|saldo|conto|capitale|equity|patrimonio|contante|margine usato|margine utilizzato|margine impegnato|deposito|depositato|versato|margine|collaterale|capitale iniziale|fondi|liquidità disponibile',
    fees: 'commissione|commissioni|costi di trading|spese',
    funding: 'funding|finanziamento',
    win_rate:
      '% dei miei|% delle mie|percentuale dei miei trade|percentuale delle mie operazioni|percentuale di successo|tasso di successo|percentuale di vincita|percentuale di vincite|tasso di vincita|win rate|winrate|quante volte vinco|percentuale di trade vincenti|percentuale di operazioni vincenti|quanto spesso vinco|percentuale di vittorie|percentuale di vittoria|tasso di vittoria|percentuale vincente|percentuale di successi|quanto spesso * vinco|quante volte * vinco|percentuale dei miei|percentuale delle mie',
    profit_factor: 'profit factor|fattore di profitto',
    expectancy: 'aspettativa|valore atteso|per trade|per operazione|in media|risultato medio',
    payoff: 'quando vinco|quando guadagno|quando perdo|payoff|guadagno medio|perdita media|rapporto rischio',
    max_drawdown:
      'drawdown massimo|massimo drawdown|peggior drawdown|drawdown|calo massimo|massimo ribasso|massima perdita|massimo drawdown|peggior calo|massimo calo',
    sharpe: 'sharpe',
    sortino: 'sortino',
    sqn: 'sqn',
    mean_r: 'r medio|multiplo di r|multipli di r',
    mean_hold_ms:
      'durato|durati|durate|dura|durano|durata|quanto tempo tengo|durata media|tempo medio|tempo di detenzione|per quanto tempo tengo|durata dei miei',
    mean_slippage: 'slippage',
    net: 'netto|vinto|vinti|vinte|ho fatto|ho portato a casa|come sto|sono messo|guadagnato|guadagno|guadagni|guadagna|perso|perdo|perdita|perdite|profitto|profitti|pnl|risultato|risultati|utile|utili|redditizio|soldi|in positivo|in negativo|in attivo|in perdita|rendimento netto|sono sotto|sono sopra|sto perdendo|sto guadagnando|in passivo|rendimento|ritorno|roi|in verde|in rosso|in utile|guadagnando|perdendo|profitti e perdite|guadagni e perdite',
    overview:
      'com è stat* (?:la|il|questa|questo|ieri)|come sono andato|come sono andata|come è andata|come mi è andata|come sto andando|come va il mio|come sono andati|come sono andate|come vanno|come vado|prestazioni|performance|statistiche|statistica|riepilogo|bilancio|rendimento|i miei numeri|com è andata|com è andato|come ho fatto|come me la sono cavata|me la sono cavata',
    fills: 'esecuzione|esecuzioni|eseguito di recente|stato eseguito|fill|fills',
    streaks:
      'serie * più lunga|striscia * più lunga|serie più lunga|striscia più lunga|peggiore serie|una dopo l altra|uno dopo l altro|serie di|serie vincente|serie perdente|serie negativa|serie positiva|striscia|strisce|di fila|consecutiv*|in fila|serie più lunga',
    volume:
      'ho movimentato|volume movimentato|ho mosso|volume|volumi|volume scambiato|volume di trading|quanto ho scambiato|controvalore scambiato|quanto ho tradato|quanto ho negoziato|volume negoziato',
    trades:
      'ultima volta che ho guadagnato|ultima volta che ho vinto|ultima volta che ho perso|ultima volta che ho tradato|errore|errori|trade|operazione|operazioni|vincenti|perdenti|diario|journal',
  },
  groupings: {
    weekday:
      'giorno della settimana|giorni della settimana|che giorno|quale giorno|quali giorni|giorno peggiore|giorno migliore|peggior giorno|miglior giorno|il lunedì|il martedì|il mercoledì|il giovedì|il venerdì|il sabato|la domenica|(?:di|ogni) (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)',
    hour: 'ora del giorno|quale ora|che ora|a che ora|per ora|ora migliore|ora peggiore|orario',
    symbol:
      'moneta su cui|monete su cui|moneta che|qual è la moneta|cripto su cui|cripto che|quale moneta|quali monete|quale cripto|quale crypto|per moneta|per cripto|moneta peggiore|moneta migliore|peggior moneta|miglior moneta|quale mercato|per mercato|quale token|quale criptovaluta|su che moneta',
    side: 'quale lato|acquisto o vendita|long o short|short o long|lunghi o corti|per direzione|per lato|long che con gli short|long che sugli short|long e short|quale direzione|nei long o negli short|i long o gli short|long contro short|long contro gli short|long rispetto agli short|short rispetto ai long|dei long e degli short',
    tag: 'tag|etichetta|etichette|setup|strategia|strategie',
  },
  periods: {
    today: 'mia giornata(?! peggior)(?! miglior)(?! piu)|(?<!ora )(?<!ore )(?<!momento )del giorno|oggi|giornalier*|di giornata',
    yesterday: 'ieri',
    this_week:
      'mia settimana(?! peggior)(?! miglior)(?! piu)|(?:da|dall )?inizio settimana|questa settimana|settimana corrente|settimana in corso|(?<!giorno )(?<!giorni )della settimana(?! scorsa)(?! passata)(?! prec)|la settimana(?! scorsa)(?! passata)(?! prec)|settimanal*',
    last_week: 'settimana scorsa|scorsa settimana|settimana passata|settimana precedente|ultima settimana',
    this_month:
      'mio mese(?! peggior)(?! miglior)(?! piu)|il mese(?! scors)(?! passat)(?! prec)|(?:da|dall )?inizio mese|questo mese|mese corrente|mese in corso|del mese(?! scorso)(?! passato)(?! prec)|mensil*',
    last_month: 'mese scorso|scorso mese|mese passato|mese precedente|ultimo mese',
    this_quarter: 'questo trimestre|trimestre in corso|trimestre corrente',
    last_quarter: 'scorso trimestre|trimestre scorso|ultimo trimestre|trimestre passato|trimestre precedente',
    this_year:
      '(?:da|dall )?inizio anno|quest anno|dell anno(?! scorso)(?! passato)(?! prec)|anno corrente|questo anno|anno in corso|annual*',
    last_year: 'anno scorso|scorso anno|anno passato|anno precedente',
    weekend: 'questo weekend|nel weekend(?! scors)(?! passat)|questo fine settimana|nel fine settimana(?! scors)(?! passat)',
    last_weekend:
      'weekend scorso|scorso weekend|fine settimana scorso|scorso fine settimana|ultimo weekend|ultimo fine settimana|weekend passato|fine settimana passato',
  },
  long: 'acquisti|long|lunghi|lungo|lunghe',
  short: 'vendite|short|corti|corto|corte',
  best: 'top|guadagno maggiore|profitto maggiore|mi ha fatto guadagnare di più|mi ha reso di più|mi ha dato di più|rende di più|mi fa guadagnare di più|guadagno di più|migliore|migliori|miglior|più grande guadagno|maggior guadagno|guadagno più grande|guadagnato di più|più redditizio|più redditizia|meglio|maggior profitto',
  worst:
    'peggiore|peggiori|peggior|più grande perdita|maggior perdita|perdita più grande|perdo di più|perso di più|meno redditizio|meno redditizia|peggio|più costoso|mi costa di più|costato di più|mi è costat*|costata di più|più perdit*',
  winners:
    'che hanno guadagnato|che hanno reso|ultima volta che ho guadagnato|ultima volta che ho vinto|vinto|vinti|vinte|vincente|vincenti|in guadagno|in profitto|con guadagno|in cui ho guadagnato|dove ho guadagnato|vittorie',
  losers:
    'che hanno perso|ultima volta che ho perso|perdente|perdenti|in perdita|in rosso|dove ho perso|in cui ho perso|con perdita|trade ho perso|operazioni ho perso|andati male|andate male|sconfitte|con una perdita',
  newest: 'ultimo trade|ultimi trade|ultima|ultime|ultimo|ultimi|recenti|recente',
  single:
    'ultima volta che ho guadagnato|ultima volta che ho vinto|ultima volta che ho perso|ultima volta che ho tradato|ultimo trade|ultima operazione|ultima transazione|trade più recente|operazione più recente|ultimo * trade|ultima perdita|ultimo guadagno',
  many: 'quanti dei miei|quante delle mie|quanti trade|quante operazioni|numero di|quante volte|quanti',
  done: 'eseguito|eseguiti|annullati|annullato|completati|chiusi|passati|scaduti|conclusi|ultimi ordini|scaduto|chiuse|chiusa|chiuso',
  noTime:
    'di sempre|ultima volta|mai|in totale|finora|in tutto|nel complesso|complessivamente|tutto sommato|ad oggi|dall inizio|fino a ora|fino ad ora',
  otherTime:
    'mattina|mattino|pomeriggio|sera|notte|stanotte|minuto|minuti|trimestre|decennio|fine settimana|weekend|natale|estate|inverno|primavera|autunno|da quando|a partire',
}
