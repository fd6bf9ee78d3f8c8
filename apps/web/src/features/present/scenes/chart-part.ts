import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useEffect } from 'react'
import { preloadedPart } from '../../../lib/preloaded-part.ts'

const chart = preloadedPart(async () => (await import('../../../market-views/chart/chart-workspace.tsx')).ChartWorkspace)

/** While the chart's code cannot be had, it is asked for this often. */
export const CODE_AGAIN_MS = 10 * SECOND_MS

/**
 * Loads the chart's code with the wallboard, not with the first scene that draws one: the server may be away by then, and a
 * wall that nobody attends has nobody to reload it. A failure is no failure of the wall: it goes round, and asks again.
 */
export function useChartCode(part: { readonly preload: () => void; readonly usePart: () => unknown } = chart): void {
  const isHere = part.usePart() !== null
  const { preload } = part
  useEffect(() => {
    if (isHere) return
    return every(CODE_AGAIN_MS, preload, { atOnce: true })
  }, [isHere, preload])
}

/** The chart, or null until its code is here. */
export const useChartPart = chart.usePart
