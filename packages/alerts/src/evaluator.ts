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
/** `heardAt`: of the newest value, so that nothing older is recalled into it. */
type ChangeWindow = { readonly extremes: WindowExtremes; readonly series: Partial<Record<ChangeKind, ThresholdSeries>>; heardAt: number }
type VolumeWindow = { readonly ratio: VolumeRatio; readonly series: ThresholdSeries; heardAt: number }
type Coin = {
  readonly price: ThresholdSeries
  readonly changes: Map<number, ChangeWindow>
  readonly volumes: Map<number, VolumeWindow>
  readonly signals: Map<string, ThresholdSeries>
}

const NEVER = Number.NEGATIVE_INFINITY
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
    for (const id of ended.splice(0)) remove(id)
    return firings
  }

  return {
    add({ symbol, series, alert }) {
      remove(alert.id)
      const coin = coins.get(symbol) ?? { price: open(), changes: new Map(), volumes: new Map(), signals: new Map() }
      coins.set(symbol, coin)
      seriesOf(coin, series, open).add(alert)
      homes.set(alert.id, { symbol, series })
    },
    remove,
    hear: (tick) => judged(tick.symbol, (coin, firings) => hearCoin(coin, tick, firings)),
    hearVolume: (symbol, volume, at) => judged(symbol, ({ volumes }, firings) => hearVolumes(volumes, { volume, at }, firings)),
    hearSignal: (symbol, name, value, at) => judged(symbol, ({ signals }, firings) => signals.get(name)?.hear(value, at, firings)),
    recall(tick) {
      const coin = coins.get(tick.symbol)
      if (coin !== undefined) recallIn(coin, tick)
    },
    count: () => homes.size,
  }
}

function recallIn({ changes, volumes }: Coin, { price, volume, at }: MarketTick): void {
  for (const window of changes.values()) if (isLater(window, at)) window.extremes.hear(price, at)
  if (volume === undefined) return
  for (const window of volumes.values()) if (isLater(window, at)) window.ratio.hear(volume, at)
}

/** Whether a window has not heard what is later already; then it has now. */
function isLater(window: { heardAt: number }, at: number): boolean {
  if (at < window.heardAt) return false
  window.heardAt = at
  return true
}

type OpenSeries = () => ThresholdSeries

function findSeries(coin: Coin, name: SeriesName): ThresholdSeries | undefined {
  if (name.kind === 'price') return coin.price
  if (name.kind === 'signal') return coin.signals.get(name.name)
  return name.kind === 'volume' ? coin.volumes.get(name.windowMs)?.series : coin.changes.get(name.windowMs)?.series[name.kind]
}

function seriesOf(coin: Coin, name: SeriesName, open: OpenSeries): ThresholdSeries {
  if (name.kind === 'price') return coin.price
  if (name.kind === 'signal') {
    const signal = coin.signals.get(name.name) ?? open()
    coin.signals.set(name.name, signal)
    return signal
  }
  if (name.kind === 'volume') {
    const window = coin.volumes.get(name.windowMs) ?? { ratio: openVolumeRatio(name.windowMs), series: open(), heardAt: NEVER }
    coin.volumes.set(name.windowMs, window)
    return window.series
  }
  const window = coin.changes.get(name.windowMs) ?? { extremes: openWindowExtremes(name.windowMs), series: {}, heardAt: NEVER }
  coin.changes.set(name.windowMs, window)
  const series = window.series[name.kind] ?? open()
  window.series[name.kind] = series
  return series
}

/** A window that nobody watches any longer is not kept. */
function dropEmpty(coin: Coin, name: SeriesName): void {
  if (name.kind === 'price' || (findSeries(coin, name)?.count() ?? 0) > 0) return
  if (name.kind === 'signal') return void coin.signals.delete(name.name)
  if (name.kind === 'volume') return void coin.volumes.delete(name.windowMs)
  const window = coin.changes.get(name.windowMs)
  if (window === undefined) return
  delete window.series[name.kind]
  if (CHANGE_KINDS.every((kind) => window.series[kind] === undefined)) coin.changes.delete(name.windowMs)
}

function hearCoin({ price, changes, volumes }: Coin, tick: MarketTick, firings: Firing[]): void {
  price.hear(tick.price, tick.at, firings)
  for (const window of changes.values()) hearChange(window, tick, firings)
  if (tick.volume !== undefined) hearVolumes(volumes, { volume: tick.volume, at: tick.at }, firings)
}

type Traded = { readonly volume: number; readonly at: number }

function hearVolumes(windows: Coin['volumes'], traded: Traded, firings: Firing[]): void {
  for (const window of windows.values()) hearVolume(window, traded, firings)
}

function hearChange(window: ChangeWindow, { price, at }: MarketTick, firings: Firing[]): void {
  const { extremes, series } = window
  window.heardAt = at
  extremes.hear(price, at)
  const lowest = extremes.lowest()
  const highest = extremes.highest()
  const rise = percentOf(price - lowest, lowest)
  const fall = percentOf(highest - price, highest)
  series.rise?.hear(rise, at, firings)
  series.fall?.hear(fall, at, firings)
  series.swing?.hear(Math.max(rise, fall), at, firings)
}

const NANO = 1e9
/** A change in percent, to nine decimals: 3.15 from 3 is 5, not 4.999999999999997. */
const percentOf = (part: number, of: number): number => Math.round((part * 100 * NANO) / of) / NANO

function hearVolume(window: VolumeWindow, { volume, at }: Traded, firings: Firing[]): void {
  const { ratio, series } = window
  window.heardAt = at
  const value = ratio.hear(volume, at)
  if (value !== undefined) series.hear(value, at, firings)
}
