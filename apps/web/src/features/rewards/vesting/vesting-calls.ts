import { aerieVestingAbi } from '@aerie/chain/abi/aerie-vesting'
import { encodeFunctionData } from 'viem'
import type { TransactionCall } from '../../../wallet/transactions/transaction-state.ts'
import type { Address } from '../../../wallet/wallet-state.ts'

/** Pays out all that the caller's grants have released by then. */
export const releaseCall = (to: Address): TransactionCall => ({
  to,
  data: encodeFunctionData({ abi: aerieVestingAbi, functionName: 'release' }),
})
