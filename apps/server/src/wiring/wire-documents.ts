import type { Notify } from '@aerie/wire/notices'
import type { ServerModule } from '../lifecycle.ts'
import { chartRoutes } from '../modules/charts/chart-routes.ts'
import { chartService } from '../modules/charts/chart-service.ts'
import type { MarketService } from '../modules/market/market-service.ts'
import { documentService } from '../modules/workspace/document-service.ts'
import { workspaceRoutes } from '../modules/workspace/workspace-routes.ts'
import type { Accounts } from './wire-accounts.ts'
import type { AppDeps } from './wire-foundation.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'> & Pick<Accounts, 'requireUser'> & { readonly market: MarketService; readonly notify: Notify }

/** What users save: charts, and the documents of their workspace. */
export function wireDocuments({ db, clock, requireUser, market, notify }: Deps) {
  const isCoin = (symbol: string): boolean => market.hub.state(symbol) !== undefined
  const charts: ServerModule = { name: 'charts', routes: chartRoutes({ charts: chartService({ db, clock }), requireUser, isCoin }) }
  const documents = documentService({ db, clock, notify })
  const workspace: ServerModule = { name: 'workspace', routes: workspaceRoutes({ documents, requireUser }) }
  return { charts, workspace }
}
