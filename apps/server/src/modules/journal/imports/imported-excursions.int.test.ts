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
      // In the minute of the entry and of the exit the market was far away: nobody knows whether before or after.
      .map((time) => ({
        time,
        open: 100,
        high: time === OPENED / SECOND_MS + 120 ? 103 : 100.5,
        low: time === OPENED / SECOND_MS + 180 ? 97 : 99.5,
        close: 100,
        volume: 1,
      })),
  )
  await imported()
})
afterEach(() => stage.close())

async function imported(): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const answer = await stage.stage().app.inject({ method: 'POST', url: '/api/v1/journal/imports', headers, payload: FILE })
  const { data } = answer.json<{ data: { id: string } }>()
  expect((await stage.call('POST', token, `/journal/imports/${data.id}/confirm`)).status).toBe(200)
}
const sol = async (): Promise<TripRow> => {
  const { data } = await stage.call('GET', token, '/journal/trips?symbol=SOLUSDT')
  return itemAt(z.parse(z.array(tripRow), data), 0)
}

it('reads the worst and best of imported fills from candles of a minute, and says so', async () => {
  expect(await sol()).toMatchObject({ mae: null, mfe: null, resolution: 'none' })
  await watch()
  // Two coins from 100: 97 is 6 below, 103 is 6 above.
  const trip = await sol()
  expect(trip).toMatchObject({ mae: '-6', mfe: '6', mae_part: -0.03, mfe_part: 0.03, resolution: 'minute', r: null })
  const { data } = z.parse(envelope(tripDetail), { data: (await stage.call('GET', token, `/journal/trips/${trip.id}`)).data })
  expect(data).toMatchObject({ worst: { money: '-6', r: null, at: null }, best: { money: '6' } })
  expect(candles.mock.calls.map(([{ symbol, from, to }]) => [symbol, from, to])).toEqual([
    ['SOL', (OPENED + MINUTE_MS) / SECOND_MS, (OPENED + 5 * MINUTE_MS) / SECOND_MS],
  ])
})

it('leaves what one minute is missing of, and a market that is not real', async () => {
  missing = OPENED / SECOND_MS + 120
  await watch()
  kind = 'sim'
  missing = undefined
  await watch()
  expect(await sol()).toMatchObject({ mae: null, mfe: null, resolution: 'none' })
  expect(candles).toHaveBeenCalledTimes(1)
})
