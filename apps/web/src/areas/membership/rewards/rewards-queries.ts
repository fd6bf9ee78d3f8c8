import { SECOND_MS } from '@aerie/core/time'
import { getStakingHistory, getStakingPool, getStakingPosition, getVesting, listRewardEpochs } from '@aerie/wire/staking'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { noteBlockTime } from './chain-clock.ts'

/** Polling interval between pushes: the maximum age of a figure. */
const AGAIN_MS = 15 * SECOND_MS

/** Updates the chain clock from a reading. */
function timed<T extends { readonly as_of: number }>(reading: T): T {
  noteBlockTime(reading.as_of, Date.now())
  return reading
}

export const poolQuery = queryOptions({
  queryKey: ['staking', 'pool'] as const,
  queryFn: async ({ signal }) => timed(await api(getStakingPool, { signal })),
  refetchInterval: AGAIN_MS,
})

/** Keeps the previous page of the same wallet while loading, so that focus is not lost. */
const keepForWallet =
  (wallet: string) =>
  <T>(before: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === wallet ? before : undefined

/** `page` of open tickets is one-based. */
export const positionQuery = (wallet: string, page: number) =>
  queryOptions({
    queryKey: ['staking', 'position', wallet, page] as const,
    queryFn: async ({ signal }) => timed(await api(getStakingPosition, { params: { wallet }, query: { tickets_page: page }, signal })),
    refetchInterval: AGAIN_MS,
    placeholderData: keepForWallet(wallet),
  })

export const vestingQuery = (wallet: string) =>
  queryOptions({
    queryKey: ['staking', 'vesting', wallet] as const,
    queryFn: async ({ signal }) => timed(await api(getVesting, { params: { wallet }, signal })),
    refetchInterval: AGAIN_MS,
  })

export const historyQuery = (wallet: string, page: number) =>
  queryOptions({
    queryKey: ['staking', 'history', wallet, page] as const,
    queryFn: ({ signal }) => api(getStakingHistory, { params: { wallet }, query: { page }, signal }),
    placeholderData: keepForWallet(wallet),
  })

export const epochsQuery = queryOptions({
  queryKey: ['staking', 'epochs'] as const,
  queryFn: ({ signal }) => api(listRewardEpochs, { signal }),
})
