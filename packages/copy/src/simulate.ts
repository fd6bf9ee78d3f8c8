import type { Candle } from '@aerie/core/market/candle'
import {
  FRACTION_ONE,
  type Fraction,
  type MicroUsdc,
  magnitude,
  microUsdc,
  type Notional,
  notional,
  type Price,
  price,
  type Size,
  size,
} from '@aerie/core/numbers/units'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { type CopyLimits, decideCopy, lossesOf } from './copy-decision.ts'
import { type CopyHolding, copyResult, emptyHolding, emptyShares, foldCopyEvent, type MarkOf, partOf } from './copy-parts.ts'
import type { SkipReason } from './skip-reasons.ts'

/** An own fill of a leader, as it is replayed; oldest first. */
export type PastFill = {
  readonly symbol: string
  /** Negative: sold. */
  readonly size: Size
  readonly price: Price
  readonly isMaker: boolean
  /** Market time, milliseconds. */
  readonly at: number
  /** The leader's position after it. */
  readonly position: Size
  /** Money of the leader then, isolated margins included: open results are not in it. */
  readonly money: MicroUsdc
  /** What the leader held after it, in all coins. */
  readonly open: ReadonlyMap<string, PastPosition>
}

/** An open position of a leader; its cost has the sign of its size. */
export type PastPosition = { readonly size: Size; readonly cost: Notional }

/** Rules of a coin, and its candles. */
export type PastMarket = {
  readonly lot: Size
  readonly minNotional: Notional
  readonly takerFee: Fraction
  readonly candles: PastCandles
}

type Given = {
  readonly fills: readonly PastFill[]
  readonly markets: ReadonlyMap<string, PastMarket>
  readonly allocation: MicroUsdc
  readonly limits: CopyLimits
  /** From the leader's fill to the follower's order. */
  readonly latencyMs: number
  readonly until: number
}

/** What following would have brought. Simulated: no follower has traded it. */
export type CopySimulation = {
  readonly copied: number
  /** Of those, how many were priced by candles of a minute; the others by hours. */
  readonly byMinutes: number
  /** By reason; `noPrice`: no candle is stored for that time; `totalLoss`: all that came after the run had lost its limit. */
  readonly skipped: Readonly<Partial<Record<SkipReason | 'noPrice', number>>>
  /** Realised and unrealised after fees; undefined where something open has no price. */
  readonly result: MicroUsdc | undefined
  readonly fees: MicroUsdc
  /** What the prices of copied trades were worse than the leader's, in USDC; below 0: better. */
  readonly slippage: MicroUsdc
  /** Result after each copied fill, where the total loss limit was reached, and at the end. */
  readonly curve: readonly (readonly [at: number, result: MicroUsdc])[]
}

/** As the synthetic book of a recording: its spread, steps and sizes from the range and volume of the last day's candles. */
const SPREAD_BY_DEVIATION = 0.02
const RANGE_BY_DEVIATION = 2 * Math.sqrt(Math.log(2))
const LEVEL_STEP = 0.00012
const LEVELS_AN_HOUR = 600
const WINDOW = 24

/**
 * Replays a leader's fills for one follower: each decided as it would have been, and traded a latency later at the leader's price, moved as
 * the candles moved meanwhile, behind what the leader himself took of a book as deep as the last day suggests. Where the total loss limit is
 * reached all is closed at the marks, and nothing is followed any more: as a copy that is paused and not resumed.
 *
 * @param given at most a few thousand fills: each costs some microseconds
 * @throws RangeError as `decideCopy`
 * Source: docs/user/copy.md, simulation
 */
export function simulateCopy(given: Given): CopySimulation {
  const run = openRun(given)
  for (const fill of given.fills) {
    watchLoss(run, fill.at + given.latencyMs)
    if (run.isOver) skip(run, 'totalLoss')
    else takeFill(run, fill)
  }
  watchLoss(run, given.until)
  const end = copyResult(run.holding(), marksAt(given, given.until))
  if (end !== undefined && given.fills.length > 0) run.curve.push([given.until, end])
  const { copied, byMinutes, skipped, curve } = run
  return { copied, byMinutes, skipped, result: end, fees: run.holding().fees, slippage: microUsdc(run.slippage), curve }
}

type Run = ReturnType<typeof openRun>

function openRun(given: Given) {
  const shares = emptyShares()
  const skipped: Partial<Record<SkipReason | 'noPrice', number>> = {}
  const curve: (readonly [number, MicroUsdc])[] = []
  return {
    given,
    shares,
    holding: (): CopyHolding => shares.copies.get(COPY) ?? emptyHolding(),
    /** Equity at the beginning of each cycle; undefined: it began before the first fill. */
    cycles: new Map<string, MicroUsdc>(),
    day: { number: Number.NaN, result: microUsdc(0n) },
    /** Until when its losses were looked at. */
    seenTo: given.fills[0]?.at ?? given.until,
    /** The total loss limit was reached. */
    isOver: false,
    copied: 0,
    byMinutes: 0,
    skipped,
    slippage: 0n,
    curve,
  }
}
const COPY = 'simulated'

/** Between two trades the marks alone may reach the limit. */
function watchLoss(run: Run, to: number): void {
  const { given, seenTo } = run
  if (run.isOver) return
  run.seenTo = Math.max(seenTo, to)
  const candlesOf = (symbol: string) => given.markets.get(symbol)?.candles
  const lostAt = firstLoss({ holding: run.holding(), candlesOf, limit: given.limits.totalLoss, from: seenTo, to: run.seenTo })
  if (lostAt !== undefined) closeAll(run, lostAt)
}

/** At the marks, and half of the spread worse: nobody has taken anything of the book before. */
function closeAll(run: Run, at: number): void {
  const markOf = marksAt(run.given, at)
  for (const [symbol, { size: held }] of run.holding().parts) {
    const [market, mark] = [run.given.markets.get(symbol), markOf(symbol)]
    if (held === 0n || market === undefined || mark === undefined) continue
    const worse = costOf(market.candles.hour, { at, spreads: 0.5, ahead: size(0n) }, magnitude(held))
    const paid = scaled(mark, held > 0n ? 1 - worse : 1 + worse)
    book(run, market, { symbol, amount: size(-held), paid, at })
  }
  run.isOver = true
}

function takeFill(run: Run, fill: PastFill) {
  const { given } = run
  beginCycle(run, fill)
  const market = given.markets.get(fill.symbol)
  const at = fill.at + given.latencyMs
  const drift = market && driftBetween(market.candles, fill.at, at)
  if (market === undefined || drift === undefined) return skip(run, 'noPrice')
  const decision = decide(run, fill, { market, drift: drift.value, now: at })
  if (decision.kind === 'skip') return skip(run, decision.reason)
  if (decision.kind !== 'order') return
  if (drift.resolution === 'minute') run.byMinutes += 1
  trade(run, fill, { market, drift: drift.value, side: decision.side, amount: decision.size })
}

const skip = (run: Run, reason: SkipReason | 'noPrice'): void => {
  run.skipped[reason] = (run.skipped[reason] ?? 0) + 1
}

/** A position that was there before the first fill is not followed, nor one whose scale is not known. */
function beginCycle({ cycles, given }: Run, fill: PastFill): void {
  const { symbol, position, size: amount } = fill
  const before = position - amount
  if (position === 0n || (before !== 0n && before < 0n === position < 0n)) return
  const equity = equityAt(given, fill)
  if (equity !== undefined && equity > 0n) cycles.set(symbol, equity)
  else cycles.delete(symbol)
}

/** Money and open results of the leader after a fill; undefined while the mark of something open is not known. */
function equityAt({ markets }: Given, { money, open, at }: PastFill): MicroUsdc | undefined {
  let unrealised = 0n
  for (const [symbol, { size: held, cost }] of open) {
    const market = markets.get(symbol)
    const mark = market && pastMark(market.candles, at)
    if (mark === undefined) return undefined
    unrealised += mark * held - cost
  }
  return microUsdc(money + (unrealised >= 0n ? unrealised / MICRO : -((-unrealised + MICRO - 1n) / MICRO)))
}

type Now = { readonly market: PastMarket; readonly drift: number; readonly now: number }

function decide(run: Run, fill: PastFill, { market, drift, now }: Now) {
  const { allocation, limits } = run.given
  const equity = run.cycles.get(fill.symbol)
  const part = partOf(run.shares, COPY, fill.symbol)
  const result = copyResult(run.holding(), marksAt(run.given, now))
  return decideCopy({
    signal: { symbol: fill.symbol, position: fill.position, price: fill.price, at: fill.at },
    ratio: equity === undefined ? { allocation: microUsdc(0n), equity: microUsdc(1n) } : { allocation, equity },
    limits,
    view: {
      part,
      net: part,
      lot: market.lot,
      minNotional: market.minNotional,
      reference: scaled(fill.price, drift),
      isFresh: true,
      now,
      speed: 1,
      isPaused: false,
      isInCycle: equity !== undefined,
      isCircular: false,
      isSameSource: true,
      losses: result === undefined ? undefined : lossesOf(result, dayStart(run, now, result)),
    },
  })
}

function dayStart({ day }: Run, now: number, result: MicroUsdc): MicroUsdc {
  const number = Math.floor(now / DAY_MS)
  if (day.number !== number) Object.assign(day, { number, result })
  return day.result
}

type Trading = { readonly market: PastMarket; readonly drift: number; readonly side: 'buy' | 'sell'; readonly amount: Size }

function trade(run: Run, fill: PastFill, { market, drift, side, amount }: Trading): void {
  const sign = side === 'buy' ? 1 : -1
  const worse = costOf(market.candles.hour, { at: fill.at, spreads: fill.isMaker ? 1 : 0, ahead: fill.size }, amount)
  const paid = scaled(fill.price, drift * (1 + sign * worse))
  run.copied += 1
  run.slippage += (BigInt(sign) * (paid - fill.price) * amount) / MICRO
  book(run, market, { symbol: fill.symbol, amount: size(side === 'buy' ? amount : -amount), paid, at: fill.at })
}

/** `amount` below 0: sold. */
type Booking = { readonly symbol: string; readonly amount: Size; readonly paid: Price; readonly at: number }

function book(run: Run, { takerFee }: PastMarket, { symbol, amount, paid, at }: Booking): void {
  const worth = notional(paid * magnitude<bigint>(amount))
  const fee = microUsdc(((worth / MICRO) * takerFee + FRACTION_ONE - 1n) / FRACTION_ONE)
  foldCopyEvent(run.shares, { kind: 'filled', symbol, size: amount, worth, fee, copy: COPY }, at)
  const result = copyResult(run.holding(), marksAt(run.given, at))
  if (result !== undefined) run.curve.push([at, result])
}

const MICRO = 10n ** 18n
const SCALE = 1_000_000_000n
const scaled = (value: Price, by: number): Price => price((value * BigInt(Math.round(by * Number(SCALE)))) / SCALE)

/** What a trade meets: how many spreads its price is away, and what was taken of the book before it. */
type Met = { readonly at: number; readonly spreads: number; readonly ahead: Size }

/** How much worse than the leader's the price is, as a fraction: the spread where the leader's order rested, and the way through the book. */
function costOf(candles: readonly Candle[], { at, spreads, ahead }: Met, amount: Size): number {
  const { deviation, volume } = lately(candles, at)
  const level = volume / LEVELS_AN_HOUR
  const coins = (value: bigint): number => Number(magnitude<bigint>(value)) / 1e12
  const middle = level > 0 ? (coins(ahead) + coins(amount) / 2) / level : 0
  const own = level > 0 ? coins(ahead) / 2 / level : 0
  return 2 * spreads * deviation * SPREAD_BY_DEVIATION + Math.min(0.05, (middle - own) * LEVEL_STEP)
}

function lately(candles: readonly Candle[], at: number): { readonly deviation: number; readonly volume: number } {
  const end = indexAt(candles, at)
  const last = candles.slice(Math.max(0, end - WINDOW), Math.max(1, end))
  const range = last.reduce((sum, { high, low, close }) => sum + (high - low) / close, 0) / last.length
  return { deviation: range / RANGE_BY_DEVIATION, volume: last.reduce((sum, { volume }) => sum + volume, 0) / last.length }
}

const marksAt = ({ markets }: Pick<Given, 'markets'>, at: number): MarkOf => marksIn((symbol) => markets.get(symbol)?.candles, at)

/** Candles by symbol; undefined where none are known. */
type CandlesOf = (symbol: string) => PastCandles | undefined

/** What is watched, and between which instants; both are looked at, too. */
export type Watched = {
  readonly holding: CopyHolding
  readonly candlesOf: CandlesOf
  /** A loss, above 0. */
  readonly limit: MicroUsdc
  readonly from: number
  readonly to: number
}

/**
 * The first instant at which a holding has lost its limit: looked for at each whole minute, as a copy that trades is looked at all the time.
 *
 * @returns undefined where it has not, or a mark is not known
 * @throws never
 * Source: docs/user/copy.md, simulation
 */
export function firstLoss(watched: Watched): number | undefined {
  const { from, to } = watched
  for (let hour = floorTo(from, HOUR_MS); hour <= to; hour += HOUR_MS) {
    if (!mayLose(watched, hour)) continue
    const last = Math.min(to, hour + HOUR_MS - 1)
    for (let at = Math.max(from, hour); at <= last; at = floorTo(at, MINUTE_MS) + MINUTE_MS) if (hasLost(watched, at)) return at
  }
  return hasLost(watched, to) ? to : undefined
}

const floorTo = (at: number, step: number): number => Math.floor(at / step) * step

/**
 * Marks of an instant, as far as they are known.
 *
 * @throws never
 */
export const marksIn =
  (candlesOf: CandlesOf, at: number): MarkOf =>
  (symbol) => {
    const candles = candlesOf(symbol)
    return candles && pastMark(candles, at)
  }

function hasLost({ holding, candlesOf, limit }: Watched, at: number): boolean {
  const result = copyResult(holding, marksIn(candlesOf, at))
  return result !== undefined && -result >= limit
}

/** Whether the worst prices of an hour, all at once, would reach the limit: seldom, so that few hours are looked at by minutes. */
function mayLose({ holding, candlesOf, limit }: Watched, hour: number): boolean {
  const result = copyResult(holding, (symbol) => {
    const candles = candlesOf(symbol)
    return candles && worstIn(candles, hour, (holding.parts.get(symbol)?.size ?? 0n) > 0n)
  })
  return result === undefined || -result >= limit
}

/** The worst mark of an hour; of the candle before it where it has none. Undefined before the first. */
function worstIn({ minute, hour: hours }: PastCandles, hour: number, isLong: boolean) {
  const end = hour + HOUR_MS - 1
  const first = indexAt(hours, hour)
  if (first < 0) return undefined
  const inside = [...hours.slice(first, indexAt(hours, end) + 1), ...minute.slice(indexAt(minute, hour - 1) + 1, indexAt(minute, end) + 1)]
  return toPrice(isLong ? Math.min(...inside.map(low)) : Math.max(...inside.map(high)))
}

const low = (candle: Candle): number => candle.low
const high = (candle: Candle): number => candle.high
const toPrice = (value: number) => price(BigInt(Math.round(value * 1e6)) * 1_000_000n)

const SERIES = [
  ['minute', 60],
  ['hour', 3_600],
] as const

/** How fine a price of the past is. */
type PastResolution = (typeof SERIES)[number][0]

/** Candles of a coin, oldest first: all hours, and the minutes that are stored around what is asked for. */
export type PastCandles = Readonly<Record<PastResolution, readonly Candle[]>>

/** Index of the candle of an instant in milliseconds; -1 before the first. @throws never */
function indexAt(candles: readonly Candle[], at: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.time ?? 0) * 1_000 <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Between open and close of its candle as if it had gone straight; undefined where none is stored for that time. */
function priceIn(candles: readonly Candle[], seconds: number, at: number): number | undefined {
  const candle = candles[indexAt(candles, at)]
  if (candle === undefined || at >= (candle.time + seconds) * 1_000) return undefined
  return candle.open + ((candle.close - candle.open) * (at / 1_000 - candle.time)) / seconds
}

/** A price of the past, and how fine it is. */
type PastPrice = { readonly value: number; readonly resolution: PastResolution }

/** The price of an instant, by the minute where that is stored, else by the hour; undefined where neither is. @throws never */
function priceAt(candles: PastCandles, at: number): PastPrice | undefined {
  for (const [resolution, seconds] of SERIES) {
    const value = priceIn(candles[resolution], seconds, at)
    if (value !== undefined) return { value, resolution }
  }
  return undefined
}

/** How the price moved from one instant to a later one, as a factor, by the finest candles that have both. @throws never */
function driftBetween(candles: PastCandles, from: number, to: number): PastPrice | undefined {
  for (const [resolution, seconds] of SERIES) {
    const [first, second] = [from, to].map((at) => priceIn(candles[resolution], seconds, at))
    if (first !== undefined && second !== undefined && first > 0) return { value: second / first, resolution }
  }
  const only = priceAt(candles, from)
  return only && { value: 1, resolution: only.resolution }
}

/** The mark of an instant: of the last candle where the instant has none of its own; undefined before the first. @throws never */
function pastMark(candles: PastCandles, at: number): Price | undefined {
  const value = priceAt(candles, at)?.value ?? candles.hour[indexAt(candles.hour, at)]?.close
  return value === undefined ? undefined : price(BigInt(Math.round(value * 1e6)) * 1_000_000n)
}
