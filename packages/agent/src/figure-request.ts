import { directionOf, levelOf, percentOf } from './alert-request.ts'
import type { Concept } from './concepts.ts'
import type { Horizon } from './horizons.ts'
import { DEFAULT_HOURS, STRONG } from './intents.ts'
import { isExcluding } from './own/own-exclusion.ts'
import { isOfMarket, type OwnFrame, type OwnSubject } from './own/own-frame.ts'
import type { Reading } from './reading.ts'
import { foldText } from './text/text.ts'

type Context = {
  readonly coins: readonly string[]
  /** Hours of the previous forecast. */
  readonly hours?: number | undefined
  readonly predicted: readonly string[]
  readonly maxHours: number
  /** The previous question, if it was on such a figure. */
  readonly before: OwnFrame | undefined
}

const MOST_READ = 300
const MOST_COINS = 4

const CHANCE =
  /\b(?:chances?|prob(?:s|a)?|probabilit\w*|odds|likelihood|how likely|wahrscheinlich\w*|probabilidad\w*|probabilidade\w*|probabl[ey]|probabile|provavel|vraisemblable)\b|вероятност|шанс|概率|几率|可能性/u
const FACTS =
  /\b(?:market ?cap\w*|mcap|capitali[sz]ation|capitali[sz]acion|capitalizzazione|capitalizacao|marktkapitalisierung|(?:trading )?volumes?|(?:handels)?volumen|rank|ranked|ranking|rang|classement|posizione in classifica)\b|капитализаци|объем|место по|市值|成交量|交易量|排名/u
const GAINERS =
  /\b(?:top|biggest|largest|best) (?:\d+ )?(?:gainers?|performers?|movers)|\bgainers\b|\b(?:what s|whats|who s|whos|what is|anything) (?:pumping|mooning|ripping|flying|up the most|rallying)\b|\bbiggest pumps?\b|\b(?:biggest|top) pumpers?\b|\bbest coins today\b|\bbest performing (?:coins?|cryptos?)|\b(?:top ?(?:\d+ )?gewinner|gewinner des tages|groesste gewinner|grosste gewinner|grosste(?:n)? gewinne am markt)|\b(?:plus (?:fortes|grosses) hausses|plus gros gagnants)|\bmayores (?:subidas|alzas|ganador[ae]s)|\b(?:las|los|monedas|criptos) que mas (?:suben|subieron|han subido)|\bmaggiori rialzi|\bmigliori rialzi|\bmaiores (?:altas|ganhador[ae]s)|(?:лидер|топ)\p{L}* роста|涨幅榜|涨幅最大|涨得最多的币/u
const LOSERS =
  /\b(?:top|biggest|largest|worst) (?:\d+ )?(?:losers?|performers)(?! (?:trades?|coins?))|\bworst (?:performing (?:coins?|cryptos?)|coins|cryptos)|\b(?:what s|whats|who s|whos|what is|anything) (?:dumping|crashing|tanking|bleeding|down the most)\b|\b(?:biggest|top) (?:dumps?|dumpers?|drops?)\b|\b(?:top ?(?:\d+ )?verlierer|verlierer des tages|grosste verlierer)|\b(?:plus (?:fortes|grosses) (?:baisses|chutes)|plus gros perdants)|\bmayores (?:bajadas|caidas|perdedor[ae]s)|\b(?:las|los|monedas|criptos) que mas (?:ba?jan|bajaron|han bajado|caen|cayeron|han caido)|\bmaggiori ribassi|\bpeggiori ribassi|\bmaiores (?:baixas|quedas|perdedor[ae]s)|(?:лидер|топ)\p{L}* падени|跌幅榜|跌幅最大|跌得最多的币/u
/** "Which coins rose the most", "qué criptos han caído más". */
const WHICH_COINS =
  /\b(?:which|what|welche[rsn]?|quel(?:le)?s?|que|cuales|quale|quali|quais|qual) (?:\w+ )?(?:coins?|cryptos?|krypto\w*|cripto\w*|tokens?|monedas?|monet[ae]|moedas?|altcoins?)\b|как\p{L}* (?:монет|крипт|токен)\p{L}*|哪(?:个|些|只|种)?(?:币|代币|加密货币)/u
const MOST = /\b(?:most|hardest|am (?:meisten|starksten)|le plus|mas|di piu|mais)\b|больше всего|сильнее всего|最/u
const UP =
  /\b(?:gain\w*|rise\w*|rose|rising|pump\w*|climb\w*|up|grew|gestiegen|steig\w*|zugelegt|mont\w*|grimp\w*|augment\w*|sub\w*|sal[ei]\w*|valoriz\w*)\b|вырос|раст|涨/u
const DOWN =
  /\b(?:f[ae]ll\w*|drop\w*|dump\w*|crash\w*|down|lost|gefallen|gesunken|baiss\w*|chut\w*|tomb\w*|baj\w*|ca(?:id|e|y|i|u)\w*|scend\w*|sces\w*|cal[ao]\w*|desc\w*)\b|упал|пада|просел|снизил|跌/u
const WHY = /\b(?:why|how come|warum|wieso|weshalb|pourquoi|por que|perche|what caused)\b|почему|为什么|为何/u
const MOVED =
  /\b(?:f[ae]ll\w*|fallen|drop\w*|dump\w*|crash\w*|down|up|ris\w*|rose|pump\w*|mov\w*|jump\w*|tank\w*|rall\w*|gefallen|fallt|steigt|gestiegen|gesunken|sinkt|runter|hoch|baiss\w*|chut\w*|mont\w*|hausse|tomb\w*|sub\w*|baj\w*|cay\w*|cae\w*|scend\w*|sces\w*|sal[ei]\w*|croll\w*|cai\w*|desceu)\b|упал|падает|вырос|растет|снизил|跌|涨/u
const MINE =
  /\b(?:i|my|me|mine|ich|mich|mir|mein\w*|moi|m a|mon|mes|ma|mis?|mio|mia|miei|mie|meus?|minhas?)\b|\bмо[яиюе]|(?:^| )(?:я|мне|меня) |我/u
/** In Italian "i" is an article; in Spanish and Portuguese "mes" is a month. */
const NOT_MINE: ReadonlyMap<string, RegExp> = new Map([
  ['it', /\bi\b/gu],
  ['es', /\bmes\b/gu],
  ['pt', /\bmes\b/gu],
])
const BUYING = /\b(?:buy|buying|invest\w*|should|kauf\w*|achet\w*|compr\w*|sollt?e?)\b|купить|стоит ли|买|应该/u
const DEFINITION = /\b(?:what is (?:a|an )?(?:market ?cap|volume|funding)\b|explain|mean|meaning|define)\b/u
const ALERTS =
  /\b(?:alerts?|alarms?|alarme?n?|benachrichtigung\w*|kursalarme?|alertes?|alertas?|avvis[oi]|allarm[ei]|allert[ei]?|avisos?)\b|оповещени|алерт|уведомлени|提醒|警报|预警/u
const LISTING =
  /\b(?:list|show|see|which|what|any|how many|have|active|zeig\w*|welche|habe|liste|aktive\w*|wie viele|montre|quelles?|combien|ai je|actives?|que|cuales|cuantas|tengo|muestra\w*|activas|quali|quanti|ho|mostra\w*|elenca|attivi|quais|quantos|tenho|ativos)\b|покажи|какие|сколько|есть ли|список|哪些|什么|列出|显示|查看|多少/u
/** Something to be done to an alert, not a list of them. */
const CHANGING =
  /^ ?(?:please |bitte |can you |kannst du )?(?:alert (?:me )?(?:when|if|once|as soon as)|set|create|add|make|new|delete|remove|cancel|turn|pause|mute|stop|tell|notify|erstell\w*|setz\w*|leg\w*|losch\w*|entfern\w*|stell\w*|cree\w*|mets|ajoute\w*|supprim\w*|efface\w*|crea\w*|pon\w*|anade|borra\w*|elimina\w*|quita\w*|imposta\w*|aggiungi|cancella\w*|adiciona\w*|apaga\w*|remov\w*)\b|^ ?(?:созда|постав|добав|удал|отмен)|设置|设个|创建|添加|删除|取消/u
const IF =
  /\b(?:what if|happens? (?:to \w+ (?:\w+ )?)?(?:if|when)|if|suppose|supposing|assuming|wenn|falls|angenommen|si|supposons|imaginons|suponiendo|se|supponiamo|supondo)\b|(?:^| )(?:если|допустим) |如果|假如|要是|假设/u
const EVERYTHING =
  /\b(?:market|everything|all (?:my )?(?:coins|positions)|whole portfolio|portfolio|crypto|markt|alles|alle coins|marche|tout|mercado|todo|mercato|tutto|tudo)\b|рынок|все|市场|大盘|全部/u
/** A trade or a withdrawal that is supposed, too: only prices move in a supposed move. */
const DEALING =
  /\b(?:buy|bought|sell|sold|close|add|double|open|deposit|withdraw|invest\w*|had|kauf\w*|verkauf\w*|schliess\w*|gekauft|achet\w*|vend\w*|ferm\w*|compr\w*|cerr\w*|chiud\w*|fech\w*|hatte|avais|hubiera|avessi|tivesse)\b|куп|прода|закро|买|卖|平仓/u
const RISK = /\b(?:risk\w*|risiko|risque\w*|riesg\w*|arriesg\w*|rischi\w*|risco|arrisc\w*)\b|риск|风险/u
const STOP = /\b(?:stop\w*|sl|stopp\w*)\b|стоп|止损/u
const ACCURACY =
  /\b(?:ac{1,2}u?r{1,2}[ua]\w*|accura\w*|reliab\w*|track record|trustworth\w*|trust|score ?card|calibrat\w*|crps|how (?:good|right|often|well|precise)|hit rate|error|coverage|wrong|beats?|beaten|naive|baseline|genau\w*|zuverlassig\w*|treffsicher\w*|trefferquote|verlasslich\w*|wie gut|wie oft|precis\w*|fiab\w*|fiables?|exact\w*|acierto|acertad\w*|affidabil\w*|attendibil\w*|accurat\w*|confiave\w*|confiabil\w*|acert\w*)\b|точн|надежн|как часто|准确|准不准|可靠|多准/u
const FORECASTS =
  /\b(?:forecasts?|predictions?|predict|(?:your|ur|yr) (?:\w+ ){0,3}calls|prognosen?|vorhersagen?|previsions?|predictions?|pronosticos?|predicciones|prediccion|prevision[ei]|previsoes|previsao|previsioni)\b|прогноз|предсказ|预测|预报/u
/** Before "forecasts": those that the agent has made. */
const YOURS =
  /\b(?:your|ur|yr|deine?[nr]?|eure[nr]?|ihre[nr]?|tes|ta|vos|votre|tus?|sus?|tue|tua|sue|tuas|suas?|vostre)\b|(?:^| )(?:тво|ваш)|[你您]/u
const YOU_PREDICTED =
  /\b(?:(?:did|have|had) you (?:predict|forecast)\w*|you (?:predicted|forecasted)|(?:hast|hattest|haben|hatten) (?:du|sie) .*(?:vorhergesagt|prognostiziert)|(?:as tu|avais tu|tu as|tu avais|avez vous|aviez vous|vous avez|vous aviez) (?:prevu|predit)|(?:predijiste|pronosticaste|predijo|previste)|(?:hai|avevi|ha|aveva) (?:previsto|predetto)|(?:previu|voce preve))\b|(?:ты|вы) (?:с?прогнозировал|предсказ(?:ал|ывал))/u
const VOLATILE = /\b(?:volatil\w*|schwankungs\w*|schwankt|fluctua\w*|swing(?:s|ier|y)? more)\b|волатильн|波动/u
const PERFORMED =
  /\b(?:outperform\w*|perform\w*|did better|done better|did best|moved more|gained more|pumped|dumped|stronger|weaker|besser gelaufen|besser entwickelt|starker|mieux|mejor|meglio|melhor)\b|сильнее|лучше|表现|涨得更/u
const COMPARED =
  /\b(?:compar\w*|versus|vs|which|against|between|more|than|par rapport|rispetto|respecto|frente|em relacao|im vergleich|quelle?|vergleich\w*|welche[rs]?|als|zwischen|lequel|laquelle|plus|que|cual|mas|entre|confront\w*|quale|piu|qual|mais)\b|сравн|какая|какои|чем|比较|对比|哪个|谁|比/u
const RATE =
  /funding|\b(?:finanzierungs(?:rate|satz)|(?:taux|tasa|tasso|taxa) d[ei] (?:financement|financiacion|financiamiento|finanziamento|financiamento))\b|фандинг|финансировани|资金费/u
/** Funding that was paid is the user's own. */
const PAID =
  /\b(?:pa[iy]d?|paying|spent|cost\w*|received|earned|fees?|bezahlt|gezahlt|gekostet|kosten|kostet|erhalten|paye\w*|recu|cout\w*|pag\w*|cobr\w*|recib\w*|ricev\w*|receb\w*|cust\w*|gebuhr\w*|frais|comision\w*|commission\w*|taxas?)\b|плат|получ|комисс|付|收到|花|手续费/u

/** Funding of an open position is the user's own. */
const OPEN_SIDE =
  /\b(?:open|offene[nrm]?|ouverte?s?|abiert[ao]s?|apert[aeio]|abert[ao]s?)\b.*\b(?:positi?on\w*|posi\w*|shorts?|longs?|trades?)\b|\b(?:positi?on\w*|posi\w*|shorts?|longs?|trades?|cortos?|largos?)\b.*\b(?:open|offen|ouverte?s?|abiert[ao]s?|apert[aeio]|abert[ao]s?)\b|открыт\p{L}* (?:позици|шорт|лонг|сделк)|未平仓|持仓/u

/** Somebody's own predictions or results. */
const POSSESSED = /\b(?:my|mine|mein\w*|mon|mes(?= pre)|mis?|miei|mio|meus?)\b|мо[иея]|我的/u

type Asked = {
  readonly question: string
  readonly plain: string
  readonly reading: Reading
  readonly coins: readonly string[]
  readonly isMine: boolean
  readonly context: Context
}
/** Reads one kind of question; undefined if it is another. */
type Rule = (asked: Asked) => OwnFrame | undefined

/**
 * Figures that are neither a price nor read by the words of own data alone; undefined if the question is about none of them, `record` if
 * it is about forecasts of an earlier time: their record is known as a whole; `recent` if it is about the market's funding, gainers or
 * losers of a time for which they are not known.
 */
export function figureFrame(question: string, reading: Reading, context: Context): OwnFrame | 'record' | 'recent' | undefined {
  const plain = foldText(question, MOST_READ).toLowerCase()
  const isIt = reading.concepts.has('it') && reading.coins.length === 0
  const coins = isIt ? context.coins : reading.coins.length >= reading.mentioned.length ? reading.coins : reading.mentioned
  if (reading.concepts.has('inject') || reading.unspoken !== undefined || coins.length > MOST_COINS) return undefined
  const asked = {
    question,
    plain,
    reading,
    coins,
    isMine: MINE.test(plain.replaceAll(NOT_MINE.get(reading.language ?? 'en') ?? /(?!)/gu, ' ')),
    context,
  }
  if (isOfEarlierForecasts(asked)) return 'record'
  if (isOfEarlierMarket(asked)) return 'recent'
  // All figures are as of now, and leave nothing out.
  if (reading.isDated || isExcluding(plain)) return undefined
  for (const rule of RULES) {
    const frame = rule(asked)
    if (frame !== undefined) return frame
  }
  return undefined
}

/** "What if BTC drops 10% and SOL rises 10%", "odds BTC rises 5%": the price or forecast alone leaves out what was supposed or asked. */
export function isBeyondFigures(question: string, { concepts, coins, language, isAhead }: Reading): boolean {
  const plain = foldText(question, MOST_READ).toLowerCase()
  if (coins.length === 0 || concepts.has('alert') || concepts.has('inject')) return false
  const isOfPercent = PERCENT.test(plain)
  // "Predicted funding": only prices are predicted.
  if ((concepts.has('predict') || isAhead) && RATE.test(plain)) return true
  if ((coins.length > 1 && CONDITION.test(plain)) || NOT_DONE.test(plain)) return true
  if (CHANCE.test(plain)) return isOfPercent || BETWEEN.test(plain) || (plain.match(LEVEL) ?? []).length > 1
  return WHAT_IF.test(plain) && isOfPercent && directionOf(plain.replace(PASSES, ' '), language ?? 'en') !== undefined
}
/** "If I hadn't traded SOL": its price is no answer. */
const NOT_DONE =
  /\bif i(?: had)? (?:hadn ?t|never|didn ?t|had not|did not|not)\b|\bwenn ich .*\b(?:nicht|nie|kein\w*)\b|\bsi je n\b|\bsi no (?:hubiera|tuviera)\b|\bse non (?:avessi|fossi)\b|\bse (?:eu )?nao tivesse\b|если бы (?:я )?не(?!\p{L})|(?:如果|要是)我?没/u
/** "If BTC goes to 70k, where does ETH go". */
const CONDITION =
  /(?:^|[,.] ?|\b)(?:if|when|once|wenn|falls|si|cuando|se|quand|lorsque|quando|если|когда)\s+(?:the\s|le\s|l\s|el\s|il\s|o\s)?[\p{L}]{2,}\s+(?:\p{L}+\s){0,2}?(?:go(?:es)?|gets?|hits?|reach(?:es)?|drops?|falls?|ris(?:es)|pumps?|dumps?|breaks?|was|geht|steigt|fallt|erreicht|war|passe|monte|baisse|atteint|chute|sube|baja|cae|llega|sale|scende|arriva|va|sobe|cai|chega|доидет|упадет|вырастет|был)(?![\p{L}])|(?:如果|假如|要是).*(?:涨|跌|到)/u
const PERCENT = /\p{N}\s?(?:%|percent|pct|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|процент)|百分之/u
const BETWEEN = /\b(?:between|zwischen|entre|tra|fra)\b.*\p{N}|(?:между).*\p{N}|\p{N}.*之间/u
const LEVEL =
  /(?:above|below|over|under|uber|unter|dessus|dessous|encima|debajo|sopra|sotto|acima|abaixo|выше|ниже|高于|低于)\s(?:de |di |of )?[$€]?\p{N}/gu
const WHAT_IF =
  /\b(?:what if|what happens|what would happen|if|suppose|supposing|assuming|wenn|falls|angenommen|que se passe|supposons|que pasa(?:ria)?|suponiendo|supon|cosa succede|supponiamo|o que acontece|supondo)\b|(?:^| )(?:если|что будет если|допустим) |如果|假如|要是|假设/u

const framed = (subject: OwnSubject, tickers: readonly string[]): OwnFrame => ({ subject, tickers })

const alertsOf: Rule = ({ plain, coins, question }) =>
  ALERTS.test(plain) && (POSSESSED.test(plain) || LISTING.test(plain)) && !CHANGING.test(plain) && levelOf(question) === undefined
    ? framed('alerts', coins)
    : undefined

const whatIfOf: Rule = (asked) => {
  const { question, plain, reading, coins } = asked
  const next = nextWhatIf(asked)
  if (next !== undefined) return next
  if (!IF.test(plain) || DEALING.test(plain.replaceAll(DOUBLED, ' ')) || reading.concepts.has('alert') || coins.length > 1) return undefined
  if (isTimed(reading) || TELL_ME.test(plain) || HALF.test(plain)) return undefined
  const multiple = MULTIPLES.find(([is]) => is.test(plain))?.[1]
  if (multiple !== undefined && (coins.length > 0 || EVERYTHING.test(plain)) && !/\p{N}/u.test(plain))
    return { ...framed('what_if', coins), percent: multiple }
  // Spanish "qué pasa si" is no rise.
  const direction = directionOf(plain.replace(PASSES, ' '), reading.language ?? 'en')
  const percent = percentOf(question)
  if (percent !== undefined && (direction === 'above' || direction === 'below') && (coins.length > 0 || EVERYTHING.test(plain)))
    return { ...framed('what_if', coins), percent: direction === 'below' ? `-${percent}` : percent }
  const level = percent === undefined ? levelOf(question) : undefined
  return level === undefined || coins.length === 0 || CHANCE.test(plain) || !(direction !== undefined || GOES.test(plain))
    ? undefined
    : { ...framed('what_if', coins), level }
}
/** "And 20%?" after a supposed move. */
function nextWhatIf({ question, plain, coins, reading, context: { before } }: Asked): OwnFrame | undefined {
  const percent = before?.subject === 'what_if' && before.percent !== undefined && coins.length === 0 ? percentOf(question) : undefined
  if (before?.percent === undefined || percent === undefined || reading.unknownCount > 0 || !NEXT.test(plain)) return undefined
  const { level: _, ...kept } = before
  return { ...kept, percent: before.percent.startsWith('-') ? `-${percent}` : percent }
}
const NEXT =
  /^ ?(?:(?:and|or|what about|how about|y|et|und|e|а|и|ok|with|by|if|what if|mit|bei|con|avec|com|на|那|那么) )*\p{N}+(?:[.,]\p{N}+)?\s?(?:%|percent|prozent|pour ?cent|por ?ciento|per ?cento|por ?cento|процент\p{L}*)\s?\??$/u
const PASSES = /\bque (?:me )?(?:pasa|pasaria|pasara)\b/u
/** "If BTC hits 70k, wake me up": a request for a notice, in any words, is no supposed move. */
const TELL_ME =
  /^ ?(?:(?:please|pls|hey|yo) )?(?!(?:show|give|tell|say|see|am|is|are|do|does|did|will|would|can|could|let|get|if|what|suppose|assum|imagine|to|for|me)\b)\w+ me (?:up )?(?:if|when|once|as soon as)\b|\bif\b.*\b(?:wake|text|call|ring|message|dm|alret|alrt|buzz|shout|holler|warn|tell|ping|notify) me\b|\blmk\b/u
/** A part of a position: a supposed move is of whole ones. */
const HALF =
  /\b(?:half(?! of (?:its|the) price)(?<!cut in half)|halfte|moitie|mitad(?<!a la mitad)|meta (?:del|posiz)\w*|metade(?<!pela metade))\b|половин|一半/u
const DOUBLED = /\b(?:doubles?|doubled|doubling)\b/gu
const MULTIPLES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:doubles|doubled|2x(?:es)?|verdoppelt|double|duplica|se duplique|raddoppia\w*|dobra\w*|dobrar)\b|удво|翻倍|翻一倍/u, '100'],
  [
    /\b(?:halves|halved|gets? cut in half|halbiert|divise par deux|a la mitad|se dimezza|cai pela metade)\b|вдвое упад|упадет вдвое|腰斩/u,
    '-50',
  ],
]
const GOES = /\b(?:goes|go|went|at|geht|steht|auf|va|est|llega|esta|va a|arriva|e a|chega|vai)\b|доидет|будет|到|为/u

const sizeOf: Rule = ({ question, plain, coins }) => {
  const percent = percentOf(question)
  if (percent === undefined || coins.length !== 1 || !RISK.test(plain) || !STOP.test(plain)) return undefined
  const level = levelOf(question, true)
  return level === undefined ? undefined : { ...framed('size', coins), percent, level }
}

const isAccuracy = (plain: string): boolean => !POSSESSED.test(plain) && ACCURACY.test(plain) && FORECASTS.test(plain)

/** "How accurate were your forecasts last month", "what did you predict yesterday", "and last week?" after the accuracy. */
function isOfEarlierForecasts({ plain, reading, context, isMine }: Asked): boolean {
  if ((LAST_FORECAST.test(plain) || (PAST_FORECAST.test(plain) && isOfPeriod(reading))) && !isMine && !reading.concepts.has('alert'))
    return true
  if (!isOfPeriod(reading) || reading.isAhead || reading.concepts.has('alert')) return false
  if (isAccuracy(plain)) return true
  if (isMine || NOT_FORECASTS.some((concept) => reading.concepts.has(concept))) return false
  const isMade = (YOURS.test(plain) && FORECASTS.test(plain)) || YOU_PREDICTED.test(plain)
  const isTimeOnly = reading.unknownCount === 0 && [...reading.concepts].every((concept) => WITH_TIME.includes(concept))
  const isNext = context.before?.subject === 'accuracy' && isTimeOnly && (reading.coins.length === 0 || reading.concepts.has('and'))
  return isMade || isNext
}
/** "Your last BTC forecast": the record has no single one. */
const LAST_FORECAST =
  /\b(?:your|the|deine?|eure|ihre|tes|ta|vos|votre|tus?|sus?|tua|sua|vostra) (?:last|previous|most recent|letzte[nr]?|vorige[nr]?|derniere?|ultima|precedente|anterior) (?:\w+ )?(?:forecast|prediction|prognose|vorhersage|prevision|prediccion|previsione|previsao)\b|(?:тво|ваш)\p{L}+ последн\p{L}+ (?:\p{L}+ )?прогноз|你上次(?:的|对)?.*预测/u
/** "What was the forecast yesterday", "yesterday's forecast", not "what was BTC yesterday, and a forecast". */
const PAST_FORECAST =
  /\b(?:was|were|war|waren|etait|etaient|fue|era|foi|fu)\s(?:\w+\s){0,3}(?:forecasts?|predict\w*|prognosen?|vorhersagen?|previsions?|predictions?|pronosticos?|predicci\w*|previsione|previsioni|previsao|previsoes)\b|\byesterday s (?:\w+ )?(?:forecast|prediction)|\bgestrige \p{L}*(?:prognose|vorhersage)|\b(?:prevision|prediction|prediccion|pronostico|previsione|previsao)(?: \w+){0,3} (?:d hier|de ayer|di ieri|de ontem)\b|был\p{L}* (?:\p{L}+ ){0,2}прогноз|вчерашн\p{L}* прогноз|昨天.{0,6}的预[测报]/u
const NOT_FORECASTS: readonly Concept[] = ['price', 'history', 'metric']
const WITH_TIME: readonly Concept[] = ['and', 'follow', 'filler', 'article', 'in', 'of', 'at', 'to', 'since', 'last', 'past', 'it']

const isOfPeriod = (reading: Reading): boolean =>
  reading.isDated ||
  reading.isLooselyTimed ||
  horizonsOf(reading).some(
    ({ direction, hours, isToday, start, end }) =>
      // "This year", not "your 48 hour forecasts".
      direction === 'past' ||
      (isToday === true && reading.concepts.has('past')) ||
      Number.isNaN(hours) ||
      (direction === 'none' && isToday !== true && end - start === 1),
  )

/** "BTC funding yesterday", "top 5 losers this week": the funding is known as of now, gainers and losers over 24 hours. */
function isOfEarlierMarket({ plain, reading, coins, isMine, context: { before } }: Asked): boolean {
  const isOther = isMine || PAID.test(plain) || OF_TRADES.test(plain) || reading.isAhead || reading.concepts.has('predict')
  if (isOther || BUYING.test(plain) || reading.concepts.has('alert')) return false
  const isOfMovers = coins.length === 0 && moversIn(plain) !== undefined
  if (isOfMovers)
    return (before === undefined || isOfMarket(before)) && (isDated(reading) || SPANS.some((concept) => reading.concepts.has(concept)))
  const isPast = reading.isDated || isDated(reading) || horizonsOf(reading).some(({ direction }) => direction === 'past')
  return coins.length > 0 && RATE.test(plain) && !OPEN_SIDE.test(plain) && isPast && before === undefined
}
const OF_TRADES = /\b(?:trades?|operations?|operacion\w*|operazion\w*|operac\w*|geschaft\w*)\b|сделк|сделок|треид|交易/u

const accuracyOf: Rule = ({ plain, reading, coins, context }) => {
  if (!isAccuracy(plain)) return undefined
  const tickers = coins.length > 0 ? coins : context.predicted
  // "Your 12-hour forecasts": the unit belongs to the next word.
  const isHyphened = reading.concepts.has('hour') || /\p{N}-час/u.test(plain)
  const times = isHyphened ? reading.segments.flatMap(({ horizons }) => horizons) : horizonsOf(reading)
  const [hours = DEFAULT_HOURS, ...more] = new Set(times.flatMap((time) => (time.direction === 'now' ? [] : [time.hours])))
  const isPossible = Number.isInteger(hours) && hours >= 1 && hours <= context.maxHours && more.length === 0
  return isPossible && tickers.every((coin) => context.predicted.includes(coin)) ? { ...framed('accuracy', tickers), hours } : undefined
}

/** Needs one level and at most one time ahead, and coins with predictions: otherwise the forecast's own refusals apply. */
const chanceOf: Rule = ({ question, plain, reading, coins: named, context }) => {
  const coins = named.length > 0 || reading.unknownCount > 0 ? named : context.coins
  if (coins.length === 0 || !CHANCE.test(plain)) return undefined
  const level = levelOf(question)
  const times = horizonsOf(reading)
  // "Chance above 65k" after a forecast of 12 hours.
  const isNext = reading.coins.length === 0
  const [hours = (isNext ? context.hours : undefined) ?? DEFAULT_HOURS, ...more] = new Set(times.map((time) => time.hours))
  const isPossible = Number.isInteger(hours) && hours >= 1 && hours <= context.maxHours && more.length === 0
  const isAhead = times.every(({ direction }) => direction !== 'past')
  const isAsked = directionOf(plain, reading.language ?? 'en') !== undefined
  if (level === undefined || !isPossible || !isAhead || !isAsked || !coins.every((coin) => context.predicted.includes(coin)))
    return undefined
  return { ...framed('chance', coins), hours, level }
}

const comparisonOf: Rule = ({ plain, reading, coins }) => {
  if (coins.length < 2 || !COMPARED.test(plain) || reading.isAhead || reading.concepts.has('predict')) return undefined
  // "Which gained more in 24 hours": the histories of that span answer it exactly.
  const isFigure = VOLATILE.test(plain) || FACTS.test(plain) || (PERFORMED.test(plain) && !isTimed(reading))
  const isOfSpan = horizonsOf(reading).every(({ hours, direction }) => direction !== 'future' && COMPARED_HOURS.includes(hours))
  return isFigure && isOfSpan ? framed('comparison', coins) : undefined
}
/** Spans of the columns of a comparison. */
const COMPARED_HOURS: readonly number[] = [24, 168, 720]

const moveOf: Rule = ({ plain, reading, coins }) =>
  coins.length > 0 && WHY.test(plain) && MOVED.test(plain) && reading.unknowns.length === 0 && !isDated(reading)
    ? framed('move', coins)
    : undefined

const rateOf: Rule = ({ plain, reading, coins }) =>
  coins.length > 0 &&
  RATE.test(plain) &&
  !PAID.test(plain) &&
  !OPEN_SIDE.test(plain) &&
  !DEFINITION.test(plain) &&
  !reading.isAhead &&
  !isDated(reading) &&
  !reading.concepts.has('predict')
    ? framed('rate', coins)
    : undefined

const factsOf: Rule = ({ plain, reading, coins }) => {
  const isPriced = STRONG.some((concept) => reading.concepts.has(concept))
  const isAsked = coins.length > 0 && FACTS.test(plain) && !isPriced && !DEFINITION.test(plain) && !reading.concepts.has('not')
  return isAsked && !reading.isAhead && !isDated(reading) ? framed('facts', coins) : undefined
}

/** Whether the largest gains or losses are asked for; undefined if neither or both are. */
function moversIn(plain: string): 'gainers' | 'losers' | undefined {
  const isMost = WHICH_COINS.test(plain) && MOST.test(plain)
  const isGainers = GAINERS.test(plain) || (isMost && UP.test(plain))
  return isGainers === (LOSERS.test(plain) || (isMost && DOWN.test(plain))) ? undefined : isGainers ? 'gainers' : 'losers'
}

const moversOf: Rule = ({ plain, reading, coins }) => {
  const isOfOther = isDated(reading) || SPANS.some((concept) => reading.concepts.has(concept))
  const isAhead = reading.isAhead || reading.concepts.has('future') || reading.concepts.has('predict')
  const count = Number(TOP.exec(plain)?.[1] ?? 0)
  if (coins.length > 0 || isOfOther || isAhead || /\p{N}/u.test(plain.replace(TOP, ' ').replaceAll('24', ''))) return undefined
  const subject = moversIn(plain)
  return subject === undefined ? undefined : { ...framed(subject, []), ...(count > 0 && { count }) }
}
/** "Top 5 losers", "3 biggest losers", without a time. */
const TOP =
  /(?:^|(?<= ))(?:top |biggest |worst )?(\d{1,2})(?= (?:\p{L}+ )?(?:losers?|gainers?|performers|movers|gewinner|verlierer|coins?))/u

/** Of the market: own words or a purchase ask something else. */
const ofMarket =
  (rule: Rule): Rule =>
  (asked) =>
    asked.isMine || BUYING.test(asked.plain) || asked.reading.concepts.has('alert') ? undefined : rule(asked)

const RULES: readonly Rule[] = [
  alertsOf,
  sizeOf,
  whatIfOf,
  accuracyOf,
  ...[chanceOf, comparisonOf, moveOf, rateOf, factsOf, moversOf].map(ofMarket),
]

/** Words that name a figure, or ask for a chance in any verb. */
export function figureWord(question: string, { subject }: OwnFrame): (word: string) => boolean {
  const plain = foldText(question, MOST_READ).toLowerCase()
  const named = NAMES.flatMap((pattern) => [...plain.matchAll(new RegExp(pattern, 'gu'))].map(([found]) => found)).join(' ')
  return (word) => subject === 'chance' || named.includes(word)
}
const NAMES = [FACTS, GAINERS, LOSERS, WHICH_COINS, UP, DOWN, WHY, MOVED, ACCURACY, FORECASTS, VOLATILE, PERFORMED, COMPARED, RATE]

const SPANS: readonly Concept[] = ['week', 'month', 'year', 'far', 'yesterday']

const horizonsOf = ({ segments }: Reading) =>
  segments.flatMap(({ horizons }) => horizons).filter(({ direction, isBare }) => direction !== 'now' && isBare !== true)
const isTimed = (reading: Reading): boolean => horizonsOf(reading).length > 0

/** The figures are as of now, or of the last 24 hours. */
const isDated = (reading: Reading): boolean =>
  horizonsOf(reading).some((horizon) => (horizon.hours !== DEFAULT_HOURS && horizon.isToday !== true) || isYesterday(horizon))
const isYesterday = ({ direction, start, end }: Horizon): boolean => direction === 'past' && end - start === 1
