import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseTypeByKey, goByKey, tradePage } from '../pages/trade-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

let reader: Visit
beforeEach(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const person = newPerson()
  await signUp(on.server, person)
  await logInPage(reader.page, on.server, person)
})
afterEach(() => reader.close())

/** Texts of a dialog that are wider than their box. */
const cutTexts = (dialog: Locator) =>
  dialog.evaluate((element) =>
    [...element.querySelectorAll('p, h2, label, button')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  )

describe('Trade', () => {
  it('works by keyboard alone: a limit order, its queue, its move, a fill, its evidence, the close', async () => {
    const { page, complaints } = reader
    const trade = tradePage(page, on.server.url)
    const { keyboard } = page
    await trade.open()

    // So far below the best bid that the market does not reach it, however long the test takes.
    const price = String(Math.round(Number(await trade.bid(4)) * 0.9))
    const isOnSize = () =>
      until(
        'the size has the focus',
        async () => (await trade.field('amount').evaluate((field) => field === document.activeElement)) || undefined,
      )
    await keyboard.press('b')
    await isOnSize()
    await chooseTypeByKey(page, 'Limit')
    await tabTo(page, /^Price$/, 'INPUT')
    await keyboard.type(price)
    await tabTo(page, /^Size$/, 'INPUT')
    await keyboard.type('0.05')
    await page.getByRole('row', { name: /^Equity 10,000\.00/ }).waitFor()
    await expect.poll(() => trade.submit.textContent(), { timeout: 30_000 }).toBe('Buy 0.05 BTC · paper · simulated market')
    await keyboard.press('Enter')
    await until('the ticket is empty for the next', async () => (await trade.field('amount').inputValue()) === '' || undefined)

    await goByKey(page, 'o', /^Buy BTC Limit/)
    await until(
      'the order has the focus',
      async () => (await trade.orderRow.evaluate((row) => row === document.activeElement)) || undefined,
    )
    await trade.orderRow.getByText(/ahead of you|next in line/).waitFor()
    await keyboard.press('Shift+ArrowDown')
    await trade.orderRow.getByText('→').waitFor()
    await keyboard.press('Enter')
    await until('it is elsewhere', async () => {
      const shown = (await trade.orderRow.locator('td').nth(2).innerText()).replaceAll(',', '')
      return (!shown.includes('→') && Number(shown) < Number(price)) || undefined
    })

    await keyboard.press('b')
    await isOnSize()
    await keyboard.type('0.02')
    await keyboard.press('Escape')
    await keyboard.press('Shift+A')
    await page.getByRole('button', { name: 'Armed', pressed: true }).waitFor()
    await keyboard.press('Shift+B')
    await trade.toast(/Bought 0\.02 BTC at [\d,.]+ · paper · simulated market/).waitFor()
    await keyboard.press('p')
    await trade.table('Open positions').getByText('Long 0.02').waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])

    await keyboard.press('f')
    await page.getByText(/^No open positions/).waitFor()
    await goByKey(page, 'l', /^Evidence/)
    await keyboard.press('Enter')
    await page.getByText(/^Took .* of book \d+ \(the source's \d+, .* UTC\), best first\.$/).waitFor()
    const takers = trade.table('Fills').getByText('taker')
    await until('both fills in the list', async () => (await takers.count()) === 2 || undefined)

    await keyboard.press('Escape')
    await keyboard.press('Shift+D')
    await page.getByRole('dialog', { name: 'Dead-man switch' }).waitFor()
    expect(await cutTexts(page.getByRole('dialog', { name: 'Dead-man switch' }))).toEqual([])
    expect(await accessibilityBreaches(page)).toEqual([])
    await keyboard.press('Enter')
    await page
      .getByRole('button', { name: 'Dead-man switch: on' })
      .getByText(/^(1:00|0:\d\d)$/)
      .waitFor()

    await keyboard.press('Shift+K')
    await page.getByRole('button', { name: 'Cancel and close all' }).waitFor()
    expect(await cutTexts(page.getByRole('dialog'))).toEqual([])
    await keyboard.press('Enter')
    await trade.toast(/1 orders? cancelled, 0 positions closing/).waitFor()
    expect(complaints).toEqual([])
  })

  it('fits one screen, wide and small; a phone opens on the chart, with the ticket within thumb reach', async () => {
    const { page } = reader
    const trade = tradePage(page, on.server.url)
    await trade.open()
    const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    const fits = () => expect.poll(async () => [await overflow(), await sidewaysScroll(page)], { timeout: 30_000 }).toEqual([0, 0])
    await fits()
    await page.setViewportSize(PHONE)
    const tabs = page.getByRole('tablist', { name: 'Slots' })
    const buy = page.getByRole('button', { name: 'Buy BTC', exact: true })
    for (const part of [tabs, buy]) await part.waitFor()
    expect((await tabs.getByRole('tab').allInnerTexts()).slice(0, 3)).toEqual(['Chart', 'Book', 'Positions'])
    expect(await page.locator('.ticket').isVisible()).toBe(false)
    const isAtThumb = async (part: Locator) => ((await part.boundingBox())?.y ?? 0) > PHONE.height / 2 || undefined
    for (const part of [tabs, buy]) await until('it to be in the lower half', () => isAtThumb(part))
    await fits()
    expect(await accessibilityBreaches(page)).toEqual([])

    await buy.focus()
    await page.keyboard.press('Enter')
    const slider = page.getByRole('slider', { name: 'Size as a share of the equity' })
    await slider.waitFor()
    // A market order by default: a size is all it needs.
    expect(await trade.field('price').count()).toBe(0)
    expect(await page.locator('.slot[data-kind="chart"]').isVisible()).toBe(true)
    await slider.focus()
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight')
    await page.locator('input[aria-valuetext^="10% of the equity"]').waitFor()
    await trade.submit.waitFor()
    await until('it to be in the lower half', () => isAtThumb(trade.submit))
    await expect.poll(() => page.locator('.ticket-submit[aria-disabled]').count()).toBe(0)
    await fits()
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the ticket' }).focus()
    await page.keyboard.press('Enter')
    await buy.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Buy BTC')
  })
})
