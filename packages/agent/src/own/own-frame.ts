import { DEFAULT_HOURS } from '../intents.ts'
import type { OwnCall, OwnFigure, OwnGrouping, OwnOrderKind, OwnPeriod } from './own-call.ts'

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
  /** Coins that are left out. */
  readonly without?: readonly string[]
  readonly side?: 'long' | 'short'
  readonly period?: OwnPeriod
  /** Further periods, each answered by a call of its own. */
  readonly also?: readonly OwnPeriod[]
  readonly by?: OwnGrouping
  readonly kind?: OwnOrderKind
  readonly orderSide?: 'buy' | 'sell'
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
export type OwnChange = Partial<Omit<OwnFrame, 'period' | 'also'>> & {
  /** Present without a value: all time, whatever the previous question's period was. */
  readonly period?: OwnPeriod | undefined
  readonly also?: readonly OwnPeriod[]
}

const isOneOf = (subjects: readonly OwnSubject[], { subject }: OwnChange): boolean => subject !== undefined && subjects.includes(subject)

/** Whether the subject is a figure of the market. */
export const isOfMarket = (frame: OwnChange): boolean => isOneOf(MARKET, frame)
/** Whether only an account has the subject, also with a coin, or it has no period: a market has no orders or positions. */
export const isOfBook = (frame: OwnChange): boolean => isOneOf(BOOK, frame) || isOfMarket(frame)

/** Whether a period applies: open positions, orders and the account are as of now. */
export const isTimed = (frame: OwnChange): boolean => !isOfBook(frame)

/** Whether coins can be left out of the subject. */
export const isCoinless = (frame: OwnChange): boolean => isTimed(frame) || isOneOf(['positions', 'open', 'done', 'filled'], frame)

/** The calls that answer a question, one a coin and period, or one for all coins. */
export function callsOf({ also = [], ...frame }: OwnFrame): readonly OwnCall[] {
  const { subject, tickers } = frame
  const isOne = tickers.length === 0 || subject === 'account' || subject === 'comparison'
  const frames = [frame, ...(isTimed(frame) ? also : []).map((period) => ({ ...frame, period }))]
  return frames.flatMap((each) => (isOne ? [undefined] : tickers).map((ticker) => callOf(each, ticker)))
}

type About = { readonly ticker?: string }
type Left = About & { readonly without?: string[] }
type Unfiltered = Exclude<OwnSubject, 'list' | OwnFigure>

/** Calls without a period, side or rank. */
const CALLS: Readonly<Record<Unfiltered, (frame: OwnFrame, about: About, left: Left) => OwnCall>> = {
  account: () => ({ name: 'get_own_account', arguments: {} }),
  // A coin has one position.
  positions: ({ side }, about, left) => ({
    name: 'get_own_positions',
    arguments: about.ticker === undefined && side !== undefined ? { ...left, side } : left,
  }),
  alerts: (_, about) => ({ name: 'get_own_alerts', arguments: about }),
  open: (frame, _, left) => ({ name: 'get_own_orders', arguments: { ...left, state: 'open', ...orderedBy(frame) } }),
  done: (frame, _, left) => ({ name: 'get_own_orders', arguments: { ...left, state: 'done', ...orderedBy(frame) } }),
  filled: ({ orderSide }, _, left) => ({
    name: 'get_own_orders',
    arguments: { ...left, state: 'filled', ...(orderSide && { order_side: orderSide }) },
  }),
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

const orderedBy = ({ kind, orderSide }: OwnFrame) => ({ ...(kind && { kind }), ...(orderSide && { order_side: orderSide }) })

const isUnfiltered = (subject: OwnSubject): subject is Unfiltered => Object.hasOwn(CALLS, subject)

function callOf(frame: OwnFrame, ticker: string | undefined): OwnCall {
  const { subject, side, period, by, rank, count, result } = frame
  const about = ticker === undefined ? {} : { ticker }
  const left = { ...about, ...(frame.without && { without: [...frame.without] }) }
  if (isUnfiltered(subject)) return CALLS[subject](frame, about, left)
  const closed = { ...left, ...(side && { side }), ...(period && { period }) }
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
  // Means a day show the best and the worst one.
  const isRanked =
    change.rank !== undefined && change.subject === undefined && before.by === undefined && !before.subject.startsWith('per_')
  // "The worst one" after a result, a list or positions: a trade.
  const subject = isRanked ? 'list' : (change.subject ?? before.subject)
  const tickers = change.tickers ?? before.tickers
  const { side = before.side } = change
  const { period, also } = 'period' in change ? change : before
  if (subject === 'account' && change.subject === undefined && change.tickers !== undefined) return undefined
  if (!isTimed({ subject }) && (change.period !== undefined || change.side !== undefined)) return undefined
  const kept: OwnChange = subject === before.subject ? before : {}
  const { by = kept.by, count = kept.count, result = kept.result, kind = kept.kind, orderSide = kept.orderSide } = change
  // "And on SOL?" asks for a coin, even one that was left out before.
  const without = change.without ?? (change.tickers === undefined ? before.without : undefined)
  if (without !== undefined && !isCoinless({ subject })) return undefined
  // "Just the losers" of the newest trades are no longer the newest ones.
  const rank = change.rank ?? (change.result === undefined ? kept.rank : undefined)
  const timed = isTimed({ subject }) ? { side, period, also } : {}
  return { subject, tickers, ...present({ without, kind, orderSide, by, rank, count, result, ...timed }) }
}

/** Only the fields that have a value. */
const present = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> }
