import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { type Benchmark, median } from './benchmark.ts'

const WEB = fileURLToPath(new URL('../apps/web/src', import.meta.url))
const ROWS = 50
const TICKS = 60
const ROUNDS = 5

/**
 * The same 50 rows of 9 columns twice in one page each: the product's own table and painter, and the least that can do
 * it: a contained grid of fixed boxes whose text nodes are written in a loop. Both make their texts with Intl from the
 * same numbers, both change all figures that move (price, three changes, cap, volume, volume in coins) once a frame.
 */
const PAGE = `
import { createRoot } from 'react-dom/client'
import { AssetTable } from './features/home/asset-table.tsx'
import { numberText } from '@aerie/core/numbers/number-text'
import { percentText, shortNumberText } from '@aerie/core/numbers/short-number-text'
import { applyStats, applyTicks, putPage } from './live/quotes.ts'

const at = Date.now()
const symbols = Array.from({ length: ${ROWS} }, (_, i) => 'COIN' + i)
const priceOf = (i, n) => (i + 1) * 37.123 * (1 + 0.01 * Math.sin(n * 0.7 + i))
const row = (symbol, i) => ({ symbol, name: 'Coin ' + i, logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', brand: { color: '#888888' },
  price: priceOf(i, 0), marketCap: 1e9 * (i + 1), volume: 1e8 * (i + 1), circulatingSupply: 2e7, closes: { '1h': (i + 1) * 36, '24h': (i + 1) * 34, '7d': (i + 1) * 40 },
  rank: i + 1, as_of: at, quote: 'USD', sparkline: Array.from({ length: 42 }, (_, k) => 100 + Math.sin(k)) })
const rows = symbols.map(row)
const root = document.getElementById('root')

window.product = () => {
  putPage({ data: rows, page: 1, size: 50, total: 50, industry: null, sort: 'marketCap', order: 'desc', source: 'sim', as_of: at })
  const request = { page: 1, industry: null, sort: 'marketCap', order: 'desc' }
  const nothing = () => undefined
  createRoot(root).render(<div className="market-panel"><AssetTable request={request} rows={rows} selected={null} onSort={nothing} onOpen={nothing} /></div>)
  window.tick = (n) => {
    applyStats(rows.map((r, i) => [r.symbol, r.marketCap, r.volume * (1 + n / 1e4), r.closes['1h'], r.closes['24h'], r.closes['7d']]))
    applyTicks(symbols.map((symbol, i) => [symbol, priceOf(i, n), at + n]))
  }
}

window.direct = () => {
  const grid = document.createElement('div')
  grid.className = 'direct-grid'
  const cells = rows.map((r, i) => ['#' + i, r.name, '', '', '', '', '', '', '', '20.00M'].map((text) => {
    const box = document.createElement('div')
    const node = document.createTextNode(text)
    box.append(node)
    grid.append(box)
    return node
  }))
  root.append(grid)
  const change = (price, close) => percentText(100 * (price / close - 1))
  window.tick = (n) => {
    // Written in the frame, as the product does.
    requestAnimationFrame(() => {
      for (let i = 0; i < rows.length; i++) {
        const { closes, marketCap, price: first, volume } = rows[i]
        const price = priceOf(i, n)
        const traded = volume * (1 + n / 1e4)
        const row = cells[i]
        row[2].data = '$' + numberText(price)
        row[3].data = change(price, closes['1h'])
        row[4].data = change(price, closes['24h'])
        row[5].data = change(price, closes['7d'])
        row[6].data = '$' + shortNumberText((marketCap * price) / first)
        row[7].data = '$' + shortNumberText(traded)
        row[8].data = shortNumberText(traded / price) + ' COIN' + i
      }
    })
  }
}

window.runTicks = async (from, count) => {
  for (let n = from; n < from + count; n++) {
    window.tick(n)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
}
`

const DIRECT_CSS = `
.direct-grid { display: grid; grid-template-columns: 40px 200px repeat(5, 110px) repeat(2, 90px) 128px; contain: content; font-size: 13px; font-variant-numeric: tabular-nums lining-nums slashed-zero; }
.direct-grid > div { contain: strict; height: 32px; line-height: 32px; text-align: right; overflow: hidden; white-space: nowrap; }
`

type Cost = { readonly total: number; readonly script: number }
type Costs = { readonly product: Cost; readonly direct: Cost }

async function bundle(): Promise<{ script: string; css: string }> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: WEB, loader: 'tsx' },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: 'out',
  })
  const css = await Promise.all(
    ['app/styles/tokens.css', 'features/home/table/asset-table.css'].map((file) => readFile(`${WEB}/${file}`, 'utf8')),
  )
  return { script: outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '', css: css.join('\n') + DIRECT_CSS }
}

async function readCost(cdp: CDPSession): Promise<Cost> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { total: seconds('TaskDuration') * 1000, script: seconds('ScriptDuration') * 1000 }
}

/** Opens the page with one of the two, and gives the way to measure a round of ticks. */
async function stage(browser: Browser, which: 'product' | 'direct', files: { script: string; css: string }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1900 } })
  await page.setContent(`<!doctype html><style>body{font:13px/20px sans-serif}${files.css}</style><div id="root"></div>`)
  await page.addScriptTag({ content: files.script })
  await page.evaluate(`window.${which}()`)
  const cdp = await page.context().newCDPSession(page)
  // Time of the thread itself, so that a busy machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  let from = 1
  return async (): Promise<Cost> => {
    await page.bringToFront()
    await page.evaluate(`window.runTicks(${from}, 10)`)
    const before = await readCost(cdp)
    await page.evaluate(`window.runTicks(${from + 10}, ${TICKS})`)
    const after = await readCost(cdp)
    from += TICKS + 10
    return { total: (after.total - before.total) / TICKS, script: (after.script - before.script) / TICKS }
  }
}

async function measure(): Promise<Costs> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  try {
    const files = await bundle()
    const product = await stage(browser, 'product', files)
    const direct = await stage(browser, 'direct', files)
    const rounds: { product: Cost; direct: Cost }[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ direct: await direct(), product: await product() })
    const middle = (which: keyof Costs): Cost => ({
      total: median(rounds.map((round) => round[which].total)),
      script: median(rounds.map((round) => round[which].script)),
    })
    return { product: middle('product'), direct: middle('direct') }
  } finally {
    await browser.close()
  }
}

let measured: Promise<Costs> | undefined
const costs = (): Promise<Costs> => {
  measured ??= measure()
  return measured
}

/** Main-thread time of a tick that changes 50 rows of 9 columns, beside direct text writes. Goals: 1.15, and 2 for the script alone. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'home tick, main thread',
    run: async () => ({ value: (await costs()).product.total, unit: 'ms', limit: (await costs()).direct.total }),
  },
  {
    name: 'home tick, script',
    run: async () => ({ value: (await costs()).product.script, unit: 'ms', limit: (await costs()).direct.script }),
  },
]
