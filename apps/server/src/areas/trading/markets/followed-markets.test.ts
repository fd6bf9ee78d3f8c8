import { epochMs } from '@aerie/core/time'
import { type MarketFollower, MarketSourceError } from '@aerie/market/market-source'
import { FEE_SCHEDULES } from '@aerie/trading/matching/fill'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FollowedMarkets, type MarketFeed } from './followed-markets.ts'

const T0 = Date.UTC(2024, 0, 1)

type Settings = { speed?: number; onChange?: () => void; room?: number; used?: readonly string[] }

function stage({ speed = 1, onChange = (): void => undefined, room = 100, used = [] }: Settings = {}) {
  let now = T0
  let follower: MarketFollower | undefined
  let followedNow = 0
  let emitTicks: Parameters<MarketFeed['onTicks']>[0] = () => undefined
  const faults: unknown[] = []
  const market: MarketFeed = {
    now: () => now,
    speed: () => speed,
    isLive: () => false,
    symbols: () => ['SOL'],
    rules: (symbol) => (symbol === 'NOPE' ? undefined : { tick: '0.1', lot: '0.01', minNotional: '10', book: 'synthetic' }),
    follow: (symbol, to) => {
      if (symbol === 'FULL' || followedNow >= room) throw new MarketSourceError('cannot-follow', 'No room for it.')
      follower = to
      followedNow += 1
      return () => {
        follower = undefined
        followedNow -= 1
      }
    },
    priceOf: () => 100,
    onTicks: (listener) => {
      emitTicks = listener
      return () => undefined
    },
  }
  const followed = new FollowedMarkets({
    market,
    fees: FEE_SCHEDULES.apex,
    onChange,
    onGap: () => undefined,
    onFault: (error) => void faults.push(error),
    isUsed: (symbol) => used.includes(symbol),
  })
  const bookAround = (middle: number): void =>
    follower?.book({ symbol: 'SOL', bids: [[middle - 0.1, 5.019]], asks: [[middle + 0.1, 5]], seq: 1, asOf: epochMs(now) })
  const book = (): void => bookAround(100)
  const tick = (at: number): void => emitTicks([{ symbol: 'SOL', price: at, asOf: epochMs(now), venue: 'test', quote: 'USD' }])
  const gap = (): void => follower?.gap({ reason: 'the line broke', asOf: epochMs(now) })
  const setNow = (ms: number): void => {
    now = ms
  }
  return { followed, book, bookAround, tick, gap, setNow, faults }
}

it('is not stale between two updates of a fast replay, but is after five real seconds of silence', () => {
  const { followed, book, setNow } = stage({ speed: 3600 })
  followed.pin('SOL')
  book()
  setNow(T0 + 4_900 * 3600)
  expect([followed.now(), followed.isStale('SOL')]).toEqual([T0 + 5_000, false])
  setNow(T0 + 5_001 * 3600)
  expect([followed.now(), followed.isStale('SOL')]).toEqual([T0 + 5_001 * 3600, true])
})

it('answers at once, as stale, where the market has no prices', async () => {
  const { followed, gap } = stage()
  const ready = followed.ready('SOL')
  gap()
  const before = performance.now()
  await ready
  expect([performance.now() - before < 500, followed.isStale('SOL')]).toEqual([true, true])
})

it('keeps the mark at the market after a step of an hour, whether index or book arrives first', () => {
  const { followed, bookAround, tick, setNow } = stage({ speed: 0 })
  const { instrument } = followed.pin('SOL')
  const mark = () => Number(followed.markets.get('SOL')?.mark) / 1e12
  tick(100)
  bookAround(100)
  setNow(T0 + 5_000)
  bookAround(100)
  expect([instrument.symbol, mark()]).toEqual(['SOL', 100])
  setNow(T0 + 3_605_000)
  tick(120)
  bookAround(120)
  expect(mark()).toBe(120)
  setNow(T0 + 7_205_000)
  bookAround(90)
  tick(90)
  expect(mark()).toBe(90)
})

it('follows the plain clock of a market that is not faster than real time', () => {
  const { followed, book, setNow } = stage()
  followed.pin('SOL')
  book()
  for (const later of [0, 4_000, 5_000]) {
    setNow(T0 + later)
    expect([followed.now(), followed.isStale('SOL')]).toEqual([T0 + later, false])
  }
  setNow(T0 + 5_001)
  expect([followed.now(), followed.isStale('SOL')]).toEqual([T0 + 5_001, true])
})

it('rounds received sizes down to whole lots', () => {
  const { followed, book } = stage()
  const market = followed.pin('SOL')
  book()
  expect(market.bids).toEqual([[99_900_000_000_000n, 5_010_000_000_000n]])
})

it('explains why a market takes no orders: unknown, or cannot be followed', () => {
  const { followed } = stage()
  expect(() => followed.pin('NOPE')).toThrow(expect.objectContaining({ code: 'bad_input' }))
  expect(() => followed.pin('FULL')).toThrow(expect.objectContaining({ reason: 'market_not_followed', detail: 'No room for it.' }))
  expect(followed.markets.size).toBe(0)
})

it('isolates an account error from the source that delivers the book', () => {
  const { followed, book, faults } = stage({
    onChange: () => {
      throw new Error('an account')
    },
  })
  followed.pin('SOL')
  book()
  expect(faults).toEqual([new Error('an account')])
})

it('matches no order against a book from before a gap', () => {
  const { followed, book, gap } = stage()
  followed.pin('SOL')
  book()
  gap()
  expect(followed.isStale('SOL')).toBe(true)
  book()
  expect(followed.isStale('SOL')).toBe(false)
})

describe('a source that can follow no more markets', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    return () => vi.useRealTimers()
  })
  const follow = (followed: FollowedMarkets, symbols: readonly string[]): void => {
    for (const symbol of symbols) {
      followed.pin(symbol)
      vi.advanceTimersByTime(1_000)
    }
  }

  it('releases the unneeded market that was requested longest ago', () => {
    const { followed } = stage({ room: 3, used: ['AAA'] })
    follow(followed, ['AAA', 'BBB', 'CCC'])
    vi.advanceTimersByTime(5_000)
    followed.pin('DDD')
    expect([...followed.markets.keys()]).toEqual(['AAA', 'CCC', 'DDD'])
  })

  it('refuses with its reason if each market is needed or still being loaded', () => {
    const { followed } = stage({ room: 3, used: ['AAA'] })
    follow(followed, ['AAA', 'BBB', 'CCC'])
    expect(() => followed.pin('DDD')).toThrow(expect.objectContaining({ reason: 'market_not_followed', detail: 'No room for it.' }))
    expect([...followed.markets.keys()]).toEqual(['AAA', 'BBB', 'CCC'])
  })
})
