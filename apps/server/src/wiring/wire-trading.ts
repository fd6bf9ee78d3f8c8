import type { HasListener, Notify } from '@aerie/wire/notices'
import type { MarketService } from '../areas/market/service.ts'
import type { DecisionOf, OpenTrips } from '../areas/trading/accounts/trip-keeper.ts'
import { tradingModule } from '../areas/trading/index.ts'
import type { Accounts } from './wire-accounts.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'config' | 'db' | 'clock' | 'logger' | 'health'> &
  Pick<Accounts, 'requireUser'> & {
    readonly market: MarketService
    readonly notify: Notify
    readonly hasListener: HasListener
    readonly openTrips: OpenTrips
    readonly decisionOf: DecisionOf
  }

export const wireTrading = (deps: Deps) => tradingModule(deps)
