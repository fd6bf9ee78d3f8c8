import type { Session } from '@aerie/wire/account/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit, WIDE } from '../support/browser.ts'
import { logInPage, newPerson, post, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

let reader: Visit
let session: Session
beforeEach(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const person = newPerson()
  session = await signUp(on.server, person)
  await logInPage(reader.page, on.server, person)
})
afterEach(() => reader.close())

it('creates an alert by keyboard alone, which fires, is counted at the bell, and is marked as read', async () => {
  const { page, complaints } = reader
  const { keyboard } = page
  await page.goto(`${on.server.url}/tradealerts`)
  await page.getByText('No alerts yet').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])

  await page.getByRole('button', { name: 'New alert' }).first().focus()
  await keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'New alert' })
  await form.getByLabel('Watch').selectOption('order_filled')
  await form.getByText('BTC order is filled').waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await form.getByRole('button', { name: 'Save alert' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('grid', { name: 'Your alerts' }).locator('[data-alert]').waitFor()
  const order = { client_id: 'alerts-spec', symbol: 'BTC', side: 'buy', type: 'market', size: '0.01' }
  await until('the order to be taken', async () => {
    const { status } = await post(on.server, '/orders', order, { authorization: `Bearer ${session.token}` })
    return status === 200 || status === 201 ? true : undefined
  })

  const bell = page.getByRole('link', { name: 'Trade alerts, 1 unread' })
  await bell.waitFor()
  await page.setViewportSize(PHONE)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts 1 unread' }).waitFor()
  expect([await sidewaysScroll(page), await accessibilityBreaches(page)]).toEqual([0, []])

  await page.setViewportSize(WIDE)
  await bell.focus()
  await keyboard.press('ArrowDown')
  const panel = page.getByRole('dialog', { name: 'Newest alerts' })
  await panel.getByRole('listitem').first().waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await panel.getByRole('button', { name: 'Mark all as read' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('link', { name: 'Trade alerts', exact: true }).first().waitFor()
  await keyboard.press('Escape')
  await until('the panel is closed', async () => (await panel.count()) === 0 || undefined)

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('list', { name: 'Fired alerts' }).getByRole('listitem').first().waitFor()
  expect(complaints).toEqual([])
})
