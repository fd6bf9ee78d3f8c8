import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type TripRow, tripDetail, tripRow } from '@aerie/wire/journal/journal'
import { envelope } from '@aerie/wire/problem'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { importedExcursions } from './imported-excursions.ts'

const HEADER = 'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit\n'
const FILE =
  HEADER +
  '2024-01-01 10:00:20,SOLUSDT,BUY,100,2,200,0.1,USDT,0\n' +
  '2024-01-01 10:05:40,SOLUSDT,SELL,101,2,202,0.1,USDT,0\n' +
  '2024-01-01 11:00:00,ETHBTC,BUY,0.05,2,0.1,0.0001,BTC,0\n' +
  '2024-01-01 11:10:00,ETHBTC,SELL,0.05,2,0.1,0.0001,BTC,0\n'
const OPENED = Date.UTC(2024, 0, 1, 10)
const minute = (place: number) => OPENED / SECOND_MS + place * 60
const HIGHS = new Map([
  [minute(2), 103],
  [minute(5), 104],
])
const LOWS = new Map([
  [minute(0), 95],
  [minute(3), 97],
])

let stage: TradingStage
let token: string
let kind: 'live' | 'sim'
let missing: number | undefined
const candles = vi.fn<(query: { symbol: string; from?: number | undefined; to?: number | undefined }) => Promise<Candle[]>>()
const watch = () =>
  importedExcursions({ db: stage.accounts.db, logger: pino({ level: 'silent' }), market: { candles, hub: { kind: () => kind } } })()

beforeEach(async () => {
  stage = await tradingStage()
  token = (await stage.trader('ada@example.com')).token
  ;[kind, missing] = ['live', undefined]
  candles.mockReset().mockImplementation(async ({ from = 0, to = 0 }) =>
    Array.from({ length: (to - from) / 60 }, (_, place) => from + place * 60)
      .filter((time) => time !== missing)
      // Extremes within the minutes of entry and exit may lie before or after the fill.
      .map((time) => ({
        time,
        open: 100,
        high: HIGHS.get(time) ?? 100.5,
        low: LOWS.get(time) ?? 99.5,
        close: 100,
        volume: 1,
      })),
  )
  await imported()
})
afterEach(() => stage.close())

async function imported(by = token, payload = FILE): Promise<void> {
  const headers = { authorization: `Bearer ${by}`, 'content-type': 'text/csv' }
  const answer = await stage.stage().app.inject({ method: 'POST', url: '/api/v1/journal/imports', headers, payload })
  const { data } = answer.json<{ data: { id: string } }>()
  expect((await stage.call('POST', by, `/journal/imports/${data.id}/confirm`)).status).toBe(200)
}
async function exported(by: string): Promise<string> {
  const headers = { authorization: `Bearer ${by}` }
  return (await stage.stage().app.inject({ method: 'GET', url: '/api/v1/journal/export', headers })).body
}
const sol = async (by = token): Promise<TripRow> => {
  const { data } = await stage.call('GET', by, '/journal/trips?symbol=SOLUSDT')
  return itemAt(z.parse(z.array(tripRow), data), 0)
}

it('reads the MAE and MFE of imported fills from one-minute candles, and marks them as such', async () => {
  expect(await sol()).toMatchObject({ mae: null, mfe: null, resolution: 'none' })
  await watch()
  const trip = await sol()
  expect(trip).toMatchObject({ mae: '-6', mfe: '6', mae_part: -0.03, mfe_part: 0.03, resolution: 'minute', r: null })
  // In the minutes of its fills the market was at 95 and 104: 10 below and 8 above, if the coins were held then.
  expect(trip).toMatchObject({ mae_far: '-10', mfe_far: '8', mae_part_far: -0.05, mfe_part_far: 0.04 })
  const { data } = z.parse(envelope(tripDetail), { data: (await stage.call('GET', token, `/journal/trips/${trip.id}`)).data })
  expect(data).toMatchObject({
    worst: { money: '-6', r: null, at: null, far: { money: '-10', part: -0.05, r: null } },
    best: { money: '6', far: { money: '8', part: 0.04 } },
    lots: [{ mae: '-6', mfe: '6', mae_far: '-10', mfe_far: '8' }],
  })
  expect(candles.mock.calls.map(([{ symbol, from, to }]) => [symbol, from, to])).toEqual([
    ['SOL', OPENED / SECOND_MS, (OPENED + 6 * MINUTE_MS) / SECOND_MS],
  ])
})

it('has only the near bound if the candle of a fill is missing, and retries for the other', async () => {
  missing = OPENED / SECOND_MS
  await watch()
  expect(await sol()).toMatchObject({ mae: '-6', mfe: '6', mae_far: null, mfe_far: null, mae_part_far: null, resolution: 'minute' })
  await watch()
  expect(await sol()).toMatchObject({ mae: '-6', mae_far: null })
  missing = undefined
  await watch()
  expect(await sol()).toMatchObject({ mae: '-6', mfe: '6', mae_far: '-10', mfe_far: '8', resolution: 'minute' })
  await watch()
  expect(candles).toHaveBeenCalledTimes(3)
})

it('keeps both bounds through an export and its import by another user', async () => {
  await watch()
  const csv = (await exported(token)).split('\n')
  expect(csv[0]).toMatch(/,mae_far,mfe_far,mae_part_far,mfe_part_far\r?$/)
  const other = (await stage.trader('eve@example.com')).token
  await imported(other, csv.join('\n'))
  expect(await sol(other)).toMatchObject({ mae: '-6', mfe: '6', mae_far: '-10', mfe_far: '8', mae_part_far: -0.05, mfe_part_far: 0.04 })
  const before = csv.map((line) => line.split(',').slice(0, -4).join(',')).join('\n')
  const third = (await stage.trader('cid@example.com')).token
  await imported(third, before)
  expect(await sol(third)).toMatchObject({ mae: '-6', mfe: '6', mae_far: null, mfe_far: null })
})

it('skips a trip with a missing minute, and a market that is not real', async () => {
  missing = OPENED / SECOND_MS + 120
  await watch()
  kind = 'sim'
  missing = undefined
  await watch()
  expect(await sol()).toMatchObject({ mae: null, mfe: null, resolution: 'none' })
  expect(candles).toHaveBeenCalledTimes(1)
})
