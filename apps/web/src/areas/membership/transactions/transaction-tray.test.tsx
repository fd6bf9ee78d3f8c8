import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { create as createStore } from 'zustand'
import { testTransaction } from '../test/transaction.ts'
import type { TrackedTransaction } from './transaction-state.ts'
import { TransactionTray } from './transaction-tray.tsx'

const { useList, dismissed } = await vi.hoisted(async () => {
  const { create } = (await import('zustand')) as { readonly create: typeof createStore }
  return {
    useList: create<{ readonly list: readonly TrackedTransaction[] }>(() => ({ list: [] })),
    dismissed: vi.fn<(id: string) => void>(),
  }
})
vi.mock('./transactions.ts', () => ({
  useTransactions: () => useList((state) => state.list),
  dismissTransaction: dismissed,
}))
vi.mock('./transaction-link.tsx', () => ({ TransactionLink: () => null }))

const transaction = (id: string, more: Partial<TrackedTransaction> = {}): TrackedTransaction =>
  testTransaction({ id, title: `Stake ${id}`, ...more })
const onSettled = vi.fn<(transaction: TrackedTransaction) => void>()
const has = (...list: readonly TrackedTransaction[]) => act(() => useList.setState({ list }))
const done = (id: string) => transaction(id, { state: 'confirmed', block: 7 })
const cards = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)

beforeEach(() => {
  vi.useFakeTimers()
  onSettled.mockReset()
  dismissed.mockReset()
  useList.setState({ list: [] })
  render(<TransactionTray kinds={['stake', 'claim']} onSettled={onSettled} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the transactions of a page', () => {
  it('take up no space while there are none, and exclude those of other pages', () => {
    has(transaction('1', { kind: 'subscribe' }))
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('are shown in full while in progress and for ten seconds after, then as one line', async () => {
    has(transaction('1'))
    expect(cards()).toEqual(['Stake 1'])
    has(done('1'))
    expect(onSettled.mock.calls.map(([{ id }]) => id)).toEqual(['1'])
    await act(() => vi.advanceTimersByTimeAsync(9_999))
    expect(cards()).toEqual(['Stake 1'])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(cards()).toEqual([])
    expect(screen.getByRole('button', { name: '1 finished' }).getAttribute('aria-expanded')).toBe('false')
    expect(onSettled).toHaveBeenCalledTimes(1)
  })

  it('can be dismissed while unmined so that they block nothing, with a note that they may still go through', async () => {
    has(transaction('1', { startedAt: Date.now() }))
    expect(screen.queryByRole('button', { name: 'Stop watching: Stake 1' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByText(/If you stop watching, it may still go through/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Stop watching: Stake 1' }))
    expect(dismissed.mock.calls).toEqual([['1']])
  })

  it('are not shown as waiting for a fee when no node has ever seen them', async () => {
    has(transaction('1', { startedAt: Date.now(), nonce: null }))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByText(/^Not seen on the chain yet/)).toBeTruthy()
    has(transaction('1', { startedAt: Date.now() - 60_000, nonce: null, isChainAway: true }))
    expect(screen.queryByText(/^Not seen on the chain yet/)).toBeNull()
  })

  it('are not removed while they have the focus', async () => {
    has(transaction('1'))
    has(done('1'))
    screen.getByRole('button', { name: 'Dismiss: Stake 1' }).focus()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(cards()).toEqual(['Stake 1'])
    screen.getByRole('button', { name: 'Dismiss: Stake 1' }).blur()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(cards()).toEqual([])
  })

  it('are one line at once when an earlier page has seen them finish, and can be expanded and collapsed', async () => {
    has(done('1'), done('2'))
    expect(cards()).toEqual([])
    expect(onSettled).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: '2 finished' }))
    expect(cards()).toEqual(['Stake 1', 'Stake 2'])
    fireEvent.click(screen.getByRole('button', { name: '2 finished' }))
    expect(cards()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss all' }))
    expect(dismissed.mock.calls).toEqual([['1'], ['2']])
  })

  it('are one line again after the next of their kind has replaced those that were expanded', async () => {
    has(done('1'))
    fireEvent.click(screen.getByRole('button', { name: '1 finished' }))
    expect(cards()).toEqual(['Stake 1'])
    has(transaction('2'))
    expect(screen.queryByRole('button', { name: /finished/ })).toBeNull()
    has(done('2'))
    expect(cards()).toEqual(['Stake 2'])
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(cards()).toEqual([])
    expect(screen.getByRole('button', { name: '1 finished' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('keep a failure visible until the next one is sent', async () => {
    const refused = transaction('1', { state: 'rejected', hash: null })
    has(transaction('1'))
    has(refused)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(within(screen.getByRole('listitem')).getByText(/You refused it in your wallet/)).toBeTruthy()
    has(transaction('2', { kind: 'claim' }), refused)
    expect(cards()).toEqual(['Stake 2'])
    expect(screen.getByRole('button', { name: '1 finished' })).toBeTruthy()
    has({ ...done('2'), kind: 'claim' }, refused)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByRole('button', { name: '2 finished' })).toBeTruthy()
  })
})
