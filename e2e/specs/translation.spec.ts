import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { homePage } from '../pages/home-page.ts'
import { type Visit, visit } from '../support/browser.ts'
import { bringTranslator, lostTexts, movedFigures, showOriginal, translate } from '../support/page-translator.ts'
import { logInPage, post } from '../support/people.ts'
import { ROUTES } from '../support/routes.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()
let reader: Visit
let page: Page

beforeAll(async () => {
  const headers = { authorization: `Bearer ${on.session.token}` }
  const order = { client_id: randomUUID(), symbol: 'BTC', side: 'buy', type: 'market', size: '0.02' }
  await until('the order to be taken, once there is a book', async () => (await post(on.server, '/orders', order, headers)).ok || undefined)
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  page = reader.page
  await bringTranslator(page)
  await logInPage(page, on.server, on.person)
})
afterAll(() => reader.close())

const go = (path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)

it.each([
  ['/', '.asset-row [data-figure="price"]', 40],
  ['/currencies/BTC', '.ladder [data-cell="price"]', 60],
  ['/claw/trade', '[data-kind="positions"] td[data-title="Mark"]', 30],
  ['/claw', '.market-mover-price', 8],
  ['/claw/pretrade', '.ladder [data-cell="price"]', 20],
  ['/present', '.wall-tape [data-figure="price"]', 10],
  ['/ipc/BTC', '[data-figure="price"]', 1],
])('figures on a translated page still update on %s', async (path, sign, least) => {
  await page.goto(`${on.server.url}${path}`)
  await page.locator(sign).filter({ hasText: /\d/ }).first().waitFor()
  await translate(page)
  expect(await page.getByRole('heading').filter({ hasText: '«' }).count()).toBeGreaterThan(0)
  await expect.poll(() => movedFigures(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(least)
  expect(await page.locator('[data-figure], [data-cell="price"], [data-cell="size"]').filter({ hasText: '«' }).count()).toBe(0)
  expect(await lostTexts(page)).toEqual([])
  expect(reader.complaints).toEqual([])
})

it('every screen opens in a translated page, and loses no text', async () => {
  await page.goto(`${on.server.url}/`)
  await homePage(page, on.server.url).running()
  await translate(page)
  for (const { path, title } of ROUTES.filter(({ path }) => !path.startsWith('/auth'))) {
    await go(path)
    await expect.poll(async () => (await page.getByRole('heading').allInnerTexts()).join(' ').replaceAll(/[«»]/g, '')).toMatch(title)
    expect([path, await lostTexts(page), reader.complaints]).toEqual([path, [], []])
  }
})

it('a translated page stays usable: selections change, and no stale text remains', async () => {
  const home = homePage(page, on.server.url)
  await home.open()
  await home.running()
  await translate(page)
  const table = page.locator('.asset-table')
  await page.locator('.market-head button', { hasText: 'DeFi' }).click()
  await table.locator('tr[data-symbol="BTC"]').waitFor({ state: 'detached' })
  await page.locator('.market-head button', { hasText: 'All' }).click()
  await table.locator('tr[data-symbol="BTC"]').click()
  await page.locator('aside [data-figure="price"]').filter({ hasText: /\d/ }).first().waitFor()
  // Otherwise Escape would close the card of the figure under the mouse first.
  await page.mouse.move(0, 0)
  await page.locator('#provenance-card').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await home.sidebar.waitFor({ state: 'detached' })

  await go('/claw/trade')
  const ticket = page.getByRole('form', { name: /^Order ticket/ })
  await ticket.getByRole('radio', { name: /Sell/ }).locator('..').click()
  await ticket.locator('button[type="submit"]', { hasText: 'Sell' }).waitFor()
  const positions = page.locator('[data-kind="positions"]')
  await positions.getByRole('button', { name: /Close all of BTC/ }).click()
  await positions.locator('tr[data-symbol="BTC"]').waitFor({ state: 'detached' })

  await go('/tradealerts')
  await page.getByRole('heading', { level: 1, name: /Trade Alerts/ }).waitFor()
  for (const tab of await page.getByRole('tab').all()) await tab.click()
  await showOriginal(page)
  await go('/claw/posttrade')
  await page.getByRole('row', { name: /BTC ▲ long/ }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('«')
  expect(await lostTexts(page)).toEqual([])
  expect(reader.complaints).toEqual([])
})
