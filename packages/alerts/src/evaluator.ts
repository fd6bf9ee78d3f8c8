import type { CoinAlert, SeriesName } from './rule.ts'
import { type Firing, openThresholdSeries, type ThresholdSeries } from './threshold-series.ts'
import { openVolumeRatio, type VolumeRatio } from './volume-ratio.ts'

/** Market update of one coin; the price is finite and above 0. */
export type MarketTick = {
  readonly symbol: string
  /** Epoch milliseconds, never before the coin's previous tick. */
  readonly at: number
  readonly price: number
  /** Volume since the last tick; absent if the source does not provide it. */
  readonly volume?: number
}

/** Alerts of all coins. */
export type AlertEvaluator = {
  readonly add: (alert: CoinAlert) => void
  readonly remove: (id: string) => void
  /** Firings of a tick; within a series, ordered as the move reached them. */
  readonly handle: (tick: MarketTick) => readonly Firing[]
  /** Volume from a source separate from prices; `at` never decreases. Returns the volume firings. */
  readonly handleVolume: (symbol: string, volume: number, at: number) => readonly Firing[]
  readonly handleSignal: (symbol: string, name: string, value: number, at: number) => readonly Firing[]
  /** Historical tick: fills the windows without evaluating alerts. */
  readonly recall: (tick: MarketTick) => void
  readonly count: () => number
}

type ChangeKind = 'rise' | 'fall' | 'swing'
type ChangeSeries = Partial<Record<ChangeKind, ThresholdSeries>>
/** State shared by the windows of a coin; exists while any window does. */
type Coin = {
  readonly price: ThresholdSeries
  readonly changes: Map<number, ChangeSeries>
  readonly volumes: Map<number, ThresholdSeries>
  readonly signals: Map<string, ThresholdSeries>
  extremes: WindowExtremes | undefined
  traded: VolumeRatio | undefined
}

const NONE: readonly Firing[] = []
const CHANGE_KINDS = ['rise', 'fall', 'swing'] as const

/** Creates an empty evaluator. Deterministic: no clock, randomness or I/O. */
export function openEvaluator(): AlertEvaluator {
  const coins = new Map<string, Coin>()
  const homes = new Map<string, { readonly symbol: string; readonly series: SeriesName }>()
  const ended: string[] = []
  const open: OpenSeries = () => openThresholdSeries((id) => ended.push(id))

  function remove(id: string): void {
    const home = homes.get(id)
    const coin = home === undefined ? undefined : coins.get(home.symbol)
    homes.delete(id)
    if (home === undefined || coin === undefined) return
    findSeries(coin, home.series)?.remove(id)
    dropEmpty(coin, home.series)
  }

  function judged(symbol: string, judge: (coin: Coin, firings: Firing[]) => void): readonly Firing[] {
    const coin = coins.get(symbol)
    if (coin === undefined) return NONE
    const firings: Firing[] = []
    judge(coin, firings)
    if (ended.length > 0) for (const id of ended.splice(0)) remove(id)
    return firings
  }

  return {
    add({ symbol, series, alert }) {
      remove(alert.id)
      const coin = coins.get(symbol) ?? newCoin(open)
      coins.set(symbol, coin)
      seriesOf(coin, series, open).add(alert)
      homes.set(alert.id, { symbol, series })
    },
    remove,
    handle(tick) {
      const coin = coins.get(tick.symbol)
      return coin === undefined || isQuiet(coin, tick) ? NONE : judged(tick.symbol, (each, firings) => applyTick(each, tick, firings))
    },
    handleVolume: (symbol, volume, at) => judged(symbol, (coin, firings) => applyVolume(coin, { volume, at }, firings)),
    handleSignal: (symbol, name, value, at) => judged(symbol, ({ signals }, firings) => signals.get(name)?.handle(value, at, firings)),
    recall(tick) {
      const coin = coins.get(tick.symbol)
      if (coin !== undefined) recallIn(coin, tick)
    },
    count: () => homes.size,
  }
}

const newCoin = (open: OpenSeries): Coin => ({
  price: open(),
  changes: new Map(),
  volumes: new Map(),
  signals: new Map(),
  extremes: undefined,
  traded: undefined,
})

function recallIn({ extremes, traded }: Coin, { price, volume, at }: MarketTick): void {
  extremes?.recall(price, at)
  if (volume !== undefined) traded?.recall(volume, at)
}

type OpenSeries = () => ThresholdSeries

function findSeries(coin: Coin, name: SeriesName): ThresholdSeries | undefined {
  if (name.kind === 'price') return coin.price
  if (name.kind === 'signal') return coin.signals.get(name.name)
  return name.kind === 'volume' ? coin.volumes.get(name.windowMs) : coin.changes.get(name.windowMs)?.[name.kind]
}

function seriesOf(coin: Coin, name: SeriesName, open: OpenSeries): ThresholdSeries {
  if (name.kind === 'price') return coin.price
  if (name.kind === 'signal') {
    const signal = coin.signals.get(name.name) ?? open()
    coin.signals.set(name.name, signal)
    return signal
  }
  if (name.kind === 'volume') {
    const window = coin.volumes.get(name.windowMs) ?? open()
    coin.volumes.set(name.windowMs, window)
    coin.traded ??= openVolumeRatio()
    coin.traded.reach(name.windowMs)
    return window
  }
  const window = coin.changes.get(name.windowMs) ?? {}
  coin.changes.set(name.windowMs, window)
  coin.extremes ??= openWindowExtremes()
  coin.extremes.reach(name.windowMs)
  const series = window[name.kind] ?? open()
  window[name.kind] = series
  return series
}

function dropEmpty(coin: Coin, name: SeriesName): void {
  if (name.kind === 'price' || (findSeries(coin, name)?.count() ?? 0) > 0) return
  if (name.kind === 'signal') return void coin.signals.delete(name.name)
  if (name.kind === 'volume') {
    coin.volumes.delete(name.windowMs)
    if (coin.volumes.size === 0) coin.traded = undefined
    return
  }
  const window = coin.changes.get(name.windowMs)
  if (window === undefined) return
  delete window[name.kind]
  if (CHANGE_KINDS.every((kind) => window[kind] === undefined)) coin.changes.delete(name.windowMs)
  if (coin.changes.size === 0) coin.extremes = undefined
}

function applyTick(coin: Coin, { price, volume, at }: MarketTick, firings: Firing[]): void {
  coin.price.handle(price, at, firings)
  coin.extremes?.handle(price, at)
  for (const [windowMs, series] of coin.changes) applyChange(series, changeOf(coin.extremes, windowMs, price), { at, firings })
  if (volume !== undefined) applyVolume(coin, { volume, at }, firings)
}

/** Fast path for most ticks: only price levels are watched, and none is reached. */
const isQuiet = ({ price: series, extremes, traded }: Coin, { price }: MarketTick): boolean =>
  extremes === undefined && traded === undefined && series.isQuiet(price)

type Traded = { readonly volume: number; readonly at: number }

function applyVolume({ volumes, traded }: Coin, { volume, at }: Traded, firings: Firing[]): void {
  traded?.handle(volume, at)
  for (const [windowMs, series] of volumes) {
    const ratio = traded?.ratio(windowMs)
    if (ratio !== undefined) series.handle(ratio, at, firings)
  }
}

type Change = { readonly rise: number; readonly fall: number }

function changeOf(extremes: WindowExtremes | undefined, windowMs: number, price: number): Change {
  const lowest = extremes?.lowest(windowMs) ?? price
  const highest = extremes?.highest(windowMs) ?? price
  return { rise: percentOf(price - lowest, lowest), fall: percentOf(highest - price, highest) }
}

function applyChange(series: ChangeSeries, { rise, fall }: Change, { at, firings }: { at: number; firings: Firing[] }): void {
  series.rise?.handle(rise, at, firings)
  series.fall?.handle(fall, at, firings)
  series.swing?.handle(Math.max(rise, fall), at, firings)
}

const NANO = 1e9
/** Percentage change to nine decimals: 3.15 from 3 is 5, not 4.999999999999997. */
const percentOf = (part: number, of: number): number => Math.round((part * 100 * NANO) / of) / NANO

type WindowExtremes = {
  /** Retains enough data for a window of this many milliseconds. */
  readonly reach: (windowMs: number) => void
  /** `at`: epoch milliseconds, non-decreasing. */
  readonly handle: (price: number, at: number) => void
  /** Adds an earlier price; ignored for times already covered. */
  readonly recall: (price: number, at: number) => void
  /** Window (now - `windowMs`, now]; `windowMs` must not exceed the longest reach. */
  readonly lowest: (windowMs: number) => number
  readonly highest: (windowMs: number) => number
}

type Queue = { readonly prices: number[]; readonly times: number[]; head: number }
type IsHidden = (kept: number, price: number) => boolean

/** Expired entries are dropped in batches of this size. */
const CUT_AT = 1_024
const NEVER = Number.NEGATIVE_INFINITY

/** Sliding-window extremes by two monotonic queues, O(1) amortized, shared by windows of all lengths. */
export function openWindowExtremes(): WindowExtremes {
  const low: Queue = { prices: [], times: [], head: 0 }
  const high: Queue = { prices: [], times: [], head: 0 }
  let longestMs = 0
  let lastAt = NEVER
  /** Start of the known data, apart from what was cut off before `cutAt`. */
  let firstAt = Number.POSITIVE_INFINITY
  let cutAt = NEVER

  return {
    reach: (windowMs) => {
      longestMs = Math.max(longestMs, windowMs)
    },
    handle(price, at) {
      push(low, { price, at }, isHigher)
      push(high, { price, at }, isLower)
      firstAt = Math.min(firstAt, at)
      lastAt = at
      cutAt = Math.max(cutAt, at - longestMs)
      expire(low, at - longestMs)
      expire(high, at - longestMs)
    },
    recall(price, at) {
      if (at >= firstAt && at > cutAt) return
      insert(low, { price, at }, isHigher)
      insert(high, { price, at }, isLower)
    },
    lowest: (windowMs) => extremeOf(low, lastAt - windowMs),
    highest: (windowMs) => extremeOf(high, lastAt - windowMs),
  }
}

const isHigher: IsHidden = (kept, price) => kept >= price
const isLower: IsHidden = (kept, price) => kept <= price

function extremeOf(queue: Queue, after: number): number {
  // The longest window always starts at the oldest retained entry.
  const place = (queue.times[queue.head] ?? after) > after ? queue.head : firstIndex(queue, (time) => time > after)
  return queue.prices[place] ?? Number.NaN
}

type PricePoint = { readonly price: number; readonly at: number }

function push({ prices, times, head }: Queue, { price, at }: PricePoint, isHidden: IsHidden): void {
  while (prices.length > head && isHidden(prices[prices.length - 1] ?? Number.NaN, price)) {
    prices.pop()
    times.pop()
  }
  prices.push(price)
  times.push(at)
}

/** Like `push`, but before all later entries; skipped if one of those hides it. */
function insert(queue: Queue, { price, at }: PricePoint, isHidden: IsHidden): void {
  const { prices, times, head } = queue
  const place = firstIndex(queue, (time) => time >= at)
  const later = prices[place]
  if (later !== undefined && isHidden(price, later)) return
  let from = place
  while (from > head && isHidden(prices[from - 1] ?? Number.NaN, price)) from -= 1
  prices.splice(from, place - from, price)
  times.splice(from, place - from, at)
}

function firstIndex({ times, head }: Queue, isWanted: (time: number) => boolean): number {
  let low = head
  let highest = times.length
  while (low < highest) {
    const middle = (low + highest) >>> 1
    if (isWanted(times[middle] ?? Number.POSITIVE_INFINITY)) highest = middle
    else low = middle + 1
  }
  return low
}

function expire(queue: Queue, until: number): void {
  while ((queue.times[queue.head] ?? Number.POSITIVE_INFINITY) <= until) queue.head += 1
  if (queue.head < CUT_AT) return
  queue.prices.splice(0, queue.head)
  queue.times.splice(0, queue.head)
  queue.head = 0
}
