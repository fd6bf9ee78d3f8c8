import { itemAt } from '@aerie/core/item-at'
import { recordKeys } from '@aerie/core/record-keys'
import { type Client, erc20Abi, type PublicClient } from 'viem'
import { aerieStakingAbi } from './abi/aerie-staking.ts'
import { aerieSubscriptionsAbi } from './abi/aerie-subscriptions.ts'
import { aerieUtilsAbi } from './abi/aerie-utils.ts'
import { aerieVestingAbi } from './abi/aerie-vesting.ts'
import type { Address } from './contracts.ts'
import { SUBSCRIPTION_PLAN_IDS, type SubscriptionPlanName } from './plans.ts'
import { earnedAt, poolAt, rewardRateAt } from './rewards.ts'
import type { GrantReading } from './vesting.ts'

/** Where on the chain a reading was made: everything in it is of this one block. `timestamp` in seconds since the epoch. */
export type ReadingBlock = { readonly number: bigint; readonly hash: `0x${string}`; readonly timestamp: bigint }

/** What the readers need of a client; viem's public client has it. */
export type ChainReader = Pick<PublicClient, 'getBlock' | 'multicall' | 'readContract' | 'request'> & Pick<Client, 'chain'>

/**
 * The newest block, to make a reading at.
 *
 * @throws viem's errors when no node answers
 */
export async function newestBlock(client: ChainReader): Promise<ReadingBlock> {
  const { number, hash, timestamp } = await client.getBlock({ blockTag: 'latest' })
  return { number, hash, timestamp }
}

/** A block, and the second up to which what follows from it is worked out: that of the block that would be mined now. */
export type ReadingMoment = { readonly at: ReadingBlock; readonly second: bigint }

/**
 * The newest block, and the chain's own clock. A chain that mines only when it is used may have a newest block of long ago,
 * and what streams by the second has gone on since. Where a node has no pending block, the newest one's time is the clock.
 *
 * @throws viem's errors when no node answers
 */
export async function readingMoment(client: ChainReader): Promise<ReadingMoment> {
  const [at, pending] = await Promise.all([newestBlock(client), pendingSecond(client)])
  if (pending > at.timestamp) return { at, second: pending }
  return { at, second: at.timestamp }
}

async function pendingSecond(client: ChainReader): Promise<bigint> {
  try {
    return (await client.getBlock({ blockTag: 'pending' })).timestamp
  } catch {
    // Not every node has one. Where none answers at all, the newest block's question says so.
    return 0n
  }
}

/** The four amounts of the utils contract, in units of 10⁻¹⁸ token, and its own word for the tier. */
export type TierReading = {
  readonly tier: string
  readonly unstaked: bigint
  readonly staked: bigint
  readonly vested: bigint
  readonly total: bigint
}

/**
 * What the utils contract says of an account.
 *
 * @throws viem's errors when the node does not answer or there is no such contract
 */
export async function readTier(
  client: ChainReader,
  { utils, account, at }: { readonly utils: Address; readonly account: Address; readonly at: ReadingBlock },
): Promise<TierReading> {
  const [tier, unstaked, staked, vested, total] = await client.readContract({
    address: utils,
    abi: aerieUtilsAbi,
    functionName: 'getTier',
    args: [account],
    blockNumber: at.number,
  })
  return { tier, unstaked, staked, vested, total }
}

/** One request to unstake that is not withdrawn: `amount` in units of 10⁻¹⁸ token, `readyAt` in seconds. */
export type TicketReading = { readonly id: bigint; readonly amount: bigint; readonly readyAt: bigint }

/** A staker's account; amounts in units of 10⁻¹⁸ token. */
export type PositionReading = ReadingMoment & {
  /** Balance of the wallet. */
  readonly unstaked: bigint
  readonly staked: bigint
  /** In open tickets. */
  readonly cooling: bigint
  /** Rewards up to `second`, as the contract would say in a block of that second. */
  readonly earned: bigint
  /** The account and the pool as last written, to compute any later second from: see rewards.ts. */
  readonly account: { readonly staked: bigint; readonly accrued: bigint; readonly rewardPerTokenPaid: bigint; readonly cooling: bigint }
  readonly pool: PoolRecord
  /** A page of the open tickets, by number. */
  readonly tickets: readonly TicketReading[]
  /** How many are open. */
  readonly ticketCount: number
}

/** Open tickets that one reading gives at most: what it costs a node has a bound. */
export const TICKETS_A_PAGE = 100

/**
 * A staker's position, every figure at one block; of the open tickets, one page.
 *
 * @param page from 1
 * @throws viem's errors when the node does not answer
 */
export async function readPosition(
  client: ChainReader,
  {
    token,
    staking,
    account,
    page,
  }: { readonly token: Address; readonly staking: Address; readonly account: Address; readonly page: number },
): Promise<PositionReading> {
  const moment = await readingMoment(client)
  const of = { address: staking, abi: aerieStakingAbi, args: [account] } as const
  const offset = BigInt(page - 1) * BigInt(TICKETS_A_PAGE)
  const [unstaked, written, pool, [tickets, count]] = await client.multicall({
    allowFailure: false,
    blockNumber: moment.at.number,
    contracts: [
      { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] },
      { ...of, functionName: 'accountOf' },
      { ...of, functionName: 'pool', args: undefined },
      { ...of, functionName: 'openTicketsOf', args: [account, offset, BigInt(TICKETS_A_PAGE)] },
    ],
  })
  return {
    ...moment,
    unstaked,
    staked: written.staked,
    cooling: written.cooling,
    earned: earnedAt(pool, written, moment.second),
    account: written,
    pool,
    tickets: tickets.toSorted((a, b) => Number(a.id - b.id)),
    ticketCount: Number(count),
  }
}

/** The pool as last written, to compute any later second from: see rewards.ts. Amounts in units of 10⁻¹⁸ token. */
export type PoolRecord = {
  readonly totalStaked: bigint
  readonly totalCooling: bigint
  readonly rewardReserve: bigint
  readonly rewardsLeft: bigint
  readonly rewardPerToken: bigint
  readonly updatedAt: bigint
  readonly epochStart: bigint
  readonly epochEnd: bigint
  readonly epochId: bigint
}

/** What is common to all stakers, as of `second`. Amounts in units of 10⁻¹⁸ token, times in seconds. */
export type PoolReading = ReadingMoment & {
  readonly totalStaked: bigint
  readonly totalCooling: bigint
  readonly rewardReserve: bigint
  /** Tokens a second of all stakers together, times 10¹⁸; 0 when no epoch runs. */
  readonly rewardRate: bigint
  /** Zeros before the first epoch. */
  readonly epoch: { readonly id: bigint; readonly start: bigint; readonly end: bigint; readonly left: bigint }
  readonly pool: PoolRecord
  readonly unbondingSeconds: bigint
  readonly isDepositPaused: boolean
}

/**
 * Totals, rate and epoch of the staking pool.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readPool(client: ChainReader, { staking }: { readonly staking: Address }): Promise<PoolReading> {
  const moment = await readingMoment(client)
  const of = { address: staking, abi: aerieStakingAbi } as const
  const [pool, unbondingSeconds, isDepositPaused] = await client.multicall({
    allowFailure: false,
    blockNumber: moment.at.number,
    contracts: [
      { ...of, functionName: 'pool' },
      { ...of, functionName: 'unbondingTime' },
      { ...of, functionName: 'paused' },
    ],
  })
  const { totalStaked, totalCooling, rewardReserve, epochId, epochStart } = pool
  const { epochEnd, rewardsLeft } = poolAt(pool, moment.second)
  const epoch = { id: epochId, start: epochStart, end: epochEnd, left: rewardsLeft }
  const rewardRate = rewardRateAt(pool, moment.second)
  return { ...moment, totalStaked, totalCooling, rewardReserve, rewardRate, epoch, pool, unbondingSeconds, isDepositPaused }
}

/** What was granted to an account, all at one block. */
export type VestingReading = ReadingMoment & { readonly grants: readonly GrantReading[] }

/**
 * The grants of an account; what they have released by a second: see vesting.ts.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readVesting(
  client: ChainReader,
  { vesting, account }: { readonly vesting: Address; readonly account: Address },
): Promise<VestingReading> {
  const moment = await readingMoment(client)
  const grants = await client.readContract({
    address: vesting,
    abi: aerieVestingAbi,
    functionName: 'grantsOf',
    args: [account],
    blockNumber: moment.at.number,
  })
  return { ...moment, grants }
}

/** A plan on the chain: price of 30 days in units of 10⁻⁶ USDC, and whether it can be bought now. */
export type PlanReading = { readonly name: SubscriptionPlanName; readonly monthlyPrice: bigint; readonly isOffered: boolean }

const PLAN_NAMES = recordKeys(SUBSCRIPTION_PLAN_IDS) // the keys of the object above

/**
 * The plans and their prices at one block.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readPlans(
  client: ChainReader,
  { subscriptions }: { readonly subscriptions: Address },
): Promise<ReadingMoment & { readonly plans: readonly PlanReading[] }> {
  const moment = await readingMoment(client)
  const of = { address: subscriptions, abi: aerieSubscriptionsAbi, functionName: 'planOf' } as const
  const contracts = PLAN_NAMES.map((name) => ({ ...of, args: [SUBSCRIPTION_PLAN_IDS[name]] as const }))
  const found = await client.multicall({ allowFailure: false, blockNumber: moment.at.number, contracts })
  const plans = found.map(([monthlyPrice, isOffered], index) => ({ name: itemAt(PLAN_NAMES, index), monthlyPrice, isOffered })) // asked in this order
  return { ...moment, plans }
}

/** Until when an account has paid for each plan, in seconds since the epoch; 0 for one it never paid for. */
export type PaidUntilReading = { readonly at: ReadingBlock; readonly paidUntil: Readonly<Record<SubscriptionPlanName, bigint>> }

/**
 * Until when an account has paid, at one block. What counts for entitlements are the indexed events of a safe block.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readPaidUntil(
  client: ChainReader,
  { subscriptions, account }: { readonly subscriptions: Address; readonly account: Address },
): Promise<PaidUntilReading> {
  const at = await newestBlock(client)
  const of = { address: subscriptions, abi: aerieSubscriptionsAbi, functionName: 'paidUntil' } as const
  const [claw, ipc] = await client.multicall({
    allowFailure: false,
    blockNumber: at.number,
    contracts: [
      { ...of, args: [account, SUBSCRIPTION_PLAN_IDS.claw] },
      { ...of, args: [account, SUBSCRIPTION_PLAN_IDS.IPC] },
    ],
  })
  return { at, paidUntil: { claw, IPC: ipc } }
}
