import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import { defined } from '@aerie/core/defined'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, calls, offline, panesStage, show } from '../../../../test/trade-panes.tsx'
import { COIN_ACTIONS } from '../../../app/shortcuts/actions.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { testStatus } from '../../../platform/live/test/market.ts'
import { useLayer } from '../../../platform/navigation/layers.ts'
import { useAskedAlert } from '../../alerts/ask-for-alert.ts'
import type { tradingCalls } from '../../trading/account/trading-calls.ts'
import { testOrder, testPosition } from '../../trading/test/account.ts'
import { PositionsSlot } from './positions-slot.tsx'

const notified = vi.hoisted((): { list: string[] } => ({ list: [] }))
vi.mock(import('../../../platform/toasts/toast.ts'), async (original) => ({
  ...(await original()),
  notify: (_type: string, text: string) => void notified.list.push(text),
}))

// Not implemented by happy-dom.
vi.stubGlobal('reportError', vi.fn<typeof reportError>())
panesStage()

describe('positions', () => {
  it('are closed by quarters, with a new client id per click', async () => {
    calls.close.mockResolvedValue({ orders: [], position: null })
    show(PositionsSlot)
    for (const name of ['Close ¼ of HYPE at market', 'Close all of HYPE at market']) {
      fireEvent.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(screen.getByRole('row', { name: /HYPE/ }).getAttribute('aria-busy')).toBeNull())
    }
    expect(calls.close.mock.calls.map(([symbol, { fraction }]) => [symbol, fraction])).toEqual([
      ['HYPE', '0.25'],
      ['HYPE', '1'],
    ])
    expect(new Set(calls.close.mock.calls.map(([, { client_id }]) => client_id)).size).toBe(2)
  })

  it('report a click as not sent while an earlier one is pending', async () => {
    const first = Promise.withResolvers<Awaited<ReturnType<typeof tradingCalls.close>>>()
    calls.close.mockReturnValueOnce(first.promise)
    show(PositionsSlot)
    fireEvent.click(await screen.findByRole('button', { name: 'Close ½ of HYPE at market' }))
    for (const name of ['Close ½ of HYPE at market', 'Reverse HYPE']) fireEvent.click(screen.getByRole('button', { name }))
    const waits = 'an earlier command for HYPE still waits for its answer. Try again then.'
    expect(notified.list).toEqual([`Not closed: ${waits}`, `Not reversed: ${waits}`])
    first.resolve({ orders: [], position: null })
    await waitFor(() => expect(screen.getByRole('row', { name: /HYPE/ }).getAttribute('aria-busy')).toBeNull())
    expect(calls.close).toHaveBeenCalledTimes(1)
  })

  it('mark their price as stale while the recording has none', async () => {
    show(PositionsSlot)
    const row = await screen.findByRole('row', { name: /HYPE/ })
    expect(within(row).queryByText('stale')).toBeNull()
    act(() => setStatus(testStatus({ without_prices: ['HYPE'] })))
    expect(within(row).getByText('stale')).toBeTruthy()
    act(() => useMarketState.setState({ status: null, clock: null }))
  })

  it('say what a failed stop left unprotected, and arm it again with one click', async () => {
    const order = testOrder(8).id
    calls.positions.mockResolvedValue([testPosition({ unprotected: { size: '0.25', trigger: '24', order } })])
    calls.rearm.mockResolvedValue({
      orders: [testOrder(9, { side: 'sell', type: 'stop', trigger: '24', size: '0.25', reduce_only: true })],
      position: testPosition(),
    })
    show(PositionsSlot)
    const row = await screen.findByRole('row', { name: /HYPE/ })
    expect(within(row).getByRole('status').textContent).toBe('Unprotected 0.25 HYPE')
    fireEvent.click(within(row).getByRole('button', { name: 'Re-arm the stop of HYPE for 0.25 HYPE' }))
    await waitFor(() => expect(calls.rearm).toHaveBeenCalledTimes(1))
    expect(calls.rearm.mock.calls[0]?.[0]).toBe('HYPE')
    await waitFor(() => expect(row.getAttribute('aria-busy')).toBeNull())
  })

  it('name the coin in every button', async () => {
    show(PositionsSlot)
    expect(await screen.findByRole('button', { name: 'Reverse HYPE' })).toBeTruthy()
  })

  it.each([
    ['20', { symbol: 'HYPE', kind: 'liquidation', percent: '5' }],
    [null, { symbol: 'HYPE', kind: 'price', level: '' }],
  ] as const)('with a liquidation price of %s draft an alert of %j', async (liquidation_price, drafted) => {
    useLayer.setState({ open: null })
    calls.positions.mockResolvedValue([testPosition({ liquidation_price })])
    show(PositionsSlot)
    fireEvent.click(await screen.findByRole('button', { name: 'Alert on HYPE' }))
    await waitFor(() => expect(useLayer.getState().open).toBe('alert'))
    expect(useAskedAlert.getState()).toMatchObject({ draft: drafted, filledBy: 'your position' })
  })

  it('provide the coin for shortcuts and the palette while their row has the focus', async () => {
    show(PositionsSlot)
    ;(await screen.findByRole('button', { name: 'Reverse HYPE' })).focus()
    defined(COIN_ACTIONS.find(({ id }) => id === 'alert this')).run()
    expect(useAskedAlert.getState().draft.symbol).toBe('HYPE')
  })

  it('offer a break-even stop only when the mark is past the entry', async () => {
    show(PositionsSlot)
    const button = await screen.findByRole('button', { name: 'Break-even: the stop of HYPE' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('place the break-even stop at the tick next to the entry that loses nothing', async () => {
    calls.positions.mockResolvedValue([testPosition({ mark: '26' })])
    calls.place.mockImplementation(async (body) => answer(body))
    show(PositionsSlot)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Break-even: the stop of HYPE' }).getAttribute('aria-disabled')).toBeNull(),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Break-even: the stop of HYPE' }))
    await waitFor(() => expect(calls.place).toHaveBeenCalledTimes(1))
    expect(calls.place.mock.lastCall?.[0]).toMatchObject({ type: 'stop', side: 'sell', trigger: '25.568', reduce_only: true })
  })
})

describe('the stop of a position', () => {
  const stopFor = (size: string) =>
    testOrder(1, {
      side: 'sell',
      type: 'stop',
      reduce_only: true,
      size,
      price: null,
      trigger: '24',
      state: 'untriggered',
      queue_ahead: null,
    })
  const showWith = async (size: string) => {
    calls.openOrders.mockResolvedValue([stopFor(size)])
    show(PositionsSlot)
    await screen.findByRole('table', { name: 'Open positions' })
  }

  it('is moved when it covers the whole position', async () => {
    await showWith('100')
    expect(screen.getByRole('button', { name: 'Move the stop of HYPE' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add stop to HYPE' })).toBeNull()
  })

  it('is added next to a stop for a part only, which is shown with its size and stays unchanged', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    await showWith('40')
    expect(screen.getByText('24.000 for 40')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Move the stop of HYPE' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Add stop to HYPE' }))
    fireEvent.change(await screen.findByLabelText('Trigger (mark price)'), { target: { value: '23' } })
    fireEvent.click(screen.getByRole('button', { name: 'Set stop' }))
    await waitFor(() => expect(calls.place.mock.lastCall?.[0]).toMatchObject({ type: 'stop', trigger: '23', reduce_only: true }))
    expect(calls.modify).not.toHaveBeenCalled()
  })
})

it('summarizes several partial stops of a position so that its buttons stay visible', async () => {
  const stop = (number: number, size: string, trigger: string) =>
    testOrder(number, {
      side: 'sell',
      type: 'stop',
      reduce_only: true,
      size,
      price: null,
      trigger,
      state: 'untriggered',
      queue_ahead: null,
    })
  calls.openOrders.mockResolvedValue([stop(1, '40', '24'), stop(2, '30.5', '23')])
  show(PositionsSlot)
  expect((await screen.findByText('2 stops for 70.5')).title).toBe('Stops for a part of this position: 24.000 for 40, 23.000 for 30.5')
})

describe('the margin of a position', () => {
  const open = async (given: Parameters<typeof testPosition>[0] = { mode: 'isolated' }) => {
    calls.positions.mockResolvedValue([testPosition(given)])
    show(PositionsSlot)
    fireEvent.click(await screen.findByRole('button', { name: /^Leverage and margin of HYPE/ }))
    return within(await screen.findByRole('dialog', { name: 'Margin of HYPE' }))
  }

  it('is added and removed; without an answer, the same amount is retried under the same id', async () => {
    calls.margin.mockRejectedValueOnce(offline())
    calls.margin.mockResolvedValue({ symbol: 'HYPE', leverage: 10, mode: 'isolated', position: null })
    const dialog = await open()
    fireEvent.change(dialog.getByLabelText('Amount (USDC)'), { target: { value: '12.5' } })
    for (const times of [1, 2]) {
      await waitFor(() => expect(dialog.getByRole('button', { name: 'Add' }).getAttribute('aria-busy')).toBeNull())
      fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
      await waitFor(() => expect(calls.margin).toHaveBeenCalledTimes(times))
    }
    const sent = calls.margin.mock.calls.map(([symbol, { amount }]) => [symbol, amount])
    expect(sent).toEqual([
      ['HYPE', '12.5'],
      ['HYPE', '12.5'],
    ])
    expect(new Set(calls.margin.mock.calls.map(([, { client_id }]) => client_id)).size).toBe(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('uses a new id after a rejection, which the server would repeat, and the same id after any other error', async () => {
    const fails = (code: 'rule_broken' | 'rate_limited', status: number) => new ApiError({ code, status, detail: '' })
    calls.margin.mockRejectedValueOnce(offline())
    calls.margin.mockRejectedValueOnce(fails('rate_limited', 429))
    calls.margin.mockRejectedValue(fails('rule_broken', 422))
    const dialog = await open()
    fireEvent.change(dialog.getByLabelText('Amount (USDC)'), { target: { value: '50' } })
    for (const [times, name] of ['Remove', 'Remove', 'Add', 'Add', 'Remove', 'Remove'].entries()) {
      await waitFor(() => expect(dialog.getByRole('button', { name }).getAttribute('aria-busy')).toBeNull())
      fireEvent.click(dialog.getByRole('button', { name }))
      await waitFor(() => expect(calls.margin).toHaveBeenCalledTimes(times + 1))
    }
    const [lost, limited, added, addedAgain, refused, again] = calls.margin.mock.calls.map(([, { client_id }]) => client_id)
    // A rejection in the other direction does not settle the lost request, so its client_id is reused.
    expect([limited, refused]).toEqual([lost, lost])
    expect(new Set([lost, added, addedAgain, again]).size).toBe(4)
  })

  it('is removed with a minus sign, and never by zero', async () => {
    calls.margin.mockResolvedValue({ symbol: 'HYPE', leverage: 10, mode: 'isolated', position: null })
    const dialog = await open()
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    expect([dialog.getByText('Enter an amount.') !== null, calls.margin.mock.calls.length]).toEqual([true, 0])
    fireEvent.change(dialog.getByLabelText('Amount (USDC)'), { target: { value: '3' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(calls.margin.mock.lastCall?.[1]).toMatchObject({ amount: '-3' }))
  })

  it('cannot be edited when the account backs the position', async () => {
    const dialog = await open({ mode: 'cross' })
    expect(dialog.queryByLabelText('Amount (USDC)')).toBeNull()
    expect(dialog.getByText(/backed by the whole account/)).toBeTruthy()
  })

  it('keeps the typed leverage when the server rejects it, and sends no invalid one', async () => {
    calls.leverage.mockRejectedValue(
      new ApiError({ code: 'rule_broken', reason: 'perpMarginRejected', status: 422, detail: 'Too little.' }),
    )
    const dialog = await open()
    const field = dialog.getByLabelText('Leverage', { selector: 'input' })
    fireEvent.change(field, { target: { value: '21' } })
    fireEvent.submit(dialog.getByRole('form', { name: 'Leverage' }))
    expect([dialog.getByText('A whole number from 1 to 20.') !== null, calls.leverage.mock.calls.length]).toEqual([true, 0])
    fireEvent.change(field, { target: { value: '20' } })
    fireEvent.submit(dialog.getByRole('form', { name: 'Leverage' }))
    await waitFor(() => expect(calls.leverage).toHaveBeenCalledExactlyOnceWith('HYPE', { leverage: 20, margin: 'isolated' }))
    expect(field).toHaveProperty('value', '20')
  })
})
