import { areaPlugin } from '../../platform/area.ts'
import { account } from '../account/index.ts'
import { alerts } from '../alerts/index.ts'
import { journal } from '../journal/index.ts'
import { market } from '../market/index.ts'
import { trading } from '../trading/index.ts'
import { workspace } from '../workspace/index.ts'
import { learnRoutes } from './routes.ts'
import { learnService } from './service.ts'
import { taskFacts } from './task-facts.ts'

/** Lessons with quizzes, spaced review, and tasks that are checked against what the user has done. */
export const learn = areaPlugin({
  name: 'learn',
  needs: { market, trading, alerts, journal, workspace, account },
  setup({ db, clock, answers, market, trading, ...needs }) {
    const isCoin = (symbol: string): boolean => market.service.hub.state(symbol) !== undefined
    const service = learnService({ db, clock, factsOf: taskFacts({ ...needs, trading: trading.history, isCoin }) })
    return { modules: [{ name: 'learn', routes: learnRoutes({ learn: service, answers, clock }) }], api: {} }
  },
})
