import type { FromNowService } from '../areas/forecast/index.ts'
import { journalModule } from '../areas/journal/index.ts'
import type { MarketService } from '../areas/market/index.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'config' | 'db' | 'clock' | 'logger'> & {
  readonly market: MarketService
  readonly forecasts: FromNowService
}

export const wireJournal = (deps: Deps) => journalModule(deps)
