import { DEFAULT_HOURS } from '../intents.ts'
import type { OwnCall, OwnFigure, OwnGrouping, OwnPeriod } from './own-call.ts'

/** Figures of the market: a follow-up can change only their coin. */
const MARKET = ['facts', 'move', 'rate', 'gainers', 'losers', 'chance', 'comparison', 'accuracy'] as const
/** Open positions, orders, alerts and the account: as of now, without a period. */
const BOOK = ['positions', 'open', 'done', 'filled', 'account', 'alerts', 'what_if', 'size'] as const

/** What a question is about: the account as it is, closed trades, a statistic, or figures of the market. */
export type OwnSubject = (typeof MARKET)[number] | (typeof BOOK)[number] | 'list' | OwnFigure

/** Question that the server answers. No ticker means all coins, no period all time, no side both. */
export type OwnFrame = {
  readonly subject: OwnSubject
  readonly tickers: readonly string[]
  readonly side?: 'long' | 'short'
  readonly period?: OwnPeriod
  readonly by?: OwnGrouping
  /** `newest` only for a list. */
  readonly rank?: 'best' | 'worst' | 'newest'
  readonly count?: number
  readonly result?: 'win' | 'loss'
  /** Horizon of a forecast. */
  readonly hours?: number
  /** Price, as decimal text. */
  readonly level?: string
  /** Supposed change or risk in percent, as decimal text. */
  readonly percent?: string
}

/** What a follow-up changes. */
export type OwnChange = Partial<Omit<OwnFrame, 'period'>> & {
  /** Present without a value: all time, whatever the previous question's period was. */
  readonly period?: OwnPeriod | undefined
}

const isOneOf = (subjects: readonly OwnSubject[], { subject }: OwnChange): boolean => subject !== undefined && subjects.includes(subject)

/** Whether the subject is a figure of the market. */
export const isOfMarket = (frame: OwnChange): boolean => isOneOf(MARKET, frame)
/** Whether only an account has the subject, also with a coin, or it has no period: a market has no orders or positions. */
export const isOfBook = (frame: OwnChange): boolean => isOneOf(BOOK, frame) || isOfMarket(frame)

/** Whether a period applies: open positions, orders and the account are as of now. */
export const isTimed = (frame: OwnChange): boolean => !isOfBook(frame)

/** The calls that answer a question, one a coin, or one for all of them. */
export function callsOf(frame: OwnFrame): readonly OwnCall[] {
  const { subject, tickers } = frame
  const isOne = tickers.length === 0 || subject === 'account' || subject === 'comparison'
  return (isOne ? [undefined] : tickers).map((ticker) => callOf(frame, ticker))
}

type About = { readonly ticker?: string }
type Unfiltered = Exclude<OwnSubject, 'list' | OwnFigure>

/** Calls without a period, side or rank. */
const CALLS: Readonly<Record<Unfiltered, (frame: OwnFrame, about: About) => OwnCall>> = {
  account: () => ({ name: 'get_own_account', arguments: {} }),
  // A coin has one position.
  positions: ({ side }, about) => ({
    name: 'get_own_positions',
    arguments: about.ticker === undefined && side !== undefined ? { side } : about,
  }),
  alerts: (_, about) => ({ name: 'get_own_alerts', arguments: about }),
  open: (_, about) => ({ name: 'get_own_orders', arguments: { ...about, state: 'open' } }),
  done: (_, about) => ({ name: 'get_own_orders', arguments: { ...about, state: 'done' } }),
  filled: (_, about) => ({ name: 'get_own_orders', arguments: { ...about, state: 'filled' } }),
  what_if: ({ percent, level = '' }, about) => ({
    name: 'get_own_what_if',
    arguments: { ...about, ...(percent === undefined ? { level } : { percent }) },
  }),
  size: ({ percent = '', level = '' }, { ticker = '' }) => ({ name: 'get_own_position_size', arguments: { ticker, percent, level } }),
  chance: ({ hours = DEFAULT_HOURS, level = '' }, { ticker = '' }) => ({
    name: 'get_price_chance',
    arguments: { ticker, timeframe: hours, level },
  }),
  accuracy: ({ hours = DEFAULT_HOURS }, { ticker = '' }) => ({ name: 'get_forecast_accuracy', arguments: { ticker, timeframe: hours } }),
  comparison: ({ tickers }) => ({ name: 'get_coin_comparison', arguments: { tickers: [...tickers] } }),
  facts: (_, about) => ({ name: 'get_market_figures', arguments: { about: 'facts', ...about } }),
  move: (_, about) => ({ name: 'get_market_figures', arguments: { about: 'move', ...about } }),
  rate: (_, about) => ({ name: 'get_market_figures', arguments: { about: 'funding', ...about } }),
  gainers: () => ({ name: 'get_market_figures', arguments: { about: 'gainers' } }),
  losers: () => ({ name: 'get_market_figures', arguments: { about: 'losers' } }),
}

const isUnfiltered = (subject: OwnSubject): subject is Unfiltered => Object.hasOwn(CALLS, subject)

function callOf(frame: OwnFrame, ticker: string | undefined): OwnCall {
  const { subject, side, period, by, rank, count, result } = frame
  const about = ticker === undefined ? {} : { ticker }
  if (isUnfiltered(subject)) return CALLS[subject](frame, about)
  const closed = { ...about, ...(side && { side }), ...(period && { period }) }
  if (subject === 'list') {
    return {
      name: 'get_own_trades',
      arguments: { ...closed, ...(rank && { order: rank }), ...(result && { result }), ...(count && { count }) },
    }
  }
  return {
    name: 'get_own_statistics',
    arguments: { figure: subject, ...closed, ...(by && { by }), ...(by && rank && rank !== 'newest' && { rank }) },
  }
}

/** The question that a follow-up asks; undefined if its change does not apply to the previous one. */
export function continued(before: OwnFrame, change: OwnChange): OwnFrame | undefined {
  if (!isOfMarket(before) && before.subject !== 'what_if' && before.subject !== 'size') return ownContinued(before, change)
  const { tickers, ...more } = change
  return tickers === undefined || before.tickers.length === 0 || Object.keys(more).length > 0 ? undefined : { ...before, tickers }
}

function ownContinued(before: OwnFrame, change: OwnChange): OwnFrame | undefined {
  const isRanked = change.rank !== undefined && change.subject === undefined && before.by === undefined
  // "The worst one" after a result, a list or positions: a trade.
  const subject = isRanked ? 'list' : (change.subject ?? before.subject)
  const tickers = change.tickers ?? before.tickers
  const { side = before.side } = change
  const period = 'period' in change ? change.period : before.period
  if (subject === 'account' && change.subject === undefined && change.tickers !== undefined) return undefined
  if (!isTimed({ subject }) && (change.period !== undefined || change.side !== undefined)) return undefined
  const kept: OwnChange = subject === before.subject ? before : {}
  const { by = kept.by, count = kept.count, result = kept.result } = change
  // "Just the losers" of the newest trades are no longer the newest ones.
  const rank = change.rank ?? (change.result === undefined ? kept.rank : undefined)
  return {
    subject,
    tickers,
    ...(isTimed({ subject }) && { ...(side && { side }), ...(period && { period }) }),
    ...(by && { by }),
    ...(rank && { rank }),
    ...(count && { count }),
    ...(result && { result }),
  }
}
