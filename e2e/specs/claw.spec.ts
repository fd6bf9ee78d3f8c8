import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accessibilityBreaches, NARROW, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { logInPage } from '../support/people.ts'
import { stage } from '../support/stage.ts'

const on = stage()

let reader: Visit
const open = async (options: Parameters<typeof visit>[1] = {}) => {
  reader = await visit(on.browser, { reducedMotion: 'reduce', ...options })
  await logInPage(reader.page, on.server, on.person)
  await reader.page.goto(`${on.server.url}/claw`)
  await reader.page.getByText(/\d+ up/).waitFor()
  return reader.page
}
afterEach(() => reader.close())

/** On some days all coins fall or all rise: then one of the two lists is empty. */
const moversOf = (page: Page) => page.getByRole('region', { name: /^Movers/ })

describe('the hub', () => {
  beforeEach(() => open())

  it('shows how many coins rose, fell and are unknown, and counts all of them', async () => {
    const caption = await reader.page.getByRole('region', { name: 'Market', exact: true }).locator('figcaption').innerText()
    // Only up and down are shown if they are 0.
    const counts = [...caption.matchAll(/\d+(?= (?:up|unchanged|down|unknown|in ))/g)].map(([count]) => Number(count))
    const total = counts.pop()
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total)
    expect(total).toBeGreaterThanOrEqual(67)
  })

  it('lists the movers, best first, and opens one of them', async () => {
    const { page } = reader
    const movers = moversOf(page)
    await movers.getByRole('rowheader').first().waitFor()
    await page.waitForFunction(() => /%/.test(document.querySelector('.market-mover-change')?.textContent ?? ''))
    // Not every coin has a screen to link to: the top movers may all lack one.
    await movers.getByRole('link').first().click()
    await page.waitForURL(/\/currencies\/[A-Z0-9]+$/)
  })

  it('changes the time span, and keeps it in the address', async () => {
    const { page } = reader
    await page.getByRole('button', { name: '7d', exact: true }).click()
    await page.waitForURL(/\?span=7d$/)
    await page.reload()
    await page.getByRole('region', { name: 'Movers in 7 days' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: '7d', exact: true }).getAttribute('aria-pressed')).toBe('true')
  })

  it('shows regimes, forecasts with their probability, and the evidence for each', async () => {
    const { page } = reader
    for (const coin of ['BTC', 'ETH']) {
      const regime = page.getByRole('region', { name: `Volatility of ${coin}` })
      await regime.getByText(/^(Calm|Normal|High|Extreme)$/).waitFor({ timeout: 90_000 })
      await regime.getByText(/% a year/).waitFor()
      await regime.getByText(/Simulated market, not real prices/).waitFor()
    }
    for (const coin of ['BTC', 'ETH', 'SOL', 'XRP']) {
      const tile = page.getByRole('region', { name: `Prediction of ${coin}` })
      await tile.getByText(/^\d+\.\d%$/).waitFor({ timeout: 120_000 })
      await tile.getByRole('img', { name: new RegExp(`^${coin}: forecast for 24 hours`) }).waitFor()
    }
    await page
      .getByText(/^No prediction has been scored yet|predictions scored: .* of the 30 independent outcomes|^The 80% band covered/)
      .waitFor({ timeout: 90_000 })
  }, 240_000)

  it('shifts no section while the panels above are loading', async () => {
    const { page } = reader
    await page.addInitScript(() => {
      const seen = new Set<number>()
      const look = () => {
        const sections = document.querySelector('.claw-sections')
        if (sections !== null) seen.add(Math.round(sections.getBoundingClientRect().top + scrollY))
        Reflect.set(window, 'sectionTops', [...seen].join())
        requestAnimationFrame(look)
      }
      look()
    })
    await page.reload()
    await page.getByText('paper · simulated market').waitFor()
    await page.getByText('Link a wallet to see your AERIE here.').waitFor()
    for (const coin of ['BTC', 'ETH', 'SOL', 'XRP'])
      await page
        .getByRole('region', { name: `Prediction of ${coin}` })
        .getByText(/^\d+\.\d%$/)
        .waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'sectionTops'))).toMatch(/^\d+$/)
  })

  it('shows what is open in the trading account, and links to every section', async () => {
    const { page } = reader
    await page.getByText('paper · simulated market').waitFor()
    await page.getByText('Link a wallet to see your AERIE here.').waitFor()
    const sections = page.getByRole('region', { name: 'Sections' })
    for (const title of await sections.getByRole('link').allInnerTexts()) {
      await sections.getByRole('link', { name: title, exact: true }).click()
      await page.waitForURL((url) => url.pathname !== '/claw')
      await page.goto(`${on.server.url}/claw`)
    }
  })

  it('shows market, forecasts, next step, open risk and yesterday above the fold at 1440x900', async () => {
    const { page } = reader
    await page.locator('.market-mover-price').first().waitFor()
    const bottoms = await page.evaluate(() =>
      ['market', 'forecasts', 'next', 'risk', 'review'].map((name) => {
        const { height, bottom } = document.querySelector(`.claw-${name}`)?.getBoundingClientRect() ?? { height: 0, bottom: 0 }
        return { name, isWhole: height > 0 && bottom + window.scrollY <= 900 }
      }),
    )
    expect(bottoms.filter(({ isWhole }) => !isWhole)).toEqual([])
  })

  it('is accessible, leaves the console empty, and shows the source of every price by keyboard', async () => {
    const { page, complaints } = reader
    await page.locator('.market-mover-price').first().waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await moversOf(page).locator('.market-mover-price').first().focus()
    await page.keyboard.press('Tab')
    await page.locator('#provenance-card').getByText('Simulated market').first().waitFor()
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  })
})

it.each([
  ['a phone', PHONE],
  ['320 pixels', NARROW],
])('fits %s, in the light theme', async (_what, viewport) => {
  const page = await open({ viewport, isMobile: true, hasTouch: true, colorScheme: 'light' })
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessibilityBreaches(page)).toEqual([])
  expect(reader.complaints).toEqual([])
})

it('keeps prices and marks them stale while the server is offline, and resumes when it is back', async () => {
  const page = await open({})
  await moversOf(page).getByRole('rowheader').first().waitFor()
  const cap = page.getByRole('region', { name: 'Market', exact: true })
  await on.server.kill()
  await cap.getByText(/^Stale\./).waitFor({ timeout: 90_000 })
  await expect.poll(() => cap.getByText(/\d+ up/).count()).toBe(1)
  await on.server.start()
  await cap.getByText(/^Simulated market, not real prices/).waitFor({ timeout: 90_000 })
}, 300_000)
