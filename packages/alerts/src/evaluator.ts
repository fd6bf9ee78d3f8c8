import type { CoinAlert, SeriesName } from './rule.ts'
import { type Firing, openThresholdSeries, type ThresholdSeries } from './threshold-series.ts'
import { openVolumeRatio, type VolumeRatio } from './volume-ratio.ts'

/** What the market says of a coin at an instant. */
export type MarketTick = {
  readonly symbol: string
  /** Milliseconds since the epoch, never before the coin's last. */
  readonly at: number
  /** Finite and above 0. */
  readonly price: number
  /** Traded since the last tick; absent where the source does not say. */
  readonly volume?: number
}

/** Alerts of all coins. */
export type AlertEvaluator = {
  /** Begins to watch; an alert of the same name goes first. */
  readonly add: (alert: CoinAlert) => void
  readonly remove: (id: string) => void
  /** The firings of a tick; those of one series in the order in which the move met them. */
  readonly hear: (tick: MarketTick) => readonly Firing[]
  /** What was traded, where the source tells it apart from prices; `at` of each never before its last. The firings of volumes. */
  readonly hearVolume: (symbol: string, volume: number, at: number) => readonly Firing[]
  /** A value of a series that is no price. The firings of that series. */
  readonly hearSignal: (symbol: string, name: string, value: number, at: number) => readonly Firing[]
  /** A tick of the past: it fills the windows, and judges nothing. */
  readonly recall: (tick: MarketTick) => void
  readonly count: () => number
}

type ChangeKind = 'rise' | 'fall' | 'swing'
type ChangeSeries = Partial<Record<ChangeKind, ThresholdSeries>>
/** What all windows of a coin share is there while one of them is. */
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

/**
 * An evaluator without alerts. It has no clock, no randomness and no I/O: the same alerts and ticks give the same firings.
 *
 * @throws never
 */
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
    hear(tick) {
      const coin = coins.get(tick.symbol)
      return coin === undefined || isQuiet(coin, tick) ? NONE : judged(tick.symbol, (each, firings) => hearCoin(each, tick, firings))
    },
    hearVolume: (symbol, volume, at) => judged(symbol, (coin, firings) => hearVolumes(coin, { volume, at }, firings)),
    hearSignal: (symbol, name, value, at) => judged(symbol, ({ signals }, firings) => signals.get(name)?.hear(value, at, firings)),
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

/** A window that nobody watches any longer is not kept. */
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

function hearCoin(coin: Coin, { price, volume, at }: MarketTick, firings: Firing[]): void {
  coin.price.hear(price, at, firings)
  coin.extremes?.hear(price, at)
  for (const [windowMs, series] of coin.changes) hearChange(series, changeOf(coin.extremes, windowMs, price), { at, firings })
  if (volume !== undefined) hearVolumes(coin, { volume, at }, firings)
}

/** Most ticks, and the cheapest: nothing but prices is watched, and none is met. */
const isQuiet = ({ price: series, extremes, traded }: Coin, { price }: MarketTick): boolean =>
  extremes === undefined && traded === undefined && series.isQuiet(price)

type Traded = { readonly volume: number; readonly at: number }

function hearVolumes({ volumes, traded }: Coin, { volume, at }: Traded, firings: Firing[]): void {
  traded?.hear(volume, at)
  for (const [windowMs, series] of volumes) {
    const ratio = traded?.ratio(windowMs)
    if (ratio !== undefined) series.hear(ratio, at, firings)
  }
}

type Change = { readonly rise: number; readonly fall: number }

function changeOf(extremes: WindowExtremes | undefined, windowMs: number, price: number): Change {
  const lowest = extremes?.lowest(windowMs) ?? price
  const highest = extremes?.highest(windowMs) ?? price
  return { rise: percentOf(price - lowest, lowest), fall: percentOf(highest - price, highest) }
}

function hearChange(series: ChangeSeries, { rise, fall }: Change, { at, firings }: { at: number; firings: Firing[] }): void {
  series.rise?.hear(rise, at, firings)
  series.fall?.hear(fall, at, firings)
  series.swing?.hear(Math.max(rise, fall), at, firings)
}

const NANO = 1e9
/** A change in percent, to nine decimals: 3.15 from 3 is 5, not 4.999999999999997. */
const percentOf = (part: number, of: number): number => Math.round((part * 100 * NANO) / of) / NANO

/** Prices of one series, of which the lowest and the highest of each window of time are known at once. */
type WindowExtremes = {
  /** Keeps what a window of so many milliseconds needs, from now on. */
  readonly reach: (windowMs: number) => void
  /** @param at milliseconds since the epoch, never before the last */
  readonly hear: (price: number, at: number) => void
  /** A price from before what is known: of a time that was heard already, nothing is taken. */
  readonly recall: (price: number, at: number) => void
  /** Of the last `windowMs`, its oldest instant excluded, the present one included. @param windowMs no longer than the longest reach */
  readonly lowest: (windowMs: number) => number
  readonly highest: (windowMs: number) => number
}

type Queue = { readonly prices: number[]; readonly times: number[]; head: number }
/** Whether a price that came before is no extreme any longer. */
type IsHidden = (kept: number, price: number) => boolean

/** Entries that are over are cut off once there are as many of them. */
const CUT_AT = 1_024
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Lowest and highest prices of any number of windows over one series: two queues, one rising and one falling, each price going in and out
 * once. The extreme of a shorter window is the oldest entry within it, so that windows share the queues of the longest.
 *
 * @throws never
 * Source: sliding window minimum by a monotonic queue
 */
export function openWindowExtremes(): WindowExtremes {
  const low: Queue = { prices: [], times: [], head: 0 }
  const high: Queue = { prices: [], times: [], head: 0 }
  let longestMs = 0
  let lastAt = NEVER
  /** What was heard is known from its first instant on, but for what was cut off: up to `cutAt`. */
  let firstAt = Number.POSITIVE_INFINITY
  let cutAt = NEVER

  return {
    reach: (windowMs) => {
      longestMs = Math.max(longestMs, windowMs)
    },
    hear(price, at) {
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
  // Of the longest window it is the oldest that is kept.
  const place = (queue.times[queue.head] ?? after) > after ? queue.head : placeOf(queue, (time) => time > after)
  return queue.prices[place] ?? Number.NaN
}

type Heard = { readonly price: number; readonly at: number }

function push({ prices, times, head }: Queue, { price, at }: Heard, isHidden: IsHidden): void {
  while (prices.length > head && isHidden(prices[prices.length - 1] ?? Number.NaN, price)) {
    prices.pop()
    times.pop()
  }
  prices.push(price)
  times.push(at)
}

/** As `push`, in front of all that came later: nothing where one of those hides it. */
function insert(queue: Queue, { price, at }: Heard, isHidden: IsHidden): void {
  const { prices, times, head } = queue
  const place = placeOf(queue, (time) => time >= at)
  const later = prices[place]
  if (later !== undefined && isHidden(price, later)) return
  let from = place
  while (from > head && isHidden(prices[from - 1] ?? Number.NaN, price)) from -= 1
  prices.splice(from, place - from, price)
  times.splice(from, place - from, at)
}

/** Place of the first entry whose time is as it is asked for; so are all after it. */
function placeOf({ times, head }: Queue, isWanted: (time: number) => boolean): number {
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
