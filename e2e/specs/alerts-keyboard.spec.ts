import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { homePage } from '../pages/home-page.ts'
import { PHONE, type Visit, visit, WIDE } from '../support/browser.ts'
import { fileChooserOf } from '../support/file-chooser.ts'
import { holdToasts } from '../support/hold-toasts.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

let reader: Visit
let page: Page
beforeEach(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce', acceptDownloads: true })
  page = reader.page
  const person = newPerson()
  await signUp(on.server, person)
  await logInPage(page, on.server, person)
})
afterEach(() => reader.close())

const row = (title: string) => page.locator('[data-alert]').filter({ hasText: title })
const focused = (what: string, matches: string) =>
  until(what, async () => (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, matches)) || undefined)

async function saveLevel(level: string): Promise<void> {
  await tabTo(page, /^Level/, 'INPUT')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(level)
  await page.keyboard.press('Enter')
}

it('creates, edits, pauses, deletes, undoes, exports and imports alerts by keyboard alone', async () => {
  const { keyboard } = page
  await page.goto(`${on.server.url}/tradealerts`)
  await page.getByText('No alerts yet').waitFor()
  await tabTo(page, /^New alert$/, 'BUTTON')
  await keyboard.press('Enter')
  await saveLevel('999000')
  await row('BTC above 999,000').waitFor()

  await tabTo(page, /^BTC above 999,000/, 'TR')
  await keyboard.press('Enter')
  await focused('the form has the focus', '[data-editing] select')
  await saveLevel('998000')
  await row('BTC above 998,000').waitFor()
  await focused('the row has the focus again', '[data-alert]')

  await keyboard.press('p')
  await row('Paused').waitFor()
  await keyboard.press('p')
  await row('Active').waitFor()
  await keyboard.press('Delete')
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await holdToasts(page)
  await tabTo(page, /^Undo$/, 'BUTTON')
  await keyboard.press('Enter')
  await row('BTC above 998,000').waitFor()

  await tabTo(page, /^Pause all$/, 'BUTTON')
  await keyboard.press('Enter')
  await page.getByText('All alerts are paused. None fires until you resume them.').waitFor()
  await tabTo(page, /^Resume all$/, 'BUTTON')
  await keyboard.press('Enter')
  await row('Active').waitFor()

  await tabTo(page, /^Import and export$/, 'BUTTON')
  await keyboard.press('Enter')
  const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')])
  const file = (await readFile(await download.path(), 'utf8')).replace('998000', '997000')
  await tabTo(page, /^Import and export$/, 'BUTTON')
  await keyboard.press('Enter')
  await keyboard.press('ArrowDown')
  const chooser = await fileChooserOf(page, () => keyboard.press('Enter'))
  await chooser.setFiles({ name: 'alerts.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await row('BTC above 997,000').waitFor()
  await expect.poll(() => page.locator('[data-alert]').count()).toBe(2)
  expect(reader.complaints).toEqual([])
})

it("creates an alert for a row's coin, by its shortcut and from the palette opened there", async () => {
  const { keyboard } = page
  const symbolOfFocus = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-symbol]')?.dataset.symbol)
  const form = page.getByRole('dialog', { name: 'New alert' })
  await page.goto(on.server.url)
  await homePage(page, on.server.url).running()
  // Not the row below BTC: which coin is second changes with the market, and not each one is in the list of coins with a name.
  const symbol = 'ETH'
  await page.locator(`tr[data-symbol="${symbol}"]`).focus()

  await keyboard.press('Shift+N')
  await form.waitFor()
  await expect.poll(() => form.getByLabel('Coin').innerText()).toMatch(new RegExp(`^${symbol} · `))
  await keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await expect.poll(symbolOfFocus).toBe(symbol)

  await keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await keyboard.type('Alert on this coin')
  await page.getByRole('option', { name: /^Alert on this coin/, selected: true }).waitFor()
  await keyboard.press('Enter')
  await form.waitFor()
  await expect.poll(() => form.getByLabel('Coin').innerText()).toMatch(new RegExp(`^${symbol} · `))
  await focused('the level has the focus', '[data-autofocus]')
  await keyboard.type('987654.321')
  await form.getByText(`${symbol} above 987,654.321`, { exact: true }).waitFor()
  await keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  await expect.poll(symbolOfFocus).toBe(symbol)
  await page.goto(`${on.server.url}/tradealerts`)
  await row(`${symbol} above 987,654.321`).waitFor()
  expect(reader.complaints).toEqual([])
})

it('closes the bell with Escape after the window was temporarily small', async () => {
  await page.goto(`${on.server.url}/tradealerts`)
  await page.getByRole('button', { name: 'Newest alerts' }).waitFor()
  await tabTo(page, /^Trade alerts/, 'A')
  await page.keyboard.press('ArrowDown')
  const panel = page.getByRole('dialog', { name: 'Newest alerts' })
  await panel.waitFor()
  await page.setViewportSize(PHONE)
  await panel.waitFor({ state: 'hidden' })
  await page.setViewportSize(WIDE)
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})
