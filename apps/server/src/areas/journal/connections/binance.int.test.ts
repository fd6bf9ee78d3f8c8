import { DAY_MS, SECOND_MS, systemClock } from '@aerie/core/time'
import { BINANCE_KEY, type BinanceAccountStandIn, binanceAccountStandIn } from '@aerie/testkit/binance-account-stand-in'
import { type TripRow, tripsPage } from '@aerie/wire/journal/journal'
import { type JournalConnection, journalConnection } from '@aerie/wire/journal/journal-connections'
import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { envelope } from '@aerie/wire/problem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'

const BODY = { exchange: 'binance', key: BINANCE_KEY.key, secret: BINANCE_KEY.secret }
/** A whole second of ten days ago. */
const START = Math.floor(systemClock.now() / SECOND_MS) * SECOND_MS - 10 * DAY_MS
let binance: BinanceAccountStandIn
let stage: TradingStage
let token: string
let users = 0

beforeAll(async () => {
  binance = await binanceAccountStandIn()
  // As from a distance: the clock advances while a request is answered.
  binance.http.delayMs = 5
  stage = await tradingStage({ exchanges: { BINANCE_URL: binance.http.url, BINANCE_FUTURES_URL: binance.http.url, speed: 1_000 } })
})
beforeEach(async () => {
  users += 1
  ;({ token } = await stage.trader(`connected${users}@example.com`))
  binance.http.fault = undefined
  binance.http.seen.length = 0
  binance.restrictions = { ...binance.restrictions, enableSpotAndMarginTrading: false, enableWithdrawals: false }
  binance.hasFutures = true
  for (const list of [binance.markets, binance.balances, binance.snapshotAssets, binance.spotTrades, binance.futuresTrades, binance.income])
    list.length = 0
})
afterAll(async () => {
  await stage.close()
  await binance.close()
})

const call = (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) => stage.call(method, token, `/journal/connections${path}`, body)
const connect = async (body: object = BODY): Promise<JournalConnection> => {
  const answer = await call('POST', '', body)
  expect([answer.status, (answer as { detail?: string }).detail]).toEqual([201, undefined])
  return z.parse(envelope(journalConnection), { data: answer.data }).data
}
const get = async (id: string): Promise<JournalConnection> => (await call('GET', `/${id}`)).data
const reached = async (id: string, state: JournalConnection['state']): Promise<JournalConnection> => {
  await expect.poll(async () => (await get(id)).state, { timeout: 20_000, interval: 50 }).toBe(state)
  return get(id)
}
const synced = async (id: string): Promise<JournalConnection> => {
  await call('POST', `/${id}/sync`)
  return reached(id, 'up_to_date')
}
const trips = async (): Promise<TripRow[]> => z.parse(tripsPage, await stage.call('GET', token, '/journal/trips')).data
const imported = async (file: string): Promise<JournalImport> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const sent = await stage.stage().app.inject({ method: 'POST', url: '/api/v1/journal/imports', headers, payload: file })
  const { id } = sent.json<{ data: JournalImport }>().data
  return (await stage.call('POST', token, `/journal/imports/${id}/confirm`)).data
}

/** Source: https://developers.binance.com/docs/binance-spot-api-docs/rest-api/account-endpoints, account trade list. */
const spotTrade = (id: number, time: number, { isBuyer = true, price = '100.00000000', qty = '1.00000000' } = {}) => ({
  symbol: 'SOLUSDT',
  id,
  orderId: 100234,
  orderListId: -1,
  price,
  qty,
  quoteQty: '100.00000000',
  commission: '0.10000000',
  commissionAsset: 'USDT',
  time,
  isBuyer,
  isMaker: false,
  isBestMatch: true,
})
/** Source: https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/Account-Trade-List */
const futuresTrade = (id: number, time: number, side: 'BUY' | 'SELL', price: string, realizedPnl = '0') => ({
  buyer: side === 'BUY',
  commission: '0.07819010',
  commissionAsset: 'USDT',
  id,
  maker: false,
  orderId: 25851813,
  price,
  qty: '0.002',
  quoteQty: '15.63802',
  realizedPnl,
  side,
  positionSide: 'BOTH',
  symbol: 'BTCUSDT',
  time,
})
/** Source: https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Get-Income-History */
const incomeRow = (incomeType: string, time: number, income: string, tranId: number) => ({
  symbol: 'BTCUSDT',
  incomeType,
  income,
  asset: 'USDT',
  info: incomeType,
  time,
  tranId,
  tradeId: '2059192',
})
const fileTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const HEADER = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n'
const fileRow = (at: number, side = 'BUY', price = '100') => `${fileTime(at)},SOLUSDT,${side},${price},1SOL,${price}USDT,0.1USDT\n`
const holdSol = (...trades: ReturnType<typeof spotTrade>[]): void => {
  binance.markets.push({ symbol: 'SOLUSDT', baseAsset: 'SOL', quoteAsset: 'USDT' })
  binance.balances.push('SOL')
  binance.spotTrades.push(...trades)
}

it('fills the journal with spot trades, futures trades and funding, and keeps up', async () => {
  holdSol(spotTrade(1, START + 123), spotTrade(2, START + DAY_MS, { isBuyer: false, price: '110.00000000' }))
  binance.futuresTrades.push(futuresTrade(7, START, 'BUY', '60000'), futuresTrade(8, START + DAY_MS, 'SELL', '61000', '2'))
  binance.income.push(
    incomeRow('COMMISSION', START, '-0.0781901', 1),
    incomeRow('FUNDING_FEE', START + 3_600_000, '-0.0102', 2),
    incomeRow('COMMISSION', START + DAY_MS, '-0.0781901', 3),
  )
  const made = await connect()
  expect(made).toMatchObject({ exchange: 'binance', source: null, key_ends: BINANCE_KEY.key.slice(-4), address: null, error: null })
  const filled = await reached(made.id, 'up_to_date')
  expect(filled).toMatchObject({ entries: 5, trips: 2, synced_to: expect.any(String) })
  expect(filled.progress.done).toBe(filled.progress.total)
  expect(filled.covers.join(' ')).toContain('Binance has no list of all trades')
  // Six months in windows of a week.
  expect(binance.http.seen.filter(({ path }) => path === '/fapi/v1/userTrades')).toHaveLength(26)
  expect((await trips()).toSorted((a, b) => a.origin.localeCompare(b.origin))).toMatchObject([
    { origin: 'Binance', symbol: 'BTCUSDT', side: 'long', gross: '2', fees: '0.156382', funding: '-0.0102' },
    { origin: 'Binance spot', symbol: 'SOLUSDT', side: 'long', gross: '10', fees: '0.2', net: '9.8' },
  ])
  binance.spotTrades.push(spotTrade(3, START + 2 * DAY_MS))
  expect(await synced(made.id)).toMatchObject({ entries: 6, trips: 3 })
})

it('adds the fee of a liquidation to the position it closed', async () => {
  binance.futuresTrades.push(futuresTrade(7, START, 'BUY', '60000'), futuresTrade(8, START + DAY_MS, 'SELL', '50000', '-20'))
  binance.income.push(
    incomeRow('COMMISSION', START, '-0.0781901', 1),
    incomeRow('INSURANCE_CLEAR', START + DAY_MS + 2_000, '-1.25', 2),
    incomeRow('INSURANCE_CLEAR', START + DAY_MS + 2_000, '0', 3),
  )
  expect(await reached((await connect()).id, 'up_to_date')).toMatchObject({ entries: 3, trips: 1 })
  expect(await trips()).toMatchObject([{ symbol: 'BTCUSDT', gross: '-20', fees: '1.406382', funding: '0', net: '-21.406382' }])
})

it('keeps the key sealed: it is in no response, no plain column and no export', async () => {
  await connect()
  const listed = JSON.stringify((await call('GET')).data)
  const { rows } = await stage.accounts.db.$client.query('select * from journal_connections')
  for (const text of [listed, JSON.stringify(rows), rows.map(({ sealed }) => String(sealed)).join('')])
    for (const secret of [BINANCE_KEY.key, BINANCE_KEY.secret]) expect(text).not.toContain(secret)
})

it.each(['enableSpotAndMarginTrading', 'enableWithdrawals', 'enableSomethingNew'])(
  'refuses a key with %s, and stores nothing',
  async (right) => {
    binance.restrictions = { ...binance.restrictions, [right]: true }
    expect(await call('POST', '', BODY)).toMatchObject({
      status: 422,
      code: 'connection_key_may_trade',
      detail: expect.stringContaining(right),
    })
    expect((await call('GET')).data).toEqual([])
    const { [right]: _right, ...rest } = binance.restrictions
    binance.restrictions = rest
  },
)

it('refuses an unknown key, a wrong secret, missing fields and an exchange that does not answer', async () => {
  const attempt = async (body: object) => {
    const { status, code, errors } = await call('POST', '', body)
    return [status, code, ...Object.keys(errors ?? {})]
  }
  expect(await attempt({ ...BODY, key: 'another' })).toEqual([422, 'connection_key_rejected'])
  expect(await attempt({ ...BODY, secret: 'another' })).toEqual([422, 'connection_key_rejected'])
  expect(await attempt({ exchange: 'binance', key: 'x' })).toEqual([400, 'bad_input', 'secret'])
  expect(await attempt({ ...BODY, passphrase: 'x' })).toEqual([400, 'bad_input', 'passphrase'])
  expect(await attempt({ ...BODY, exchange: 'elsewhere' })).toEqual([400, 'bad_input', 'exchange'])
  binance.http.fault = () => ({ kind: 'status', status: 503 })
  expect(await attempt(BODY)).toEqual([503, 'connection_unavailable'])
  expect((await call('GET')).data).toEqual([])
})

it('never doubles a trade of a file: in seconds before it, after it, or overlapping in part', async () => {
  const trades = [0, 1, 2].flatMap((day) => [
    spotTrade(day * 2 + 1, START + day * DAY_MS + 123),
    spotTrade(day * 2 + 2, START + day * DAY_MS + 456),
  ])
  holdSol(...trades.slice(0, 4))
  const days = (...list: number[]) => HEADER + list.map((day) => fileRow(START + day * DAY_MS).repeat(2)).join('')
  expect(await imported(days(0))).toMatchObject({ entries: 2 })
  const { id, import_id } = await connect()
  // The file has two of the four.
  expect(await reached(id, 'up_to_date')).toMatchObject({ entries: 2 })
  expect(await imported(days(0, 1, 2))).toMatchObject({ entries: 2, duplicates: 4 })
  binance.spotTrades.push(...trades.slice(4))
  expect(await synced(id)).toMatchObject({ entries: 2 })
  const [trip] = await trips()
  expect(trip).toMatchObject({ size: '6', symbol: 'SOLUSDT', side: 'long' })
  expect((await stage.call('DELETE', token, `/journal/imports/${import_id}`)).code).toBe('import_of_connection')
})

const otherHours = (...hours: number[]) =>
  [
    HEADER,
    ...hours.map((at) => fileRow(START + at * 3_600_000)),
    fileRow(START + (hours[0] ?? 0) * 3_600_000 + 60_000, 'SELL', '110'),
  ].join('')
const sendFile = async (file: string, name: string): Promise<JournalImport> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const url = `/api/v1/journal/imports?name=${encodeURIComponent(name)}`
  const sent = await stage.stage().app.inject({ method: 'POST', url, headers, payload: file })
  return sent.json<{ data: JournalImport }>().data
}
const dayOfTrades = () => [
  spotTrade(1, START + 123),
  spotTrade(2, START + 60_456, { isBuyer: false, price: '110.00000000' }),
  spotTrade(3, START + 3_600_789),
]

it('refuses a file that has its trades at other hours, until its zone is chosen', async () => {
  holdSol(...dayOfTrades())
  await reached((await connect()).id, 'up_to_date')
  const sent = await sendFile(otherHours(8, 9), 'may.csv')
  expect(sent).toMatchObject({ entries: 3, problem_count: 1 })
  expect(sent.problems[0]?.text).toBe(
    'most of these trades are in the journal 8:00 hours earlier, from Binance connection, whose times are those of the exchange. Choose the zone of this file.',
  )
  expect((await stage.call('POST', token, `/journal/imports/${sent.id}/confirm`)).code).toBe('import_not_ready')
  const chosen = await stage.call('PATCH', token, `/journal/imports/${sent.id}`, { zone: 'UTC+8' })
  expect(chosen.data).toMatchObject({ entries: 0, duplicates: 3, problem_count: 0 })
  expect(await trips()).toHaveLength(2)
})

it('adds nothing while a file has its trades at other hours, and names that file', async () => {
  const file = await sendFile(otherHours(-5, -4), 'may.csv')
  await stage.call('POST', token, `/journal/imports/${file.id}/confirm`)
  holdSol(...dayOfTrades())
  const { id } = await connect()
  expect((await reached(id, 'retrying')).error).toBe(
    'Most of these trades are in the journal 5:00 hours earlier, from may.csv, which was read in the wrong time zone. Undo that import, and import its file again in its zone.',
  )
  expect(await trips()).toHaveLength(2)
  await stage.call('DELETE', token, `/journal/imports/${file.id}`)
  await expect.poll(async () => (await get(id)).state, { timeout: 20_000, interval: 50 }).toBe('up_to_date')
  expect(await get(id)).toMatchObject({ entries: 3, error: null })
})

it('recognises futures trades of a file by their number', async () => {
  binance.futuresTrades.push(futuresTrade(7, START + 5, 'BUY', '60000'))
  binance.income.push(incomeRow('COMMISSION', START, '-0.0781901', 1))
  const header = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit,Trade ID\n'
  await imported(`${header}${fileTime(START)},BTCUSDT,BUY,60000,0.002,120,0.0781901,USDT,0,7\n`)
  expect(await reached((await connect()).id, 'up_to_date')).toMatchObject({ entries: 0, trips: 0 })
})

it('reads again what a file had, once that file is undone', async () => {
  holdSol(spotTrade(1, START + 123))
  const file = await imported(HEADER + fileRow(START))
  const { id } = await connect()
  expect(await reached(id, 'up_to_date')).toMatchObject({ entries: 0 })
  await stage.call('DELETE', token, `/journal/imports/${file.id}`)
  await expect.poll(async () => (await get(id)).entries, { timeout: 20_000, interval: 50 }).toBe(1)
  expect(await trips()).toHaveLength(1)
})

it('continues where it stopped, after an error of the exchange and a restart of the server', async () => {
  holdSol(...Array.from({ length: 3_500 }, (_, at) => spotTrade(at + 1, START + at * 1_000)))
  binance.http.fault = ({ path, query }) =>
    path === '/api/v3/myTrades' && query.fromId === '3001' ? { kind: 'status', status: 500 } : undefined
  const { id } = await connect()
  expect(await reached(id, 'retrying')).toMatchObject({
    entries: 2_000,
    error: 'Binance reports an error (500).',
    retry_at: expect.any(String),
  })
  await stage.restart()
  binance.http.fault = undefined
  binance.http.seen.length = 0
  expect(await synced(id)).toMatchObject({ entries: 3_500 })
  expect(binance.http.seen.filter(({ path }) => path === '/api/v3/myTrades').map(({ query }) => query.fromId)).toEqual(['2001', '3001'])
})

it('waits as long as the exchange asks for, and says so', async () => {
  binance.http.fault = ({ path }) =>
    path === '/api/v3/account'
      ? { kind: 'status', status: 429, headers: { 'retry-after': '3600' }, body: { code: -1003, msg: 'Too many requests.' } }
      : undefined
  const { id } = await connect()
  const { retry_at, error } = await reached(id, 'rate_limited')
  expect(error).toBe('Binance is limiting requests (429).')
  expect(Date.parse(retry_at ?? '') - systemClock.now()).toBeGreaterThan(3_500_000)
  expect((await call('POST', `/${id}/sync`)).data).toMatchObject({ state: 'rate_limited', retry_at })
})

it('deletes the key of a connection that may trade by now, and takes a new one for it', async () => {
  holdSol(spotTrade(1, START))
  const { id } = await connect()
  await reached(id, 'up_to_date')
  binance.restrictions = { ...binance.restrictions, enableSpotAndMarginTrading: true }
  await call('POST', `/${id}/sync`)
  expect((await reached(id, 'key_rejected')).error).toContain('enableSpotAndMarginTrading')
  const { rows } = await stage.accounts.db.$client.query('select sealed from journal_connections where id = $1', [id])
  expect(rows).toEqual([{ sealed: null }])
  expect(await call('POST', `/${id}/sync`)).toMatchObject({ status: 422, code: 'connection_key_rejected' })
  binance.restrictions = { ...binance.restrictions, enableSpotAndMarginTrading: false }
  expect(await call('POST', '', BODY)).toMatchObject({ status: 200, data: { id } })
  expect(await reached(id, 'up_to_date')).toMatchObject({ entries: 1, error: null })
})

it('reads spot without futures where the account has none, and says so', async () => {
  binance.hasFutures = false
  holdSol(spotTrade(1, START))
  const { covers, entries } = await reached((await connect()).id, 'up_to_date')
  expect(entries).toBe(1)
  expect(covers[1]).toBe('Futures: Binance does not open them to this key, so none are read.')
})

it('connects an account once, however often it is sent, and two accounts under two names', async () => {
  const twice = await Promise.all([call('POST', '', BODY), call('POST', '', BODY)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
  const [id, again] = twice.map(({ data }) => (data as JournalConnection).id)
  expect(again).toBe(id)
  expect(await call('POST', '', BODY)).toMatchObject({ status: 200, data: { id } })
  expect(await call('POST', '', { ...BODY, source: 'Second account' })).toMatchObject({ status: 409, code: 'connection_exists' })
  expect(await call('POST', '', { ...BODY, key: 'another' })).toMatchObject({ status: 409, code: 'connection_exists' })
  expect((await call('GET')).data).toHaveLength(1)
})

it('keeps the trades of a removed connection as an import that can be undone', async () => {
  holdSol(spotTrade(1, START), spotTrade(2, START + 5_000, { isBuyer: false }))
  const { id, import_id } = await connect({ ...BODY, source: 'Main' })
  await reached(id, 'up_to_date')
  expect(await trips()).toMatchObject([{ origin: 'Main spot' }])
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  expect((await call('GET', `/${id}`)).status).toBe(404)
  expect(await trips()).toHaveLength(1)
  expect((await stage.call('DELETE', token, `/journal/imports/${import_id}`)).data).toMatchObject({ state: 'undone' })
  expect(await trips()).toEqual([])
})
