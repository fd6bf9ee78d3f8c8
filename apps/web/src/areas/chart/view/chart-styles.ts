import type { DeepPartial, Styles } from 'klinecharts'
import { type ChartType, isOfLibrary, LIBRARY_TYPES } from '../bars/price-series.ts'
import { type ChartColors, seriesColors, withOpacity } from './chart-colors.ts'

export const FAMILY = "'Inter Variable', system-ui, sans-serif"

export function chartStyles(colors: ChartColors, yAxisPx: number | 'auto', type: ChartType = 'candles'): DeepPartial<Styles> {
  const { up, down, ink1, ink3, line, strong, textPx: size, isForced } = colors
  const bar = { upColor: up, downColor: down, noChangeColor: ink3 }
  const axis = {
    axisLine: { color: line },
    tickLine: { color: line },
    tickText: { color: ink3, size, family: FAMILY },
  }
  // A line of closes reaches no high and no low.
  const hasExtremes = type !== 'line' && type !== 'area'
  const pointer = {
    line: { color: ink3 },
    text: { backgroundColor: colors.raised, borderColor: strong, color: ink1, size, family: FAMILY },
  }
  return {
    // Solid: a canvas draws dashes one by one.
    grid: { horizontal: { color: withOpacity(line, 0.6), style: 'solid' }, vertical: { color: withOpacity(line, 0.6), style: 'solid' } },
    candle: {
      type: isOfLibrary(type) ? LIBRARY_TYPES[isForced && type === 'candles' ? 'hollow' : type] : 'ohlc',
      bar: isOfLibrary(type) ? barStyles(up, down, ink3) : barStyles(NOTHING, NOTHING, NOTHING),
      priceMark: {
        high: { show: hasExtremes, color: ink3, textSize: size, textFamily: FAMILY },
        low: { show: hasExtremes, color: ink3, textSize: size, textFamily: FAMILY },
        last: { ...bar, text: { size, family: FAMILY, color: colors.ground } },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: bar,
      bars: [{ ...bar, upColor: withOpacity(up, 0.55), downColor: withOpacity(down, 0.55) }],
      lines: seriesColors(colors).map((color) => ({ color, size: 1, smooth: false, style: 'solid', dashedValue: [2, 2] })),
      circles: [bar],
      tooltip: { showRule: 'none' },
    },
    xAxis: axis,
    yAxis: { ...axis, size: yAxisPx },
    separator: { color: line, activeBackgroundColor: withOpacity(colors.accent, 0.2) },
    crosshair: { horizontal: pointer, vertical: pointer },
    overlay: overlayStyles(colors),
  }
}

const NOTHING = 'transparent'
const barStyles = (up: string, down: string, flat: string) => ({
  upColor: up,
  downColor: down,
  noChangeColor: flat,
  upBorderColor: up,
  downBorderColor: down,
  noChangeBorderColor: flat,
  upWickColor: up,
  downWickColor: down,
  noChangeWickColor: flat,
})

const overlayStyles = ({ accent, ink1, ground, textPx }: ChartColors): NonNullable<DeepPartial<Styles>['overlay']> => ({
  point: {
    color: accent,
    borderColor: withOpacity(accent, 0.35),
    activeColor: accent,
    activeBorderColor: withOpacity(accent, 0.35),
  },
  line: { color: accent, size: 1.5 },
  rect: { color: withOpacity(accent, 0.12), borderColor: accent, borderSize: 1, style: 'stroke_fill' },
  polygon: { color: accent, borderColor: accent },
  text: { color: ink1, size: textPx, family: FAMILY, backgroundColor: withOpacity(ground, 0.8), borderColor: accent },
})
