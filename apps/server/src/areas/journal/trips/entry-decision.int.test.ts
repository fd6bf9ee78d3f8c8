import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { journalTrader } from '../../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { alertFirings } from '../../../platform/db/schema/alerts.ts'
import { FIRST_HASH, factsHash, fieldsOf, isFirstForm } from './entry-facts.ts'

let stage: TradingStage
let trader: ReturnType<typeof journalTrader>
let userId: string
beforeEach(async () => {
  stage = await tradingStage()
  const user = await stage.trader('ada@example.com')
  userId = user.userId
  trader = journalTrader(stage, user.token)
})
afterEach(() => stage.close())

async function fired(owner: string, text: string): Promise<string> {
  const id = randomUUID()
  const terms = { kind: 'price', symbol: 'SOL', level: '100', direction: 'crosses', channels: ['app'] } as never
  const row = {
    id,
    userId: owner,
    alertId: randomUUID(),
    eventKey: 'e',
    terms,
    title: 'SOL',
    text,
    at: 1_000,
    seenAt: new Date(),
    isLate: false,
  }
  await stage.accounts.db.insert(alertFirings).values(row)
  return id
}

const tick = async (ticks: Record<string, number>): Promise<void> => {
  const body = JSON.stringify({ items: null, ticks: { SOL: ticks } })
  const insert =
    "insert into workspace_documents (user_id, kind, name, version, body, updated_at) values ($1, 'checklist', 'main', 1, $2, now())"
  await stage.accounts.db.$client.query(insert, [userId, body])
}

it('freezes the alert named by the order and the state of the checklist, whatever happens to both', async () => {
  const { market, done, order, only, detail, differences } = trader
  const alert = await fired(userId, 'SOL crossed\n100')
  await tick({ 'first-market': 1, 'first-trend': 2 })
  market(100)
  await done(order('a', 'buy', { alert }))
  const trip = await only()
  const frozen = (await detail(trip.id)).facts
  expect(frozen).toMatchObject({
    alert: { firing: alert, at: '1970-01-01T00:00:01.000Z', text: 'SOL crossed 100' },
    checklist: { done: 2, items: 10 },
  })
  await stage.accounts.db.$client.query('delete from alert_firings; delete from workspace_documents')
  expect((await detail(trip.id)).facts).toEqual(frozen)
  expect(await differences()).toEqual([])
  await stage.accounts.db.$client.query(
    `set session_replication_role = replica; update journal_facts set body = jsonb_set(body, '{checklist_done}', '"10"')`,
  )
  expect((await differences()).map(({ what }) => what)).toEqual(['entry facts', 'hash of record 1'])
})

it('records their absence if the order names no alert and its user has no checklist', async () => {
  const { market, done, order, only, detail } = trader
  market(100)
  await done(order('a', 'buy'))
  expect((await detail((await only()).id)).facts).toMatchObject({ alert: null, checklist: null })
})

it("refuses another user's alert and an invalid id", async () => {
  const { market, order, trips } = trader
  const other = await stage.trader('eve@example.com')
  market(100)
  const strange = await order('a', 'buy', { alert: await fired(other.userId, 'not yours') })
  expect(strange).toMatchObject({ status: 400, errors: { alert: [expect.any(String)] } })
  expect((await order('b', 'buy', { alert: "'; drop table users" })).status).toBe(400)
  expect(await trips()).toEqual([])
})

it('assigns the alert to the opening part of a flip, and none to an exit', async () => {
  const { market, done, order, trips, detail } = trader
  const alert = await fired(userId, 'SOL fell')
  market(100)
  await done(order('a', 'buy', { stop_loss: { trigger: '90' } }))
  await done(order('b', 'sell', { size: '3', alert }))
  const details = await Promise.all((await trips()).map(({ id }) => detail(id)))
  expect(details.map(({ facts }) => facts?.alert?.firing)).toEqual([alert, undefined])
})

it('still reads and verifies records of the first version', () => {
  const facts = fieldsOf({
    number: 1,
    tripId: 't',
    accountId: 'a',
    seq: 1,
    symbol: 'SOL',
    side: 'long',
    openedAt: 1,
    entry: 1n as never,
    size: 1n as never,
    plannedSize: 1n as never,
    stop: undefined,
    risk: undefined,
    decisionMid: undefined,
    forecast: undefined,
    decision: undefined,
  })
  const first = Object.fromEntries(Object.entries(facts).filter(([name]) => !/^(alert|checklist)_/.test(name))) as typeof facts
  expect([isFirstForm(first), isFirstForm(facts)]).toEqual([true, false])
  // SHA-256 of the lines defined in docs/math/journal.md, computed independently.
  expect(factsHash(FIRST_HASH, first).toString('hex')).toBe('b3e107b8691a3d2ada7f0aad2dd30e0bfa32905d77fa537c633bb6fd325e8b85')
  expect(factsHash(FIRST_HASH, facts)).not.toEqual(factsHash(FIRST_HASH, first))
})
