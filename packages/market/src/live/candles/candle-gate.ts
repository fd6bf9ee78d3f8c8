import { type Candle, candleOpen, INTERVAL_MS, isSoundCandle } from '@aerie/core/market/candle'
import type { EpochMs } from '@aerie/core/time'
import type { BaseInterval, ClosedCandle } from '../../market-source.ts'

/** Candles remembered per series, to distinguish corrections from repeats. */
const REMEMBERED = 180

type Seen = { readonly candle: Candle; readonly sentAt: number }
type Series = { readonly seen: Map<number, Seen>; newest: number }

const same = (a: Candle, b: Candle): boolean =>
  a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume

/** Drops repeated candles and passes later corrections. One beyond REMEMBERED may pass twice; storing it is idempotent. */
export class CandleGate {
  readonly #series = new Map<string, Series>()

  /** `sentAt`: venue time when sent (REST: of the response). Rejects candles that cannot have closed by `venueNow`. */
  accept({ symbol, interval, candle }: ClosedCandle, sentAt: number, venueNow: EpochMs): boolean {
    if (!isSoundCandle(candle) || candleOpen(candle.time, interval) !== candle.time) return false
    if (candle.time * 1000 + INTERVAL_MS[interval] > venueNow + 2_000) return false
    const series = this.#of(symbol, interval)
    const before = series.seen.get(candle.time)
    if (before !== undefined && (sentAt <= before.sentAt || same(before.candle, candle))) return false
    series.seen.set(candle.time, { candle, sentAt })
    series.newest = Math.max(series.newest, candle.time)
    if (series.seen.size > REMEMBERED + 20) forgetOldest(series)
    return true
  }

  /** Called when the venue's clock jumps: anything sent from now on corrects what was sent by the previous clock. */
  restart(): void {
    for (const { seen } of this.#series.values())
      for (const [time, { candle }] of seen) seen.set(time, { candle, sentAt: Number.NEGATIVE_INFINITY })
  }

  await(symbol: string, interval: BaseInterval, from: number): void {
    const series = this.#of(symbol, interval)
    const step = INTERVAL_MS[interval] / 1000
    if (series.newest < 0 || series.newest >= from) series.newest = from - step
  }

  /** Stops expecting candles up to open time `time`: the venue has none. */
  pass(symbol: string, interval: BaseInterval, time: number): void {
    const series = this.#of(symbol, interval)
    series.newest = Math.max(series.newest, time)
  }

  due(symbol: string, interval: BaseInterval): number | undefined {
    const newest = this.#series.get(`${symbol} ${interval}`)?.newest
    return newest === undefined || newest < 0 ? undefined : newest + INTERVAL_MS[interval] / 1000
  }

  #of(symbol: string, interval: BaseInterval): Series {
    const key = `${symbol} ${interval}`
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const fresh: Series = { seen: new Map(), newest: -1 }
    this.#series.set(key, fresh)
    return fresh
  }
}

function forgetOldest(series: Series): void {
  for (const time of [...series.seen.keys()].sort((a, b) => a - b).slice(0, 20)) series.seen.delete(time)
}
