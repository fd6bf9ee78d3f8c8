import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { itemAt } from '@aerie/core/item-at'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { liveSource } from '@aerie/market/live/live-source'
import { type BinanceStandIn, binanceStandIn } from '@aerie/testkit/binance-stand-in'
import { type CoinbaseStandIn, coinbaseStandIn } from '@aerie/testkit/coinbase-stand-in'
import { type CoingeckoStandIn, coingeckoRow, coingeckoStandIn } from '@aerie/testkit/coingecko-stand-in'
import { type FakeTime, fakeTime } from '@aerie/testkit/fake-time'
import type { HttpStandIn } from '@aerie/testkit/http-stand-in'
import type { SocketStandIn } from '@aerie/testkit/socket-stand-in'
import { type TradingVenue, tradingVenue, type VenueTrade } from '@aerie/testkit/trading-venue'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { MarketService } from './service.ts'

/** Over an hour of live market while clocks, connections and numbers go wrong. Stored candles must equal the exchange's own. */
const SINCE = Date.UTC(2026, 2, 1, 12, 0, 0)
/** The first hour ends ten minutes after the start, the second near the end. */
const T0 = SINCE + 50 * MINUTE_MS
const RUN_MS = 75 * MINUTE_MS
const CALM_MS = 6 * MINUTE_MS

const COINS = [
  { symbol: 'DOGE', name: 'Dogecoin', coingeckoId: 'dogecoin', price: 100, everyMs: 900 },
  { symbol: 'PEPE', name: 'Pepe', coingeckoId: 'pepe', price: 40, everyMs: 4_000 },
  // Minutes without a trade: at Coinbase they have no candle.
  { symbol: 'LINK', name: 'Chainlink', coingeckoId: 'chainlink', price: 20, everyMs: 50_000 },
]

type World = {
  readonly http: HttpStandIn
  readonly sockets: SocketStandIn
  readonly venues: ReadonlyMap<string, TradingVenue>
  readonly now: () => number
  /** Sends the events since the last call; `isSilent`: they happen but are not sent. */
  readonly emit: (isSilent: boolean) => void
  readonly absurd: (kind: string) => void
  readonly close: () => Promise<void>
}

let time: FakeTime
let database: TestDatabase
let gecko: CoingeckoStandIn
let world: World
let service: MarketService
/** How far the exchange's time advanced while this machine slept. */
let sleptMs: number
let asking: number

const exchangeNow = (): number => T0 + time.clock.elapsed() + sleptMs

beforeEach(async () => {
  time = fakeTime(T0)
  sleptMs = 0
  asking = 0
  database = await testDatabase()
  gecko = await coingeckoStandIn(COINS.map(({ coingeckoId, price }) => coingeckoRow(coingeckoId, price, T0)))
})
afterEach(async () => {
  await whileTimePasses(service.stop())
  await world.close()
  await gecko.close()
  await database.close()
})

const venuesOf = (pairOf: (symbol: string) => string): Map<string, TradingVenue> => {
  const venues = new Map(COINS.map(({ symbol, price, everyMs }) => [pairOf(symbol), tradingVenue({ since: SINCE, price, everyMs })]))
  for (const venue of venues.values()) venue.tradeUntil(T0)
  return venues
}

const ABSURD = 9e15
const INTERVALS = [
  ['1m', MINUTE_MS],
  ['1h', HOUR_MS],
] as const

async function binanceWorld(): Promise<World> {
  const venues = venuesOf((symbol) => `${symbol}USDT`)
  const binance: BinanceStandIn = await binanceStandIn(
    COINS.map(({ symbol, price }) => ({ base: symbol, quote: 'USDT', price })),
    exchangeNow,
  )
  binance.candle = (pair, openMs, stepMs) => venues.get(pair)?.candle(openMs, stepMs, exchangeNow())
  let emittedAt = T0
  let absurd: string | undefined
  const emitKlines = (pair: string, venue: TradingVenue, [interval, step]: readonly ['1m' | '1h', number], at: number): void => {
    const forming = Math.floor(at / step) * step
    const emitKline = (
      open: number,
      fields: { readonly isClosed: boolean; readonly stamp?: number; readonly lastTrade?: number },
    ): void => {
      const candle = venue.candle(Math.min(open, forming), step, at)
      if (candle !== undefined) binance.kline(pair, interval, open, { close: 0, candle, ...fields })
    }
    for (let open = Math.floor(emittedAt / step) * step; open < forming; open += step) emitKline(open, { isClosed: true })
    if (absurd === 'candle') emitKline(forming + step, { isClosed: true, stamp: at + step })
    if (absurd === 'closed early') emitKline(forming, { isClosed: true })
    emitKline(forming, { isClosed: false, lastTrade: absurd === 'number' ? ABSURD : venue.newest().id })
  }
  const emitTrades = (pair: string, trades: readonly VenueTrade[]): void => {
    for (const { id, price, size, time: stamp } of trades)
      binance.trade(pair, { a: absurd === 'number' ? ABSURD : id, p: price, q: absurd === 'size' ? '4e9' : size, T: stamp, m: false })
  }
  return {
    http: binance.http,
    sockets: binance.sockets,
    venues,
    now: exchangeNow,
    absurd: (kind) => {
      absurd = kind
    },
    emit: (isSilent) => {
      const at = exchangeNow()
      for (const [pair, venue] of venues) {
        const trades = venue.tradeUntil(at)
        if (isSilent) continue
        emitTrades(pair, trades)
        binance.prices({ [pair]: venue.newest().price }, absurd === 'stamp' ? at + HOUR_MS : at)
        for (const interval of INTERVALS) emitKlines(pair, venue, interval, at)
      }
      emittedAt = at
      absurd = undefined
    },
    close: () => binance.close(),
  }
}

async function coinbaseWorld(): Promise<World> {
  const venues = venuesOf((symbol) => `${symbol}-USD`)
  const coinbase: CoinbaseStandIn = await coinbaseStandIn(
    COINS.map(({ symbol, price }) => ({ base: symbol, quote: 'USD', price })),
    exchangeNow,
  )
  coinbase.candle = (product, openMs, stepMs) => venues.get(product)?.candle(openMs, stepMs, exchangeNow())
  let absurd: string | undefined
  const known = new Set<unknown>()
  const match = (product: string, { id, price, size, time: stamp }: VenueTrade, type: 'match' | 'last_match'): void => {
    const isOdd = type === 'match' || absurd === 'last number'
    coinbase.match(
      product,
      {
        id: isOdd && absurd?.endsWith('number') ? ABSURD : id,
        price: Number(price),
        size: Number(size),
        stamp: absurd === 'stamp' ? stamp + HOUR_MS : absurd === 'candle' ? stamp + 4_000 : stamp,
      },
      type,
    )
  }
  return {
    http: coinbase.http,
    sockets: coinbase.sockets,
    venues,
    now: exchangeNow,
    absurd: (kind) => {
      absurd = kind
    },
    emit: (isSilent) => {
      const at = exchangeNow()
      const client = coinbase.sockets.open()[0]
      const isNew = client !== undefined && client.messages.length >= 3 && !known.has(client)
      for (const [product, venue] of venues) {
        const before = venue.newest()
        const trades = venue.tradeUntil(at)
        if (isSilent) continue
        if (isNew) match(product, before, 'last_match')
        for (const trade of trades) match(product, trade, 'match')
        coinbase.heartbeat(product, absurd === 'number' ? ABSURD : venue.newest().id)
      }
      if (isNew && !isSilent) known.add(client)
      absurd = undefined
    },
    close: () => coinbase.close(),
  }
}

async function settle(): Promise<void> {
  let before = ''
  for (let quiet = 0; quiet < 2; ) {
    for (const client of world.sockets.open()) await client.hasRead()
    for (let turns = 0; turns < 3 || asking > 0; turns += 1) await turn()
    const now = `${world.http.seen.length} ${world.sockets.clients.length} ${world.sockets.clients.at(-1)?.messages.length}`
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
}

async function begin(exchange: 'binance' | 'coinbase'): Promise<void> {
  world = await (exchange === 'binance' ? binanceWorld() : coinbaseWorld())
  service = new MarketService({
    makeSource: () =>
      liveSource({
        exchange,
        exchangeRestUrl: world.http.url,
        exchangeWsUrl: world.http.url.replace('http', 'ws'),
        coingeckoUrl: gecko.url,
        clock: time.clock,
        timers: time.timers,
        random: () => 0.5,
        coins: COINS,
        whenUnreachable: 'keep-trying',
        fetch: async (...request) => {
          asking += 1
          try {
            const answer = await fetch(...request)
            const { status, headers } = answer
            return new Response(await answer.arrayBuffer(), { status, headers })
          } finally {
            asking -= 1
          }
        },
      }),
    coins: COINS.map(({ symbol, name }) => ({ symbol, name, logo: `/coins/${symbol}.svg`, color: '#112233', industries: [] })),
    pool: database.db.$client,
    logger: pino({ level: 'silent' }),
  })
  await whileTimePasses(service.start())
}

type Fault = { readonly isSilent?: boolean }

async function second({ isSilent = false }: Fault = {}): Promise<void> {
  await time.advance(SECOND_MS)
  // Connections are made in real time.
  if (world.sockets.refuse === undefined && world.sockets.open().length === 0) await sleep(2)
  world.emit(isSilent)
  await settle()
}

async function seconds(count: number, fault?: Fault): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await second(fault)
}

/** Real time between two simulated seconds while the product waits for its database or a retry, which run in real time. */
const REAL_PAUSE_MS = 20

/** Advances time until `work` ends: real-time work also waits for its turn to call the exchange, which needs a moving clock. */
async function whileTimePasses(work: Promise<void>): Promise<void> {
  let isOver = false
  const end = (): void => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    await second()
    await sleep(REAL_PAUSE_MS)
  }
  await work
}

async function untilInMinute(ms: number): Promise<void> {
  do await second()
  while (Math.abs((exchangeNow() % MINUTE_MS) - ms) >= SECOND_MS)
}

const refuse = (isRefusing: boolean): void => {
  world.sockets.refuse = isRefusing ? { status: 503 } : undefined
  for (const client of world.sockets.open()) client.end('break')
}

const FAULTS: readonly (readonly [what: string, happen: () => Promise<void>])[] = [
  ['the line breaks over the end of a minute', () => outage(70)],
  ['the line breaks for a moment', () => outage(2)],
  ['the machine’s clock is set back by an hour', async () => time.jump(-HOUR_MS)],
  ['the line breaks while the clock is wrong', () => outage(45)],
  ['the machine’s clock is set forward again', async () => time.jump(HOUR_MS)],
  ['the line falls silent', () => seconds(25, { isSilent: true })],
  ['an absurd number', () => absurdly('number')],
  ['an absurd time', () => absurdly('stamp')],
  ['an absurd size', () => absurdly('size')],
  [
    'a candle of the future, or trades a little ahead of their time over the end of a minute',
    async () => {
      await untilInMinute(54_000)
      for (let times = 0; times < 8; times += 1) {
        world.absurd('candle')
        await second()
      }
    },
  ],
  ['a candle reported as closed early', () => absurdly('closed early')],
  [
    'an absurd number of the last trade before a subscription',
    async () => {
      refuse(true)
      await seconds(30)
      refuse(false)
      await seconds(6, { isSilent: true })
      await absurdly('last number')
    },
  ],
  [
    'REST fails, and the line breaks meanwhile',
    async () => {
      world.http.fault = () => ({ kind: 'status', status: 502 })
      await outage(80)
      await seconds(40)
      world.http.fault = undefined
    },
  ],
  [
    'the machine sleeps, and the line is gone when it wakes',
    async () => {
      await seconds(1)
      sleptMs += 130_000
      time.jump(130_000)
      world.emit(true)
      refuse(false)
    },
  ],
  [
    'the machine sleeps, and the line is there when it wakes',
    async () => {
      sleptMs += 70_000
      time.jump(70_000)
    },
  ],
  [
    'the machine is suspended, with both its clocks',
    async () => {
      sleptMs += 150_000
    },
  ],
  ['the machine’s clock is set forward by an hour', async () => time.jump(HOUR_MS)],
  ['the line breaks while the clock is ahead', () => outage(65)],
  ['the machine’s clock is set back again', async () => time.jump(-HOUR_MS)],
]

async function outage(lengthS: number): Promise<void> {
  refuse(true)
  await seconds(lengthS)
  refuse(false)
}

async function absurdly(kind: string): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    world.absurd(kind)
    await seconds(7)
  }
}

function isWell(): boolean {
  const { hub } = service
  const details = hub.details('DOGE')
  const isNew = details?.stale === false && Math.abs((details.as_of ?? 0) - exchangeNow()) < 10_000
  return hub.sourceState().state === 'running' && isNew && Math.abs(hub.now() - exchangeNow()) < 2_000
}

/** Advances until the market is healthy: a few seconds on an idle machine, more while connections are slow in real time. */
async function wellAgain(what: string): Promise<void> {
  for (let passed = 0; !isWell(); passed += 1) {
    if (passed > 900) throw new Error(`not well again after: ${what}`)
    await second()
  }
}

type StoredRow = [symbol: string, step: number, time: number, open: number, high: number, low: number, close: number, volume: number]

async function stored(): Promise<string[]> {
  const { rows } = await database.db.$client.query<StoredRow>({
    rowMode: 'array',
    text: `select symbol, interval_s, open_time::float8, open, high, low, close, volume from candles
           where open_time >= $1`,
    values: [(SINCE - HOUR_MS) / 1000],
  })
  return rows.map((row) => row.join(' '))
}

function ownCandles(until: number): string[] {
  const rows: string[] = []
  for (const [index, venue] of [...world.venues.values()].entries())
    for (const step of [MINUTE_MS, HOUR_MS])
      for (let open = SINCE - HOUR_MS; open + step <= until; open += step) {
        const candle = venue.candle(open, step, until)
        if (candle === undefined) continue
        const figures = [candle.open, candle.high, candle.low, candle.close, candle.volume].map(Number)
        rows.push([COINS[index]?.symbol, step / 1000, open / 1000, ...figures].join(' '))
      }
  return rows
}

async function missing(until: number): Promise<string[]> {
  const there = new Set(await stored())
  return ownCandles(until).filter((row) => !there.has(row))
}

/** The history pauses for up to 8 s of real time after a failure; this gives it time to fill its last gaps. */
async function fillGaps(until: number): Promise<void> {
  for (let tries = 0; tries < 1_000 && (await missing(until)).length > 0; tries += 1) {
    await second()
    await sleep(REAL_PAUSE_MS)
  }
}

async function spansBeyond(now: number): Promise<unknown[]> {
  return (await database.db.$client.query('select symbol, interval_s, to_s from candle_spans where to_s > $1', [now / 1000])).rows
}

it.each(['binance', 'coinbase'] as const)("stores only the source's own candles of %s, and all of them", async (exchange) => {
  await begin(exchange)
  await seconds(60)
  const end = exchangeNow() + RUN_MS - CALM_MS
  for (let faults = 0; faults < FAULTS.length || exchangeNow() < end; faults += 1) {
    const [what, happen] = itemAt(FAULTS, faults % FAULTS.length)
    await untilInMinute(10_000 + ((faults * 17_000) % 45_000))
    await happen()
    await seconds(5)
    await wellAgain(what)
  }
  await seconds(CALM_MS / SECOND_MS)
  await whileTimePasses(service.settled())
  await fillGaps(exchangeNow() - MINUTE_MS)
  const now = exchangeNow()
  await whileTimePasses(service.stop())
  const rows = await stored()
  const own = new Set(ownCandles(now))
  expect(rows.filter((row) => !own.has(row))).toEqual([])
  // Candles that closed in the last minute may not have arrived yet.
  expect(await missing(now - MINUTE_MS)).toEqual([])
  expect(await spansBeyond(now)).toEqual([])
})
