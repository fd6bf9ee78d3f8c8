import type { ForecastService } from '../modules/forecasting/forecast-service.ts'
import { journalModule } from '../modules/journal/journal-module.ts'
import type { MarketService } from '../modules/market/market-service.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'config' | 'db' | 'clock' | 'logger'> &
  Pick<Accounts, 'requireUser'> & { readonly market: MarketService; readonly forecasts: ForecastService }

export const wireJournal = (deps: Deps) => journalModule(deps)
