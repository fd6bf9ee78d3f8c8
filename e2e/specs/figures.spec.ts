import { randomUUID } from 'node:crypto'
import { amountText } from '@aerie/core/numbers/decimal-figure'
import { answerAs } from '@aerie/testkit/json-as'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Visit, visit } from '../support/browser.ts'
import { logInPage, post } from '../support/people.ts'
import { ROUTES } from '../support/routes.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

const instruments = z.object({ data: z.array(z.object({ symbol: z.string(), tick: z.string() })) })
const fills = z.object({ data: z.array(z.object({ symbol: z.string(), fee: z.string() })) })
const trips = z.object({ data: z.array(z.object({ id: z.string(), origin: z.string() })) })
const created = z.object({ data: z.object({ id: z.string(), state: z.string() }) })

const asked = () => ({ authorization: `Bearer ${on.session.token}` })
const get = (path: string): Promise<Response> => fetch(`${on.server.url}/api/v1${path}`, { headers: asked() })
async function trade(symbol: string, size: string, side: 'buy' | 'sell'): Promise<void> {
  let refusal = ''
  await until('the order', async () => {
    const order = { client_id: randomUUID(), symbol, side, type: 'market', size }
    const answer = await post(on.server, '/orders', order, asked())
    if (!answer.ok) refusal = await answer.text()
    return answer.ok || undefined
  }).catch((error: unknown) => {
    throw new Error(`${size} ${symbol} was refused: ${refusal}`, { cause: error })
  })
}

/** A trade whose average entry lies between ticks, as in exchange exports. */
const IMPORTED = `Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit
2025-03-01 10:00:00,BTCUSDT,BUY,60523.7,0.003,181.5711,0.0726284,USDT,0
2025-03-01 10:05:00,BTCUSDT,BUY,60566.3,0.004,242.2652,0.0969061,USDT,0
2025-03-01 11:00:00,BTCUSDT,SELL,60500.1,0.007,423.5007,0.1694003,USDT,-0.3356
`

async function importTrade(): Promise<void> {
  const sent = await fetch(`${on.server.url}/api/v1/journal/imports?name=binance.csv`, {
    method: 'POST',
    headers: { ...asked(), 'content-type': 'text/csv' },
    body: IMPORTED,
  })
  const { data } = await answerAs(created, sent)
  expect(data.state).toBe('ready')
  expect((await post(on.server, `/journal/imports/${data.id}/confirm`, {}, asked())).ok).toBe(true)
}

let reader: Visit
let ticks: Readonly<Record<string, string>>
beforeAll(async () => {
  // A small one, for a fee below a dollar; the others at other prices, so that the average lies between ticks.
  await trade('BTC', '0.003', 'buy')
  await trade('BTC', '0.05', 'buy')
  await trade('BTC', '0.007', 'buy')
  await trade('ETH', '1', 'sell')
  await importTrade()
  ticks = Object.fromEntries(
    (await answerAs(instruments, await get('/trading/instruments'))).data.map(({ symbol, tick }) => [symbol, tick]),
  )
  reader = await visit(on.browser, { reducedMotion: 'reduce' })
  await logInPage(reader.page, on.server, on.person)
}, 120_000)
afterAll(() => reader.close())

/**
 * One line per figure with excess precision or a hyphen for a minus. Ledger amounts are exact, token amounts truncated to four decimals;
 * `pre` and `code` are skipped.
 */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate((tickOf) => {
    const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0
    const faults = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const isExempt = (element: Element) => element.closest('script, style, pre, code, textarea, .ledger-table') !== null
    const isTooFine = (figure: string) => decimalsOf(figure) > 8 || (Number(figure.replaceAll(',', '')) >= 1_000 && decimalsOf(figure) > 2)
    const isToken = (element: Element) => (element.textContent ?? '').includes('AERIE')
    const isFinerThanTick = (text: string, tick: string | undefined) => tick !== undefined && decimalsOf(text) > decimalsOf(tick)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const element = node.parentElement
      if (element === null || !/\d/.test(text) || isExempt(element)) continue
      const tick = tickOf[element.closest<HTMLElement>('[data-price]')?.dataset.price ?? '']
      if (/(?<![\p{L}\p{N}.)\]_/-])-[$€]?\d/u.test(text)) faults.add(`hyphen: ${text}`)
      if (!isToken(element) && text.match(/\d[\d,]*\.\d+/g)?.some(isTooFine)) faults.add(`too fine: ${text}`)
      if (isFinerThanTick(text, tick)) faults.add(`finer than the tick ${tick}: ${text}`)
    }
    return [...faults]
  }, ticks)

async function settle(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

it("figures are no finer than the market's precision and use one kind of minus sign, on every route", async () => {
  for (const { path } of ROUTES) {
    await reader.page.goto(`${on.server.url}${path}`)
    await settle(reader.page)
    // Until tick sizes are loaded, prices follow the generic number format.
    await expect.poll(() => faultsOf(reader.page), { message: path }).toEqual([])
  }
}, 300_000)

it('figures follow the same rules in every pane of Trade, where a small fee is shown in full', async () => {
  const { page } = reader
  await page.goto(`${on.server.url}/claw/trade`)
  const row = page.locator('[data-kind="positions"] tr[data-symbol="BTC"]')
  await row.waitFor()
  await expect.poll(() => row.locator('[data-title="Entry"] [data-price="BTC"]').innerText()).toMatch(/^[\d,]+\.\d$/)
  for (const name of ['Positions', 'Orders', 'Fills', 'Balances', 'Ledger']) {
    await page.getByRole('tab', { name, exact: true }).first().click()
    await settle(page)
    await expect.poll(() => faultsOf(page), { message: name }).toEqual([])
  }
  const own = await answerAs(fills, await get('/fills'))
  const small = own.data
    .filter(({ symbol }) => symbol === 'BTC')
    .reduce((least, fill) => (Number(fill.fee) < Number(least.fee) ? fill : least))
  expect(Number(small.fee)).toBeLessThan(1)
  await page.getByRole('tab', { name: 'Fills', exact: true }).first().click()
  await page.locator(`[data-kind="fills"] td[title="${small.fee}"]`).getByText(amountText(small.fee), { exact: true }).waitFor()
}, 120_000)

it('figures follow the same rules in a user’s own trades and in imported ones', async () => {
  const { page } = reader
  const { data } = await answerAs(trips, await get('/journal/trips'))
  expect(data.map(({ origin }) => origin)).toEqual(expect.arrayContaining(['paper', 'Binance']))
  for (const { id } of data) {
    await page.goto(`${on.server.url}/claw/posttrade?trip=${id}`)
    await page.getByRole('region', { name: 'Trade', exact: true }).getByText('Average entry').waitFor()
    await settle(page)
    await expect.poll(() => faultsOf(page)).toEqual([])
  }
  await page.goto(`${on.server.url}/claw/posttrade?view=statistics`)
  await settle(page)
  await expect.poll(() => faultsOf(page)).toEqual([])
}, 120_000)
