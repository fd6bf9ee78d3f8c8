import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PermitSteps } from './permit-steps.tsx'

const signPermit = vi.hoisted(() => vi.fn<() => Promise<object | null>>())
const sendTransaction = vi.hoisted(() => vi.fn<() => Promise<{ state: string }>>())
vi.mock('./token-permit.ts', () => ({ signPermit }))
vi.mock('./transactions.ts', () => ({ sendTransaction, useIsUnderWay: () => false }))
beforeEach(() => vi.resetAllMocks())
afterEach(cleanup)

const steps = {
  token: `0x${'1'.repeat(40)}`,
  spender: `0x${'2'.repeat(40)}`,
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

it('shows the signature request while the wallet asks for it, and leaves the rest to the transaction', async () => {
  const signing = Promise.withResolvers<object>()
  const sending = Promise.withResolvers<{ state: string }>()
  signPermit.mockReturnValue(signing.promise)
  sendTransaction.mockReturnValue(sending.promise)
  render(<PermitSteps {...steps} />)
  const statusText = () => screen.getByRole('status').textContent
  const now = () => screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent
  expect(now()).toMatch(/^1Permission/)
  fireEvent.click(screen.getByRole('button', { name: 'Stake' }))
  expect(statusText()).toMatch(/^Sign the permission in your wallet/)
  await act(async () => signing.resolve({}))
  expect(sendTransaction).toHaveBeenCalledTimes(1)
  expect(statusText()).toBe('The contract may take this amount.')
  expect(now()).toMatch(/^2Stake/)
  await act(async () => sending.resolve({ state: 'confirmed' }))
  expect(statusText()).toMatch(/^Sign a permission/)
})

it('is enabled again, and not done, once a transaction is no longer watched', async () => {
  const onDone = vi.fn<() => void>()
  const sending = Promise.withResolvers<{ state: string }>()
  signPermit.mockResolvedValue({})
  sendTransaction.mockReturnValue(sending.promise)
  render(<PermitSteps {...steps} onDone={onDone} />)
  const button = screen.getByRole('button', { name: 'Stake' })
  await act(async () => void fireEvent.click(button))
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => sending.resolve({ state: 'pending' }))
  expect(button.getAttribute('aria-busy')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
})

it('shows below the button why it is disabled', () => {
  render(<PermitSteps {...steps} refusal="Enter an amount to stake." />)
  const button = screen.getByRole('button', { name: 'Stake' })
  expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe('Enter an amount to stake.')
  expect(screen.getByText('Enter an amount to stake.').closest('[role=tooltip]')).toBeNull()
})

it('requests an allowance transaction when the wallet cannot sign permits', async () => {
  signPermit.mockResolvedValue(null)
  render(<PermitSteps {...steps} />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stake' })))
  expect(screen.getByRole('status').textContent).toMatch(/^Your wallet cannot sign permissions/)
  expect(screen.getByRole('button', { name: 'Allow' })).toBeTruthy()
})
