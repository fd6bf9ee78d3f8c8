import type { Address } from '@aerie/chain/contracts'
import type { PoolReading } from '@aerie/chain/readings'
import { aprAt, PPM } from '@aerie/chain/rewards'
import { SECOND_MS } from '@aerie/core/time'
import type { rewardEpoch, StakingPool, StakingPosition, stakingEvent, stakingHistory } from '@aerie/wire/staking'
import type * as z from 'zod/mini'
import { AppError } from '../../plugins/app-error.ts'
import type { StoredEvent } from '../chain/chain-history.ts'
import type { ChainModule } from '../chain/chain-module.ts'

type Epoch = z.output<typeof rewardEpoch>
type StakingEvent = z.output<typeof stakingEvent>

export type StakingDeps = {
  readonly chain: Pick<ChainModule, 'readers' | 'history'>
  readonly isWalletLinked: (userId: string, address: string) => Promise<boolean>
}
export type StakingService = ReturnType<typeof stakingService>

const PAGE = 50
const KINDS = { Staked: 'staked', UnstakeRequested: 'unstake_requested', Withdrawn: 'withdrawn', RewardClaimed: 'claimed' } as const
const isKind = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name)
const POSITION_EVENTS = { contract: 'staking', names: Object.keys(KINDS) } as const
const EPOCH_EVENTS = { contract: 'staking', names: ['EpochFunded', 'EpochExtended'] } as const

/** Readings of the staking pool, and of positions for their owners. */
export const stakingService = ({ chain, isWalletLinked }: StakingDeps) => {
  /** @throws AppError not_found, also where it is somebody else's */
  const ownAddress = async (userId: string, wallet: string): Promise<Address> => {
    if (!(await isWalletLinked(userId, wallet))) throw new AppError('not_found', { detail: 'You have no such wallet.' })
    return wallet.toLowerCase() as Address // by the route's schema
  }
  const epochs = async (): Promise<Epoch[]> => epochsOf(await chain.history.all(EPOCH_EVENTS)).reverse()

  return {
    epochs,
    /** @throws AppError unavailable */
    pool: async (): Promise<StakingPool> => {
      const reading = await chain.readers.pool()
      const known = (await epochs()).find(({ id }) => BigInt(id) === reading.epoch.id)
      return poolOf(reading, known)
    },
    /** @throws AppError not_found, unavailable */
    position: async (userId: string, wallet: string): Promise<StakingPosition> => {
      const account = await ownAddress(userId, wallet)
      const { at, unstaked, staked, earned, tickets } = await chain.readers.position(account)
      const open = tickets.filter(({ withdrawnAt }) => withdrawnAt === 0n)
      return {
        wallet: account,
        unstaked: String(unstaked),
        staked: String(staked),
        earned: String(earned),
        tickets: open.map(({ id, amount, readyAt }) => ({ id: String(id), amount: String(amount), ready_at: msOf(readyAt) })),
        block: Number(at.number),
        as_of: msOf(at.timestamp),
      }
    },
    /** Newest first. @throws AppError not_found */
    historyPage: async (userId: string, wallet: string, page: number): Promise<z.output<typeof stakingHistory>> => {
      const query = { ...POSITION_EVENTS, accounts: [await ownAddress(userId, wallet)] }
      const { events, total } = await chain.history.page(query, { limit: PAGE, offset: (page - 1) * PAGE })
      return { events: events.flatMap(eventOf), page, total }
    },
    /** All of it, newest first. @throws AppError not_found */
    history: async (userId: string, wallet: string): Promise<StakingEvent[]> => {
      const query = { ...POSITION_EVENTS, accounts: [await ownAddress(userId, wallet)] }
      return (await chain.history.all(query)).reverse().flatMap(eventOf)
    },
  }
}

const msOf = (seconds: bigint | string): number => Number(seconds) * SECOND_MS
const text = (event: StoredEvent, name: string): string => String(event.args[name])

function poolOf(reading: PoolReading, epoch: Epoch | undefined): StakingPool {
  const { at, totalStaked, totalCooling, rewardReserve, rewardRate, unbondingSeconds, isDepositPaused } = reading
  const apr = aprAt(reading.pool, at.timestamp)
  return {
    total_staked: String(totalStaked),
    total_cooling: String(totalCooling),
    reward_reserve: String(rewardReserve),
    reward_rate: String(rewardRate),
    // The contract knows by now whether the epoch's end has moved.
    epoch: epoch === undefined ? null : { ...epoch, start: msOf(reading.epoch.start), end: msOf(reading.epoch.end) },
    unbonding_seconds: Number(unbondingSeconds),
    apr: apr.known ? Number(apr.value) / Number(PPM) : null,
    deposits_paused: isDepositPaused,
    block: Number(at.number),
    as_of: msOf(at.timestamp),
  }
}

function eventOf(event: StoredEvent): StakingEvent[] {
  if (!isKind(event.name)) return []
  const { transaction, block, at, isSettled } = event
  return [{ kind: KINDS[event.name], amount: text(event, 'amount'), transaction, block, at: at.getTime(), final: isSettled }]
}

/** Oldest first; an epoch's end moves when nobody stakes. */
function epochsOf(events: readonly StoredEvent[]): Epoch[] {
  const epochs = new Map<string, Epoch>()
  for (const event of events) {
    const id = text(event, 'epochId')
    const before = epochs.get(id)
    if (event.name === 'EpochFunded') epochs.set(id, fundedEpoch(event))
    else if (before !== undefined) epochs.set(id, { ...before, end: msOf(text(event, 'end')) })
  }
  return [...epochs.values()]
}

const fundedEpoch = (event: StoredEvent): Epoch => ({
  id: Number(text(event, 'epochId')),
  amount: text(event, 'amount'),
  start: msOf(text(event, 'start')),
  end: msOf(text(event, 'end')),
  funder: text(event, 'funder'),
  transaction: event.transaction,
})
