import { findIndicator, labelOf } from '@aerie/core/indicators/catalogue'
import { useEffect, useState } from 'react'
import { shownBars } from '../../chart-engine/bars/shown-bars.ts'
import type { ChartEngine } from '../../chart-engine/chart-engine.ts'
import { summaryWords } from '../../chart-engine/chart-words.ts'
import { isStalePrice, useMarketStatus } from '../../live/market/market-status.ts'
import { figuresOf } from '../../live/market/quotes.ts'
import * as WORDS from './chart-words.ts'
import type { ChartDocument } from './document/chart-document.ts'
import { INTERVAL_WORDS } from './interval-words.ts'

const SAID_MS = 5000

/** What the chart's frame says of itself. */
export const FRAME_WORDS = {
  name: WORDS.priceChartOf,
  magnet: (isOn: boolean) => (isOn ? 'Magnet on: points snap to open, high, low and close.' : 'Magnet off.'),
  olderFailed: 'Older candles could not be loaded. Scroll further to try again.',
}

/** Words for the live region, gone after a while. */
export function useAnnouncement(): readonly [string, (words: string) => void] {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  return [said, setSaid]
}

/** Says where the prices of a coin come from, and whether its own is stale by now; a market that is not live is written behind the candles. */
export function useSource(engine: ChartEngine | null, symbol: string): () => string {
  const market = useMarketStatus()
  const badge = market?.badge
  const kind = market?.source
  useEffect(() => engine?.setWatermark(kind === 'sim' ? 'SIMULATED' : kind === 'replay' ? 'REPLAY' : null), [engine, kind])
  return () =>
    badge === undefined
      ? 'Source not known yet'
      : `${isStalePrice(figuresOf(symbol)?.asOf ?? null) ? 'STALE' : badge} · ${market?.detail ?? ''}`
}

/** The candles on show, spoken. */
export function summaryOf(
  engine: ChartEngine,
  { symbol, chartDocument, source }: { symbol: string; chartDocument: ChartDocument; source: string },
): string {
  const { from, to } = shownBars(engine.chart)
  const { look, history } = chartDocument.store.getState()
  return summaryWords({
    symbol,
    interval: engine.interval,
    intervalWords: INTERVAL_WORDS[engine.interval],
    bars: engine.chart.getDataList().slice(from, to),
    indicators: look.indicators.map(({ name }) => labelOf(findIndicator(name) ?? { name })),
    drawings: history.now.length,
    source,
  })
}
