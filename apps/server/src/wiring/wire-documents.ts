import type { Notify } from '@aerie/wire/notices'
import { learnRoutes, learnService, taskFacts } from '../areas/learn/index.ts'
import type { MarketService } from '../areas/market/index.ts'
import { documentService, workspaceRoutes } from '../areas/workspace/index.ts'
import type { ServerModule } from '../platform/lifecycle.ts'
import type { Foundation } from './wire-foundation.ts'

type Deps = Pick<Foundation, 'db' | 'clock' | 'answers'> & { readonly market: MarketService; readonly notify: Notify }

export function wireDocuments({ db, clock, answers, market, notify }: Deps): {
  readonly workspace: ServerModule
  readonly learn: ServerModule
} {
  const isCoin = (symbol: string): boolean => market.hub.state(symbol) !== undefined
  const documents = documentService({ db, clock, notify, isCoin })
  const learn = learnService({ db, clock, factsOf: taskFacts({ db, isCoin }) })
  return {
    workspace: { name: 'workspace', routes: workspaceRoutes(documents) },
    learn: { name: 'learn', routes: learnRoutes({ learn, answers, clock }) },
  }
}
