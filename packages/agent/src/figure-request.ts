import { directionOf, levelOf, percentOf } from './alert-request.ts'
import type { Concept } from './concepts.ts'
import type { Horizon } from './horizons.ts'
import { DEFAULT_HOURS, STRONG } from './intents.ts'
import type { OwnFrame, OwnSubject } from './own/own-frame.ts'
import type { Reading } from './reading.ts'
import { foldText } from './text/text.ts'

type Context = {
  readonly coins: readonly string[]
  readonly predicted: readonly string[]
  readonly maxHours: number
  /** The previous question, if it was on such a figure. */
  readonly before: OwnFrame | undefined
}

const MOST_READ = 300
const MOST_COINS = 4

const CHANCE =
  /\b(?:chances?|probabilit\w*|odds|likelihood|how likely|wahrscheinlich\w*|probabilidad\w*|probabilidade\w*)\b|вероятност|шанс|概率|几率|可能性/u
const FACTS =
  /\b(?:market ?cap\w*|mcap|capitali[sz]ation|capitali[sz]acion|capitalizzazione|capitalizacao|marktkapitalisierung|(?:trading )?volumes?|(?:handels)?volumen|rank|ranked|ranking|rang|classement|posizione in classifica)\b|капитализаци|объем|место по|市值|成交量|交易量|排名/u
const GAINERS =
  /\b(?:top|biggest|largest|best) (?:gainers?|performers?|movers)|\bgainers\b|\bbest performing (?:coins?|cryptos?)|\b(?:top ?gewinner|gewinner des tages|groesste gewinner|grosste gewinner|grosste(?:n)? gewinne am markt)|\bplus (?:fortes|grosses) hausses|\bmayores (?:subidas|alzas)|\bmonedas que mas suben|\bmaggiori rialzi|\bmigliori rialzi|\bmaiores altas|лидеры роста|涨幅榜|涨幅最大|涨得最多的币/u
const LOSERS =
  /\b(?:top|biggest|largest|worst) (?:losers?|performers)(?! trades?)|\bworst performing (?:coins?|cryptos?)|\b(?:top ?verlierer|verlierer des tages|grosste verlierer)|\bplus (?:fortes|grosses) baisses|\bmayores (?:bajadas|caidas)|\bmonedas que mas (?:bajan|caen)|\bmaggiori ribassi|\bpeggiori ribassi|\bmaiores (?:baixas|quedas)|лидеры падения|跌幅榜|跌幅最大|跌得最多的币/u
const WHY = /\b(?:why|how come|warum|wieso|weshalb|pourquoi|por que|perche|what caused)\b|почему|为什么|为何/u
const MOVED =
  /\b(?:f[ae]ll\w*|fallen|drop\w*|dump\w*|crash\w*|down|up|ris\w*|rose|pump\w*|mov\w*|jump\w*|tank\w*|rall\w*|gefallen|fallt|steigt|gestiegen|gesunken|sinkt|runter|hoch|baiss\w*|chut\w*|mont\w*|hausse|tomb\w*|sub\w*|baj\w*|cay\w*|cae\w*|scend\w*|sces\w*|sal[ei]\w*|croll\w*|cai\w*|desceu)\b|упал|падает|вырос|растет|снизил|跌|涨/u
const MINE = /\b(?:i|my|me|mine|ich|mein\w*|mon|mes|ma|mis?|mio|mia|miei|mie|meus?|minhas?)\b|\bмо[йяиюе]|(?:^| )я |我/u
const BUYING = /\b(?:buy|buying|invest\w*|should|kauf\w*|achet\w*|compr\w*|sollt?e?)\b|купить|стоит ли|买|应该/u
const DEFINITION = /\b(?:what is (?:a|an )?(?:market ?cap|volume|funding)\b|explain|mean|meaning|define)\b/u
const ALERTS =
  /\b(?:alerts?|alarms?|alarme?n?|benachrichtigung\w*|kursalarme?|alertes?|alertas?|avvis[oi]|allert[ei]?|avisos?)\b|оповещени|алерт|уведомлени|提醒|警报|预警/u
const LISTING =
  /\b(?:list|show|see|which|what|any|how many|have|active|zeig\w*|welche|habe|liste|aktive\w*|wie viele|montre|quelles?|combien|ai je|actives?|que|cuales|cuantas|tengo|muestra\w*|activas|quali|quanti|ho|mostra\w*|elenca|attivi|quais|quantos|tenho|ativos)\b|покажи|какие|сколько|есть ли|список|哪些|什么|列出|显示|查看|多少/u
/** Something to be done to an alert, not a list of them. */
const CHANGING =
  /^ ?(?:please |bitte |can you |kannst du )?(?:set|create|add|make|new|delete|remove|cancel|turn|pause|mute|stop|tell|notify|erstell\w*|setz\w*|leg\w*|losch\w*|entfern\w*|stell\w*|cree\w*|mets|ajoute\w*|supprim\w*|efface\w*|crea\w*|pon\w*|anade|borra\w*|elimina\w*|quita\w*|imposta\w*|aggiungi|cancella\w*|adiciona\w*|apaga\w*|remov\w*)\b|^ ?(?:созда|постав|добав|удал|отмен)|设置|设个|创建|添加|删除|取消/u
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
  /\b(?:accura\w*|reliab\w*|track record|trustworth\w*|trust|score ?card|calibrat\w*|crps|how (?:good|right|often|well|precise)|hit rate|error|coverage|genau\w*|zuverlassig\w*|treffsicher\w*|trefferquote|verlasslich\w*|wie gut|wie oft|precis\w*|fiab\w*|fiables?|exact\w*|acierto|acertad\w*|affidabil\w*|attendibil\w*|accurat\w*|confiave\w*|confiabil\w*|acert\w*)\b|точн|надежн|как часто|准确|准不准|可靠|多准/u
const FORECASTS =
  /\b(?:forecasts?|predictions?|predict|prognosen?|vorhersagen?|previsions?|predictions?|pronosticos?|predicciones|prediccion|prevision[ei]|previsoes|previsao|previsioni)\b|прогноз|предсказ|预测|预报/u
/** Before "forecasts": those that the agent has made. */
const YOURS =
  /\b(?:your|deine?[nr]?|eure[nr]?|ihre[nr]?|tes|ta|vos|votre|tus?|sus?|tue|tua|sue|tuas|suas?|vostre)\b|(?:^| )(?:тво|ваш)|[你您]/u
const YOU_PREDICTED =
  /\b(?:(?:did|have|had) you (?:predict|forecast)\w*|you (?:predicted|forecasted)|(?:hast|hattest|haben|hatten) (?:du|sie) .*(?:vorhergesagt|prognostiziert)|(?:as tu|avais tu|tu as|tu avais|avez vous|aviez vous|vous avez|vous aviez) (?:prevu|predit)|(?:predijiste|pronosticaste|predijo|previste)|(?:hai|avevi|ha|aveva) (?:previsto|predetto)|(?:previu|voce preve))\b|(?:ты|вы) (?:с?прогнозировал|предсказ(?:ал|ывал))/u
const VOLATILE = /\b(?:volatil\w*|schwankungs\w*|schwankt|fluctua\w*|swing(?:s|ier|y)? more)\b|волатильн|波动/u
const PERFORMED =
  /\b(?:outperform\w*|perform\w*|did better|done better|did best|moved more|gained more|stronger|weaker|besser gelaufen|besser entwickelt|starker|mieux|mejor|meglio|melhor)\b|сильнее|лучше|表现|涨得更/u
const COMPARED =
  /\b(?:compar\w*|versus|vs|which|against|between|more|than|vergleich\w*|welche[rs]?|als|zwischen|lequel|laquelle|plus|que|cual|mas|entre|confront\w*|quale|piu|qual|mais)\b|сравн|какая|какой|чем|比较|对比|哪个|比/u
const RATE =
  /\b(?:funding[- ]?(?:rate|satz)|finanzierungs(?:rate|satz)|(?:current|present|hourly|aktuelle\w*|actuel|actual|attuale|atual) funding|funding (?:now|right now|today|aktuell|gerade|actuel|actual|attuale|atual)|taux de (?:funding|financement)|tasa de (?:funding|financiacion|financiamiento)|tasso di (?:funding|finanziamento)|taxa de (?:funding|financiamento))\b|ставк\p{L}* (?:фандинга|финансирования)|资金费率/u

/** Somebody's own predictions or results. */
const POSSESSED = /\b(?:my|mine|mein\w*|mon|mes(?= pre)|mis?|miei|mio|meus?)\b|мо[ийея]|我的/u

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
 * it is about forecasts of an earlier time: their record is known as a whole.
 */
export function figureFrame(question: string, reading: Reading, context: Context): OwnFrame | 'record' | undefined {
  const plain = foldText(question, MOST_READ).toLowerCase()
  const isIt = reading.concepts.has('it') && reading.coins.length === 0
  const coins = isIt ? context.coins : reading.coins.length >= reading.mentioned.length ? reading.coins : reading.mentioned
  if (reading.concepts.has('inject') || reading.unspoken !== undefined || coins.length > MOST_COINS) return undefined
  const asked = { question, plain, reading, coins, isMine: MINE.test(plain), context }
  if (isOfEarlierForecasts(asked)) return 'record'
  // All figures are as of now.
  if (reading.isDated) return undefined
  for (const rule of RULES) {
    const frame = rule(asked)
    if (frame !== undefined) return frame
  }
  return undefined
}

const framed = (subject: OwnSubject, tickers: readonly string[]): OwnFrame => ({ subject, tickers })

const alertsOf: Rule = ({ plain, coins, isMine, question }) =>
  ALERTS.test(plain) && (isMine || LISTING.test(plain)) && LISTING.test(plain) && !CHANGING.test(plain) && levelOf(question) === undefined
    ? framed('alerts', coins)
    : undefined

const whatIfOf: Rule = ({ question, plain, reading, coins }) => {
  if (!IF.test(plain) || DEALING.test(plain) || reading.concepts.has('alert') || coins.length > 1 || isTimed(reading)) return undefined
  const direction = directionOf(plain, reading.language ?? 'en')
  const percent = percentOf(question)
  if (percent !== undefined && (direction === 'above' || direction === 'below') && (coins.length > 0 || EVERYTHING.test(plain)))
    return { ...framed('what_if', coins), percent: direction === 'below' ? `-${percent}` : percent }
  const level = percent === undefined ? levelOf(question) : undefined
  return level === undefined || coins.length === 0 || CHANCE.test(plain) || !(direction !== undefined || GOES.test(plain))
    ? undefined
    : { ...framed('what_if', coins), level }
}
const GOES = /\b(?:goes|go|went|at|geht|steht|auf|va|est|llega|esta|va a|arriva|e a|chega|vai)\b|дойдет|будет|到|为/u

const sizeOf: Rule = ({ question, plain, coins }) => {
  const percent = percentOf(question)
  if (percent === undefined || coins.length !== 1 || !RISK.test(plain) || !STOP.test(plain)) return undefined
  const level = levelOf(question, true)
  return level === undefined ? undefined : { ...framed('size', coins), percent, level }
}

const isAccuracy = (plain: string): boolean => !POSSESSED.test(plain) && ACCURACY.test(plain) && FORECASTS.test(plain)

/** "How accurate were your forecasts last month", "what did you predict yesterday", "and last week?" after the accuracy. */
function isOfEarlierForecasts({ plain, reading, context, isMine }: Asked): boolean {
  if (!isOfPeriod(reading) || reading.isAhead || reading.concepts.has('alert')) return false
  if (isAccuracy(plain)) return true
  if (isMine || NOT_FORECASTS.some((concept) => reading.concepts.has(concept))) return false
  const isMade = (YOURS.test(plain) && FORECASTS.test(plain)) || YOU_PREDICTED.test(plain)
  const isTimeOnly = reading.unknownCount === 0 && [...reading.concepts].every((concept) => WITH_TIME.includes(concept))
  const isNext = context.before?.subject === 'accuracy' && isTimeOnly && (reading.coins.length === 0 || reading.concepts.has('and'))
  return isMade || isNext
}
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
const chanceOf: Rule = ({ question, plain, reading, coins, context }) => {
  if (coins.length === 0 || !CHANCE.test(plain)) return undefined
  const level = levelOf(question)
  const times = horizonsOf(reading)
  const [hours = DEFAULT_HOURS, ...more] = new Set(times.map((time) => time.hours))
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
  coins.length > 0 && RATE.test(plain) && !DEFINITION.test(plain) && !reading.isAhead && !isDated(reading)
    ? framed('rate', coins)
    : undefined

const factsOf: Rule = ({ plain, reading, coins }) => {
  const isPriced = STRONG.some((concept) => reading.concepts.has(concept))
  const isAsked = coins.length > 0 && FACTS.test(plain) && !isPriced && !DEFINITION.test(plain) && !reading.concepts.has('not')
  return isAsked && !reading.isAhead && !isDated(reading) ? framed('facts', coins) : undefined
}

/** "3 biggest losers this year" are trades. */
const moversOf: Rule = ({ plain, reading, coins }) => {
  const isOfOther = isDated(reading) || SPANS.some((concept) => reading.concepts.has(concept))
  if (coins.length > 0 || isOfOther || /\p{N}/u.test(plain.replaceAll('24', ''))) return undefined
  const isGainers = GAINERS.test(plain)
  return isGainers === LOSERS.test(plain) ? undefined : framed(isGainers ? 'gainers' : 'losers', [])
}

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

const SPANS: readonly Concept[] = ['week', 'month', 'year', 'far', 'yesterday']

const horizonsOf = ({ segments }: Reading) =>
  segments.flatMap(({ horizons }) => horizons).filter(({ direction, isBare }) => direction !== 'now' && isBare !== true)
const isTimed = (reading: Reading): boolean => horizonsOf(reading).length > 0

/** The figures are as of now, or of the last 24 hours. */
const isDated = (reading: Reading): boolean =>
  horizonsOf(reading).some((horizon) => (horizon.hours !== DEFAULT_HOURS && horizon.isToday !== true) || isYesterday(horizon))
const isYesterday = ({ direction, start, end }: Horizon): boolean => direction === 'past' && end - start === 1
