import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { tripColumns } from '@aerie/wire/journal/journal'
import { journalStatistics } from '@aerie/wire/journal/journal-statistics'
import { envelope } from '@aerie/wire/problem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { journalTrader } from '../../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { FIRST_HASH } from './entry-facts.ts'

let stage: TradingStage
let trader: ReturnType<typeof journalTrader>
beforeEach(async () => {
  stage = await tradingStage()
  trader = journalTrader(stage, (await stage.trader('ada@example.com')).token)
})
afterEach(() => stage.close())

const IDS = z.array(z.object({ id: z.string() }))

it('records a trip with its fill, and closes it with its exit: figures, excursions at every mark, slippage, R', async () => {
  const { order, done, detail, only, differences, market, markAfter } = trader
  stage.forecasts.set('SOL', { chain: 1, seq: 7, issuedAt: 1_000, hash: Buffer.alloc(32, 5) })
  await stage.restart()
  market(100)
  await done(order('a', 'buy', { size: '2', decision_mid: '100', stop_loss: { trigger: '90' } }))
  expect(await only()).toMatchObject({
    symbol: 'SOL',
    side: 'long',
    size: '2',
    entry: '100.1',
    exit: null,
    net: null,
    r: null,
    closed_at_ms: null,
  })
  const marks: number[] = []
  for (const price of [95, 94, 112, 113, 104]) marks.push(await markAfter(price))
  await done(order('b', 'sell', { size: '2', decision_mid: '104.1' }))
  const trip = await only()
  // In at 100.1, out at 103.9: 7.6 before fees of 0.045 % each way (0.09009 and 0.09351), rounded up.
  expect(trip).toMatchObject({ exit: '103.9', gross: '7.6', fees: '0.1836', funding: '0', net: '7.4164', resolution: 'tick' })
  const profits = [100.1, ...marks, 103.9].map((seen) => (seen - 100.1) * 2)
  expect(Number(trip.mae)).toBeCloseTo(Math.min(...profits), 5)
  expect(Number(trip.mfe)).toBeCloseTo(Math.max(...profits), 5)
  expect(Math.min(...profits)).toBeLessThan(-1)
  // 0.1 worse than the mid at entry and 0.2 at exit, for 2 coins each.
  expect(trip.slippage).toBe('0.6')
  // Each order met a book whose mid was 0.1 away; no trigger was involved.
  expect(trip).toMatchObject({ arrival_slippage: '0.4', trigger_slippage: null })
  const tripDetail = await detail(trip.id)
  // 10.1 to the stop, plus both fees: 0.09009 in, 0.081 out.
  expect(tripDetail.facts).toMatchObject({
    number: 1,
    stop: '90',
    risk: '20.37109',
    decision_mid: '100',
    planned_size: '2',
    entry: '100.1',
  })
  expect(tripDetail.facts?.forecast).toEqual({
    chain: '1',
    seq: 7,
    issued_at: '1970-01-01T00:00:01.000Z',
    hours: 24,
    hash: '05'.repeat(32),
  })
  expect(trip.r).toBeCloseTo(7.4164 / 20.37109, 12)
  expect(tripDetail.fills.map(({ side, price, size }) => [side, price, size])).toEqual([
    ['buy', '100.1', '2'],
    ['sell', '103.9', '2'],
  ])
  expect(tripDetail.lots).toMatchObject([{ size: '2', entry: '100.1', exit: '103.9', gross: '7.6', mae: trip.mae, mfe: trip.mfe }])
  expect(tripDetail).toMatchObject({ decided_size: '4', arrived_size: '4', triggered_size: '0' })
  expect(tripDetail.gaps).toEqual([])
  expect(await differences()).toEqual([])
})

it("separates a stop's loss at its trigger from its loss on arrival, also for a resting limit, across a restart", async () => {
  const { order, done, detail, only, differences, market } = trader
  market(100)
  await done(order('a', 'buy', { type: 'limit', price: '99.5', size: '2', stop_loss: { trigger: '90' } }))
  await stage.restart()
  market(99)
  await vi.waitFor(async () => expect(await only()).toMatchObject({ entry: '99.5' }))
  // The mark is a mean over some seconds: it follows the book with each beat.
  await vi.waitFor(async () => {
    market(89)
    expect(await only()).toMatchObject({ exit: '88.9', slippage: null })
  })
  const trip = await only()
  // Rested at a mid of 100 and filled at 99.5: 0.5 better, twice. The stop at 90 got 88.9 at a mid of 89.
  expect(trip).toMatchObject({ arrival_slippage: '-0.8', trigger_slippage: '2.2' })
  expect(await detail(trip.id)).toMatchObject({ arrived_size: '4', triggered_size: '2' })
  expect(await differences()).toEqual([])
})

it('records the forecast displayed at the exit, and none if none was displayed', async () => {
  const { order, done, trips, detail, market } = trader
  const show = async (seq: number): Promise<void> => {
    stage.forecasts.set('SOL', { chain: 1, seq, issuedAt: 1_000 * seq, hash: Buffer.alloc(32, seq) })
    await stage.restart()
  }
  await show(7)
  market(100)
  await done(order('a', 'buy'))
  await show(8)
  market(101)
  await done(order('b', 'sell'))
  await done(order('c', 'buy'))
  stage.forecasts.delete('SOL')
  await stage.restart()
  market(102)
  await done(order('d', 'sell'))
  await done(order('e', 'buy'))
  const [open, second, first] = await trips()
  const tripDetail = await detail(first?.id ?? '')
  expect([tripDetail.facts?.forecast?.seq, tripDetail.exit_forecast?.seq, tripDetail.exit_forecast?.hash]).toEqual([7, 8, '08'.repeat(32)])
  expect((await detail(second?.id ?? '')).exit_forecast).toBeNull()
  expect(await detail(open?.id ?? '')).not.toHaveProperty('exit_forecast')
})

it('splits a flip, keeps each half of its fill, and chains the facts of both entries', async () => {
  const { order, done, trips, detail, differences, market } = trader
  market(100)
  await done(order('a', 'buy'))
  await done(order('b', 'sell', { size: '3' }))
  const [open, closed] = await trips()
  expect(open).toMatchObject({ side: 'short', size: '2', closed_at_ms: null })
  expect(closed).toMatchObject({ side: 'long', size: '1', exit: '99.9' })
  const [second, first] = [await detail(open!.id), await detail(closed!.id)]
  expect([first.facts?.number, second.facts?.number, second.facts?.previous_hash]).toEqual([1, 2, first.facts?.hash])
  expect(first.facts?.previous_hash).toBe(FIRST_HASH.toString('hex'))
  expect(first.fills.map(({ size }) => size)).toEqual(['1', '1'])
  expect(second.fills.map(({ size }) => size)).toEqual(['2'])
  expect(second.facts).toMatchObject({ planned_size: '2', stop: null, risk: null, forecast: null })
  expect(await differences()).toEqual([])
})

it('keeps the stop of the entry whatever happens to it: a moved stop does not change R', async () => {
  const { get, patch, order, done, detail, only, differences, market } = trader
  market(100)
  await done(
    order('s', 'sell', { type: 'stop', trigger: '95', reduce_only: true, size: '1' }).then(() =>
      order('a', 'buy', { stop_loss: { trigger: '92' } }),
    ),
  )
  const before = await detail((await only()).id)
  const [stop] = z.parse(IDS, (await get('/orders?state=open')).data)
  expect((await patch(`/orders/${stop?.id}`, { trigger: '99' })).status).toBe(200)
  market(101)
  await done(order('b', 'sell'))
  const after = await detail((await only()).id)
  expect(after.facts).toEqual(before.facts)
  expect(after.facts?.stop).toBe('92')
  expect(await differences()).toEqual([])
})

it('counts funding separately from the price', async () => {
  const { order, done, only, market } = trader
  market(100)
  await done(order('a', 'buy'))
  stage.setNow(stage.now() + HOUR_MS)
  market(100)
  await done(order('b', 'sell'))
  const trip = await only()
  expect(Number(trip.funding)).toBeLessThan(0)
  expect(Number(trip.net)).toBeCloseTo(Number(trip.gross) - Number(trip.fees) + Number(trip.funding), 12)
})

it('reports unwatched time that no candles cover', async () => {
  const { order, done, detail, only, differences, market } = trader
  market(100)
  await done(order('a', 'buy'))
  market(101)
  await stage.stop()
  stage.setClock(stage.now() + 10 * MINUTE_MS)
  await stage.restart()
  market(100)
  await done(order('b', 'sell'))
  const trip = await only()
  expect(trip.resolution).toBe('fills')
  expect((await detail(trip.id)).gaps).toMatchObject([{ is_filled: false }])
  expect(await differences()).toEqual([])
})

it('accepts only tags, a note and a rating, and keeps omitted fields', async () => {
  const { patch, order, done, trips, only, market } = trader
  market(100)
  await done(order('a', 'buy'))
  const { id } = await only()
  const path = `/journal/trips/${id}`
  expect((await patch(path, { tags: ['breakout', 'breakout', '=1+1'], note: '**late**', rating: 4 })).data).toMatchObject({
    tags: ['breakout', '=1+1'],
    note: '**late**',
    rating: 4,
  })
  expect((await patch(path, { rating: null })).data).toMatchObject({ tags: ['breakout', '=1+1'], note: '**late**', rating: null })
  expect(await trips('?tag=breakout')).toMatchObject([{ id, has_note: true }])
  expect(await trips('?tag=other')).toEqual([])
  for (const bad of [
    { entry: '1' },
    { rating: 6 },
    { tags: ['a,b'] },
    { tags: [' a'] },
    { tags: Array(21).fill('a') },
    { note: 'x'.repeat(20_001) },
  ])
    expect((await patch(path, bad)).status).toBe(400)
})

it("shows no user another user's trips", async () => {
  const { get, patch, order, done, only, market } = trader
  market(100)
  await done(order('a', 'buy'))
  const { id } = await only()
  const other = (await stage.trader('eve@example.com')).token
  expect((await get(`/journal/trips/${id}`, other)).status).toBe(404)
  expect((await patch(`/journal/trips/${id}`, { rating: 1 }, other)).status).toBe(404)
  expect((await get('/journal/trips', other)).data).toEqual([])
  expect((await get('/journal/trips', 'none')).status).toBe(401)
})

it('lists by pages and by columns, filtered, each trip once', async () => {
  const { get, order, done, trips, market } = trader
  market(100)
  for (let at = 0; at < 5; at += 1) {
    market(100)
    await done(order(`a${at}`, 'buy'))
    await done(order(`b${at}`, 'sell'))
  }
  const whole = await trips()
  const seen: string[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(`/journal/trips?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...z.parse(IDS, page.data).map(({ id }) => id))
    cursor = page.next
  }
  expect(seen).toEqual(whole.map(({ id }) => id))
  const columns = z.parse(tripColumns, await get('/journal/trips?form=columns'))
  expect(columns.total).toBe(5)
  expect(Object.fromEntries(Object.entries(columns.data).map(([name, cells]) => [name, cells[0]]))).toEqual(whole[0])
  const first = z.parse(tripColumns, await get('/journal/trips?form=columns&limit=3'))
  const rest = z.parse(tripColumns, await get(`/journal/trips?form=columns&limit=3&cursor=${first.next}`))
  expect([...first.data.id, ...rest.data.id]).toEqual(seen)
  expect(rest.next).toBeNull()
  expect(await trips(`?from=${new Date(stage.now()).toISOString()}`)).toHaveLength(1)
  expect(await trips('?symbol=ETH')).toEqual([])
  expect(await trips('?side=short')).toEqual([])
  expect((await get('/journal/trips?cursor=nonsense')).status).toBe(400)
})

it('reads pages of columns a few at a time, one per user, so that others get a connection', async () => {
  const pool = stage.accounts.db.$client
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const gate = Promise.withResolvers<void>()
  let [under, most] = [0, 0]
  const counted = async (...given: unknown[]): Promise<unknown> => {
    if (!JSON.stringify(given).includes('json_build_object')) return query(...given)
    under += 1
    most = Math.max(most, under)
    await gate.promise
    return query(...given).finally(() => {
      under -= 1
    })
  }
  Object.assign(pool, { query: counted })
  const others = await Promise.all(['bob', 'eve', 'dan'].map(async (name) => (await stage.trader(`${name}@example.com`)).token))
  const ada = Array.from({ length: 4 }, () => trader.get('/journal/trips?form=columns'))
  await expect.poll(() => under).toBe(1)
  const rest = others.flatMap((token) => Array.from({ length: 3 }, () => trader.get('/journal/trips?form=columns', token)))
  await expect.poll(() => under).toBe(3)
  gate.resolve()
  expect((await Promise.all([...ada, ...rest])).map(({ status }) => status)).toEqual(Array(13).fill(200))
  expect(most).toBe(3)
  Object.assign(pool, { query })
})

it('prevents changes to a closed trip or the facts of an entry, in the database too', async () => {
  const { order, done, market } = trader
  market(100)
  await done(order('a', 'buy'))
  await done(order('b', 'sell'))
  const run = (text: string) => stage.accounts.db.$client.query(text)
  await expect(run("update journal_trips set net = '1000'")).rejects.toThrow('final')
  await expect(run('delete from journal_trips')).rejects.toThrow('final')
  await expect(run("update journal_facts set body = '{}'")).rejects.toThrow('final')
  await expect(run('delete from journal_facts')).rejects.toThrow('final')
})

it('detects rows that were changed in the database', async () => {
  const { order, done, differences, market } = trader
  market(100)
  await done(order('a', 'buy'))
  await done(order('b', 'sell'))
  const run = (text: string) => stage.accounts.db.$client.query(text)
  await run(
    "set session_replication_role = replica; update journal_trips set net = '1000'; update journal_facts set body = jsonb_set(body, '{stop}', '\"99\"')",
  )
  expect((await differences()).map(({ what }) => what)).toEqual([expect.stringContaining('net'), 'entry facts', 'hash of record 1'])
})

it.each(["'null'", "'[]'", "body - 'entry'", 'body || \'{"more": "1"}\''])('detects a record that was created %s', async (body) => {
  const { order, done, differences, market } = trader
  market(100)
  await done(order('a', 'buy'))
  await stage.accounts.db.$client.query(`alter table journal_facts disable trigger user; update journal_facts set body = ${body}`)
  expect((await differences()).map(({ what }) => what)).toEqual(['entry facts', 'hash of record 1'])
})

it('reads the trips of an account that predates the journal, and continues from there', async () => {
  const { order, done, trips, differences, market } = trader
  market(100)
  await done(order('a', 'buy'))
  market(101)
  await done(order('b', 'sell'))
  await done(order('c', 'sell'))
  const before = await trips()
  await stage.stop()
  await stage.accounts.db.$client.query(
    'set session_replication_role = replica; delete from journal_trips; delete from journal_facts; delete from journal_accounts; set session_replication_role = default',
  )
  stage.setClock(stage.now() + 5 * SECOND_MS)
  await stage.restart()
  market(100)
  await done(order('d', 'buy'))
  const after = await trips()
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
  expect(after.every(({ resolution }) => resolution === 'fills')).toBe(true)
  expect(await differences()).toEqual([])
})

it('computes statistics of closed trips, on the deposit of the account, in the requested time zone', async () => {
  const { get, order, done, trips, market } = trader
  market(100)
  for (const [at, price] of [110, 95, 108].entries()) {
    await done(order(`a${at}`, 'buy', { stop_loss: { trigger: '80' } }))
    market(price)
    await done(order(`b${at}`, 'sell'))
    market(100)
  }
  await done(order('o', 'sell', { symbol: 'ETH' }))
  const answer = await get('/journal/statistics?zone=Asia/Tokyo')
  const { data } = z.parse(envelope(journalStatistics), { data: answer.data })
  const nets = (await trips('?state=closed')).map(({ net }) => Number(net))
  expect(data.trips).toEqual({ counted: 3, open: 1, with_risk: 3, left_out: [], simulated: 3, replayed: 0 })
  expect(Number(data.totals.net)).toBeCloseTo(
    nets.reduce((sum, net) => sum + net, 0),
    9,
  )
  expect(data.figures.win_rate).toMatchObject({
    value: expect.closeTo(2 / 3, 12),
    n: 3,
    interval: [expect.any(Number), expect.any(Number)],
  })
  expect(data.figures.total_return.value).toBeCloseTo(Number(data.totals.net) / 10_000, 9)
  expect(data.figures.mean_r.n).toBe(3)
  expect(data.groups.find(({ by }) => by === 'hour')?.rows.map(({ key, trades }) => [key, trades])).toEqual([['21', 3]])
  expect(data.equity).toHaveLength(3)
  expect((await get('/journal/statistics?zone=Mars/Base')).status).toBe(400)
  const none = z.parse(envelope(journalStatistics), { data: (await get('/journal/statistics?symbol=NOPE')).data })
  expect(none.data.figures.win_rate).toMatchObject({ value: null, reason: expect.any(String) })
})
