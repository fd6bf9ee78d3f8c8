import { EMPTY_LAYOUT, type Layout, type LayoutNode, type LayoutSlot } from '@aerie/wire/workspace/layout'
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
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { createWorkspace, newSlotId, type Preset, type SlotKind } from '../workspace/index.ts'
import { OrderCount, PositionCount } from './slot-counts.tsx'
import { TicketBar } from './ticket/ticket-bar.tsx'

/** The default layout's slots are bundled; others load on first use. */
const TRADE_KINDS: Readonly<Record<string, SlotKind>> = {
  ticket: {
    title: 'Ticket',
    description: 'Enter, preview and send an order',
    Icon: SlidersHorizontal,
    Slot: lazyPart(async () => (await import('./ticket/ticket-slot.tsx')).TicketSlot),
  },
  chart: {
    title: 'Chart',
    description: 'Candles with your orders, position and fills',
    Icon: CandlestickChart,
    Slot: lazyPart(async () => (await import('./chart/trade-chart-slot.tsx')).TradeChartSlot),
    keeps: 'interval',
  },
  book: {
    title: 'Book',
    description: 'Order book with your orders',
    Icon: ChartColumn,
    Slot: lazyPart(async () => (await import('./book/book-slot.tsx')).BookSlot),
  },
  ladder: {
    title: 'Ladder',
    description: 'Every price step, one click to trade',
    Icon: Layers,
    Slot: lazyPart(async () => (await import('./ladder/ladder-slot.tsx')).LadderSlot),
  },
  tape: {
    title: 'Trades',
    description: 'Trades as they happen',
    Icon: Timer,
    Slot: lazyPart(async () => (await import('./tape/tape-slot.tsx')).TapeSlot),
  },
  positions: {
    title: 'Positions',
    description: 'Open positions: close, reverse, add a stop',
    Icon: CircleDollarSign,
    Slot: lazyPart(async () => (await import('./positions/positions-slot.tsx')).PositionsSlot),
    Count: PositionCount,
    isOfNoCoin: true,
  },
  orders: {
    title: 'Orders',
    description: 'Open orders with their queue position, and past ones',
    Icon: ListOrdered,
    Slot: lazyPart(async () => (await import('./orders/orders-slot.tsx')).OrdersSlot),
    Count: OrderCount,
    isOfNoCoin: true,
  },
  fills: {
    title: 'Fills',
    description: 'Fills and their evidence',
    Icon: CheckCheck,
    Slot: lazyPart(async () => (await import('./fills/fills-slot.tsx')).FillsSlot),
    isOfNoCoin: true,
  },
  balances: {
    title: 'Balances',
    description: 'Equity, margin, fees and funding',
    Icon: Wallet,
    Slot: lazyPart(async () => (await import('./account/balances-slot.tsx')).BalancesSlot),
    isOfNoCoin: true,
  },
  ledger: {
    title: 'Ledger',
    description: 'All postings, balanced to zero',
    Icon: BookOpen,
    Slot: lazyPart(async () => (await import('./account/ledger-slot.tsx')).LedgerSlot),
    isOfNoCoin: true,
  },
  alerts: {
    title: 'Alerts',
    description: 'Your alerts on a coin, and new ones',
    Icon: Bell,
    Slot: lazyPart(async () => (await import('./alerts/alerts-slot.tsx')).AlertsSlot),
  },
}

const slot = (kind: string): LayoutSlot => ({ id: newSlotId(), kind, channel: 1, options: {} })
const tabs = (weight: number, ...slots: readonly LayoutSlot[]): LayoutNode => {
  const ids = slots.map(({ id }) => id)
  return { type: 'tabs', weight, slots: ids, active: ids[0] ?? '' }
}

function standard(): Layout {
  const [ticket, chart, book, tape, ladder] = [slot('ticket'), slot('chart'), slot('book'), slot('tape'), slot('ladder')]
  const [positions, orders, fills, balances, ledger] = [slot('positions'), slot('orders'), slot('fills'), slot('balances'), slot('ledger')]
  const market: LayoutNode = { type: 'row', weight: 660, parts: [tabs(640, chart), tabs(300, book, ladder, tape)] }
  const left: LayoutNode = { type: 'column', weight: 1080, parts: [market, tabs(220, positions, orders, fills, balances, ledger)] }
  return {
    ...EMPTY_LAYOUT,
    slots: [ticket, chart, book, tape, ladder, positions, orders, fills, balances, ledger],
    place: { type: 'row', weight: 1000, parts: [left, tabs(300, ticket)] },
  }
}

function wide(): Layout {
  const [ticket, chart, book, tape, ladder] = [slot('ticket'), slot('chart'), slot('book'), slot('tape'), slot('ladder')]
  const [positions, orders, fills, balances] = [slot('positions'), slot('orders'), slot('fills'), slot('balances')]
  const market: LayoutNode = { type: 'row', weight: 720, parts: [tabs(1000, chart), tabs(270, book, ladder), tabs(220, tape)] }
  const below: LayoutNode = { type: 'row', weight: 280, parts: [tabs(540, positions, balances), tabs(460, orders, fills)] }
  const left: LayoutNode = { type: 'column', weight: 1490, parts: [market, below] }
  return {
    ...EMPTY_LAYOUT,
    slots: [ticket, chart, book, tape, ladder, positions, orders, fills, balances],
    place: { type: 'row', weight: 1000, parts: [left, tabs(300, ticket)] },
  }
}

function ladders(): Layout {
  const [ticket, chart, ladder, tape, positions, orders] = [
    slot('ticket'),
    slot('chart'),
    slot('ladder'),
    slot('tape'),
    slot('positions'),
    slot('orders'),
  ]
  const left: LayoutNode = { type: 'column', weight: 640, parts: [tabs(640, chart), tabs(360, positions, orders)] }
  const right: LayoutNode = { type: 'column', weight: 300, parts: [tabs(700, ticket), tabs(300, tape)] }
  return {
    ...EMPTY_LAYOUT,
    slots: [ticket, chart, ladder, tape, positions, orders],
    place: { type: 'row', weight: 1000, parts: [left, tabs(300, ladder), right] },
  }
}

/** Each call creates new slots. */
export const TRADE_PRESETS: readonly Preset[] = [
  { id: 'standard', title: 'Standard: chart, book and ticket', short: 'Standard', make: standard },
  { id: 'wide', title: 'Wide: book beside trades, positions beside orders', short: 'Wide', make: wide },
  { id: 'ladder', title: 'Ladder beside the chart', short: 'Ladder', make: ladders },
]

export const TRADE = createWorkspace({
  kinds: TRADE_KINDS,
  presets: TRADE_PRESETS,
  start: standard,
  // One slot at a time below 64rem; from 100rem on, book and trades have room beside each other.
  sizes: [
    { name: 'small', media: '(width < 64rem)', start: standard },
    { name: 'wide', media: '(width >= 100rem)', start: wide },
  ],
  savedAs: 'trade',
  isMirrored: true,
  companion: { kind: 'ticket', Bar: TicketBar },
  phoneFirst: ['chart', 'book', 'positions', 'orders'],
})
