import type { PriceChartProps } from './price-chart-props.ts'

export type { ChartLevel, ChartTrade, PriceChartProps } from './price-chart-props.ts'

/** Candles of one coin. */
export function PriceChart({ symbol, className }: PriceChartProps) {
  return <section aria-label={`Price chart of ${symbol}`} className={className} />
}
