import { expect, it } from 'vitest'
import { tradePage } from '../pages/trade-page.ts'
import { accessibilityBreaches, visit } from '../support/browser.ts'
import { mailedCode, newPerson } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'

const on = sharedStage()

it('goes by keyboard alone from sign-up through the tour and first lesson to a first paper trade and a quiz', async () => {
  const { page, complaints, close } = await visit(on.browser, { reducedMotion: 'reduce' })
  const { keyboard } = page
  const person = newPerson('Robin')
  const fill = async (name: RegExp, text: string) => {
    await tabTo(page, name, 'INPUT')
    await keyboard.type(text)
  }
  await page.goto(`${on.server.url}/auth/signup`)
  await page.getByLabel(/first name/i).waitFor()
  await fill(/^first name/i, person.first_name)
  await fill(/^last name/i, person.last_name)
  await fill(/^e-?mail/i, person.email)
  await fill(/^password/i, person.password)
  await keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/auth/verify')
  const code = page.getByRole('main').getByLabel(/code/i).and(page.locator('input'))
  await code.waitFor()
  await fill(/code/i, await mailedCode(on.server, person.email))

  const tour = page.getByRole('dialog')
  await tour.getByText('Step 1 of 5').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'dialog')
  expect(await accessibilityBreaches(page)).toEqual([])
  await tabTo(page, /^Next$/)
  for (const step of [2, 3, 4, 5]) {
    await keyboard.press('Enter')
    await tour.getByText(`Step ${step} of 5`).waitFor()
  }
  await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your first paper trade' }).waitFor()
  await tour.waitFor({ state: 'detached' })
  await page.getByText('Not done yet. This updates when you do it.').waitFor()
  await tabTo(page, /^Open Trade$/, 'A')
  await keyboard.press('Enter')

  const trade = tradePage(page, on.server.url)
  await trade.table('Order book of BTC').locator('.level-price').first().waitFor()
  await page.getByRole('form', { name: /^Order ticket/ }).waitFor()
  await page.getByRole('row', { name: /^Equity [\d,]+\.\d/ }).waitFor()
  await tabTo(page, /^Market$/, 'BUTTON')
  await keyboard.press('Enter')
  await tabTo(page, /^(Size|Amount)/, 'INPUT')
  await keyboard.type('0.01')
  await keyboard.press('Enter')
  await trade
    .toast(/filled|Bought/i)
    .first()
    .waitFor()

  await tabTo(page, /^Learn$/, 'A')
  await keyboard.press('Enter')
  await page.getByRole('link', { name: 'Your first paper trade', exact: true }).waitFor()
  const begin = /^(Start the first lesson|Continue: Your first paper trade)$/
  await page.getByRole('link', { name: begin }).first().waitFor()
  await tabTo(page, begin, 'A')
  await keyboard.press('Enter')
  await page.getByText('Done. We found it in your account.').waitFor()

  const first = await page.locator('fieldset label').first().innerText()
  await tabTo(page, new RegExp(`^${first}$`), 'INPUT')
  for (const question of [1, 2, 3]) {
    await page.getByText(`Question ${question} of 3`).waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'radio')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: /^(Next question|Finish)$/ }).waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON')
    await keyboard.press('Enter')
  }
  await page.getByText(/^\d of 3 right$/).waitFor()
  expect(await accessibilityBreaches(page)).toEqual([])
  expect(complaints).toEqual([])
  await close()
})
