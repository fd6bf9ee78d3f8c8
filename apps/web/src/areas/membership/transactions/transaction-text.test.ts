import { expect, it } from 'vitest'
import { testTransaction } from '../test/transaction.ts'
import { etherText, transactionText } from './transaction-text.ts'

const sent = testTransaction()

it('distinguishes repriced, cancelled and replaced transactions', () => {
  expect(transactionText({ ...sent, replacement: { reason: 'repriced', hash: '0x04' } })).toMatch(/another fee/)
  expect(transactionText({ ...sent, state: 'confirmed', block: 9, replacement: { reason: 'repriced', hash: '0x04' } })).toBe(
    'Done with another fee, in block 9.',
  )
  expect(transactionText({ ...sent, state: 'replaced', replacement: { reason: 'cancelled', hash: '0x04' } })).toMatch(/^Cancelled/)
  expect(transactionText({ ...sent, state: 'replaced', replacement: { reason: 'replaced', hash: null } })).toMatch(
    /^Replaced by another transaction/,
  )
})

it('shows the reason of a revert with its figures, and never an error name', () => {
  const failure = { kind: 'reverted', error: 'AerieStaking_InsufficientStake', args: ['5000000000000000000', '1'], text: 'x' } as const
  expect(transactionText({ ...sent, state: 'failed', failure: { ...failure, args: [...failure.args] } })).toBe(
    'You have only 5 AERIE staked.',
  )
})

it('reports no transaction as lost while the chain is unreadable, and does not rule out the wallet as the cause', () =>
  expect(transactionText({ ...sent, isChainAway: true })).toBe(
    'Sent. The chain cannot be read right now; the status updates once it can. Check that your wallet is connected.',
  ))

it('rounds a cost up, so that it is never shown as zero', () => {
  expect(etherText(1n)).toBe('0.00000001 ETH')
  expect(etherText(10n ** 18n)).toBe('1 ETH')
  expect(etherText(123_456_789_012_345n)).toBe('0.00012346 ETH')
})
