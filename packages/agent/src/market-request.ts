import { directionOf, levelOf } from './alert-request.ts'
import type { Concept } from './concepts.ts'
import { DEFAULT_HOURS, STRONG } from './intents.ts'
import type { OwnCall } from './own/own-call.ts'
import type { OwnFrame } from './own/own-frame.ts'
import type { Reading } from './reading.ts'
import { foldText } from './text/text.ts'

/** Figures of the market beyond prices, forecasts and histories. `frame`: what a follow-up continues. */
export type MarketRequest = { readonly calls: readonly OwnCall[]; readonly tickers: readonly string[]; readonly frame?: OwnFrame }

type Context = { readonly coins: readonly string[]; readonly predicted: readonly string[]; readonly maxHours: number }

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
const DEFINITION = /\b(?:what is (?:a|an )?(?:market ?cap|volume)\b|explain|mean|meaning|define)\b/u

/** Undefined if the question is about none of these. */
export function marketRequest(question: string, reading: Reading, context: Context): MarketRequest | undefined {
  const plain = foldText(question, MOST_READ).toLowerCase()
  if (reading.concepts.has('inject') || reading.concepts.has('alert') || BUYING.test(plain) || MINE.test(plain)) return undefined
  const isIt = reading.concepts.has('it') && reading.coins.length === 0
  const coins = isIt ? context.coins : reading.coins
  if (coins.length > MOST_COINS) return undefined
  if (coins.length > 0 && CHANCE.test(plain)) return chanceOf(question, plain, { reading, coins, context })
  if (coins.length > 0 && WHY.test(plain) && MOVED.test(plain) && reading.unknowns.length === 0) return framed('move', coins)
  const isPriced = STRONG.some((concept) => reading.concepts.has(concept))
  if (coins.length > 0 && FACTS.test(plain) && !isPriced && !DEFINITION.test(plain) && !reading.isAhead && !isDated(reading))
    return framed('facts', coins)
  if (coins.length > 0 || reading.unspoken !== undefined) return undefined
  // "3 biggest losers this year" are trades.
  if (/\p{N}/u.test(plain.replaceAll('24', '')) || isDated(reading) || SPANS.some((concept) => reading.concepts.has(concept)))
    return undefined
  const isGainers = GAINERS.test(plain)
  if (isGainers === LOSERS.test(plain)) return undefined
  return { calls: [{ name: 'get_market_figures', arguments: { about: isGainers ? 'gainers' : 'losers' } }], tickers: [] }
}

const SPANS: readonly Concept[] = ['week', 'month', 'year', 'far', 'yesterday']

const framed = (subject: 'facts' | 'move', tickers: readonly string[]): MarketRequest => ({
  calls: tickers.map((ticker) => ({ name: 'get_market_figures', arguments: { about: subject, ticker } })),
  tickers,
  frame: { subject, tickers },
})

const horizonsOf = ({ segments }: Reading) =>
  segments.flatMap(({ horizons }) => horizons).filter(({ direction, isBare }) => direction !== 'now' && isBare !== true)

/** The figures are as of now. */
const isDated = (reading: Reading): boolean => horizonsOf(reading).some(({ hours, isToday }) => hours !== DEFAULT_HOURS && isToday !== true)

type Chance = { readonly reading: Reading; readonly coins: readonly string[]; readonly context: Context }

/** Needs one level and at most one time ahead, and coins with predictions: otherwise the forecast's own refusals apply. */
function chanceOf(question: string, plain: string, { reading, coins, context }: Chance): MarketRequest | undefined {
  const level = levelOf(question)
  const times = horizonsOf(reading)
  const [hours = DEFAULT_HOURS, ...more] = new Set(times.map((time) => time.hours))
  const isPossible = Number.isInteger(hours) && hours >= 1 && hours <= context.maxHours && more.length === 0
  const isAhead = times.every(({ direction }) => direction !== 'past')
  const isAsked = directionOf(plain, reading.language ?? 'en') !== undefined
  if (level === undefined || !isPossible || !isAhead || !isAsked || !coins.every((coin) => context.predicted.includes(coin)))
    return undefined
  return { calls: coins.map((ticker) => ({ name: 'get_price_chance', arguments: { ticker, timeframe: hours, level } })), tickers: coins }
}
