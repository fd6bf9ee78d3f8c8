import { EMPTY_LAYOUT, type Layout, type LayoutNode, type LayoutSlot } from '@aerie/wire/workspace/layout'
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
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { createWorkspace, newSlotId, type Preset, type SlotKind, WorkspaceView } from '../workspace/index.ts'

/** In the order of the "add slot" list. Code is loaded with the first slot of a kind. */
const SLOT_KINDS: Readonly<Record<string, SlotKind>> = {
  chart: {
    title: 'Chart',
    description: 'Candles, indicators, drawings and the forecast fan',
    Icon: CandlestickChart,
    Slot: lazyPart(async () => (await import('./chart/chart-slot.tsx')).ChartSlot),
    keeps: 'interval',
  },
  forecast: {
    title: 'Forecast',
    description: 'Forecast fan and its track record',
    Icon: TrendingUp,
    Slot: lazyPart(async () => (await import('./forecast/forecast-slot.tsx')).ForecastSlot),
    keeps: 'hours',
  },
  watchlist: {
    title: 'Watchlist',
    description: 'Your lists of coins',
    Icon: List,
    Slot: lazyPart(async () => (await import('./watchlist/watchlist-slot.tsx')).WatchlistSlot),
    isOfNoCoin: true,
  },
  screener: {
    title: 'Screener',
    description: 'All coins, sorted and filtered by any figure',
    Icon: Filter,
    Slot: lazyPart(async () => (await import('./screener/screener-slot.tsx')).ScreenerSlot),
    isOfNoCoin: true,
  },
  depth: {
    title: 'Depth',
    description: 'Order book and cumulative depth',
    Icon: ChartColumn,
    Slot: lazyPart(async () => (await import('./depth/depth-slot.tsx')).DepthSlot),
  },
  trades: {
    title: 'Trades',
    description: 'Trades as they happen',
    Icon: Timer,
    Slot: lazyPart(async () => (await import('./trades/trades-slot.tsx')).TradesSlot),
  },
  correlation: {
    title: 'Correlation',
    description: 'Which coins move together',
    Icon: Grid3x3,
    Slot: lazyPart(async () => (await import('./correlation/correlation-slot.tsx')).CorrelationSlot),
    isOfNoCoin: true,
  },
  volatility: {
    title: 'Volatility',
    description: 'Volatility regime, history and cone',
    Icon: Activity,
    Slot: lazyPart(async () => (await import('./volatility/volatility-slot.tsx')).VolatilitySlot),
  },
  risk: {
    title: 'Risk',
    description: 'Position size, reward to risk, liquidation and Kelly',
    Icon: Calculator,
    Slot: lazyPart(async () => (await import('./risk/risk-slot.tsx')).RiskSlot),
  },
  checklist: {
    title: 'Checklist',
    description: 'Your checks before a trade, per coin',
    Icon: ListChecks,
    Slot: lazyPart(async () => (await import('./checklist/checklist-slot.tsx')).ChecklistSlot),
  },
  notes: {
    title: 'Notes',
    description: 'Notes per coin and in general',
    Icon: NotebookPen,
    Slot: lazyPart(async () => (await import('./notes/notes-slot.tsx')).NotesSlot),
  },
  alerts: {
    title: 'Alerts',
    description: 'Your alerts on a coin, and new ones',
    Icon: Bell,
    Slot: lazyPart(async () => (await import('./alerts/alerts-slot.tsx')).AlertsSlot),
  },
}

const slot = (kind: string, more: Partial<LayoutSlot> = {}): LayoutSlot => ({ id: newSlotId(), kind, channel: 1, options: {}, ...more })
const tabs = (weight: number, { id }: LayoutSlot): LayoutNode => ({ type: 'tabs', weight, slots: [id], active: id })
const layoutOf = (slots: LayoutSlot[], place: LayoutNode): Layout => ({ ...EMPTY_LAYOUT, slots, place })

function single(): Layout {
  const chart = slot('chart')
  return layoutOf([chart], tabs(1000, chart))
}

function pair(): Layout {
  const [chart, depth] = [slot('chart'), slot('depth')]
  return layoutOf([chart, depth], { type: 'row', weight: 1000, parts: [tabs(720, chart), tabs(280, depth)] })
}

function quad(): Layout {
  const [watchlist, chart, forecast, depth] = [slot('watchlist'), slot('chart'), slot('forecast'), slot('depth')]
  const side: LayoutNode = { type: 'column', weight: 260, parts: [tabs(500, forecast), tabs(500, depth)] }
  return layoutOf([watchlist, chart, forecast, depth], { type: 'row', weight: 1000, parts: [tabs(240, watchlist), tabs(500, chart), side] })
}

function fourCharts(): Layout {
  const chart = (coin: string): LayoutSlot => slot('chart', { channel: null, coin })
  const [upper, lower] = [
    [chart('BTC'), chart('ETH')],
    [chart('SOL'), chart('XRP')],
  ]
  const rows = [upper, lower].map((charts): LayoutNode => ({ type: 'row', weight: 500, parts: charts.map((each) => tabs(500, each)) }))
  return layoutOf([...upper, ...lower], { type: 'column', weight: 1000, parts: rows })
}

/** Each call creates new slots. */
export const PRESETS: readonly Preset[] = [
  { id: 'single', title: '1 slot: chart', short: '1', make: single },
  { id: 'pair', title: '2 slots: chart and depth', short: '2', make: pair },
  { id: 'quad', title: '4 slots: watchlist, chart, forecast and depth', short: '4', make: quad },
  { id: 'charts', title: '4 charts: BTC, ETH, SOL and XRP', short: '4 charts', make: fourCharts },
]

const startLayout = quad

/** Also used for `/mirror` on a follower. */
export function PretradePage({ isMirror = false }: { readonly isMirror?: boolean }) {
  const title = isMirror ? 'Pre-trade, mirror' : 'Pre-trade'
  usePageTitle(title)
  return <WorkspaceView workspace={PRETRADE} title={title} windowName={isMirror ? window.name || 'aerie-mirror-1' : ''} />
}

export const PRETRADE = createWorkspace({ kinds: SLOT_KINDS, presets: PRESETS, start: startLayout, savedAs: 'main', isMirrored: true })
