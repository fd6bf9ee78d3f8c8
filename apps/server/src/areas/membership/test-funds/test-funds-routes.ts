import { envelope } from '@aerie/wire/problem'
import { testFunds, testFundsRequest } from '@aerie/wire/staking'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Authentication } from '../../account/index.ts'
import { orUnavailable } from '../chain/chain-unavailable.ts'
import { TEST_FUNDS, type TestFundsService } from './test-funds-service.ts'

type Deps = { readonly funds: TestFundsService; readonly requireUser: Authentication['requireUser'] }

const idempotencyKey = z.object({
  'idempotency-key': z.string('is missing').check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces')),
})

/** Coins and tokens of the local chain for a linked wallet of the caller. They have no value. */
export const testFundsRoutes =
  ({ funds, requireUser }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/api/v1/chain/test-funds',
      {
        onRequest: requireUser,
        schema: {
          tags: ['chain'],
          security: [{ bearer: [] }],
          summary: 'Test ETH, AERIE and USDC of the local chain, worth nothing, for a linked wallet; at most 5 times a day',
          headers: idempotencyKey,
          body: testFundsRequest,
          response: { 200: envelope(testFunds) },
        },
      },
      async (request, reply) => {
        const asked = { userId: request.caller.user.user_id, key: request.headers['idempotency-key'], address: request.body.address }
        const transactions = await orUnavailable(() => funds.give(asked))
        reply.header('cache-control', 'no-store')
        return {
          data: {
            eth: String(TEST_FUNDS.eth),
            token: String(TEST_FUNDS.token),
            usdc: String(TEST_FUNDS.usdc),
            transactions: [...transactions],
          },
        }
      },
    )
  }
