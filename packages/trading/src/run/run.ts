import { DECIMALS, price, priceText, size, sizeText, usdcText } from '@aerie/core/numbers/units'
import * as z from 'zod/mini'
import type { Command } from '../commands.ts'
import { deposit, type MarketChange, onClock, onCommand, onMarket } from '../engine.ts'
import type { Instrument } from '../instrument.ts'
import { accountFigures, entryOf, positionFigures } from '../margin/figures.ts'
import type { Position } from '../matching/fill.ts'
import { applyBook, applyMark, applyOracle, applyTrade, emptyMarket, type Market } from '../matching/market.ts'
import { emptyWorking } from '../matching/working.ts'
import type { Order } from '../orders/order.ts'
import { cancelPlanOf, decimalOf, TermsFault, termsOf } from '../orders/terms.ts'
import { averagePrice, emptyAccount, ledgerTotal, sizeWithoutStop } from '../state.ts'
import { eventJson } from '../stored/event-json.ts'
import { DEFAULT_RULES, type Rules, type Turn } from '../turn.ts'
import { amountOf, instrumentOfStage, levelsOf, partOf, type RunLine, ratesOf, runLine, stageLine } from './run-lines.ts'

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
