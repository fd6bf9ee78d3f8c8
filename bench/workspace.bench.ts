import type { Layout } from '@aerie/wire/layout'
import type { Browser, Page } from 'playwright-core'
import { startAerie } from '../e2e/support/aerie-server.ts'
import { openChromium, visit, WIDE } from '../e2e/support/browser.ts'
import { logInPage, newPerson, signUp } from '../e2e/support/people.ts'
import type { Benchmark } from './benchmark.ts'

const SETTLE_MS = 12_000
const WATCHED_MS = 15_000
const PATIENCE_MS = 150_000
/** PERFORMANCE: share of a core for scripts, and the longest frame. */
const SCRIPT_PERCENT = 30
const FRAME_MS = 33

const COINS = ['BTC', 'ETH', 'SOL', 'XRP'] as const
const kinds = [...COINS.map((coin) => ({ kind: 'chart', coin })), { kind: 'depth', coin: 'BTC' }, { kind: 'screener', coin: 'BTC' }]
const tabs = (id: string, weight: number) => ({ type: 'tabs' as const, weight, slots: [id], active: id })

/** Four charts of four coins, a book and the screener, all seen at once. */
const LAYOUT: Layout = {
  version: 1,
  name: '',
  slots: kinds.map(({ kind, coin }, index) => ({ id: `s${index}`, kind, coin, channel: null, options: {} })),
  place: {
    type: 'column',
    weight: 1,
    parts: [
      { type: 'row', weight: 2, parts: [tabs('s0', 1), tabs('s1', 1), tabs('s4', 1)] },
      { type: 'row', weight: 2, parts: [tabs('s2', 1), tabs('s3', 1), tabs('s5', 1)] },
    ],
  },
  windows: [],
  maximised: null,
  locked: false,
}

type Cost = { readonly scriptPercent: number; readonly longestMs: number }

/** What a page costs while it is only looked at: script time of the main thread, and its longest frame. */
async function watch(page: Page): Promise<Cost> {
  const cdp = await page.context().newCDPSession(page)
  // Time of the thread itself, so that a busy machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const script = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
  }
  const [before, start] = [await script(), performance.now()]
  const longestMs = await page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const begin = performance.now()
        let last = begin
        let longest = 0
        const frame = (now: number) => {
          longest = Math.max(longest, now - last)
          last = now
          if (now - begin < ms) requestAnimationFrame(frame)
          else resolve(longest)
        }
        requestAnimationFrame((now) => {
          last = now
          requestAnimationFrame(frame)
        })
      }),
    WATCHED_MS,
  )
  return { scriptPercent: (100 * ((await script()) - before)) / (performance.now() - start), longestMs }
}

async function measureIn(browser: Browser): Promise<{ readonly workspace: Cost; readonly empty: Cost }> {
  const server = await startAerie()
  try {
    const person = newPerson()
    const { token } = await signUp(server, person)
    const saved = await fetch(`${server.url}/api/v1/workspace/layout/${encodeURIComponent('~main')}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, body: LAYOUT }),
    })
    if (!saved.ok) throw new Error(`the layout was not saved: ${saved.status} ${await saved.text()}`)
    const { page, close } = await visit(browser, { viewport: WIDE })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${server.url}/popout.html`)
    const empty = await watch(page)
    await logInPage(page, server, person)
    await page.goto(`${server.url}/claw/pretrade`)
    for (const coin of COINS) await page.getByRole('application', { name: new RegExp(`Candles of ${coin}`) }).waitFor()
    await page.getByText('Group prices').waitFor()
    await page.waitForTimeout(SETTLE_MS)
    const workspace = await watch(page)
    await close()
    return { workspace, empty }
  } finally {
    await server.remove()
  }
}

async function measure() {
  const browser = await openChromium()
  try {
    return await measureIn(browser)
  } finally {
    await browser.close()
  }
}

let measured: ReturnType<typeof measure> | undefined
const costs = () => {
  measured ??= measure()
  return measured
}

/** Four charts, a book and a screener live at once, beside their goals and beside an empty page in the same browser. */
export const benchmarks: readonly Benchmark[] = [
  {
    name: 'workspace, script',
    run: async () => ({ value: (await costs()).workspace.scriptPercent, unit: '% of a core', limit: SCRIPT_PERCENT }),
  },
  { name: 'workspace, longest frame', run: async () => ({ value: (await costs()).workspace.longestMs, unit: 'ms', limit: FRAME_MS }) },
  {
    name: 'workspace, script of an empty page',
    run: async () => ({ value: (await costs()).empty.scriptPercent, unit: '% of a core', limit: null }),
  },
  {
    name: 'workspace, longest frame of an empty page',
    run: async () => ({ value: (await costs()).empty.longestMs, unit: 'ms', limit: null }),
  },
]
