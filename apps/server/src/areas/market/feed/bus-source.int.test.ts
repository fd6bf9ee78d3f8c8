import { epochMs } from '@aerie/core/time'
import type { FollowedBook, MarketFollower } from '@aerie/market/market-source'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/database.ts'
import { candleAt, listingOf, scriptedSource, T0, tickOf } from '../../../../test/scripted-source.ts'
import { testBus } from '../../../../test/test-bus.ts'
import { memoryRoom, type Transport } from '../../../platform/bus/bus.ts'
import { heldFunctions } from '../../../platform/bus/held-functions.ts'
import { DutyLost, openDuties, type Term } from '../../../platform/duties/duty.ts'
import { candleStore } from '../candles/candle-store.ts'
import { MarketService } from '../service.ts'
import { busSource } from './bus-source.ts'
import { feedServer } from './feed-server.ts'
import { FEED } from './market-messages.ts'

const logger = pino({ level: 'silent' })
const COINS = ['SOL', 'ETH'].map((symbol) => ({ symbol, name: symbol, logo: `/coins/${symbol}.svg`, color: '#112233', industries: [] }))
const RULES = { tick: '0.1', lot: '0.01', book: 'simulated' } as const
const onError = (error: unknown): void => {
  throw error
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const closes: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closes.toReversed()) await close()
})

async function feedNode(transport: Transport, id = 'sim:test', fence?: Term) {
  const bus = testBus(transport)
  const script = scriptedSource({ id, rules: () => RULES })
  const market = new MarketService({ makeSource: () => script.source, coins: COINS, pool: database.db.$client, logger, fence: () => fence })
  const server = feedServer({ bus, market, logger })
  const feed = heldFunctions({ bus, channel: FEED, isHere: () => true, functions: server.questions })
  server.start()
  await market.start()
  feed.serve(true)
  const close = async (): Promise<void> => {
    feed.serve(false)
    server.stop()
    await market.stop()
    await bus.stop()
  }
  closes.push(close)
  return { script, market, bus, close }
}

async function reader(transport: Transport) {
  const bus = testBus(transport)
  const replaced = vi.fn()
  const market: MarketService = new MarketService({
    makeSource: () =>
      busSource({
        bus,
        feed: () => feed.functions,
        expectedKind: 'sim',
        onReplaced: () => {
          replaced()
          void market.restart()
        },
        onFilled: (series) => void market.readAgain(series),
        onError,
      }),
    isIdKnown: false,
    isReader: () => true,
    coins: COINS,
    pool: database.db.$client,
    logger,
    retryMs: () => 20,
  })
  const { questions } = feedServer({ bus, market, logger })
  const feed = heldFunctions({ bus, channel: FEED, isHere: () => false, functions: questions })
  await market.start()
  closes.push(async () => {
    await market.stop()
    await bus.stop()
  })
  return { market, bus, replaced }
}

const taken = () => {
  const calls: unknown[] = []
  const follower: MarketFollower = {
    book: (book) => void calls.push({ book }),
    trades: (trades) => void calls.push({ trades }),
    gap: () => void calls.push('gap'),
  }
  return { calls, follower }
}

const bookOf = (seq: number): FollowedBook => ({ symbol: 'SOL', bids: [[99, seq]], asks: [[101, seq]], seq, asOf: epochMs(T0 + seq) })

/** The term of a new holder; the lease of an earlier one lapses. */
async function takeFeed(): Promise<Term> {
  const pool = database.db.$client
  await pool.query("update duties set until = now() - interval '1 second' where name = $1", [FEED])
  const term = await openDuties({ pool }).of(FEED).take()
  if (term === undefined) throw new Error('the duty is held')
  return { name: FEED, term }
}

const minuteCandle = (close: number) => ({ symbol: 'SOL', interval: '1m', candle: candleAt(T0 / 1000, close) }) as const

it('stores candles, spans and prices of the present holder only', async () => {
  const pool = database.db.$client
  const late = await candleStore(pool, 'sim:fenced', await takeFeed())
  await late.write([minuteCandle(100)])
  await late.writeTicks([tickOf('SOL', 100)])
  const present = await candleStore(pool, 'sim:fenced', await takeFeed())
  const span = { symbol: 'SOL', interval: '1m', from: T0 / 1000, to: T0 / 1000 + 60 } as const
  await present.write([minuteCandle(105)], [span])
  await present.writeTicks([tickOf('SOL', 105)])
  await expect(late.write([minuteCandle(100)], [{ ...span, to: span.from }])).rejects.toThrow(DutyLost)
  await expect(late.writeTicks([tickOf('SOL', 100)])).rejects.toThrow(DutyLost)
  expect(await present.newest('SOL', '1m', span.to, 10)).toMatchObject([{ close: 105 }])
  expect(await present.lastTicks(['SOL'], T0)).toMatchObject([{ price: 105 }])
  expect(await present.spans()).toEqual([span])
})

it('stores nothing more after another process has taken over', async () => {
  const { script, market, close } = await feedNode(memoryRoom()(), 'sim:lost', await takeFeed())
  await market.settled()
  const present = await candleStore(database.db.$client, 'sim:lost', await takeFeed())
  script.emit().candles([minuteCandle(100)])
  script.emit().ticks([tickOf('SOL', 100)])
  await close()
  expect(await present.newest('SOL', '1m', T0 / 1000 + 60, 1)).not.toMatchObject([{ time: T0 / 1000 }])
  expect(await present.lastTicks(['SOL'], T0)).toEqual([])
})

it('shows the prices, candles, facts and clock of the process that reads the market', async () => {
  const room = memoryRoom()
  const { script, market } = await feedNode(room())
  script.emit().listings([listingOf('SOL', { circulatingSupply: 7 })])
  script.emit().ticks([tickOf('SOL', 100)])
  const { market: other } = await reader(room())
  expect(other.hub.details('SOL')).toEqual(market.hub.details('SOL'))
  script.setNow(T0 + 60_000)
  script.emit().candles([{ symbol: 'SOL', interval: '1m', candle: candleAt(T0 / 1000, 100) }])
  script.emit().ticks([tickOf('SOL', 101, T0 + 60_000), tickOf('ETH', 5, T0 + 60_000)])
  await vi.waitFor(() => expect(other.hub.details('ETH')?.price).toBe(5))
  expect(other.hub.details('SOL')).toEqual(market.hub.details('SOL'))
  expect(other.sourceId()).toBe('sim:test')
  expect(other.hub.now()).toBeGreaterThanOrEqual(T0 + 60_000)
  const query = { symbol: 'SOL', interval: '1m', from: T0 / 1000, to: T0 / 1000 + 60 } as const
  expect(other.hub.state('SOL')?.rings['1m'].has(query.from)).toBe(true)
})

it('is stale while nothing arrives, and complete again afterwards', async () => {
  const room = memoryRoom()
  const first = await feedNode(room())
  first.script.emit().ticks([tickOf('SOL', 100)])
  const { market, replaced } = await reader(room())
  expect(market.hub.status().badge).toBe('SIMULATED')
  await first.close()
  await vi.waitFor(() => expect(market.hub.sourceState().state).toBe('stale'))
  const second = await feedNode(room())
  second.script.setNow(T0 + 10_000)
  second.script.emit().ticks([tickOf('SOL', 105, T0 + 10_000)])
  await vi.waitFor(() => expect([market.hub.sourceState().state, market.hub.details('SOL')?.price]).toEqual(['running', 105]))
  expect(replaced).not.toHaveBeenCalled()
})

it('restarts when the other process has another market', async () => {
  const room = memoryRoom()
  const first = await feedNode(room())
  first.script.emit().ticks([tickOf('SOL', 100)])
  const { market, replaced } = await reader(room())
  await first.close()
  const second = await feedNode(room(), 'live:test')
  second.script.emit().ticks([tickOf('ETH', 3)])
  await vi.waitFor(() =>
    expect([market.sourceId(), market.hub.details('ETH')?.price, market.hub.details('SOL')?.price]).toEqual(['live:test', 3, null]),
  )
  expect(replaced).toHaveBeenCalled()
})

it('knows a minute whose candle was lost on the way, once the other process has stored it', async () => {
  const room = memoryRoom()
  let isLosing = false
  const sender = room()
  const feed = await feedNode({ ...sender, publish: async (...message) => (isLosing ? 0 : sender.publish(...message)) }, 'sim:lost')
  const first = T0 / 1_000
  const minute = (n: number): void => {
    feed.script.setNow(T0 + (n + 1) * 60_000)
    feed.script.emit().ticks([tickOf('SOL', 100 + n, T0 + (n + 1) * 60_000)])
    feed.script.emit().candles([{ symbol: 'SOL', interval: '1m', candle: candleAt(first + n * 60, 100 + n) }])
  }
  const span = (minutes: number) => ({ symbol: 'SOL', interval: '1m', from: first, to: first + minutes * 60 }) as const
  const { market } = await reader(room())
  minute(0)
  minute(1)
  await vi.waitFor(() => expect(market.isKnown(span(2))).toBe(true))
  isLosing = true
  minute(2)
  isLosing = false
  minute(3)
  await vi.waitFor(() => expect(market.isKnown(span(4))).toBe(true))
  const candles = await market.candles({ ...span(4), limit: 10 })
  expect(candles.map(({ close }) => close)).toEqual([100, 101, 102, 103])
})

type Step = 'book' | 'trade' | 'gap' | 'lost'

/** A lost message shows with the next one of any kind; after a gap comes a book. */
function expectedOf(sent: readonly { readonly step: Step; readonly call: unknown }[]): unknown[] {
  const expected: unknown[] = []
  let isInGap = true
  let isUnknown = false
  for (const { step, call } of sent) {
    if (step === 'lost') {
      isUnknown = true
      continue
    }
    if (isUnknown && !isInGap) expected.push('gap')
    isInGap ||= isUnknown
    isUnknown = false
    if (step === 'book') isInGap = false
    if (!isInGap) expected.push(call)
    if (step === 'gap') isInGap = true
  }
  return expected
}

it('gives a follower the same calls as a local source, and a gap for whatever was lost', async () => {
  const room = memoryRoom()
  let isLosing = false
  const sender = room()
  const feed = await feedNode({
    ...sender,
    publish: async (channel, text) => (isLosing && channel.startsWith('book:') ? 0 : sender.publish(channel, text)),
  })
  feed.script.emit().ticks([tickOf('SOL', 100)])
  const { market } = await reader(room())
  let seq = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Step>('book', 'book', 'trade', 'trade', 'gap', 'lost'), { maxLength: 40 }), async (steps) => {
      const local = taken()
      const remote = taken()
      const stopRemote = market.follow('SOL', remote.follower)
      await vi.waitFor(() => expect(feed.script.followers('SOL').length).toBeGreaterThan(0))
      const stopLocal = feed.market.follow('SOL', local.follower)
      const send = (step: Step): void => {
        seq += 1
        isLosing = step === 'lost'
        for (const follower of feed.script.followers('SOL')) {
          if (step === 'book') follower.book(bookOf(seq))
          else if (step === 'gap') follower.gap({ asOf: epochMs(T0 + seq), reason: 'A hole.' })
          else follower.trades([{ id: `${seq}`, asOf: epochMs(T0 + seq), price: 100, size: seq }])
        }
        isLosing = false
      }
      const sent = ['book' as const, ...steps, 'book' as const].map((step) => {
        const before = local.calls.length
        send(step)
        return { step, call: local.calls[before] }
      })
      await vi.waitFor(() => expect(remote.calls.at(-1)).toEqual({ book: bookOf(seq) }))
      expect(remote.calls).toEqual(expectedOf(sent))
      stopRemote()
      stopLocal()
    }),
    { numRuns: 60 },
  )
})
