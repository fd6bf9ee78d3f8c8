import type { OwnLexicon } from '../own-lexicon.ts'

/** German. */
export const ownGerman: OwnLexicon = {
  language: 'de',
  self: 'ich|mein|meine|meinen|meinem|meiner|meines|mir|mich|wir|unser*',
  bare: 'unrealisierte pnl|unrealisierter gewinn|unrealisierter verlust|genutzte margin|verwendete margin|belegte margin|letzte ausführungen|gesamtes pnl|gesamt pnl|unrealisiert*|pnl|margin|stop loss|take profit|limitorders|einstiegspreis|einstiegskurs|liquidationspreis|liquidationskurs|verlusttrades|gewinntrades|letzter trade|schlechtester trade|bester trade|gezahlte gebühren|gezahltes funding|bezahlte gebühren|gesamtergebnis*|gesamtgewinn*|gesamtverlust*|gesamtbilanz|gewinn und verlust|gewinne und verluste|orders liegen|orders * offen|orders sind * offen|positionen * offen|anzahl der trades|anzahl trades|aktive orders|alle verlierer|alle gewinner|größter verlust|größter gewinn|letzten trade|welcher trade|welche trades|sicherheiten|wie viele trades|gewinn oder verlust|plus oder minus',
  listed:
    '(?:geld|guthaben|kapital|kohle) ist (?:noch )?(?:frei|übrig)|noch frei|verkaufslimits|kauflimits|limits|geld habe ich|geld hab ich|geld ist auf|margin ist noch frei|margin noch frei|margin ist frei|margin übrig|margin ist übrig|kontowert|depotwert|offen|offene|offenen|orders|aufträge|verfügbare margin|verfügbares guthaben|freie margin|offene orders|offenen orders|offene positionen|offenen positionen|offene aufträge|offene trades|kontostand|guthaben|eigenkapital|equity|portfolio|positionen|depot',
  paid: 'gesamt*|insgesamt|bezahlt*|gezahlt*|erhalten*|bisher|bislang|bis jetzt|kosten|gekostet|gelassen|angefallen|alle',
  detail: 'prozent|%|seit wann|wann eröffnet|wann habe ich die eröffnet|insgesamt|genau',
  bareResult:
    'netto|kam * * * rum|kam * * * * rum|kam * * * raus|kam * * * * raus|kam * * * * * rum|rausgekommen|kam raus|kam * raus|kam * * raus|ergebnis|ergebnisse|pnl|gewinn|nettoergebnis|gewinn und verlust|trades|im plus|im minus|plus oder minus|verlust|gewinne|verluste',
  amount:
    'wie viel habe ich|wie viele habe ich|wie viel hab ich|habe ich welche|hab ich welche|habe ich davon|wie viel davon habe ich|wie viel * habe ich|wie viele * habe ich|wie viel * hab ich|habe ich in',
  neutral:
    'mit dem|bei dem|vergleich|verglichen|anfang|beginn|gebracht|eingebracht|mehr|kohle|knete|asche|kauf|verkauf|habe|hab|habt|haben|hast|hatte|bin|sind|warst|läuft|laufen|lief|liefen|welchem|welcher|welche|welchen|gesetzt|bekommen|anzeigen|sitzt|sitzen|drin|zahle|rein|mache|machen|gemacht|eigentlich|gelegt|platziert|steht|stehen|stehe|schon|mal|so|denn|kommt|dran|eben|laufe',
  aside:
    '(?:ohne|vor|nach|minus|abzüglich|inklusive|inkl|mit|samt)(?: (?:der|den|die|das|dem|allen|alle))? (?:gebühren|funding)(?: und(?: (?:das|dem|den))? (?:funding|gebühren))?|(?:gebühren|funding) abgezogen|mit gebühren|mit funding|gebühren inbegriffen|gebühren inklusive|samt gebühren|einschließlich gebühren|einschließlich funding|gebühren eingerechnet|mit den gebühren|ohne gebühren|vor gebühren|nach gebühren|abzüglich gebühren|ohne funding|nach abzug der gebühren|vor abzug der gebühren|ohne die gebühren|ohne gebühren und funding|ohne das funding|funding nicht eingerechnet|gebühren nicht eingerechnet|inklusive gebühren|inklusive funding|inkl gebühren|inkl funding|mit gebühren und funding',
  holding:
    'bin ich * * long|bin ich * * short|bin ich * long|bin ich * short|bin ich long|bin ich short|bin ich gerade long|bin ich gerade short|bin ich noch long|bin ich noch short|bin ich in * long|bin ich in * short|bin ich bei * long',
  distance: 'weg|entfernt|wie weit|wie nah|abstand|nahe',
  others:
    'meiner frau|meines mannes|meines bruders|meines freundes|meiner freundin|meiner schwester|meines chefs|meines vaters|meiner mutter|deine|deinen|dein|sein|seine|seinen|ihre*|deren|alle anderen|andere*|jemand*|nutzer*|benutzer*|kunde*|wessen|bobs|annas',
  act: 'schließ*|schliess*|storniere*|lösch* mein*|lösch* alle|verkauf* mein*|eröffne*|setz* mein*|setze|ändere|ändre|reduziere*|verdopple|erhöhe|bewerte|platzier*|kündige|exportier*|importier*|wie kann ich|wie schließe ich|zurücksetzen',
  command:
    'setz* * auf|stell* * auf|mach* * zu|änder* * auf|setz* den|stell* den|änder* den|wie kann ich|wie setze ich|wo kann ich|wie schließe ich|verschieb*|setz mein*|setze|ändere mein*|ändre mein*|schließ*|schliess*|storniere*|lösch* mein*|lösch* alle|verkauf* mein*|eröffne*|platzier*|reduziere*|verdopple|erhöhe mein*|senke mein*|zieh meinen stop',
  reason:
    'was passiert|was würde passieren|warum|wieso|weshalb|soll ich|sollte ich|grund|gründe|was wäre wenn|wenn ich(?! gewinne)(?! verliere)|wenn ich alles|würde ich|wenn ich meine',
  topics: {
    positions:
      'isoliert*|offene[nrsm]? short|offene[nrsm]? long|offene[nrsm]? * short|offene[nrsm]? * long|welchem preis habe ich|welchem kurs habe ich|habe ich * gekauft|hab ich * gekauft|etwas offen|wie groß ist mein*|habe ich für * bezahlt|hab ich für * bezahlt|habe ich meine * gekauft|habe ich mein * gekauft|bin ich eingestiegen|position*|portfolio|bestand|bestände|was halte ich|offene trades|offenen trades|bin ich long|bin ich short|bin ich gerade|bin ich noch long|bin ich noch short|bin ich irgendwo|exposure|engagement|unrealisiert*|nicht realisiert*|offener gewinn|offenen gewinn|offener verlust|buchgewinn*|buchverlust*|einstieg*|einstand*|eröffnungskurs|liquidation*|liquidiert werde|werde ich liquidiert|hebel*|durchschnittspreis*|durchschnittskurs*|einkaufspreis*|liquidiert|liquidiere*|liquidationspreis*|liquidationskurs*|eingekauft|positionsgröße*|hebel|buchgewinne|größe mein*|gehebelt|bin ich * rein|bin ich in * rein|reingegangen|buchstand|plattgemacht|kaufpreis*|kaufkurs*|einkaufskurs*|gekauft habe|short status|positionsgröße',
    orders:
      'verkaufslimit*|kauflimit*|limits|order|orders|offene aufträge|offenen aufträge|auftrag|aufträge|limitorder*|stop-orders|stops|stop|stop loss|stoppkurs*|stopp|stopkurs*|take profit|limit|limitpreis*|limitkurs*|gewinnmitnahme*|limitorder|stop order|gebot|kauforder*|verkaufsorder*|ausstehend*|trailing stop|ausgestoppt',
    account:
      '(?:geld|guthaben|kapital|kohle) ist (?:noch )?(?:frei|übrig)|noch frei|geld habe ich|geld hab ich|geld ist auf|margin ist noch frei|margin noch frei|margin ist frei|margin übrig|margin ist übrig|kontowert|depotwert|verfügbare margin|verfügbares guthaben|freie margin|kontostand|guthaben|konto|kontos|equity|eigenkapital|saldo|kapital habe ich|genutzte margin|verwendete margin|margin genutzt|belegte margin|margin in gebrauch|eingezahlt|einzahlung*|gebundene margin|margin nutze ich|margin verwende ich|margin habe ich|depot|margin*|sicherheit*|barbestand|startkapital|vermögen',
    fees: 'gebühr*|provision*|handelskosten|kommission*',
    funding: 'funding*|finanzierungskosten',
    win_rate:
      'wie viel prozent der|wie viele prozent|prozent aller trades|% meiner|% der trades|prozent der trades|trefferquote|gewinnquote|winrate|win rate|gewinnrate|erfolgsquote|wie oft gewinne ich|wie oft liege ich richtig|wie oft bin ich richtig|anteil der gewinner|gewinnertrades|wie häufig gewinne ich|siegquote|wie oft * gewinne|wie häufig * gewinne|prozent meiner(?! (?:gewinne?|verluste?|gebühren|einzahlung|margin))',
    profit_factor: 'profitfaktor|profit faktor|gewinnfaktor|profit factor',
    expectancy:
      'erwartungswert|pro trade|je trade|durchschnittlich* trade|durchschnittlich* ergebnis|im schnitt|im durchschnitt|durchschnittsgewinn',
    payoff: 'wenn ich gewinne|wenn ich verliere|payoff|chance risiko*|durchschnittlich* gewinn|durchschnittlich* verlust',
    max_drawdown:
      'maximaler drawdown|größter drawdown|tiefster drawdown|drawdown|rückgang|größter einbruch|rückschlag|größter rückgang|maximaler verlust vom hoch',
    sharpe: 'sharpe*',
    sortino: 'sortino*',
    sqn: 'sqn',
    mean_r: 'durchschnittlich* r|r vielfache*|mittleres r',
    mean_hold_ms:
      'gedauert|dauerte|dauerten|dauert|dauern|haltedauer|haltezeit|wie lange halte ich|wie lange habe ich|dauer mein*|handelsdauer|trade dauer',
    mean_slippage: 'slippage',
    net: 'netto|ausgezahlt|gelohnt|verzockt|verballert|verbrannt|versenkt|verbraten|kam * * * rum|kam * * * * rum|kam * * * raus|kam * * * * raus|kam * * * * * rum|rausgekommen|kam raus|kam * raus|kam * * raus|rumgekommen|kam rum|kam * * rum|miese|miesen|in den miesen|stehe ich|steh ich|gewinn|gewinne|gewonnen|verlust|verluste|verloren|verdient|verdiene|pnl|plus|minus|ergebnis|ergebnisse|gemacht|eingenommen|verliere|profitabel|rendite|geld|gesamtgewinn*|gesamtergebnis*|gesamtverlust*|unterm strich|roi|im plus|im minus|eingefahren|vorne|hinten|in dollar',
    overview:
      'wie war(?:en)? (?:die|der|das|diese[rn]?|letzte[rn]?|gestern|heute)|wie lief|wie war es|wie war bei mir|wie war für mich|wie wars|wie läuft es bei mir|wie läuft s bei mir|wie läufts bei mir|wie liefen|wie war mein*|wie habe ich abgeschnitten|wie hab ich abgeschnitten|abgeschnitten|performance|statistik*|zusammenfassung|bilanz|wie gut war ich|wie gut bin ich|kennzahlen|wie steht es um|auswertung|wie schlage ich mich|geschlagen|lief die woche|lief der monat|lief der tag|lief heute|lief gestern|lief es|läuft es am besten|läuft es am schlechtesten',
    fills: 'ausführung|ausführungen|fill|fills',
    streaks:
      'längste *serie|längste *strähne|größte *serie|in serie|aneinander|*serie|*serien|*strähne|*strähnen|hintereinander|am stück|nacheinander|in folge',
    volume:
      'handelsvolumen|volumen|umsatz|umsätze|umgesetzt|wie viel habe ich gehandelt|wie viel hab ich gehandelt|wieviel habe ich gehandelt|handelsumsatz|gehandeltes volumen|wie viel * gehandelt',
    trades:
      'was geschlossen|was zugemacht|etwas geschlossen|zuletzt gewonnen|zuletzt gewinn|zuletzt * gewonnen|zuletzt * gewinn|zuletzt * * gewinn|letzte mal gewonnen|letzte mal gewinn|zuletzt verloren|zuletzt verlust|zuletzt * verloren|zuletzt * verlust|zuletzt * * verlust|letzte mal verloren|letzte mal verlust|zuletzt gehandelt|zuletzt * gehandelt|gehandelt|trade|trades|fehler|gewinner|verlierer|geschäft|geschäfte|handelsjournal|journal|abschlüsse|verlusttrade*|gewinntrade*|verlustgeschäft*|alle verlierer',
  },
  groupings: {
    weekday:
      'wochentag*|tag der woche|welcher tag|an welchem tag|welchen tagen|welchen tag|schlechtester tag|bester tag|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|(?:an )?(?:montagen|dienstagen|mittwochen|donnerstagen|freitagen|samstagen|sonntagen)|jeden (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)',
    hour: 'uhrzeit|tageszeit|stunde des tages|welche stunde|welcher stunde|nach stunde*|beste stunde|schlechteste stunde',
    symbol:
      'der coin mit dem|coin mit dem|coin bei dem|münze mit der|münze bei der|coin der mir|welche münze|welcher münze|welchen münzen|welchem coin|welcher coin|welchen coins|nach coin|pro coin|je coin|nach münze|welchem markt|bester coin|schlechtester coin|schlechteste münze|beste münze',
    side: 'welche seite|welcher seite|long oder short|longs oder shorts|short oder long|shorts oder longs|long als mit short|longs als mit shorts|long und short|longs und shorts|nach richtung|nach seite|welche richtung|welcher richtung|longs als shorts|shorts als longs|longs gegen shorts|long gegen short',
    tag: 'tags|nach tag|setup*|strategie*|schlagwort|schlagwörter|schlagworten|by tag|per tag',
  },
  periods: {
    today: 'mein tag|meinem tag|(?<!stunde )des tages|heute|heutige*|heutigen|tagesergebnis*|täglich*|tages pnl|tagesgewinn',
    yesterday: 'gestern|gestrige*',
    this_week:
      'meine woche|meiner woche|(?:wochenbeginn|wochenanfang)|(?<!tag )(?<!tage )(?<!tagen )(?<!unter )der woche|diese woche|dieser woche|aktuelle woche|laufende* woche|die woche|wochenergebnis*|wöchentlich*',
    last_week: 'letzte woche|letzten woche|letzter woche|vorige woche|vorigen woche|vergangene woche|vergangenen woche|vorwoche',
    this_month:
      'mein monat|meinem monat|meines monats|der monat|(?:monatsbeginn|monatsanfang)|diesen monat|diesem monat|dieser monat|dieses monats|laufende* monat|aktuelle* monat|des monats|den monat|monatsergebnis*|monatlich*',
    last_month: 'letzten monat|letztem monat|letzter monat|vorigen monat|vergangenen monat|vormonat',
    this_quarter: 'dieses quartal|diesem quartal|dieses quartals|laufende* quartal|aktuelle* quartal',
    last_quarter:
      'letztes quartal|letzten quartal|letztem quartal|voriges quartal|vorigen quartal|vergangenes quartal|vergangenen quartal|vorquartal',
    this_year:
      'des jahres|das jahr|seit jahresbeginn|seit jahresanfang|dieses jahr|diesem jahr|heuer|laufende* jahr|jährlich*|jahresergebnis*',
    last_year: 'letztes jahr|letzten jahr|letztem jahr|voriges jahr|vorjahr|vergangenes jahr|vergangenen jahr',
    weekend: 'am wochenende|an diesem wochenende|dieses wochenende|übers wochenende|das wochenende über',
    last_weekend:
      'letztes wochenende|letzten wochenende|vergangenes wochenende|vergangenen wochenende|voriges wochenende|vorigen wochenende',
  },
  long: 'long|longs|kaufseite|longpositionen',
  short: 'short|shorts|leerverkauf|leerverkäufe*|shortpositionen',
  best: 'top|am meisten gebracht|am meisten eingebracht|verdiene ich am meisten|am meisten verdiene|am meisten verdient|gewinne ich am meisten|bringt mir am meisten|bringt am meisten|verdiene ich am meisten|verdien ich am meisten|gewinne ich am meisten|beste*|größter gewinn|größten gewinn|größte gewinn*|am meisten verdien*|am meisten gewinn*|am meisten gewonnen|meisten gewinn|profitabelste*|erfolgreichste*|stärkste*|am besten|höchste* gewinn*|größter gewinn*|größte* gewinn*',
  worst:
    'verliere ich am meisten|am meisten verliere|am meisten verloren|ich am meisten verliere|am meisten geld verlor*|schlechteste*|schlimmste*|größter verlust|teuerster|teuerste*|größten verlust*|größte verlust*|am meisten verlier*|am meisten verloren|meisten verlust*|schwächste*|am schlechtesten|höchste* verlust*|verliere ich|am meisten gekostet|meisten kostet|gekostet hat|schlimmsten|am schlimmsten|größter verlust*',
  winners:
    'die gewinn gemacht haben|die gewonnen haben|zuletzt gewonnen|zuletzt gewinn|zuletzt * gewonnen|zuletzt * gewinn|zuletzt * * gewinn|letzte mal gewonnen|letzte mal gewinn|gewinner|gewinnern|im plus|mit gewinn|gewinntrades|gewinn trades|siege',
  losers:
    'die verlust gemacht haben|die verloren haben|zuletzt verloren|zuletzt verlust|zuletzt * verloren|zuletzt * verlust|zuletzt * * verlust|letzte mal verloren|letzte mal verlust|verlierer|verlierern|im minus|mit verlust|verlusttrades|verlust trades|verlorenen trades|verlusttrade|im verlust|mit verlusten|trades habe ich verloren|trades ich verloren|trades haben verloren|verlusttrade*|gingen * schief|gingen * * schief|schief gingen|schiefgegangen|schief|niederlagen',
  newest: 'letzter trade|letzten trades|letzte|letzten|letzter|neueste*|jüngste*|zuletzt',
  single:
    'letzter verlierer|letzter gewinner|letzter verlusttrade|letzten verlusttrade|letzter gewinntrade|letzten gewinntrade|zuletzt gewonnen|zuletzt gewinn|zuletzt * gewonnen|zuletzt * gewinn|zuletzt * * gewinn|letzte mal gewonnen|letzte mal gewinn|zuletzt verloren|zuletzt verlust|zuletzt * verloren|zuletzt * verlust|zuletzt * * verlust|letzte mal verloren|letzte mal verlust|zuletzt gehandelt|zuletzt * gehandelt|letzter trade|letzten trade|letztes geschäft|letzter * trade|letzten * trade|jüngster trade|neuester trade|neuesten trade|letzter verlust|letzter gewinn|letzte geschlossene position',
  many: 'wie viele mein*|wie viele der|wie viele von mein*|wie viele waren|wie viele|wieviele|anzahl|wie oft habe ich gehandelt',
  done: 'ausgeführt*|erledigt*|stornierte*|geschlossene*|gefüllt*|abgelaufene*|vergangene orders|letzten orders|alte orders|verfallen|abgeschlossene*',
  noTime:
    'aller zeiten|das letzte mal|zuletzt|jemals|insgesamt|bisher|überhaupt|je|alles in allem|unterm strich|im ganzen|gesamt|bislang|bis jetzt|seit beginn',
  otherTime:
    'morgens|vormittag*|nachmittag*|abends|nachts|abend|nacht|minute*|quartal|jahrzehnt|wochenende|wochenenden|weihnachten|sommer|winter|frühling|herbst|seit',
}
