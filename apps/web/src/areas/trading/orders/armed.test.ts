import { testUuid } from '@aerie/mirror/test/world'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useMirror } from '../../../platform/mirror/mirror-store.ts'
import { viewOf } from '../account/account-view.ts'
import { useTradingState } from '../account/trading-state.ts'
import { testAccount } from '../test/account.ts'
import { arm, disarm, IDLE_MS, touchArmed, useArmed } from './armed.ts'

const show = (id = testAccount().id) =>
  useTradingState.setState({ view: viewOf({ account: testAccount({ id }), orders: [], positions: [], fills: [] }), error: null })

beforeEach(() => {
  vi.useFakeTimers()
  show()
})
afterEach(() => {
  disarm('user')
  useMirror.setState({ state: null })
  vi.useRealTimers()
})

it('disarms after five minutes of inactivity', () => {
  arm()
  vi.advanceTimersByTime(IDLE_MS - 1)
  touchArmed()
  vi.advanceTimersByTime(IDLE_MS - 1)
  expect(useArmed.getState().isArmed).toBe(true)
  vi.advanceTimersByTime(1)
  expect(useArmed.getState()).toEqual({ isArmed: false, why: 'idle' })
})

it('disarms when the account changes', () => {
  arm()
  show('00000000-0000-4000-8000-000000000009')
  expect(useArmed.getState()).toEqual({ isArmed: false, why: 'account' })
})

it('never arms without an account', () => {
  useTradingState.setState({ view: null })
  arm()
  expect(useArmed.getState().isArmed).toBe(false)
})

describe('in a follower window', () => {
  const become = (role: 'leader' | 'follower') => {
    const own = { from: testUuid(1), id: testUuid(1), place: 'mirror-1' as const, openedAt: 1, isFullscreen: false, isDetached: false }
    const faults = { malformed: 0, version: 0, old: 0, gaps: 0, otherUser: 0, notLeader: 0 }
    useMirror.setState({ state: { role, term: 1, leader: testUuid(2), mode: 'ALL', own, others: [], faults } })
  }

  it('disarms as soon as the window follows, and never arms', () => {
    become('leader')
    arm()
    expect(useArmed.getState().isArmed).toBe(true)
    become('follower')
    expect(useArmed.getState()).toEqual({ isArmed: false, why: 'follows' })
    arm()
    expect(useArmed.getState().isArmed).toBe(false)
  })
})
