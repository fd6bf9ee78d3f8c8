import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { emitNoticesResumed, receiveNotice } from './notices.ts'

const openMessages = vi.hoisted(() => vi.fn<() => void>())
const renewAfterChange = vi.hoisted(() => vi.fn<() => Promise<void>>())
vi.mock('./messages/messages-client.ts', () => ({ openMessages }))
vi.mock('../session/session.ts', () => ({ renewAfterChange }))
const { followOwnChanges, refetchQueries } = await import('./own-changes.ts')

const NAMES = ['staking', 'tier', 'allowance', 'wallets', 'subscriptions', 'assets']
const old = () => NAMES.filter((name) => queryClient.getQueryState([name, 'of-mine'])?.isInvalidated)

beforeEach(() => {
  renewAfterChange.mockReset()
  renewAfterChange.mockResolvedValue()
  queryClient.clear()
  for (const name of NAMES) queryClient.setQueryData([name, 'of-mine'], 1)
  followOwnChanges()
})

describe("the user's own data", () => {
  it('is refetched when a balance or a stake has changed, and nothing else is', () => {
    receiveNotice({ kind: 'wallet', wallet: `0x${'a'.repeat(40)}`, block: 7 })
    expect(old()).toEqual(['staking', 'tier', 'allowance'])
    expect(renewAfterChange).not.toHaveBeenCalled()
  })

  it("is refetched, and the token renewed, when the user's entitlements have changed", () => {
    receiveNotice({ kind: 'entitlements' })
    expect(old()).toEqual(['tier', 'wallets', 'subscriptions'])
    expect(renewAfterChange).toHaveBeenCalledTimes(1)
  })

  it('stays unchanged when a trading account updates, several times a second', () => {
    receiveNotice({ kind: 'account', account: 'a', first_seq: 1, seq: 1, data: {} })
    expect(old()).toEqual([])
    expect(renewAfterChange).not.toHaveBeenCalled()
  })

  it('is followed once, however many screens use it, and each ensures the connection', () => {
    openMessages.mockReset()
    followOwnChanges()
    followOwnChanges()
    receiveNotice({ kind: 'entitlements' })
    expect(renewAfterChange).toHaveBeenCalledTimes(1)
    expect(openMessages).toHaveBeenCalledTimes(2)
  })

  it('is refetched after a reconnect, and not on the first connection', () => {
    emitNoticesResumed()
    expect(old()).toEqual([])
    emitNoticesResumed()
    expect(old()).toEqual(['staking', 'tier', 'allowance', 'wallets', 'subscriptions'])
  })

  it('can be invalidated by name', () => {
    refetchQueries(['subscriptions'])
    expect(old()).toEqual(['subscriptions'])
  })
})
