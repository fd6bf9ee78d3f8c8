import type { Clock } from '@aerie/core/time'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../platform/db/client.ts'
import type { ServerModule } from '../../../platform/lifecycle.ts'
import { personaRoutes } from './persona-routes.ts'
import { type Habits, personaService } from './persona-service.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly habits: Habits
}

export const personaModule = ({ db, clock, habits }: Deps): ServerModule => ({
  name: 'persona',
  routes: async (app: FastifyInstance) => {
    await app.register(personaRoutes({ personas: personaService({ db, clock, habits }) }))
  },
})
