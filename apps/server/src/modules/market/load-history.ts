import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BaseInterval } from '@aerie/market/market-source'
import type { CandleStore, Span } from './candle-store.ts'
import type { MarketHub } from './market-hub.ts'
import { type SpanBook, STEP_S, spanBook } from './span-book.ts'

type Deps = {
  readonly store: Pick<CandleStore, 'spans' | 'newest'>
  readonly hub: Pick<MarketHub, 'addHistory' | 'state' | 'symbolsByImportance'>
  /** The market's present: nothing that closed after it is read. */
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * Fills the hot candles from storage, the most important coins first, and says which parts of the past are whole.
 *
 * A span ends where its last stored candle does: spans may be noted a moment before candles that a crash then took.
 */
export async function loadHistory({ store, hub, now, signal }: Deps): Promise<SpanBook> {
  const stored = new Map((await store.spans()).map((span) => [`${span.symbol} ${span.interval}`, span]))
  const believed: Span[] = []
  for (const interval of ['1m', '1h'] as const satisfies readonly BaseInterval[]) {
    const step = STEP_S[interval]
    const closedBefore = Math.floor(now / 1000) - step + 1
    for (const symbol of hub.symbolsByImportance()) {
      const ring = hub.state(symbol)?.rings[interval]
      const span = stored.get(`${symbol} ${interval}`)
      if (ring === undefined || signal.aborted) continue
      const candles = span === undefined ? [] : await store.newest(symbol, interval, closedBefore, ring.capacity)
      hub.addHistory(symbol, interval, candles)
      ring.declareRead(candles.length < ring.capacity ? 'all' : 'from-oldest')
      const last = candles.at(-1)
      if (span !== undefined && last !== undefined) believed.push({ ...span, to: Math.max(span.from, Math.min(span.to, last.time + step)) })
      await nextTurn()
    }
  }
  return spanBook(believed)
}
