import type { Page } from 'playwright-core'
import { framesOf } from '../support/frames.ts'
import { until } from '../support/until.ts'

export type ScreenRole = 'off' | 'starting' | 'leader' | 'follower'
export type MirrorReport = {
  readonly role: ScreenRole
  readonly mode: string
  readonly isDetached: boolean
  readonly windows: number
  readonly channels: ReadonlyArray<{
    readonly channel: number
    readonly symbol: string
    readonly interval: string
    readonly hours: number
    readonly range: { readonly from: number; readonly until: number } | null
  }>
}
type Hook = {
  readonly getState: () => MirrorReport
  readonly setLeader: (is: boolean) => void
  readonly setMode: (mode: string) => void
  readonly subscribe: (listener: (report: MirrorReport) => void) => () => void
}
declare global {
  interface Window {
    aerieMirror?: Hook
  }
}

/** A chart that is still loading ignores a drag: drag again after this time. */
const DRAG_AGAIN_MS = 3_000

/** Waits for all windows to show one range of channel 1; a panned chart may keep scrolling for a moment. */
export const haveOneRange = (...pages: readonly Page[]): Promise<unknown> =>
  until(
    'one range in all windows',
    async () => {
      const ranges = await Promise.all(pages.map(async (page) => (await mirrorPage(page).report()).channels[0]?.range ?? null))
      return ranges[0] !== null && new Set(ranges.map((range) => JSON.stringify(range))).size === 1 ? true : undefined
    },
    45_000,
  )

/** Channel 1's range once it is unchanged for half a second; only time may pass. */
export function channelAtRest(page: Page) {
  let [last, looks] = ['', 0]
  return until('the chart to come to rest', async () => {
    const [channel] = (await mirrorPage(page).report()).channels
    const text = JSON.stringify(channel)
    looks = text === last ? looks + 1 : 1
    last = text
    return channel !== undefined && looks > 12 ? channel : undefined
  })
}

/** Waits for all windows to have the crosshair on the same candle (without a crosshair: the newest); `isRight` receives its open time. */
export const pointAtOne = (pages: readonly Page[], isRight: (time: number) => boolean): Promise<unknown> =>
  until('the crosshair on one candle in all windows', () => isAtOne(pages, isRight), 45_000)

/** Moves over the first window's chart until all crosshairs are on one candle for which `isRight` is true. */
export const pointTogether = (pages: readonly [Page, ...Page[]], isRight: (time: number) => boolean): Promise<unknown> => {
  const leader = mirrorPage(pages[0])
  let step = 0
  return until(
    'the crosshair of the leader on one candle in all windows',
    async () => {
      const time = await leader.pointedAt()
      // A chart that has just loaded or added a candle shifts under the pointer.
      if (time !== null && isRight(time) && step > 0) return await isAtOne(pages, isRight)
      step += 1
      await leader.pointAtChart(0.2 + 0.01 * (step % 40))
      return undefined
    },
    45_000,
  )
}

async function isAtOne(pages: readonly Page[], isRight: (time: number) => boolean): Promise<true | undefined> {
  const [time = null, ...others] = await Promise.all(pages.map((page) => mirrorPage(page).pointedAt()))
  return (time !== null && isRight(time) && others.every((other) => other === time)) || undefined
}

export const haveRoles = (pages: readonly Page[], ...roles: readonly ScreenRole[]): Promise<unknown> =>
  until(
    `the roles ${roles.join(', ')}`,
    async () => (await Promise.all(pages.map((page) => mirrorPage(page).role()))).join() === roles.join() || undefined,
    45_000,
  )

/** For polling: a navigating page cannot be evaluated for a moment. */
export const unlessOnItsWay = (error: unknown): undefined => {
  if (!/Execution context was destroyed|Cannot find context/.test(String(error))) throw error
}

export function mirrorPage(page: Page) {
  const report = (): Promise<MirrorReport> =>
    page.evaluate(() => {
      if (window.aerieMirror === undefined) throw new Error('the mirror has not begun')
      return window.aerieMirror.getState()
    })
  const until_ = (what: string, isSo: (now: MirrorReport) => boolean): Promise<unknown> =>
    until(
      what,
      async () => {
        const now = await page.evaluate(() => window.aerieMirror?.getState()).catch(unlessOnItsWay)
        return (now !== undefined && isSo(now)) || undefined
      },
      45_000,
    )
  const menu = async (): Promise<void> => {
    const button = page.getByRole('banner').getByRole('button', { name: /^Mirror/ })
    await button.click()
    await page.getByRole('menu', { name: 'Mirror' }).waitFor()
  }
  const choose = async (name: string): Promise<void> => {
    await menu()
    await page
      .getByRole('menu', { name: 'Mirror' })
      .getByRole(/^Mirror (everything|coin|nothing)/.test(name) ? 'menuitemradio' : 'menuitem', { name })
      .click()
  }
  const goTo = (path: string): Promise<void> =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
  const pointedAt = (): Promise<number | null> =>
    page.evaluate(() => {
      // A replaced screen stays in the document, hidden, until the new one is ready.
      const legends = [...document.querySelectorAll('.chart-legend [data-part="time"]')]
      const written = legends.find((legend) => legend.checkVisibility())?.getAttribute('title') ?? null
      return written === null ? null : Date.parse(written)
    })
  const pointAtChart = async (share: number): Promise<{ readonly x: number; readonly y: number }> => {
    // While a screen loads its parts it is hidden, and its previous chart with it.
    const box = await until('a chart with candles', async () =>
      (await page.locator('.chart-canvas').count()) > 0 && (await page.locator('.chart-cover').count()) === 0
        ? ((await page
            .locator('.chart-canvas:visible')
            .first()
            .boundingBox({ timeout: 1000 })
            .catch(() => null)) ?? undefined)
        : undefined,
    )
    const [x, y] = [box.x + box.width * share, box.y + box.height / 3]
    await page.mouse.move(x, y)
    await framesOf(page)
    return { x, y }
  }
  const rangeHere = async () => JSON.stringify((await report()).channels[0]?.range ?? null)
  const drag = async (): Promise<void> => {
    const { x, y } = await pointAtChart(0.5)
    await page.mouse.down()
    await page.mouse.move(x + 120, y, { steps: 8 })
    await page.mouse.up()
  }
  return {
    report,
    menu,
    choose,
    machines: async (count: number): Promise<void> => {
      await menu()
      await page.getByRole('menu', { name: 'Mirror' }).locator('..').getByText(`Across machines: ${count} joined.`).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu', { name: 'Mirror' }).waitFor({ state: 'detached' })
    },
    role: async () => (await report()).role,
    joined: () => until_('the mirror to have begun', ({ role }) => role === 'leader' || role === 'follower'),
    noteLeading: () =>
      page.evaluate(() => {
        const stop = window.aerieMirror?.subscribe(({ role }) => {
          if (role !== 'leader') return
          document.documentElement.dataset.ledAt = String(Date.now())
          stop?.()
        })
      }),
    ledAt: () =>
      page.evaluate(() => (document.documentElement.dataset.ledAt === undefined ? null : Number(document.documentElement.dataset.ledAt))),
    hasWindows: (count: number) => until_(`${count} windows`, ({ windows }) => windows === count),
    isLeader: () => until_('this window to lead', ({ role }) => role === 'leader'),
    shows: (symbol: string) => until_(`channel 1 to show ${symbol}`, ({ channels }) => channels[0]?.symbol === symbol),
    hasTimeframe: (interval: string, hours: number) =>
      until_(`candles of ${interval}`, ({ channels }) => channels[0]?.interval === interval && channels[0].hours === hours),
    badge: (number: string, roleName: string) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: `Mirror: screen ${number} ${roleName}` })
        .waitFor(),
    openFollower: async (item: 'Open Mirror Window' | 'Open Mirror 2'): Promise<Page> => {
      const [popup] = await Promise.all([page.context().waitForEvent('page'), choose(item)])
      popup.setDefaultTimeout(30_000)
      await mirrorPage(popup).joined()
      return popup
    },
    goTo,
    /** Navigates by URL, as a click on a row does; the leader's choice applies to all, a follower's only to itself. */
    goToCoin: async (symbol: string, search = ''): Promise<void> => {
      await goTo(`/currencies/${symbol}${search}`)
      await until_(`${symbol} on channel 1`, ({ channels }) => channels[0]?.symbol === symbol)
    },
    /** Open time in ms of the candle under the first chart's crosshair; without one, of the newest. Null: no chart yet. */
    pointedAt,
    pointAtChart,
    /** Drags this window's chart into the past until its range changes. A chart that is still loading ignores drags. */
    pan: async (): Promise<void> => {
      const before = await rangeHere()
      let next = 0
      await until(
        'the chart to have been dragged',
        async () => {
          if ((await rangeHere()) !== before) return true
          if (performance.now() < next) return undefined
          await drag()
          // A range is broadcast after a quarter of a second at rest.
          next = performance.now() + DRAG_AGAIN_MS
          return undefined
        },
        45_000,
      )
    },
  }
}
