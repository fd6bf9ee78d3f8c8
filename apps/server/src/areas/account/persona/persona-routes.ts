import { persona, personaAnswers, personaQuery } from '@aerie/wire/account/account-persona'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../authentication.ts'
import type { PersonaService } from './persona-service.ts'

type Deps = { readonly personas: PersonaService; readonly requireUser: Authentication['requireUser'] }

const shared = { tags: ['account'], security: [{ bearer: [] }] }
const BODY_LIMIT_BYTES = 4_096
const response = { 200: envelope(persona) }

export const personaRoutes =
  ({ personas, requireUser: onRequest }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/api/v1/account/persona',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The trade persona: answers, what the journal shows with number and interval, and where they differ',
          querystring: personaQuery,
          response,
        },
      },
      async (request) => ({ data: await personas.read(request.caller.user.user_id, request.query.zone ?? 'UTC') }),
    )
    app.put(
      '/api/v1/account/persona',
      {
        onRequest,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'Saves the answers to all questions of the trade persona',
          querystring: personaQuery,
          body: personaAnswers,
          response,
        },
      },
      async (request) => {
        const { zone = 'UTC' } = request.query
        return { data: await personas.save(request.caller.user.user_id, { answers: request.body, zone }) }
      },
    )
  }
