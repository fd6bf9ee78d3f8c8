import type { TripDetail, TripRow } from '@aerie/wire/journal/journal'
import { tripDetail, tripsPage } from '@aerie/wire/journal/journal'
import { type JournalImport, journalImport } from '@aerie/wire/journal/journal-imports'
import { envelope } from '@aerie/wire/problem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { importRepository } from './import-repository.ts'
import { MOST_IMPORTS, MOST_UNDONE } from './import-service.ts'

let stage: TradingStage
let token: string
let userId: string
let users = 0
beforeAll(async () => {
  stage = await tradingStage()
})
beforeEach(async () => {
  users += 1
  ;({ token, userId } = await stage.trader(`trader${users}@example.com`))
})
afterAll(() => stage.close())

const get = (path: string, as = token) => stage.call('GET', as, `/journal${path}`)
const change = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as = token) =>
  stage.call(method, as, `/journal${path}`, body)

async function send(file: string | Buffer, { query = '', type = 'text/csv', as = token } = {}) {
  const response = await stage.stage().app.inject({
    method: 'POST',
    url: `/api/v1/journal/imports${query}`,
    headers: { authorization: `Bearer ${as}`, 'content-type': type },
    payload: file,
  })
  const answer: { data: JournalImport; code?: string; detail?: string } = response.json()
  return { status: response.statusCode, ...answer }
}
async function sent(file: string | Buffer, query = ''): Promise<JournalImport> {
  const answer = await send(file, { query })
  expect([answer.status, answer.detail]).toEqual([201, undefined])
  return z.parse(envelope(journalImport), { data: answer.data }).data
}
async function confirmed(file: string | Buffer): Promise<JournalImport> {
  const answer = await change('POST', `/imports/${(await sent(file)).id}/confirm`)
  expect(answer.status).toBe(200)
  return z.parse(envelope(journalImport), { data: answer.data }).data
}
const trips = async (query = ''): Promise<TripRow[]> => z.parse(tripsPage, await get(`/trips${query}`)).data
const detail = async (id: string): Promise<TripDetail> => z.parse(envelope(tripDetail), { data: (await get(`/trips/${id}`)).data }).data

const HEADER = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n'
const row = (day: number, side: string, { price = '100', size = '1', fee = '0.1', coin = 'USDT', symbol = 'BTCUSDT' } = {}) =>
  `2024-01-${String(day).padStart(2, '0')} 10:00:00,${symbol},${side},${price},${size},0,${fee},${coin},0\n`

it('updates the table statistics after a large file, so that its pages are read by index', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => row(1 + (at % 28), at % 2 === 0 ? 'BUY' : 'SELL', { price: `${100 + at}` }))
  expect((await confirmed(HEADER + many.join(''))).trips).toBeGreaterThan(0)
  const { rows } = await stage.accounts.db.$client.query<{ name: string; known: number }>(
    "select relname as name, reltuples as known from pg_class where relname in ('journal_entries', 'journal_trips') order by relname",
  )
  expect(rows).toEqual([
    { name: 'journal_entries', known: 5_000 },
    { name: 'journal_trips', known: expect.any(Number) },
  ])
  expect(rows[1]?.known).toBeGreaterThan(0)
})

it('stores an entry of a file in less than 420 bytes, including its indexes', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => row(1 + (at % 28), at % 2 === 0 ? 'BUY' : 'SELL', { price: `${40_000 + at}.1` }))
  await confirmed(HEADER + rows.join(''))
  const { rows: found } = await stage.accounts.db.$client.query<{ bytes: number }>(
    "select ((select pg_total_relation_size('journal_entries')) / (select count(*) from journal_entries))::int as bytes",
  )
  expect(found[0]?.bytes).toBeLessThan(420)
})

it('deletes a file that was not confirmed within a day', async () => {
  const fresh = await sent(HEADER + row(1, 'BUY'))
  const { token: other } = await stage.trader(`late${users}@example.com`)
  const old = (await send(HEADER + row(1, 'BUY'), { as: other })).data
  const { $client: pool } = stage.accounts.db
  await pool.query(`update journal_imports set created_at = created_at - interval '1 day' where id = $1`, [old.id])
  const { journal } = stage.stage()
  await journal.stop?.()
  await journal.start?.()
  const left = async () => (await pool.query('select id from journal_imports where id = any($1)', [[fresh.id, old.id]])).rows
  await expect.poll(left).toEqual([{ id: fresh.id }])
})

it('previews what a file would add, and adds it on confirmation: round trips with their fills, once', async () => {
  const file = HEADER + row(1, 'BUY') + row(2, 'SELL', { price: '110' })
  const preview = await sent(file, '?name=january.csv')
  expect(preview).toMatchObject({
    state: 'ready',
    format: 'binance-futures-trades',
    exchange: 'Binance',
    name: 'january.csv',
    rows: 2,
    entries: 2,
    duplicates: 0,
  })
  expect(preview.preview[0]).toMatchObject({
    kind: 'fill',
    at: '2024-01-01T10:00:00.000Z',
    symbol: 'BTCUSDT',
    side: 'buy',
    price: '100',
    amount: '0.1',
  })
  expect(await trips()).toEqual([])
  const done = (await change('POST', `/imports/${preview.id}/confirm`)).data
  expect(done).toMatchObject({ state: 'done', entries: 2, trips: 1 })
  expect((await change('POST', `/imports/${preview.id}/confirm`)).data).toEqual(done)
  const [trip] = await trips()
  expect(trip).toMatchObject({
    origin: 'Binance',
    currency: 'USDT',
    entry: '100',
    exit: '110',
    gross: '10',
    fees: '0.2',
    net: '9.8',
    r: null,
    mae: null,
    resolution: 'none',
    source_kind: null,
  })
  const shownTrip = await detail(trip!.id)
  expect(shownTrip).toMatchObject({ import: preview.id, account: null, facts: null, fill_count: 2, hold_ms: 86_400_000 })
  expect(shownTrip.fills.map(({ side, price }) => [side, price])).toEqual([
    ['buy', '100'],
    ['sell', '110'],
  ])
})

it('shows that an import is being added by another process', async () => {
  const { id } = await sent(HEADER + row(1, 'BUY'))
  const states = async (): Promise<unknown[]> => {
    const [one, list] = [await get(`/imports/${id}`), await get('/imports')]
    return [(one.data as JournalImport).state, (list.data as JournalImport[]).find((each) => each.id === id)?.state]
  }
  expect(await states()).toEqual(['ready', 'ready'])
  await stage.accounts.db.transaction(async (tx) => {
    await importRepository(tx).showWriting(id)
    expect(await states()).toEqual(['importing', 'importing'])
  })
  expect(await states()).toEqual(['ready', 'ready'])
})

it('adds nothing twice: neither the same file again nor a longer one that overlaps', async () => {
  const first = HEADER + row(1, 'BUY') + row(1, 'BUY') + row(2, 'SELL', { size: '2', price: '110' })
  expect(await confirmed(first)).toMatchObject({ entries: 3, duplicates: 0, trips: 1 })
  expect(await sent(first)).toMatchObject({ entries: 0, duplicates: 3 })
  expect(await confirmed(first + row(3, 'BUY'))).toMatchObject({ entries: 1, duplicates: 3, trips: 1 })
  expect((await trips()).map(({ closed_at_ms }) => closed_at_ms === null)).toEqual([true, false])
})

it('recognises a trade that another file has without seconds, whichever comes first', async () => {
  const atOf = (minute: number, second: string): string => `2024-01-01 10:0${minute}${second},SOLUSDT,BUY,100,1SOL,100USDT,0.1USDT\n`
  const file = (...rows: readonly string[]): string => `Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n${rows.join('')}`
  const exact = file(atOf(0, ':07'), atOf(0, ':31'), atOf(2, ':00'))
  const saved = file(atOf(0, ''), atOf(0, ''), atOf(0, ''), atOf(3, ''))
  const { id } = await confirmed(exact)
  expect(await sent(saved)).toMatchObject({ entries: 2, duplicates: 2 })
  expect(await confirmed(saved)).toMatchObject({ entries: 2, duplicates: 2, trips: 1 })
  await stage.call('DELETE', token, `/journal/imports/${id}`)
  // Of the three equal trades of one minute one is left.
  expect(await confirmed(exact)).toMatchObject({ entries: 2, duplicates: 1 })
})

it("joins files: a position opened in one and closed in another is one trip, and undoing either keeps the other's data", async () => {
  const opening = await confirmed(HEADER + row(1, 'BUY'))
  const closing = await confirmed(HEADER + row(20, 'SELL', { price: '90' }))
  const [trip] = await trips()
  expect(trip).toMatchObject({ side: 'long', gross: '-10' })
  await change('PATCH', `/trips/${trip!.id}`, { tags: ['kept'], note: 'mine' })
  expect((await change('DELETE', `/imports/${closing.id}`)).data).toMatchObject({ state: 'undone' })
  expect(await trips()).toMatchObject([{ id: trip!.id, closed_at_ms: null, tags: ['kept'] }])
  await change('DELETE', `/imports/${opening.id}`)
  expect(await trips()).toEqual([])
  expect(await change('POST', `/imports/${opening.id}/confirm`)).toMatchObject({ status: 409, code: 'import_not_ready' })
  await confirmed(HEADER + row(1, 'BUY') + row(20, 'SELL', { price: '90' }))
  expect(await trips()).toMatchObject([{ id: trip!.id, gross: '-10', tags: ['kept'], has_note: true }])
})

const FILLS = 'trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit\n'
const coinbase = (id: number, product: string, side: string, day: number) =>
  `${id},${product},${side},2024-01-0${day}T10:00:00Z,1,X,100,0.1,100.1,USD\n`

it('keeps trades of two markets with the same number, and recognises those imported before markets were distinguished', async () => {
  const file = FILLS + coinbase(7, 'BTC-USD', 'BUY', 1) + coinbase(7, 'ETH-USD', 'BUY', 1) + coinbase(8, 'BTC-USD', 'SELL', 2)
  expect(await confirmed(file)).toMatchObject({ entries: 3, duplicates: 0, trips: 2 })
  expect(await sent(file)).toMatchObject({ entries: 0, duplicates: 3 })
  await stage.accounts.db.$client.query("update journal_entries set key = 'coinbase-exchange-fills:fill:7' where key = $1", [
    'coinbase-exchange-fills:fill:BTC-USD:7',
  ])
  expect(await sent(file)).toMatchObject({ entries: 0, duplicates: 3 })
  expect(await confirmed(file + coinbase(7, 'SOL-USD', 'BUY', 1))).toMatchObject({ entries: 1, duplicates: 3, trips: 1 })
  expect((await trips()).map(({ symbol }) => symbol).toSorted()).toEqual(['BTC-USD', 'ETH-USD', 'SOL-USD'])
})

it('reports before and after how many fills close an unknown position, and builds trips once the earlier file arrives', async () => {
  const header = 'time,coin,dir,px,sz,ntl,fee,closedPnl\n'
  const fill = (day: number, dir: string, px: number) => `2026-01-${day} 10:00:00,BTC,${dir},${px},1,${px},0,0\n`
  const later = header + fill(20, 'Close Long', 110) + fill(21, 'Open Short', 110)
  expect(await sent(later)).toMatchObject({ entries: 2, unopened: 1 })
  expect(await confirmed(later)).toMatchObject({ entries: 2, unopened: 1, trips: 1 })
  const earlier = header + fill(19, 'Open Long', 100)
  expect(await confirmed(earlier)).toMatchObject({ entries: 1, unopened: 0 })
  expect((await trips()).map(({ side, gross }) => [side, gross])).toEqual([
    ['short', null],
    ['long', '10'],
  ])
})

it('asks for the day and month order where it is ambiguous, and for the columns of an unknown header', async () => {
  const unclear = await sent(
    'time,coin,dir,px,sz,ntl,fee,closedPnl\n01/02/2026 - 10:00:00,BTC,Open Long,100,1,100,0.1,0\n02/03/2026 - 10:00:00,BTC,Close Long,110,1,110,0.1,10\n',
  )
  expect(unclear).toMatchObject({ state: 'date_order_needed', date_order: null, entries: 0, unopened: null })
  expect(await change('POST', `/imports/${unclear.id}/confirm`)).toMatchObject({ status: 409, code: 'import_not_ready' })
  const answered = await change('PATCH', `/imports/${unclear.id}`, { date_order: 'month-first' })
  expect(answered.data).toMatchObject({ state: 'ready', entries: 2, preview: [{ at: '2026-01-02T10:00:00.000Z' }, {}] })

  const strange = await sent('when;what;way;at;many\n2024-01-02 03:04;BTC;Sell;1;2\n')
  expect(strange).toMatchObject({
    state: 'mapping_needed',
    format: null,
    header: ['when', 'what', 'way', 'at', 'many'],
    sample: [['2024-01-02 03:04', 'BTC', 'Sell', '1', '2']],
  })
  const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many' }
  expect((await change('PATCH', `/imports/${strange.id}`, { mapping })).data).toMatchObject({
    state: 'ready',
    format: 'generic',
    entries: 1,
  })
  expect(await change('PATCH', `/imports/${strange.id}`, { mapping: { ...mapping, time: 'never' } })).toMatchObject({
    status: 422,
    code: 'import_fault',
  })
  expect((await change('POST', `/imports/${strange.id}/confirm`)).data).toMatchObject({ state: 'done', trips: 1 })
})

it('reports what is wrong with a row, by its number, and skips it', async () => {
  const file =
    HEADER + row(1, 'BUY') + row(2, 'HOLD') + row(3, 'SELL', { price: 'many' }) + row(4, 'SELL', { symbol: 'BTCUSD_PERP', coin: 'BTC' })
  const { problems, problem_count, entries } = await sent(file)
  expect([entries, problem_count, problems.map(({ row: number }) => number)]).toEqual([2, 2, [3, 4]])
  expect(problems.map(({ text }) => text)).toEqual(['neither buy nor sell: HOLD', 'Price is no number: many'])
})

it('keeps trips of coin-margined contracts in their coin, with their fills and lots, and out of the statistics', async () => {
  await confirmed(
    HEADER +
      row(1, 'BUY', { symbol: 'BTCUSD_PERP', price: '50000', size: '10', fee: '0.00001', coin: 'BTC' }) +
      row(2, 'SELL', { symbol: 'BTCUSD_PERP', price: '62500', size: '10', fee: '0.0000125', coin: 'BTC' }),
  )
  const [trip] = await trips()
  const money = { currency: 'BTC', gross: '0.004', fees: '0.0000225', net: '0.0039775' }
  expect(trip).toMatchObject({ symbol: 'BTCUSD_PERP', side: 'long', size: '1000', entry: '50000', exit: '62500', ...money })
  expect(await detail(trip!.id)).toMatchObject({
    ...money,
    fills: [
      { side: 'buy', price: '50000', size: '1000', fee: '0.00001', fee_coin: 'BTC' },
      { side: 'sell', price: '62500', size: '1000', fee: '0.0000125', fee_coin: 'BTC' },
    ],
    lots: [{ size: '1000', entry: '50000', exit: '62500', gross: '0.004', fees: '0.0000225' }],
  })
  expect((await get('/statistics')).data).toMatchObject({ trips: { counted: 0, left_out: [{ reason: 'other_currency', trips: 1 }] } })
})

it('counts equal trades within a file, the larger number of two files, and says where two files only touch', async () => {
  const twice = row(3, 'BUY') + row(3, 'BUY')
  await confirmed(HEADER + row(1, 'BUY') + row(2, 'BUY') + row(3, 'BUY'))
  // It begins when the first file ends: one trade or two.
  expect(await sent(HEADER + row(3, 'BUY') + row(4, 'BUY'))).toMatchObject({ entries: 1, duplicates: 1, at_border: 1 })
  // It ends when the first file begins.
  expect(await sent(`${HEADER}2023-12-31 10:00:00,BTCUSDT,BUY,100,1,0,0.1,USDT,0\n${row(1, 'BUY')}`)).toMatchObject({
    entries: 1,
    duplicates: 1,
    at_border: 1,
  })
  // Files that overlap leave no doubt, and the one with more trades is right.
  expect(await confirmed(HEADER + row(2, 'BUY') + twice + row(4, 'BUY'))).toMatchObject({ entries: 2, duplicates: 2, at_border: 0 })
  expect((await trips())[0]).toMatchObject({ size: '5' })
})

it('leaves net unknown if a fee coin has no price, and deducts a fee in the bought coin from the size', async () => {
  await confirmed(HEADER + row(1, 'BUY', { coin: 'BNB', fee: '0.01' }) + row(2, 'SELL', { price: '110' }))
  const [unknown] = await trips()
  expect(unknown).toMatchObject({ gross: '10', fees: null, net: null })
  expect(await detail(unknown!.id)).toMatchObject({ money_reason: 'fee_coin', fees_in_coins: [{ coin: 'BNB', amount: '0.01' }] })
  expect((await get('/statistics')).data).toMatchObject({ trips: { counted: 0, left_out: [{ reason: 'fee_coin', trips: 1 }] } })
  const spot =
    'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2024-03-01 10:00:00,SOLUSDT,BUY,100,10SOL,1000USDT,0.01SOL\n2024-03-02 10:00:00,SOLUSDT,SELL,110,9.99SOL,1098.9USDT,1.0989USDT\n'
  await confirmed(spot)
  const [trip] = await trips('?symbol=SOLUSDT')
  // 1000 paid, 1098.9 received, less a fee of 1.0989.
  expect(trip).toMatchObject({ origin: 'Binance spot', size: '9.99', fees: '2.0989', net: '97.8011' })
})

it.each([
  ['nothing', '', 'The file is empty.'],
  ['bytes that are no text', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe, 0x00]), 'not text in UTF-8'],
  ['another encoding', Buffer.from('Date(UTC),Symbol\n2024,\xe4\xf6\n', 'latin1'), 'not text in UTF-8'],
  ['an open quote', `${HEADER}"2024-01-01`, 'cannot be read as CSV'],
  ['a row without an end', `${HEADER}${'x'.repeat(200_000)}`, 'cannot be read as CSV'],
])('refuses %s with a message, and stores nothing', async (_name, file, message) => {
  expect(await send(file)).toMatchObject({ status: 422, code: 'import_fault', detail: expect.stringContaining(message) })
  expect((await get('/imports')).data).toEqual([])
})

it('reads UTF-16, a byte order mark, semicolons and quotes', async () => {
  const text = HEADER + row(1, 'BUY')
  expect(await sent(`\ufeff${text.replaceAll(',', ';')}`)).toMatchObject({ entries: 1 })
  expect(await sent(Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le'))).toMatchObject({ entries: 1 })
  expect(await sent(text.replace('BTCUSDT', '"BTCUSDT"'))).toMatchObject({ entries: 1 })
})

it('accepts up to 50 MB, no other content type, and one import per user at a time', async () => {
  expect((await send('x'.repeat(50 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await send('{}', { type: 'application/json' })).status).toBe(415)
  const many =
    HEADER +
    Array.from({ length: 30_000 }, (_, at) => row((at % 28) + 1, at % 2 === 0 ? 'BUY' : 'SELL', { price: String(100 + at) })).join('')
  const [first, second] = await Promise.all([send(many), send(many)])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([201, 409])
})

it("lets no user see or touch another user's import", async () => {
  const { id } = await sent(HEADER + row(1, 'BUY'))
  const other = (await stage.trader('eve@example.com')).token
  expect((await get(`/imports/${id}`, other)).status).toBe(404)
  expect((await change('POST', `/imports/${id}/confirm`, undefined, other)).status).toBe(404)
  expect((await change('DELETE', `/imports/${id}`, undefined, other)).status).toBe(404)
  expect((await change('PATCH', `/imports/${id}`, { date_order: 'day-first' }, other)).status).toBe(404)
  expect((await get('/imports')).data).toMatchObject([{ id, state: 'ready' }])
})

it('drops an unconfirmed import when the next file arrives, or by itself', async () => {
  const { id } = await sent(HEADER + row(1, 'BUY'))
  const next = await sent(HEADER + row(2, 'BUY'))
  expect((await get(`/imports/${id}`)).status).toBe(404)
  expect((await change('DELETE', `/imports/${next.id}`)).data).toMatchObject({ state: 'undone' })
  expect((await get('/imports')).data).toEqual([])
})

async function insertImports(state: 'done' | 'undone', count: number): Promise<string[]> {
  const { rows } = await stage.accounts.db.$client.query<{ id: string }>(
    `insert into journal_imports (id, user_id, state, name, body, created_at) select gen_random_uuid(), $1, $2, 'old.csv', $3, timestamptz '2020-01-01' - i * interval '1 day'
      from generate_series(1, $4::int) i returning id`,
    [userId, state, { ...(await sent(HEADER + row(1, 'BUY'))), repeated: 0 }, count],
  )
  return rows.map(({ id }) => id)
}
async function statesOf(): Promise<Partial<Record<string, number>>> {
  const { rows } = await stage.accounts.db.$client.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from journal_imports where user_id = $1 group by state',
    [userId],
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

it('refuses a file while the journal has 500, and accepts it once one is undone, as the message states', async () => {
  const [old = ''] = await insertImports('done', MOST_IMPORTS)
  const file = HEADER + row(1, 'BUY')
  expect(await send(file)).toMatchObject({
    status: 422,
    code: 'too_many_imports',
    detail: `You have ${MOST_IMPORTS} imports. Undo one first.`,
  })
  expect((await change('DELETE', `/imports/${old}`)).data).toMatchObject({ state: 'undone' })
  expect(await confirmed(file)).toMatchObject({ state: 'done', entries: 1 })
  expect(await statesOf()).toEqual({ done: MOST_IMPORTS, undone: 1 })
  expect((await send(file)).status).toBe(422)
})

it('lets the last file that fits replace an unconfirmed one', async () => {
  await insertImports('done', MOST_IMPORTS - 1)
  const pending = await sent(HEADER + row(2, 'BUY'))
  await confirmed(HEADER + row(1, 'BUY'))
  expect((await get(`/imports/${pending.id}`)).status).toBe(404)
  expect(await statesOf()).toEqual({ done: MOST_IMPORTS })
})

it("keeps the newest undone imports and the one just undone, and recognises an erased one's file once imported again", async () => {
  const file = HEADER + row(1, 'BUY') + row(2, 'SELL', { price: '110' })
  const first = await confirmed(file)
  const [trip] = await trips()
  await change('PATCH', `/trips/${trip!.id}`, { tags: ['kept'] })
  await stage.accounts.db.$client.query("update journal_imports set created_at = '2010-01-01' where id = $1", [first.id])
  const old = await insertImports('undone', MOST_UNDONE + 5)
  expect((await change('DELETE', `/imports/${first.id}`)).data).toMatchObject({ id: first.id, state: 'undone' })
  expect((await statesOf()).undone).toBe(MOST_UNDONE)
  const status = async (id: string | undefined) => (await get(`/imports/${id}`)).status
  expect([await status(first.id), await status(old[MOST_UNDONE - 2]), await status(old[MOST_UNDONE - 1])]).toEqual([200, 200, 404])
  // The next undone import evicts it, as it is the oldest.
  const next = await confirmed(HEADER + row(3, 'BUY'))
  await change('DELETE', `/imports/${next.id}`)
  expect([await status(first.id), (await statesOf()).undone]).toEqual([404, MOST_UNDONE])
  expect(await confirmed(file)).toMatchObject({ entries: 2, duplicates: 0, trips: 1 })
  expect(await sent(file)).toMatchObject({ entries: 0, duplicates: 2 })
  expect(await trips()).toMatchObject([{ id: trip!.id, tags: ['kept'] }])
})
