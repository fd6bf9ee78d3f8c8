import { itemAt } from '@aerie/core/item-at'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { CandleTuple } from '@aerie/wire/market/market'
import { figuresOf } from '../../live/market/quotes.ts'
import { RECENT_BARS } from '../indicators/indicator-rows.ts'
import { type Bar, barOf, gapsBetween, underPrice } from './bars.ts'

type Reading = {
  /** The chart's own list. */
  readonly bars: Bar[]
  /** As just read, oldest first. */
  readonly newest: readonly CandleTuple[]
  /** Appends a bar, or changes the last one, and draws. */
  readonly put: (bar: Bar) => void
  readonly symbol: string
  readonly interval: Interval
}

/** Puts what was read into the chart: earlier bars in place, then the newest, which makes it compute and draw. */
export function patchBars({ bars, newest, put, symbol, interval }: Reading): void {
  for (const candle of newest) {
    const read = barOf(candle)
    const last = bars.at(-1)
    if (last === undefined) return
    if (read.timestamp > last.timestamp) for (const bar of [...gapsBetween(last.timestamp, read.timestamp, interval), read]) put(bar)
    else if (read.timestamp < last.timestamp) replaceRecent(bars, read)
    else put(underPrice(read, priceWithin(symbol, read.timestamp, interval)))
  }
}

/** The newest price, where it is of the candle that opened at `opened`. */
function priceWithin(symbol: string, opened: number, interval: Interval): number | null {
  const { price = null, asOf = null } = figuresOf(symbol) ?? {}
  return asOf !== null && asOf >= opened && asOf < opened + INTERVAL_MS[interval] ? price : null
}

function replaceRecent(bars: Bar[], read: Bar): void {
  const from = Math.max(0, bars.length - RECENT_BARS)
  for (let i = from; i < bars.length - 1; i++) if (itemAt(bars, i).timestamp === read.timestamp) bars[i] = read
}
