import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerAs } from '@aerie/testkit/json-as'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { levelLines } from '../pages/level-lines.ts'
import { tradePage } from '../pages/trade-page.ts'
import { visit } from '../support/browser.ts'
import { logInPage, post } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const MINUTE_MS = 60_000
const START_MS = Date.UTC(2024, 0, 1)
const MINUTES = 24 * 60
/** The market moves up and down to give the chart its range, then stays flat: no line moves during a drag. */
const STILL_FROM = 600
const MIDDLE = 41_000
const priceAt = (minute: number): number => (minute < STILL_FROM ? Math.round(MIDDLE + 1_000 * Math.sin((minute * Math.PI) / 100)) : MIDDLE)

const CANDLES = Array.from({ length: MINUTES }, (_, minute) => {
  const [open, close] = [priceAt(minute), priceAt(minute + 1)]
  return [(START_MS + minute * MINUTE_MS) / 1_000, open, Math.max(open, close) + 5, Math.min(open, close) - 5, close, '10.5'].join(',')
})
const folder = mkdtempSync(join(tmpdir(), 'aerie-drag-'))
writeFileSync(join(folder, 'BTCUSDT-1m.csv'), ['time,open,high,low,close,volume', ...CANDLES, ''].join('\n'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const on = stage({
  MARKET_SOURCE: 'replay',
  REPLAY_DIR: folder,
  REPLAY_SPEED: '1',
  REPLAY_FROM: new Date(START_MS + (STILL_FROM + 60) * MINUTE_MS).toISOString(),
})

const ORDERS = z.object({
  data: z.array(
    z.object({
      side: z.string(),
      type: z.string(),
      size: z.string(),
      price: z.nullable(z.string()),
      trigger: z.nullable(z.string()),
      reduce_only: z.boolean(),
    }),
  ),
})
const authorization = () => ({ authorization: `Bearer ${on.session.token}` })
const place = async (body: object) => {
  const answer = await post(on.server, '/orders', { symbol: 'BTC', side: 'buy', ...body }, authorization())
  expect(answer.status, await answer.clone().text()).toBe(201)
}
const openOrders = async () =>
  (await answerAs(ORDERS, await fetch(`${on.server.url}/api/v1/orders?state=open`, { headers: authorization() }))).data

const typed = (figure: string): string => figure.replaceAll(',', '')

it('lines are dragged with the mouse: a resting order moves, and a position gets a stop and a take-profit', async () => {
  const reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const { page } = reader
  await logInPage(page, on.server, on.person)
  const trade = tradePage(page, on.server.url)
  await trade.open()
  await trade.bid(0)
  const lines = levelLines(page, 'BTC')
  const effect = page.getByRole('region', { name: 'Effect of the move' })

  // A resting order: its changes are shown before the release, and match what the server has after it.
  await place({ client_id: 'resting', type: 'limit', size: '0.02', price: '40500' })
  const before = await lines.at('up')
  await lines.drag('up', 30)
  const to = typed((await effect.getByText('→').first().innerText()).split('→')[1]?.trim() ?? '')
  expect(Number(to)).toBeLessThan(40_500)
  expect((await openOrders()).map(({ price }) => price)).toEqual(['40500'])
  await lines.letGo()
  await trade.toast(/^Buy BTC moved to/).waitFor()
  expect(await openOrders()).toEqual([{ side: 'buy', type: 'limit', size: '0.02', price: to, trigger: null, reduce_only: false }])
  await until('the line where it was put', async () => Math.abs((await lines.at('up')).y - (before.y + 30)) < 3 || undefined)

  await lines.drag('up', -20)
  await effect.waitFor()
  await page.keyboard.press('Escape')
  await effect.waitFor({ state: 'detached' })
  await lines.letGo()
  expect((await openOrders()).map(({ price }) => price)).toEqual([to])

  // A position: below its entry a stop for all of it, after confirmation; above, a take profit.
  await place({ client_id: 'entry', type: 'market', size: '0.03' })
  await lines.drag('info', 40)
  await lines.letGo()
  const exit = async (name: string, submit: string) => {
    const dialog = page.getByRole('dialog', { name })
    const price = await dialog.getByLabel('Trigger (mark price)').inputValue()
    await dialog.getByRole('button', { name: submit }).click()
    await dialog.waitFor({ state: 'detached' })
    return price
  }
  const stop = await exit('Stop for BTC', 'Set stop')
  expect(Number(stop)).toBeLessThan(MIDDLE)
  const ofPosition = async (type: string) =>
    (await openOrders()).filter((order) => order.type === type).map(({ side, trigger, reduce_only }) => ({ side, trigger, reduce_only }))
  await until('the stop', async () => (await ofPosition('stop')).length > 0 || undefined)
  expect(await ofPosition('stop')).toEqual([{ side: 'sell', trigger: stop, reduce_only: true }])

  await lines.drag('info', -40)
  await lines.letGo()
  const target = await exit('Take profit for BTC', 'Set take profit')
  expect(Number(target)).toBeGreaterThan(MIDDLE)
  await until('the take profit', async () => (await ofPosition('take_profit')).length > 0 || undefined)
  expect(await ofPosition('take_profit')).toEqual([{ side: 'sell', trigger: target, reduce_only: true }])
  expect(reader.complaints).toEqual([])
  await reader.close()
})
