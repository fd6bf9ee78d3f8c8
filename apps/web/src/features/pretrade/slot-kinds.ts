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
import { PRETRADE_WORDS as WORDS } from './pretrade-words.ts'

/** Every kind of slot, in the order of the list from which they are added. The code of each is loaded with its first slot. */
export const SLOT_KINDS: Readonly<Record<string, SlotKind>> = {
  chart: {
    title: WORDS.slotKinds.chart,
    words: WORDS.slotKinds.chartAbout,
    Icon: CandlestickChart,
    Slot: lazyPart(() => import('./slots/chart/chart-slot.tsx'), 'ChartSlot'),
    keeps: 'interval',
  },
  forecast: {
    title: WORDS.slotKinds.forecast,
    words: WORDS.slotKinds.forecastAbout,
    Icon: TrendingUp,
    Slot: lazyPart(() => import('./slots/forecast/forecast-slot.tsx'), 'ForecastSlot'),
    keeps: 'hours',
  },
  watchlist: {
    title: WORDS.slotKinds.watchlist,
    words: WORDS.slotKinds.watchlistAbout,
    Icon: List,
    Slot: lazyPart(() => import('./slots/watchlist/watchlist-slot.tsx'), 'WatchlistSlot'),
    isOfNoCoin: true,
  },
  screener: {
    title: WORDS.slotKinds.screener,
    words: WORDS.slotKinds.screenerAbout,
    Icon: Filter,
    Slot: lazyPart(() => import('./slots/screener/screener-slot.tsx'), 'ScreenerSlot'),
    isOfNoCoin: true,
  },
  depth: {
    title: WORDS.slotKinds.depth,
    words: WORDS.slotKinds.depthAbout,
    Icon: ChartColumn,
    Slot: lazyPart(() => import('./slots/depth/depth-slot.tsx'), 'DepthSlot'),
  },
  trades: {
    title: WORDS.slotKinds.trades,
    words: WORDS.slotKinds.tradesAbout,
    Icon: Timer,
    Slot: lazyPart(() => import('./slots/trades/trades-slot.tsx'), 'TradesSlot'),
  },
  correlation: {
    title: WORDS.slotKinds.correlation,
    words: WORDS.slotKinds.correlationAbout,
    Icon: Grid3x3,
    Slot: lazyPart(() => import('./slots/correlation/correlation-slot.tsx'), 'CorrelationSlot'),
    isOfNoCoin: true,
  },
  volatility: {
    title: WORDS.slotKinds.volatility,
    words: WORDS.slotKinds.volatilityAbout,
    Icon: Activity,
    Slot: lazyPart(() => import('./slots/volatility/volatility-slot.tsx'), 'VolatilitySlot'),
  },
  risk: {
    title: WORDS.slotKinds.risk,
    words: WORDS.slotKinds.riskAbout,
    Icon: Calculator,
    Slot: lazyPart(() => import('./slots/risk/risk-slot.tsx'), 'RiskSlot'),
  },
  checklist: {
    title: WORDS.slotKinds.checklist,
    words: WORDS.slotKinds.checklistAbout,
    Icon: ListChecks,
    Slot: lazyPart(() => import('./slots/checklist/checklist-slot.tsx'), 'ChecklistSlot'),
  },
  notes: {
    title: WORDS.slotKinds.notes,
    words: WORDS.slotKinds.notesAbout,
    Icon: NotebookPen,
    Slot: lazyPart(() => import('./slots/notes/notes-slot.tsx'), 'NotesSlot'),
  },
  alerts: {
    title: WORDS.slotKinds.alerts,
    words: WORDS.slotKinds.alertsAbout,
    Icon: Bell,
    Slot: lazyPart(() => import('./slots/alerts/alerts-slot.tsx'), 'AlertsSlot'),
  },
}
