import { aerieSubscriptionsAbi } from '@aerie/chain/abi/aerie-subscriptions'
import { encodeFunctionData } from 'viem'
import type { Permit } from '../../../wallet/transactions/token-permit.ts'
import type { TransactionCall } from '../../../wallet/transactions/transaction-state.ts'
import type { Address } from '../../../wallet/wallet-state.ts'

/** What is bought; `total` in units of 10⁻⁶ USDC is also the most that may be taken. */
export type Purchase = { readonly plan: number; readonly months: number; readonly total: bigint }

/** Calls of the subscriptions contract. */
export const subscriptionCalls = (to: Address) => ({
  subscribe: ({ plan, months, total }: Purchase): TransactionCall => ({
    to,
    data: encodeFunctionData({ abi: aerieSubscriptionsAbi, functionName: 'subscribe', args: [BigInt(plan), BigInt(months), total] }),
  }),
  subscribeWithPermit: ({ plan, months, total }: Purchase, { deadline, v, r, s }: Permit): TransactionCall => ({
    to,
    data: encodeFunctionData({
      abi: aerieSubscriptionsAbi,
      functionName: 'subscribeWithPermit',
      args: [BigInt(plan), BigInt(months), total, deadline, v, r, s],
    }),
  }),
})
