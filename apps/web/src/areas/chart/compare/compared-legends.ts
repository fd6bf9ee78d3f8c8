import { percentText } from '@aerie/core/numbers/short-number-text'
import type { Chart } from 'klinecharts'
import { shownBars } from '../bars/shown-bars.ts'
import { PRICE_PANE } from '../engine/panes.ts'
import { DASH, type LegendOf } from '../indicators/pane-legends.ts'
import { comparedColor } from '../view/chart-colors.ts'
import type { CompareSeries } from './compare-series.ts'

export const comparedLegends = (chart: Chart, compared: readonly CompareSeries[], onRemove: (symbol: string) => void): LegendOf[] =>
  compared.map((series, place) => ({
    id: `compared ${series.symbol}`,
    paneId: PRICE_PANE,
    title: series.symbol,
    name: series.symbol,
    figures: [{ key: 'change', title: null, color: comparedColor(place) }],
    read: (index) => comparedText(chart, series, index),
    onRemove: () => onRemove(series.symbol),
  }))

export function comparedText(chart: Chart, { closes }: Pick<CompareSeries, 'closes'>, index: number): string {
  const bars = chart.getDataList()
  const { from, to } = shownBars(chart)
  const base = bars.slice(from, to).flatMap(({ timestamp }) => closes.get(timestamp) ?? [])[0]
  const close = closes.get(bars[index]?.timestamp ?? Number.NaN)
  return base === undefined || close === undefined ? DASH : percentText((close / base - 1) * 100)
}
