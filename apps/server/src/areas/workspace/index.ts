import { areaPlugin } from '../../platform/area.ts'
import { account } from '../account/index.ts'
import { market } from '../market/index.ts'
import { serveMirror } from './mirror.ts'
import { workspaceRoutes } from './routes.ts'
import { documentService } from './service.ts'
import { documentRepository } from './store.ts'

export { checklistProgress } from './service.ts'

/** Saved documents (layouts, watchlists, drawings), and the socket `/mirror` between a user's windows. */
export const workspace = areaPlugin({
  name: 'workspace',
  needs: { account, market },
  setup({ account, market, notices, io, db, clock, logger }) {
    serveMirror({ io, logger, clock, ...account.admission })
    const isCoin = (symbol: string): boolean => market.service.hub.state(symbol) !== undefined
    const documents = documentService({ db, clock, notify: notices.notify, isCoin })
    return { modules: [{ name: 'workspace', routes: workspaceRoutes(documents) }], api: documentRepository(db) }
  },
})
