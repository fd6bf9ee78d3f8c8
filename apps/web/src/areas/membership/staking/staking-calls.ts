import { aerieStakingAbi } from '@aerie/chain/abi/aerie-staking'
import { encodeFunctionData } from 'viem'
import type { Permit } from '../transactions/token-permit.ts'
import type { TransactionCall } from '../transactions/transaction-state.ts'
import type { Address } from '../wallet-state.ts'

/** Amounts in units of 10⁻¹⁸ token. */
export const stakingCalls = (to: Address) => ({
  stake: (amount: bigint): TransactionCall => ({
    to,
    data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stake', args: [amount] }),
  }),
  stakeWithPermit: (amount: bigint, { deadline, v, r, s }: Permit): TransactionCall => ({
    to,
    data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'stakeWithPermit', args: [amount, deadline, v, r, s] }),
  }),
  requestUnstake: (amount: bigint): TransactionCall => ({
    to,
    data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'requestUnstake', args: [amount] }),
  }),
  withdraw: (tickets: readonly bigint[]): TransactionCall => ({
    to,
    data:
      tickets.length === 1 && tickets[0] !== undefined
        ? encodeFunctionData({ abi: aerieStakingAbi, functionName: 'withdraw', args: [tickets[0]] })
        : encodeFunctionData({ abi: aerieStakingAbi, functionName: 'withdrawMany', args: [tickets] }),
  }),
  claim: (): TransactionCall => ({ to, data: encodeFunctionData({ abi: aerieStakingAbi, functionName: 'claim' }) }),
})
