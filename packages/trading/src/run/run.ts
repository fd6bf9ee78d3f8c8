import {
  DECIMALS,
  decimalText,
  FRACTION_ONE,
  fraction,
  microUsdc,
  notional,
  price,
  priceText,
  size,
  sizeText,
  usdcText,
} from '@aerie/core/numbers/units'
import { clientId, decimalField, instrumentSymbol, orderBody, orderReference } from '@aerie/wire/trading/trading'
import { scheduledCancelBody } from '@aerie/wire/trading/trading-account'
import * as z from 'zod/mini'
import type { Command } from '../commands.ts'
import { deposit, type MarketChange, onClock, onCommand, onMarket } from '../engine.ts'
import type { TradingEvent } from '../events.ts'
import { type FeeRates, type Instrument, marginTiers, tierOfLeverage } from '../instrument.ts'
import { accountFigures, entryOf, positionFigures } from '../margin/figures.ts'
import { FEE_SCHEDULES, type Position } from '../matching/fill.ts'
import { applyBook, applyMark, applyOracle, applyTrade, type BookLevel, emptyMarket, type Market } from '../matching/market.ts'
import { emptyWorking } from '../matching/working.ts'
import type { Order } from '../orders/order.ts'
import { cancelPlanOf, decimalOf, TermsFault, termsOf } from '../orders/terms.ts'
import { averagePrice, emptyAccount, ledgerTotal, sizeWithoutStop } from '../state.ts'
import { DEFAULT_RULES, type Rules, type Turn } from '../turn.ts'

/** Unreadable line; ends the run. */
export class RunFault extends Error {
  override readonly name = 'RunFault'
  readonly line: number
  constructor(line: number, message: string, options?: ErrorOptions) {
    super(`line ${line}: ${message}`, options)
    this.line = line
  }
}

type Run = { readonly turn: Turn; readonly markets: Map<string, Market>; readonly rules: Rules; now: number }

/** Run that processes one line at a time. */
export type LineRun = {
  readonly handle: (text: string) => Record<string, unknown>[]
  readonly close: () => Record<string, unknown>[]
}

/** Opens a run of the paper engine over JSON lines on their own clock: first the stage, then events ordered by `t`. */
export function openLineRun(): LineRun {
  let run: Run | undefined
  let number = 0
  const handle = (text: string) => {
    number += 1
    if (text.trim() === '') return []
    if (run === undefined) run = readable(number, () => openRun(text))
    else {
      const open = run
      readable(number, () => applyLine(open, parse(runLine, text)))
    }
    return run.turn.events.splice(0).map(eventJson)
  }
  const close = () => {
    if (run === undefined) throw new RunFault(Math.max(1, number), 'There is no first line that sets the stage.')
    return [{ final: closingState(run.turn) }]
  }
  return { handle, close }
}

/** Runs all lines; yields each event, then the final state, as JSON values. @throws RunFault at the first invalid line */
export function* runLines(lines: Iterable<string>): Generator<Record<string, unknown>> {
  const run = openLineRun()
  for (const text of lines) yield* run.handle(text)
  yield* run.close()
}

function readable<T>(line: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TermsFault || error instanceof LineFault) throw new RunFault(line, error.message, { cause: error })
    throw error
  }
}

class LineFault extends Error {
  override readonly name = 'LineFault'
}

function parse<S extends z.core.$ZodType>(schema: S, text: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new LineFault('This is not JSON.', { cause: error })
  }
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new LineFault(`${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'not as expected'}`)
}

function openRun(text: string): Run {
  const stage = parse(stageLine, text)
  const instruments: Instrument[] = stage.instruments.map(instrumentOfStage)
  const markets = new Map(instruments.map((one) => [one.symbol, emptyMarket(one)]))
  if (markets.size !== instruments.length) throw new LineFault('An instrument is named twice.')
  if (instruments.some(({ tick, lot }) => tick <= 0n || lot <= 0n)) throw new LineFault('Ticks and lots are above 0.')
  const rules = { ...DEFAULT_RULES, fees: stage.fees && ratesOf(stage.fees), latencyMs: stage.latency_ms ?? 0 }
  const run = { markets, rules, now: 0, turn: { state: emptyAccount(), working: emptyWorking(), markets, rules, now: 0, events: [] } }
  deposit(run.turn, amountOf(stage.deposit))
  return run
}

function applyLine(run: Run, line: RunLine) {
  if (line.t < run.now) throw new LineFault(`The clock goes back from ${run.now} to ${line.t}.`)
  run.now = line.t
  const turn = { ...run.turn, now: line.t }
  const symbol = symbolOf(line)
  if (symbol !== undefined && !run.markets.has(symbol)) throw new LineFault(`There is no instrument ${symbol}.`)
  const command = commandOf(line)
  if (command !== undefined) return onCommand(turn, command)
  const change = applyMarketLine(run, line)
  if (change === undefined) onClock(turn)
  else onMarket(turn, change)
}

const symbolOf = ({
  book,
  trade,
  mark,
  oracle,
  funding,
  order,
  close,
  reverse,
  rearm,
  leverage,
  margin,
  cancel_all,
}: RunLine): string | undefined =>
  (book ?? trade ?? mark ?? oracle ?? funding ?? order ?? close ?? reverse ?? rearm ?? leverage ?? margin ?? cancel_all)?.symbol

function commandOf(line: RunLine): Command | undefined {
  const { order, cancel, cancel_all, modify, flatten, schedule_cancel } = line
  if (order) return { kind: 'order', terms: termsOf(order) }
  if (cancel !== undefined) return { kind: 'cancel', clientId: cancel }
  if (cancel_all) return { kind: 'cancelAll', symbol: cancel_all.symbol }
  if (modify) return { kind: 'modify', clientId: modify.client_id, ...changesOf(modify) }
  if (schedule_cancel !== undefined) return { kind: 'scheduleCancel', plan: schedule_cancel && cancelPlanOf(schedule_cancel) }
  return flatten ? { kind: 'flatten' } : positionCommandOf(line)
}

function positionCommandOf({ t, close, reverse, rearm, leverage, margin }: RunLine): Command | undefined {
  if (close) return { kind: 'close', symbol: close.symbol, fraction: partOf(close.fraction), clientId: close.client_id ?? `close.${t}` }
  if (reverse) return { kind: 'reverse', symbol: reverse.symbol, clientId: reverse.client_id ?? `reverse.${t}` }
  if (rearm) return { kind: 'rearm', symbol: rearm.symbol, clientId: rearm.client_id ?? `rearm.${t}` }
  if (leverage) return { kind: 'leverage', symbol: leverage.symbol, leverage: BigInt(leverage.leverage), mode: leverage.margin ?? 'cross' }
  return margin && { kind: 'margin', symbol: margin.symbol, amount: amountOf(margin.amount) }
}

const changesOf = (given: NonNullable<RunLine['modify']>) => ({
  size: given.size === undefined ? undefined : size(decimalOf('size', given.size, DECIMALS.size)),
  price: given.price === undefined ? undefined : price(decimalOf('price', given.price, DECIMALS.price)),
  trigger: given.trigger === undefined ? undefined : price(decimalOf('trigger', given.trigger, DECIMALS.price)),
})

function applyMarketLine({ markets }: Run, { t, book, trade, mark, oracle, funding }: RunLine): MarketChange | undefined {
  const of = (symbol: string): Market => {
    const market = markets.get(symbol)
    if (market === undefined) throw new LineFault(`There is no instrument ${symbol}.`)
    return market
  }
  if (book) {
    applyBook(of(book.symbol), { bids: levelsOf(book.bids), asks: levelsOf(book.asks) }, t)
    return { kind: 'book', symbol: book.symbol }
  }
  if (trade) {
    const marketTrade = { ...positivePair(trade), aggressor: trade.aggressor }
    applyTrade(of(trade.symbol), marketTrade, t)
    return { kind: 'trade', symbol: trade.symbol, trade: marketTrade }
  }
  if (mark) {
    applyMark(of(mark.symbol), positivePrice(mark.price), t)
    return { kind: 'mark', symbol: mark.symbol }
  }
  if (oracle) {
    applyOracle(of(oracle.symbol), positivePrice(oracle.price), t)
    return { kind: 'oracle', symbol: oracle.symbol }
  }
  if (funding) return { kind: 'funding', symbol: funding.symbol, premium: partOf(funding.premium) }
  return undefined
}

function positivePrice(text: string) {
  const value = price(decimalOf('price', text, DECIMALS.price))
  if (value <= 0n) throw new LineFault('Enter a price above 0.')
  return value
}

const positivePair = (given: { readonly price: string; readonly size: string }) => {
  const amount = size(decimalOf('size', given.size, DECIMALS.size))
  if (amount <= 0n) throw new LineFault('Enter a size above 0.')
  return { price: positivePrice(given.price), size: amount }
}

function closingState(turn: Turn): Record<string, unknown> {
  const { state, markets } = turn
  const { cash, equity, marginUsed, maintenance } = accountFigures(state, markets)
  return {
    cash: usdcText(cash),
    equity: usdcText(equity),
    margin_used: usdcText(marginUsed),
    maintenance: usdcText(maintenance),
    positions: [...state.positions.values()].map((one) => positionJson(turn, one)),
    orders: [...state.orders.values()].map(orderJson),
    ledger: Object.fromEntries([...state.ledger].map(([account, amount]) => [account, usdcText(amount)])),
    ledger_total: usdcText(ledgerTotal(state)),
  }
}

function positionJson({ state, markets }: Turn, position: Position): Record<string, unknown> {
  const { liquidation, margin, unrealised } = positionFigures(state, markets, position)
  return {
    symbol: position.symbol,
    size: sizeText(position.size),
    entry: priceText(entryOf(position)),
    mode: position.mode,
    margin: usdcText(margin),
    liquidation_price: liquidation === undefined ? null : priceText(liquidation),
    unrealised: usdcText(unrealised),
    ...(state.unprotected.has(position.symbol) && { unprotected: sizeText(sizeWithoutStop(state, position.symbol)) }),
  }
}

function orderJson(order: Order): Record<string, unknown> {
  const average = averagePrice(order)
  return {
    client_id: order.terms.clientId,
    symbol: order.terms.symbol,
    state: order.state,
    filled: sizeText(size(order.filled)),
    average_price: average === undefined ? null : priceText(average),
    reason: order.reason ?? null,
  }
}

const wholeNumber = z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^[1-9]\d{0,5}$/))])

const instrument = z.object({
  symbol: instrumentSymbol,
  tick: decimalField,
  lot: decimalField,
  min_notional: z.optional(decimalField),
  max_leverage: z.optional(wholeNumber),
  tiers: z.optional(z.array(z.object({ from: decimalField, rate: decimalField }))),
  taker_fee: z.optional(decimalField),
  maker_fee: z.optional(decimalField),
})

/** First line of a run: its setup. */
const stageLine = z.object({
  instruments: z.array(instrument).check(z.minLength(1)),
  fees: z.optional(z.object({ taker: decimalField, maker: decimalField })),
  latency_ms: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  deposit: decimalField,
})

const level = z.tuple([decimalField, decimalField])
const side = z.enum(['buy', 'sell'])

/** Further line: an instant and at most one event. */
const runLine = z.object({
  t: z.int(),
  book: z.optional(z.object({ symbol: instrumentSymbol, bids: z.array(level), asks: z.array(level) })),
  trade: z.optional(z.object({ symbol: instrumentSymbol, price: decimalField, size: decimalField, aggressor: z.optional(side) })),
  mark: z.optional(z.object({ symbol: instrumentSymbol, price: decimalField })),
  oracle: z.optional(z.object({ symbol: instrumentSymbol, price: decimalField })),
  funding: z.optional(z.object({ symbol: instrumentSymbol, premium: decimalField })),
  order: z.optional(orderBody),
  cancel: z.optional(orderReference),
  cancel_all: z.optional(z.object({ symbol: z.optional(instrumentSymbol) })),
  modify: z.optional(
    z.object({
      client_id: orderReference,
      size: z.optional(decimalField),
      price: z.optional(decimalField),
      trigger: z.optional(decimalField),
    }),
  ),
  close: z.optional(z.object({ symbol: instrumentSymbol, fraction: z.optional(decimalField), client_id: z.optional(clientId) })),
  reverse: z.optional(z.object({ symbol: instrumentSymbol, client_id: z.optional(clientId) })),
  rearm: z.optional(z.object({ symbol: instrumentSymbol, client_id: z.optional(clientId) })),
  leverage: z.optional(z.object({ symbol: instrumentSymbol, leverage: wholeNumber, margin: z.optional(z.enum(['cross', 'isolated'])) })),
  margin: z.optional(z.object({ symbol: instrumentSymbol, amount: decimalField })),
  schedule_cancel: z.optional(z.nullable(scheduledCancelBody)),
  flatten: z.optional(z.object({})),
})
/** Parsed line. */
type RunLine = z.output<typeof runLine>

type Stage = z.output<typeof stageLine>

/** Instrument of a stage; default: one tier of half the initial margin at maximum leverage. @throws TermsFault */
function instrumentOfStage(given: Stage['instruments'][number]): Instrument {
  const maxLeverage = BigInt(given.max_leverage ?? highestOf(given.tiers))
  const steps = (given.tiers ?? []).map(({ from, rate }) => ({
    from: notional(decimalOf('from', from, DECIMALS.notional)),
    rate: fraction(decimalOf('rate', rate, DECIMALS.fraction)),
  }))
  return {
    symbol: given.symbol,
    tick: price(decimalOf('tick', given.tick, DECIMALS.price)),
    lot: size(decimalOf('lot', given.lot, DECIMALS.size)),
    minNotional: notional(decimalOf('min_notional', given.min_notional ?? '0', DECIMALS.notional)),
    maxLeverage,
    tiers: steps.length === 0 ? tierOfLeverage(maxLeverage) : marginTiers(steps.toSorted((a, b) => (a.from < b.from ? -1 : 1))),
    fees: feesOfStage(given),
  }
}

function highestOf(tiers: Stage['instruments'][number]['tiers']): number {
  const rate = Number(tiers?.[0]?.rate ?? '0.5')
  return Math.max(1, Math.round(1 / (2 * rate)))
}

const feesOfStage = ({ taker_fee, maker_fee }: Stage['instruments'][number]): FeeRates => {
  const fallback = FEE_SCHEDULES['hyperliquid-0']
  return {
    taker: taker_fee === undefined ? fallback.taker : fraction(decimalOf('taker_fee', taker_fee, DECIMALS.fraction)),
    maker: maker_fee === undefined ? fallback.maker : fraction(decimalOf('maker_fee', maker_fee, DECIMALS.fraction)),
  }
}

/** Rates of a stage's own fee schedule. */
const ratesOf = ({ taker, maker }: { readonly taker: string; readonly maker: string }): FeeRates => ({
  taker: fraction(decimalOf('taker', taker, DECIMALS.fraction)),
  maker: fraction(decimalOf('maker', maker, DECIMALS.fraction)),
})

/** Levels of a line: prices above 0; size 0 means absent. @throws TermsFault */
const levelsOf = (levels: readonly (readonly [string, string])[]): BookLevel[] =>
  levels.map(([at, amount]) => [
    price(atLeast('price', decimalOf('price', at, DECIMALS.price), 1n)),
    size(atLeast('size', decimalOf('size', amount, DECIMALS.size), 0n)),
  ])

function atLeast(field: string, value: bigint, least: bigint): bigint {
  if (value < least) throw new TermsFault(field, least === 0n ? 'Enter 0 or more.' : 'Enter more than 0.')
  return value
}

/** Deposit in micro-USDC. */
const amountOf = (text: string) => microUsdc(decimalOf('amount', text, DECIMALS.usdc))

/** Fraction; default 1. */
const partOf = (text: string | undefined) =>
  text === undefined ? fraction(FRACTION_ONE) : fraction(decimalOf('fraction', text, DECIMALS.fraction))

const PRICES = ['price', 'at', 'trigger', 'extreme', 'stop', 'oracle', 'activation', 'decisionMid', 'arrivalMid']
const SIZES = ['size', 'queueAhead', 'trade', 'ahead', 'filled']
const AMOUNTS = ['fee', 'amount', 'realised', 'equity', 'maintenance', 'margin']
const NOTIONALS = ['notional', 'cost', 'paid']
const FRACTIONS = ['rate', 'feeRate', 'callback', 'slippage', 'skew', 'sizeSkew']

const DECIMALS_OF: ReadonlyMap<string, number> = new Map([
  ...PRICES.map((key) => [key, DECIMALS.price] as const),
  ...SIZES.map((key) => [key, DECIMALS.size] as const),
  ...AMOUNTS.map((key) => [key, DECIMALS.usdc] as const),
  ...NOTIONALS.map((key) => [key, DECIMALS.notional] as const),
  ...FRACTIONS.map((key) => [key, DECIMALS.fraction] as const),
  ['leverage', 0],
])

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** JSON form of an event value; a number's unit follows from its field name. */
function jsonOf(value: unknown, key: string): unknown {
  if (typeof value === 'bigint') return decimalText(value, DECIMALS_OF.get(key) ?? 0)
  if (key === 'levels' && Array.isArray(value))
    return value.map((level: readonly bigint[]) => [textOf(level[0], DECIMALS.price), textOf(level[1], DECIMALS.size)])
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, key))
  return typeof value === 'object' && value !== null ? recordJson(value) : value
}

function recordJson(value: object): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.map(([name, one]) => [snake(name), jsonOf(one, name)]))
}

const textOf = (value: bigint | undefined, decimals: number): string => decimalText(value ?? 0n, decimals)

const eventOrderJson = ({ terms, role, parent, state, reason, size, price, trigger }: Order): unknown =>
  jsonOf(
    {
      clientId: terms.clientId,
      symbol: terms.symbol,
      side: terms.side,
      type: terms.type,
      role,
      parent,
      state,
      reason,
      size,
      price,
      trigger,
    },
    'order',
  )

/** Event as a line of `trading run` and the event log: decimal strings, snake_case names. */
function eventJson(event: TradingEvent): Record<string, unknown> {
  const { kind, seq, t, ...rest } = event
  const body = 'order' in rest ? { order: eventOrderJson(rest.order) } : recordJson(rest)
  return { t, seq, event: kind, ...body }
}
