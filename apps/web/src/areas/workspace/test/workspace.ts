import { EMPTY_LAYOUT, type Layout, type LayoutNode, type LayoutSlot } from '@aerie/wire/workspace/layout'
import { List } from 'lucide-react'
import { lazy } from 'react'
import { newSlotId } from '../layout/new-slot-id.ts'
import type { SlotKind } from '../slots/slot.ts'
import { createWorkspace } from '../workspace.ts'

const kind = (title: string, more: Partial<SlotKind> = {}): SlotKind => ({
  title,
  description: title,
  Icon: List,
  Slot: lazy(async () => ({ default: () => null })),
  ...more,
})

/** Slot kinds of a screen, without content. */
const TEST_KINDS: Readonly<Record<string, SlotKind>> = {
  chart: kind('Chart', { keeps: 'interval' }),
  forecast: kind('Forecast', { keeps: 'hours' }),
  watchlist: kind('Watchlist', { isOfNoCoin: true }),
  screener: kind('Screener', { isOfNoCoin: true }),
  depth: kind('Depth'),
  trades: kind('Trades'),
}

/** Lists, chart, forecast and book: two columns of one slot, one of two. */
export function testLayout(): Layout {
  const slot = (name: string): LayoutSlot => ({ id: newSlotId(), kind: name, channel: 1, options: {} })
  const tabs = (weight: number, { id }: LayoutSlot): LayoutNode => ({ type: 'tabs', weight, slots: [id], active: id })
  const [watchlist, chart, forecast, depth] = [slot('watchlist'), slot('chart'), slot('forecast'), slot('depth')]
  const side: LayoutNode = { type: 'column', weight: 260, parts: [tabs(500, forecast), tabs(500, depth)] }
  const place: LayoutNode = { type: 'row', weight: 1000, parts: [tabs(240, watchlist), tabs(500, chart), side] }
  return { ...EMPTY_LAYOUT, slots: [watchlist, chart, forecast, depth], place }
}

/** A workspace, for tests. */
export const testWorkspace = (more: Partial<Parameters<typeof createWorkspace>[0]> = {}) =>
  createWorkspace({ kinds: TEST_KINDS, presets: [], start: testLayout, savedAs: 'main', isMirrored: true, ...more })
