import type { CopyLogEntry, CopyRow } from '@aerie/wire/copies'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Book, type TradingStage, tradingStage } from '../../../test/trading-stage.ts'

const LATENCY_MS = 50
let stage: TradingStage
beforeAll(async () => {
  stage = await tradingStage({ isCopying: true, latencyMs: LATENCY_MS })
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.tick(100)
  stage.book('SOL', BIG)
})

const BIG: Book = { bids: [[99.9, 10_000]], asks: [[100.1, 10_000]] }
const LIMITS = { allocation: '1000', per_trade_limit: '100000', daily_loss_limit: '500', total_loss_limit: '900' }
type Person = { token: string }
let count = 0
const data = <T>(answer: { data: never }): T => answer.data as T // as defined by the route's schema

const person = (): Promise<Person> => {
  count += 1
  return stage.trader(`late${count}@example.com`)
}
const log = async ({ token }: Person): Promise<CopyLogEntry[]> => data(await stage.call('GET', token, '/copies/log'))
const held = async ({ token }: Person): Promise<string | undefined> =>
  data<TradingPosition[]>(await stage.call('GET', token, '/positions')).find(({ symbol }) => symbol === 'SOL')?.size
const copyOf = async ({ token }: Person): Promise<CopyRow | undefined> => data<CopyRow[]>(await stage.call('GET', token, '/copies'))[0]

const ORDER = { symbol: 'SOL', side: 'buy', type: 'market', size: '10', leverage: 5 }
const buy = ({ token }: Person, name: string) => stage.call('POST', token, '/orders', { ...ORDER, client_id: name })

function passLatency(book = BIG): void {
  stage.setNow(stage.now() + 2 * LATENCY_MS)
  stage.book('SOL', book)
}

async function leads(): Promise<Person & { id: string }> {
  const lead = await person()
  await stage.call('GET', lead.token, '/trading/account')
  const { id } = data<{ id: string }>(await stage.call('PUT', lead.token, '/copies/leader', { name: `Leader ${count}`, about: '' }))
  return { ...lead, id }
}

async function waiting(): Promise<Person & { copy: string; leader: Person & { id: string } }> {
  const lead = await leads()
  const { id } = lead
  const one = await person()
  const copy = data<CopyRow>(await stage.call('POST', one.token, '/copies', { leader: id, ...LIMITS })).id
  await buy(lead, 'a')
  passLatency()
  await expect.poll(async () => (await log(one)).length, { interval: 10 }).toBe(1)
  expect((await log(one))[0]).toMatchObject({ outcome: 'copied', wanted: '1', filled: null, price: null, fee: null })
  return { ...one, copy, leader: lead }
}

it('completes an entry once its order has reached the market', async () => {
  const one = await waiting()
  passLatency()
  await expect.poll(async () => (await log(one))[0], { interval: 10 }).toMatchObject({ filled: '1', price: '100.1', outcome: 'copied' })
  expect(await log(one)).toHaveLength(1)
  expect(await held(one)).toBe('1')
})

it('shares the displayed liquidity among the followers whose orders reach it late', async () => {
  const book: Book = { bids: [[99.9, 100]], asks: [[100.1, 12]] }
  const lead = await leads()
  const followers = await Promise.all([1, 2, 3].map(person))
  for (const one of followers)
    expect(await stage.call('POST', one.token, '/copies', { leader: lead.id, ...LIMITS, allocation: '9000' })).toMatchObject({
      status: 201,
    })
  await stage.call('POST', lead.token, '/orders', { ...ORDER, client_id: 'five', size: '5' })
  passLatency(book)
  for (const one of followers) await expect.poll(async () => (await log(one)).length, { interval: 10 }).toBe(1)
  // The leader took 5 of 12: 7 remain for three followers who want 4.5 each, and none is taken twice.
  const filled = async () => {
    const entries = await Promise.all(followers.map(async (one) => (await log(one))[0]))
    return entries.map((entry) => (entry?.filled == null ? null : Math.round(Number(entry.filled) * 10) / 10))
  }
  passLatency(book)
  await expect.poll(async () => (await filled()).includes(null), { interval: 10 }).toBe(false)
  expect((await filled()).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([0, 2.5, 4.5])
})

it('completes an entry whose order reached the market while nobody copied', async () => {
  const one = await waiting()
  await stage.stage().copy.stop?.()
  passLatency()
  await expect.poll(() => held(one), { interval: 10 }).toBe('1')
  expect((await log(one))[0]?.filled).toBeNull()
  await stage.restart()
  await expect.poll(async () => (await log(one))[0], { interval: 10 }).toMatchObject({ filled: '1', price: '100.1' })
})

it('assigns trades of a kept copy after its end to its user', async () => {
  const one = await waiting()
  expect(await stage.call('DELETE', one.token, `/copies/${one.copy}?parts=keep`)).toMatchObject({ data: { state: 'stopped' } })
  passLatency()
  await expect.poll(() => held(one), { interval: 10 }).toBe('1')
  await expect.poll(async () => (await log(one)).map(({ filled }) => filled), { interval: 10 }).toEqual(['1'])
  // Shares are written with the next trade of a leader: here the same leader, followed again.
  await stage.call('POST', one.token, '/copies', { leader: one.leader.id, ...LIMITS })
  await buy(one.leader, 'b')
  passLatency()
  await expect.poll(async () => (await log(one)).length, { interval: 10 }).toBe(2)
  const { rows } = await stage.accounts.db.execute(
    sql`select s.body from copy_shares s join copies c using (account_id) where c.id = ${one.copy}`,
  )
  expect(rows[0]?.body).toMatchObject({ own: { '#map': [['SOL', { '#': String(10n ** 12n) }]] }, copies: { '#map': [] } })
})

it('assigns what an order of a kept copy still trades to its user, even when another copy has started by then', async () => {
  const one = await waiting()
  await stage.call('DELETE', one.token, `/copies/${one.copy}?parts=keep`)
  const again = await stage.call('POST', one.token, '/copies', { leader: one.leader.id, ...LIMITS })
  expect(again).toMatchObject({ status: 201 })
  passLatency()
  await expect.poll(() => held(one), { interval: 10 }).toBe('1')
  await buy(one.leader, 'b')
  passLatency()
  await expect.poll(async () => (await log(one)).length, { interval: 10 }).toBe(2)
  const { rows } = await stage.accounts.db.execute(
    sql`select s.body from copy_shares s join copies c using (account_id) where c.id = ${one.copy}`,
  )
  expect(rows[0]?.body).toMatchObject({ own: { '#map': [['SOL', { '#': String(10n ** 12n) }]] }, copies: { '#map': [] } })
})

it('ends a copy being closed only once its closing order has reached the market and it is closed', async () => {
  const one = await waiting()
  expect(await stage.call('DELETE', one.token, `/copies/${one.copy}?parts=close`)).toMatchObject({ data: { state: 'stopping' } })
  passLatency()
  await expect.poll(() => held(one), { interval: 10 }).toBe('1')
  const looks = async () => {
    await stage.stage().copy.tend()
    passLatency()
    return (await copyOf(one))?.state
  }
  await expect.poll(looks, { interval: 10 }).toBe('stopped')
  expect(await held(one)).toBeUndefined()
})
