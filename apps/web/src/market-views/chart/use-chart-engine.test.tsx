import type { Interval } from '@aerie/core/market/candle'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChartEngine } from '../../chart-engine/chart-engine.ts'
import { stubCanvases } from '../../chart-engine/test-canvas.ts'
import { LAST, testBars, testChart, testColors } from '../../chart-engine/test-chart.ts'
import { openChart } from './document/chart-document.ts'
import { useChartContent, useChartEngine } from './use-chart-engine.ts'

vi.mock('../../chart-engine/view/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('../../chart-engine/view/chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string) => color,
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
  const chartDocument = openChart('BTC', null)
  renderHook(() => useChartContent(engine, { kind: 'ready' }, chartDocument, { symbol: 'BTC' }))
  engine.close()
  const asked = [vi.spyOn(engine, 'setScale'), vi.spyOn(engine, 'setIndicators'), vi.spyOn(engine.drawings, 'show')]
  act(() =>
    chartDocument.store.setState(({ look }) => ({ look: { ...look, scale: 'log', indicators: [{ name: 'MA', parameters: [5] }] } })),
  )
  expect(asked.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0])
  chartDocument.close()
})

it('makes the chart of another timeframe once the press is painted, and is covered until then', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const host = { current: document.body.appendChild(document.createElement('div')) }
  const told = { onBar: vi.fn(), onDrawing: vi.fn(), onSelect: vi.fn(), onEditText: vi.fn() }
  const view = vi.spyOn(ChartEngine.prototype, 'view', 'get').mockReturnValue({ barSpace: 6, bars: 50, until: null })
  const hook = renderHook(({ interval }: { readonly interval: Interval }) => useChartEngine(host, { symbol: 'BTC', interval, ...told }), {
    initialProps: { interval: '1h' },
  })
  expect(hook.result.current.engine?.interval).toBe('1h')
  const before = hook.result.current.engine
  hook.rerender({ interval: '4h' })
  expect(before?.isClosed).toBe(true)
  expect([hook.result.current.engine, hook.result.current.feed]).toEqual([null, { kind: 'loading' }])
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(hook.result.current.engine?.interval).toBe('4h')
  hook.rerender({ interval: '1d' })
  hook.rerender({ interval: '1w' })
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(hook.result.current.engine?.interval).toBe('1w')
  hook.unmount()
  view.mockRestore()
  vi.unstubAllGlobals()
})
