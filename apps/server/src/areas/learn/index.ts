import { areaPlugin } from '../../platform/area.ts'
import { market } from '../market/index.ts'
import { learnRoutes } from './routes.ts'
import { learnService } from './service.ts'
import { taskFacts } from './task-facts.ts'

/** Lessons with quizzes, spaced review, and tasks that are checked against what the user has done. */
export const learn = areaPlugin({
  name: 'learn',
  needs: { market },
  setup({ db, clock, answers, market }) {
    const isCoin = (symbol: string): boolean => market.service.hub.state(symbol) !== undefined
    const service = learnService({ db, clock, factsOf: taskFacts({ db, isCoin }) })
    return { modules: [{ name: 'learn', routes: learnRoutes({ learn: service, answers, clock }) }], api: {} }
  },
})
