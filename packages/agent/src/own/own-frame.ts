import type { OwnCall, OwnFigure, OwnGrouping, OwnPeriod } from './own-call.ts'

/** What a question is about: a list, the account, a statistic, or figures of a coin in the market. */
export type OwnSubject = 'positions' | 'open' | 'done' | 'filled' | 'account' | 'list' | 'facts' | 'move' | OwnFigure

/** Question on own data. No ticker means all coins, no period all time, no side both. */
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
}

/** What a follow-up changes. */
export type OwnChange = Partial<Omit<OwnFrame, 'period'>> & {
  /** Present without a value: all time, whatever the previous question's period was. */
  readonly period?: OwnPeriod | undefined
}

const BOOK: readonly OwnSubject[] = ['positions', 'open', 'done', 'filled', 'account', 'facts', 'move']
/** Subjects that only an account has, also with a coin: a market has no orders or positions. */
export const isOfBook = ({ subject }: OwnChange): boolean => subject !== undefined && BOOK.includes(subject)

/** Whether a period applies: open positions, orders and the account are as of now. */
export const isTimed = (frame: OwnChange): boolean => !isOfBook(frame)

/** The calls that answer a question, one a coin. */
export function callsOf(frame: OwnFrame): readonly OwnCall[] {
  const tickers = frame.tickers.length === 0 || frame.subject === 'account' ? [undefined] : frame.tickers
  return tickers.map((ticker) => callOf(frame, ticker))
}

function callOf({ subject, side, period, by, rank, count, result }: OwnFrame, ticker: string | undefined): OwnCall {
  const about = ticker === undefined ? {} : { ticker }
  if (subject === 'account') return { name: 'get_own_account', arguments: {} }
  if (subject === 'facts' || subject === 'move') return { name: 'get_market_figures', arguments: { about: subject, ...about } }
  if (subject === 'positions') return { name: 'get_own_positions', arguments: about }
  if (subject === 'open' || subject === 'done' || subject === 'filled')
    return { name: 'get_own_orders', arguments: { ...about, state: subject } }
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
  if (before.subject !== 'facts' && before.subject !== 'move') return ownContinued(before, change)
  // Figures of the market have only a coin to change.
  const { tickers, ...more } = change
  return tickers === undefined || Object.keys(more).length > 0 ? undefined : { subject: before.subject, tickers }
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
