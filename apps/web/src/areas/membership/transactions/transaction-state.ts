import * as z from 'zod/mini'

/** An encoded contract call; amounts in base units. */
export type TransactionCall = { readonly to: `0x${string}`; readonly data: `0x${string}`; readonly value?: bigint }

/**
 * `pending`: a repriced one stays pending under its new hash. `replaced`: another transaction took its nonce, so this one will never be
 * mined. `rejected`: refused in the wallet, nothing was sent.
 */
export const TRANSACTION_STATES = ['estimating', 'confirm-in-wallet', 'pending', 'replaced', 'confirmed', 'failed', 'rejected'] as const

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))

/** A revert has the contract's error name and its arguments as text; other failures have a message. `gas`: out of gas. */
export const transactionFailure = z.object({
  kind: z.enum(['reverted', 'gas', 'funds', 'wallet', 'chain']),
  error: z.nullable(z.string()),
  args: z.array(z.string()),
  text: z.string(),
})
export type TransactionFailure = z.output<typeof transactionFailure>

/** Current estimate: gas units, and the maximum wei per unit. Excludes Base's L1 data fee. */
export const gasEstimate = z.object({ gas: z.string(), maxFeePerGas: z.nullable(z.string()) })
export type GasEstimate = z.output<typeof gasEstimate>

export const trackedTransaction = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(TRANSACTION_STATES),
  from: hex,
  to: hex,
  data: hex,
  value: z.string(),
  chainId: z.int(),
  startedAt: z.int(),
  /** Null if unknown, never 0. */
  estimate: z.nullable(gasEstimate),
  hash: z.nullable(hex),
  nonce: z.nullable(z.int()),
  block: z.nullable(z.int()),
  replacement: z.nullable(z.object({ reason: z.enum(['repriced', 'cancelled', 'replaced']), hash: z.nullable(hex) })),
  failure: z.nullable(transactionFailure),
  isChainAway: z.boolean(),
})
export type TrackedTransaction = z.output<typeof trackedTransaction>

export const isSettled = ({ state }: Pick<TrackedTransaction, 'state'>): boolean =>
  state === 'confirmed' || state === 'failed' || state === 'replaced' || state === 'rejected'
