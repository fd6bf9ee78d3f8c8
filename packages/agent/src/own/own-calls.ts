import type { OwnCall, OwnFigure, OwnGrouping, OwnPeriod, OwnTradesArguments } from './own-call.ts'
import type { OwnTopic } from './own-lexicon.ts'
import type { OwnMatcher } from './own-matcher.ts'

/** What a question on own data was read as. */
export type Asked = {
  readonly plain: string
  readonly topics: ReadonlySet<OwnTopic>
  readonly groupings: readonly OwnGrouping[]
  readonly coins: readonly string[]
  readonly matcher: OwnMatcher
}

/** Coins that one question may name; of more none is looked up. */
const MOST_COINS = 4
const MOST_TRADES = 10

/** Figures with words of their own, those that others hold in them first: "average profit per trade" is the expectancy. */
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

/**
 * The calls that answer what was read; undefined where nothing own is asked.
 *
 * @param period undefined: all time
 * @throws never
 */
export function callsFrom(asked: Asked, period: OwnPeriod | undefined): readonly OwnCall[] | undefined {
  if (asked.coins.length > MOST_COINS) return undefined
  const coins = asked.coins.length === 0 ? [undefined] : asked.coins
  const calls = coins.flatMap((ticker) => callFor(asked, period, ticker) ?? [])
  return calls.length === 0 ? undefined : calls
}

function callFor(asked: Asked, period: OwnPeriod | undefined, ticker: string | undefined): OwnCall | undefined {
  const { topics, groupings, plain, matcher } = asked
  const about = ticker === undefined ? {} : { ticker }
  const closed = { ...about, ...sideOf(asked), ...(period !== undefined && { period }) }
  const figure = FIGURES.find((one) => topics.has(one))
  const by = groupings[0]
  if (figure !== undefined) return { name: 'get_own_statistics', arguments: { figure, ...closed, ...grouped(asked, by) } }
  if (by !== undefined && !isTradeWanted(asked)) {
    return { name: 'get_own_statistics', arguments: { figure: 'net', ...closed, ...grouped(asked, by) } }
  }
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
  if (topics.has('net')) return { name: 'get_own_statistics', arguments: { figure: 'net', ...closed } }
  return topics.has('trades') ? { name: 'get_own_trades', arguments: closed } : undefined
}

/** "The tags of my last trades" are told with the trades. */
const isTradeWanted = ({ topics, groupings, plain, matcher }: Asked): boolean =>
  groupings[0] === 'tag' && topics.has('trades') && matcher.newest(plain)

/** The best or the worst, the winners or losers, the newest; undefined where none of that is said of trades. */
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

/** "My last 5 trades": no more than can be shown. */
function countOf(plain: string): { readonly count?: number } {
  const count = Number(/(?<!\p{N})(\d{1,3})(?=\s?(?!\p{N}))/u.exec(plain)?.[1] ?? 0)
  return count >= 1 ? { count: Math.min(count, MOST_TRADES) } : {}
}

function grouped({ plain, matcher }: Asked, by: OwnGrouping | undefined): { readonly by?: OwnGrouping; readonly rank?: 'best' | 'worst' } {
  if (by === undefined) return {}
  const [isBest, isWorst] = [matcher.best(plain), matcher.worst(plain)]
  return { by, ...(isBest !== isWorst && by !== 'side' && { rank: isBest ? 'best' : 'worst' }) }
}

/** Long or short where one of them is named. */
export function sideOf({ plain, groupings, matcher }: Asked): { readonly side?: 'long' | 'short' } {
  if (groupings.includes('side')) return {}
  const [isLong, isShort] = [matcher.long(plain.replaceAll(' how long ', ' ')), matcher.short(plain)]
  return isLong === isShort ? {} : { side: isLong ? 'long' : 'short' }
}
