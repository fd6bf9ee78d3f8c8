import type { Notify } from '@aerie/wire/notices'
import type { MarketService } from '../areas/market/index.ts'
import { socialModule } from '../areas/social/index.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'config' | 'db' | 'clock' | 'logger'> & { readonly market: MarketService; readonly notify: Notify }

export const wireSocial = (deps: Deps) => socialModule(deps)
