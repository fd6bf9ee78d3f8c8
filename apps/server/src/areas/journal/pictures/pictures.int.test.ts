import { createHash } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { journalTrader } from '../../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { candleStore } from '../../market/candles/candle-store.ts'
import { pictureFile } from './picture-file.ts'

let stage: TradingStage
let trader: ReturnType<typeof journalTrader>
let ada: { token: string; userId: string }
beforeEach(async () => {
  stage = await tradingStage()
  ada = await stage.trader('ada@example.com')
  trader = journalTrader(stage, ada.token)
})
afterEach(() => stage.close())

const LINE = z.object({
  sha256: z.string(),
  data: z.object({
    trip: z.string(),
    moment: z.enum(['entry', 'exit']),
    symbol: z.string(),
    source: z.nullable(z.string()),
    price: z.number(),
    lines: z.array(z.object({ kind: z.string(), price: z.number() })),
    forecast: z.nullable(z.object({ hash: z.string(), issued_at: z.string(), low80: z.number(), high80: z.number() })),
    hours: z.array(z.array(z.number())),
    hours_missing: z.number(),
  }),
  picture: z.nullable(z.string()),
})

async function exported(token: string, query = ''): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await stage.stage().app.inject({ method: 'GET', url: `/api/v1/journal/export/pictures${query}`, headers })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  return response.body
}
const textsOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')
const linesOf = (text: string) => textsOf(text).map((line) => z.parse(LINE, JSON.parse(line)))

const sourceId = async (): Promise<string> => {
  const { rows } = await stage.accounts.db.$client.query('select source_id from trading_accounts limit 1')
  return z.parse(z.object({ source_id: z.string() }), rows[0]).source_id
}

/** The last 48 hours except one, plus the hour that has not closed. */
async function storeHours(): Promise<void> {
  const store = await candleStore(stage.accounts.db.$client, await sourceId())
  const now = Math.floor(stage.now() / HOUR_MS) * HOUR_MS
  const hour = (back: number) => ({ time: (now - back * HOUR_MS) / SECOND_MS, open: 100, high: 103, low: 98, close: 101, volume: 1 })
  const candles = [...Array.from({ length: 47 }, (_, at) => hour(at + 1)), hour(0)]
  await store.write(candles.map((candle) => ({ symbol: 'SOL', interval: '1h' as const, candle })))
}

/** A 24-hour forecast made from the close before last. @returns its hash */
async function storeForecast(fill: number, hoursAgo: number, series = 'hourly'): Promise<string> {
  const db = stage.accounts.db.$client
  const issued = Math.floor(stage.now() / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS
  const quantiles = Array.from({ length: 21 }, (_, at) => (at - 10) / 100)
  await db.query("insert into forecast_chains (source_id, source_kind, head, series) values ($1, 'sim', $2, $3) on conflict do nothing", [
    await sourceId(),
    Buffer.alloc(32),
    series,
  ])
  await db.query(
    `insert into forecasts (chain, seq, symbol, hours, issued_at, due_at, made_at, anchor, quote, model, candles, quantiles, baseline, prev_hash, hash)
     select number, $1, 'SOL', 24, $2::bigint, $2::bigint + 24 * 3600000, $2::bigint, 100, 'USD', 'm', 100, $3::float8[], $3::float8[], $4, $4
     from forecast_chains where source_id = $5 and series = $6`,
    [fill, issued, quantiles, Buffer.alloc(32, fill), await sourceId(), series],
  )
  return Buffer.alloc(32, fill).toString('hex')
}

it('contains the inputs of each picture, its hash and the picture: closed hours, lines, the forecast on display', async () => {
  const { market, done, order } = trader
  const shown = Buffer.alloc(32, 7)
  stage.forecasts.set('SOL', { chain: 1, seq: 7, issuedAt: 1_000, hash: shown })
  await stage.restart()
  market(100)
  await done(order('a', 'buy', { stop_loss: { trigger: '97' } }))
  await storeHours()
  await storeForecast(7, 2)
  await storeForecast(8, 1)
  market(102)
  await done(order('b', 'sell'))
  const text = await exported(ada.token)
  const [entry, exit, ...more] = linesOf(text)
  expect(more).toEqual([])
  const levels = [{ kind: 'stop', price: 97 }]
  expect(entry?.data).toMatchObject({ moment: 'entry', symbol: 'SOL', price: 100.1, lines: levels, hours_missing: 1 })
  expect(exit?.data).toMatchObject({ moment: 'exit', price: 101.9, lines: [{ kind: 'entry', price: 100.1 }, ...levels], hours_missing: 1 })
  // Not the newest forecast: both pictures show the one on display at the time.
  expect([entry?.data.forecast?.hash, exit?.data.forecast?.hash]).toEqual([shown.toString('hex'), shown.toString('hex')])
  expect(exit?.data.forecast?.low80).toBeCloseTo(100 * Math.exp(-0.08), 9)
  expect(exit?.data.forecast?.high80).toBeCloseTo(100 * Math.exp(0.08), 9)
  expect(exit?.data.hours.every(([time = 0]) => time * SECOND_MS < Math.floor(stage.now() / HOUR_MS) * HOUR_MS)).toBe(true)
  expect([entry, exit].map((line) => line?.picture?.match(/<svg .*<title>SOL .*<\/svg>$/s)?.length)).toEqual([1, 1])
  for (const line of textsOf(text)) {
    const data = line.slice(line.indexOf('"data":') + 7, line.lastIndexOf(',"picture":'))
    expect(createHash('sha256').update(data).digest('hex')).toBe(z.parse(LINE, JSON.parse(line)).sha256)
  }
})

it('falls back to the newest forecast by then if none was recorded as displayed, and has no picture without hours', async () => {
  const { market, done, order } = trader
  market(100)
  await done(order('a', 'buy'))
  const newest = await storeForecast(9, 1)
  await storeForecast(3, 2)
  const [entry] = linesOf(await exported(ada.token))
  expect(entry).toMatchObject({ picture: null, data: { forecast: null, hours: [], hours_missing: 48 } })
  await stage.accounts.db.$client.query('alter table journal_facts disable trigger user; delete from journal_facts')
  expect(linesOf(await exported(ada.token))[0]?.data.forecast?.hash).toBe(newest)
})

it('shows the forecast from now that was on display, but never falls back to one', async () => {
  const { market, done, order } = trader
  stage.forecasts.set('SOL', { chain: 2, seq: 5, issuedAt: 1_000, hash: Buffer.alloc(32, 5) })
  await stage.restart()
  market(100)
  await done(order('a', 'buy'))
  await storeForecast(9, 3)
  const shown = await storeForecast(5, 2, 'now')
  await storeForecast(6, 1, 'now')
  expect(linesOf(await exported(ada.token))[0]?.data.forecast?.hash).toBe(shown)
  await stage.accounts.db.$client.query('alter table journal_facts disable trigger user; delete from journal_facts')
  expect(linesOf(await exported(ada.token))[0]?.data.forecast?.hash).toBe(Buffer.alloc(32, 9).toString('hex'))
})

it('is filtered like the list, limited to its own user, and identical in the export of all data', async () => {
  const { market, done, order } = trader
  market(100)
  await done(order('a', 'buy'))
  await done(order('b', 'sell'))
  const other = (await stage.trader('bob@example.com')).token
  expect(await exported(other)).toBe('')
  expect(textsOf(await exported(ada.token))).toHaveLength(2)
  expect(await exported(ada.token, '?symbol=BTC')).toBe('')
  const client = await stage.accounts.db.$client.connect()
  const lines: string[] = []
  for await (const line of pictureFile.lines(client, ada.userId)) lines.push(line)
  client.release()
  expect(lines.join('')).toBe(await exported(ada.token))
})

it('reads page by page: each moment once, for more trips than fit on a page', async () => {
  const header = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n'
  const row = (at: number, side: string) =>
    `2024-01-01 10:${String(at % 60).padStart(2, '0')}:00,X${Math.floor(at / 2)}USDT,${side},100,1,0,0.1,USDT,0\n`
  const text = header + Array.from({ length: 200 }, (_, at) => row(at, at % 2 === 0 ? 'BUY' : 'SELL')).join('')
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' }
  const created = await stage.stage().app.inject({ method: 'POST', url: '/api/v1/journal/imports', headers, payload: text })
  const { id } = z.parse(z.object({ data: z.object({ id: z.string() }) }), created.json()).data
  expect((await stage.call('POST', ada.token, `/journal/imports/${id}/confirm`)).status).toBe(200)
  const lines = linesOf(await exported(ada.token))
  expect([lines.length, new Set(lines.map(({ data }) => `${data.trip} ${data.moment}`)).size]).toEqual([200, 200])
})
