import type { ReplyTexts } from './reply-texts.ts'

/** German replies of the engine. */
export const germanReplies: ReplyTexts = {
  hours: {
    one: '{n} Stunde',
    other: '{n} Stunden',
  },
  leads: {
    price: 'Hier ist der aktuelle Preis von {coins}.',
    prediction: 'Hier ist die Prognose für {coins}, {hours} voraus.',
    history: 'Hier ist der Verlauf von {coins}, {hours} zurück.',
    mixed: 'Hier ist, was du zu {coins} wissen wolltest.',
  },
  problems: {
    noPrediction: 'Für {coins} habe ich keine Prognose, nur für {predicted}. Preis und Verlauf kann ich nennen.',
    predictionHours: 'Ich sage nur ganze Stunden voraus, von 1 bis {ahead}.',
    historyHours: 'Ich blicke nur ganze Stunden zurück, von 1 bis {back}.',
    vague:
      'Ich rechne in ganzen Stunden ab jetzt, nicht nach Datum, Wochentag oder Uhrzeit. Sag mir, wie viele, etwa „in 6 Stunden“ oder „vor 6 Stunden“.',
    far: 'So weit sehe ich nicht: Prognosen reichen {ahead} Stunden voraus, Verläufe {back} Stunden zurück.',
    tooMany: 'Das ist mehr, als ich auf einmal nachschlage; einiges habe ich weggelassen.',
  },
  refusals: {
    empty: 'Frag mich nach einem Preis, einer Prognose oder einem früheren Preis, etwa „Bitcoin Preis“.',
    greet: 'Hallo! Frag mich nach dem Preis einer Münze, nach früheren Preisen oder nach einer Prognose für {predicted}.',
    thanks: 'Gern geschehen. Frag einfach, wenn du noch einen Preis brauchst.',
    help: 'Ich nenne aktuelle Preise, frühere Preise und Prognosen für {predicted} über 1 bis {ahead} ganze Stunden. Nenne eine Münze und, wenn du magst, eine Zeit.',
    trade:
      'Ich kaufe, verkaufe und sende nie etwas. Das kannst du selbst im Bereich Trade tun. Ich nenne Preise, frühere Preise und Prognosen.',
    dated:
      'Für ein Datum oder eine Zeit kann ich keine Alarme oder Orders entwerfen. Frag ohne sie, prüfe den Entwurf und speichere oder sende ihn selbst.',
    alert:
      'Einen Alarm kann ich nur für eine Münze mit einem Preis oder einer Tagesänderung in Prozent entwerfen. Frag nach jedem einzeln.',
    advice: 'Anlageberatung gebe ich nicht. Ich nenne Preise, frühere Preise und Prognosen für {predicted}.',
    metric: 'Für diese Zahl habe ich kein Werkzeug. Ich nenne Preise, frühere Preise und Prognosen für {predicted}.',
    scope: 'Dabei kann ich nicht helfen. Ich nenne Preise, frühere Preise und Prognosen für {predicted}.',
    unknownCoin: 'Ich habe darin keine Münze gefunden, die ich kenne. Versuche es mit dem Symbol oder dem vollen Namen.',
    whichCoin: 'Welche Münze meinst du?',
    whichWay: 'Meinst du so viele Stunden voraus oder zurück?',
    whatOfIt: 'Was möchtest du wissen: den Preis jetzt, einen früheren Preis oder eine Prognose?',
  },
  alert: 'Hier ist ein Entwurf für diesen Alarm auf {coin}. Prüfe und speichere ihn: Vorher wird nichts beobachtet.',
  narrow:
    'So kann ich diese Zahl nicht eingrenzen oder aufteilen. Ich kann sie auf einen Coin oder ohne bestimmte Coins, auf Long oder Short und auf einen Zeitraum eingrenzen; Mittel pro Tag, Woche oder Monat habe ich nur von Ergebnis, Gebühren und Funding.',
  now: 'Konto, offene Positionen und offene Orders kenne ich nur, wie sie jetzt sind, nicht zu einer anderen Zeit. Geschlossene Trades kenne ich für jeden Zeitraum.',
  record:
    'Ich kenne Prognosen ab jetzt und ihre Genauigkeit über die ganze Bilanz, nicht für einen Zeitraum oder eine frühere Zeit. Frag ohne die Zeit, um die ganze Bilanz zu sehen.',
  recent:
    'Die Funding-Rate des Marktes kenne ich für jetzt, seine größten Gewinne und Verluste über 24 Stunden, nicht für eine andere Zeit. Nach deinen eigenen Zahlen frag etwa „mein Funding gestern“ oder „meine schlechtesten Trades diese Woche“.',
  order: 'Hier ist ein Entwurf dieser Order auf {coin}. Prüfe ihn im Ticket und sende ihn selbst: Ich sende nie Orders.',
  period:
    'Diese Zeit habe ich nicht verstanden. Ich kenne heute, gestern, diese und letzte Woche, diesen und letzten Monat, dieses und letztes Jahr, die letzten Tage, Wochen oder Monate in Zahlen, Monate mit Namen, Wochentage, Daten und von einem Datum bis zum anderen.',
  command:
    'Ich lese nur: Orders und Positionen kann ich nicht aufgeben, ändern oder schließen, und einen Marktpreis kann niemand setzen. Das kannst du selbst im Bereich Trade tun, Alarme unter Trade alerts.',
  others: 'Ich kann nur dein eigenes Konto zeigen, nie das von anderen.',
  dropped: 'Den Teil deiner Frage, für den ich kein Werkzeug habe, habe ich weggelassen.',
  untimed: 'Das sind die neuesten, nicht nur die der genannten Zeit: jede zeigt ihren Zeitpunkt.',
  unread: 'Diese Wörter deiner Frage habe ich nicht verwendet: {names}. Prüfe, ob die Antwort zu ihr passt.',
  droppedNames: 'Weggelassen habe ich, was ich nicht kenne: {names}.',
  market: 'Ich beantworte eine Art von Frage auf einmal: Frag nach Marktpreis oder Prognose getrennt.',
  suggestions: {
    price: 'Preis von {coin}',
    prediction: '{coin} in {hours}',
    history: '{coin} vor {hours}',
  },
}
