import { fileURLToPath } from 'node:url'
import { type Bound, type OrderKey, screenRows } from '@aerie/core/market/screen'
import { build } from 'esbuild'
import { type Browser, chromium } from 'playwright-core'
import { type Benchmark, median } from './benchmark.ts'

const WEB = fileURLToPath(new URL('../apps/web/src', import.meta.url))
const COINS = 67
const MANY = 5_000
const ROUNDS = 20
const WARM_UP = 5
const TICKS = 40

type Row = {
  readonly change: number | null
  readonly volume: number | null
  readonly cap: number | null
  readonly volatility: number | null
}
type Field = keyof Row

/** Numbers between 0 and 1 that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

function rowsOf(count: number): Row[] {
  const next = numbers(7)
  const figure = (scale: number) => (next.next().value < 0.05 ? null : (next.next().value - 0.3) * scale)
  return Array.from({ length: count }, () => ({ change: figure(20), volume: figure(1e9), cap: figure(1e11), volatility: figure(120) }))
}

const BOUNDS: Readonly<Partial<Record<Field, Bound>>> = { volume: { min: -1e8 }, volatility: { max: 60 } }
const ORDER: readonly OrderKey<Field>[] = [
  { field: 'change', descending: true },
  { field: 'cap', descending: true },
]
const product = (rows: readonly Row[]) => screenRows({ rows, bounds: BOUNDS, order: ORDER, figureOf: (row, field) => row[field] })

/** The same by hand on a bare array: the conditions written out, one comparison. */
const bare = (rows: readonly Row[]): Row[] =>
  rows
    .filter(({ volume, volatility }) => volume !== null && volume >= -1e8 && volatility !== null && volatility <= 60)
    .toSorted((a, b) => {
      const [x, y] = [a.change ?? Number.NEGATIVE_INFINITY, b.change ?? Number.NEGATIVE_INFINITY]
      return x === y ? (b.cap ?? Number.NEGATIVE_INFINITY) - (a.cap ?? Number.NEGATIVE_INFINITY) : y - x
    })

/** Milliseconds of processor of one call, of as many as take a moment together. */
function timeOf(work: (rows: readonly Row[]) => unknown, rows: readonly Row[]): number {
  const calls = Math.ceil(60_000 / rows.length)
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call += 1) work(rows)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

function measureScreen(count: number) {
  const rows = rowsOf(count)
  if (JSON.stringify(product(rows)) !== JSON.stringify(bare(rows))) throw new Error('the two orders differ')
  const times = Array.from({ length: ROUNDS }, () => ({ product: timeOf(product, rows), bare: timeOf(bare, rows) })).slice(WARM_UP)
  return { value: median(times.map((time) => time.product)), unit: 'ms cpu', limit: median(times.map((time) => time.bare)) }
}

/** The screener's table with all coins, and boxes whose text nodes are written in a loop: both change all moving figures once a frame. */
const PAGE = `
import { createRoot } from 'react-dom/client'
import { ScreenTable } from './features/pretrade/slots/screener/screen-table.tsx'
import { numberText } from '@aerie/core/numbers/number-text'
import { percentText, shortNumberText } from '@aerie/core/numbers/short-number-text'
import { applyStats, applyTicks, putPage } from './live/quotes.ts'

const at = Date.now()
const priceOf = (i, n) => (i + 1) * 37.123 * (1 + 0.01 * Math.sin(n * 0.7 + i))
const rows = Array.from({ length: ${COINS} }, (_, i) => ({ symbol: 'COIN' + i, name: 'Coin ' + i, logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  brand: { color: '#888888' }, price: priceOf(i, 0), marketCap: 1e9 * (i + 1), volume: 1e8 * (i + 1), circulatingSupply: 2e7,
  closes: { '1h': (i + 1) * 36, '24h': (i + 1) * 34, '7d': (i + 1) * 40 }, rank: i + 1, as_of: at, quote: 'USD', sparkline: [], industries: [] }))
const root = document.getElementById('root')

window.product = () => {
  putPage({ data: rows, source: 'sim', as_of: at })
  const columns = ['price', 'change1h', 'change24h', 'change7d', 'volume', 'marketCap', 'volatility7d', 'fromHigh30d']
  const nothing = () => undefined
  createRoot(root).render(<ScreenTable rows={rows.map((coin, place) => ({ coin, stats: undefined, place }))} columns={columns}
    order={[{ field: 'rank', descending: false }]} selected="COIN0" scroller={{ current: document.documentElement }} onOrder={nothing} onSelect={nothing} />)
  window.tick = (n) => {
    applyStats(rows.map((r) => [r.symbol, r.marketCap, r.volume * (1 + n / 1e4), r.closes['1h'], r.closes['24h'], r.closes['7d']]))
    applyTicks(rows.map((r, i) => [r.symbol, priceOf(i, n), at + n]))
  }
}

window.direct = () => {
  const grid = document.createElement('div')
  grid.className = 'direct-grid'
  const cells = rows.map((r) => ['', r.name, '', '', '', '', '', '', '—', '—'].map((text) => {
    const box = document.createElement('div')
    const node = document.createTextNode(text)
    box.append(node)
    grid.append(box)
    return node
  }))
  root.append(grid)
  const change = (price, close) => percentText(100 * (price / close - 1))
  window.tick = (n) => requestAnimationFrame(() => {
    for (let i = 0; i < rows.length; i++) {
      const { closes, marketCap, price: first, volume } = rows[i]
      const price = priceOf(i, n)
      const row = cells[i]
      row[2].data = '$' + numberText(price)
      row[3].data = change(price, closes['1h'])
      row[4].data = change(price, closes['24h'])
      row[5].data = change(price, closes['7d'])
      row[6].data = '$' + shortNumberText(volume * (1 + n / 1e4))
      row[7].data = '$' + shortNumberText((marketCap * price) / first)
    }
  })
}

window.runTicks = async (from, count) => {
  for (let n = from; n < from + count; n++) {
    window.tick(n)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
}
`
const CSS = `
body { margin: 0; font: 13px/20px sans-serif; }
.direct-grid { display: grid; grid-template-columns: 20px 190px repeat(8, 96px); contain: content; font-variant-numeric: tabular-nums; }
.direct-grid > div { contain: strict; height: 32px; line-height: 32px; text-align: right; overflow: hidden; white-space: nowrap; }
`

type Files = { readonly script: string; readonly css: string }

async function bundle(): Promise<Files> {
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
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  return { script: textOf('.js'), css: textOf('.css') + CSS }
}

/** Opens the page with one of the two, and gives the way to measure a tick in milliseconds of the main thread. */
async function stage(browser: Browser, which: 'product' | 'direct', files: Files) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 2400 } })
  await page.setContent(`<!doctype html><style>${files.css}</style><div id="root"></div>`)
  await page.addScriptTag({ content: files.script })
  await page.evaluate(`window.${which}()`)
  const cdp = await page.context().newCDPSession(page)
  // Time of the thread itself, so that a busy machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () =>
    ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  let from = 1
  return async () => {
    await page.bringToFront()
    const before = await busyMs()
    await page.evaluate(`window.runTicks(${from}, ${TICKS})`)
    from += TICKS
    return ((await busyMs()) - before) / TICKS
  }
}

let opened: Browser | undefined

async function measureTick() {
  const files = await bundle()
  opened = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const [runProduct, runDirect] = [await stage(opened, 'product', files), await stage(opened, 'direct', files)]
  const rounds: { product: number; direct: number }[] = []
  for (let round = 0; round < 6; round += 1) rounds.push({ product: await runProduct(), direct: await runDirect() })
  const warm = rounds.slice(1)
  return { value: median(warm.map(({ product: ms }) => ms)), unit: 'ms', limit: median(warm.map(({ direct }) => direct)) }
}

export const close = async (): Promise<void> => await opened?.close()

/** Goals: 3 bare arrays, 1.15 of direct writes. */
export const benchmarks: readonly Benchmark[] = [
  { name: `screener: filter and sort ${COINS} coins, beside a bare array`, run: async () => measureScreen(COINS) },
  { name: `screener: filter and sort ${MANY} rows, beside a bare array`, run: async () => measureScreen(MANY) },
  { name: `screener: a tick of ${COINS} rows x 6 figures, main thread, beside direct writes`, run: measureTick },
]
