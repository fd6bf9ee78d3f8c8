import { EMPTY_LAYOUT, type Layout, type LayoutNode, type LayoutSlot } from '@aerie/wire/workspace/layout'
import { newSlotId } from '../../workspace/layout/new-slot-id.ts'
import type { Preset } from '../../workspace/workspace.ts'

const slot = (kind: string, more: Partial<LayoutSlot> = {}): LayoutSlot => ({ id: newSlotId(), kind, channel: 1, options: {}, ...more })
const tabs = (weight: number, { id }: LayoutSlot): LayoutNode => ({ type: 'tabs', weight, slots: [id], active: id })
const layoutOf = (slots: LayoutSlot[], place: LayoutNode): Layout => ({ ...EMPTY_LAYOUT, slots, place })

/** One chart. */
function single(): Layout {
  const chart = slot('chart')
  return layoutOf([chart], tabs(1000, chart))
}

/** A chart, and the book beside it. */
function pair(): Layout {
  const [chart, depth] = [slot('chart'), slot('depth')]
  return layoutOf([chart, depth], { type: 'row', weight: 1000, parts: [tabs(720, chart), tabs(280, depth)] })
}

/** The lists to choose from, the chart, what is forecast and the book: all of one channel. */
function quad(): Layout {
  const [watchlist, chart, forecast, depth] = [slot('watchlist'), slot('chart'), slot('forecast'), slot('depth')]
  const side: LayoutNode = { type: 'column', weight: 260, parts: [tabs(500, forecast), tabs(500, depth)] }
  return layoutOf([watchlist, chart, forecast, depth], { type: 'row', weight: 1000, parts: [tabs(240, watchlist), tabs(500, chart), side] })
}

/** The four predicted coins side by side, each chart with a coin of its own. */
function fourCharts(): Layout {
  const chart = (coin: string): LayoutSlot => slot('chart', { channel: null, coin })
  const [upper, lower] = [
    [chart('BTC'), chart('ETH')],
    [chart('SOL'), chart('XRP')],
  ]
  const rows = [upper, lower].map((charts): LayoutNode => ({ type: 'row', weight: 500, parts: charts.map((each) => tabs(500, each)) }))
  return layoutOf([...upper, ...lower], { type: 'column', weight: 1000, parts: rows })
}

/** Ready-made workspaces; each call makes new slots. */
export const PRESETS: readonly Preset[] = [
  { id: 'single', title: '1 slot: chart', short: '1', make: single },
  { id: 'pair', title: '2 slots: chart and depth', short: '2', make: pair },
  { id: 'quad', title: '4 slots: watchlist, chart, forecast and depth', short: '4', make: quad },
  { id: 'charts', title: '4 charts: BTC, ETH, SOL and XRP', short: '4 charts', make: fourCharts },
]

/** What a user's first workspace looks like. */
export const startLayout = quad
