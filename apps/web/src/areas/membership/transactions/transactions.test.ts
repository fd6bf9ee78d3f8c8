import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { useWalletState } from '../wallet-state.ts'
import type { TrackedTransaction } from './transaction-state.ts'
import { dismissTransaction, resumeTransactions, sendTransaction, useIsUnderWay, useTransaction, useTransactions } from './transactions.ts'
import type { Update } from './watch-transaction.ts'

type Work = (transaction: TrackedTransaction, update: Update, isKept: (id: string) => boolean) => Promise<TrackedTransaction>
const sendAndWatch = vi.hoisted(() => vi.fn<Work>())
const watch = vi.hoisted(() => vi.fn<Work>())
vi.mock('./transaction-work.ts', () => ({ sendAndWatch, watch }))

const ME = `0x${'a'.repeat(40)}` as const
const HASH = `0x${'1'.repeat(64)}` as const
const CALL = { to: `0x${'b'.repeat(40)}`, data: '0x12' } as const
const as = (user_id: string) => useSession.setState({ phase: 'active', token: 't', user: testUser({ user_id }), endsAt: null })
const stake = () => sendTransaction({ kind: 'stake', title: 'Stake 1 AERIE', call: CALL })

let owner = 0
beforeEach(() => {
  localStorage.clear()
  owner += 1
  as(`owner-${owner}`)
  useWalletState.setState({ address: ME, chainId: 31_337, status: 'connected' })
  sendAndWatch.mockImplementation(async (transaction, update) => update(transaction, { state: 'pending', hash: HASH, nonce: 3 }))
})
afterEach(() => vi.resetAllMocks())

/** State after a reload: nothing is left in memory. */
async function reload(): Promise<void> {
  const { user } = useSession.getState()
  useSession.setState({ user: null })
  await resumeTransactions()
  useSession.setState({ user })
  await act(() => resumeTransactions())
}

describe('a transaction', () => {
  it('is idle before it is sent, and the newest of its kind afterwards', async () => {
    const { result } = renderHook(() => useTransaction('stake'))
    expect(result.current).toBeNull()
    await act(stake)
    expect(result.current).toMatchObject({ state: 'pending', hash: HASH, from: ME, value: '0', title: 'Stake 1 AERIE' })
  })

  it('is watched again after a reload while pending, for the same user only', async () => {
    await act(stake)
    watch.mockImplementation(async (transaction, update) => update(transaction, { state: 'confirmed', block: 7 }))
    await reload()
    expect(watch.mock.calls.map(([transaction]) => transaction.hash)).toEqual([HASH])
    const { result } = renderHook(() => useTransactions())
    expect(result.current).toMatchObject([{ state: 'confirmed', block: 7, nonce: 3 }])
    as('somebody-else')
    await act(() => resumeTransactions())
    expect(result.current).toEqual([])
  })

  it('is not watched again once it is settled, nor if the wallet had not answered before the reload', async () => {
    sendAndWatch.mockImplementationOnce(async (transaction, update) => update(transaction, { state: 'confirmed', hash: HASH, block: 7 }))
    await act(stake)
    sendAndWatch.mockImplementationOnce(async (transaction, update) => update(transaction, { state: 'confirm-in-wallet' }))
    await act(() => sendTransaction({ kind: 'claim', title: 'Claim', call: CALL }))
    await reload()
    expect(watch).not.toHaveBeenCalled()
    const { result } = renderHook(() => useTransactions())
    expect(result.current.map(({ kind, state }) => [kind, state])).toEqual([['stake', 'confirmed']])
  })

  it('reappears when it was dismissed during the wallet prompt and is confirmed there after all', async () => {
    sendAndWatch.mockImplementationOnce(async (transaction, update) => {
      const asked = update(transaction, { state: 'confirm-in-wallet' })
      dismissTransaction(asked.id)
      return update(asked, { state: 'pending', hash: HASH })
    })
    await act(stake)
    const { result } = renderHook(() => useTransactions())
    expect(result.current).toMatchObject([{ state: 'pending', hash: HASH }])
  })

  it('is watched as long as it is listed, by the page that sent it and by a later one', async () => {
    await act(stake)
    watch.mockImplementation(async (transaction) => transaction)
    await reload()
    const { result } = renderHook(() => useTransactions())
    const id = result.current[0]?.id ?? ''
    const askers = [sendAndWatch, watch].map((work) => work.mock.calls[0]?.[2])
    expect(askers.map((isKept) => isKept?.(id))).toEqual([true, true])
    act(() => dismissTransaction(id))
    expect(askers.map((isKept) => isKept?.(id))).toEqual([false, false])
  })

  it('is in progress from the click on, before its code is loaded', async () => {
    const { result } = renderHook(() => useIsUnderWay('stake'))
    let sending: Promise<unknown> | undefined
    act(() => {
      sending = stake()
    })
    expect(result.current).toBe(true)
    await act(async () => void (await sending))
  })

  it('leaves nothing in progress when that code cannot be loaded', async () => {
    onTestFinished(() => {
      vi.doMock('./transaction-work.ts', () => ({ sendAndWatch, watch }))
      vi.resetModules()
    })
    vi.resetModules()
    vi.doMock('./transaction-work.ts', () => {
      throw new Error('offline')
    })
    const fresh = await import('./transactions.ts')
    const { result } = renderHook(() => fresh.useIsUnderWay('stake'))
    await act(() =>
      expect(fresh.sendTransaction({ kind: 'stake', title: 'Stake 1 AERIE', call: CALL })).rejects.toThrow(/mocking a module/),
    )
    expect(result.current).toBe(false)
  })

  it('starts with an empty list when the stored one is unreadable', async () => {
    localStorage.setItem(`aerie.transactions.owner-${owner}`, '[{"id":1}]')
    await reload()
    expect(renderHook(() => useTransactions()).result.current).toEqual([])
  })
})

describe('another tab of the same user', () => {
  const key = () => `aerie.transactions.owner-${owner}`
  const stored = (): TrackedTransaction[] => JSON.parse(localStorage.getItem(key()) ?? '[]')
  const ELSEWHERE: TrackedTransaction = {
    id: 'of-another-tab',
    kind: 'subscribe',
    title: 'Pay for IPC',
    state: 'pending',
    from: ME,
    ...CALL,
    value: '0',
    chainId: 31_337,
    startedAt: 1,
    estimate: null,
    hash: `0x${'2'.repeat(64)}`,
    nonce: 4,
    block: null,
    replacement: null,
    failure: null,
    isChainAway: false,
  }
  const writes = (...list: TrackedTransaction[]) => {
    localStorage.setItem(key(), JSON.stringify(list))
    dispatchEvent(new StorageEvent('storage', { key: key() }))
  }

  it('marks its transactions as in progress here too, where they are also watched', async () => {
    watch.mockImplementation(() => new Promise(() => undefined))
    const { result } = renderHook(() => [useIsUnderWay('subscribe'), useIsUnderWay('stake')])
    await act(async () => writes(ELSEWHERE))
    expect(result.current).toEqual([true, false])
    expect(watch.mock.calls.map(([{ id }]) => id)).toEqual([ELSEWHERE.id])
    await act(async () => writes({ ...ELSEWHERE, state: 'confirmed', block: 9 }))
    expect(result.current).toEqual([false, false])
  })

  it('keeps its transactions when this one writes, notified or not', async () => {
    await act(() => resumeTransactions())
    localStorage.setItem(key(), JSON.stringify([ELSEWHERE]))
    await act(stake)
    expect(stored().map(({ kind }) => kind)).toEqual(['stake', 'subscribe'])
    const { result } = renderHook(() => useTransactions())
    act(() => dismissTransaction(result.current[0]?.id ?? ''))
    expect(stored().map(({ kind }) => kind)).toEqual(['subscribe'])
  })

  it('dismisses for both what is settled, and nothing else', async () => {
    sendAndWatch.mockImplementationOnce(async (transaction, update) => update(transaction, { state: 'confirmed', hash: HASH, block: 7 }))
    await act(stake)
    await act(() => sendTransaction({ kind: 'claim', title: 'Claim', call: CALL }))
    const { result } = renderHook(() => useTransactions())
    await act(async () => writes())
    expect(result.current.map(({ kind }) => kind)).toEqual(['claim'])
  })
})
