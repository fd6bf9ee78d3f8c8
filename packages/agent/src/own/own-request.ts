import { defined } from '@aerie/core/defined'
import { AGENT_LANGUAGES, type AgentLanguage } from '../concepts.ts'
import type { Horizon } from '../horizons.ts'
import type { Reading } from '../reading.ts'
import { ownChinese } from './lexicon/chinese.ts'
import { ownEnglish } from './lexicon/english.ts'
import { ownFrench } from './lexicon/french.ts'
import { ownGerman } from './lexicon/german.ts'
import { ownItalian } from './lexicon/italian.ts'
import { ownPortuguese } from './lexicon/portuguese.ts'
import { ownRussian } from './lexicon/russian.ts'
import { ownSpanish } from './lexicon/spanish.ts'
import type { OwnCall, OwnFigure, OwnGrouping, OwnPeriod, OwnTradesArguments } from './own-call.ts'
import type { OwnLexicon, OwnTopic } from './own-lexicon.ts'
import { type OwnMatcher, ownMatcher, type Phrases, phrasesOf, plainWords } from './own-matcher.ts'

/** Own-data phrases by language. */
export const OWN_LEXICONS: Readonly<Record<AgentLanguage, OwnLexicon>> = {
  en: ownEnglish,
  de: ownGerman,
  fr: ownFrench,
  es: ownSpanish,
  it: ownItalian,
  pt: ownPortuguese,
  ru: ownRussian,
  zh: ownChinese,
}

/**
 * Question about own data; `calls` is empty with a `problem`: an unknown time or coin, somebody else's account, or a command, which the
 * agent never carries out.
 */
export type OwnRequest = {
  readonly calls: readonly OwnCall[]
  readonly language: AgentLanguage
  readonly problem?: 'period' | 'unknownCoin' | 'others' | 'command'
}

/** Topics that never refer to a market, so "my" is optional. */
const ALWAYS_OWN: readonly OwnTopic[] = ['win_rate', 'profit_factor', 'expectancy', 'payoff', 'sqn', 'mean_r', 'mean_hold_ms']

const NAMED_TOPICS: readonly OwnTopic[] = ['positions', 'orders', 'fills', 'account', 'fees', 'funding', ...ALWAYS_OWN]

/** Reader of own-data questions in eight languages. Reuse it. */
export function ownReader() {
  const matchers = new Map(AGENT_LANGUAGES.map((language) => [language, ownMatcher(OWN_LEXICONS[language])]))

  const read = (text: string, reading: Reading, before?: OwnRequest): OwnRequest | undefined => {
    if (reading.unspoken !== undefined) return undefined
    for (const language of languagesOf(text, reading, before)) {
      const matcher = defined(matchers.get(language))
      const plain = plainWords(text, language)
      const refused = refusedIn(text, plain, reading, matcher)
      if (refused !== undefined) return { calls: [], language, problem: refused }
      const found = readIn(plain, reading, matcher, before)
      // A question refused in its own language is not retried in another.
      if (found !== undefined || isNotOurs(plain, reading, matcher)) return found
    }
    return undefined
  }
  /** Whether a text names what only an account has: an entry, a stop, fees. */
  const isOwnTopic = (text: string, reading: Reading): boolean =>
    languagesOf(text, reading, undefined).some((language) => {
      const { topics } = defined(matchers.get(language))
      return NAMED_TOPICS.some((topic) => topics.get(topic)?.(plainWords(text, language)))
    })
  return { read, isOwnTopic }
}

const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.\p{L}{2,}/u
const ACCOUNT_TOPICS: readonly OwnTopic[] = ['positions', 'orders', 'fills', 'account', 'trades']
/** "Ada's balance": somebody's, even if the name is a coin's. */
const POSSESSED =
  / (?!(?:what|who|where|how|it|that|there|here|let|today|yesterday|week|month|year|day) )\p{L}+ s (?:\p{L}+ )?(?:account|balance|positions?|orders?|trades?|pnl|portfolio|holdings|equity|profits?|journal|fills?) /u

const EVERYTHING = / (?:everything|alles|tout|todo|tutto|tudo|все) |全部|所有/u

/** Commands and somebody else's account, which the market reading would otherwise answer with a price. */
function refusedIn(text: string, plain: string, reading: Reading, matcher: OwnMatcher): 'others' | 'command' | undefined {
  if (reading.concepts.has('inject') || reading.concepts.has('alert')) return undefined
  const isOf = (topics: readonly OwnTopic[]): boolean => topics.some((topic) => matcher.topics.get(topic)?.(plain))
  if (ADDRESS.test(text) && isOf(ACCOUNT_TOPICS)) return 'others'
  if (matcher.language === 'en' && !matcher.self(plain) && POSSESSED.test(plain)) return 'others'
  if (!matcher.command(plain) || matcher.reason(plain)) return undefined
  const isPriced = reading.concepts.has('price') && /\p{N}/u.test(plain)
  const isOfMine = EVERYTHING.test(plain) || matcher.long(plain) || matcher.short(plain) || isOf(['positions', 'orders'])
  return isPriced || isOfMine ? 'command' : undefined
}

const HAN = /\p{Script=Han}/u
const CYRILLIC = /\p{Script=Cyrillic}/u

/** The text's own language first; others only if the script allows. */
function languagesOf(text: string, { language }: Reading, before: OwnRequest | undefined): readonly AgentLanguage[] {
  if (HAN.test(text)) return ['zh']
  if (CYRILLIC.test(text)) return ['ru']
  const first = [language, before?.language].filter((one) => one !== undefined)
  return [...new Set([...first, 'en' as const, ...AGENT_LANGUAGES])].filter((one) => one !== 'zh' && one !== 'ru')
}

function readIn(plain: string, reading: Reading, matcher: OwnMatcher, before: OwnRequest | undefined): OwnRequest | undefined {
  if (isNotOurs(plain, reading, matcher)) return undefined
  const asked = askedIn(plain, reading, matcher)
  const period = periodOf(asked, reading)
  // The language whose phrases matched: for a short question it is surer than the counted one.
  const { language } = matcher
  const calls = isOwn(asked) ? callsFrom(asked, period === 'unknown' ? undefined : period.period) : undefined
  if (calls !== undefined) return { ...checked(calls, reading, period), language }
  return goingOn(asked, { reading, period, before })
}

const NO_COINS: readonly string[] = ['YTD', 'MTD', 'SQN', 'ROI', 'PNL', 'MAE', 'MFE', 'USD', 'USDC', 'TWAP', 'OK', 'PL', 'CLAW', 'EOD']

/** An unknown coin or time is reported; it never widens to all coins or all time. */
function checked(calls: readonly OwnCall[], { strangers }: Reading, period: PeriodReading): Pick<OwnRequest, 'calls' | 'problem'> {
  if (strangers.some((word) => !NO_COINS.includes(word))) return { calls: [], problem: 'unknownCoin' }
  return period === 'unknown' && isTimed(calls) ? { calls: [], problem: 'period' } : { calls }
}

type Leaning = { readonly reading: Reading; readonly period: PeriodReading; readonly before: OwnRequest | undefined }

function goingOn(asked: Asked, { reading, period, before }: Leaning): OwnRequest | undefined {
  if (before === undefined || reading.concepts.has('price') || reading.concepts.has('predict')) return undefined
  const calls = followUp(asked, period, before)
  return calls && { calls, language: reading.language ?? asked.matcher.language }
}

function askedIn(plain: string, reading: Reading, matcher: OwnMatcher): Asked {
  const topics = new Set([...matcher.topics].flatMap(([topic, is]) => (is(plain) ? [topic] : [])))
  const groupings = [...matcher.groupings].flatMap(([by, is]) => (is(plain) ? [by] : []))
  return { plain, topics, groupings, coins: reading.mentioned, matcher }
}

const isOwn = ({ plain, topics, coins, matcher }: Asked): boolean =>
  matcher.self(plain) ||
  ALWAYS_OWN.some((topic) => topics.has(topic)) ||
  matcher.bare(plain) ||
  isListed(plain, topics, matcher.language) ||
  isBareResult({ plain, topics, coins, matcher })

/** "Result this week", "max drawdown": a market has them only with a coin. */
function isBareResult({ plain, topics, coins, matcher }: Pick<Asked, 'plain' | 'topics' | 'coins' | 'matcher'>): boolean {
  if (coins.length > 0) return false
  if (topics.has('max_drawdown')) return true
  return matcher.bareResult(plain) && [...matcher.periods.values()].some((is) => is(plain))
}

/** "Open orders?", "offene Positionen": only the user's own are available here. */
const LISTED: Readonly<Partial<Record<AgentLanguage, RegExp>>> = {
  en: /^ (?:show |list |any )?(?:open|pending|resting|working) (?:orders?|positions?|trades) $/u,
  de: /^ (?:zeige? )?offene (?:orders?|positionen|auftrage|trades) $/u,
  fr: /^ (?:ordres ouverts|positions ouvertes|ordres en attente) $/u,
  es: /^ (?:ordenes abiertas|posiciones abiertas|ordenes pendientes) $/u,
  it: /^ (?:ordini aperti|posizioni aperte) $/u,
  pt: /^ (?:ordens abertas|posicoes abertas) $/u,
  ru: /^ (?:открытые (?:ордера|позиции|заявки)) $/u,
  zh: /^(?:当前)?(?:挂单|持仓|未平仓|未成交订单)$/u,
}
const isListed = (plain: string, topics: ReadonlySet<OwnTopic>, language: AgentLanguage): boolean =>
  (topics.has('orders') || topics.has('positions')) && LISTED[language]?.test(plain) === true

const isTimed = (calls: readonly OwnCall[]): boolean => calls.some(({ name }) => name === 'get_own_statistics' || name === 'get_own_trades')

/** Commands, reasons, alerts, the future and other people's data are out of scope. */
function isNotOurs(plain: string, { concepts }: Reading, matcher: OwnMatcher): boolean {
  if (matcher.others(plain) || matcher.act(plain) || matcher.reason(plain)) return true
  // "Losers" alone is a market's word for advice; with trades they are the user's own.
  const isLosers = matcher.losers(plain) && matcher.topics.get('trades')?.(plain) === true
  if (concepts.has('inject') || concepts.has('alert') || (concepts.has('advice') && !isLosers)) return true
  return concepts.has('predict') && !matcher.topics.get('expectancy')?.(plain) && !matcher.topics.get('win_rate')?.(plain)
}

const LEANING: Readonly<Record<AgentLanguage, RegExp>> = {
  en: /^ (?:and|what about|how about|ok and|same|now|only|just|but) /u,
  de: /^ (?:und|wie ist es|wie war es|wie sieht es|was ist mit|nur|aber|und wie) /u,
  fr: /^ (?:et|qu en est il|seulement|mais) /u,
  es: /^ (?:y|que tal|solo|pero|e) /u,
  it: /^ (?:e|ed|solo|ma|invece) /u,
  pt: /^ (?:e|so|mas|quanto) /u,
  ru: /^ (?:а|и|только|но) /u,
  zh: /^(?:那|那么|还有|只看|而)/u,
}
const MOST_WORDS = 8

/** "And last month?" after an own-data question repeats its calls with the new value; undefined if it is not a follow-up. */
function followUp(asked: Asked, period: PeriodReading, { calls }: { readonly calls: readonly OwnCall[] }): readonly OwnCall[] | undefined {
  const { plain, matcher, coins } = asked
  if (!LEANING[matcher.language].test(plain) || plain.trim().split(' ').length > MOST_WORDS || period === 'unknown') return undefined
  const change = { ...period, ...sideOf(asked), ...(coins[0] !== undefined && { ticker: coins[0] }) }
  if (Object.keys(change).length === 0 || coins.length > 1) return undefined
  const next = calls.flatMap((call) => changed(call, change) ?? [])
  return next.length === 0 ? undefined : [...new Map(next.map((call) => [JSON.stringify(call), call])).values()]
}

type Change = Pick<Extract<OwnCall, { name: 'get_own_trades' }>['arguments'], 'period' | 'side' | 'ticker'>

function changed(call: OwnCall, change: Change): OwnCall | undefined {
  const { ticker, period, side } = change
  if (call.name === 'get_own_trades') return { name: call.name, arguments: { ...call.arguments, ...change } }
  if (call.name === 'get_own_statistics') return { name: call.name, arguments: { ...call.arguments, ...change } }
  if (ticker === undefined || period !== undefined || side !== undefined || call.name === 'get_own_account') return undefined
  if (call.name === 'get_own_orders') return { name: call.name, arguments: { ...call.arguments, ticker } }
  return { name: call.name, arguments: { ticker } }
}

/** Months from January; variants are separated by `/`. English may and march are also words and need a preceding word. */
const MONTHS: Readonly<Record<AgentLanguage, string>> = {
  en: 'january/jan|february/feb|in march/of march/during march/for march|april|in may/of may/during may/for may|june|july|august|september/sept|october/oct|november/nov|december/dec',
  de: 'januar/jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  fr: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  es: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre/setiembre|octubre|noviembre|diciembre',
  it: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
  pt: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
  ru: 'январ*|феврал*|март*|апрел*|май/мая/мае|июн*|июл*|август*|сентябр*|октябр*|ноябр*|декабр*',
  zh: '一月/1月|二月/2月|三月/3月|四月/4月|五月/5月|六月/6月|七月/7月|八月/8月|九月/9月|十月/10月|十一月/11月|十二月/12月',
}

const months = new Map<AgentLanguage, readonly Phrases[]>()

function monthsOf(language: AgentLanguage): readonly Phrases[] {
  const known = months.get(language) ?? MONTHS[language].split('|').map((forms) => phrasesOf(forms.replaceAll('/', '|'), language))
  months.set(language, known)
  return known
}

const HOURS_A_DAY = 24
const MOST_DAYS = 3_650

type PeriodReading = { readonly period?: OwnPeriod } | 'unknown'

/** Period of a question. Days, weeks and months count whole days up to today; a month name is the latest one. */
function periodOf({ plain, groupings, matcher }: Asked, reading: Reading): PeriodReading {
  const named = [...matcher.periods].filter(([, is]) => is(plain))
  if (named.length > 1) return 'unknown'
  if (named[0] !== undefined) return { period: named[0][0] }
  const month = monthNamed(plain, matcher.language)
  if (month !== undefined) return { period: `month_${month}` }
  // "At what hour of the day" is a grouping, not a time.
  const isOfClock = groupings.includes('hour') || groupings.includes('weekday')
  const read = daysOf(reading, matcher.noTime(plain) ? 1 : 0)
  const days = isOfClock && read === 'unknown' ? undefined : read
  if (days === 'unknown' || matcher.otherTime(plain)) return 'unknown'
  return days === undefined ? {} : { period: `last_${days}_days` }
}

function monthNamed(plain: string, language: AgentLanguage): number | undefined {
  // 十一月 contains 一月: the longest name wins.
  const found = monthsOf(language).flatMap((is, at) => (is(plain) ? [at + 1] : []))
  return found.at(-1)
}

function daysOf({ segments }: Reading, excused: number): number | 'unknown' | undefined {
  const named = segments.flatMap(({ horizons }) => horizons).filter(isTime)
  const vague = named.filter(({ hours }) => Number.isNaN(hours))
  const spans = vague.length <= excused ? named.filter((each) => !vague.includes(each)) : named
  const [span] = spans
  if (span === undefined) return undefined
  const days = span.hours / HOURS_A_DAY
  const isWhole = Number.isInteger(days) && days >= 1 && days <= MOST_DAYS
  return spans.length === 1 && isWhole && span.direction !== 'future' ? days : 'unknown'
}

const isTime = ({ direction, isBare, isToday }: Horizon): boolean => direction !== 'now' && isBare !== true && isToday !== true

type Asked = {
  readonly plain: string
  readonly topics: ReadonlySet<OwnTopic>
  readonly groupings: readonly OwnGrouping[]
  readonly coins: readonly string[]
  readonly matcher: OwnMatcher
}

/** Maximum number of coins per question; with more, none is looked up. */
const MOST_COINS = 4
const MOST_TRADES = 10

/** Ordered so that longer phrases match first: "average profit per trade" is the expectancy. */
const FIGURES: readonly Exclude<OwnFigure, 'overview' | 'net' | 'trades'>[] = [
  'win_rate',
  'profit_factor',
  'max_drawdown',
  'sharpe',
  'sortino',
  'sqn',
  'mean_r',
  'mean_hold_ms',
  'mean_slippage',
  'payoff',
  'expectancy',
  'funding',
  'fees',
]

/** Calls that answer the question; undefined if it is not about own data. An undefined `period` means all time. */
function callsFrom(asked: Asked, period: OwnPeriod | undefined): readonly OwnCall[] | undefined {
  if (asked.coins.length > MOST_COINS) return undefined
  const coins = asked.coins.length === 0 ? [undefined] : asked.coins
  const calls = coins.flatMap((ticker) => callFor(asked, period, ticker) ?? [])
  return calls.length === 0 ? undefined : calls
}

function callFor(asked: Asked, period: OwnPeriod | undefined, ticker: string | undefined): OwnCall | undefined {
  const { topics, groupings, plain, matcher } = asked
  const about = ticker === undefined ? {} : { ticker }
  const isAmount = ticker !== undefined && topics.size === 0 && matcher.amount(plain)
  if (matcher.holding(plain) || isAmount) return { name: 'get_own_positions', arguments: about }
  const closed = { ...about, ...sideOf(asked), ...(period !== undefined && { period }) }
  const isNet = topics.has('net') && matcher.aside(plain)
  const figure = isNet ? undefined : FIGURES.find((one) => topics.has(one))
  const by = groupings[0]
  if (figure !== undefined) return { name: 'get_own_statistics', arguments: { figure, ...closed, ...grouped(asked, by) } }
  if (by !== undefined && !isTradeWanted(asked)) {
    return { name: 'get_own_statistics', arguments: { figure: 'net', ...closed, ...grouped(asked, by) } }
  }
  if (topics.has('fills')) return { name: 'get_own_orders', arguments: { ...about, state: 'filled' } }
  if (topics.has('orders')) return { name: 'get_own_orders', arguments: { ...about, state: matcher.done(plain) ? 'done' : 'open' } }
  if (topics.has('positions') && !matcher.best(plain) && !matcher.worst(plain)) return { name: 'get_own_positions', arguments: about }
  if (topics.has('account') && !topics.has('net') && !topics.has('overview')) return { name: 'get_own_account', arguments: {} }
  return figureOrTrades(asked, closed)
}

function figureOrTrades(asked: Asked, closed: OwnTradesArguments): OwnCall | undefined {
  const { topics, plain, matcher } = asked
  if (matcher.many(plain) && topics.has('trades')) return { name: 'get_own_statistics', arguments: { figure: 'trades', ...closed } }
  const trades = tradesArguments(asked)
  if (trades !== undefined) return { name: 'get_own_trades', arguments: { ...closed, ...trades } }
  if (topics.has('overview')) return { name: 'get_own_statistics', arguments: { figure: 'overview', ...closed } }
  if (topics.has('net') || (isBareResult(asked) && !topics.has('trades')))
    return { name: 'get_own_statistics', arguments: { figure: 'net', ...closed } }
  return topics.has('trades') ? { name: 'get_own_trades', arguments: closed } : undefined
}

const isTradeWanted = ({ topics, groupings, plain, matcher }: Asked): boolean =>
  groupings[0] === 'tag' && topics.has('trades') && matcher.newest(plain)

function tradesArguments(asked: Asked): Pick<OwnTradesArguments, 'order' | 'result' | 'count'> | undefined {
  const { topics, plain, matcher } = asked
  const isBest = matcher.best(plain)
  const isWorst = matcher.worst(plain)
  const isTrade = topics.has('trades') || topics.has('positions') || topics.has('net')
  if (isTrade && isBest !== isWorst) return { order: isBest ? 'best' : 'worst', ...countOf(plain) }
  if (!topics.has('trades')) return undefined
  const isWinners = matcher.winners(plain)
  if (isWinners !== matcher.losers(plain)) return { result: isWinners ? 'win' : 'loss', ...countOf(plain) }
  return matcher.newest(plain) && !topics.has('net') && !topics.has('overview') ? { order: 'newest', ...countOf(plain) } : undefined
}

function countOf(plain: string): { readonly count?: number } {
  const count = Number(/(?<!\p{N})(\d{1,3})(?=\s?(?!\p{N}))/u.exec(plain)?.[1] ?? 0)
  return count >= 1 ? { count: Math.min(count, MOST_TRADES) } : {}
}

function grouped({ plain, matcher }: Asked, by: OwnGrouping | undefined): { readonly by?: OwnGrouping; readonly rank?: 'best' | 'worst' } {
  if (by === undefined) return {}
  const [isBest, isWorst] = [matcher.best(plain), matcher.worst(plain)]
  return { by, ...(isBest !== isWorst && by !== 'side' && { rank: isBest ? 'best' : 'worst' }) }
}

function sideOf({ plain, groupings, matcher }: Asked): { readonly side?: 'long' | 'short' } {
  if (groupings.includes('side')) return {}
  const [isLong, isShort] = [matcher.long(plain.replaceAll(' how long ', ' ')), matcher.short(plain)]
  return isLong === isShort ? {} : { side: isLong ? 'long' : 'short' }
}
