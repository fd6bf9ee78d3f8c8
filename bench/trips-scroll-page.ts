/** Runs in the browser, bundled by trips-scroll.bench.ts: the journal's table with 100,000 trips. */
import { itemAt } from '@aerie/core/item-at'
import { selectTrips, type TripOrder } from '@aerie/journal/trip-table'
import type { TripRow } from '@aerie/wire/journal/journal'
import { createElement, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { TripsTable } from '../apps/web/src/areas/journal/table/trips-table.tsx'
import { type Journal, journalOf } from '../apps/web/src/areas/journal/trips.ts'

const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'HYPE'] as const
const TAGS: readonly (readonly string[])[] = [[], ['breakout'], ['fade', 'news']]
const START = Date.UTC(2025, 0, 1)
const MINUTE_MS = 60_000

function tripOf(at: number): TripRow {
  const net = ((at * 7_919) % 2_001) / 10 - 100
  const [worst, best] = [Math.min(0, net) - 7.25, Math.max(0, net) + 8.5]
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    symbol: itemAt(SYMBOLS, at % SYMBOLS.length),
    side: at % 3 === 0 ? 'short' : 'long',
    opened_at_ms: START + at * MINUTE_MS,
    closed_at_ms: START + (at + 1 + (at % 500)) * MINUTE_MS,
    size: '1.5',
    entry: (100 + (at % 900) / 8).toFixed(3),
    exit: (101 + (at % 890) / 8).toFixed(3),
    gross: (net + 0.1).toFixed(2),
    fees: '0.1',
    funding: '0',
    net: net.toFixed(2),
    r: at % 4 === 0 ? null : net / 40,
    mae: worst.toFixed(2),
    mfe: best.toFixed(2),
    mae_part: worst / 1_000,
    mfe_part: best / 1_000,
    mae_far: null,
    mfe_far: null,
    mae_part_far: null,
    mfe_part_far: null,
    resolution: 'tick',
    slippage: null,
    arrival_slippage: null,
    trigger_slippage: null,
    tags: [...itemAt(TAGS, at % TAGS.length)],
    rating: at % 6 === 0 ? null : at % 6,
    has_note: at % 5 === 0,
    origin: 'paper',
    source_kind: 'live',
    currency: 'USDC',
  }
}

const ORDER: TripOrder = { figure: 'closed', isDescending: true }

function Table({ journal, rows }: { readonly journal: Journal; readonly rows: Uint32Array }) {
  const scroller = useRef<HTMLDivElement>(null)
  const idle = () => undefined
  return createElement(TripsTable, { journal, rows, order: ORDER, selected: null, scroller, onOrder: idle, onSelect: idle })
}

const page = {
  show: (count: number): void => {
    const journal = journalOf(
      Array.from({ length: count }, (_, at) => tripOf(at)),
      count,
    )
    const panel = document.createElement('div')
    panel.className = 'trades-list'
    document.body.append(panel)
    createRoot(panel).render(createElement(Table, { journal, rows: selectTrips(journal.table, {}, ORDER) }))
  },
}
export type TripsScrollPage = typeof page
Object.assign(globalThis, { tripsScroll: page })
