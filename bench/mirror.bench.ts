import { LISTEN_MS } from '@aerie/mirror/mirror-session'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type MirrorStage, openMirrorStage } from '../e2e/support/mirror-stage.ts'
import { findChromium } from '../scripts/browser.mjs'
import { type Benchmark, median } from './benchmark.ts'

const CLICKS = 200
const USER = '0123456789abcdef'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

type Three = {
  readonly stage: MirrorStage
  readonly browser: Browser
  readonly context: BrowserContext
  readonly pages: readonly [Page, Page, Page]
}
let opened: Promise<Three> | undefined

/** A leader and two followers, each a window of its own. */
const three = (): Promise<Three> => {
  opened ??= open()
  return opened
}
async function open(): Promise<Three> {
  const stage = await openMirrorStage()
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS })
  const context = await browser.newContext()
  const pages = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  for (const page of pages) await join(page, stage)
  await pages[0]?.waitForTimeout(LISTEN_MS)
  return { stage, browser, context, pages: pages as unknown as Three['pages'] } // three were asked for
}
async function join(page: Page, stage: MirrorStage): Promise<void> {
  await page.goto(stage.url)
  await page.evaluate((user) => {
    window.own_ = window.open_(user)
  }, USER)
  await page.waitForFunction(() => ['leader', 'follower'].includes(window.own_.session.state().role))
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

let latencies: Promise<readonly number[]> | undefined
/** From the leader's choice to paint in the later of both followers, in ms. */
const clickToPaint = (): Promise<readonly number[]> => {
  latencies ??= (async () => {
    const { pages } = await three()
    const [leader, ...followers] = pages
    const saidAt = await leader.evaluate(async (clicks) => {
      const said: number[] = []
      for (let click = 0; click < clicks; click += 1) {
        said.push(window.select_(window.own_, `C${click}`))
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      return said
    }, CLICKS)
    await leader.waitForTimeout(300)
    const painted = await Promise.all(followers.map((page) => page.evaluate(() => window.own_.painted)))
    return saidAt.flatMap((at, click) => {
      const ends = painted.map((list) => list.find(([symbol]) => symbol === `C${click}`)?.[1])
      return ends.every((end) => end !== undefined) ? [Math.max(...ends) - at] : []
    })
  })()
  return latencies
}

let bare: Promise<number> | undefined
/** The limit: a bare BroadcastChannel there and back, in ms. */
const bareRoundTrip = (): Promise<number> => {
  bare ??= (async () => {
    const { pages } = await three()
    await pages[1].evaluate(() => {
      const channel = new BroadcastChannel('bare')
      channel.onmessage = ({ data }) => channel.postMessage(data)
    })
    return median(
      await pages[0].evaluate(async (rounds) => {
        const channel = new BroadcastChannel('bare')
        const times: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          const start = performance.now()
          await new Promise((resolve) => {
            channel.onmessage = resolve
            channel.postMessage('x'.repeat(2700))
          })
          times.push(performance.now() - start)
        }
        channel.close()
        return times
      }, CLICKS),
    )
  })()
  return bare
}

/** Frames of over 25 ms in any window while the crosshair moves at 60 a second for 2 s. */
async function droppedFrames(): Promise<number> {
  const { pages } = await three()
  const watch = (page: Page, leads: boolean): Promise<number> =>
    page.evaluate(async (isLeader) => {
      let [dropped, last] = [0, performance.now()]
      const end = last + 2000
      for (let x = 0; performance.now() < end; x += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = performance.now()
        if (now - last > 25) dropped += 1
        last = now
        if (isLeader) window.own_.session.publish({ type: 'cursor', channel: 1, at: { time: x, price: x } })
      }
      return dropped
    }, leads)
  return (await Promise.all(pages.map((page, index) => watch(page, index === 0)))).reduce((sum, count) => sum + count, 0)
}

/** From the leader's closing to another window that leads, in ms. */
async function takeOver(): Promise<number> {
  const { context, stage } = await three()
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const [leader, heir] = [await context.newPage(), await context.newPage()]
    const user = round.toString(16).padStart(16, 'a')
    for (const page of [leader, heir]) {
      await page.goto(stage.url)
      await page.evaluate((name) => {
        window.own_ = window.open_(name)
      }, user)
      await page.waitForFunction(() => ['leader', 'follower'].includes(window.own_.session.state().role))
    }
    const closedAt = await heir.evaluate(() => window.now_())
    await leader.close()
    await heir.waitForFunction(() => window.own_.session.isLeader)
    times.push(((await heir.evaluate(() => window.own_.ledAt)) ?? Number.NaN) - closedAt)
    await heir.close()
  }
  return median(times)
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'mirror: bare BroadcastChannel, 2.7 kB there and back (the limit)',
    run: async () => ({ value: await bareRoundTrip(), unit: 'ms', limit: null }),
  },
  {
    name: 'mirror: leader’s choice to paint in both followers, median (goal 20 ms)',
    run: async () => ({ value: median(await clickToPaint()), unit: 'ms', limit: 20 }),
  },
  {
    name: 'mirror: the same beside the bare round trip',
    run: async () => ({ value: median(await clickToPaint()), unit: 'ms', limit: await bareRoundTrip() }),
  },
  {
    name: 'mirror: leader’s choice to paint in both followers, p99 (goal 50 ms)',
    run: async () => ({ value: quantile(await clickToPaint(), 0.99), unit: 'ms', limit: 50 }),
  },
  {
    name: 'mirror: frames over 25 ms in three windows, crosshair at 60 a second for 2 s (goal 0)',
    run: async () => ({ value: await droppedFrames(), unit: 'frames', limit: null }),
  },
  {
    name: 'mirror: take-over after the leader is closed, median of 10 (goal under 1 s)',
    run: async () => ({ value: await takeOver(), unit: 'ms', limit: 1000 }),
  },
]

/** The browser and the stage go. */
export async function close(): Promise<void> {
  const { browser, stage } = await three()
  await browser.close()
  await stage.close()
}
