import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { defined } from '@aerie/core/defined'
import { epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { type TripDetail, tripDetail, tripsPage } from '@aerie/wire/journal/journal'
import { envelope } from '@aerie/wire/problem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { replayStage } from '../../../../test/replay-stage.ts'
import { rebuildJournal } from '../rebuild-journal.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SHARED = fileURLToPath(new URL('../../../../../../../shared/market/ohlcv/1h/', import.meta.url))
const isShared = existsSync(SHARED)
if (!isShared) console.info('The recorded market (../shared/market/ohlcv) is not beside this checkout: the trading day is skipped.')

/** 8 November 2022: BTC and ETH fell by 10 % or more within two hours, after a 5 % rise within one. */
const DAY = Date.UTC(2022, 10, 8)
const FILES = ['BTCUSDT-1h.csv.gz', 'ETHUSDT-1h.csv.gz']
type Candle = { readonly at: number; readonly high: number; readonly low: number; readonly close: number }

/** Reads the candles straight from the file, without product code. */
const readCandles = (symbol: string): Candle[] =>
  gunzipSync(readFileSync(join(SHARED, `${symbol}USDT-1h.csv.gz`)))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
    .map(([time = 0, , high = 0, low = 0, close = 0]) => ({ at: time * SECOND_MS, high, low, close }))
/** Read once: reading them again in each test blocked the event loop until the lease on paper trading had lapsed. */
const candlesRead = new Map<string, Candle[]>()
function candlesOf(symbol: string): Candle[] {
  const candles = candlesRead.get(symbol) ?? readCandles(symbol)
  candlesRead.set(symbol, candles)
  return candles
}

type Order = Readonly<Record<string, unknown>> & { readonly symbol: string; readonly side: string; readonly size: string }
const order = (side: 'buy' | 'sell', symbol: string, size: string, more: object = {}): Order => ({
  type: 'market',
  leverage: 5,
  side,
  symbol,
  size,
  ...more,
})
const limit = (price: string) => ({ type: 'limit', price })
const bracket = (stop: string, target: string) => ({ stop_loss: { trigger: stop }, take_profit: { trigger: target } })
const trailing = { type: 'trailing_stop', reduce_only: true, callback: '0.03' }

const ORDERS: Readonly<Record<number, readonly Order[]>> = {
  1: [order('buy', 'BTC', '0.1')],
  2: [order('sell', 'BTC', '0.1')],
  3: [order('buy', 'BTC', '0.2', bracket('20000', '20800'))],
  4: [order('buy', 'ETH', '2', limit('1460'))],
  6: [order('buy', 'BTC', '0.2', bracket('19300', '19780'))],
  8: [order('sell', 'ETH', '2')],
  9: [order('sell', 'BTC', '0.3', { stop_loss: { trigger: '20400' } }), order('buy', 'ETH', '1', { stop_loss: { trigger: '1400' } })],
  11: [order('buy', 'ETH', '1')],
  12: [order('buy', 'BTC', '0.1')],
  14: [order('buy', 'BTC', '0.1')],
  15: [order('buy', 'BTC', '0.1')],
  16: [order('sell', 'ETH', '2'), order('buy', 'ETH', '2'), order('sell', 'ETH', '2', trailing), order('buy', 'BTC', '0.2')],
  17: [order('sell', 'BTC', '0.4')],
  18: [order('buy', 'ETH', '5', { margin: 'isolated', leverage: 20 })],
  19: [order('buy', 'BTC', '0.2')],
}
const TRADES = [
  { kind: 'market', symbol: 'BTC', side: 'long' },
  { kind: 'bracket, by its stop', symbol: 'BTC', side: 'long', stop: 20_000 },
  { kind: 'bracket, by its target', symbol: 'BTC', side: 'long', stop: 19_300 },
  { kind: 'limit', symbol: 'ETH', side: 'long' },
  { kind: 'short, closed in three parts', symbol: 'BTC', side: 'short', stop: 20_400 },
  { kind: 'scaled into', symbol: 'ETH', side: 'long', stop: 1_400 },
  { kind: 'flip, its first half', symbol: 'BTC', side: 'long' },
  { kind: 'trailing stop', symbol: 'ETH', side: 'long' },
  // At the end of the hour whose close is below its liquidation price.
  { kind: 'isolated, liquidated', symbol: 'ETH', side: 'long' },
  { kind: 'flip, its second half', symbol: 'BTC', side: 'short' },
]
/** A mark is the close or one side of the book around it: the spread is 3.3 bp at most. */
const NEAR = 0.0004
const TAKER = 0.00045

type Seen = { readonly at: number; readonly price: number; readonly bought: number }

/** Worst and best unrealised profit along `seen`, at average cost in floats, without product code. */
function extremes(seen: readonly Seen[], direction: number) {
  let [held, cost, worst, best] = [0, 0, 0, 0]
  for (const { price, bought } of seen.toSorted((a, b) => a.at - b.at)) {
    const profit = price * held - cost
    worst = Math.min(worst, profit)
    best = Math.max(best, profit)
    const isAdding = held === 0 || Math.sign(bought) === direction
    cost += bought === 0 ? 0 : isAdding ? price * bought : (cost / held) * bought
    held += bought
  }
  return { worst, best }
}

const openedAt = (trip: TripDetail): number => defined(trip.opened_at_ms ?? undefined)
const closedAt = (trip: TripDetail): number => defined(trip.closed_at_ms ?? undefined)
const fillsSeen = ({ fills }: TripDetail): Seen[] =>
  fills.map(({ at, price, size, side }) => ({ at: Date.parse(at), price: Number(price), bought: Number(size) * (side === 'buy' ? 1 : -1) }))

describe.runIf(isShared)('a trading day on recorded prices', () => {
  const dir = mkdtempSync(join(tmpdir(), 'aerie-day-'))
  let stage: Awaited<ReturnType<typeof replayStage>>
  let trips: TripDetail[]
  let time = 0

  const reach = (at: number): void => {
    time = at - DAY
    stage.market.transport()?.setSpeed(1)
  }
  const place = async (one: Order, name: string): Promise<void> => {
    const answer = await stage.call('POST', '/orders', { ...one, client_id: name })
    expect([name, answer]).toEqual([name, expect.objectContaining({ status: 201 })])
  }
  async function readTrips(): Promise<TripDetail[]> {
    const { data } = z.parse(tripsPage, await stage.call('GET', '/journal/trips?state=closed'))
    const details = data.map(async ({ id }) => z.parse(envelope(tripDetail), await stage.call('GET', `/journal/trips/${id}`)).data)
    return (await Promise.all(details)).toSorted((a, b) => closedAt(a) - closedAt(b) || openedAt(a) - openedAt(b))
  }

  beforeAll(async () => {
    for (const file of FILES) copyFileSync(join(SHARED, file), join(dir, file))
    const clock = { now: () => epochMs(time) }
    stage = await replayStage('users', { dir, from: DAY, clock })
    stage.market.transport()?.play()
    for (let hour = 1; hour <= 20; hour += 1) {
      reach(DAY + hour * HOUR_MS + 10 * SECOND_MS)
      reach(DAY + hour * HOUR_MS + 30 * MINUTE_MS)
      for (const [index, one] of (ORDERS[hour] ?? []).entries()) await place(one, `h${hour}.${index}`)
    }
    trips = await readTrips()
  })
  afterAll(async () => {
    await stage.close()
    rmSync(dir, { recursive: true })
  })

  const within = (trip: TripDetail) => candlesOf(trip.symbol).filter(({ at }) => at + HOUR_MS > openedAt(trip) && at <= closedAt(trip))
  const directionOf = ({ side }: TripDetail): number => (side === 'long' ? 1 : -1)

  it('records ten trips of ten kinds, each watched from its first fill to its last', () => {
    expect(trips.map(({ symbol, side, resolution }) => ({ symbol, side, resolution }))).toEqual(
      TRADES.map(({ symbol, side }) => ({ symbol, side, resolution: 'tick' })),
    )
  })

  it.each(TRADES.map(({ kind }, index) => [kind, index] as const))('has the MAE and MFE of the candles in the file: %s', (_kind, index) => {
    const trip = defined(trips[index])
    const closes = candlesOf(trip.symbol)
      .map(({ at, close }) => ({ at: at + HOUR_MS, price: close, bought: 0 }))
      .filter(({ at }) => at > openedAt(trip) && at <= closedAt(trip))
    const { worst, best } = extremes([...fillsSeen(trip), ...closes], directionOf(trip))
    const near = NEAR * Number(trip.size) * Number(trip.entry)
    expect(Math.abs(Number(trip.mae) - worst)).toBeLessThan(near)
    expect(Math.abs(Number(trip.mfe) - best)).toBeLessThan(near)
    const low = Math.min(...within(trip).map((candle) => candle.low))
    const high = Math.max(...within(trip).map((candle) => candle.high))
    const [lowest, highest] = trip.side === 'long' ? [low, high] : [high, low]
    const profitAt = (price: number): number => (price - Number(trip.entry)) * Number(trip.size) * directionOf(trip)
    expect(Number(trip.mae)).toBeGreaterThan(profitAt(lowest) - near)
    expect(Number(trip.mfe)).toBeLessThan(profitAt(highest) + near)
  })

  it('has the R of the stop set at the entry, and none without one', () => {
    const risks = TRADES.map(({ stop }, index) => {
      const facts = defined(trips[index]?.facts ?? undefined)
      const entry = Number(facts.entry)
      return stop === undefined ? undefined : (Math.abs(entry - stop) + (entry + stop) * TAKER) * Number(facts.planned_size)
    })
    const expected = trips.map(({ net }, index) => (risks[index] === undefined ? null : Number(net) / risks[index]))
    expect(trips.map(({ r }) => r?.toFixed(4))).toEqual(expected.map((r) => r?.toFixed(4)))
    expect(trips.filter(({ r }) => r !== null)).toHaveLength(4)
  })

  it("adds up: every trip by itself, all trips to the account's loss, a liquidation to its margin", async () => {
    for (const { gross, fees, funding, net } of trips) expect(Number(net)).toBeCloseTo(Number(gross) - Number(fees) + Number(funding), 9)
    await stage.trading.opened()
    const account: { data: { cash: string; deposit: string } } = await stage.call('GET', '/trading/account')
    const total = trips.reduce((sum, { net }) => sum + Number(net), 0)
    expect(Number(account.data.cash) - Number(account.data.deposit)).toBeCloseTo(total, 6)
    const { entry, net, insurance } = defined(trips.find(({ insurance: paid }) => Number(paid) > 0))
    const worth = Number(entry) * 5
    expect(Number(net)).toBeCloseTo(-(worth / 20 + worth * TAKER), 6)
    expect(Number(insurance)).toBeGreaterThan(100)
    expect(trips.every(({ funding }) => Number(funding) !== 0)).toBe(true)
    expect((await rebuildJournal(stage.db)).differences).toEqual([])
  })
})
