import { requestTestFunds } from '@aerie/wire/staking'
import type { FastifyInstance } from 'fastify'
import { orUnavailable } from '../chain/chain-host.ts'
import { TEST_FUNDS, type TestFundsService } from './test-funds-service.ts'

type Deps = { readonly funds: TestFundsService }

/** Coins and tokens of the local chain for a linked wallet of the caller. They have no value. */
export const testFundsRoutes =
  ({ funds }: Deps) =>
  async (app: FastifyInstance): Promise<void> => {
    app.endpoint(requestTestFunds, async ({ userId, headers, body: { address } }) => {
      const transactions = await orUnavailable(() => funds.give({ userId, key: headers['idempotency-key'], address }))
      return {
        eth: String(TEST_FUNDS.eth),
        token: String(TEST_FUNDS.token),
        usdc: String(TEST_FUNDS.usdc),
        transactions: [...transactions],
      }
    })
  }
