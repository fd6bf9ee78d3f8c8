import { loadavg } from 'node:os'
import type { Layout } from '@aerie/wire/workspace/layout'
import type { Browser } from 'playwright-core'
import { startAerie } from '../e2e/support/aerie-server.ts'
import { openChromium, visit, WIDE } from '../e2e/support/browser.ts'
import { logInPage, newPerson, signUp } from '../e2e/support/people.ts'
import type { Benchmark } from './benchmark.ts'
import { type Cost, watchMainThread } from './main-thread.ts'

const SETTLE_MS = 8_000
const WATCHED_MS = 65_000
const EMPTY_WATCHED_MS = 15_000
const PATIENCE_MS = 150_000
const SCRIPT_PERCENT = 30
const FRAME_MS = 33.4

const COINS = ['BTC', 'ETH', 'SOL', 'XRP'] as const
const kinds = [...COINS.map((coin) => ({ kind: 'chart', coin })), { kind: 'depth', coin: 'BTC' }, { kind: 'screener', coin: 'BTC' }]
const tabs = (id: string, weight: number) => ({ type: 'tabs' as const, weight, slots: [id], active: id })

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

type Measured = { readonly workspace: Cost; readonly empty: Cost; readonly load: number }

async function measureIn(browser: Browser): Promise<Measured> {
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
    const empty = await watchMainThread(page, { forMs: EMPTY_WATCHED_MS, overMs: FRAME_MS })
    await logInPage(page, server, person)
    await page.goto(`${server.url}/claw/pretrade`)
    for (const coin of COINS) await page.getByRole('application', { name: new RegExp(`Candles of ${coin}`) }).waitFor()
    await page.getByText('Grouping').waitFor()
    await page.getByRole('grid', { name: 'Coins that pass the filter' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(SETTLE_MS)
    const workspace = await watchMainThread(page, { forMs: WATCHED_MS, overMs: FRAME_MS })
    await close()
    return { workspace, empty, load: loadavg()[0] ?? Number.NaN }
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

const benchmark = (name: string, unit: string, limit: number | null, read: (measured: Measured) => number): Benchmark => ({
  name: `workspace, ${name}`,
  run: async () => ({ value: read(await costs()), unit, limit }),
})

/** Four live charts, a book and a screener, relative to goals and to an empty page in the same browser. */
export const benchmarks: readonly Benchmark[] = [
  benchmark('script', '% of a core', SCRIPT_PERCENT, ({ workspace }) => workspace.scriptPercent),
  benchmark('longest task of the main thread', 'ms cpu', FRAME_MS, ({ workspace }) => workspace.longestTaskMs),
  benchmark('longest frame, wall time', 'ms', FRAME_MS, ({ workspace }) => workspace.longestFrameMs),
  benchmark(`frames over ${FRAME_MS} ms in ${WATCHED_MS / 1000} s`, 'frames', 0, ({ workspace }) => workspace.framesOver),
  benchmark('load average of the machine during the run', 'waiting', null, ({ load }) => load),
  benchmark('script of an empty page', '% of a core', null, ({ empty }) => empty.scriptPercent),
  benchmark('longest task of an empty page', 'ms cpu', null, ({ empty }) => empty.longestTaskMs),
  benchmark('longest frame of an empty page', 'ms', null, ({ empty }) => empty.longestFrameMs),
]
