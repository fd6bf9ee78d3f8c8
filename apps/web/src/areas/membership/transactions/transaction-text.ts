import { amountText } from '../amount-text.ts'
import type { GasEstimate, TrackedTransaction, TransactionFailure } from './transaction-state.ts'

const STATE_TEXT = {
  estimating: 'Estimating the fee…',
  confirm: 'Confirm it in your wallet. Nothing is sent before that.',
  rejected: 'You refused it in your wallet. Nothing was sent.',
  failed: 'Failed for an unknown reason.',
  // Either the server's node or the wallet used for reading is unreachable; which one is unknown.
  away: 'Sent. The chain cannot be read right now; the status updates once it can. Check that your wallet is connected.',
  resent: 'Sent again with another fee. Waiting to be mined; you can leave or reload this page.',
  waiting: 'Sent. Waiting to be mined; you can leave or reload this page.',
  cancelled: 'Cancelled in your wallet.',
  replaced: 'Replaced by another transaction of your wallet.',
} as const

export function transactionText(transaction: TrackedTransaction): string {
  const { state } = transaction
  if (state === 'estimating') return STATE_TEXT.estimating
  if (state === 'confirm-in-wallet') return STATE_TEXT.confirm
  if (state === 'rejected') return STATE_TEXT.rejected
  if (state === 'confirmed') return doneText(transaction)
  if (state === 'replaced') return transaction.replacement?.reason === 'cancelled' ? STATE_TEXT.cancelled : STATE_TEXT.replaced
  if (state === 'failed') return transaction.failure === null ? STATE_TEXT.failed : failureText(transaction.failure)
  if (transaction.isChainAway) return STATE_TEXT.away
  return isRepriced(transaction) ? STATE_TEXT.resent : STATE_TEXT.waiting
}

const isRepriced = ({ replacement }: TrackedTransaction): boolean => replacement?.reason === 'repriced'

const doneText = (transaction: TrackedTransaction): string =>
  `Done${isRepriced(transaction) ? ' with another fee' : ''}${transaction.block === null ? '' : `, in block ${transaction.block.toLocaleString('en-US')}`}.`

/** Likely cost of a call; null if the gas price is unknown. Not an upper bound: the wallet sets the price and may be asked for more. */
export const costText = ({ gas, maxFeePerGas }: GasEstimate): string | null =>
  maxFeePerGas === null ? null : `about ${etherText(BigInt(gas) * BigInt(maxFeePerGas))}`

/** Up to eight decimals, rounded up: a cost is never understated. */
export function etherText(wei: bigint): string {
  const step = 10n ** 10n
  const steps = (wei + step - 1n) / step
  const fraction = (steps % 10n ** 8n).toString().padStart(8, '0').replace(/0+$/, '')
  return `${steps / 10n ** 8n}${fraction && `.${fraction}`} ETH`
}

type RevertText = (args: readonly string[]) => string
const USDC_DECIMALS = 6
const tokens = (units: string | undefined): string => amountText(units ?? '0')
const dollars = (units: string | undefined): string => `${amountText(units ?? '0', USDC_DECIMALS)} USDC`

const REVERTS: Readonly<Record<string, RevertText>> = {
  AerieStaking_ZeroAmount: () => 'The amount is zero. Enter one above zero.',
  AerieStaking_InsufficientStake: ([staked]) => `You have only ${tokens(staked)} AERIE staked.`,
  AerieStaking_NoSuchTicket: () => 'This request does not exist. Reload the page to see your requests.',
  AerieStaking_AlreadyWithdrawn: () => 'This request was already withdrawn.',
  AerieStaking_StillCooling: () => 'The unbonding time is not over on the chain yet. Try again in a few seconds.',
  AerieStaking_NothingToClaim: () => 'Nothing to claim yet.',
  AerieVesting_NothingToRelease: () => 'Nothing to release yet.',
  EnforcedPause: () => 'The operator has paused new stakes and payments, so nothing was taken. You can still withdraw and claim.',
  ERC20InsufficientBalance: () => 'The wallet has less than that.',
  ERC20InsufficientAllowance: () => 'The contract may not take that much yet. Allow the amount first.',
  AerieSubscriptions_NotOffered: () => 'This plan is no longer offered.',
  AerieSubscriptions_MonthsOutOfRange: () => 'You can pay for 1 to 24 months at once.',
  AerieSubscriptions_PriceAboveMax: ([price]) => `The price has changed to ${dollars(price)}. Nothing was paid.`,
  AerieSubscriptions_PaidShort: () => 'The payment arrived short and was rejected. Nothing was paid.',
}

export const failureText = ({ error, args, text }: TransactionFailure): string => REVERTS[error ?? '']?.(args) ?? text
