import type { Page } from 'playwright-core'
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

/** One window as far as it is mirrored. */
export function mirrorPage(page: Page) {
  const report = (): Promise<MirrorReport> =>
    page.evaluate(() => {
      if (window.aerieMirror === undefined) throw new Error('the mirror has not begun')
      return window.aerieMirror.getState()
    })
  const until_ = (what: string, isSo: (now: MirrorReport) => boolean): Promise<unknown> =>
    until(
      what,
      async () => ((await page.evaluate(() => window.aerieMirror !== undefined)) && isSo(await report()) ? true : undefined),
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
  const pointAtChart = async (share: number): Promise<{ readonly x: number; readonly y: number }> => {
    const canvas = page.locator('.chart-canvas').first()
    await canvas.waitFor()
    await until('candles', async () => ((await page.locator('.chart-cover').count()) === 0 ? true : undefined))
    const box = await canvas.boundingBox()
    if (box === null) throw new Error('no chart on show')
    const [x, y] = [box.x + box.width * share, box.y + box.height / 3]
    await page.mouse.move(x, y)
    return { x, y }
  }
  return {
    report,
    menu,
    choose,
    role: async () => (await report()).role,
    joined: () => until_('the mirror to have begun', ({ role }) => role === 'leader' || role === 'follower'),
    /** Takes note of the moment in which this window begins to lead. */
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
    badge: (number: string, word: string) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: `Mirror: screen ${number} ${word}` })
        .waitFor(),
    openFollower: async (item: 'Open Mirror Window' | 'Open Mirror 2'): Promise<Page> => {
      const [popup] = await Promise.all([page.context().waitForEvent('page'), choose(item)])
      popup.setDefaultTimeout(15_000)
      await mirrorPage(popup).joined()
      return popup
    },
    goTo,
    /** By the address, as a click on a row does it; the leader's choice is everybody's, a follower's is its own. */
    goToCoin: async (symbol: string, search = ''): Promise<void> => {
      await goTo(`/currencies/${symbol}${search}`)
      await until_(`${symbol} on channel 1`, ({ channels }) => channels[0]?.symbol === symbol)
    },
    /** Drags the chart of this window to the right: into the past. */
    pan: async (): Promise<void> => {
      const { x, y } = await pointAtChart(0.5)
      await page.mouse.down()
      await page.mouse.move(x + 120, y, { steps: 8 })
      await page.mouse.up()
    },
  }
}
