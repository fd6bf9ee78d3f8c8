import { itemAt } from '@aerie/core/item-at'
import { recordKeys } from '@aerie/core/record-keys'
import { type Client, erc20Abi, isHex, type PublicClient } from 'viem'
import { aerieStakingAbi } from './abi/aerie-staking.ts'
import { aerieSubscriptionsAbi } from './abi/aerie-subscriptions.ts'
import { aerieUtilsAbi } from './abi/aerie-utils.ts'
import { aerieVestingAbi } from './abi/aerie-vesting.ts'
import type { Address } from './contracts.ts'
import { SUBSCRIPTION_PLAN_IDS, type SubscriptionPlanName } from './membership.ts'
import { earnedAt, type GrantReading, poolAt, rewardRateAt } from './rewards.ts'

/** Block of a reading; all its values are from this block. `timestamp`: epoch seconds. */
export type ReadingBlock = { readonly number: bigint; readonly hash: `0x${string}`; readonly timestamp: bigint }

/** Client methods the readers need; satisfied by viem's public client. */
type ChainReader = Pick<PublicClient, 'getBlock' | 'multicall' | 'readContract' | 'request'> & Pick<Client, 'chain'>

/** Latest block. @throws viem errors if no node responds */
export async function newestBlock(client: ChainReader): Promise<ReadingBlock> {
  const { number, hash, timestamp } = await client.getBlock({ blockTag: 'latest' })
  return { number, hash, timestamp }
}

/** A block, and the second up to which derived values are computed: that of the pending block. */
export type ReadingMoment = { readonly at: ReadingBlock; readonly second: bigint }

/** Latest block and chain clock: the pending block's time if available, because the latest block may be old while streams continue. */
export async function readingMoment(client: ChainReader): Promise<ReadingMoment> {
  const [at, pending] = await Promise.all([newestBlock(client), pendingSecond(client)])
  if (pending > at.timestamp) return { at, second: pending }
  return { at, second: at.timestamp }
}

async function pendingSecond(client: ChainReader): Promise<bigint> {
  try {
    return (await client.getBlock({ blockTag: 'pending' })).timestamp
  } catch {
    // Not every node supports pending. If none responds, reading the latest block fails as well.
    return 0n
  }
}

/** Amounts of the utils contract (10⁻¹⁸ token) and its tier name. */
export type TierReading = {
  readonly tier: string
  readonly unstaked: bigint
  readonly staked: bigint
  readonly vested: bigint
  readonly total: bigint
}

/** Reads an account from the utils contract. @throws viem errors if the node does not respond or the contract is missing */
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

/** Open unstake ticket: `amount` in 10⁻¹⁸ token, `readyAt` in seconds. */
export type TicketReading = { readonly id: bigint; readonly amount: bigint; readonly readyAt: bigint }

/** Staker's account; amounts in 10⁻¹⁸ token. */
export type PositionReading = ReadingMoment & {
  readonly unstaked: bigint
  readonly staked: bigint
  readonly cooling: bigint
  /** Rewards up to `second`, as the contract would report in a block of that second. */
  readonly earned: bigint
  readonly account: { readonly staked: bigint; readonly accrued: bigint; readonly rewardPerTokenPaid: bigint; readonly cooling: bigint }
  readonly pool: PoolRecord
  readonly tickets: readonly TicketReading[]
  readonly ticketCount: number
}

/** Maximum open tickets per reading; bounds the node's work. */
export const TICKETS_A_PAGE = 100

/** Staker's position and one page (from 1) of open tickets, all at one block. @throws viem errors if the node does not respond */
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

/** Pool as last written; later seconds are computed in rewards.ts. Amounts in 10⁻¹⁸ token. */
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

/** Pool figures as of `second`. Amounts in 10⁻¹⁸ token, times in seconds. */
export type PoolReading = ReadingMoment & {
  readonly totalStaked: bigint
  readonly totalCooling: bigint
  readonly rewardReserve: bigint
  /** Tokens per second for all stakers, times 10¹⁸; 0 if no epoch runs. */
  readonly rewardRate: bigint
  readonly epoch: { readonly id: bigint; readonly start: bigint; readonly end: bigint; readonly left: bigint }
  readonly pool: PoolRecord
  readonly unbondingSeconds: bigint
  readonly isDepositPaused: boolean
}

/** Totals, rate and epoch of the staking pool. @throws viem errors if the node does not respond */
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

/** Grants of an account at one block. */
export type VestingReading = ReadingMoment & { readonly grants: readonly GrantReading[] }

/** Grants of an account; released amounts are computed in vesting.ts. @throws viem errors if the node does not respond */
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

/** Plan on chain: price per 30 days in 10⁻⁶ USDC, and whether it is on sale. */
export type PlanReading = { readonly name: SubscriptionPlanName; readonly monthlyPrice: bigint; readonly isOffered: boolean }

const PLAN_NAMES = recordKeys(SUBSCRIPTION_PLAN_IDS)

/** Plans and prices at one block. @throws viem errors if the node does not respond */
export async function readPlans(
  client: ChainReader,
  { subscriptions }: { readonly subscriptions: Address },
): Promise<ReadingMoment & { readonly plans: readonly PlanReading[] }> {
  const moment = await readingMoment(client)
  const of = { address: subscriptions, abi: aerieSubscriptionsAbi, functionName: 'planOf' } as const
  const contracts = PLAN_NAMES.map((name) => ({ ...of, args: [SUBSCRIPTION_PLAN_IDS[name]] as const }))
  const found = await client.multicall({ allowFailure: false, blockNumber: moment.at.number, contracts })
  const plans = found.map(([monthlyPrice, isOffered], index) => ({ name: itemAt(PLAN_NAMES, index), monthlyPrice, isOffered }))
  return { ...moment, plans }
}

/** End of the paid period per plan, epoch seconds; 0 if never paid. */
export type PaidUntilReading = { readonly at: ReadingBlock; readonly paidUntil: Readonly<Record<SubscriptionPlanName, bigint>> }

/** Paid periods at one block; entitlements rely on indexed events of a safe block. @throws viem errors if no node responds */
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

/** Token query of Alchemy nodes; others reject it as unknown. */
export const TOKEN_BALANCES_METHOD = 'alchemy_getTokenBalances'

/** Balance in the smallest unit. A failed lookup gives 0 with `isKnown` false; never revoke anything because of it. */
type BalanceReading = { readonly amount: bigint; readonly isKnown: boolean; readonly source: 'alchemy' | 'balanceOf' | 'none' }

type Query = { readonly token: Address; readonly account: Address }

/** Balance by `alchemy_getTokenBalances`, falling back to `balanceOf`. Never throws. */
export async function readTokenBalance(client: ChainReader, query: Query): Promise<BalanceReading> {
  const byQuery = await askAlchemy(client, query)
  if (byQuery !== undefined) return { amount: byQuery, isKnown: true, source: 'alchemy' }
  const byToken = await askToken(client, query)
  if (byToken !== undefined) return { amount: byToken, isKnown: true, source: 'balanceOf' }
  return { amount: 0n, isKnown: false, source: 'none' }
}

type TokenBalancesAnswer = {
  readonly tokenBalances?: readonly { readonly contractAddress?: unknown; readonly tokenBalance?: unknown }[]
} | null

async function askAlchemy(client: ChainReader, { token, account }: Query): Promise<bigint | undefined> {
  try {
    const request = client.request as (args: { method: string; params: unknown[] }) => Promise<unknown>
    const answer = (await request({ method: TOKEN_BALANCES_METHOD, params: [account, [token]] })) as TokenBalancesAnswer
    const balance = answer?.tokenBalances?.[0]
    if (String(balance?.contractAddress).toLowerCase() !== token.toLowerCase()) return undefined
    return isHex(balance?.tokenBalance) && balance.tokenBalance.length > 2 ? BigInt(balance.tokenBalance) : undefined
  } catch {
    return undefined
  }
}

async function askToken(client: ChainReader, { token, account }: Query): Promise<bigint | undefined> {
  try {
    return await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  } catch {
    return undefined
  }
}
