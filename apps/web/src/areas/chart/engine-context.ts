import { createContext } from 'react'
import type { ChartEngine } from './engine/chart-engine.ts'

export const ChartEngineContext = createContext<ChartEngine | null>(null)

/** Null if closed: on a change of symbol or timeframe, effects still see the chart of their render. */
export const living = (engine: ChartEngine | null): ChartEngine | null => (engine?.isClosed === true ? null : engine)
