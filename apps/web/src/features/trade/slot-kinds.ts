import {
  Bell,
  BookOpen,
  CandlestickChart,
  ChartColumn,
  CheckCheck,
  CircleDollarSign,
  Layers,
  ListOrdered,
  SlidersHorizontal,
  Timer,
  Wallet,
} from 'lucide-react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { SlotKind } from '../../workspace/slots/slot-kind.ts'
import * as WORDS from './trade-words.ts'

/** Every kind of slot of Trade. What the screen opens with comes in one piece, the rest with its first use. */
export const TRADE_KINDS: Readonly<Record<string, SlotKind>> = {
  ticket: {
    title: WORDS.ticket,
    words: WORDS.ticketAbout,
    Icon: SlidersHorizontal,
    Slot: lazyPart(() => import('./ticket/ticket-slot.tsx'), 'TicketSlot'),
  },
  chart: {
    title: WORDS.chart,
    words: WORDS.chartAbout,
    Icon: CandlestickChart,
    Slot: lazyPart(() => import('./chart/trade-chart-slot.tsx'), 'TradeChartSlot'),
    keeps: 'interval',
  },
  book: {
    title: WORDS.book,
    words: WORDS.bookAbout,
    Icon: ChartColumn,
    Slot: lazyPart(() => import('./book/book-slot.tsx'), 'BookSlot'),
  },
  ladder: {
    title: WORDS.ladder,
    words: WORDS.ladderAbout,
    Icon: Layers,
    Slot: lazyPart(() => import('./ladder/ladder-slot.tsx'), 'LadderSlot'),
  },
  tape: {
    title: WORDS.trades,
    words: WORDS.tradesAbout,
    Icon: Timer,
    Slot: lazyPart(() => import('./tape/tape-slot.tsx'), 'TapeSlot'),
  },
  positions: {
    title: WORDS.positions,
    words: WORDS.positionsAbout,
    Icon: CircleDollarSign,
    Slot: lazyPart(() => import('./positions/positions-slot.tsx'), 'PositionsSlot'),
    isOfNoCoin: true,
  },
  orders: {
    title: WORDS.orders,
    words: WORDS.ordersAbout,
    Icon: ListOrdered,
    Slot: lazyPart(() => import('./orders/orders-slot.tsx'), 'OrdersSlot'),
    isOfNoCoin: true,
  },
  fills: {
    title: WORDS.fills,
    words: WORDS.fillsAbout,
    Icon: CheckCheck,
    Slot: lazyPart(() => import('./fills/fills-slot.tsx'), 'FillsSlot'),
    isOfNoCoin: true,
  },
  balances: {
    title: WORDS.balances,
    words: WORDS.balancesAbout,
    Icon: Wallet,
    Slot: lazyPart(() => import('./account/balances-slot.tsx'), 'BalancesSlot'),
    isOfNoCoin: true,
  },
  ledger: {
    title: WORDS.ledger,
    words: WORDS.ledgerAbout,
    Icon: BookOpen,
    Slot: lazyPart(() => import('./account/ledger-slot.tsx'), 'LedgerSlot'),
    isOfNoCoin: true,
  },
  alerts: {
    title: WORDS.alerts,
    words: WORDS.alertsAbout,
    Icon: Bell,
    Slot: lazyPart(() => import('./alerts/alerts-slot.tsx'), 'AlertsSlot'),
  },
}
