import { defined } from '@aerie/core/defined'
import { afterEach, expect, it, vi } from 'vitest'
import { stageCharts } from '../../../../test/chart-stage.ts'
import { contextOf } from '../test/canvas.ts'
import { LAST, testBars, testChart, testColors } from '../test/chart.ts'
import { saveSnapshot } from './snapshot.ts'

vi.mock('../view/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('../view/chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string, share: number) => `${color}/${share}`,
}))

stageCharts()
afterEach(() => vi.restoreAllMocks())

it('keeps compared symbols and indicators in its legend, with their values at the hovered candle', async () => {
  const bars = testBars(40)
  const { engine, host } = testChart(bars)
  engine.setIndicators([{ name: 'RSI', parameters: [14] }])
  engine.setCompare([{ symbol: 'ETH', closes: new Map(bars.map(({ timestamp }, i) => [timestamp, 200 + i])) }])
  engine.pointAt(20)
  await vi.advanceTimersByTimeAsync(100)
  const saved: HTMLCanvasElement[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement) {
    saved.push(this)
  })
  saveSnapshot({ host, colors: testColors, symbol: 'BTC', interval: '1h', source: 'SIMULATED', marketTime: LAST })
  const texts = contextOf(defined(saved[0])).drawn.flatMap((line) => /^fillText [^:]*: (.+?)(?: -?[\d.]+){2}$/.exec(line)?.[1] ?? [])
  expect(texts).toEqual(expect.arrayContaining(['BTC · 1h', 'ETH', '+10.00%', 'RSI 14']))
  expect(texts.at(-1)).toMatch(/^SIMULATED · .*2026.* · Aerie$/)
})
