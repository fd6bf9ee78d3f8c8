import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { stageCharts } from '../../../test/chart-stage.ts'
import type { ChartLevel } from './engine/price-chart-props.ts'
import { testBars, testChart, testColors } from './test/chart.ts'
import { ChartEngineContext } from './use-chart-engine.ts'
import { useChartMarks } from './use-chart-marks.ts'

vi.mock('./view/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('./view/chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string) => color,
}))

stageCharts()
afterEach(() => cleanup())

const painted = () => act(() => vi.advanceTimersByTimeAsync(100))

it('draws on its own chart after the frame, once for equal levels, and passes a drag to the latest list', async () => {
  const { engine } = testChart(testBars(40))
  const drawn = vi.spyOn(engine, 'setLevels')
  const level = (price: number, onMove: ChartLevel['onMove']): ChartLevel => ({
    id: 'a',
    price,
    label: 'Stop',
    tone: 'up',
    ...(onMove && { onMove }),
  })
  const [first, second] = [vi.fn(), vi.fn()]
  const hook = renderHook(({ levels }: { readonly levels: readonly ChartLevel[] }) => useChartMarks({ levels }), {
    initialProps: { levels: [level(100, first)] },
    wrapper: ({ children }: { readonly children: ReactNode }) => <ChartEngineContext value={engine}>{children}</ChartEngineContext>,
  })
  expect(drawn).not.toHaveBeenCalled()
  await painted()
  hook.rerender({ levels: [level(100, second)] })
  await painted()
  expect(drawn).toHaveBeenCalledTimes(1)
  drawn.mock.calls[0]?.[0][0]?.onMove?.(101)
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [[101]]])
  hook.rerender({ levels: [level(99, second)] })
  await painted()
  expect(drawn.mock.lastCall?.[0]).toMatchObject([{ id: 'a', price: 99 }])
  engine.close()
  hook.rerender({ levels: [] })
  await painted()
  expect(drawn).toHaveBeenCalledTimes(2)
})
