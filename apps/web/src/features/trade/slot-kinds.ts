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

/** Every kind of slot of Trade. What the screen opens with comes in one piece, the rest with its first use. */
export const TRADE_KINDS: Readonly<Record<string, SlotKind>> = {
  ticket: {
    title: 'Ticket',
    words: 'Enter, preview and send an order',
    Icon: SlidersHorizontal,
    Slot: lazyPart(async () => (await import('./ticket/ticket-slot.tsx')).TicketSlot),
  },
  chart: {
    title: 'Chart',
    words: 'Candles with your orders, position and fills',
    Icon: CandlestickChart,
    Slot: lazyPart(async () => (await import('./chart/trade-chart-slot.tsx')).TradeChartSlot),
    keeps: 'interval',
  },
  book: {
    title: 'Book',
    words: 'Order book with your orders',
    Icon: ChartColumn,
    Slot: lazyPart(async () => (await import('./book/book-slot.tsx')).BookSlot),
  },
  ladder: {
    title: 'Ladder',
    words: 'Every price step, one click to trade',
    Icon: Layers,
    Slot: lazyPart(async () => (await import('./ladder/ladder-slot.tsx')).LadderSlot),
  },
  tape: {
    title: 'Trades',
    words: 'Trades as they happen',
    Icon: Timer,
    Slot: lazyPart(async () => (await import('./tape/tape-slot.tsx')).TapeSlot),
  },
  positions: {
    title: 'Positions',
    words: 'Open positions: close, reverse, add a stop',
    Icon: CircleDollarSign,
    Slot: lazyPart(async () => (await import('./positions/positions-slot.tsx')).PositionsSlot),
    isOfNoCoin: true,
  },
  orders: {
    title: 'Orders',
    words: 'Open orders with their queue position, and past ones',
    Icon: ListOrdered,
    Slot: lazyPart(async () => (await import('./orders/orders-slot.tsx')).OrdersSlot),
    isOfNoCoin: true,
  },
  fills: {
    title: 'Fills',
    words: 'Fills and their evidence',
    Icon: CheckCheck,
    Slot: lazyPart(async () => (await import('./fills/fills-slot.tsx')).FillsSlot),
    isOfNoCoin: true,
  },
  balances: {
    title: 'Balances',
    words: 'Equity, margin, fees and funding',
    Icon: Wallet,
    Slot: lazyPart(async () => (await import('./account/balances-slot.tsx')).BalancesSlot),
    isOfNoCoin: true,
  },
  ledger: {
    title: 'Ledger',
    words: 'All postings, balanced to zero',
    Icon: BookOpen,
    Slot: lazyPart(async () => (await import('./account/ledger-slot.tsx')).LedgerSlot),
    isOfNoCoin: true,
  },
  alerts: {
    title: 'Alerts',
    words: 'Your alerts on a coin, and new ones',
    Icon: Bell,
    Slot: lazyPart(async () => (await import('./alerts/alerts-slot.tsx')).AlertsSlot),
  },
}
