import { DAY_MS, SECOND_MS, systemClock } from '@aerie/core/time'
import {
  type BybitStandIn,
  bybitStandIn,
  EXCHANGE_KEY,
  type HyperliquidStandIn,
  hyperliquidStandIn,
  type KrakenStandIn,
  krakenStandIn,
  type OkxStandIn,
  okxStandIn,
} from '@aerie/testkit/exchange-account-stand-ins'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { systemTimers } from '@aerie/upstream/timers'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import { type TripRow, tripsPage } from '@aerie/wire/journal/journal'
import { type JournalConnection, journalConnection } from '@aerie/wire/journal/journal-connections'
import type { JournalImport } from '@aerie/wire/journal/journal-imports'
import { envelope } from '@aerie/wire/problem'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { type ExchangeReader, KeyRefusal, type MakeLimiter } from './exchange-reader.ts'
import { okxReaders } from './okx.ts'

// Two years of Bybit are three hundred requests.
vi.setConfig({ testTimeout: 120_000 })

/** A whole second of ten days ago. */
const START = Math.floor(systemClock.now() / SECOND_MS) * SECOND_MS - 10 * DAY_MS
const ADDRESS = '0x00000000000000000000000000000000000000ab'
const { key, secret, passphrase } = EXCHANGE_KEY
let bybit: BybitStandIn
let okx: OkxStandIn
let kraken: KrakenStandIn
let hyperliquid: HyperliquidStandIn
let stage: TradingStage
let token: string
let users = 0

beforeAll(async () => {
  ;[bybit, okx, kraken, hyperliquid] = await Promise.all([bybitStandIn(), okxStandIn(), krakenStandIn(), hyperliquidStandIn(ADDRESS)])
  // As from a distance: the clock advances while a request is answered.
  for (const { http } of [bybit, okx, kraken, hyperliquid]) http.delayMs = 5
  const urls = { BYBIT_URL: bybit.http.url, OKX_URL: okx.http.url, KRAKEN_URL: kraken.http.url, HYPERLIQUID_URL: hyperliquid.http.url }
  stage = await tradingStage({ exchanges: { ...urls, speed: 1_000 } })
})
beforeEach(async () => {
  users += 1
  ;({ token } = await stage.trader(`exchange${users}@example.com`))
  bybit.readOnly = 1
  okx.perm = 'read_only'
  okx.isKeyKnown = true
  kraken.rights.clear()
  for (const list of [bybit.executions, okx.fills, okx.bills, kraken.trades, hyperliquid.fills, hyperliquid.funding]) list.length = 0
})
afterAll(async () => {
  await stage.close()
  await Promise.all([bybit, okx, kraken, hyperliquid].map((each) => each.close()))
})

const call = (method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) => stage.call(method, token, `/journal/connections${path}`, body)
const get = async (id: string): Promise<JournalConnection> => (await call('GET', `/${id}`)).data
const synced = async (id: string): Promise<JournalConnection> => {
  await expect.poll(async () => (await get(id)).state, { timeout: 100_000, interval: 250 }).toBe('up_to_date')
  return get(id)
}
const filled = async (body: object): Promise<JournalConnection> => {
  const answer = await call('POST', '', body)
  expect([answer.status, (answer as { detail?: string }).detail]).toEqual([201, undefined])
  return synced(z.parse(envelope(journalConnection), { data: answer.data }).data.id)
}
const trips = async (): Promise<TripRow[]> =>
  z.parse(tripsPage, await stage.call('GET', token, '/journal/trips')).data.toSorted((a, b) => a.symbol.localeCompare(b.symbol))
const imported = async (file: string): Promise<JournalImport> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const sent = await stage.stage().app.inject({ method: 'POST', url: '/api/v1/journal/imports', headers, payload: file })
  const { id } = sent.json<{ data: JournalImport }>().data
  return (await stage.call('POST', token, `/journal/imports/${id}/confirm`)).data
}
const fileTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** Source: https://bybit-exchange.github.io/docs/v5/order/execution */
const execution = (category: string, time: number, row: object) => ({
  category,
  time,
  row: {
    orderType: 'Market',
    orderLinkId: '',
    orderId: '8c065341-7b52-4ca9-ac2c-37e31ac55c94',
    leavesQty: '0',
    execTime: String(time),
    feeCurrency: '',
    isMaker: false,
    execFee: '0.071409',
    feeRate: '0.0006',
    execType: 'Trade',
    closedSize: '',
    seq: 4688002127,
    ...row,
  },
})
/** Source: https://www.okx.com/docs-v5/en/#order-book-trading-trade-get-transaction-details-last-3-months */
const okxFill = (instType: string, time: number, row: object) => ({
  time,
  row: {
    instType,
    ordId: '680800019749904384',
    clOrdId: '',
    billId: String(680800019754098688n + BigInt(time)),
    subType: '1',
    tag: '',
    fillTime: String(time),
    execType: 'T',
    posSide: 'net',
    ts: String(time + 1),
    ...row,
  },
})
/** Source: https://docs.kraken.com/api-reference/account-data/get-trades-history.md */
const krakenTrade = (txid: string, time: number, row: object) => ({
  txid,
  time,
  row: {
    ordertxid: 'OQCLML-BW3P3-BUCMWZ',
    postxid: 'TKH2SE-M7IF5-CFI7LT',
    pair: 'XXBTZUSD',
    time: time / 1_000,
    ordertype: 'limit',
    cost: '600.20000',
    margin: '0.00000',
    misc: '',
    ...row,
  },
})
/** Source: https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint */
const hyperliquidFill = (tid: number, time: number, row: object) => ({
  closedPnl: '0.0',
  crossed: false,
  hash: '0xa166e3fa63c25663024b03f2e0da011a00307e4017465df020210d3d432e7cb8',
  oid: 90542681,
  startPosition: '0.0',
  time,
  feeToken: 'USDC',
  tid,
  ...row,
})

it('reads spot trades, contracts and funding of Bybit in pages and windows', async () => {
  const spot = { symbol: 'SOLUSDT', execQty: '1', execPrice: '100' }
  const many = Array.from({ length: 120 }, (_, at) =>
    execution('spot', START + at, { ...spot, execId: `s${at}`, side: 'Buy', feeCurrency: 'SOL', execFee: '0' }),
  )
  const perpetual = { symbol: 'BTCUSDT', execQty: '0.1' }
  bybit.executions.push(
    ...many,
    execution('linear', START + 5, { ...perpetual, execId: 'p1', side: 'Sell', execPrice: '60000' }),
    execution('linear', START + 60_000, { ...perpetual, execId: 'p2', side: 'Buy', execPrice: '59000', execFee: '0.071409' }),
    execution('linear', START + 30_000, {
      ...perpetual,
      execId: 'p3',
      side: 'Sell',
      execPrice: '60000',
      execType: 'Funding',
      execFee: '-0.5',
    }),
    // It closes a position from before the history, so it opens none.
    execution('linear', START + 9, { ...perpetual, symbol: 'XRPUSDT', execId: 'p5', side: 'Sell', execPrice: '2', closedSize: '0.1' }),
    execution('linear', START - 500 * DAY_MS, { ...perpetual, symbol: 'ETHUSDT', execId: 'p4', side: 'Buy', execPrice: '3000' }),
  )
  expect(await filled({ exchange: 'bybit', key, secret })).toMatchObject({ entries: 125 })
  expect(await trips()).toMatchObject([
    { origin: 'Bybit', symbol: 'BTCUSDT', side: 'short', gross: '100', fees: '0.142818', funding: '0.5' },
    { origin: 'Bybit', symbol: 'ETHUSDT', side: 'long', closed_at_ms: null },
    { origin: 'Bybit spot', symbol: 'SOLUSDT', side: 'long', size: '120' },
  ])
})

it('keeps long and short of a Bybit account in hedge mode apart, and coin-margined contracts in their coin', async () => {
  const fill = (id: string, minute: number, row: object) =>
    execution('linear', START + minute * 60_000, { symbol: 'BTCUSDT', execQty: '0.1', execFee: '0', execId: id, ...row })
  const funding = { execType: 'Funding', side: 'Sell', execPrice: '60500', execFee: '-0.5', feeRate: '0.0001' }
  const coins = { symbol: 'BTCUSD', execQty: '10000', execFee: '0.0001' }
  bybit.executions.push(
    fill('h1', 0, { side: 'Buy', execPrice: '60000', closedSize: '0' }),
    fill('h2', 1, { side: 'Sell', execPrice: '61000', closedSize: '0' }),
    fill('h3', 2, funding),
    fill('h4', 3, { side: 'Buy', execPrice: '60500', closedSize: '0.1' }),
    fill('h5', 4, { side: 'Sell', execPrice: '62000', closedSize: '0.1' }),
    execution('inverse', START, { ...coins, side: 'Buy', execPrice: '50000', closedSize: '0', execId: 'i1' }),
    execution('inverse', START + 1, { ...coins, ...funding, execFee: '0.000012345678', execId: 'i2' }),
    execution('inverse', START + 2, { ...coins, side: 'Sell', execPrice: '62500', closedSize: '10000', execId: 'i3' }),
  )
  expect(await filled({ exchange: 'bybit', key, secret })).toMatchObject({ entries: 8 })
  expect((await trips()).toSorted((a, b) => a.symbol.localeCompare(b.symbol) || a.side.localeCompare(b.side))).toMatchObject([
    { symbol: 'BTCUSD', side: 'long', currency: 'BTC', size: '10000', gross: '0.04', funding: '-0.000012345678', net: '0.039787654322' },
    { symbol: 'BTCUSDT', side: 'long', currency: 'USDT', gross: '200', funding: '0' },
    { symbol: 'BTCUSDT', side: 'short', currency: 'USDT', gross: '50', funding: '0.5' },
  ])
})

it('refuses a key of Bybit that may do more than read, and an unknown one', async () => {
  expect(await call('POST', '', { exchange: 'bybit', key: 'another', secret })).toMatchObject({
    status: 422,
    code: 'connection_key_rejected',
  })
  bybit.readOnly = 0
  expect(await call('POST', '', { exchange: 'bybit', key, secret })).toMatchObject({ status: 422, code: 'connection_key_may_trade' })
  expect((await call('GET')).data).toEqual([])
})

it('reads spot trades, swaps in coins and funding of OKX, and doubles none that a file has', async () => {
  const spot = { instId: 'BTC-USDT', fillSz: '0.5', fillPx: '60000', side: 'buy', tradeId: '744876980', fee: '-0.0005', feeCcy: 'BTC' }
  const swap = { instId: 'BTC-USDT-SWAP', fillSz: '3', feeCcy: 'USDT', fee: '-0.9' }
  okx.fills.push(
    okxFill('SPOT', START + 123, spot),
    okxFill('SWAP', START, { ...swap, side: 'buy', fillPx: '60000', tradeId: '1' }),
    okxFill('SWAP', START + DAY_MS, { ...swap, side: 'sell', fillPx: '61000', tradeId: '2' }),
    // It closes a position from before the history, so it opens none.
    okxFill('SWAP', START + 7, { ...swap, instId: 'ETH-USDT-SWAP', side: 'sell', fillPx: '3000', tradeId: '4', fillPnl: '12.5' }),
    okxFill('SWAP', START + 5, { ...swap, instId: 'GONE-USDT-SWAP', side: 'sell', fillPx: '1', tradeId: '3' }),
  )
  okx.bills.push({
    time: START + 3_600_000,
    row: {
      instId: 'BTC-USDT-SWAP',
      billId: '9',
      balChg: '-0.25',
      ccy: 'USDT',
      type: '8',
      subType: '173',
      ts: String(START + 3_600_000),
    } as never,
  })
  // An isolated position pays from its margin.
  okx.bills.push({
    time: START + 7_200_000,
    row: {
      instId: 'BTC-USDT-SWAP',
      billId: '10',
      balChg: '0',
      posBalChg: '-0.05',
      pnl: '-0.05',
      mgnMode: 'isolated',
      ccy: 'USDT',
      type: '8',
      subType: '173',
      ts: String(START + 7_200_000),
    } as never,
  })
  const { id, import_id } = await filled({ exchange: 'okx', key, secret, passphrase })
  expect(await trips()).toMatchObject([
    { origin: 'OKX', symbol: 'BTC-USDT', side: 'long', size: '0.4995' },
    { origin: 'OKX', symbol: 'BTC-USDT-SWAP', side: 'long', size: '0.03', gross: '30', fees: '1.8', funding: '-0.3', net: '27.9' },
  ])
  const { data } = await stage.call('GET', token, `/journal/imports/${import_id}`)
  expect(data).toMatchObject({ problem_count: 1, problems: [{ text: expect.stringContaining('GONE-USDT-SWAP is no longer listed') }] })
  const header =
    'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit\n'
  const file = `${header}5001,1,${fileTime(START)},Spot,BTC-USDT,Buy,0.5,BTC,60000,0,-0.0005,BTC,0,0,0.5,0.5,BTC\n5002,1,${fileTime(START)},Spot,BTC-USDT,Buy,30000,USDT,60000,0,0,USDT,0,0,-30000,0,USDT\n`
  expect(await imported(file)).toMatchObject({ entries: 0, duplicates: 1 })
  expect((await get(id)).entries).toBe(6)
})

it('finds the region of an OKX account, and rejects no key while a region cannot be asked', async () => {
  const elsewhere = await okxStandIn()
  const env = { clock: systemClock, timers: systemTimers, random: Math.random, fetch }
  const makeLimiter: MakeLimiter = ({ burst, perSecond }) =>
    new RateLimiter({ burst, perSecond: perSecond * 1_000 }, systemClock, systemTimers)
  const readerOf = (...others: readonly OkxStandIn[]): ExchangeReader =>
    okxReaders(
      [new URL(okx.http.url), ...others.map(({ http }) => new URL(http.url))],
      makeLimiter,
    )({
      env,
      credentials: () => EXCHANGE_KEY,
      address: '',
      signal: AbortSignal.timeout(60_000),
    })
  const trade = { instId: 'BTC-USDT', side: 'buy', fillPx: '60000', fillSz: '0.5', fee: '0', feeCcy: 'BTC', tradeId: '9' }
  elsewhere.fills.push(okxFill('SPOT', START, trade))
  okx.isKeyKnown = false
  const reader = readerOf(elsewhere)
  await reader.check()
  const { entries } = await reader.page('SPOT', { from: START })
  expect(entries).toMatchObject([{ symbol: 'BTC-USDT', tradeId: '9' }])
  await elsewhere.close()
  await expect(readerOf(elsewhere).check()).rejects.toThrow(UpstreamError)
  await expect(readerOf().check()).rejects.toThrow(KeyRefusal)
})

it('refuses a key of OKX with more than one permission, and one with a wrong passphrase', async () => {
  expect(await call('POST', '', { exchange: 'okx', key, secret, passphrase: 'x' })).toMatchObject({
    status: 422,
    code: 'connection_key_rejected',
  })
  okx.perm = 'read_only,withdraw,trade'
  expect(await call('POST', '', { exchange: 'okx', key, secret, passphrase })).toMatchObject({
    status: 422,
    code: 'connection_key_may_trade',
  })
})

it('reads the trades of Kraken in pages, and doubles none that a file has', async () => {
  const trade = { price: '60020.00000', vol: '0.01000000', fee: '0.96000' }
  const header = '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"\n'
  await imported(`${header}"T1","O","XXBTZUSD","${fileTime(START)}","buy","limit",60020,600.2,0.96,0.01,0,"",""\n`)
  kraken.trades.push(
    ...Array.from({ length: 60 }, (_, at) => krakenTrade(`T${at + 1}`, START + at * SECOND_MS, { ...trade, type: 'buy' })),
    krakenTrade('T99', START + DAY_MS, { ...trade, vol: '0.60000000', price: '61020.00000', type: 'sell' }),
  )
  expect(await filled({ exchange: 'kraken', key, secret })).toMatchObject({ entries: 60 })
  expect(await trips()).toMatchObject([{ origin: 'Kraken', symbol: 'XBTUSD', side: 'long', size: '0.6', gross: '600', fees: '58.56' }])
})

it.each(['AddOrder', 'CancelOrder', 'WithdrawMethods'])('refuses a key of Kraken that may call %s', async (name) => {
  kraken.rights.add(name)
  expect(await call('POST', '', { exchange: 'kraken', key, secret })).toMatchObject({ status: 422, code: 'connection_key_may_trade' })
  expect((await call('GET')).data).toEqual([])
})

it('reads an address of Hyperliquid without a key, and doubles neither trades nor funding of a file', async () => {
  hyperliquid.fills.push(
    hyperliquidFill(1, START + 250, { coin: 'AVAX', px: '18.435', sz: '10', side: 'B', dir: 'Open Long', fee: '0.01' }),
    hyperliquidFill(2, START + DAY_MS, { coin: 'AVAX', px: '19.435', sz: '10', side: 'A', dir: 'Close Long', fee: '0.01' }),
    hyperliquidFill(3, START + DAY_MS, { coin: '@107', px: '40', sz: '1', side: 'B', dir: 'Buy', fee: '0.0004', feeToken: 'HYPE' }),
  )
  // Source: https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint/perpetuals, userFunding.
  hyperliquid.funding.push({
    time: START + 3_600_055,
    hash: '0x0000000000000000000000000000000000000000000000000000000000000000',
    delta: { type: 'funding', coin: 'AVAX', usdc: '-0.5', szi: '10', fundingRate: '0.0000417' },
  })
  const time = new Date(START).toISOString()
  await imported(`time,coin,dir,px,sz,ntl,fee,closedPnl\n${time.slice(0, 19)},AVAX,Open Long,18.435,10,184.35,0.01,0\n`)
  const made = await filled({ exchange: 'hyperliquid', address: ADDRESS.toUpperCase().replace('0X', '0x') })
  expect(made).toMatchObject({ key_ends: null, address: ADDRESS, entries: 3 })
  expect(await trips()).toMatchObject([
    { origin: 'Hyperliquid', symbol: 'AVAX', side: 'long', gross: '10', fees: '0.02', funding: '-0.5', net: '9.48' },
    { origin: 'Hyperliquid', symbol: 'HYPE/USDC', side: 'long' },
  ])
  const funding = `time,coin,sz,side,payment,rate\n${fileTime(START + 3_600_000)},AVAX,10,Long,-0.5,0.0000417\n`
  expect(await imported(funding)).toMatchObject({ entries: 0, duplicates: 1 })
})
