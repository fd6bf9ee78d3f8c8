/** Runs in the browser, bundled by screener.bench.ts: the screener's table with all coins, and plain boxes with the same figures. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ScreenTable } from '../apps/web/src/areas/research/screener/screen-table.tsx'
import { applyPage } from '../apps/web/src/platform/live/market/quotes.ts'
import { directGrid, exposeTicksPage, MADE_AT, movingRows, tickProduct } from './moving-rows.ts'

const rows = movingRows(67)
const coins = rows.map((row) => ({
  ...row,
  color: row.brand.color,
  industries: [],
  asOf: row.as_of,
  volume24h: row.volume,
  isStale: false,
}))

exposeTicksPage({
  product: () => {
    applyPage({ data: rows, source: 'sim', as_of: MADE_AT })
    const panel = document.createElement('div')
    document.body.append(panel)
    createRoot(panel).render(
      createElement(ScreenTable, {
        rows: coins.map((coin, place) => ({ coin, stats: undefined, place })),
        columns: ['price', 'change1h', 'change24h', 'change7d', 'marketCap', 'volume', 'volatility7d', 'fromHigh30d'],
        order: [{ field: 'rank', descending: false }],
        selected: 'COIN0',
        scroller: { current: document.documentElement },
        onOrder: () => undefined,
        onSelect: () => undefined,
      }),
    )
    return (step) => tickProduct(rows, step)
  },
  direct: () => directGrid(rows, { figures: 6, more: ['—', '—'] }),
})
