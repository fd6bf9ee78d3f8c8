import { SECOND_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { useEffect } from 'react'
import { preloadedPart } from '../../../platform/browser/lazy-part.ts'
import { loadChartWorkspace } from '../../chart/index.ts'

const chart = preloadedPart(loadChartWorkspace)

/** Retry interval of a failed code load. */
export const CODE_AGAIN_MS = 10 * SECOND_MS

/**
 * Loads the chart code at start-up, not with the first chart scene: the server may be down by then, and nobody reloads an unattended wall.
 * A failure is retried while the wall keeps running.
 */
export function useChartCode(part: { readonly preload: () => void; readonly usePart: () => unknown } = chart): void {
  const isHere = part.usePart() !== null
  const { preload } = part
  useEffect(() => {
    if (isHere) return
    return every(CODE_AGAIN_MS, preload, { atOnce: true })
  }, [isHere, preload])
}

export const useChartPart = chart.usePart
