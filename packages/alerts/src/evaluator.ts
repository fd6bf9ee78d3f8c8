import type { CoinAlert, SeriesName } from './rule.ts'
import { type Firing, openThresholdSeries, type ThresholdSeries } from './threshold-series.ts'
import { openVolumeRatio, type VolumeRatio } from './volume-ratio.ts'
import { openWindowExtremes, type WindowExtremes } from './window-extremes.ts'

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
