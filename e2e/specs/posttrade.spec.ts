import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { accessibilityBreaches, sidewaysScroll, visit } from '../support/browser.ts'
import { logInPage, post } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

it('shows a paper trade without any typing, and keeps its existing tag and note, by keyboard', async () => {
  const asked = { authorization: `Bearer ${on.session.token}` }
  const order = { client_id: randomUUID(), symbol: 'BTC', side: 'buy', type: 'market', size: '0.02' }
  await until('the order is taken, once there is a book', async () => (await post(on.server, '/orders', order, asked)).ok || undefined)
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(page, on.server, on.person)
  await page.goto(`${on.server.url}/claw/posttrade`)
  const row = page.getByRole('row', { name: /BTC ▲ long/ })
  await row.getByText('open').first().waitFor()

  // Closed over the API meanwhile: the row must update by itself.
  expect((await post(on.server, '/positions/BTC/close', { client_id: randomUUID() }, asked)).ok).toBe(true)
  await row.getByText('open').first().waitFor({ state: 'detached' })

  await row.focus()
  await page.keyboard.press('Enter')
  const trade = page.getByRole('region', { name: 'Trade', exact: true })
  await trade.getByText('no R: no stop at entry').waitFor()
  await trade.getByText(/^Record 1 of this account/).click()
  await trade.getByText(/^SHA-256 [0-9a-f]{64}$/).waitFor()
  await trade.getByRole('textbox', { name: 'Add a tag' }).focus()
  await page.keyboard.type('too early')
  await page.keyboard.press('Enter')
  await trade.getByRole('button', { name: 'Remove the tag too early' }).waitFor()
  await trade.getByRole('button', { name: 'Write a note' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Entered **before** the close.')
  await page.keyboard.press('Control+Enter')
  await trade.locator('strong', { hasText: 'before' }).waitFor()

  await page.reload()
  await trade.locator('strong', { hasText: 'before' }).waitFor()
  await row.getByText('too early').waitFor()
  await trade
    .getByRole('img', { name: /candles of .* around/ })
    .locator('canvas')
    .first()
    .waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await page.getByText(/^1 closed trade/).waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  await expect.poll(() => sidewaysScroll(page), { timeout: 30_000 }).toBe(0)
  expect(complaints).toEqual([])
  await close()
})
