import { SECOND_MS } from '@aerie/core/time'
import { rewardEpochs, stakingHistory, stakingPool, stakingPosition, vestingPosition } from '@aerie/wire/staking'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/http/api.ts'
import { noteBlockTime } from './chain-clock.ts'

/** Between what the server tells by itself; a figure is at most so old while a screen is open. */
const AGAIN_MS = 15 * SECOND_MS

/** The second of a reading tells the chain's clock. */
function timed<T extends { readonly as_of: number }>(reading: T): T {
  noteBlockTime(reading.as_of, Date.now())
  return reading
}

/** Totals, rate and epoch of the pool. */
export const poolQuery = queryOptions({
  queryKey: ['staking', 'pool'] as const,
  queryFn: async ({ signal }) => timed(await api.get('/staking/pool', stakingPool, { signal })),
  refetchInterval: AGAIN_MS,
})

/** Of another page of the same wallet: stays in place until the one that was asked for is there, so that nobody loses the focus. */
const samePlace =
  (wallet: string) =>
  <T>(before: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === wallet ? before : undefined

/** Balance, stake, rewards and one page of the open tickets, from 1, of one of the user's wallets. */
export const positionQuery = (wallet: string, page: number) =>
  queryOptions({
    queryKey: ['staking', 'position', wallet, page] as const,
    queryFn: async ({ signal }) => timed(await api.get(`/staking/positions/${wallet}?tickets_page=${page}`, stakingPosition, { signal })),
    refetchInterval: AGAIN_MS,
    placeholderData: samePlace(wallet),
  })

/** What was granted to one of the user's wallets. */
export const vestingQuery = (wallet: string) =>
  queryOptions({
    queryKey: ['staking', 'vesting', wallet] as const,
    queryFn: async ({ signal }) => timed(await api.get(`/staking/vesting/${wallet}`, vestingPosition, { signal })),
    refetchInterval: AGAIN_MS,
  })

/** What happened to a position, newest first. */
export const historyQuery = (wallet: string, page: number) =>
  queryOptions({
    queryKey: ['staking', 'history', wallet, page] as const,
    queryFn: ({ signal }) => api.get(`/staking/history/${wallet}?page=${page}`, stakingHistory, { signal }),
    placeholderData: samePlace(wallet),
  })

/** Where rewards came from. */
export const epochsQuery = queryOptions({
  queryKey: ['staking', 'epochs'] as const,
  queryFn: ({ signal }) => api.get('/staking/epochs', rewardEpochs, { signal }),
})
