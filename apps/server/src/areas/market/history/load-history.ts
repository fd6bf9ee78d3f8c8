import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BaseInterval } from '@aerie/market/market-source'
import type { CandleStore, Span } from '../candles/candle-store.ts'
import type { MarketHub } from '../market-hub.ts'
import { type CandleSpans, candleSpans, STEP_S } from './candle-spans.ts'

type Deps = {
  readonly store: Pick<CandleStore, 'spans' | 'newest'>
  readonly hub: Pick<MarketHub, 'addHistory' | 'state' | 'symbolsByImportance'>
  /** Current market time: nothing that closed later is read. */
  readonly now: number
  readonly signal: AbortSignal
}

/**
 * A span ends at its last stored candle: a crash may have lost candles after the span was written. A span starting after that candle is
 * ignored: candles from before an absence are stored too, and a replay may go back there.
 */
export async function loadHistory(deps: Deps, only?: Pick<Span, 'symbol' | 'interval'>): Promise<CandleSpans> {
  const { store, hub, signal } = deps
  const stored = new Map((await store.spans()).map((span) => [`${span.symbol} ${span.interval}`, span]))
  const believed: Span[] = []
  for (const interval of ['1m', '1h'] as const satisfies readonly BaseInterval[]) {
    for (const symbol of hub.symbolsByImportance()) {
      if (signal.aborted) return candleSpans(believed)
      if (only !== undefined && (only.symbol !== symbol || only.interval !== interval)) continue
      const span = await loadSeries(deps, symbol, interval, stored.get(`${symbol} ${interval}`))
      if (span !== undefined) believed.push(span)
      await nextTurn()
    }
  }
  return candleSpans(believed)
}

async function loadSeries(deps: Deps, symbol: string, interval: BaseInterval, span: Span | undefined): Promise<Span | undefined> {
  const ring = deps.hub.state(symbol)?.rings[interval]
  if (ring === undefined) return undefined
  const step = STEP_S[interval]
  const closedBefore = Math.floor(deps.now / 1000) - step + 1
  const candles = span === undefined ? [] : await deps.store.newest(symbol, interval, closedBefore, ring.capacity)
  deps.hub.addHistory(symbol, interval, candles)
  ring.declareRead(candles.length < ring.capacity ? 'all' : 'from-oldest')
  const last = candles.at(-1)
  if (span === undefined || last === undefined || last.time < span.from) return undefined
  return { ...span, to: Math.min(span.to, last.time + step) }
}
