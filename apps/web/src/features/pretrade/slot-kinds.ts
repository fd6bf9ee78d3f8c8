import {
  Activity,
  Bell,
  Calculator,
  CandlestickChart,
  ChartColumn,
  Filter,
  Grid3x3,
  List,
  ListChecks,
  NotebookPen,
  Timer,
  TrendingUp,
} from 'lucide-react'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { SlotKind } from '../../workspace/slots/slot-kind.ts'

/** Every kind of slot, in the order of the list from which they are added. The code of each is loaded with its first slot. */
export const SLOT_KINDS: Readonly<Record<string, SlotKind>> = {
  chart: {
    title: 'Chart',
    words: 'Candles, indicators, drawings and the forecast fan',
    Icon: CandlestickChart,
    Slot: lazyPart(async () => (await import('./slots/chart/chart-slot.tsx')).ChartSlot),
    keeps: 'interval',
  },
  forecast: {
    title: 'Forecast',
    words: 'Forecast fan and its track record',
    Icon: TrendingUp,
    Slot: lazyPart(async () => (await import('./slots/forecast/forecast-slot.tsx')).ForecastSlot),
    keeps: 'hours',
  },
  watchlist: {
    title: 'Watchlist',
    words: 'Your lists of coins',
    Icon: List,
    Slot: lazyPart(async () => (await import('./slots/watchlist/watchlist-slot.tsx')).WatchlistSlot),
    isOfNoCoin: true,
  },
  screener: {
    title: 'Screener',
    words: 'All coins, sorted and filtered by any figure',
    Icon: Filter,
    Slot: lazyPart(async () => (await import('./slots/screener/screener-slot.tsx')).ScreenerSlot),
    isOfNoCoin: true,
  },
  depth: {
    title: 'Depth',
    words: 'Order book and cumulative depth',
    Icon: ChartColumn,
    Slot: lazyPart(async () => (await import('./slots/depth/depth-slot.tsx')).DepthSlot),
  },
  trades: {
    title: 'Trades',
    words: 'Trades as they happen',
    Icon: Timer,
    Slot: lazyPart(async () => (await import('./slots/trades/trades-slot.tsx')).TradesSlot),
  },
  correlation: {
    title: 'Correlation',
    words: 'Which coins move together',
    Icon: Grid3x3,
    Slot: lazyPart(async () => (await import('./slots/correlation/correlation-slot.tsx')).CorrelationSlot),
    isOfNoCoin: true,
  },
  volatility: {
    title: 'Volatility',
    words: 'Volatility regime, history and cone',
    Icon: Activity,
    Slot: lazyPart(async () => (await import('./slots/volatility/volatility-slot.tsx')).VolatilitySlot),
  },
  risk: {
    title: 'Risk',
    words: 'Position size, reward to risk, liquidation and Kelly',
    Icon: Calculator,
    Slot: lazyPart(async () => (await import('./slots/risk/risk-slot.tsx')).RiskSlot),
  },
  checklist: {
    title: 'Checklist',
    words: 'Your checks before a trade, per coin',
    Icon: ListChecks,
    Slot: lazyPart(async () => (await import('./slots/checklist/checklist-slot.tsx')).ChecklistSlot),
  },
  notes: {
    title: 'Notes',
    words: 'Notes per coin and in general',
    Icon: NotebookPen,
    Slot: lazyPart(async () => (await import('./slots/notes/notes-slot.tsx')).NotesSlot),
  },
  alerts: {
    title: 'Alerts',
    words: 'Your alerts on a coin, and new ones',
    Icon: Bell,
    Slot: lazyPart(async () => (await import('./slots/alerts/alerts-slot.tsx')).AlertsSlot),
  },
}
