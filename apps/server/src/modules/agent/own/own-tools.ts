import { isZone } from '@aerie/journal/zone-time'
import type { OwnResult, OwnToolCall } from '@aerie/wire/agent/agent-own'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { AppError } from '../../../plugins/app-error.ts'
import { readStatistics, readTrades } from './own-journal.ts'
import { MOST_OWN_ROWS, type OwnReading } from './own-reading.ts'
import type { OwnSources } from './own-sources.ts'
import { type BareResult, ownWithText } from './own-text.ts'
import { ownText } from './own-words.ts'

export type OwnAsker = { readonly userId: string; readonly zone: string | undefined; readonly language: string }

/** Never rejects: errors are part of the result. */
export type RunOwn = (call: OwnToolCall, asker: OwnAsker) => Promise<OwnResult>

type Deps = {
  readonly sources: OwnSources
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
  readonly timeoutMs?: number
}

/** Timeout per read; statistics of 300,000 trades take two seconds. */
const TIMEOUT_MS = 8_000

export const ownTools =
  ({ sources, now, onFailure, timeoutMs = TIMEOUT_MS }: Deps): RunOwn =>
  async (call, { userId, zone: asked, language }) => {
    const zone = asked !== undefined && isZone(asked) ? asked : 'UTC'
    const blank: BareResult = { ...empty(), tool: call.name, asked: call.arguments, zone, at: Math.floor(now()) }
    try {
      const read = await inTime(readingOf(call, { sources, userId, blank, language }), timeoutMs)
      return ownWithText(read, language)
    } catch (error) {
      const isTooMany = error instanceof AppError && error.code === 'rule_broken'
      if (!(error instanceof AppError)) onFailure(error)
      return { ...ownWithText(blank, language), notes: [], problem: ownText(isTooMany ? 'too_many' : 'failed', language) }
    }
  }

const empty = () => ({ span: null, source: null, made_of: null, values: [], rows: [], more: 0 })

function readingOf(call: OwnToolCall, reading: OwnReading): Promise<BareResult> {
  switch (call.name) {
    case 'get_own_account':
      return readAccount(reading)
    case 'get_own_positions':
      return readPositions(reading, call.arguments.ticker)
    case 'get_own_orders':
      return readOrders(reading, call.arguments)
    case 'get_own_trades':
      return readTrades(reading, call.arguments)
    case 'get_own_statistics':
      return readStatistics(reading, call.arguments)
  }
}

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('unavailable', { detail: 'This took too long.' })), timeoutMs)
  })
  // Avoids an unhandled rejection after the timeout.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const usdc = (key: string, value: string | null) => ({ key, value, unit: 'usdc' as const, ...unknownMark(value) })
const price = (key: string, value: string | null) => ({ key, value, unit: 'price' as const, ...unknownMark(value) })
const word = (key: string, value: string) => ({ key, value, unit: 'word' as const })
/** Account values are null only if a price is missing. */
const unknownMark = (value: string | null) => (value === null ? { reason: 'no price' } : {})

async function readAccount({ sources, userId, blank }: OwnReading): Promise<BareResult> {
  const { source_kind: source, equity, cash, unrealised, margin_used: used, free_margin: free } = await sources.account(userId)
  const values = [
    usdc('equity', equity),
    usdc('cash', cash),
    usdc('unrealised', unrealised),
    usdc('margin_used', used),
    usdc('free_margin', free),
  ]
  return { ...blank, source, values }
}

async function readPositions({ sources, userId, blank }: OwnReading, ticker: string | undefined): Promise<BareResult> {
  const { source_kind: source } = await sources.account(userId)
  const all = (await sources.positions(userId)).filter(({ symbol }) => ticker === undefined || symbol === ticker)
  return { ...blank, source, rows: all.slice(0, MOST_OWN_ROWS).map(positionRow), more: Math.max(0, all.length - MOST_OWN_ROWS) }
}

function positionRow({
  symbol,
  size,
  entry,
  mark,
  unrealised,
  liquidation_price: liquidation,
}: TradingPosition): OwnResult['rows'][number] {
  const values = [
    word('side', size.startsWith('-') ? 'short' : 'long'),
    { key: 'size', value: size.replace('-', ''), unit: 'coins' as const },
    price('entry', entry),
    price('mark', mark),
    usdc('unrealised', unrealised),
    ...(liquidation === null ? [] : [price('liquidation', liquidation)]),
  ]
  return { name: symbol, values }
}

async function readOrders(
  { sources, userId, blank }: OwnReading,
  { state, ticker }: { readonly state: 'open' | 'done'; readonly ticker?: string | undefined },
): Promise<BareResult> {
  const { source_kind: source } = await sources.account(userId)
  const all = await sources.orders(userId, { state, ...(ticker !== undefined && { symbol: ticker }) })
  return { ...blank, source, rows: all.slice(0, MOST_OWN_ROWS).map(orderRow), more: Math.max(0, all.length - MOST_OWN_ROWS) }
}

function orderRow({ symbol, side, type, size, price: limit, trigger, filled, state }: TradingOrder): OwnResult['rows'][number] {
  const values = [
    word('side', side),
    word('type', type.replaceAll('_', ' ')),
    { key: 'size', value: size, unit: 'coins' as const },
    ...(limit === null ? [] : [price('price', limit)]),
    ...(trigger === null ? [] : [price('trigger', trigger)]),
    { key: 'filled', value: filled, unit: 'coins' as const },
    word('state', state),
  ]
  return { name: symbol, values }
}
