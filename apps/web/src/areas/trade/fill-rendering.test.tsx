import '../../../test/no-messages.ts'
import '../../../test/no-live-socket.ts'
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { panesStage, show } from '../../../test/trade-panes.tsx'
import { useTradingState } from '../trading/account/trading-state.ts'
import { takeNotice } from '../trading/account/trading-store.ts'
import { ACCOUNT_ID, testAccount, testFill, testOrder, testPosition } from '../trading/test/account.ts'
import { BookSlot } from './book/book-slot.tsx'
import { TradeChartSlot } from './chart/trade-chart-slot.tsx'
import { FillsSlot } from './fills/fills-slot.tsx'
import { TicketSlot } from './ticket/ticket-slot.tsx'

const rendered = vi.hoisted(() => ({ chart: 0, book: 0, field: 0, fill: 0 }))
vi.mock(import('../chart/price-chart.tsx'), () => ({
  PriceChart: () => {
    rendered.chart += 1
    return <i />
  },
}))
vi.mock(import('../market/depth/order-book.tsx'), () => ({
  OrderBook: () => {
    rendered.book += 1
    return <i />
  },
}))
vi.mock(import('./ticket/ticket-field.tsx'), async (original) => ({
  ...(await original()),
  TicketInput: () => {
    rendered.field += 1
    return <i />
  },
}))
// Only the rows of the fills have this icon.
vi.mock('lucide-react', async (original) => ({
  ...(await original<typeof import('lucide-react')>()),
  ChevronRight: () => {
    rendered.fill += 1
    return <i />
  },
}))

panesStage()

it('re-renders only what a fill changes: no chart, book or ticket field, and only the new row of the fills', async () => {
  show((props) => (
    <>
      <TradeChartSlot {...props} />
      <BookSlot {...props} />
      <TicketSlot {...props} />
      <FillsSlot />
    </>
  ))
  await screen.findByRole('form')
  await screen.findByRole('button', { name: /Evidence/ })
  const before = { ...rendered }
  const noticeFields = { account: ACCOUNT_ID, first_seq: 6, seq: 9 }
  act(() => {
    takeNotice({ kind: 'order', ...noticeFields, data: testOrder(7, { state: 'filled', type: 'market' }) })
    takeNotice({ kind: 'fill', ...noticeFields, data: testFill(8) })
    takeNotice({ kind: 'position', ...noticeFields, data: { symbol: 'HYPE', position: testPosition({ size: '150' }) } })
    takeNotice({ kind: 'account', ...noticeFields, data: testAccount({ seq: 9, equity: '9999', free_margin: '9000' }) })
  })
  expect(screen.getAllByRole('button', { name: /Evidence/ })).toHaveLength(2)
  expect(useTradingState.getState().view?.account.equity).toBe('9999')
  expect(rendered).toEqual({ ...before, fill: before.fill + 1 })
})
