import { readFileSync } from 'node:fs'
import { type TripDetail, type TripRow, tripDetail, tripsPage } from '@aerie/wire/journal/journal'
import { type JournalImport, journalImport } from '@aerie/wire/journal/journal-imports'
import { envelope } from '@aerie/wire/problem'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { bookOf, rowOf, text } from '../../../../test/xlsx-of.ts'
import { zipOf } from '../../../../test/zip-of.ts'
import { candleStore } from '../../market/candles/candle-store.ts'
import { importedFees } from './imported-fees.ts'

let stage: TradingStage
let token: string
let users = 0
beforeAll(async () => {
  stage = await tradingStage()
})
beforeEach(async () => {
  users += 1
  ;({ token } = await stage.trader(`importer${users}@example.com`))
})
afterAll(() => stage.close())

const sample = (name: string): string =>
  readFileSync(new URL(`../../../../../../packages/journal/src/import/samples/${name}.csv`, import.meta.url), 'utf8')

async function send(file: string | Buffer, query = ''): Promise<JournalImport> {
  const response = await stage.stage().app.inject({
    method: 'POST',
    url: `/api/v1/journal/imports${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload: file,
  })
  expect([response.statusCode, response.json<{ detail?: string }>().detail]).toEqual([201, undefined])
  return z.parse(envelope(journalImport), response.json()).data
}
const answer = (id: string, body: object) => stage.call('PATCH', token, `/journal/imports/${id}`, body)
const confirm = async ({ id }: JournalImport): Promise<JournalImport> =>
  z.parse(envelope(journalImport), await stage.call('POST', token, `/journal/imports/${id}/confirm`)).data
const trips = async (): Promise<TripRow[]> => z.parse(tripsPage, await stage.call('GET', token, '/journal/trips')).data

it.each([
  ['binance-futures-current', [{ origin: 'Binance', side: 'long', size: '0.01', gross: '2', fees: '0.5912', net: '1.4088' }]],
  ['bybit-uta-spot', [{ origin: 'Bybit spot', size: '9.99', gross: '9.99', fees: '0.04997', net: '9.94003' }]],
  ['bybit-closed-current', [{ origin: 'Bybit', side: 'long', size: '2', fees: '0.231', funding: '-0.02', net: '19.749' }]],
  ['kraken-xbt-quote', [{ origin: 'Kraken', currency: 'XBT', net: '0.000906' }]],
])('imports %s', async (name, expected) => {
  expect(await confirm(await send(sample(name)))).toMatchObject({ state: 'done', problem_count: 0, unopened: 0, trips: expected.length })
  expect(await trips()).toMatchObject(expected)
  expect(await send(sample(name))).toMatchObject({ entries: 0 })
})

it('shows the coins left over of a trip that was closed with less than an order in hand', async () => {
  await confirm(await send(sample('binance-spot-dust')))
  const rows = await trips()
  const details = await Promise.all(
    rows.map(
      async ({ id }): Promise<TripDetail> => z.parse(envelope(tripDetail), await stage.call('GET', token, `/journal/trips/${id}`)).data,
    ),
  )
  expect(details.map(({ size, rest }) => [size, rest])).toEqual([
    ['0.4995', undefined],
    ['0.9989', '0.0001'],
  ])
})

it('asks about hedge mode, and keeps the fills of both positions apart', async () => {
  const asked = await send(sample('binance-futures-hedge'))
  expect(asked).toMatchObject({ state: 'hedge_needed', entries: 0 })
  expect((await answer(asked.id, { hedge: true })).data).toMatchObject({ state: 'ready', hedge: true, entries: 4 })
  await confirm(asked)
  const rows = await trips()
  expect(rows.map(({ side, gross }) => [side, gross])).toEqual([
    ['long', '20'],
    ['short', '5'],
  ])
  const detail = z.parse(envelope(tripDetail), await stage.call('GET', token, `/journal/trips/${rows[0]?.id}`)).data
  expect(detail.fills.map(({ side, price }) => [side, price])).toEqual([
    ['buy', '100'],
    ['sell', '120'],
  ])
})

it('keeps earlier answers when another is given, and reads times in the chosen zone', async () => {
  const asked = await send(
    'when,what,way,at,many\n01/02/2026 10:00,BTC-USDT,Sell,1,2\n01/02/2026 11:00,BTC-USDT,Buy,1,2\n',
    '?source=Phemex',
  )
  const mapping = { time: 'when', symbol: 'what', side: 'way', price: 'at', size: 'many' }
  expect((await answer(asked.id, { mapping })).data).toMatchObject({ state: 'date_order_needed', exchange: 'Phemex' })
  expect((await answer(asked.id, { date_order: 'month-first' })).data).toMatchObject({ state: 'ready', zone: 'UTC', zone_from: 'assumed' })
  const zoned = z.parse(envelope(journalImport), await answer(asked.id, { zone: 'Europe/Zurich' })).data
  expect([zoned.zone, zoned.preview[0]?.at]).toEqual(['Europe/Zurich', '2026-01-02T09:00:00.000Z'])
  await confirm(zoned)
  expect(await trips()).toMatchObject([{ origin: 'Phemex', source: 'Phemex', opened_at_ms: Date.UTC(2026, 0, 2, 9) }])
  expect((await answer(zoned.id, { zone: '' })).status).toBe(400)
})

it('recognises trades that an older export wrote without their numbers, and those stored under a key of the row', async () => {
  const header = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit'
  const row = (price: number) => `2026-03-01 10:00:00,AAAUSDT,BUY,${price},1,1,0.1USDT,0`
  await confirm(await send([header, row(1), row(1), row(2)].join('\n')))
  const numbered = [`${header},Trade ID`, `${row(1)},7`, `${row(1)},8`, `${row(2)},9`, `${row(2)},10`].join('\n')
  expect(await send(numbered)).toMatchObject({ entries: 1, duplicates: 3 })
  expect(await confirm(await send(numbered))).toMatchObject({ entries: 1, duplicates: 3 })
  await stage.accounts.db.$client.query(
    "update journal_entries set key = 'binance-futures-trades:' || rpad(md5(key), 43, 'x') || ':1' where key like 'v:%'",
  )
  expect(await send([header, row(1), row(1), row(2)].join('\n'))).toMatchObject({ entries: 0, duplicates: 3 })
})

it('values a fee in a third coin by the candle of its minute, later if it is stored later, and leaves only the net unknown without one', async () => {
  const row = (time: string, pair: string, side: string, price: number, fee: string): string =>
    `${time},${pair},${side},${price},1${pair.slice(0, 3)},${price}${pair.slice(3)},${fee}`
  const file = [
    'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
    row('2026-03-01 10:00:30', 'SOLUSDT', 'BUY', 100, '0.001BNB'),
    row('2026-03-01 10:05:59', 'SOLUSDT', 'SELL', 110, '0.002BNB'),
    row('2026-03-01 10:00:10', 'ADAETH', 'BUY', 0.1, '0.001BNB'),
    row('2026-03-01 10:00:20', 'ADAETH', 'SELL', 0.2, '0.001BNB'),
    row('2026-03-01 11:00:00', 'XRPUSDT', 'BUY', 2, '0.001BNB'),
    row('2026-03-01 11:01:00', 'XRPUSDT', 'SELL', 3, '0.001BNB'),
  ].join('\n')
  const store = async (id: string, symbol: string, time: string, close: number): Promise<void> => {
    const candle = { time: Date.parse(time) / 1_000, open: 1, high: 9_000, low: 1, close, volume: 1 }
    await (await candleStore(stage.accounts.db.$client, id)).write([{ symbol, interval: '1m', candle }])
  }
  await store('replay:recorded', 'BNB', '2026-03-01T10:00:00Z', 500)
  await store('live:binance', 'BNB', '2026-03-01T10:00:00Z', 600)
  await store('replay:recorded', 'BNB', '2026-03-01T10:05:00Z', 610)
  await store('live:binance', 'ETH', '2026-03-01T10:00:00Z', 3_000)
  await store('sim:1', 'BNB', '2026-03-01T11:00:00Z', 600)
  await store('live:binance', 'BNB', '2026-03-01T11:01:00Z', 600)
  await confirm(await send(file))
  const rows = await trips()
  expect(
    rows.map(({ symbol, gross, fees, net, fees_estimated, currency }) => [symbol, gross, fees, net, fees_estimated, currency]),
  ).toEqual([
    ['XRPUSDT', '1', null, null, undefined, 'USDT'],
    ['SOLUSDT', '10', '1.82', '8.18', true, 'USDT'],
    ['ADAETH', '0.1', '0.0004', '0.0996', true, 'ETH'],
  ])
  await store('live:binance', 'BNB', '2026-03-01T11:00:00Z', 600)
  await importedFees({ db: stage.accounts.db, logger: pino({ level: 'silent' }) })()
  expect((await trips())[0]).toMatchObject({ symbol: 'XRPUSDT', fees: '1.2', net: '-0.2', fees_estimated: true })
  const response = await stage.stage().app.inject({
    method: 'GET',
    url: '/api/v1/journal/export',
    headers: { authorization: `Bearer ${token}` },
  })
  const ada = token
  token = (await stage.trader('bea@example.com')).token
  await confirm(await send(response.body))
  expect((await trips()).map(({ symbol, fees, fees_estimated }) => [symbol, fees, fees_estimated])).toEqual([
    ['XRPUSDT', '1.2', true],
    ['SOLUSDT', '1.82', true],
    ['ADAETH', '0.0004', true],
  ])
  token = ada
  const detail = z.parse(envelope(tripDetail), await stage.call('GET', token, `/journal/trips/${rows[1]?.id}`)).data
  expect(detail.fills.map(({ fee, fee_coin }) => [fee, fee_coin])).toEqual([
    ['0.6', 'USDT'],
    ['1.22', 'USDT'],
  ])
})

it('estimates the dollars of a trade in a coin by the candle of the closing minute, and does not know them without one', async () => {
  const row = (time: string, symbol: string, side: string, price: number, contracts: number): string =>
    `${time},${symbol},${side},${price},${contracts},0,0,BTC,0,BOTH`
  const file = [
    'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit,Position Side',
    row('2026-03-02 10:00:00', 'BTCUSD_PERP', 'BUY', 50_000, 10),
    row('2026-03-02 10:07:59', 'BTCUSD_PERP', 'SELL', 40_000, 10),
    row('2026-03-02 11:00:00', 'LTCUSD_PERP', 'BUY', 50, 10),
    row('2026-03-02 11:07:59', 'LTCUSD_PERP', 'SELL', 100, 10),
    row('2026-03-02 12:00:00', 'BTCUSDT', 'BUY', 50_000, 1),
    row('2026-03-02 12:07:59', 'BTCUSDT', 'SELL', 50_001, 1),
  ].join('\n')
  const candle = { time: Date.parse('2026-03-02T10:07:00Z') / 1_000, open: 1, high: 90_000, low: 1, close: 40_100.5, volume: 1 }
  await (await candleStore(stage.accounts.db.$client, 'live:binance')).write([{ symbol: 'BTC', interval: '1m', candle }])
  await confirm(await send(file))
  const details = await Promise.all(
    (await trips()).map(
      async ({ id }): Promise<TripDetail> => z.parse(envelope(tripDetail), await stage.call('GET', token, `/journal/trips/${id}`)).data,
    ),
  )
  // 1,000 dollars at 50,000 are 0.02 BTC, at 40,000 0.025: 0.005 BTC lost.
  expect(details.map(({ symbol, net, currency, net_in_dollars }) => [symbol, net, currency, net_in_dollars])).toEqual([
    ['BTCUSDT', '1', 'USDT', undefined],
    ['LTCUSD_PERP', '1', 'LTC', null],
    ['BTCUSD_PERP', '-0.005', 'BTC', '-200.5025'],
  ])
})

it('reads the files of an archive together, the orders of filled trades once, and names those that are not of trades', async () => {
  const shared =
    'Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Fee Currency'
  const fill = (time: string, side: string, price: number, size: number) => `AAA-USDT,${side},LIMIT,${price},${size},0,0,${time},0.1,USDT`
  const files = {
    'Spot Orders_Filled Orders (Show Order-Splitting).csv': [
      `Order ID,${shared}`,
      `o1,${fill('2026-03-01 10:00:00', 'BUY', 10, 1)}`,
      `o1,${fill('2026-03-01 10:00:01', 'BUY', 12, 1)}`,
      `o2,${fill('2026-03-02 10:00:00', 'SELL', 13, 2)}`,
    ],
    'Spot Orders_Filled Orders.csv': [
      `Order ID,${shared},Status`,
      `o1,${fill('2026-03-01 10:00:01', 'BUY', 11, 2)},deal`,
      `o5,${fill('2026-03-03 10:00:00', 'BUY', 9, 3)},deal`,
    ],
    'Futures Orders_Filled Orders (Show Order-Splitting).csv': [
      'Order ID,Filled Time(UTC),Symbol,Side,Filled Amount,Filled Price,Filled Volume,Fee Rate,Fee,Order Type',
      'o3,2026-03-01 09:00:00,XBTUSDTM,BUY,10,50000,500,0.0006,0.3,LIMIT',
      'o4,2026-03-01 11:00:00,XBTUSDTM,SELL,10,51000,510,0.0006,0.3,LIMIT',
    ],
    'Deposits.csv': ['Coin,Deposit Address', 'AAA,x'],
  }
  const archive = zipOf(Object.entries(files).map(([name, rows]) => ({ name, content: Buffer.from(rows.join('\n')) })))
  const read = await send(archive)
  expect(read).toMatchObject({ state: 'ready', exchange: 'KuCoin', entries: 6, duplicates: 1, problem_count: 1 })
  expect(read.problems).toEqual([{ row: 1, text: 'Deposits.csv: not a file of trades that is known' }])
  expect(await confirm(read)).toMatchObject({ entries: 6, trips: 3 })
  expect((await trips()).map(({ symbol, net }) => [symbol, net])).toEqual([
    ['AAA-USDT', null],
    ['AAA-USDT', '3.7'],
    ['XBTUSDTM', '9.4'],
  ])
  expect(await send(archive)).toMatchObject({ entries: 0, duplicates: 7 })
})

describe('markets that Kraken names in two ways', () => {
  const row = (id: string, pair: string, day: number, type: string, price: number): string =>
    `${id},O${id},${pair},2026-03-0${day} 10:00:00,${type},limit,${price},${price * 0.1},1,0.1,0,,`
  const trades = (...rows: readonly string[]): string =>
    ['txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers', ...rows].join('\n')
  const LEDGER = [
    'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance',
    'L1,T1,2026-03-01 10:00:00,trade,tradespot,currency,EUR,-4000,1,0',
    'L2,T1,2026-03-01 10:00:00,trade,tradespot,currency,BTC,0.1,0,0.1',
  ].join('\n')
  const OLD = trades(row('T1', 'XBT/EUR', 1, 'buy', 40_000))
  const NEW = trades(row('T1', 'BTC/EUR', 1, 'buy', 40_000), row('T2', 'BTC/EUR', 2, 'sell', 41_000))
  const closed = { symbol: 'XBTEUR', side: 'long', size: '0.1', gross: '100', fees: '2', net: '98', opened_at_ms: Date.UTC(2026, 2, 1, 10) }

  it('are one market, whose trades count once, and whose trade keeps its name and id', async () => {
    await confirm(await send(OLD))
    const [open] = await trips()
    expect(await send(NEW)).toMatchObject({ entries: 1, duplicates: 1 })
    const added = await confirm(await send(NEW))
    expect(added).toMatchObject({ entries: 1, unopened: 0 })
    expect(await send(LEDGER)).toMatchObject({ entries: 0 })
    expect(await trips()).toMatchObject([{ ...closed, id: open?.id }])
    const detail = z.parse(envelope(tripDetail), await stage.call('GET', token, `/journal/trips/${open?.id}`)).data
    expect(detail.fills.map(({ side, price }) => [side, price])).toEqual([
      ['buy', '40000'],
      ['sell', '41000'],
    ])
    await stage.call('DELETE', token, `/journal/imports/${added.id}`)
    expect(await trips()).toMatchObject([{ id: open?.id, closed_at_ms: null }])
  })

  it('count once in an archive', async () => {
    const archive = zipOf(
      Object.entries({ 'trades.csv': OLD, 'ledgers.csv': LEDGER }).map(([name, text]) => ({ name, content: Buffer.from(text) })),
    )
    expect(await confirm(await send(archive))).toMatchObject({ entries: 1, duplicates: 1, trips: 1 })
  })
})

it('reads times in the zone that the name of the file or of its archive has, also when it is read again', async () => {
  const file = [
    'Time,Pair,Side,Price,Executed,Amount,Fee',
    '26-03-17 09:34:12,BTCUSDT,BUY,73800,0.01BTC,738USDT,0.2USDT',
    '26-03-17 11:34:12,BTCUSDT,SELL,74000,0.01BTC,740USDT,0.2USDT',
  ].join('\n')
  const name = (text: string): string => `?name=${encodeURIComponent(text)}`
  const csv = await send(file, name('Binance-Spot-Trade-History-202603230406(UTC--6)_abcd.csv'))
  expect(csv).toMatchObject({ zone: 'UTC-6', zone_from: 'file', entries: 2 })
  await confirm(csv)
  expect((await trips()).map(({ opened_at_ms }) => opened_at_ms)).toEqual([Date.UTC(2026, 2, 17, 15, 34, 12)])
  const zipped = zipOf([{ name: 'Binance-Spot-Trade-History-202603230406(UTC--6).csv', content: Buffer.from(file) }])
  const read = await send(zipped, name('export.zip'))
  expect(read).toMatchObject({ zone: 'UTC-6', zone_from: 'file', entries: 0, duplicates: 2 })
  expect(await answer(read.id, { source: 'Second' })).toMatchObject({ data: { zone: 'UTC-6', zone_from: 'file', entries: 2 } })
})

it('refuses a file whose trades an earlier import has at other hours, until one of both zones is put right', async () => {
  const row = (at: string, price: number): string => `${at},SOLUSDT,BUY,${price},1SOL,${price}USDT,0USDT`
  const file = (...rows: readonly string[]): string => ['Time,Pair,Side,Price,Executed,Amount,Fee', ...rows].join('\n')
  const [a, b, c] = [row('26-03-01 10:00:07', 100), row('26-03-01 10:30:09', 101), row('26-03-02 11:00:00', 102)]
  const before = await confirm(await send(file(a, b), '?name=may.csv'))
  const zoned = await send(file(a, b, c), '?name=Binance-Spot(UTC%2B9).csv')
  expect(zoned).toMatchObject({ zone: 'UTC+9', zone_from: 'file', problem_count: 1 })
  const text = 'most of these trades are in the journal 9:00 hours later, from may.csv'
  expect(zoned.problems[0]?.text).toContain(text)
  const refused = await stage.call('POST', token, `/journal/imports/${zoned.id}/confirm`)
  expect([refused.status, refused.code]).toEqual([409, 'import_not_ready'])
  expect((await answer(zoned.id, { zone: 'UTC' })).data).toMatchObject({ problem_count: 0, entries: 1, duplicates: 2 })
  expect((await answer(zoned.id, { zone: 'UTC+9' })).data).toMatchObject({ problem_count: 1 })
  await stage.call('DELETE', token, `/journal/imports/${before.id}`)
  expect(await confirm(zoned)).toMatchObject({ state: 'done', entries: 3, problem_count: 0 })
  // Equal trades at other hours among many others are trades of their own.
  const others = Array.from({ length: 5 }, (_, at) => row(`26-03-0${at + 4} 10:00:00`, 100 + at))
  await confirm(await send(file(...others), '?name=june.csv'))
  const alike = [row('26-03-04 19:00:00', 100), row('26-03-05 19:00:00', 101), row('26-03-09 12:00:00', 91)]
  expect(await send(file(...alike), '?name=july(UTC%2B1).csv')).toMatchObject({ entries: 3, problem_count: 0 })
})

it('reads a spreadsheet, whatever its name, and one in an archive', async () => {
  const cells = (line: string): string => rowOf(...line.split(',').map(text))
  const header =
    'UID,Order No.,Time(UTC+8),Pair,Type,Leverage,DealPrice,Quantity,Amount,Fee,Fee Coin,Realized PNL,Quote Asset,Order Type,AvgPrice'
  const rows = [
    '1,12,2026-03-02T12:00:00.000+08:00,BTC-USDT,Close Long,5X,61000,0.1,6100,-3,USDT,100,USDT,Market,61000',
    '1,11,2026-03-02T10:00:00.000+08:00,BTC-USDT,Open Long,5X,60000,0.1,6000,-3,USDT,0,USDT,Market,60000',
  ]
  const book = bookOf({ rows: [header, ...rows].map(cells).join('') })
  const read = await send(book, '?name=orders.csv')
  expect(read).toMatchObject({ format: 'bingx-futures-orders', entries: 2, problem_count: 0, zone: 'UTC+8' })
  await confirm(read)
  expect(await trips()).toMatchObject([{ origin: 'BingX', gross: '100', net: '94' }])
  expect(await send(zipOf([{ name: 'orders.xlsx', content: book }]))).toMatchObject({ entries: 0, duplicates: 2 })
})

describe('trades of Coinbase Advanced in its fills and in the history of the account', () => {
  const fills = [
    'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit',
    'default,1001,ETH-USDC,BUY,2026-03-02T10:00:00.123Z,0.5,ETH,2000.127,3,-1003.0635,USDC',
    'default,1002,ETH-USDC,SELL,2026-03-02T11:00:00.456Z,0.5,ETH,2100,3.15,1046.85,USDC',
  ]
  const history = [
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
    'x1,2026-03-02 10:00:00 UTC,Advanced Trade Buy,ETH,0.5,USD,$2000.13,$1000.06,$1003.06,$3.00,',
    'x2,2026-03-02 11:00:00 UTC,Advanced Trade Sell,ETH,-0.5,USD,$2100.00,-$1050.00,-$1046.85,$3.15,Sold 0.5 ETH for 1046.85 USDC on ETH-USDC at 2100 USDC/ETH',
    'x3,2026-03-03 10:00:00 UTC,Buy,ETH,0.1,USD,$2000.00,$200.00,$203.00,$3.00,Bought 0.1 ETH for 203 USD',
  ]

  it.each([
    ['the history later', fills, history, 1, ['USDC', '49.9365', '43.7865']],
    ['the history first', history, fills, 0, ['USD', '49.935', '43.785']],
  ])('count once, %s', async (_title, first, second, entries, figures) => {
    await confirm(await send(`${first.join('\n')}\n`))
    const later = await send(`${second.join('\n')}\n`)
    expect(later).toMatchObject({ entries, duplicates: 2 })
    await confirm(later)
    const closed = (await trips()).filter(({ net }) => net !== null)
    expect(closed.map(({ origin, currency, gross, net }) => [origin, currency, gross, net])).toEqual([['Coinbase', ...figures]])
    expect(await trips()).toHaveLength(2)
  })

  it('close what the other file has opened', async () => {
    await confirm(await send(`${fills.slice(0, 2).join('\n')}\n`))
    await confirm(await send(`${history.slice(0, 3).join('\n')}\n`))
    expect(await trips()).toMatchObject([{ symbol: 'ETH-USDC', net: '43.7865' }])
  })
})

it('recognises trades of another export with other numbers, or with times in whole seconds', async () => {
  const plain = (time: string) => `${time},SOLUSDT,BUY,100,1SOL,100USDT,0.1USDT`
  const header = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee'
  const seconds = [header, plain('2026-01-05 10:00:00'), plain('2026-01-05 10:00:00')].join('\n')
  const row = (time: string, id: string) => `${plain(time)},${id}`
  const numbered = [`${header},Trade ID`, row('2026-01-05 10:00:00.120', '7'), row('2026-01-05 10:00:00.480', '8')].join('\n')
  await confirm(await send(seconds))
  expect(await send(numbered)).toMatchObject({ entries: 0, duplicates: 2 })
  expect(await send(seconds.replaceAll('10:00:00', '10:00:01'))).toMatchObject({ entries: 2, duplicates: 0 })
})

// Columns of KuCoin's two files of spot orders (Everytrade's KuCoin tests, Exitbook's list of KuCoin files)
const KUCOIN_FILLS =
  'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Maker/Taker,Fee Currency'
const KUCOIN_ORDERS =
  'UID,Account Type,Order ID,Order Time(UTC),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC),Fee,Fee Currency,Tax,Status'
const kucoinFill = (order: string, time: string, side: string, price: number, size: number): string =>
  `68194228,mainAccount,${order},DOGE-USDT,${side},LIMIT,${price},${size},0,0,2024-01-${time},0.1,TAKER,USDT`
const kucoinOrder = (order: string, time: string, side: string, price: number, size: number): string =>
  `68194228,mainAccount,${order},2024-01-01 00:00:00,DOGE-USDT,${side},LIMIT,0,${size},${price},${size},0,0,2024-01-${time},0.2,USDT,,deal`
const SPLIT = [
  kucoinFill('65a8f1', '18 11:47:17', 'BUY', 10, 1),
  kucoinFill('65a8f1', '18 11:49:00', 'BUY', 12, 1),
  kucoinFill('65a8f2', '19 11:47:17', 'SELL', 13, 2),
]
const WHOLE = [kucoinOrder('65a8f1', '18 11:49:00', 'BUY', 11, 2), kucoinOrder('65a8f2', '19 11:47:17', 'SELL', 13, 2)]
const fileOf = (header: string, rows: readonly string[]): string => [header, ...rows].join('\n')

it.each([
  ['orders before their fills', fileOf(KUCOIN_ORDERS, WHOLE), fileOf(KUCOIN_FILLS, SPLIT)],
  [
    'orders without a status before their fills',
    fileOf(KUCOIN_ORDERS, WHOLE).replaceAll(/,,deal|,Tax,Status/g, ''),
    fileOf(KUCOIN_FILLS, SPLIT),
  ],
  ['fills before their orders', fileOf(KUCOIN_FILLS, SPLIT), fileOf(KUCOIN_ORDERS, WHOLE)],
])('counts once what two imports have as orders and as fills: %s', async (_name, first, second) => {
  await confirm(await send(first))
  const before = await trips()
  expect(before.map(({ size, gross }) => [size, gross])).toEqual([['2', '4']])
  expect(await send(first)).toMatchObject({ entries: 0 })
  const read = await send(second)
  expect(read).toMatchObject({ entries: 0, duplicates: second.split('\n').length - 1 })
  expect(read.problem_count).toBe(0)
  expect(await confirm(read)).toMatchObject({ entries: 0 })
  expect(await trips()).toEqual(before)
})

it('adds the orders whose fills are not in the journal, and leaves out those of which it has a part', async () => {
  await confirm(await send(fileOf(KUCOIN_FILLS, SPLIT.slice(0, 1))))
  const orders = fileOf(KUCOIN_ORDERS, WHOLE)
  const read = await send(orders)
  expect(read).toMatchObject({ entries: 1, duplicates: 0, problem_count: 1 })
  expect(read.problems).toEqual([
    { row: 2, text: expect.stringMatching(/^the journal has a part of this order from a file of its fills\./) },
  ])
  expect(await confirm(read)).toMatchObject({ entries: 1, duplicates: 0, problem_count: 1 })
  expect(await confirm(await send(fileOf(KUCOIN_FILLS, SPLIT)))).toMatchObject({ entries: 1, duplicates: 2 })
  expect((await trips()).map(({ size, gross }) => [size, gross])).toEqual([['2', '4']])
  expect(await send(orders)).toMatchObject({ entries: 0, duplicates: 2 })
})

it('leaves out fills of which an order of the journal has less, as it was filled further since', async () => {
  await confirm(await send(fileOf(KUCOIN_ORDERS, [kucoinOrder('65a8f1', '18 11:48:00', 'BUY', 10, 1)])))
  expect(await send(fileOf(KUCOIN_FILLS, SPLIT))).toMatchObject({ entries: 1, duplicates: 0, problem_count: 2 })
})

it('leaves out orders near fills that were stored without the number of their order', async () => {
  await confirm(await send(fileOf(KUCOIN_FILLS, SPLIT)))
  await stage.accounts.db.$client.query("update journal_entries set body = body - 8 where jsonb_typeof(body) = 'array'")
  const later = kucoinOrder('65a8f3', '29 11:47:17', 'BUY', 14, 2)
  expect(await send(fileOf(KUCOIN_ORDERS, [...WHOLE, later]))).toMatchObject({ entries: 1, duplicates: 1, problem_count: 1 })
})

const MEXC_ORDERS =
  'UID,Time(UTC+00:00),Futures Trading Pair,Direction,Leverage,Order Type,Order Qty (Cont.),Filled Qty (Cont.),Order Qty (Crypto),Filled Qty (Crypto),Order Qty (Amount),Filled Qty (Amount),Order Price,Average Filled Price,Closing PNL,Trading Fee,Fee-payment Crypto,Status'
const MEXC_FILLS =
  'UID,Time(UTC+00:00),Futures Trading Pair,Direction,Order Type,Filled Qty (Cont.),Filled Qty (Crypto),Filled Qty (Amount),Filled Price,Trading Fee,Fee-payment Crypto,Role,Closing PNL'
const BYBIT_ORDERS = 'Order No,Symbol,Side,Avg. Filled Price,Filled Qty,Total,Fee,Fee Currency,Order Time,Order Type'
const BYBIT_FILLS =
  'Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)'
const EXPORTS_WITHOUT_NUMBERS = [
  {
    name: 'MEXC futures',
    orders: [MEXC_ORDERS, 'u,2025-01-02 11:00:00,BTC_USDT,buy long,10,market,200,200,0.02,0.02,1210,1210,60500,60500,0,0.1,USDT,Filled'],
    fills: [
      MEXC_FILLS,
      'u,2025-01-02 11:00:01,BTC_USDT,Open Long,market,100,0.01 BTC,610 USDT,61000 USDT,0.05 USDT,USDT,Taker,0',
      'u,2025-01-02 11:00:00,BTC_USDT,Open Long,market,100,0.01 BTC,600 USDT,60000 USDT,0.05 USDT,USDT,Taker,0',
    ],
  },
  {
    name: 'Bybit spot',
    orders: [BYBIT_ORDERS, '1700000053982208,ICPUSDT,Buy,8.5,20,170,0.02,ICP,2024-11-15 03:18:00,Limit'],
    fills: [
      BYBIT_FILLS,
      'ICPUSDT,LIMIT,BUY,90.0,9.0,10.0,0.01,2200000000351556765, 53982208,03:19 2024-11-15',
      'ICPUSDT,LIMIT,BUY,80.0,8.0,10.0,0.01,2200000000351556764, 53982208,03:18 2024-11-15',
    ],
  },
]

it.each(EXPORTS_WITHOUT_NUMBERS)(
  'leaves out orders and fills of $name that may be the same, as no number matches them',
  async ({ orders, fills }) => {
    const [first, second] = [orders.join('\n'), fills.join('\n')]
    await confirm(await send(first))
    expect(await send(second)).toMatchObject({ entries: 0, duplicates: 0, problem_count: 2 })
    expect(await send(first)).toMatchObject({ entries: 0, duplicates: 1 })
    ;({ token } = await stage.trader(`other${users}-${orders.length}@example.com`))
    await confirm(await send(second))
    expect(await confirm(await send(first))).toMatchObject({ entries: 0, duplicates: 0, problem_count: 1 })
    expect(await send(second)).toMatchObject({ entries: 0, duplicates: 2 })
  },
)
