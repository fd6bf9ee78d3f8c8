import { readdir, readFile } from 'node:fs/promises'
import { journalStatistics } from '@aerie/wire/journal/journal-statistics'
import { envelope } from '@aerie/wire/problem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { journalTrader } from '../../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'

let stage: TradingStage
let trader: ReturnType<typeof journalTrader>
beforeEach(async () => {
  stage = await tradingStage()
  trader = journalTrader(stage, (await stage.trader('ada@example.com')).token)
})
afterEach(() => stage.close())

it('counts what the insurance pays after a liquidation: an account loses no more than it had', async () => {
  const { get, post, order, done, only, differences, market, markAfter } = trader
  await post('/trading/account/reset', { deposit: '100' })
  market(100)
  await done(order('a', 'buy', { size: '15', leverage: 20 }))
  // The mark is a mean over some seconds: it reaches the new book only on the second beat.
  for (let beat = 0; beat < 2; beat += 1) await markAfter(80)
  await vi.waitFor(async () => expect(await only()).toMatchObject({ exit: '79.9' }))
  expect((await get('/trading/account')).data).toMatchObject({ cash: '0' })
  const { gross, fees, funding, net } = await only()
  // 15 coins from 100.1 to 79.9 lose 303, of which 98.785 was available besides fees of 0.675675 and 0.539325.
  expect({ gross, fees, funding, net }).toEqual({ gross: '-98.785', fees: '1.215', funding: '0', net: '-100' })
  const { fills } = await trader.detail((await only()).id)
  expect(fills.map(({ side, is_liquidation }) => [side, is_liquidation])).toEqual([
    ['buy', undefined],
    ['sell', true],
  ])
  expect(await differences()).toEqual([])
})

async function runMigration(name: string): Promise<void> {
  const folder = new URL('../../../platform/db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((each) => each.endsWith(`_${name}.sql`))
  const text = await readFile(new URL(file ?? name, folder), 'utf8')
  for (const statement of text.split('--> statement-breakpoint')) await stage.accounts.db.$client.query(statement)
}

it('migrates trips stored before insurance was counted and before resets ended them', async () => {
  const { post, order, done, trips, detail, differences, market, markAfter } = trader
  await post('/trading/account/reset', { deposit: '100' })
  market(100)
  await done(order('s', 'buy', { symbol: 'ETH', size: '0.5' }))
  await done(order('t', 'sell', { symbol: 'ETH', size: '0.5' }))
  await done(order('a', 'buy', { size: '15', leverage: 20, stop_loss: { trigger: '95' } }))
  for (let beat = 0; beat < 2; beat += 1) await markAfter(80)
  await vi.waitFor(async () => expect((await trips())[0]).toMatchObject({ symbol: 'SOL', exit: '79.9' }))
  const now = await trips()
  await post('/trading/account/reset', { deposit: '1000' })
  await done(order('b', 'buy'))
  const open = (await trips())[0]!
  await post('/trading/account/reset', { deposit: '1000' })
  const ended = (await trips()).find(({ id }) => id === open.id)!
  const tripDetail = await detail(now[0]!.id)
  await stage.accounts.db.$client.query(`set session_replication_role = replica;
    update journal_trips set gross = gross - ${tripDetail.insurance}, net = net - ${tripDetail.insurance}, r = -9,
      body = jsonb_set(jsonb_set(body, '{trip,gross,#}', to_jsonb(((gross - ${tripDetail.insurance}) * 1000000)::bigint::text)),
        '{trip,net,#}', to_jsonb(((net - ${tripDetail.insurance}) * 1000000)::bigint::text)) where id = '${tripDetail.id}';
    update journal_trips set closed_at = null, money_reason = null where id = '${open.id}';
    set session_replication_role = default`)
  expect((await differences()).map(({ what }) => what).toSorted()).toEqual(
    [`trip ${tripDetail.id}: gross, net, r`, `trip ${open.id}: closed_at, money_reason`].toSorted(),
  )
  await runMigration('journal_results')
  expect(await differences()).toEqual([])
  expect(await trips()).toEqual(expect.arrayContaining(now))
  expect((await trips()).find(({ id }) => id === open.id)).toEqual(ended)
  expect(await detail(tripDetail.id)).toEqual(tripDetail)
})

it('ends an open trip when its account is reset: no result, no open risk, out of the statistics, final', async () => {
  const { get, post, order, done, trips, detail, only, differences, market, markAfter } = trader
  market(100)
  await done(order('a', 'buy', { size: '2' }))
  await done(order('b', 'sell', { size: '1' }))
  const lowest = Math.min(await markAfter(95), await markAfter(94))
  const at = stage.now()
  await post('/trading/account/reset', { deposit: '1000' })
  const trip = await only()
  expect(trip).toMatchObject({ closed_at_ms: at, exit: '99.9', gross: null, net: null, r: null, size: '2' })
  // The last marks were not yet stored at the reset.
  expect(Number(trip.mae)).toBeCloseTo(lowest - 100.1, 5)
  expect(await detail(trip.id)).toMatchObject({ money_reason: 'account_reset', held: '1', insurance: '0' })
  expect(await trips('?state=open')).toEqual([])
  const { data } = z.parse(envelope(journalStatistics), { data: (await get('/journal/statistics')).data })
  expect(data.trips).toMatchObject({ counted: 0, open: 0, left_out: [{ reason: 'account_reset', trips: 1 }] })
  expect(await differences()).toEqual([])
  await markAfter(50)
  await stage.restart()
  await done(order('c', 'buy'))
  expect((await trips()).map(({ closed_at_ms }) => closed_at_ms)).toEqual([null, at])
  await expect(stage.accounts.db.$client.query('update journal_trips set closed_at = null where closed_at is not null')).rejects.toThrow(
    'final',
  )
  expect(await differences()).toEqual([])
})
