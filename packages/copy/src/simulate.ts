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
import { type CopyLimits, decideCopy, lossesOf, type SkipReason } from './copy-decision.ts'
import { type CopyHolding, copyResult, emptyHolding, emptyShares, foldCopyEvent, type MarkOf, partOf } from './copy-parts.ts'

/** Leader's own fill in a replay, oldest first, market time in ms; `size` is negative if sold, `position` and `open` are afterwards. */
export type PastFill = {
  readonly symbol: string
  readonly size: Size
  readonly price: Price
  readonly isMaker: boolean
  readonly at: number
  readonly position: Size
  /** Leader's cash then, including isolated margins but not unrealized results. */
  readonly money: MicroUsdc
  readonly open: ReadonlyMap<string, PastPosition>
}

/** Open position of a leader; `cost` has the sign of the size. */
export type PastPosition = { readonly size: Size; readonly cost: Notional }

/** Trading rules and candles of a coin. */
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
  readonly latencyMs: number
  readonly until: number
}

/** Simulated result of following; no real trades. */
export type CopySimulation = {
  readonly copied: number
  /** Trades priced by minute candles; the rest by hourly ones. */
  readonly byMinutes: number
  /** By reason; `noPrice`: no stored candle; `totalLoss`: everything after the loss limit was reached. */
  readonly skipped: Readonly<Partial<Record<SkipReason | 'noPrice', number>>>
  readonly result: MicroUsdc | undefined
  readonly fees: MicroUsdc
  /** Price disadvantage against the leader, USDC; negative: better. */
  readonly slippage: MicroUsdc
  /** Result after each copied fill, when the total loss limit was reached, and at the end. */
  readonly curve: readonly (readonly [at: number, result: MicroUsdc])[]
}

/** Matches the synthetic book of a recording: spread, steps and sizes from the last day's range and volume. */
const SPREAD_BY_DEVIATION = 0.02
const RANGE_BY_DEVIATION = 2 * Math.sqrt(Math.log(2))
const LEVEL_STEP = 0.00012
const LEVELS_AN_HOUR = 600
const WINDOW = 24

/** Replays fills for one follower, delayed by the latency and with impact. Use at most a few thousand. Source: docs/user/copy.md. */
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
    cycles: new Map<string, MicroUsdc>(),
    day: { number: Number.NaN, result: microUsdc(0n) },
    seenTo: given.fills[0]?.at ?? given.until,
    isOver: false,
    copied: 0,
    byMinutes: 0,
    skipped,
    slippage: 0n,
    curve,
  }
}
const COPY = 'simulated'

/** Marks alone may reach the limit between two trades. */
function watchLoss(run: Run, to: number): void {
  const { given, seenTo } = run
  if (run.isOver) return
  run.seenTo = Math.max(seenTo, to)
  const candlesOf = (symbol: string) => given.markets.get(symbol)?.candles
  const lostAt = firstLoss({ holding: run.holding(), candlesOf, limit: given.limits.totalLoss, from: seenTo, to: run.seenTo })
  if (lostAt !== undefined) closeAll(run, lostAt)
}

/** Closes at the marks plus half the spread; the book is assumed untouched. */
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

/** Positions from before the first fill, or without a known scale, are not followed. */
function beginCycle({ cycles, given }: Run, fill: PastFill): void {
  const { symbol, position, size: amount } = fill
  const before = position - amount
  if (position === 0n || (before !== 0n && before < 0n === position < 0n)) return
  const equity = equityAt(given, fill)
  if (equity !== undefined && equity > 0n) cycles.set(symbol, equity)
  else cycles.delete(symbol)
}

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

type Met = { readonly at: number; readonly spreads: number; readonly ahead: Size }

/** Price disadvantage against the leader as a fraction: spread if the leader's order was resting, plus market impact. */
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

type CandlesOf = (symbol: string) => PastCandles | undefined

/** Watched holding and its time range, both ends inclusive. */
export type Watched = {
  readonly holding: CopyHolding
  readonly candlesOf: CandlesOf
  readonly limit: MicroUsdc
  readonly from: number
  readonly to: number
}

/** First minute at which a holding reaches its loss limit; undefined if never, or if a mark is unknown. Source: docs/user/copy.md. */
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

/** Known marks at an instant. */
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

function mayLose({ holding, candlesOf, limit }: Watched, hour: number): boolean {
  const result = copyResult(holding, (symbol) => {
    const candles = candlesOf(symbol)
    return candles && worstIn(candles, hour, (holding.parts.get(symbol)?.size ?? 0n) > 0n)
  })
  return result === undefined || -result >= limit
}

/** Worst mark of an hour, falling back to the previous candle; undefined before the first. */
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

type PastResolution = (typeof SERIES)[number][0]

/** Candles of a coin, oldest first: all hours, plus the stored minutes around the requested times. */
export type PastCandles = Readonly<Record<PastResolution, readonly Candle[]>>

/** Index of the candle at an instant (ms); -1 before the first. */
function indexAt(candles: readonly Candle[], at: number): number {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.time ?? 0) * 1_000 <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Linear interpolation from open to close; undefined without a stored candle. */
function priceIn(candles: readonly Candle[], seconds: number, at: number): number | undefined {
  const candle = candles[indexAt(candles, at)]
  if (candle === undefined || at >= (candle.time + seconds) * 1_000) return undefined
  return candle.open + ((candle.close - candle.open) * (at / 1_000 - candle.time)) / seconds
}

type PastPrice = { readonly value: number; readonly resolution: PastResolution }

/** Price at an instant by minute candles, else hourly; undefined without either. */
function priceAt(candles: PastCandles, at: number): PastPrice | undefined {
  for (const [resolution, seconds] of SERIES) {
    const value = priceIn(candles[resolution], seconds, at)
    if (value !== undefined) return { value, resolution }
  }
  return undefined
}

/** Price ratio between two instants, by the finest candles that cover both. */
function driftBetween(candles: PastCandles, from: number, to: number): PastPrice | undefined {
  for (const [resolution, seconds] of SERIES) {
    const [first, second] = [from, to].map((at) => priceIn(candles[resolution], seconds, at))
    if (first !== undefined && second !== undefined && first > 0) return { value: second / first, resolution }
  }
  const only = priceAt(candles, from)
  return only && { value: 1, resolution: only.resolution }
}

/** Mark at an instant, falling back to the last candle; undefined before the first. */
function pastMark(candles: PastCandles, at: number): Price | undefined {
  const value = priceAt(candles, at)?.value ?? candles.hour[indexAt(candles.hour, at)]?.close
  return value === undefined ? undefined : price(BigInt(Math.round(value * 1e6)) * 1_000_000n)
}
