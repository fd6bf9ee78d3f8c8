import { requestTestFunds, type testFunds } from '@aerie/wire/staking'
import type * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'

/** What was given, in base units. */
export type TestFundsGiven = z.output<typeof testFunds>

/**
 * Asks the server for funds of the local chain for a linked wallet. Under one key it gives once.
 *
 * @throws ApiError
 */
export const giveTestFunds = (address: string, key: string): Promise<TestFundsGiven> =>
  api(requestTestFunds, { headers: { 'idempotency-key': key }, body: { address } })
