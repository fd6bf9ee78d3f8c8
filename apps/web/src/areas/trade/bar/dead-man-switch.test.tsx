import type { ScheduledCancel } from '@aerie/wire/trading/trading-account'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls, offline, panesStage } from '../../../../test/trade-panes.tsx'
import { setStatus } from '../../../platform/live/market/market-status.ts'
import { applyPage, applyTicks, reset } from '../../../platform/live/market/quotes.ts'
import { T0, testPage, testRow, testStatus } from '../../../platform/live/test/market.ts'
import { viewOf } from '../../trading/account/account-view.ts'
import { useTradingState } from '../../trading/account/trading-state.ts'
import { testAccount } from '../../trading/test/account.ts'

const recorded = vi.hoisted((): { toasts: string[] } => ({ toasts: [] }))
vi.mock(import('../../../platform/toasts/toast.ts'), async (original) => ({
  ...(await original()),
  notify: (_type, text) => void recorded.toasts.push(text),
}))

import { DeadManSwitch } from './dead-man-switch.tsx'

panesStage()

const SECOND = 1_000
const renewedAt = (second: number, seconds = 60): ScheduledCancel => ({
  at: new Date(T0 + (second + seconds) * SECOND).toISOString(),
  left_ms: seconds * SECOND,
  seconds,
  keep_reduce_only: true,
})
const know = (scheduled_cancel: ScheduledCancel | null) =>
  act(() =>
    useTradingState.setState({
      view: viewOf({ account: testAccount({ scheduled_cancel }), orders: [], positions: [], fills: [] }),
      error: null,
    }),
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = () => screen.getByRole('button', { name: /^Dead-man switch/ })

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  recorded.toasts = []
  setStatus(testStatus())
  calls.scheduleCancel.mockImplementation(async () => renewedAt((Date.now() - T0) / SECOND))
  calls.dropScheduledCancel.mockResolvedValue(null)
})
afterEach(() => void vi.useRealTimers())

async function open(scheduled: ScheduledCancel | null = null) {
  know(scheduled)
  render(<DeadManSwitch />)
  await pass(0)
  fireEvent.click(button())
  return within(screen.getByRole('dialog', { name: 'Dead-man switch' }))
}

describe('the dead-man switch', () => {
  it('is off until set, keeps stops by default, and shows the remaining time', async () => {
    const dialog = await open()
    expect(calls.scheduleCancel).not.toHaveBeenCalled()
    fireEvent.click(dialog.getByLabelText('5 minutes'))
    calls.scheduleCancel.mockResolvedValue(renewedAt(0, 300))
    fireEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    await pass(0)
    expect(calls.scheduleCancel.mock.lastCall).toEqual([{ seconds: 300, keep_reduce_only: true }])
    expect(button().textContent).toBe('5:00')
    await pass(2 * SECOND)
    expect(button().textContent).toBe('4:58')
  })

  it('is renewed three times per period, even when it was set before this page opened', async () => {
    know(renewedAt(0))
    render(<DeadManSwitch />)
    await pass(61 * SECOND)
    expect(calls.scheduleCancel).toHaveBeenCalledTimes(4)
    expect(calls.scheduleCancel.mock.lastCall).toEqual([{ seconds: 60, keep_reduce_only: true }])
    expect(recorded.toasts).toEqual([])
  })

  it('is renewed in time even if the local clock is set back by an hour', async () => {
    know(renewedAt(0))
    calls.scheduleCancel.mockResolvedValue(renewedAt(0, 60))
    render(<DeadManSwitch />)
    await pass(0)
    calls.scheduleCancel.mockClear()
    vi.setSystemTime(T0 - 3_600_000)
    await pass(21 * SECOND)
    expect(calls.scheduleCancel).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a switch of a minute, once each third of it', 1, 20],
    ['one that a replay has made too short, once a second', 1_000, 1],
  ])('is renewed by price updates when timers are throttled, as in a background tab: %s', async (_what, speed, everySeconds) => {
    reset('sim')
    applyPage(testPage([testRow('HYPE')]))
    setStatus(testStatus({ speed }))
    const scheduled = { ...renewedAt(0), at: renewedAt(86_400).at }
    calls.scheduleCancel.mockResolvedValue(scheduled)
    know(scheduled)
    render(<DeadManSwitch />)
    await pass(0)
    calls.scheduleCancel.mockClear()
    const tickAt = async (second: number) => {
      vi.setSystemTime(T0 + second * SECOND)
      for (let each = 0; each < 100; each += 1) {
        applyTicks([['HYPE', 100 + each, T0 + second * SECOND]])
        await pass(0)
      }
      return calls.scheduleCancel.mock.calls.length
    }
    expect([await tickAt(everySeconds - 0.1), await tickAt(everySeconds), await tickAt(2 * everySeconds)]).toEqual([0, 1, 2])
  })

  it('keeps counting down without an answer, shows no message per failure, and is not restarted after it expires', async () => {
    know(renewedAt(0))
    calls.scheduleCancel.mockRejectedValue(offline())
    render(<DeadManSwitch />)
    await pass(59 * SECOND)
    expect(button().textContent).toBe('0:01')
    const asked = calls.scheduleCancel.mock.calls.length
    expect(recorded.toasts).toEqual([])
    // The server has fired by now: the client fetches the account instead of renewing.
    await pass(30 * SECOND)
    expect(calls.scheduleCancel).toHaveBeenCalledTimes(asked)
    expect(recorded.toasts).toEqual(['The dead-man switch has cancelled your orders. It is now off.'])
    expect(button().textContent).toBe('Dead-man')
  })

  it('shows nothing when it was turned off early, by this window or another', async () => {
    const dialog = await open(renewedAt(0))
    fireEvent.click(dialog.getByRole('button', { name: 'Turn off' }))
    await pass(0)
    expect([calls.dropScheduledCancel.mock.calls.length, recorded.toasts, button().textContent]).toEqual([1, [], 'Dead-man'])
    know(renewedAt(0))
    know(null)
    expect(recorded.toasts).toEqual([])
  })

  it('stays off when it is turned off during a pending renewal', async () => {
    // The last request to reach the server wins.
    let held: ScheduledCancel | null = renewedAt(0)
    const renewal = Promise.withResolvers<void>()
    calls.scheduleCancel.mockImplementationOnce(async () => {
      await renewal.promise
      held = renewedAt(0)
      return held
    })
    calls.dropScheduledCancel.mockImplementation(async () => {
      held = null
      return null
    })
    const dialog = await open(held)
    expect(calls.scheduleCancel).toHaveBeenCalledTimes(1)
    fireEvent.click(dialog.getByRole('button', { name: 'Turn off' }))
    await pass(0)
    renewal.resolve()
    await pass(0)
    expect([held, button().textContent]).toEqual([null, 'Dead-man'])
    await pass(60 * SECOND)
    expect(calls.scheduleCancel).toHaveBeenCalledTimes(1)
  })

  it('can be turned off while a change of its period is pending', async () => {
    const dialog = await open(renewedAt(0))
    const change = Promise.withResolvers<ScheduledCancel>()
    calls.scheduleCancel.mockReturnValueOnce(change.promise)
    fireEvent.click(dialog.getByLabelText('5 minutes'))
    fireEvent.click(dialog.getByRole('button', { name: 'Change' }))
    fireEvent.click(button())
    const again = within(screen.getByRole('dialog', { name: 'Dead-man switch' }))
    fireEvent.click(again.getByRole('button', { name: 'Turn off' }))
    await pass(0)
    change.resolve(renewedAt(0, 300))
    await pass(0)
    expect([calls.dropScheduledCancel.mock.calls.length, button().textContent]).toEqual([1, 'Dead-man'])
  })

  it('offers no period that a fast replay would exceed before a renewal', async () => {
    setStatus(testStatus({ source: 'replay', speed: 60 }))
    const dialog = await open()
    expect(dialog.getAllByText('Too short to renew at 60x.').length).toBeGreaterThanOrEqual(2)
    fireEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    await pass(0)
    expect(calls.scheduleCancel).not.toHaveBeenCalled()
    fireEvent.click(dialog.getByLabelText('15 minutes'))
    fireEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    await pass(0)
    expect(calls.scheduleCancel.mock.lastCall).toEqual([{ seconds: 900, keep_reduce_only: true }])
  })
})
