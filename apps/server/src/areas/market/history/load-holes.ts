import { setImmediate as nextTurn } from 'node:timers/promises'
import { numberAt } from '@aerie/core/item-at'
import type { BaseInterval } from '@aerie/market/market-source'
import type { CandleStore } from '../candles/candle-store.ts'
import { type CandleSpans, STEP_S } from './candle-spans.ts'
import type { MissingCandles } from './missing-candles.ts'

type Deps = {
  readonly store: Pick<CandleStore, 'missing'>
  readonly spans: CandleSpans
  readonly holes: MissingCandles
  readonly symbols: readonly string[]
  readonly pastS: (symbol: string, interval: BaseInterval) => number
  readonly signal: AbortSignal
}

const TIMES_MOST = 1_000

/** Restores the holes inside spans requested by an earlier run: they are not persisted. */
export async function loadHoles(deps: Deps): Promise<void> {
  for (const interval of ['1h', '1m'] as const) {
    for (const symbol of deps.symbols) {
      if (deps.signal.aborted) return
      await loadSeries(deps, symbol, interval)
      await nextTurn()
    }
  }
}

async function loadSeries({ store, spans, holes, pastS }: Deps, symbol: string, interval: BaseInterval): Promise<void> {
  const span = spans.get(symbol, interval)
  if (span === undefined || span.from >= span.to) return
  const from = Math.max(span.from, span.to - pastS(symbol, interval))
  const missing = await store.missing({ symbol, interval, from, to: span.to })
  for (const times of pieces(missing, TIMES_MOST * STEP_S[interval]))
    holes.add({ symbol, interval, times, isUnreadable: false, isOldest: times[0] === from })
}

function pieces(times: readonly number[], reach: number): number[][] {
  const all: number[][] = []
  for (const time of times) {
    const last = all.at(-1)
    if (last !== undefined && time - numberAt(last, 0) < reach) last.push(time)
    else all.push([time])
  }
  return all
}
