import type { GasEstimate, TrackedTransaction } from '../../wallet/transaction-state.ts'
import { failureText } from './revert-text.ts'

/** Where a transaction is, in a sentence or two. */
export function transactionText(transaction: TrackedTransaction): string {
  const { state } = transaction
  if (state === 'estimating') return 'Asking the chain what this will cost…'
  if (state === 'confirm-in-wallet') return 'Confirm it in your wallet. Nothing is sent before that.'
  if (state === 'rejected') return 'You refused it in your wallet. Nothing was sent and nothing has changed.'
  if (state === 'confirmed') return doneText(transaction)
  if (state === 'replaced') return replacedText(transaction)
  if (state === 'failed') return transaction.failure === null ? 'It failed; the reason is not known.' : failureText(transaction.failure)
  return waitingText(transaction)
}

const isRepriced = ({ replacement }: TrackedTransaction): boolean => replacement?.reason === 'repriced'

const doneText = (transaction: TrackedTransaction): string =>
  `Done${isRepriced(transaction) ? ' with another fee' : ''}${transaction.block === null ? '' : `, in block ${transaction.block.toLocaleString('en-US')}`}.`

function waitingText(transaction: TrackedTransaction): string {
  if (transaction.isChainAway) return 'Sent. The chain does not answer now; this goes on by itself when it does.'
  return `${isRepriced(transaction) ? 'Sent again with another fee.' : 'Sent.'} Waiting for its block; you can leave or reload this page.`
}

function replacedText({ replacement }: TrackedTransaction): string {
  if (replacement?.reason === 'cancelled') return 'Cancelled in your wallet. This will not happen.'
  return 'Another transaction of your wallet took its place. This one will not happen.'
}

/** What a call is likely to cost; null where the price of gas is not known. No upper bound: the wallet sets the price and may be asked for more. */
export const costText = ({ gas, maxFeePerGas }: GasEstimate): string | null =>
  maxFeePerGas === null ? null : `about ${etherText(BigInt(gas) * BigInt(maxFeePerGas))}`

/** Up to eight decimals of an ether, rounded up: a cost is never shown too small. */
export function etherText(wei: bigint): string {
  const step = 10n ** 10n
  const steps = (wei + step - 1n) / step
  const fraction = (steps % 10n ** 8n).toString().padStart(8, '0').replace(/0+$/, '')
  return `${steps / 10n ** 8n}${fraction && `.${fraction}`} ETH`
}
