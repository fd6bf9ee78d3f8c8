import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { homePage } from '../pages/home-page.ts'
import { accessibilityBreaches, type Visit, visit } from '../support/browser.ts'
import { chord } from '../support/chord.ts'
import { logInPage } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

let reader: Visit
let page: Page
beforeEach(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  page = reader.page
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/`)
  await homePage(page, on.server.url).running()
})
afterEach(() => reader.close())

const openAccountMenu = () =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /account|Wren/i })
    .click()

describe('the dialogs, verbatim', () => {
  it('Log Out', async () => {
    await openAccountMenu()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log Out' })
    await dialog.getByText('You are about to log out of your session. Are you sure you wish to proceed?', { exact: true }).waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
    expect(reader.complaints).toEqual([])
  })

  it('Connect Wallet', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Choose how you want to connect from the available wallet providers to get started.', { exact: true }).waitFor()
    for (const option of ['Metamask', 'Wallet Connect', 'Coinbase Wallet'])
      await dialog.getByRole('button', { name: new RegExp(`^${option}`) }).waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(reader.complaints).toEqual([])
  })
})

describe('logging out', () => {
  it('clears all storage, shows Home after a second, and invalidates the token on the server', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await page.evaluate(() => localStorage.setItem('something-else', 'kept by mistake'))
    await openAccountMenu()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.getByRole('dialog', { name: 'Log Out' }).getByRole('button', { name: 'Log Out', exact: true }).click()
    await page.getByRole('link', { name: 'Sign Up Now' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.waitForFunction(() => ['token', 'user', 'something-else'].every((key) => localStorage.getItem(key) === null))
    const statusOfToken = async () => {
      const record = await fetch(`${on.server.url}/api/v1/getUserByEmail?email=${encodeURIComponent(on.person.email)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return record.status
    }
    await until('the token to be dead', async () => ((await statusOfToken()) === 401 ? true : undefined))
    const cookies = async () => (await page.context().cookies()).filter(({ value }) => value !== '')
    await until('no cookie to be left', async () => (await cookies()).length === 0 || undefined)
  })
})

describe('the keyboard', () => {
  it('opens the palette with Ctrl+K and navigates', async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('post-trade')
    await palette
      .getByRole('option', { name: /Post-trade/ })
      .first()
      .waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/claw/posttrade')
    expect(reader.complaints).toEqual([])
  })

  it('searches coins with /', async () => {
    await page.keyboard.press('/')
    const search = page.getByRole('dialog')
    await search.getByRole('combobox').fill('solana')
    await search
      .getByRole('option', { name: /Solana/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    expect(reader.complaints).toEqual([])
  })

  it('shows all shortcuts with ?', async () => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Fullscreen').first().waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  it('goes to the trade alerts with g a', async () => {
    await chord(page, 'g', 'a')
    await page.waitForURL((url) => url.pathname === '/tradealerts')
  })

  it('ignores shortcuts while the user types', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('')
    await page.keyboard.type('ga?')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('enters fullscreen with Ctrl+Shift+F and leaves it', async () => {
    await page.keyboard.press('Control+Shift+F')
    await page.waitForFunction(() => document.fullscreenElement !== null)
    await page.keyboard.press('Control+Shift+F')
    await page.waitForFunction(() => document.fullscreenElement === null)
  })

  it('opens a mirror of 1600x900 with Ctrl+Shift+M', async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Control+Shift+M')])
    await popup.waitForURL((url) => url.pathname === '/mirror')
    await popup.close()
  })

  it('moves from the skip link to a row and opens its details', async () => {
    await page.reload()
    await homePage(page, on.server.url).running()
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => /skip/i.test(document.activeElement?.textContent ?? ''))
    await page.keyboard.press('Enter')
    for (let presses = 0; presses < 40; presses++) {
      if (
        await page.evaluate(
          () => document.activeElement?.closest('[data-symbol]') !== null && document.activeElement?.closest('[data-symbol]') !== undefined,
        )
      )
        break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowDown')
    const symbol = await page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-symbol]')?.dataset.symbol)
    expect(symbol).toBeDefined()
    expect(symbol).not.toBe('BTC')
    await page.keyboard.press('Enter')
    await homePage(page, on.server.url)
      .sidebar.getByText(symbol ?? '')
      .first()
      .waitFor()
  })

  it('shows a focus indicator on everything it reaches', async () => {
    const invisible: string[] = []
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      const lost = await page.evaluate(() => {
        const element = document.activeElement
        if (!(element instanceof HTMLElement) || element === document.body) return null
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        const isSeen = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
        return isSeen ? null : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`
      })
      if (lost) invisible.push(lost)
    }
    expect(invisible).toEqual([])
  })
})

describe('the theme', () => {
  it('follows the system until one is chosen, and the choice survives a reload', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const dark = await background()
    await page.emulateMedia({ colorScheme: 'light' })
    await until('the light theme', async () => (await background()) !== dark || undefined)
    await page.getByRole('banner').getByRole('button', { name: 'Appearance' }).click()
    await page
      .getByRole('menuitemradio', { name: /Dark/ })
      .or(page.getByRole('menuitem', { name: /Dark/ }))
      .first()
      .click()
    await until('the dark theme', async () => (await background()) === dark || undefined)
    await page.reload()
    await page.getByRole('main').waitFor()
    await until('the dark theme again', async () => (await background()) === dark || undefined)
    expect(reader.complaints).toEqual([])
  })
})

describe('a lost network connection', () => {
  it('shows a banner, which disappears when the network is back', async () => {
    await page.context().setOffline(true)
    const banner = page.getByText(/offline/i).first()
    await banner.waitFor()
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'hidden' })
  })
})
