import { SECOND_MS } from '@aerie/core/time'
import type { TripRow } from '@aerie/wire/journal/journal'
import { type JournalImport, journalImport } from '@aerie/wire/journal/journal-imports'
import { journalStatistics } from '@aerie/wire/journal/journal-statistics'
import { envelope } from '@aerie/wire/problem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'

let stage: TradingStage
let ada: string
beforeEach(async () => {
  stage = await tradingStage()
  ada = (await stage.trader('ada@example.com')).token
})
afterEach(() => stage.close())

const askedFor = (token: string, query = '') =>
  stage.stage().app.inject({ method: 'GET', url: `/api/v1/journal/export${query}`, headers: { authorization: `Bearer ${token}` } })
async function exported(token: string): Promise<string> {
  const response = await askedFor(token)
  expect(response.statusCode).toBe(200)
  return response.body
}
async function preview(token: string, payload: string): Promise<JournalImport> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const response = await stage.stage().app.inject({ method: 'POST', url: '/api/v1/journal/imports', headers, payload })
  expect(response.statusCode).toBe(201)
  return z.parse(envelope(journalImport), response.json()).data
}
async function imported(token: string, payload: string): Promise<JournalImport> {
  const { id } = await preview(token, payload)
  const { status, data } = await stage.call('POST', token, `/journal/imports/${id}/confirm`)
  expect(status).toBe(200)
  return z.parse(envelope(journalImport), { data }).data
}
const trips = async (token: string): Promise<TripRow[]> => (await stage.call('GET', token, '/journal/trips')).data as TripRow[]
async function statistics(token: string) {
  const { data } = await stage.call('GET', token, '/journal/statistics')
  return z.parse(envelope(journalStatistics), { data }).data
}

async function traded(clientId: string, side: 'buy' | 'sell', at: number, more: object = {}): Promise<void> {
  stage.setNow(stage.now() + SECOND_MS)
  stage.tick(at)
  stage.book('SOL', { bids: [[at - 0.1, 50]], asks: [[at + 0.1, 50]] })
  const order = { client_id: clientId, symbol: 'SOL', side, type: 'market', size: '1', ...more }
  expect((await stage.call('POST', ada, '/orders', order)).status).toBe(201)
}

/** Computed on an account's capital, which an imported file does not have. */
const OF_RETURNS: ReadonlySet<string> = new Set(['sharpe', 'sortino', 'volatility', 'max_drawdown', 'total_return', 'cagr', 'calmar'])

/** Two closed trips, one with a stop and text that a spreadsheet would run as formulas, and one from a file. */
async function aRecord(): Promise<void> {
  await traded('a', 'buy', 100, { stop_loss: { trigger: '90' }, decision_mid: '100' })
  await traded('b', 'sell', 104)
  await traded('c', 'sell', 104)
  await traded('d', 'buy', 106)
  const header = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n'
  const row = (day: number, side: string, coin: string) => `2024-01-0${day} 10:00:00,X${coin}USDT,${side},100,1,0,0.1,${coin},0\n`
  await imported(ada, header + row(1, 'BUY', 'USDT') + row(2, 'SELL', 'USDT') + row(1, 'BUY', 'BNB') + row(2, 'SELL', 'BNB'))
  const [first, second] = await trips(ada)
  const annotations = { tags: ['=1+1', 'late', 'x;=1+1'], note: '=HYPERLINK("http://example.com")\n\n- a, "b"', rating: 4 }
  expect((await stage.call('PATCH', ada, `/journal/trips/${first?.id}`, annotations)).status).toBe(200)
  expect((await stage.call('PATCH', ada, `/journal/trips/${second?.id}`, { note: '@SUM(1)  \n' })).status).toBe(200)
}

it('neutralises every cell that a spreadsheet would interpret as a formula', async () => {
  await aRecord()
  const text = await exported(ada)
  expect(text).toContain(`"'=1+1,late,x;'=1+1"`)
  expect(text).toContain(`"'=HYPERLINK(""http://example.com"")`)
  expect(text).toContain(`'@SUM(1)`)
  expect(text).not.toMatch(/(^|,)"?[=@+\t]/m)
  expect(text).not.toMatch(/(^|,)"?-(?![\d.]+(,|\r))(?!\d)[^ ]/m)
  // For a program that splits at semicolons and treats commas as text.
  expect(text).not.toMatch(/(^|[;\t\n])"*[=+@-]/)
})

it('starts with a byte order mark, even without trips, so that spreadsheets read it as UTF-8', async () => {
  expect(await exported(ada)).toMatch(/^\uFEFFtrip,[a-z_,]+\r\n$/)
  await aRecord()
  expect(await exported(ada)).toMatch(/^\uFEFFtrip,/)
})

it('responds with an error, not 200 and a truncated file, when the first trips cannot be read', async () => {
  const answer = await askedFor(ada, '?symbol=%00')
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_input'])
})

it('is imported without loss: the same trips, notes and statistics for a user who has none of them', async () => {
  await aRecord()
  const bea = (await stage.trader('bea@example.com')).token
  const done = await imported(bea, await exported(ada))
  expect(done).toMatchObject({ format: 'aerie-journal', entries: 4, trips: 4, duplicates: 0, problem_count: 0 })
  const comparable = (rows: readonly TripRow[]) =>
    rows
      .map(({ id: _id, origin, ...figures }) => ({ ...figures, origin: origin.replace(' (imported)', '') }))
      .toSorted((a, b) => (a.closed_at_ms ?? 0) - (b.closed_at_ms ?? 0) || a.symbol.localeCompare(b.symbol))
  expect(comparable(await trips(bea))).toEqual(comparable(await trips(ada)))
  const [theirs, mine] = [await statistics(bea), await statistics(ada)]
  expect(theirs.trips).toEqual(mine.trips)
  expect(theirs.trips.counted).toBe(3)
  expect(theirs.totals).toEqual(mine.totals)
  const comparableFigures = ({ figures }: typeof mine) =>
    Object.entries(figures).flatMap(([name, { value, n }]) => (OF_RETURNS.has(name) ? [] : [[name, value, n]]))
  expect(comparableFigures(theirs)).toEqual(comparableFigures(mine))
  for (const { id, symbol } of await trips(bea)) {
    const { data } = await stage.call('GET', bea, `/journal/trips/${id}`)
    const isCoinFee = symbol === 'XBNBUSDT'
    expect(data).toMatchObject({
      facts: null,
      fills: [],
      money_reason: isCoinFee ? 'fee_coin' : null,
      fees_in_coins: isCoinFee ? [{ coin: 'BNB', amount: '0.2' }] : [],
    })
  }
})

it('adds nothing that the journal has: own trips, the same file again, an export of imported trips', async () => {
  await aRecord()
  const text = await exported(ada)
  expect(await preview(ada, text)).toMatchObject({ entries: 0, duplicates: 4 })
  expect(await imported(ada, text)).toMatchObject({ entries: 0, trips: 0, duplicates: 4 })
  expect(await trips(ada)).toHaveLength(4)
  const bea = (await stage.trader('bea@example.com')).token
  const { id } = await imported(bea, text)
  expect(await imported(bea, text)).toMatchObject({ entries: 0, duplicates: 4 })
  expect(await imported(bea, await exported(bea))).toMatchObject({ entries: 0, duplicates: 4 })
  const [first] = await trips(bea)
  await stage.call('PATCH', bea, `/journal/trips/${first?.id}`, { note: 'mine now' })
  await stage.call('DELETE', bea, `/journal/imports/${id}`)
  expect(await trips(bea)).toEqual([])
  await imported(bea, text)
  expect((await stage.call('GET', bea, `/journal/trips/${first?.id}`)).data).toMatchObject({ note: 'mine now' })
})

it("ignores identities in a file: a trip with the same id stays its own user's", async () => {
  await aRecord()
  const bea = (await stage.trader('bea@example.com')).token
  await imported(bea, await exported(ada))
  const mine = new Set((await trips(ada)).map(({ id }) => id))
  expect((await trips(bea)).filter(({ id }) => mine.has(id))).toEqual([])
})

it('counts a trip once when its exchange file follows its export, with its notes kept; an undo restores it', async () => {
  const file =
    'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n' +
    '2024-01-01 10:00:00,SOLUSDT,BUY,100,1,100,0.1,USDT,0\n2024-01-02 10:00:00,SOLUSDT,SELL,110,1,110,0.1,USDT,0\n'
  await imported(ada, file)
  const [trip] = await trips(ada)
  await stage.call('PATCH', ada, `/journal/trips/${trip?.id}`, { note: 'late', tags: ['fade'] })
  const bea = (await stage.trader('bea@example.com')).token
  await imported(bea, await exported(ada))
  const [importedTrip] = await trips(bea)
  const { id } = await imported(bea, file)
  const [made, ...more] = await trips(bea)
  expect(more).toEqual([])
  expect(made).toMatchObject({ net: importedTrip?.net, tags: ['fade'], has_note: true })
  expect(made?.id).not.toBe(importedTrip?.id)
  expect((await statistics(bea)).trips.counted).toBe(1)
  await imported(bea, await exported(ada))
  expect(await trips(bea)).toEqual([made])
  expect((await stage.call('DELETE', bea, `/journal/imports/${id}`)).status).toBe(200)
  expect(await trips(bea)).toEqual([importedTrip])
})
