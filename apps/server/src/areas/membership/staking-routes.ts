import { TOKEN_DECIMALS } from '@aerie/chain/tier'
import { walletAddress } from '@aerie/wire/account/wallets'
import { envelope } from '@aerie/wire/problem'
import { rewardEpochs, type stakingEvent, stakingHistory, stakingPool, stakingPosition, vestingPosition } from '@aerie/wire/staking'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import { sendReady } from '../../platform/http/representations.ts'
import type { Authentication } from '../account/index.ts'
import type { StakingService } from './staking-service.ts'

type Deps = {
  readonly staking: StakingService
  readonly requireUser: Authentication['requireUser']
  readonly demandReading: (userId: string) => void
}

const shared = { tags: ['staking'], security: [{ bearer: [] }] }
const walletParams = z.object({ wallet: walletAddress })
const page = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1)
const positionQuery = z.object({ tickets_page: page })
const historyQuery = z.object({
  page,
  format: z._default(z.enum(['json', 'csv']), 'json'),
})

export const stakingRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(poolRoutes(deps))
    await app.register(positionRoutes(deps))
  }

const poolRoutes =
  ({ staking, requireUser, demandReading }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/staking/pool',
      {
        onRequest: requireUser,
        schema: { ...shared, summary: 'Totals, rate, yearly rate and epoch of the pool', response: { 200: envelope(stakingPool) } },
      },
      async (request) => {
        demandReading(request.caller.user.user_id)
        return { data: await staking.pool() }
      },
    )
    app.get(
      '/api/v1/staking/epochs',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'The fundings of rewards, newest first: who paid, and in which transaction',
          response: { 200: envelope(rewardEpochs) },
        },
      },
      async () => ({ data: await staking.epochs() }),
    )
  }

const positionRoutes =
  ({ staking, requireUser, demandReading }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/staking/positions/:wallet',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'Balance, stake and rewards of a wallet of the caller, and its open tickets, 100 a page, all at one block',
          params: walletParams,
          querystring: positionQuery,
          response: { 200: envelope(stakingPosition) },
        },
      },
      async (request) => {
        const { user_id: userId } = request.caller.user
        demandReading(userId)
        return { data: await staking.position(userId, request.params.wallet, request.query.tickets_page) }
      },
    )
    app.get(
      '/api/v1/staking/vesting/:wallet',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'What was granted to a wallet of the caller, what was released of it, and what can be released now',
          params: walletParams,
          response: { 200: envelope(vestingPosition) },
        },
      },
      async (request) => {
        const { user_id: userId } = request.caller.user
        demandReading(userId)
        return { data: await staking.vesting(userId, request.params.wallet) }
      },
    )
    app.get(
      '/api/v1/staking/history/:wallet',
      {
        onRequest: requireUser,
        schema: {
          ...shared,
          summary: 'What happened to a position, newest first: 50 a page, or whole as CSV with `format=csv`',
          params: walletParams,
          querystring: historyQuery,
          response: { 200: envelope(stakingHistory) },
        },
      },
      async (request, reply) => {
        const { user_id: userId } = request.caller.user
        const { wallet } = request.params
        if (request.query.format === 'json') return { data: await staking.historyPage(userId, wallet, request.query.page) }
        const csv = historyCsv(await staking.history(userId, wallet))
        reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="staking-${wallet.toLowerCase()}.csv"`)
        // A buffer is sent unchanged; the schema above describes the JSON form.
        return sendReady(reply, Buffer.from(csv))
      },
    )
  }

const HEADINGS = ['time', 'kind', 'amount', 'transaction', 'block', 'final']

/** RFC 4180; whole tokens with all digits. No field can contain a comma, a quote or a formula. */
const historyCsv = (events: readonly z.output<typeof stakingEvent>[]): string =>
  [
    HEADINGS,
    ...events.map(({ at, kind, amount, transaction, block, final }) => [
      new Date(at).toISOString(),
      kind,
      formatUnits(BigInt(amount), TOKEN_DECIMALS),
      transaction,
      block,
      final,
    ]),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
