import { epochMs } from '@aerie/core/time'
import { type FakeTime, fakeTime } from '@aerie/testkit/fake-time'
import { beforeEach, describe, expect, it } from 'vitest'
import { BinanceBooks } from '../binance/binance-books.ts'
import { CoinbaseBooks } from '../coinbase/coinbase-books.ts'
import type { Level } from '../numbers.ts'
import { SilenceCheck } from './book-subscriptions.ts'
import { type DepthDiff, DepthSync } from './depth-sync.ts'
import { LevelBook } from './level-book.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
const level = (price: number, size = 1): Level => [price, size]
const diff = (first: number, last: number): DepthDiff => ({ first, last, bids: [level(99, last)], asks: [] })
const taken = (lastUpdateId: number) => ({ lastUpdateId, bids: [level(99)], asks: [level(101)] })

const nobody = { changed: () => undefined, lost: () => undefined }

let time: FakeTime
beforeEach(() => {
  time = fakeTime(T0)
})

describe('a book from diffs', () => {
  it.each([
    ['covers more than can have happened', { first: 12, last: 9e15 }],
    ['begins far ahead', { first: 9e15, last: 9e15 + 1 }],
  ])('is fetched again when a diff %s, and then follows the stream again', (_what, { first, last }) => {
    const sync = new DepthSync()
    sync.snapshot(taken(10))
    sync.diff(diff(11, 11))
    const outcomes = [diff(first, last), diff(12, 13), diff(14, 15), diff(16, 17), diff(18, 19)].map((event) => sync.diff(event))
    expect(outcomes).toContain('lost')
    expect(sync.snapshot(taken(15))).toBe('synced')
    expect(sync.diff(diff(20, 21))).toBe('applied')
  })

  it('does not wait forever behind one absurd diff that came first', () => {
    const sync = new DepthSync()
    sync.diff({ first: 9e15, last: 9e15 + 1, bids: [], asks: [] })
    expect([sync.snapshot(taken(10)), sync.snapshot(taken(11)), sync.snapshot(taken(12))]).toEqual(['too-old', 'too-old', 'synced'])
    expect(sync.diff(diff(13, 13))).toBe('applied')
  })

  it('is fetched again when its snapshot claims an id that the stream never reaches', () => {
    const sync = new DepthSync()
    sync.snapshot(taken(9e15))
    const outcomes = Array.from({ length: 40 }, (_, index) => sync.diff(diff(index + 1, index + 1)))
    expect(outcomes).toContain('lost')
  })
})

describe('a Binance book', () => {
  it('is as old as its own latest update, and is fetched again when updates stop', async () => {
    let snapshots = 0
    const books = new BinanceBooks({
      ...time,
      random: () => 0.5,
      symbolOf: () => 'BTC',
      subscribe: () => undefined,
      unsubscribe: () => undefined,
      snapshot: async () => {
        snapshots += 1
        return taken(10)
      },
      newestUpdate: async () => 10,
      followers: nobody,
    })
    const first = books.ask('BTCUSDT')
    await time.advance(1_000)
    expect((await first).asOf).toBe(T0 + 1_000)
    await time.advance(2_000)
    books.diff('BTCUSDT', diff(11, 11), epochMs(T0 + 3_000))
    await time.advance(3_000)
    for (let repeat = 0; repeat < 3; repeat += 1) books.diff('BTCUSDT', diff(9, 10), time.clock.now())
    expect((await books.ask('BTCUSDT')).asOf).toBe(T0 + 3_000)
    await time.advance(8_000)
    const again = books.ask('BTCUSDT')
    await time.advance(1)
    expect((await again).asOf).toBeGreaterThanOrEqual(T0 + 14_000)
    expect(snapshots).toBe(2)
    books.stop()
  })
})

const HOUR = 3_600_000

it('dates a Binance book by its new snapshot after the exchange’s clock was set back by an hour', async () => {
  let answer = Promise.withResolvers<void>()
  answer.resolve()
  const books = new BinanceBooks({
    ...time,
    random: () => 0.5,
    symbolOf: () => 'BTC',
    subscribe: () => undefined,
    unsubscribe: () => undefined,
    snapshot: async () => {
      await answer.promise
      return taken(10)
    },
    newestUpdate: async () => 10,
    followers: nobody,
  })
  void books.ask('BTCUSDT').catch(() => undefined)
  await time.advance(1_000)
  books.diff('BTCUSDT', diff(11, 11), time.clock.now())
  time.jump(-HOUR)
  books.lose()
  answer = Promise.withResolvers()
  books.regain()
  await time.advance(2_000)
  // The machine's clock jumps again while the request is in flight.
  time.jump(-HOUR)
  answer.resolve()
  await time.advance(0)
  expect((await books.ask('BTCUSDT')).asOf).toBe(T0 + 3_000 - 2 * HOUR)
  books.stop()
})

it('does not confirm a book by a response requested before the exchange’s clock was set back', async () => {
  const answer = Promise.withResolvers<boolean>()
  const confirmed: number[] = []
  const check = new SilenceCheck({
    ...time,
    isCurrent: () => answer.promise,
    confirmed: (_pair, _book, at) => void confirmed.push(at),
    silent: () => undefined,
  })
  const book = { levels: new LevelBook(), isWhole: true, asOf: epochMs(T0), seq: 1, takenAt: epochMs(T0) }
  await time.advance(3_000)
  check.look('BTCUSDT', book)
  time.jump(-HOUR)
  book.asOf = time.clock.now()
  answer.resolve(true)
  await time.advance(0)
  expect(confirmed).toEqual([])
})

describe('a Coinbase book', () => {
  const open = () => {
    const calls: string[] = []
    const books = new CoinbaseBooks({
      ...time,
      symbolOf: () => 'BTC',
      subscribe: (pair) => void calls.push(`+${pair}`),
      unsubscribe: (pair) => void calls.push(`-${pair}`),
      best: async () => ({ bid: 99, ask: 101 }),
      followers: nobody,
    })
    void books.ask('BTC-USD').catch(() => undefined)
    books.snapshot('BTC-USD', [level(99)], [level(101)])
    return { books, calls }
  }

  it('is not kept fresh by heartbeats when its channel is silent: it is requested again, then reported missing', async () => {
    const { books, calls } = open()
    for (let second = 0; second < 9; second += 1) {
      await time.advance(1_000)
      books.heartbeat('BTC-USD')
    }
    expect((await books.ask('BTC-USD')).asOf).toBe(T0)
    await time.advance(2_000)
    books.heartbeat('BTC-USD')
    expect(calls).toEqual(['+BTC-USD', '-BTC-USD', '+BTC-USD'])
    await time.advance(5_000)
    await expect(books.ask('BTC-USD')).rejects.toMatchObject({ kind: 'timeout' })
    books.stop()
  })

  it('is requested again without delay after the exchange’s clock was set back by an hour', async () => {
    const { books, calls } = open()
    time.jump(-HOUR)
    books.lose()
    await time.advance(11_000)
    books.heartbeat('BTC-USD')
    expect(calls).toEqual(['+BTC-USD', '-BTC-USD', '+BTC-USD'])
    await time.advance(5_000)
    await expect(books.ask('BTC-USD')).rejects.toMatchObject({ kind: 'timeout' })
    books.stop()
  })

  it.each([
    ['its coin trades and it does not move', (books: CoinbaseBooks) => books.traded('BTC-USD')],
    ['an update could not be read', (books: CoinbaseBooks) => books.doubt()],
  ])('is requested again when %s', async (_what, happen) => {
    const { books, calls } = open()
    happen(books)
    await time.advance(3_000)
    books.heartbeat('BTC-USD')
    expect(calls.slice(0, 3)).toEqual(['+BTC-USD', '-BTC-USD', '+BTC-USD'])
    books.stop()
  })
})

it('keeps a pinned book, however many others are requested and however long it goes unrequested', async () => {
  const calls: string[] = []
  const books = new CoinbaseBooks({
    ...time,
    symbolOf: (pair) => pair,
    subscribe: (pair) => void calls.push(`+${pair}`),
    unsubscribe: (pair) => void calls.push(`-${pair}`),
    best: async () => ({ bid: 99, ask: 101 }),
    followers: nobody,
  })
  books.pin('BTC-USD')
  const asked = Array.from({ length: 31 }, (_, index) => books.ask(`C${index}-USD`).catch(() => undefined))
  expect(calls.filter((call) => call.startsWith('-'))).toEqual(['-C0-USD'])
  await time.advance(60_000)
  await Promise.all(asked)
  expect(books.wanted()).toEqual(['BTC-USD'])
  books.unpin('BTC-USD')
  await time.advance(60_000)
  expect(books.wanted()).toEqual([])
  books.stop()
})
