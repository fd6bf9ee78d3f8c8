import { marketNow } from '../../../platform/live/market/market-status.ts'
import type { ChartEngine } from '../engine/chart-engine.ts'
import type { Snapshot } from './snapshot.ts'

type Shown = Pick<Snapshot, 'symbol' | 'interval' | 'source'> & { readonly host: HTMLElement | null; readonly engine: ChartEngine | null }

export function takeSnapshot({ host, engine, ...shown }: Shown): void {
  if (host === null || engine === null) return
  const snapshot = { ...shown, host, colors: engine.colors, marketTime: marketNow() }
  import('./snapshot.ts').then(({ saveSnapshot }) => saveSnapshot(snapshot), reportError)
}
