import * as z from 'zod/mini'
import { baseUnits, walletAddress } from './account/wallets.ts'
import { epochMsField } from './market/market.ts'

const transaction = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const block = z.int().check(z.gte(0))

/** One funding of rewards: streamed evenly from `start` to `end`. Who paid for it, and in which transaction. */
export const rewardEpoch = z.object({
  id: z.int().check(z.gte(1)),
  amount: baseUnits,
  start: epochMsField,
  end: epochMsField,
  funder: walletAddress,
  transaction,
})

/**
 * The pool as its contract wrote it last, at `updated_at`: with its arithmetic (docs/math/staking.md) every later second follows
 * from it to the unit, as long as nobody writes it again.
 */
export const poolRecord = z.object({
  total_staked: baseUnits,
  /** Still to be streamed. */
  rewards_left: baseUnits,
  /** Rewards of one unit of stake since the beginning, times 1e36. */
  reward_per_token: baseUnits,
  updated_at: epochMsField,
  epoch_end: epochMsField,
})

/** The newest block that a reading saw, and the second of the chain's clock up to which its figures are worked out. */
const moment = { block, block_time: epochMsField, as_of: epochMsField }

/** Data of `GET /api/v1/staking/pool`. */
export const stakingPool = z.object({
  total_staked: baseUnits,
  total_cooling: baseUnits,
  reward_reserve: baseUnits,
  /** Tokens a second, scaled by 1e18 (so: base units a second times 1e18). */
  reward_rate: baseUnits,
  epoch: z.nullable(rewardEpoch),
  unbonding_seconds: z.int().check(z.gte(0)),
  /** Yearly simple rate as a fraction (0.12 is 12 %); null where there is none: no stakers, or no epoch runs. */
  apr: z.nullable(z.number().check(z.gte(0))),
  deposits_paused: z.boolean(),
  record: poolRecord,
  ...moment,
})
export type StakingPool = z.output<typeof stakingPool>

/** An amount on its way out: withdrawable from `ready_at`. */
export const unbondingTicket = z.object({ id: z.string(), amount: baseUnits, ready_at: epochMsField })

/** Open tickets on one page of a position. */
export const TICKETS_A_PAGE = 100

/** Data of `GET /api/v1/staking/positions/{wallet}?tickets_page=`: a wallet of the caller, with one page of its open tickets. */
export const stakingPosition = z.object({
  wallet: walletAddress,
  unstaked: baseUnits,
  staked: baseUnits,
  /** Rewards earned up to `as_of`. */
  earned: baseUnits,
  /** What `earned` follows from at any second: the account and the pool as last written, at one block. */
  accrual: z.object({ accrued: baseUnits, reward_per_token_paid: baseUnits, pool: poolRecord }),
  tickets: z.array(unbondingTicket),
  /** How many are open, on all pages. */
  ticket_count: z.int().check(z.gte(0)),
  ...moment,
})
export type StakingPosition = z.output<typeof stakingPosition>

/** One grant: nothing before `cliff_end`, then evenly from `start` to `end`. */
export const vestingGrant = z.object({
  id: z.int().check(z.gte(0)),
  amount: baseUnits,
  /** What was paid out of it. */
  released: baseUnits,
  /** What could be paid out at `as_of`. */
  releasable: baseUnits,
  start: epochMsField,
  cliff_end: epochMsField,
  end: epochMsField,
})
export type VestingGrant = z.output<typeof vestingGrant>
/** Data of `GET /api/v1/staking/vesting/{wallet}`: what was granted to a wallet of the caller. */
export const vestingPosition = z.object({ wallet: walletAddress, grants: z.array(vestingGrant), ...moment })
export type VestingPosition = z.output<typeof vestingPosition>

/** What can happen to a position. */
export const STAKING_EVENTS = ['staked', 'unstake_requested', 'withdrawn', 'claimed'] as const
/** One thing that happened to a wallet's position. */
export const stakingEvent = z.object({
  kind: z.enum(STAKING_EVENTS),
  amount: baseUnits,
  transaction,
  block,
  at: epochMsField,
  /** Deep enough not to be undone. */
  final: z.boolean(),
})
/** Data of `GET /api/v1/staking/history/{wallet}?page=`: newest first, 50 a page; as CSV with `format=csv`, whole. */
export const stakingHistory = z.object({ events: z.array(stakingEvent), page: z.int(), total: z.int() })
/** Data of `GET /api/v1/staking/epochs`: newest first. */
export const rewardEpochs = z.array(rewardEpoch)

/** A plan that can be paid for on the chain; price in USDC base units (6 decimals) for 30 days. */
export const subscriptionPlan = z.object({
  id: z.int(),
  name: z.enum(['claw', 'IPC']),
  price: baseUnits,
  /** Why the caller has it without paying: every account has it, or the operator granted it. Null: it is there to be paid for. */
  included: z.nullable(z.enum(['account', 'grant'])),
})
/** Where a subscription comes from. */
export const SUBSCRIPTION_ORIGINS = ['chain', 'operator'] as const
/** A subscription that the caller has, or had. */
export const ownSubscription = z.object({
  name: z.enum(['claw', 'IPC']),
  origin: z.enum(SUBSCRIPTION_ORIGINS),
  /** Null: until the operator ends it. */
  paid_until: z.nullable(epochMsField),
  active: z.boolean(),
  /** The payer's wallet and the last payment; null for a grant. */
  wallet: z.nullable(walletAddress),
  transaction: z.nullable(transaction),
  /** False while the payment's block may still be undone: it does not count yet. */
  final: z.boolean(),
})
/** Data of `GET /api/v1/subscriptions`. `plans` is null where the chain cannot be read and was not read before. */
export const subscriptionsStatus = z.object({
  plans: z.nullable(z.array(subscriptionPlan)),
  /** Of which moment of the chain the prices are: the last known where it cannot be read now. */
  plans_as_of: z.nullable(epochMsField),
  own: z.array(ownSubscription),
})
export type SubscriptionsStatus = z.output<typeof subscriptionsStatus>

/** Body of `POST /api/v1/chain/test-funds` (local chain only). */
export const testFundsRequest = z.object({ address: walletAddress })
/** What was given, in base units. */
export const testFunds = z.object({ eth: baseUnits, token: baseUnits, usdc: baseUnits, transactions: z.array(transaction) })
