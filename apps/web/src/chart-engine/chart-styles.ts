import type { DeepPartial, Styles } from 'klinecharts'
import { type ChartColors, seeThrough, seriesColors } from './chart-colors.ts'

/** Type of all words on the canvases. */
export const FAMILY = "'Inter Variable', system-ui, sans-serif"

/** The library's styles in our colours and type. Our own legend stands in the place of its candle tooltip. */
export function chartStyles(colors: ChartColors, yAxisPx: number | 'auto'): DeepPartial<Styles> {
  const { up, down, ink1, ink3, line, strong, textPx: size } = colors
  const bar = { upColor: up, downColor: down, noChangeColor: ink3 }
  const axis = {
    axisLine: { color: line },
    tickLine: { color: line },
    tickText: { color: ink3, size, family: FAMILY },
  }
  const pointer = {
    line: { color: ink3 },
    text: { backgroundColor: colors.raised, borderColor: strong, color: ink1, size, family: FAMILY },
  }
  return {
    // Solid: a canvas draws dashes one by one.
    grid: { horizontal: { color: seeThrough(line, 0.6), style: 'solid' }, vertical: { color: seeThrough(line, 0.6), style: 'solid' } },
    candle: {
      bar: {
        ...bar,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: ink3,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: ink3,
      },
      priceMark: {
        high: { color: ink3, textSize: size, textFamily: FAMILY },
        low: { color: ink3, textSize: size, textFamily: FAMILY },
        last: { ...bar, text: { size, family: FAMILY, color: colors.ground } },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: bar,
      bars: [{ ...bar, upColor: seeThrough(up, 0.55), downColor: seeThrough(down, 0.55) }],
      lines: seriesColors(colors).map((color) => ({ color, size: 1, smooth: false, style: 'solid', dashedValue: [2, 2] })),
      circles: [bar],
      // Ours are text of the page.
      tooltip: { showRule: 'none' },
    },
    xAxis: axis,
    yAxis: { ...axis, size: yAxisPx },
    separator: { color: line, activeBackgroundColor: seeThrough(colors.accent, 0.2) },
    crosshair: { horizontal: pointer, vertical: pointer },
    overlay: overlayStyles(colors),
  }
}

const overlayStyles = ({ accent, ink1, ground, textPx }: ChartColors): NonNullable<DeepPartial<Styles>['overlay']> => ({
  point: {
    color: accent,
    borderColor: seeThrough(accent, 0.35),
    activeColor: accent,
    activeBorderColor: seeThrough(accent, 0.35),
  },
  line: { color: accent, size: 1.5 },
  rect: { color: seeThrough(accent, 0.12), borderColor: accent, borderSize: 1, style: 'stroke_fill' },
  polygon: { color: accent, borderColor: accent },
  text: { color: ink1, size: textPx, family: FAMILY, backgroundColor: seeThrough(ground, 0.8), borderColor: accent },
})
