import '../../../../test/no-messages.ts'
import '../../../../test/no-live-socket.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { calls, panesStage, show } from '../../../../test/trade-panes.tsx'
import { testFill } from '../../trading/test/account.ts'
import { FillsSlot } from './fills-slot.tsx'

panesStage()

describe('fills', () => {
  it('name a liquidation, which no order of the user is', async () => {
    const sold = { side: 'sell' as const, symbol: 'HYPE' }
    const list = [
      testFill(6, { ...sold, client_id: 'liquidation:HYPE:5' }),
      testFill(5, { ...sold, client_id: 'liquidation' }),
      testFill(4),
    ]
    calls.fills.mockResolvedValue({ data: list, next: null })
    show(FillsSlot)
    const rows = within(await screen.findByRole('table', { name: 'Fills' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.querySelector('.pane-side')?.textContent)).toEqual(['▼ Liquidated', '▼ Sold', '▲ Bought'])
  })

  it('show their evidence level by level', async () => {
    show(FillsSlot)
    fireEvent.click(await screen.findByRole('button', { name: /Evidence/ }))
    const levels = within(screen.getByRole('table', { name: 'Levels traded' })).getAllByRole('row')
    expect(levels.slice(1).map((each) => each.textContent)).toEqual(['25.56614.27', '25.56748.484', '25.56837.246'])
    expect(screen.getByText("Took 3 levels of book 812 (the source's 48120007, 2026-01-01 00:00:00.000 UTC), best first.")).toBeTruthy()
    expect(screen.getByText('Fee: 2,556.722976 × 0.045% (hyperliquid-0) = 1.150526 USDC, rounded up.')).toBeTruthy()
  })
})
