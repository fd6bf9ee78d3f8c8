import * as z from 'zod/mini'

/** A call of a contract, ready to be signed: the data is encoded, amounts are in base units. */
export type TransactionCall = { readonly to: `0x${string}`; readonly data: `0x${string}`; readonly value?: bigint }

/**
 * Where a transaction is. None at all: idle. `pending` is sent and waits for its block; a repriced one goes on being
 * pending under its new hash. `replaced`: another one of the wallet has taken its place, so this one will never happen.
 * `rejected`: refused in the wallet, nothing was sent.
 */
export const TRANSACTION_STATES = ['estimating', 'confirm-in-wallet', 'pending', 'replaced', 'confirmed', 'failed', 'rejected'] as const

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))

/** Why it failed. A revert has the contract's own name of the error and its arguments as text; the rest has words. `gas`: it ran out. */
export const transactionFailure = z.object({
  kind: z.enum(['reverted', 'gas', 'funds', 'wallet', 'chain']),
  error: z.nullable(z.string()),
  args: z.array(z.string()),
  text: z.string(),
})
export type TransactionFailure = z.output<typeof transactionFailure>

/** What a call is likely to take: gas units in this second, and wei for each at most. What Base adds for its own data is not in it. */
export const gasEstimate = z.object({ gas: z.string(), maxFeePerGas: z.nullable(z.string()) })
export type GasEstimate = z.output<typeof gasEstimate>

/** One transaction of this browser's user, as it is kept. Amounts are decimal text of whole base units. */
export const trackedTransaction = z.object({
  id: z.string(),
  /** What it is for, chosen by whoever sends it: `stake`, `approve`. */
  kind: z.string(),
  /** In words for the user: "Stake 100 AERIE". */
  title: z.string(),
  state: z.enum(TRANSACTION_STATES),
  from: hex,
  to: hex,
  data: hex,
  value: z.string(),
  chainId: z.int(),
  startedAt: z.int(),
  /** Null: not known, never 0. */
  estimate: z.nullable(gasEstimate),
  hash: z.nullable(hex),
  nonce: z.nullable(z.int()),
  /** The block it stands in. */
  block: z.nullable(z.int()),
  /** `repriced`: the same call with another fee. */
  replacement: z.nullable(z.object({ reason: z.enum(['repriced', 'cancelled', 'replaced']), hash: z.nullable(hex) })),
  failure: z.nullable(transactionFailure),
  /** The chain does not answer: what is shown may be old. */
  isChainAway: z.boolean(),
})
export type TrackedTransaction = z.output<typeof trackedTransaction>

/** Whether nothing more will happen to it. */
export const isSettled = ({ state }: Pick<TrackedTransaction, 'state'>): boolean =>
  state === 'confirmed' || state === 'failed' || state === 'replaced' || state === 'rejected'
