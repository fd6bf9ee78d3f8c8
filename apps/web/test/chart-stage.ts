import { afterEach, beforeEach, vi } from 'vitest'
import { stubCanvases } from '../src/areas/chart/test/canvas.ts'
import { LAST, testChart } from '../src/areas/chart/test/chart.ts'

/** Gives each test of the file charts of 640 by 400 that draw into lists, and a clock fixed at LAST. */
export function stageCharts(): void {
  let restore: () => void
  beforeEach(() => {
    vi.useFakeTimers({ now: LAST })
    restore = stubCanvases(640, 400)
  })
  afterEach(() => {
    document.body.replaceChildren()
    restore()
    vi.useRealTimers()
  })
}

export const frames = (count = 4) => vi.advanceTimersByTimeAsync(count * 17)

/** A chart after its first frames. */
export async function openedChart(...given: Parameters<typeof testChart>): Promise<ReturnType<typeof testChart>> {
  const chart = testChart(...given)
  await frames()
  return chart
}
