import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tradePage } from '../pages/trade-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit, WIDE } from '../support/browser.ts'
import { listenFor } from '../support/listen-for.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'

const on = sharedStage()

let reader: Visit
beforeEach(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const person = newPerson()
  await signUp(on.server, person)
  await logInPage(reader.page, on.server, person)
})
afterEach(() => reader.close())

const enterOn = async (page: Page, role: 'link' | 'button', name: string) => {
  await page.getByRole(role, { name }).first().focus()
  await page.keyboard.press('Enter')
}

it('goes by keyboard alone from the list to a first paper trade, detects it, and grades a question', async () => {
  const { page, complaints } = reader
  await page.goto(`${on.server.url}/claw/learn`)
  await enterOn(page, 'link', 'Start the first lesson')
  await page.getByRole('heading', { level: 1, name: 'Your first paper trade' }).waitFor()
  await page.getByText('Not done yet. This updates when you do it.').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])

  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next question' }).waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])

  await enterOn(page, 'link', 'Open Trade')
  const trade = tradePage(page, on.server.url)
  await trade.table('Order book of BTC').waitFor()
  await page.getByRole('group', { name: 'Order type' }).getByRole('button', { name: 'Market', exact: true }).press('Enter')
  await trade.field('amount').focus()
  await page.keyboard.type('0.01')
  await page.getByRole('button', { name: 'Buy 0.01 BTC · paper · simulated market', exact: true, disabled: false }).waitFor()
  const isBought = await listenFor(page, 'Bought 0.01 BTC')
  await page.keyboard.press('Enter')
  await isBought()

  await page.goto(`${on.server.url}/learn?lesson=first-trade`)
  await page.getByText('Done. We found it in your account.').waitFor()
  await page.setViewportSize(PHONE)
  expect([await sidewaysScroll(page), await accessibilityBreaches(page)]).toEqual([0, []])
  await page.setViewportSize(WIDE)
  await enterOn(page, 'link', 'All lessons')
  await page.getByText('Task done').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  expect(complaints).toEqual([])
})
