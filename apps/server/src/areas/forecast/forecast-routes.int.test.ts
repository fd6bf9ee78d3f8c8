import { itemAt } from '@aerie/core/item-at'
import { systemClock } from '@aerie/core/time'
import { simSource } from '@aerie/market/sim/sim-source'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { amidHour } from '../../../test/amid-hour.ts'
import { testApp } from '../../../test/app.ts'
import { CATALOGUE_COINS } from '../market/index.ts'
import { MarketService } from '../market/service.ts'

const SEED = 11
const PREDICTED: ReadonlySet<string> = new Set(PREDICTED_SYMBOLS)

let aerie: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  amidHour()
  aerie = await testApp({ MARKET_SOURCE: 'sim', MARKET_SEED: `${SEED}` })
  await storePast()
  await aerie.start()
  await vi.waitFor(() => aerie.forecasts.newestForecast('XRP', 24), { timeout: 220_000, interval: 100 })
}, 300_000)
afterAll(() => aerie.close())

/** Stored before the start: otherwise the server waits two minutes and, on a busy machine, forecasts from partial history. */
async function storePast(): Promise<void> {
  const market = new MarketService({
    makeSource: () => simSource({ seed: SEED, clock: systemClock }),
    coins: CATALOGUE_COINS.filter(({ symbol }) => PREDICTED.has(symbol)),
    pool: aerie.database.db.$client,
    logger: pino({ level: 'silent' }),
  })
  await market.start()
  await market.settled()
  await market.stop()
}

const get = (path: string, headers: Record<string, string> = {}) => aerie.app.inject({ method: 'GET', url: `/api/v1${path}`, headers })

it('returns the newest forecast, and 304 to a client that already has it', async () => {
  const response = await get('/forecasts/BTC?hours=6&series=hourly')
  expect(response.statusCode).toBe(200)
  const { data } = response.json<{ data: { quantiles: [number, number][]; path: unknown[]; issued_at: number } }>()
  expect(data).toMatchObject({ symbol: 'BTC', hours: 6, source: 'sim', model: 'ems', candles: 2161 })
  expect(itemAt(data.quantiles, 10)[0]).toBe(0.5)
  expect(data.path).toHaveLength(6)
  expect(data.issued_at % 3_600_000).toBe(0)
  const again = await get('/forecasts/BTC?hours=6&series=hourly', { 'if-none-match': String(response.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('returns the distribution from now unless the hourly record is asked for', async () => {
  const asked = Date.now()
  await vi.waitFor(() => aerie.fromNow.newestForecast('BTC', 6), { timeout: 120_000, interval: 100 })
  const { data } = (await get('/forecasts/BTC?hours=6')).json<{ data: Record<string, unknown> & { issued_at: number; path: unknown[] } }>()
  expect(data).toMatchObject({ state: 'ready', series: 'now', symbol: 'BTC', hours: 6, source: 'sim', model: 'ems-now', candles: 2161 })
  expect(data.issued_at % 300_000).toBe(0)
  expect(asked - data.issued_at).toBeLessThan(330_000)
  expect(data.path).toHaveLength(6)
  expect((await get('/forecasts/BTC?series=daily')).json()).toMatchObject({ status: 400, code: 'bad_input' })
})

it('keeps the record of the forecasts from now apart from the hourly one', async () => {
  await vi.waitFor(() => aerie.fromNow.newestIssued('SOL', 24), { timeout: 120_000, interval: 100 })
  const json = (await get('/forecasts/export?format=json&series=now')).json<{ data: { hours: number; model: string }[] }>().data
  expect(new Set(json.map(({ hours, model }) => `${hours} ${model}`))).toEqual(new Set([1, 6, 12, 24].map((hours) => `${hours} ems-now`)))
  const check = (await get('/forecasts/verify?series=now')).json<{ data: Record<string, unknown> }>().data
  expect(check).toMatchObject({ intact: true, length: json.length, broken_at: null })
  const card = (await get('/scorecard/SOL?hours=24&series=now')).json<{ data: Record<string, unknown> }>().data
  expect(card).toMatchObject({ series: 'now', scored: 0, warming: { missing: 'first-outcome' } })
  const history = (await get('/forecasts/SOL/history?hours=24&series=now')).json<{ data: { entries: unknown[] } }>().data
  expect(history.entries.length).toBeGreaterThan(0)
  const file = await get('/forecasts/SOL/export?series=now')
  expect(file.headers['content-disposition']).toBe('attachment; filename="forecasts-from-now-SOL.csv"')
})

it.each([
  ['/forecasts/NOPE', 404, 'not_found', 'Unknown coin: NOPE.'],
  ['/forecasts/DOGE', 404, 'not_found', 'No predictions for DOGE. They are made for BTC, ETH, SOL, XRP.'],
  ['/scorecard/DOGE', 404, 'not_found', 'No predictions for DOGE. They are made for BTC, ETH, SOL, XRP.'],
  ['/forecasts/DOGE/history', 404, 'not_found', 'No predictions for DOGE. They are made for BTC, ETH, SOL, XRP.'],
  ['/forecasts/DOGE/export', 404, 'not_found', 'No predictions for DOGE. They are made for BTC, ETH, SOL, XRP.'],
])('responds to %s with %i %s', async (path, status, code, detail) => {
  const response = await get(path)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ code, detail })
})

it.each(['0', '25', '1.5', '', 'abc', '-1'])('refuses %s hours', async (hours) => {
  for (const path of ['/forecasts/BTC', '/scorecard/BTC', '/forecasts/BTC/history', '/forecasts/BTC/export']) {
    expect((await get(`${path}?hours=${hours}`)).json()).toMatchObject({ status: 400, code: 'bad_input' })
  }
})

it('lists issued forecasts, and claims nothing about unscored ones', async () => {
  const history = (await get('/forecasts/ETH/history?hours=12')).json<{ data: { entries: Record<string, unknown>[]; next_before: null } }>()
    .data
  expect(history.entries).toHaveLength(1)
  expect(history.entries[0]).toMatchObject({ state: 'open', outcome: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const card = (await get('/scorecard/ETH?hours=12')).json<{ data: Record<string, unknown> }>().data
  expect(card).toMatchObject({ issued: 1, scored: 0, since: null, crps: null, days: 0, ratio_is_claimed: false, calibration: [] })
})

it('exports the chain as CSV and JSON with the same numbers', async () => {
  const json = (await get('/forecasts/export?format=json')).json<{
    data: { seq: number; anchor: number; quantiles: number[]; hash: string; prev_hash: string }[]
  }>().data
  expect(json.map(({ seq }) => seq)).toEqual(Array.from({ length: 96 }, (_, index) => index + 1))
  expect(json.slice(1).every(({ prev_hash }, index) => prev_hash === itemAt(json, index).hash)).toBe(true)
  const csv = await get('/forecasts/export?format=csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).not.toMatch(/(^|[^\r])\n/)
  const [header = '', ...lines] = csv.body.trimEnd().split('\r\n')
  const columns = header.split(',')
  const rows = lines.map((line) => line.split(','))
  expect(rows.every((row) => row.length === columns.length)).toBe(true)
  const first = columns.indexOf('q0.025')
  expect(rows.map((row) => row.slice(first, first + 21).map(Number))).toEqual(json.map(({ quantiles }) => quantiles))
  const part = (await get('/forecasts/SOL/export?format=json&hours=3')).json<{ data: { symbol: string; hours: number }[] }>().data
  expect(part.map(({ symbol, hours }) => [symbol, hours])).toEqual([['SOL', 3]])
})

it('verifies the chain for any caller', async () => {
  const { data } = (await get('/forecasts/verify')).json<{ data: Record<string, unknown> }>()
  expect(data).toMatchObject({ intact: true, length: 96, broken_at: null, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

it('is listed in the health registry and the metrics, and does not affect readiness', async () => {
  expect(aerie.health.parts().find(({ name }) => name === 'forecast')).toMatchObject({
    health: 'ok',
    detail: expect.stringContaining('4 of 4 coins'),
  })
  expect(await aerie.metrics.metrics()).toContain('forecasts_issued_total 96')
})
