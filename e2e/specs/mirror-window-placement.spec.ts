import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mirrorPage, unlessOnItsWay } from '../pages/mirror-page.ts'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { openChromium, visit } from '../support/browser.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { until } from '../support/until.ts'

const SCREENS = '{0,0 1600x900}{1600,0 1600x900}{3200,0 2400x1200}'
const KEY = 'aerie-mirror-places'

type Bounds = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

let server: AerieServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startAerie(), openChromium({ screens: SCREENS })])
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})

/** Grants window management over CDP: Playwright does not know the permission. */
async function allowScreens(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const { browserContextId } = targetInfo as { browserContextId?: string }
  if (browserContextId === undefined) throw new Error('a page of no profile')
  const whole = await browser.newBrowserCDPSession()
  await whole.send('Browser.grantPermissions', { permissions: ['windowManagement'], origin: server.url, browserContextId })
}
const boundsOf = (page: Page): Promise<Bounds> =>
  page.evaluate(() => ({ left: screenX, top: screenY, width: outerWidth, height: innerHeight }))
/** Headless Chromium draws its own frame and sometimes puts it above the requested position. */
const FRAME_PX = 36
async function isAt(page: Page, { left, top, width }: Omit<Bounds, 'height'>): Promise<void> {
  await expect.poll(() => boundsOf(page), { timeout: 30_000 }).toMatchObject({ left, width })
  await expect.poll(async () => Math.abs((await boundsOf(page)).top - top)).toBeLessThanOrEqual(FRAME_PX)
}
async function move(page: Page, bounds: Bounds): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds })
  await until('the window to have moved', async () => {
    const { left, top, width } = await boundsOf(page)
    return left === bounds.left && top === bounds.top && width === bounds.width ? true : undefined
  })
  // A window saves its position every other second; restoring uses the saved position.
  await until(
    'its place to be noted',
    async () =>
      (await page.evaluate((key) => localStorage.getItem(key), KEY))?.includes(`"left":${bounds.left},"top":${bounds.top},`) || undefined,
  )
}
async function restore(context: BrowserContext, leader: Page): Promise<readonly [Page, Page]> {
  await mirrorPage(leader).choose('Restore all screens')
  const byName = async (name: string): Promise<Page | undefined> => {
    for (const page of context.pages()) if ((await page.evaluate(() => window.name).catch(unlessOnItsWay)) === name) return page
    return undefined
  }
  const pages = [await until('mirror 1', () => byName('aerie-mirror-1')), await until('mirror 2', () => byName('aerie-mirror-2'))] as const
  for (const page of pages) await mirrorPage(page).joined()
  await mirrorPage(leader).hasWindows(3)
  return pages
}
async function shut(leader: Page, pages: readonly Page[]): Promise<void> {
  for (const page of pages) await page.close({ runBeforeUnload: false })
  await mirrorPage(leader).hasWindows(1)
}

it('restores all screens: first one per display, then where the user left them, and never on a missing display', async () => {
  const { page: leader, context, complaints, close } = await visit(browser, { reducedMotion: 'reduce', viewport: null })
  const person = newPerson()
  await signUp(server, person)
  await allowScreens(leader)
  await logInPage(leader, server, person)
  await leader.goto(`${server.url}/account/details`)
  await mirrorPage(leader).joined()

  const fresh = await restore(context, leader)
  await isAt(fresh[0], { left: 1600, top: 0, width: 1600 })
  await isAt(fresh[1], { left: 3600, top: 150, width: 1600 })

  await move(fresh[0], { left: 3300, top: 80, width: 1200, height: 700 })
  await move(fresh[1], { left: 1750, top: 40, width: 1000, height: 640 })
  const left = [await boundsOf(fresh[0]), await boundsOf(fresh[1])] as const
  await shut(leader, fresh)
  const again = await restore(context, leader)
  for (const [page, place] of [[again[0], left[0]] as const, [again[1], left[1]] as const]) {
    await isAt(page, place)
    // Headless Chromium drops a pixel of the requested height.
    await expect.poll(async () => Math.abs((await boundsOf(page)).height - place.height)).toBeLessThanOrEqual(1)
  }

  await shut(leader, again)
  await leader.evaluate((key) => {
    const gone = { left: 9000, top: 40, width: 1200, height: 700 }
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), 1: gone }))
  }, KEY)
  const [moved, kept] = await restore(context, leader)
  await isAt(moved, { left: 1600, top: 0, width: 1600 })
  await isAt(kept, { left: 1750, top: 40, width: 1000 })
  expect(complaints).toEqual([])
  await close()
}, 240_000)
