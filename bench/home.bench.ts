import { join } from 'node:path'
import { freePort } from '@aerie/testkit/free-port'
import lighthouse from 'lighthouse'
import type { Browser, CDPSession } from 'playwright-core'
import { chromium } from 'playwright-core'
import { type AerieServer, ROOT, startAerie } from '../e2e/support/aerie-server.ts'
import { findChromium } from '../scripts/debian-programs.mjs'
import { HOME_BUDGET, measureFirstLoad } from '../scripts/size.mjs'
import { type Benchmark, median } from './benchmark.ts'

const VISITS = 7

type Visit = { readonly scriptBytes: number; readonly firstPaint: number; readonly mainThread: MainThread }
/** Main-thread milliseconds: wall-clock time, and CPU time of the thread. */
type MainThread = { readonly wall: number; readonly cpu: number }
type Stage = { readonly server: AerieServer; readonly browser: Browser; readonly debugPort: number }

let opened: Promise<Stage> | undefined
const stage = (): Promise<Stage> => {
  opened ??= (async () => {
    const server = await startAerie()
    const debugPort = await freePort()
    const browser = await chromium.launch({
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', `--remote-debugging-port=${debugPort}`],
    })
    return { server, browser, debugPort }
  })()
  return opened
}

export async function close(): Promise<void> {
  const open = await opened
  await open?.browser.close()
  await open?.server.remove()
}

async function firstVisit(): Promise<Visit> {
  const { server, browser } = await stage()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const trace = traceOf(cdp)
  await trace.start()
  await page.goto(server.url, { waitUntil: 'load' })
  await page.waitForTimeout(2_000)
  const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  const scriptBytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js') ? entry.encodedBodySize : 0),
        0,
      ),
  )
  const mainThread = mainThreadUntilPaint(await trace.stop())
  await context.close()
  return { scriptBytes, firstPaint, mainThread }
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly pid: number
  readonly tid: number
  readonly cat: string
  readonly args?: {
    readonly name?: string
    readonly data?: { readonly documentLoaderURL?: string; readonly isOutermostMainFrame?: boolean }
  }
}

function traceOf(cdp: CDPSession) {
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  return {
    start: () =>
      cdp.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: {
          includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading', '__metadata'],
        },
      }),
    stop: async () => {
      const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
      await cdp.send('Tracing.end')
      await done
      return events
    },
  }
}

const TASK_NAMES: ReadonlySet<string> = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])

function mainThreadUntilPaint(events: readonly TraceEvent[]): MainThread {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('the trace holds no first contentful paint')
  const navigation = events
    .filter(({ name, pid, ts }) => name === 'navigationStart' && pid === paint.pid && ts <= paint.ts)
    .reduce((latest, { ts }) => Math.max(latest, ts), 0)
  const main = events.find(({ name, args, pid }) => name === 'thread_name' && args?.name === 'CrRendererMain' && pid === paint.pid)
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      TASK_NAMES.has(name) && ph === 'X' && pid === paint.pid && tid === main?.tid && ts >= navigation && ts <= paint.ts,
  )
  if (tasks.length === 0) throw new Error('the trace holds no task of the main thread: nothing was measured')
  const names = new Set(tasks.map(({ name }) => name))
  // If Chromium writes both, one is nested in the other.
  const outer = tasks.filter(({ name }) => names.size === 1 || name === 'ThreadControllerImpl::RunTask')
  const sumOf = (lengthOf: (task: TraceEvent) => number | undefined) => outer.reduce((sum, task) => sum + (lengthOf(task) ?? 0), 0) / 1_000
  return { wall: sumOf(({ dur }) => dur), cpu: sumOf(({ tdur }) => tdur) }
}

let visits: Promise<Visit[]> | undefined
const allVisits = (): Promise<Visit[]> => {
  visits ??= (async () => {
    const all: Visit[] = []
    await firstVisit()
    for (let i = 0; i < VISITS; i++) all.push(await firstVisit())
    return all
  })()
  return visits
}

type Report = {
  readonly categories: Record<string, { readonly score: number | null }>
  readonly audits: Record<string, { readonly numericValue?: number }>
}
/** Lighthouse runs differ by a fifth on a shared machine: each figure is the median of these. */
const REPORTS = 5
let reports: Promise<Report[]> | undefined
const lighthouseReports = (): Promise<Report[]> => {
  reports ??= (async () => {
    const { server, debugPort } = await stage()
    const all: Report[] = []
    while (all.length < REPORTS) {
      const result = await lighthouse(server.url, { port: debugPort, output: 'json', logLevel: 'error' })
      if (!result) throw new Error('Lighthouse gave no result')
      all.push(result.lhr as unknown as Report)
    }
    return all
  })()
  return reports
}

const score = (category: string, title: string, limit: number): Benchmark => ({
  name: `home: Lighthouse mobile, ${title}`,
  run: async () => ({
    value: median((await lighthouseReports()).map(({ categories }) => (categories[category]?.score ?? Number.NaN) * 100)),
    unit: 'of 100 (more is better)',
    limit,
  }),
})
const audit = (id: string, title: string, unit: string, limit: number): Benchmark => ({
  name: `home: Lighthouse mobile, ${title}`,
  run: async () => ({
    value: median((await lighthouseReports()).map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)),
    unit,
    limit,
  }),
})

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'home: JavaScript of the first load, static imports',
    run: async () => ({
      value: measureFirstLoad(join(ROOT, 'apps', 'web', 'dist')).total / 1_000,
      unit: 'kB br',
      limit: HOME_BUDGET / 1_000,
    }),
  },
  {
    name: 'home: JavaScript fetched within two seconds',
    run: async () => ({
      value: median((await allVisits()).map((one) => one.scriptBytes)) / 1_000,
      unit: 'kB br',
      limit: HOME_BUDGET / 1_000,
    }),
  },
  {
    name: 'home: first contentful paint, loopback',
    run: async () => ({ value: median((await allVisits()).map((one) => one.firstPaint)), unit: 'ms', limit: 250 }),
  },
  {
    name: 'home: main-thread time to first paint',
    run: async () => ({ value: median((await allVisits()).map(({ mainThread }) => mainThread.wall)), unit: 'ms', limit: 90 }),
  },
  {
    name: 'home: CPU time of the main thread to first paint',
    run: async () => ({ value: median((await allVisits()).map(({ mainThread }) => mainThread.cpu)), unit: 'ms', limit: 90 }),
  },
  score('performance', 'performance', 95),
  score('accessibility', 'accessibility', 100),
  score('best-practices', 'best practices', 100),
  score('seo', 'SEO', 100),
  audit('largest-contentful-paint', 'largest contentful paint', 'ms', 1_500),
  audit('cumulative-layout-shift', 'layout shift', '', 0.02),
  audit('total-blocking-time', 'blocking time', 'ms', 50),
]
