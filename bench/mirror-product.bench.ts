import type { Browser, Page } from 'playwright-core'
import { mirrorPage } from '../e2e/pages/mirror-page.ts'
import { type AerieServer, startAerie } from '../e2e/support/aerie-server.ts'
import { openChromium, type Visit, visit } from '../e2e/support/browser.ts'
import { ONE_CHART } from '../e2e/support/own-layout.ts'
import { logInPage, newPerson, signUp } from '../e2e/support/people.ts'
import { savedDocuments } from '../e2e/support/saved-documents.ts'
import { type Benchmark, median } from './benchmark.ts'

const CLICKS = 20
const PATIENCE_MS = 60_000
const PAUSE_MS = 250

type Latencies = { readonly followers: readonly number[]; readonly own: readonly number[] }
declare global {
  interface Window {
    painted_: Array<[interval: string, at: number]>
  }
}

let server: AerieServer | undefined
let browser: Browser | undefined

/** The production build: the leader on a coin's page, two followers with one chart each, opened from its menu. */
async function openThree(): Promise<readonly [Visit, readonly [Page, Page, Page]]> {
  ;[server, browser] = await Promise.all([startAerie(), openChromium()])
  const person = newPerson()
  const { token } = await signUp(server, person)
  const user = { server, token }
  await savedDocuments(() => user).change('layout/~main', ONE_CHART)
  const trader = await visit(browser)
  const leader = trader.page
  await logInPage(leader, server, person)
  await leader.goto(`${server.url}/currencies/BTC?interval=1h`)
  await mirrorPage(leader).joined()
  const first = await mirrorPage(leader).openFollower('Open Mirror Window')
  const second = await mirrorPage(leader).openFollower('Open Mirror 2')
  for (const page of [leader, first, second])
    await page.getByRole('application', { name: /Candles of BTC/ }).waitFor({ timeout: PATIENCE_MS })
  return [trader, [leader, first, second]]
}

/** Records when the toolbar's timeframe was painted. Popups share their opener's process and clock. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { performance: clock } = (window.opener as Window | null) ?? window
    let last = ''
    window.painted_ = []
    new MutationObserver(() => {
      const shown = document.querySelector('[aria-label="Chart"] fieldset [aria-pressed="true"]')?.textContent ?? ''
      if (shown === last) return
      last = shown
      requestAnimationFrame(() => {
        const frame = new MessageChannel()
        frame.port1.onmessage = () => window.painted_.push([shown, clock.now()])
        frame.port2.postMessage(0)
      })
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-pressed'] })
  })

async function measure(): Promise<Latencies> {
  const [trader, pages] = await openThree()
  const [leader, ...followers] = pages
  for (const page of pages) await watch(page)
  const latencies: { followers: number[]; own: number[] } = { followers: [], own: [] }
  for (let click = 0; click < CLICKS; click += 1) {
    const interval = click % 2 === 0 ? '4h' : '1h'
    for (const page of pages) await page.evaluate(() => void window.painted_.splice(0))
    const at = await leader.evaluate((wanted) => {
      const button = [...document.querySelectorAll<HTMLElement>('[aria-label="Chart"] fieldset button')].find(
        (each) => each.textContent === wanted,
      )
      const now = performance.now()
      button?.click()
      return now
    }, interval)
    const painted = async (page: Page): Promise<number> => {
      const found = await page.waitForFunction((wanted) => window.painted_.find(([each]) => each === wanted)?.[1], interval)
      return ((await found.jsonValue()) ?? Number.NaN) - at
    }
    latencies.own.push(await painted(leader))
    latencies.followers.push(Math.max(...(await Promise.all(followers.map(painted)))))
    await leader.waitForTimeout(PAUSE_MS)
  }
  await trader.close()
  return latencies
}
let measured: Promise<Latencies> | undefined
const once = (): Promise<Latencies> => {
  measured ??= measure()
  return measured
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'mirror in the product: click on a timeframe to paint in both followers, median (goal 40 ms)',
    run: async () => ({ value: median((await once()).followers), unit: 'ms', limit: 40 }),
  },
  {
    name: 'mirror in the product: the same compared with paint in the leader',
    run: async () => {
      const { followers, own } = await once()
      return { value: median(followers), unit: 'ms', limit: median(own) }
    },
  },
  {
    name: 'mirror in the product: the slowest of 20 (goal 80 ms)',
    run: async () => ({ value: Math.max(...(await once()).followers), unit: 'ms', limit: 80 }),
  },
]

export async function close(): Promise<void> {
  await browser?.close()
  await server?.remove()
}
