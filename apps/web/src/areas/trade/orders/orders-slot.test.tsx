import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { queryClient } from '../../../platform/api/query-client.ts'
import { tradingCalls } from '../../trading/account/trading-calls.ts'
import { useBusy } from '../../trading/orders/commands.ts'
import { testOrder } from '../../trading/test/account.ts'
import { OrdersSlot } from './orders-slot.tsx'

panesStage()

describe('open orders', () => {
  const row = async () => {
    show(OrdersSlot)
    const found = await screen.findByRole('row', { name: /^Buy HYPE Limit/ })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    return found
  }

  it('show their queue position', async () => expect((await row()).textContent).toContain('118 ahead of you, 42 traded since'))

  it('show when a restart has lost their queue position', async () => {
    calls.openOrders.mockResolvedValue([testOrder(1, { is_queue_reset: true })])
    expect((await row()).textContent).toContain('118 ahead of you, 42 traded since, recounted since a restart')
  })

  it('are moved with the keyboard: one tick per arrow key, ten with Shift, Enter sends', async () => {
    calls.modify.mockImplementation(async () => testOrder(1, { price: '25.511', updated_at: '2026-01-01T00:00:01.000Z' }))
    const order = await row()
    fireEvent.keyDown(order, { key: 'ArrowUp' })
    fireEvent.keyDown(order, { key: 'ArrowUp', shiftKey: true })
    expect(order.textContent).toContain('25.500 → 25.511')
    expect(calls.modify).not.toHaveBeenCalled()
    fireEvent.keyDown(order, { key: 'Enter' })
    await waitFor(() => expect(calls.modify).toHaveBeenCalledExactlyOnceWith(testOrder(1).id, { price: '25.511' }))
    await waitFor(() => expect(screen.getByRole('row', { name: /^Buy HYPE Limit/ }).textContent).not.toContain('→'))
  })

  it('preview a move before it is sent, and clear the preview when it is reverted', async () => {
    calls.openOrders.mockResolvedValue([testOrder(1, { side: 'sell', type: 'stop', price: null, trigger: '24', reduce_only: true })])
    show(OrdersSlot)
    const order = await screen.findByRole('row', { name: /^Sell HYPE Stop/ })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    fireEvent.keyDown(order, { key: 'ArrowUp', shiftKey: true })
    const box = screen.getByRole('region', { name: 'Effect of the move' })
    expect(box.textContent).toContain('Result at this price−78.36 → −77.86')
    expect(box.textContent).toContain('Liquidation12.500, moved only by a fill')
    fireEvent.keyDown(order, { key: 'Escape' })
    expect(screen.queryByRole('region', { name: 'Effect of the move' })).toBeNull()
    expect(calls.modify).not.toHaveBeenCalled()
  })

  it('ask for confirmation before a move to a price that would trade at once', async () => {
    calls.openOrders.mockResolvedValue([testOrder(1, { price: '25.565' })])
    const order = await row()
    fireEvent.keyDown(order, { key: 'ArrowUp' })
    fireEvent.keyDown(order, { key: 'Enter' })
    await screen.findByText('This would trade at once')
    expect(calls.modify).not.toHaveBeenCalled()
    calls.modify.mockImplementation(async () => testOrder(1, { state: 'filled' }))
    fireEvent.click(screen.getByRole('button', { name: 'Move and trade' }))
    await waitFor(() => expect(calls.modify).toHaveBeenCalledTimes(1))
  })

  it('can be cancelled while a move is pending', async () => {
    const move = Promise.withResolvers<TradingOrder>()
    calls.modify.mockReturnValue(move.promise)
    calls.cancel.mockImplementation(async () => testOrder(1, { state: 'canceled' }))
    const order = await row()
    fireEvent.keyDown(order, { key: 'ArrowUp' })
    fireEvent.keyDown(order, { key: 'Enter' })
    await waitFor(() => expect(calls.modify).toHaveBeenCalledOnce())
    fireEvent.keyDown(order, { key: 'Delete' })
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Buy HYPE Limit/ })).toBeNull())
    expect(calls.cancel).toHaveBeenCalledExactlyOnceWith(testOrder(1).id)
    // The late response to the move must not restore the order.
    move.resolve(testOrder(1, { price: '25.501' }))
    await waitFor(() => expect(useBusy.getState().of.size).toBe(0))
    expect(screen.queryByRole('row', { name: /^Buy HYPE Limit/ })).toBeNull()
  })

  it.each(['cancel-all', 'cancel-all HYPE'])("show that %s is pending, and not for another coin's order", async (name) => {
    const order = await row()
    const button = within(order).getByRole('button', { name: /^Cancel/ })
    const busyOf = (...of: string[]) => {
      act(() => useBusy.setState({ of: new Set(of) }))
      return button.getAttribute('aria-busy')
    }
    expect([busyOf('cancel-all BTC'), busyOf(name), busyOf()]).toEqual([null, 'true', null])
  })

  it('show a scaled order as one row with its parts behind it', async () => {
    const scaled = testOrder(1, { type: 'scale', legs: 3, price: null })
    const leg = (number: number) => testOrder(number, { role: 'leg', parent: scaled.id, price: `24.${number}` })
    calls.openOrders.mockResolvedValue([scaled, leg(2), leg(3), testOrder(4, { role: 'leg', parent: testOrder(9).id })])
    show(OrdersSlot)
    const row = await screen.findByRole('row', { name: /^Buy HYPE Scaled/ })
    expect(row.textContent).toContain('24.200 – 24.300')
    expect(screen.getByRole('button', { name: 'Open 2' })).toBeTruthy()
    // A part whose order is not in the list keeps a row of its own.
    expect(screen.getAllByRole('row', { name: /^Buy HYPE Part/ })).toHaveLength(1)
    const parts = within(row).getByRole('button', { name: 'Parts of Buy HYPE Scaled: 2 of 3 open' })
    fireEvent.click(parts)
    expect([parts.getAttribute('aria-expanded'), screen.getAllByRole('row', { name: /^Buy HYPE Part/ }).length]).toEqual(['true', 3])
    fireEvent.click(parts)
    expect(screen.getAllByRole('row', { name: /^Buy HYPE Part/ })).toHaveLength(1)
  })

  it('are cancelled all together only after a question', async () => {
    const cancelAll = vi.spyOn(tradingCalls, 'cancelAll').mockResolvedValue({ canceled: [] })
    calls.openOrders.mockResolvedValue([testOrder(1), testOrder(2)])
    show(OrdersSlot)
    await screen.findAllByRole('row', { name: /^Buy HYPE Limit/ })
    const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }))
    ask()
    fireEvent.click(screen.getByRole('button', { name: 'Keep the orders' }))
    expect(cancelAll).not.toHaveBeenCalled()
    ask()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel 2 orders' }))
    await waitFor(() => expect(cancelAll).toHaveBeenCalledExactlyOnceWith(undefined))
    cancelAll.mockRestore()
  })

  it('are cancelled with a key, and disappear when the server confirms it', async () => {
    calls.cancel.mockImplementation(async () => testOrder(1, { state: 'canceled' }))
    fireEvent.keyDown(await row(), { key: 'Delete' })
    await screen.findByText(/No open orders/)
  })
  it('are cancelled and moved once by a held key, as the next row is another order', async () => {
    const order = await row()
    fireEvent.keyDown(order, { key: 'ArrowUp' })
    fireEvent.keyDown(order, { key: 'ArrowUp', repeat: true })
    for (const key of ['Enter', 'Delete', 'Backspace']) fireEvent.keyDown(order, { key, repeat: true })
    expect(order.textContent).toContain('25.500 → 25.502')
    expect([calls.modify.mock.calls, calls.cancel.mock.calls]).toEqual([[], []])
  })
})
