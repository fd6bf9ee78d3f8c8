import type { Interval } from '@aerie/core/market/candle'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { stageCharts } from '../../../test/chart-stage.ts'
import { NO_RELAY, useMirror } from '../../platform/mirror/mirror-store.ts'
import { openChart } from './document/chart-document.ts'
import { ChartEngine } from './engine/chart-engine.ts'
import { testBars, testChart, testColors } from './test/chart.ts'
import { useChartContent, useChartEngine } from './use-chart-engine.ts'

vi.mock('./view/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('./view/chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string) => color,
}))

stageCharts()
afterEach(() => cleanup())

it('makes no calls to a chart closed by the same update that changes its settings', async () => {
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

it('switches the same chart to another timeframe after the press is painted, and covers it until its candles load', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const host = { current: document.body.appendChild(document.createElement('div')) }
  const listeners = { onBar: vi.fn(), onDrawing: vi.fn(), onSelect: vi.fn(), onEditText: vi.fn() }
  const hook = renderHook(
    ({ interval }: { readonly interval: Interval }) => useChartEngine(host, { symbol: 'BTC', interval, ...listeners }),
    {
      initialProps: { interval: '1h' },
    },
  )
  const { engine } = hook.result.current
  expect(engine?.interval).toBe('1h')
  hook.rerender({ interval: '4h' })
  expect([engine?.interval, hook.result.current.feed]).toEqual(['1h', { kind: 'loading' }])
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(hook.result.current.engine).toBe(engine)
  expect([engine?.interval, engine?.isClosed]).toEqual(['4h', false])
  const shown = vi.spyOn(ChartEngine.prototype, 'showInterval')
  hook.rerender({ interval: '1d' })
  hook.rerender({ interval: '1w' })
  await act(() => vi.advanceTimersByTimeAsync(50))
  expect(shown.mock.calls).toEqual([['1w']])
  hook.unmount()
  expect(engine?.isClosed).toBe(true)
  shown.mockRestore()
  vi.unstubAllGlobals()
})

it('waits one more frame in a window with followers, so that all of them have painted the press', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const host = { current: document.body.appendChild(document.createElement('div')) }
  const listeners = { onBar: vi.fn(), onDrawing: vi.fn(), onSelect: vi.fn(), onEditText: vi.fn() }
  const hook = renderHook(
    ({ interval }: { readonly interval: Interval }) => useChartEngine(host, { symbol: 'BTC', interval, ...listeners }),
    {
      initialProps: { interval: '1h' },
    },
  )
  const framesUntilShown = async (interval: Interval): Promise<number> => {
    hook.rerender({ interval })
    for (let frame = 1; frame < 10; frame += 1) {
      await act(() => vi.advanceTimersToNextFrame())
      await act(() => vi.advanceTimersByTimeAsync(1))
      if (hook.result.current.engine?.interval === interval) return frame
    }
    return Number.NaN
  }
  const alone = await framesUntilShown('4h')
  useMirror.setState({ relay: { ...NO_RELAY, machines: 2 } })
  const followed = await framesUntilShown('1d')
  useMirror.setState({ relay: NO_RELAY })
  expect([alone, followed]).toEqual([1, 2])
  hook.unmount()
  vi.unstubAllGlobals()
})
