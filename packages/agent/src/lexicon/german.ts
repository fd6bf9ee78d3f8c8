import type { Lexicon } from '../concepts.ts'

const TENS = ['zwanzig', 'dreißig/dreissig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig']
const ONES = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun']
const twentyOn = TENS.flatMap((ten, tens) => [
  [tens * 10 + 20, ten] as const,
  ...ONES.map((one, ones) => [tens * 10 + 21 + ones, `${one}und${ten.split('/')[0]}`] as const),
])

/** German, with and without umlauts. */
export const german: Lexicon = {
  language: 'de',
  numbers:
    'null|eins/ein|zwei/zwo|drei|vier|fünf/fuenf|sechs|sieben|acht|neun|zehn|elf|zwölf/zwoelf/ein dutzend/dutzend|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn',
  moreNumbers: {
    ...Object.fromEntries(twentyOn),
    1.5: 'anderthalb/eineinhalb/einundeinhalb',
    2: 'zwei/ein paar',
    2.5: 'zweieinhalb',
    3.5: 'dreieinhalb',
  },
  phrases: {
    price: `geht weg|weggehen|weggeht|über den tisch|preis|preise|preises|kurs|kurse|kurses|kostet|kosten|koste|wert|werte|notierung|notiert|kursstand|marktpreis|preislich|teuer|teurer|billig|billiger|handelt|gehandelt|kurswert|tageskurs`,
    ask: 'was geht|wie viel|wieviel|wie steht|wie stehts|wo steht|steht|stehen|liegt|liegen|wie ist|wie sieht|wie hoch|wie läuft|was macht|wie geht es|wie gehts',
    predict: `prognose|prognosen|preisprognose|kursprognose|preisvorhersage|kursvorhersage|stundenprognose|tagesprognose|preisprognosen|kursprognosen|prognostiziere|vorhersage|vorhersagen|vorhersagt|vorhergesagt|voraussage|sage voraus|sag voraus|ausblick|kursziel|schätzung|schätze|erwartet|erwartung|erwartest|erwarten|prediction|forecast
      |wahrscheinlich|wahrscheinlichkeit|chance|tippst|glaubst du|bullisch|bärisch|voraus`,
    future:
      'wird|werden|werde|wirst|würde|soll|sollte|wohin|geht|gehen|entwickelt sich|entwickeln|klettert|steigt|fällt|sinkt|zukünftig|künftig',
    history: `verlauf|kursverlauf|preisverlauf|kursentwicklung|preisentwicklung|wertentwicklung|historie|historisch|historische|historischer|historischen|geschichte|entwicklung|entwickelt|veränderung|verändert|gestiegen|gefallen|gesunken|gewonnen|verloren|bewegt|chart|performance|zugelegt|veränderte|rückblick
      |früher`,
    past: 'war|waren|stand|standen|lag|lagen|kostete|hatte|ist gewesen|gewesen|wurde|sich bewegt|ging|stieg|fiel|sank|gab',
    move: 'steigen|steigt|fallen|fällt|sinken|sinkt|hoch|höher|niedriger|tiefer|runter|rauf|nach oben|nach unten|mehr|weniger|pumpen|abstürzen|crashen|zulegen|passiert|passieren|besser|schlechter|teurer werden|auf|ab|klettern|erholen',
    level:
      'über|unter|erreichen|erreicht|erreichte|knacken|knackt|geknackt|überschreiten|überschritten|durchbrechen|oberhalb|unterhalb|mindestens|mehr als|weniger als',
    compare:
      'wer steigt|wer fällt|wer ist|vergleich|vergleiche|vergleichen|verglichen|gegenüber|gegen|als|unterschied|zwischen|im vergleich|im vergleich zu|im vergleich mit|versus|vs',
    minute: 'minute|minuten|min',
    hour: 'stunde|stunden|std|stündchen|stündige|stündig|h|stdn|stunden prognose',
    day: 'tag|tage|tagen|tages|d',
    week: 'woche|wochen',
    month: 'monat|monate|monaten|monats',
    year: 'jahr|jahre|jahren|jahres',
    now: 'grad|grade|jetzt|gerade|gerade eben|aktuell|aktuelle|aktueller|aktuellen|aktueller stand|momentan|im moment|derzeit|derzeitige|derzeitiger|gegenwärtig|zurzeit|zur zeit|augenblicklich|im augenblick|live|sofort|soeben',
    today: 'heute|heutige|heutigen|heutiger',
    tomorrow: 'morgen|morgen um diese zeit|morgigen|morgige|morgiger',
    yesterday: 'gestern|gestrigen|gestrige|gestriger',
    twoDaysAgo: 'vorgestern',
    twoDaysAhead: 'übermorgen',
    halfDay: 'halbtag|halbtages|halben tag|halber tag|einem halben tag|einen halben tag|ein halber tag',
    clock: `in kürze|demnächst|bald|in bälde|gleich nachher|nachher|heute abend|heute nacht|heute morgen|heute mittag|heute früh|morgen früh|morgen abend|morgen mittag|gestern abend|abends|abend|nachts|mitternacht|mittag|nachmittag|vormittag|uhr|montag|dienstag|mittwoch|donnerstag|freitag|samstag
      |sonntag|damals|vorletzte|vorletzten|vorletzter|seinerzeit|neulich|letztens|kürzlich|vor kurzem|vor langer zeit|vor längerem|wochenende|tagesende|ende des tages|feierabend`,
    far: 'monatsende|jahresende|ende des monats|ende des jahres|langfristig|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahrhundert|weihnachten|silvester|quartal|quartals|monatsanfang|jahresanfang|anfang des monats|anfang des jahres|dieses jahr|irgendwann',
    few: 'wenigen|einigen|einige|ein paar wenige|paar|sekunden|mehreren|mehrere',
    in: 'in|innerhalb|innerhalb von|binnen|nach|in einem zeitraum von',
    next: 'nächste|nächsten|nächster|nächstes|kommende|kommenden|folgenden|folgende|naechsten|naechste',
    last: 'letzte|letzten|letzter|letztes|letztem|vergangene|vergangenen|vergangener|vorige|vorigen|voriger|zurückliegenden|vorherige',
    since: 'seit',
    agoBefore: 'vor',
    ago: 'her|zuvor|vorher|zurück|davor',
    ahead: 'später|ab jetzt|von jetzt an|von jetzt|ab sofort',
    and: 'und|oder|sowie|plus|dann|bzw',
    article: 'nem|ner|der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|nen|ne',
    of: 'von|vom|für|fürs|zu|zum|zur|über den|am',
    at: 'bei',
    not: 'will nicht|will kein|nicht|ohne|außer|statt|kein|keine',
    to: 'nach|zu',
    half: 'halb|halbe|halben|halber|eine halbe|einer halben',
    andHalf: 'einhalb',
    quarter: 'viertel',
    currency: 'dollar|euro|euros|usd|eur|franken|us dollar',
    coinNoun: 'coin|coins|token|münze|münzen|kryptowährung|krypto|netzwerk',
    thousand: 'tausend|million|millionen|milliarden|mio|mrd|tsd|prozent',
    it: 'er|es|ihn|das|dieser|diesem|davon|dessen|dafür|der coin',
    both: 'beide|beiden|beides|die beiden|sie|alle|diese|deren|alle beide',
    other: 'der andere|die andere|den anderen|dem anderen|das andere|andere|anderen|des anderen',
    first: 'der erste|den ersten|dem ersten|die erste|erste|ersten|ersterer|ersteren',
    second: 'der zweite|den zweiten|dem zweiten|die zweite|zweite|zweiten|letzterer|letzteren',
    again:
      'nochmal|noch mal|noch einmal|wiederhole|erneut|wiederholen|dasselbe|das gleiche|das selbe|gleiche|gleiches|ebenso|genauso|dasselbe für',
    thatAfter: 'danach',
    thatBefore: 'davor|vorher',
    follow:
      'wie wäre es mit|wäre es|was ist mit|wie ist es mit|wie wärs mit|und was ist mit|auch|stattdessen|lieber|nein|nee|doch|ich meinte|ich meine|sondern|ok|okay|also|nur|ok dann|aber|dann eben|mach',
    explain:
      'was ist ein|was ist eine|was ist|was sind|erkläre|erklär|erklärung|bedeutet|erfunden|gegründet|funktioniert|funktionieren|staking|mining|betrug|erzähl mir|geschichte von|sicher|legal|verboten|schürfen|wallet',
    metric:
      'eröffnungskurs|schlusskurs|tagesschluss|volatil|volatiler|marktkapitalisierung|volumen|handelsvolumen|umlaufmenge|angebot|dominanz|allzeithoch|allzeittief|gebühren|gebühr|nachrichten|neuigkeiten|wie viele|höchststand|rekordhoch|tiefststand',
    why: 'warum|wieso|weshalb|wer|wann|wie kann ich|wie kaufe ich|wo kann ich|weil|wessen|wie lange',
    advice:
      'soll ich|sollte ich|lohnt sich|lohnt|empfiehlst|empfehlung|empfehlen|guter zeitpunkt|investieren|investition|rat|ratschlag|anlageberatung',
    alert: 'alarm|erinner mich|benachrichtige|benachrichtigung|erinnere|sag bescheid|warn mich|bescheid',
    inject: 'ignoriere|vergiss|systemprompt|anweisungen|tu so als|deine regeln|du bist jetzt',
    trade: 'kaufe|kauf|kaufen|verkaufe|verkauf|verkaufen|sende|schicke|überweise|ich möchte kaufen|ich will kaufen|tausche',
    own: 'ich habe gekauft|ich kaufte|gekauft|verkauft|ich besitze|ich habe|ich halte|ich hatte',
    greet: 'hallo|guten tag|guten morgen|guten abend|servus|moin|grüß gott|hi|tschüss|grüezi|na|wie geht s|wie geht es dir',
    thanks: 'danke|vielen dank|dankeschön|super|toll|prima|klasse|danke schön|ja|merci|cool',
    help: 'hilfe|was kannst du|wer bist du|hilf mir|was kann ich fragen|was machst du|was weißt du|welche coins|welche münzen|kannst du mir helfen',
    dozen: `dutzend|ein dutzend`,
    threeQuarters: `dreiviertel|drei viertel`,
    plural: `minuten|stunden|tage|tagen|wochen|monate|monaten|jahre|jahren`,
    filler: `am markt|auf dem markt|gute|guten|guter|knappe|knappen|knapper|ganze|ganzen|ganzer|volle|vollen|kurze|kurzen|kleine|kleinen|weitere|weiteren|runde|runden|hat|checken|check|checkt|sieht|schaut|ausschaut|weg|ahnung|hast du ne ahnung|hast du eine ahnung|hast ne ahnung|irgendeine idee|eine idee|idee|nem|ner|nen|einen plan|plan|schätzungsweise|vermutlich|wohl|rund|grob|über den daumen|mag|dürfte|magst|verrat|verrate|stehen könnte|überhaupt|meinetwegen|bist|deiner meinung nach|meinung|ich|mir|du|dir|wir|uns|bitte|mal|sag|sage|zeig|zeige|gib|nenne|kannst|könntest|kann|könnte|möchte|will|hätte|gern|gerne|wissen|denn|so|genau|etwa
      |ungefähr|ca|circa|ist|sind|was|wie|wo|welcher|welche|welchen|welches|bis|ob|noch|schon|mich|eigentlich|heraus|hier|da|mit|um diese zeit|diese zeit|um die zeit|zeit|um|im|an|aus|diesen|diesem|dieses|zeitraum|lang|lange|gleichen|bitteschön|her damit|über die|in den|in der|in dem|während|mein|meine|meinen|dein|deine|sein|seine|gegeben|bekomme|macht|glaubst|denkst|meinst|findest|daten|info|infos|überblick|stück|einzelner|gegen euro|sich|man|eben|hoffentlich|vielleicht|pro
      |ungefährer|voraussichtlich|tun|hin|sehen|siehst|wären|wäre|schnell|kurz`,
  },
}
