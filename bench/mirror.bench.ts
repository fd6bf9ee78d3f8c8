import { LISTEN_MS } from '@aerie/mirror/mirror-session'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type MirrorStage, openMirrorStage } from '../e2e/support/mirror-stage.ts'
import { findChromium } from '../scripts/debian-programs.mjs'
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

const three = (): Promise<Three> => {
  opened ??= open()
  return opened
}
/** Popups, not tabs: Chromium throttles a covered tab to one frame a second. A popup shares its opener's process, as in the product. */
async function open(): Promise<Three> {
  const stage = await openMirrorStage()
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: FLAGS })
  const context = await browser.newContext()
  const leader = await context.newPage()
  await leader.goto(stage.url)
  await join(leader)
  const pages: [Page, Page, Page] = [leader, await openPopup(leader, 'first'), await openPopup(leader, 'second')]
  await leader.waitForTimeout(LISTEN_MS)
  return { stage, browser, context, pages }
}
async function openPopup(leader: Page, name: string): Promise<Page> {
  const [popup] = await Promise.all([
    leader.context().waitForEvent('page'),
    leader.evaluate((as) => void window.open(location.href, as, 'popup=yes,width=1600,height=900'), name),
  ])
  await popup.waitForFunction(() => 'open_' in window)
  await join(popup)
  return popup
}
async function join(page: Page): Promise<void> {
  await page.evaluate((user) => {
    window.own_ = window.open_(user)
  }, USER)
  await page.waitForFunction(() => ['leader', 'follower'].includes(window.own_.session.state().role))
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

type Latencies = { readonly followers: readonly number[]; readonly own: readonly number[] }
let latencies: Promise<Latencies> | undefined
/** Milliseconds from the leader's click to paint in the later of two followers, and in the leader itself. */
const clickToPaint = (): Promise<Latencies> => {
  latencies ??= (async () => {
    const { pages } = await three()
    const [leader] = pages
    const sentAt = await leader.evaluate(async (clicks) => {
      const sentTimes: number[] = []
      for (let click = 0; click < clicks; click += 1) {
        sentTimes.push(window.select_(window.own_, `C${click}`))
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      return sentTimes
    }, CLICKS)
    const last = `C${CLICKS - 1}`
    for (const page of pages) await page.waitForFunction((symbol) => window.own_.painted.some(([each]) => each === symbol), last)
    const painted = await Promise.all(pages.map((page) => page.evaluate(() => window.own_.painted)))
    const paintedAt = (screen: (typeof painted)[number], click: number): number =>
      screen.find(([symbol]) => symbol === `C${click}`)?.[1] ?? Number.NaN
    const after = (screens: typeof painted): number[] =>
      sentAt.map((at, click) => Math.max(...screens.map((screen) => paintedAt(screen, click))) - at)
    return { followers: after(painted.slice(1)), own: after(painted.slice(0, 1)) }
  })()
  return latencies
}

let bare: Promise<number> | undefined
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

const frames = new Map<boolean, Promise<number>>()
/** Frames over 25 ms in any of three windows that draw each frame, for 2 s, with the crosshair at 60 Hz or without. */
const droppedFrames = (hasCrosshair: boolean): Promise<number> => {
  const known = frames.get(hasCrosshair)
  if (known !== undefined) return known
  const counted = countDropped(hasCrosshair)
  frames.set(hasCrosshair, counted)
  return counted
}
async function countDropped(hasCrosshair: boolean): Promise<number> {
  const { pages } = await three()
  const watch = (page: Page, publishes: boolean): Promise<number> =>
    page.evaluate(async (isLeader) => {
      let [dropped, last] = [0, performance.now()]
      const end = last + 2000
      for (let x = 0; performance.now() < end; x += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = performance.now()
        if (now - last > 25) dropped += 1
        last = now
        document.body.style.setProperty('--frame', String(x))
        if (isLeader) window.own_.session.publish({ type: 'cursor', channel: 1, at: { time: x, price: x } })
      }
      return dropped
    }, publishes)
  return (await Promise.all(pages.map((page, index) => watch(page, hasCrosshair && index === 0)))).reduce((sum, count) => sum + count, 0)
}

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
    name: 'mirror: bare BroadcastChannel, 2.7 kB round trip (the limit)',
    run: async () => ({ value: await bareRoundTrip(), unit: 'ms', limit: null }),
  },
  {
    name: 'mirror: leader’s choice to paint in both followers, median (goal 20 ms)',
    run: async () => ({ value: median((await clickToPaint()).followers), unit: 'ms', limit: 20 }),
  },
  {
    name: 'mirror: the same compared with the bare round trip',
    run: async () => ({ value: median((await clickToPaint()).followers), unit: 'ms', limit: await bareRoundTrip() }),
  },
  {
    name: 'mirror: leader’s choice to paint in both followers, p99 (goal 50 ms)',
    run: async () => ({ value: quantile((await clickToPaint()).followers, 0.99), unit: 'ms', limit: 50 }),
  },
  {
    name: 'mirror: the same compared with paint in the leader (the cost without a mirror)',
    run: async () => {
      const { followers, own } = await clickToPaint()
      return { value: quantile(followers, 0.99), unit: 'ms', limit: quantile(own, 0.99) }
    },
  },
  {
    name: 'mirror: frames over 25 ms in three windows at rest for 2 s (the machine’s own)',
    run: async () => ({ value: await droppedFrames(false), unit: 'frames', limit: null }),
  },
  {
    name: 'mirror: the same with the crosshair at 60 a second (goal 0)',
    run: async () => ({ value: await droppedFrames(true), unit: 'frames', limit: await droppedFrames(false) }),
  },
  {
    name: 'mirror: take-over after the leader is closed, median of 10 (goal under 1 s)',
    run: async () => ({ value: await takeOver(), unit: 'ms', limit: 1000 }),
  },
]

export async function close(): Promise<void> {
  const { browser, stage } = await three()
  await browser.close()
  await stage.close()
}
