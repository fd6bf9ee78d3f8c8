import {
  copyBody,
  copyList,
  copyLogPage,
  copyLogQuery,
  copyPageQuery,
  copyPatch,
  copyRow,
  copySimulation,
  copyStopQuery,
  leaderForm,
  leaderList,
  leaderPage,
  ownLeader,
  simulateBody,
} from '@aerie/wire/copies'
import { envelope } from '@aerie/wire/problem'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../account/index.ts'
import type { copySimulations } from './copy-simulations.ts'
import type { LeaderBoard } from './leaders/leader-board.ts'
import type { LeaderService } from './leaders/leader-service.ts'
import type { CopyService } from './service.ts'

type Deps = {
  readonly copies: CopyService
  readonly leaders: LeaderService
  readonly board: LeaderBoard
  readonly simulate: ReturnType<typeof copySimulations>
  readonly requireUser: Authentication['requireUser']
}

const BODY_LIMIT_BYTES = 8_192
const idParams = z.object({ id: z.uuid() })
const keyHeader = z.object({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces'))),
})
const userOf = (request: FastifyRequest): string => request.caller.user.user_id
const shared = { tags: ['copy'], security: [{ bearer: [] }] }

export const copyRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(readRoutes(deps))
    await app.register(commandRoutes(deps))
    await app.register(leaderRoutes(deps))
    await app.register(boardRoutes(deps))
  }

const readRoutes =
  ({ copies, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, config: { scope: 'trading:read' as const } }
    app.get(
      '/api/v1/copies',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Copies: those that go on, then those that have ended, the newest first of both',
          querystring: copyPageQuery,
          response: { 200: copyList },
        },
      },
      (request) => copies.list(request.caller, request.query),
    )
    app.get(
      '/api/v1/copies/log',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'What became of each trade of all leaders, newest first',
          querystring: copyLogQuery,
          response: { 200: copyLogPage },
        },
      },
      (request) => copies.log(userOf(request), undefined, request.query),
    )
    app.get(
      '/api/v1/copies/:id/log',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'What became of each trade of the leader, newest first',
          params: idParams,
          querystring: copyLogQuery,
          response: { 200: copyLogPage },
        },
      },
      (request) => copies.log(userOf(request), request.params.id, request.query),
    )
  }

const commandRoutes =
  ({ copies, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    app.post(
      '/api/v1/copies',
      {
        ...common,
        config: { isRefusedWhileLeaving: true },
        schema: {
          ...shared,
          summary: 'Copies a leader into the paper account of the caller',
          description:
            'Positions that the leader opens from now on are followed by their share of the allocation. The same `Idempotency-Key` and body again: ' +
            '200 with the same copy; another body: 409. 422: `copy_limit`, `follow_loop`, `leader_source`, `leader_full`, `apex_not_copied`.',
          headers: keyHeader,
          body: copyBody,
          response: { 200: envelope(copyRow), 201: envelope(copyRow) },
        },
      },
      async (request, reply) => {
        const asked = { body: request.body, key: request.headers['idempotency-key'] }
        const { copy, isRepeated } = await copies.create(request.caller, asked)
        return reply.code(isRepeated ? 200 : 201).send({ data: copy })
      },
    )
    app.patch(
      '/api/v1/copies/:id',
      {
        ...common,
        config: { isRefusedWhileLeaving: true },
        schema: {
          ...shared,
          summary: 'Changes the limits of a copy, pauses it or lets it go on',
          description: 'The allocation stays: positions are scaled by it from their beginning to their end.',
          params: idParams,
          body: copyPatch,
          response: { 200: envelope(copyRow) },
        },
      },
      async (request) => ({ data: await copies.change(userOf(request), request.params.id, request.body) }),
    )
    app.delete(
      '/api/v1/copies/:id',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Ends a copy; `parts` says whether what it holds is closed, or is kept as the caller’s own',
          description: '422 `copy_source`: it trades another market, where nothing can be closed now; it can be kept.',
          params: idParams,
          querystring: copyStopQuery,
          response: { 200: envelope(copyRow) },
        },
      },
      async (request) => ({ data: await copies.stop(userOf(request), request.params.id, request.query.parts ?? 'keep') }),
    )
  }

const leaderRoutes =
  ({ leaders, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, bodyLimit: BODY_LIMIT_BYTES }
    const response = { 200: envelope(ownLeader) }
    app.get(
      '/api/v1/copies/leader',
      { ...common, schema: { ...shared, summary: 'The caller as a leader; null where others cannot copy the caller', response } },
      async (request) => ({ data: await leaders.own(userOf(request)) }),
    )
    app.put(
      '/api/v1/copies/leader',
      {
        ...common,
        config: { isRefusedWhileLeaving: true },
        schema: { ...shared, summary: 'Lets others copy the caller, under a name', body: leaderForm, response },
      },
      async (request) => ({ data: await leaders.save(userOf(request), request.body) }),
    )
    app.delete(
      '/api/v1/copies/leader',
      { ...common, schema: { ...shared, summary: 'Lets nobody copy the caller any more; present copies are paused', response } },
      async (request) => ({ data: await leaders.close(userOf(request)) }),
    )
  }

const boardRoutes =
  ({ board, simulate, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const common = { onRequest: requireUser, config: { scope: 'trading:read' as const } }
    app.get(
      '/api/v1/copies/leaders',
      {
        ...common,
        schema: {
          ...shared,
          summary: 'Leaders, by what their followers realised after fees and slippage; then by how many followers they have',
          querystring: copyPageQuery,
          response: { 200: leaderList },
        },
      },
      (request) => board.list(userOf(request), request.query),
    )
    app.get(
      '/api/v1/copies/leaders/:id',
      {
        ...common,
        schema: { ...shared, summary: 'A leader with curves by days', params: idParams, response: { 200: envelope(leaderPage) } },
      },
      async (request) => ({ data: await board.find(userOf(request), request.params.id) }),
    )
    app.post(
      '/api/v1/copies/simulate',
      {
        ...common,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: {
          ...shared,
          summary: 'What following a leader would have brought in the last 90 days: simulated on stored candles, saves nothing',
          body: simulateBody,
          response: { 200: envelope(copySimulation) },
        },
      },
      async (request) => ({ data: await simulate(userOf(request), request.body) }),
    )
  }
