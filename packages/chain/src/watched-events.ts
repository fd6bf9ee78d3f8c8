import { type AbiEvent, getAbiItem } from 'viem'
import { aerieStakingAbi } from './abi/aerie-staking.ts'
import { aerieSubscriptionsAbi } from './abi/aerie-subscriptions.ts'
import { aerieTokenAbi } from './abi/aerie-token.ts'
import { aerieVestingAbi } from './abi/aerie-vesting.ts'

/** Contract events the server indexes. */
export const WATCHED_EVENTS = {
  token: [getAbiItem({ abi: aerieTokenAbi, name: 'Transfer' })],
  staking: [
    getAbiItem({ abi: aerieStakingAbi, name: 'Staked' }),
    getAbiItem({ abi: aerieStakingAbi, name: 'UnstakeRequested' }),
    getAbiItem({ abi: aerieStakingAbi, name: 'Withdrawn' }),
    getAbiItem({ abi: aerieStakingAbi, name: 'RewardClaimed' }),
    getAbiItem({ abi: aerieStakingAbi, name: 'EpochFunded' }),
    getAbiItem({ abi: aerieStakingAbi, name: 'EpochExtended' }),
  ],
  vesting: [getAbiItem({ abi: aerieVestingAbi, name: 'Granted' }), getAbiItem({ abi: aerieVestingAbi, name: 'Released' })],
  subscriptions: [
    getAbiItem({ abi: aerieSubscriptionsAbi, name: 'Subscribed' }),
    getAbiItem({ abi: aerieSubscriptionsAbi, name: 'PlanSet' }),
  ],
} as const satisfies Record<string, readonly AbiEvent[]>

/** Contract with indexed events. */
export type WatchedContract = keyof typeof WATCHED_EVENTS
