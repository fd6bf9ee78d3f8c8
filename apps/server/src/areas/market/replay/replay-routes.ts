import { changeReplay, getReplay } from '@aerie/wire/market/replay'
import type { FastifyInstance } from 'fastify'
import type { ReplayService } from './replay-service.ts'

const BODY = { bodyLimit: 1_024 }

export const replayRoutes =
  (replay: ReplayService) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getReplay, ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return replay.view()
    })
    app.endpoint(changeReplay, ({ body }) => replay.obeyUser(body), BODY)
  }
