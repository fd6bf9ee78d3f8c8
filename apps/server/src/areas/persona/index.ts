import type { Clock } from '@aerie/core/time'
import { getPersona, savePersona } from '@aerie/wire/account/account-persona'
import type { FastifyInstance } from 'fastify'
import { type AreaModule, areaPlugin } from '../../platform/area.ts'
import type { Database } from '../../platform/db/client.ts'
import { journal } from '../journal/index.ts'
import { type Habits, personaService } from './persona-service.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly habits: Habits
}

const BODY = { bodyLimit: 4_096 }

export const personaModule = ({ db, clock, habits }: Deps): AreaModule => ({
  name: 'persona',
  routes: async (app: FastifyInstance) => {
    const personas = personaService({ db, clock, habits })
    app.endpoint(getPersona, ({ userId, query: { zone = 'UTC' } }) => personas.read(userId, zone))
    app.endpoint(savePersona, ({ userId, query: { zone = 'UTC' }, body: answers }) => personas.save(userId, { answers, zone }), BODY)
  },
})

/** The questionnaire about how a user trades, compared with the trades of the journal. */
export const persona = areaPlugin({
  name: 'persona',
  needs: { journal },
  setup: ({ db, clock, journal }) => ({ modules: [personaModule({ db, clock, habits: journal.habits })], api: {} }),
})
