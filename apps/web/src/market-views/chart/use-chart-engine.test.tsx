import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubCanvases } from '../../chart-engine/test-canvas.ts'
import { LAST, testBars, testChart, testColors } from '../../chart-engine/test-chart.ts'
import { openChart } from './chart-document.ts'
import { useChartContent } from './use-chart-engine.ts'

vi.mock('../../chart-engine/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('../../chart-engine/chart-colors.ts')>()),
  readColors: () => testColors,
  seeThrough: (color: string) => color,
}))

let restore: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: LAST })
  restore = stubCanvases(640, 400)
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  restore()
  vi.useRealTimers()
})

it('asks nothing of a chart that was closed in the very change that brings another look', async () => {
  const { engine } = testChart(testBars(40))
  await vi.advanceTimersByTimeAsync(100)
  const desk = openChart('BTC', null)
  renderHook(() => useChartContent(engine, { kind: 'ready' }, desk, { symbol: 'BTC' }))
  engine.close()
  const asked = [vi.spyOn(engine, 'setScale'), vi.spyOn(engine, 'setIndicators'), vi.spyOn(engine.drawings, 'show')]
  act(() => desk.store.setState(({ look }) => ({ look: { ...look, scale: 'log', indicators: [{ name: 'MA', parameters: [5] }] } })))
  expect(asked.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0])
  desk.close()
})
