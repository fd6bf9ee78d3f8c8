import type { HasListener, Notify } from '@aerie/wire/notices'
import { copyModule, type TradingPart } from '../areas/copy/index.ts'
import type { MarketService } from '../areas/market/index.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'db' | 'clock' | 'logger' | 'health'> & {
  readonly market: MarketService
  readonly trading: TradingPart
  readonly notify: Notify
  readonly hasListener: HasListener
}

export const wireCopy = (deps: Deps) => copyModule(deps)
