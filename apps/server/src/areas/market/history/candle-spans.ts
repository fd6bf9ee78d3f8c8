import type { BaseInterval, ClosedCandle } from '@aerie/market/market-source'
import type { Span } from '../candles/candle-store.ts'

export const STEP_S: Readonly<Record<BaseInterval, number>> = { '1m': 60, '1h': 3600 }

const keyOf = (symbol: string, interval: BaseInterval): string => `${symbol} ${interval}`

export type Gap = { readonly symbol: string; readonly interval: BaseInterval; readonly from: number; readonly to: number }

/** Complete range of each series. Grows at both ends; a hole is a gap until fetched, or too old to fetch. */
export function candleSpans(stored: readonly Span[]) {
  const spans = new Map<string, Span>(stored.map((span) => [keyOf(span.symbol, span.interval), span]))
  return {
    get: (symbol: string, interval: BaseInterval): Span | undefined => spans.get(keyOf(symbol, interval)),
    /** @returns whether there is a hole before it. @param presentS end of the newest possible closed candle, in seconds */
    follow: ({ symbol, interval, candle }: ClosedCandle, presentS: number): boolean => {
      let span = spans.get(keyOf(symbol, interval))
      if (span !== undefined && span.to > presentS + STEP_S[interval]) {
        span = { ...span, from: Math.min(span.from, candle.time), to: candle.time }
        spans.set(keyOf(symbol, interval), span)
      }
      if (span === undefined || candle.time < span.to) return false
      if (candle.time > span.to) return true
      spans.set(keyOf(symbol, interval), { ...span, to: candle.time + STEP_S[interval] })
      return false
    },
    /** A newer disjoint piece replaces a span that ended before `bridgedFrom`: the part between will never be fetched. */
    grown: ({ symbol, interval, from, to }: Gap, bridgedFrom: number): Span => {
      const span = spans.get(keyOf(symbol, interval))
      if (span === undefined) return { symbol, interval, from, to }
      if (from > span.to && span.to < bridgedFrom) return { symbol, interval, from, to }
      if (from > span.to || to < span.from) return span
      return { symbol, interval, from: Math.min(from, span.from), to: Math.max(to, span.to) }
    },
    all: (): Span[] => [...spans.values()],
    set: (span: Span): void => {
      spans.set(keyOf(span.symbol, span.interval), span)
    },
    cut: ({ symbol, interval, candle }: ClosedCandle): void => {
      const span = spans.get(keyOf(symbol, interval))
      if (span !== undefined && candle.time < span.to) spans.set(keyOf(symbol, interval), { ...span, to: Math.max(span.from, candle.time) })
    },
    of: (candles: readonly ClosedCandle[]): Span[] => {
      const keys = new Set(candles.map(({ symbol, interval }) => keyOf(symbol, interval)))
      return [...keys].flatMap((key) => spans.get(key) ?? [])
    },
    gaps: (wanted: Gap): Gap[] => {
      const span = spans.get(keyOf(wanted.symbol, wanted.interval))
      if (span === undefined || wanted.from > span.to) return wanted.from < wanted.to ? [wanted] : []
      return [
        { ...wanted, from: span.to },
        { ...wanted, to: span.from },
      ].filter((gap) => gap.from < gap.to)
    },
  }
}

export type CandleSpans = ReturnType<typeof candleSpans>
