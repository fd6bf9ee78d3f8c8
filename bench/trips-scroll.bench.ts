import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { ROOT } from '../e2e/support/aerie-server.ts'
import { findChromium } from '../scripts/debian-programs.mjs'
import type { Benchmark } from './benchmark.ts'
import { type Cost, watchMainThread } from './main-thread.ts'
import { bundlePage } from './page-bundle.ts'
import type { TripsScrollPage } from './trips-scroll-page.ts'

declare const tripsScroll: TripsScrollPage

const TRIPS = 100_000
const FOR_MS = 6_000
const STEP_MS = 16
/** The first scroll compiles what the later ones run. */
const WARM_UP_MS = 1_500
/** Frames come 16.7 ms apart: one longer than 1.5 times that has dropped a frame. */
const LEFT_OUT_MS = 25
const LIMIT_MS = 16

const STYLES = ['app/styles/tokens.css', 'areas/journal/posttrade.css']

type Act = (page: Page, step: number) => Promise<void>
const wheel: Act = (page, step) => page.mouse.wheel(0, Math.floor(step / 60) % 2 === 0 ? 100 : 1_400)
const keys: Act = (page, step) => page.keyboard.down(Math.floor(step / 60) % 2 === 0 ? 'ArrowDown' : 'PageDown')
const jumps: Act = (page, step) =>
  page.evaluate((to) => {
    const area = document.querySelector('.trips-scroll')
    if (area !== null) area.scrollTop = (to * 7_919 * 36) % area.scrollHeight
  }, step)

type Costs = Readonly<Record<'wheel' | 'keys' | 'jumps', Cost>>
let measured: Promise<Costs> | undefined
const costs = (): Promise<Costs> => {
  measured ??= measure()
  return measured
}

async function measure(): Promise<Costs> {
  const { script } = await bundlePage('trips-scroll-page.ts')
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const styles = STYLES.map((name) => readFileSync(join(ROOT, 'apps', 'web', 'src', name), 'utf8'))
    await page.setContent(
      `<!doctype html><style>${styles.join('\n')} body { margin: 0 } .trades-list { display: flex; flex-direction: column; height: 900px }</style>`,
    )
    await page.addScriptTag({ content: script })
    await page.evaluate((count) => tripsScroll.show(count), TRIPS)
    await page.locator('[data-row="0"]').click()
    const scrolled = (act: Act) => scrollOf(page, act)
    return { wheel: await scrolled(wheel), keys: await scrolled(keys), jumps: await scrolled(jumps) }
  } finally {
    await browser.close()
  }
}

/** Cost of scrolling in one way after a warm-up; fails if the table does not move. */
async function scrollOf(page: Page, act: Act): Promise<Cost> {
  await scroll(page, act, WARM_UP_MS)
  const before = await topOf(page)
  const [cost] = await Promise.all([watchMainThread(page, { forMs: FOR_MS, overMs: LEFT_OUT_MS }), scroll(page, act, FOR_MS)])
  if ((await topOf(page)) === before) throw new Error('the table was not scrolled')
  return cost
}

const topOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('.trips-scroll')?.scrollTop ?? 0)

async function scroll(page: Page, act: Act, forMs: number): Promise<void> {
  const end = performance.now() + forMs
  for (let step = 0; performance.now() < end; step += 1) {
    await act(page, step)
    await setTimeout(STEP_MS)
  }
}

const WAYS = [
  ['wheel', 'by wheel'],
  ['keys', 'with a key held down'],
  ['jumps', 'by jumps of the scrollbar'],
] as const

/** CPU time is the browser's own work per frame; wall-clock time counts only on a quiet machine. */
export const benchmarks: readonly Benchmark[] = WAYS.flatMap(([way, description]): Benchmark[] => [
  {
    name: `journal: 100,000 trips scrolled ${description}, longest task of the main thread`,
    run: async () => ({ value: (await costs())[way].longestTaskMs, unit: 'ms cpu', limit: LIMIT_MS }),
  },
  {
    name: `journal: 100,000 trips scrolled ${description}, longest frame, wall time`,
    run: async () => ({ value: (await costs())[way].longestFrameMs, unit: 'ms', limit: null }),
  },
  {
    name: `journal: 100,000 trips scrolled ${description}, dropped frames in 6 s (goal 0)`,
    run: async () => ({ value: (await costs())[way].framesOver, unit: 'frames', limit: null }),
  },
])
