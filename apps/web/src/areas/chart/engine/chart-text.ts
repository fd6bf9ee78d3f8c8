import type { Interval } from '@aerie/core/market/candle'
import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { numberText, percentText, shortNumberText } from '@aerie/core/numbers/number-text'
import { barTime, utcText } from '../bars/bar-time.ts'
import { type Bar, isGap } from '../bars/bars.ts'

const DASH = '—'

export type LegendText = {
  readonly time: string
  readonly utc: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly change: string
  readonly tone: 'up' | 'down' | 'flat'
}

/** A bar's text for the legend and the table. The change is relative to the previous close, in percent. */
export function legendText(bar: Bar, before: Bar | null, interval: Interval): LegendText {
  const money = (value: number): string => (Number.isFinite(value) ? numberText(value) : DASH)
  const known = before !== null && !isGap(before) && !isGap(bar)
  const change = known ? percentText((bar.close / before.close - 1) * 100) : DASH
  return {
    time: barTime(bar.timestamp, interval),
    utc: utcText(bar.timestamp),
    open: money(bar.open),
    high: money(bar.high),
    low: money(bar.low),
    close: money(bar.close),
    volume: bar.volume === undefined ? DASH : shortNumberText(bar.volume),
    change,
    // A change that rounds to zero has no sign and no colour.
    tone: change.startsWith('+') ? 'up' : change.startsWith(MINUS) ? 'down' : 'flat',
  }
}

export function barText(bar: Bar, before: Bar | null, interval: Interval): string {
  if (isGap(bar)) return `${barTime(bar.timestamp, interval)}: no candle is known.`
  const { time, open, high, low, close, change, volume } = legendText(bar, before, interval)
  return `${time}: open ${open}, high ${high}, low ${low}, close ${close}, change ${change}, volume ${volume === DASH ? 'not known' : volume}.`
}

type Summary = {
  readonly symbol: string
  readonly interval: Interval
  readonly intervalText: string
  readonly bars: readonly Bar[]
  readonly indicators: readonly string[]
  readonly drawings: number
  readonly source: string
}

export function summaryText({ symbol, interval, intervalText, bars, indicators, drawings, source }: Summary): string {
  const candles = bars.filter((bar) => !isGap(bar))
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined) return `Chart of ${symbol}: no candle is on show.`
  const high = candles.reduce((top, bar) => (bar.high > top.high ? bar : top))
  const low = candles.reduce((bottom, bar) => (bar.low < bottom.low ? bar : bottom))
  const missing = bars.length - candles.length
  const time = (bar: Bar) => barTime(bar.timestamp, interval)
  return [
    `${symbol}, candles of ${intervalText}, ${candles.length} on show, from ${time(first)} to ${time(last)}.`,
    `From ${numberText(first.open)} to ${numberText(last.close)}, ${percentText((last.close / first.open - 1) * 100)}.`,
    `Highest ${numberText(high.high)} on ${time(high)}, lowest ${numberText(low.low)} on ${time(low)}.`,
    missing > 0 ? `${missing} candles are missing.` : '',
    indicators.length > 0 ? `Indicators: ${indicators.join(', ')}.` : '',
    drawings > 0 ? `${drawings} ${drawings === 1 ? 'drawing' : 'drawings'}.` : '',
    source,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
