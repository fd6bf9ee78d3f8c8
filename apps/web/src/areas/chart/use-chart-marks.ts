import { use, useEffect, useRef } from 'react'
import { useUnchanged } from '../../ui/hooks/use-unchanged.ts'
import type { ChartLevel, ChartMarks } from './engine/price-chart-props.ts'
import { afterPaint, ChartEngineContext, living } from './use-chart-engine.ts'

/** Draws on the surrounding chart without rendering the rest of it on each fill. */
export function useChartMarks({ levels = [], trades = [] }: ChartMarks): void {
  const engine = use(ChartEngineContext)
  const givenLevels = useUnchanged(levels)
  const givenTrades = useUnchanged(trades)
  const latest = useRef(levels)
  latest.current = levels
  useEffect(() => {
    const now = (id: string) => latest.current.find((level) => level.id === id)
    const handlersOf = ({ id, onMove, onDrag }: ChartLevel): Partial<ChartLevel> => ({
      ...(onMove === undefined ? {} : { onMove: (price) => now(id)?.onMove?.(price) }),
      ...(onDrag === undefined ? {} : { onDrag: (price) => now(id)?.onDrag?.(price) }),
    })
    return afterPaint(() => living(engine)?.setLevels(givenLevels.map((level) => ({ ...level, ...handlersOf(level) }))))
  }, [engine, givenLevels])
  useEffect(() => afterPaint(() => living(engine)?.setTrades(givenTrades)), [engine, givenTrades])
}
