/** Runs in the browser, bundled by home-ticks.bench.ts: Home's market list, and plain boxes with the same figures. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { AssetTable } from '../apps/web/src/areas/home/table/market-list.tsx'
import { applyPage } from '../apps/web/src/platform/live/market/quotes.ts'
import { directGrid, exposeTicksPage, MADE_AT, movingRows, tickProduct } from './moving-rows.ts'

const rows = movingRows(50)

exposeTicksPage({
  product: () => {
    applyPage({ data: rows, source: 'sim', as_of: MADE_AT })
    const panel = document.createElement('div')
    panel.className = 'market-panel'
    document.body.append(panel)
    const request = { page: 1, industry: null, sort: 'marketCap', order: 'desc' } as const
    createRoot(panel).render(createElement(AssetTable, { request, rows, selected: null, onSort: () => undefined, onOpen: () => undefined }))
    return (step) => tickProduct(rows, step)
  },
  direct: () => directGrid(rows, { figures: 7, more: ['20.00M'] }),
})
