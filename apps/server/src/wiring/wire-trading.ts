import type { HasListener, Notify } from '@aerie/wire/notices'
import type { MarketService } from '../areas/market/index.ts'
import { type DecisionOf, type OpenTrips, tradingModule } from '../areas/trading/index.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'config' | 'db' | 'clock' | 'logger' | 'health'> & {
  readonly market: MarketService
  readonly notify: Notify
  readonly hasListener: HasListener
  readonly openTrips: OpenTrips
  readonly decisionOf: DecisionOf
}

export const wireTrading = (deps: Deps) => tradingModule(deps)
