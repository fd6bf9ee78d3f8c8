import { epochMs } from '@aerie/core/time'
import { type FakeTime, fakeTime } from '@aerie/testkit/fake-time'
import { beforeEach, expect, it } from 'vitest'
import type { FollowedBook } from '../../market-source.ts'
import { testFollower } from '../../test/follower.ts'
import { FOLLOWED_MOST, MarketFollowers } from './market-followers.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)
let time: FakeTime
let followers: MarketFollowers
let calls: string[]
let currentBook: FollowedBook | undefined

const book = (seq: number, asOf = time.clock.now()): FollowedBook => ({ symbol: 'BTC', bids: [[99, 1]], asks: [[101, 1]], asOf, seq })
const trade = (number: number, newestNumber?: number) =>
  followers.trade('BTC', {
    number,
    id: String(number),
    asOf: time.clock.now(),
    price: 100,
    size: 1,
    aggressor: 'buy',
    ...(newestNumber !== undefined && { newestNumber }),
  })
const change = (seq: number) => {
  currentBook = book(seq)
  followers.changed('BTC')
}

beforeEach(() => {
  time = fakeTime(T0)
  calls = []
  currentBook = undefined
  followers = new MarketFollowers({
    ...time,
    title: 'Binance',
    lists: (symbol) => symbol !== 'NOPE',
    pin: (symbol) => void calls.push(`pin ${symbol}`),
    unpin: (symbol) => void calls.push(`unpin ${symbol}`),
    book: () => currentBook && { book: currentBook, takenAt: epochMs(T0) },
    look: (symbol) => void calls.push(`look ${symbol}`),
    reopenTrades: (symbol) => void calls.push(`reopen ${symbol}`),
  })
})

it('delivers a book first, then trades and books, and no trade already in the first book', async () => {
  const one = testFollower()
  followers.follow('BTC', one.follower)
  trade(1)
  change(10)
  trade(2)
  await time.advance(10)
  trade(3)
  change(11)
  expect(one.labels()).toEqual(['book', '3', 'book'])
  expect(one.books().map(({ seq }) => seq)).toEqual([10, 11])
  expect(one.trades()[0]).toEqual({ id: '3', asOf: T0 + 10, price: 100, size: 1, aggressor: 'buy' })
})

it('sends a later subscriber the current book at once, and only then trades', async () => {
  const [first, second] = [testFollower(), testFollower()]
  followers.follow('BTC', first.follower)
  change(10)
  await time.advance(10)
  followers.follow('BTC', second.follower)
  expect(second.labels()).toEqual(['book'])
  trade(1)
  expect([first.labels(), second.labels()]).toEqual([
    ['book', '1'],
    ['book', '1'],
  ])
})

async function running() {
  const one = testFollower()
  const stop = followers.follow('BTC', one.follower)
  change(10)
  await time.advance(10)
  trade(5)
  return { one, stop }
}

it('delivers each trade once, however often it is sent', async () => {
  const { one } = await running()
  for (const number of [5, 6, 6, 5, 7]) trade(number)
  expect(one.labels()).toEqual(['book', '5', '6', '7'])
})

it('emits a gap before the trade that follows a missing one, and a book before that trade', async () => {
  const { one } = await running()
  trade(8)
  expect(one.labels()).toEqual(['book', '5', 'gap', 'book', '8'])
  expect(one.gaps()).toEqual(['Trades of BTC are missing in what Binance has sent.'])
  trade(7)
  trade(9)
  expect(one.labels().slice(-2)).toEqual(['8', '9'])
})

it('delivers no trade after a gap until there is a book again, and emits the gap once', async () => {
  const { one } = await running()
  currentBook = undefined
  followers.lost('BTC', 'The line broke.')
  followers.lostAll('The line broke again.')
  trade(6)
  trade(20)
  await time.advance(3_000)
  expect(one.labels()).toEqual(['book', '5', 'gap'])
  change(30)
  await time.advance(10)
  trade(21)
  expect(one.labels()).toEqual(['book', '5', 'gap', 'book', '21'])
  expect(one.gaps()).toEqual(['The line broke.'])
})

it('emits a gap in place of a trade with an absurd number, then the next as if that had not happened', async () => {
  const { one } = await running()
  trade(9e15)
  for (const number of [6, 7, 9e15, 8]) trade(number)
  expect(one.labels()).toEqual(['book', '5', 'gap', 'book', '6', '7', 'gap', 'book', '8'])
})

it('follows a venue that restarts its trade numbers', async () => {
  const { one } = await running()
  for (const number of [9e9, 9e9 + 1, 9e9 + 2]) trade(number)
  await time.advance(10)
  trade(1)
  trade(2)
  expect(one.labels()).toEqual(['book', '5', 'gap', 'book', 'gap', 'book', '9000000001', '9000000002', 'gap', 'book', '1', '2'])
})

it('accepts any number after an outage, an absurd one only until the next trade', async () => {
  const { one } = await running()
  followers.lost('BTC', 'The line broke.')
  followers.changed('BTC')
  trade(9e15)
  await time.advance(10)
  trade(6)
  trade(7)
  expect(one.labels()).toEqual(['book', '5', 'gap', 'book', String(9e15), 'gap', 'book', '6', '7'])
})

it('repeats an unchanged book every second while it is known to be valid, then falls silent', async () => {
  const { one } = await running()
  const bookCount = () => one.books().length
  await time.advance(4_000)
  expect(bookCount()).toBe(5)
  await time.advance(10_000)
  expect(bookCount()).toBe(5)
  expect(calls.filter((call) => call === 'look BTC')).toHaveLength(28)
  change(11)
  expect(bookCount()).toBe(6)
})

it('emits a gap when the venue twice in a row reports trades not received, and reopens the channel', async () => {
  const { one } = await running()
  followers.newest('BTC', 5)
  followers.newest('BTC', 6)
  trade(6)
  followers.newest('BTC', 8)
  expect(one.gaps()).toEqual([])
  followers.newest('BTC', 8)
  expect(one.labels()).toEqual(['book', '5', '6', 'gap', 'book'])
  expect(calls).toContain('reopen BTC')
  trade(9)
  followers.newest('BTC', 9)
  followers.newest('BTC', 9)
  expect(one.labels().slice(-2)).toEqual(['book', '9'])
})

it('ignores a newest trade that the venue does not report again', async () => {
  const { one } = await running()
  for (const number of [5, 9e15, 5, 9e15, 5]) followers.newest('BTC', number)
  trade(6)
  expect(one.labels()).toEqual(['book', '5', '6'])
})

it('compares by the number that the venue assigns to its newest trade', async () => {
  const { one } = await running()
  trade(6, 600)
  followers.newest('BTC', 600)
  followers.newest('BTC', 600)
  followers.newest('BTC', 601)
  followers.newest('BTC', 601)
  expect(one.labels()).toEqual(['book', '5', '6', 'gap', 'book'])
})

it('keeps the subscriptions while there are followers, and releases them with the last', async () => {
  const stops = [followers.follow('BTC', testFollower().follower), followers.follow('BTC', testFollower().follower)]
  expect(calls).toEqual(['pin BTC'])
  stops[0]?.()
  stops[0]?.()
  expect(calls).toEqual(['pin BTC'])
  stops[1]?.()
  expect(calls).toEqual(['pin BTC', 'unpin BTC'])
  expect(time.planned()).toBe(0)
})

it('refuses unlisted markets, and more markets or followers than the limit, with the reason', () => {
  const follow = (symbol: string) => followers.follow(symbol, testFollower().follower)
  const refusal = (message: RegExp) => expect.objectContaining({ code: 'cannot-follow', message: expect.stringMatching(message) })
  expect(() => follow('NOPE')).toThrow(refusal(/^Binance does not list NOPE\.$/))
  for (let count = 0; count < FOLLOWED_MOST; count += 1) follow(`C${count}`)
  expect(() => follow('BTC')).toThrow(refusal(/^No more than 30 markets/))
  for (let count = 1; count < 100; count += 1) follow('C0')
  expect(() => follow('C0')).toThrow(refusal(/too many/))
})

it('emits a gap when it ends, and nothing after', async () => {
  const { one } = await running()
  followers.stop()
  trade(6)
  change(12)
  await time.advance(5_000)
  expect(one.labels()).toEqual(['book', '5', 'gap'])
  expect(time.planned()).toBe(0)
})

it('sends an unchanged book again, even though the exchange’s clock was set back', async () => {
  const one = testFollower()
  followers.follow('BTC', one.follower)
  change(10)
  time.jump(-3_600_000)
  currentBook = book(10)
  await time.advance(1_500)
  expect(one.books()).toHaveLength(2)
})
