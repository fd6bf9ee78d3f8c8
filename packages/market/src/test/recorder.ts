import type { ClosedCandle, Listing, MarketListener, MarketTick, SourceState } from '../market-source.ts'

/** Records what a source emits, for tests. */
export function recorder() {
  const ticks: MarketTick[] = []
  const candles: ClosedCandle[] = []
  const listings: Listing[] = []
  const states: SourceState[] = []
  const listener: MarketListener = {
    ticks: (more) => void ticks.push(...more),
    candles: (more) => void candles.push(...more),
    listings: (more) => void listings.push(...more),
    state: (next) => void states.push(next),
  }
  return {
    ticks,
    candles,
    listings,
    states,
    listener,
    newest: (symbol = 'BTC') => ticks.findLast((tick) => tick.symbol === symbol),
    detail: () => states.at(-1)?.detail ?? '',
    /** Minutes emitted for a coin. */
    minuteCandles: (symbol: string) =>
      candles.flatMap(({ symbol: of, interval, candle }) => (of === symbol && interval === '1m' ? [candle] : [])),
    /** Forgets everything. */
    reset: () => {
      for (const list of [ticks, candles, listings, states]) list.length = 0
    },
  }
}
