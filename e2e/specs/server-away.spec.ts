import { describe, expect, it } from 'vitest'
import { homePage } from '../pages/home-page.ts'
import { presentPage } from '../pages/present-page.ts'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { type Visit, visit } from '../support/browser.ts'
import { intercept } from '../support/intercept.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const WALL = { width: 1920, height: 1080 }

// The tests mostly wait for prices to become stale, so they run in parallel, each with its own page and server.
const on = stage()

describe.concurrent('an offline server', () => {
  async function inATab(work: (own: Visit, other: AerieServer) => Promise<void>) {
    const own = await visit(on.browser, { quiet: [/WebSocket|Failed to load|net::|live connection/] })
    const other = await startAerie()
    try {
      await work(own, other)
      expect(own.complaints).toEqual([])
    } finally {
      await own.close()
      await other.remove()
    }
  }
  const badge = (own: Visit, label: string) =>
    own.page.getByRole('banner').getByRole('button', { name: label }).waitFor({ timeout: 90_000 })

  it(
    'leaves the last prices on screen, marked stale, until they are live again',
    () =>
      inATab(async (own, other) => {
        const home = homePage(own.page, other.url)
        await home.open()
        await home.running()
        // The page's last part: requests in flight while the server stops would log errors.
        await own.page.getByText('Total market cap', { exact: true }).waitFor()
        for (const _ of ['once', 'again']) {
          await other.kill()
          await badge(own, 'STALE')
          expect(await home.priceOf('BTC')).toBeGreaterThan(0)
          await other.start()
          await badge(own, 'SIMULATED')
        }
      }),
    300_000,
  )

  it(
    'is reconnected by a page that lost it before the live-connection code had loaded',
    () =>
      inATab(async (own, other) => {
        const home = homePage(own.page, other.url)
        const left = Promise.withResolvers<void>()
        const stop = await intercept(own.page, '**/assets/live-socket-*.js', (route) => {
          stop()
          return left.promise.then(() => route.abort())
        })
        await home.open()
        await home.row('BTC').waitFor()
        await other.kill()
        left.resolve()
        await own.page.getByText(/^The server cannot be reached\. Figures are as of/).waitFor()
        await badge(own, 'STALE')
        await other.start()
        await badge(own, 'SIMULATED')
        const price = await home.priceOf('BTC')
        await until('a new price', async () => ((await home.priceOf('BTC')) === price ? undefined : true), 30_000)
      }),
    300_000,
  )

  it(
    'is reconnected after it hung, and the page meanwhile shows that its prices are stale',
    () =>
      inATab(async (own, other) => {
        const home = homePage(own.page, other.url)
        await home.open()
        await badge(own, 'SIMULATED')
        process.kill(other.pid(), 'SIGSTOP')
        await badge(own, 'STALE')
        process.kill(other.pid(), 'SIGCONT')
        await badge(own, 'SIMULATED')
      }),
    300_000,
  )

  it('makes the wall show it in large letters and rotate stale prices without movers, then recover by itself', async () => {
    // The same market without stored data: after a restart it has no long history to read before it serves candles.
    const own = await startAerie({ MARKET_SEED: '7' })
    const who = newPerson()
    const { token } = await signUp(own, who)
    // A long interval: the scene must not change on a slow machine.
    await savedDocuments(() => ({ server: own, token })).change('present/main', { seconds: 600 })
    const { page, close } = await visit(on.browser, { viewport: WALL })
    await logInPage(page, own, who)
    const wall = presentPage(page, own.url)
    const codeIsHere = page.waitForResponse(/chart-workspace/, { timeout: 90_000 })
    await wall.open()
    await wall.tiles.first().waitFor()
    // The server sends the staleness limit: without it the wallboard cannot mark a price as stale.
    await wall.badge.filter({ hasText: /^SIMULATED/ }).waitFor()
    // Preloaded with the wallboard, although no scene has shown a chart yet.
    await (await codeIsHere).finished()
    await own.kill()
    await wall.alarm.waitFor({ timeout: 90_000 })
    await wall.badge.filter({ hasText: /^STALE\s*\d+ (s|min) old/ }).waitFor()
    await page.keyboard.press('4')
    await page.getByText('No coin has risen over 1 hour.').waitFor()
    await page.keyboard.press('2')
    await page.getByRole('region', { name: 'Price chart of BTC' }).waitFor()
    await wall.badge.filter({ hasText: /^STALE/ }).waitFor()
    await page.keyboard.press('1')
    await wall.scene('Heat map').waitFor()
    await page.keyboard.press('Space')
    await until('tiles of old prices', async () =>
      (await wall.tiles.count()) > 0 && (await page.locator('.wall-tile:not([data-stale])').count()) === 0 ? true : undefined,
    )
    await own.start()
    await wall.alarm.waitFor({ state: 'detached', timeout: 90_000 })
    await wall.badge.filter({ hasText: /^SIMULATED/ }).waitFor()
    await until('tiles of present prices', async () =>
      (await wall.tiles.count()) > 0 && (await page.locator('.wall-tile[data-stale]').count()) === 0 ? true : undefined,
    )
    await wall.at('1 of 8, paused')
    expect(new URL(page.url()).pathname).toBe('/present')
    await page.keyboard.press('2')
    await page.getByRole('region', { name: 'Price chart of BTC' }).locator('canvas').first().waitFor()
    await close()
    await own.remove()
  }, 300_000)
})
