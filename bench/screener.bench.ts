import { type Bound, type OrderKey, screenRows } from '@aerie/core/market/screen'
import { type Benchmark, median } from './benchmark.ts'
import { measureTicks } from './ticks-stage.ts'

const COINS = 67
const MANY = 5_000
const ROUNDS = 20
const WARM_UP = 5

type Row = {
  readonly change: number | null
  readonly volume: number | null
  readonly cap: number | null
  readonly volatility: number | null
}
type Field = keyof Row

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

const bare = (rows: readonly Row[]): Row[] =>
  rows
    .filter(({ volume, volatility }) => volume !== null && volume >= -1e8 && volatility !== null && volatility <= 60)
    .toSorted((a, b) => {
      const [x, y] = [a.change ?? Number.NEGATIVE_INFINITY, b.change ?? Number.NEGATIVE_INFINITY]
      return x === y ? (b.cap ?? Number.NEGATIVE_INFINITY) - (a.cap ?? Number.NEGATIVE_INFINITY) : y - x
    })

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

const CSS = `
body { margin: 0; font: 13px/20px sans-serif; }
.direct-grid { display: grid; grid-template-columns: 20px 190px repeat(8, 96px); contain: content; font-variant-numeric: tabular-nums; }
.direct-grid > div { contain: strict; height: 32px; line-height: 32px; text-align: right; overflow: hidden; white-space: nowrap; }
`

async function measureTick() {
  const { product: ours, direct } = await measureTicks({
    page: 'screener-page.ts',
    css: CSS,
    viewport: { width: 1100, height: 2400 },
    ticks: 40,
    warmUp: 10,
    rounds: 5,
  })
  return { value: ours.total, unit: 'ms', limit: direct.total }
}

export const benchmarks: readonly Benchmark[] = [
  { name: `screener: filter and sort ${COINS} coins, compared with a bare array`, run: async () => measureScreen(COINS) },
  { name: `screener: filter and sort ${MANY} rows, compared with a bare array`, run: async () => measureScreen(MANY) },
  { name: `screener: a tick of ${COINS} rows x 6 figures, main thread, compared with direct writes`, run: measureTick },
]
