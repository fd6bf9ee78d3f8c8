import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { patchView } from '../../trading/account/trading-store.ts'
import { dropPosition, endPositionDrop, usePositionDrop } from '../../trading/moves/position-drop.ts'
import { testOrder } from '../../trading/test/account.ts'
import { PositionsSlot } from '../positions/positions-slot.tsx'
import { PositionExit } from './trade-chart-slot.tsx'

// Not implemented by happy-dom.
vi.stubGlobal('reportError', vi.fn<typeof reportError>())
panesStage()
afterEach(endPositionDrop)

const ChartAndPositions = (props: Parameters<typeof PositionsSlot>[0]) => (
  <>
    <PositionsSlot {...props} />
    <PositionExit />
  </>
)
/** Drags the line of the long position (entry 25.567, mark 25.5645) to a price. */
const dropAt = async (price: number) => {
  show(ChartAndPositions)
  await screen.findByRole('table', { name: 'Open positions' })
  act(() => dropPosition('HYPE', price))
  await screen.findByRole('dialog', { name: / for HYPE$/ })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('a dragged position line', () => {
  it('proposes a stop on the losing side, shows the loss, and sends it', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    await dropAt(24)
    expect(screen.getByRole('dialog', { name: 'Stop for HYPE' }).textContent).toContain('Result at this price: −156.72 USDC, before fees.')
    expect(calls.place).not.toHaveBeenCalled()
    press('Set stop')
    await waitFor(() => expect(calls.place).toHaveBeenCalledTimes(1))
    expect(calls.place.mock.lastCall?.[0]).toMatchObject({
      side: 'sell',
      type: 'stop',
      trigger: '24',
      trigger_by: 'mark',
      reduce_only: true,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('proposes a take profit beyond the mark, and moves the existing one', async () => {
    const takeProfit = testOrder(7, { side: 'sell', type: 'take_profit', reduce_only: true, size: '0', price: null, trigger: '27' })
    calls.openOrders.mockResolvedValue([takeProfit])
    calls.modify.mockImplementation(async () => ({ ...takeProfit, trigger: '28' }))
    await dropAt(28)
    expect(screen.getByRole('dialog', { name: 'Take profit for HYPE' }).textContent).toContain('when the mark price rises to it')
    press('Set take profit')
    await waitFor(() => expect(calls.modify).toHaveBeenCalledExactlyOnceWith(takeProfit.id, { trigger: '28' }))
    expect(calls.place).not.toHaveBeenCalled()
  })

  it('sends a take profit when there is none', async () => {
    calls.place.mockImplementation(async (body) => answer(body))
    await dropAt(28)
    press('Set take profit')
    await waitFor(() => expect(calls.place.mock.lastCall?.[0]).toMatchObject({ side: 'sell', type: 'take_profit', trigger: '28' }))
  })

  it('changes nothing when cancelled', async () => {
    await dropAt(24)
    press('Cancel')
    expect([screen.queryByRole('dialog'), usePositionDrop.getState().drop]).toEqual([null, null])
    expect([calls.place.mock.calls, calls.modify.mock.calls]).toEqual([[], []])
  })

  it('closes the prompt once the position is closed, and does not reopen it for the next position', async () => {
    await dropAt(24)
    act(() => patchView((view) => ({ ...view, positions: new Map() })))
    expect([screen.queryByRole('dialog'), usePositionDrop.getState().drop]).toEqual([null, null])
  })
})
