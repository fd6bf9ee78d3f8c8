import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type AerieServer, startAerie } from '../e2e/support/aerie-server.ts'
import { logInPage, newPerson, signUp } from '../e2e/support/people.ts'
import { findChromium } from '../scripts/debian-programs.mjs'
import { type Benchmark, median } from './benchmark.ts'

const ORDERS = 25
const WARM_UP = 5
const GOAL_MS = 50
/** Pause between orders, so that none overlaps with the work of the fill before it. */
const PAUSE_MS = 400

async function openTrade(browser: Browser, server: AerieServer): Promise<{ readonly page: Page; readonly token: string }> {
  const person = newPerson()
  const { token } = await signUp(server, person)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await logInPage(page, server, person)
  await page.goto(`${server.url}/claw/trade`)
  await page.getByRole('table', { name: 'Order book of BTC' }).waitFor()
  await page.getByRole('tab', { name: 'Fills' }).click()
  await page.getByText(/^No fills yet/).waitFor()
  return { page, token }
}

/** Milliseconds until the frame that shows the fill, and the wall-clock time of that frame. */
type Shown = { readonly took: number; readonly at: number }

/** Sends a market order from the page; the time includes the request, the fill and its write to disk. */
const orderToScreen = (page: Page, token: string, number: number): Promise<Shown> =>
  page.evaluate(
    ({ token: bearer, number: place }) =>
      new Promise<Shown>((resolve, reject) => {
        const count = () => document.querySelectorAll('table[aria-label="Fills"] tbody tr').length
        const before = count()
        const start = performance.now()
        const observer = new MutationObserver(() => {
          if (count() <= before) return
          observer.disconnect()
          requestAnimationFrame(() => resolve({ took: performance.now() - start, at: Date.now() }))
        })
        observer.observe(document.body, { childList: true, subtree: true })
        const body = { client_id: `bench-${place}`, symbol: 'BTC', side: place % 2 === 0 ? 'buy' : 'sell', type: 'market', size: '0.01' }
        const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
        fetch('/api/v1/orders', { method: 'POST', headers, body: JSON.stringify(body) })
          .then((answer) => (answer.status === 201 ? undefined : reject(new Error(`the order was answered ${answer.status}`))))
          .catch(reject)
      }),
    { token, number },
  )

/** Time of the newest fill by the simulated market's clock, which is the machine's. */
async function filledAt(server: AerieServer, token: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/fills?limit=1`, { headers: { authorization: `Bearer ${token}` } })
  const { data }: { data: readonly { readonly at: string }[] } = await answer.json()
  return Date.parse(data[0]?.at ?? '')
}

/** Baseline: a request that reads nothing, to the frame after its response. */
const bareRequest = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const start = performance.now()
    await (await fetch('/healthz')).text()
    await new Promise(requestAnimationFrame)
    return performance.now() - start
  })

type Times = { readonly order: number; readonly fill: number; readonly bare: number }
let measured: Promise<Times> | undefined
const times = (): Promise<Times> => {
  measured ??= measure()
  return measured
}

async function measure(): Promise<Times> {
  // Without the paper venue's latency, which is a setting and not work.
  const server = await startAerie({ PAPER_LATENCY_MS: '0' })
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] })
  try {
    const { page, token } = await openTrade(browser, server)
    const [orders, fills, bare]: [number[], number[], number[]] = [[], [], []]
    for (let number = 0; number < ORDERS; number += 1) {
      const shown = await orderToScreen(page, token, number)
      orders.push(shown.took)
      fills.push(shown.at - (await filledAt(server, token)))
      await setTimeout(PAUSE_MS)
      bare.push(await bareRequest(page))
      await setTimeout(PAUSE_MS)
    }
    const middle = (all: readonly number[]): number => median(all.slice(WARM_UP))
    return { order: middle(orders), fill: middle(fills), bare: middle(bare) }
  } finally {
    await browser.close()
    await server.remove()
  }
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'trade: a fill, before it is written to disk, to the frame that shows it, median',
    run: async () => ({ value: (await times()).fill, unit: 'ms', limit: GOAL_MS }),
  },
  {
    name: 'trade: a market order sent in the page to its fill on the screen, median',
    run: async () => ({ value: (await times()).order, unit: 'ms', limit: GOAL_MS }),
  },
  {
    name: 'trade: an empty request of that page, to the next frame, median',
    run: async () => ({ value: (await times()).bare, unit: 'ms', limit: null }),
  },
]
