import type { CopyLogEntry, CopyRow, OwnLeader } from '@aerie/wire/copies'
import type { TradingPosition } from '@aerie/wire/trading/trading-positions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Book, type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { type OpenDatabase, openDatabase } from '../../platform/db/client.ts'

const BIG: Book = { bids: [[99.9, 10_000]], asks: [[100.1, 10_000]] }
const LIMITS = { allocation: '1000', per_trade_limit: '100000', daily_loss_limit: '500', total_loss_limit: '900' }
const ORDER = { symbol: 'SOL', side: 'buy', type: 'market', size: '10', leverage: 5 }
const WRITES = /trading-write|copy-write|(update|insert into) duties/

let stage: TradingStage
let second: OpenDatabase
beforeAll(async () => {
  stage = await tradingStage({ isCopying: true })
  second = await openDatabase(stage.accounts.url)
})
afterAll(async () => {
  await second.close()
  await stage.close()
})
const data = <T>(answer: { data: never }): T => answer.data as T // as defined by the route's schema

function stall(): { readonly waiting: () => number; readonly open: () => void } {
  const pool = stage.accounts.db.$client
  const gate = Promise.withResolvers<void>()
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown> // every overload is passed through unchanged
  let count = 0
  const held = async (...given: unknown[]): Promise<unknown> => {
    if (WRITES.test(JSON.stringify(given[0]))) {
      count += 1
      await gate.promise
    }
    return query(...given)
  }
  Object.assign(pool, { query: held })
  return { waiting: () => count, open: gate.resolve }
}

it('leaves all work to the node that has taken over: a stalled one writes no trades, entries or ends', async () => {
  stage.tick(100)
  stage.book('SOL', BIG)
  const [lead, one] = [await stage.trader('lead@example.com'), await stage.trader('one@example.com')]
  await stage.call('GET', lead.token, '/trading/account')
  const leader = data<OwnLeader>(await stage.call('PUT', lead.token, '/copies/leader', { name: 'Leader', about: '' }))
  expect(await stage.call('POST', one.token, '/copies', { leader: leader?.id, ...LIMITS })).toMatchObject({ status: 201 })
  await stage.call('POST', lead.token, '/orders', { ...ORDER, client_id: 'before' })
  const log = async (): Promise<CopyLogEntry[]> => data(await stage.call('GET', one.token, '/copies/log'))
  await expect.poll(async () => (await log()).length, { interval: 10 }).toBe(1)
  const [copy] = data<CopyRow[]>(await stage.call('GET', one.token, '/copies'))

  const other = await stage.beside(second.db)
  expect([other.trading.isOpen(), other.copy.isOpen()]).toEqual([false, false])
  // This node would store the change without the copying node receiving it.
  expect(await other.call('PATCH', one.token, `/copies/${copy?.id}`, { paused: true })).toMatchObject({ status: 503 })
  const stalled = stall()
  const lost = stage.call('POST', lead.token, '/orders', { ...ORDER, client_id: 'lost' })
  const end = stage.call('DELETE', one.token, `/copies/${copy?.id}?parts=keep`)
  await expect.poll(stalled.waiting, { interval: 10 }).toBeGreaterThan(1)
  await second.pool.query("update duties set until = now() - interval '1 second'")
  const isTaken = async (): Promise<boolean> => {
    if (other.trading.isOpen()) await other.copy.tend()
    return other.copy.isOpen()
  }
  await expect.poll(isTaken, { interval: 50, timeout: 30_000 }).toBe(true)
  other.emitBook(BIG)
  expect(await other.call('POST', lead.token, '/orders', { ...ORDER, client_id: 'after' })).toMatchObject({ status: 201 })
  const others = async (): Promise<CopyLogEntry[]> => data(await other.call('GET', one.token, '/copies/log'))
  await expect.poll(async () => (await others()).length, { interval: 10 }).toBe(2)

  stalled.open()
  expect([await lost, await end]).toMatchObject([{ status: 503 }, { status: 503 }])
  expect((await others()).map(({ kind, filled }) => [kind, filled])).toEqual([
    ['position', '1'],
    ['position', '1'],
  ])
  expect(data<CopyRow[]>(await other.call('GET', one.token, '/copies'))).toMatchObject([{ state: 'active', fills: 2 }])
  expect(data<TradingPosition[]>(await other.call('GET', one.token, '/positions'))).toMatchObject([{ symbol: 'SOL', size: '2' }])
  const { rows } = await second.db.execute(sql`
    select client_id from trading_orders where client_id in ('lost', 'after')
    union all select client_id from trading_commands where client_id in ('lost', 'after')`)
  expect(rows.map(({ client_id }) => client_id)).toEqual(['after', 'after'])
  await other.close()
})
