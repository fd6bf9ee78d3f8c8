import {
  changeCopy,
  closeOwnLeader,
  createCopy,
  getLeader,
  getOwnLeader,
  listCopies,
  listCopyLog,
  listLeaders,
  listLogOfCopy,
  saveOwnLeader,
  simulateCopy,
  stopCopy,
} from '@aerie/wire/copies'
import type { FastifyInstance } from 'fastify'
import type { copySimulations } from './copy-simulations.ts'
import type { LeaderBoard } from './leaders/leader-board.ts'
import type { LeaderService } from './leaders/leader-service.ts'
import type { CopyService } from './service.ts'

type Deps = {
  readonly copies: CopyService
  readonly leaders: LeaderService
  readonly board: LeaderBoard
  readonly simulate: ReturnType<typeof copySimulations>
}

const BODY = { bodyLimit: 8_192 }

export const copyRoutes =
  ({ copies, leaders, board, simulate }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(listCopies, ({ request, query }) => copies.list(request.caller, query))
    app.endpoint(listCopyLog, ({ userId, query }) => copies.log(userId, undefined, query))
    app.endpoint(listLogOfCopy, ({ userId, params, query }) => copies.log(userId, params.id, query))
    app.endpoint(
      createCopy,
      async ({ request, headers, body, reply }) => {
        const { copy, isRepeated } = await copies.create(request.caller, { body, key: headers['idempotency-key'] })
        if (isRepeated) reply.code(200)
        return copy
      },
      BODY,
    )
    app.endpoint(changeCopy, ({ userId, params, body }) => copies.change(userId, params.id, body), BODY)
    app.endpoint(stopCopy, ({ userId, params, query }) => copies.stop(userId, params.id, query.parts ?? 'keep'), BODY)

    app.endpoint(getOwnLeader, ({ userId }) => leaders.own(userId), BODY)
    app.endpoint(saveOwnLeader, ({ userId, body }) => leaders.save(userId, body), BODY)
    app.endpoint(closeOwnLeader, ({ userId }) => leaders.close(userId), BODY)
    app.endpoint(listLeaders, ({ userId, query }) => board.list(userId, query))
    app.endpoint(getLeader, ({ userId, params }) => board.find(userId, params.id))
    app.endpoint(simulateCopy, ({ userId, body }) => simulate(userId, body), BODY)
  }
