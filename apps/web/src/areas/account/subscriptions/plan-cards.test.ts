import { DAY_MS } from '@aerie/core/time'
import type { SubscriptionsStatus } from '@aerie/wire/staking'
import { expect, it } from 'vitest'
import { endAfterPayment } from './plan-cards.tsx'

const NOW = 1_800_000_000_000
const PAYER = `0x${'a'.repeat(40)}`
type Own = SubscriptionsStatus['own'][number]
const ipc = (more: Partial<Own>): Own => ({
  name: 'IPC',
  origin: 'chain',
  paid_until: NOW + 10 * DAY_MS,
  active: true,
  wallet: PAYER,
  transaction: null,
  final: true,
  ...more,
})
const end = (own: readonly Own[], months = 2) =>
  endAfterPayment({ own: [...own], plan: 'IPC', payer: PAYER.toUpperCase().replace('0X', '0x'), months, now: NOW })

it('is months of 30 days from now when no plan is active', () => {
  expect(end([])).toEqual({ end: NOW + 60 * DAY_MS, extends: null })
  expect(end([ipc({ paid_until: NOW - DAY_MS, active: false })])).toEqual({ end: NOW + 60 * DAY_MS, extends: null })
})

it('extends the period the same wallet has paid for, even while that payment is not final', () => {
  expect(end([ipc({})])).toEqual({ end: NOW + 70 * DAY_MS, extends: NOW + 10 * DAY_MS })
  expect(end([ipc({ final: false, active: false })]).extends).toBe(NOW + 10 * DAY_MS)
})

it("does not extend another plan, another wallet's plan, or a grant", () => {
  const others = [ipc({ name: 'claw' }), ipc({ wallet: `0x${'b'.repeat(40)}` }), ipc({ origin: 'operator', wallet: null })]
  expect(end(others).extends).toBeNull()
})
