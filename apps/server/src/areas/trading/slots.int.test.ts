import { setTimeout as sleep } from 'node:timers/promises'
import type { CopyLogEntry, OwnLeader } from '@aerie/wire/copies'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { type OpenDatabase, openDatabase } from '../../platform/db/client.ts'
import { rebuildAll } from './accounts/rebuild.ts'
import { COPY_SLOT, SLOTS, slotById, slotDuty } from './slots.ts'
import { tradingRepository } from './store.ts'

type Node = Awaited<ReturnType<TradingStage['beside']>>
type Trader = Awaited<ReturnType<TradingStage['trader']>>

const ORDER = { symbol: 'SOL', side: 'buy', type: 'market', size: '1', leverage: 5 }
const LIMITS = { allocation: '1000', per_trade_limit: '100000', daily_loss_limit: '500', total_loss_limit: '900' }
/** A lease ends after 5 s, and slots are asked for every 1.5 s. */
const WAIT = { timeout: 30_000, interval: 20 }

let stage: TradingStage
let second: OpenDatabase
beforeEach(async () => {
  stage = await tradingStage({ isShared: true, isCopying: true })
  second = await openDatabase(stage.accounts.url)
})
afterEach(async () => {
  await second.close()
  await stage.close()
})

const holders = async (): Promise<Map<number, string>> => {
  const { rows } = await second.pool.query<{ name: string; holder: string }>('select name, holder from duties where until > now()')
  return new Map(SLOTS.flatMap((slot) => rows.filter(({ name }) => name === slotDuty(slot)).map(({ holder }) => [slot, holder] as const)))
}
const heldBy = async (node: Pick<Node, 'duties'>): Promise<number[]> => {
  const all = await holders()
  return SLOTS.filter((slot) => all.get(slot) === node.duties.node)
}
const shared = (node: Node) =>
  vi.waitFor(async () => expect([(await heldBy(stage.stage())).length, (await heldBy(node)).length]).toEqual([8, 8]), WAIT)

/** One trader for each slot except `COPY_SLOT`, so that both processes have some. */
async function traders(): Promise<Trader[]> {
  const bySlot = new Map<number, Trader>()
  for (let n = 0; bySlot.size < SLOTS.length - 1; n += 1) {
    const trader = await stage.trader(`trader-${n}@example.com`)
    const slot = slotById(trader.userId)
    if (slot !== COPY_SLOT && !bySlot.has(slot)) bySlot.set(slot, trader)
  }
  return [...bySlot.entries()].toSorted(([a], [b]) => a - b).map(([, trader]) => trader)
}
const ordersOf = async (): Promise<string[]> =>
  (await second.pool.query<{ client_id: string }>('select client_id from trading_orders order by client_id')).rows.map(
    (row) => row.client_id,
  )
const positionOf = async (node: Pick<Node, 'call'>, token: string): Promise<string | undefined> =>
  ((await node.call('GET', token, '/positions')).data as TradingPosition[])[0]?.size
const differences = async () => (await rebuildAll(second.db)).differences

it('is divided equally between two processes, and each takes the orders of all users', async () => {
  const other = await stage.beside(second.db)
  await shared(other)
  expect(await heldBy(stage.stage())).toContain(COPY_SLOT)
  const all = await traders()
  for (const [at, { token }] of all.entries()) {
    const [first, again] = at % 2 === 0 ? [stage, other] : [other, stage]
    const body = { ...ORDER, client_id: `order-${at}` }
    const { status, data } = await first.call('POST', token, '/orders', body)
    expect([at, status]).toEqual([at, 201])
    expect(await again.call('POST', token, '/orders', body)).toMatchObject({ status: 200, data: { id: (data as TradingOrder).id } })
  }
  stage.book()
  other.emitBook({ bids: [[99.9, 5]], asks: [[100.1, 500]] })
  await expect.poll(() => Promise.all(all.map(({ token }) => positionOf(other, token))), WAIT).toEqual(all.map(() => '1'))
  expect((await ordersOf()).length).toBe(all.length)
  expect(await differences()).toEqual([])
  await other.close()
  // A process that stops hands its slots over at once.
  await expect.poll(async () => (await heldBy(stage.stage())).length, { ...WAIT, timeout: 4_000 }).toBe(SLOTS.length)
  expect(await Promise.all(all.map(({ token }) => positionOf(stage, token)))).toEqual(all.map(() => '1'))
})

it('announces to both processes whose orders each of them begins to carry out', async () => {
  const announced = new Set<string>()
  const collect = (name: string, { trading }: Pick<Node, 'trading'>): void =>
    void trading.onOpened((isOf) => {
      for (const slot of SLOTS) if (slot !== COPY_SLOT && isOf(`user-${slot.toString(16)}`)) announced.add(`${name} ${slot}`)
    })
  collect('first', stage.stage())
  const other = await stage.beside(second.db)
  collect('other', other)
  await shared(other)
  const taken = (await heldBy(other)).flatMap((slot) => [`first ${slot}`, `other ${slot}`])
  await expect.poll(() => [...announced], WAIT).toEqual(expect.arrayContaining(taken))
  await other.close()
})

it('asks for its share at intervals, not in reply to another process that asks', async () => {
  const other = await stage.beside(second.db)
  await shared(other)
  // A third process holds all: both are without their share.
  await second.pool.query(
    "update duties set holder = 'third', term = term + 1, until = now() + interval '10 seconds' where name like 'broker%'",
  )
  await expect.poll(async () => (await heldBy(other)).length + (await heldBy(stage.stage())).length, WAIT).toBe(0)
  const asks = [stage.stage(), other].map(({ duties }) => vi.spyOn(duties, 'takers'))
  await sleep(3_000)
  for (const ask of asks) expect(ask.mock.calls.length).toBeLessThan(6)
  await other.close()
})

it('carries out every order once while slots change hands', async () => {
  const all = await traders()
  const sent: string[] = []
  let isOver = false
  const trade = async ({ token, userId }: Trader): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const body = { ...ORDER, size: '0.2', type: 'limit', price: '99', client_id: `${userId.slice(-4)}-${n}` }
      await vi.waitFor(async () => expect([200, 201]).toContain((await stage.call('POST', token, '/orders', body)).status), WAIT)
      sent.push(body.client_id)
      await sleep(100)
    }
  }
  const trading = Promise.all(all.map(trade))
  const other = await stage.beside(second.db)
  await shared(other)
  await other.close()
  await expect.poll(async () => (await heldBy(stage.stage())).length, WAIT).toBe(SLOTS.length)
  isOver = true
  await trading
  expect(await ordersOf()).toEqual(sent.toSorted())
  expect(await differences()).toEqual([])
})

it('writes nothing under terms that another process has taken, and goes on with its other slots', async () => {
  const other = await stage.beside(second.db)
  await shared(other)
  const all = await traders()
  for (const { token } of all) await stage.call('GET', token, '/trading/account')
  const taken = (await heldBy(other)).slice(4)
  await second.pool.query(
    "update duties set term = term + 1, holder = 'another', until = now() + interval '3 seconds' where name = any($1)",
    [taken.map(slotDuty)],
  )
  const place = async ({ token }: Trader, clientId: string) =>
    (await other.call('POST', token, '/orders', { ...ORDER, client_id: clientId })).status
  // All at once: orders of lost and of kept slots may be in one group.
  const first = await Promise.all(all.map((trader, at) => place(trader, `order-${at}`)))
  expect(first.filter((_, at) => taken.includes(slotById(all[at]?.userId ?? '')))).toEqual([503, 503, 503, 503])
  for (const [at, trader] of all.entries())
    await vi.waitFor(async () => expect([200, 201]).toContain(await place(trader, `order-${at}`)), WAIT)
  expect((await ordersOf()).length).toBe(all.length)
  expect(await differences()).toEqual([])
  await other.close()
})

it('moves leaders and those who copy them into one slot, with what they hold', async () => {
  const other = await stage.beside(second.db)
  await shared(other)
  const mine = await heldBy(other)
  const [lead, one] = (await traders()).filter(({ userId }) => mine.includes(slotById(userId))) as [Trader, Trader]
  stage.tick(100)
  // Held before the move: a position, and an order that rests.
  expect((await stage.call('POST', one.token, '/orders', { ...ORDER, client_id: 'held' })).status).toBe(201)
  expect((await stage.call('POST', one.token, '/orders', { ...ORDER, type: 'limit', price: '95', client_id: 'rests' })).status).toBe(201)
  other.emitBook({ bids: [[99.9, 5]], asks: [[100.1, 500]] })
  await expect.poll(() => positionOf(stage, one.token), WAIT).toBe('1')
  await stage.call('GET', lead.token, '/trading/account')
  const leader = (await stage.call('PUT', lead.token, '/copies/leader', { name: 'Leader', about: '' })).data as OwnLeader
  expect(await other.call('POST', one.token, '/copies', { leader: leader?.id, ...LIMITS })).toMatchObject({ status: 201 })
  const repository = tradingRepository(second.db)
  expect(await Promise.all([lead, one].map(({ userId }) => repository.slotOf(userId)))).toEqual([COPY_SLOT, COPY_SLOT])

  // From here on only the first process has a market.
  expect((await other.call('POST', lead.token, '/orders', { ...ORDER, symbol: 'ETH', client_id: 'led' })).status).toBe(201)
  stage.book('ETH', { bids: [[99.9, 500]], asks: [[100.1, 500]] })
  const log = async () => (await other.call('GET', one.token, '/copies/log')).data as CopyLogEntry[]
  await expect.poll(async () => (await log()).length, WAIT).toBe(1)
  stage.book('SOL', { bids: [[94, 50]], asks: [[94.5, 50]] })
  await expect.poll(() => positionOf(other, one.token), WAIT).toBe('2')
  expect(await differences()).toEqual([])
  await other.close()
})

it('does not trade beside a process of a version that knows no slots', async () => {
  const { token } = await stage.trader('ada@example.com')
  await stage.stop()
  await second.pool.query(`insert into duties (name, holder, term, until) values ('broker', 'old', 1, now() + interval '9 seconds')
    on conflict (name) do update set holder = 'old', term = duties.term + 1, until = excluded.until`)
  const node = await stage.beside(second.db)
  // Only after the time in which it could have opened.
  expect(await node.call('POST', token, '/orders', { ...ORDER, client_id: 'beside' })).toMatchObject({ status: 503 })
  expect(node.health.parts()).toMatchObject([{ name: 'trading', health: 'degraded' }])
  expect([...(await holders()).keys()]).toEqual([])
  await second.pool.query("update duties set until = now() where name = 'broker'")
  await expect.poll(async () => (await heldBy(node)).length, WAIT).toBe(SLOTS.length)
  await node.close()
  await stage.restart()
})
