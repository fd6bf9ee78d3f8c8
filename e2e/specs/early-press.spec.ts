import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PHONE, type VisitOptions, visit } from '../support/browser.ts'
import { sharedStage } from '../support/stage.ts'

/** A slow connection: the delay of the app's scripts after the page. */
const SLOW_MS = 6_000

const on = sharedStage()

/** Server-rendered Home whose scripts load on release, at least `lateMs` after the page. */
async function lateHome({ lateMs = 0, ...options }: VisitOptions & { readonly lateMs?: number } = {}) {
  const visitor = await visit(on.browser, options)
  const { page } = visitor
  await page.addInitScript(() =>
    addEventListener('aerie-ready', () => setTimeout(() => document.documentElement.setAttribute('data-seen-ready', ''), 50)),
  )
  const late = new Promise<void>((resolve) => setTimeout(resolve, lateMs))
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/home-*.js', async (route) => {
    await Promise.all([late, released.promise])
    await route.continue()
  })
  await page.goto(`${on.server.url}/`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('row', { name: /BTC/ }).waitFor()
  return {
    ...visitor,
    release: () => released.resolve(),
    arrive: async () => {
      released.resolve()
      await page.locator('html[data-seen-ready]').waitFor({ state: 'attached' })
    },
  }
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const connectWallet = (page: Page) => page.locator('header').getByRole('button', { name: 'Connect Wallet' })

describe('a press before the scripts have loaded', () => {
  it('on a filter filters the list', async () => {
    const { page, arrive, complaints, close } = await lateHome({ lateMs: SLOW_MS })
    const meme = page.getByRole('button', { name: 'Meme', exact: true })
    await meme.click()
    expect(await meme.getAttribute('aria-busy')).toBe('true')
    expect(new URL(page.url()).search).toBe('')
    await arrive()
    await page.waitForURL((url) => url.searchParams.get('industry') === 'MEME')
    await page.locator('button[aria-pressed="true"]').filter({ hasText: 'Meme' }).waitFor()
    expect(await page.locator('[aria-busy=true][data-early]').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('on a row opens its coin beside the list, or on a phone its page', async () => {
    const { page, arrive, close } = await lateHome()
    await page.getByRole('row', { name: /ETH/ }).click()
    await arrive()
    await page.getByRole('complementary', { name: 'Token Details' }).getByText('ETH').first().waitFor()
    await close()
    const phone = await lateHome({ viewport: PHONE })
    await phone.page.getByRole('row', { name: /ETH/ }).click()
    await phone.arrive()
    await phone.page.waitForURL((url) => url.pathname !== '/')
    await phone.close()
  })

  it('on Connect Wallet opens its dialog', async () => {
    const { page, arrive, complaints, close } = await lateHome()
    await connectWallet(page).click()
    await arrive()
    await dialog(page, 'Connect Wallet').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('on the search opens the palette, once', async () => {
    const { page, arrive, close } = await lateHome()
    const search = page.locator('header').getByRole('button', { name: 'Search and commands' })
    await search.click()
    await search.click()
    await arrive()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await close()
  })

  it('on the account menu opens it', async () => {
    const { page, arrive, close } = await lateHome()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await arrive()
    await page.getByRole('menuitem', { name: 'Log In' }).waitFor()
    await close()
  })

  it('of a key does the same, and keeps the focus', async () => {
    const { page, arrive, close } = await lateHome()
    const filter = page.getByRole('button', { name: 'DeFi', exact: true })
    await filter.focus()
    await page.keyboard.press('Enter')
    await arrive()
    await page.waitForURL((url) => url.searchParams.get('industry') === 'DECENTRALIZED_FINANCE_PROTOCOL')
    expect(await filter.and(page.locator(':focus')).count()).toBe(1)
    await close()
    const other = await lateHome()
    await other.page.getByRole('row', { name: /BTC/ }).focus()
    await other.page.keyboard.press('Enter')
    await other.arrive()
    await other.page.getByRole('complementary', { name: 'Token Details' }).getByText('BTC').first().waitFor()
    await other.close()
  })
})

describe('an abandoned press', () => {
  it('is not replayed after another press: only the last one is', async () => {
    const { page, arrive, close } = await lateHome()
    await connectWallet(page).click()
    await page.getByRole('button', { name: 'AI', exact: true }).click()
    await arrive()
    await page.waitForURL((url) => url.searchParams.get('industry') === 'ARTIFICIAL_INTELLIGENCE')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })

  it('is not replayed after Escape or a press on an empty area', async () => {
    for (const leave of [(page: Page) => page.keyboard.press('Escape'), (page: Page) => page.getByRole('heading', { level: 1 }).click()]) {
      const { page, arrive, close } = await lateHome()
      await connectWallet(page).click()
      await leave(page)
      expect(await connectWallet(page).getAttribute('aria-busy')).toBeNull()
      await arrive()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await close()
    }
  })

  it('is not replayed on a page opened by a link', async () => {
    const { page, release, close } = await lateHome()
    await connectWallet(page).click()
    await page.getByRole('link', { name: 'Log In' }).click()
    // `commit`: the page's load event waits for its scripts, which are held here.
    await page.waitForURL((url) => url.pathname === '/auth/login', { waitUntil: 'commit' })
    release()
    await page.getByLabel('E-mail').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })

  it('is not replayed when a page script triggered it: only real user presses count', async () => {
    const { page, arrive, close } = await lateHome()
    await connectWallet(page).evaluate((button: HTMLElement) => button.click())
    await arrive()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })
})
