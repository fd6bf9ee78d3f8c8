import { replayCommand, replayView } from '@aerie/wire/market/replay'
import { envelope } from '@aerie/wire/problem'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Authentication } from '../../account/index.ts'
import type { ReplayService } from './replay-service.ts'

const BODY_LIMIT_BYTES = 1_024

type Deps = { readonly replay: ReplayService; readonly requireUser: Authentication['requireUser'] }

export const replayRoutes =
  ({ replay, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const tags = ['market']
    app.get(
      '/api/v1/market/replay',
      { schema: { tags, summary: 'How the replay stands; 404 for another market', response: { 200: envelope(replayView) } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { data: replay.view() }
      },
    )
    app.post(
      '/api/v1/market/replay',
      {
        onRequest: requireUser,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          tags,
          security: [{ bearer: [] }],
          summary: 'Pauses, plays, steps, changes the speed or jumps, for everybody on this server',
          description: '403 unless the server was started with `REPLAY_CONTROLS=users`; 400 for a moment outside of the recording.',
          body: replayCommand,
          response: { 200: envelope(replayView) },
        },
      },
      async (request) => ({ data: await replay.obeyUser(request.body) }),
    )
  }
