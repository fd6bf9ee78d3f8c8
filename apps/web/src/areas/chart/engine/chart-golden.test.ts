import { itemAt } from '@aerie/core/item-at'
import { expect, it, vi } from 'vitest'
import { frames, stageCharts } from '../../../../test/chart-stage.ts'
import { LAST, testBars, testChart, testColors, testFan } from '../test/chart.ts'

vi.mock('../view/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('../view/chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string, share: number) => `${color}/${share}`,
}))
// Time axis labels depend on the time zone.
vi.stubEnv('TZ', 'UTC')

type Chart = ReturnType<typeof testChart>

/** One line per draw call for each non-empty canvas, in pixels from the top left. Time formats depend on the test's locale. */
const picture = (chart: Chart): string =>
  chart
    .contexts()
    .filter(({ drawn, canvas }) => drawn.length > 0 && canvas.style.visibility !== 'hidden')
    .map(({ drawn, canvas }) => {
      const name = chart.nameOf(canvas)
      const lines = name.startsWith('x_axis')
        ? drawn.map((line) => line.replace(/^(fillText [^:]+: ).+( [\d.]+ [\d.]+)$/, '$1(time)$2'))
        : drawn
      return `# ${name}\n${lines.join('\n')}\n`
    })
    .join('\n')

const SCENES: Readonly<Record<string, () => Promise<Chart>>> = {
  'candles-volume-and-a-gap': async () => {
    const chart = await opened(testBars(16, { without: [6, 7] }))
    chart.engine.setScale('linear')
    chart.engine.setIndicators([{ name: 'VOL', parameters: [2, 3, 4] }])
    return chart
  },
  'a-small-price-on-a-log-scale-with-bollinger-bands-and-rsi': async () => {
    const chart = await opened(testBars(30, { price: 0.00000893 }))
    chart.engine.setScale('log')
    chart.engine.setIndicators([
      { name: 'BOLL', parameters: [5, 2] },
      { name: 'RSI', parameters: [3, 4, 5] },
    ])
    return chart
  },
  'percent-beside-another-coin': async () => {
    const bars = testBars(16)
    const chart = await opened(bars)
    chart.engine.setScale('percent')
    chart.engine.setCompare([{ symbol: 'ETH', closes: new Map(bars.slice(3).map(({ timestamp }, i) => [timestamp, 2000 + 20 * i])) }])
    return chart
  },
  'fan-levels-trades-and-watermark': async () => {
    const bars = testBars(16)
    const chart = await opened(bars)
    chart.engine.setScale('linear')
    chart.engine.setForecast(testFan(LAST + 3_600_000, itemAt(bars, -1).close))
    chart.engine.setWatermark('REPLAY')
    chart.engine.setLevels([
      { id: 'a', price: 104, label: 'Alert above', tone: 'accent' },
      { id: 'b', price: 500, label: 'Take profit', tone: 'up' },
    ])
    chart.engine.setTrades([
      { id: '1', time: itemAt(bars, 5).timestamp + 60_000, price: itemAt(bars, 5).close, side: 'buy', label: '1 BTC' },
      { id: '2', time: itemAt(bars, 12).timestamp, price: itemAt(bars, 12).high, side: 'sell', label: '1 BTC' },
    ])
    return chart
  },
  'closes-as-an-area-with-a-gap': async () => {
    const chart = await opened(testBars(16, { without: [6, 7] }))
    chart.engine.setType('area')
    return chart
  },
  'heikin-ashi-candles': async () => {
    const chart = await opened(testBars(16))
    chart.engine.setType('heikin-ashi')
    return chart
  },
  'hollow-candles': async () => {
    const chart = await opened(testBars(16))
    chart.engine.setType('hollow')
    return chart
  },
  'bars-of-open-high-low-and-close': async () => {
    const chart = await opened(testBars(16))
    chart.engine.setType('bars')
    return chart
  },
  'ichimoku-and-sar': async () => {
    const chart = await opened(testBars(40))
    chart.engine.setScale('linear')
    chart.engine.setIndicators([
      { name: 'ICHIMOKU', parameters: [3, 6, 12, 6] },
      { name: 'SAR', parameters: [0.02, 0.02, 0.2] },
    ])
    return chart
  },
}

const opened = async (bars: Parameters<typeof testChart>[0]) => {
  const chart = testChart(bars, { view: { barSpace: 10, bars: 57, until: null } })
  await frames()
  return chart
}
stageCharts()

it.each(Object.entries(SCENES))('draws %s exactly as recorded', async (name, scene) => {
  const chart = await scene()
  await frames(12)
  await expect(picture(chart)).toMatchFileSnapshot(`../golden/${name}.txt`)
})
