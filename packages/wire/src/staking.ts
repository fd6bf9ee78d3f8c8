import * as z from 'zod/mini'
import { baseUnits, walletAddress } from './account/wallets.ts'
import { endpoint } from './endpoint.ts'
import { epochMsField } from './market/market.ts'

const transaction = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const block = z.int().check(z.gte(0))

/** One reward funding, streamed evenly from `start` to `end`, with its payer and transaction. */
export const rewardEpoch = z.object({
  id: z.int().check(z.gte(1)),
  amount: baseUnits,
  start: epochMsField,
  end: epochMsField,
  funder: walletAddress,
  transaction,
})

/** The pool as last written by its contract; docs/math/staking.md gives its exact state at any second until the next write. */
export const poolRecord = z.object({
  total_staked: baseUnits,
  rewards_left: baseUnits,
  /** Cumulative reward per unit of stake, times 1e36. */
  reward_per_token: baseUnits,
  updated_at: epochMsField,
  epoch_end: epochMsField,
})

const moment = { block, block_time: epochMsField, as_of: epochMsField }

/** The staking pool at a block. */
export const stakingPool = z.object({
  total_staked: baseUnits,
  total_cooling: baseUnits,
  reward_reserve: baseUnits,
  /** Base units per second, scaled by 1e18. */
  reward_rate: baseUnits,
  epoch: z.nullable(rewardEpoch),
  unbonding_seconds: z.int().check(z.gte(0)),
  /** Simple annual rate as a fraction (0.12 is 12 %); null without stakers or a running epoch. */
  apr: z.nullable(z.number().check(z.gte(0))),
  deposits_paused: z.boolean(),
  record: poolRecord,
  ...moment,
})
export type StakingPool = z.output<typeof stakingPool>

/** An unbonding amount, withdrawable from `ready_at`. */
export const unbondingTicket = z.object({ id: z.string(), amount: baseUnits, ready_at: epochMsField })

/** Open tickets per page of a position. */
export const TICKETS_A_PAGE = 100

/** A wallet's position at a block, with one page of its open tickets. */
export const stakingPosition = z.object({
  wallet: walletAddress,
  unstaked: baseUnits,
  staked: baseUnits,
  earned: baseUnits,
  accrual: z.object({ accrued: baseUnits, reward_per_token_paid: baseUnits, pool: poolRecord }),
  tickets: z.array(unbondingTicket),
  ticket_count: z.int().check(z.gte(0)),
  ...moment,
})
export type StakingPosition = z.output<typeof stakingPosition>

/** A grant: nothing before `cliff_end`, then linear vesting from `start` to `end`. */
export const vestingGrant = z.object({
  id: z.int().check(z.gte(0)),
  amount: baseUnits,
  released: baseUnits,
  releasable: baseUnits,
  start: epochMsField,
  cliff_end: epochMsField,
  end: epochMsField,
})
export type VestingGrant = z.output<typeof vestingGrant>
/** Grants of a wallet. */
export const vestingPosition = z.object({ wallet: walletAddress, grants: z.array(vestingGrant), ...moment })
export type VestingPosition = z.output<typeof vestingPosition>

/** Kinds of staking event. */
export const STAKING_EVENTS = ['staked', 'unstake_requested', 'withdrawn', 'claimed'] as const
/** An event of a wallet's position. */
export const stakingEvent = z.object({
  kind: z.enum(STAKING_EVENTS),
  amount: baseUnits,
  transaction,
  block,
  at: epochMsField,
  final: z.boolean(),
})
/** A page of a wallet's events. */
export const stakingHistory = z.object({ events: z.array(stakingEvent), page: z.int(), total: z.int() })

/** A plan payable on the chain; price in USDC base units (6 decimals) for 30 days. */
export const subscriptionPlan = z.object({
  id: z.int(),
  name: z.enum(['claw', 'IPC']),
  price: baseUnits,
  /** Why the caller has it for free: included in every account, or granted by the operator. Null: must be paid. */
  included: z.nullable(z.enum(['account', 'grant'])),
})
/** Origins of a subscription. */
export const SUBSCRIPTION_ORIGINS = ['chain', 'operator'] as const
/** A current or past subscription of the caller. */
export const ownSubscription = z.object({
  name: z.enum(['claw', 'IPC']),
  origin: z.enum(SUBSCRIPTION_ORIGINS),
  paid_until: z.nullable(epochMsField),
  active: z.boolean(),
  wallet: z.nullable(walletAddress),
  transaction: z.nullable(transaction),
  /** False while the payment's block can be reorganised: it does not count yet. */
  final: z.boolean(),
})
/** Plans and the caller's subscriptions. `plans` is null if the chain has never been readable. */
export const subscriptionsStatus = z.object({
  plans: z.nullable(z.array(subscriptionPlan)),
  plans_as_of: z.nullable(epochMsField),
  own: z.array(ownSubscription),
})
export type SubscriptionsStatus = z.output<typeof subscriptionsStatus>

/** Granted amounts in base units. */
export const testFunds = z.object({ eth: baseUnits, token: baseUnits, usdc: baseUnits, transactions: z.array(transaction) })

const ofWallet = z.object({ wallet: walletAddress })
const pageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1)

export const getStakingPool = endpoint('GET /staking/pool', {
  auth: 'user',
  summary: 'Totals, reward rate, annual rate and epoch of the pool',
  returns: stakingPool,
})

export const listRewardEpochs = endpoint('GET /staking/epochs', {
  auth: 'user',
  summary: 'Reward fundings with payer and transaction, newest first',
  returns: z.array(rewardEpoch),
})

export const getStakingPosition = endpoint('GET /staking/positions/:wallet', {
  auth: 'user',
  summary: "Balance, stake, rewards and open tickets (100 a page) of one of the caller's wallets, all at one block",
  params: ofWallet,
  query: z.object({ tickets_page: pageNumber }),
  returns: stakingPosition,
})

export const getVesting = endpoint('GET /staking/vesting/:wallet', {
  auth: 'user',
  summary: "Amounts granted to one of the caller's wallets, already released, and releasable now",
  params: ofWallet,
  returns: vestingPosition,
})

export const getStakingHistory = endpoint('GET /staking/history/:wallet', {
  auth: 'user',
  summary: "Events of one of the caller's positions, newest first: 50 a page, or all as CSV with `format=csv`",
  params: ofWallet,
  query: z.object({ page: pageNumber, format: z._default(z.enum(['json', 'csv']), 'json') }),
  returns: stakingHistory,
})

export const getSubscriptions = endpoint('GET /subscriptions', {
  auth: 'user',
  summary: "Plans with prices, and the caller's subscriptions: paid by linked wallets or granted by the operator",
  returns: subscriptionsStatus,
})

export const requestTestFunds = endpoint('POST /chain/test-funds', {
  auth: 'user',
  summary: 'Worthless test ETH, AERIE and USDC of the local chain for a linked wallet; at most five times a day',
  headers: z.object({
    'idempotency-key': z.string('is missing').check(z.regex(/^[\x21-\x7e]{8,100}$/, '8 to 100 characters without spaces')),
  }),
  body: z.object({ address: walletAddress }),
  returns: testFunds,
  errors: ['wallet_not_linked', 'conflict', 'rule_broken'],
})

const rpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string().check(z.maxLength(100)), z.null()]),
  method: z.string().check(z.maxLength(100)),
  params: z._default(z.array(z.unknown()).check(z.maxLength(10)), []),
})

/** Public like any node: wallet extensions cannot send a token. The response is JSON-RPC, without an envelope. */
export const callChain = endpoint('POST /chain/rpc', {
  auth: 'public',
  summary: 'JSON-RPC of the local chain: reads and signed transactions, one call or a batch of up to 50',
  body: z.union([rpcCall, z.array(rpcCall).check(z.minLength(1), z.maxLength(50))]),
  file: 'application/json',
})
