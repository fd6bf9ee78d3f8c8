import type { Address } from '@aerie/chain/contracts'
import { hexOf } from '@aerie/chain/hex'
import type { PoolReading, PoolRecord, PositionReading, ReadingMoment, VestingReading } from '@aerie/chain/readings'
import { aprAt, PPM, releasableAt } from '@aerie/chain/rewards'
import { SECOND_MS } from '@aerie/core/time'
import type {
  poolRecord,
  rewardEpoch,
  StakingPool,
  StakingPosition,
  stakingEvent,
  stakingHistory,
  VestingPosition,
} from '@aerie/wire/staking'
import type * as z from 'zod/mini'
import { AppError } from '../../platform/http/app-error.ts'
import type { ChainModule } from './chain/chain-module.ts'
import { staleWhileRevalidate } from './holdings/stale-while-revalidate.ts'
import type { StoredEvent } from './indexer/event-repository.ts'

type Epoch = z.output<typeof rewardEpoch>
type StakingEvent = z.output<typeof stakingEvent>

export type StakingDeps = {
  readonly chain: Pick<ChainModule, 'readers' | 'history'>
  readonly isWalletLinked: (userId: string, address: string) => Promise<boolean>
  readonly patienceMs?: number
}
export type StakingService = ReturnType<typeof stakingService>

const PAGE = 50
const KINDS = { Staked: 'staked', UnstakeRequested: 'unstake_requested', Withdrawn: 'withdrawn', RewardClaimed: 'claimed' } as const
const isKind = (name: string): name is keyof typeof KINDS => Object.hasOwn(KINDS, name)
const POSITION_EVENTS = { contract: 'staking', names: Object.keys(KINDS) } as const
const EPOCH_EVENTS = { contract: 'staking', names: ['EpochFunded', 'EpochExtended'] } as const

export const stakingService = ({ chain, isWalletLinked, patienceMs }: StakingDeps) => {
  /** @throws AppError not_found, also for another user's wallet */
  const ownAddress = async (userId: string, wallet: string): Promise<Address> => {
    if (!(await isWalletLinked(userId, wallet))) throw new AppError('not_found', { detail: 'This wallet is not linked to your account.' })
    return hexOf(wallet.toLowerCase())
  }
  const epochs = async (): Promise<Epoch[]> => epochsOf(await chain.history.all(EPOCH_EVENTS)).reverse()

  const pool = staleWhileRevalidate({
    patienceMs,
    read: async () => {
      const reading = await chain.readers.pool()
      const known = (await epochs()).find(({ id }) => BigInt(id) === reading.epoch.id)
      return poolOf(reading, known)
    },
  })
  const positions = staleWhileRevalidate({
    patienceMs,
    read: async (key) => {
      const [wallet = '', page] = key.split(' ')
      const account = hexOf(wallet)
      return positionOf(account, await chain.readers.position(account, Number(page)))
    },
  })
  const vestings = staleWhileRevalidate({
    patienceMs,
    read: async (account) => vestingOf(account, await chain.readers.vesting(hexOf(account))),
  })

  return {
    epochs,
    pool: (): Promise<StakingPool> => pool(''),
    position: async (userId: string, wallet: string, page = 1): Promise<StakingPosition> =>
      positions(`${await ownAddress(userId, wallet)} ${page}`),
    vesting: async (userId: string, wallet: string): Promise<VestingPosition> => vestings(await ownAddress(userId, wallet)),
    historyPage: async (userId: string, wallet: string, page: number): Promise<z.output<typeof stakingHistory>> => {
      const query = { ...POSITION_EVENTS, accounts: [await ownAddress(userId, wallet)] }
      const { events, total } = await chain.history.page(query, { limit: PAGE, offset: (page - 1) * PAGE })
      return { events: events.flatMap(eventOf), page, total }
    },
    history: async (userId: string, wallet: string): Promise<StakingEvent[]> => {
      const query = { ...POSITION_EVENTS, accounts: [await ownAddress(userId, wallet)] }
      return (await chain.history.all(query)).reverse().flatMap(eventOf)
    },
  }
}

const msOf = (seconds: bigint | string): number => Number(seconds) * SECOND_MS
const text = (event: StoredEvent, name: string): string => String(event.args[name])

const momentOf = ({ at, second }: ReadingMoment) => ({ block: Number(at.number), block_time: msOf(at.timestamp), as_of: msOf(second) })

const recordOf = ({ totalStaked, rewardsLeft, rewardPerToken, updatedAt, epochEnd }: PoolRecord): z.output<typeof poolRecord> => ({
  total_staked: String(totalStaked),
  rewards_left: String(rewardsLeft),
  reward_per_token: String(rewardPerToken),
  updated_at: msOf(updatedAt),
  epoch_end: msOf(epochEnd),
})

function positionOf(wallet: Address, reading: PositionReading): StakingPosition {
  const { unstaked, staked, earned, account, pool, tickets, ticketCount } = reading
  return {
    wallet,
    unstaked: String(unstaked),
    staked: String(staked),
    earned: String(earned),
    accrual: {
      accrued: String(account.accrued),
      reward_per_token_paid: String(account.rewardPerTokenPaid),
      pool: recordOf(pool),
    },
    tickets: tickets.map(({ id, amount, readyAt }) => ({ id: String(id), amount: String(amount), ready_at: msOf(readyAt) })),
    ticket_count: ticketCount,
    ...momentOf(reading),
  }
}

const vestingOf = (wallet: string, reading: VestingReading): VestingPosition => ({
  wallet,
  grants: reading.grants.map((grant, id) => ({
    id,
    amount: String(grant.amount),
    released: String(grant.released),
    releasable: String(releasableAt(grant, reading.second)),
    start: msOf(grant.start),
    cliff_end: msOf(grant.start + grant.cliff),
    end: msOf(grant.start + grant.duration),
  })),
  ...momentOf(reading),
})

function poolOf(reading: PoolReading, epoch: Epoch | undefined): StakingPool {
  const { second, totalStaked, totalCooling, rewardReserve, rewardRate, unbondingSeconds, isDepositPaused } = reading
  const apr = aprAt(reading.pool, second)
  return {
    total_staked: String(totalStaked),
    total_cooling: String(totalCooling),
    reward_reserve: String(rewardReserve),
    reward_rate: String(rewardRate),
    // The contract's current value, as the end may have moved.
    epoch: epoch === undefined ? null : { ...epoch, start: msOf(reading.epoch.start), end: msOf(reading.epoch.end) },
    unbonding_seconds: Number(unbondingSeconds),
    apr: apr.known ? Number(apr.value) / Number(PPM) : null,
    deposits_paused: isDepositPaused,
    record: recordOf(reading.pool),
    ...momentOf(reading),
  }
}

function eventOf(event: StoredEvent): StakingEvent[] {
  if (!isKind(event.name)) return []
  const { transaction, block, at, isSettled } = event
  return [{ kind: KINDS[event.name], amount: text(event, 'amount'), transaction, block, at: at.getTime(), final: isSettled }]
}

/** Oldest first; an epoch's end moves while nobody stakes. */
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
