import type { DeepPartial, Styles } from 'klinecharts'
import { type ChartColors, seeThrough, seriesColors } from './chart-colors.ts'

const FAMILY = "'Inter Variable', system-ui, sans-serif"
const SIZE = 11

/** The library's styles in our colours and type. Our own legend stands in the place of its candle tooltip. */
export function chartStyles(colors: ChartColors): DeepPartial<Styles> {
  const { up, down, ink1, ink2, ink3, line, strong } = colors
  const bar = { upColor: up, downColor: down, noChangeColor: ink3 }
  const axis = {
    axisLine: { color: line },
    tickLine: { color: line },
    tickText: { color: ink3, size: SIZE, family: FAMILY },
  }
  const pointer = {
    line: { color: ink3 },
    text: { backgroundColor: colors.raised, borderColor: strong, color: ink1, size: SIZE, family: FAMILY },
  }
  return {
    grid: { horizontal: { color: seeThrough(line, 0.6) }, vertical: { color: seeThrough(line, 0.6) } },
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
        high: { color: ink3, textSize: SIZE, textFamily: FAMILY },
        low: { color: ink3, textSize: SIZE, textFamily: FAMILY },
        last: { ...bar, text: { size: SIZE, family: FAMILY, color: colors.ground } },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: bar,
      bars: [{ ...bar, upColor: seeThrough(up, 0.55), downColor: seeThrough(down, 0.55) }],
      lines: seriesColors(colors).map((color) => ({ color, size: 1, smooth: false, style: 'solid', dashedValue: [2, 2] })),
      circles: [bar],
      tooltip: {
        offsetTop: 2,
        title: { color: ink2, size: SIZE, family: FAMILY },
        legend: { color: ink2, size: SIZE, family: FAMILY, defaultValue: '—' },
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, activeBackgroundColor: seeThrough(colors.accent, 0.2) },
    crosshair: { horizontal: pointer, vertical: pointer },
    overlay: overlayStyles(colors),
  }
}

const overlayStyles = ({ accent, ink1, ground }: ChartColors): NonNullable<DeepPartial<Styles>['overlay']> => ({
  point: {
    color: accent,
    borderColor: seeThrough(accent, 0.35),
    activeColor: accent,
    activeBorderColor: seeThrough(accent, 0.35),
  },
  line: { color: accent, size: 1.5 },
  rect: { color: seeThrough(accent, 0.12), borderColor: accent, borderSize: 1, style: 'stroke_fill' },
  polygon: { color: accent, borderColor: accent },
  text: { color: ink1, size: SIZE, family: FAMILY, backgroundColor: seeThrough(ground, 0.8), borderColor: accent },
})
