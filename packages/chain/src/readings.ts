import { type Client, erc20Abi, type PublicClient } from 'viem'
import { aerieStakingAbi } from './abi/aerie-staking.ts'
import { aerieSubscriptionsAbi } from './abi/aerie-subscriptions.ts'
import { aerieUtilsAbi } from './abi/aerie-utils.ts'
import type { Address } from './contracts.ts'
import { SUBSCRIPTION_PLAN_IDS, type SubscriptionPlanName } from './plans.ts'

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

/** The four amounts of the utils contract, in units of 10⁻¹⁸ token, and its own word for the tier. */
export type TierReading = {
  readonly tier: string
  readonly unstaked: bigint
  readonly staked: bigint
  readonly vested: bigint
  readonly total: bigint
}

/**
 * What the utils contract says of an account (SPEC.md section 3, "On-chain tier reading per wallet").
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

/** One request to unstake: `amount` in units of 10⁻¹⁸ token, times in seconds; `withdrawnAt` is 0 while it is open. */
export type TicketReading = { readonly id: bigint; readonly amount: bigint; readonly readyAt: bigint; readonly withdrawnAt: bigint }

/** A staker's account; amounts in units of 10⁻¹⁸ token. */
export type PositionReading = {
  readonly at: ReadingBlock
  /** Balance of the wallet. */
  readonly unstaked: bigint
  readonly staked: bigint
  /** In open tickets. */
  readonly cooling: bigint
  /** Rewards up to the block's time, rounded down as the contract does. */
  readonly earned: bigint
  /** The account as last written, to compute any later second from: see rewards.ts. */
  readonly account: { readonly staked: bigint; readonly accrued: bigint; readonly rewardPerTokenPaid: bigint; readonly cooling: bigint }
  /** All tickets ever, oldest first. */
  readonly tickets: readonly TicketReading[]
}

const TICKETS_A_PAGE = 200n

/**
 * A staker's position, every figure at one block.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readPosition(
  client: ChainReader,
  { token, staking, account }: { readonly token: Address; readonly staking: Address; readonly account: Address },
): Promise<PositionReading> {
  const at = await newestBlock(client)
  const of = { address: staking, abi: aerieStakingAbi, args: [account] } as const
  const [unstaked, written, earned, first] = await client.multicall({
    allowFailure: false,
    blockNumber: at.number,
    contracts: [
      { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] },
      { ...of, functionName: 'accountOf' },
      { ...of, functionName: 'earned' },
      { ...of, functionName: 'ticketsOf', args: [account, 0n, TICKETS_A_PAGE] },
    ],
  })
  const tickets = [...first[0]]
  while (BigInt(tickets.length) < first[1]) {
    const [page] = await client.readContract({
      ...of,
      functionName: 'ticketsOf',
      args: [account, BigInt(tickets.length), TICKETS_A_PAGE],
      blockNumber: at.number,
    })
    if (page.length === 0) break
    tickets.push(...page)
  }
  return {
    at,
    unstaked,
    staked: written.staked,
    cooling: written.cooling,
    earned,
    account: written,
    tickets: tickets.map((ticket, index) => ({ id: BigInt(index), ...ticket })),
  }
}

/** What is common to all stakers, at one block. Amounts in units of 10⁻¹⁸ token, times in seconds. */
export type PoolReading = {
  readonly at: ReadingBlock
  readonly totalStaked: bigint
  readonly totalCooling: bigint
  readonly rewardReserve: bigint
  /** Tokens a second of all stakers together, times 10¹⁸; 0 when no epoch runs. */
  readonly rewardRate: bigint
  /** Zeros before the first epoch. */
  readonly epoch: { readonly id: bigint; readonly start: bigint; readonly end: bigint; readonly rate: bigint; readonly left: bigint }
  /** The pool as last written, to compute any later second from: see rewards.ts. */
  readonly pool: {
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
  readonly unbondingSeconds: bigint
  readonly isDepositPaused: boolean
}

/**
 * Totals, rate and epoch of the staking pool.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readPool(client: ChainReader, { staking }: { readonly staking: Address }): Promise<PoolReading> {
  const at = await newestBlock(client)
  const of = { address: staking, abi: aerieStakingAbi } as const
  const [pool, [id, start, end, rate, left], unbondingSeconds, isDepositPaused] = await client.multicall({
    allowFailure: false,
    blockNumber: at.number,
    contracts: [
      { ...of, functionName: 'pool' },
      { ...of, functionName: 'epoch' },
      { ...of, functionName: 'unbondingTime' },
      { ...of, functionName: 'paused' },
    ],
  })
  const { totalStaked, totalCooling, rewardReserve } = pool
  const epoch = { id, start, end, rate, left }
  return { at, totalStaked, totalCooling, rewardReserve, rewardRate: rate, epoch, pool, unbondingSeconds, isDepositPaused }
}

/** A plan on the chain: price of 30 days in units of 10⁻⁶ USDC, and whether it can be bought now. */
export type PlanReading = { readonly name: SubscriptionPlanName; readonly monthlyPrice: bigint; readonly isOffered: boolean }

const PLAN_NAMES = Object.keys(SUBSCRIPTION_PLAN_IDS) as SubscriptionPlanName[] // the keys of the object above

/**
 * The plans and their prices at one block.
 *
 * @throws viem's errors when the node does not answer
 */
export async function readPlans(
  client: ChainReader,
  { subscriptions }: { readonly subscriptions: Address },
): Promise<{ readonly at: ReadingBlock; readonly plans: readonly PlanReading[] }> {
  const at = await newestBlock(client)
  const of = { address: subscriptions, abi: aerieSubscriptionsAbi, functionName: 'planOf' } as const
  const contracts = PLAN_NAMES.map((name) => ({ ...of, args: [SUBSCRIPTION_PLAN_IDS[name]] as const }))
  const found = await client.multicall({ allowFailure: false, blockNumber: at.number, contracts })
  const plans = found.map(([monthlyPrice, isOffered], index) => ({ name: PLAN_NAMES[index]!, monthlyPrice, isOffered })) // asked in this order
  return { at, plans }
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
