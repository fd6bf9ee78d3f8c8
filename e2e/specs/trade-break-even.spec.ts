import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerAs } from '@aerie/testkit/json-as'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { tradePage } from '../pages/trade-page.ts'
import { visit } from '../support/browser.ts'
import { logInPage, post } from '../support/people.ts'
import { stage } from '../support/stage.ts'
import { focused, tabBackTo, tabTo } from '../support/tab-to.ts'
import { until } from '../support/until.ts'

const MINUTE_MS = 60_000
const START_MS = Date.UTC(2024, 0, 1)
const MINUTES = 24 * 60
const momentOf = (minute: number): number => START_MS + minute * MINUTE_MS
/** The price is flat before and after the rise. Playback is in real time: only the test's steps advance it this far. */
const MOMENTS = { begin: 300, rise: 330 }
const STEPS = 35
const WICK = 10
const priceAt = (minute: number): number => (minute < MOMENTS.rise ? 41_000 : 42_000)

const CANDLES = Array.from({ length: MINUTES }, (_, minute) => {
  const at = priceAt(minute)
  return [momentOf(minute) / 1_000, at, at + WICK, at - WICK, at, '10.5'].join(',')
})
const folder = mkdtempSync(join(tmpdir(), 'aerie-break-even-'))
writeFileSync(join(folder, 'BTCUSDT-1m.csv'), ['time,open,high,low,close,volume', ...CANDLES, ''].join('\n'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const on = stage({
  MARKET_SOURCE: 'replay',
  REPLAY_DIR: folder,
  REPLAY_SPEED: '1',
  REPLAY_FROM: new Date(momentOf(MOMENTS.begin)).toISOString(),
  REPLAY_CONTROLS: 'users',
})

const dataOf = <S extends z.core.$ZodType>(rows: S) => z.object({ data: z.array(rows) })
const POSITIONS = dataOf(z.object({ entry: z.string(), mark: z.string() }))
const ORDERS = dataOf(z.object({ type: z.string(), trigger: z.nullable(z.string()), reduce_only: z.boolean() }))
const INSTRUMENTS = dataOf(z.object({ symbol: z.string(), tick: z.string() }))

const authorization = () => ({ authorization: `Bearer ${on.session.token}` })
const read = (path: string) => fetch(`${on.server.url}/api/v1${path}`, { headers: authorization() })

it('one key moves the existing stop to the entry once the market has passed it', async () => {
  const reader = await visit(on.browser, { reducedMotion: 'reduce' })
  const { page } = reader
  await logInPage(page, on.server, on.person)
  const trade = tradePage(page, on.server.url)
  await trade.open()
  await trade.bid(0)

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focusOn = (name: RegExp) => until(`the focus on ${name}`, async () => (name.test((await focused(page)).name) ? true : undefined))
  const stops = async () => {
    const { data } = await answerAs(ORDERS, await read('/orders?state=open'))
    return data.filter(({ type }) => type === 'stop').map(({ trigger, reduce_only }) => ({ trigger, reduce_only }))
  }
  const breakEven = page.getByRole('button', { name: 'Break-even: the stop of BTC' })

  await press('b')
  await focusOn(/^Size$/)
  await tabBackTo(page, /^Market$/, 'BUTTON')
  await press('Enter')
  await tabTo(page, /^Size$/, 'INPUT')
  await page.keyboard.type('0.02')
  await press('Enter')
  await trade.toast(/Bought 0\.02 BTC/).waitFor()
  await press('Escape', 'p')
  await focusOn(/^BTC$/)
  await tabTo(page, /^Add stop to BTC$/)
  await press('Enter')
  await focusOn(/^Trigger/)
  await page.keyboard.type('30000')
  await press('Enter')
  await page.getByRole('button', { name: 'Move the stop of BTC' }).waitFor()
  expect(await stops()).toEqual([{ trigger: '30000', reduce_only: true }])

  // Bought above the mid: the mark is not past the entry, so the button says so and the key leaves the stop alone.
  await press('Escape', 'Shift+A')
  await page.getByRole('button', { name: 'Armed', pressed: true }).waitFor()
  expect(await breakEven.getAttribute('aria-disabled')).toBe('true')
  await press('z')
  expect(await stops()).toEqual([{ trigger: '30000', reduce_only: true }])
  await press('Shift+A')
  await page.getByRole('button', { name: 'Arm', exact: true }).waitFor()

  for (const action of [...Array.from({ length: STEPS }, () => 'step'), 'play']) {
    expect((await post(on.server, '/market/replay', { action }, authorization())).status).toBe(200)
  }
  await page.locator('button[aria-label="Break-even: the stop of BTC"]:not([aria-disabled])').waitFor()
  await press('z')
  await press('Shift+A')
  await page.getByRole('button', { name: 'Armed', pressed: true }).waitFor()
  expect(await stops()).toEqual([{ trigger: '30000', reduce_only: true }])

  await press('z')
  const { data: instruments } = await answerAs(INSTRUMENTS, await read('/trading/instruments'))
  const { data: positions } = await answerAs(POSITIONS, await read('/positions'))
  const tick = Number(instruments.find(({ symbol }) => symbol === 'BTC')?.tick)
  // The entry, rounded to the next tick in the direction of a gain.
  const entry = Math.ceil(Number((Number(positions[0]?.entry) / tick).toFixed(6))) * tick
  const moved = await until('the stop to be at the entry', async () => {
    const [stop, ...more] = await stops()
    return stop !== undefined && more.length === 0 && stop.trigger !== '30000' ? stop : undefined
  })
  expect(moved.reduce_only).toBe(true)
  expect(Number(moved.trigger)).toBeCloseTo(entry, 6)
  await page
    .locator('[data-kind="positions"]')
    .getByTitle('The stop of this position')
    .filter({ hasText: entry.toLocaleString('en-US') })
    .waitFor()
  expect(reader.complaints).toEqual([])
  await reader.close()
})
