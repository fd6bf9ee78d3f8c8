import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { CDPSession } from 'playwright-core'
import { startAerie } from '../e2e/support/aerie-server.ts'
import { openChromium, visit } from '../e2e/support/browser.ts'
import { logInPage, newPerson, signUp } from '../e2e/support/people.ts'
import type { Benchmark } from './benchmark.ts'

const HOUR_S = 3_600
const SPEED = 3_600
const TWO_DAYS_MS = 48_000
/** By then every scene was shown, so caches (code, fonts, chart shapes) are filled. */
const WARM_UP_MS = 25_000
const HOURS = 60 * 24
const COINS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LINK', 'UNI', 'AVAX', 'LTC', 'DOT', 'AAVE']

function writeRecording(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-bench-replay-'))
  const start = Date.UTC(2024, 0, 1) / 1_000
  for (const [place, symbol] of COINS.entries()) {
    const priceAt = (hour: number) => (1_000 / (place + 1)) * (1 + 0.05 * Math.sin(hour / (5 + place)))
    const lines = Array.from({ length: HOURS }, (_, hour) => {
      const [open, close] = [priceAt(hour), priceAt(hour + 1)]
      const prices = [open, Math.max(open, close) * 1.002, Math.min(open, close) * 0.998, close].map((price) => price.toFixed(4))
      return [start + hour * HOUR_S, ...prices, '10.5'].join(',')
    })
    writeFileSync(join(folder, `${symbol}USDT-1h.csv.gz`), gzipSync(['time,open,high,low,close,volume', ...lines].join('\n')))
  }
  return folder
}

type Memory = { readonly heapMb: number; readonly nodes: number; readonly listeners: number }

async function readMemory(cdp: CDPSession): Promise<Memory> {
  // Twice: objects freed by finalizers are collected by the second run.
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heapMb: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes'), listeners: value('JSEventListeners') }
}

/** Memory of the wallboard, rotating every five seconds, before and after two market days. */
async function measure(): Promise<{ before: Memory; after: Memory }> {
  const folder = writeRecording()
  const server = await startAerie({
    MARKET_SOURCE: 'replay',
    REPLAY_DIR: folder,
    REPLAY_SPEED: String(SPEED),
    REPLAY_FROM: '2024-02-01T00:00:00Z',
  })
  const browser = await openChromium()
  try {
    const person = newPerson()
    const { token } = await signUp(server, person)
    await fetch(`${server.url}/api/v1/workspace/present/main`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ version: 0, body: { seconds: 5 } }),
    })
    const { page, context } = await visit(browser, { viewport: { width: 1920, height: 1080 } })
    await logInPage(page, server, person)
    await page.goto(`${server.url}/present`)
    await page.locator('.wall-tile').first().waitFor()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    await page.waitForTimeout(WARM_UP_MS)
    // The same scene both times: a chart has more nodes than a map.
    await page.keyboard.press('1')
    const before = await readMemory(cdp)
    await page.waitForTimeout(TWO_DAYS_MS)
    await page.keyboard.press('1')
    return { before, after: await readMemory(cdp) }
  } finally {
    await browser.close()
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

let measured: ReturnType<typeof measure> | undefined
const memory = (): ReturnType<typeof measure> => {
  measured ??= measure()
  return measured
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'present: JavaScript heap after two market days, compared with before (goal: ratio at most 1.1)',
    run: async () => ({ value: (await memory()).after.heapMb, unit: 'MB', limit: (await memory()).before.heapMb }),
  },
  {
    name: 'present: DOM nodes after two market days, compared with before (goal: ratio at most 1.1)',
    run: async () => ({ value: (await memory()).after.nodes, unit: 'nodes', limit: (await memory()).before.nodes }),
  },
  {
    name: 'present: listeners after two market days, compared with before (goal: ratio at most 1.1)',
    run: async () => ({ value: (await memory()).after.listeners, unit: 'listeners', limit: (await memory()).before.listeners }),
  },
]
