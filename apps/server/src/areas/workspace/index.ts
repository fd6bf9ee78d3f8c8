import { ticker } from '@aerie/runtime/ticker'
import { areaPlugin } from '../../platform/area.ts'
import { account } from '../account/index.ts'
import { market } from '../market/index.ts'
import { serveMirror } from './mirror.ts'
import { BEAT_MS } from './mirror-room.ts'
import { workspaceRoutes } from './routes.ts'
import { documentService } from './service.ts'
import { documentRepository } from './store.ts'

export { checklistProgress } from './service.ts'

/** Saved documents (layouts, watchlists, drawings), and the socket `/mirror` between a user's windows. */
export const workspace = areaPlugin({
  name: 'workspace',
  needs: { account, market },
  setup({ account, market, notices, io, bus, db, clock, logger }) {
    const mirror = serveMirror({ io, bus, logger, clock, ...account.admission })
    const beating = ticker(BEAT_MS, () => mirror.beat())
    const isCoin = (symbol: string): boolean => market.service.hub.state(symbol) !== undefined
    const documents = documentService({ db, clock, notify: notices.notify, isCoin })
    return {
      modules: [
        {
          name: 'workspace',
          routes: workspaceRoutes(documents),
          start: () => beating.start((error) => logger.error({ err: error }, 'the mirror did not reach the other processes')),
          stop: beating.stop,
        },
      ],
      api: documentRepository(db),
    }
  },
})
