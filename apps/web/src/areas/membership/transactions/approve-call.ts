import { aerieTokenAbi } from '@aerie/chain/abi/aerie-token'
import { encodeFunctionData } from 'viem'
import type { Address } from '../wallet-state.ts'
import type { TransactionCall } from './transaction-state.ts'

/** Approves exactly the given amount, never an unlimited one. */
export const approveCall = ({
  token,
  spender,
  amount,
}: {
  readonly token: Address
  readonly spender: Address
  readonly amount: bigint
}): TransactionCall => ({
  to: token,
  data: encodeFunctionData({ abi: aerieTokenAbi, functionName: 'approve', args: [spender, amount] }),
})
