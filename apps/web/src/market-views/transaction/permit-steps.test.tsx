import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PermitSteps } from './permit-steps.tsx'

const signPermit = vi.hoisted(() => vi.fn<() => Promise<object>>())
const sendTransaction = vi.hoisted(() => vi.fn<() => Promise<{ state: string }>>())
vi.mock('../../wallet/token-permit.ts', () => ({ signPermit }))
vi.mock('../../wallet/transactions.ts', () => ({ sendTransaction, useIsUnderWay: () => false }))
beforeEach(() => vi.resetAllMocks())
afterEach(cleanup)

const steps = {
  token: '0x01',
  spender: '0x02',
  amount: 1n,
  isAllowed: false,
  kind: 'stake',
  title: 'Stake 1 AERIE',
  allowTitle: 'Allow 1 AERIE',
  verb: 'Stake',
  call: null,
  callWithPermit: () => ({ to: '0x02', data: '0x' }) as const,
  refusal: undefined,
  onDone: () => undefined,
} as const

it('asks for the signature while that is what the wallet asks for, and leaves the rest to the transaction', async () => {
  const signing = Promise.withResolvers<object>()
  const sending = Promise.withResolvers<{ state: string }>()
  signPermit.mockReturnValue(signing.promise)
  sendTransaction.mockReturnValue(sending.promise)
  render(<PermitSteps {...steps} />)
  const said = () => screen.getByRole('status').textContent
  fireEvent.click(screen.getByRole('button', { name: 'Stake' }))
  expect(said()).toMatch(/^Sign the permission in your wallet/)
  await act(async () => signing.resolve({}))
  expect(sendTransaction).toHaveBeenCalledTimes(1)
  expect(said()).toBe('')
  await act(async () => sending.resolve({ state: 'confirmed' }))
  expect(said()).toBe('')
})
