import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/http/query-client.ts'
import { receiveNotice, tellNoticesResumed } from './notices.ts'

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

describe("what is the user's own", () => {
  it('is read again when a balance or a stake has changed, and nothing else is', () => {
    receiveNotice({ kind: 'wallet', wallet: `0x${'a'.repeat(40)}`, block: 7 })
    expect(old()).toEqual(['staking', 'tier', 'allowance'])
    expect(renewAfterChange).not.toHaveBeenCalled()
  })

  it('is read again, and the token with it, when what the user may do has changed', () => {
    receiveNotice({ kind: 'entitlements' })
    expect(old()).toEqual(['tier', 'wallets', 'subscriptions'])
    expect(renewAfterChange).toHaveBeenCalledTimes(1)
  })

  it('leaves everything else as it is when a trading account moves, several times a second', () => {
    receiveNotice({ kind: 'account', account: 'a', first_seq: 1, seq: 1, data: {} })
    expect(old()).toEqual([])
    expect(renewAfterChange).not.toHaveBeenCalled()
  })

  it('is heard of once, however many screens ask; each makes sure of the connection', () => {
    openMessages.mockReset()
    followOwnChanges()
    followOwnChanges()
    receiveNotice({ kind: 'entitlements' })
    expect(renewAfterChange).toHaveBeenCalledTimes(1)
    expect(openMessages).toHaveBeenCalledTimes(2)
  })

  it('is read again when the connection was away, and not when it is made', () => {
    tellNoticesResumed()
    expect(old()).toEqual([])
    tellNoticesResumed()
    expect(old()).toEqual(['staking', 'tier', 'allowance', 'wallets', 'subscriptions'])
  })

  it('can be marked as old by its names', () => {
    refetchQueries(['subscriptions'])
    expect(old()).toEqual(['subscriptions'])
  })
})
