import { sizeOfRisk, USABLE_MARGIN } from '@aerie/core/market/order-size'
import {
  DECIMALS,
  decimalText,
  type Fraction,
  fraction,
  microUsdc,
  parseDecimal,
  price as priceOf,
  size as sizeOf,
  sizeText,
} from '@aerie/core/numbers/units'
import { isZone } from '@aerie/journal/zone-time'
import type { OwnResult, OwnToolCall, OwnValue } from '@aerie/wire/agent/agent-own'
import { alertSentence } from '@aerie/wire/alerts/alert-kinds'
import type { TripRow } from '@aerie/wire/journal/journal'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'
import { AppError } from '../../../platform/http/app-error.ts'
import { type MarketFigureSources, readAccuracy, readChance, readComparison, readMarket } from './market-figures.ts'
import { positionsOf, readAccount } from './own-account.ts'
import { readStatistics, readTrades } from './own-journal.ts'
import { fundingValue, MOST_OWN_ROWS, negated, type OwnReading, price, share, sumOf, usdc, word } from './own-reading.ts'
import type { OwnSources } from './own-sources.ts'
import { type BareResult, momentText, ownWithText } from './own-text.ts'
import { ownText } from './own-words.ts'

export type OwnAsker = { readonly userId: string; readonly zone: string | undefined; readonly language: string }

/** Never rejects: errors are part of the result. */
export type RunOwn = (call: OwnToolCall, asker: OwnAsker) => Promise<OwnResult>

type Deps = {
  readonly sources: OwnSources
  readonly market: MarketFigureSources
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
  readonly timeoutMs?: number
}

/** Timeout per read; statistics of 300,000 trades take two seconds. */
const TIMEOUT_MS = 8_000

export const ownTools =
  ({ sources, market, now, onFailure, timeoutMs = TIMEOUT_MS }: Deps): RunOwn =>
  async (call, { userId, zone: asked, language }) => {
    const zone = asked !== undefined && isZone(asked) ? asked : 'UTC'
    const blank: BareResult = { ...empty(), tool: call.name, asked: call.arguments, zone, at: Math.floor(now()) }
    try {
      const read = await inTime(readingOf(call, { sources, userId, blank, language }, market), timeoutMs)
      return ownWithText(read, language)
    } catch (error) {
      const isTooMany = error instanceof AppError && error.code === 'rule_broken'
      if (!(error instanceof AppError)) onFailure(error)
      return { ...ownWithText(blank, language), notes: [], problem: ownText(isTooMany ? 'too_many' : 'failed', language) }
    }
  }

const empty = () => ({ span: null, source: null, made_of: null, values: [], rows: [], more: 0 })

function readingOf(call: OwnToolCall, reading: OwnReading, market: MarketFigureSources): Promise<BareResult> {
  switch (call.name) {
    case 'get_own_account':
      return readAccount(reading)
    case 'get_own_positions':
      return readPositions(reading, call.arguments)
    case 'get_own_orders':
      return readOrders(reading, call.arguments)
    case 'get_own_trades':
      return readTrades(reading, call.arguments)
    case 'get_own_statistics':
      return readStatistics(reading, call.arguments)
    case 'get_own_alerts':
      return readAlerts(reading, call.arguments.ticker)
    case 'get_own_what_if':
      return readWhatIf(reading, call.arguments)
    case 'get_own_position_size':
      return readSize(reading, market, call.arguments)
    case 'get_coin_comparison':
      return readComparison(market, reading.blank, call.arguments)
    case 'get_forecast_accuracy':
      return readAccuracy(market, reading.blank, call.arguments)
    case 'get_price_chance':
      return readChance(market, reading.blank, call.arguments)
    case 'get_market_figures':
      return readMarket(market, reading.blank, call.arguments)
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

async function readPositions(
  reading: OwnReading,
  asked: Extract<OwnToolCall, { name: 'get_own_positions' }>['arguments'],
): Promise<BareResult> {
  const { sources, userId, blank } = reading
  const { source_kind: source } = await sources.account(userId)
  const all = positionsOf(await sources.positions(userId), asked)
  const shown = all.slice(0, MOST_OWN_ROWS)
  // Beside the positions themselves, which are answered without them too.
  const [orders, trips] = await Promise.all([
    shown.length === 0 ? [] : sources.orders(userId, { state: 'open' }).catch(() => undefined),
    shown.length === 0 ? [] : sources.openTrips(userId, asked.ticker).catch(() => undefined),
  ])
  // The total of several positions: none of their rows has it.
  const values = all.length < 2 ? [] : [usdc('unrealised', sumOf(all.map(({ unrealised }) => unrealised)))]
  return { ...blank, source, values, rows: shown.map((each) => positionRow(each, orders, trips)), more: all.length - shown.length }
}

function positionRow(
  position: TradingPosition,
  orders: readonly TradingOrder[] | undefined,
  trips: readonly TripRow[] | undefined,
): OwnResult['rows'][number] {
  const { symbol, size, entry, mark, unrealised, mode, leverage, margin, liquidation_price: liquidation } = position
  const isShort = size.startsWith('-')
  const cost = Number(entry) * Math.abs(Number(size))
  const trip = trips?.find((each) => each.symbol === symbol && each.origin === 'paper')
  const { opened_at_ms: opened, fees = null, funding = null, currency } = trip ?? {}
  const values: OwnValue[] = [
    word('side', isShort ? 'short' : 'long'),
    { key: 'size', value: size.replace('-', ''), unit: 'coins' as const },
    price('entry', entry),
    price('mark', mark),
    usdc('unrealised', unrealised),
    ...(unrealised === null || !(cost > 0) ? [] : [share('unrealised_share', Number(unrealised) / cost)]),
    // Null also where no price liquidates it, so the reason does not claim a missing price.
    { ...price('liquidation', liquidation), ...(liquidation === null && { reason: 'none' }) },
    ...distance('to_liquidation', mark, liquidation),
    ...(orders === undefined ? [] : stopValues(position, orders)),
    { key: 'leverage', value: String(leverage), unit: 'count' as const },
    word('mode', mode),
    usdc('margin', margin),
    ...(currency === 'USDC' ? [usdc('fees_paid', fees), fundingValue(negated(funding))] : []),
    ...(opened === null || opened === undefined ? [] : [{ key: 'opened', value: String(opened), unit: 'instant_ms' as const }]),
  ]
  return { name: symbol, values }
}

/** The stop that triggers first, and how far the mark is from it; "none" if nothing stops the position. */
function stopValues({ symbol, size, mark }: TradingPosition, orders: readonly TradingOrder[]): OwnValue[] {
  const isShort = size.startsWith('-')
  const triggers = orders.flatMap(({ symbol: of, role, side, trigger, state }) =>
    of === symbol && role === 'stop_loss' && (side === 'buy') === isShort && trigger !== null && state !== 'canceled' ? [trigger] : [],
  )
  const [first = null] = triggers.toSorted((a, b) => (isShort ? Number(a) - Number(b) : Number(b) - Number(a)))
  return [{ ...price('stop_loss', first), ...(first === null && { reason: 'none' }) }, ...distance('to_stop', mark, first)]
}

/** Distance from the mark as a fraction of it. */
const distance = (key: string, mark: string | null, level: string | null): OwnValue[] =>
  mark === null || level === null || !(Number(mark) > 0) ? [] : [share(key, Math.abs(Number(level) / Number(mark) - 1))]

async function readOrders(
  { sources, userId, blank, language }: OwnReading,
  { state, ticker, without, kind, order_side: side }: Extract<OwnToolCall, { name: 'get_own_orders' }>['arguments'],
): Promise<BareResult> {
  const { source_kind: source } = await sources.account(userId)
  const isAsked = (each: Pick<TradingOrder, 'symbol' | 'side'>) =>
    without?.includes(each.symbol) !== true && (side === undefined || each.side === side)
  if (state === 'filled') {
    if (kind !== undefined) throw new AppError('bad_input', { detail: 'A fill has no kind of order.' })
    const fills = (await sources.fills(userId, ticker)).filter(isAsked)
    return { ...blank, source, rows: fills.slice(0, MOST_OWN_ROWS).map((fill) => fillRow(fill, blank.zone, language)) }
  }
  const orders = await sources.orders(userId, { state, ...(ticker !== undefined && { symbol: ticker }) })
  const all = orders.filter((order) => isAsked(order) && (kind === undefined || isOfKind(order, kind)))
  return { ...blank, source, rows: all.slice(0, MOST_OWN_ROWS).map(orderRow), more: Math.max(0, all.length - MOST_OWN_ROWS) }
}

type OrderKind = NonNullable<Extract<OwnToolCall, { name: 'get_own_orders' }>['arguments']['kind']>

function isOfKind({ type, role, stop_loss: stop, take_profit: profit }: TradingOrder, kind: OrderKind): boolean {
  if (kind === 'stop') return role === 'stop_loss' || type === 'stop' || type === 'stop_limit' || type === 'trailing_stop' || stop != null
  if (kind === 'take_profit') return role === 'take_profit' || type === 'take_profit' || type === 'take_profit_limit' || profit != null
  return type === kind
}

function fillRow({ symbol, side, size, price: at, fee, realised, at: moment }: TradingFill, zone: string, language: string) {
  const values = [
    word('side', side),
    { key: 'size', value: size, unit: 'coins' as const },
    price('price', at),
    usdc('fees_paid', fee),
    usdc('realised', realised),
  ]
  return { name: `${symbol} · ${momentText(Date.parse(moment), zone, language)}`, values }
}

function orderRow(order: TradingOrder): OwnResult['rows'][number] {
  const {
    symbol,
    side,
    type,
    role,
    size,
    price: limit,
    trigger,
    trailing_stop_price: trailing,
    filled,
    average_price: average,
    state,
  } = order
  const { take_profit: profit, stop_loss: stop } = order
  const values = [
    word('side', side),
    word('type', type.replaceAll('_', ' ')),
    ...(role === 'stop_loss' || role === 'take_profit' ? [word('role', role)] : []),
    { key: 'size', value: size, unit: 'coins' as const },
    ...(limit === null ? [] : [price('price', limit)]),
    ...(trigger === null ? [] : [price('trigger', trigger)]),
    ...(trailing === null || trailing === undefined ? [] : [price('trailing', trailing)]),
    ...(profit === null || profit === undefined ? [] : [price('take_profit', profit.trigger)]),
    ...(stop === null || stop === undefined ? [] : [price('stop_loss', stop.trigger)]),
    { key: 'filled', value: filled, unit: 'coins' as const },
    ...(average === null || average === undefined ? [] : [price('average', average)]),
    word('state', state),
  ]
  return { name: symbol, values }
}

async function readAlerts({ sources, userId, blank }: OwnReading, ticker: string | undefined): Promise<BareResult> {
  const all = (await sources.alerts(userId)).filter(({ symbol }) => ticker === undefined || symbol === ticker)
  const order = ['active', 'paused', 'expired', 'done']
  const sorted = all.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const rows = sorted
    .slice(0, MOST_OWN_ROWS)
    .map((alert) => ({ name: alertSentence(alert), values: [word('alert_state', `alert_${alert.state}`)] }))
  return { ...blank, rows, more: all.length - rows.length }
}

/** By the margin model: marks move, nothing else. Refuses neither percent nor level, and both. */
async function readWhatIf(
  { sources, userId, blank }: OwnReading,
  { ticker, percent, level }: Extract<OwnToolCall, { name: 'get_own_what_if' }>['arguments'],
): Promise<BareResult> {
  if ((percent === undefined) === (level === undefined) || (level !== undefined && ticker === undefined))
    throw new AppError('bad_input', { detail: 'Give a percentage, or a coin and a level.' })
  const supposed = await sources.whatIf(userId, { symbol: ticker, percent, level })
  const { positions, liquidated, waiting, source_kind: source } = supposed
  const values = [
    usdc('equity_then', supposed.equity.after),
    usdc('equity', supposed.equity.before),
    usdc('unrealised_then', supposed.unrealised.after),
    usdc('unrealised', supposed.unrealised.before),
    usdc('maintenance_then', supposed.maintenance),
    usdc('free_margin_then', supposed.free_margin),
    word('liquidation_then', liquidated.length === 0 ? 'none' : liquidated.join(', ')),
  ]
  const rows = positions.map(({ symbol, size, mark, unrealised }) => ({
    name: symbol,
    values: [
      word('side', size.startsWith('-') ? 'short' : 'long'),
      { key: 'size', value: size.replace('-', ''), unit: 'coins' as const },
      price('mark_then', mark),
      usdc('unrealised_then', unrealised),
    ],
  }))
  const remarks = [
    { key: positions.length === 0 ? 'no_position' : 'only_marks', n: 0 } as const,
    ...(waiting > 0 ? [{ key: 'orders_reached', n: waiting } as const] : []),
  ]
  return { ...blank, source, values, rows, remarks }
}

/** The ticket's own sizing by risk, from the mark. */
async function readSize(
  { sources, userId, blank }: OwnReading,
  { instrument }: MarketFigureSources,
  { ticker, percent, level }: Extract<OwnToolCall, { name: 'get_own_position_size' }>['arguments'],
): Promise<BareResult> {
  const [account, { market, terms }] = await Promise.all([sources.account(userId), instrument(ticker)])
  if (terms === undefined) throw new AppError('not_found', { detail: 'This coin is not traded here.' })
  const read = (text: string | null, decimals: number): bigint | null => {
    const parsed = text === null ? undefined : parseDecimal(text, decimals)
    return parsed?.ok === true ? parsed.value : null
  }
  const known = <T>(value: bigint | null, of: (value: bigint) => T): T | null => (value === null ? null : of(value))
  const share = (text: string): Fraction => fraction(read(text, DECIMALS.fraction) ?? 0n)
  const [entry, stop] = [known(read(market.mark, DECIMALS.price), priceOf), known(read(level, DECIMALS.price), priceOf)]
  const equity = known(read(account.equity, DECIMALS.usdc), microUsdc)
  const free = known(read(account.free_margin, DECIMALS.usdc), microUsdc)
  const lot = sizeOf(read(terms.lot, DECIMALS.size) ?? 1n)
  const fee = share(terms.taker_fee)
  const sized = sizeOfRisk(fraction(share(percent) / 100n), {
    entry,
    stop,
    lot,
    equity,
    free,
    leverage: 1n,
    fee,
    usable: USABLE_MARGIN.cross,
  })
  const worth = sized.ok && entry !== null ? decimalText(sized.size * entry, DECIMALS.notional) : null
  const isBeyond = worth !== null && account.free_margin !== null && Number(worth) > Number(account.free_margin)
  const risked = account.equity === null ? null : String((Number(account.equity) * Number(percent)) / 100)
  const amount: OwnValue = sized.ok
    ? { key: 'size', value: sizeText(sized.size), unit: 'coins' }
    : { key: 'size', value: null, unit: 'coins', reason: sized.reason.replaceAll('-', ' ') }
  return {
    ...blank,
    source: account.source_kind,
    values: [
      amount,
      usdc('worth', worth),
      usdc('risked', risked),
      price('entry', market.mark),
      price('stop_loss', level),
      usdc('equity', account.equity),
      usdc('free_margin', account.free_margin),
    ],
    remarks: [{ key: 'size_at_mark', n: 0 }, ...(isBeyond ? [{ key: 'needs_leverage', n: 0 } as const] : [])],
  }
}
