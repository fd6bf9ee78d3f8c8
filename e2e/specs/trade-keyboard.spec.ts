import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseTypeByKey, focusComesTo, goByKey, ordersSent, tradePage } from '../pages/trade-page.ts'
import { accessibilityBreaches, type Visit, visit } from '../support/browser.ts'
import { chord } from '../support/chord.ts'
import { logInPage, post } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { tabBackTo, tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

let reader: Visit
let trade: ReturnType<typeof tradePage>
beforeEach(async () => {
  const nothing = await post(on.server, '/trading/account/reset', { deposit: '100000' }, { authorization: `Bearer ${on.session.token}` })
  expect(nothing.status).toBe(200)
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(reader.page, on.server, on.person)
  trade = tradePage(reader.page, on.server.url)
  await trade.open()
  await trade.bid(6)
})
afterEach(() => reader.close())

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await reader.page.keyboard.press(key)
}
const type = (text: string) => reader.page.keyboard.type(text)
const focusOn = (name: RegExp) => focusComesTo(reader.page, name)
const goTo = (key: string, name: RegExp) => goByKey(reader.page, key, name)
const bid = async () => Math.round(Number(await trade.bid(0)))

const toTicket = (side: 'b' | 's') => goTo(side, /^Size$/)

type Wanted = {
  readonly side?: 'b' | 's'
  readonly title: string
  readonly fields?: Readonly<Record<string, number | string>>
  readonly size?: string
}

async function send({ side = 'b', title, fields = {}, size = '0.02' }: Wanted): Promise<void> {
  const { page } = reader
  await toTicket(side)
  await chooseTypeByKey(page, title)
  for (const [name, value] of Object.entries(fields)) {
    await tabTo(page, new RegExp(`^${name}$`), 'INPUT')
    await press('Control+a')
    await type(String(value))
  }
  await tabTo(page, /^Size$/, 'INPUT')
  await type(size)
  await press('Enter')
  await until(`the ${title} order to be sent`, async () => ((await trade.field('amount').inputValue()) === '' ? true : undefined))
}

const sent = () => ordersSent(on.server, on.session.token)
const orders = () => reader.page.getByRole('table', { name: 'Open orders' }).getByRole('row')
const hasOrders = (count: number) => until(`${count} open orders`, async () => (await orders().count()) === count + 1 || undefined)
const toOrders = async (count: number, name: RegExp) => {
  await press('Escape', 'o')
  await hasOrders(count)
  await goTo('o', name)
}
const order = (name: RegExp) => reader.page.getByRole('row', { name })
const position = (text: string) => trade.table('Open positions').getByText(text, { exact: true })

describe('orders, by keyboard alone', () => {
  it('are entered and sent in every type', async () => {
    const at = await bid()
    const [far, low, lower, high, higher] = [at * 0.8, at * 0.9, at * 0.85, at * 1.05, at * 1.06].map(Math.round)
    await send({ title: 'Limit', fields: { Leverage: 10, Price: low ?? 0 } })
    await send({ title: 'Stop', fields: { Trigger: high ?? 0 } })
    await send({ title: 'Stop limit', fields: { Trigger: high ?? 0, Price: higher ?? 0 } })
    await send({ title: 'Take profit', fields: { Trigger: low ?? 0 } })
    await send({ title: 'Take profit limit', fields: { Trigger: low ?? 0, Price: lower ?? 0 } })
    await send({ title: 'Trailing stop', fields: { Distance: 5 } })
    await send({ title: 'Scaled', fields: { Price: low ?? 0, 'To price': far ?? 0, Orders: 3 } })
    await send({ title: 'TWAP', fields: { Minutes: 30 }, size: '0.1' })
    await send({ side: 's', title: 'Limit', fields: { Price: higher ?? 0 } })
    await toOrders(9, /^Sell BTC Limit/)
    const names = await orders().evaluateAll((rows) => rows.slice(1).map((row) => row.getAttribute('aria-label')?.split('.')[0] ?? ''))
    expect(names.toSorted()).toEqual([
      'Buy BTC Limit',
      'Buy BTC Scaled',
      'Buy BTC Stop',
      'Buy BTC Stop limit',
      'Buy BTC TWAP',
      'Buy BTC Take profit',
      'Buy BTC Take profit limit',
      'Buy BTC Trailing stop',
      'Sell BTC Limit',
    ])
    await reader.page.getByRole('button', { name: 'Parts of Buy BTC Scaled: 3 of 3 open' }).press('Enter')
    await hasOrders(12)
    expect(reader.complaints).toEqual([])
  })

  it('come with a bracket, whose exits become active on the fill', async () => {
    const at = await bid()
    await toTicket('b')
    await chooseTypeByKey(reader.page, 'Market')
    await tabTo(reader.page, /^Size$/, 'INPUT')
    await type('0.03')
    await tabTo(reader.page, /^Take profit and stop loss$/)
    await press('Enter')
    await tabTo(reader.page, /^Take profit$/, 'INPUT')
    await type(String(Math.round(at * 1.1)))
    await tabTo(reader.page, /^Stop loss$/, 'INPUT')
    await type(String(Math.round(at * 0.9)))
    await press('Enter')
    await trade.toast(/Bought 0\.03 BTC/).waitFor()
    await press('Escape', 'o')
    await order(/^Sell BTC Take profit reduce-only/).waitFor()
    await order(/^Sell BTC Stop loss reduce-only/).waitFor()
    expect(reader.complaints).toEqual([])
  })

  it('are moved with a preview of the effect, cancelled one by one and all together, and never lose the focus', async () => {
    const at = await bid()
    for (const part of [0.9, 0.91, 0.92]) await send({ title: 'Limit', fields: { Price: Math.round(at * part) } })
    await toOrders(3, /^Buy BTC Limit/)
    await press('ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowDown')
    await reader.page.getByRole('region', { name: 'Effect of the move' }).first().getByText('Enter to send, Escape to cancel.').waitFor()
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    await press('Escape')
    await reader.page.getByRole('region', { name: 'Effect of the move' }).first().waitFor({ state: 'detached' })
    await press('Shift+ArrowUp', 'Enter')
    await trade.toast(/Buy BTC moved to/).waitFor()
    await focusOn(/^Buy BTC Limit/)
    await press('Delete')
    await hasOrders(2)
    await focusOn(/^Buy BTC Limit/)
    await press('ArrowDown')
    await focusOn(/^Buy BTC Limit/)
    await press('Escape', 'Tab')
    await focusOn(/^Cancel: Buy BTC Limit/)
    await press('Enter')
    await hasOrders(1)
    await focusOn(/^Buy BTC Limit/)
    await tabBackTo(reader.page, /^Cancel all$/)
    await press('Enter')
    await trade.toast(/1 order cancelled\./).waitFor()
    await reader.page.getByText(/^No open orders/).waitFor()
    await focusOn(/^Cancel all$/)
    await tabBackTo(reader.page, /^Ended$/)
    await press('Enter')
    await trade.table('Past orders').getByText('Cancelled').first().waitFor()
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    expect(reader.complaints).toEqual([])
  })

  it('require confirmation before moving across the spread, and otherwise stay unchanged', async () => {
    // Ten ticks are a dollar. The market does not move 300 dollars during the test.
    await send({ title: 'Limit', fields: { Price: (await bid()) - 300 } })
    await toOrders(1, /^Buy BTC Limit/)
    const up = (dollars: number) => press(...Array.from({ length: dollars }, () => 'Shift+ArrowUp'))
    await up(290)
    await until('the move to come to the market', async () => {
      if (await reader.page.getByText('It would trade at once.').first().isVisible()) return true
      await up(5)
      return undefined
    })
    await up(150)
    await press('Enter')
    const question = reader.page.getByRole('dialog', { name: 'This would trade at once' })
    await question.waitFor()
    await focusOn(/^Keep the order$/)
    await press('Enter')
    await question.waitFor({ state: 'detached' })
    await focusOn(/^Buy BTC Limit/)
    expect(reader.complaints).toEqual([])
  })
})

describe('positions, by keyboard alone', () => {
  const buy = async (size: string) => {
    await send({ title: 'Market', size })
    await trade
      .toast(/Bought/)
      .first()
      .waitFor()
    await goTo('p', /^BTC$/)
  }

  it('are closed by ¼, ½, ¾ and whole, reversed, and keep the focus in position', async () => {
    await buy('0.4')
    for (const [part, left] of [
      ['¼', 'Long 0.3'],
      ['½', 'Long 0.15'],
      ['¾', 'Long 0.0375'],
    ] as const) {
      await tabTo(reader.page, new RegExp(`^Close ${part} of BTC at market$`))
      await press('Enter')
      await trade.holds(`▲ ${left}`)
    }
    await tabTo(reader.page, /^Reverse BTC$/)
    await press('Enter')
    await trade.holds('▼ Short 0.0375')
    await focusOn(/^Reverse BTC$/)
    await tabBackTo(reader.page, /^Close all of BTC at market$/)
    await press('Enter')
    await reader.page.getByText(/^No open positions/).waitFor()
    await reader.page.waitForFunction(() => document.activeElement?.closest('[data-kind]')?.getAttribute('data-kind') === 'positions')
    expect(reader.complaints).toEqual([])
  })

  it('get a stop, which is moved, a different leverage, and isolated margin, which is increased', async () => {
    const at = await bid()
    await toTicket('b')
    await tabBackTo(reader.page, /^Margin mode$/)
    await press('ArrowDown')
    await tabTo(reader.page, /^Size$/, 'INPUT')
    await buy('0.1')
    await tabTo(reader.page, /^Add stop to BTC$/)
    await press('Enter')
    await focusOn(/^Trigger \(mark price\)$/)
    await type(String(Math.round(at * 0.9)))
    await press('Enter')
    const moves = reader.page.getByRole('button', { name: 'Move the stop of BTC' })
    await moves.waitFor()
    await focusOn(/^Move the stop of BTC$/)
    await press('Enter')
    await focusOn(/^Trigger \(mark price\)$/)
    await type(String(Math.round(at * 0.91)))
    await press('Enter')
    await reader.page
      .locator('[data-kind="positions"]')
      .getByTitle('The stop of this position')
      .filter({ hasText: Math.round(at * 0.91).toLocaleString('en-US') })
      .waitFor()
    await focusOn(/^Move the stop of BTC$/)

    await tabBackTo(reader.page, /^Leverage and margin of BTC: isolated 1×$/)
    await press('Enter')
    await focusOn(/^Leverage$/)
    await press('Control+a')
    await type('5')
    await press('Enter')
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusOn(/^Leverage and margin of BTC: isolated 5×$/)
    await press('Enter')
    await tabTo(reader.page, /^Amount \(USDC\)$/, 'INPUT')
    await type('100')
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    await press('Enter')
    await reader.page.getByRole('dialog').waitFor({ state: 'detached' })
    await focusOn(/^Leverage and margin of BTC: isolated 5×$/)
    expect(reader.complaints).toEqual([])
  })

  it('are closed with everything else by the kill switch, after one confirmation', async () => {
    const at = await bid()
    await buy('0.1')
    await send({ title: 'Limit', fields: { Price: Math.round(at * 0.9) } })
    // Only an order that the server has accepted can be cancelled.
    await until('the order to be taken', async () => (await sent()).some((one) => one.startsWith('buy limit')) || undefined)
    await goTo('p', /^BTC$/)
    await press('Shift+K')
    await focusOn(/^Cancel and close all$/)
    await press('Escape')
    await focusOn(/^BTC$/)
    await press('Shift+K')
    await focusOn(/^Cancel and close all$/)
    await press('Enter')
    await trade.toast(/1 order cancelled, 1 position closing\./).waitFor()
    await press('p')
    await reader.page.getByText(/^No open positions/).waitFor()
    expect(reader.complaints).toEqual([])
  })
})

describe('single keys', () => {
  it('do nothing until armed, from the bar or by a key, and then perform all their actions', async () => {
    const { page } = reader
    await toTicket('b')
    await type('0.01')
    await press('Escape', 'q', 'Shift+B')
    await tabTo(page, /^Arm$/, 'BUTTON')
    await press('Space')
    await page.getByRole('button', { name: 'Armed', pressed: true }).waitFor()
    await page.getByText('Armed: single clicks and keys send orders.').waitFor({ state: 'attached' })
    await press('o')
    await page.getByText(/^No open orders/).waitFor()
    expect(await sent()).toEqual([])
    await press('Shift+B')
    await trade.toast(/Bought 0\.01 BTC/).waitFor()
    await press('p', 'Escape')
    await position('▲ Long 0.01').waitFor()
    await press('r')
    await trade.holds('▼ Short 0.01')
    await press('Shift+F')
    await trade.holds('▼ Short 0.005')
    await press('f')
    await page.getByText(/^No open positions/).waitFor()
    await press('Shift+S')
    await position('▼ Short 0.01').waitFor()
    await press('Shift+A')
    await page.getByRole('button', { name: 'Arm', exact: true }).waitFor()
    await press('f')
    await tabTo(page, /^Ticket|^Close all of BTC at market$/)
    expect(await position('▼ Short 0.01').count()).toBe(1)
    expect(reader.complaints).toEqual([])
  })

  it('cancel the newest order and all orders, and join the best bid and ask', async () => {
    const { page } = reader
    const at = await bid()
    for (const part of [0.9, 0.8]) await send({ title: 'Limit', fields: { Price: Math.round(at * part) } })
    await toOrders(2, /^Buy BTC Limit/)
    await page.waitForResponse(/\/api\/v1\/orders\?state=open/)
    await toTicket('b')
    await type('0.01')
    await goTo('o', /^Buy BTC Limit/)
    await press('Shift+A')
    await page.getByRole('button', { name: 'Armed', pressed: true }).waitFor()
    await press('c')
    await hasOrders(1)
    await order(/^Buy BTC Limit/)
      .getByText(Math.round(at * 0.9).toLocaleString('en-US'))
      .waitFor()
    await press('Shift+C')
    await page.getByText(/^No open orders/).waitFor()
    // Whether they rest or fill depends on the market: check the server for the orders sent.
    for (const [key, side] of [
      ['q', 'buy'],
      ['e', 'sell'],
    ] as const) {
      await press(key)
      await until(`the limit order to ${side}`, async () => (await sent()).includes(`${side} limit 0.01`) || undefined)
    }
    expect(reader.complaints).toEqual([])
  })
})

describe('panes', () => {
  it('explain at once why there are no live orders when the operator has set up none, and lead back to paper', async () => {
    const { page } = reader
    await toTicket('b')
    await type('0.07')
    await tabBackTo(page, /^LIVE · ApeX$/)
    await press('Enter')
    await page.getByText('Live orders are off').first().waitFor()
    await tabBackTo(page, /^Paper$/)
    await press('Enter')
    await until('the ticket as it was', async () => ((await trade.field('amount').inputValue()) === '0.07' ? true : undefined))
    expect(reader.complaints).toEqual([])
  })

  it('are navigated, moved and selected by keyboard: tabs, presets, ladder, evidence, ledger, accounts', async () => {
    const { page } = reader
    await send({ title: 'Market', size: '0.02' })
    await trade.toast(/Bought/).waitFor()
    await goTo('l', /^Evidence of the fill of 0\.02 BTC$/)
    await press('Enter')
    await trade.table('Levels traded').waitFor()
    await chord(page, 'w', 'n')
    await page.getByText('Free margin', { exact: true }).last().waitFor()
    await chord(page, 'w', 'n')
    await trade.table('Ledger').getByText('venue:fees').waitFor()
    await chord(page, 'w', 'b')
    await page.getByRole('button', { name: 'New account…' }).waitFor()
    await tabTo(page, /^New account…$/)
    await press('Enter')
    await focusOn(/^Starting balance \(USDC\)$/)
    await press('Escape')
    await focusOn(/^New account…$/)
    await tabTo(page, /^Open the account of/)
    await press('Enter')
    await page.getByRole('dialog', { name: /^Account of/ }).waitFor()
    await tabTo(page, /^Ledger$/, 'BUTTON')
    await press('Enter')
    await page.getByRole('dialog').getByText('user:cash').first().waitFor()
    await press('Escape')
    await focusOn(/^Open the account of/)

    await chord(page, 'w', '3')
    await page
      .getByRole('application', { name: /^Price ladder of BTC\. Up and down choose a price, the left arrow prepares a buy/ })
      .waitFor()
    await tabTo(page, /^Price ladder of BTC/)
    await press('ArrowDown', 'ArrowDown', 'ArrowLeft')
    await until('the price to be in the ticket', async () => ((await trade.field('price').inputValue()) === '' ? undefined : true))
    expect(reader.complaints).toEqual([])
  })
})
