import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { ROOT } from '../e2e/support/aerie-server.ts'
import { findChromium } from '../scripts/debian-programs.mjs'
import { type Benchmark, median } from './benchmark.ts'
import { bundlePage, threadTime } from './page-bundle.ts'

const FRAMES = 120
const ROUNDS = 3
const CHART_STYLES = ['areas/chart/chart.css', 'areas/chart/indicators/pane-legends.css']

type Kind = 'Ours' | 'Plain'
type Load = { readonly first: number; readonly whole: number }
type Cost = Load & { readonly tick: number; readonly pan: number; readonly panFrames: readonly number[] }
type PageBench = {
  readonly loadOurs: (count: number) => Promise<Load>
  readonly loadPlain: (count: number) => Promise<Load>
  readonly run: (work: 'tick' | 'pan', frames: number) => Promise<number[]>
}
declare const chartBench: PageBench

let measured: Promise<Readonly<Record<string, Cost>>> | undefined
const costs = () => {
  measured ??= measureAll()
  return measured
}

async function measureAll(): Promise<Record<string, Cost>> {
  const { script } = await bundlePage('chart-page.ts')
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const styles = CHART_STYLES.map((name) => readFileSync(join(ROOT, 'apps', 'web', 'src', name), 'utf8'))
    await page.setContent(`<style>.host { width: 1360px; height: 800px } ${styles.join('\n')}</style>`)
    await page.addScriptTag({ content: script })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const found: Record<string, Cost> = {}
    for (const count of [1000, 10_000, 100_000])
      for (const kind of ['Plain', 'Ours'] as const) found[`${kind} ${count}`] = await measureOne({ page, cdp, kind, count })
    return found
  } finally {
    await browser.close()
  }
}

type Measuring = { readonly page: Page; readonly cdp: CDPSession; readonly kind: Kind; readonly count: number }

async function measureOne({ page, cdp, kind, count }: Measuring): Promise<Cost> {
  const loads: Load[] = []
  for (let round = 0; round < ROUNDS; round++)
    loads.push(await page.evaluate(([of, n]) => (of === 'Ours' ? chartBench.loadOurs(n) : chartBench.loadPlain(n)), [kind, count] as const))
  const tick: number[] = []
  const pan: number[] = []
  const panFrames: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    tick.push((await busy(page, cdp, 'tick')).perFrame)
    const panned = await busy(page, cdp, 'pan')
    pan.push(panned.perFrame)
    panFrames.push(...panned.frames)
  }
  return {
    first: median(loads.map(({ first }) => first)),
    whole: median(loads.map(({ whole }) => whole)),
    tick: median(tick),
    pan: median(pan),
    panFrames,
  }
}

async function busy(page: Page, cdp: CDPSession, work: 'tick' | 'pan'): Promise<{ perFrame: number; frames: number[] }> {
  const before = (await threadTime(cdp)).total
  const frames = await page.evaluate(([what, count]) => chartBench.run(what, count), [work, FRAMES] as const)
  return { perFrame: ((await threadTime(cdp)).total - before) / FRAMES, frames }
}

const ratio = (work: 'tick' | 'pan', count: number): Benchmark => ({
  name: `chart, a ${work} on ${count.toLocaleString('en-US')} candles with 3 indicators, volume and the fan, over plain canvas`,
  run: async () => {
    const found = await costs()
    return { value: found[`Ours ${count}`]![work] / found[`Plain ${count}`]![work], unit: 'x', limit: 2.5 }
  },
})

const load = (count: number, until: keyof Load): Benchmark => ({
  name: `chart, load of ${count.toLocaleString('en-US')} candles ${until === 'first' ? 'to the first drawn frame' : 'until its indicators are complete'}`,
  run: async () => ({
    value: (await costs())[`Ours ${count}`]![until],
    unit: 'ms',
    limit: until === 'first' ? (await costs())[`Plain ${count}`]!.first : null,
  }),
})

export const benchmarks: readonly Benchmark[] = [
  ratio('tick', 1000),
  ratio('tick', 10_000),
  ratio('tick', 100_000),
  ratio('pan', 100_000),
  {
    name: 'chart, tick at 100,000 candles over tick at 1,000: flat when indicators are incremental',
    run: async () => {
      const found = await costs()
      return { value: found['Ours 100000']!.tick / found['Ours 1000']!.tick, unit: 'x', limit: 1.3 }
    },
  },
  {
    name: 'chart, median frame while panning 100,000 candles',
    run: async () => ({ value: median((await costs())['Ours 100000']!.panFrames), unit: 'ms', limit: 17 }),
  },
  load(10_000, 'first'),
  load(100_000, 'first'),
  load(10_000, 'whole'),
  load(100_000, 'whole'),
]
