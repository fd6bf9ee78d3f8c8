import { createContext } from 'react'
import type { ChartEngine } from '../../chart-engine/chart-engine.ts'

/** The chart that a component stands in; null until it is made. */
export const ChartEngineContext = createContext<ChartEngine | null>(null)

/**
 * The engine, unless it has been closed since the rendering that an effect belongs to: when the symbol or the timeframe changes
 * together with the look, effects still see the chart of before.
 */
export const living = (engine: ChartEngine | null): ChartEngine | null => (engine?.isClosed === true ? null : engine)
