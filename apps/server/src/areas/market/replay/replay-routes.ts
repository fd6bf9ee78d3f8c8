import { changeReplay, getReplay } from '@aerie/wire/market/replay'
import type { FastifyInstance } from 'fastify'
import type { Promised } from '../../../platform/bus/held-functions.ts'
import type { ReplayService } from './replay-service.ts'

const BODY = { bodyLimit: 1_024 }

export const replayRoutes =
  (replay: Pick<ReplayService, 'view' | 'obeyUser'> | Promised<Pick<ReplayService, 'view' | 'obeyUser'>>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(getReplay, ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return replay.view()
    })
    app.endpoint(changeReplay, ({ body }) => replay.obeyUser(body), BODY)
  }
