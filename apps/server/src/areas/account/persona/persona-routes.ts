import { getPersona, savePersona } from '@aerie/wire/account/account-persona'
import type { FastifyInstance } from 'fastify'
import type { PersonaService } from './persona-service.ts'

type Deps = { readonly personas: PersonaService }

const BODY = { bodyLimit: 4_096 }

export const personaRoutes =
  ({ personas }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getPersona, ({ userId, query: { zone = 'UTC' } }) => personas.read(userId, zone))
    app.endpoint(savePersona, ({ userId, query: { zone = 'UTC' }, body: answers }) => personas.save(userId, { answers, zone }), BODY)
  }
