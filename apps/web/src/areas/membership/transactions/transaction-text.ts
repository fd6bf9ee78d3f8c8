import { failureText } from './revert-text.ts'
import type { GasEstimate, TrackedTransaction } from './transaction-state.ts'

const STATE_TEXT = {
  estimating: 'Estimating the fee…',
  confirm: 'Confirm it in your wallet. Nothing is sent before that.',
  rejected: 'You refused it in your wallet. Nothing was sent.',
  failed: 'Failed for an unknown reason.',
  // Either the server's node or the wallet used for reading is unreachable; which one is unknown.
  away: 'Sent. The chain cannot be read right now; the status updates once it can. Check that your wallet is connected.',
  resent: 'Sent again with another fee. Waiting to be mined; you can leave or reload this page.',
  waiting: 'Sent. Waiting to be mined; you can leave or reload this page.',
  cancelled: 'Canceled in your wallet.',
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
